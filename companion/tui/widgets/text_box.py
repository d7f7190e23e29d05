"""A text box for one line."""

from collections.abc import Callable

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


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
