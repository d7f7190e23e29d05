"""Sessions that start from a position, and recounts. whistle-stop.md, "A game joined late"."""

from typing import Any

import pytest

from tests.corrections import recount
from tests.results import state_of
from tests.support import ANTON, BEATE, CLAUS, FILE, THREE, library, refused, text_of
from tests.tui.counting import Counting
from tests.whistle_stop.moves import GAME, Fields, around, buy, home, move, played, player_of, town


def test_all_that_a_position_can_say_is_shown_by_the_state() -> None:
    """notation.md, "Whistle Stop": all parts of a `recount`. 0 is gold of unknown value, as TOML has no null."""
    beate: dict[str, Any] = {
        "points": 12,
        "coal": 3,
        "whistle": 1,
        "gold": [4, 0],
        "goods": {"wood": 2},
        "shares": {"A": [1, 4]},
        "upgrades": ["caboose"],
        "trains_home": 1,
    }
    session = played(
        starts=BEATE,
        position={
            "round": 3,
            "worth": {"caboose": 3},
            "companies": {"A": {"next": 5}},
            "players": {BEATE: beate},
        },
    )
    state = state_of(session)
    assert state["players"][BEATE] == {**beate, "gold": [4, None]}
    assert (state["round"], state["rounds"], state["worth"]) == (3, 11, {"caboose": 3})
    assert state["companies"]["A"] == {"next": 5, "left": 2}
    assert state["turn"] == {"player": BEATE, "spaces_left": 4, "moved": False, "rested": False, "bought": 0}


def test_the_income_of_the_round_is_in_the_position_already_and_the_next_one_is_booked() -> None:
    """It is the moment after the round's income: round 9 of 11 is the whistle round, round 10 brings coal."""
    position = {"round": 8, "players": {ANTON: {"coal": 1}}}
    session = played(*around(ANTON, BEATE, CLAUS), position=position)
    assert (player_of(session)["coal"], player_of(session)["whistle"]) == (1, 1 + 1)
    later = played(*around(ANTON, BEATE, CLAUS), position={**position, "round": 9})
    assert (player_of(later)["coal"], player_of(later)["whistle"]) == (3, 1)


@pytest.mark.parametrize(
    ("held", "said", "expected"),
    [
        ([], None, {"next": 1, "left": 6}),
        ([1, 2], None, {"next": 3, "left": 4}),
        ([1, 4], None, {"next": 5, "left": 2}),
        ([1, 4], 6, {"next": 6, "left": 1}),
        ([2], 4, {"next": 4, "left": 3}),
        ([1, 2, 3, 4, 5, 6], None, {"next": None, "left": 0}),
        ([1], 7, {"next": None, "left": 0}),
    ],
    ids=["none held", "in order", "a gap", "a gap, said", "1 and 3 are gone", "all held", "all gone"],
)
def test_the_next_share_is_above_all(held: list[int], said: int | None, expected: dict[str, Any]) -> None:
    companies = {} if said is None else {"companies": {"A": {"next": said}}}
    session = played(position={"players": {ANTON: {"shares": {"A": held}}}, **companies})
    assert state_of(session)["companies"]["A"] == expected


GOODS = "cotton, stone, wood, cattle, whiskey, steel"
REFUSED = [
    ({"round": 12}, "There are only 11 rounds."),
    ({"players": {ANTON: {"goods": {"gold": 1}}}}, f'There\'s no "gold". Choose one of these: {GOODS}.'),
    ({"players": {ANTON: {"goods": {"wood": 6, "steel": 5}}}}, "Anton can hold at most 10 goods."),
    ({"players": {ANTON: {"trains_home": 6}}}, "Anton has only 5 trains."),
    ({"players": {ANTON: {"shares": {"A": [7]}}}}, "A shares are numbered 1 to 6."),
    ({"players": {ANTON: {"shares": {"A": [1, 1]}}}}, "A 1 is listed twice. Once is enough."),
    (
        {"players": {ANTON: {"shares": {"A": [1]}}, BEATE: {"shares": {"A": [1]}}}},
        "A 1 is listed twice. Once is enough.",
    ),
    (
        {"worth": {"safe": 3}, "players": {ANTON: {"upgrades": ["safe"]}, BEATE: {"upgrades": ["safe"]}}},
        "Safe is listed twice. Once is enough.",
    ),
    ({"players": {ANTON: {"points": -1}}}, "position.players.Anton.points must be at least 0."),
    (
        {"players": {ANTON: {"upgrades": ["safe"]}}},
        "Enter what the Safe is worth at the end.",
    ),
]


@pytest.mark.parametrize(("position", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_no_ruling_books_an_impossible_position(position: dict[str, Any], sentence: str) -> None:
    session = played()
    rulesets = library({FILE: text_of((), THREE, game=GAME, position=position).encode()})
    assert refused(lambda: rulesets.open(FILE), session) == sentence
    entry = {**recount(**position), "ruling": "we saw it"}
    assert refused(lambda: session.enter(entry), session) == sentence


SAFE: Fields = {"upgrades": ["safe"]}
SET: dict[str, tuple[list[Fields], list[Fields], Fields]] = {
    "goods and markers that it names": (
        [move("wood"), move("steel")],
        [{ANTON: {"goods": {"steel": 2}, "coal": 9}}],
        {ANTON: {"goods": {"wood": 1, "steel": 2}, "coal": 9, "whistle": 1}, BEATE: {"coal": 2 + 2}},
    ),
    "a share found with somebody else": (
        [town(ANTON, 1, "A")],
        [{BEATE: {"shares": {"A": [1]}}}],
        {ANTON: {"shares": {}}, BEATE: {"shares": {"A": [1]}}},
    ),
    "gold, from the supply and back to it": (
        [move("gold-mine", gold=4)],
        [{ANTON: {"gold": []}, BEATE: {"gold": [5, 0]}}, {CLAUS: {"gold": [3] * 18}}],
        {ANTON: {"gold": []}, BEATE: {"gold": [5, None]}, CLAUS: {"gold": [3] * 18}},
    ),
    "an upgrade found with somebody else": (
        [buy("safe")],
        [{BEATE: SAFE}],
        {ANTON: {"upgrades": []}, BEATE: SAFE},
    ),
}
"""Entries, players of the recounts after them, and what players have then."""


@pytest.mark.parametrize(("blocks", "counted", "expected"), SET.values(), ids=SET)
def test_a_recount_sets_what_it_names_and_nothing_else(
    blocks: list[Fields], counted: list[Fields], expected: Fields
) -> None:
    """notation.md, "In every game": `recount` sets part of the position; the rest stays."""
    session = played(*blocks, *(recount(players=players) for players in counted))
    for name, parts in expected.items():
        found = player_of(session, name)
        assert {key: found[key] for key in parts} == parts
    assert state_of(session)["turn"]["player"] == ANTON


def test_a_train_counted_home_by_mistake_lets_the_game_go_on() -> None:
    blocks = [home(ANTON, "coal", "coal", "coal"), recount(players={ANTON: {"trains_home": 4}})]
    position = {"players": {ANTON: {"coal": 1, "trains_home": 4}}}
    session = played(*blocks, *around(ANTON, BEATE, CLAUS), position=position)
    assert state_of(session)["round"] == 2


def test_a_missing_worth_is_asked_for_in_the_row_of_its_upgrade() -> None:
    """The Coal Car is the first row of that table, and nobody owns it."""
    before = (
        ["tab"] * 15 * 3
    )  # points, three markers and gold, six goods, five companies, for three players each
    counting = Counting(GAME).press(*before, *"safe", "enter")
    (fault,) = counting.model.source.faults
    said = "worth of Safe: Enter what the Safe is worth at the end."
    assert counting.speaker.say(fault.message) == said
    assert fault.path == ("worth", "safe")
