"""Entries made by keys: sessions before them, what they must come to, and what of them is on the screen."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from textwrap import dedent
from typing import Any, NamedTuple

from textual.geometry import Region

from companion.report.spans import span_width
from companion.tui.models.table import TableModel
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, THREE, library
from tests.tui.desk import booked, collapsed
from tests.tui.driving import LARGE, SMALL, Table, disk_of

__all__ = ["booked", "collapsed"]

Fields = dict[str, Any]
Size = tuple[int, int]

SIZES = (SMALL, LARGE)
ALWAYS_WHOLE = ("heading", "scores", "hints")
"""Blocks of which every line must be on the screen."""


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
    names = [rows[0].split(" | ")[0] for rows in found]
    return tuple(
        Entry(start, rows, (hidden or {}).get(name, {})) for name, rows in zip(names, found, strict=True)
    )


def called(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


# What is on the screen


class Seen:
    """The screen as it is at one moment."""

    def __init__(self, table: Table) -> None:
        self.table, self.rows = table, table.text().split("\n")

    def of(self, name: str) -> str:
        """What is to be seen of one of its blocks."""
        widget = self.table.app.screen.query_one(f"#{name}")
        shown = widget.region if widget.display else Region()
        rows = self.rows[shown.y : shown.bottom]
        return "\n".join(row[shown.x : shown.right].rstrip() for row in rows)

    def said_in(self, name: str) -> str:
        return collapsed(self.of(name))


async def whole_preview(seen: Seen) -> str:
    """All that the preview says: what is in sight, and what the key for the next page brings."""
    block = seen.table.app.screen.query_one("#entry", Lines)
    said = seen.of("entry")
    while block.scroll_offset.y < block.max_scroll_y:
        before = block.scroll_offset.y
        await seen.table.press("pagedown")
        assert block.scroll_offset.y > before, "there are more lines, and they cannot be reached"
        said += f"\n{Seen(seen.table).of('entry')}"
    return said


def everything_is_in_sight(table: Table) -> Seen:
    """Turn, everybody's score, the main table's heading and the entry; nothing is cut off at the right."""
    screen, seen = table_screen(table), Seen(table)
    for block in (block for block in screen.query(Lines) if block.display):
        assert screen.region.contains_region(block.region), f"{block.id} is not on the screen"
        wide = [line for line in block.lines if span_width(line) > block.region.width > 0]
        assert not wide, f"{block.id} is cut off: {wide}"
        if block.id in ALWAYS_WHOLE:
            assert len(block.lines) <= block.region.height, f"{block.id} is not whole"
    heading, scores, tables, entry = (seen.of(name) for name in ("heading", "scores", "tables", "entry"))
    model = screen.model
    session = model.session
    assert len(heading.splitlines()) > 1, "nobody sees whose turn it is"
    up = session.game.up(session.state)
    if up is not None:
        assert f"▸{model.letters[up]} {up}" in heading
    for name, score, rank in session.record.standings():
        assert f"{model.letters[name]} {name}" in scores
        assert f"{rank}." in scores or f" {rank} " in scores
        assert f"{score:,}" in scores
    main_table_is_whole(model, tables.splitlines())
    assert entry.startswith("── ")
    assert len(entry.splitlines()) > 1
    return seen


def main_table_is_whole(model: TableModel, lines: Sequence[str]) -> None:
    """Its title, and every row with its name and all its numbers; other tables may stand to the right of it."""
    main = model.session.game.tables(model.session.state)[0]
    assert model.speaker.text(main.title) in " ".join(lines[:2])
    for row in main.rows:
        first, *cells = row.cells
        assert not isinstance(first.value, int | None)
        named = model.speaker.text(first.value), model.speaker.text(first.value, short=True)
        counts = [str(cell.value or "·") for cell in cells if isinstance(cell.value, int)]
        read = [numbers_behind(line, name) for line in lines for name in named if line.startswith(f"{name} ")]
        assert counts in [numbers[: len(counts)] for numbers in read], f"{named[0]} {counts} not in {lines}"


def numbers_behind(line: str, name: str) -> list[str]:
    """The cells behind a row's name, without marks."""
    return [cell.rstrip("=*") for cell in line.removeprefix(name).split()]


def table_screen(table: Table) -> TableScreen:
    screen = table.app.screen
    assert isinstance(screen, TableScreen)
    return screen
