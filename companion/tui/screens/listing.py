"""A page with rows of which one is marked: keys and pointing move the mark and open the row."""

from abc import abstractmethod
from itertools import accumulate

from textual import events, on

from companion.report.spans import Line, Span
from companion.tui.screens.page import Page
from companion.tui.widgets.lines import Lines

_MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}


class ListPage(Page):
    """Subclasses say what the rows are, one or more lines each, and what opening one does."""

    def __init__(self, title: str, is_at_end: bool = False) -> None:
        super().__init__(title, self._marked_rows, is_at_end)
        self.place = 0
        self._tops: list[int] = []
        """The first line of each row, and the line behind the last one."""

    def on_mount(self) -> None:
        if self._is_at_end:
            self.place = max(0, self.row_count - 1)
        self.redraw()
        self.call_after_refresh(self.keep_in_view)

    @property
    @abstractmethod
    def row_count(self) -> int: ...

    @abstractmethod
    def rows(self, width: int) -> list[list[Line]]:
        """The lines of each row."""

    @abstractmethod
    def nothing(self) -> str:
        """What stands there where there are no rows."""

    @abstractmethod
    def action_open(self) -> None:
        """Opens the row that is marked."""

    def _marked_rows(self, width: int) -> list[Line]:
        rows = self.rows(width)
        if not rows:
            return [(Span(self.nothing(), "muted"),)]
        self._tops = [0, *accumulate(len(row) for row in rows)]
        return [
            tuple(
                span._replace(look="chosen" if at == self.place else span.look, target=f"row:{at}")
                for span in line
            )
            for at, row in enumerate(rows)
            for line in row
        ]

    def on_key(self, event: events.Key) -> None:
        if event.key in _MOVES and self.row_count:
            event.stop()
            event.prevent_default()
            self.mark(self.place + _MOVES[event.key])

    def mark(self, place: int) -> None:
        self.place = min(max(0, place), self.row_count - 1)
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
