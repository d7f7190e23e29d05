"""A session before an entry, and what is on the screen of a running table."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from textual.geometry import Region

from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import THREE
from tests.tui.desk import AtDesk, booked, collapsed
from tests.tui.driving import Table, disk_of

__all__ = ["booked", "collapsed"]

Fields = dict[str, Any]


class Start(NamedTuple):
    """A session before the entry."""

    game: str
    players: Sequence[str] = THREE
    blocks: Sequence[Fields] = ()
    more: Mapping[str, Any] = {}

    def disk(self) -> MemoryDisk:
        return disk_of(self.blocks, self.players, self.game, **self.more)

    def desk(self, keys: str = "", language: str = "en", **more: Any) -> AtDesk:
        """The table after keys; text in quotes is typed letter by letter."""
        return AtDesk(self.disk(), language=language, **more).press(keys)


def block_text(table: Table, name: str) -> str:
    """Text of one block of the screen, in one line."""
    widget = table.app.screen.query_one(f"#{name}")
    shown = widget.region if widget.display else Region()
    rows = table.text().split("\n")[shown.y : shown.bottom]
    return collapsed(" ".join(row[shown.x : shown.right] for row in rows))


def table_screen(table: Table) -> TableScreen:
    screen = table.app.screen
    assert isinstance(screen, TableScreen)
    return screen
