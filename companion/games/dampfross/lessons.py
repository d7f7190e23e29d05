"""What entries of Dampfross teach the copy book: the names of city numbers, and ferries, map by map."""

from companion.core.copybook import Lesson
from companion.games.dampfross.actions import Build, BuyFerry, JointBuild
from companion.games.dampfross.position import Position
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import State


def page_of(kind: str, of_map: str) -> str:
    """The page for names of a kind, such as city or ferry: every map has its own."""
    return f"{kind}/{of_map}"


def city_lessons(state: State, action: Build | JointBuild) -> list[Lesson]:
    page = page_of("city", state.options.map)
    return [Lesson(page, number, {"name": name}) for number, name in action.names.items()]


def ferry_lessons(state: State, action: BuyFerry) -> list[Lesson]:
    return [Lesson(page_of("ferry", state.options.map), action.ferry)]


def lessons_of_position(state: State, position: Position) -> list[Lesson]:
    return [Lesson(page_of("ferry", state.options.map), name) for name in position.ferries]


def printed_in(ruleset: DampfrossRuleset, of_map: str) -> list[Lesson]:
    rule = ruleset.maps.get(of_map)
    if rule is None:
        return []
    return [Lesson(page_of("city", of_map), number, {"name": name}) for number, name in rule.cities.items()]
