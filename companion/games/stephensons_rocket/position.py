"""A position of Stephenson's Rocket: read from a state, and the door to asking, checking and setting one.

A session recorded from the middle of a game begins with a position; a recount sets any part of one.
"""

from typing import Any

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Draft
from companion.core.errors import Violation
from companion.core.game import Outcome, Positions
from companion.forms.questions import Questions
from companion.games.counting import counts_now, score_again
from companion.games.stephensons_rocket import town_names, units
from companion.games.stephensons_rocket.position_checks import position_violations
from companion.games.stephensons_rocket.position_model import COUNTED, Position
from companion.games.stephensons_rocket.position_placing import Placement
from companion.games.stephensons_rocket.position_questions import position_questions
from companion.games.stephensons_rocket.scoring import final
from companion.games.stephensons_rocket.state import State


class RocketPositions(Positions[State]):
    model = Position

    def now(self, state: State) -> dict[str, Any]:
        """Return the state as a position; after the end including discards, since a recount scores again."""
        ledger, commodities = state.ledger, state.ruleset.commodities
        position = counts_now(COUNTED, ledger, state.players)
        if state.turn is not None:
            position["turn"] = state.turn.as_block()
        position["tokens"] = []
        for commodity in commodities:
            rows = [*units.token_rows(ledger, [commodity])]
            for city in sorted({row.city for row in rows}):
                held = units.tokens_of(rows, state.players, city)
                position["tokens"].append(
                    {"commodity": commodity, **({"city": city} if city else {}), "held": held}
                )
        position["lines"] = []
        for name, line in state.lines.items():
            fields: dict[str, Any] = {"line": name, "status": line.status, "into": line.into}
            if line.status != "merged":
                fields = {"line": name, **line.as_block()}
                fields["stations"] = units.stations_on(ledger, name, state.players)
                fields["shares"] = units.shares_of(ledger, name, state.players)
                fields["pile"] = ledger.of(units.shares(name), units.PILE)
                del fields["into"]
            position["lines"].append(fields)
        return position

    def questions(self, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        return position_questions(state, draft, board_notes)

    def violations(self, state: State, position: Position) -> list[Violation]:
        return position_violations(state, position)

    def recount(self, state: State, position: Position) -> Outcome[State]:
        """Set the counted parts of a position. After the end, also score again and pay the difference."""
        if not state.is_over:
            return Placement(state, position, fresh=False).outcome()
        pieces = position.model_copy(update={"cash": None})
        recounted = Placement(state, pieces, fresh=False).outcome()
        return score_again(recounted, units.MONEY, final(state), final(recounted.state), position.cash or {})

    def lessons(self, state: State, position: Position) -> list[Lesson]:
        held = [row for row in position.tokens if row.city is not None and any(row.held.values())]
        return town_names.town_lessons(
            state, position.lines, [(str(row.city), row.commodity) for row in held]
        )
