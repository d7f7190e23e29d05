"""The preview of a departure is the fare matrix: fields used, halves of joint trains, and the net."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.views import TableView
from companion.report.spans import plain
from companion.session import Session
from tests.dampfross.moves import END_BUILDING, build, depart, fee, joint_build, operating, played, train
from tests.results import receipts
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, collapsed, page_lines


def at_departure(**accounts: int) -> Session:
    """Between runs; Claus owns a ferry."""
    return played(position=operating(accounts=accounts, ferries={"Gedser 1": CLAUS}))


def figures(table: TableView) -> dict[str, list[Any]]:
    return {row.key: [cell.value for cell in row.cells[1:]] for row in table.rows}


def matrix(*trains: Mapping[str, Any], **accounts: int) -> dict[str, dict[str, list[Any]]]:
    tables = at_departure(**accounts).preview(depart(*map(dict, trains))).workings
    return {table.key: figures(table) for table in tables}


def test_fares_between_two_are_set_off() -> None:
    """Rulebook, fares: A owes B 19 and B owes A 11, so A pays 8."""
    found = matrix(train(ANTON, pays={BEATE: 19}), train(BEATE, pays={ANTON: 11}))
    assert found == {
        "fields": {ANTON: [0, 19], BEATE: [11, 0]},
        "paid": {ANTON: [None, 8, -8], BEATE: [0, None, 8]},
    }


def test_halves_of_a_joint_train_stand_between_fields_and_net() -> None:
    """7 fields of Anton: Beate, richer, bears 4 and Claus 3. Anton owes Beate 5, less her 4: 1."""
    found = matrix(train(ANTON, pays={BEATE: 5}), train(BEATE, CLAUS, pays={ANTON: 7}), Beate=30, Claus=20)
    assert found == {
        "fields": {ANTON: [0, 5], "Beate + Claus": [7, 0]},
        "owed": {ANTON: [None, 5, 0], BEATE: [4, None, 0], CLAUS: [3, 0, None]},
        "paid": {ANTON: [None, 1, 0, 2], BEATE: [0, None, 0, 1], CLAUS: [3, 0, None, -3]},
    }


def test_ferries_have_a_row_of_uses_and_a_column_of_their_own() -> None:
    """Anton uses Claus's ferry twice, 3 each, and 4 fields of Beate: he pays 10 in all."""
    found = matrix(train(ANTON, pays={BEATE: 4}, ferries={CLAUS: 2}), train(BEATE))
    assert found == {
        "fields": {ANTON: [4, 0], "Anton, ferries": [0, 2], BEATE: [0, 0]},
        "paid": {ANTON: [None, 4, 0, -6, -10], BEATE: [0, None, 0, 0, 4], CLAUS: [0, 0, None, 6, 6]},
    }


def test_one_fare_alone_needs_no_net() -> None:
    assert matrix(train(ANTON, pays={BEATE: 4})) == {"fields": {ANTON: [4]}}


def test_without_fares_there_is_no_matrix() -> None:
    assert matrix(train(ANTON), train(BEATE)) == {}


def test_a_departure_that_is_not_understood_has_no_matrix() -> None:
    session = at_departure()
    for trains in ([train("Nobody", pays={BEATE: 1})], [train(ANTON, pays={BEATE: 1}), train(ANTON)]):
        assert session.preview(depart(*trains)).workings == ()


SAME = "Anton and Beate have the same balance"
RICHER = "Beate has more units and pays the odd one."
FIRST = f"{SAME}. Anton, named first, pays the odd unit."
RICHER_IN_TURN = "Beate has more units. Beate and Anton pay the odd ones in turn."
FIRST_IN_TURN = f"{SAME}. Anton, named first, and Beate pay the odd units in turn."
RULE = "The richer one pays an odd unit. If both have the same balance, the one you name first does."


def told_of_odd_units(session: Session, kind: str) -> str:
    """What the receipt says last, if that is about odd units."""
    (receipt,) = receipts(session, kind)
    found = [one for one in (RICHER, FIRST, RICHER_IN_TURN, FIRST_IN_TURN) if receipt["text"].endswith(one)]
    assert found or "odd" not in receipt["text"], receipt["text"]
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("beate", "fields", "times", "told"),
    [
        (30, 5, 0, {"fares": RICHER}),
        (20, 5, 0, {"fares": FIRST}),
        (30, 4, 0, {"fares": ""}),
        (30, 0, 1, {"ferry": RICHER}),
        (30, 4, 1, {"fares": "", "ferry": RICHER}),
        (30, 5, 1, {"fares": RICHER_IN_TURN, "ferry": RICHER_IN_TURN}),
        (20, 5, 1, {"fares": FIRST_IN_TURN, "ferry": FIRST_IN_TURN}),
    ],
)
def test_a_receipt_says_who_pays_an_odd_unit_of_a_joint_train_and_why(
    beate: int, fields: int, times: int, told: dict[str, str]
) -> None:
    """Rulebook: the richer one pays one unit more. Spec: odd ones in turn; of equals the first named begins."""
    pays, ferries = {CLAUS: fields} if fields else None, {CLAUS: times} if times else None
    session = at_departure(Anton=20, Beate=beate)
    session.enter(depart(train(ANTON, BEATE, pays=pays, ferries=ferries), train(CLAUS)))
    assert {kind: told_of_odd_units(session, kind) for kind in told} == told


def test_a_receipt_says_who_pays_an_odd_unit_of_a_joint_build_and_why() -> None:
    """1 for a join: Anton and Beate both have 20. Who builds alone shares nothing."""
    fees = [fee(CLAUS, joins=1)]
    assert told_of_odd_units(played(joint_build((ANTON, BEATE), (4, 4), fees=fees)), "build-fees") == FIRST
    assert told_of_odd_units(played(build(ANTON, fees=fees)), "build-fees") == ""


def test_the_preview_and_the_rules_page_say_who_pays_the_odd_unit() -> None:
    """Three fields of Claus: Anton, named first of two with 20 each, pays 2 and Beate 1."""
    desk = AtDesk(Start("dampfross", blocks=[END_BUILDING]).disk()).press("d 6 5 3 1 a + b tab c 3")
    assert f"Anton pays Claus 2 units. Beate pays Claus 1 unit. {FIRST}" in desk.text
    rules = collapsed(" ".join(plain(line) for line in page_lines(desk.model, "games")))
    assert rules.count(RULE) == 2, "for a joint build and for a joint train"
