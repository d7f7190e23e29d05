"""Where keys go: to the entry's questions, or into the line of the notation."""

from contextlib import suppress
from typing import Protocol, cast

from textual import events
from textual.actions import SkipAction, parse
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input

from companion.core.messages import say
from companion.tui.models.table import TableModel
from companion.tui.widgets.lines import Block


class TakesKeys(Protocol):
    """What the screen must offer on which these widgets stand."""

    model: TableModel

    def press(self, key: str) -> bool: ...

    def cover(self) -> None:
        """Puts away what may be seen only until the next key."""

    def command(self, key: str) -> bool:
        """Does at once what a key of the table means; False where it is not one."""

    def type_ahead(self, key: str, letter: str | None) -> bool:
        """Takes a key that came before something else had the keys; False where nothing else will have them."""

    def paste(self, text: str) -> None: ...

    def enter_line(self) -> None: ...

    def close_line(self) -> None: ...


_NAMED = {
    "enter": "enter",
    "tab": "tab",
    "ctrl+h": "backspace",
    **{key: key for key in ("shift+tab", "backspace", "delete", "escape", "up", "down", "left", "right")},
}
LONGEST_PASTE = 200
_EDITING = {
    key.strip(): one.action
    for one in Input.BINDINGS
    if isinstance(one, Binding)
    for key in one.key.split(",")
}
"""What keys do in a line besides typing."""


class EntryKeys(Block, can_focus=True):
    """The entry: takes every key that its questions know, and leaves the others to the screen."""

    def on_key(self, event: events.Key) -> None:
        self._table.cover()
        is_letter = event.is_printable and not event.key.startswith(
            "alt+"
        )  # Esc and a letter, if they come together
        letter = event.character if is_letter else None
        key = _NAMED.get(event.key) or letter
        if key is None and not self._table.model.is_busy:
            key = event.key  # an action may have been given a key that types nothing
        is_taken = self._table.type_ahead(event.key, letter)
        if not is_taken and self._table.model.line is None:
            is_taken = (key is not None and self._table.press(key)) or self._table.command(event.key)
        if is_taken or event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._table.paste(event.text[:LONGEST_PASTE])

    @property
    def _table(self) -> "TakesKeys":
        return cast("TakesKeys", self.screen)


class NotationLine(Input):
    """A line of the notation; up and down bring back older ones, Tab completes, Escape closes it."""

    def post_message(self, message: Message) -> bool:
        """Pass keys on to the entry: with one queue for all keys, fast typing keeps its order when the line opens."""
        if isinstance(message, events.Key):
            return self.screen.query_one(EntryKeys).post_message(message)
        return super().post_message(message)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Let keys be commands again as soon as the line is closed, even if it still has the focus."""
        return self.display and super().check_consume_key(key, character)

    def on_paste(self, event: events.Paste) -> None:
        """Textual takes the first line of several."""
        if len(event.text.split("\n")) > 1:
            cast("TakesKeys", self.screen).model.tell([say("screen.first-line")])

    def take(self, key: str, letter: str | None) -> bool:
        """A key while the line is open; False where it means nothing in a line."""
        if self.meant(key):
            return True
        if letter is not None:
            self.replace(letter, *sorted(self.selection))
        elif key in _EDITING:
            _, action, given = parse(_EDITING[key])
            with suppress(SkipAction):  # there is nothing to cut or copy
                getattr(self, f"action_{action}")(*given)
        else:
            return False
        return True

    def meant(self, key: str) -> bool:
        """Does what a key means besides typing; False where it is typing."""
        table = cast("TakesKeys", self.screen)
        if key == "enter":
            table.enter_line()
        elif key == "tab":
            self.put(table.model.completed())
        elif key in ("up", "down"):
            recalled = table.model.recall(-1 if key == "up" else 1)
            if recalled is not None:
                self.put(recalled)
        elif key == "escape" or (key == "backspace" and not self.value):
            table.close_line()
        elif key == "backspace":
            self.action_delete_left()  # at once: the next key may ask whether anything is left
        else:
            return False
        return True

    def put(self, text: str) -> None:
        """Says something else, and goes on at its end."""
        self.value = text
        self.cursor_position = len(text)
        self.focus()
