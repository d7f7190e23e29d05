"""What screens need of the app that shows them, so that they need not know it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.tui.palette import Palette

if TYPE_CHECKING:
    from companion.core.messages import Message
    from companion.desk.phones import Starting
    from companion.report.words import Speaker
    from companion.session import Library, Session
    from companion.session.listing import Listing
    from companion.session.planning import Plan
    from companion.storage.config import Changes, Config
    from companion.tui.models.ties import TieModel
    from companion.tui.new_sessions import NewSessions


class Host(Protocol):
    """What each of these does is said in the app."""

    saves: Path
    config: "Config"
    config_path: Path
    clock: Callable[[], datetime]
    zone: tzinfo | None
    """Where the clock on the wall hangs; None is where this machine stands."""
    keys: Mapping[str, str]
    """The keys of every command, by its id."""
    palette: Palette
    speaker: "Speaker"
    left_path: Path | None
    follows_every: float | None
    starting: "Starting | None"
    ties: "dict[object, TieModel]"

    @property
    def no_color(self) -> bool: ...

    @property
    def language(self) -> str: ...

    @property
    def library(self) -> "Library": ...

    @property
    def listing(self) -> "Listing": ...

    @property
    def plans(self) -> "NewSessions": ...

    def complain(self, sentence: str) -> None: ...

    def change_settings(self, config: "Config", changes: "Changes") -> "Message": ...

    def take_language(self, language: str) -> None: ...

    def export(self, session: "Session", form: str, language: str) -> tuple[Path, bool]: ...

    def action_end(self) -> None: ...

    def sit_at(self, players: Sequence[str], colours: Mapping[str, str]) -> None: ...

    def play(self, plan: "Plan") -> None: ...

    def open_table(self, path: Path) -> None: ...

    def open_example(self, path: Path) -> None: ...

    def leave_table(self) -> None: ...

    def open_page(self, page: str) -> None:
        """Opens a page that is about no session."""
