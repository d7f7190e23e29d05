"""A position of Dampfross, and how a state is brought to it; a recount sets any part of it."""

from typing import Any, Literal

from companion.core.errors import Violation, one_violation
from companion.core.game import AnyGame, Outcome, left_violations
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.messages import say
from companion.core.names import fold
from companion.games.dampfross.actions import Cities, CityNumber, FerryName
from companion.games.dampfross.building import with_one_left
from companion.games.dampfross.checks import more_ferries_violations, number_violations, run_violations
from companion.games.dampfross.state import UNITS, Ferry, State
from companion.games.models import Amount, Count, Held, HeldByPlayer, Keyed, Model, Number, PlayerName


class PositionTurn(Model):
    player: PlayerName


class Position(Model):
    phase: Literal["building", "operating"] | None = None
    round: Number | None = None
    runs_done: Count | None = None
    accounts: Keyed[PlayerName, Amount] = {}
    connected: Cities | None = None
    ferries: Keyed[FerryName, PlayerName] = {}
    used: Held = {}
    """By number: how often it was start or goal."""
    may_build: HeldByPlayer = {}
    last_goal: CityNumber | None = None
    turn: PositionTurn | None = None
    anew: bool = False
    """Nobody has built in the round, or only those before the turn; a round that is named gets a new common roll."""


_KEPT = ("phase", "round", "runs_done", "last_goal")
"""Fields that are the state's own, under the same names."""


def position_now(game: AnyGame, state: State) -> dict[str, Any]:
    """What a recount cannot set any more, such as the phase after the end, is left out."""
    up = state.up
    now = {
        **{field: getattr(state, field) for field in _KEPT},
        "accounts": state.accounts,
        "connected": [*state.reached],
        "ferries": {ferry.name: ferry.owner for ferry in state.ferries.values()},
        "used": {str(number): count for number, count in state.used.items()},
        "may_build": dict(state.may_build),
        "turn": None if up is None else {"player": up},
    }
    if state.phase == "finished":
        del now["phase"]
    return {field: value for field, value in now.items() if value is not None}


def phase_choice_violations(state: State, phase: str, field: str) -> list[Violation]:
    if state.phase == "finished":
        return one_violation("table.over", field, final=True)
    return run_violations(state, field, final=True) if phase == "building" else []


def turn_choice_violations(state: State, phase: str | None, field: str) -> list[Violation]:
    """Against any turn, in the phase that the position gives or in the current one."""
    if state.phase == "finished":
        return one_violation("table.over", field, final=True)
    is_building = (phase or state.phase) == "building"
    return [] if is_building else one_violation("dampfross.no-turns", field, final=True)


def position_violations(game: AnyGame, state: State, position: Position) -> list[Violation]:
    found: list[Violation] = []
    for place, number in enumerate(position.connected or (), 1):
        found += number_violations(state.ruleset, number, f"position.connected[{place}]")
    for written in position.used:
        found += number_violations(state.ruleset, written, f"position.used.{written}")
    if position.last_goal is not None:
        found += number_violations(state.ruleset, position.last_goal, "position.last_goal")
    if position.phase is not None:
        found += phase_choice_violations(state, position.phase, "position.phase")
    if position.turn is not None:
        field = "position.turn.player"
        found += turn_choice_violations(state, position.phase, field)
        found += (one._replace(final=True) for one in left_violations(state, position.turn.player, field))
    return found + more_ferries_violations(state, position.ferries, "position.ferries")


def apply_position(game: AnyGame, state: State, position: Position) -> Outcome[State]:
    ledger = OpenLedger(state.ledger)
    ledger.settle(UNITS, BANK, [(player(name), held) for name, held in position.accounts.items()])
    kept = {field: getattr(position, field) for field in _KEPT}
    used = {**state.used, **{int(number): count for number, count in position.used.items()}}
    ferries = dict(state.ferries)
    for name, owner in position.ferries.items():
        ferries[fold(name)] = ferries.get(fold(name), Ferry(name, owner))._replace(owner=owner)
    new = state._replace(
        **{field: value for field, value in kept.items() if value is not None},
        ledger=ledger.close(),
        ferries=ferries,
        used={number: count for number, count in used.items() if count},
        may_build={**state.may_build, **position.may_build},
    )
    if position.connected is not None:
        reached = state.reached
        counted = new._replace(connected={number: reached.get(number, ()) for number in position.connected})
        if {*counted.reached} != {*reached}:
            new = with_one_left(counted._replace(one_left=None))
    if position.anew:
        new = new._replace(done=(), next=None, common_roll=None if position.round else new.common_roll)
    if (new.phase, new.round) != (state.phase, state.round):
        new = new._replace(done=(), next=None, common_roll=None)
    if new.run is not None:
        new = new._replace(run=new.run._replace(number=new.runs_done + 1))
    if position.turn is not None and position.turn.player != new.up:
        order = new.order
        new = new._replace(done=order[: order.index(position.turn.player)], next=None)
    return Outcome(new, ledger.postings, (say("table.recounted"),))
