"""A page that asks for one line: a title, a path."""

from collections.abc import Callable, Sequence

from companion.core.messages import Message
from companion.report.words import Speaker
from companion.tui.screens.renaming import TypedPage


class LinePage(TypedPage):
    """A line that somebody else knows what to do with; the page is gone where nothing speaks against it."""

    def __init__(
        self, speaker: Speaker, ask: Message, taking: Callable[[str], None], means: Message | None
    ) -> None:
        super().__init__(speaker, ask)
        self._taking, self._means = taking, means

    def foreseen(self) -> Sequence[Message]:
        return () if self._means is None else (self._means,)

    def taken(self, typed: str) -> None:
        if typed.strip():
            self._taking(typed)
            self.dismiss()
