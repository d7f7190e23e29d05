"""Entries made by keys on the screen: what stands there before they are booked, and what is booked then.

Screens are kept as text in `screens/`. Running with COMPANION_WRITE_SCREENS=1 writes them anew.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from textual.geometry import Region

from companion.report.spans import span_width
from companion.report.words import money
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, THREE
from tests.tui.driving import LARGE, MOMENT, SMALL, Table, app_of, disk_of, driven

Fields = dict[str, Any]
Size = tuple[int, int]

SIZES = (SMALL, LARGE)
SCREENS = Path(__file__).parent / "screens"
WRITE = "COMPANION_WRITE_SCREENS"
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
        if entry.is_instant:
            await table.press(*keys, last)
        else:
            await table.press(*keys)
            assert booked(disk) == before, "it was booked before its last key"
            says_the_entry(table, entry)
        everything_is_in_sight(table)
        is_written = looks_as_kept(table, entry)
        told = collapsed(f"{visible(table, 'log')}\n{await whole_preview(table)}")
        for text in entry.shows:
            assert text in told, f"the screen does not say {text!r} but {told!r}"
        if not entry.is_instant:
            await table.press(last)
        assert booked(disk) == [*before, {**entry.block, "at": MOMENT}]
        assert not is_written, "the screen is written; look at it, then run again to compare"

    driven(app_of(disk), act, size)


def booked(disk: MemoryDisk) -> list[Fields]:
    """The blocks in the file."""
    return list(tomllib.loads(disk.files[FILE].decode()).get("actions", []))


def says_the_entry(table: Table, entry: Entry) -> None:
    """The action is named above the entry, and the entry is there in the notation."""
    told = visible(table, "entry")
    assert told.startswith(f"── {entry.block['do']} ")
    assert f" = {entry.line} " in f"{collapsed(told)} ", told


# What is on the screen


def visible(table: Table, name: str) -> str:
    """What is to be seen of a block of the screen, as it is on the screen."""
    widget = table.app.screen.query_one(f"#{name}")
    shown = widget.region if widget.display else Region()
    rows = table.lines()[shown.y : shown.bottom]
    return "\n".join(row[shown.x : shown.right].rstrip() for row in rows)


def collapsed(text: str) -> str:
    """A text without its line breaks and indents."""
    return " ".join(text.split())


async def whole_preview(table: Table) -> str:
    """All that the preview says: what is in sight, and what the key for the next page brings."""
    block = table.app.screen.query_one("#entry", Lines)
    told = visible(table, "entry")
    while block.scroll_offset.y < block.max_scroll_y:
        before = block.scroll_offset.y
        await table.press("pagedown")
        assert block.scroll_offset.y > before, "there are more lines, and they cannot be reached"
        told += f"\n{visible(table, 'entry')}"
    return told


def everything_is_in_sight(table: Table) -> None:
    """Turn, everybody's score, the main table's heading and the entry; nothing is cut off at the right."""
    screen = table.app.screen
    assert isinstance(screen, TableScreen)
    blocks = [block for block in screen.query(Lines) if block.display]
    for block in blocks:
        assert screen.region.contains_region(block.region), f"{block.id} is not on the screen"
        wide = [line for line in block.lines if span_width(line) > block.region.width]
        assert not wide, f"{block.id} is cut off: {wide}"
        if block.id in ALWAYS_WHOLE:
            assert len(block.lines) <= block.region.height, f"{block.id} is not whole"
    model = screen.model
    session, scores = model.session, visible(table, "scores")
    assert visible(table, "heading").splitlines()[1:], "nobody sees whose turn it is"
    up = session.up()
    if up is not None:
        assert f"▸{model.letters[up]} {up}" in visible(table, "heading")
    for name, score, rank in session.standings():
        assert f"{model.letters[name]} {name}" in scores
        if not model.covered:
            assert f"{rank}." in scores
            assert money(score) in scores
    main = session.tables()[0]
    heading = " ".join(visible(table, "tables").splitlines()[:2])
    assert model.speaker.text(main.title) in heading
    assert visible(table, "entry").startswith("── ")
    assert len(visible(table, "entry").splitlines()) > 1


def looks_as_kept(table: Table, entry: Entry) -> bool:
    """The whole screen is as it was looked at and kept; True where it was written instead of compared."""
    kept = SCREENS / entry.start.game / f"{entry.name}-{called(table.app.size)}.txt"
    if os.environ.get(WRITE):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(f"{table.text()}\n", encoding="utf-8")
        return True
    assert kept.is_file(), f"there is no {kept.name} yet; {WRITE}=1 writes it"
    assert table.text() == kept.read_text(encoding="utf-8").removesuffix("\n")
    return False
