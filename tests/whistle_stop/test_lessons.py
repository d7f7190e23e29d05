"""What entries of Whistle Stop teach: towns, end tiles, exchanges and upgrades, as they are printed."""

import pytest

from companion.core.copybook import Facts, Lesson
from tests.support import ANTON, refused
from tests.whistle_stop.moves import END_TURN, PLENTY, buy, denver, move, placed, played

REWARDS = ["coal", "coal", "gold"]


def test_a_supplied_town_teaches_price_fame_and_company() -> None:
    session = placed(denver(), anton=PLENTY)
    facts: Facts = {"pay": {"wood": 2}, "points": 5, "company": "B"}
    assert session.book.lessons() == (Lesson("town", "Denver", facts),)


def test_a_penalty_is_learned_beside_the_price() -> None:
    session = placed(denver(), move("town", town="DENVER", penalty=3), anton=PLENTY)
    facts: Facts = {"pay": {"wood": 2}, "points": 5, "company": "B", "penalty": 3}
    assert session.book.lessons() == (Lesson("town", "Denver", facts),)


def test_what_was_seen_last_holds() -> None:
    session = placed(denver(), denver(points=6, pay={"wood": 1}), anton=PLENTY)
    assert session.book.facts("town", "denver")["points"] == 6


def test_a_named_end_tile_teaches_its_price_and_never_the_gold() -> None:
    end = move("end", tile="North", pay={"wood": 1}, points=6, rewards=REWARDS, gold=[4])
    facts: Facts = {"pay": {"wood": 1}, "points": 6}
    assert placed(end, anton=PLENTY).book.lessons() == (Lesson("end-tile", "North", facts),)


def test_a_named_exchange_teaches_its_rate() -> None:
    session = placed(move("exchange", rate=4, tile="West"), anton=PLENTY)
    assert session.book.lessons() == (Lesson("end-tile", "West", {"rate": 4}),)


def test_where_no_goods_are_kept_a_price_that_nobody_said_is_not_learned() -> None:
    """Else the next session would offer the town for nothing."""
    stop = {"by": ANTON, "stop": "town", "town": "Denver", "points": 5, "company": "B", "do": "move"}
    session = played(stop, buy("safe", worth=3), options={"track": "score"})
    facts: Facts = {"points": 5, "company": "B"}
    assert session.book.lessons() == (
        Lesson("town", "Denver", facts),
        Lesson("upgrade", "safe", {"worth": 3}),
    )


def test_an_upgrade_teaches_its_price_and_worth() -> None:
    session = placed(buy("safe", pay={"wood": 1}, worth=5), anton=PLENTY)
    assert session.book.lessons() == (Lesson("upgrade", "safe", {"pay": {"wood": 1}, "worth": 5}),)


@pytest.mark.parametrize(
    "entry",
    [
        move("wood"),
        move("gold-mine", gold=[4]),
        move("end", penalty=1, rewards=REWARDS),
        {"by": ANTON, "do": "rest"},
        END_TURN,
    ],
    ids=lambda entry: entry.get("stop", entry["do"]),
)
def test_other_entries_teach_nothing(entry: dict[str, object]) -> None:
    assert placed(entry, anton=PLENTY).book.lessons() == ()


def test_names_of_companies_are_written_down_by_hand_and_bad_ones_refused() -> None:
    session = placed(anton=PLENTY)
    session.copybook.note("company", "B", {"name": "Santa Fe"})
    assert session.book.facts("company", "b") == {"name": "Santa Fe"}
    assert refused(lambda: session.copybook.note("company", " ", {}), session) == "name must not be empty"


@pytest.mark.parametrize(("wood", "is_warned"), [(1, False), (2, True)])
def test_a_penalty_with_a_price_in_hand_that_only_the_book_knows_is_warned_of_and_booked_without_it(
    wood: int, is_warned: bool
) -> None:
    """Spec, town. What is booked never depends on the copy book."""
    session = placed(anton={"coal": 9, "goods": {"wood": wood}})
    session.copybook.note("town", "Denver", {"pay": {"wood": 2}})
    preview = session.preview(move("town", town="denver", penalty=3))
    assert [one.key for one in preview.warnings] == ["whistle-stop.could-pay"] * is_warned
    assert session.book_preview(preview)[-1].outcome.warnings == []


def test_a_price_of_this_session_is_the_rules_affair_and_not_said_twice() -> None:
    session = placed(denver(pay={"wood": 1}), anton=PLENTY)
    preview = session.preview(move("town", town="Denver", penalty=3))
    assert [one.key for one in preview.steps[0].outcome.warnings] == ["whistle-stop.could-pay"]
    assert preview.warnings == ()
