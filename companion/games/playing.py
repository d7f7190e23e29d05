"""Beginning and playing any game: rulings, actions out of turn, no action after the end."""

from collections.abc import Mapping, Sequence

from companion.core.errors import Refusal, Violation, refusal
from companion.core.game import AnyGame, AnyOutcome, GameState, Ranks, Step
from companion.core.journal import EffectiveAction
from companion.core.ledger import Overdrawn, former_players
from companion.core.messages import say
from companion.core.names import fold
from companion.core.roster import Names, Roster
from companion.games.actions import Action, AnyStep
from companion.games.common_actions import COMMON_ACTIONS, Join
from companion.games.model_names import with_present_names


def step_of(
    game: AnyGame, before: GameState, effective: EffectiveAction[Action], names: Names, number: int = 0
) -> AnyStep:
    """Play one action; keep the violations that its ruling overrides. Raise Refusal if it can't be played."""
    state = game.before_entry(before, number)
    joins = fold(effective.action.player) if isinstance(effective.action, Join) else None
    present = {known: name for known, name in names.items() if name in state.players or known == joins}
    action = with_present_names(effective.action, present)
    verb = action.do
    is_own = verb not in COMMON_ACTIONS
    if is_own and game.is_over(state):
        raise refusal("table.over")
    violations: Sequence[Violation] = action.violations(game, state)
    if is_own and action.by is not None:
        violations = (*action.by_violations(game, state, action.by), *violations)
    if violations and (action.ruling is None or any(violation.final for violation in violations)):
        raise Refusal(*violations)
    try:
        outcome = game.after_entry(action.play(game, state), is_own)
        gone = former_players(outcome.state.ledger)
        for _ in gone:
            if game.up(outcome.state) in gone:
                outcome = game.skip_turn(outcome)
        lessons = tuple(action.lessons(game, state))
        return Step(effective, action, outcome, tuple(violations), lessons)
    except Overdrawn as lack:
        raise Refusal(below_zero(game.engine, lack)) from None


def begin_game(game: AnyGame, roster: Roster, position: object | None) -> AnyOutcome:
    """Set up a game. Raise Refusal if the position is impossible."""
    try:
        opening = game.begin(roster, position)
        return opening._replace(state=opening.state._replace(given=roster.given)) if roster.given else opening
    except Overdrawn as lack:
        raise Refusal(below_zero(game.engine, lack)) from None


def below_zero(engine: str, lack: Overdrawn) -> Violation:
    """Return the violation for pieces that would fall below zero, if no other check found it before."""
    kind = lack.holder[0]
    if kind == "player":
        holder: object = lack.holder[1]
    else:
        holder = say(f"place.{kind}" if kind in _EVERYWHERE else f"{engine}.place.{kind}")
    message = say("table.below-zero", family=lack.unit[0], holder=holder, held=lack.held, wanted=lack.wanted)
    return Violation(message, final=True)


_EVERYWHERE = {"box", "bank", "supply", "out", "board"}


Ranking = list[tuple[str, int, int]]
"""Player, score and rank."""


def ranking(
    scores: Mapping[str, int], seats: tuple[str, ...], deciding: Ranks, gone: Sequence[str] = ()
) -> Ranking:
    """Rank players by `deciding`; players who left come last. Ties share a rank (1, 1, 3)."""
    places = {name: (name not in gone, deciding[name]) for name in seats}
    order = sorted(seats, key=lambda name: places[name], reverse=True)
    return [(name, scores[name], 1 + sum(rank > places[name] for rank in places.values())) for name in order]
