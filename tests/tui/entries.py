"""Every action of every game entered by keys: the keys typed, and the line that is saved.

Keys have blanks between them, from the idle table on, and the last one saves. A third column has fields that the line
doesn't show. Indented below is text that the preview shows, with figures worked out by hand after the spec.
"""

import tomllib
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tests.dampfross.moves import END_BUILDING, depart, ferry, operating, race_roll, train
from tests.stephensons_rocket.moves import extend, line, started
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE, library
from tests.tui.acting import Fields, Start
from tests.whistle_stop.moves import denver, move


class Entry:
    def __init__(self, start: Start, row: str) -> None:
        self.start, self.shows = start, list[str]()
        self.keys, self.line, *unshown = row.split(" | ")
        self._unshown = "".join(unshown)

    @cached_property
    def block(self) -> Fields:
        session = library(disk=self.start.disk()).read(FILE)
        return {**session.read(self.line), **tomllib.loads(self._unshown)}

    def __str__(self) -> str:
        return f"{self.start.game}: {self.line}"


def entries(start: Start, text: str) -> Iterator[Entry]:
    found = list[Entry]()
    for row in text.strip().splitlines():
        if row.startswith("  "):
            found[-1].shows.append(row.strip())
        elif not row.startswith("#"):
            found.append(Entry(start, row))
    return iter(found)


def entry(game: str, keys: str) -> Entry:
    return next(one for one in ENTRIES if (one.start.game, one.keys) == (game, keys))


# Stephenson's Rocket

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
ROCKET = Start(
    "stephensons-rocket",
    tuple(CASH),
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
"""It is Beate's turn, with both actions. GWR has 2 towns, LSWR 3; 40 tiles and 8 passengers are left."""
EVERYTHING = "e 6 r e enter tab d - c 1 a 2 . 5 enter"

ROCKET_ENTRIES = """
# GWR has 16 - 5 shares in its pile, 10 after this one.
e 5 enter | extend gwr
  Beate takes one GWR share (10 left)
# The first move of a line lays no track.
e 1 enter | extend ner
  No track tile.
# Tokens of Manchester: Anton 2, Claus 1.
e 5 m a enter enter | extend gwr manchester
  Anton 2, Claus 1. Anton is first: 2,000. Claus is second: 1,000
# 2 + 1 towns: 3,000 for most stations; half is 1,500, rounded down 1,000.
e 5 l e enter enter | extend gwr leeds
  Anton 15,000 (+3,000), Beate 16,000 (+1,000)
e 5 Y o r k enter r enter | extend gwr railway "York"
  New railway town: York.
# A start town counts and pays nothing by itself: 2 + 1 towns and Leeds make 4, half is 2,000.
e 5 l s enter l e enter enter | extend gwr leeds start lswr
  Anton 16,000 (+4,000), Beate 17,000 (+2,000)
e 5 Y o r k enter s 6 enter | extend gwr start lswr
e 5 tab d enter | extend gwr station dora
  Dora's station joins GWR.
  Beate takes a passenger (7 left).
# Dora has as many stations as Beate, and they share the 1,000 of the second: rounded down nothing.
e 5 l e enter tab d enter | extend gwr leeds station dora
  PAY A Anton 3,000 (notes: 2,000 + 1,000)
# Each bid begins with the least that it can be.
e 5 - c a enter | extend gwr veto claus 1 anton 2
  Veto: Anton wins and returns 2 GWR shares. Other bids: Claus 1.
e 5 - 0 enter | extend gwr veto
  nobody bid
# Worked example 4: the mover needs only to equal.
e 5 tab tab c 1 a 2 b 2 enter | extend gwr veto claus 1 anton 2 beate 2
  Veto: Beate wins and returns 2 GWR shares. Other bids: Claus 1, Anton 2.
# Shares of LSWR: Beate 2 + 1, Anton 2, Claus 1; 3 towns: 3,000, half is 1,500, rounded down 1,000.
e 6 . 5 enter | extend lswr into gwr
  Beate 3 → 1. Anton 2 → 1. Odd shares lost: Beate 1, Claus 1.
e 3 . 4 . delete enter | extend lnwr
e 6 - c . 5 enter | extend lswr veto claus 1 into gwr
e 6 . 5 - c enter | extend lswr veto claus 1 into gwr
# Reading: Anton 1, Beate 1: (2,000 + 1,000) / 2, rounded down 1,000 each. Anton returns 2: Beate 3, Claus 1
# remain. 3 + 1 towns: 4,000 to Beate, 2,000 to Claus. No passenger: the last bid is not the mover's.
e 6 r e enter tab d - c 1 a 2 . 5 enter | extend lswr reading station dora veto claus 1 anton 2 into gwr
  Anton 13,000 (+1,000), Beate 20,000 (+5,000), Claus 11,000 (+2,000)
t r enter enter | take-token reading steel
t r e enter 2 enter | take-token reading textiles
t Y o r k enter b enter | take-token "York" brewing
  New metropolis: York.
# 7 stations less one on GWR and one that stands loose are 5; the next one makes 4, and 2 loose.
s enter | place-station
  Beate has 4 stations left to place, 2 loose on the board.
m enter | move-station
m 5 enter | move-station gwr
p enter | pass
# 11 shares are left in the pile of GWR.
i 5 enter | isolate gwr
  11 shares leave the game
# steel: Anton 1, Beate 1: 9,000 / 2, rounded down 4,000 each; tokens of Manchester are discarded; passengers:
# Claus 6,000. GWR, 2 towns: stations Anton 2,000, Beate 1,000; shares Anton and Claus 3,000 / 2, rounded down
# 1,000 each. LSWR, 3 towns: stations Claus 3,000; shares Anton and Beate 4,500 / 2, rounded down 2,000 each.
f enter | finish
  Anton 21,000 (+9,000), Beate 22,000 (+7,000), Claus 19,000 (+10,000)
+ 3 c t i r e d enter enter | leave claus "tired"
+ 1 c - 5 0 0 enter t w i c e enter enter | adjust claus -500 "twice"
+ 2 tab a 2 8 0 0 0 enter enter m i s c o u n t e d enter enter | recount cash anton 28000 because "miscounted"
  Anton, pounds 12,000 28,000
+ 4 t T h u r s d a y enter a 1 y enter | setup title "Thursday" starts anton option hidden_money true
+ 5 l u n c h enter enter | remark "lunch"
+ 6 a d c b c enter | seats anton dora claus beate next claus
  Claus is next instead of Beate.
"""

AGAIN = ROCKET._replace(blocks=[extend(BEATE, "GWR")])
"""Beate has extended GWR in this turn; she may do it again only if the table decides so."""
AGAIN_ENTRIES = """
e 5 ! a g r e e d enter enter | extend gwr ruling "agreed"
  House ruling agreed
  Allowed anyway: GWR was already extended this turn.
# Enter asks for the answer at fault.
e 5 enter 6 enter | extend lswr
"""
# What nobody entered before is filled in for another player; Esc forgets for whom the entry was.
FRESH_ENTRIES = """
tab b e 5 enter | pass then pass then extend gwr
  Anton passes; Anton passes; Beate extends GWR
e 5 ctrl+b b enter | pass then pass then extend gwr
tab a e 5 enter | extend gwr
tab b e 5 escape e 5 enter | extend gwr
tab b escape e 5 enter | extend gwr
"""

# Dampfross

BUILDING = Start("dampfross")
"""Everybody has 20."""
BETWEEN = Start("dampfross", blocks=[ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON))])
"""Claus paid 6 for a ferry, Anton ran alone for 20: Anton 40, Beate 20, Claus 14."""
RUN = depart({**train(ANTON), "length": 20}, {**train(BEATE, CLAUS), "length": 21})
RUNNING = Start("dampfross", blocks=[END_BUILDING, RUN])
ROLLS = [race_roll(ANTON, 12), race_roll(BEATE, 12), race_roll(ANTON, 12), race_roll(BEATE, 12)]
RACED = Start("dampfross", blocks=[END_BUILDING, RUN, *ROLLS])
"""Both arrived with their second roll: Anton with 24 - 20 pips left, the others with 24 - 21."""
ALONE = [END_BUILDING, depart(train(ANTON))]
THREE_RUN = Start("dampfross", blocks=[END_BUILDING, depart(train(ANTON), train(BEATE), train(CLAUS))])
SPECIAL = Start("dampfross", blocks=ALONE, more={"options": {"special_runs": True}})
ACCOUNTS = {ANTON: 30, BEATE: 25, CLAUS: 40, DORA: 20, "Emil": 22, "Franz": 18}
SIX = Start("dampfross", tuple(ACCOUNTS), more={"position": operating(accounts=ACCOUNTS)})
FARES = "d 6 5 3 2 b + c tab a 7 , a b 9 enter"

BUILDING_ENTRIES = """
b enter | build
# 20 + 6 for the first connection of a city.
b 1 2 tab enter | build city 12
  Anton gets 6 for reaching 12 first.
b 1 2 enter enter | build city 12
b 0 enter | build city
b 6 5 tab tab p 3 tab 5 enter | build 5 plain 3 city 65
b m enter enter | build city 65
# No name begins with a digit: the next number may be typed at once, or the name left out with Enter.
b 1 2 3 1 enter enter | build city 12 31
b 1 2 enter 3 1 enter enter | build city 12 31
b 6 5 1 2 tab tab p 3 tab 5 enter | build 5 plain 3 city 65 12
b 1 2 B r e m e n enter 6 5 enter | build city 12 65 name 12 "Bremen"
# Delete behind a number takes that number back.
b 1 3 delete 3 4 enter enter | build city 34
b tab tab p p p r enter 6 enter | build 6 plain 3 river 1
b tab b 1 , c tab 2 enter | build fee beate joins 1 fee claus crossings 2
# The rulebook's figure 4: 1 join + 3 half fields at 2 = 7.
b tab b 1 0 3 enter | build fee beate joins 1 halves 3 | fees = [{to = "Beate", joins = 1, crossings = 0, halves = 3}]
  7 to Beate (1 join and 3 half fields at 2)
# Half fields may be 0 to 12; Enter behind any of them saves.
b tab b tab tab 1 enter | build fee beate halves 1
b tab b tab tab 2 enter | build fee beate halves 2
b tab b tab tab 1 0 enter | build fee beate halves 10
b 1 2 E m s enter enter | build city 12 name 12 "Ems"
  New city: 12 Ems
# The dice show 3. They are part of the entry that they begin, and answer the question that asks for a roll.
g tab tab p 2 enter | build 3 plain 2
b tab tab p enter g enter | build 3 plain 1
j b tab tab p enter g g enter | joint-build anton beate 3 3 plain 1
# Three quarters of 4 + 4 are 6 points; 3 each for the city.
j b 6 5 tab tab p 6 enter 4 4 enter | joint-build anton beate 4 4 plain 6 city 65
  Anton 23 (+3), Beate 23 (+3)
j b enter | joint-build anton beate
y G e d s e r enter c enter | buy-ferry claus "Gedser"
  Claus 14 (-6)
+ 7 D o r a enter enter | join "Dora"
  Dora starts with 20 units and sits after Claus.
o enter | end-building
  36 of 36 numbers have no line yet.
"""
BETWEEN_ENTRIES = """
d 6 5 3 2 a enter | depart 65 32 train anton
  Anton 60 (+20)
# Of 7 fields Beate, who is richer than Claus, pays 4 and Claus 3; 9 - 4 is paid to Beate, 3 by Claus.
d 6 5 3 2 b + c tab a 7 , a b 9 enter | depart 65 32 train beate claus fare anton 7 train anton fare beate 9
  Anton pays Beate 5 (9 minus 4)
  Anton 38 (-2), Beate 25 (+5), Claus 11 (-3)
# 20 for running alone less 3 for the ferry.
d 6 5 3 2 a tab tab tab c enter | depart 65 32 train anton ferry claus 1
  Anton 57 (+17), Claus 17 (+3)
d 6 5 3 2 a + b enter | depart 65 32 train anton beate
  Anton and Beate run alone and get 20, 10 each
d 6 5 3 2 a + b tab c 2 enter | depart 65 32 train anton beate fare claus 2
d 6 5 3 2 a + b tab tab tab c 2 enter | depart 65 32 train anton beate ferry claus 2
d 6 5 3 2 a tab tab 2 0 , b tab tab 1 8 enter | depart 65 32 train anton length 20 train beate length 18
  Route lengths: Anton 20 and Beate 18.
d 6 5 3 2 a b enter | depart 65 32 train anton train beate
d m enter 3 2 a enter | depart 65 32 train anton
d 6 5 3 2 a tab b 5 , b tab a 7 c 2 enter | depart 65 32 train anton fare beate 5 train beate fare anton 7 claus 2
d 6 5 3 2 a tab tab 2 0 , b enter | depart 65 32 train anton length 20 train beate
d 6 5 3 2 0 enter | depart 65 32 train
# 4 points and a join, of the 20 that the run brought in.
x a p 4 tab b 1 enter | expand anton plain 4 fee beate joins 1
  Anton can still build for 15 units
x a p 4 enter | expand anton plain 4
f enter | finish
  This ends the game
+ 3 c t i r e d enter enter | leave claus "tired"
+ 1 c - 5 enter f i n e enter enter | adjust claus -5 "fine"
+ 2 tab tab tab a 4 1 tab tab tab tab tab tab tab x enter enter | recount accounts anton 41 because "x"
+ 4 s b enter | setup starts beate
+ 5 h i enter enter | remark "hi"
+ 6 a c b enter | seats anton claus beate
"""
RUNNING_ENTRIES = """
# 20 - 6 points to go.
r 6 enter | race-roll anton 6
  6 of 20 after 1 turn: 14 to go.
r enter 6 enter | race-roll anton 6
r a 6 enter | race-roll anton 6
r g enter | race-roll anton 3
r tab b enter g enter | race-roll beate 3
# 20 to the first; the second prize of 10 is halved.
a tab a 3 enter 2 b 4 enter 0 enter | arrive anton 3 2 beate 4 0
  Anton 40 (+20), Beate 25 (+5), Claus 25 (+5)
a b a enter | arrive place beate place anton
  Anton 30 (+10), Beate 30 (+10), Claus 30 (+10)
# 20 + 10 shared: 15 each, of which Beate and Claus have 7 each.
a b = a enter | arrive place beate anton
  Beate and Claus share 15, 7 each. 1 stays in the bank
# Partners arrive together, and either of them may be named.
a tab a 3 enter 2 enter c 4 enter 0 enter | arrive anton 3 2 claus 4 0
"""

# Whistle Stop

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
    """Anton's turn in round 3; what is given by a player's name in small letters is added."""
    held: dict[str, dict[str, Any]] = {ANTON: RICH, **OTHERS}
    players = {name: {**part, **parts.get(name.casefold(), {})} for name, part in held.items()}
    position = {"round": 3, "worth": worth or {}, "players": players}
    return Start("whistle-stop", blocks=blocks, more={"position": position})


WHISTLE = table()
FULL = table(anton={"goods": {"wood": 6, "steel": 4}})
NO_COAL = table(anton={"coal": 0})
TOLL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"]})
TOLL_TO_FULL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"], "goods": {"cotton": 10}})
ROUND = [{"by": name, "do": "end-turn"} for name in (ANTON, BEATE, CLAUS)]
DENVER = table(ROUND[0], denver(BEATE), *ROUND[1:], beate={"goods": {"wood": 2}})
POOR = table(denver(), *ROUND)
"""Anton, who has 1 wood left, knows Denver: 2 wood for 5 points."""
OVER = table(
    worth={"caboose": 3, "safe": 5},
    anton={"upgrades": ["caboose", "safe"], "gold": [4, 3]},
    claus={"gold": [0]},
)
"""Nobody said yet what one gold token is worth."""
UNKNOWN_GOLD = table(beate={"gold": [0, 0]}, claus={"gold": [5, 0]})
UPGRADES = (
    *("coal-car", "open-wagon", "mine-cart", "first-class-cabin", "caboose", "safe", "warehouse"),
    "new-whistle",
)
OWNING = table(worth=dict.fromkeys(UPGRADES, 3), anton={"upgrades": list(UPGRADES)})
RIVAL = table(worth={"safe": 3}, beate={"upgrades": ["safe"]})
TOWN = "m t Y u m a enter w 2 enter 5 enter b enter"
REMEMBERED = "m t 1 enter"

WHISTLE_ENTRIES = """
m c enter | move cotton
m n enter | move stone
m w enter | move wood
m a enter | move cattle
m y enter | move whiskey
m s enter | move steel
m l enter | move coal-yard
  Anton gets 2 coal
m i enter | move whistle-factory
m b enter | move start
m g enter | move gold-mine
m w . enter | move wood with whistle
m r s enter | move store steel
# The value is in the file; the screen leaves it out until the end.
m g 4 enter | move gold-mine | gold = [4]
m g 4 shift+tab 5 enter | move gold-mine | gold = [5]
m p w l s a enter | move trading-post trade wood coal coal trade steel cattle
  Anton trades 1 wood for 2 coal; 1 steel for 1 cattle
m p enter | move trading-post
m p w i enter | move trading-post trade wood whistle
m p w l w l enter | move trading-post trade wood coal coal trade wood coal coal
# Share 1 of B is Anton's, so 2 is the lowest left; 10 + 5.
m t Y u m a enter w 2 enter 5 enter b enter | move town "Yuma" pay wood 2 points 5 company b
  gets 5 points and B share no. 2 at Yuma for 2 wood
  New town: Yuma
m t Y u m a enter - 3 enter | move town "Yuma" penalty 3
  Anton 7 (-3)
# Three shares before the payment at 3: 10 + 9.
m x 3 a 1 n enter | move exchange 3 share a 1 ends no
  Anton 19 (+9)
# An exchange is proposed as an end tile. Three shares at 4: 10 + 12. Of five trains four are on their way.
m x 4 a 1 y l l w enter | move exchange 4 share a 1 ends rewards coal coal wood
  takes 2 coal and 1 wood. Trains left: 4
  Anton 22 (+12)
m x 3 b enter enter l l w enter | move exchange 3 share b 1 ends rewards coal coal wood
m e w enter 6 enter l l g 4 enter | move end pay wood 1 points 6 rewards coal coal gold | gold = [4]
  Anton 16 (+6)
m e - 2 enter l l w enter | move end penalty 2 rewards coal coal wood
b t w enter 5 enter | buy "toll-station" wood 1 worth 5
  Anton pays 1 wood. The Toll Station is worth 5 points at the end
r enter | rest
  Anton takes a whistle
# Neither moved nor rested: a rest.
e enter | end-turn
  Anton hasn't done anything this turn. End it with a rest and a whistle?
+ 3 b t i r e d enter enter | leave beate "tired"
+ 1 b 3 enter h o u s e enter enter | adjust beate 3 "house"
+ 2 4 enter x enter enter | recount round 4 because "x"
+ 4 t F r i d a y enter enter | setup title "Friday"
+ 5 h i enter enter | remark "hi"
+ 6 c b a enter | seats claus beate anton
"""
POOR_ENTRIES = """
m t 1 enter 3 enter | move town "Denver" penalty 3
m t 1 - 3 enter | move town "Denver" penalty 3
# Another price is paid though the remembered goods lack.
m t 1 w tab 4 enter a enter | move town "Denver" pay wood 1 points 4 company a
"""
OWNING_ENTRIES = """
v c enter | use coal-car
v o w l l s n n enter | use open-wagon trade wood coal coal trade steel stone stone
v o w l l enter | use open-wagon trade wood coal coal
v m 5 enter | use mine-cart | gold = [5]
# 4 for each full 3 shares.
v f enter | use first-class-cabin
  Anton has 3 shares and gets 4 points: 4 for every three
v b s enter | use caboose steel
v b t Y u m a enter w 2 enter 5 enter b enter | use caboose town "Yuma" pay wood 2 points 5 company b
v s a 1 c enter | use safe company c share a 1
  gives up A share no. 1 for C share no. 1
v w y enter | use warehouse whiskey
v n enter | use new-whistle
"""

ENTRIES: tuple[Entry, ...] = (
    *entries(ROCKET, ROCKET_ENTRIES),
    *entries(AGAIN, AGAIN_ENTRIES),
    *entries(Start("stephensons-rocket"), FRESH_ENTRIES),
    *entries(BUILDING, BUILDING_ENTRIES),
    *entries(BUILDING, "tab c b enter | build then build then build"),
    *entries(BETWEEN, BETWEEN_ENTRIES),
    # Red 4, white 2: even.
    *entries(SPECIAL, "d 6 5 4 2 a enter | depart 65 belgium-or-luxembourg train anton\n  Anton 60 (+20)"),
    # 9 against 7: Anton pays 2. Of 5 fields Claus, who is richer, pays 3 and Dora 2.
    *entries(
        SIX,
        "d 6 5 3 2 a tab b 9 , b tab a 7 , c + d tab e 5 enter"
        " | depart 65 32 train anton fare beate 9 train beate fare anton 7 train claus dora fare emil 5"
        "\n  Anton 28 (-2), Beate 27 (+2), Claus 37 (-3), Dora 18 (-2), Emil 27 (+5)",
    ),
    *entries(RUNNING, RUNNING_ENTRIES),
    # A ruling saves a single arrival: the others gave up.
    *entries(THREE_RUN, 'a a ! x enter enter | arrive place anton ruling "x"'),
    *entries(THREE_RUN, 'a tab a 3 enter 2 enter ! x enter enter | arrive anton 3 2 ruling "x"'),
    *entries(THREE_RUN, "a c a = b enter | arrive place claus place anton beate"),
    *entries(RACED, "enter enter | arrive anton 2 4 beate 2 3"),
    *entries(RACED, "a enter | arrive anton 2 4 beate 2 3"),
    *entries(WHISTLE, WHISTLE_ENTRIES),
    *entries(WHISTLE, "tab b m w enter | end-turn then move wood"),
    # Beate has share 2 of B, the lowest left is 3.
    *entries(DENVER, 'm t 1 enter | move town "Denver" pay wood 2 points 5 company b\n  B share no. 3'),
    *entries(POOR, POOR_ENTRIES),
    *entries(NO_COAL, "m w enter | move wood with whistle"),
    *entries(table(move("wood")), "e | end-turn"),
    # 10 + 1 goods.
    *entries(FULL, "m w enter s enter | move wood discard steel 1"),
    *entries(TOLL, "m c w enter | move cotton toll wood to beate"),
    *entries(TOLL, "m c . enter | move cotton with whistle"),
    *entries(TOLL_TO_FULL, "m c w enter c enter | move cotton toll wood to beate receiver-discard cotton 1"),
    *entries(RIVAL, 'b s s w enter | buy "safe" wood 1 from beate tribute steel'),
    # Anton: most shares of A and B 30, upgrades 3 + 5, gold 4 + 3, 3 wood, 2 steel at 3, 11 markers 5, one black tile:
    # 10 + 30 + 8 + 7 + 9 + 5 - 10 = 59. Beate: 4 markers, 7 + 2. Claus: gold 5, one marker nothing: 4 + 5.
    *entries(
        OVER, "f a enter 5 enter | final anton 1 gold claus 5\n  Anton 59 (+49), Beate 9 (+2), Claus 9 (+5)"
    ),
    *entries(UNKNOWN_GOLD, "f b 1 enter 3 5 4 enter | final beate 1 gold beate 3 5 claus 4"),
    *entries(OWNING, OWNING_ENTRIES),
)
