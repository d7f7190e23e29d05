"""Rounds with their income, turns, rests. whistle-stop.md, "Rounds", "Turn"."""

from typing import Any

import pytest

from companion.report.spans import plain
from companion.report.words import Speaker
from companion.session import Session
from tests.corrections import recount
from tests.results import only_receipt, paid, receipts, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, shown
from tests.tui.desk import collapsed, model_of, page_lines
from tests.whistle_stop.moves import (
    Fields,
    around,
    buy,
    done,
    final,
    held,
    home,
    move,
    placed,
    played,
    player_of,
    rest,
    use,
)


def test_coal_is_dealt_by_seat_from_the_start_player_and_every_round_brings_2_more() -> None:
    """Seats Claus, Anton, Beate: 2, 2, 3 and then 2 for each."""
    session = played(starts=CLAUS)
    coal = {name: player_of(session, name)["coal"] for name in (ANTON, BEATE, CLAUS)}
    assert coal == {CLAUS: 4, ANTON: 4, BEATE: 5}
    assert state_of(session)["turn"]["player"] == CLAUS
    assert all(player_of(session, name)["whistle"] == 1 for name in (ANTON, BEATE, CLAUS))


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


# What can be entered now, what was forgotten before somebody's turn, and what the heading says is next.


EVERYBODY = (ANTON, BEATE, CLAUS)
LIGHT: dict[str, Any] = {"options": {"track": "score"}}
OWNED = {"coal": 9, "upgrades": ["coal-car", "compass"], "goods": {"wood": 9}}
WORTH = {"coal-car": 3, "compass": 3}


def against(session: Session) -> dict[str, str]:
    speaker = Speaker(session.record.ruleset)
    found = {
        verb: session.record.game.verb_violations(session.record.state, verb)
        for verb in session.record.game.rows
    }
    return {verb: speaker.say(violations[0].message) for verb, violations in found.items() if violations}


NOT_YET = {"final": "The game isn't over. The final scoring comes after the last round."}
NO_UPGRADE = {"use": "Anton has no upgrade to use."}
NO_REST = {"rest": "Anton moved this turn and can't rest."}
NO_SPACE = "Anton has no action space left this turn."
NO_TURNS = "This session has no turns or rounds. Enter only what scores."
DUE = "The last round is over. Enter the final scoring."
RESTED = {
    "move": "Anton rested this turn and can't move.",
    "rest": "Anton already rested this turn.",
}
HOME = {"move": "All of Anton's trains are home.", "buy": "Anton already bought 2 upgrades this turn."}
BUYS = [buy(name, pay={"wood": 1}, worth=3) for name in ("safe", "caboose")]


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (played, {**NOT_YET, **NO_UPGRADE}),
        (lambda: played(move("wood")), {**NOT_YET, **NO_UPGRADE, **NO_REST}),
        (lambda: placed(rest(ANTON), anton=OWNED, worth=WORTH), RESTED),
        (
            lambda: placed(*[move("wood")] * 4, anton={**OWNED, "goods": {}}, worth=WORTH),
            {"move": NO_SPACE, "use": NO_SPACE, **NO_REST},
        ),
        (lambda: placed(*BUYS, anton={**OWNED, "trains_home": 5}, worth=WORTH), HOME),
        (
            lambda: played(*around(*EVERYBODY), options={"rounds": 1, "whistle_round": 1}),
            dict.fromkeys(("move", "use", "buy", "rest", "end-turn"), DUE),
        ),
        (
            lambda: played(**LIGHT),
            {"use": "Nobody has an upgrade to use.", "rest": NO_TURNS, "end-turn": NO_TURNS},
        ),
    ],
)
def test_an_action_that_cannot_be_made_now_says_why(session: Any, expected: dict[str, str]) -> None:
    assert against(session()) == expected


@pytest.mark.parametrize(("who", "by"), [(ANTON, []), (BEATE, [ANTON]), (CLAUS, [ANTON, BEATE])])
def test_the_turns_before_somebodys_own_are_ended(who: str, by: list[str]) -> None:
    session = played()
    assert list(session.record.game.passes_until(session.record.state, who)) == around(*by)


OVER: Any = {"options": {"rounds": 1, "whistle_round": 1}}


@pytest.mark.parametrize(
    ("session", "sentence"),
    [
        (lambda: played(), None),
        (
            lambda: played(*around(*EVERYBODY), **OVER),
            "The last round is over. Enter the black tiles in hand.",
        ),
        (
            lambda: played(move("gold-mine"), *around(*EVERYBODY), **OVER),
            "The last round is over. Enter the black tiles in hand and the gold.",
        ),
        (lambda: played(*around(*EVERYBODY), final(), **OVER), None),
        (
            lambda: played(**LIGHT),
            "Enter towns, exchanges, gold, end tiles and upgrades at any time, for anyone",
        ),
    ],
)
def test_where_nobody_is_up_the_heading_says_what_is_next(session: Any, sentence: str | None) -> None:
    now: Session = session()
    following = now.record.clock.next
    assert (following if following is None else Speaker(now.record.ruleset).say(following)) == sentence


# How a game ends and what the final scoring brings. The whole results are in the golden sessions.


def finals(session: Any) -> dict[str, dict[str, int]]:
    """What each final receipt brings, by its kind and, for companies, by their letter."""
    found = [one for one in receipts(session) if one["kind"].startswith("final-")]
    return {one["subject"] or one["kind"]: paid(one) for one in found}


def test_a_session_from_a_position_can_be_scored_at_any_moment_even_in_a_turn() -> None:
    session = played(move("wood"), final(), **held(Anton={"whistle": 0}))
    assert (shown(session)["finished"], state_of(session)["turn"]) == (True, None)
    assert player_of(session)["whistle"] == 0, "a turn that is broken off is no rest"


def test_gold_that_was_not_said_gets_its_values_with_the_scoring_in_the_order_it_was_taken() -> None:
    session = played(
        final(gold={"anton": [5, 3], BEATE: 4}), **held(Anton={"gold": [0, 4, 0]}, Beate={"gold": [0]})
    )
    assert (player_of(session)["gold"], player_of(session, BEATE)["gold"]) == ([5, 4, 3], [4])
    assert finals(session)["final-gold"] == {ANTON: 12, BEATE: 4}


def test_the_receipt_for_black_tiles_says_why_it_takes_less_than_ten_each() -> None:
    """whistle-stop.md, "Scoring": it takes no more than is there, and says so. Beate has 17, Claus the boiler."""
    session = played(
        final(black_tiles={ANTON: 1, BEATE: 2, CLAUS: 1}),
        position={
            "players": {
                ANTON: {"points": 12, "coal": 0},
                BEATE: {"points": 17, "coal": 0},
                CLAUS: {"upgrades": ["extra-boiler"], "coal": 0},
            },
            "worth": {"extra-boiler": 3},
        },
    )
    (receipt,) = receipts(session, "final-black-tiles")
    assert receipt["text"] == (
        "Black tiles in hand: Anton −10 for 1. Beate only −17 for 2, because nobody goes below zero. "
        "Claus 0 for 1, thanks to the Extra Boiler."
    )


def share_tie(**more: Any) -> Any:
    shares = {ANTON: {"A": [2, 5]}, BEATE: {"A": [3, 4]}, CLAUS: {"A": [1]}}
    players = {name: {"shares": own, **more} for name, own in shares.items()}
    return {"position": {"players": players}}


def test_a_tie_for_shares_names_the_numbers_that_decide_on_receipt_and_sheet() -> None:
    """Rules, "Wertung": the lowest number among those tied. Of a sheet of the end alone they are not known."""
    session = played(final(), **share_tie(coal=0))
    said = "Company A: Anton 2 = Beate 2 > Claus 1. Lowest numbers: Anton 2, Beate 3. Anton gets 15 points."
    assert receipts(session, "final-majority")[0]["text"] == said
    lines = page_lines(model_of(session), "breakdown", 99, player=ANTON, line="final-majority A")
    assert said in collapsed(" ".join(map(plain, lines)))
    counted = played(final(), **share_tie(), options={"track": "score"})
    assert receipts(counted, "final-majority")[0]["text"] == (
        "Company A: Anton 2 = Beate 2 > Claus 1. Anton has the share with the lowest number and gets 15 points."
    )


def test_who_left_with_more_points_breaks_no_tie() -> None:
    """Claus left with 20; Anton and Beate have 15 each, and only these two are told."""
    leave = {"player": CLAUS, "reason": "late", "do": "leave"}
    parts = {"shares": {"A": [1, 2]}, "coal": 0}, {"points": 15, "coal": 0}, {"points": 20, "coal": 0}
    beate, anton, claus = parts
    session = played(leave, final(), **held(Beate=beate, Anton=anton, Claus=claus))
    tie = session.record.game.tie(session.record.state)
    assert tie is not None
    assert Speaker(session.record.ruleset).say(tie) == (
        "Anton and Beate tie at 15 points. Shares break the tie: Beate 2 > Anton 0."
    )


def test_the_projection_counts_no_black_tiles_and_unknown_gold_at_3() -> None:
    """Anton 10 + A 15 + gold 4 + 3 + steel 3 + two pairs of coal 2 = 37."""
    anton = {"points": 10, "shares": {"A": [1]}, "gold": [4, 0], "goods": {"steel": 1}}
    before = shown(played(**held(Anton=anton)))
    after = shown(played(final(gold={ANTON: [3]}), **held(Anton=anton)))
    assert before["projection"] == after["standings"]
    assert before["projection"][0] == {"player": ANTON, "score": 37, "rank": 1}
    assert before["standings"][0] == {"player": ANTON, "score": 10, "rank": 1}
    assert after["projection"] == after["standings"]


SCORED = held(
    Anton={"coal": 0, "goods": {"wood": 2}, "shares": {"A": [1]}},
    Beate={"coal": 0, "points": 12, "shares": {"A": [2]}},
)


def test_after_the_end_a_recount_of_pieces_is_scored_and_the_difference_booked() -> None:
    """Anton 15 for A and 2 for wood. Beate has A 3 too, so A is hers; Anton's wood was steel: 3."""
    parts = {ANTON: {"goods": {"wood": 0, "steel": 1}}, BEATE: {"shares": {"A": [2, 3]}}}
    session = played(final(), recount(players=parts), **SCORED)
    assert scores(session) == {ANTON: 3, BEATE: 27, CLAUS: 0}
    changes = [(one["subject"] or one["kind"], paid(one)) for one in receipts(session) if one["action"] == 2]
    assert changes == [("A", {ANTON: -15, BEATE: 15}), ("final-goods", {ANTON: 1})]
    assert shown(session)["winners"] == [BEATE]


def test_black_tiles_that_took_all_take_what_a_recount_finds_up_to_their_cost() -> None:
    """Two tiles cost 20: of 17 they took 17; with 9 wood there are 24, and 4 stay."""
    more = recount(players={ANTON: {"goods": {"wood": 9}}})
    session = played(final(black_tiles={ANTON: 2}), more, **SCORED)
    assert scores(session)[ANTON] == 4


def test_a_turn_with_uses_but_no_move_is_a_rest_by_itself() -> None:
    """A use of an upgrade is no move."""
    session = played(use("caboose", stop="wood"), done(ANTON), **held(Anton={"upgrades": ["caboose"]}))
    assert (player_of(session)["whistle"], player_of(session)["goods"]) == (1, {"wood": 1})
