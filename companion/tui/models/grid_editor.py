"""Edit any grid: which cell is marked, and what is typed. The next key changes the marked cell.

A number that can take no further digit ends by itself, and the mark moves on: Enter (or Tab, if Tab led
there) then stays, Backspace goes back to that number, and every other key means the cell that is marked now.
"""

from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.forms.grid import Fault, GridCell, GridSection
from companion.forms.questions import Question


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
    def __init__(self, source: S, is_sheet: bool = False) -> None:
        self.source, self.sections = source, source.sections
        self.is_sheet = is_sheet
        """Whether all columns are shown, folded if needed, and Enter after the last cell checks all cells."""
        self.place = Place()
        self.is_at_end = not self.sections
        """Whether the mark is after the last cell, where Enter finishes."""
        self.is_done = False
        self.typed: str | None = None
        self.problem: Message | None = None
        self._is_edited = False
        """Whether an existing text is edited; then a number doesn't end by itself."""
        self._ended: Place | None = None
        """The cell whose number the last key completed; Enter or Tab then stays, Backspace goes back."""
        self._way = "enter"
        """The key that leads on from a completed number: Enter goes down, Tab to the right."""
        self._is_gone_to = True
        """Whether a key led to the marked cell. A cell reached without a key isn't typed over."""

    @property
    def cell(self) -> GridCell:
        return self._cell_at(self.place)

    def _cell_at(self, place: Place) -> GridCell:
        return self.sections[place.section].rows[place.row].cells[place.column]

    @property
    def takes_text(self) -> bool:
        asked = () if self.is_at_end else (self.cell.question, *self.cell.question.questions)
        return any(one.takes_text for one in asked)

    def press(self, key: str) -> bool:
        ended, self._ended = self._ended, None
        if key in ("up", "down", "left", "right", "enter", "tab", "back-tab", "home", "end"):
            if ended is not None and key == self._way and not self.is_at_end:
                self._is_gone_to = True
                return True
            if self.typed is None:
                self.problem = None
            if self.take_typed():
                ways = {"down": "enter", "enter": "enter", "right": "tab", "tab": "tab"}
                self._way = ways.get(key, self._way)
                self._move(key)
                self._is_gone_to = True
        elif key == "escape" and self.typed is not None:
            self.typed, self._is_edited, self.problem = None, False, None
        elif key == "backspace" and ended is not None:
            self.go(ended)
        elif self.is_at_end or key == "escape":
            return False
        elif key == "backspace" and self.typed is None and self.problem is not None:
            self.problem = None  # the refused text wasn't typed here
        elif key in ("backspace", "delete"):
            text = self.cell.text or self.cell.known if self.typed is None else self.typed
            text = text if key == "backspace" else ""
            self.typed, self.problem, self._is_edited = text[:-1], None, key == "backspace"
        elif len(key) == 1 and key.isprintable():
            self._type(key)
        else:
            return False
        return True

    def _type(self, key: str) -> None:
        if self.typed is None and self.cell.text and not self._is_gone_to:
            self.problem = say("screen.cell-filled", cell=self.cell.name, text=self.cell.text)
            return
        self.typed = key if self.problem is not None else (self.typed or "") + key  # anew after a refusal
        self.problem = None
        here = self.place
        if not self._is_edited and _is_complete(self.cell.question, self.typed) and self.take_typed():
            self._move(self._way)
            self._ended, self._is_gone_to = here, False

    def go(self, place: Place) -> None:
        if place in self._places() and self.take_typed():
            self.place, self.is_at_end, self._is_gone_to = place, False, True

    def take_typed(self) -> bool:
        """Take the typed text; return False and set `problem` if it doesn't fit."""
        if self.typed is None:
            return True
        cell = self.cell
        try:
            self.source = self.source.put(cell, self.typed)
        except Refusal as refusal:
            self.problem = refusal.message
            return False
        self.typed, self._is_edited = None, False
        self.sections = self.source.sections
        self.problem = next((one.message for one in self.source.faults if one.path == cell.path), None)
        return True

    def _move(self, key: str) -> None:
        if key == "enter" and self.is_at_end:
            self._end()
        elif key == "enter":  # down, then to the top of the next column
            self._step(self._places(by_column=True), 1, skipped=("", "0"))
        elif key in ("home", "end"):
            self.place, self.is_at_end = (Place() if key == "home" else self.place), key == "end"
        elif key in ("left", "right", "tab", "back-tab"):
            way = 1 if key in ("right", "tab") else -1
            self._step(self._places(), way, skipped=("0",) if key in ("tab", "back-tab") else ())
        elif self.is_at_end:
            self.is_at_end = key == "down" or not self.sections
        else:
            self._climb(-1 if key == "up" else 1)

    def _end(self) -> None:
        self._finish(self.source.faults if self.is_sheet else ())

    def _finish(self, faults: tuple[Fault, ...]) -> None:
        self.is_done = not faults
        if faults:
            self.problem = faults[0].message
            at = [place for place in self._places() if self._cell_at(place).path == faults[0].path]
            self.place, self.is_at_end = (at[0], False) if at else (self.place, True)

    def _climb(self, way: int) -> None:
        """Go to the row above or below; in another section to the column of the same owner, if any."""
        rows = list(dict.fromkeys(one[:2] for one in self._places()))
        there = rows.index(self.place[:2]) + way
        if there == len(rows):
            self.is_at_end = True
        elif there >= 0:
            section, row = rows[there]
            cells = self.sections[section].rows[row].cells
            owner = self.sections[self.place.section].columns[self.place.column].of
            owners = [one.of for one in self.sections[section].columns]
            is_other = section != self.place.section and owner is not None and owner in owners
            column = owners.index(owner) if is_other else min(self.place.column, len(cells) - 1)
            while cells[column].is_fixed:
                column += 1
            self.place = Place(section, row, column)

    def _step(self, places: list[Place], way: int, skipped: tuple[str, ...]) -> None:
        """Go to the next of `places`; pass over the rest of a row whose first cell has a `skipped` text."""
        if self.is_at_end:
            self.is_at_end = way > 0 or not places
            return
        here = (places.index(self.place) if self.place in places else 0) + way
        while 0 < here < len(places) and self._is_skipped(places[here], skipped):
            here += way
        self.is_at_end = here >= len(places)
        self.place = self.place if self.is_at_end else places[max(0, here)]

    def _is_skipped(self, place: Place, skipped: tuple[str, ...]) -> bool:
        section = self.sections[place.section]
        first = section.rows[place.row].cells[0]
        is_rest = place.column > 0 and not (first.is_fixed or isinstance(section.columns[0].of, str))
        return is_rest and (first.text or first.known) in skipped

    def _places(self, by_column: bool = False) -> list[Place]:
        found = [
            Place(at, row, column)
            for at, section in enumerate(self.sections)
            for row, cells in enumerate(section.rows)
            for column, cell in enumerate(cells.cells)
            if not cell.is_fixed
        ]
        return sorted(found, key=lambda one: (one.section, one.column, one.row)) if by_column else found


AnyGridEditor = GridEditor[Any]


def _is_complete(question: Question, typed: str) -> bool:
    """Whether a number ends by itself: no further digit fits its range or its choices."""
    if question.many or not typed.isdecimal():
        return False
    if question.is_amount:
        return question.high is not None and (typed == "0" or int(typed) * 10 > question.high)
    return [one.value for one in question.choices if str(one.value).startswith(typed)] == [int(typed)]
