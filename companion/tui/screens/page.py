"""A page over the table: lines to read, and a way back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from companion.pages.commands import PAGE, Command, Commands
from companion.report.spans import Line, folded_spans, wrapped
from companion.tui.draw.command_hints import command_spans
from companion.tui.keymap import bindings_of
from companion.tui.screens.base import AppScreen
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.pages.help import HelpView
    from companion.pages.page import Block

SCROLLBAR = 1
"""A column that stays free, whether all lines are in view or not."""


class Page(AppScreen):
    """Lines to scroll through; any screen can be asked to show one."""

    CSS_PATH = "page.tcss"
    AUTO_FOCUS = "#content"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PAGE)
    OWN_COMMANDS: ClassVar[Commands] = PAGE
    HINTS: ClassVar[Commands] = PAGE
    """Commands whose keys stand below, where they are hinted at all."""
    HELPED: ClassVar[tuple[str, ...]] = ("page", "page-arrows")
    """The title of its help, and the keys that have no id."""
    IS_TYPING: ClassVar[bool] = False

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self._heading = title

    def compose(self) -> ComposeResult:
        yield Lines("title")
        content = Lines("content")
        content.can_focus = True
        yield content
        yield Lines("hints")

    @property
    def _content(self) -> Lines:
        return self.query_one("#content", Lines)

    def redraw(self) -> None:
        width = max(1, self.size.width - 2)
        content = list(self.drawing(max(1, width - SCROLLBAR)))
        self.head(folded_spans(self._heading, width, "title"))
        self._content.show(content, self.host.palette)
        hints = command_spans(self.hinted(), self.host.keys, self.host.speaker, self.IS_TYPING)
        self.foot(wrapped(hints, width, indent=0))

    def drawing(self, width: int) -> Sequence[Line]:
        """The lines between title and hints."""
        return ()

    def hinted(self) -> list[Command]:
        return [command for command in self.HINTS if command.is_hinted]

    def head(self, lines: Sequence[Line]) -> None:
        self.show_block("title", lines)

    def foot(self, lines: Sequence[Line]) -> None:
        self.show_block("hints", lines)

    def show_line(self, first: int, last: int | None = None) -> None:
        """Scrolls no further than needed to see some lines of the content; the first one where not all fit."""
        content = self._content
        top, room = content.scroll_offset.y, content.size.height
        end = first if last is None else last
        if room and not (top <= first and end < top + room):
            wished = first if first < top or end - first >= room else end - room + 1
            content.scroll_to(y=wished, animate=False, immediate=True)

    def helped_keys(self) -> tuple[str, ...]:
        return self.HELPED

    def helped(self, view: "HelpView") -> "list[Block]":
        from companion.pages.help import page_help

        title, *means = self.helped_keys()
        return page_help(view, title, means, self.own_commands)

    @on(Lines.Pointed)
    async def _pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "command":
            await self.run_action(value)

    def action_close(self) -> None:
        self.dismiss()

    def action_page_down(self) -> None:
        self._content.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self._content.scroll_page_up(animate=False)
