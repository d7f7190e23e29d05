"""The base class of screens, with commands and help; the sizes of a terminal."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, cast, get_args

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen

from companion.pages.commands import Command, Commands
from companion.pages.view import AppServices, View

if TYPE_CHECKING:
    from companion.desk.desk import Desk
    from companion.draw.table_area import TableCache
    from companion.pages.effects import Link
    from companion.pages.help import HelpView
    from companion.pages.page import Block
    from companion.pages.server_process import PhoneServer, Starting
    from companion.session import Session
    from companion.tui.models.table import TableModel
    from companion.tui.palette import Palette


Kind = Literal["tiny", "narrow", "small", "wide"]
"""With one sentence only; without tables; the smallest designed size; with a second column."""
KINDS: tuple[Kind, ...] = get_args(Kind)
LEAST_WIDTH, LEAST_HEIGHT, SMALL = 40, 20, 80
WIDE, TALL = 110, 30
"""The least size with the chart, the last entry and the log at the right."""


def kind_of(width: int, height: int) -> Kind:
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return "tiny"
    if width < SMALL:
        return "narrow"
    return "small" if width < WIDE or height < TALL else "wide"


def bindings_of(commands: Commands) -> list[BindingType]:
    return [Binding(command.keys, command.action, show=False) for command in commands]


class ScreenBelow(Protocol):
    """The table screen below a page, as far as the page needs it."""

    @property
    def cache(self) -> "TableCache": ...

    def at_desk(self, do: "Callable[[Desk], None]") -> None: ...

    def run_command(self, command: Command) -> None: ...


class Host(AppServices, Protocol):
    palette: "Palette"
    follows_every: float | None
    starting: "Starting | None"
    phones: "PhoneServer | None"

    @property
    def tables(self) -> "list[TableModel]": ...

    def set_players(self, players: Sequence[str], colours: Mapping[str, str]) -> None: ...

    def show_page(self, view: View, link: "Link", below: ScreenBelow | None = None) -> None: ...

    def open_what_if(self, session: "Session") -> None: ...

    def leave_table(self) -> None: ...


class AppScreen(Screen[None]):
    model: "TableModel | None" = None

    @property
    @abstractmethod
    def own_commands(self) -> Commands: ...

    def run_command(self, command: Command) -> None:
        self.do_action(command.action)

    def do_action(self, name: str) -> None:
        action = f"action_{name}"
        getattr(self if hasattr(self, action) else self.app, action)()

    def further_commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """Yield what the list of commands doesn't have, each as label, key (perhaps empty) and call."""
        return iter(())

    @property
    def kind(self) -> Kind:
        return kind_of(*self.app.size)

    @property
    def host(self) -> Host:
        return cast("Host", self.app)

    @abstractmethod
    def redraw(self) -> None: ...

    def draw_anew(self) -> None:
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
