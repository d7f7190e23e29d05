"""The final scoring of Stephenson's Rocket alone."""

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.game import FinalScoringForm, FinalSheet
from companion.forms.questions import Number as NumberQuestion
from companion.forms.questions import Pick, Rows
from companion.games.stephensons_rocket.choices import RocketChoices, ask
from companion.games.stephensons_rocket.state import State


class RocketFinalSheet(FinalSheet[State]):
    def form(self, state: State, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        """Ask for tokens of all connected metropolises together, and for towns without their names."""
        pieces, towns = state.ruleset.pieces, state.ruleset.board.towns
        choices = RocketChoices(state, draft, board_notes)
        of_commodity = (
            Pick("commodity", ask("commodity"), choices=choices.commodities(), heads_row=True),
            choices.counts("held", "tokens", pieces.tokens_per_commodity, ask("held")),
        )
        of_line = (
            Pick("line", ask("line"), choices=choices.lines(), heads_row=True),
            NumberQuestion.with_keyword("unnamed_towns", ask("town-count"), "towns", low=0, high=towns),
            choices.counts("stations", "stations", pieces.stations),
            choices.counts("shares", "shares", pieces.shares),
        )
        questions = (
            choices.counts("cash", "cash"),
            Rows.with_keyword("tokens", ask("tokens"), questions=of_commodity),
            choices.counts("passengers", "passengers", pieces.passengers),
            Rows.with_keyword("lines", ask("final-lines"), questions=of_line),
        )
        return FinalScoringForm(questions)
