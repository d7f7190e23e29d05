"""The plan of a new session, the rows of its page, and the text of the focused row."""

from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.messages import Message, say
from companion.core.names import fold, tidy
from companion.core.people import Draw, Person
from companion.session.planning import Plan

Kind = Literal[
    "game", "seat", "add", "starts", "options", "option", "piece", "title", "play", "position", "score"
]
SHOWN_PEOPLE = 9
TURNS = {"left": -1, "right": 1}
SHIFTS = {"shift+up": -1, "ctrl+up": -1, "shift+down": 1, "ctrl+down": 1}


class FormRow(NamedTuple):
    kind: Kind
    place: int = 0

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.place}"


class NewSessionModel:
    def __init__(self, plan: Plan, draw: Draw) -> None:
        self.plan, self.draw = plan, draw
        self.row = FormRow("game")
        """The row that has the focus, or had it when the page was left."""
        self.typed = ""
        self.problem: Message | None = None
        self.made: Path | None = None
        self.is_naming = False
        """Whether the option gets a value that isn't on offer, such as another map."""
        self.are_options_open = False

    @property
    def rows(self) -> tuple[FormRow, ...]:
        plan = self.plan
        rows = [FormRow("game"), *(FormRow("seat", place) for place in range(len(plan.seats)))]
        if self.can_add:
            rows.append(FormRow("add"))
        if plan.is_final:
            return (*rows, FormRow("title"), FormRow("play"))
        rows += [FormRow("starts")] if plan.seats and plan.rules.first_player != "none" else []
        if self.are_options_open:
            rows += [FormRow("option", place) for place in range(len(plan.options))]
            rows += [FormRow("piece", place) for place in range(len(plan.pieces))]
            rows.append(FormRow("title"))
        else:
            rows.append(FormRow("options"))
        rows.append(FormRow("play"))
        rows += [FormRow("position")] if plan.rules.has_position else []
        return (*rows, *([FormRow("score")] if plan.rules.has_final_sheet else []))

    @property
    def can_add(self) -> bool:
        return len(self.plan.seats) < self.plan.ruleset.players.most

    @property
    def has_box(self) -> bool:
        """Whether the focused row takes text; an option does once a fitting letter is typed."""
        kind, place = self.row
        if kind == "piece":
            return self.plan.pieces[place].is_named
        return kind in ("seat", "add", "title") or (kind == "option" and bool(self.typed or self.is_naming))

    @property
    def has_keys(self) -> bool:
        """Whether letters are keys of the page; else they are text, or begin a name."""
        return not self.has_box and not (self.row.kind == "game" and self.can_add)

    @property
    def suggestions(self) -> tuple[tuple[int, Person], ...]:
        """Remembered players who are absent and match the typed text; each keeps the same digit."""
        typed = self.typed.casefold() if self.row.kind == "add" else ""
        known = enumerate(self.plan.people if typed else self.plan.people[:SHOWN_PEOPLE])
        found = [(at, one) for at, one in known if one.name.casefold().startswith(typed)]
        return tuple(one for one in found if one[1] in self.plan.absent)[:SHOWN_PEOPLE]

    @property
    def awaits_players(self) -> bool:
        """Whether more players must still be added in the focused row."""
        is_short = len(self.plan.seats) < self.plan.ruleset.players.least
        return self.row.kind == "add" and is_short and self.lack is not None

    @property
    def is_begun(self) -> bool:
        return bool(self.plan.seats or self.plan.title or self.typed)

    @property
    def lack(self) -> Message | None:
        if not self.plan.seats:
            return say("screen.no-players")
        missing = self.plan.ruleset.players.least - len(self.plan.seats)
        if missing > 0 and not self.plan.is_final:
            return say("screen.more-players", count=missing)
        faults = () if self.plan.is_final else self.plan.faults
        return faults[0].message if faults else None

    def go(self, row: FormRow) -> None:
        """Take the typed text and focus another row; raise Refusal if the text doesn't fit."""
        self.take()
        self.focus(row)

    def open_options(self, board_notes: BoardNotes) -> None:
        self.plan, self.are_options_open = replace(self.plan, board_notes=board_notes), True
        self.focus(next(row for row in self.rows if row.kind in ("option", "piece", "title")))

    def focus(self, row: FormRow) -> None:
        """Focus a row, with its text from the plan; focus Start if the row is gone."""
        self.is_naming, plan = False, self.plan
        self.row = kind, place = row if row in self.rows else FormRow("play")
        if kind in ("seat", "piece"):
            self.typed = plan.names[place] if kind == "seat" else plan.pieces[place].name
        else:
            self.typed = plan.title if kind == "title" else ""

    def take(self) -> None:
        """Put the typed text into the plan, unless it is an empty name; raise Refusal if it doesn't fit."""
        plan, typed, (kind, place) = self.plan, self.typed.strip(), self.row
        if kind == "piece":
            self.plan = plan.tell(place, typed, plan.pieces[place].colour)
        elif kind == "title":
            self.plan = replace(plan, title=typed)
        elif kind == "seat" and typed:
            self.plan = plan.rename(place, typed)
        elif kind == "add" and typed:
            self.plan = plan.add(typed)
        elif kind == "option" and typed:
            key = plan.options[place].key
            is_own = self.is_naming
            self.plan = plan.with_option(key, tidy(typed)) if is_own else plan.with_option_text(key, typed)

    def choose_game(self, game: str) -> None:
        """Choose a game and fold the options, which differ from game to game."""
        self.plan, self.are_options_open = self.plan.with_game(game), False

    def change(self, key: str) -> bool:
        """Change the plan by a key; False if the row has no such key. Raise Refusal if the text is unfit."""
        plan, (kind, place), way = self.plan, self.row, TURNS.get(key, 0)
        match kind:
            case "game" if way:
                ids = plan.row_games
                self.choose_game(ids[(ids.index(plan.game) + way) % len(ids)])
            case "starts" if way:
                self.plan = plan.start_with((plan.start_place + way) % len(plan.seats))
            case "starts" if key.isdecimal() and 0 < int(key) <= len(plan.seats):
                self.plan = plan.start_with(int(key) - 1)
            case "starts" if key == "r":
                self.plan = plan.draw_start(self.draw)
            case "option" if way or (key == " " and not self.typed):
                self._turn_option(way or 1)
            case "option" if key == "backspace" and not self.typed:
                self.plan = plan.without_option(plan.options[place].key)
            case "seat" | "piece" if way:
                self.take()
                turned = self.plan.next_colour if kind == "seat" else self.plan.next_piece_colour
                self.plan = turned(place, way)
            case "seat" if key in SHIFTS:
                self.take()
                self.plan = self.plan.move(place, SHIFTS[key])
                self.focus(FormRow("seat", min(max(0, place + SHIFTS[key]), len(plan.seats) - 1)))
            case "seat" if key == "delete":
                self.plan = plan.remove(place)
                self.focus(FormRow("add"))  # so that the next typed name renames nobody
            case "add" | "option" | "piece" | "title" if key == "delete" and self.typed:
                self.typed = ""
            case "position" if key == "delete" and plan.position:
                self.plan = plan.with_position({})
            case _:
                return False
        return True

    def _turn_option(self, way: int) -> None:
        """Turn to the next value; after the last value on offer comes the players' own, if allowed."""
        option, plan = self.plan.options[self.row.place], self.plan
        offered = plan.ruleset.listed_values(option.key)
        is_last = self.is_open and option.value == (offered[-1] if way > 0 else offered[0])
        was_naming, self.is_naming, self.typed = self.is_naming, is_last and not self.is_naming, ""
        if was_naming or (self.is_open and option.value not in offered):
            self.plan = plan.with_option(option.key, offered[0 if way > 0 else -1])
        elif not self.is_naming:
            self.plan = plan.step_option(option.key, way)

    @property
    def is_open(self) -> bool:
        """Whether the focused option may have a value that isn't on offer."""
        option = self.plan.options[self.row.place]
        return bool(self.plan.ruleset.listed_values(option.key)) and not option.rule.choices

    def may_be_value(self, text: str) -> bool:
        option, ruleset = self.plan.options[self.row.place], self.plan.ruleset
        if isinstance(option.value, bool):
            return bool(self.plan.lexicon.beginning_with(("yes", "no"), text))
        offered = ruleset.listed_values(option.key)
        if self.is_naming or not (offered or isinstance(option.value, int)):
            return True
        if not offered:
            return text.isdecimal()
        words = (word for one in offered for word in ruleset.spellings(option.key, one))
        return any(fold(word).startswith(fold(text)) for word in words)
