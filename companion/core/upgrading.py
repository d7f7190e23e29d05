"""Upgrading sessions of older formats, action by action."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Block = dict[str, Any]
Change = Callable[[Block, int], Block]
"""Return the new form of an action, given the action and the number of its block."""


class Upgraded(NamedTuple):
    header: Block
    blocks: list[Any]
    notes: Mapping[str, Sequence[int]] = {}
    """Numbers of changed recounts that players should know about, by the key of the message that says why."""


Upgrade = Callable[[Any, Block, list[Any]], Upgraded]
"""Upgrade header and blocks of format 1, even faulty ones, by a ruleset. A pure function."""


def no_upgrade(_of: Any, /, header: Block, blocks: list[Any]) -> Upgraded:
    return Upgraded(header, blocks)


def with_actions(blocks: Sequence[Any], change: Change) -> list[Any]:
    """Change every action, including those inside corrections and in the `first` list of an action."""
    return [_with_actions(block, number, change) for number, block in enumerate(blocks, 1)]


def _with_actions(block: Any, number: int, change: Change) -> Any:
    if isinstance(block, list):
        return [_with_actions(one, number, change) for one in block]
    if not isinstance(block, dict):
        return block
    is_correction = block.get("do") in ("amend", "strike", "insert")
    inside = [key for key in (("action", "also") if is_correction else ("first",)) if key in block]
    changed = block if is_correction else change(block, number)
    return {**changed, **{key: _with_actions(block[key], number, change) for key in inside}}
