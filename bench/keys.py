"""A key in the app beside the echo of a key in an empty one of the same size, and beside itself behind few entries.

Entries, undo and the list of entries have two rows: until what the player looks at is there, and until the last
byte of all that the key changes. Chart, log, what is ahead and the game as it was are drawn last.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.long_sessions import GAMES, title_of, written
from bench.measuring import Row, in_turns
from bench.screens import ECHO, LARGE, SMALL, Screen, echoed
from tests.support import text_of

Size = tuple[int, int]
ENTRIES, FEW, MANY = 200, 100, 2000
BOOKING = {"stephensons-rocket": ("e", "3"), "whistle-stop": ("m", "c"), "dampfross": ("a", "c", "a")}
"""What begins an entry and answers it, where the sessions stand: an extension, a move, an arrival. Enter books it."""
KEYS = (
    "the key that begins an entry",
    "a booking, until it says saved and shows the entry",
    "a booking, all it changes",
    "entries opened, until its rows are there",
    "entries opened, all of it",
    "score sheet opened",
    "undo, until it shows",
    "undo, all it changes",
)
"""They have no bar: a key answered in a tenth of a second is felt by nobody."""
GROWING = ("a booking, all", "undo, all")
AT_MOST = 2
ROW = re.compile(r"▸ *(\d\d:\d\d +)?\d+ ")
ROUND = ("r", *"13", "enter", *"13", "enter", "0", "enter", "0", "enter")
"""Hearts with four players: begin a round, and 13, 13, 0 and 0 points."""
FOUR = ("Anton", "Beate", "Claus", "Dora")


def rows(folder: Path) -> Iterator[Row]:
    for game in GAMES:
        with (
            Screen(folder, program=("-c", ECHO), size=LARGE) as echo,
            _table(folder, game, ENTRIES, LARGE) as table,
        ):
            echo.answer(until=lambda: echo.shows("▊"))
            rounds = in_turns(partial(_echoed_and_pressed, echo, table, game))[0]
        floors = [floor for floor, _ in rounds]
        for what in KEYS:
            name, on = f"{what}, {ENTRIES} entries, 120x40", "the echo of a key, 120x40"
            yield Row(name, on, None, floors, [one[what] for _, one in rounds], title_of(game))


def pads(folder: Path) -> Iterator[Row]:
    path, scores = folder / "hearts.toml", dict(zip(FOUR, (13, 13, 0, 0), strict=True))
    path.write_text(text_of([{"do": "round", "scores": scores}] * 3, FOUR, game="hearts"), encoding="utf-8")
    with Screen(folder, program=("-c", ECHO)) as echo, _opened(folder, path, SMALL) as pad:
        echo.answer(until=lambda: echo.shows("▊"))
        floors, ours = in_turns(lambda: sum(echoed(echo) for _ in ROUND), partial(_round, pad))
    name = (
        f"a round of a score pad, from the key that begins it to its saved round ({len(ROUND)} keys), 80x24"
    )
    yield Row(name, f"the echoes of {len(ROUND)} keys, 80x24", None, floors, ours, "Hearts")


def few(folder: Path) -> Iterator[Row]:
    for game in GAMES:
        with ExitStack() as opened:
            tables = [opened.enter_context(_table(folder, game, count, LARGE)) for count in (FEW, MANY)]
            few, many = in_turns(*(partial(_pressed, table, game) for table in tables))
        for what in (one for one in KEYS if one.startswith(GROWING)):
            name, on = f"{what}, {MANY} entries, 120x40", f"the same at {FEW}"
            ours = [one[what] for one in many]
            yield Row(name, on, AT_MOST, [one[what] for one in few], ours, title_of(game))


def _echoed_and_pressed(echo: Screen, table: Screen, game: str) -> tuple[float, dict[str, float]]:
    return echoed(echo), _pressed(table, game)


def _table(folder: Path, game: str, entries: int, size: Size) -> Screen:
    return _opened(folder, written(folder, game, entries), size)


def _opened(folder: Path, path: Path, size: Size) -> Screen:
    table = Screen(folder, str(path), size=size)
    table.answer(until=lambda: table.shows("Anton", "Help"))
    return table


def _pressed(table: Screen, game: str) -> dict[str, float]:
    """All the keys once, in milliseconds; the table is in the end as it was."""
    begin, *answers = BOOKING[game]

    def shows(*texts: str) -> bool:
        return table.shows(*texts)

    def leave() -> None:
        table.answer("escape", until=lambda: bool(table.entry))

    table.answer("+")
    leave()  # without a message about the undo before, which has rows of its own
    begun = table.answer(begin, until=partial(shows, "Esc Discard")).whole
    for answer in answers:
        table.answer(answer)
    booked = table.booked("enter")
    listed = table.answer("h", until=lambda: shows("Entries") and bool(ROW.search(table.text)))
    leave()
    sheet = table.answer("F", until=partial(shows, "Total", "Esc Back")).whole
    leave()
    taken = (begun, *booked, *listed, sheet, *table.booked("u"))
    return dict(zip(KEYS, taken, strict=True))


def _round(pad: Screen) -> float:
    *first, last = ROUND
    taken = sum(pad.answer(key).whole for key in first) + pad.booked(last).whole
    pad.booked("u")
    return taken
