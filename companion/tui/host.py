"""What screens need of the app that shows them; for types alone, so that no screen imports the app."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from companion.desk.desk import Desk
from companion.desk.phones import Starting
from companion.draw.tables import Known
from companion.pages.commands import Command
from companion.pages.effects import Link
from companion.pages.view import House, View
from companion.report.words import Speaker
from companion.session.planning import Plan
from companion.tui.models.table import TableModel
from companion.tui.models.ties import TieModel
from companion.tui.new_sessions import NewSessions, Planner
from companion.tui.palette import Palette


class Below(Protocol):
    """What pages need of the screen that they were opened from."""

    def at_desk(self, do: Callable[[Desk], None]) -> None: ...

    def run_command(self, command: Command) -> None: ...


class Host(House, Planner, Protocol):
    keys: Mapping[str, str]
    palette: Palette
    speaker: Speaker
    left_path: Path | None
    follows_every: float | None
    starting: Starting | None
    beside: Callable[[Callable[[], None]], None]
    ties: dict[object, TieModel]

    @property
    def language(self) -> str: ...

    @property
    def plans(self) -> NewSessions: ...

    def action_end(self) -> None: ...

    def sit_at(self, players: Sequence[str], colours: Mapping[str, str]) -> None: ...

    def play(self, plan: Plan) -> None: ...

    def open_table(self, path: Path) -> None: ...

    def open_example(self, path: Path) -> None: ...

    def leave_table(self) -> None: ...

    def open_page(self, page: str) -> None: ...

    def show_what_if(self, model: TableModel, known: Known) -> None: ...

    def show_page(self, view: View, link: Link, below: Below | None = None) -> None: ...
