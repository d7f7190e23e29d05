"""A key in the app beside the echo of a key in an empty one of the same size, and beside itself behind few entries.

Bookings, undo, redo and the history have two rows: until what the player looks at is there, and until the last byte of
all that the key changes. Chart, log, what is ahead and the game as it was are drawn last.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.long_sessions import GAMES, written
from bench.measuring import Row, in_turns
from bench.screens import Screen

Size = tuple[int, int]
SMALL, LARGE = (80, 24), (120, 40)
ENTRIES, FEW, MANY = 200, 50, 5000
ECHO = """
from textual.app import App
from textual.widgets import Input
class Echo(App[None]):
    def compose(self):
        yield (entry := Input())
        entry.cursor_blink = False
Echo().run()
"""
BOOKING = {"stephensons-rocket": ("e", "3"), "whistle-stop": ("m", "c"), "dampfross": ("a", "c", "a")}
"""What begins an entry and answers it, where the sessions stand: an extension, a move, an arrival. Enter books it."""
BARS: dict[str, tuple[float | None, float | None]] = {
    "a letter of an entry": (1.5, None),
    "the key that begins an entry": (3, 3),
    "a booking, until it says saved and shows the entry": (4, 5),
    "a booking, all it changes": (None, None),
    "undo, until it shows": (None, 5),
    "undo, all it changes": (None, None),
    "redo, until it shows": (None, 5),
    "redo, all it changes": (None, None),
    "history opened, until its rows are there": (8, 10),
    "history opened, all of it": (None, None),
    "score sheet opened": (8, 10),
    "what if opened": (8, 10),
}
"""At 80x24 and at 120x40."""
GROWING = ("the key that begins", "a booking, all", "undo, all", "redo, all", "history opened, all")
AT_MOST = 10
ROW = re.compile(r"▸ *(\d\d:\d\d +)?\d+ ")


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in (SMALL, LARGE):
            for game in GAMES:
                yield from _beside_echo(folder, game, size)
        for game in GAMES:
            yield from _beside_few(folder, game)


def _beside_echo(folder: Path, game: str, size: Size) -> Iterator[Row]:
    with (
        Screen(folder, program=("-c", ECHO), size=size) as echo,
        _table(folder, game, ENTRIES, size) as table,
    ):
        echo.answer(until=lambda: echo.shows("▊"))

        def echoed() -> float:
            taken = echo.answer("x").whole
            echo.answer("backspace")
            return taken

        rounds = in_turns(lambda: (echoed(), _pressed(table, game)))[0]
    floors = [floor for floor, _ in rounds]
    screen = "x".join(map(str, size))
    for what, bars in BARS.items():
        name = f"{what}, {game}, {ENTRIES} entries, {screen}"
        bar = bars[size == LARGE]
        yield Row(name, f"the echo of a key, {screen}", bar, floors, [one[what] for _, one in rounds])


def _beside_few(folder: Path, game: str) -> Iterator[Row]:
    with ExitStack() as opened:
        tables = [opened.enter_context(_table(folder, game, count, SMALL)) for count in (FEW, MANY)]
        few, many = in_turns(*(partial(_pressed, table, game) for table in tables))
    for what in (one for one in BARS if one.startswith(GROWING)):
        name, on = f"{what}, {game}, {MANY} entries, 80x24", f"the same at {FEW}"
        yield Row(name, on, AT_MOST, [one[what] for one in few], [one[what] for one in many])


def _table(folder: Path, game: str, entries: int, size: Size) -> Screen:
    table = Screen(folder, str(written(folder, game, entries)), size=size)
    table.answer(until=lambda: table.shows("Anton", "Help"))
    return table


def _pressed(table: Screen, game: str) -> dict[str, float]:
    """All the keys once, in milliseconds; the table is in the end as it was."""
    begin, *answers = BOOKING[game]

    def shows(*texts: str) -> bool:
        return table.shows(*texts)

    def leave() -> None:
        table.answer("escape", until=lambda: bool(table.entry))

    table.answer(*":adj", until=partial(shows, "adj"))
    letter = table.answer("u", until=partial(shows, "adju")).whole
    leave()
    begun = table.answer(begin, until=partial(shows, "Esc Discard")).whole
    for answer in answers:
        table.answer(answer)
    booked, undone, redone = (table.booked(key) for key in ("enter", "u", "U"))
    history = table.answer("h", until=lambda: shows("History") and bool(ROW.search(table.text)))
    leave()
    sheet = table.answer("F", until=partial(shows, "Total", "Esc Back")).whole
    leave()
    tried = table.answer("W", until=partial(shows, "WHAT IF")).whole
    table.answer("W", until=partial(shows, "Esc Back"))
    table.answer("d", until=lambda: bool(table.entry))
    table.booked("u")
    taken = (letter, begun, *booked, *undone, *redone, *history, sheet, tried)
    return dict(zip(BARS, taken, strict=True))
