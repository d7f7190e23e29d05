"""Names on the map of Dampfross."""

from companion.core.board_notes import Lesson
from companion.core.game import PieceNames
from companion.games.dampfross.state import State


class DampfrossNames(PieceNames[State]):
    """Names of cities and ferries, which belong to a map."""

    def page_of(self, state: State, kind: str) -> str:
        return state.page_of(kind)

    def printed(self, state: State) -> list[Lesson]:
        page = state.page_of("city")
        return [Lesson(page, str(number), {"name": name}) for number, name in state.printed.items()]
