"""A position of a pad: the next round, totals and counts."""

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft, Fields
from companion.core.errors import Violation, one_violation
from companion.core.game import Outcome, Positions
from companion.core.messages import say
from companion.forms.questions import Number, Question, Questions, count_pairs
from companion.games.actions import ask_player
from companion.games.counting import score_again
from companion.games.models import Keyed, Model, PlayerName
from companion.games.score_pad import actions as pad
from companion.games.score_pad.ruleset import RoundCount
from companion.games.score_pad.scoring import final_receipts
from companion.games.score_pad.state import POINTS, State


class Position(Model):
    round: RoundCount | None = None
    totals: pad.Scores = {}
    counts: Keyed[PlayerName, pad.Counts] = {}


class PadPositions(Positions[State]):
    model = Position

    def questions(self, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        who = ask_player(state)
        pair = (who, Number("total", pad.ask("total")))
        asked: list[Question] = [count_pairs(who).with_keyword("totals", pad.ask("totals"), questions=pair)]
        asked += [pad.ask_counts(state)] if state.ruleset.categories else []
        asked += [Number.with_keyword("round", pad.ask("next-round"), low=1)] if state.ruleset.rounds else []
        return tuple(asked)

    def now(self, state: State) -> Fields:
        position: Fields = {"totals": state.totals}
        if state.counts:
            position["counts"] = {name: dict(counts) for name, counts in state.counts.items()}
        return position if state.ruleset.rounds is None else {**position, "round": state.now.number}

    def violations(self, state: State, position: Position) -> list[Violation]:
        violations, field = list[Violation](), "position.round"
        for name, counts in position.counts.items():
            known = state.counts.get(name, {}).items()
            violations += pad.count_violations(state, dict(counts.items() - known), f"position.counts.{name}")
        is_other = position.round not in (None, state.now.number)
        if is_other and state.ruleset.rounds is None:
            violations += one_violation("score-pad.not-asked", field, final=True)
        elif is_other and state.now.is_begun:
            violations += one_violation("score-pad.round-open", field, final=True, round=state.now.number)
        return violations

    def recount(self, state: State, position: Position) -> Outcome[State]:
        """Set the given parts of a position. After the end, also score again and pay the difference."""
        now = state.now if position.round is None else state.now._replace(number=position.round)
        new = state.with_counts(position.counts)._replace(now=now)
        recounted = Outcome(new, log=(say("table.recounted"),))
        paid, due = (final_receipts(when) if state.is_over else () for when in (state, new))
        return score_again(recounted, POINTS, paid, due, position.totals)
