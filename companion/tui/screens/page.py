"""A page over the table: lines to read, and a way back."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from companion.report.spans import Line, Span
from companion.tui.bindings import bindings_of
from companion.tui.commands import PAGE, Command, shown
from companion.tui.host import Host, host_of
from companion.tui.widgets.lines import Lines

Drawing = Callable[[int], Sequence[Line]]
"""The lines of a page, given its width."""


class Page(Screen[None]):
    """Lines to scroll through; any screen can be asked to show one."""

    CSS_PATH = "page.tcss"
    AUTO_FOCUS = "#content"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PAGE)
    COMMANDS_SHOWN: ClassVar[tuple[Command, ...]] = tuple(one for one in PAGE if one.is_hinted)

    def __init__(self, title: str, drawing: Drawing, is_at_end: bool = False) -> None:
        super().__init__()
        self._heading, self._drawing, self._is_at_end = title, drawing, is_at_end

    @property
    def host(self) -> Host:
        return host_of(self.app)

    def compose(self) -> ComposeResult:
        yield Lines("title")
        content = Lines("content")
        content.can_focus = True
        yield content
        yield Lines("hints")

    def on_mount(self) -> None:
        if self._is_at_end:
            self.call_after_refresh(self._content.scroll_end, animate=False)

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    @property
    def _content(self) -> Lines:
        return self.query_one("#content", Lines)

    def redraw(self) -> None:
        width = max(1, self.size.width - 2)
        palette = self.host.palette
        self.query_one("#title", Lines).show([(Span(self._heading, "title"),)], palette)
        self._content.show(list(self._drawing(width)), palette)
        hints = []
        for command in self.COMMANDS_SHOWN:
            target = f"command:{command.action}"
            key = shown(self.host.keys.get(command.id, command.keys))
            label = self.host.speaker.say(command.label)
            hints += [Span(f"{key} ", "key", target), Span(f"{label}  ", "muted", target)]
        self.query_one("#hints", Lines).show([tuple(hints)], palette)

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
