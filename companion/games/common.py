"""What every game does alike: the actions that cost no turn, rulings, and nothing after the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.copybook import Lesson
from companion.core.errors import Refusal, Violation
from companion.core.game import Game, GameState, Outcome
from companion.core.journal import EffectiveAction
from companion.core.ledger import BANK, Books, Overdrawn, player
from companion.core.messages import say
from companion.core.names import fold
from companion.core.receipts import PayoutRow, Receipt
from companion.core.replay import Step
from companion.core.table import Names, unknown_player
from companion.games.entries import COMMON_VERBS, Action, Adjust, Recount, Setup

AnyGame = Game[Any, Any, Any]


def step_of(
    game: AnyGame, state: GameState, effective: EffectiveAction[Action], names: Names
) -> Step[Any, Action]:
    """What one action does to a state, and which problems its ruling set aside; or Refusal."""
    action = effective.action
    by = None
    if action.by is not None:
        by = names.get(fold(action.by))
        if by is None:
            raise Refusal(unknown_player(action.by, "by", names.values()))
    is_own = action.do not in COMMON_VERBS
    if is_own and game.is_over(state):
        raise Refusal(Violation(say("table.over"), final=True))
    violations = _violations(game, state, action, names, is_own)
    if violations and (action.ruling is None or any(violation.final for violation in violations)):
        raise Refusal(*violations)
    try:
        outcome = game.play(state, action, names) if is_own else _common(game, state, action, names)
        return Step(effective, by, game.after_entry(outcome, is_own), tuple(violations))
    except Overdrawn as lack:
        raise Refusal(below_zero(game.engine, lack)) from None


def _violations(
    game: AnyGame, state: GameState, action: Action, names: Names, is_own: bool
) -> list[Violation]:
    if is_own:
        return game.violations(state, action, names)
    if isinstance(action, Recount):
        return game.recount_violations(state, action.position, names)
    return []


def _common(game: AnyGame, state: GameState, action: Action, names: Names) -> Outcome[Any]:
    """Those actions that every game has; none of them costs a turn."""
    if isinstance(action, Adjust):
        return _adjusted(game, state, action, names)
    if isinstance(action, Recount):
        return game.recount(state, action.position, names)
    return Outcome(state, log=(say("table.setup"),) if isinstance(action, Setup) else ())


def lessons_of(game: AnyGame, state: GameState, action: Action) -> Sequence[Lesson]:
    """What an action teaches the copy book; `state` is the one before it."""
    if isinstance(action, Recount):
        return game.position_lessons(state, action.position)
    return () if action.do in COMMON_VERBS else game.lessons(state, action)


def below_zero(engine: str, lack: Overdrawn) -> Violation:
    """The sentence of last resort for a stock or holding that does not reach."""
    kind = lack.holder[0]
    if kind == "player":
        holder: object = lack.holder[1]
    else:
        holder = say(f"place.{kind}" if kind in _EVERYWHERE else f"{engine}.place.{kind}")
    message = say("table.below-zero", family=lack.unit[0], holder=holder, held=lack.held, wanted=lack.wanted)
    return Violation(message, final=True)


_EVERYWHERE = {"box", "bank", "supply"}


def _adjusted(game: AnyGame, state: Any, action: Adjust, names: Names) -> Outcome[Any]:
    who = names.get(fold(action.player))
    if who is None:
        raise Refusal(unknown_player(action.player, "player", names.values()))
    books = Books(state.ledger)
    try:
        books.move(game.score_unit, BANK, player(who), action.amount)
    except Overdrawn:
        message = say("table.adjust-below-zero", player=who, amount=action.amount)
        raise Refusal(Violation(message, field="amount", final=True)) from None
    text = say("table.adjusted", player=who, amount=action.amount, reason=action.reason)
    rows = (PayoutRow(who, None, None, action.amount),) if action.amount else ()
    receipt = Receipt("adjust", action.reason, rows, text)
    return Outcome(state.with_ledger(books.close()), books.postings, (receipt,))


def ranked(scores: Mapping[str, int], seats: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Player, score and rank, by score and then seat; equal scores share a rank: 1, 1, 3."""
    order = sorted(seats, key=lambda name: -scores[name])
    return [
        (name, scores[name], 1 + sum(other > scores[name] for other in scores.values())) for name in order
    ]
