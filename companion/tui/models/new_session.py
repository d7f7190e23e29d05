"""The page of a new session as rows with keys: game, players, who starts, options, and Start.

Below Start are the two ways for a game that is under way. Where only the end is scored, game and players are enough.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

from companion.core.copybook import Book
from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.names import fold, tidy
from companion.core.people import Draw, Person
from companion.session.planning import Plan

Kind = Literal[
    "game", "seat", "add", "starts", "options", "option", "piece", "title", "play", "position", "score"
]
SHOWN_PEOPLE = 9
_OPENING: Mapping[str, Kind] = {"o": "options", "j": "position", "s": "score"}
"""Rows that a letter opens from anywhere but where letters are text."""
_POINTED = {"up": "move-up", "down": "move-down", "out": "delete", "colour": "right"}
"""Keys for what stands behind a name."""


class FormRow(NamedTuple):
    kind: Kind
    place: int = 0


_TYPED: frozenset[Kind] = frozenset({"seat", "add", "option", "piece", "title"})


class NewSessionModel:
    def __init__(self, plan: Plan, draw: Draw) -> None:
        self.plan, self._draw = plan, draw
        self.row = FormRow("game")
        self.typed = ""
        self.problem: Message | None = None
        self.made: Path | None = None
        """The session that was made of it, if it is a final sheet."""
        self.wish: Literal["play", "position", "score", "options"] | None = None
        self.is_naming = False
        """Whether an option gets a value of the table's own, such as another map."""
        self.are_options_open = False

    @property
    def rows(self) -> tuple[FormRow, ...]:
        plan = self.plan
        rows = [FormRow("game"), *(FormRow("seat", place) for place in range(len(plan.seats)))]
        if len(plan.seats) < plan.ruleset.players.most:
            rows.append(FormRow("add"))
        if plan.is_final:
            return (*rows, FormRow("title"), FormRow("play"))
        rows += [FormRow("starts")] if plan.seats else []
        if self.are_options_open:
            rows += [FormRow("option", place) for place in range(len(plan.options))]
            rows += [FormRow("piece", place) for place in range(len(plan.pieces))]
            rows.append(FormRow("title"))
        else:
            rows.append(FormRow("options"))
        return (*rows, FormRow("play"), FormRow("position"), FormRow("score"))

    @property
    def offered(self) -> tuple[tuple[int, Person], ...]:
        """Remembered players who are not at the table and fit what is typed; each keeps the same digit."""
        typed = self.typed.casefold() if self.row.kind == "add" else ""
        known = enumerate(self.plan.people if typed else self.plan.people[:SHOWN_PEOPLE])
        found = [(at, one) for at, one in known if one.name.casefold().startswith(typed)]
        return tuple(one for one in found if one[1] in self.plan.absent)[:SHOWN_PEOPLE]

    @property
    def is_typing(self) -> bool:
        kind, place = self.row
        return kind in _TYPED and (kind != "piece" or self.plan.pieces[place].is_named)

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to lose."""
        return bool(self.plan.seats or self.plan.title or self.typed)

    @property
    def lack(self) -> Message | None:
        """What the session can't be started without."""
        if not self.plan.seats:
            return say("screen.no-players")
        faults = () if self.plan.is_final else self.plan.faults
        return faults[0].message if faults else None

    def press(self, key: str) -> bool:
        """Takes a key; False where it means nothing in this row."""
        self.problem = None
        moves: dict[str, Callable[[], None]] = {
            "up": lambda: self._step(-1),
            "back-tab": lambda: self._step(-1),
            "down": lambda: self._step(1),
            "tab": self._tab,
            "home": lambda: self.go(FormRow("game")),
            "end": lambda: self.go(FormRow("play")),
            "enter": self._enter,
            "left": lambda: self._turn(-1),
            "right": lambda: self._turn(1),
            "backspace": self._erase,
            "delete": self._delete,
            "move-up": lambda: self._shift(-1),
            "move-down": lambda: self._shift(1),
        }
        try:
            if key in moves:
                moves[key]()
            elif len(key) == 1 and key.isprintable():
                return self._type(key)
            else:
                return False
        except Refusal as refusal:
            self.problem = refusal.message
        return True

    def go(self, row: FormRow) -> None:
        """Take what is typed here, and go to a row; to Start if it is gone."""
        self._take_typed()
        self.is_naming = False
        self.row = kind, place = row if row in self.rows else FormRow("play")
        if kind == "seat":
            self.typed = self.plan.seats[place].name
        elif kind == "piece":
            self.typed = self.plan.pieces[place].name
        else:
            self.typed = self.plan.title if kind == "title" else ""

    def _step(self, way: int) -> None:
        rows = self.rows
        place = rows.index(self.row) if self.row in rows else 0
        self.go(rows[min(max(0, place + way), len(rows) - 1)])

    def _take_typed(self) -> None:
        """What was typed in this row; a player keeps the name where nothing is left of it."""
        plan, typed = self.plan, self.typed.strip()
        kind, place = self.row
        if kind == "seat" and typed and place < len(plan.seats):
            self.plan = plan.rename(place, typed)
        elif kind == "add" and typed:
            self.plan = plan.add(typed)
        elif kind == "option" and typed:
            key = plan.options[place].key
            is_own = self.is_naming
            self.plan = plan.with_option(key, tidy(typed)) if is_own else plan.with_option_text(key, typed)
        elif kind == "piece":
            self.plan = plan.tell(place, typed, plan.pieces[place].colour)
        elif kind == "title":
            self.plan = replace(plan, title=self.typed)

    def _enter(self) -> None:
        kind = self.row.kind
        if kind == "play" and not self.plan.is_final:
            self.problem = self.lack
            self.wish = None if self.lack else "play"
        elif kind == "play":
            self.wish = "score"
        elif kind in ("options", "position", "score"):
            self.wish = kind
        elif kind == "game":
            self.go(FormRow("add"))
        elif kind == "add":
            self.go(FormRow("add" if self.typed.strip() else "play"))
        else:
            self._step(1)

    def _tab(self) -> None:
        is_adding = self.row.kind == "add"
        if is_adding and self.typed and self.offered:
            self.typed = self.offered[0][1].name
        elif self.row.kind == "game":
            self.go(FormRow("add"))
        elif not is_adding or self.typed or len(self.plan.seats) >= self.plan.ruleset.players.least:
            self._step(1)  # else names are still to be typed here

    def _erase(self) -> None:
        if self.is_typing and self.typed:
            self.typed = self.typed[:-1]
        elif self.row.kind == "option":
            self.plan = self.plan.without_option(self.plan.options[self.row.place].key)
        elif self.row.kind == "add" and self.plan.seats:
            self.go(FormRow("seat", len(self.plan.seats) - 1))

    def _delete(self) -> None:
        kind, place = self.row
        self.typed = ""
        if kind == "seat":
            self.plan = self.plan.remove(place)
            self.go(FormRow("add"))  # where a name that is typed next is nobody else's
        elif kind == "position":
            self.plan = self.plan.with_position({})

    def open_options(self, book: Book) -> None:
        self.plan = replace(self.plan, book=book)
        self.are_options_open = True
        self.go(next(row for row in self.rows if row.kind in ("option", "piece", "title")))

    def _turn(self, way: int) -> None:
        kind, plan = self.row.kind, self.plan
        if kind == "game":
            ids = [one.ruleset.id for one in plan.shelf]
            self._take_game(ids[(ids.index(plan.game) + way) % len(ids)])
        elif kind == "seat":
            self._take_typed()
            self.plan = self.plan.next_colour(self.row.place, way)
        elif kind == "starts":
            self.plan = plan.start_with((plan.start_place + way) % len(plan.seats))
        elif kind == "piece":
            self._take_typed()
            self.plan = self.plan.next_piece_colour(self.row.place, way)
        elif kind == "option":  # behind the last on offer comes one of the table's own
            option, is_open = plan.options[self.row.place], self._is_open()
            offered = plan.ruleset.offered(option.key)
            is_last = is_open and option.value == (offered[-1] if way > 0 else offered[0])
            self.typed = ""
            if is_last and not self.is_naming:
                self.is_naming = True
            elif self.is_naming or (is_open and option.value not in offered):
                self.is_naming = False
                self.plan = plan.with_option(option.key, offered[0 if way > 0 else -1])
            else:
                self.plan = plan.turned(option.key, way)

    def _take_game(self, game: str) -> None:
        """Another game, with its options folded: they are others, and so are the names of its pieces."""
        self.plan, self.are_options_open = self.plan.with_game(game), False

    def _shift(self, way: int) -> None:
        if self.row.kind != "seat":
            return
        self._take_typed()
        place = self.row.place
        self.plan = self.plan.moved(place, way)
        self.row = FormRow("seat", min(max(0, place + way), len(self.plan.seats) - 1))

    def _type(self, key: str) -> bool:
        kind, digit = self.row.kind, int(key) if key.isdecimal() else 0
        can_add = FormRow("add") in self.rows
        if kind == "add" and not self.typed and self._pick(digit - 1):
            return True
        if kind == "option" and key == " " and not self.typed:
            self._turn(1)
        elif kind == "option" and not self._may_be_value(self.typed + key):
            self.problem = say("screen.option-own" if self._is_open() else "screen.option-keys")
        elif kind in _TYPED:
            self.typed += key if self.is_typing else ""
        elif kind == "game" and 0 < digit <= len(self.plan.shelf):
            self.choose_game(self.plan.shelf[digit - 1].ruleset.id)
        elif kind == "play" and key.isdecimal():
            self.problem = None if self._pick(digit - 1) else say("screen.digits-add")
        elif kind == "starts" and key == "r":
            self.plan = self.plan.draw_start(self._draw)
        elif kind == "starts" and 0 < digit <= len(self.plan.seats):
            self.plan = self.plan.start_with(digit - 1)
        elif key in _OPENING and not self.plan.is_final and not (kind == "game" and can_add):
            row = FormRow(_OPENING[key])
            self.go(row if row in self.rows else FormRow("option"))  # else the options are open already
            if self.row == row:
                self._enter()
        elif kind in ("game", "play") and key.isalpha() and can_add:
            self.go(FormRow("add"))
            self.typed = key
        else:
            return False
        return True

    def _is_open(self) -> bool:
        """Whether the marked option may have a value of the table's own."""
        option = self.plan.options[self.row.place]
        return bool(self.plan.ruleset.offered(option.key)) and not option.rule.choices

    def _may_be_value(self, text: str) -> bool:
        option, ruleset = self.plan.options[self.row.place], self.plan.ruleset
        if isinstance(option.value, bool):
            return bool(self.plan.lexicon.beginning_with(("yes", "no"), text))
        offered = ruleset.offered(option.key)
        if self.is_naming or not (offered or isinstance(option.value, int)):
            return True
        if not offered:
            return text.isdecimal()
        words = (word for one in offered for word in ruleset.spellings(option.key, one))
        return any(fold(word).startswith(fold(text)) for word in words)

    def choose_game(self, game: str) -> None:
        self.go(FormRow("game"))
        self._take_game(game)
        self.go(FormRow("add"))

    def _pick(self, place: int) -> bool:
        """Somebody who is offered sits down, wherever the mark is; False where nobody can."""
        person = dict(self.offered).get(place)
        if person is None or FormRow("add") not in self.rows:
            return False
        if self.row.kind != "add":
            self.go(FormRow("add"))
        self.typed = ""
        self.plan = self.plan.add(person.name, person.colour)
        if FormRow("add") not in self.rows:
            self.go(FormRow("play"))
        return True

    def point(self, target: str) -> None:
        """Does what a part of the page stands for; what is wrong with the text typed before is said first."""
        what, _, value = target.partition(":")
        self.problem = None
        try:
            if what == "row":
                row = next((one for one in self.rows if f"{one.kind}/{one.place}" == value), self.row)
                is_here, is_doing = row == self.row, row.kind in ("options", "play", "position", "score")
                if not is_here:
                    self.go(row)
                if is_doing or is_here:
                    self.press("enter" if is_doing else "right")
            elif what == "game":
                self.choose_game(value)
            elif what == "pick":
                self._pick(int(value))
            elif what == "start":
                self.go(FormRow("starts"))
                self.press(value)
            elif what in _POINTED:
                self.go(FormRow("seat", int(value)))
                self.press(_POINTED[what])
        except Refusal as refusal:
            self.problem = refusal.message
