"""The page of a grid: a position, a final scoring, a count, the tie calculator."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult

from companion.pages.commands import COUNTING
from companion.report.spans import Line
from companion.report.words import Speaker
from companion.tui.draw.command_hints import hint
from companion.tui.draw.grid import END, Seen, asked_lines, counting_lines
from companion.tui.keymap import bindings_of
from companion.tui.models.grid_editor import AnyGridEditor
from companion.tui.screens.page import TextScreen
from companion.tui.widgets.cells import Cells
from companion.tui.widgets.lines import Lines


class GridPage(TextScreen, inherit_bindings=False):
    BINDINGS = bindings_of(COUNTING)
    OWN_COMMANDS = COUNTING
    HELPED: ClassVar[tuple[str, ...]] = (
        *("position", "cell-enter", "cell-tab", "cell-arrows"),
        *("cell-text", "cell-number", "cell-back", "cell-none", "cell-end"),
    )

    TITLE: ClassVar[str] = ""
    """Message key of the title, unless it is a position or a final scoring."""
    DONE: ClassVar[str] = "screen.cells-done"
    seen: Seen = (0, 0)

    def __init__(
        self,
        model: AnyGridEditor,
        speaker: Speaker,
        done: Callable[[Any, bool], None] = lambda plan, is_done: None,
    ) -> None:
        super().__init__()
        self.editor, self._speaker = model, speaker
        self._done = done
        """Called with the source of the cells, and whether all is counted."""

    def compose(self) -> ComposeResult:
        yield Lines("title")
        yield Cells("content", self._after_key, self.editor)
        yield Lines("hints")

    def draw_anew(self) -> None:
        self._speaker.speak(self.host.language)
        super().draw_anew()

    def drawing(self, width: int) -> list[Line]:
        lines, self.seen = counting_lines(self.editor, self._speaker, width)
        return lines

    def redraw(self) -> None:
        super().redraw()
        self.keep_in_view()

    @on(Lines.Resized)
    def keep_in_view(self) -> None:
        """Scroll to the marked cell, with the heads above it if they fit."""
        head, last = self.seen
        self.show_line(head if last - head < self._content.size.height else last, last)

    @property
    def takes_text(self) -> bool:
        return self.editor.takes_text

    def hints(self) -> list[Line]:
        if not self.DONE:
            return super().hints()
        key, does = ("enter", self.DONE) if self.editor.is_at_end else ("end", "screen.cells-end")
        return [hint(self._speaker.key(key), self._speaker.phrase(does), END), *super().hints()]

    def head(self, lines: Sequence[Line]) -> None:
        super().head(asked_lines(self.editor, self._speaker, max(1, self.size.width - 2), self.TITLE))

    @on(Lines.Pointed)
    def _end_pointed(self, event: Lines.Pointed) -> None:
        if event.target == END:
            event.stop()
            self.editor.press("end")
            self.editor.press("enter")
            self._after_key()

    def action_done(self) -> None:
        if self.editor.press("escape"):
            self.redraw()
        else:
            self._leave()

    def _after_key(self) -> None:
        if self.editor.is_done:
            self._leave()
        else:
            self.redraw()

    def _leave(self) -> None:
        self.dismiss()
        self._done(self.editor.source, self.editor.is_done)
