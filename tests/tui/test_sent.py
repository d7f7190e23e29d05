"""What a key sends to the terminal: only cells that are different, and they are what the app means to show."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pyte
import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.drivers.headless_driver import HeadlessDriver
from textual.screen import Screen
from textual.strip import Strip

from companion.games.registry import engines
from companion.tui.terminal import Changes, Pen, cells_of, pen_of
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, THREE, shipped, text_of
from tests.tui.driving import LARGE, SMALL, Table, app_of, at_rest, driven

MOST = 3
"""Bytes for a cell that is different."""
FEW = 160
"""Bytes for colours and places of the few cells that an answer changes."""
KEYS = {
    "stephensons-rocket": ("t", *"York", "enter", "s", "enter"),
    "dampfross": ("b", *"65", "tab", "tab", "p", "3", "enter", "5", "enter"),
    "whistle-stop": ("m", "w", "enter"),
}
"""An entry: the key that begins it, its answers, and the one that books it."""
Seen = list[list[tuple[Any, ...]]]


class Emulated:
    """A terminal that shows what is sent to it."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.sent = ""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)

    def write(self, text: str) -> None:
        self.sent += text
        self._stream.feed(text)

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    @property
    def cells(self) -> Seen:
        """Every cell with its colours; of an empty one nobody sees in which it would be written."""
        rows = self._screen.buffer
        columns = range(self._screen.columns)
        return [[_seen(rows[y][x]) for x in columns] for y in range(self._screen.lines)]


def _seen(cell: Any) -> tuple[Any, ...]:
    is_marked = cell.underscore or cell.reverse or cell.strikethrough
    return ("", cell.bg) if cell.data == " " and not is_marked else tuple(cell)


def different(before: Seen, after: Seen) -> int:
    rows = zip(before, after, strict=True)
    return sum(one != other for row, now in rows for one, other in zip(row, now, strict=True))


@contextmanager
def shown_by(size: tuple[int, int]) -> Iterator[Emulated]:
    """A terminal in place of none."""
    terminal = Emulated(size)

    def write(_: HeadlessDriver, text: str) -> None:
        terminal.write(text)

    with (
        patch.object(HeadlessDriver, "is_headless", False),
        patch.object(HeadlessDriver, "write", write),
        patch.object(Console, "color_system", "truecolor"),
    ):
        yield terminal


async def drawn_anew(table: Table) -> None:
    """Everything sent again."""
    table.app._shown.forget()
    table.app.screen.refresh()
    await at_rest(table.app)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", engines())
def test_a_key_sends_what_is_different_and_no_more(game: str, size: tuple[int, int]) -> None:
    async def doing(table: Table) -> None:
        with shown_by(size) as terminal:
            await drawn_anew(table)
            before = terminal.cells
            for key in KEYS[game]:
                terminal.sent = ""
                await table.press(key)
                changed = different(before, terminal.cells)
                most = MOST * changed + FEW * (table.session.entry_count == 0)
                assert len(terminal.sent) <= most, (key, changed)
                assert "\n".join(terminal.lines).rstrip() == table.text().rstrip()
                before = terminal.cells
            assert table.session.entry_count == 1
            await drawn_anew(table)
            assert terminal.cells == before, "what was sent bit by bit is what is sent as a whole"

    disk = MemoryDisk({**shipped(), FILE: text_of((), THREE, game=game).encode()})
    driven(app_of(disk), doing, size, draws_always=True)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", engines())
def test_a_key_arranges_the_screen_at_most_once_and_draws_a_line_once_and_only_where_it_is_new(
    game: str, size: tuple[int, int]
) -> None:
    drawn: Counter[tuple[str, object]] = Counter()
    arranged: Counter[str] = Counter()
    render_line, refresh_layout = Lines.render_line, Screen._refresh_layout

    def drawing(block: Lines, y: int) -> Strip:
        drawn[str(block.id), block._line_at(y)] += 1
        return render_line(block, y)

    def arranging(screen: Screen[Any], *given: Any, **more: Any) -> None:
        arranged["screen"] += 1
        refresh_layout(screen, *given, **more)

    async def doing(table: Table) -> None:
        blocks = list(table.app.screen.query(Lines))
        for key in KEYS[game]:
            stood = {(str(block.id), line) for block in blocks for line in block.lines}
            drawn.clear()
            arranged.clear()
            await table.press(key)
            assert not stood & drawn.keys(), "drawn though it stood there"
            assert max(drawn.values()) == 1
            assert arranged["screen"] <= 1
        assert table.session.entry_count == 1

    disk = MemoryDisk({**shipped(), FILE: text_of((), THREE, game=game).encode()})
    with patch.object(Lines, "render_line", drawing), patch.object(Screen, "_refresh_layout", arranging):
        driven(app_of(disk), doing, size, draws_always=True)


def test_another_screen_is_sent_whole() -> None:
    async def doing(table: Table) -> None:
        with shown_by(SMALL) as terminal:
            await drawn_anew(table)
            for key in ("?", "escape"):
                terminal.sent = ""
                await table.press(key)
                fresh = Emulated(SMALL)
                fresh.write(terminal.sent)
                assert fresh.cells == terminal.cells

    driven(app_of(MemoryDisk({**shipped(), FILE: text_of().encode()})), doing, draws_always=True)


# Cells

TEXTS = ("a", " ", "   ", "York", "─▸·", "鉄道", "e\u0301", "1,200")
STYLES = tuple(
    Style.parse(one)
    for one in (
        "#d5d9e0 on #14161a",
        "bold #d5d9e0 on #14161a",
        "dim #8a93a2",
        "reverse",
        "underline on red",
        "",
    )
)


def row_of(luck: random.Random, width: int) -> Strip:
    segments = [Segment(luck.choice(TEXTS), luck.choice(STYLES)) for _ in range(8)]
    return Strip(segments).adjust_cell_length(width, STYLES[0])


def test_what_is_left_out_stood_there_before() -> None:
    luck, width = random.Random("cells"), 24
    console = Console(color_system="truecolor")
    rows = [row_of(luck, width) for _ in range(4)]
    piecemeal = Emulated((width, 4))
    piecemeal.write(Changes([(y, None, row) for y, row in enumerate(rows)]).render_segments(console))
    for _ in range(200):
        y = luck.randrange(4)
        new = row_of(luck, width)
        half = luck.randrange(width)
        new = Strip.join([new.crop(0, half), rows[y].crop(half, width)])
        piecemeal.write(Changes([(y, rows[y], new)]).render_segments(console))
        rows[y] = new
        whole = Emulated((width, 4))
        whole.write(Changes([(y, None, row) for y, row in enumerate(rows)]).render_segments(console))
        plainly = Emulated((width, 4))
        for place, row in enumerate(rows):
            plainly.write(f"\x1b[{place + 1};1H{row.render(console)}")
        assert piecemeal.cells == whole.cells == plainly.cells


def test_a_row_that_stays_sends_nothing() -> None:
    row = row_of(random.Random(1), 24)
    console = Console(color_system="truecolor")
    assert Changes([(0, row, Strip(list(row)))]).render_segments(console) == ""
    assert len(cells_of(row)) == 24


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("bold", "bold", ""),
        ("bold", "", "\x1b[m"),
        ("bold dim", "dim red", "\x1b[22;2;31m"),
        ("red on blue", "red on green", "\x1b[42m"),
        ("underline red", "red", "\x1b[24m"),
    ],
)
def test_only_what_changes_is_told(before: str, after: str, told: str) -> None:
    one, other = (pen_of(Style.parse(text), False, ColorSystem.STANDARD) for text in (before, after))
    assert one.changed_to(other) == told


def test_of_a_blank_only_its_ground_counts() -> None:
    pens: Sequence[Pen] = [
        pen_of(Style.parse(text), True, ColorSystem.STANDARD) for text in ("bold red on blue", "on blue")
    ]
    assert pens[0] == pens[1] != pen_of(Style.parse("underline on blue"), True, ColorSystem.STANDARD)
