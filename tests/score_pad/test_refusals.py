"""Each refusal and warning of a pad's entries, with its sentence and what a ruling may do."""

import pytest

from tests.refusals import Case, assert_refused, assert_ruled, case, every, rulable
from tests.results import scores, state_of, warnings
from tests.score_pad.pads import (
    ALL,
    ANNA,
    BEN,
    BIDS,
    CLEO,
    FINISH,
    PLAIN,
    PLAYERS,
    Fields,
    bid,
    counted,
    played,
    scored,
    won,
)

ASKS_NOT = "This pad doesn't ask for that. Leave it out."
ROUND, RUNNING = scored(8, 8, 10), {"scores": {ANNA: 1}, "do": "add"}
LAST = "The game has reached its end. Finish the session, or undo."
TO_TARGET = {"scores": {ANNA: 100}, "do": "add"}
LEAVE = {"player": BEN, "reason": "the last bus", "do": "leave"}
JOIN = {"player": "Dora", "do": "join"}

CASES = [
    # a second number
    case(scored(1), "Anna already has a score in round 2.", ROUND, scored(5), pad=PLAIN),
    case(won(1), "Anna already has a score in round 1.", bid(1, 1, 1), won(1), pad=BIDS),
    case(
        won(0, players=(BEN,), bonus={ANNA: 9}),
        "Anna already has a score in round 1.",
        bid(1, 1),
        won(1),
        pad=BIDS,
    ),
    case(bid(1), "Anna already has a bid in round 1.", bid(0), pad=BIDS),
    case(won(1, bids={ANNA: 1}), "Anna already has a bid in round 1.", bid(0), pad=BIDS),
    # nothing to compare
    case(won(1, 1), "Ben has no bid in round 1.", bid(1), pad=BIDS),
    # after the end
    rulable(ROUND, LAST, ROUND, ROUND, ROUND, pad=ALL),
    rulable(RUNNING, LAST, TO_TARGET, pad=ALL),
    rulable(ROUND, LAST, TO_TARGET, pad=ALL),
    case(ROUND, "The game is over. You can still undo, edit, adjust or count.", ROUND, FINISH, pad=PLAIN),
    # an open round
    rulable(FINISH, "Round 2 isn't complete.", ROUND, scored(5), pad=ALL),
    rulable(FINISH, "Round 1 isn't complete.", bid(1), pad=BIDS),
    rulable(JOIN, "Round 1 isn't complete.", scored(5), pad=PLAIN),
    rulable(JOIN, "Round 1 isn't complete.", bid(0), pad=BIDS),
    # a part that the pad lacks
    case(ROUND, ASKS_NOT, pad="agricola"),
    case(bid(1), ASKS_NOT, pad=PLAIN),
    case(won(1), ASKS_NOT, pad=PLAIN),
    case(ROUND, ASKS_NOT, pad="wizard"),
    case(won(1, bonus={ANNA: 10}), ASKS_NOT, bid(1), pad="wizard"),
    case(RUNNING, ASKS_NOT, pad=PLAIN),
    case(counted(ANNA, eggs=1), ASKS_NOT, pad=PLAIN),
    # names
    case({**RUNNING, "kind": "towre"}, 'There\'s no kind of points "towre".', pad=ALL),
    case(counted(ANNA, egs=1), 'There\'s no category "egs".', pad=ALL),
    case({"counts": {ANNA: {"egs": 1}}, "do": "finish"}, 'There\'s no category "egs".', pad=ALL),
    case({"counts": {"eggs": 3}, "do": "score"}, "by is missing.", pad=ALL),
    # limits
    rulable(counted(ANNA, routes=-1), "Routes must be at least 0.", pad="ticket-to-ride"),
    rulable(counted(ANNA, walls=10), "Walls must be at most 9.", pad=ALL),
    rulable({"counts": {BEN: {"coins": -1}}, "do": "finish"}, "coins must be at least 0.", pad=ALL),
    rulable({"scores": {ANNA: 0}, "do": "add"}, "Points must be at least 1.", pad="carcassonne"),
    rulable(scored(27), "Points must be at most 26.", pad="hearts"),
    rulable(scored(-1), "Points must be at least 0.", pad="hearts"),
    rulable(won(10), "Tricks must be at most 9.", bid(0), pad=BIDS),
    # players who left
    rulable(scored(1, 2), "Ben has left the game.", LEAVE, pad=PLAIN),
    rulable({"scores": {BEN: 2}, "do": "add"}, "Ben has left the game.", LEAVE, pad="carcassonne"),
    # nothing at all
    case({"scores": {}, "do": "round"}, "scores is missing.", pad=PLAIN),
    case({"counts": {}, "by": ANNA, "do": "score"}, "counts is missing.", pad=ALL),
]


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_booked_by_a_ruling_unless_it_cannot_be(case: Case) -> None:
    session = played(*case.before, **case.more)
    assert_refused(session, case)
    assert_ruled(session, case)


def test_a_ruling_ends_an_open_round_and_who_is_missing_gets_nothing() -> None:
    session = played(ROUND, scored(5), {**FINISH, "ruling": "it is late"}, pad=ALL)
    assert scores(session) == {ANNA: 13, BEN: 8, CLEO: 10}
    assert state_of(session)["due"] is None


FULL = {"eggs": 0, "coins": 0, "ties": 0}
NO_BLANKS = dict.fromkeys(PLAYERS, FULL)

WARNINGS: dict[str, tuple[list[Fields], str, list[str]]] = {
    "a sum in parts": (
        [scored(8), scored(8, 9, players=(BEN, CLEO))],
        ALL,
        ["Round 1 adds up to 25, not 26."],
    ),
    "the right sum": ([ROUND], ALL, []),
    "one of several sums": ([scored(26, 26, 0)], "hearts", []),
    "only sums within the limits of three players": (
        [scored(1, 1, 1)],
        "hearts",
        ["Round 1 adds up to 3, not 26, 52 or 78."],
    ),
    "tricks": ([bid(0, 0, 0), won(1, 1, 0)], "wizard", ["The tricks add up to 2, but round 1 has 1 trick."]),
    "a high bid": ([bid(1, 2, 0)], "wizard", ["Ben bids 2, but round 1 has only 1 trick."]),
    "a high bid with the tricks": (
        [won(1, 0, 0, bids={ANNA: 1, BEN: 3, CLEO: 0})],
        "wizard",
        ["Ben bids 3, but round 1 has only 1 trick."],
    ),
    "any bid where the tricks aren't known": ([bid(1, 2, 9)], BIDS, []),
    "a blank": (
        [ROUND, ROUND, ROUND, {"counts": {**NO_BLANKS, BEN: {"eggs": 0, "ties": 0}}, "do": "finish"}],
        ALL,
        ["Ben has no number for coins. A blank counts as 0."],
    ),
    "rounds left": (
        [ROUND, {"counts": NO_BLANKS, "do": "finish"}],
        ALL,
        ["2 of 3 rounds stay unplayed."],
    ),
    "none after the target": ([TO_TARGET, {"counts": NO_BLANKS, "do": "finish"}], ALL, []),
}


@pytest.mark.parametrize(("blocks", "pad", "said"), WARNINGS.values(), ids=WARNINGS)
def test_what_looks_wrong_is_booked_with_a_warning(blocks: list[Fields], pad: str, said: list[str]) -> None:
    assert warnings(played(*blocks, pad=pad)) == said
