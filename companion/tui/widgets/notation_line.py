"""The input box for a line of the notation; its screen decides what Enter, Tab, Esc and the arrows do there."""

from collections.abc import Callable
from contextlib import suppress

from textual import events
from textual.actions import SkipAction, parse
from textual.binding import Binding
from textual.widgets import Input

_EDITING = {
    key.strip(): one.action
    for one in Input.BINDINGS
    if isinstance(one, Binding)
    for key in one.key.split(",")
}
"""The action of each key that edits."""


class NotationLine(Input):
    def __init__(self, tell_first: Callable[[], None]) -> None:
        super().__init__(id="line", compact=True, select_on_focus=False)
        self._tell_first = tell_first

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Let keys be commands again as soon as the line is closed, even if it still has the focus."""
        return self.display and super().check_consume_key(key, character)

    def on_paste(self, event: events.Paste) -> None:
        """Textual takes the first line of several."""
        if len(event.text.split("\n")) > 1:
            self._tell_first()

    def take(self, key: str, letter: str | None) -> bool:
        """Type a letter or edit the text; False if the key does neither."""
        if letter is not None:
            self.replace(letter, *sorted(self.selection))
        elif key in _EDITING:
            _, action, given = parse(_EDITING[key])
            with suppress(SkipAction):  # there is nothing to cut or copy
                getattr(self, f"action_{action}")(*given)
        else:
            return False
        return True

    def put(self, text: str) -> None:
        """Replace the text, with the cursor at its end."""
        self.value = text
        self.cursor_position = len(text)
        self.focus()
