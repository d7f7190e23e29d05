"""Names on the board of Stephenson's Rocket."""

from companion.core.board_notes import Lesson
from companion.core.game import PieceNames
from companion.games.stephensons_rocket.state import State


class RocketNames(PieceNames[State]):
    def printed(self, state: State) -> list[Lesson]:
        return [Lesson(kind, name) for name, kind in state.ruleset.board.known.items()]
