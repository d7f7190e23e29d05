"""The rounding unit of mergers, which a ruleset may set apart from that of all other payouts."""

import pytest

from companion.core.messages import say
from companion.games.models import validate
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import payout_by_towns
from tests.ruleset_faults import Changes, changed, fault_of

GAME = "stephensons-rocket"


@pytest.mark.parametrize(
    ("changes", "merger", "station"),
    [
        ([], {"A": 5000, "B": 2000}, {"A": 5000, "B": 2000}),
        ([("payouts.merger_unit", 2000)], {"A": 4000, "B": 2000}, {"A": 5000, "B": 2000}),
        ([("payouts.merger_unit", 5000)], {"A": 5000, "B": 0}, {"A": 5000, "B": 2000}),
    ],
    ids=["one unit", "by 2,000", "by 5,000"],
)
def test_only_mergers_are_rounded_to_their_own_unit(
    changes: Changes, merger: dict[str, int], station: dict[str, int]
) -> None:
    """Five towns pay 5,000, and half of that, 2,500."""
    ruleset = validate(RocketRuleset, changed(GAME, changes))
    for kind, amounts in (("merger", merger), ("station", station)):
        receipt = payout_by_towns(ruleset, kind, "NER", 5, {"A": 2, "B": 1}, say("x"))
        assert receipt.amounts == amounts


def test_a_unit_of_mergers_that_no_note_can_pay_is_refused() -> None:
    key, values = fault_of(GAME, [("payouts.merger_unit", 500)])
    assert key == "stephensons-rocket.ruleset.merger-unit"
    assert (values["value"], values["unit"]) == (500, 1000)
