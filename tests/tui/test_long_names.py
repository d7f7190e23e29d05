"""Names that are too long give way to sums, which are never cut."""

import pytest

from companion.draw.projection import projection_lines
from companion.draw.scores import score_lines
from companion.report.spans import plain, span_width
from tests.support import session_of
from tests.tui.desk import model_of

LONG = "Maximiliane-Henriette von und zu Hohenzollern-Sigmaringen"
WIDE = "李雷" * 20


@pytest.mark.parametrize("room", [24, 40, 69])
@pytest.mark.parametrize("name", [LONG, WIDE])
def test_sums_stand_whole_beside_a_name_that_is_cut(name: str, room: int) -> None:
    session = session_of([], ("Anton", name), game="dampfross")
    model = model_of(session)
    scores, ahead = score_lines(model, room), projection_lines(model, room)
    assert all(span_width(line) <= room for line in (*scores, *ahead))
    assert " ".join(map(plain, scores)).split().count("20") == 4, "both players, now and if it were over"
    if room > 24:
        assert plain(ahead[-1]).split().count("20") == 2
