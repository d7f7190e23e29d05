"""The page of who leads and why, on the smallest screens too."""

import pytest

from tests.dampfross.moves import depart, operating, places, train
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE
from tests.support import ANTON, BEATE, THREE
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, collapsed, page_lines, read

SHARES = {"players": {ANTON: {"shares": {"A": [1]}}, BEATE: {"points": 20}}, "round": 1}
RUN = [depart(train(ANTON), train(BEATE, pays={ANTON: 3})), places([BEATE], [ANTON])]
SHOWN = {
    "stephensons-rocket": (
        Start("stephensons-rocket", THREE, (), FINAL_TABLE),
        "If it were over now: Beate leads with 75,000, 3,000 ahead "
        "Where Beate is furthest ahead of Anton: shares, 19,000 against 10,000 made of",
        # Spec, example 5: GWR has 12 towns and stations 3, 2, 1; one more shares 12,000 + 6,000
        "Beate needs 1 more station on GWR to share the first place: +3,000 (Anton -3,000)",
    ),
    "whistle-stop": (
        Start("whistle-stop", THREE, (), {"position": SHARES}),
        "If it were over now: Beate leads with 20, 5 ahead "
        "Where Beate is furthest ahead of Anton: points, 20 against 0 made of",
        "Beate needs 2 more shares of A to be first there: +15 (Anton -15)",
    ),
    "dampfross": (
        Start("dampfross", THREE, RUN, {"position": operating()}),
        "If it were over now: Beate leads with 37, 4 ahead "
        "Where Beate is furthest ahead of Anton: prizes, 20 against 10 made of",
        "may build 13 20 ·",
    ),
}


@pytest.mark.parametrize("game", SHOWN)
def test_who_leads_and_why_stands_at_the_top_and_how_to_gain_on_the_leader_below(game: str) -> None:
    start, first, within = SHOWN[game]
    text = collapsed(read(page_lines(AtDesk(start.disk()).model, "leads", 37)))
    assert text.startswith(first)
    assert within in text
    assert ("What they cost to get is not counted." in text) == (game != "dampfross")
