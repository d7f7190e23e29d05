"""Short ways to write corrections and adjustments in tests."""

from typing import Any


def amend(entry: int, action: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"entry": entry, "action": action, **more, "do": "amend"}


def strike(entry: int, **more: Any) -> dict[str, Any]:
    return {"entry": entry, **more, "do": "strike"}


def insert(before: int, action: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"before": before, "action": action, **more, "do": "insert"}


def setup(**changes: Any) -> dict[str, Any]:
    return {**changes, "do": "setup"}


def recount(**position: Any) -> dict[str, Any]:
    return {"reason": "counted again", "position": position, "do": "recount"}


def gift(who: str, amount: int = 5, **more: Any) -> dict[str, Any]:
    return {"do": "adjust", "player": who, "amount": amount, "reason": "found", **more}
