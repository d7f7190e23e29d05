"""Entries made by keys: sessions before them, what they must come to, and what of them is on the screen."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from textwrap import dedent
from typing import Any, NamedTuple

from textual.geometry import Region

from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, THREE, library
from tests.tui.desk import booked, collapsed
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


class Entry:
    """An entry by keys, and what it must come to."""

    def __init__(self, start: Start, rows: Sequence[str], more: Fields) -> None:
        head, *told = rows
        self.name, self.keys, *lines = head.split(" | ")
        self.start, self._more = start, more
        self.line = lines[0] if lines else told.pop(0).removeprefix("= ")
        """How it reads in the notation."""
        self.shows = tuple(told)
        """What the preview says of it, with figures worked out by hand."""

    @cached_property
    def block(self) -> Fields:
        """What its line says at that moment, and what no line shows."""
        return {**library(disk=self.start.disk()).read(FILE).read(self.line), **self._more}

    def __str__(self) -> str:
        return self.name


def entries(start: Start, text: str, hidden: Mapping[str, Fields] | None = None) -> tuple[Entry, ...]:
    """Entries from some table: name, keys and line with bars between them, and below them what is shown.

    The keys have blanks between them, from the idle table on, and the last one books. A line that is too long stands
    below, behind a sign of equality. `hidden` are fields that the line does not show, by the name of the entry.
    """
    found: list[list[str]] = []
    for row in dedent(text).strip().splitlines():
        if row.startswith("  "):
            found[-1].append(row.strip())
        elif not row.startswith("#"):
            found.append([row])
    return tuple(Entry(start, rows, (hidden or {}).get(rows[0].split(" | ")[0], {})) for rows in found)


# What is on the screen


def block_text(table: Table, name: str) -> str:
    """What is to be seen of one block of the screen, in one line."""
    widget = table.app.screen.query_one(f"#{name}")
    shown = widget.region if widget.display else Region()
    rows = table.text().split("\n")[shown.y : shown.bottom]
    return collapsed(" ".join(row[shown.x : shown.right] for row in rows))


async def whole_preview(table: Table) -> str:
    """All that the preview says: what is in sight, and what the key for the next page brings."""
    block = table.app.screen.query_one("#entry", Lines)
    said = block_text(table, "entry")
    while block.scroll_offset.y < block.max_scroll_y:
        before = block.scroll_offset.y
        await table.press("pagedown")
        assert block.scroll_offset.y > before, "there are more lines, and they cannot be reached"
        said += f" {block_text(table, 'entry')}"
    return said


def table_screen(table: Table) -> TableScreen:
    screen = table.app.screen
    assert isinstance(screen, TableScreen)
    return screen
