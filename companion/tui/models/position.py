"""The position of a new session, the sheet of its final scoring, or a count of what lies on the table, as cells to be
typed: where the mark is, and what is being typed.
"""

from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.forms.grid import Fault, Grid, GridCell, Section
from companion.forms.questions import Question


class Sheet(Protocol):
    """What the cells are typed into, each time another one."""

    @property
    def is_final(self) -> bool: ...

    @property
    def faults(self) -> tuple[Fault, ...]: ...

    def grid(self) -> Grid: ...

    def put(self, cell: GridCell, text: str) -> Self: ...


P = TypeVar("P", bound=Sheet)


class Place(NamedTuple):
    section: int = 0
    row: int = 0
    column: int = 0


class PositionModel(Generic[P]):
    def __init__(self, plan: P) -> None:
        self.plan = plan
        self.is_sheet = plan.is_final
        """Whether all columns stand in view, below each other where there is no room."""
        self.sections: tuple[Section, ...] = self.plan.grid().sections
        self.place = Place()
        self.is_at_end = not self.sections
        """Whether the mark stands behind the last cell, where Enter says that all is counted."""
        self.is_done = False
        self.typed: str | None = None
        """What is typed into the marked cell; None as long as nothing is."""
        self.problem: Message | None = None
        self._is_edited = False
        """Whether a text that stood there is changed: then a number does not end by itself."""
        self._ended: Place | None = None
        """Where the last key ended a number by itself: a key that moves the mark moves it from there."""
        self._way = "enter"
        """Where a number that ends by itself leads: down, or to the right for whoever goes there."""
        self._is_gone_to = True
        """Whether a key led to the marked cell; what stands in one that was only come to is not typed over."""

    @property
    def cell(self) -> GridCell:
        return self._cell_at(self.place)

    def _cell_at(self, place: Place) -> GridCell:
        return self.sections[place.section].rows[place.row].cells[place.column]

    @property
    def takes_text(self) -> bool:
        return not self.is_at_end and _takes_text(self.cell.question)

    def press(self, key: str) -> bool:
        ended, self._ended = self._ended, None
        if key in ("up", "down", "left", "right", "enter", "tab", "back-tab", "home", "end"):
            # behind the last cell Enter says that all is counted, however the mark came there
            if ended is not None and not (self.is_at_end and key == "enter"):
                self.place, self.is_at_end = ended, False
            elif self.typed is None and ended is None:
                self.problem = None
            if self.takes_typed():
                ways = {"down": "enter", "enter": "enter", "right": "tab", "tab": "tab"}
                self._way = ways.get(key, self._way)
                self._move(key)
                self._is_gone_to = True
        elif key == "escape" and self.typed is not None:
            self.typed, self._is_edited, self.problem = None, False, None
        elif key == "backspace" and ended is not None:
            self.go(ended)
            self._edit(self.cell.text[:-1])
        elif self.is_at_end or key == "escape":
            return False
        elif key in ("backspace", "delete"):
            text = (self.cell.text or self.cell.known) if self.typed is None else self.typed
            self._edit(text[:-1] if key == "backspace" else "")
        elif len(key) == 1 and key.isprintable():
            self._type(key)
        else:
            return False
        return True

    def _type(self, key: str) -> None:
        if self.typed is None and self.cell.text and not self._is_gone_to:
            self.problem = say("screen.cell-filled", cell=self.cell.name, text=self.cell.text)
            return
        if self.typed is not None:
            self.problem = None
        self.typed = (self.typed or "") + key
        here = self.place
        if not self._is_edited and _is_whole(self.cell.question, self.typed) and self.takes_typed():
            self._move(self._way)
            self._ended, self._is_gone_to = here, False

    def _edit(self, text: str) -> None:
        self.typed, self._is_edited, self.problem = text, True, None

    def go(self, place: Place) -> None:
        if place in self._places() and self.takes_typed():
            self.place, self.is_at_end, self._is_gone_to = place, False, True

    def takes_typed(self) -> bool:
        """Takes what is typed; False where that does not fit and something is to be said first."""
        if self.typed is None:
            return True
        cell = self.cell
        try:
            self.plan = self.plan.put(cell, self.typed)
        except Refusal as refusal:
            self.problem = refusal.message
            return False
        self.typed, self._is_edited = None, False
        self.sections = self.plan.grid().sections
        self.problem = next((one.message for one in self.plan.faults if one.path == cell.path), None)
        return True

    def _move(self, key: str) -> None:
        if key == "enter" and self.is_at_end:
            self._end()
        elif key == "enter":
            self._go_on()
        elif key in ("home", "end"):
            self.place, self.is_at_end = (Place() if key == "home" else self.place), key == "end"
        elif key in ("left", "right", "tab", "back-tab"):
            self._step(1 if key in ("right", "tab") else -1, is_passing=key in ("tab", "back-tab"))
        elif self.is_at_end:
            self.is_at_end = key == "down" or not self.sections
        else:
            self._climb(-1 if key == "up" else 1)

    def _end(self) -> None:
        self._finish(self.plan.faults if self.plan.is_final else ())

    def _finish(self, faults: tuple[Fault, ...]) -> None:
        self.is_done = not faults
        if faults:
            self.problem = faults[0].message
            at = [place for place in self._places() if self._cell_at(place).path == faults[0].path]
            self.place, self.is_at_end = (at[0], False) if at else (self.place, True)

    def _go_on(self) -> None:
        """Down; from the foot of a column to the head of the next one, from the last one to the next section."""
        ahead = self._places(by_column=True)
        for place in ahead[ahead.index(self.place) + 1 :]:
            if not self.sections[place.section].is_passed_over(place.row, place.column):
                self.place = place
                return
        self.is_at_end = True

    def _climb(self, way: int) -> None:
        """To the same column of the row above or below, be it in another section."""
        rows = [(at, row) for at, section in enumerate(self.sections) for row in range(len(section.rows))]
        there = rows.index(self.place[:2]) + way
        if there == len(rows):
            self.is_at_end = True
        elif there >= 0:
            section, row = rows[there]
            cells = self.sections[section].rows[row].cells
            column = min(self.place.column, len(cells) - 1)
            while cells[column].is_fixed:
                column += 1
            self.place = Place(section, row, column)

    def _step(self, way: int, is_passing: bool) -> None:
        """To the next cell, over the ends of rows and sections; or else past rows that are said to be empty."""
        cells = self._places()
        if self.is_at_end:
            self.is_at_end = way > 0 or not cells
            return
        here = (cells.index(self.place) if self.place in cells else 0) + way
        while is_passing and 0 < here < len(cells) and self._is_said_empty(cells[here]):
            here += way
        if here < len(cells):
            self.place = cells[max(0, here)]
        else:
            self.is_at_end = True

    def _is_said_empty(self, place: Place) -> bool:
        section = self.sections[place.section]
        first = section.rows[place.row].cells[0]
        return first.text == "0" and section.is_passed_over(place.row, place.column)

    def _places(self, by_column: bool = False) -> list[Place]:
        found = [
            Place(at, row, column)
            for at, section in enumerate(self.sections)
            for row, cells in enumerate(section.rows)
            for column, cell in enumerate(cells.cells)
            if not cell.is_fixed
        ]
        return sorted(found, key=lambda one: (one.section, one.column, one.row)) if by_column else found


AnyPosition = PositionModel[Any]


def _takes_text(question: Question) -> bool:
    return question.takes_text or any(map(_takes_text, question.questions))


def _is_whole(question: Question, typed: str) -> bool:
    """Whether a number ends by itself, since no further digit fits into its range or among its choices."""
    if question.many or not typed.isdecimal():
        return False
    values = [choice.value for choice in question.choices]
    if values:
        return [one for one in values if str(one).startswith(typed)] == [int(typed)]
    is_bounded = question.is_amount and question.high is not None
    return is_bounded and (typed == "0" or int(typed) * 10 > (question.high or 0))
