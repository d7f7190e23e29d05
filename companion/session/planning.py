"""Plan a new session: game, seats, options, position; or a rematch."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple, Self

from companion.core.board_notes import BoardNotes
from companion.core.choices import Choice, Draft, Fields
from companion.core.errors import Refusal, Violation
from companion.core.game import AnyGame, FinalScoringForm, positions_of
from companion.core.messages import Message, say
from companion.core.names import fold, tidy
from companion.core.people import People, Person, Seat, colour_of, next_colour
from companion.core.roster import Option, clockwise
from companion.forms.cells import answer_in
from companion.forms.drafts import RowOf, found_at, put
from companion.forms.grid_cells import Fault, Grid, GridCell, GridSection, in_seat_order
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Ask, Number, Pick, Question, Switch, Text
from companion.forms.questions.number import is_amount
from companion.forms.questions.question import rename_players
from companion.games.actions import action_block
from companion.games.common_actions import Recount, Setup
from companion.games.ruleset import OptionRule, Ruleset
from companion.session.config import config_of, header_of
from companion.session.preview import preview_of
from companion.session.record import Record, record_of
from companion.session.revision import Revision
from companion.session.session import Session
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded


def _doubts(grid: Grid, notes: tuple[int, ...]) -> Iterator[Fault]:
    """Yield faults for amounts that no banknotes make up, and for rows filled in without their first cell."""
    least = min(notes, default=1)
    for cell in _sums(grid):
        value = found_at(grid.draft, cell.path)
        if value is not None and value % least:
            yield Fault(say("plan.no-notes", cell=cell.name, amount=value, note=least), cell.path)
    for first, *others in (row.cells for part in grid.sections if not part.players for row in part.rows):
        is_head = any(isinstance(step, RowOf) for step in first.path)
        if is_head and not first.text and any(cell.text not in ("", "0") for cell in others):
            yield Fault(say("plan.row-begun", cell=first.name), first.path)


def _sums(grid: Grid) -> Iterator[GridCell]:
    """Yield the cells with players' money and scores: numbers without a bound."""
    for cell in (cell for section in grid.sections if section.players for cell in section.cells):
        if is_amount(cell.question) and cell.question.high is None:
            yield cell


class OptionChoice(NamedTuple):
    key: str
    rule: OptionRule
    default: Option
    """Value if none is set; can depend on the players and on other options."""
    value: Option


MOST_PADS = 2
BeginsAt = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Plan:
    rulesets: tuple[Loaded, ...]
    game: str
    people: People = ()
    seats: tuple[Seat, ...] = ()
    title: str = ""
    given: Mapping[str, Mapping[str, Option]] = field(default_factory=dict)
    """Options that were set, by game, so that a look at another game loses none."""
    begins: BeginsAt = "start"
    counted: Mapping[tuple[str, BeginsAt], tuple[Draft, Mapping[int, str]]] = field(default_factory=dict)
    """Positions as typed, each with the players' names then by seat id."""
    board_notes: BoardNotes = field(default_factory=BoardNotes)
    lexicon: Lexicon = ENGLISH
    recent: tuple[str, ...] = ()
    """Ids of the games played, the last one first."""
    fixed: frozenset[str] = frozenset()
    started_last: str = ""
    """Who started the session of which this one is a rematch."""

    @property
    def is_final(self) -> bool:
        return self.begins == "end"

    @property
    def beginnings(self) -> tuple[BeginsAt, ...]:
        beginnings: list[BeginsAt] = ["start"]
        beginnings += ["middle"] if self.rules.positions is not None else []
        return (*beginnings, "end") if self.rules.final_sheet is not None else (*beginnings,)

    @property
    def row_games(self) -> tuple[str, ...]:
        """Ids of games for one row: those with rules of their own, the pad chosen, pads played last."""
        games = [loaded.ruleset.id for loaded in self.rulesets if loaded.has_own_rules]
        pads = [loaded.ruleset.id for loaded in self.rulesets if not loaded.has_own_rules]
        lately = [game for game in self.recent if game in pads][:MOST_PADS]
        if self.game in pads and self.game not in lately:
            lately = [self.game, *lately][:MOST_PADS]
        return (*games, *lately)

    @property
    def loaded_ruleset(self) -> Loaded:
        return next(loaded for loaded in self.rulesets if loaded.ruleset.id == self.game)

    @property
    def ruleset(self) -> Ruleset:
        return self.loaded_ruleset.ruleset

    @property
    def rules(self) -> AnyGame:
        return self.loaded_ruleset.game

    def display_names(self) -> Mapping[str, str]:
        return self.rules.names.shown(self.board_notes)

    def with_game(self, game: str) -> "Plan":
        """Choose another game; an unknown one changes nothing."""
        if all(loaded.ruleset.id != game for loaded in self.rulesets):
            return self
        plan = replace(self, game=game)
        return plan if plan.begins in plan.beginnings else replace(plan, begins="start")

    # Players

    @property
    def players(self) -> People:
        return tuple(Person(seat.name, seat.colour) for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def colours(self) -> dict[str, str]:
        return {seat.name: seat.colour for seat in self.seats if seat.colour}

    @property
    def absent(self) -> People:
        here = set(map(fold, self.names))
        return tuple(person for person in self.people if fold(person.name) not in here)

    def add(self, name: str, colour: str | None = None) -> "Plan":
        """Seat a player last; a known player keeps the colour of the last session."""
        number = 1 + max((seat.id for seat in self.seats), default=0)
        seat = Seat(number, tidy(name), colour or colour_of(self.people, name))
        return replace(self, seats=(*self.seats, seat))

    def rename(self, place: int, name: str) -> "Plan":
        colour = self.seats[place].colour or colour_of(self.people, name)
        return self._change_seat(place, name=tidy(name), colour=colour)

    def next_colour(self, place: int, by: int = 1) -> "Plan":
        others = {seat.colour for at, seat in enumerate(self.seats) if at != place}
        return self._change_seat(place, colour=next_colour(self.seats[place].colour, others, by))

    def remove(self, place: int) -> "Plan":
        """Remove a player; the position forgets them too."""
        return replace(self, seats=self.seats[:place] + self.seats[place + 1 :])

    def move(self, place: int, by: int) -> "Plan":
        seats, other = list(self.seats), place + by
        if 0 <= other < len(seats):
            seats[place], seats[other] = seats[other], seats[place]
        return replace(self, seats=tuple(seats))

    @property
    def start_place(self) -> int:
        """Index of the starting player's seat: 0 unless the game has one and another seat was picked or drawn."""
        has_first = self.rules.first_player != "none"
        return next((place for place, seat in enumerate(self.seats) if seat.is_start and has_first), 0)

    def start_with(self, place: int) -> "Plan":
        seats = (seat._replace(is_start=number == place) for number, seat in enumerate(self.seats))
        return replace(self, seats=tuple(seats))

    def _change_seat(self, place: int, **changes: Any) -> Self:
        seats = list(self.seats)
        seats[place] = seats[place]._replace(**changes)
        return replace(self, seats=tuple(seats))

    # Options

    @property
    def options(self) -> tuple[OptionChoice, ...]:
        """The options that can be changed, those fixed for the whole game first."""
        now, options = self._complete(self._chosen_options()), []
        rules = ((key, rule) for key, rule in self.ruleset.options.items() if key not in self.fixed)
        for key, rule in sorted(rules, key=lambda item: not item[1].fixed):
            default = self._complete(self._chosen_options(but=key))[key]
            options.append(OptionChoice(key, rule, default, now[key]))
        return tuple(options)

    def _chosen_options(self, but: str = "") -> dict[str, Option]:
        return {key: value for key, value in self.given.get(self.game, {}).items() if key != but}

    def with_option(self, key: str, value: Option) -> "Plan":
        """Set an option; raise Refusal, with the option's name, if the value is invalid."""
        try:
            self.ruleset.check_options({key: value})
        except Refusal as refusal:
            path, violations = f"options.{key}", list[Violation]()
            name = say("words.name", name=path)
            for fault in refusal.violations:
                values = {k: name if value == path else value for k, value in fault.message.values.items()}
                violations.append(fault._replace(message=say(fault.message.key, **values)))
            raise Refusal(*violations) from None
        return replace(self, given={**self.given, self.game: {**self._chosen_options(), key: value}})

    def with_option_text(self, key: str, text: str) -> "Plan":
        rule, ask = self.ruleset.options[key], say("words.name", name=f"options.{key}")
        values = [(value, self.ruleset.spellings(key, value)) for value in self.ruleset.listed_values(key)]
        question: Question = (Number if isinstance(rule.default, int) else Text)(key, ask)
        if isinstance(rule.default, bool):
            question = Switch(key, ask)
        elif values:
            choices = tuple(Choice(str(value), words, answer=value) for value, words in values)
            question = Pick(key, ask, choices=choices, is_open=not rule.choices)
        return self.with_option(key, answer_in(question, text, self.lexicon))

    def without_option(self, key: str) -> "Plan":
        return replace(self, given={**self.given, self.game: self._chosen_options(but=key)})

    def step_option(self, key: str, by: int = 1) -> "Plan":
        """Step an option to its next value: yes or no, the next choice, or the next number if valid."""
        option = next(row for row in self.options if row.key == key)
        value, choices = option.value, self.ruleset.listed_values(key)
        if isinstance(value, bool):
            return self.with_option(key, not value)
        if choices:
            here = choices.index(value) if value in choices else -1
            return self.with_option(key, choices[(here + by) % len(choices)])
        try:
            return self.with_option(key, value + by) if isinstance(value, int) else self
        except Refusal:
            return self

    def _complete(self, given: Mapping[str, Option]) -> dict[str, Option]:
        least, most = self.ruleset.players.least, self.ruleset.players.most
        return self.ruleset.options_for(given, min(max(len(self.seats), least), most))

    # The position

    @property
    def position(self) -> Fields:
        draft, called = self.counted.get((self.game, self.begins), ({}, {}))
        now = {seat.id: seat.name for seat in self.seats}
        if not draft or all(now.get(number) == name for number, name in called.items()):
            return dict(draft)
        then = header_of(self.game, tuple(called.values()), options=self._options() or None)
        names = {fold(name): now.get(number) for number, name in called.items()}
        return rename_players(self._asking(self._begin(then))(draft), draft, names)

    def with_position(self, draft: Draft) -> "Plan":
        counted = draft, {seat.id: seat.name for seat in self.seats}
        return replace(self, counted={**self.counted, (self.game, self.begins): counted})

    def grid(self) -> Grid:
        """The position as a grid; raise Refusal until the header is valid."""
        asking = self._asking(self._begin(self.header(with_position=False)))
        return Grid(asking, self.position, lexicon=self.lexicon)

    @property
    def sections(self) -> tuple[GridSection, ...]:
        return self.grid().sections

    @property
    def ending(self) -> dict[str, object] | None:
        """The entry that ends a session made for its final scoring; None for other sessions."""
        return self._split()[1] if self.is_final else None

    def _split(self) -> tuple[dict[str, object], dict[str, object]]:
        fields = self.loaded_ruleset.engine.position.model_fields
        grid = self.grid()
        draft = dict(grid.draft)
        for cell in _sums(grid):  # an empty amount is 0
            if not cell.text and cell.path[0] in fields:
                draft = put(draft, cell.path, 0)
        begun = self._begin(self.header(with_position=False))
        answers = self._sheet(begun, draft).read(draft)
        position = {key: value for key, value in answers.items() if key in fields}
        rest = {key: value for key, value in answers.items() if key not in fields}
        return position, {"do": begun.game.end_verb, **rest}

    def put(self, cell: GridCell, text: str) -> "Plan":
        """Fill or empty a cell; raise Refusal if the text is invalid."""
        return self.with_position(self.grid().put(cell, text))

    # The whole

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Faults that keep the session from being made; a fault of a cell names the cell."""
        try:
            record, ending = self.begin(), self.ending
            violations = () if ending is None else preview_of(record, ending, BoardNotes()).violations
        except Refusal as refusal:
            violations = refusal.violations
        if not violations and not self.is_final:
            return ()
        try:
            grid = self.grid()
        except Refusal:
            return tuple(Fault(violation.message) for violation in violations)
        doubts = _doubts(grid, self.rules.notes) if self.is_final else ()
        return (*(grid.fault(violation) for violation in violations), *doubts)

    @property
    def hints(self) -> tuple[Message, ...]:
        """Oddities that don't prevent the game: players of one colour, warnings about the position."""
        hints = []
        for colour in dict.fromkeys(fold(seat.colour) for seat in self.seats if seat.colour):
            same = [seat for seat in self.seats if fold(seat.colour or "") == colour]
            if len(same) > 1:
                names = tuple(seat.name for seat in same)
                hints.append(say("plan.same-colour", names=names, colour=same[0].colour))
        with suppress(Refusal):
            hints += self.begin().opening.warnings
        return tuple(hints)

    def header(self, created: datetime | None = None, with_position: bool = True) -> dict[str, object]:
        """The header of the session, with only those options that differ from their defaults."""
        position = None
        if with_position:
            position = self._split()[0] if self.is_final else self.position or None
        return header_of(
            self.game,
            [{"name": seat.name, **({"colour": seat.colour} if seat.colour else {})} for seat in self.seats],
            created=created,
            title=self.title.strip() or None,
            starts=self.seats[self.start_place].name if self.start_place else None,
            options=self._options() or None,
            position=position,
        )

    def _options(self) -> dict[str, Option]:
        """Options that differ from their defaults, and those required for scoring the end alone."""
        chosen = {option.key: option.value for option in self.options if option.value != option.default}
        final = {k: v for k, v in _final_options(self.rules).items() if k in self.ruleset.options}
        return {**chosen, **(final if self.is_final else {})}

    def begin(self) -> Record:
        return self._begin(self.header())

    def _begin(self, header: Mapping[str, object]) -> Record:
        return record_of(config_of(header, self.loaded_ruleset), ())

    def _asking(self, begun: Record) -> Ask:
        state, seats = begun.opening.state, begun.roster.seats
        if self.is_final:
            return lambda draft: in_seat_order(self._sheet(begun, draft).questions, seats)
        positions = begun.game.positions
        if positions is None:
            return lambda draft: ()
        return lambda draft: in_seat_order(positions.questions(state, draft, self.board_notes), seats)

    def _sheet(self, begun: Record, draft: Draft) -> FinalScoringForm:
        sheet = begun.game.final_sheet
        assert sheet is not None, "only a game that has one begins at its end"
        return sheet.form(begun.opening.state, draft, self.board_notes)


def _final_options(game: AnyGame) -> Mapping[str, Option]:
    return {} if game.final_sheet is None else game.final_sheet.options


def sheet_correction(plan: Plan, record: Record, reason: str) -> dict[str, object] | None:
    """The entry that brings a session made from a final sheet up to date; {} if nothing differs, None if impossible."""
    players, game = record.corrected.roster.players, record.game
    is_sheet = record.is_over and record.failure is None and _is_sheet_only(record)
    if not is_sheet or record.ruleset.id != plan.game or len(plan.seats) != len(players):
        return None
    revision, ending, now = Revision(record), record.numbers[-1], record
    if setup := _header_changes(plan, record):
        revision = revision.insert(ending, setup)
        now = record.try_entry(record.entry(revision.block), revision.block)
    wanted = plan.begin()
    states = now.context(BoardNotes(), ending).state, wanted.opening.state
    position = _position_changes(*map(positions_of(game).now, states))
    if position:
        recount = {"do": "recount", "reason": reason, "position": position}
        revision = revision.insert(ending, recount)
    if plan.ending is not None and plan.ending != action_block(now.actions_of(ending)[-1]):
        revision = revision.amend(ending, plan.ending)
    return revision.block if revision.changes else {}


def _is_sheet_only(record: Record) -> bool:
    """Whether the session has a single action, its ending, besides counts and setup."""
    played = [item.action for item in record.effective if not isinstance(item.action, Recount | Setup)]
    return len(played) == 1


def _header_changes(plan: Plan, record: Record) -> dict[str, object]:
    table, names = record.corrected.roster, plan.names
    moved = {} if {*names} == {*table.players} else dict(zip(table.players, names, strict=True))
    changes = {
        "title": plan.title.strip() if plan.title.strip() != (table.title or "") else None,
        "rename": {old: new for old, new in moved.items() if old != new},
        "colours": {name: own for name, own in plan.colours.items() if own != table.colours.get(name)},
    }
    given = {key: value for key, value in changes.items() if value}
    return {**given, "do": "setup"} if given else {}


def _position_changes(now: Any, then: Any) -> Any:
    """The parts of a position that differ; a missing row counts as empty."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        parts = ((key, now.get(key), value) for key, value in then.items())
        changes = {key: _position_changes(old, new) for key, old, new in parts if old != new}
        return {key: value for key, value in changes.items() if value != {}}
    rows = [*now, *then] if isinstance(now, list) and isinstance(then, list) else []
    if not rows or not isinstance(rows[0], Mapping):
        return then
    head = next(iter(rows[0]))
    before, after = ({row[head]: row for row in rows} for rows in (now, then))
    for name in before.keys() - after.keys():
        held = {key: value for key, value in before[name].items() if isinstance(value, Mapping)}
        after[name] = {key: dict.fromkeys(counts, 0) for key, counts in held.items()}
    pairs = [(name, before.get(name, {}), after[name]) for name in {**before, **after}]
    return [{head: name, **_position_changes(old, new)} for name, old, new in pairs if old != new]


def rematch(plan: Plan, session: Session) -> Plan:
    """Plan the same game, the next player clockwise starting. Raise FileError if the game isn't available."""
    table, game = session.record.roster, session.record.ruleset.id
    planned = replace(plan.with_game(game), title="")
    if planned.game != game:
        raise FileError(session.path, say("shelf.no-game", game=session.record.ruleset.names.of("en").long))
    starts = table.seats[1 % len(table.seats)]
    players = enumerate(clockwise(table.seats, table.players[0]), 1)
    seats = tuple(Seat(number, name, table.colours.get(name), name == starts) for number, name in players)
    is_sheet_only = session.record.is_over and _is_sheet_only(session.record)
    meant = _final_options(session.record.game) if is_sheet_only else {}
    known = planned.ruleset.options
    usual = {**session.record.ruleset.options_for({}, len(table.players)), **meant}
    given = {key: value for key, value in table.options.items() if key in known and usual.get(key) != value}
    return replace(planned, seats=seats, given={**planned.given, game: given}, started_last=table.seats[0])
