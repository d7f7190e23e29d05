"""What each action of Dampfross does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.copybook import Book, Lesson
from companion.core.errors import Refusal, Violation
from companion.core.forms import Die, Draft, Questions, Roll, Verb
from companion.core.game import ActionRule, Game, Outcome
from companion.core.ledger import BANK, Books, Ledger, player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.replay import Step
from companion.core.table import Names, Table
from companion.core.views import Clock, Reminder, TableView
from companion.games.dampfross.actions import (
    ACTIONS,
    Arrive,
    Build,
    BuyFerry,
    Depart,
    EndBuilding,
    Expand,
    Finish,
    JointBuild,
    RaceRoll,
)
from companion.games.dampfross.building import Works
from companion.games.dampfross.checks import violations_of
from companion.games.dampfross.departures import charges_of, is_understood, trains_of
from companion.games.dampfross.dice import rolled, rolls_in
from companion.games.dampfross.form import VERBS, Forms
from companion.games.dampfross.laying_out import laying_out
from companion.games.dampfross.lessons import lessons_of, lessons_of_position, printed_in
from companion.games.dampfross.payments import pay_from_bank
from companion.games.dampfross.position import Position, placed, position_violations
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.running import Operations, proposed_arrivals
from companion.games.dampfross.sheets import run_sheets
from companion.games.dampfross.snapshot import snapshot_of
from companion.games.dampfross.state import (
    OVERDRAFT,
    UNITS,
    Ferry,
    Options,
    State,
    accounts,
    up_in,
)
from companion.games.dampfross.views import Views
from companion.games.dampfross.workings import fare_tables
from companion.games.entries import Action


def present(players: tuple[str, ...]) -> Names:
    return {fold(name): name for name in players}


class Dampfross(Game[State]):
    engine = "dampfross"
    score_unit = UNITS

    def __init__(self, ruleset: DampfrossRuleset) -> None:
        super().__init__(ruleset)
        self._works = Works(ruleset)
        self._operations = Operations(ruleset)
        self._views = Views(ruleset)

    def laying_out(self, table: Table) -> tuple[Message, ...]:
        return laying_out(self.ruleset, table, self._options(table))

    def begin(self, table: Table, position: Position | None) -> Outcome[State]:
        names = present(table.players)
        books = Books(Ledger({}, OVERDRAFT))
        for name in table.players:
            books.move(UNITS, BANK, player(name), self.ruleset.money.start)
        options = self._options(table)
        state = State(table.players, table.starts, options, books.close())
        if position is None:
            return Outcome(state, tuple(books.postings))
        violations = position_violations(self.ruleset, state, position, names)
        if violations:
            raise Refusal(*violations)
        begun = placed(state, position, names)
        postings = (*books.postings, *begun.postings)
        return Outcome(begun.state, postings, (say("table.position"),), begun.warnings)

    def _options(self, table: Table) -> Options:
        """As agreed; a map of the ruleset in whatever spelling."""
        options = Options(**{key: table.options[key] for key in Options._fields})  # type: ignore[arg-type]
        known = {fold(name): name for name in self.ruleset.maps}
        return options._replace(map=known.get(fold(options.map), options.map))

    def recount_violations(self, state: State, position: Position) -> list[Violation]:
        names = present(state.players)
        return position_violations(self.ruleset, state, position, names)

    def recount(self, state: State, position: Position) -> Outcome[State]:
        names = present(state.players)
        return placed(state, position, names)

    def after_entry(self, outcome: Outcome[State], is_own: bool) -> Outcome[State]:
        """Accounts below zero are warned about; the end is looked for while no run is under way."""
        state = outcome.state
        warnings = (*outcome.warnings, *_below_zero(outcome))
        ended = None
        if state.phase == "operating" and state.run is None:
            ended = self._ending(state)
        if ended is None:
            return outcome._replace(warnings=warnings)
        over = state._replace(phase="finished", ended=ended, may_build={})
        return Outcome(over, outcome.postings, (*outcome.log, ended), warnings)

    def _ending(self, state: State) -> Message | None:
        rule = self.ruleset.runs.get(state.options.end)
        if rule is not None:
            return say("dampfross.ended-by-runs", runs=rule.runs) if state.runs_done >= rule.runs else None
        target = self.ruleset.target_for(len(state.players))
        reached = tuple(name for name, held in accounts(state).items() if held >= target)
        return say("dampfross.ended-by-target", players=reached, target=target) if reached else None

    def position_lessons(self, state: State, position: Position) -> Sequence[Lesson]:
        return lessons_of_position(state, position)

    def printed(self, state: State) -> Sequence[Lesson]:
        return printed_in(self.ruleset, state.options.map)

    def position_questions(self, state: State, draft: Draft, book: Book) -> Questions:
        return Forms(self.ruleset, state, book).position()

    def is_over(self, state: State) -> bool:
        return state.phase == "finished"

    def up(self, state: State) -> str | None:
        return up_in(state)

    def scores(self, state: State) -> dict[str, int]:
        return accounts(state)

    def projection(self, state: State) -> dict[str, int]:
        return accounts(state)

    def winners(self, state: State) -> tuple[str, ...]:
        if state.phase != "finished":
            return ()
        held = accounts(state)
        return tuple(name for name in state.players if held[name] == max(held.values()))

    def snapshot(self, state: State) -> Mapping[str, object]:
        return snapshot_of(state)

    def tables(self, state: State) -> Sequence[TableView]:
        return self._views.tables(state)

    def clock(self, state: State) -> Clock:
        return self._views.clock(state)

    def reminders(self, state: State) -> Sequence[Reminder]:
        return self._views.reminders(state)

    def rolls(self, state: State) -> tuple[str, ...]:
        return rolls_in(self.ruleset, state)

    def roll(self, state: State, what: str, die: Die) -> Roll:
        return rolled(self.ruleset, state, what, die)

    def proposals(self, state: State) -> Sequence[Mapping[str, Any]]:
        return proposed_arrivals(state)

    def workings(self, state: State, action: Action) -> Sequence[TableView]:
        """The fare matrix of a departure."""
        names = present(state.players)
        if not isinstance(action, Depart) or not is_understood(action, names):
            return ()
        trains = trains_of(action, names)
        return fare_tables(state, trains, charges_of(self.ruleset, state, trains))

    def sheets(self, opening: Outcome[State], steps: Sequence[Step[State, Any]]) -> Sequence[TableView]:
        return run_sheets(opening, steps)

    def _build(self, state: State, action: Build, names: Names) -> Outcome[State]:
        return self._works.build(state, action, names)

    def _joint_build(self, state: State, action: JointBuild, names: Names) -> Outcome[State]:
        return self._works.joint_build(state, action, names)

    def _expand(self, state: State, action: Expand, names: Names) -> Outcome[State]:
        return self._works.expand(state, action, names)

    def _buy_ferry(self, state: State, action: BuyFerry, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        books = Books(state.ledger)
        receipt = self._works.ferry(who, action.ferry)
        pay_from_bank(books, receipt)
        ferries = {**state.ferries, fold(action.ferry): Ferry(action.ferry, who)}
        return Outcome(state._replace(ledger=books.close(), ferries=ferries), books.postings, (receipt,))

    def _end_building(self, state: State, action: EndBuilding, names: Names) -> Outcome[State]:
        new = state._replace(phase="operating", done=(), common_roll=None)
        return Outcome(new, log=(say("dampfross.building-ended", round=state.round),))

    def _depart(self, state: State, action: Depart, names: Names) -> Outcome[State]:
        return self._operations.depart(state, action, names)

    def _race_roll(self, state: State, action: RaceRoll, names: Names) -> Outcome[State]:
        return self._operations.race_roll(state, action, names)

    def _arrive(self, state: State, action: Arrive, names: Names) -> Outcome[State]:
        return self._operations.arrive(state, action, names)

    def _finish(self, state: State, action: Finish, names: Names) -> Outcome[State]:
        ended = say("dampfross.ended-by-table")
        new = state._replace(phase="finished", ended=ended, run=None, may_build={})
        return Outcome(new, log=(ended,))


def _below_zero(outcome: Outcome[State]) -> list[Message]:
    """Those whose account this entry left below zero."""
    paying = {posting.source for posting in outcome.postings if posting.unit == UNITS}
    held = accounts(outcome.state)
    return [
        say("dampfross.below-zero", player=name, account=held[name])
        for name in outcome.state.players
        if held[name] < 0 and player(name) in paying
    ]


_PLAYS: Mapping[type, Callable[[Dampfross, State, Any, Names], Outcome[State]]] = {
    Build: Dampfross._build,
    JointBuild: Dampfross._joint_build,
    BuyFerry: Dampfross._buy_ferry,
    EndBuilding: Dampfross._end_building,
    Depart: Dampfross._depart,
    RaceRoll: Dampfross._race_roll,
    Arrive: Dampfross._arrive,
    Expand: Dampfross._expand,
    Finish: Dampfross._finish,
}


def _rule(verb: Verb) -> ActionRule:
    return ActionRule(
        name=verb.name,
        key=verb.key,
        needs_player=verb.needs_player,
        is_instant=verb.is_instant,
        model=ACTIONS[verb.name],
        play=lambda game, state, action: _PLAYS[type(action)](game, state, action, present(state.players)),
        questions=lambda game, state, draft, book: Forms(game.ruleset, state, book, draft.get("by")).of(
            verb.name, draft
        ),
        checks=lambda game, state, action: violations_of(game.ruleset, state, action, present(state.players)),
        lessons=lambda game, state, action: lessons_of(state, action),
    )


Dampfross.actions = tuple(_rule(verb) for verb in VERBS)
