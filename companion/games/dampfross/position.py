"""A position of Dampfross, and how a state is brought to it; a recount sets any part of it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from companion.core.errors import Violation
from companion.core.game import Outcome
from companion.core.ledger import BANK, Books, player
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.dampfross.actions import Cities, CityNumber
from companion.games.dampfross.checks import number_problem, written_number_problem
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import UNITS, Ferry, State, order_of
from companion.games.models import (
    Amount,
    Count,
    Held,
    HeldByPlayer,
    Model,
    Name,
    Number,
    PlayerName,
    distinct_names,
)


class PositionTurn(Model):
    player: PlayerName


class Position(Model):
    phase: Literal["building", "operating"] | None = None
    round: Number | None = None
    runs_done: Count | None = None
    accounts: Annotated[dict[PlayerName, Amount], AfterValidator(distinct_names)] = {}
    connected: Cities | None = None
    ferries: Annotated[dict[Name, PlayerName], AfterValidator(distinct_names)] = {}
    """Whose each is."""
    used: Held = {}
    """By number: how often it was start or goal."""
    may_build: HeldByPlayer = {}
    last_goal: Annotated[CityNumber | None, Field()] = None
    turn: PositionTurn | None = None


def position_violations(
    ruleset: DampfrossRuleset, state: State, position: Position, names: Names
) -> list[Violation]:
    named = [(name, "accounts") for name in position.accounts]
    named += [(owner, "ferries") for owner in position.ferries.values()]
    named += [(name, "may_build") for name in position.may_build]
    named += [] if position.turn is None else [(position.turn.player, "turn.player")]
    found: list[Violation | None] = [
        unknown_player(name, f"position.{field}", names.values())
        for name, field in named
        if fold(name) not in names
    ]
    found += [number_problem(ruleset, number, "position.connected") for number in position.connected or ()]
    found += [written_number_problem(ruleset, written, "position.used") for written in position.used]
    if position.last_goal is not None:
        found.append(number_problem(ruleset, position.last_goal, "position.last_goal"))
    found += _phase_problems(state, position)
    rule = ruleset.maps.get(state.options.map)
    ferries = {*state.ferries, *(fold(name) for name in position.ferries)}
    if rule is not None and rule.ferries is not None and len(ferries) > rule.ferries:
        message = say("dampfross.no-ferry-left", most=rule.ferries)
        found.append(Violation(message, field="position.ferries", final=True))
    return [violation for violation in found if violation is not None]


def _phase_problems(state: State, position: Position) -> list[Violation]:
    if state.phase == "finished" and (position.phase is not None or position.turn is not None):
        return [Violation(say("table.over"), field="position.phase", final=True)]
    if state.run is not None and position.phase == "building":
        message = say("dampfross.run-under-way", number=state.run.number)
        return [Violation(message, field="position.phase", final=True)]
    if position.turn is not None and (position.phase or state.phase) != "building":
        return [Violation(say("dampfross.no-turns"), field="position.turn", final=True)]
    return []


def placed(state: State, position: Position, names: Names) -> Outcome[State]:
    """The state with the parts of the position that are given."""
    books = Books(state.ledger)
    books.settle(UNITS, BANK, [(player(names[fold(name)]), held) for name, held in position.accounts.items()])
    new = state._replace(
        ledger=books.close(),
        phase=position.phase or state.phase,
        round=position.round or state.round,
        runs_done=state.runs_done if position.runs_done is None else position.runs_done,
        ferries=_ferries(state, position.ferries, names),
        used=_counts(state.used, {int(number): count for number, count in position.used.items()}),
        may_build={**state.may_build, **{names[fold(who)]: n for who, n in position.may_build.items()}},
        last_goal=state.last_goal if position.last_goal is None else position.last_goal,
    )
    if position.connected is not None:
        new = new._replace(
            connected={number: state.connected.get(number, ()) for number in position.connected}
        )
    if new.phase != state.phase or position.round is not None:
        new = new._replace(done=(), common_roll=None)
    if new.run is not None:
        new = new._replace(run=new.run._replace(number=new.runs_done + 1))
    if position.turn is not None:
        order = order_of(new)
        new = new._replace(done=order[: order.index(names[fold(position.turn.player)])])
    return Outcome(new, books.postings, (say("table.recounted"),))


def _ferries(state: State, given: Mapping[str, str], names: Names) -> Mapping[str, Ferry]:
    found = dict(state.ferries)
    for name, owner in given.items():
        known = found.get(fold(name))
        found[fold(name)] = Ferry(known.name if known else name, names[fold(owner)])
    return found


def _counts(known: Mapping[int, int], given: Mapping[int, int]) -> Mapping[int, int]:
    return {number: count for number, count in {**known, **given}.items() if count}
