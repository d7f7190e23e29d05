"""Signs that are made of several characters: as wide as the screen draws them, and never cut apart."""

import pytest
from rich.segment import Segment
from textual.strip import Strip

from companion.report.columns import shrink, text_lines, window
from companion.report.layout import clip_text, ending, fold_text, width
from companion.report.spans import Span, cut, plain

ASTRONAUT, THUMB, HEART = "👩‍🚀", "👍🏽", "❤️"
SIGNS = pytest.mark.parametrize("sign", [ASTRONAUT, THUMB, HEART, "🚂", "가", "e\u0301"])


@SIGNS
def test_a_text_is_as_wide_as_it_is_drawn(sign: str) -> None:
    text = f"{sign} and {sign}{sign}"
    assert width(text) == Strip([Segment(text)]).cell_length


def test_columns_line_up_behind_signs_of_several_characters() -> None:
    rows = [[ASTRONAUT, "1"], [THUMB, "3"], ["Anton", "20"]]
    assert text_lines(rows, right=(1,)) == [f"{ASTRONAUT}      1", f"{THUMB}      3", "Anton  20"]


def test_the_widest_columns_give_way_and_none_below_its_bound() -> None:
    widths = [9, 4, 7]
    assert (shrink(widths, [5, 1, 7], 3), widths) == (0, [6, 4, 7])
    assert (shrink(widths, [5, 4, 7], 3), widths) == (2, [5, 4, 7])


@pytest.mark.parametrize(("marked", "shown"), [(0, [0, 1]), (1, [0, 1]), (2, [1, 2]), (3, [3])])
def test_as_many_columns_are_in_view_as_fit_with_the_marked_one(marked: int, shown: list[int]) -> None:
    assert list(window([4, 4, 4, 12], marked, 10)) == shown


@pytest.mark.parametrize("sign", [ASTRONAUT, THUMB])
def test_a_sign_is_kept_whole_or_left_out(sign: str) -> None:
    text = sign * 3
    assert [clip_text(text, room) for room in range(7)] == [
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
    assert fold_text(sign * 4, 5).splitlines() == [sign * 2, f"  {sign}", f"  {sign}"]
    assert fold_text(sign * 2, 1).splitlines() == [sign, f"  {sign}"]
