"""What entries of Whistle Stop teach: towns, end tiles, exchanges and upgrades, as they are printed."""

from typing import Any

import pytest

from companion.core.board_notes import Facts, Lesson
from tests.support import ANTON, refused
from tests.whistle_stop.moves import END_TURN, PLENTY, Fields, buy, denver, move, placed, played

REWARDS = ["coal", "coal", "gold"]


DENVER: dict[str, Any] = {"pay": {"wood": 2}, "points": 5, "company": "B"}
NORTH: dict[str, Any] = {"pay": {"wood": 1}, "points": 6}
TAUGHT: dict[str, tuple[list[Fields], tuple[Lesson, ...]]] = {
    "price, points and company of a town": ([denver()], (Lesson("town", "Denver", DENVER),)),
    "a penalty beside the price": (
        [denver(), move("town", town="DENVER", penalty=3)],
        (Lesson("town", "Denver", {**DENVER, "penalty": 3}),),
    ),
    "what was seen last": (
        [denver(), denver(points=6, pay={"wood": 1})],
        (Lesson("town", "Denver", {**NORTH, "company": "B"}),),
    ),
    "the price of a named end tile, and never the gold": (
        [move("end", tile="North", **NORTH, rewards=REWARDS, gold=[4])],
        (Lesson("end-tile", "North", NORTH),),
    ),
    "the rate of a named exchange": (
        [move("exchange", rate=4, tile="West")],
        (Lesson("end-tile", "West", {"rate": 4}),),
    ),
    "price and worth of an upgrade": (
        [buy("safe", pay={"wood": 1}, worth=5)],
        (Lesson("upgrade", "safe", {"pay": {"wood": 1}, "worth": 5}),),
    ),
    "nothing of a good": ([move("wood")], ()),
    "nothing of gold": ([move("gold-mine", gold=[4])], ()),
    "nothing of an end tile without a name": ([move("end", penalty=1, rewards=REWARDS)], ()),
    "nothing of a rest": ([{"by": ANTON, "do": "rest"}], ()),
    "nothing of the end of a turn": ([END_TURN], ()),
}


@pytest.mark.parametrize(("blocks", "lessons"), TAUGHT.values(), ids=TAUGHT)
def test_entries_teach(blocks: list[Fields], lessons: tuple[Lesson, ...]) -> None:
    assert placed(*blocks, anton=PLENTY).board_notes.lessons() == lessons


def test_where_no_goods_are_kept_a_price_that_nobody_said_is_not_learned() -> None:
    """Else the next session would offer the town for nothing."""
    stop = {"by": ANTON, "stop": "town", "town": "Denver", "points": 5, "company": "B", "do": "move"}
    session = played(stop, buy("safe", worth=3), options={"track": "score"})
    facts: Facts = {"points": 5, "company": "B"}
    safe = Lesson("upgrade", "safe", {"worth": 3})
    assert session.board_notes.lessons() == (Lesson("town", "Denver", facts), safe)


def test_names_of_companies_are_written_down_by_hand_and_bad_ones_refused() -> None:
    session = placed(anton=PLENTY)
    session.session_notes.note("company", "B", {"name": "Santa Fe"})
    assert session.board_notes.facts("company", "b") == {"name": "Santa Fe"}
    assert refused(lambda: session.session_notes.note("company", " ", {}), session) == "name can't be empty."


@pytest.mark.parametrize(("wood", "is_warned"), [(1, False), (2, True)])
def test_a_needless_penalty_by_the_book_has_a_warning_and_is_booked(wood: int, is_warned: bool) -> None:
    """Spec, town. What is booked never depends on the board notes."""
    session = placed(anton={"coal": 9, "goods": {"wood": wood}})
    session.session_notes.note("town", "Denver", {"pay": {"wood": 2}})
    preview = session.preview(move("town", town="denver", penalty=3))
    assert [one.key for one in preview.warnings] == ["whistle-stop.could-pay"] * is_warned
    assert session.save_preview(preview)[-1].outcome.warnings == []


def test_a_price_of_this_session_is_the_rules_affair_and_not_said_twice() -> None:
    session = placed(denver(pay={"wood": 1}), anton=PLENTY)
    preview = session.preview(move("town", town="Denver", penalty=3))
    assert [one.key for one in preview.steps[0].outcome.warnings] == ["whistle-stop.could-pay"]
    assert preview.warnings == ()
