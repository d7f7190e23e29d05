"""Rounds with their income, turns, rests. Spec, sections "Round", "Turn" and "rest"."""

import pytest

from tests.results import only_receipt, paid, receipts, state_of
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import Fields, around, done, held, home, move, played, player_of, rest, use


def test_coal_is_dealt_by_seat_from_the_start_player_and_every_round_brings_2_more() -> None:
    """Seats Claus, Anton, Beate: 2, 2, 3 and then 2 for each."""
    session = played(starts=CLAUS)
    coal = {name: player_of(session, name)["coal"] for name in (ANTON, BEATE, CLAUS)}
    assert coal == {CLAUS: 4, ANTON: 4, BEATE: 5}
    assert state_of(session)["turn"]["player"] == CLAUS
    assert all(player_of(session, name)["whistle"] == 1 for name in (ANTON, BEATE, CLAUS))


def test_the_start_player_never_changes() -> None:
    session = played(*around(CLAUS, ANTON, BEATE), starts=CLAUS)
    assert (state_of(session)["round"], state_of(session)["turn"]["player"]) == (2, CLAUS)


def test_income_is_booked_by_itself_and_has_its_receipt() -> None:
    session = played(*around(ANTON, BEATE, CLAUS))
    (receipt,) = receipts(session, "income")
    assert receipt["action"] == 3
    assert receipt["subject"] == "2"
    assert paid(receipt) == {ANTON: 0, BEATE: 0, CLAUS: 0}
    assert receipt["text"] == "Round 2 of 11. Everyone gets 2 coal."
    assert player_of(session)["coal"] == 2 + 2 + 2


def test_the_whistle_round_brings_a_whistle_in_place_of_coal() -> None:
    """Two rounds before the last: of 4 rounds the second. 1 to begin with, 1 for a rest, 1 for round 2."""
    session = played(*around(ANTON, BEATE, CLAUS), options={"rounds": 4})
    assert (player_of(session)["coal"], player_of(session)["whistle"]) == (4, 3)
    assert receipts(session, "income")[0]["text"] == "Round 2 of 4. Everyone gets 1 whistle."


def test_another_round_can_be_the_whistle_round() -> None:
    session = played(options={"rounds": 4, "whistle_round": 1})
    assert (player_of(session)["coal"], player_of(session)["whistle"]) == (2, 2)


@pytest.mark.parametrize(("count", "rounds", "trains"), [(2, 12, 5), (3, 11, 5), (4, 10, 4), (5, 9, 3)])
def test_rounds_and_trains_follow_from_the_number_of_players(count: int, rounds: int, trains: int) -> None:
    players = ("Anton", "Beate", "Claus", "Dora", "Emil")[:count]
    nearly = held(Anton={"trains_home": trains - 1})
    before, after = (
        played(*blocks, *around(*players), players=players, **nearly)
        for blocks in ([], [home(ANTON, *["coal"] * 3)])
    )
    assert state_of(before)["rounds"] == rounds
    assert (state_of(before)["round"], state_of(after)["turn"]) == (2, None)


def test_a_rest_brings_a_whistle_and_takes_no_action_space() -> None:
    session = played(rest(ANTON))
    assert player_of(session)["whistle"] == 2
    assert state_of(session)["turn"]["rested"] is True
    assert state_of(session)["turn"]["spaces_left"] == 4
    assert only_receipt(session) == ("rest", ANTON, {})


def test_a_turn_without_a_move_or_rest_is_a_rest_by_itself_and_says_so() -> None:
    session = played(done(ANTON))
    assert player_of(session)["whistle"] == 2
    (receipt,) = receipts(session)
    assert receipt["kind"] == "rest"
    assert receipt["text"] == "Anton takes a whistle for not moving."


def test_a_turn_with_uses_but_no_move_is_a_rest_by_itself() -> None:
    """A use of an upgrade is no move."""
    session = played(use("caboose", stop="wood"), done(ANTON), **held(Anton={"upgrades": ["caboose"]}))
    assert (player_of(session)["whistle"], player_of(session)["goods"]) == (1, {"wood": 1})


@pytest.mark.parametrize("before", [move("wood"), rest(ANTON)], ids=["moved", "rested"])
def test_who_moved_or_rested_gets_no_further_whistle_at_the_end_of_the_turn(before: Fields) -> None:
    once, ended = played(before), played(before, done(ANTON))
    assert player_of(ended)["whistle"] == player_of(once)["whistle"]
    assert state_of(ended)["turn"] == {
        "player": BEATE,
        "spaces_left": 4,
        "moved": False,
        "rested": False,
        "bought": 0,
    }
