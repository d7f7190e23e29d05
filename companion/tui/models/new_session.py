"""The page of a new session as rows with keys: game, players, start, options, names, title, position, play.

Where only the end is scored, game and players are enough.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple

from companion.core.copybook import Book
from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.names import fold, tidy
from companion.core.people import Draw, Person
from companion.session.planning import Plan

Kind = Literal[
    "game", "seat", "add", "starts", "option", "pieces", "piece", "title", "position", "score", "play"
]
SHOWN_PEOPLE = 9
_DOING = ("pieces", "position", "score", "play")
"""Rows on which Enter leads elsewhere."""


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
        self.notice: Message | None = None
        """What the last key did, where that is not plain to see."""
        self.is_made = False
        self.wish: Literal["play", "position", "score", "pieces"] | None = None
        self.is_naming = False
        """Whether an option gets a value of the table's own, such as another map."""
        self.are_pieces_open = False

    @property
    def rows(self) -> tuple[FormRow, ...]:
        plan = self.plan
        rows = [FormRow("game"), *(FormRow("seat", place) for place in range(len(plan.seats)))]
        if len(plan.seats) < plan.ruleset.players.most:
            rows.append(FormRow("add"))
        if plan.is_final:
            return (*rows, FormRow("title"), FormRow("play"))
        rows += [FormRow("starts"), *(FormRow("option", place) for place in range(len(plan.options)))]
        if plan.pieces:
            rows.append(FormRow("pieces"))
        if self.are_pieces_open:
            rows += [FormRow("piece", place) for place in range(len(plan.pieces))]
        return (*rows, FormRow("title"), FormRow("position"), FormRow("score"), FormRow("play"))

    @property
    def offered(self) -> tuple[tuple[int, Person], ...]:
        """Remembered players who are not at the table and fit what is typed; each keeps the same digit."""
        typed = self.typed.casefold() if self.row.kind == "add" else ""
        known = enumerate(self.plan.people if typed else self.plan.people[:SHOWN_PEOPLE])
        found = [(at, one) for at, one in known if one.name.casefold().startswith(typed)]
        return tuple(one for one in found if one[1] in self.plan.absent)[:SHOWN_PEOPLE]

    @property
    def is_typing(self) -> bool:
        return self.row.kind in _TYPED

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to lose."""
        return bool(self.plan.seats or self.plan.title or self.typed)

    # Keys

    def press(self, key: str) -> bool:
        """Takes a key; False where it means nothing in this row."""
        self.problem = self.notice = None
        moves: dict[str, Callable[[], None]] = {
            "up": lambda: self._step(-1),
            "back-tab": lambda: self._step(-1),
            "down": lambda: self._step(1),
            "tab": self._tab,
            "enter": self._enter,
            "left": lambda: self._turn(-1),
            "right": lambda: self._turn(1),
            "backspace": lambda: self._erase(is_all=False),
            "delete": lambda: self._erase(is_all=True),
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
        """Take what is typed here, and go to a row; to the last one if it is gone."""
        self._take_typed()
        self.is_naming = False
        self.row = kind, place = row if row in self.rows else self.rows[-1]
        if kind == "seat":
            self.typed = self.plan.seats[place].name
        elif kind == "piece":
            self.typed = self.plan.pieces[place].name
        else:
            self.typed = self.plan.title if kind == "title" else ""

    def _step(self, way: int) -> None:
        rows = self.rows
        place = rows.index(self.row) if self.row in rows else 0
        if self.is_leaving and way > 0:  # the next one moves up into this row
            self._take_typed()
            self.row, rows, place = rows[0], self.rows, place - way
        self.go(rows[min(max(0, place + way), len(rows) - 1)])

    @property
    def is_leaving(self) -> bool:
        """Whether the player of this row is about to be taken out, having no name any more."""
        return self.row.kind == "seat" and not self.typed.strip()

    def _take_typed(self) -> None:
        """What was typed in this row; a name without letters takes the player from the table."""
        plan, typed = self.plan, self.typed.strip()
        if self.row.kind == "seat" and self.row.place < len(plan.seats):
            place = self.row.place
            self.plan = plan.rename(place, typed) if typed else plan.remove(place)
        elif self.row.kind == "add" and typed:
            self.plan = plan.add(typed)
        elif self.row.kind == "option" and typed:
            key = plan.options[self.row.place].key
            is_own = self.is_naming
            self.plan = plan.with_option(key, tidy(typed)) if is_own else plan.with_option_text(key, typed)
        elif self.row.kind == "piece":
            self.plan = plan.tell(self.row.place, typed, plan.pieces[self.row.place].colour)
        elif self.row.kind == "title":
            self.plan = replace(plan, title=self.typed)
        self.typed = ""

    def _enter(self) -> None:
        kind = self.row.kind
        if kind == "play" and self.plan.is_final:
            self.wish = "score"
        elif kind == "play" and self.plan.problems:
            self.problem = self.plan.problems[0]
        elif kind == "play":
            self.wish = "play"
        elif kind in ("position", "score", "pieces"):
            self.wish = kind
        elif kind == "game":
            self.go(FormRow("add"))
        elif kind == "add":
            is_done = not self.typed.strip()
            self._take_typed()
            self.go(FormRow("play") if is_done else FormRow("add"))
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

    def _erase(self, is_all: bool) -> None:
        """Backspace and Delete: the last letter or all of what is typed, else what this row has."""
        if self.is_typing and self.typed:
            self.typed = "" if is_all else self.typed[:-1]
        elif self.row.kind == "option":
            self.plan = self.plan.without_option(self.plan.options[self.row.place].key)
        elif is_all and self.is_leaving:
            self._step(1)
        elif is_all and self.row.kind == "position":
            self.plan = self.plan.with_position({})
        elif not is_all and self.row.kind == "add" and self.plan.seats:
            self.go(FormRow("seat", len(self.plan.seats) - 1))

    def open_pieces(self, book: Book) -> None:
        """Has a row for each piece that may be named, with what the copy book knows of it."""
        self.plan = replace(self.plan, book=book)
        self.are_pieces_open = True
        self.go(FormRow("piece"))

    def _turn(self, way: int) -> None:
        kind, plan = self.row.kind, self.plan
        if kind == "game":
            ids = [one.ruleset.id for one in plan.shelf]
            self.plan = plan.with_game(ids[(ids.index(plan.game) + way) % len(ids)])
        elif kind == "seat":
            self._take_name()
            self.plan = self.plan.next_colour(self.row.place, way)
        elif kind == "starts" and plan.seats:
            self.plan = plan.start_with((plan.start_place + way) % len(plan.seats))
        elif kind == "piece":
            self.plan = plan.tell(self.row.place, self.typed, plan.pieces[self.row.place].colour)
            self.plan = self.plan.next_piece_colour(self.row.place, way)
        elif kind == "option":
            self._turn_option(way)

    def _turn_option(self, way: int) -> None:
        """The next value; behind the last one on offer comes one of the table's own, where there may be one."""
        option, is_open = self.plan.options[self.row.place], self._is_open()
        offered = self.plan.ruleset.offered(option.key)
        is_last = is_open and option.value == (offered[-1] if way > 0 else offered[0])
        is_own = is_open and option.value not in offered
        self.typed = ""
        if is_last and not self.is_naming:
            self.is_naming = True
        elif self.is_naming or is_own:
            self.is_naming = False
            self.plan = self.plan.with_option(option.key, offered[0 if way > 0 else -1])
        else:
            self.plan = self.plan.turned(option.key, way)

    def _take_name(self) -> None:
        if self.typed.strip():
            self.plan = self.plan.rename(self.row.place, self.typed)

    def _shift(self, way: int) -> None:
        if self.row.kind != "seat":
            return
        self._take_name()
        place = self.row.place
        self.plan = self.plan.moved(place, way)
        self.row = FormRow("seat", min(max(0, place + way), len(self.plan.seats) - 1))

    def _type(self, key: str) -> bool:
        kind = self.row.kind
        if kind == "add" and not self.typed and key.isdecimal() and self._pick(int(key) - 1):
            return True
        if kind == "option" and key == " " and not self.typed:
            self._turn(1)
        elif kind == "option" and not self._may_be_value(self.typed + key):
            self.problem = say("screen.option-own" if self._is_open() else "screen.option-keys")
        elif kind in _TYPED:
            self.typed += key
        elif kind == "game" and key.isdecimal() and 0 < int(key) <= len(self.plan.shelf):
            self.choose_game(self.plan.shelf[int(key) - 1].ruleset.id)
            self.notice = say("screen.game-chosen", game=self.plan.ruleset.names.en.long)
        elif kind == "play" and key.isdecimal():
            self._pick_from_below(int(key) - 1)
        elif kind == "starts" and key in " d":
            self.plan = self.plan.draw_start(self._draw)
        elif kind == "starts" and key.isdecimal() and 0 < int(key) <= len(self.plan.seats):
            self.plan = self.plan.start_with(int(key) - 1)
        elif kind in ("game", "play") and key.isalpha() and FormRow("add") in self.rows:
            self.go(FormRow("add"))  # a letter can only be the first of a name
            self.typed = key
        else:
            return False
        return True

    def _pick_from_below(self, place: int) -> None:
        """Somebody who is offered under Add sits down, though the mark is further below."""
        if place not in dict(self.offered) or FormRow("add") not in self.rows:
            self.problem = say("screen.digits-add")
            return
        self.go(FormRow("add"))
        self._pick(place)

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

    # Pointing

    def choose_game(self, game: str) -> None:
        self._take_typed()
        self.plan = self.plan.with_game(game)
        self.go(FormRow("add"))

    def _pick(self, place: int) -> bool:
        person = dict(self.offered).get(place)
        if person is None:
            return False
        self.typed = ""
        self.plan = self.plan.add(person.name, person.colour)
        if FormRow("add") not in self.rows:
            self.go(FormRow("play"))
        return True

    def point(self, target: str) -> None:
        """Does what a part of the page stands for; what is wrong with the text typed before is said first."""
        self.problem = self.notice = None
        try:
            self._do(target)
        except Refusal as refusal:
            self.problem = refusal.message

    def _do(self, target: str) -> None:
        what, _, value = target.partition(":")
        kind, _, place = value.partition("/")
        if what == "row":
            row = next((one for one in self.rows if (one.kind, str(one.place)) == (kind, place)), self.row)
            is_here = row == self.row
            if not is_here:
                self.go(row)
            if kind in _DOING or is_here:
                self.press("enter" if kind in _DOING else "right")
        elif what == "game":
            self.choose_game(value)
        elif what == "pick":
            self.go(FormRow("add"))
            self._pick(int(value))
        elif what == "draw":
            self.plan = self.plan.draw_start(self._draw)
        elif what in ("up", "down", "out", "colour"):
            self._change_seat(what, int(value))

    def _change_seat(self, what: str, place: int) -> None:
        meant = self.plan.seats[place].id
        self._take_typed()  # which may take another player from the table
        found = next((at for at, seat in enumerate(self.plan.seats) if seat.id == meant), None)
        if found is not None:
            self.row, self.typed = FormRow("seat", found), self.plan.seats[found].name
        if found is None or what == "out":
            self.typed = ""
            self.go(FormRow("add"))
        elif what == "colour":
            self._turn(1)
        else:
            self._shift(-1 if what == "up" else 1)

    def missing(self) -> list[Message]:
        """What the plan still lacks, without the problem that is shown already."""
        lacks = self.plan.problems if self.plan.seats else (say("screen.no-players"),)
        return [one for one in lacks if one != self.problem]
