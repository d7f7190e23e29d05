"""Mergers, exchange of shares, supplementary shares, isolation. Spec, "Merger" and "isolate"."""

from tests.results import paid, receipts, state_of
from tests.stephensons_rocket.moves import extend, isolate, line, move, played, skip, started, warned
from tests.support import ANTON, BEATE, CLAUS, refused


def test_two_old_shares_become_one_new_and_an_odd_one_is_lost() -> None:
    """Rulebook, "Aktienfusion". Claus moves LSWR and so holds 2 of it."""
    session = played(
        extend(CLAUS, "LSWR", into="GWR"),
        **started(
            line("LSWR", shares={ANTON: 5, BEATE: 2, CLAUS: 1}), line("GWR", shares={BEATE: 3}), up=CLAUS
        ),
    )
    state = state_of(session)
    assert state["lines"]["GWR"]["shares"] == {ANTON: 2, BEATE: 4, CLAUS: 1}
    assert state["lines"]["GWR"]["pile"] == 16 - 7
    (exchange,) = receipts(session, "exchange")
    assert exchange["rows"] == [
        {"player": CLAUS, "count": 2, "place": None, "amount": 0},
        {"player": ANTON, "count": 5, "place": None, "amount": 0},
        {"player": BEATE, "count": 2, "place": None, "amount": 0},
    ]
    assert "Anton 5 → 2" in exchange["text"]


def test_towns_and_stations_join_the_survivor_without_any_payout() -> None:
    session = played(
        extend(ANTON, "LSWR", into="GWR"),
        **started(
            line(
                "LSWR",
                metropolises=["Reading"],
                railway_towns=["Leeds"],
                start_towns=["LSWR"],
                stations={BEATE: 1},
            ),
            line("GWR", metropolises=["Reading", "Guildford"], stations={BEATE: 1, CLAUS: 1}),
        ),
    )
    gwr = state_of(session)["lines"]["GWR"]
    assert gwr["metropolises"] == ["Reading", "Guildford"]
    assert (gwr["railway_towns"], gwr["start_towns"], gwr["town_count"]) == (["Leeds"], ["LSWR"], 4)
    assert gwr["stations"] == {BEATE: 2, CLAUS: 1}
    assert [receipt["kind"] for receipt in receipts(session)] == ["merger", "exchange"]


def test_a_town_reached_through_an_earlier_merger_pays_nothing_again() -> None:
    session = played(
        extend(ANTON, "LSWR", into="GWR"),
        extend(ANTON, "GWR", metropolises=["Reading"]),
        **started(line("LSWR", metropolises=["Reading"]), line("GWR")),
    )
    assert receipts(session, "metropolis") == []


def test_a_merger_lays_one_tile_for_the_space_left_and_one_for_the_locomotive() -> None:
    session = played(extend(ANTON, "LSWR", into="GWR"), **started(line("LSWR"), line("GWR")))
    assert state_of(session)["tracks_left"] == 58


def test_a_first_move_that_merges_lays_only_the_locomotives_tile() -> None:
    session = played(extend(ANTON, "LSWR", into="GWR"), **started(line("GWR")))
    assert state_of(session)["tracks_left"] == 59


def test_new_shares_come_from_the_pile_then_from_the_supplementary_stock_mover_first() -> None:
    """Three in the pile: Beate, the mover, gets 2, Claus 1 and 1 supplementary, Anton 1 supplementary."""
    session = played(
        extend(BEATE, "LSWR", into="GWR"),
        **started(
            line("LSWR", shares={ANTON: 2, BEATE: 3, CLAUS: 4}),
            line("GWR", shares={ANTON: 13}, pile=3),
            up=BEATE,
        ),
    )
    state = state_of(session)
    assert state["lines"]["GWR"]["shares"] == {ANTON: 14, BEATE: 2, CLAUS: 2}
    assert (state["lines"]["GWR"]["pile"], state["supplementary_left"]) == (0, 14)


def test_when_pile_and_stock_run_dry_the_rest_is_not_handed_out_and_the_log_says_so() -> None:
    session = played(
        extend(BEATE, "LSWR", into="GWR"),
        **started(
            line("LSWR", shares={ANTON: 4, BEATE: 3, CLAUS: 4}),
            line("GWR", shares={ANTON: 14}, pile=2),
            up=BEATE,
            supplementary_left=1,
        ),
    )
    state = state_of(session)
    # Beate is due 2 and gets the pile, Claus is due 2 and gets the last supplementary one, Anton is due 2.
    assert state["lines"]["GWR"]["shares"] == {ANTON: 14, BEATE: 2, CLAUS: 1}
    assert state["supplementary_left"] == 0
    (exchange,) = receipts(session, "exchange")
    assert "3 GWR shares couldn't be handed out" in exchange["text"]
    assert warned(session) == ["shares-ran-out"]


def test_unnamed_towns_of_both_lines_are_added_with_a_warning() -> None:
    session = played(
        extend(ANTON, "LSWR", into="GWR"),
        **started(line("LSWR", unnamed_towns=2), line("GWR", unnamed_towns=3)),
    )
    assert state_of(session)["lines"]["GWR"]["town_count"] == 5
    assert warned(session) == ["unnamed-towns-added"]


def test_stations_of_a_chain_of_mergers_are_looked_for_on_the_line_that_is_left() -> None:
    session = played(
        extend(ANTON, "SER", into="LSWR"),
        skip(ANTON),
        extend(BEATE, "LSWR", into="GWR"),
        skip(BEATE),
        **started(line("SER", stations={CLAUS: 1}), line("LSWR"), line("GWR")),
    )
    sentence = refused(lambda: session.enter(move(CLAUS, **{"from": "SER"})), session)
    assert sentence == "SER merged into GWR, and its stations with it. Choose GWR."
    session.enter(move(CLAUS, **{"from": "GWR"}))


def test_supplementary_shares_of_the_dissolved_line_go_back_to_the_stock_before_the_exchange() -> None:
    """LSWR has 18 shares out, two of them supplementary; the stock is otherwise empty."""
    session = played(
        extend(ANTON, "LSWR", into="GWR"),
        **started(
            line("LSWR", shares={ANTON: 14, BEATE: 4}), line("GWR", shares={CLAUS: 16}), supplementary_left=0
        ),
    )
    state = state_of(session)
    assert state["lines"]["GWR"]["shares"] == {ANTON: 2, CLAUS: 16}
    assert state["supplementary_left"] == 0


def test_an_isolated_survivor_gives_supplementary_shares() -> None:
    """Spec, merger [ours]: a survivor that is isolated has no pile."""
    session = played(
        isolate("GWR"),
        extend(ANTON, "LSWR", into="GWR"),
        **started(line("LSWR", shares={ANTON: 3}), line("GWR", shares={CLAUS: 2})),
    )
    state = state_of(session)
    assert state["lines"]["GWR"]["shares"] == {ANTON: 2, CLAUS: 2}
    assert (state["lines"]["GWR"]["pile"], state["supplementary_left"]) == (0, 14)


def test_the_pile_of_an_isolated_line_leaves_the_game_and_later_moves_earn_no_share() -> None:
    session = played(isolate("GWR"), extend(ANTON, "GWR"), **started(line("GWR", shares={BEATE: 2})))
    gwr = state_of(session)["lines"]["GWR"]
    assert (gwr["status"], gwr["pile"], gwr["shares"]) == ("isolated", 0, {BEATE: 2})


def test_isolating_costs_no_action() -> None:
    assert state_of(played(isolate("GWR")))["turn"] == {"player": ANTON, "actions_left": 2, "extended": []}


def test_an_isolated_line_that_reaches_something_after_all_is_booked_with_a_warning() -> None:
    session = played(isolate("GWR"), extend(ANTON, "GWR", metropolises=["Reading"]), **started(line("GWR")))
    assert state_of(session)["lines"]["GWR"]["metropolises"] == ["Reading"]
    assert warned(session) == ["isolated-after-all"]


def test_an_unmoved_survivor_keeps_its_start_town_apart_until_its_first_move() -> None:
    """Spec, position: `moved = false` for an unmoved line that others merged into."""
    session = played(extend(ANTON, "LSWR", into="GWR"), **started(line("LSWR", start_towns=["LSWR"])))
    gwr = state_of(session)["lines"]["GWR"]
    assert (gwr["moved"], gwr["start_towns"]) == (False, ["LSWR"])
    later = played(
        extend(ANTON, "LSWR", into="GWR"), extend(ANTON, "GWR"), **started(line("LSWR", start_towns=["LSWR"]))
    )
    gwr = state_of(later)["lines"]["GWR"]
    assert (gwr["moved"], gwr["start_towns"]) == (True, ["LSWR", "GWR"])


def test_the_newly_connected_town_counts_in_the_merger() -> None:
    session = played(
        extend(ANTON, "LSWR", metropolises=["Reading"], into="GWR"),
        **started(line("LSWR", unnamed_towns=2), line("GWR")),
    )
    assert paid(receipts(session, "merger")[0]) == {ANTON: 3000}
