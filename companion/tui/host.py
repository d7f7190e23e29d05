"""What screens need of the app that shows them, so that they need not know it."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from textual.app import App

from companion.tui.palette import Palette

if TYPE_CHECKING:
    from companion.report.words import Speaker
    from companion.session import Library
    from companion.session.planning import Plan
    from companion.tui.models.table import TableModel


class Host(Protocol):
    saves: Path
    """The folder of the sessions."""
    language: str
    zone: tzinfo | None
    """Where the clock on the wall hangs; None is where this machine stands."""
    keys: Mapping[str, str]
    """The keys of every command, by its id."""
    palette: Palette
    speaker: "Speaker"

    @property
    def library(self) -> "Library": ...

    def complain(self, sentence: str) -> None:
        """Says something over whatever screen is open."""

    def action_end(self) -> None:
        """Ends the app; everything is saved."""

    def sit_at(self, players: Sequence[str], colours: Mapping[str, str]) -> None:
        """Colours for the players of this table."""

    def open_new(self) -> None:
        """The page on which a session is made."""

    def play(self, plan: "Plan") -> None:
        """Makes the session of a plan and puts it on the table; Refusal or FileError where that cannot be."""

    def open_table(self, path: Path) -> None:
        """The session in a file on the table."""

    def leave_table(self) -> None:
        """Back to the start page, or out where a session was opened from the command line."""

    def open_receipt(self, model: "TableModel", number: int) -> None:
        """One entry in full."""

    def open_tables(self, model: "TableModel") -> None:
        """All tables of the game."""

    def open_history(self, model: "TableModel") -> None:
        """All entries of the game."""


def host_of(app: App[object]) -> Host:
    return cast("Host", app)
