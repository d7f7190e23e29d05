"""Entries made by keys on the screen: what stands there before they are booked, and what is booked then."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from textual.geometry import Region

from companion.report.spans import span_width
from companion.tui.models.table import TableModel
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, THREE
from tests.tui.driving import LARGE, MOMENT, SMALL, Table, app_of, disk_of, driven

Fields = dict[str, Any]
Size = tuple[int, int]

SIZES = (SMALL, LARGE)
KEYS_ALWAYS = ("Tab next", "Backspace back", "Delete empty", "Esc throw away")
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
    parts: str = ""
    """All that may be answered, each with its answer."""
    asks: str = ""
    """What is asked before the last key; nothing where all is answered."""
    has_rows: bool = False
    """Whether a further row can be begun."""
    is_instant: bool = False
    """Whether its first key books it, so that there is nothing to see before."""

    def __str__(self) -> str:
        return self.name


def called(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def sized(entries: Sequence[Entry], *also_large: str) -> list[Any]:
    """Every entry in a small terminal, and those with these names in a large one too."""
    assert {entry.name for entry in entries} >= set(also_large)
    cases = [(entry, SMALL) for entry in entries]
    cases += [(entry, LARGE) for entry in entries if entry.name in also_large]
    return [pytest.param(entry, size, id=f"{entry.name}-{called(size)}") for entry, size in cases]


def acted(entry: Entry, size: Size) -> None:
    """Makes an entry in a terminal of some size, and checks everything on the way."""
    disk = entry.start.disk()
    before = booked(disk)
    *keys, last = entry.keys.split()

    async def act(table: Table) -> None:
        await table.press(*keys)
        scores = scores_of(table)
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
            await table.past_the_end()
            said_what_it_paid(said, scores, scores_of(table))
        assert booked(disk) == [*before, {**entry.block, "at": MOMENT}]
        shows_that_it_is_booked(Seen(table), entry, len(before) + 1)

    driven(app_of(disk), act, size)


def booked(disk: MemoryDisk) -> list[Fields]:
    """The blocks in the file."""
    return list(tomllib.loads(disk.files[FILE].decode()).get("actions", []))


def scores_of(table: Table) -> dict[str, int]:
    """In the order of the seats."""
    scores = {name: score for name, score, _ in table.session.record.standings()}
    return {name: scores[name] for name in table.session.table.players}


def says_the_entry(seen: "Seen", entry: Entry) -> None:
    """The action, what is answered, the entry in the notation, what is asked, and which keys go on from there."""
    title, *rows = seen.of("entry").split("\n")
    assert title.startswith(f"── {entry.block['do']} ")
    assert title.endswith(" Enter books ──")
    at = next(place for place, row in enumerate(rows) if row.startswith("= "))
    assert collapsed(" ".join(rows[:at])) == entry.parts
    end = next(place for place, row in enumerate(rows) if place > at and not row.startswith("  "))
    assert collapsed(" ".join(rows[at:end])) == f"= {entry.line}"
    model = table_screen(seen.table).model
    assert (model.form.question is not None) == bool(entry.asks), rows[end]
    if entry.asks:
        assert f"{rows[end]} ".startswith(f"{entry.asks}: ")
    keys = ("Enter ok", *([", next row"] if entry.has_rows else []), *KEYS_ALWAYS)
    assert collapsed(seen.of("hints")) == " ".join(keys)


def said_what_it_paid(said: str, before: Mapping[str, int], after: Mapping[str, int]) -> None:
    """The preview named every score that changed, as it was then booked, and no other."""
    changed = [name for name in before if after[name] != before[name]]
    expected = ", ".join(f"{name} {after[name]:,} ({after[name] - before[name]:+,})" for name in changed)
    if "what changes" in said:
        assert all(f"{before[name]:,} {after[name]:,}" in said for name in changed)
    elif expected:
        assert f"after it: {expected} " in f"{said} "
    else:
        assert "after it:" not in said


def shows_that_it_is_booked(seen: "Seen", entry: Entry, number: int) -> None:
    """The entry is counted at the top, and another one may be begun."""
    assert f" #{number} " in seen.rows[0]
    assert not seen.of("entry").startswith(f"── {entry.block['do']} ")
    assert "Enter ok" not in seen.of("hints")


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
    screen = table_screen(seen.table)
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
