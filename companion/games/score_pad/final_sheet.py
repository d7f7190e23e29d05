"""The final scoring of a pad alone."""

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.game import FinalScoringForm, FinalSheet
from companion.games.score_pad.position import PadPositions
from companion.games.score_pad.state import State


class PadFinalSheet(FinalSheet[State]):
    def form(self, state: State, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        asked = PadPositions().questions(state, draft, board_notes)
        fields = ("counts",) if state.ruleset.is_scored_at_end else ("counts", "totals")
        return FinalScoringForm(tuple(question for question in asked if question.field in fields))
