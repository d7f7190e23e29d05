"""Plan a new session: game, seats, options, names of pieces, position; and a rematch."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.errors import Refusal, Violation
from companion.core.forms import Choice, Draft
from companion.core.game import AnyGame, FinalScoringForm
from companion.core.messages import Message, say
from companion.core.names import fold, tidy
from companion.core.people import Draw, People, Person, Seat, colour_of, next_colour
from companion.core.table import Option, clockwise
from companion.forms.cells import Fault, GridCell, GridSection
from companion.forms.drafts import RowOf, found_at, put
from companion.forms.grid import Grid, answer_in, in_seat_order
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Ask, Number, Pick, Question, Switch, Text
from companion.forms.questions.question import rename_players
from companion.games.entries import Recount, Setup, action_block
from companion.games.ruleset import OptionRule, Ruleset
from companion.session.config import config_of, header_of
from companion.session.preview import preview_of
from companion.session.record import Record, record_of
from companion.session.revision import Revision
from companion.session.session import Session
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded


def _doubts(grid: Grid, notes: tuple[int, ...]) -> Iterator[Fault]:
    """Money that no notes make up, and rows that are filled without their first cell."""
    least = min(notes, default=1)
    for cell in _sums(grid):
        value = found_at(grid.draft, cell.path)
        if value is not None and value % least:
            yield Fault(say("plan.no-notes", cell=cell.name, amount=value, note=least), cell.path)
    for first, *others in (row.cells for one in grid.sections if not one.players for row in one.rows):
        is_head = any(isinstance(step, RowOf) for step in first.path)
        if is_head and not first.text and any(cell.text not in ("", "0") for cell in others):
            yield Fault(say("plan.row-begun", cell=first.name), first.path)


def _sums(grid: Grid) -> Iterator[GridCell]:
    """Money and scores of the players: numbers without a bound."""
    for cell in (cell for section in grid.sections if section.players for cell in section.cells):
        if cell.question.is_amount and cell.question.high is None:
            yield cell


class Piece(NamedTuple):
    page: str
    key: str
    """What entries call it."""
    name: str = ""
    colour: str | None = None
    is_named: bool = True
    """Whether it may have another name, or only a colour."""


class OptionChoice(NamedTuple):
    key: str
    rule: OptionRule
    default: Option
    """The value if none is given; it may depend on the players and on the other options."""
    value: Option


PositionDraft = tuple[Draft, Mapping[int, str]]
"""A position as it was typed, and what the players were called then, by the id of their seat."""


@dataclass(frozen=True, slots=True)
class Plan:
    shelf: tuple[Loaded, ...]
    """There is at least one."""
    game: str
    """The id of the chosen ruleset."""
    people: People = ()
    """Who played before, the most recent first."""
    seats: tuple[Seat, ...] = ()
    title: str = ""
    given: Mapping[str, Mapping[str, Option]] = field(default_factory=dict)
    """Options that were set, by game: a look at another game loses none of them."""
    is_final: bool = False
    counted: Mapping[tuple[str, bool], PositionDraft] = field(default_factory=dict)
    """By game and `is_final`."""
    told: Mapping[str, Mapping[int, Piece]] = field(default_factory=dict)
    board_notes: BoardNotes = field(default_factory=BoardNotes)
    lexicon: Lexicon = ENGLISH

    @property
    def loaded(self) -> Loaded:
        return next(one for one in self.shelf if one.ruleset.id == self.game)

    @property
    def ruleset(self) -> Ruleset:
        return self.loaded.ruleset

    @property
    def _rules(self) -> AnyGame:
        return self.loaded.engine.game(self.ruleset)

    def display_names(self) -> Mapping[str, str]:
        return self._rules.display_names(self.board_notes)

    def with_game(self, game: str) -> "Plan":
        """Another game for the same players; one that is not on offer changes nothing."""
        known = any(one.ruleset.id == game for one in self.shelf)
        return replace(self, game=game) if known else self

    # Players

    @property
    def players(self) -> People:
        return tuple(Person(seat.name, seat.colour) for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def colours(self) -> dict[str, str]:
        """Those that somebody chose, by name."""
        return {seat.name: seat.colour for seat in self.seats if seat.colour}

    @property
    def absent(self) -> People:
        """Those who played before and do not sit here, the most recent first."""
        here = set(map(fold, self.names))
        return tuple(one for one in self.people if fold(one.name) not in here)

    def add(self, name: str, colour: str | None = None) -> "Plan":
        """Somebody more, in the last seat; who played before comes with the colour of that time."""
        number = 1 + max((seat.id for seat in self.seats), default=0)
        seat = Seat(number, tidy(name), colour or colour_of(self.people, name))
        return replace(self, seats=(*self.seats, seat))

    def rename(self, place: int, name: str) -> "Plan":
        """Rename somebody, in the position too."""
        colour = self.seats[place].colour or colour_of(self.people, name)
        return self._seated(place, name=tidy(name), colour=colour)

    def recolour(self, place: int, colour: str | None) -> "Plan":
        return self._seated(place, colour=tidy(colour or "") or None)

    def next_colour(self, place: int, by: int = 1) -> "Plan":
        others = {seat.colour for at, seat in enumerate(self.seats) if at != place}
        return self.recolour(place, next_colour(self.seats[place].colour, others, by))

    def remove(self, place: int) -> "Plan":
        """Without somebody; a position forgets what that player had."""
        return replace(self, seats=self.seats[:place] + self.seats[place + 1 :])

    def moved(self, place: int, by: int) -> "Plan":
        """With somebody in another one's seat, and the other way round; beyond the seats nobody moves."""
        seats, other = list(self.seats), place + by
        if 0 <= other < len(seats):
            seats[place], seats[other] = seats[other], seats[place]
        return replace(self, seats=tuple(seats))

    @property
    def start_place(self) -> int:
        """Who starts: the first seat, as long as nobody was picked or drawn."""
        return next((place for place, seat in enumerate(self.seats) if seat.is_start), 0)

    def start_with(self, place: int) -> "Plan":
        seats = (seat._replace(is_start=number == place) for number, seat in enumerate(self.seats))
        return replace(self, seats=tuple(seats))

    def draw_start(self, draw: Draw) -> "Plan":
        return self.start_with(draw(len(self.seats))) if self.seats else self

    def _seated(self, place: int, **changes: Any) -> "Plan":
        seats = list(self.seats)
        seats[place] = seats[place]._replace(**changes)
        return replace(self, seats=tuple(seats))

    # Options

    @property
    def options(self) -> tuple[OptionChoice, ...]:
        """All options of the game: first those that hold for good, else in the order of its ruleset."""
        now, found = self._complete(self._given()), []
        for key, rule in sorted(self.ruleset.options.items(), key=lambda item: not item[1].fixed):
            found.append(OptionChoice(key, rule, self._complete(self._given(but=key))[key], now[key]))
        return tuple(found)

    def _given(self, but: str = "") -> dict[str, Option]:
        return {key: value for key, value in self.given.get(self.game, {}).items() if key != but}

    def with_option(self, key: str, value: Option) -> "Plan":
        """With an option set; Refusal for a value that does not fit, which calls the option by its name."""
        try:
            self.ruleset.check_options({key: value})
        except Refusal as refusal:
            path, found = f"options.{key}", list[Violation]()
            name = say("plan.option", key=path)
            for one in refusal.violations:
                values = {k: name if value == path else value for k, value in one.message.values.items()}
                found.append(one._replace(message=say(one.message.key, **values)))
            raise Refusal(*found) from None
        return replace(self, given={**self.given, self.game: {**self._given(), key: value}})

    def with_option_text(self, key: str, text: str) -> "Plan":
        """With an option as it is typed, like every other answer."""
        rule, ask = self.ruleset.options[key], say("plan.option", key=f"options.{key}")
        values = [(one, self.ruleset.spellings(key, one)) for one in self.ruleset.offered(key)]
        question: Question = (Number if isinstance(rule.default, int) else Text)(key, ask)
        if isinstance(rule.default, bool):
            question = Switch(key, ask)
        elif values:
            choices = tuple(Choice(str(one), words, answer=one) for one, words in values)
            question = Pick(key, ask, choices=choices, is_open=not rule.choices)
        return self.with_option(key, answer_in(question, text, self.lexicon))

    def without_option(self, key: str) -> "Plan":
        return replace(self, given={**self.given, self.game: self._given(but=key)})

    def turned(self, key: str, by: int = 1) -> "Plan":
        """With an option at its next value: the other one, the next choice, the next number that fits."""
        option = next(one for one in self.options if one.key == key)
        value, choices = option.value, self.ruleset.offered(key)
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
        """All options, for as many players as the game would take."""
        least, most = self.ruleset.players.least, self.ruleset.players.most
        return self.ruleset.options_for(given, min(max(len(self.seats), least), most))

    # What the table names

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What may be named or coloured, as it was typed here or is in the copy book."""
        told, named, found = self.told.get(self.game, {}), self._rules.nameable_pieces(), []
        for place, one in enumerate(self._rules.colourable_pieces()):
            page, key, _ = one
            facts = {fact: str(value) for fact, value in self.board_notes.facts(page, key).items()}
            known = Piece(page, key, facts.get("name", ""), facts.get("colour") or None, one in named)
            found.append(told.get(place, known))
        return tuple(found)

    def tell(self, place: int, name: str, colour: str | None) -> "Plan":
        piece = self.pieces[place]._replace(name=tidy(name), colour=colour)
        return replace(self, told={**self.told, self.game: {**self.told.get(self.game, {}), place: piece}})

    def next_piece_colour(self, place: int, by: int = 1) -> "Plan":
        piece = self.pieces[place]
        others = {one.colour for one in self.pieces if one.page == piece.page and one != piece}
        return self.tell(place, piece.name, next_colour(piece.colour, others, by))

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """What was named here, for the copy book; nothing of what has neither name nor colour."""
        found = []
        for one in self.told.get(self.game, {}).values():
            facts = {"name": one.name, "colour": one.colour}
            found.append(Lesson(one.page, one.key, {key: fact for key, fact in facts.items() if fact}))
        return tuple(lesson for lesson in found if lesson.facts)

    # The position

    @property
    def position(self) -> dict[str, Any]:
        """What was typed of a position, with the players as they are called now."""
        draft, called = self.counted.get((self.game, self.is_final), ({}, {}))
        now = {seat.id: seat.name for seat in self.seats}
        if all(now.get(number) == name for number, name in called.items()):
            return dict(draft)
        then = header_of(self.game, tuple(called.values()), options=self._options() or None)
        names = {fold(name): now.get(number) for number, name in called.items()}
        return rename_players(self._asking(self._begun(then))(draft), draft, names)

    def with_position(self, draft: Draft) -> "Plan":
        counted = draft, {seat.id: seat.name for seat in self.seats}
        return replace(self, counted={**self.counted, (self.game, self.is_final): counted})

    def grid(self) -> Grid:
        """The position of the game as a grid; Refusal as long as there is no sound table to lay it out for."""
        asking = self._asking(self._begun(self.header(with_position=False)))
        return Grid(asking, self.position, lexicon=self.lexicon)

    @property
    def sections(self) -> tuple[GridSection, ...]:
        return self.grid().sections

    @property
    def ending(self) -> dict[str, Any] | None:
        """The entry that ends a session made for the final scoring alone."""
        return self._split()[1] if self.is_final else None

    def _split(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What was counted for the final scoring: what belongs into the position, and what the last entry says."""
        fields = self.loaded.engine.position.model_fields
        grid = self.grid()
        draft = dict(grid.draft)
        for cell in _sums(grid):  # whoever was not given any money or score has 0
            if not cell.text and cell.path[0] in fields:
                draft = put(draft, cell.path, 0)
        sheet = self._sheet(self._begun(self.header(with_position=False)), draft)
        said = sheet.read(draft)
        position = {key: value for key, value in said.items() if key in fields}
        rest = {key: value for key, value in said.items() if key not in fields}
        return position, {"do": sheet.verb, **rest}

    def put(self, cell: GridCell, text: str) -> "Plan":
        """With a cell of the present grid filled or emptied; Refusal for a text that does not fit."""
        return self.with_position(self.grid().put(cell, text))

    # The whole

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What keeps the session from being made, as making it would say it; of a cell, the sentence names it."""
        try:
            record, ending = self.begun(), self.ending
            violations = () if ending is None else preview_of(record, ending, BoardNotes()).violations
        except Refusal as refusal:
            violations = refusal.violations
        if not violations and not self.is_final:
            return ()
        try:
            grid = self.grid()
        except Refusal:
            return tuple(Fault(one.message) for one in violations)
        doubts = _doubts(grid, self._rules.notes) if self.is_final else ()
        return (*(grid.fault(one) for one in violations), *doubts)

    @property
    def hints(self) -> tuple[Message, ...]:
        """What is odd and keeps nobody from playing: players of one colour."""
        found = []
        for colour in dict.fromkeys(fold(seat.colour) for seat in self.seats if seat.colour):
            same = [seat for seat in self.seats if fold(seat.colour or "") == colour]
            if len(same) > 1:
                names = tuple(seat.name for seat in same)
                found.append(say("plan.same-colour", names=names, colour=same[0].colour))
        return tuple(found)

    def header(self, created: datetime | None = None, with_position: bool = True) -> dict[str, Any]:
        """The header of the session; of options only those that differ from their defaults."""
        position = None
        if with_position:
            position = self._split()[0] if self.is_final else self.position or None
        return header_of(
            self.game,
            [{"name": one.name, **({"colour": one.colour} if one.colour else {})} for one in self.seats],
            created=created,
            title=self.title.strip() or None,
            starts=self.seats[self.start_place].name if self.start_place else None,
            options=self._options() or None,
            position=position,
        )

    def _options(self) -> dict[str, Option]:
        """Those that differ from their defaults, and those under which the end alone is scored."""
        said = {one.key: one.value for one in self.options if one.value != one.default}
        final = {k: v for k, v in self._rules.final_options.items() if k in self.ruleset.options}
        return {**said, **(final if self.is_final else {})}

    def begun(self) -> Record:
        return self._begun(self.header())

    def _begun(self, header: Mapping[str, Any]) -> Record:
        return record_of(config_of(header, self.loaded), ())

    def _asking(self, begun: Record) -> Ask:
        state, seats = begun.opening.state, begun.table.seats
        if self.is_final:
            return lambda draft: in_seat_order(self._sheet(begun, draft).questions, seats)
        return lambda draft: in_seat_order(
            begun.game.position_questions(state, draft, self.board_notes), seats
        )

    def _sheet(self, begun: Record, draft: Draft) -> FinalScoringForm:
        return begun.game.final_sheet(begun.opening.state, draft, self.board_notes)


def sheet_correction(plan: Plan, record: Record, reason: str) -> dict[str, Any] | None:
    """The entry that corrects the session a final sheet made before; {} if nothing differs.

    None if it can't: another game or number of players, or entries other than counts were made since.
    """
    players, game = record.corrected.table.players, record.game
    is_sheet = record.is_over and record.failure is None and _is_sheet_only(record)
    if not is_sheet or record.config.ruleset.id != plan.game or len(plan.seats) != len(players):
        return None
    revision, ending, now = Revision(record), record.numbers[-1], record
    if setup := _header_changes(plan, record):
        revision = revision.inserting(ending, setup)
        now = record.tried(record.entry(revision.block), revision.block)
    wanted = plan.begun()
    states = now.context(BoardNotes(), ending).state, wanted.opening.state
    position = _position_changes(*map(game.position_now, states))
    if position:
        recount = {"do": "recount", "reason": reason, "position": position}
        revision = revision.inserting(ending, recount)
    if plan.ending is not None and plan.ending != action_block(now.actions_of(ending)[-1]):
        revision = revision.amending(ending, plan.ending)
    return revision.block if revision.changes else {}


def _is_sheet_only(record: Record) -> bool:
    """Whether a final sheet made the session: nothing was played, only counted and set up."""
    played = [one.action for one in record.effective if not isinstance(one.action, Recount | Setup)]
    return len(played) == 1


def _header_changes(plan: Plan, record: Record) -> dict[str, Any]:
    table, names = record.corrected.table, plan.names
    moved = {} if {*names} == {*table.players} else dict(zip(table.players, names, strict=True))
    found = {
        "title": plan.title.strip() if plan.title.strip() != (table.title or "") else None,
        "rename": {old: new for old, new in moved.items() if old != new},
        "colours": {name: one for name, one in plan.colours.items() if one != table.colours.get(name)},
    }
    given = {key: value for key, value in found.items() if value}
    return {**given, "do": "setup"} if given else {}


def _position_changes(now: Any, then: Any) -> Any:
    """The parts of a position that differ; a row that is no longer there is counted as empty."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        parts = ((key, now.get(key), value) for key, value in then.items())
        found = {key: _position_changes(old, new) for key, old, new in parts if old != new}
        return {key: value for key, value in found.items() if value != {}}
    rows = [*now, *then] if isinstance(now, list) and isinstance(then, list) else []
    if not rows or not isinstance(rows[0], Mapping):
        return then
    head = next(iter(rows[0]))
    before, after = ({row[head]: row for row in rows} for rows in (now, then))
    for name in before.keys() - after.keys():
        held = {key: one for key, one in before[name].items() if isinstance(one, Mapping)}
        after[name] = {key: dict.fromkeys(one, 0) for key, one in held.items()}
    pairs = [(name, before.get(name, {}), after[name]) for name in {**before, **after}]
    return [{head: name, **_position_changes(old, new)} for name, old, new in pairs if old != new]


def rematch(plan: Plan, session: Session) -> Plan:
    """Same game, seats, colours and options; the next one clockwise starts. FileError if the game is not available."""
    table, game = session.table, session.ruleset.id
    planned = replace(plan.with_game(game), title="")
    if planned.game != game:
        raise FileError(session.path, say("shelf.no-game", game=session.ruleset.names.en.long))
    starts = table.seats[1 % len(table.seats)]
    players = enumerate(clockwise(table.seats, table.players[0]), 1)
    seats = tuple(Seat(number, name, table.colours.get(name), name == starts) for number, name in players)
    is_sheet_only = session.is_over and _is_sheet_only(session.record)
    meant = session.game.final_options if is_sheet_only else {}
    known = planned.ruleset.options
    given = {key: value for key, value in table.options.items() if key in known and meant.get(key) != value}
    return replace(planned, seats=seats, given={**planned.given, game: given})
