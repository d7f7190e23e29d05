"""A key in the app beside the echo of a key in an empty one: how long to the last byte."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from bench.measuring import Row, in_turns
from bench.screens import Screen
from bench.sessions import GAMES, written

ROUNDS = 15
ENTRIES, MANY = 200, 5000
ECHO = """
from textual.app import App
from textual.widgets import Input
class Echo(App[None]):
    def compose(self):
        yield (entry := Input())
        entry.cursor_blink = False
Echo().run()
"""
BOOKING = {"stephensons-rocket": ("e", "1"), "whistle-stop": ("m", "c"), "dampfross": ("b",)}
"""What begins an entry and answers it, in the sessions that are measured; Enter books it."""
LINE = (":", *"adjust Anton 3 slip")
"""An entry that every game takes at any time."""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name, ExitStack() as opened:
        folder = Path(name)
        echo = opened.enter_context(Screen(folder, program=("-c", ECHO)))
        echo.until_complete(0, "▊")
        for game in GAMES:
            played, short, long = (
                opened.enter_context(_table(folder, game, entries, stands))
                for entries, stands in ((ENTRIES, False), (ENTRIES, True), (MANY, True))
            )
            yield from _beside_echo(echo, played, game)
            yield from _beside_itself(short, long, game)


def _table(folder: Path, game: str, entries: int, stands: bool) -> Screen:
    table = Screen(folder, str(written(folder, game, entries, stands)))
    table.until_complete(0, "Anton", "help")
    return table


def _beside_echo(echo: Screen, table: Screen, game: str) -> Iterator[Row]:
    begin, *answers = BOOKING[game]

    def echoed() -> float:
        return _cleared(echo, echo.answer("x"), "backspace")

    def letter() -> float:
        table.answer(*LINE[:4])
        return _cleared(table, table.answer(LINE[4]), "escape")

    def begun() -> float:
        return _cleared(table, table.answer(begin), "escape")

    def book() -> float:
        for key in (begin, *answers):
            table.answer(key)
        return _cleared(table, table.booked("enter"), "u")

    floors, letters, begins, bookings = in_turns(echoed, letter, begun, book, rounds=ROUNDS)
    on = "the echo of a key"
    yield Row(f"a letter of an entry, {game}", on, 1.5, floors, letters)
    yield Row(f"the key that begins an entry, {game}", on, 3, floors, begins)
    yield Row(f"a booking at {ENTRIES} entries, {game}", on, 4, floors, bookings)


def _cleared(screen: Screen, milliseconds: float, key: str) -> float:
    """How long an answer took; then the key that leads back to where it began."""
    screen.answer(key)
    return milliseconds


def _beside_itself(short: Screen, long: Screen, game: str) -> Iterator[Row]:
    """The same keys behind few entries and behind many."""
    keys = {"a booking": ("enter", 1.2), "an undo": ("u", 1.5), "a redo": ("U", 1.5)}
    times: dict[str, list[list[float]]] = {what: [] for what in keys}
    for _ in range(ROUNDS):
        for table in (short, long):
            table.answer(*LINE)
        for what, (key, _) in keys.items():
            times[what].append([table.booked(key) for table in (short, long)])
    for what, (_, bar) in keys.items():
        few, many = zip(*times[what], strict=True)
        yield Row(f"{what} at {MANY} entries, {game}", f"the same at {ENTRIES}", bar, few, many)
