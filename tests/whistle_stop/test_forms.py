"""Entries of Whistle Stop made key by key and line by line, and what the board notes fill in."""

import re
from typing import Any

import pytest

from companion.core.board_notes import Facts, Lesson
from companion.report.words import Speaker
from companion.session import Session
from tests.results import pressed
from tests.support import ANTON, BEATE, ROOT
from tests.whistle_stop import moves
from tests.whistle_stop.moves import (
    END_TURN,
    PLENTY,
    Fields,
    buy,
    denver,
    final,
    held,
    move,
    owning,
    placed,
    played,
    share,
    town,
    use,
)

UPGRADES = ["coal-car", "open-wagon", "mine-cart"]
WORTH = dict.fromkeys(UPGRADES, 3)
RICH = {**PLENTY, "shares": {"A": [1, 2], "B": [1]}, "upgrades": UPGRADES}


# Others are in the table of entries by keys.
def test_every_line_of_this_game_in_the_description_of_the_notation_reads() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    section = text.partition("## Whistle Stop")[2].partition("\nParts of")[0]
    found = re.findall(r"`((?:move|use|buy|rest|end-turn|final)[^`]*)`", section)
    station = {"upgrades": ["safe", "toll-station"], "gold": [0, 0]}
    session = placed(worth={**WORTH, "safe": 3, "toll-station": 3}, anton=RICH, beate=station)
    session.enter(denver(pay={"wood": 1}))
    assert found
    for line in found:
        assert session.read(line)["do"], line


def asked(session: Session, verb: str, **draft: Any) -> list[str]:
    """Fields that are asked without being looked for."""
    return [one.field for one in session.context().ask(verb)(draft) if one.applies and not one.is_rare]


def test_a_toll_is_asked_only_when_a_rival_owns_the_toll_station() -> None:
    """whistle-stop.md, "Toll Station": a good paid to the owner of the Toll Station."""
    station = {"upgrades": ["toll-station"]}
    worth = {"toll-station": 3}
    assert "toll" in asked(placed(worth=worth, beate=station), "move", stop="wood")
    assert "toll" not in asked(placed(worth=worth, anton=station), "move", stop="wood")
    assert "toll" not in asked(placed(), "move", stop="wood")


@pytest.mark.parametrize(
    ("goods", "draft", "is_asked"),
    [
        (10, {"stop": "wood"}, True),
        (10, {"stop": "store", "good": "steel"}, True),
        (10, {"stop": "wood", "toll": {"to": BEATE, "good": "cotton"}}, False),
        (9, {"stop": "trading-post", "trades": [{"give": "steel", "get": ["wood", "stone"]}]}, False),
        (10, {"stop": "trading-post", "trades": [{"give": "steel", "get": ["wood", "stone"]}]}, True),
        (10, {"stop": "end", "pay": {"cotton": 1}, "points": 1, "rewards": ["coal", "wood", "wood"]}, True),
        (10, {"stop": "end", "pay": {"cotton": 2}, "points": 1, "rewards": ["coal", "wood", "wood"]}, False),
    ],
)
def test_a_discard_is_asked_only_with_eleven_goods(goods: int, draft: dict[str, Any], is_asked: bool) -> None:
    """whistle-stop.md, "Stops": goods limit 10, checked once at the end of each action."""
    session = placed(anton={"coal": 1, "goods": {"cotton": goods - 1, "steel": 1}})
    assert ("discard" in asked(session, "move", **draft)) == is_asked


def test_the_coal_that_moves_the_train_does_not_pay_for_the_town() -> None:
    """whistle-stop.md, "Moving with a whistle": the marker is spent, then the stop takes effect."""
    session = placed(anton={"coal": 9})
    session.enter(denver(pay={"coal": 2}, town="Coalville"))
    for coal, is_enough in ((3, True), (2, False)):
        session.enter(session.read(f"recount player anton coal {coal} because x"))
        assert (not session.preview(session.read("move town coalville")).violations) == is_enough


def test_a_remembered_end_tile_has_a_key_and_fills_its_price() -> None:
    session = placed(anton=PLENTY)
    session.enter(move("end", tile="North", pay={"wood": 1}, points=6, rewards=["coal", "coal", "coal"]))
    form = pressed(session, "m e # 1 enter l l l enter")
    rewards = ["coal", "coal", "coal"]
    assert form.fields == move("end", tile="North", pay={"wood": 1}, points=6, rewards=rewards)


def test_a_company_is_understood_by_the_name_and_colour_of_the_board_notes() -> None:
    """manual.md, "Board notes": the players name the companies in the board notes, files keep the letter."""
    session = placed(anton=PLENTY)
    session.session_notes.note("company", "B", {"name": "Santa Fe", "colour": "blue"})
    for said in ("santa", "blue", "b"):
        assert session.read(f'move town "Yuma" pay wood 1 points 2 company {said}')["company"] == "B"
    asked = {one.field: one for one in session.context().ask("move")({"stop": "town"})}
    (hint,) = (one.hint for one in asked["company"].choices if one.value == "B")
    assert hint is not None
    assert Speaker(session.record.ruleset).say(hint) == "Santa Fe, blue; next share no. 1"


# What entries of Whistle Stop teach: towns, end tiles, exchanges and upgrades, as they are printed.


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
    "nothing of an end tile without a name": ([move("end", penalty=1, rewards=REWARDS)], ()),
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


@pytest.mark.parametrize(("wood", "is_warned"), [(1, False), (2, True)])
def test_a_needless_penalty_by_the_book_has_a_warning_and_is_booked(wood: int, is_warned: bool) -> None:
    """decisions.md, "Corrections". What is booked never depends on the board notes."""
    session = placed(anton={"coal": 9, "goods": {"wood": wood}})
    session.session_notes.note("town", "Denver", {"pay": {"wood": 2}})
    preview = session.preview(move("town", town="denver", penalty=3))
    assert [one.key for one in preview.warnings] == ["whistle-stop.could-pay"] * is_warned
    assert session.save_preview(preview)[-1].outcome.warnings == []


# Every action of Whistle Stop in one sentence.


TOLD = [
    (move("wood", marker="whistle"), "Anton moves to a wood stop with a whistle", {}),
    (move("gold-mine", gold=5), "Anton moves to a gold mine", {}),
    (town(ANTON, 5, "A"), "Anton moves to Denver", {}),
    (
        move("exchange", rate=3, share=share("A", 1), tile="North"),
        "Anton moves to stock exchange North",
        held(Anton={"shares": {"A": [1]}}),
    ),
    (use("caboose", stop="steel"), "Anton uses the Caboose at a steel stop", owning("caboose")),
    (
        moves.buy_from(ANTON, BEATE, "safe", "steel"),
        "Anton buys the Safe from Beate",
        held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    ({**final(), "ruling": "it is late"}, "Final scoring", {}),
]


@pytest.mark.parametrize(("block", "told", "header"), TOLD, ids=[told for _, told, _ in TOLD])
def test_an_entry_is_told_with_who_and_where(
    block: dict[str, Any], told: str, header: dict[str, Any]
) -> None:
    session = moves.played(block, **header)
    assert [Speaker(session.record.ruleset).say(one) for one in session.notation.headlines()] == [told]
