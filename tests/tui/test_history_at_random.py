"""Keys pressed at random in the history, its pages and the corrections begun there: the app stays, and nothing is
written but by Enter on a correction or an entry that was shown."""

import random

import pytest

from companion.games.registry import engines
from companion.tui.screens.history import HistoryPage
from companion.tui.screens.table import TableScreen
from tests.laws.test_correcting_keys import key_for
from tests.laws.test_laws import FEW_SEEDS
from tests.memory_disk import MemoryDisk
from tests.random_play import recording
from tests.support import FILE, library
from tests.tui.correcting import NARROW
from tests.tui.driving import SMALL, Table, app_of, driven

ENTRIES, KEYS = 30, 60
MOVES = ("up", "up", "up", "down", "home", "end", "pageup", "pagedown", "enter", "escape", "slash", "a", "w")
CORRECTIONS = ("c", "c", "c", "x", "x", "i", "i")


def next_key(table: Table, luck: random.Random) -> str:
    screen = table.app.screen
    if isinstance(screen, HistoryPage):
        if screen._is_finding:
            return luck.choice(("a", "n", "1", "space", "backspace", "enter", "escape"))
        return luck.choice((*MOVES, *CORRECTIONS))
    if not isinstance(screen, TableScreen):
        return luck.choice(("escape", "pagedown", *CORRECTIONS))
    if screen.model.line is not None:
        return "escape"
    if not screen.model.is_busy and screen.model.aim is None:
        return luck.choice(("h", "h", "h", "c", "l"))
    return key_for(screen.model, luck)


@pytest.mark.parametrize("seed", FEW_SEEDS)
@pytest.mark.parametrize("game", engines())
def test_whatever_is_pressed_in_the_history_the_app_stays_and_the_file_plays(game: str, seed: int) -> None:
    size = (SMALL, NARROW)[(engines().index(game) + seed // 2) % 2]
    luck = random.Random(f"{game} {seed} {size}")
    disk = MemoryDisk(recording(game, seed, ENTRIES).files)
    pressed: list[str] = []

    async def doing(table: Table) -> None:
        for _ in range(KEYS):
            key, screen, content = next_key(table, luck), table.app.screen, disk.files[FILE]
            preview = screen.model.preview if isinstance(screen, TableScreen) else None
            pressed.append(key)
            await table.press(key)
            assert table.app.is_running, pressed
            if disk.files[FILE] != content:
                assert key == "enter", pressed
                assert preview is not None, pressed
                assert not preview.violations, pressed
        assert table.session.failure is None

    driven(app_of(disk), doing, size)
    again = library(disk=MemoryDisk(disk.files)).read(FILE)
    assert (again.failure, again.torn) == (None, None), pressed
