"""Sessions of format 1: every number of a city was paid, and a recount that named the round began it anew."""

from typing import Any

from companion.core.names import fold, tidy
from companion.core.upgrading import Block, Upgraded, with_actions
from companion.games.dampfross.ruleset import DampfrossRuleset

RULING = "earlier version"
"""In files; a ruling on a build that needs none changes nothing."""


def from_format_1(ruleset: DampfrossRuleset, header: Block, blocks: list[Any]) -> Upgraded:
    actions: list[tuple[Block, int]] = []

    def collect(action: Block, number: int) -> Block:
        actions.append((action, number))
        return action

    with_actions(blocks, collect)
    shared = _shared_numbers(ruleset, [action for action, _ in actions])

    def change(action: Block, number: int) -> Block:
        cities = action.get("cities") if action.get("do") in ("build", "joint-build") else None
        is_second = isinstance(cities, list) and any(str(city) in shared for city in cities)
        return {**action, "ruling": action.get("ruling", RULING)} if is_second else action

    doubtful = [number for action, number in actions if _may_begin_a_round(action)]
    return Upgraded(header, with_actions(blocks, change), {"dampfross.upgraded-recount": doubtful})


def _shared_numbers(ruleset: DampfrossRuleset, actions: list[Block]) -> set[str]:
    """Numbers that have a name in common with another one at any time: which one came first, corrections may change."""
    owners: dict[str, set[str]] = {}
    for names in (*(rule.cities for rule in ruleset.maps.values()), *(one.get("names") for one in actions)):
        for number, name in names.items() if isinstance(names, dict) else ():
            if isinstance(name, str):
                owners.setdefault(fold(name), set()).add(tidy(number))
    return {number for numbers in owners.values() if len(numbers) > 1 for number in numbers}


def _may_begin_a_round(action: Block) -> bool:
    """Whether it is a recount that set who has built in the round, even if the round or the turn stayed the same."""
    position = action.get("position") if action.get("do") == "recount" else None
    if not isinstance(position, dict) or position.get("phase") == "operating":
        return False
    return "round" in position or "turn" in position
