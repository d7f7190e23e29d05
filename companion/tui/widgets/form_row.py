"""A row of a form: lines, and a widget over a part of them, such as a text box."""

from collections.abc import Awaitable, Callable, Sequence

from textual import events
from textual.widget import Widget

from companion.report.spans import Line, span_width
from companion.tui.palette import Palette
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.text_box import TextBox

LONGEST_TEXT = 400
INNER = "inner"
"""The look of the part of a row that another widget covers."""


class RowBox(TextBox):
    """A text box that offers a letter to the page first; the page prevents the default if it takes the letter."""

    FOCUS_ON_CLICK = False

    def __init__(self, typed: Callable[[str], None], press: Callable[[events.Key], Awaitable[None]]) -> None:
        super().__init__("typed", typed)
        self._press = press

    async def on_key(self, event: events.Key) -> None:
        if event.is_printable:
            await self._press(event)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """No text begins with the key for help."""
        return bool(self.value) and super().check_consume_key(key, character)

    def on_paste(self, event: events.Paste) -> None:
        event.text = event.text[:LONGEST_TEXT]

    def on_click(self, event: events.Click) -> None:
        event.stop()  # the click only moves the cursor


class RowWidget(Lines, can_focus=True):
    """A row with radios that Left and Right turn; a `RadioSet` would be a list with its own mark."""

    FOCUS_ON_CLICK = False
    inner: Widget | None = None

    @property
    def is_container(self) -> bool:
        """Unlike most scroll views, a row may have a child."""
        return self.inner is not None

    is_scrollable = is_container

    def on_resize(self, event: events.Resize) -> None:
        event.prevent_default()  # no screen needs to know

    def show(self, lines: Sequence[Line], palette: Palette) -> None:
        super().show(lines, palette)
        if self.inner is not None:
            found = (
                (y, x) for y, line in enumerate(lines) for x, one in enumerate(line) if one.look == INNER
            )
            y, x = next(found, (-1, -1))
            self.inner.display = y >= 0
            self.inner.styles.margin = (max(0, y), 0, 0, span_width(lines[y][:x]))
            self.inner.styles.width = span_width(lines[y][x : x + 1])
