"""How a game ends and what the final scoring pays. The whole results are in the golden sessions."""

from typing import Any

from tests.corrections import recount
from tests.results import paid, receipts, scores, state_of
from tests.stephensons_rocket.moves import FINISH, extend, isolate, line, played, started, token
from tests.support import ANTON, BEATE, CLAUS, shown


def merged(*names: str, into: str) -> list[dict[str, Any]]:
    return [line(name, status="merged", into=into) for name in names]


def finals(session: Any) -> dict[tuple[str, str], dict[str, int]]:
    found = [receipt for receipt in receipts(session) if receipt["kind"].startswith("final-")]
    return {(receipt["kind"], receipt["subject"]): paid(receipt) for receipt in found}


def test_tiles_that_run_out_in_a_merger_are_not_counted_and_the_merger_is_completed() -> None:
    """Spec, "End": `tracks_left` never falls below 0."""
    session = played(
        extend(ANTON, "LSWR", into="GWR"),
        **started(line("LSWR", unnamed_towns=2, shares={ANTON: 3}), line("GWR"), tracks_laid=59),
    )
    state = state_of(session)
    assert (state["tracks_left"], state["lines"]["LSWR"]["status"], state["turn"]) == (0, "merged", None)
    assert state["lines"]["GWR"]["shares"] == {ANTON: 2}


def test_isolating_the_last_but_one_line_ends_the_game() -> None:
    session = played(
        isolate("GER"),
        **started(line("GER"), line("GWR"), *merged("NER", "L&Y", "LNWR", "LSWR", "SER", into="GWR")),
    )
    assert shown(session)["finished"]


def test_a_line_sold_out_counts_as_one_without_shares() -> None:
    """The last GER share is taken: only GWR has shares left."""
    session = played(
        extend(ANTON, "GER"),
        **started(
            line("GER", shares={BEATE: 15}),
            line("GWR"),
            *merged("NER", "L&Y", "LNWR", "LSWR", "SER", into="GWR"),
        ),
    )
    assert shown(session)["finished"]


def test_a_veto_that_refills_the_pile_keeps_the_game_going() -> None:
    session = played(
        extend(ANTON, "GER", veto=[{"player": BEATE, "shares": 1}]),
        **started(
            line("GER", shares={BEATE: 15}),
            line("GWR"),
            *merged("NER", "L&Y", "LNWR", "LSWR", "SER", into="GWR"),
        ),
    )
    assert not shown(session)["finished"]


def test_tokens_of_a_metropolis_that_no_line_reached_are_discarded_but_passengers_never() -> None:
    session = played(
        token(ANTON, "Dover"), FINISH, position={"passengers": {BEATE: 1}, "turn": {"player": ANTON}}
    )
    assert finals(session)["final-tokens", "steel"] == {}
    assert finals(session)["final-tokens", "passengers"] == {BEATE: 6000}
    assert state_of(session)["tokens"] == [{"city": "Dover", "commodity": "steel", "left": 2, "held": {}}]


def test_an_isolated_line_still_scores_at_the_end() -> None:
    session = played(
        isolate("GWR"),
        FINISH,
        **started(line("GWR", unnamed_towns=4, shares={ANTON: 2}, stations={BEATE: 1})),
    )
    assert finals(session)["final-stations", "GWR"] == {BEATE: 4000}
    assert finals(session)["final-shares", "GWR"] == {ANTON: 4000}


def test_supplementary_shares_count_like_real_ones() -> None:
    session = played(FINISH, **started(line("GWR", unnamed_towns=2, shares={ANTON: 9, BEATE: 10})))
    assert finals(session)["final-shares", "GWR"] == {ANTON: 1000, BEATE: 2000}


def test_equal_money_is_a_shared_win() -> None:
    result = shown(played(FINISH, **started(cash={ANTON: 5000, CLAUS: 5000})))
    assert result["winners"] == [ANTON, CLAUS]
    assert [row["rank"] for row in result["standings"]] == [1, 1, 3]


def test_equal_scores_are_listed_by_seat_from_the_start_player() -> None:
    result = shown(played(starts=CLAUS))
    assert [row["player"] for row in result["standings"]] == [CLAUS, ANTON, BEATE]
    assert result["players"] == [ANTON, BEATE, CLAUS]


def test_an_adjustment_of_nothing_has_no_row() -> None:
    (receipt,) = receipts(played({"player": ANTON, "amount": 0, "reason": "n", "do": "adjust"}))
    assert (receipt["rows"], receipt["total"]) == ([], 0)


def test_after_the_end_adjustments_change_the_result() -> None:
    adjust = {"player": BEATE, "amount": 6000, "reason": "a note under the board", "do": "adjust"}
    result = shown(played(FINISH, adjust, **started(cash={ANTON: 5000})))
    assert result["winners"] == [BEATE]
    assert result["receipts"][-1] == {
        "action": 2,
        "entry": 2,
        "kind": "adjust",
        "subject": "a note under the board",
        "rows": [{"player": BEATE, "count": None, "place": None, "amount": 6000}],
        "total": 6000,
        "text": "Beate +6,000: a note under the board.",
    }


def test_after_the_end_a_recount_of_pieces_is_scored_and_the_difference_booked() -> None:
    """GWR 4 towns: Anton had 2 shares and 4,000, Beate 1 and 2,000. With 3 shares Beate is first after all."""
    again = recount(lines=[line("GWR", shares={BEATE: 3})])
    session = played(FINISH, again, **started(line("GWR", unnamed_towns=4, shares={ANTON: 2, BEATE: 1})))
    assert scores(session) == {ANTON: 2000, BEATE: 4000, CLAUS: 0}
    (receipt,) = [receipt for receipt in receipts(session) if receipt["action"] == 2]
    assert receipt["kind"] == "final-shares"
    assert receipt["subject"] == "GWR"
    assert paid(receipt) == {ANTON: -2000, BEATE: 2000}


def test_a_metropolis_found_connected_after_the_end_brings_its_discarded_tokens_back() -> None:
    """Steel: Anton's token counts after all, 6,000. GWR then has one town, and nobody's pieces are on it."""
    connected = recount(lines=[line("GWR", metropolises=["Dover"])])
    session = played(token(ANTON, "Dover"), FINISH, connected)
    assert scores(session)[ANTON] == 6000
    assert state_of(session)["tokens"][0]["held"] == {ANTON: 1}
    undone = played(token(ANTON, "Dover"), FINISH, connected, recount(lines=[line("GWR", metropolises=[])]))
    assert scores(undone)[ANTON] == 0


def test_discarded_tokens_are_not_counted_twice_by_a_recount() -> None:
    held = {"city": "Dover", "commodity": "steel", "held": {ANTON: 1}}
    session = played(token(ANTON, "Dover"), FINISH, recount(tokens=[held]))
    assert state_of(session)["tokens"] == [{"city": "Dover", "commodity": "steel", "left": 2, "held": {}}]


def test_money_given_in_a_recount_after_the_end_stands_for_those_it_names_only() -> None:
    """Passengers: Anton 6,000 at the end. Recounted, Claus has them: Anton loses 6,000, Claus gets it."""
    session = played(
        FINISH, recount(cash={BEATE: 9000}, passengers={ANTON: 0, CLAUS: 2}), **started(passengers={ANTON: 2})
    )
    assert scores(session) == {ANTON: 0, BEATE: 9000, CLAUS: 6000}
