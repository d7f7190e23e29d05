"""Every stop of Whistle Stop and every action but `use`, entered by keys on the screen; figures after the spec."""

from typing import Any

import pytest

from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Entry, Size, Start, acted, sized
from tests.whistle_stop.table import buy, move, town

GAME = "whistle-stop"
RICH: dict[str, Any] = {
    "points": 10,
    "coal": 9,
    "whistle": 2,
    "goods": {"wood": 3, "steel": 2},
    "shares": {"A": [1, 2], "B": [1]},
}
OTHERS: dict[str, dict[str, Any]] = {
    BEATE: {"points": 7, "coal": 3, "whistle": 1, "shares": {"A": [3]}},
    CLAUS: {"points": 4, "coal": 1},
}


def table(*blocks: dict[str, Any], worth: dict[str, int] | None = None, **parts: Any) -> Start:
    """Anton is up in round 3; what is said of a player by the name in small letters is added."""
    held: dict[str, dict[str, Any]] = {ANTON: RICH, **OTHERS}
    players = {name: {**part, **parts.get(name.casefold(), {})} for name, part in held.items()}
    position = {"round": 3, "worth": worth or {}, "players": players}
    return Start(GAME, blocks=blocks, more={"position": position})


TABLE = table()
FULL = table(anton={"goods": {"wood": 6, "steel": 4}})
TOLL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"]})
TOLL_TO_FULL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"], "goods": {"cotton": 10}})
DENVER = table(
    {"by": ANTON, "do": "end-turn"},
    town(BEATE),
    {"by": BEATE, "do": "end-turn"},
    {"by": CLAUS, "do": "end-turn"},
    beate={"goods": {"wood": 2}},
)
OVER = table(
    worth={"caboose": 3, "safe": 5},
    anton={"upgrades": ["caboose", "safe"], "gold": [4, 3]},
    claus={"gold": [0]},
)
"""Of one gold token nobody said the value yet."""


def stop(name: str, key: str, shows: str) -> Entry:
    """A stop of which nothing is asked but how it was reached."""
    return Entry(
        f"move-{name}",
        TABLE,
        f"m {key} enter",
        move(name),
        f"move {name}",
        (shows,),
        parts=f"stop {name} . with coal",
    )


MOVES = (
    stop("cotton", "c", "Anton gets cotton 1"),
    stop("stone", "n", "Anton gets stone 1"),
    stop("wood", "w", "Anton gets wood 1"),
    stop("cattle", "a", "Anton gets cattle 1"),
    stop("whiskey", "y", "Anton gets whiskey 1"),
    stop("steel", "s", "Anton gets steel 1"),
    stop("coal-yard", "l", "Anton gets coal 2"),
    stop("whistle-factory", "i", "Anton gets whistle 1"),
    stop("start", "b", "Anton stops at start"),
    Entry(
        "move-gold-mine",
        TABLE,
        "m g enter",
        move("gold-mine"),
        "move gold-mine",
        ("Anton takes a gold token",),
        parts="stop gold-mine worth . with coal",
        asks="what the gold token of Anton is worth",
    ),
    Entry(
        "move-with-whistle",
        TABLE,
        "m w . enter",
        move("wood", marker="whistle"),
        "move wood with whistle",
        ("Anton moves a train with whistle",),
        parts="stop wood . with whistle",
    ),
    Entry(
        "move-store",
        TABLE,
        "m r s enter",
        move("store", good="steel"),
        "move store steel",
        ("Anton gets steel 1 (store)",),
        parts="stop store good steel . with coal",
    ),
    # The value is in the file; the screen leaves it out until the end.
    Entry(
        "move-gold-mine-worth",
        TABLE,
        "m g 4 enter",
        move("gold-mine", gold=[4]),
        "move gold-mine",
        ("a gold token",),
        parts="stop gold-mine worth ••• . with coal",
    ),
    Entry(
        "move-trading-post",
        TABLE,
        "m p w l l s a enter",
        move(
            "trading-post",
            trades=[{"give": "wood", "get": ["coal", "coal"]}, {"give": "steel", "get": ["cattle"]}],
        ),
        "move trading-post trade wood coal coal trade steel cattle",
        ("wood for coal, coal; steel for cattle",),
        parts="stop trading-post trade wood coal coal trade steel cattle . with coal",
    ),
    # Share 1 of B is Anton's, so 2 is the lowest left; 10 + 5.
    Entry(
        "move-town",
        TABLE,
        "m t Y u m a enter w 2 enter 5 enter b enter",
        move("town", town="Yuma", pay={"wood": 2}, points=5, company="B"),
        'move town "Yuma" pay wood 2 points 5 company b',
        ("with wood 2, gains 5 fame and share 2 of B", "Anton 15 (+5)", "NEW: Yuma"),
        parts='stop town at "Yuma" pay wood 2 points 5 company b . with coal',
    ),
    Entry(
        "move-town-penalty",
        TABLE,
        "m t Y u m a enter - 3 enter enter",
        move("town", town="Yuma", penalty=3),
        'move town "Yuma" penalty 3',
        ("loses 3 fame", "Anton 7 (-3)"),
        parts='stop town at "Yuma" pay points company - penalty 3 . with coal',
    ),
    # Beate has share 2 of B, the lowest left is 3.
    Entry(
        "move-town-remembered",
        DENVER,
        "m t 1 enter",
        town(),
        'move town "Denver" pay wood 2 points 5 company b',
        ("gains 5 fame and share 3 of B", "Anton 15 (+5)"),
        parts='stop town at "Denver" pay wood 2 points 5 company b . with coal',
        asks="what Anton pays at Denver",
    ),
    # Three shares before the payment at 3: 10 + 9.
    Entry(
        "move-exchange",
        TABLE,
        "m x 3 a 1 n enter",
        move("exchange", rate=3, share={"company": "A", "number": 1}, end=False),
        "move exchange 3 share a 1 ends no",
        ("3 shares at 3: 9 fame", "Anton 19 (+9)"),
        parts="stop exchange rate 3 share a 1 ends no . with coal tile",
        asks="a name for this tile",
    ),
    # Three shares before the payment at 4: 10 + 12. Of five trains four are on their way.
    Entry(
        "move-exchange-end",
        TABLE,
        "m x 4 a 1 y l l w enter",
        move(
            "exchange",
            rate=4,
            share={"company": "A", "number": 1},
            end=True,
            rewards=["coal", "coal", "wood"],
        ),
        "move exchange 4 share a 1 ends rewards coal coal wood",
        ("3 shares at 4: 12 fame", "takes coal 2, wood 1; 4 on the way", "Anton 22 (+12)"),
        parts="stop exchange rate 4 share a 1 ends ✓ rewards coal coal wood . with coal tile",
        asks="a name for this tile",
    ),
    Entry(
        "move-end",
        TABLE,
        "m e w enter 6 enter l l g 4 enter",
        move("end", pay={"wood": 1}, points=6, rewards=["coal", "coal", "gold"], gold=[4]),
        "move end pay wood 1 points 6 rewards coal coal gold",
        ("with wood 1 and gains 6 fame", "4 on the way", "Anton 16 (+6)"),
        parts="stop end pay wood 1 points 6 rewards coal coal gold worth ••• . with coal tile",
        asks="a name for this tile",
    ),
    Entry(
        "move-end-penalty",
        TABLE,
        "m e - 2 enter l l w enter",
        move("end", penalty=2, rewards=["coal", "coal", "wood"]),
        "move end penalty 2 rewards coal coal wood",
        ("loses 2 fame", "Anton 8 (-2)"),
        parts="stop end pay points - penalty 2 rewards coal coal wood . with coal tile",
        asks="a name for this tile",
    ),
    # 10 + 1 goods.
    Entry(
        "move-discard",
        FULL,
        "m w enter s enter",
        move("wood", discard={"steel": 1}),
        "move wood discard steel 1",
        ("Anton gets wood 1", "Anton discards steel 1"),
        parts="stop wood . with coal discard steel 1",
        asks="goods that Anton discards, 1 in all",
    ),
    Entry(
        "move-toll",
        TOLL,
        "m c w enter",
        move("cotton", toll={"good": "wood", "to": BEATE}),
        "move cotton toll wood to beate",
        ("Anton pays wood as toll to Beate",),
        parts="stop cotton toll wood to beate . with coal",
    ),
    Entry(
        "move-toll-receiver-discards",
        TOLL_TO_FULL,
        "m c w enter c enter",
        move("cotton", toll={"good": "wood", "to": BEATE}, receiver_discard={"cotton": 1}),
        "move cotton toll wood to beate receiver-discard cotton 1",
        ("Beate discards cotton 1",),
        parts="stop cotton toll wood to beate . with coal receiver-discard cotton 1",
        asks="goods that Beate discards, 1 in all",
    ),
)
OTHER_ACTIONS = (
    Entry(
        "buy",
        TABLE,
        "b t w enter 5 enter",
        buy("toll-station", pay={"wood": 1}, worth=5),
        'buy "toll-station" wood 1 worth 5',
        ("for wood 1; it counts 5 at the end",),
        parts='upgrade "toll-station" pay wood 1 worth 5',
    ),
    Entry(
        "buy-from-rival",
        table(worth={"safe": 3}, beate={"upgrades": ["safe"]}),
        "b s s w enter",
        buy("safe", pay={"wood": 1}, **{"from": BEATE}, tribute="steel"),
        'buy "safe" wood 1 from beate tribute steel',
        ("from Beate for wood 1, with steel as tribute; it counts 3 at the end",),
        parts='upgrade "safe" tribute steel pay wood 1 from beate',
        asks="the goods that Anton pays for Safe",
    ),
    Entry(
        "rest", TABLE, "r enter", {"by": ANTON, "do": "rest"}, "rest", ("Anton rests and takes a whistle",)
    ),
    # Neither moved nor rested: a rest.
    Entry(
        "end-turn",
        TABLE,
        "e",
        {"by": ANTON, "do": "end-turn"},
        "end-turn",
        ("Anton did not move, so this was a rest",),
        is_instant=True,
    ),
    # Anton: most shares of A and B 30, upgrades 3 + 5, gold 4 + 3, 3 wood, 2 steel at 3, 11 markers 5, one black tile:
    # 10 + 30 + 8 + 7 + 9 + 5 - 10 = 59. Beate: 4 markers, 7 + 2. Claus: gold 5, one marker nothing: 4 + 5.
    Entry(
        "final",
        OVER,
        "f a enter 5 enter",
        {"black_tiles": {ANTON: 1}, "gold": {CLAUS: [5]}, "do": "final"},
        "final anton 1 gold claus 5",
        ("Anton 59 (+49), Beate 9 (+2), Claus 9 (+5)",),
        parts="black-tiles anton 1 gold claus 5",
    ),
    Entry(
        "adjust",
        TABLE,
        "+ a b 3 enter h o u s e enter enter",
        {"player": BEATE, "amount": 3, "reason": "house", "do": "adjust"},
        'adjust beate 3 "house"',
        ("Beate 10 (+3)",),
        parts='player beate amount 3 because "house"',
    ),
    Entry(
        "recount",
        TABLE,
        "+ r 4 enter tab tab tab x enter enter",
        {"position": {"round": 4}, "reason": "x", "do": "recount"},
        'recount round 4 because "x"',
        ("the table was recounted",),
        parts='position round 4 because "x"',
    ),
    Entry(
        "setup",
        TABLE,
        "+ s t F r i d a y enter enter",
        {"title": "Friday", "do": "setup"},
        'setup title "Friday"',
        ("the set-up was corrected",),
        parts='title "Friday" starts option rename colour seats',
        asks="who starts, now Anton",
    ),
    Entry(
        "remark",
        TABLE,
        "+ e h i enter enter",
        {"note": "hi", "do": "remark"},
        'remark "hi"',
        parts='note "hi"',
    ),
)


@pytest.mark.parametrize(
    ("entry", "size"),
    sized((*MOVES, *OTHER_ACTIONS), "move-trading-post", "move-town", "end-turn", "final"),
)
def test_an_action_is_shown_before_it_is_booked_and_booked_as_shown(entry: Entry, size: Size) -> None:
    acted(entry, size)
