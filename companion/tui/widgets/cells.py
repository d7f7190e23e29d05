"""Cells in rows and columns: keys go to the marked cell, and pointing marks another."""

from collections.abc import Callable

from textual import events

from companion.tui.models.grid_editor import AnyGridEditor, Place
from companion.tui.widgets.lines import Lines

LONGEST_PASTE = 400
_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "pageup": (-10, 0)}
_WAYS |= {"pagedown": (10, 0), "home": (-100_000, 0), "end": (100_000, 0)}


class Figures:
    """The figures of a score sheet: keys move the mark and change nothing."""

    takes_text = False
    place = Place()

    def press(self, key: str) -> bool:
        down, right = _WAYS.get(key, (0, 0))
        self.place = Place(0, max(0, self.place.row + down), max(0, self.place.column + right))
        return key in _WAYS

    def go(self, place: Place) -> None:
        self.place = place


class Cells(Lines):
    can_focus = True

    def __init__(
        self, name: str, changed: Callable[[], None], cells: AnyGridEditor | Figures | None = None
    ) -> None:
        super().__init__(name)
        self.cells = cells
        """None if nothing is marked; then keys scroll."""
        self._changed = changed
        """Called after every key that did something, before the next is taken."""

    def on_key(self, event: events.Key) -> None:
        if self.cells is None:
            return
        is_text = event.is_printable and event.character is not None
        key = event.character if is_text and event.character else event.key.replace("shift+tab", "back-tab")
        is_command = is_text and not self.cells.takes_text and event.key in self.screen.active_bindings
        if not is_command and self.cells.press(key):
            event.stop()
            self._changed()

    def on_paste(self, event: events.Paste) -> None:
        if self.cells is not None:
            event.stop()
            for letter in filter(str.isprintable, event.text[:LONGEST_PASTE]):
                self.cells.press(letter)
            self._changed()

    def on_click(self, event: events.Click) -> None:
        self.point(self.target_at(event.x, event.y))

    def point(self, target: str) -> None:
        what, _, value = target.partition(":")
        if self.cells is not None and what == "cell":
            self.cells.go(Place(*map(int, value.split("/"))))
            self._changed()
