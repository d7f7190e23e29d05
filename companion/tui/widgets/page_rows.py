"""The rows of a page, of which one may be marked, and its text box for one line."""

from collections.abc import Callable, Sequence

from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.widgets import Input

from companion.core.targets import Target
from companion.draw.terminal import with_picture
from companion.report.spans import UP, Key, Line, MarkedLines, indented, on_plane
from companion.tui.palette import Palette
from companion.tui.widgets.lines import Lines


class PageRows(Lines, can_focus=True):
    drawn = MarkedLines([], {})

    @property
    def keys(self) -> list[Key]:
        return list(self.drawn.rows)

    def row_at(self, line: int) -> Key | None:
        return next((key for key, (first, end) in self.drawn.rows.items() if first <= line < end), None)

    def target_at(self, x: int, y: int) -> Target | None:
        """The target at a place, else that of its row."""
        row = self.row_at(y + self.scroll_offset.y)
        return super().target_at(x, y) or (None if row is None else Target("row", row))

    def ground_of(self, place: int, line: Line) -> str:
        own, row = super().ground_of(place, line), self.row_at(place)
        return own or ("surface" if row is not None and self.pointed == Target("row", row) else "")

    def show_rows(self, mark: Key, picture: Sequence[str], room: tuple[int, int], palette: Palette) -> None:
        """Show the rows; the marked one stands on a plane of its own, without the heading above it."""
        marked = range(*self.drawn.rows.get(mark, (0, 0)))
        own = [at for at in marked if any(span.look != "heading" for span in self.drawn.lines[at])]
        lines = [
            indented(line, UP if at in own[:1] else " ")
            for at, line in enumerate(with_picture(self.drawn.lines, picture, *room))
        ]
        for at in own:
            lines[at] = on_plane(lines[at], "selected")
        self.show(lines, palette)

    def keep_in_view(self, mark: Key) -> None:
        drawn = self.drawn
        first, end = drawn.in_view or drawn.rows.get(mark, (0, 0))
        if end > first:
            is_too_long = drawn.in_view and end - first > self.size.height
            self.scroll_to_lines(end - 1 if is_too_long else first, end - 1)

    def scroll_to_lines(self, first: int, last: int) -> None:
        """Scroll no further than needed to show some lines; the first ones if not all fit."""
        if self.size.height:
            lines = Region(0, first, 1, last - first + 1)
            self.scroll_to_region(lines, animate=False, force=True, immediate=True)


class TextBox(Input, inherit_bindings=False):
    BINDINGS = Input.BINDINGS  # without those for scrolling, which the page uses
    virtual_size = Reactive(Size(0, 0))  # no layout at every letter: the width is fixed

    def __init__(self, name: str, typed: Callable[[str], None]) -> None:
        super().__init__(id=name, compact=True, select_on_focus=False)
        self.disable_messages(Input.Changed)  # unused
        self._typed = typed
        """Called at every change, before the next key is taken; Textual's own message comes later."""

    def watch_value(self, value: str) -> None:
        self._typed(value)
