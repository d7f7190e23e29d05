"""What keys of an entry are taken for, and what the screen says then: in every game and language."""

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.desk.desk import Desk
from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from companion.forms import entry_form, pointing
from companion.forms.drafts import Cursor
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.games.actions import AGREED
from companion.report.words import Speaker
from companion.session import Library
from companion.storage.board_notes import board_notes_path
from companion.storage.places import examples_folder
from companion.web.desk_html import draw_desk
from companion.words import LANGUAGES
from tests.dampfross.moves import END_BUILDING, build, depart, ferry, race_roll, train
from tests.stephensons_rocket.moves import extend, line, started
from tests.support import ANTON, BEATE, CLAUS, FILE, RAILWAYS, ROOT, part_of
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, asked_of_each, missing, model_of
from tests.tui.entries import (
    AGAIN,
    ALONE,
    BUILDING,
    DENVER,
    FINED,
    NO_COAL,
    OWNING,
    POOR,
    RIVAL,
    ROCKET,
    ROUND,
    THREE_RUN,
    TOLL,
    UNKNOWN_GOLD,
    WHISTLE,
    table,
)
from tests.whistle_stop.moves import buy, move, rest

LIBRARY = Library(folders=(ROOT / "rulesets",))
Case = tuple[Any, ...]
"""Keys, with text to be typed in quotes; the answers taken; texts on the screen, after ! those that are not there."""

RUNNING = Start("dampfross", blocks=[END_BUILDING])
JOINT_RUN = Start("dampfross", blocks=[END_BUILDING, depart(train(ANTON), train(BEATE, CLAUS))])
PLACED = Start("stephensons-rocket", more=started(line("GWR", shares={ANTON: 2, BEATE: 3, CLAUS: 1})))
HELD = {ANTON: 3, BEATE: 3, CLAUS: 3}
VETO = started(line("GWR", start_towns=["GWR"], unnamed_towns=1, shares=HELD), up=ANTON, tracks_laid=20)
ANNA = Start("dampfross", ("Anna", "Bert", "Carl"))
JO = Start("dampfross", ("Jo", "Otto", "Bert"))
BREMEN = Start("dampfross", (ANTON, "Bernd", CLAUS), [build(ANTON, names={"12": "Bremen"})])
NORTHERN = Start(
    "dampfross", blocks=[build(ANTON, names={"12": "Große Nördliche"}), ferry(CLAUS, "Rostock Nord")]
)
ACCENTS = Start("dampfross", ("Ägidius", "Łukasz", "Bert"), [END_BUILDING])
BERLIN = Start("dampfross", blocks=[build(ANTON, cities=[31], names={"31": "Berlin"})])
FERRY = Start("dampfross", blocks=[ferry(CLAUS, "Gedser"), END_BUILDING])
ROUTES = [{**train(name), "length": length} for name, length in ((ANTON, 4), (BEATE, 7), (CLAUS, 12))]
RACE = [END_BUILDING, depart(*ROUTES), *(race_roll(name, 5) for name in (ANTON, BEATE, CLAUS))]
"""After the first turn Anton is home with 1 point left, Beate 2 fields and Claus 7 from it."""
FIRST_TURN, UNFINISHED, ROLLED = (
    Start("dampfross", blocks=[*RACE, *rolls])
    for rolls in ([], [race_roll(BEATE, 5)], [race_roll(BEATE, 5), race_roll(CLAUS, 6)])
)
LEVEL = [depart(*({**train(name), "length": 4} for name in (ANTON, BEATE))), *RACE[2:4]]
SHARED, ROLLED_OFF = (
    Start("dampfross", blocks=[END_BUILDING, *LEVEL], more={"options": {"exact_tie": tie}})
    for tie in ("share", "roll-off")
)
ROLLS_SAY = "The rolls give a different result: Anton in turn 1 with 1 point left; Beate in turn 2 with 3 points left."
ONE_HOME = "The rolls give a different result: Anton in turn 1 with 1 point left."
ONE_WOOD = table(anton={"goods": {"wood": 1, "steel": 1}})
TOLL_FOR_TRADER = table(
    worth={"toll-station": 3}, anton={"goods": {"wood": 1, "steel": 1}}, beate={"upgrades": ["toll-station"]}
)
NORTH = table(move("end", tile="North", pay={"wood": 1}, points=6, rewards=["coal", "coal", "coal"]))
SAFE = {"upgrade": "safe"}
BEATES_SAFE = table(
    ROUND[0],
    buy("safe", by=BEATE, pay={"wood": 2}, worth=3),
    *ROUND[1:],
    anton={"goods": {"wood": 1, "steel": 1}},
    beate={"goods": {"wood": 2}},
)
"""Anton has half of what the safe cost Beate."""
DENVER_PAID = {"stop": "town", "town": "Denver", "pay": {"wood": 2}, "points": 5, "company": "B"}
RUN = {"start": 65, "goal": 31}


def trains(*players: list[str]) -> dict[str, Any]:
    return {**RUN, "trains": [{"players": names} for names in players]}


def fares(*amounts: tuple[str, int]) -> dict[str, Any]:
    rows = [{"to": to, "fields": fields} for to, fields in amounts]
    return {**RUN, "trains": [{"players": [ANTON], "fares": rows}]}


def bids(*amounts: tuple[str, int]) -> dict[str, Any]:
    return {"line": "GWR", "veto": [{"player": name, "shares": count} for name, count in amounts]}


def pays(**goods: int) -> dict[str, Any]:
    return {**SAFE, "pay": goods}


CASES: list[tuple[Start, str, list[Case]]] = [
    # Whole names, in the language of the screen and in English, end with Enter
    (ROCKET, "en", [
        ("e 'NER' enter 'Hull' enter 'railway town' enter", {"line": "NER", "railway_towns": ["Hull"]}),
    ]),
    (ROCKET, "de", [
        # Letters are those of the names on the screen
        ("t 'York' enter enter", {"city": "York"}, "1 Stahl 2 Textil 3 Brauer 4 Leder"),
        # What Enter takes is named in this language
        ("t 'Reading' enter", {"city": "Reading"}, "(Enter: Stahl)"),
        ("e 5 'Ulm' enter", {"line": "GWR"}, "m eine Metropole b eine Bahnhofsstadt s eine Startstadt"),
    ]),
    # Of an aside's choices only those on the screen answer
    (ROCKET, "en", [
        *((f"e 5 'oxford' enter {key}", {"line": "GWR"}, "Choose one of these. m a metropolis r a railway town")
          for key in ("a", "q", "5")),
        ("e 5 'oxford' enter a r", {"line": "GWR", "railway_towns": ["Oxford"]}),
        ("e 5 'oxford' enter s q", {"line": "GWR"}, "Choose one of these. 5 GWR 6 LSWR"),
    ]),
    # Each of these saved an entry that lacked what was typed
    (ROCKET, "en", [
        ("e 5 'Barford' enter -", {"line": "GWR"}, "Barford is new.", "Choose one of these."),
        ("e 5 'Barford' enter - enter", {"line": "GWR"}, "Barford is new."),
        ("e 5 - 'antonx' enter enter", bids((ANTON, 1)), "Enter Save"),
    ]),
    # The town has a kind already
    (ROCKET._replace(blocks=[extend(BEATE, "GWR", railway_towns=["Leeds"])]), "en", [
        ("t 'leeds'", {}, "Leeds can't be both a metropolis and a railway town.", "!is new"),
        ("t", {}, "known: Guildford", "!Leeds"),
    ]),
    # A digit continues a number within what is possible; one that doesn't fit isn't taken
    (ROCKET, "en", [
        ("e 6 - c 2 1", {"line": "LSWR", "veto": [{"player": CLAUS, "shares": 1}]}, "!✗"),
    ]),
    (WHISTLE, "en", [
        ("b w w 3 1", {"upgrade": "warehouse", "pay": {"wood": 3}}, '"31" doesn\'t fit. Enter a number from 0 to 10.'),
    ]),
    (ROCKET, "hu", [
        ("e 5 'indító lnwr' enter", {"line": "GWR", "start_towns": ["LNWR"]}),
    ]),
    (WHISTLE, "en", [
        ("b s c n", pays(cotton=1, stone=1)),
        ("b s w w 'whiskey' enter w", pays(wood=3, whiskey=1)),
        ("b 'Safe' enter w 3 'Wood' enter", pays(wood=4)),
        # Half a name is never taken for something else
        ("b s 'whisk'", SAFE, "whisk"),
        # The letters of a misspelt card pay nothing
        ("b 'Warehuose'", {}, '"Warehuose" doesn\'t fit here. Press Enter to go on.', "▸Warehouse"),
        ("b 'Warehuose' enter enter", {"upgrade": "warehouse"}),
        # Whatever takes the number of the share, an exchange is proposed as an end tile
        ("m x 3 b 1", {"stop": "exchange", "rate": 3, "share": {"company": "B", "number": 1}},
         "Does the train go home?"),
        # No tile's name goes on with the fourth letter; # leads to the name
        ("m e - 3 enter l l i c", None, '"c" doesn\'t fit here'),
        ("m e - 3 enter l l i # N o enter backspace backspace i enter", {
            "stop": "end", "penalty": 3, "rewards": ["coal", "coal", "whistle"], "tile": "Ni"}),
    ]),
    (WHISTLE, "de", [
        ("b s 'Whiskey' enter 2 'Stahl' enter b", pays(whiskey=2, steel=1, cotton=1)),
        ("m", {}, "r Rind w Whiskey t Stahl", "k Kohlenlager p Pfeifenfabrik"),
        ("b", {}, "s Safe w Warehouse n New Whistle t Toll Station p Compass b Blocking Signal"),
        # Every word of a name can be begun, but only Enter takes a later one
        ("b 'wagon'", {}, "▸Open Wagon", "Enter Übernehmen"),
        ("b 'wagon' enter", {"upgrade": "open-wagon"}),
        # A word on no screen answers nothing more once a letter didn't fit. Nothing is saved without it by Enter alone
        ("m 'Vieh'", {}, "„Vieh“ passt hier nicht. Weiter mit Enter."),
        ("m 'Schokolade'", {"stop": "stone"}, "„chokolade“ passt hier nicht. Alles ist"),
        ("m 'Schokolade' enter enter", {"stop": "stone"}, "Ohne „chokolade“ speichern?"),
    ]),
    (WHISTLE, "hu", [
        ("b 'elso osztalyu fulke' enter", {"upgrade": "first-class-cabin"}),
        ("b 'csille' enter f", None, "Milyen áruval fizet Anton a csilléért"),  # an article before a name in a sentence
        ("b 'csille' enter f 'acél' enter", {"upgrade": "mine-cart", "pay": {"wood": 1, "steel": 1}}),
    ]),
    (table(worth={"safe": 3}, beate={"upgrades": ["safe"]}), "de", [("b s ask:tribute", SAFE, "t Stahl")]),
    # Lists as they are shown: a comma ends a name, and new names are asked about behind the last one
    (ROCKET, "en", [
        *((f"e 5 '{typed}' enter", {"line": "GWR", "railway_towns": ["Leeds"], "metropolises": ["Manchester"]})
          for typed in ("Leeds, Manchester", "Leeds,Manchester", "leeds , manchester")),
        ("e 5 'Bradford, Stoke, Leeds' enter", None, "Bradford is new."),
        ("e 5 'Bradford, Stoke, Leeds' enter r r",
         {"line": "GWR", "railway_towns": ["Bradford", "Stoke", "Leeds"]}),
        ("e 5 'Manchestre, Leeds' enter 1",
         {"line": "GWR", "metropolises": ["Manchester"], "railway_towns": ["Leeds"]}),
        # Several matches are never resolved by Enter
        ("e 3 l enter enter", {"line": "LNWR"}, "Which one do you mean: Leeds, LSWR, Liverpool, LNWR or L&Y?"),
        ("e 3 l e enter down", {"line": "LNWR", "railway_towns": ["Leeds"]}, "Enter Accept"),
        # A name that may be a slip offers the known one first
        ("e 5 'Readng' enter", {"line": "GWR"},
         "Readng is new. Choose what it is. Or did you mean Reading? ▸1 Reading m a metropolis"),
        *((f"e 5 'Readng' enter {key}", {"line": "GWR", "metropolises": ["Reading"]}) for key in ("1", "enter")),
        # A new metropolis is asked about in a token too
        ("t 'Guilford' enter", {}, "Guilford is new. Choose what it is. Or did you mean Guildford? ▸1 Guildford m a"),
        *((f"t 'Guilford' enter {key}", {"city": "Guildford"}) for key in ("1", "enter")),
        *((f"t 'York' enter {key}", {"city": "York"}) for key in ("m", "enter")),
        # A new name in small letters has one spelling
        ("e 5 'bristol' enter r", {"line": "GWR", "railway_towns": ["Bristol"]}),
        ("e 5 '\"bristol' enter r", {"line": "GWR", "railway_towns": ["bristol"]}),
        ("e 5 - d", {"line": "GWR"}, "Dora has none.", "Dora has no GWR share and can't bid."),
        # No name begins with a digit, neither in quotes nor from a phone
        *((keys, {"line": "GWR"}, '"5" doesn\'t fit here.', "!5 is new") for keys in ("e 5 '\"5' enter", "e 5 say:5")),
        # Letters that fit nothing are told, and not kept
        ("t 'man' enter 'xt'", None, "!takes: xt", '"xt" doesn\'t fit here. Press Enter to go on.'),
        # Backspace takes away what was no text
        ("e 5 'start lnwr' enter backspace 'lee'", {"line": "GWR"}),
    ]),
    (PLACED, "en", [
        # A veto in plain words; a letter bids no more than its player holds
        ("e 5 -", None, "Beate can bid 1-3. Claus can bid 1. Anton needs 1 to keep it. Who bids next? (0:"),
        ("e 5 - c", None, "Anton needs 1 to keep it. Who bids next?", "b (Beate) ▸c Claus 1"),
        ("e 5 - b c", bids((BEATE, 1), (CLAUS, 1)), "Claus bids 1 share but must bid at least 2.", "!Claus bids 2"),
        ("e 5 - b 2 c", bids((BEATE, 2), (CLAUS, 1)), "Anton needs 2 to keep it. Who bids next?"),
        ("e 5 - a", None, "How many shares Anton bids:", "b (Beate) c (Claus) ▸a Anton 1"),
        ("e 4 E x e enter s", None, "4 GER 5 GWR 1 (NER) 2 (L&Y) 3 (LNWR) 6 (LSWR) 7 (SER)"),
        # Steel begins with a in Italian and Hungarian only
        ("t Y o r k enter enter a", {"city": "York"}, '"a" doesn\'t fit here.'),
    ]),
    # The signs beside shares are explained when they first appear on a new table
    (Start("stephensons-rocket"), "en", [
        ("e 5", None, "* has the most and = is tied for the most.", "!No track tile"),
    ]),
    (Start("stephensons-rocket", blocks=[extend(ANTON, "GWR")]), "en", [("e 4", None, "!has the most")]),
    # What Enter, Tab and help do now; a question mark may be part of a name or a reason
    (ROCKET, "en", [
        ("e enter", {}, "Missing: the line"),
        ("e 5", None, "Enter Save without Towns", " ? Help "),
        ("e 5 tab tab", None, "▸Veto", "Enter Save without Veto"),
        ("e 5 . shift+tab shift+tab shift+tab", None, "▸Towns"),
        ("e 5 Y o r k enter", None, "!Tab", "York is new. Choose what it is", "!Enter Save"),
    ]),
    # What was thrown away stays away until Backspace brings it back, and never comes back once something was saved
    (ROCKET, "en", [
        ("e 5 . 6 escape e 5", {"line": "GWR"}, "Line GWR ▸Towns", "Merger (press .) The towns now next to"),
        ("e 5 tab d escape", {}, 'You discarded "Extend line" without saving it. Backspace reopens it.'),
        # No ruling lifts what can't be
        ("e 5 . 5", None, "GWR can't merge into itself. Choose another line.", "Enter Change: Merger",
         "!House ruling"),
        ("e 5 . 5 enter enter !", None, "Even a house ruling can't allow this", "GWR can't merge into itself."),
    ]),
    (AGAIN, "en", [
        ("e 5", None, "Not saved", "House ruling",
         "GWR was already extended this turn. Choose another line."),
        ("e 5 !", None, "Reason for the house ruling, if any:", "already extended this turn.", "!Choose another line"),
        ("e 5 ! 'agreed' enter", None, "Allowed anyway: GWR was already extended", "!Choose another line"),
    ]),
    # After a bid of 1 the next is 2 at least, and a bid of 0 is none
    (Start("stephensons-rocket", more=VETO), "en", [
        ("e 5 ask:veto b c", bids((BEATE, 1), (CLAUS, 2))),
        ("e 5 ask:veto b c c c", bids((BEATE, 1), (CLAUS, 3))),
        ("e 5 ask:veto c 0", {"line": "GWR"}, "!✗"),
    ]),
    # Numbers and cities
    (BUILDING, "en", [
        *((f"b {keys}", {"cities": [65, 34]}) for keys in ("6 5 , 3 4 ,", "6 5 ' ' 3 4", "6 5 3 4")),
        *((f"b {keys}", {"cities": [12, 13]}) for keys in ("1 2 , 1 3 ,", "'12 13'", "'12,13'")),
        ("b 1 2 'Bremen,13'", {"cities": [12, 13], "names": {"12": "Bremen"}}),
        # No name has a digit, whether it was just typed or is open again
        ("b 1 2 'Bremen' enter backspace 1 3", {"cities": [12, 13], "names": {"12": "Bremen"}}),
        ("b 9 enter M u enter", {"cities": [65]}),
        ("b 'München' enter 4 9", {"cities": [65]}, "There's no 49 on the board."),
        ("b 'Hamburg' enter enter", {}, "yet. Type the number from the board."),
        # The setup names start cities, and only the players know their numbers
        ("b 'Berlin' enter 3 1 enter", {"cities": [31], "names": {"31": "Berlin"}}),
        ("b 'Mnchen' enter", {}, "Did you mean München? ▸1 München"),
        # The beginning or a slip of a known name is asked about, also where it may be a second number of the city
        *((f"b 6 6 '{typed}' enter", {"cities": [66]}, "Did you mean München? ▸1 München 2")
          for typed in ("mü", "mün", "Munchn")),
        ("b 6 6 'mün' enter enter", {"cities": [66]}, "Is it the same city as 65 München?"),
        ("b 6 6 'mün' enter 2", {"cities": [66], "names": {"66": "Mün"}}),
        ("b 1 2 'Bremen' enter 1 3 'bre' enter", {"cities": [12, 13], "names": {"12": "Bremen"}}, "▸1 Bremen 2 Bre"),
        ("b", {}, "Fields (press .)"),
        ("b 4 4 U l m enter 4 5 U l m enter", None, "Is it the same city as 44 Ulm? y yes n no"),
        ("b tab 'Cluas' enter enter", {"fees": [{"to": CLAUS}]}),
        # What isn't said of a fee stands in nobody's way
        ("b tab b tab 2 tab tab", None, "▸Roll"),
        # Tab goes on inside a row, filled or not; a digit that can't be isn't kept
        ("b tab b 2 tab 6", {"fees": [{"to": BEATE, "joins": 2, "crossings": 6}]}),
        # A key pressed twice doesn't answer what needs no answer, but pressed once more it does
        ("b tab b 3 3", {"fees": [{"to": BEATE, "joins": 3}]}, '"3" doesn\'t fit here.'),
        ("b tab b 2 c 1", {"fees": [{"to": BEATE, "joins": 2}, {"to": CLAUS, "joins": 1}]}),
        # A building of nothing has to be said
        ("b 1 2 tab tab 3 p 1", None, "Tab Only one city left?"),
        ("b tab b , 2", {"fees": [{"to": BEATE, "halves": 2}]}, "Half fields Anton builds alongside Beate's lines"),
        ("b tab b 1 , c", None, "Claus's lines that Anton joins", "!This rival"),
        ("j b tab c", {"players": [ANTON, BEATE], "fees": [{"to": CLAUS}]}),
        ("parts:setup o 'common' enter y", {"options": {"common_roll": True}}),  # no n of its name is the answer
        ("parts:setup o", None, "dice for building", "!build_dice", "!Not allowed"),
        ("", None, "Round 1, 3 of 3 players to go Ends at 250, highest 20"),
        ("b", {}, "(11 to 66, 0: none) e.g. München", "!g Dice"),
    ]),
    (BUILDING, "de", [
        ("b ask:track", {}, "e Ebene f Fluss h Hang b Berg zu Berg l Fluss am Berg"),
    ]),
    (BREMEN, "en", [("b B enter", {"cities": [12]})]),
    # Every word of a name can be begun, without accents; an open name is asked about
    (NORTHERN, "en", [
        ("b 'nord' enter", {"cities": [12]}),
        ("b n enter", {}, 'the number of "n" yet'),
        ("y 'nord' enter", None, "Did you mean Rostock Nord?"),
    ]),
    # Letters are those of the chips, with their accents
    (ACCENTS, "en", [
        ("tab ä", None, "Choose an action for Ägidius"),
        ("d 6 5 3 1 ä ł", trains(["Ägidius"], ["Łukasz"])),
    ]),
    (BERLIN, "en", [
        ("b B e r l i n enter", None, "31 Berlin is already connected"),
        ("b 1 4", None, "city name, if you like: e.g. Hamburg"),
        ("j", {"players": [BEATE]}, "Who builds together with Beate: Beate c Claus a (Anton)"),
        ("j backspace c b", {"players": [CLAUS, BEATE]}),
    ]),
    (ANNA, "de", [("y 'Bari' enter c", {"ferry": "Bari", "by": "Carl"})]),
    (JO, "de", [
        ("j backspace 'Jo' 'Otto'", {"players": ["Jo", "Otto"]}),
    ]),
    # Trains: two letters are two of them, and a plus shares one
    (RUNNING, "en", [
        ("d 6 5 3 1 a b c", trains([ANTON], [BEATE], [CLAUS])),
        ("d 6 5 3 1", RUN, "(two names with + share it, 0: nobody)"),
        # A goal that can't be one is refused at once, and another number replaces it
        ("d 1 3 1 3", {"start": 13, "goal": 13}, "✗ 13 can't be both start and goal.", "✗Goal 13", "!▸Trains"),
        ("d 1 3 1 3 3 1", {"start": 13, "goal": 31}, "▸Trains"),
        ("d 6 5 3 1 a + b c", trains([ANTON, BEATE], [CLAUS])),
        ("d 6 5 3 1 a b a n enter", trains([ANTON], [BEATE], [ANTON]), "✗ Anton can't run in two trains."),
        ("d 6 5 3 1 a b c left delete delete", trains([ANTON], [CLAUS])),
        ("d 6 5 3 1 a + b tab", None, "c Claus", "!a Anton", "!b Beate"),
        ("d 6 5 3 1 a tab tab 1 2", {**RUN, "trains": [{"players": [ANTON], "length": 12}]}),
        ("d 6 5 3 1 a tab b 1 c 2 b 9", fares((BEATE, 9), (CLAUS, 2))),
        ("d 6 5 3 1 a", None, ", Next row", "one or two players: Anton (+ and a name: same train;"),
        ("d 6 5 3 1 a tab c 6 b 3 , b tab c 9", None, "Trains Anton: Fares Claus 6, Beate 3 │ ▸Beate: Fares Claus 9"),
        # Left and Right lead to the same question of the other train; Up, Down and Tab to another fare of this one
        ("d 6 5 3 1 a tab b 5 c 3 , b tab a 7 left", None, "▸Anton: Fares Beate 5, Claus 3 │ Beate", "▸b Beate 5"),
        ("d 6 5 3 1 a tab b 5 c 3 up 4", fares((BEATE, 4), (CLAUS, 3))),
        # One table says what each pays, and in all
        ("d 6 5 3 1 a tab b 9 , b tab a 7", None, "each pays Anton Beate gets in all Anton 2 −2 Beate . 2"),
        ("", None, "d Run x Expand", "!Arrive", "!Roll"),
        # Nobody owes another more than 10
        ("d 6 5 3 1 a tab b 1 2 , b", None,
         "Anton would owe Beate 12 units. The limit is 10", "←→: other rows"),
        # A ruling needs no reason, and what is typed is one
        ("d 6 5 3 1 a tab b 9 9 ! enter", {**fares((BEATE, 99)), "ruling": AGREED}, "agreed at the table"),
        ("d 6 5 3 1 a tab b 9 9 ! 'agreed' enter", {**fares((BEATE, 99)), "ruling": "agreed"}),
    ]),
    (RUNNING, "de", [("d 3 1 4 4 'xylophon'", {"start": 31, "goal": 44}, "„xylophon“ passt hier nicht.")]),
    (FERRY, "en", [("d 6 5 3 1 a tab tab 1 2", {**RUN, "trains": [{"players": [ANTON], "length": 12}]})]),
    # Arrivals: at least two trains must be named, and the order is compared with the rolls
    (THREE_RUN, "en", [
        ("a a", None, "!✗", "!at least two"),
        ("a a b =", None, "c Claus"),
        ("a a b = enter c", {"places": [[ANTON], [BEATE, CLAUS]]}),
        ("a c a b", None, "Places Claus, Anton, Beate", "!▸Places"),
        ("a tab a 3 2 3 2 3 2", {"arrivals": [{"player": ANTON, "turn": 3, "left": 2}]}),
    ]),
    # A number moves on by itself once it has as many digits as the highest; who doesn't arrive needs no ruling
    (THREE_RUN, "en", [
        ("", None, "r Roll a Arrive"),
        ("a tab b 4 1 1", {"arrivals": [{"player": BEATE, "turn": 4, "left": 11}]}, "Whose train arrived"),
        ("a a 0", None, "Beate and Claus don't arrive.", "Enter Save"),
        ("a a b", None, "0: nobody else"),
        ("a a b 0", None, "Places Anton, Beate", "Tab Note"),
    ]),
    (JOINT_RUN, "en", [
        ("a", {}, "Who arrived first: a Anton b Beate + Claus", "!c Claus"),
        *((f"a {keys} a", None, "Places Beate + Claus, Anton", "B Beate +10") for keys in ("b", "c", "'Claus' enter")),
        ("a a", None, "0: nobody else, Enter: Beate + Claus"),
        ("a a 0", None, "Beate and Claus don't arrive.", "Enter Save", "!✗"),
    ]),
    # Tab leads through the trains of an earlier start
    (Start("dampfross", blocks=[END_BUILDING, depart(train(ANTON, pays={BEATE: 3}), train(BEATE))]), "en", [
        ("c tab tab tab", None, "Who runs in this train", "Tab Fares"),
        ("c tab tab tab tab b 4", None, "Trains ▸Anton: Fares Beate 4 │ Beate"),
    ]),
    (UNFINISHED, "en", [("a", {})]),
    (ROLLED, "en", [
        ("a b a", None, ROLLS_SAY),
        ("a b c", None, ROLLS_SAY),  # Anton is home, and would get nothing
        ("a a c", None, ROLLS_SAY),  # Claus has a field to go, Beate is home
        ("a a b", None, "!The rolls give"),
    ]),
    (FIRST_TURN, "en", [
        ("a b a", None, ONE_HOME),  # Beate rolled in turn 1 too, and is still on the way
        ("a a c", None, "!The rolls give"),  # Claus may have overtaken Beate since
        ("r", None, "Beate's roll: (1 to 12)"),
        ("r 1 5", None, '"15" doesn\'t fit. Enter a number from 1 to 12.'),
        ("a tab a 1 enter 1 2", None, '"12" doesn\'t fit. Enter a number from 0 to 11.'),
    ]),
    (SHARED, "en", [("a b a", None, "The rolls give")]),
    (ROLLED_OFF, "en", [("a b a", None, "!The rolls give")]),
    # Anton ran alone and may build for the 20 of the prize
    (Start("dampfross", blocks=ALONE), "en", [
        # A number that doesn't fit rings as a whole: its 0 isn't the 0 of "none"
        ("x a 2 0", {"by": ANTON}, '"20" doesn\'t fit here'),
        ("x a tab 3 1", {"by": ANTON}, '"31" doesn\'t fit here'),
        ("x a p 2 8", None, "Anton would spend 28"),
        ("x a tab b 1 3", {"by": ANTON, "fees": [{"to": BEATE, "joins": 1, "halves": 3}]}),
    ]),
    # Whistle Stop: prices, tolls, gold and trades
    (TOLL, "en", [
        ("m c i", {"stop": "cotton"}, '"i" doesn\'t fit here'),
        ("m c", None, "c (cotton)", "(…) not allowed", "Enter Save without Toll", "Tab Moves with"),
        ("m c w", None, "Enter Save Tab"),
    ]),
    (NO_COAL, "en", [("m w", None, "Moves with whistle")]),
    (TOLL_FOR_TRADER, "en", [("m p w i tab", None, "pays Beate to leave a black tile: s steel", "(wood)")]),
    (RIVAL, "en", [("b s s", None, "s 1 steel")]),
    (table(rest(ANTON)), "en", [("m", None, "✗ Anton rested this turn and can't move.")]),
    (UNKNOWN_GOLD, "en", [
        ("f b 1 enter 3 5", None, "What Claus's gold token is worth; entered so far: 5, 5 in all: (3, 4 or 5)"),
        ("f enter 3 6", {"gold": {BEATE: [3]}}, "▸Gold Beate 3 What Beate's 2 gold tokens are worth: 3",
         '"6" doesn\'t'),
    ]),
    (NORTH, "en", [
        # The questions are those of the first end tile; # leads to the names
        ("m e", {"stop": "end"}, "What Anton pays at an end tile", "!North"),
        ("m e 0 enter", None, "The points Anton gets at an end tile"),
        ("m e 0 enter 5 c", {"stop": "end", "pay": {}, "points": 5, "rewards": ["cotton"]}),
        ("m e # 1", {"stop": "end", "tile": "North", "pay": {"wood": 1}, "points": 6}, "▸Rewards"),
    ]),
    (NORTH._replace(blocks=[*NORTH.blocks, move("end", tile="South", penalty=0, rewards=["coal"] * 3)]), "en", [
        ("m e #", {"stop": "end"}, "1 North 2 South"),
    ]),
    # What can't be paid is said first, and Enter neither saves it nor takes the penalty
    *((start, "en", [
        *((keys, DENVER_PAID, "Anton is 1 wood short at Denver. Is it the penalty, or was something forgotten?",
           "w wood 2", f"- {penalty}", "!Enter") for keys in ("m t 1", "m t 1 enter", "m t 1 enter enter")),
        ("m t 1 w 1", None, "!short", f"!{penalty}"),
        # Not paying is a choice of its own: it takes no answer away that somebody gave
        ("m t 1 w 1 tab", {**DENVER_PAID, "pay": {"wood": 1}}, "▸Points 5", f"!{penalty}"),
        ("m t 1 w 1 tab -", None, "▸Points", "You've answered this another way. Delete that first."),
    ]) for start, penalty in ((POOR, "couldn't pay"), (FINED, "a penalty of 2 points"))),
    (POOR, "en", [
        ("m t 1 w 1 tab 4 tab a enter y", None, "Anton gets 4 points and share no. 4 of A at Denver for 1 wood.",
         "u Undo"),
        ("m t 1 - 3 shift+tab", {"stop": "town", "town": "Denver", "penalty": 3}, "▸Town Denver Penalty 3",
         "!wood", "!Points"),
    ]),
    (DENVER, "en", [
        ("m t Y u m a enter", None, "▸Price Points Company", "i 1-3 whistle - couldn't pay (…) not allowed"),
        ("m t Y u m a enter w 2 enter 5 tab tab", None, "!Penalty", "!couldn't pay"),
        ("m t Y u m a enter -", {"stop": "town", "town": "Yuma"}, "▸Penalty Moves with", "!Points"),
        ("m t 1", DENVER_PAID, "- couldn't pay"),
        ("m t R e n o enter 3 enter - 3", {"stop": "town", "town": "Reno", "penalty": 3}, "Enter Save"),
        ("m t 1 -", {"stop": "town", "town": "Denver"}, "▸Penalty Moves with", "!Company"),
        ("m t 1", None, "!or a mistake?"),
        ("m t 1 tab 6", None, "Denver brought 5 points in entry 2. This entry replaces that.", "!anyway?"),
        # What replaces a noted price is asked about, and Enter doesn't save it
        *((f"m t 1 w 1 enter{more}", {**DENVER_PAID, "pay": {"wood": 1}}, *texts)
          for more, *texts in (
              ("", "Denver cost 2 wood in entry 2. This entry replaces that.", "Save it anyway? ▸n no y yes"),
              (" enter", "!anyway?"), (" n", "!anyway?"), (" enter enter", "Save it anyway?"))),
    ]),
    # A trade that is still being entered isn't refused, neither the first nor the second
    (WHISTLE, "en", [
        ("m p w c s n", None, "What Anton gets for it: stone", "!✗", "!Not saved"),
        ("m p w c s n c", None, "Anton trades 1 wood for 1 cotton; 1 steel for 1 stone and 1 cotton.", "!✗"),
    ]),
    # A price that was filled in is refused at the end, not before the question about the tribute
    (BEATES_SAFE, "en", [
        ("b s", {**SAFE, "pay": {"wood": 2}}, "▸Tribute", "!✗"),
        ("b s s", None, "✗ Anton has 1 wood but needs 2."),
    ]),
    (ONE_WOOD, "en", [
        ("m p w", None, "!✗"),
        ("m p w i w", None, "✗"),
        ("m p n", None, "✗"),
    ]),
    # Each space and each use costs a marker. Anton has 9 coal and 2 whistles.
    (OWNING, "en", [
        ("m l", None, "Anton gets 2 coal."),
        ("m w .", None, "Anton gets 1 wood."),
    ]),
    (table(move("wood"), buy("toll-station", pay={"wood": 1}, worth=5)), "en", [
        ("", None, "Gold 20", "3 of 4 spaces left (moved, 1 bought)"),
    ]),
    (table(move("wood"), buy("toll-station", pay={"wood": 1}, worth=5)), "hu", [("", None, "mozgás, 1 vétel")]),
]  # fmt: skip
"""Cases by the table before the entry and the language of the screen."""


@pytest.mark.parametrize(
    ("start", "language", "case"),
    [(start, language, case) for start, language, cases in CASES for case in cases],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_keys_are_taken_for_what_was_meant_and_the_screen_says_so(
    start: Start, language: str, case: Case
) -> None:
    keys, draft, *texts = case
    desk = start.desk(keys, language)
    assert draft in (None, desk.model.form.draft)
    assert missing(texts, f"{desk.heading} {desk.entry} {desk.hints}") == []
    assert not desk.model.is_entering or "change:" in keys or len(desk.blocks) == len(start.blocks)


# Every name of every question


def example(game: str) -> Path:
    return examples_folder() / f"{game}-running.toml"


def shape(cursor: Cursor) -> Cursor:
    return tuple(part for part in cursor if isinstance(part, str))


def asked_forms(game: str, speaker: Speaker) -> Iterator[EntryForm]:
    """Every question that keys come to in the actions of the running example, each once."""
    context = LIBRARY.read(example(game)).context()
    for verb in context.verbs:
        begun = EntryForm(context, lexicon=speaker.lexicon).for_action(verb.name)
        ahead, seen = [begun, *(pointing.go_to(begun, one.field) for one in begun.questions)], set[Cursor]()
        while ahead:
            form = ahead.pop()
            if form.nav.question is None or shape(form.cursor) in seen:
                continue
            seen.add(shape(form.cursor))
            yield replace(form, typed="", problem=None, status="asking")
            ahead += [
                press(form, "tab"),
                pointing.pick(form, 0),
                press(form, "1"),
                press(press(form, "1"), "enter"),
            ]


def shown_names(form: EntryForm, desk: Desk) -> list[str]:
    """The candidates as the screen calls them."""
    desk.state = Entering(form)
    if form.nav.tally is not None:  # beside each stands how many of it there may be
        return [desk.speaker.choice(one) for one in form.prompt.candidates]
    return [one.label.strip("()") for one in entry_view(desk, desk.state).options]


def typed(form: EntryForm, name: str) -> EntryForm:
    """The form after a name, and after Enter if it waits for that."""
    for letter in name:
        form = press(form, letter)
    return press(form, "enter") if form.prompt.is_typing else form


def answers(form: EntryForm) -> tuple[object, ...]:
    return form.draft, form.cursor, form.typed, form.aside and form.nav.question, form.status


@pytest.mark.parametrize(("game", "language"), part_of([*product(RAILWAYS, LANGUAGES)], 3))
def test_a_name_typed_as_it_is_shown_answers_what_pointing_at_it_answers(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_form, "ask_once", asked_of_each)
    desk = model_of(LIBRARY.read(example(game)), language)
    checked, wrong, seen = 0, [], set[tuple[str, ...]]()
    for form in asked_forms(game, desk.speaker):
        names = shown_names(form, desk)
        if (*names,) in seen and not os.environ.get("COMPANION_TEST_LONG"):
            continue  # asked by another question too
        seen.add((*names,))
        for place, name in enumerate(names):
            if name.isdecimal() or len(name) < 3:
                continue  # two letters are keys
            checked += 1
            found, meant = answers(typed(form, name)), answers(pointing.pick(form, place))
            if found != meant:
                wrong.append((form.verb, form.cursor, name, found, meant))
    assert wrong == []
    assert checked > 0


# Names at the wrong question

TWICE = {"stephensons-rocket": 136, "whistle-stop": 169, "dampfross": 247}
"""How many of the pairs in English were saved by two Enters when letters that don't fit were kept."""


@pytest.mark.parametrize("game", RAILWAYS)
def test_a_name_typed_at_the_wrong_question_seldom_answers_and_is_hardly_ever_saved(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every name of an action, typed at each of its questions that doesn't have it, as a tired player does."""
    monkeypatch.setattr(entry_form, "ask_once", asked_of_each)
    desk = model_of(LIBRARY.read(example(game)))
    forms, names = [*asked_forms(game, desk.speaker)], dict[str, set[str]]()
    for form in forms:
        names.setdefault(str(form.verb), set()).update(
            name for name in shown_names(form, desk) if len(name) >= 3 and not name.isdecimal()
        )
    pairs = changed = once = twice = 0
    for form in forms:
        for name in sorted(names[str(form.verb)] - {*shown_names(form, desk)}):
            after = replace(form, before=None)
            for letter in name:
                after = press(after, letter)
            first = press(after, "enter")
            second = first if first.status == "saving" else press(first, "enter")
            pairs += 1
            changed += after.draft != form.draft
            once += after.draft != form.draft and first.status == "saving"
            twice += second.status == "saving"
    assert pairs > 900
    assert changed <= pairs / 10, changed
    assert once <= 5, once
    assert twice <= TWICE[game], twice


# Letters


def with_notes(start: Start, notes: str, language: str = "en") -> AtDesk:
    disk = start.disk()
    disk.files[board_notes_path(FILE.parent, start.game)] = f"format = 1\n{notes}\n".encode()
    return AtDesk(disk, language=language)


def test_a_company_that_the_players_named_keeps_its_letter() -> None:
    desk = with_notes(WHISTLE, '[company]\nB = { name = "Zephyr" }', "de")
    assert "b B Zephyr" in desk.press("m d 'Ulm' enter ask:company").entry
    assert desk.press("'zephyr'").model.form.draft["company"] == "B"
    told = desk.press("ask:pay h enter 5 enter enter").text
    assert missing(["Aktie Nr. 2 von B Zephyr", "B Zephyr 2*"], told) == []


def test_enter_after_a_whole_name_takes_that_name_and_saves_nothing() -> None:
    desk = ROCKET.desk("e 'GWR'")
    assert "Enter Accept" in desk.hints
    assert "Enter Save" in desk.press("enter").hints
    assert desk.press("'Rea' enter enter").blocks == [extend(BEATE, "GWR", metropolises=["Reading"])]
    assert len(ROCKET.desk("e 5 enter").blocks) == 1, "a digit isn't a name"


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [("en", "yes", "no"), ("de", "ja", "nein"), ("hu", "igen", "nem"), ("it", "sì", "no")],
)
def test_yes_and_no_have_the_letters_of_their_words(language: str, yes: str, no: str) -> None:
    """Both where yes and no are offered and where nothing else is asked; English letters are read too."""
    for letter, is_so in ((yes[0], True), (no[0], False), ("y", True)):
        desk = ROCKET.desk(f"verb:setup ask:options 1 {letter}", language)
        assert desk.model.form.draft == {"options": {"hidden_money": is_so}}
        assert BUILDING.desk(f"b ask:one_left {letter}", language).model.form.draft == {"one_left": is_so}
    offered = ROCKET.desk("verb:setup ask:options 1", language).entry
    assert f"{yes[0]} {yes} {no[0]} {no}" in offered
    asked = BUILDING.desk("b ask:one_left", language).entry
    letters = asked.replace("(", " ").replace(")", " ")
    assert all(f" {word[0]} " in letters for word in (yes, no))


# The next question


@pytest.mark.parametrize("keys", ["m . w", "m w .", "m t . 1", "m t 1 .", "m e w .", "m p w . i"])
def test_one_key_pays_by_whistle_at_any_question_of_a_move(keys: str) -> None:
    desk = DENVER.desk(keys)
    assert desk.model.form.fields["with"] == "whistle"
    assert desk.press(".").model.form.fields["with"] == "coal", "the same key takes it back"


@pytest.mark.parametrize("keys", ["m t 1", "m t 1 delete n", "m t 1 tab 6 shift+tab"])
def test_tab_leads_to_price_points_and_company_in_the_same_order_whatever_is_filled(keys: str) -> None:
    """Behind another price Tab led elsewhere, and the points typed there were lost."""
    desk = DENVER.desk(keys)
    seen = [desk.model.form.cursor[0], *(desk.press("tab").model.form.cursor[0] for _ in range(2))]
    assert seen == ["pay", "points", "company"]


def test_a_trade_that_is_complete_closes_itself() -> None:
    """whistle-stop.md, "Trading post": basic for a whistle, two coal or another; rare for two basic or another."""
    for keys, cursor in (
        *((keys, ("trades", 1, "give")) for keys in ("w i", "w l", "w l 2", "w l l", "w n", "s a", "s w n")),
        ("s w", ("trades", 0, "get")),
        ("w i s a", ()),
    ):
        form = WHISTLE.desk(f"m p {keys}").model.form
        assert (form.cursor, form.rung, form.typed) == (cursor, "", ""), keys


@pytest.mark.parametrize(
    ("start", "keys", "ended"),
    [
        (table(move("wood")), "e e", [ANTON]),
        (table(move("wood")), "e e escape", [ANTON]),
        (table(move("wood")), "e e enter", [ANTON, BEATE]),
        (WHISTLE, "b t w enter 5 enter e e", [ANTON]),
        (WHISTLE, "r enter e e", [ANTON]),
        (OWNING, "v f enter e e", [ANTON]),
    ],
)
def test_one_key_ends_a_turn_and_pressed_twice_never_skips_the_next_player(
    start: Start, keys: str, ended: list[str]
) -> None:
    """whistle-stop.md, "Turn": whoever neither moved nor rested takes a whistle, so a slip costs a whole turn."""
    desk = start.desk(keys)
    assert [one["by"] for one in desk.blocks if one["do"] == "end-turn"] == ended
    is_asked = "Beate hasn't done anything this turn. End it with a rest and a whistle?" in desk.entry
    assert is_asked == keys.endswith("e e")


# What a table has


@pytest.mark.parametrize(("name", "is_offered"), [("usa-east", False), ("germany", True), ("Attic", True)])
def test_ferries_are_offered_only_if_the_map_has_or_may_have_them(name: str, is_offered: bool) -> None:
    """dampfross.md, "Additional rules", "Ferry lines": the USA have none; a map of one's own isn't known."""
    desk = Start("dampfross", more={"options": {"map": name}}).desk()
    assert ("y Ferry" in desk.hints) == is_offered
    assert ("verb:buy-ferry" in draw_desk(desk.model).offered) == is_offered
    assert desk.press("y").model.is_entering == is_offered
    assert "Buy ferry" not in desk.press("escape").press("+").entry


# What is entered already


@pytest.mark.parametrize("keys", ["delete", "backspace delete delete"])
def test_a_start_town_that_was_taken_back_is_not_remembered(keys: str) -> None:
    """Exeter was said to be the start town of the LSWR, and then not entered at all."""
    desk = PLACED.desk(f"e 5 E x e enter s 6 {keys} g u enter enter")
    assert [one.get("metropolises") for one in desk.blocks] == [["Guildford"]]
    notes = [text for path, text in desk.disk.files.items() if "board-notes" in str(path)]
    assert not [text for text in notes if b"Exe" in text]
