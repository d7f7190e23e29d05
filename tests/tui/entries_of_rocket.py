"""Every action of Stephenson's Rocket as it is entered by keys; figures after the spec, "extend" and "End"."""

from tests.stephensons_rocket.moves import line, started
from tests.support import ANTON, BEATE, CLAUS, DORA
from tests.tui.acting import Start, entries

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

ENTRIES = entries(
    TABLE,
    """
    # GWR has 16 - 5 shares in its pile, 10 after this one; 39 tiles.
    extend | e 5 enter | extend gwr
      Beate takes a share of GWR (10 left)
      39
    # The first move of a line lays no track and makes its start town a town.
    extend-first-move | e 1 enter | extend ner
      Beate takes a share of NER (15 left)
      No track tile.
    # Tokens of Manchester: Anton 2, Claus 1.
    extend-metropolis | e 5 m a enter enter | extend gwr manchester
      Anton 2, Claus 1. Anton is first: 2,000. Claus is second: 1,000
      Anton 14,000 (+2,000), Claus 10,000 (+1,000)
    # 2 + 1 towns: 3,000 for most stations; half is 1,500, rounded down 1,000.
    extend-railway-town | e 5 l e enter enter | extend gwr leeds
      GWR has 3 towns with Leeds
      Anton 15,000 (+3,000), Beate 16,000 (+1,000)
    extend-new-town | e 5 Y o r k enter r enter | extend gwr railway "York"
      New railway town: York.
      Anton 15,000 (+3,000), Beate 16,000 (+1,000)
    # A start town counts and pays nothing by itself: 2 + 1 towns and Leeds make 4, half is 2,000.
    extend-start-town | e 5 l s enter l e enter enter | extend gwr leeds start lswr
      GWR has 4 towns with Leeds
      Anton 16,000 (+4,000), Beate 17,000 (+2,000)
    extend-station | e 5 tab d enter | extend gwr station dora
      Dora's station joins GWR.
      Beate takes a passenger (7 left).
    # As Leeds above, with the station of Dora: she has one, no more than Beate, and they share the 1,000 of the
    # second: rounded down nothing. The passenger is Beate's.
    extend-town-and-station | e 5 l e enter tab d enter | extend gwr leeds station dora
      PAY A Anton 3,000 (notes: 2,000 + 1,000)
      Anton 15,000 (+3,000)
    # Each bid begins with the least that it can be.
    extend-veto-of-two | e 5 - c a enter | extend gwr veto claus 1 anton 2
      Veto: Anton wins and returns 2 GWR shares. Other bids: Claus 1.
    extend-veto-without-bids | e 5 - 0 enter | extend gwr veto
      nobody bid
    # Worked example 4: the mover needs only to equal. 10 in the pile and 2 come back.
    extend-veto | e 5 tab tab c 1 a 2 b 2 enter | extend gwr veto claus 1 anton 2 beate 2
      Veto: Beate wins and returns 2 GWR shares. Other bids: Claus 1, Anton 2.
    # Shares of LSWR: Beate 2 + 1, Anton 2, Claus 1; 3 towns: 3,000, half is 1,500, rounded down 1,000.
    extend-merger | e 6 . 5 enter | extend lswr into gwr
      Anton 13,000 (+1,000), Beate 18,000 (+3,000)
      Beate 3 → 1. Anton 2 → 1. Odd shares lost: Beate 1, Claus 1.
    # As the screen leads, from left to right. Claus returns his share; the others are paid as above.
    extend-merger-after-a-veto | e 6 - c . 5 enter | extend lswr veto claus 1 into gwr
      Veto: Claus wins and returns 1 LSWR share. Other bids: none.
      Anton 13,000 (+1,000), Beate 18,000 (+3,000)
      Beate 3 → 1. Anton 2 → 1. Odd shares lost: Beate 1.
    extend-merger-before-its-veto | e 6 . 5 - c enter | extend lswr veto claus 1 into gwr
      Veto: Claus wins and returns 1 LSWR share. Other bids: none.
      Anton 13,000 (+1,000), Beate 18,000 (+3,000)
    # Reading: Anton 1, Beate 1: (2,000 + 1,000) / 2, rounded down 1,000 each. Anton returns 2: Beate 3, Claus 1
    # remain. 3 + 1 towns: 4,000 to Beate, 2,000 to Claus. No passenger: the last bid is not the mover's.
    extend-everything | e 6 r e enter tab d - c 1 a 2 . 5 enter
      = extend lswr reading station dora veto claus 1 anton 2 into gwr
      Anton 13,000 (+1,000), Beate 20,000 (+5,000), Claus 11,000 (+2,000)
    take-token | t r enter enter | take-token reading steel
      Beate takes steel from Reading
    # Commodities have digits, as lines do; the row below takes one by its letter.
    take-token-by-digit | t r e enter 2 enter | take-token reading textiles
      Beate takes textiles from Reading
    take-token-new | t Y o r k enter b enter | take-token "York" brewing
      Metropolis York Commodity brewing New metropolis: York
      New metropolis: York.
    # 7 stations less one on GWR and one that stands loose are 5; the next one makes 4, and 2 loose.
    place-station | s enter | place-station
      Beate has 4 stations left to place, 2 loose on the board.
    move-station | m enter | move-station
      Beate moves a loose station
    move-station-from | m 5 enter | move-station gwr
      GWR
    pass | p enter | pass
      Beate passes
    # 11 shares are left in the pile of GWR.
    isolate | i 5 enter | isolate gwr
      11 shares leave the game
    # steel: Anton 1, Beate 1: 9,000 / 2, rounded down 4,000 each; tokens of Manchester are discarded; passengers:
    # Claus 6,000. GWR, 2 towns: stations Anton 2,000, Beate 1,000; shares Anton and Claus 3,000 / 2, rounded down
    # 1,000 each. LSWR, 3 towns: stations Claus 3,000; shares Anton and Beate 4,500 / 2, rounded down 2,000 each.
    # Anton 12 + 4 + 2 + 1 + 2 = 21, Beate 15 + 4 + 1 + 2 = 22, Claus 9 + 6 + 1 + 3 = 19.
    finish | f enter | finish
      Anton 21,000 (+9,000), Beate 22,000 (+7,000), Claus 19,000 (+10,000)
    leave | + 3 c t i r e d enter enter | leave claus "tired"
    adjust | + 1 c - 5 0 0 enter t w i c e enter enter | adjust claus -500 "twice"
      Claus 8,500 (-500)
    # What is set is the whole of it: 28,000 is 16,000 more than 12,000.
    recount | + 2 tab a 2 8 0 0 0 enter enter m i s c o u n t e d enter enter
      = recount cash anton 28000 because "miscounted"
      Anton, pounds 12,000 28,000
    setup | + 4 t T h u r s d a y enter a 1 y enter
      = setup title "Thursday" starts anton option hidden_money true
      Thursday
    remark | + 5 l u n c h enter enter | remark "lunch"
      lunch
    seats | + 6 a d c b c enter | seats anton dora claus beate next claus
      Claus is next instead of Beate.
    """,
)
