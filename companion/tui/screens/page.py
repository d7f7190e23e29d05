"""Base classes of screens: one with commands and help, one that shows text below a title."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.screen import Screen

from companion.pages.commands import APP, PAGE, Command, Commands
from companion.report.spans import Line, Span, hint
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.pages.help import HelpView
    from companion.pages.page import Block
    from companion.tui.app import CompanionApp


def bindings_of(commands: Commands) -> list[BindingType]:
    return [Binding(one.keys, one.action, show=False) for one in commands]


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
        """Draw everything, since words or colours may have changed."""
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
    OWN_COMMANDS = PAGE

    @property
    def _content(self) -> Lines:
        return self.query_one("#content", Lines)

    # Drawing

    @property
    def takes_text(self) -> bool:
        """Whether letters are text now; then other keys are shown for commands."""
        return False

    def hints(self) -> list[Line]:
        speaker, hints = self.host.speaker, list[Line]()
        for one in self.hinted_commands():
            key, label = one.key_label(speaker, self.takes_text), speaker.say(one.label)
            bar = [Span("│ ", "rule")] if one.id == "start.menu" else []
            hints.append((*bar, *hint(key, label, f"command:{one.action}")))
        return hints

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
        """Keys without a command that the help explains."""
        return ()

    def help_blocks(self, view: "HelpView") -> "list[Block]":
        from companion.pages.help import page_help

        return page_help(view, self.help_keys(), self.own_commands)

    @on(Lines.Pointed)
    async def _run_pointed(self, event: Lines.Pointed) -> None:
        if event.what == "command":
            await self.run_action(event.value)

    def action_close(self) -> None:
        self.dismiss()

    def action_page_down(self) -> None:
        self._content.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self._content.scroll_page_up(animate=False)
