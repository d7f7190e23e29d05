"""Score the end: a sheet with the players across and only what the final scoring needs, and the result stands there."""

from tests.memory_disk import MemoryDisk
from tests.support import SAVES, THREE, library, shipped, shown
from tests.tui.driving import SMALL, Table, app_of, driven

CASH = ("28000", "30000", "25000")
TOKENS = ("34323", "22331", "43320")  # a player's steel, textiles, brewing, leather, passengers
TOWNS = ("13", "0", "4", "0", "12", "0", "0")
STATIONS = ("203", "222", "311")  # a player's on NER, LNWR, GWR
SHARES = ("332", "413", "225")


def test_x() -> None:
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await table.press("s", "2")
        await table.fill(*THREE, "")
        print(table.text())
        await table.press("enter")
        print(table.text())
        keys = []
        for cash, tokens in zip(CASH, TOKENS):
            keys += [*cash, "enter", *tokens]
        for n in TOWNS:
            keys += [*n]
        for st in STATIONS:
            keys += [*st]
        await table.press(*keys)
        print(table.text())
        for sh in SHARES:
            for c in sh:
                await table.press(c)
                if c == "1":
                    await table.press("enter")
        print(table.text())
        await table.press("enter")
        await table.press("enter")
        print(table.text())

    driven(app_of(disk, None), doing)
    for path in disk.files:
        if path.parent == SAVES:
            print(disk.files[path].decode())
    assert 0
