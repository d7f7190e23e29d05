"""Where keys go: to the entry's questions, or into the line of the notation."""

from typing import Protocol, cast

from textual import events
from textual.widgets import Input

from companion.tui.widgets.lines import Lines


class Takes(Protocol):
    """What the screen must offer on which these widgets stand."""

    @property
    def is_busy(self) -> bool:
        """Whether keys are answers now."""

    def press(self, key: str) -> bool:
        """Takes a key; False where it means nothing."""

    def cover(self) -> None:
        """Puts away what may be seen only until the next key."""

    def paste(self, text: str) -> None: ...

    def enter_line(self) -> None: ...

    def complete_line(self) -> None: ...

    def recall_line(self, step: int) -> None: ...

    def close_line(self) -> None: ...


_NAMED = {
    "enter": "enter",
    "tab": "tab",
    "shift+tab": "backspace",
    "backspace": "backspace",
    "ctrl+h": "backspace",
    "escape": "escape",
    "up": "up",
    "down": "down",
}
LONGEST_PASTE = 200


class EntryKeys(Lines, can_focus=True):
    """The entry: takes every key that its questions know, and leaves the others to the screen."""

    can_focus = True

    def on_key(self, event: events.Key) -> None:
        self._table.cover()
        key = _NAMED.get(event.key) or (event.character if event.is_printable else None)
        if key is None and not self._table.is_busy:
            key = event.key  # an action may have been given a key that types nothing
        if (key and self._table.press(key)) or event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._table.paste(event.text[:LONGEST_PASTE])

    @property
    def _table(self) -> Takes:
        return cast("Takes", self.screen)


class NotationLine(Input):
    """A line of the notation; up and down bring back older ones, Tab completes, Escape closes it."""

    def on_key(self, event: events.Key) -> None:
        if self.meant(event.key):
            event.stop()
            event.prevent_default()

    def meant(self, key: str) -> bool:
        """Does what a key means besides typing; False where it is typing."""
        table = cast("Takes", self.screen)
        if key == "enter":
            table.enter_line()
        elif key == "tab":
            table.complete_line()
        elif key in ("up", "down"):
            table.recall_line(-1 if key == "up" else 1)
        elif key == "escape" or (key == "backspace" and not self.value):
            table.close_line()
        else:
            return False
        return True
