"""A position of a pad: the next round, totals and counts."""

from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation, one_violation
from companion.core.forms import Draft
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.messages import say
from companion.forms.questions import Number, Pairs, Pick, Questions
from companion.games.common_forms import players_in
from companion.games.models import Keyed, Model, PlayerName
from companion.games.score_pad.actions import Counts, Scores, ask, ask_counts, count_violations
from companion.games.score_pad.ruleset import RoundCount
from companion.games.score_pad.state import POINTS, State


class Position(Model):
    round: RoundCount | None = None
    """The next round."""
    totals: Scores = {}
    counts: Keyed[PlayerName, Counts] = {}


def position_questions(game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
    who = Pick("player", ask("player"), choices=players_in(state), names_player=True)
    total = Number("total", ask("total"))
    found: list[Any] = [Pairs.with_keyword("totals", ask("totals"), questions=(who, total), hidden="money")]
    found += [ask_counts(state)] if state.ruleset.categories else []
    found += [Number.with_keyword("round", ask("next-round"), low=1)] if state.ruleset.rounds else []
    return tuple(found)


def position_now(game: AnyGame, state: State) -> dict[str, Any]:
    found: dict[str, Any] = {"totals": state.totals}
    if state.counts:
        found["counts"] = {name: dict(counts) for name, counts in state.counts.items()}
    return found if state.ruleset.rounds is None else {**found, "round": state.now.number}


def position_violations(game: AnyGame, state: State, position: Position) -> list[Violation]:
    found: list[Violation] = []
    for name, counts in position.counts.items():
        known = state.counts.get(name, {}).items()
        found += count_violations(state, dict(counts.items() - known), f"position.counts.{name}")
    is_other = position.round not in (None, state.now.number)
    if is_other and state.ruleset.rounds is None:
        found += one_violation("score-pad.no-rounds", "position.round", final=True)
    elif is_other and state.now.is_begun:
        found += one_violation("score-pad.round-open", "position.round", final=True, round=state.now.number)
    return found


def apply_position(game: AnyGame, state: State, position: Position) -> Outcome[State]:
    ledger = OpenLedger(state.ledger)
    ledger.settle(POINTS, BANK, [(player(name), total) for name, total in position.totals.items()])
    now = state.now if position.round is None else state.now._replace(number=position.round)
    new = state.with_counts(position.counts)._replace(ledger=ledger.close(), now=now)
    return Outcome(new, ledger.postings, (say("table.recounted"),))
