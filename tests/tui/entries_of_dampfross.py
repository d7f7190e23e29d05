"""Every action of Dampfross as it is entered by keys; figures after the spec."""

from tests.dampfross.moves import END_BUILDING, depart, ferry, operating, race_roll, train
from tests.support import ANTON, BEATE, CLAUS, DORA
from tests.tui.acting import Start, entries

GAME = "dampfross"
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
ACCOUNTS = {ANTON: 30, BEATE: 25, CLAUS: 40, DORA: 20, "Emil": 22, "Franz": 18}
SIX = Start(GAME, tuple(ACCOUNTS), more={"position": operating(accounts=ACCOUNTS)})

ENTRIES = (
    *entries(
        BUILDING,
        """
        build-nothing | b enter | build
        # 20 + 6 for the first connection of a city.
        build | b 1 2 tab enter | build city 12
          Anton gets 6 for reaching 12 first.
          Anton 26 (+6)
        build-track | b 6 5 tab tab p 3 tab 5 enter | build 5 plain 3 city 65
          Anton gets 6 for reaching 65 München first.
          Anton 26 (+6)
        build-known-city | b 6 5 enter | build city 65
        build-by-name | b m enter enter | build city 65
        build-without-a-name | b 1 2 enter enter | build city 12
        build-two-cities | b 6 5 1 2 tab tab p 3 tab 5 enter | build 5 plain 3 city 65 12
        build-name-and-go-on | b 1 2 B r e m e n enter 6 5 enter | build city 12 65 name 12 "Bremen"
        build-letter-by-letter | b tab tab p p p r enter 6 enter | build 6 plain 3 river 1
        build-two-fees | b tab b 1 , c tab 2 enter | build fee beate joins 1 fee claus crossings 2
        # The rulebook's figure 4: 1 join + 3 half fields at 2 = 7.
        build-fees | b tab b 1 0 3 enter | build fee beate joins 1 halves 3
          7 to Beate (1 join and 3 half fields at 2)
          Anton 13 (-7), Beate 27 (+7)
        build-name | b 1 2 E m s enter enter | build city 12 name 12 "Ems"
          New city: 12 Ems
          Anton gets 6 for reaching 12 Ems first.
          Anton 26 (+6)
        # Three quarters of 4 + 4 are 6 points; 3 each for the city.
        joint-build | j b 6 5 tab tab p 6 enter 4 4 enter | joint-build anton beate 4 4 plain 6 city 65
          Anton and Beate get 3 each
          Anton 23 (+3), Beate 23 (+3)
        joint-build-nothing | j b enter | joint-build anton beate
        buy-ferry | y G e d s e r enter c enter | buy-ferry claus "Gedser"
          Claus pays 6 for the ferry
          Claus 14 (-6)
        join | + 7 D o r a enter enter | join "Dora"
          Dora starts with 20 units and sits after Claus.
          Dora 20 (+20)
        end-building | o enter | end-building
          36 of 36 numbers have no line yet.
        """,
        {"build-fees": {"fees": [{"to": BEATE, "joins": 1, "crossings": 0, "halves": 3}]}},
    ),
    *entries(
        BETWEEN,
        """
        depart-alone | d 6 5 3 2 a enter | depart 65 32 train anton
          Anton runs alone and gets 20
          Anton 60 (+20)
        # Of 7 fields Beate, who is richer than Claus, bears 4 and Claus 3; 9 - 4 is paid to Beate, 3 by Claus.
        depart-fares | d 6 5 3 2 b + c tab a 7 , a b 9 enter
          = depart 65 32 train beate claus fare anton 7 train anton fare beate 9
          Anton pays Beate 5 (9 minus 4)
          Claus pays Anton 3
          Anton 38 (-2), Beate 25 (+5), Claus 11 (-3)
        # 20 for running alone less 3 for the ferry.
        depart-ferry | d 6 5 3 2 a tab tab tab c enter | depart 65 32 train anton ferry claus 1
          Anton 57 (+17), Claus 17 (+3)
        # Running alone jointly: 20 halved.
        depart-jointly | d 6 5 3 2 a + b enter | depart 65 32 train anton beate
          Anton and Beate run alone and get 20, 10 each
          Anton 50 (+10), Beate 30 (+10)
        depart-lengths | d 6 5 3 2 a tab tab 2 0 , b tab tab 1 8 enter
          = depart 65 32 train anton length 20 train beate length 18
          Routes in points: Anton 20 and Beate 18.
        depart-two-trains | d 6 5 3 2 a b enter | depart 65 32 train anton train beate
        depart-by-name | d m enter 3 2 a enter | depart 65 32 train anton
        depart-fares-of-two | d 6 5 3 2 a tab b 5 , b tab a 7 c 2 enter
          = depart 65 32 train anton fare beate 5 train beate fare anton 7 claus 2
        depart-length-of-one | d 6 5 3 2 a tab tab 2 0 , b enter
          = depart 65 32 train anton length 20 train beate
        depart-nobody | d 6 5 3 2 0 enter | depart 65 32 train
        # 4 points and a join, of the 20 that the run brought in.
        expand | x a p 4 tab b 1 enter | expand anton plain 4 fee beate joins 1
          Anton pays 4 for the track.
          Anton can still build for 15 units
          Anton 35 (-5), Beate 21 (+1)
        expand-without-fees | x a p 4 enter | expand anton plain 4
        finish | f enter | finish
          This ends the game
        leave | + 3 c t i r e d enter enter | leave claus "tired"
        adjust | + 1 c - 5 enter f i n e enter enter | adjust claus -5 "fine"
          Claus 9 (-5)
        recount | + 2 tab tab tab a 4 1 tab tab tab tab tab tab tab x enter enter
          = recount accounts anton 41 because "x"
          Anton, units 40 41
        setup | + 4 s b enter | setup starts beate
        remark | + 5 h i enter enter | remark "hi"
        seats | + 6 a c b enter | seats anton claus beate
        """,
    ),
    # Red 4, white 2: even.
    *entries(
        SPECIAL,
        """
        depart-special | d 6 5 4 2 a enter | depart 65 belgium-or-luxembourg train anton
          Prizes of run 2 (65-Belgium or Luxembourg): Anton runs alone and gets 20
          Anton 60 (+20)
        """,
    ),
    # 9 against 7: Anton pays 2. Of 5 fields Claus, the richer one, bears 3 and Dora 2.
    *entries(
        SIX,
        """
        depart-six-players | d 6 5 3 2 a tab b 9 , b tab a 7 , c + d tab e 5 enter
          = depart 65 32 train anton fare beate 9 train beate fare anton 7 train claus dora fare emil 5
          Anton 28 (-2), Beate 27 (+2), Claus 37 (-3), Dora 18 (-2), Emil 27 (+5)
        """,
    ),
    *entries(
        RUNNING,
        """
        # 20 - 6 points to go.
        race-roll | r 6 enter | race-roll anton 6
          6 of 20 after 1 turn: 14 to go.
        race-roll-by-enter | r enter 6 enter | race-roll anton 6
        race-roll-by-name | r a 6 enter | race-roll anton 6
        # 20 to the first; the second prize of 10 is halved.
        arrive-by-race | a tab a 3 enter 2 b 4 enter 0 enter | arrive anton 3 2 beate 4 0
          Anton 40 (+20), Beate 25 (+5), Claus 25 (+5)
        # 20 halved, and 10.
        arrive-by-places | a b a enter | arrive place beate place anton
          Anton 30 (+10), Beate 30 (+10), Claus 30 (+10)
        # 20 + 10 shared: 15 each, of which Beate and Claus have 7 each.
        arrive-tied | a b = a enter | arrive place beate anton
          Beate and Claus share 15, 7 each. 1 stays in the bank
          Anton 35 (+15), Beate 27 (+7), Claus 27 (+7)
        """,
    ),
    *entries(
        RACED,
        """
        arrive-as-proposed | enter enter | arrive anton 2 4 beate 2 3
          Anton 40 (+20), Beate 25 (+5), Claus 25 (+5)
        """,
    ),
)
