"""The page that makes a pad: which row has the cursor, what is typed, and what a key does."""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.session.pad_draft import PARTS, PadDraft, PadItem, Ways
from companion.session.pad_trial import Trial

Focus = Literal["name", "way", "numbers"]
TYPED = ("name", "players", "category", "kind")
"""Kinds of rows with a text to type."""
_MOVES = {"up": -1, "shift+tab": -1, "down": 1}


class MakerRow(NamedTuple):
    kind: str
    place: int = 0


FIRST = (*map(MakerRow, ("name", "players", "wins")), *(MakerRow("part", at) for at in range(len(PARTS))))


class PadMaker:
    def __init__(self, draft: PadDraft, id_for: Callable[[str], str]) -> None:
        """Make or edit a pad; `id_for` returns the id for its name."""
        self.draft, self.id_for = draft, id_for
        self.step, self.row = 1, FIRST[0]
        self.focus: Focus = "name"
        self.typed = draft.name
        self.problem: Message | None = None
        self.trial: Trial | None = None
        """The pad to try, once two steps are done."""
        self._is_fresh = False
        """Whether the next letter replaces the text in the box."""
        self._begun_as = draft.raw("")

    @property
    def is_changed(self) -> bool:
        return self.draft.raw("") != self._begun_as or self.typed != self._text()

    @property
    def rows(self) -> tuple[MakerRow, ...]:
        """The rows of this step; a list of names ends with a row for the next one."""
        if self.step == 1:
            return FIRST
        parts = self.draft.parts
        is_there = {"bid": "bids" in parts, "end": bool(parts & {"rounds", "bids"})}
        is_there |= {"category": "categories" in parts, "kind": "running" in parts}
        kinds = [kind for kind in is_there if is_there[kind]]
        return tuple(MakerRow(kind, at) for kind in kinds for at in range(len(self.items(kind)) + 1))

    def items(self, kind: str) -> list[PadItem]:
        return {"category": self.draft.categories, "kind": self.draft.kinds}.get(kind, [])

    @property
    def item(self) -> PadItem | None:
        """The category or kind of points in this row; None in other rows, and in that for a new one."""
        return next(iter(self.items(self.row.kind)[self.row.place :]), None)

    def ways_of(self, row: MakerRow) -> Ways | None:
        """The ways to choose from in a row."""
        if row.kind == "category":
            items = self.draft.categories
            return items[row.place].ways if row.place < len(items) else None
        return {"bid": self.draft.bid, "end": self.draft.end}.get(row.kind)

    @property
    def has_box(self) -> bool:
        return self.focus == "numbers" or (self.focus == "name" and self.row.kind in TYPED)

    def _text(self) -> str:
        ways = self.ways_of(self.row)
        if self.focus == "numbers" and ways:
            return " ".join(map(str, ways.numbers(ways.chosen)))
        texts = {"name": self.draft.name, "players": f"{self.draft.least}-{self.draft.most}"}
        return texts.get(self.row.kind, self.item.name if self.item else "")

    def go(self, row: MakerRow, focus: Focus = "name") -> None:
        """Take what is typed and go to a row, or to the last one; raise Refusal if the text doesn't fit."""
        self._take()
        self.row = row if row in self.rows else self.rows[-1]
        self.focus = "way" if focus == "name" and self.row.kind in ("bid", "end") else focus
        self.typed = self._text()
        self._is_fresh = self.row.kind == "players" or self.focus == "numbers"

    def type(self, text: str) -> None:
        """Take the text of the box; numbers take effect at once."""
        self.typed, ways = text, self.ways_of(self.row)
        if self.focus == "numbers" and ways:
            ways.put([int(one) for one in re.findall(r"-?\d{1,7}", text)])

    def _take(self) -> None:
        typed, kind = self.typed.strip(), self.row.kind
        if self.focus != "name" or kind not in TYPED:
            return
        if kind == "name":
            self.draft.name = typed
        elif kind == "players":
            numbers = sorted(map(int, re.findall(r"\d{1,3}", typed))) or [0]
            self.draft.set_players(numbers[0], numbers[-1])
        elif self.item is None and typed:
            self.items(kind).append(PadItem(typed))
        elif self.item is not None and typed:
            self.item.name = typed
        elif self.item is not None:
            self.items(kind).remove(self.item)

    def point(self, what: str, value: str) -> None:
        """Choose a way, or go to a row and change its choice; raise Refusal if the typed text doesn't fit."""
        ways = self.ways_of(self.row)
        if what == "way" and ways:
            ways.chosen = value
        elif what == "row":
            self.go(self.rows[int(value)])
            if not self.has_box and self.step == 1:
                self._press_first(" ")

    def press(self, key: str) -> bool:
        """Take a key; False if the text box takes it, or if it means nothing here."""
        self.problem, is_fresh, self._is_fresh = None, self._is_fresh, False
        try:
            if is_fresh and len(key) == 1:
                self.type(key)
                return True
            return self._move(key) or (self._press_first if self.step == 1 else self._press_second)(key)
        except Refusal as refusal:
            self.problem = refusal.message
            return True

    def _move(self, key: str) -> bool:
        """Go up or down a row; among ways, choose the one above or below."""
        by, ways = _MOVES.get(key, 0), self.ways_of(self.row)
        if by and self.focus == "way" and ways and key != "shift+tab":
            at = ways.keys.index(ways.chosen) + by
            ways.chosen = ways.keys[min(max(0, at), len(ways.keys) - 1)]
        elif by:
            at = self.rows.index(self.row) + by
            self.go(self.rows[min(max(0, at), len(self.rows) - 1)])
        return bool(by)

    def _press_first(self, key: str) -> bool:
        kind, part = self.row.kind, int(key) - 1 if key.isdecimal() else self.row.place
        match key:
            case "enter" if kind != "part":
                self.go(MakerRow("part", min(map(PARTS.index, self.draft.parts), default=0)))
            case "enter":
                self._end_first()
            case "tab":
                return self._move("down")
            case "left" | "right" | " " if kind == "wins":
                self.draft.wins = "lowest" if self.draft.wins == "highest" else "highest"
            case " " | "1" | "2" | "3" | "4" if not self.has_box:
                self.row = MakerRow("part", part)
                self.draft.toggle(PARTS[part])
            case "backspace" if not self.has_box:
                return self._move("up")
            case _:
                return False
        return True

    def _end_first(self) -> None:
        if not self.draft.name:
            self.go(FIRST[0])
            self.problem = say("make-pad.no-name")
        else:
            if not self.draft.parts:
                self.draft.try_out(self.id_for(self.draft.name))
            self.step = 2
            self.go(self.rows[0])

    def _press_second(self, key: str) -> bool:
        ways, digit = self.ways_of(self.row), int(key) if key.isdecimal() else 0
        is_empty = not (self.has_box and self.typed.strip())
        match key:
            case "enter":
                self._next(is_last=is_empty and self.focus == "name" and self.item is None)
            case "tab":
                self._turn_focus()
            case "delete" if self.focus == "name" and self.item:
                self.typed = ""
                self.go(self.row)
            case "left" | "right" if self.focus == "way" and ways:
                return ways.turn_ties(1 if key == "right" else -1)
            case _ if self.focus == "way" and ways and 0 < digit <= len(ways.keys):
                ways.chosen = ways.keys[digit - 1]
            case "backspace" if is_empty and self.focus != "name" and self.item:
                self.go(self.row)
            case "backspace" if is_empty:
                self._take()
                self.step, self.row, self.focus, self.typed = 1, FIRST[-len(PARTS)], "name", ""
            case _:
                return False
        return True

    def _turn_focus(self) -> None:
        """Go from the name to the ways, to the numbers, to the name."""
        focus = self.focus
        self.go(self.row)  # a new name is an item from now on
        ways = self.ways_of(self.row)
        if ways is not None and focus == "name":
            self.go(self.row, "way")
        elif ways is not None and focus == "way" and ways.numbers(ways.chosen):
            self.go(self.row, "numbers")

    def _next(self, is_last: bool) -> None:
        """Go to the next row; from the empty row of a list, or the last row, end the step."""
        if not is_last and self.row.kind in TYPED:
            self.go(MakerRow(self.row.kind, self.row.place + 1))
            return
        kinds = list(dict.fromkeys(row.kind for row in self.rows))
        after = kinds[kinds.index(self.row.kind) + 1 :]
        if after:
            self.go(MakerRow(after[0]))
        else:
            self.finish()

    def finish(self) -> None:
        """Make the pad to try; if it has a fault, go to the category that has it."""
        try:
            self.trial = self.draft.try_out(self.id_for(self.draft.name))
        except Refusal as refusal:
            values, ids = refusal.message.values.values(), self.draft.with_ids(self.draft.categories)
            for place, (key, item) in enumerate(ids):
                if key in values or item.name in values:
                    self.go(MakerRow("category", place))
            self.problem = refusal.message
