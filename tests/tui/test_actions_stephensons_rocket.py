"""Every action of Stephenson's Rocket entered by keys on the screen; figures after the spec, "extend" and "End"."""

import pytest

from tests.stephensons_rocket.moves import (
    FINISH,
    bid,
    extend,
    isolate,
    line,
    move,
    place,
    skip,
    started,
    token,
)
from tests.support import ANTON, BEATE, CLAUS, DORA
from tests.tui.acting import Entry, Size, Start, acted, sized

FOUR = (ANTON, BEATE, CLAUS, DORA)
CASH = {ANTON: 12000, BEATE: 15000, CLAUS: 9000, DORA: 11000}
GWR = line(
    "GWR",
    metropolises=["Reading"],
    start_towns=["GWR"],
    stations={ANTON: 2, BEATE: 1},
    shares={ANTON: 2, BEATE: 1, CLAUS: 2},
)
LSWR = line(
    "LSWR",
    metropolises=["Guildford"],
    start_towns=["LSWR"],
    unnamed_towns=1,
    stations={CLAUS: 1},
    shares={ANTON: 2, BEATE: 2, CLAUS: 1},
)
TOKENS = [
    {"commodity": "steel", "city": "Reading", "held": {ANTON: 1, BEATE: 1}},
    {"commodity": "brewing", "city": "Manchester", "held": {ANTON: 2, CLAUS: 1}},
]
TABLE = Start(
    "stephensons-rocket",
    FOUR,
    more=started(
        GWR,
        LSWR,
        up=BEATE,
        cash=CASH,
        tokens=TOKENS,
        tracks_laid=20,
        passengers={CLAUS: 1},
        loose_stations={ANTON: 1, BEATE: 1, DORA: 1},
    ),
)
"""Beate is up, with both actions. GWR has 2 towns, LSWR 3; 40 tiles and 8 passengers are left."""

ENTRIES = (
    # GWR has 16 - 5 shares in its pile, 10 after this one; 39 tiles.
    Entry(
        "extend",
        TABLE,
        "e 5 enter",
        extend(BEATE, "GWR"),
        "extend gwr",
        ("10 left in the pile", "39"),
        parts="line gwr towns station veto . into",
        asks="towns next to the locomotive",
    ),
    # The first move of a line lays no track and makes its start town a town.
    Entry(
        "extend-first-move",
        TABLE,
        "e 1 enter",
        extend(BEATE, "NER"),
        "extend ner",
        ("15 left in the pile", "no track is laid"),
        parts="line ner towns station . into",
        asks="towns next to the locomotive",
    ),
    # Tokens of Manchester: Anton 2, Claus 1.
    Entry(
        "extend-metropolis",
        TABLE,
        "e 5 m a enter enter",
        extend(BEATE, "GWR", metropolises=["Manchester"]),
        "extend gwr manchester",
        (
            "Anton 2 > Claus 1; Anton is first and gets 2,000; Claus is second and gets 1,000",
            "Anton 14,000 (+2,000), Claus 10,000 (+1,000)",
        ),
        parts="line gwr towns manchester station veto . into",
        asks="towns next to the locomotive",
    ),
    # 2 + 1 towns: 3,000 for most stations; half is 1,500, rounded down 1,000.
    Entry(
        "extend-railway-town",
        TABLE,
        "e 5 l e enter enter",
        extend(BEATE, "GWR", railway_towns=["Leeds"]),
        "extend gwr leeds",
        ("GWR reaches Leeds and has 3 towns", "Anton 15,000 (+3,000), Beate 16,000 (+1,000)"),
        parts="line gwr towns leeds station veto . into",
        asks="towns next to the locomotive",
    ),
    Entry(
        "extend-new-town",
        TABLE,
        "e 5 Y o r k enter r enter",
        extend(BEATE, "GWR", railway_towns=["York"]),
        'extend gwr railway "York"',
        ("NEW: York", "Anton 15,000 (+3,000), Beate 16,000 (+1,000)"),
        parts='line gwr towns railway "York" station veto . into',
        asks="towns next to the locomotive",
    ),
    # A start town counts and pays nothing by itself: 2 + 1 towns and Leeds make 4, half is 2,000.
    Entry(
        "extend-start-town",
        TABLE,
        "e 5 l s enter l e enter enter",
        extend(BEATE, "GWR", start_towns=["LSWR"], railway_towns=["Leeds"]),
        "extend gwr leeds start lswr",
        ("GWR reaches Leeds and has 4 towns", "Anton 16,000 (+4,000), Beate 17,000 (+2,000)"),
        parts="line gwr towns leeds start lswr station veto . into",
        asks="towns next to the locomotive",
    ),
    Entry(
        "extend-station",
        TABLE,
        "e 5 tab d enter",
        extend(BEATE, "GWR", station=DORA),
        "extend gwr station dora",
        ("the station of Dora joins GWR", "Beate takes a passenger, 7 left"),
        parts="line gwr towns station dora veto . into",
        asks="who bids in the veto, in turn",
    ),
    # As Leeds above, with the station of Dora: she has one, no more than Beate, and they share the 1,000 of the second:
    # rounded down nothing. The passenger is Beate's.
    Entry(
        "extend-town-and-station",
        TABLE,
        "e 5 l e enter tab d enter",
        extend(BEATE, "GWR", railway_towns=["Leeds"], station=DORA),
        "extend gwr leeds station dora",
        ("would pay Anton 3,000", "Anton 15,000 (+3,000)"),
        parts="line gwr towns leeds station dora veto . into",
        asks="who bids in the veto, in turn",
    ),
    # Each bid begins with the least that it can be.
    Entry(
        "extend-veto-of-two",
        TABLE,
        "e 5 tab tab c a enter",
        extend(BEATE, "GWR", veto=[bid(CLAUS, 1), bid(ANTON, 2)]),
        "extend gwr veto claus 1 anton 2",
        ("veto (Claus 1): Anton has the last word and returns 2 shares of GWR",),
        parts="line gwr towns station veto claus 1 anton 2 . into",
        asks="shares that Anton bids (2 to 2), or who bids next",
    ),
    Entry(
        "extend-veto-without-bids",
        TABLE,
        "e 5 tab tab 0 enter",
        extend(BEATE, "GWR", veto=[]),
        "extend gwr veto",
        ("nobody bid",),
        parts="line gwr towns station veto ✓ . into",
    ),
    # Worked example 4: the mover needs only to equal. 10 in the pile and 2 come back.
    Entry(
        "extend-veto",
        TABLE,
        "e 5 tab tab c 1 a 2 b 2 enter",
        extend(BEATE, "GWR", veto=[bid(CLAUS, 1), bid(ANTON, 2), bid(BEATE, 2)]),
        "extend gwr veto claus 1 anton 2 beate 2",
        ("veto (Claus 1, Anton 2): Beate has the last word and returns 2 shares of GWR",),
        parts="line gwr towns station veto claus 1 anton 2 beate 2 . into",
        asks="shares that Beate bids (2 to 2), or who bids next",
    ),
    # Shares of LSWR: Beate 2 + 1, Anton 2, Claus 1; 3 towns: 3,000, half is 1,500, rounded down 1,000.
    Entry(
        "extend-merger",
        TABLE,
        "e 6 . 5 enter",
        extend(BEATE, "LSWR", into="GWR"),
        "extend lswr into gwr",
        (
            "Anton 13,000 (+1,000), Beate 18,000 (+3,000)",
            "Beate 3 -> 1; an odd one of Beate is lost; Claus 1 -> 0; an odd one of Claus is lost; Anton 2 -> 1",
        ),
        parts="line lswr towns station veto . into gwr",
    ),
    # Reading: Anton 1, Beate 1: (2,000 + 1,000) / 2, rounded down 1,000 each. Anton returns 2: Beate 3, Claus 1 remain.
    # 3 + 1 towns: 4,000 to Beate, 2,000 to Claus. No passenger: the last bid is not the mover's.
    Entry(
        "extend-everything",
        TABLE,
        "e 6 r e enter tab d c 1 a 2 . 5 enter",
        extend(
            BEATE,
            "LSWR",
            metropolises=["Reading"],
            station=DORA,
            veto=[bid(CLAUS, 1), bid(ANTON, 2)],
            into="GWR",
        ),
        "extend lswr reading station dora veto claus 1 anton 2 into gwr",
        ("Anton 13,000 (+1,000), Beate 20,000 (+5,000), Claus 11,000 (+2,000)",),
        parts="line lswr towns reading station dora veto claus 1 anton 2 . into gwr",
    ),
    Entry(
        "take-token",
        TABLE,
        "t r enter enter",
        token(BEATE, "Reading"),
        "take-token reading steel",
        ("Beate takes steel from Reading",),
        parts="metropolis reading commodity steel",
        asks="the commodity that Beate takes",
    ),
    Entry(
        "take-token-new",
        TABLE,
        "t Y o r k enter b enter",
        token(BEATE, "York", "brewing"),
        'take-token "York" brewing',
        ("Beate takes brewing from York", "NEW: York"),
        parts='metropolis "York" commodity brewing',
    ),
    # 7 stations less one on GWR and one that stands loose are 5.
    Entry(
        "place-station", TABLE, "s enter", place(BEATE), "place-station", ("Beate places a station, 4 left",)
    ),
    Entry(
        "move-station",
        TABLE,
        "m enter",
        move(BEATE),
        "move-station",
        ("Beate moves a loose station",),
        parts="from",
        asks="the line that the station of Beate leaves (none, if it stood loose)",
    ),
    Entry(
        "move-station-from",
        TABLE,
        "m 5 enter",
        move(BEATE, **{"from": "GWR"}),
        "move-station gwr",
        ("GWR",),
        parts="from gwr",
    ),
    Entry("pass", TABLE, "p enter", skip(BEATE), "pass", ("Beate passes",)),
    # 11 shares are left in the pile of GWR.
    Entry(
        "isolate",
        TABLE,
        "i 5 enter",
        isolate("GWR"),
        "isolate gwr",
        ("11 shares leave the game",),
        parts="line gwr",
    ),
    # steel: Anton 1, Beate 1: 9,000 / 2, rounded down 4,000 each; tokens of Manchester are discarded; passengers: Claus
    # 6,000. GWR, 2 towns: stations Anton 2,000, Beate 1,000; shares Anton and Claus 3,000 / 2, rounded down 1,000 each.
    # LSWR, 3 towns: stations Claus 3,000; shares Anton and Beate 4,500 / 2, rounded down 2,000 each.
    # Anton 12 + 4 + 2 + 1 + 2 = 21, Beate 15 + 4 + 1 + 2 = 22, Claus 9 + 6 + 1 + 3 = 19.
    Entry(
        "finish",
        TABLE,
        "f enter",
        FINISH,
        "finish",
        ("Anton 21,000 (+9,000), Beate 22,000 (+7,000), Claus 19,000 (+10,000)",),
    ),
    Entry(
        "adjust",
        TABLE,
        "+ a c - 5 0 0 enter t w i c e enter enter",
        {"player": CLAUS, "amount": -500, "reason": "twice", "do": "adjust"},
        'adjust claus -500 "twice"',
        ("Claus 8,500 (-500)",),
        parts='player claus amount -500 because "twice"',
    ),
    # What is set is the whole of it: 28,000 is 16,000 more than 12,000.
    Entry(
        "recount",
        TABLE,
        "+ r tab a 2 8 0 0 0 enter enter m i s c o u n t e d enter enter",
        {"position": {"cash": {ANTON: 28000}}, "reason": "miscounted", "do": "recount"},
        'recount cash anton 28000 because "miscounted"',
        ("Anton, pounds 12,000 28,000",),
        parts='position cash anton 28000 because "miscounted"',
    ),
    Entry(
        "setup",
        TABLE,
        "+ s t T h u r s d a y enter a 1 y enter",
        {"title": "Thursday", "starts": ANTON, "options": {"hidden_money": True}, "do": "setup"},
        'setup title "Thursday" starts anton option hidden_money true',
        ("Thursday",),
        parts='title "Thursday" starts anton option hidden_money true rename colour seats',
        asks="an option",
    ),
    Entry(
        "remark",
        TABLE,
        "+ e l u n c h enter enter",
        {"note": "lunch", "do": "remark"},
        'remark "lunch"',
        ("lunch",),
        parts='note "lunch"',
    ),
)


@pytest.mark.parametrize(("entry", "size"), sized(ENTRIES, "extend-everything", "extend-merger", "finish"))
def test_an_action_is_shown_before_it_is_booked_and_booked_as_shown(entry: Entry, size: Size) -> None:
    acted(entry, size)
