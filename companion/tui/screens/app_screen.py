"""The base class of screens, with commands and help."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen

from companion.pages.commands import Command, Commands

if TYPE_CHECKING:
    from companion.pages.help import HelpView
    from companion.pages.page import Block
    from companion.tui.app import CompanionApp


def bindings_of(commands: Commands) -> list[BindingType]:
    return [Binding(command.keys, command.action, show=False) for command in commands]


class AppScreen(Screen[None]):
    @property
    @abstractmethod
    def own_commands(self) -> Commands: ...

    def run_command(self, command: Command) -> None:
        self.do_action(command.action)

    def do_action(self, name: str) -> None:
        """Call an action of this screen, or of the app."""
        action = f"action_{name}"
        getattr(self if hasattr(self, action) else self.app, action)()

    def keyless_commands(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield what only the palette offers: a label, and what to call."""
        return iter(())

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
