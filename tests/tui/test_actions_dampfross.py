"""Every action of Dampfross entered by keys on the screen; figures after the spec."""

import pytest

from tests.dampfross.moves import (
    END_BUILDING,
    FINISH,
    arrivals,
    build,
    depart,
    expand,
    ferry,
    joint_build,
    operating,
    places,
    race_roll,
    special,
    train,
)
from tests.support import ANTON, BEATE, CLAUS, DORA
from tests.tui.acting import Entry, Size, Start, acted, sized

GAME = "dampfross"
EMIL, FRANZ = "Emil", "Franz"
BUILDING = Start(GAME)
"""Everybody has 20."""
BETWEEN = Start(GAME, blocks=[ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON))])
"""Claus paid 6 for a ferry, Anton ran alone for 20: Anton 40, Beate 20, Claus 14."""
RUN = depart({**train(ANTON), "length": 20}, {**train(BEATE, CLAUS), "length": 21})
RUNNING = Start(GAME, blocks=[END_BUILDING, RUN])
ROLLS = [race_roll(ANTON, 12), race_roll(BEATE, 12), race_roll(ANTON, 12), race_roll(BEATE, 12)]
RACED = Start(GAME, blocks=[END_BUILDING, RUN, *ROLLS])
"""Both came in with their second roll: Anton with 24 - 20 pips left, the others with 24 - 21."""
SPECIAL = Start(GAME, blocks=[END_BUILDING, depart(train(ANTON))], more={"options": {"special_runs": True}})
ACCOUNTS = {ANTON: 30, BEATE: 25, CLAUS: 40, DORA: 20, EMIL: 22, FRANZ: 18}
SIX = Start(GAME, tuple(ACCOUNTS), more={"position": operating(accounts=ACCOUNTS)})
CITY = "the number (or name) of a city that"

ENTRIES = (
    Entry(
        "build-nothing",
        BUILDING,
        "b enter",
        {"by": ANTON, "do": "build"},
        "build",
        ("the turn of Anton counts nothing",),
        parts="city fee track roll",
        asks=f"{CITY} Anton connects first",
    ),
    # 20 + 6 for the first connection of a city.
    Entry(
        "build",
        BUILDING,
        "b 1 2 tab enter",
        {"by": ANTON, "cities": [12], "do": "build"},
        "build city 12",
        ("Anton is the first to connect 12", "Anton 26 (+6)"),
        parts="city 12 fee track roll",
        asks=f"{CITY} Anton connects first",
    ),
    Entry(
        "build-track",
        BUILDING,
        "b 6 5 tab tab p 3 tab 5 enter",
        build(ANTON, 5, track={"plain": 3}, cities=[65]),
        "build 5 plain 3 city 65",
        ("Anton uses 3 of 5 points", "Anton is the first to connect 65 München", "Anton 26 (+6)"),
        parts="city 65 fee track plain 3 roll 5",
    ),
    # The rulebook's figure 4: 1 join + 3 half fields at 2 = 7.
    Entry(
        "build-fees",
        BUILDING,
        "b tab b 1 0 3 enter",
        {"by": ANTON, "fees": [{"to": BEATE, "joins": 1, "crossings": 0, "halves": 3}], "do": "build"},
        "build fee beate joins 1 halves 3",
        ("to Beate 7 for 1 join and 3 half fields at 2", "Anton 13 (-7), Beate 27 (+7)"),
        parts="city fee beate joins 1 halves 3 track roll",
        asks="to whom Anton owes a fee",
    ),
    Entry(
        "build-name",
        BUILDING,
        "b 1 2 E m s enter enter",
        {"by": ANTON, "cities": [12], "names": {"12": "Ems"}, "do": "build"},
        'build city 12 name 12 "Ems"',
        ("NEW: 12 Ems", "Anton is the first to connect 12 Ems", "Anton 26 (+6)"),
        parts='city 12 fee track roll name 12 "Ems"',
        asks=f"{CITY} Anton connects first",
    ),
    # Three quarters of 4 + 4 are 6 points; 3 each for the city.
    Entry(
        "joint-build",
        BUILDING,
        "j a b 6 5 tab tab p 6 enter 4 4 enter",
        joint_build((ANTON, BEATE), (4, 4), track={"plain": 6}, cities=[65]),
        "joint-build anton beate 4 4 plain 6 city 65",
        ("Anton and Beate use 6 of 6 points", "get 3 each", "Anton 23 (+3), Beate 23 (+3)"),
        parts="players anton beate city 65 fee track plain 6 rolls 4 4",
    ),
    Entry(
        "buy-ferry",
        BUILDING,
        "y c G e d s e r enter enter",
        ferry(CLAUS, "Gedser"),
        'buy-ferry claus "Gedser"',
        ("Claus buys the ferry Gedser for 6", "Claus 14 (-6)"),
        parts='by claus ferry "Gedser"',
    ),
    Entry("end-building", BUILDING, "o enter", END_BUILDING, "end-building", ("the trains run",)),
    Entry(
        "depart-alone",
        BETWEEN,
        "d 6 5 3 2 a enter",
        depart(train(ANTON), goal=32),
        "depart 65 32 train anton",
        ("run 2 from 65 München to 32: Anton", "Anton runs alone and gets 20", "Anton 60 (+20)"),
        parts="start 65 goal 32 train anton",
        asks="who runs in this train, one or two",
        has_rows=True,
    ),
    # Of 7 fields Beate, who is richer than Claus, bears 4 and Claus 3; 9 - 4 is paid to Beate, 3 by Claus.
    Entry(
        "depart-fares",
        BETWEEN,
        "d 6 5 3 2 b c a 7 , a b 9 enter",
        depart(train(BEATE, CLAUS, pays={ANTON: 7}), train(ANTON, pays={BEATE: 9}), goal=32),
        "depart 65 32 train beate claus fare anton 7 train anton fare beate 9",
        (
            "Anton owes Beate 9 and gets 4, so 5 is paid",
            "Claus pays Anton 3",
            "Anton 38 (-2), Beate 25 (+5), Claus 11 (-3)",
        ),
        parts="start 65 goal 32 train beate claus fare anton 7 train anton fare beate 9",
        asks="whose lines this train uses, and how many fields of each",
        has_rows=True,
    ),
    # 20 for running alone less 3 for the ferry.
    Entry(
        "depart-ferry",
        BETWEEN,
        "d 6 5 3 2 a tab tab c enter",
        depart(train(ANTON, ferries={CLAUS: 1}), goal=32),
        "depart 65 32 train anton ferry claus 1",
        ("Anton 57 (+17), Claus 17 (+3)",),
        parts="start 65 goal 32 train anton ferry claus 1",
        asks="whose ferries Anton uses, and how often",
        has_rows=True,
    ),
    # Running alone jointly: 20 halved.
    Entry(
        "depart-jointly",
        BETWEEN,
        "d 6 5 3 2 a b enter",
        depart(train(ANTON, BEATE), goal=32),
        "depart 65 32 train anton beate",
        ("halve 20: 10 each", "Anton 50 (+10), Beate 30 (+10)"),
        parts="start 65 goal 32 train anton beate",
        asks="whose lines Anton and Beate use, and how many fields of each",
        has_rows=True,
    ),
    Entry(
        "depart-lengths",
        BETWEEN,
        "d 6 5 3 2 a tab tab tab 2 0 , b tab tab tab 1 8 enter enter",
        depart({**train(ANTON), "length": 20}, {**train(BEATE), "length": 18}, goal=32),
        "depart 65 32 train anton length 20 train beate length 18",
        ("run 2 from 65 München to 32: Anton and Beate",),
        parts="start 65 goal 32 train anton length 20 train beate length 18",
        asks="who runs in this train, one or two",
    ),
    Entry(
        "depart-nobody",
        BETWEEN,
        "d 6 5 3 2 0 enter",
        {"start": 65, "goal": 32, "trains": [], "do": "depart"},
        "depart 65 32 train",
        ("nobody runs",),
        parts="start 65 goal 32 train ✓",
    ),
    # Red 4, white 2: even.
    Entry(
        "depart-special",
        SPECIAL,
        "d 6 5 4 2 a enter",
        special(train(ANTON), to="belgium-or-luxembourg"),
        "depart 65 belgium-or-luxembourg train anton",
        (
            "run 2, a special one, from 65 München to Belgium or Luxembourg: Anton",
            "Prize of run 2, 65-Belgium or Luxembourg: Anton runs alone and gets 20",
            "Anton 60 (+20)",
        ),
        parts="start 65 special belgium-or-luxembourg train anton",
        asks="who runs in this train, one or two",
        has_rows=True,
    ),
    # 9 against 7: Anton pays 2. Of 5 fields Claus, the richer one, bears 3 and Dora 2.
    Entry(
        "depart-six-players",
        SIX,
        "d 6 5 3 2 a tab b 9 , b tab a 7 , c d e 5 enter",
        depart(
            train(ANTON, pays={BEATE: 9}),
            train(BEATE, pays={ANTON: 7}),
            train(CLAUS, DORA, pays={EMIL: 5}),
            goal=32,
        ),
        "depart 65 32 train anton fare beate 9 train beate fare anton 7 train claus dora fare emil 5",
        ("Anton 28 (-2), Beate 27 (+2), Claus 37 (-3), Dora 18 (-2), Emil 27 (+5)",),
        parts="start 65 goal 32 train anton fare beate 9 train beate fare anton 7 train claus dora fare emil 5",
        asks="whose lines this train uses, and how many fields of each",
        has_rows=True,
    ),
    # 20 - 6 points to go.
    Entry(
        "race-roll",
        RUNNING,
        "r 6 enter",
        race_roll(ANTON, 6),
        "race-roll anton 6",
        ("Anton rolls 6 in turn 1, 6 in all", "has 14 points to go"),
        parts="roll 6 by anton",
        asks="whose train rolls",
    ),
    # 20 to the first; the second prize of 10 is halved.
    Entry(
        "arrive-by-race",
        RUNNING,
        "a tab a 3 enter 2 b 4 enter 0 enter",
        arrivals((ANTON, 3, 2), (BEATE, 4, 0)),
        "arrive anton 3 2 beate 4 0",
        ("Anton 40 (+20), Beate 25 (+5), Claus 25 (+5)",),
        parts="place arrivals anton 3 2 beate 4 0",
        asks="whose train arrived",
    ),
    # 20 halved, and 10.
    Entry(
        "arrive-by-places",
        RUNNING,
        "a b a enter",
        places([BEATE], [ANTON]),
        "arrive place beate place anton",
        ("Anton 30 (+10), Beate 30 (+10), Claus 30 (+10)",),
        parts="place beate place anton arrivals",
        asks="who arrived after Anton",
    ),
    # 20 + 10 shared: 15 each, of which Beate and Claus have 7 each.
    Entry(
        "arrive-tied",
        RUNNING,
        "a b = a enter",
        places([BEATE, ANTON]),
        "arrive place beate anton",
        (
            "Beate and Claus halve 15: 7 each, 1 stays in the bank",
            "Anton 35 (+15), Beate 27 (+7), Claus 27 (+7)",
        ),
        parts="place beate anton arrivals",
        asks="who arrived after Anton",
    ),
    Entry(
        "arrive-as-proposed",
        RACED,
        "enter enter",
        arrivals((ANTON, 2, 4), (BEATE, 2, 3)),
        "arrive anton 2 4 beate 2 3",
        ("Anton 40 (+20), Beate 25 (+5), Claus 25 (+5)",),
        parts="place arrivals anton 2 4 beate 2 3",
        asks="who arrived first",
    ),
    # 4 points and a join, of the 20 that the run brought in.
    Entry(
        "expand",
        BETWEEN,
        "x a p 4 tab b 1 enter",
        expand(ANTON, track={"plain": 4}, fees=[{"to": BEATE, "joins": 1}]),
        "expand anton plain 4 fee beate joins 1",
        ("Anton may still build for 15 units", "Anton 35 (-5), Beate 21 (+1)"),
        parts="by anton track plain 4 fee beate joins 1",
        asks="lines of Beate that Anton crosses, 1 unit each",
        has_rows=True,
    ),
    Entry("finish", BETWEEN, "f enter", FINISH, "finish", ("the game is over: the table says so",)),
    Entry(
        "adjust",
        BETWEEN,
        "+ a c - 5 enter f i n e enter enter",
        {"player": CLAUS, "amount": -5, "reason": "fine", "do": "adjust"},
        'adjust claus -5 "fine"',
        ("Claus 9 (-5)",),
        parts='player claus amount -5 because "fine"',
    ),
    Entry(
        "recount",
        BETWEEN,
        "+ r tab tab tab a 4 1 tab tab tab tab tab tab tab x enter enter",
        {"position": {"accounts": {ANTON: 41}}, "reason": "x", "do": "recount"},
        'recount accounts anton 41 because "x"',
        ("Anton, units 40 41",),
        parts='position accounts anton 41 because "x"',
    ),
    Entry(
        "setup",
        BETWEEN,
        "+ s s b enter",
        {"starts": BEATE, "do": "setup"},
        "setup starts beate",
        ("the set-up was corrected",),
        parts="title starts beate option rename colour seats",
        asks="an option",
    ),
    Entry(
        "remark",
        BETWEEN,
        "+ e h i enter enter",
        {"note": "hi", "do": "remark"},
        'remark "hi"',
        parts='note "hi"',
    ),
)


@pytest.mark.parametrize(("entry", "size"), sized(ENTRIES, "depart-fares", "arrive-by-race"))
def test_an_action_is_shown_before_it_is_booked_and_booked_as_shown(entry: Entry, size: Size) -> None:
    acted(entry, size)
