"""Blocks of format 1 rewritten so that they mean the same in format 2, wherever an action may be."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.games.dampfross.format_1 import RULING
from companion.games.registry import engine
from tests.support import ANTON, BEATE, FILE, library, refused, shown, text_of

GOODS = {"cotton": 0, "stone": 0, "cattle": 0, "whiskey": 0, "steel": 0}
OTHERS: dict[str, list[int]] = {"B": [], "C": [], "D": [], "E": []}


def upgraded(game: str, *blocks: Any, **header: Any) -> tuple[dict[str, Any], list[Any]]:
    found = engine(game).from_format_1(library().shelf.load(game).ruleset, header, list(blocks))
    return found.header, found.blocks


def counted(**part: Any) -> dict[str, Any]:
    return {"do": "recount", "reason": "r", "position": {"players": {ANTON: part}}}


MOVED = {"do": "move", "by": ANTON, "stop": "town", "town": "Reno", "fame": 2}
POINTS = {"do": "move", "by": ANTON, "stop": "town", "town": "Reno", "points": 2}
COUNTED = counted(goods={"wood": 2}, shares={"A": [1]}, fame=3)
WHOLE = counted(goods={"wood": 2, **GOODS}, shares={"A": [1], **OTHERS}, points=3)
PASSED = {"do": "end-turn", "by": ANTON}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (MOVED, POINTS),
        ({**MOVED, "do": "use", "upgrade": "caboose"}, {**POINTS, "do": "use", "upgrade": "caboose"}),
        (COUNTED, WHOLE),
        (counted(goods={}), counted(goods={"wood": 0, **GOODS})),
        (counted(coal=2), counted(coal=2)),
        ({**PASSED, "first": [MOVED]}, {**PASSED, "first": [POINTS]}),
        ({"do": "amend", "entry": 1, "action": COUNTED}, {"do": "amend", "entry": 1, "action": WHOLE}),
        (
            {"do": "insert", "before": 1, "action": {**PASSED, "first": [MOVED]}},
            {"do": "insert", "before": 1, "action": {**PASSED, "first": [POINTS]}},
        ),
        (
            {"do": "strike", "entry": 1, "also": [{"do": "amend", "entry": 2, "action": COUNTED}]},
            {"do": "strike", "entry": 1, "also": [{"do": "amend", "entry": 2, "action": WHOLE}]},
        ),
    ],
)
def test_an_action_of_whistle_stop_is_rewritten_wherever_it_is(old: Any, new: Any) -> None:
    assert upgraded("whistle-stop", old)[1] == [new]


def test_a_position_in_a_header_has_points_and_nothing_else_is_written_out() -> None:
    """What a session begins with is complete: nobody holds goods or shares before."""
    header, _ = upgraded("whistle-stop", position={"players": {ANTON: {"fame": 3, "goods": {"wood": 2}}}})
    assert header["position"] == {"players": {ANTON: {"points": 3, "goods": {"wood": 2}}}}


MALFORMED: list[Any] = [
    3,
    {},
    {"do": 3},
    {"do": "recount"},
    {"do": "recount", "position": 3},
    {"do": "recount", "position": {"players": [3]}},
    {"do": "recount", "position": {"players": {ANTON: 3}}},
    counted(goods=3, shares=[3]),
    {"do": "amend", "entry": 1},
    {"do": "amend", "entry": [], "action": 3, "also": 3},
    {"do": "rest", "by": ANTON, "first": [3], "fame": 3},
    {"do": "build", "by": ANTON, "cities": 3, "names": 3},
    {"do": "build", "by": ANTON, "cities": ["x", []], "names": {"x": 3}},
]


@pytest.mark.parametrize("game", ["dampfross", "stephensons-rocket", "whistle-stop"])
@pytest.mark.parametrize("block", MALFORMED, ids=str)
def test_a_malformed_block_is_left_exactly_as_it_is(game: str, block: Any) -> None:
    assert upgraded(game, block, position=3)[1] == [block]


def test_a_misspelt_good_is_still_the_fault_of_a_recount_of_format_1() -> None:
    text = text_of([counted(goods={"Wood": 2})], game="whistle-stop", format=1)
    session = library({FILE: text.encode()}).read(FILE)
    assert session.failure is not None
    assert session.failure.message.key == "whistle-stop.unknown-good"


def build(by: str, *cities: int, **more: Any) -> dict[str, Any]:
    return {"do": "build", "by": by, "cities": [*cities], **more}


@pytest.mark.parametrize(
    "blocks",
    [
        [build(ANTON, 22, names={"22": "Ulm"}), build(BEATE, 23, names={"23": "ulm "})],
        [build(ANTON, 22, 23, names={"22": "Ulm", "23": "Ulm"})],
        [build(ANTON, 65), build(BEATE, 64, names={"64": "MÜNCHEN"})],
        [build(ANTON, 22), build(BEATE, 23, names={"22": "Ulm", "23": "Ulm"})],
    ],
)
def test_every_number_of_a_city_is_still_paid_in_a_session_of_format_1(blocks: list[Any]) -> None:
    """Spec, README: in format 1 a second number is paid. Two cities: 12 for both players; in format 2 it is refused."""
    old = library({FILE: text_of(blocks, game="dampfross", format=1).encode()}).read(FILE)
    assert old.failure is None
    assert sum(shown(old)["state"]["accounts"].values()) == 3 * 20 + 2 * 6
    new = library({FILE: text_of(blocks, game="dampfross").encode()}).read(FILE)
    assert new.failure is not None
    assert new.failure.message.key == "dampfross.second-number"


def test_a_second_number_undone_in_format_1_can_be_redone() -> None:
    blocks = [build(ANTON, 22, names={"22": "Ulm"}), build(BEATE, 23, names={"23": "Ulm"}), {"do": "undo"}]
    session = library({FILE: text_of(blocks, game="dampfross", format=1).encode()}).open(FILE)
    session.enter({"do": "redo"})
    assert shown(session)["state"]["accounts"][BEATE] == 20 + 6


def test_a_correction_of_format_1_may_make_an_earlier_number_the_second_one() -> None:
    """Why a number with a shared name has a ruling wherever it is: entry 2 comes first in the file, and second here."""
    named = build(ANTON, 22, names={"22": "Ulm"})
    blocks = [
        build(ANTON, 22),
        build(BEATE, 23, names={"23": "Ulm"}),
        {"do": "amend", "entry": 1, "action": named},
    ]
    session = library({FILE: text_of(blocks, game="dampfross", format=1).encode()}).read(FILE)
    assert session.failure is None


def test_a_ruling_that_was_there_stays() -> None:
    blocks = [build(ANTON, 22, 23, names={"22": "Ulm", "23": "Ulm"}, ruling="ours"), build(BEATE, 22)]
    found = upgraded("dampfross", *blocks)[1]
    assert [one["ruling"] for one in found] == ["ours", RULING]


def test_a_recount_undone_in_format_1_means_the_same_when_it_is_redone() -> None:
    """2 wood, and 4 coal with a whistle: 2 + 2; with the cattle of the move before it would be 7."""
    cattle = {"do": "move", "by": ANTON, "stop": "cattle", "with": "whistle"}
    blocks = [cattle, counted(goods={"wood": 2}), {"do": "undo"}]
    session = library({FILE: text_of(blocks, game="whistle-stop", format=1).encode()}).open(FILE)
    session.enter({"do": "redo"})
    projection = {row["player"]: row["score"] for row in shown(session)["projection"]}
    assert projection[ANTON] == 2 + 2


@pytest.mark.parametrize(("position", "again"), [({"round": 1}, True), ({"turn": {"player": BEATE}}, False)])
def test_a_round_that_a_recount_of_format_1_names_has_a_new_common_roll(position: Any, again: bool) -> None:
    """Anton rolled 4 for all; then the round began anew and he rolls 5, or Beate is up, with that 4."""
    blocks = [build(ANTON, roll=4), {"do": "recount", "reason": "r", "position": position}]
    blocks.append(build(ANTON if again else BEATE, roll=5))
    text = text_of(blocks, game="dampfross", format=1, options={"common_roll": True})
    session = library({FILE: text.encode()}).read(FILE)
    assert (session.failure is None) == again


def test_a_recount_that_was_replaced_is_not_spoken_of() -> None:
    remark = {"do": "remark", "note": "none"}
    blocks = [counted(goods={"wood": 2}), {"do": "amend", "entry": 1, "action": remark}]
    text = text_of(blocks, game="whistle-stop", format=1)
    assert library({FILE: text.encode()}).read(FILE).notices == []


def test_a_file_of_format_2_says_points_and_no_longer_fame() -> None:
    session = library({FILE: text_of([MOVED], game="whistle-stop").encode()}).read(FILE)
    assert isinstance(session.failure, Refusal)
    assert refused(lambda: session.enter(MOVED), session) == (
        "fame isn't a known key. Check the spelling or remove it."
    )


def test_the_notation_reads_fame_and_writes_points() -> None:
    session = library({FILE: text_of(game="whistle-stop").encode()}).open(FILE)
    block = session.read('move town "Reno" pay fame 2 company a')
    assert block["points"] == 2
    session.enter(block)
    assert session.notation.entry_lines() == ['move town "Reno" pay points 2 company a']
