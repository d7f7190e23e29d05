"""A page with rows of which one is marked: keys and pointing move the mark and open the row."""

from abc import abstractmethod
from itertools import accumulate

from textual import events, on

from companion.report.spans import Line, folded_spans
from companion.tui.screens.page import Page
from companion.tui.widgets.lines import Lines

_MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}


def _marked(look: str) -> str:
    """A heading above a row is never marked with it, and chips keep their colours."""
    return look if look == "heading" or look.startswith("chip:") else "chosen"


def _is_heading(line: Line) -> bool:
    return all(span.look == "heading" for span in line if span.text.strip())


class ListPage(Page):
    """Subclasses say what the rows are, one or more lines each, and what opening one does."""

    def __init__(self, title: str, nothing: str = "") -> None:
        super().__init__(title, self._marked_rows)
        self._nothing = nothing
        """What stands there where there are no rows."""
        self.place = 0
        self._tops = [0]
        """The first line of each row, and the line behind the last one."""
        self._rows: list[list[Line]] = []
        self._lines: list[Line] = []
        """The lines of all rows, to be pointed at; none of them marked."""

    def on_mount(self) -> None:
        self.redraw()
        self.call_after_refresh(self.keep_in_view)

    @abstractmethod
    def rows(self, width: int) -> list[list[Line]]:
        """The lines of each row."""

    @abstractmethod
    def action_open(self) -> None:
        """Opens the row that is marked."""

    def _marked_rows(self, width: int) -> list[Line]:
        rows = self.rows(width)
        if rows is not self._rows:
            self._rows, self._tops = rows, [0, *accumulate(len(row) for row in rows)]
            self._lines = [
                tuple(span._replace(target=f"row:{at}") for span in line)
                for at, row in enumerate(rows)
                for line in row
            ]
        self.place = max(0, min(self.place, len(rows) - 1))
        if not rows:
            return folded_spans(self._nothing, width, "muted")
        first, behind = self._tops[self.place : self.place + 2]
        marked = [
            line if _is_heading(line) else tuple(span._replace(look=_marked(span.look)) for span in line)
            for line in self._lines[first:behind]
        ]
        return [*self._lines[:first], *marked, *self._lines[behind:]]

    def on_key(self, event: events.Key) -> None:
        if event.key in _MOVES:
            event.stop()
            event.prevent_default()
            self.mark(self.place + _MOVES[event.key])

    def mark(self, place: int) -> None:
        """Moves the mark; it stays on the rows that there are."""
        self.place = max(0, place)
        self.redraw()
        self.keep_in_view()

    @on(Lines.Resized, "#content")
    def keep_in_view(self) -> None:
        if self.place + 1 < len(self._tops):
            self.show_line(self._tops[self.place], self._tops[self.place + 1] - 1)

    @on(Lines.Pointed)
    def _row_pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "row":
            event.stop()
            self.mark(int(value))
            self.action_open()
