"""The final scoring of Dampfross alone."""

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.game import FinalScoringForm, FinalSheet
from companion.games.dampfross.position import DampfrossPositions
from companion.games.dampfross.state import State


class DampfrossFinalSheet(FinalSheet[State]):
    """The final scoring of Dampfross alone: only the accounts count."""

    def form(self, state: State, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        asked = DampfrossPositions().questions(state, draft, board_notes)
        return FinalScoringForm(tuple(question for question in asked if question.field == "accounts"))
