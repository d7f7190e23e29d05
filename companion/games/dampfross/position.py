"""A position of Dampfross: read from a state, asked, checked and set."""

from typing import Any, Literal

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Choice, Draft, Fields
from companion.core.errors import Violation, one_violation, reason
from companion.core.game import Outcome, Positions, left_violations, no_items
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.messages import say
from companion.core.names import fold
from companion.forms.questions import Group, Number, Pairs, Pick, Questions, count_pairs
from companion.games.dampfross import actions
from companion.games.dampfross.actions import Cities, CityNumber, FerryName
from companion.games.dampfross.choices import DampfrossForm, ask, count
from companion.games.dampfross.state import UNITS, Ferry, State
from companion.games.models import Amount, Count, Held, HeldByPlayer, Keyed, Model, PlayerName
from companion.games.models import Number as Counted


class DampfrossTurn(Model):
    player: PlayerName


class Position(Model):
    phase: Literal["building", "operating"] | None = None
    round: Counted | None = None
    runs_done: Count | None = None
    accounts: Keyed[PlayerName, Amount] = {}
    connected: Cities | None = None
    ferries: Keyed[FerryName, PlayerName] = {}
    used: Held = {}
    """How often each number was start or goal."""
    may_build: HeldByPlayer = {}
    last_goal: CityNumber | None = None
    turn: DampfrossTurn | None = None


_SAME = ("phase", "round", "runs_done", "last_goal")
"""Fields that a state has under the same names."""


class DampfrossPositions(Positions[State]):
    model = Position

    def questions(self, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        form = DampfrossForm(state, draft, board_notes)
        phase, given = draft.get("phase"), draft.get("ferries", ())
        up = form.player("player", say("ask.player"), lambda name: _turn_violations(state, phase, "turn"))
        ferry = form.ferry(
            ask("ferry"), lambda name: actions.more_ferries_violations(state, (*given, name), "ferries")
        )
        names, phases = ("building", "operating"), []
        for name in names:
            refusal = reason(_phase_violations(state, name, "phase"))
            phases.append(Choice(name, key=name[0], refusal=refusal, is_word=True, among=(names,)))
        who, how_often = form.player("player", say("ask.player")), count("count", 0)
        optional: dict[str, Any] = {"by_place": False, "need": "optional"}
        return (
            Pick.with_keyword("phase", ask("phase"), choices=tuple(phases)),
            Number.with_keyword("round", ask("round"), low=1),
            Number.with_keyword("runs_done", ask("runs"), "runs", low=0),
            count_pairs(who).with_keyword(
                "accounts", ask("accounts"), questions=(who, count("count")), hidden="money"
            ),
            form.city("connected", no_items, word="connected", many=True, **optional),
            Pairs.with_keyword(
                "ferries", ask("owned"), questions=(ferry, form.player("owner", ask("owner")))
            ),
            Pairs.with_keyword("used", ask("used"), questions=(form.number("number"), how_often)),
            count_pairs(who).with_keyword(
                "may_build", ask("may-build"), "may-build", questions=(who, how_often)
            ),
            form.number("last_goal", ask=ask("last-goal"), word="last-goal", **optional),
            Group.with_keyword("turn", say("ask.up"), questions=(up,)),
        )

    def now(self, state: State) -> Fields:
        """The position as a recount can set it: after the end, without the phase."""
        up = state.up
        now = {
            **{field: getattr(state, field) for field in _SAME},
            "accounts": state.accounts,
            "connected": [*state.reached_numbers],
            "ferries": {ferry.name: ferry.owner for ferry in state.ferries.values()},
            "used": {str(number): count for number, count in state.used.items()},
            "may_build": dict(state.may_build),
            "turn": None if up is None else {"player": up},
        }
        if state.is_over:
            del now["phase"]
        return {field: value for field, value in now.items() if value is not None}

    def violations(self, state: State, position: Position) -> list[Violation]:
        violations: list[Violation] = []
        for place, number in enumerate(position.connected or (), 1):
            violations += actions.number_violations(state.ruleset, number, f"position.connected[{place}]")
        for written in position.used:
            violations += actions.number_violations(state.ruleset, written, f"position.used.{written}")
        if position.last_goal is not None:
            violations += actions.number_violations(state.ruleset, position.last_goal, "position.last_goal")
        if position.phase is not None:
            violations += _phase_violations(state, position.phase, "position.phase")
        if position.turn is not None:
            field = "position.turn.player"
            violations += _turn_violations(state, position.phase, field)
            has_left = left_violations(state, position.turn.player, field)
            violations += (violation._replace(final=True) for violation in has_left)
        return violations + actions.more_ferries_violations(state, position.ferries, "position.ferries")

    def recount(self, state: State, position: Position) -> Outcome[State]:
        ledger = OpenLedger(state.ledger)
        ledger.settle(UNITS, BANK, [(player(name), held) for name, held in position.accounts.items()])
        kept = {field: getattr(position, field) for field in _SAME}
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
            reached = state.reached_numbers
            connected = {number: reached.get(number, ()) for number in position.connected}
            counted = new._replace(connected=connected)
            if {*counted.reached_numbers} != {*reached}:
                new = counted._replace(one_left=None).with_one_left()
        if (new.phase, new.round) != (state.phase, state.round):
            new = new._replace(done=(), next=None, common_roll=None)
        if new.run is not None:
            new = new._replace(run=new.run._replace(number=new.runs_done + 1))
        if position.turn is not None and position.turn.player != new.up:
            order = new.order
            new = new._replace(done=order[: order.index(position.turn.player)], next=None)
        return Outcome(new, ledger.postings, (say("table.recounted"),))

    def lessons(self, state: State, position: Position) -> list[Lesson]:
        return [Lesson(state.page_of("ferry"), name) for name in position.ferries]


def _phase_violations(state: State, phase: str, field: str) -> list[Violation]:
    if state.is_over:
        return one_violation("table.over", field, final=True)
    return actions.run_violations(state, field, final=True) if phase == "building" else []


def _turn_violations(state: State, phase: str | None, field: str) -> list[Violation]:
    """Violation if nobody has turns in the phase of the position, or else in the current phase."""
    if state.is_over:
        return one_violation("table.over", field, final=True)
    is_building = (phase or state.phase) == "building"
    return [] if is_building else one_violation("dampfross.no-turns", field, final=True)
