"""Upgrading sessions of older formats: every action in their blocks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Block = dict[str, Any]
Change = Callable[[Block, int], Block]
"""Return the new action, given the number of its block."""


class Upgraded(NamedTuple):
    header: Block
    blocks: list[Any]
    notes: Mapping[str, Sequence[int]] = {}
    """Numbers of changed recounts that players should know about, by the key of the message that says why."""


Upgrade = Callable[[Any, Block, list[Any]], Upgraded]
"""Upgrade header and blocks of format 1, whatever is in them, by a ruleset. Pure."""


def unchanged(_of: object, header: Block, blocks: list[Any]) -> Upgraded:
    return Upgraded(header, blocks)


def with_actions(blocks: Sequence[Any], change: Change) -> list[Any]:
    """Change every action, also inside corrections and before other actions."""
    return [_with_actions(block, number, change) for number, block in enumerate(blocks, 1)]


def _with_actions(block: Any, number: int, change: Change) -> Any:
    if not isinstance(block, dict):
        return block
    if block.get("do") in ("amend", "strike", "insert"):
        inner = {"action": _with_actions(block["action"], number, change)} if "action" in block else {}
        return {**block, **inner, **_with_each(block, "also", number, change)}
    return {**change(block, number), **_with_each(block, "first", number, change)}


def _with_each(block: Block, key: str, number: int, change: Change) -> Block:
    blocks = block.get(key)
    return {key: [_with_actions(one, number, change) for one in blocks]} if isinstance(blocks, list) else {}
