"""The position of a new session as a grid of cells that are typed: where the mark is, and what is being typed."""

from typing import NamedTuple

from companion.core.copybook import Book
from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.forms.grid import GridCell, Section
from companion.session.planning import Plan


class Place(NamedTuple):
    section: int = 0
    row: int = 0
    column: int = 0


class PositionModel:
    def __init__(self, plan: Plan, book: Book) -> None:
        self.plan, self._book = plan, book
        self.sections: tuple[Section, ...] = plan.grid(book).sections
        self.place = Place()
        self.typed: str | None = None
        """What is typed into the marked cell; None as long as nothing is."""
        self.problem: Message | None = None

    @property
    def cell(self) -> GridCell:
        section = self.sections[self.place.section]
        return section.rows[self.place.row].cells[self.place.column]

    def press(self, key: str) -> bool:
        """Takes a key; False where it means nothing here."""
        if key in ("up", "down", "left", "right", "enter", "tab", "back-tab"):
            if self.takes_typed():
                self._move(key)
        elif key == "backspace":
            self.typed = (self.cell.text if self.typed is None else self.typed)[:-1]
        elif key == "escape" and self.typed is not None:
            self.typed, self.problem = None, None
        elif len(key) == 1 and key.isprintable():
            self.typed = (self.typed or "") + key
        else:
            return False
        return True

    def go(self, place: Place) -> None:
        if self.takes_typed():
            self.place = place

    def takes_typed(self) -> bool:
        """Takes what is typed; False where that does not fit and something is to be said first."""
        if self.typed is None:
            return True
        try:
            self.plan = self.plan.put(self.cell, self.typed)
        except Refusal as refusal:
            self.problem = refusal.message
            return False
        self.typed, self.problem = None, None
        self.sections = self.plan.grid(self._book).sections
        return True

    def _move(self, key: str) -> None:
        section, row, column = self.place
        rows = self.sections[section].rows
        if key in ("left", "right", "tab", "back-tab"):
            self._step(1 if key in ("right", "tab") else -1)
        elif key == "up" and row:
            self.place = Place(section, row - 1, column)
        elif key in ("down", "enter") and row + 1 < len(rows):
            self.place = Place(section, row + 1, column)
        elif key == "up" and section:
            above = self.sections[section - 1]
            self.place = Place(section - 1, len(above.rows) - 1, min(column, len(above.columns) - 1))
        elif key in ("down", "enter") and section + 1 < len(self.sections):
            self.place = Place(section + 1, 0, min(column, len(self.sections[section + 1].columns) - 1))

    def _step(self, way: int) -> None:
        """To the next cell, over the ends of rows and sections."""
        cells = [
            Place(at, row, column)
            for at, section in enumerate(self.sections)
            for row in range(len(section.rows))
            for column in range(len(section.columns))
        ]
        here = cells.index(self.place) if self.place in cells else 0
        self.place = cells[min(max(0, here + way), len(cells) - 1)]
