"""What happens around the entries: who leaves or joins, counts, corrections, options, and when the end comes."""

from typing import Any

import pytest

from companion.pages import make_page
from companion.pages.effects import link
from tests.corrections import recount, setup
from tests.results import ranks, receipt_lines, scores, state_of, tie, warnings
from tests.score_pad.pads import (
    ALL,
    ANNA,
    BEN,
    BIDS,
    CLEO,
    DORA,
    FINISH,
    PLAIN,
    PLAYERS,
    Fields,
    bid,
    counted,
    played,
    scored,
    session_with,
    won,
)
from tests.support import refused, shown
from tests.tui.desk import collapsed, model_of, page_lines, read, view_of

TARGET = "[rounds]\n[end]\ntarget = 50"
MARKED = '[rounds]\nmarker = "dealer"'


def leave(who: str) -> Fields:
    return {"player": who, "reason": "the last bus", "do": "leave"}


def joins(**more: Any) -> Fields:
    return {"player": DORA, **more, "do": "join"}


def adjust(who: str, amount: int) -> Fields:
    return {"player": who, "amount": amount, "reason": "a slip", "do": "adjust"}


# Leaving


def test_no_round_waits_for_a_player_who_left_not_even_an_open_one() -> None:
    session = played(scored(5, 6), leave(CLEO), scored(1, 1))
    assert [one["scores"] for one in state_of(session)["played"]] == [{ANNA: 5, BEN: 6}, {ANNA: 1, BEN: 1}]
    assert scores(session) == {ANNA: 6, BEN: 7, CLEO: 0}


def test_who_left_keeps_amounts_and_counts_takes_part_in_majorities_and_comes_last() -> None:
    """Cleo: 10 + 5 eggs + first with 9 walls, 10 = 25. Anna: 8, second with 3 walls, 5 = 13. Ben: 8."""
    before = scored(8, 8, 10), counted(CLEO, eggs=5, walls=9), counted(ANNA, walls=3)
    session = played(*before, leave(CLEO), FINISH, pad=ALL)
    assert scores(session) == {ANNA: 13, BEN: 8, CLEO: 25}
    assert (ranks(session), shown(session)["winners"]) == ({ANNA: 1, BEN: 2, CLEO: 3}, [ANNA])
    assert "Walls: Cleo 9, Anna 3. Cleo is first: 10. Anna is second: 5." in receipt_lines(session)[-1]


def test_the_marker_goes_one_seat_on_each_round_and_passes_over_who_left() -> None:
    rounds = [scored(1, 1, 1), scored(1, 1, 1)]
    markers = [state_of(played(*rounds[:n], pad=MARKED, starts=BEN))["marker"] for n in range(3)]
    assert markers == [BEN, CLEO, ANNA]
    assert state_of(played(rounds[0], leave(BEN), pad=MARKED))["marker"] == CLEO, "Ben had it"
    assert (
        state_of(played(leave(BEN), {"scores": {ANNA: 1, CLEO: 1}, "do": "round"}, pad=MARKED))["marker"]
        == CLEO
    )


# Joining


def test_a_newcomer_joins_between_rounds_and_earlier_rounds_stay_blank() -> None:
    four = (*PLAYERS, DORA)
    session = played(scored(5, 5, 5), joins(amount=4, after=ANNA), scored(1, 1, 1, 2, players=four))
    assert shown(session)["players"] == [ANNA, DORA, BEN, CLEO]
    assert [one["scores"].get(DORA) for one in state_of(session)["played"]] == [None, 2]
    assert scores(session) == {ANNA: 6, BEN: 6, CLEO: 6, DORA: 6}


# The end


def test_a_target_does_nothing_in_the_middle_of_a_round() -> None:
    session = played(scored(60), pad=TARGET)
    assert (shown(session)["finished"], state_of(session)["round"]) == (False, 1)
    session.enter({"scores": {BEN: 0, CLEO: 0}, "do": "round"})
    assert (shown(session)["finished"], shown(session)["winners"]) == (True, [ANNA])


def test_bids_begin_a_round_so_the_target_waits_for_its_tricks() -> None:
    pad = f"{BIDS}[end]\ntarget = 50"
    session = played(bid(0, 0, 0), adjust(ANNA, 60), pad=pad)
    assert not shown(session)["finished"]
    session.enter(won(0, 0, 0))
    assert shown(session)["finished"]


@pytest.mark.parametrize("entry", [adjust(ANNA, 50), recount(totals={ANNA: 50})])
def test_any_entry_may_reach_the_target_and_an_undo_takes_it_back(entry: Fields) -> None:
    session = played(scored(1, 1, 1), entry, pad=TARGET)
    assert shown(session)["finished"]
    session.enter({"do": "undo"})
    assert not shown(session)["finished"]
    session.enter({"do": "redo"})
    assert shown(session)["finished"]


@pytest.mark.parametrize(
    ("key", "pad", "value"), [("rounds", "[rounds]\ncount = 9", 2), ("target", TARGET, 6)]
)
def test_tonights_rounds_or_target_come_from_an_option_at_the_start_or_later(
    key: str, pad: str, value: int
) -> None:
    rounds = [scored(3, 2, 1), scored(3, 2, 1)]
    assert not shown(played(*rounds, pad=pad))["finished"]
    assert shown(played(*rounds, pad=pad, options={key: value}))["finished"]
    later = played(*rounds, setup(options={key: value}), pad=pad)
    assert (shown(later)["finished"], state_of(later)[key]) == (True, value)


# Counting again, and correcting


def test_a_position_holds_the_next_round_totals_and_counts() -> None:
    start = {"round": 3, "totals": {ANNA: 5, BEN: -2}, "counts": {CLEO: {"eggs": 4}}}
    session = played(scored(8, 8, 10), FINISH, pad=ALL, position=start)
    assert scores(session) == {ANNA: 13, BEN: 6, CLEO: 14}
    assert [one["round"] for one in state_of(session)["played"]] == [3]
    assert "stay unplayed" not in " ".join(warnings(session))


def test_a_recount_changes_only_what_it_names() -> None:
    before = scored(8, 8, 10), counted(ANNA, eggs=1, walls=2)
    session = played(*before, recount(totals={BEN: 50}, counts={ANNA: {"eggs": 7}}, round=3), pad=ALL)
    assert scores(session) == {ANNA: 8, BEN: 50, CLEO: 10}
    state = state_of(session)
    assert (state["round"], state["counts"][ANNA]) == (3, {"eggs": 7, "walls": 2})


def test_a_recount_after_the_end_is_scored_and_the_difference_paid() -> None:
    """Ben has an egg more, and with 9 walls he is first, 10; with 3 walls Anna is second, 5 instead of 10.

    Anna: 8 + 5 = 13. Ben: 8 + 4 + 10 = 22. Cleo: 10.
    """
    before = scored(8, 8, 10), counted(ANNA, walls=3), counted(BEN, eggs=3), FINISH
    session = played(*before, pad=ALL)
    assert (scores(session), shown(session)["winners"]) == ({ANNA: 18, BEN: 11, CLEO: 10}, [ANNA])
    session.enter(recount(counts={BEN: {"eggs": 4, "walls": 9}}))
    assert (scores(session), shown(session)["winners"]) == ({ANNA: 13, BEN: 22, CLEO: 10}, [BEN])
    assert [line.split(" | ")[1] for line in receipt_lines(session)[-2:]] == [
        "Difference after the count: Eggs: Ben 4.",
        "Difference after the count: Walls: Ben 9, Anna 3. Ben is first: 10. Anna is second: 5.",
    ]


RECOUNTS = {
    "Round 1 isn't complete.": (PLAIN, [scored(1)], {"round": 4}),
    "This pad doesn't ask for that. Leave it out.": ("agricola", [], {"round": 4}),
    'There\'s no category "egs".': (ALL, [], {"counts": {ANNA: {"egs": 1}}}),
    "coins must be at least 0.": (ALL, [], {"counts": {ANNA: {"coins": -1}}}),
}


@pytest.mark.parametrize(("sentence", "given"), RECOUNTS.items())
def test_a_count_that_cannot_be_is_refused(sentence: str, given: tuple[str, list[Fields], Fields]) -> None:
    pad, before, position = given
    session = played(*before, pad=pad)
    assert refused(lambda: session.enter(recount(**position)), session) == sentence


def test_an_adjustment_may_go_below_the_floor_and_a_round_takes_nothing_more() -> None:
    session = played(adjust(BEN, -3), scored(1, -5, 1), pad=f"floor = 0\n{PLAIN}")
    assert scores(session)[BEN] == -3
    assert receipt_lines(session)[-1] == "2 round 1 = 2 | Round 1: Anna 1, Ben −5 (stops at 0), Cleo 1."


# Results


def test_a_tie_break_may_go_to_the_fewest_and_decides_every_rank_also_if_it_ended_now() -> None:
    """All have 1. Debts: Ben 0, Anna 2, Cleo 5."""
    pad = "tie_break = [{ category = 'debts', wins = 'lowest' }]\n[rounds]\n[categories]\n"
    pad += "debts = { names = 'Debts', points = 0 }"
    counts = [counted(ANNA, debts=2), counted(CLEO, debts=5)]
    session = played(scored(1, 1, 1), *counts, pad=pad)
    assert {one["player"]: one["rank"] for one in shown(session)["projection"]} == {ANNA: 2, BEN: 1, CLEO: 3}
    assert ranks(session) == {ANNA: 1, BEN: 1, CLEO: 1}, "nothing is booked for the debts"
    assert "Ben would win the tie-break" in collapsed(read(page_lines(model_of(session), "scores")))
    session.enter(FINISH)
    assert ranks(session) == {ANNA: 2, BEN: 1, CLEO: 3}
    assert tie(session) == "Anna, Ben and Cleo have 1 point each. Debts: Anna 2, Ben 0, Cleo 5."


TIES = {
    # Cleo 27 + 6 // 3 = 29, Dora 28 + 3 // 3 = 29
    "a lower one": (
        (40, 0),
        (35, 0),
        (27, 6),
        (28, 3),
        "Cleo and Dora have 29 points each. Coins: Cleo 6, Dora 3.",
    ),
    "two": (
        *((40, 1), (40, 2), (29, 1), (29, 0)),
        "Anna and Ben have 40 points each. Coins: Anna 1, Ben 2."
        " Cleo and Dora have 29 points each. Coins: Cleo 1, Dora 0.",
    ),
}


@pytest.mark.parametrize("case", TIES)
def test_every_tie_that_was_decided_is_told(case: str) -> None:
    *points, said = TIES[case]
    players = (*PLAYERS, DORA)
    counts = [
        counted(name, wonder=one, coins=coins) for name, (one, coins) in zip(players, points, strict=True)
    ]
    assert tie(session_with(*counts, FINISH, pad="seven-wonders", players=players)) == said


@pytest.mark.parametrize("more", [(), (FINISH,)], ids=["before", "after"])
def test_a_game_that_scores_only_at_the_end_has_no_chart(more: tuple[Fields, ...]) -> None:
    """Nothing is hidden, so nothing says so."""
    session = played(counted(ANNA, military=5), *more, pad="seven-wonders")
    assert not make_page(view_of(model_of(session)), link("scores")).tabs


# Bids: the four formulas, and bonus points.


FORMULAS: dict[str, list[tuple[int, int, int]]] = {
    # bid, won and points in round 1
    'bid = "exact"': [(0, 0, 20), (3, 3, 50), (3, 1, -20), (1, 3, -20)],
    'bid = "exact"\nhit = 5\ntrick = 1\nmiss = 3': [(0, 0, 5), (3, 3, 8), (3, 1, -6)],
    'bid = "zero"': [(0, 0, 10), (0, 2, -10), (3, 3, 60), (3, 1, -20), (1, 3, -20)],
    'bid = "zero"\ntrick = 5\nmiss = 2\nzero = 7': [(0, 0, 7), (0, 1, -7), (2, 2, 10), (2, 5, -6)],
    'bid = "made"': [(0, 0, 0), (3, 3, 30), (3, 5, 32), (3, 2, -30), (0, 2, 2)],
    'bid = "tricks"': [(0, 0, 10), (3, 3, 13), (3, 1, 1), (1, 3, 3)],
}
CASES = [(rules, *one) for rules, rows in FORMULAS.items() for one in rows]


@pytest.mark.parametrize(("rules", "bids", "tricks", "points"), CASES)
def test_a_bid_pays_as_its_formula_says(rules: str, bids: int, tricks: int, points: int) -> None:
    session = played(bid(bids), won(tricks), pad=f"[rounds]\n{rules}", players=(ANNA,))
    assert scores(session) == {ANNA: points}


def test_a_bid_of_zero_counts_the_number_of_the_round() -> None:
    """10 + 20 - 30: right in rounds 1 and 2, wrong in round 3."""
    rounds = [one for tricks in (0, 0, 1) for one in (bid(0), won(tricks))]
    assert scores(played(*rounds, pad='[rounds]\nbid = "zero"', players=(ANNA,))) == {ANNA: 0}


BONUS = {
    # Anna bids 1 and wins 1, Ben bids 2 and wins 1, each with a bonus of 10
    "hit": "Round 1: Anna bid 1, won 1, bonus 10: 40. Ben bid 2, won 1, no bonus: −10.",
    "always": "Round 1: Anna bid 1, won 1, bonus 10: 40. Ben bid 2, won 1, bonus 10: 0.",
}


@pytest.mark.parametrize(("bonus", "text"), BONUS.items())
def test_a_bonus_counts_always_or_for_a_right_bid_and_the_receipt_says_so(bonus: str, text: str) -> None:
    """A bonus may be entered before the tricks it comes with."""
    pad = f'[rounds]\nbid = "exact"\nbonus = "{bonus}"'
    together = played(bid(1, 2), won(1, 1, bonus={ANNA: 10, BEN: 10}), pad=pad, players=(ANNA, BEN))
    total = 30 if bonus == "hit" else 40
    assert receipt_lines(together) == [f"2 round 1 = {total} | {text}"]
    apart = played(
        bid(1, 2), won(1, bonus={ANNA: 10, BEN: 10}), won(1, players=(BEN,)), pad=pad, players=(ANNA, BEN)
    )
    first, second = text.removesuffix(".").split(". ")
    assert [line.partition(" | ")[2] for line in receipt_lines(apart)] == [f"{first}.", f"Round 1: {second}."]
    assert scores(apart) == scores(together)


# State in JSON and lines of the notation, as on the pages of the notation and the manual.


EMPTY: dict[str, Any] = {
    "turn": None,
    "round": None,
    "rounds": None,
    "target": None,
    "marker": None,
    "due": None,
    "bids": {},
    "open": {},
    "played": [],
    "running": {name: {} for name in PLAYERS},
    "counts": {name: {} for name in PLAYERS},
}
FIRST = {"round": 1, "scores": {ANNA: 30, BEN: 20, CLEO: -20}, "bonus": {}}
FIRST_BIDS = {"bids": {ANNA: 1, BEN: 0, CLEO: 2}, "won": {ANNA: 1, BEN: 0, CLEO: 0}}
PLAYED = {"round": 1, "scores": {ANNA: 8, BEN: 8, CLEO: 10}, "bids": {}, "won": {}, "bonus": {}}

STATES: dict[str, tuple[str, list[Fields], dict[str, Any]]] = {
    "running": (
        "carcassonne",
        [
            {"scores": {ANNA: 9}, "kind": "city", "do": "add"},
            {"scores": {ANNA: 8}, "kind": "city", "do": "add"},
            {"scores": {ANNA: 1}, "do": "add"},
        ],
        {"running": {ANNA: {"city": 17, "other": 1}, BEN: {}, CLEO: {}}},
    ),
    "rounds to a target": (
        "hearts",
        [scored(8, 8, 10), scored(5)],
        {"round": 2, "target": 100, "marker": BEN, "open": {ANNA: 5}, "played": [PLAYED]},
    ),
    "bids": (
        "wizard",
        [bid(1, 0, 2), won(1, 0, 0), bid(1)],
        {"round": 2, "rounds": 20, "marker": BEN, "bids": {ANNA: 1}, "played": [{**FIRST, **FIRST_BIDS}]},
    ),
}


@pytest.mark.parametrize(("pad", "blocks", "state"), STATES.values(), ids=STATES)
def test_the_state_has_every_key_of_the_spec_and_no_other(
    pad: str, blocks: list[Fields], state: dict[str, Any]
) -> None:
    assert state_of(played(*blocks, pad=pad)) == {**EMPTY, **state}


def test_no_tie_break_is_told_against_somebody_who_left() -> None:
    session = played({"do": "leave", "player": CLEO, "reason": "bus"}, pad="seven-wonders")
    assert "tie-break" not in collapsed(read(page_lines(model_of(session), "scores")))


def test_where_the_lowest_score_wins_who_has_it_leads_and_no_figure_is_marked_as_the_most() -> None:
    session = played(scored(7, 3, 5), pad=f"wins = 'lowest'\n{PLAIN}")
    page = collapsed(read(page_lines(model_of(session), "scores")))
    assert "If it ended now, Ben would win with 3 points." in page
    assert "Trails by 4 · 2" in page
    assert "*" not in page
