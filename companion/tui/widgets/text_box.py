"""The box in which text is typed wherever a line of its own is."""

from collections.abc import Callable

from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


class TextBox(Input, inherit_bindings=False):
    BINDINGS = Input.BINDINGS  # and none for scrolling, which are for the page below
    virtual_size = Reactive(Size(0, 0))  # its width does not depend on its text: no layout at every letter

    def __init__(
        self,
        name: str,
        typed: Callable[[str], None],
        cut: Callable[[], None] | None = None,
        select_on_focus: bool = False,
    ) -> None:
        super().__init__(id=name, compact=True, select_on_focus=select_on_focus)
        self.disable_messages(Input.Changed)  # nobody waits for it
        self._typed = typed
        """Called at every change, before the next key is taken; Textual's own message comes later."""
        self._cut = cut
        """Called where only the first line of what is pasted is taken."""

    def watch_value(self, value: str) -> None:
        self._typed(value)

    def on_paste(self, event: events.Paste) -> None:
        if self._cut is not None and "\n" in event.text:
            self._cut()

    def put(self, text: str) -> None:
        """Replace the text, with the cursor at its end."""
        self.value = text
        self.cursor_position = len(text)
