"""How a game ends and what the final scoring brings. The whole results are in the golden sessions."""

from typing import Any

from companion.draw.export import export_bytes
from companion.report.show import summary_text
from companion.report.spans import plain
from companion.report.words import Speaker
from tests.corrections import recount
from tests.results import paid, receipts, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, shown
from tests.tui.desk import collapsed, model_of, page_lines
from tests.whistle_stop.moves import around, final, held, move, played, player_of

ROUND = around(ANTON, BEATE, CLAUS)


def finals(session: Any) -> dict[str, dict[str, int]]:
    """What each final receipt brings, by its kind and, for companies, by their letter."""
    found = [one for one in receipts(session) if one["kind"].startswith("final-")]
    return {one["subject"] or one["kind"]: paid(one) for one in found}


def test_a_session_from_a_position_can_be_scored_at_any_moment_even_in_a_turn() -> None:
    session = played(move("wood"), final(), **held(Anton={"whistle": 0}))
    assert (shown(session)["finished"], state_of(session)["turn"]) == (True, None)
    assert player_of(session)["whistle"] == 0, "a turn that is broken off is no rest"


def test_every_final_receipt_is_there_even_where_nobody_gets_anything() -> None:
    session = played(final(), position={"round": 2})
    sums = ("upgrades", "gold", "goods", "markers", "black-tiles")
    assert list(finals(session)) == ["final-track", *"ABCDE", *(f"final-{what}" for what in sums)]
    assert not any(finals(session).values())


def test_gold_that_was_not_said_gets_its_values_with_the_scoring_in_the_order_it_was_taken() -> None:
    session = played(
        final(gold={"anton": [5, 3], BEATE: 4}), **held(Anton={"gold": [0, 4, 0]}, Beate={"gold": [0]})
    )
    assert (player_of(session)["gold"], player_of(session, BEATE)["gold"]) == ([5, 4, 3], [4])
    assert finals(session)["final-gold"] == {ANTON: 12, BEATE: 4}


def test_the_receipt_for_black_tiles_says_why_it_takes_less_than_ten_each() -> None:
    """Spec: the receipt says that it takes no more than is there. Beate has 17, Claus with the boiler pays nothing."""
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


def test_the_text_for_a_chat_and_the_report_say_what_breaks_a_tie() -> None:
    """15 for company A with two shares, and 15 points without any: 15 and 15, with no reason."""
    session = played(
        final(), **held(Beate={"shares": {"A": [1, 2]}, "coal": 0}, Anton={"points": 15, "coal": 0})
    )
    chat = summary_text(session, Speaker(session.record.ruleset)).splitlines()
    assert chat[3:7] == [
        "1. Beate 15",
        "2. Anton 15",
        "3. Claus 0",
        "Anton and Beate tie at 15 points. Shares break the tie: Beate 2 > Anton 0.",
    ]
    assert "Anton and Beate tie at 15 points." in export_bytes(session, "html", "en").decode()


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


def test_a_tie_in_shares_too_is_a_shared_win() -> None:
    """15 each for one share each."""
    result = shown(
        played(
            final(), **held(Anton={"shares": {"A": [1]}, "coal": 0}, Claus={"shares": {"B": [1]}, "coal": 0})
        )
    )
    assert result["winners"] == [ANTON, CLAUS]


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


def test_recounted_pieces_are_scored_again_from_what_was_booked_last() -> None:
    """The wood is counted three times: 2, then 5, then 1."""
    again = [recount(players={ANTON: {"goods": {"wood": count}}}) for count in (5, 1)]
    assert scores(played(final(), *again, **SCORED))[ANTON] == 15 + 1


def test_black_tiles_that_took_all_take_what_a_recount_finds_up_to_their_cost() -> None:
    """Two tiles cost 20: of 17 they took 17; with 9 wood there are 24, and 4 stay."""
    more = recount(players={ANTON: {"goods": {"wood": 9}}})
    session = played(final(black_tiles={ANTON: 2}), more, **SCORED)
    assert scores(session)[ANTON] == 4


def test_points_given_in_a_recount_after_the_end_is_the_result_of_those_it_names_only() -> None:
    parts = {BEATE: {"points": 40}, ANTON: {"goods": {"wood": 0}}}
    assert scores(played(final(), recount(players=parts), **SCORED)) == {ANTON: 15, BEATE: 40, CLAUS: 0}
