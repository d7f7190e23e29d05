"""A count holds what it names, whatever an earlier correction changes; the preview says so and offers to change it."""

from typing import Any

import pytest

from tests.corrections import amend, recount, strike
from tests.support import ANTON, BEATE, sound_session


def adjust(amount: int) -> dict[str, Any]:
    return {"do": "adjust", "player": ANTON, "amount": amount, "reason": "x"}


@pytest.mark.parametrize(
    ("counted", "held"),
    [
        ({"cash": {ANTON: 5000}}, [(2, ANTON, 5000, 7000)]),
        ({"cash": {BEATE: 5000}}, []),
        ({"passengers": {ANTON: 1}}, []),
    ],
)
def test_a_count_holds_only_what_it_names(counted: Any, held: list[Any]) -> None:
    """Anton got 1,000 before the count; with 3,000 instead, his counted 5,000 would be 7,000."""
    preview = sound_session([adjust(1000), recount(**counted)]).preview(amend(1, adjust(3000)))
    found = [
        (one.number, one.holding.player, one.holding.value, one.becomes) for one in preview.kept_holdings
    ]
    assert found == held


def test_the_correction_with_its_counts_changes_each_by_the_difference() -> None:
    """The first count hands its difference on to the second, so both figures are 1,000 less."""
    session = sound_session([adjust(1000), recount(cash={ANTON: 5000}), recount(cash={ANTON: 6000})])
    preview = session.preview(strike(1))
    assert preview.with_counts is not None
    revision, figures = preview.with_counts
    assert [(one.number, one.becomes) for one in figures] == [(2, 4000), (3, 5000)]
    session.enter(revision.block)
    assert session.record.scores[ANTON] == 5000


def test_a_count_that_would_be_impossible_stays() -> None:
    session = sound_session([adjust(1000), recount(cash={ANTON: 0})])
    assert session.preview(strike(1)).with_counts is None
