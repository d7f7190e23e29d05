"""Entries made by keys on the screen: what stands there before they are booked, and what is booked then."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from textual.geometry import Region

from companion.report.spans import span_width
from companion.report.words import money
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, THREE
from tests.tui.driving import LARGE, MOMENT, SMALL, Table, app_of, disk_of, driven, same_screen

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


class Entry(NamedTuple):
    """An entry by keys, and what it must come to."""

    name: str
    start: Start
    keys: str
    """From the idle table on, with blanks between them; the last one books."""
    block: Fields
    line: str
    """How it reads in the notation."""
    shows: tuple[str, ...] = ()
    """What the preview says of it, with figures worked out by hand."""
    is_instant: bool = False
    """Whether its first key books it, so that there is nothing to see before."""

    def __str__(self) -> str:
        return self.name


def called(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def acted(entry: Entry, size: Size) -> None:
    """Makes an entry in a terminal of some size, and checks everything on the way."""
    disk = entry.start.disk()
    before = booked(disk)
    *keys, last = entry.keys.split()

    async def act(table: Table) -> None:
        await table.press(*keys)
        if entry.is_instant:
            await table.press(last)
        seen = Seen(table)
        if not entry.is_instant:
            assert booked(disk) == before, "it was booked before its last key"
            says_the_entry(seen, entry)
        everything_is_in_sight(seen)
        said = collapsed(f"{seen.of('log')}\n{await whole_preview(seen)}")
        for text in entry.shows:
            assert text in said, f"the screen does not say {text!r} but {said!r}"
        if not entry.is_instant:
            await table.press(last)
        assert booked(disk) == [*before, {**entry.block, "at": MOMENT}]
        same_screen(f"{entry.start.game}/{entry.name}-{called(size)}", "\n".join(seen.rows))

    driven(app_of(disk), act, size)


def booked(disk: MemoryDisk) -> list[Fields]:
    """The blocks in the file."""
    return list(tomllib.loads(disk.files[FILE].decode()).get("actions", []))


def says_the_entry(seen: "Seen", entry: Entry) -> None:
    """The action is named above the entry, and the entry is there in the notation."""
    said = seen.of("entry")
    assert said.startswith(f"── {entry.block['do']} ")
    assert f" = {entry.line} " in f"{collapsed(said)} ", said


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


def collapsed(text: str) -> str:
    """A text without its line breaks and indents."""
    return " ".join(text.split())


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


def everything_is_in_sight(seen: Seen) -> None:
    """Turn, everybody's score, the main table's heading and the entry; nothing is cut off at the right."""
    screen = seen.table.app.screen
    assert isinstance(screen, TableScreen)
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
        assert f"{rank}." in scores
        assert money(score) in scores
    main = model.speaker.text(session.game.tables(session.state)[0].title)
    assert main in " ".join(tables.splitlines()[:2])
    assert entry.startswith("── ")
    assert len(entry.splitlines()) > 1
