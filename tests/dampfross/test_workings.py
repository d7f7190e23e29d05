"""The preview of a departure is the fare matrix: fields used, halves of joint trains, and the net."""

from collections.abc import Mapping
from typing import Any

from companion.core.views import TableView
from companion.session import Session
from tests.dampfross.moves import depart, operating, played, train
from tests.support import ANTON, BEATE, CLAUS


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
