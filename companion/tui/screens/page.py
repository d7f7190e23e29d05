"""Base classes of screens: one with commands and help, one that shows text below a title."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.screen import Screen

from companion.pages.commands import APP, PAGE, Command, Commands
from companion.report.spans import Line, Span, folded_spans, hint, wrap
from companion.tui.keymap import bindings_of, key_label
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.pages.help import HelpView
    from companion.pages.page import Block
    from companion.tui.app import CompanionApp


class AppScreen(Screen[None]):
    OWN_COMMANDS: ClassVar[Commands]

    @property
    def own_commands(self) -> Commands:
        return self.OWN_COMMANDS

    def run_command(self, command: Command) -> None:
        getattr(self, f"action_{command.action}")()

    @property
    def host(self) -> "CompanionApp":
        return cast("CompanionApp", self.app)

    @abstractmethod
    def redraw(self) -> None: ...

    def draw_anew(self) -> None:
        """Draw everything, since keys, words or colours may have changed."""
        self.redraw()

    def show_news(self) -> None:
        self.draw_anew()

    def sessions_read(self) -> None:
        """Show what another thread has read; called on the screen in front."""

    @abstractmethod
    def help_blocks(self, view: "HelpView") -> "list[Block]": ...

    def on_screen_suspend(self) -> None:
        """Remove notices: they don't concern the next screen."""
        self.app.clear_notifications()

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow no command until the screen is mounted: the key was meant for the previous page."""
        return self.is_mounted and super().check_action(action, parameters)


SCROLLBAR = 1


class TextScreen(AppScreen):
    AUTO_FOCUS = "#content"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PAGE)
    OWN_COMMANDS: ClassVar[Commands] = PAGE
    HELPED: ClassVar[tuple[str, ...]] = ("page", "page-arrows")
    """Message keys of the help: the title, and keys without a command."""
    heading = ""

    def compose(self) -> ComposeResult:
        yield Lines("title")
        content = Lines("content")
        content.can_focus = True
        yield content
        yield Lines("hints")

    @property
    def _content(self) -> Lines:
        return self.query_one("#content", Lines)

    # Drawing

    def redraw(self) -> None:
        width = max(1, self.size.width - 2)
        content = [(Span(" "), *line) for line in self.content_lines(max(1, width - SCROLLBAR))]
        self.head(self.head_lines(width))
        self._content.show(content, self.host.palette)
        self.foot(wrap(self.hints(), width, indent=0))

    def head_lines(self, width: int) -> Sequence[Line]:
        return folded_spans(self.heading, width, "title")

    def content_lines(self, width: int) -> Sequence[Line]:
        return ()

    @property
    def takes_text(self) -> bool:
        """Whether letters are text now; then other keys are shown for commands."""
        return False

    def hints(self) -> list[Line]:
        keys, speaker, commands = self.host.keys, self.host.speaker, self.hinted_commands()
        printed = ((one, key_label(keys[one.id], speaker, self.takes_text)) for one in commands)
        return [hint(key, speaker.say(one.label), f"command:{one.action}") for one, key in printed]

    def hinted_commands(self) -> list[Command]:
        return [self.OWN_COMMANDS[0], APP[0]]

    def head(self, lines: Sequence[Line]) -> None:
        self.query_one("#title", Lines).show(lines, self.host.palette)

    def foot(self, lines: Sequence[Line]) -> None:
        self.query_one("#hints", Lines).show(lines, self.host.palette)

    def show_line(self, first: int, last: int | None = None) -> None:
        """Scroll no further than needed to show some lines; the first ones if not all fit."""
        lines = Region(0, first, 1, (first if last is None else last) - first + 1)
        if self._content.size.height:
            self._content.scroll_to_region(lines, animate=False, force=True, immediate=True)

    def help_keys(self) -> tuple[str, ...]:
        return self.HELPED

    def help_blocks(self, view: "HelpView") -> "list[Block]":
        from companion.pages.help import page_help

        title, *means = self.help_keys()
        return page_help(view, title, means, self.own_commands)

    @on(Lines.Pointed)
    async def _run_pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "command":
            await self.run_action(value)

    def action_close(self) -> None:
        self.dismiss()

    def action_page_down(self) -> None:
        self._content.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self._content.scroll_page_up(animate=False)
