"""Where keys go: to the entry's questions, or into the line of the notation."""

from typing import TYPE_CHECKING, cast

from textual import events
from textual.widget import Widget
from textual.widgets import Input

from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.tui.screens.table import TableScreen

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
_ELSEWHERE = frozenset({"tab", "shift+tab"})
"""Keys that would leave the entry for another part of the screen."""
LONGEST_PASTE = 200


def _passed_on(event: events.Key, widget: Widget) -> None:
    """Gives a key to whom it is meant for, where keys come faster than the focus."""
    event.stop()
    event.prevent_default()
    widget._forward_event(events.Key(event.key, event.character))


class EntryKeys(Lines, can_focus=True):
    """The entry: takes every key that its questions know, and leaves the others to the screen."""

    can_focus = True

    async def on_key(self, event: events.Key) -> None:
        table = self._table
        table.cover()
        if table.model.line is not None:  # opened by the key before, and not in focus yet
            _passed_on(event, table.query_one(NotationLine))
            return
        key = _NAMED.get(event.key) or (event.character if event.is_printable else None)
        if (key and table.press(key)) or await table.run_command(event.key) or event.key in _ELSEWHERE:
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        if self._table.model.is_entering:
            event.stop()
            for letter in event.text[:LONGEST_PASTE]:
                if letter.isprintable():
                    self._table.press(letter)

    @property
    def _table(self) -> "TableScreen":
        return cast("TableScreen", self.screen)


class NotationLine(Input):
    """A line of the notation; up and down bring back older ones, Tab completes, Escape closes it."""

    def on_key(self, event: events.Key) -> None:
        table = cast("TableScreen", self.screen)
        if table.model.line is None:  # closed by the key before, and still in focus
            _passed_on(event, table.query_one(EntryKeys))
        elif self.meant(event.key):
            event.stop()
            event.prevent_default()

    def meant(self, key: str) -> bool:
        """Does what a key means besides typing; False where it is typing."""
        table = cast("TableScreen", self.screen)
        if key == "enter":
            table.enter_line()
        elif key == "tab":
            table.complete_line()
        elif key in ("up", "down"):
            table.recall_line(-1 if key == "up" else 1)
        elif key == "escape" or (key == "backspace" and not self.value):
            table.close_line()
        elif key == "backspace":
            self.action_delete_left()  # at once: as a binding it would come after letters typed behind it
        else:
            return False
        return True
