"""Upgrade of format 1, which paid every number of a city and began a round anew if a recount named it."""

from typing import Any

from companion.core.names import fold, tidy
from companion.core.upgrading import Block, Upgraded, with_actions
from companion.games.dampfross.ruleset import DampfrossRuleset

RULING = "earlier version"
"""The ruling that the upgrade writes. On a build that needs none it changes nothing."""


def from_format_1(ruleset: DampfrossRuleset, header: Block, blocks: list[Any]) -> Upgraded:
    actions: list[Block] = []
    completed: list[int] = []

    def collect(action: Block, number: int) -> Block:
        actions.append(action)
        return action

    def change(action: Block, number: int) -> Block:
        verb, cities, position = action.get("do"), action.get("cities"), action.get("position")
        if verb in ("build", "joint-build") and isinstance(cities, list):
            is_second = any(str(city) in shared for city in cities)
            return {"ruling": RULING, **action} if is_second else action
        if verb == "recount" and isinstance(position, dict) and ("round" in position or "turn" in position):
            completed.append(number)
            return {**action, "position": {"anew": True, **position}}
        return action

    with_actions(blocks, collect)
    # numbers that ever had a name in common: corrections may change which came first
    owners: dict[str, set[str]] = {}
    for names in (*(rule.cities for rule in ruleset.maps.values()), *(one.get("names") for one in actions)):
        for number, name in names.items() if isinstance(names, dict) else ():
            if isinstance(name, str):
                owners.setdefault(fold(name), set()).add(tidy(number))
    shared = {number for numbers in owners.values() if len(numbers) > 1 for number in numbers}
    new = with_actions(blocks, change)
    return Upgraded(header, new, {"dampfross.upgraded-recount": completed})
