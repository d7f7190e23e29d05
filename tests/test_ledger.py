"""Postings have two ends; nothing is created or lost, and nothing falls below zero."""

import pytest

from companion.core.ledger import BANK, BOX, Ledger, OpenLedger, Overdrawn, Unbalanced, player
from tests.support import imbalances

MONEY = ("money",)
TILES = ("tiles",)
SUPPLY = ("supply",)
BOARD = ("board",)
ANTON = player("Anton")

EMPTY = Ledger({}, frozenset({("money", "bank")}))


def test_what_may_not_fall_below_zero_is_overdrawn_and_nothing_is_booked() -> None:
    ledger = OpenLedger(EMPTY)
    ledger.move(TILES, BOX, SUPPLY, 1)
    with pytest.raises(Overdrawn) as lack:
        ledger.move(TILES, SUPPLY, BOARD, 2)
    assert (lack.value.held, lack.value.wanted) == (1, 2)
    assert ledger.close().of(TILES, SUPPLY) == 1


def test_a_negative_posting_runs_the_other_way_and_is_checked_there() -> None:
    ledger = OpenLedger(EMPTY)
    with pytest.raises(Overdrawn):
        ledger.move(MONEY, BANK, ANTON, -1)


def test_books_that_do_not_add_up_cannot_be_closed() -> None:
    crooked = Ledger({TILES: {SUPPLY: 5}})
    ledger = OpenLedger(crooked)
    ledger.move(TILES, SUPPLY, BOARD, 1)
    with pytest.raises(Unbalanced):
        ledger.close()
    assert imbalances(crooked) == {TILES: 5}


def test_settling_gives_back_before_it_takes_so_that_a_full_board_can_be_rearranged() -> None:
    ledger = OpenLedger(EMPTY)
    ledger.move(TILES, BOX, SUPPLY, 2)
    ledger.move(TILES, SUPPLY, ("line", "A"), 2)
    ledger.settle(TILES, SUPPLY, [(("line", "B"), 2), (("line", "A"), 0)])
    assert ledger.close().of(TILES, ("line", "B")) == 2
