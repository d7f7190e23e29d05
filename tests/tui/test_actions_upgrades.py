"""Every upgrade of Whistle Stop that is used, by keys on the screen; figures after the spec."""

import pytest

from tests.tui.acting import Entry, Size, Start, acted, sized
from tests.tui.test_actions_whistle_stop import table
from tests.whistle_stop.table import use


def owning(upgrade: str) -> Start:
    return table(worth={upgrade: 3}, anton={"upgrades": [upgrade]})


USES = (
    Entry(
        "use-coal-car",
        owning("coal-car"),
        "v c enter",
        use("coal-car"),
        "use coal-car",
        ("Anton gets coal 2",),
        parts="upgrade coal-car",
    ),
    Entry(
        "use-open-wagon",
        owning("open-wagon"),
        "v o w l l s n n enter",
        use(
            "open-wagon",
            trades=[{"give": "wood", "get": ["coal", "coal"]}, {"give": "steel", "get": ["stone", "stone"]}],
        ),
        "use open-wagon trade wood coal coal trade steel stone stone",
        ("wood for coal, coal; steel for stone, stone",),
        parts="upgrade open-wagon trade wood coal coal trade steel stone stone",
    ),
    Entry(
        "use-mine-cart",
        owning("mine-cart"),
        "v m 5 enter",
        use("mine-cart", gold=[5]),
        "use mine-cart",
        ("a gold token",),
        parts="upgrade mine-cart worth •••",
    ),
    # 4 for each full 3 shares.
    Entry(
        "use-first-class-cabin",
        owning("first-class-cabin"),
        "v f enter",
        use("first-class-cabin"),
        "use first-class-cabin",
        ("3 shares: 4 fame for each full 3 make 4", "Anton 14 (+4)"),
        parts="upgrade first-class-cabin",
    ),
    Entry(
        "use-caboose",
        owning("caboose"),
        "v b s enter",
        use("caboose", stop="steel"),
        "use caboose steel",
        ("Anton gets steel 1",),
        parts="upgrade caboose stops steel",
    ),
    Entry(
        "use-caboose-town",
        owning("caboose"),
        "v b t Y u m a enter w 2 enter 5 enter b enter",
        use("caboose", stop="town", town="Yuma", pay={"wood": 2}, points=5, company="B"),
        'use caboose town "Yuma" pay wood 2 points 5 company b',
        ("share 2 of B", "Anton 15 (+5)"),
        parts='upgrade caboose stops town at "Yuma" pay wood 2 points 5 company b',
    ),
    Entry(
        "use-safe",
        owning("safe"),
        "v s a 1 c enter",
        use("safe", company="C", share={"company": "A", "number": 1}),
        "use safe company c share a 1",
        ("gives share 1 of A out of the game for share 1 of C",),
        parts="upgrade safe share a 1 company c",
    ),
    Entry(
        "use-warehouse",
        owning("warehouse"),
        "v w y enter",
        use("warehouse", good="whiskey"),
        "use warehouse whiskey",
        ("Anton gets whiskey 1",),
        parts="upgrade warehouse good whiskey",
    ),
    Entry(
        "use-new-whistle",
        owning("new-whistle"),
        "v n enter",
        use("new-whistle"),
        "use new-whistle",
        ("Anton gets whistle 1",),
        parts="upgrade new-whistle",
    ),
)


@pytest.mark.parametrize(("entry", "size"), sized(USES))
def test_an_upgrade_is_shown_before_it_is_booked_and_booked_as_shown(entry: Entry, size: Size) -> None:
    acted(entry, size)
