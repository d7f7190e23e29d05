"""Sessions of format 1: a recount that named a turn began that turn anew."""

from typing import Any

from companion.core.upgrading import Block, Upgraded, with_actions
from companion.games.stephensons_rocket.ruleset import RocketRuleset


def from_format_1(ruleset: RocketRuleset, header: Block, blocks: list[Any]) -> Upgraded:
    completed: list[int] = []

    def change(action: Block, number: int) -> Block:
        position = action.get("position") if action.get("do") == "recount" else None
        turn = position.get("turn") if isinstance(position, dict) else None
        if not isinstance(turn, dict) or {"actions_left", "extended"} <= {*turn}:
            return action
        completed.append(number)
        whole = {"actions_left": ruleset.turn.actions, "extended": [], **turn}
        return {**action, "position": {**action["position"], "turn": whole}}

    new = with_actions(blocks, change)
    return Upgraded(header, new, {"stephensons-rocket.upgraded-recount": completed})
