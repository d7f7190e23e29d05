"""What could come next in a half-typed line of Dampfross."""

from typing import Any

import pytest

from tests.dampfross.test_forms import between_runs, building, running
from tests.support import ANTON, BEATE, CLAUS


@pytest.mark.parametrize(
    ("session", "line", "candidates"),
    [
        (
            building,
            "b 5 ",
            ["plain", "river", "slope", "ridge", "hill_river", "track", "city", "fee", "name"],
        ),
        (building, "b 5 p 3 fee ", [BEATE, CLAUS, ANTON]),
        (between_runs, "d 65 ", ["München"]),
        (between_runs, "d 65 32 train anton ", [BEATE, CLAUS, ANTON]),
        (between_runs, "d 65 32 train anton ferry ", [CLAUS, ANTON, BEATE]),
        (running, "r ", [ANTON, BEATE, CLAUS]),
        (running, "a anton 3 2 ", [ANTON, BEATE, CLAUS]),
    ],
)
def test_completion_offers_what_can_come_next_what_the_rules_refuse_last(
    session: Any, line: str, candidates: list[str]
) -> None:
    found = [one.text for one in session().completions(line).candidates]
    assert found[: len(candidates)] == candidates
