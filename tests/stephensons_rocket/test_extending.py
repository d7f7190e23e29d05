"""Extending a line, step by step: share, veto, track, station, payouts. Spec, section "extend"."""

import pytest

from companion.core.receipts import Receipt
from tests.results import paid, receipts, scores, state_of
from tests.stephensons_rocket import moves
from tests.stephensons_rocket.moves import bid, extend, line, move, place, played, skip, started, token
from tests.support import ANTON, BEATE, CLAUS


def test_the_first_move_lays_no_track_and_makes_the_own_start_town_a_town() -> None:
    state = state_of(played(extend(ANTON, "GWR")))
    gwr = state["lines"]["GWR"]
    assert state["tracks_left"] == 60
    assert gwr["moved"] is True
    assert gwr["start_towns"] == ["GWR"]
    assert gwr["town_count"] == 1
    assert (gwr["pile"], gwr["shares"]) == (15, {ANTON: 1})


def test_an_empty_pile_gives_no_share_not_even_when_this_moves_veto_refills_it() -> None:
    """Rulebook, "Aktienvorrat aufgebraucht": shares of a veto are there for the next move only."""
    session = played(
        extend(CLAUS, "GWR", veto=[bid(ANTON, 3)]),
        **started(line("GWR", shares={ANTON: 10, BEATE: 6}), up=CLAUS),
    )
    gwr = state_of(session)["lines"]["GWR"]
    assert (gwr["pile"], gwr["shares"]) == (3, {ANTON: 7, BEATE: 6})


def test_a_veto_without_bids_costs_nobody_anything() -> None:
    gwr = state_of(played(extend(ANTON, "GWR", veto=[])))["lines"]["GWR"]
    assert (gwr["pile"], gwr["shares"]) == (15, {ANTON: 1})


def test_real_shares_go_back_to_the_pile_before_supplementary_ones() -> None:
    """Spec, step 2: while any real share of the line is out, the pile grows."""
    session = played(
        extend(CLAUS, "GWR", veto=[bid(ANTON, 4)]),
        **started(line("GWR", shares={ANTON: 12, BEATE: 6}), up=CLAUS),
    )
    state = state_of(session)
    assert (state["lines"]["GWR"]["pile"], state["supplementary_left"]) == (4, 14)


def test_supplementary_shares_go_back_to_their_stock_only_when_no_real_one_is_out() -> None:
    """16 real shares in the pile and 3 supplementary ones with Anton, who returns 2 of them."""
    session = played(
        {"do": "extend", "by": CLAUS, "line": "GWR", "veto": [bid(ANTON, 3)]},
        **started(line("GWR", shares={ANTON: 3}, pile=16), up=CLAUS),
    )
    state = state_of(session)
    gwr = state["lines"]["GWR"]
    # Claus takes a real one first, so one of the three that go back counts as real.
    assert (gwr["pile"], gwr["shares"], state["supplementary_left"]) == (16, {CLAUS: 1}, 15)


def test_shares_of_an_isolated_line_leave_the_game_when_a_veto_returns_them() -> None:
    session = played(
        moves.isolate("GWR"),
        extend(CLAUS, "GWR", veto=[bid(ANTON, 2)]),
        **started(line("GWR", shares={ANTON: 5, BEATE: 1}), up=CLAUS),
    )
    gwr = state_of(session)["lines"]["GWR"]
    assert (gwr["status"], gwr["pile"], gwr["shares"]) == ("isolated", 0, {ANTON: 3, BEATE: 1})


def test_a_strangers_station_joins_the_line_and_brings_the_mover_a_passenger() -> None:
    """Rulebook, "Fahrgastplättchen"."""
    session = played(extend(ANTON, "GWR", station=BEATE), **started(line("GWR"), loose_stations={BEATE: 1}))
    state = state_of(session)
    assert state["lines"]["GWR"]["stations"] == {BEATE: 1}
    assert (state["passengers"], state["passengers_left"]) == ({ANTON: 1}, 8)
    assert state["stations"][BEATE] == {"supply": 6, "loose": 0}


def test_the_own_station_brings_no_passenger() -> None:
    session = played(extend(ANTON, "GWR", station=ANTON), **started(line("GWR"), loose_stations={ANTON: 1}))
    assert state_of(session)["passengers"] == {}


@pytest.mark.parametrize(
    ("bids", "passengers"),
    [
        ([], {ANTON: 1}),
        ([bid(BEATE, 1)], {}),
        ([bid(BEATE, 1), bid(ANTON, 1)], {ANTON: 1}),
        ([bid(ANTON, 1)], {ANTON: 1}),
    ],
    ids=["called, no bids", "lost", "won by equalling", "only the mover bid"],
)
def test_a_mover_who_loses_has_no_passenger(
    bids: list[dict[str, object]], passengers: dict[str, int]
) -> None:
    session = played(
        extend(ANTON, "GWR", station=CLAUS, veto=bids),
        **started(line("GWR", shares={ANTON: 2, BEATE: 2}), loose_stations={CLAUS: 1}),
    )
    assert state_of(session)["passengers"] == passengers


def test_the_tenth_passenger_is_not_there() -> None:
    session = played(
        extend(ANTON, "GWR", station=BEATE),
        **started(line("GWR"), loose_stations={BEATE: 1}, passengers={CLAUS: 9}),
    )
    assert state_of(session)["passengers"] == {CLAUS: 9}


def test_a_metropolis_pays_by_its_own_tokens_of_whatever_commodity() -> None:
    """Spec: in-game payouts count by metropolis, the final payout by commodity."""
    session = played(
        extend(ANTON, "GWR", metropolises=["Reading"]),
        **started(
            tokens=[
                {"commodity": "steel", "city": "Reading", "held": {ANTON: 1}},
                {"commodity": "leather", "city": "Reading", "held": {ANTON: 1, BEATE: 1}},
                {"commodity": "leather", "city": "Guildford", "held": {CLAUS: 3}},
            ]
        ),
    )
    (receipt,) = receipts(session, "metropolis")
    assert paid(receipt) == {ANTON: 2000, BEATE: 1000}


def test_a_town_connected_already_is_ignored_without_complaint_and_pays_nothing() -> None:
    """Rulebook: every further connection of the same town to the same line leads to no new scoring."""
    session = played(
        extend(ANTON, "GWR", metropolises=["Reading"]),
        skip(ANTON),
        extend(BEATE, "GWR", metropolises=[" READING"]),
    )
    assert len(receipts(session)) == 1
    assert state_of(session)["lines"]["GWR"]["metropolises"] == ["Reading"]


def test_a_metropolis_pays_again_when_another_line_reaches_it() -> None:
    session = played(
        token(ANTON, "Reading"),
        extend(ANTON, "GWR", metropolises=["Reading"]),
        extend(BEATE, "LSWR", metropolises=["Reading"]),
    )
    assert [receipt["action"] for receipt in receipts(session)] == [2, 3]
    assert scores(session)[ANTON] == 4000


def test_two_railway_towns_at_once_pay_once_each_and_both_count_as_towns() -> None:
    """Spec, station payout [ours]: one per town, with all newly connected towns included."""
    session = played(
        extend(ANTON, "GWR", railway_towns=["Leeds", "York"], metropolises=["Reading"], start_towns=["NER"]),
        **started(line("GWR", unnamed_towns=2, stations={BEATE: 2, CLAUS: 1}), line("NER")),
    )
    found = receipts(session, "station")
    # 2 unnamed + Reading + NER's start town + Leeds + York = 6 towns.
    assert [paid(receipt) for receipt in found] == [{BEATE: 6000, CLAUS: 3000}] * 2


def test_the_station_that_joins_with_this_move_counts_in_its_payout() -> None:
    session = played(
        extend(ANTON, "GWR", station=BEATE, railway_towns=["Leeds"]),
        **started(line("GWR", unnamed_towns=3), loose_stations={BEATE: 1}),
    )
    assert paid(receipts(session, "station")[0]) == {BEATE: 4000}


def test_half_of_an_odd_number_of_towns_is_rounded_down() -> None:
    session = played(
        extend(ANTON, "GWR", railway_towns=["Leeds"]),
        **started(line("GWR", unnamed_towns=4, stations={BEATE: 2, CLAUS: 1})),
    )
    assert paid(receipts(session, "station")[0]) == {BEATE: 5000, CLAUS: 2000}


def test_the_start_town_of_another_line_counts_as_a_town_and_pays_nothing() -> None:
    session = played(extend(ANTON, "NER"), extend(ANTON, "GWR", start_towns=["NER"]))
    assert receipts(session) == []
    assert state_of(session)["lines"]["GWR"]["start_towns"] == ["GWR", "NER"]


def test_start_towns_that_are_connected_already_are_ignored_without_complaint() -> None:
    """The own one with the first move, and one that a position has connected though its line never moved."""
    assert state_of(played(extend(ANTON, "GWR", start_towns=["GWR"])))["lines"]["GWR"]["start_towns"] == [
        "GWR"
    ]
    session = played(extend(ANTON, "GWR", start_towns=["NER"]), **started(line("GWR", start_towns=["NER"])))
    assert state_of(session)["lines"]["GWR"]["start_towns"] == ["NER"]


def test_a_first_move_adds_the_own_start_town_only_once() -> None:
    listed = line("GWR", moved=False, start_towns=["GWR"])
    assert state_of(played(extend(ANTON, "GWR"), **started(listed)))["lines"]["GWR"]["start_towns"] == ["GWR"]


def test_only_the_player_who_is_up_has_extended_a_line_in_this_turn() -> None:
    session = played(extend(ANTON, "GWR"), extend(CLAUS, "GWR", ruling="he was forgotten"))
    assert [problem.field for problem in session.steps[-1].overruled] == ["by"]


def test_two_actions_each_clockwise_from_the_start_player() -> None:
    session = played(skip(BEATE), skip(BEATE), skip(CLAUS), skip(CLAUS), skip(ANTON), starts=BEATE)
    assert state_of(session)["turn"] == {"player": ANTON, "actions_left": 1, "extended": []}


def test_the_lines_of_this_turn_are_remembered_and_forgotten_with_the_next() -> None:
    assert state_of(played(extend(ANTON, "GWR")))["turn"]["extended"] == ["GWR"]
    turn = state_of(played(extend(ANTON, "GWR"), skip(ANTON), extend(BEATE, "GWR")))["turn"]
    assert turn == {"player": BEATE, "actions_left": 1, "extended": ["GWR"]}


def test_a_station_moves_from_a_line_to_stand_loose() -> None:
    session = played(move(ANTON, **{"from": "GWR"}), **started(line("GWR", stations={ANTON: 2})))
    state = state_of(session)
    assert state["lines"]["GWR"]["stations"] == {ANTON: 1}
    assert state["stations"][ANTON] == {"supply": 5, "loose": 1}


def test_a_loose_station_moved_is_still_one_loose_station() -> None:
    state = state_of(played(place(ANTON), move(ANTON)))
    assert state["stations"][ANTON] == {"supply": 6, "loose": 1}


def test_tokens_are_shown_by_metropolis_and_commodity_with_what_is_left_of_the_metropolis() -> None:
    session = played(
        token(ANTON, "Reading", "steel"), token(ANTON, "reading", "leather"), token(BEATE, "Reading", "steel")
    )
    assert state_of(session)["tokens"] == [
        {"city": "Reading", "commodity": "steel", "left": 0, "held": {ANTON: 1, BEATE: 1}},
        {"city": "Reading", "commodity": "leather", "left": 0, "held": {ANTON: 1}},
    ]


def test_a_town_that_the_printed_board_has_as_another_kind_is_booked_with_a_warning() -> None:
    session = played(token(ANTON, "leeds"), extend(ANTON, "GWR", railway_towns=["Manchester"]))
    warned = [warning.key for step in session.steps for warning in step.outcome.warnings]
    assert warned == ["stephensons-rocket.known-as"] * 2


def test_the_log_tells_every_step_in_the_order_of_events() -> None:
    """Spec, "extend": share, veto, track, station, payouts, merger; then the end."""
    session = played(
        token(ANTON, "Reading"),
        extend(
            ANTON,
            "LSWR",
            veto=[],
            station=BEATE,
            metropolises=["Reading"],
            railway_towns=["Leeds"],
            into="GWR",
        ),
        **started(line("LSWR"), line("GWR"), loose_stations={BEATE: 1}),
    )
    log = session.steps[-1].outcome.log
    kinds = (one.kind if isinstance(one, Receipt) else one.key for one in log)
    said = [one.removeprefix("stephensons-rocket.") for one in kinds]
    assert said == [
        "takes-last-share", "veto-no-bids", "tile-laid-first", "station-joins", "passenger", "metropolis",
        "station", "merger", "tile-replaces", "exchange",
    ]  # fmt: skip


def test_a_connection_that_pays_nobody_still_has_its_receipt() -> None:
    (receipt,) = receipts(played(extend(ANTON, "GWR", metropolises=["Reading"])))
    assert (receipt["rows"], receipt["total"], receipt["subject"]) == ([], 0, "Reading")
