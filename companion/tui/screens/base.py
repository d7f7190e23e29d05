"""What every screen has: the app that shows it, its commands and their help, and blocks of lines."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.geometry import Size
from textual.screen import Screen

from companion.pages.commands import Command, Commands
from companion.report.spans import Line
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.pages.blocks import Block
    from companion.pages.help import HelpView
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
    def redraw(self) -> None:
        """Puts everything in its place; what did not change is not drawn again."""

    def draw_anew(self) -> None:
        """Draws everything, also what is the same as before but for keys, words and colours."""
        self.redraw()

    def show_news(self) -> None:
        self.draw_anew()

    def sessions_read(self) -> None:
        """Show what another thread has read; called on the screen in front."""

    @abstractmethod
    def helped(self, view: "HelpView") -> "list[Block]":
        """What its keys do."""

    def on_screen_suspend(self) -> None:
        """What popped up over this screen is not about the next one."""
        self.app.clear_notifications()

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def skip_known(self, event: events.Resize, drawn_for: Size | None) -> None:
        """Do nothing about a size that the screen is drawn for and laid out in.

        A key typed in between draws for the new size before Textual lays anything out in it.
        """
        if self.size == drawn_for and event.size == self.outer_size:
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing before all of it is there: a key that was typed for the page before is not meant for this one."""
        return self.is_mounted and super().check_action(action, parameters)

    def show_block(self, name: str, lines: Sequence[Line], rows: int | None = None) -> None:
        """Shows a block in some rows, or in as many as it has lines; without any it is not there."""
        block = self.query_one(f"#{name}", Lines)
        height = len(lines) if rows is None else max(0, rows)
        if block.display != (height > 0):
            block.display = height > 0
        if height:
            block.styles.height = height
        block.show(lines, self.host.palette)
