"""Edit any grid: which cell is marked, and what is typed there.

What is typed ends only with Enter, Tab or an arrow. Enter and Tab lead to the next player, then to the next row.
"""

from typing import Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.forms.grid import Fault, GridCell, GridSection, fold_sections

WAYS = {"enter": 1, "tab": 1, "right": 1, "shift+tab": -1, "left": -1}
"""Keys to the next cell and back."""
Stop = Literal["cell", "more", "end"]


class CellSource(Protocol):
    """Owner of the cells; filling a cell returns a new source."""

    @property
    def sections(self) -> tuple[GridSection, ...]: ...

    @property
    def faults(self) -> tuple[Fault, ...]: ...

    def put(self, cell: GridCell, text: str) -> Self:
        """Fill a cell, or empty it with an empty text; raise Refusal if the text doesn't fit."""


S = TypeVar("S", bound=CellSource)


class Place(NamedTuple):
    section: int = 0
    row: int = 0
    column: int = 0


class GridEditor(Generic[S]):
    def __init__(self, source: S, is_folded: bool = False) -> None:
        self._is_folded = is_folded
        """Whether only rows with a number for each player are open."""
        self.take_source(source)
        self.place = Place()
        self.stop: Stop = "cell" if self.sections else "end"
        """What is marked: a cell, what is folded below the last one, or the review."""
        self.is_done = False
        self.typed: str | None = None
        self.problem: Message | None = None

    def take_source(self, source: S) -> None:
        self.source = source
        self.sections, self.folded = source.sections, tuple[GridSection, ...]()
        if self._is_folded:
            self.sections, self.folded = fold_sections(self.sections)

    @property
    def cell(self) -> GridCell:
        return self._cell_at(self.place)

    def _cell_at(self, place: Place) -> GridCell:
        return self.sections[place.section].rows[place.row].cells[place.column]

    @property
    def takes_text(self) -> bool:
        asked = () if self.stop != "cell" else (self.cell.question, *self.cell.question.questions)
        return any(question.takes_text for question in asked)

    def press(self, key: str) -> bool:
        if key in (*WAYS, "up", "down", "home", "end"):
            if self.typed is None:
                self.problem = None
            if self.take_typed():
                self._move(key)
        elif key == "escape" and self.typed is not None:
            self.typed = self.problem = None
        elif self.stop != "cell" or key == "escape":
            return False
        elif key == "backspace" and self.typed is None and self.problem is not None:
            self.problem = None  # the refused text wasn't typed here
        elif key in ("backspace", "delete"):
            text = self.cell.text or self.cell.known if self.typed is None else self.typed
            self.typed, self.problem = text[:-1] if key == "backspace" else "", None
        elif len(key) == 1 and key.isprintable():
            self.typed, self.problem = (self.typed or "") + key, None
        else:
            return False
        return True

    def go(self, place: Place) -> None:
        if place in self._places() and self.take_typed():
            self.place, self.stop = place, "cell"

    def open_folded(self) -> None:
        """Open what is folded, and mark its first cell."""
        if self.folded and self.take_typed():
            first = len(self.sections)
            self._is_folded = False
            self.take_source(self.source)
            self.go(next(place for place in self._places() if place.section == first))

    def take_typed(self) -> bool:
        """Take the typed text; return False and set `problem` if it doesn't fit."""
        if self.typed is None:
            return True
        cell = self.cell
        try:
            self.take_source(self.source.put(cell, self.typed))
        except Refusal as refusal:
            self.problem = refusal.message
            return False
        self.typed = None
        self.problem = next((fault.message for fault in self.source.faults if fault.path == cell.path), None)
        return True

    def _move(self, key: str) -> None:
        if key in ("home", "end"):
            self.place, self.stop = (Place(), "cell") if key == "home" else (self.place, "end")
        elif self.stop == "cell" and key in WAYS:
            self._step(WAYS[key], skips=key not in ("left", "right"))
        elif self.stop == "cell":
            self._climb(-1 if key == "up" else 1)
        elif key == "enter" and self.stop == "more":
            self.open_folded()
        elif key == "enter":
            self._end()
        elif key == "up" and self.stop == "end" and self.folded:
            self.stop = "more"
        else:
            self.stop = "cell" if key in ("up", "left", "shift+tab") else "end"
        if not self.sections:
            self.stop = "end"

    def _end(self) -> None:
        """Finish, or go to the first faulty cell."""
        faults = self.source.faults
        self.is_done = not faults
        if faults:
            self.problem = faults[0].message
            at = [place for place in self._places() if self._cell_at(place).path == faults[0].path]
            self.place, self.stop = (at[0], "cell") if at else (self.place, "end")

    def _climb(self, way: int) -> None:
        """Go to the row above or below; in another section to the column of the same owner, if any."""
        rows = list(dict.fromkeys(place[:2] for place in self._places()))
        there = rows.index(self.place[:2]) + way
        if there == len(rows):
            self.stop = "more" if self.folded else "end"
        elif there >= 0:
            section, row = rows[there]
            cells = self.sections[section].rows[row].cells
            owner = self.sections[self.place.section].columns[self.place.column].of
            owners = [column.of for column in self.sections[section].columns]
            is_other = section != self.place.section and owner is not None and owner in owners
            column = owners.index(owner) if is_other else min(self.place.column, len(cells) - 1)
            while cells[column].is_fixed:
                column += 1
            self.place = Place(section, row, column)

    def _step(self, way: int, skips: bool) -> None:
        """Go to the next cell, row by row; if `skips`, pass over the rest of a row that isn't begun."""
        places = self._places()
        here = (places.index(self.place) if self.place in places else 0) + way
        while skips and 0 < here < len(places) and self._is_rest(places[here]):
            here += way
        self.stop = "end" if here >= len(places) else "cell"
        self.place = self.place if self.stop == "end" else places[max(0, here)]

    def _is_rest(self, place: Place) -> bool:
        """Whether a cell belongs to a row that its first cell hasn't begun."""
        section = self.sections[place.section]
        row = section.rows[place.row]
        first = row.cells[0]
        is_question = bool(row.labels) and not isinstance(section.columns[0].of, str)
        has_head = not first.is_fixed and (first.is_head or is_question)
        return place.column > 0 and has_head and (first.text or first.known) in ("", "0")

    def _places(self) -> list[Place]:
        return [
            Place(at, row, column)
            for at, section in enumerate(self.sections)
            for row, cells in enumerate(section.rows)
            for column, cell in enumerate(cells.cells)
            if not cell.is_fixed
        ]
