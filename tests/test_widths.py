"""Signs that are made of several characters: as wide as the screen draws them, and never cut apart."""

import pytest
from rich.segment import Segment
from textual.strip import Strip

from companion.report.layout import clipped, columns, ending, folded, width
from companion.report.spans import Span, cut, plain

ASTRONAUT, THUMB, HEART = "👩‍🚀", "👍🏽", "❤️"
SIGNS = pytest.mark.parametrize("sign", [ASTRONAUT, THUMB, HEART, "🚂", "가", "e\u0301"])


@SIGNS
def test_a_text_is_as_wide_as_it_is_drawn(sign: str) -> None:
    text = f"{sign} and {sign}{sign}"
    assert width(text) == Strip([Segment(text)]).cell_length


def test_columns_line_up_behind_signs_of_several_characters() -> None:
    rows = [[ASTRONAUT, "1"], [THUMB, "3"], ["Anton", "20"]]
    assert columns(rows, right=frozenset({1})) == [f"{ASTRONAUT}      1", f"{THUMB}      3", "Anton  20"]


@pytest.mark.parametrize("sign", [ASTRONAUT, THUMB])
def test_a_sign_is_kept_whole_or_left_out(sign: str) -> None:
    text = sign * 3
    assert [clipped(text, room) for room in range(7)] == [
        "",
        ".",
        ".",
        f"{sign}.",
        f"{sign}.",
        f"{sign * 2}.",
        text,
    ]
    assert [ending(text, room) for room in range(7)] == ["", "", sign, sign, sign * 2, sign * 2, text]
    assert plain(cut((Span("ab"), Span(text)), 6)) == f"ab{sign}…"


@pytest.mark.parametrize("sign", [ASTRONAUT, THUMB])
def test_a_line_is_folded_between_signs(sign: str) -> None:
    assert folded(sign * 4, 5).splitlines() == [sign * 2, f"  {sign}", f"  {sign}"]
    assert folded(sign * 2, 1).splitlines() == [sign, f"  {sign}"]
