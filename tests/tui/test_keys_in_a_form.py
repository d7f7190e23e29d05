"""Keys in a form never do something else: nothing is taken that wasn't meant, and the heading says what Enter does."""

from typing import Any

import pytest

from companion.desk.states import Entering
from tests.dampfross.moves import END_BUILDING
from tests.stephensons_rocket.moves import line, started
from tests.support import FILE
from tests.tui.acting import Start
from tests.tui.desk import AtDesk
from tests.tui.test_typed_names import at, example

DAMPFROSS = Start("dampfross")
RUNNING = Start("dampfross", blocks=[END_BUILDING])


def at_example(game: str, keys: str, language: str = "en") -> AtDesk:
    disk = Start(game).disk()
    disk.files[FILE] = example(game).read_bytes()
    desk = AtDesk(disk, language=language)
    for place, part in enumerate(keys.split("'")):
        desk.press(*(part if place % 2 else part.split())) if part.strip() else None
    return desk


def draft_of(desk: AtDesk) -> dict[str, Any]:
    assert isinstance(desk.model.state, Entering)
    return desk.model.form.draft


# Several names fit


def test_several_matches_are_never_resolved_by_enter() -> None:
    """Enter took one of six towns that begin with l, and the next Enter paid for it."""
    desk = at_example("stephensons-rocket", "e 3 l enter")
    saved = len(desk.blocks)
    for _ in range(3):
        assert draft_of(desk) == {"line": "LNWR"}
        assert "Which one do you mean: Leeds, L&Y, Liverpool, LNWR or LSWR?" in desk.entry
        assert "Leeds start L&Y Liverpool start LNWR" in desk.entry, "and none is marked"
        desk.press("enter")
    assert len(desk.blocks) == saved
    assert "▸Leeds" in desk.press("e").entry, "one is left: Enter takes it, which is seen without colour"
    assert draft_of(desk.press("enter")) == {"line": "LNWR", "railway_towns": ["Leeds"]}
    assert "▸Towns Leeds" in desk.entry
    assert "▸Leeds" in desk.entry
    assert "Enter: accept" in desk.press("down").entry


# A word that is on no screen


@pytest.mark.parametrize(
    ("game", "keys", "draft", "said"),
    [
        ("whistle-stop", "m 'Vieh'", {}, "„Vieh“ passt hier nicht."),
        ("whistle-stop", "m 'Schokolade'", {"stop": "stone"}, "„chokolade“ passt hier nicht. Alles ist"),
        ("whistle-stop", "b 'Schokolade'", {"upgrade": "blocking-signal"}, "„chokolade“ passt hier nicht."),
        ("dampfross", "d 3 1 4 4 'xylophon'", {"start": 31, "goal": 44}, "„xylophon“ passt hier nicht."),
    ],
)
def test_a_word_on_no_screen_answers_nothing_more_once_a_letter_did_not_fit(
    game: str, keys: str, draft: dict[str, Any], said: str
) -> None:
    """Its other letters were answers, one each. Enter and Backspace clear the word and nothing else."""
    desk = at_example(game, keys, "de")
    assert draft_of(desk) == draft
    assert said in desk.entry
    assert "Enter: leeren" in desk.entry, "the heading says that this Enter doesn't save"
    for key in ("enter", "backspace"):
        cleared = at_example(game, f"{keys} {key}", "de")
        assert draft_of(cleared) == draft
        assert said not in cleared.entry


# Text doesn't become an answer


def test_the_form_of_a_ferry_asks_for_its_name_first_whoever_is_up() -> None:
    """Spec, buy-ferry. W was dropped, and a was Anna: a ferry rnemünde of hers was saved."""
    for start in (DAMPFROSS, RUNNING):
        assert draft_of(at(start, "y 'Warnemünde' enter", "en")) == {"ferry": "Warnemünde"}


def test_a_ruling_without_a_reason_asks_for_it_and_what_is_typed_then_is_that() -> None:
    """Enter left the question, and the letters of agreed added a train and its fares."""
    fares = {"players": ["Anton"], "fares": [{"to": "Beate", "fields": 99}]}
    desk = at(RUNNING, "d 3 1 4 4 a tab b 9 9 ! enter", "en")
    assert "Missing: reason for the house ruling" in desk.entry
    assert draft_of(at(RUNNING, "d 3 1 4 4 a tab b 9 9 ! enter 'agreed' enter", "en")) == {
        "start": 31,
        "goal": 44,
        "trains": [fares],
        "ruling": "agreed",
    }


@pytest.mark.parametrize("city", ["1 2", "6 5"])
def test_tab_leads_from_a_city_to_the_fees_whether_it_has_a_name_or_not(city: str) -> None:
    """12 has no name, 65 is München; "b 4" became the name of the one without."""
    assert draft_of(at(DAMPFROSS, f"b {city} tab b 4", "en"))["fees"] == [{"to": "Beate", "joins": 4}]


@pytest.mark.parametrize("blocks", [(), ({"do": "buy-ferry", "by": "Claus", "ferry": "Gedser"},)])
def test_two_tabs_lead_from_a_train_to_its_length_with_ferries_and_without(blocks: Any) -> None:
    start = Start("dampfross", blocks=[*blocks, END_BUILDING])
    trains = draft_of(at(start, "d 3 1 4 4 a tab tab 1 2", "en"))["trains"]
    assert trains == [{"players": ["Anton"], "length": 12}]


# Numbers


@pytest.mark.parametrize(
    ("start", "keys", "field", "value"),
    [
        # a throw of 6 builds at most 6 fields, 12 half ones: the 0 of 10 went to the next question
        (DAMPFROSS, "b tab b tab tab 1 0", "fees", [{"to": "Beate", "halves": 10}]),
        (RUNNING, "d 3 1 4 4 a tab b 1 2 tab shift+tab backspace", "trains", 1),
        (RUNNING, "d 3 1 4 4 a tab b 1 2 backspace", "trains", 1),
        (RUNNING, "d 3 1 4 4 a tab b b b backspace", "trains", 2),  # the last letter goes
        (RUNNING, "d 3 1 4 4 a tab b 7 , b tab a 3 left 5", "trains", 5),
    ],
)
def test_backspace_and_bounds_of_numbers(start: Start, keys: str, field: str, value: Any) -> None:
    """Backspace deletes a digit and never counts down: 12 was 11 after it."""
    found = draft_of(at(start, keys, "en"))[field]
    assert (found[0]["fares"][0]["fields"] if field == "trains" and found[0].get("fares") else found) == value


def test_an_earlier_train_is_reached_with_the_arrows_and_by_enter_where_it_is_at_fault() -> None:
    """Rulebook: nobody owes another more than 10. Enter went to the trains, not to the fare."""
    keys = "d 3 1 4 4 a tab b 9 9 , b tab a 3"
    fare = ("trains", 0, "fares", 0, "fields")
    assert "←→: other rows" in at(RUNNING, keys, "en").entry
    assert at(RUNNING, f"{keys} left", "en").model.form.cursor == fare
    assert at(RUNNING, f"{keys} enter", "en").model.form.cursor == fare


def test_the_turns_of_a_race_have_a_bound() -> None:
    """Nobody needs more than 99 rolls, the longest list of a file: 323232 was taken."""
    row = draft_of(at_example("dampfross", "a tab a 3 2 3 2 3 2"))["arrivals"][0]
    assert row["turn"] == 32


def test_a_letter_twice_bids_two_also_where_one_is_too_few() -> None:
    """Spec, veto: after a bid of 1 the next is 2 at least. Claus by c c bid 3."""
    held = {"Anton": 3, "Beate": 3, "Claus": 3}
    for keys, bid in (("c", 2), ("c c", 2), ("c c c", 3), ("c c c backspace", 2)):
        desk = at(veto_table(held), f"e 5 ask:veto b {keys}", "en")
        assert draft_of(desk)["veto"] == [
            {"player": "Beate", "shares": 1},
            {"player": "Claus", "shares": bid},
        ], keys


@pytest.mark.parametrize(
    ("keys", "bids"),
    [
        ("c 0", None),
        ("c 1 a 0", [{"player": "Claus", "shares": 1}]),
        ("c 1 c 0 b", [{"player": "Beate", "shares": 1}]),
    ],
)
def test_a_bid_of_0_is_no_bid(keys: str, bids: list[dict[str, Any]] | None) -> None:
    desk = at(veto_table({"Anton": 3, "Beate": 3, "Claus": 3}), f"e 5 ask:veto {keys}", "en")
    assert draft_of(desk).get("veto") == bids
    assert "✗" not in desk.entry
    assert desk.press("enter").blocks[0].get("veto") == bids


def veto_table(held: dict[str, int]) -> Start:
    gwr = line("GWR", start_towns=["GWR"], unnamed_towns=1, shares=held)
    return Start("stephensons-rocket", more=started(gwr, up="Anton", tracks_laid=20))


def test_enter_at_an_empty_number_says_what_is_missing() -> None:
    assert "Missing: Beate's lines that Anton joins" in at(DAMPFROSS, "b tab b enter", "en").entry
