"""Forms that Stephenson's Rocket does not need: lists in rows, tables of tables, choices that fill other fields."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.forms.completion import complete
from companion.forms.entry_form import EntryForm
from companion.forms.lines import action_line, read
from companion.forms.tokens import tokens_of
from tests.forms.made_up import DESK, POOR, MadeUpContext, final


def moved(**fields: Any) -> dict[str, Any]:
    return {"with": "coal", **fields, "do": "move"}


BOISE = {"stop": "town", "town": "Boise"}
PAID = {"pay": {"wood": 2}, "points": 5, "company": "A"}
TWO = [{"give": "wood", "get": ["whistle"]}, {"give": "steel", "get": ["wood", "stone"]}]
FARES = [{"to": "Beate", "fields": 4}, {"to": "Claus", "fields": 11}]
TRAINS = [
    {"players": ["Anton"], "fares": FARES, "length": 40},
    {"players": ["Beate", "Claus"], "fares": [{"to": "Anton", "fields": 3}]},
]
FEES = [{"to": "Beate", "joins": 1, "halves": 3}, {"to": "Claus", "crossings": 2}]

LINES = [
    (moved(stop="wood"), "move wood with coal"),
    (moved(**BOISE, **PAID), 'move town "Boise" pay wood 2 points 5 company a with coal'),
    (moved(**BOISE, penalty=3), 'move town "Boise" penalty 3 with coal'),
    (moved(**BOISE, **PAID | {"pay": {}}), 'move town "Boise" pay points 5 company a with coal'),
    (
        moved(stop="exchange", rate=4, share={"company": "A", "number": 2}),
        "move exchange 4 share a 2 with coal",
    ),
    (
        moved(stop="trading-post", trades=TWO),
        "move trading-post trade wood whistle trade steel wood stone with coal",
    ),
    (moved(stop="trading-post", trades=[]), "move trading-post trade with coal"),
    (
        moved(stop="end", penalty=5, rewards=["coal", "gold", "gold"], gold=[4, 5]),
        'move end penalty 5 rewards coal "gold" "gold" gold 4 5 with coal',
    ),
    (moved(stop="wood", toll={"good": "steel", "to": "Beate"}), "move wood with coal toll steel to beate"),
    (
        {"black_tiles": {"Anton": 1, "Beate": 0}, "gold": {"Anton": [3, 4], "Claus": [5]}, "do": "final"},
        "final anton 1 beate 0 gold anton 3 4 claus 5",
    ),
    (
        {
            "position": {
                "round": 3,
                "players": {
                    "Beate": {"points": 12, "shares": {"A": [1, 4], "B": [2]}},
                    "Anton": {"goods": {"wood": 1}},
                },
            },
            "do": "recount",
        },
        "recount round 3 player beate points 12 shares a 1 4 b 2 player anton goods wood 1",
    ),
    ({"position": {"players": {}}, "do": "recount"}, "recount player"),
    ({"roll": 5, "track": {}, "cities": [], "fees": [], "do": "build"}, "build 5 track cities fee"),
    (
        {"roll": 5, "track": {"plain": 2}, "cities": [65, 31], "names": {"65": "München"}, "do": "build"},
        'build 5 plain 2 cities 65 31 name 65 "München"',
    ),
    (
        {"roll": 5, "track": {"plain": 2}, "fees": FEES, "do": "build"},
        "build 5 plain 2 fee beate joins 1 halves 3 fee claus crossings 2",
    ),
    (
        {"players": ["Anton", "Beate"], "rolls": [4, 4], "track": {"plain": 6}, "do": "joint-build"},
        "joint-build anton beate 4 4 plain 6",
    ),
    (
        {"start": 65, "goal": 31, "trains": TRAINS, "do": "depart"},
        "depart 65 31 train anton fare beate 4 claus 11 length 40 train beate claus fare anton 3",
    ),
    ({"start": 65, "goal": 31, "trains": [], "do": "depart"}, "depart 65 31 train"),
    (
        {"start": 65, "special": "denmark", "trains": [{"players": ["Anton"]}], "do": "depart"},
        "depart 65 special denmark train anton",
    ),
    ({"places": [["Anton"], ["Beate", "Claus"]], "do": "arrive"}, "arrive place anton place beate claus"),
    (
        {"arrivals": [{"player": "Anton", "turn": 4, "left": 2}], "do": "arrive"},
        "arrive anton 4 2",
    ),
]


@pytest.mark.parametrize(("fields", "line"), LINES)
def test_every_shape_of_a_block_prints_and_reads_as_itself(fields: dict[str, Any], line: str) -> None:
    assert action_line(DESK, fields) == line
    assert read(lambda number: DESK, line) == fields


@pytest.mark.parametrize("line", [line for _, line in LINES])
def test_the_next_word_is_offered_once_its_first_letter_is_typed(line: str) -> None:
    for token in tokens_of(line):
        found = complete(lambda number: DESK, line[: token.start + 1])
        if not token.is_quoted and not token.text.isdecimal():
            assert token.text in [one.text.casefold() for one in found.candidates], line[: token.start + 1]


@pytest.mark.parametrize("context", [DESK, POOR])
def test_a_remembered_name_fills_what_is_not_said_and_a_quoted_one_fills_nothing(
    context: MadeUpContext,
) -> None:
    filled = PAID if context is DESK else {"penalty": 3}
    assert read(lambda number: context, "move town boise with coal") == moved(**BOISE, **filled)
    said = "pay wood 2 points 5 company a with coal"
    assert read(lambda number: context, f"move town boise {said}") == moved(**BOISE, **PAID)
    assert read(lambda number: context, "move town boise penalty 7 with coal") == moved(**BOISE, penalty=7)
    with pytest.raises(Refusal):
        read(lambda number: context, 'move town "Boise" with coal')


def test_a_list_with_too_few_answers_is_refused() -> None:
    for line in (
        "joint-build anton",
        "joint-build anton beate 4",
        "move end penalty 1 rewards coal with coal",
    ):
        with pytest.raises(Refusal):
            read(lambda number: DESK, line)


def test_a_player_called_by_a_number_is_no_number() -> None:
    context = MadeUpContext({"final": final}, DESK.verbs, ("Anton", "4"))
    fields = {"gold": {"Anton": [3], "4": [5]}, "do": "final"}
    assert read(lambda number: context, action_line(context, fields)) == fields


@pytest.mark.parametrize(
    ("keys", "fields"),
    [
        ("m w enter", moved(stop="wood")),
        ("m t 1 enter", moved(**BOISE, **PAID)),
        ("e", {"do": "end-turn"}),
        ("d 6 5 3 1 a enter", {"start": 65, "goal": 31, "trains": [{"players": ["Anton"]}], "do": "depart"}),
        ("b 5 p 3 tab 6 5 enter", {"roll": 5, "track": {"plain": 3}, "cities": [65], "do": "build"}),
    ],
)
def test_the_commonest_entries_of_other_games_take_few_keys(keys: str, fields: dict[str, Any]) -> None:
    assert_booked(DESK, keys, fields)


@pytest.mark.parametrize(
    ("keys", "fields"),
    [
        ("m w . enter", moved(stop="wood") | {"with": "whistle"}),
        ("m t b o enter enter", moved(**BOISE, **PAID)),
        ("m t 1 s tab 6 enter enter", moved(**BOISE, **PAID | {"pay": {"wood": 2, "steel": 1}, "points": 6})),
        ("m t 1 delete s tab 6 enter enter", moved(**BOISE, **PAID | {"pay": {"steel": 1}, "points": 6})),
        ("m t 1 left backspace s enter", moved(**BOISE, **PAID | {"pay": {"steel": 1}})),
        ("m t 1 tab tab tab 4 enter enter", moved(**BOISE, penalty=4)),
        ("m t N e w enter w 2 tab 5 enter a enter", moved(stop="town", town="New", **PAID)),
        ("m t 1 backspace 2 enter", moved(stop="town", town="Bend", pay={"steel": 1}, points=8, company="B")),
        ("m t 1 backspace backspace w enter", moved(stop="wood")),
        ("m x 3 a 4 enter", moved(stop="exchange", rate=3, share={"company": "A", "number": 4})),
        ("m p w i , s w n enter", moved(stop="trading-post", trades=TWO)),
        ("m w tab s enter", moved(stop="wood") | {"toll": {"good": "steel", "to": "Beate"}}),
        (
            "m e tab tab 5 enter l g g 4 5 enter",
            moved(stop="end", penalty=5, rewards=["coal", "gold", "gold"], gold=[4, 5]),
        ),
        (
            "f a 1 b 0 tab a 3 4 tab c 5 enter",
            {"black_tiles": {"Anton": 1, "Beate": 0}, "gold": {"Anton": [3, 4], "Claus": [5]}, "do": "final"},
        ),
        ("b 5 0 enter", {"roll": 5, "track": {}, "do": "build"}),
        (
            "b 5 p p r tab 6 5 3 1 tab b 1 enter",
            {
                "roll": 5,
                "track": {"plain": 2, "river": 1},
                "cities": [65, 31],
                "fees": [{"to": "Beate", "joins": 1}],
                "do": "build",
            },
        ),
        (
            "j a b 4 4 p 6 tab 6 5 enter",
            {
                "players": ["Anton", "Beate"],
                "rolls": [4, 4],
                "track": {"plain": 6},
                "cities": [65],
                "do": "joint-build",
            },
        ),
        (
            "d 6 5 3 1 a tab b 4 c 1 1 , b c a 3 enter",
            {
                "start": 65,
                "goal": 31,
                "trains": [{"players": ["Anton"], "fares": FARES}, TRAINS[1]],
                "do": "depart",
            },
        ),
        ("d 6 5 3 1 0 enter", {"start": 65, "goal": 31, "trains": [], "do": "depart"}),
        (
            "d 6 5 tab tab tab d enter a enter",
            {"start": 65, "special": "denmark", "trains": [{"players": ["Anton"]}], "do": "depart"},
        ),
        (
            "a a 4 2 b 5 0 enter",
            {
                "arrivals": [
                    {"player": "Anton", "turn": 4, "left": 2},
                    {"player": "Beate", "turn": 5, "left": 0},
                ],
                "do": "arrive",
            },
        ),
        ("a tab a b = c enter", {"places": [["Anton"], ["Beate", "Claus"]], "do": "arrive"}),
        ("a tab a c = backspace backspace b enter", {"places": [["Anton"], ["Beate"]], "do": "arrive"}),
    ],
)
def test_keys_book_every_shape(keys: str, fields: dict[str, Any]) -> None:
    assert_booked(DESK, keys, fields)


def test_the_proposal_follows_what_can_be_paid_and_can_be_overruled() -> None:
    assert_booked(POOR, "m t 1 enter", moved(**BOISE, penalty=3))
    assert_booked(POOR, "m t 1 w 2 tab 5 enter a enter enter", moved(**BOISE, **PAID))


def assert_booked(context: MadeUpContext, keys: str, fields: dict[str, Any]) -> None:
    form = EntryForm(context)
    for key in keys.split():
        form = form.press(key)
    assert (form.status, form.fields) == ("booked", fields)
