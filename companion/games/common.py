"""What every game does alike: the actions that cost no turn, rulings, and nothing after the end."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Problem, Refused
from companion.core.game import Game, GameState, Outcome
from companion.core.ledger import BANK, Books, Overdrawn, player
from companion.core.messages import say
from companion.core.names import fold
from companion.core.receipts import Receipt, Row
from companion.core.table import Names, unknown_player
from companion.games.entries import COMMON_VERBS, Action, Adjust, Recount, Setup

AnyGame = Game[Any, Any, Any]


def turn_of(
    game: AnyGame, state: GameState, action: Action, names: Names
) -> tuple[Outcome[Any], tuple[Problem, ...]]:
    """What one action does to a state, and which problems its ruling set aside; or Refused."""
    if action.by is not None and fold(action.by) not in names:
        raise Refused(unknown_player(action.by, "by", names.values()))
    try:
        if action.do in COMMON_VERBS:
            return _common_outcome(game, state, action, names), ()
        if game.is_over(state):
            raise Refused(Problem(say("table.over"), final=True))
        problems = game.problems(state, action, names)
        if problems and (action.ruling is None or any(problem.final for problem in problems)):
            raise Refused(*problems)
        return game.play(state, action, names), tuple(problems)
    except Overdrawn as lack:
        raise Refused(below_zero(lack)) from None


def _common_outcome(game: AnyGame, state: GameState, action: Action, names: Names) -> Outcome[Any]:
    """Those actions that every game has; none of them costs a turn."""
    if isinstance(action, Adjust):
        return _adjusted(game, state, action, names)
    if isinstance(action, Recount):
        return game.recount(state, action.position, names, action.ruling is not None)
    return Outcome(state, log=(say("table.setup"),) if isinstance(action, Setup) else ())


def below_zero(lack: Overdrawn) -> Problem:
    """The sentence of last resort for a stock or holding that does not reach."""
    message = say(
        "table.below-zero",
        family=lack.unit[0],
        holder=lack.holder[1] if lack.holder[0] == "player" else say(f"place.{lack.holder[0]}"),
        held=lack.held,
        wanted=lack.wanted,
    )
    return Problem(message, final=True)


def _adjusted(game: AnyGame, state: Any, action: Adjust, names: Names) -> Outcome[Any]:
    who = names.get(fold(action.player))
    if who is None:
        raise Refused(unknown_player(action.player, "player", names.values()))
    books = Books(state.ledger)
    held = books.of(game.score_unit, player(who))
    try:
        books.move(game.score_unit, BANK, player(who), action.amount)
    except Overdrawn:
        message = say("table.adjust-below-zero", player=who, held=held, amount=action.amount)
        raise Refused(Problem(message, field="amount", final=True)) from None
    text = say("table.adjusted", player=who, amount=action.amount, reason=action.reason)
    rows = (Row(who, None, None, action.amount),) if action.amount else ()
    receipt = Receipt("adjust", action.reason, rows, text)
    return Outcome(state.with_ledger(books.close()), books.postings, (receipt,))


def ranked(scores: Mapping[str, int], seats: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Player, score and rank, by score and then seat; equal scores share a rank: 1, 1, 3."""
    order = sorted(seats, key=lambda name: -scores[name])
    return [
        (name, scores[name], 1 + sum(other > scores[name] for other in scores.values())) for name in order
    ]
