"""What entries of Dampfross teach the copy book: the names of city numbers, and ferries, map by map."""

from companion.core.copybook import Lesson
from companion.core.game import AnyGame
from companion.games.dampfross.actions import Build, BuyFerry, JointBuild
from companion.games.dampfross.position import Position
from companion.games.dampfross.state import State


def page_of(kind: str, of_map: str) -> str:
    """The page for names of a kind, such as city or ferry: every map has its own."""
    return f"{kind}/{of_map}"


def city_lessons(state: State, action: Build | JointBuild) -> list[Lesson]:
    page = page_of("city", state.options.map)
    return [Lesson(page, number, {"name": name}) for number, name in action.names.items()]


def ferry_lessons(state: State, action: BuyFerry) -> list[Lesson]:
    return [Lesson(page_of("ferry", state.options.map), action.ferry)]


def lessons_of_position(game: AnyGame, state: State, position: Position) -> list[Lesson]:
    return [Lesson(page_of("ferry", state.options.map), name) for name in position.ferries]


def printed(game: AnyGame, state: State) -> list[Lesson]:
    page = page_of("city", state.options.map)
    return [Lesson(page, str(number), {"name": name}) for number, name in state.printed.items()]
