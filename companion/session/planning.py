"""A new session on its way: game, players, options and position, each step a value that gives the next one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.copybook import Book
from companion.core.errors import Refusal
from companion.core.forms import Ask, Choice, Draft, Question
from companion.core.messages import Message, say
from companion.core.names import fold, tidy
from companion.core.people import People, Person, colour_of
from companion.core.table import Option
from companion.forms.cells import value_in
from companion.forms.grid import Grid, GridCell
from companion.forms.renaming import renamed
from companion.games.ruleset import OptionRule, Ruleset
from companion.session.config import config_of, header_of
from companion.session.played import Played, play
from companion.storage.rulesets import Loaded

COLOURS = (
    "red",
    "blue",
    "green",
    "yellow",
    "black",
    "white",
    "orange",
    "purple",
    "brown",
    "grey",
    "pink",
    "turquoise",
)
"""Those on offer; any other text is one too."""

Draw = Callable[[int], int]
"""Draws one of so many, counted from 0."""


class Seat(NamedTuple):
    id: int
    """Stays with the player, whatever is renamed or moved."""
    name: str
    colour: str | None = None
    is_start: bool = False


class OptionChoice(NamedTuple):
    """One option: what the ruleset says of it, and what holds now."""

    key: str
    rule: OptionRule
    """Its names, help, choices and bounds."""
    default: Option
    """What holds if nothing is said; it may depend on the players and on the other options."""
    value: Option

    @property
    def is_default(self) -> bool:
        return self.value == self.default


class PositionDraft(NamedTuple):
    """A position as it was typed, and what the players were called then."""

    draft: Draft
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Plan:
    shelf: tuple[Loaded, ...]
    """The rulesets on offer; there is at least one."""
    game: str
    """The id of the one that is chosen."""
    people: People = ()
    """Who played before, the most recent first."""
    seats: tuple[Seat, ...] = ()
    title: str = ""
    given: Mapping[str, Mapping[str, Option]] = field(default_factory=dict)
    """Options that were set, by game: a look at another game loses none of them."""
    counted: Mapping[str, PositionDraft] = field(default_factory=dict)
    """Positions, by game."""

    @property
    def loaded(self) -> Loaded:
        return next(one for one in self.shelf if one.ruleset.id == self.game)

    @property
    def ruleset(self) -> Ruleset:
        return self.loaded.ruleset

    def with_game(self, game: str) -> "Plan":
        """Another game for the same players; one that is not on offer changes nothing."""
        known = any(one.ruleset.id == game for one in self.shelf)
        return replace(self, game=game) if known else self

    def titled(self, title: str) -> "Plan":
        return replace(self, title=title)

    # Players

    @property
    def players(self) -> People:
        """Those at the table, for remembering them."""
        return tuple(Person(seat.name, seat.colour) for seat in self.seats)

    @property
    def absent(self) -> People:
        """Those who played before and do not sit here, the most recent first."""
        here = {fold(seat.name) for seat in self.seats}
        return tuple(one for one in self.people if fold(one.name) not in here)

    def add(self, name: str, colour: str | None = None) -> "Plan":
        """Somebody more, in the last seat; who played before comes with the colour of that time."""
        number = 1 + max((seat.id for seat in self.seats), default=0)
        seat = Seat(number, tidy(name), colour or colour_of(self.people, name))
        return replace(self, seats=(*self.seats, seat))

    def rename(self, place: int, name: str) -> "Plan":
        """Calls somebody otherwise; a position knows it too."""
        seat = self.seats[place]
        colour = seat.colour or colour_of(self.people, name)
        return self._seated(place, seat._replace(name=tidy(name), colour=colour))

    def recolour(self, place: int, colour: str | None) -> "Plan":
        tidied = tidy(colour or "") or None
        return self._seated(place, self.seats[place]._replace(colour=tidied))

    def next_colour(self, place: int, by: int = 1) -> "Plan":
        """The next colour on offer that nobody else has; after the last one none at all."""
        own = fold(self.seats[place].colour or "")
        taken = {fold(seat.colour) for seat in self.seats if seat.colour} - {own}
        open_to = (None, *(one for one in COLOURS if one not in taken))
        here = open_to.index(own) if own in open_to else 0
        return self.recolour(place, open_to[(here + by) % len(open_to)])

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
        """Draws the start player; nobody is drawn at an empty table."""
        return self.start_with(draw(len(self.seats))) if self.seats else self

    def _seated(self, place: int, seat: Seat) -> "Plan":
        seats = list(self.seats)
        seats[place] = seat
        return replace(self, seats=tuple(seats))

    # Options

    @property
    def options(self) -> tuple[OptionChoice, ...]:
        """All options of the game, in the order of its ruleset."""
        given = self.given.get(self.game, {})
        now = self._complete(given)
        return tuple(
            OptionChoice(
                key, rule, self._complete({k: v for k, v in given.items() if k != key})[key], now[key]
            )
            for key, rule in self.ruleset.options.items()
        )

    def with_option(self, key: str, value: Option) -> "Plan":
        """With an option set; Refusal for a value that does not fit."""
        self.ruleset.checked({key: value})
        return self._agreed({**self.given.get(self.game, {}), key: value})

    def with_option_text(self, key: str, text: str) -> "Plan":
        """With an option as it is typed; an empty text takes back what was set."""
        if not text.strip():
            return self.without_option(key)
        rule = self.ruleset.options.get(key)
        return self.with_option(key, text if rule is None else value_in(_question_of(key, rule), text))

    def without_option(self, key: str) -> "Plan":
        """With an option at its default again."""
        return self._agreed({k: v for k, v in self.given.get(self.game, {}).items() if k != key})

    def turned(self, key: str, by: int = 1) -> "Plan":
        """With an option at its next value: the other one, the next choice, the next number that fits."""
        option = next(one for one in self.options if one.key == key)
        value, choices = option.value, option.rule.choices
        if isinstance(value, bool):
            return self.with_option(key, not value)
        if choices:
            return self.with_option(key, choices[(choices.index(value) + by) % len(choices)])
        try:
            return self.with_option(key, value + by) if isinstance(value, int) else self
        except Refusal:
            return self

    def _agreed(self, given: Mapping[str, Option]) -> "Plan":
        return replace(self, given={**self.given, self.game: given})

    def _complete(self, given: Mapping[str, Option]) -> dict[str, Option]:
        """All options, for as many players as the game would take."""
        least, most = self.ruleset.players.least, self.ruleset.players.most
        return self.ruleset.options_for(given, min(max(len(self.seats), least), most))

    # The position

    @property
    def position(self) -> dict[str, Any]:
        """What was typed of a position, with the players as they are called now."""
        counted = self.counted.get(self.game)
        if counted is None:
            return {}
        now = {seat.id: seat.name for seat in self.seats}
        names = {fold(name): now.get(number) for number, name in counted.names.items()}
        if all(now.get(number) == name for number, name in counted.names.items()):
            return dict(counted.draft)
        begun = self._begun(header_of(self.game, tuple(counted.names.values())))
        return renamed(_asking(begun, Book())(counted.draft), counted.draft, names)

    def with_position(self, draft: Draft) -> "Plan":
        counted = PositionDraft(draft, {seat.id: seat.name for seat in self.seats})
        return replace(self, counted={**self.counted, self.game: counted})

    def grid(self, book: Book | None = None) -> Grid:
        """The position of the game as a grid; Refusal as long as there is no sound table to lay it out for."""
        begun = self._begun(self.header(with_position=False))
        return Grid(_asking(begun, book or Book()), self.position)

    def put(self, cell: GridCell, text: str) -> "Plan":
        """With a cell of the present grid filled or emptied; Refusal for a text that does not fit."""
        return self.with_position(self.grid().put(cell, text))

    # The whole

    @property
    def problems(self) -> tuple[Message, ...]:
        """What keeps the session from being made, as making it would say it."""
        try:
            self._begun(self.header())
        except Refusal as refusal:
            return tuple(problem.message for problem in refusal.violations)
        return ()

    @property
    def hints(self) -> tuple[Message, ...]:
        """What is odd and keeps nobody from playing: players of one colour."""
        wearers: dict[str, list[Seat]] = {}
        for seat in self.seats:
            if seat.colour:
                wearers.setdefault(fold(seat.colour), []).append(seat)
        return tuple(
            say("plan.same-colour", names=tuple(seat.name for seat in seats), colour=seats[0].colour)
            for seats in wearers.values()
            if len(seats) > 1
        )

    @property
    def laying_out(self) -> Sequence[Message]:
        """What to lay out for this game and table; nothing as long as the table is not sound."""
        try:
            begun = self._begun(self.header(with_position=False))
        except Refusal:
            return ()
        return begun.config.game.laying_out(begun.corrected.table)

    def header(self, created: datetime | None = None, with_position: bool = True) -> dict[str, Any]:
        """The header of the session; of options only those that differ from their defaults."""
        players = [
            {"name": seat.name, **({"colour": seat.colour} if seat.colour else {})} for seat in self.seats
        ]
        starts = self.seats[self.start_place].name if self.start_place else None
        options = {one.key: one.value for one in self.options if not one.is_default}
        return header_of(
            self.game,
            players,
            created=created,
            title=self.title.strip() or None,
            starts=starts,
            options=options or None,
            position=(self.position if with_position else None) or None,
        )

    def _begun(self, header: Mapping[str, Any]) -> Played:
        return play(config_of(header, self.loaded), ())


def _asking(begun: Played, book: Book) -> Ask:
    game, state = begun.config.game, begun.replay.opening.state
    return lambda draft: game.position_questions(state, draft, book)


def _question_of(key: str, rule: OptionRule) -> Question:
    """An option as a question, so that it is typed like everything else."""
    ask = say("plan.option", key=key)
    if isinstance(rule.default, bool):
        return Question(field=key, kind="switch", ask=ask)
    if rule.choices:
        choices = tuple(Choice(str(choice), answer=choice) for choice in rule.choices)
        return Question(field=key, kind="pick", ask=ask, choices=choices)
    return Question(field=key, kind="count" if isinstance(rule.default, int) else "text", ask=ask)
