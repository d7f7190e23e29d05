"""The chart and its figures, on every screen."""

import pytest

from tests.dampfross.moves import END_BUILDING, build, depart, places, train
from tests.support import ANTON, BEATE, THREE, session_of
from tests.tui.acting import Start
from tests.tui.desk import collapsed, model_of, page_lines, read

RUN = [depart(train(ANTON), train(BEATE, pays={ANTON: 4})), places([BEATE], [ANTON])]
START = Start("dampfross", THREE, [build(ANTON, cities=[12]), END_BUILDING, *RUN], {})
"""20 each; Anton 6 for a city, 4 in fares and 10 for the second place; Beate 20 for the first."""


@pytest.mark.parametrize(("width", "height"), [(77, 20), (117, 36)])
def test_chart_and_figures_are_on_one_screen(width: int, height: int) -> None:
    model = model_of(session_of(START.blocks, START.players, game=START.game))
    drawn = read(page_lines(model, "scores", width, height, tab="chart"))
    lines, text = drawn.splitlines(), collapsed(drawn)
    assert len(lines) <= height
    assert "A Anton B Beate C Claus" in text
    axis = next(at for at, one in enumerate(lines) if "└" in one)
    ends = [one.split()[-2:] for one in lines[:axis] if one.rstrip().endswith((" 40", " 36", " 20"))]
    assert ends == [["A", "40"], ["B", "36"], ["C", "20"]], "the best at the top"
    assert lines[axis].count("┴") == 2
    assert lines[axis + 1].split() == ["building", "run", "1"]
    assert lines[axis].index("┴", lines[axis].index("┴") + 1) == len(lines[axis].rstrip()) - 1
    text = collapsed(read(page_lines(model, "scores", width, height, tab="chart", figures=1)))
    assert "Start 20 20 20 Entry 1 26 20 20 Building 26 20 20 Entry 3 30 16 20 Run 1 40 36 20" in text
    assert "└" not in text


@pytest.mark.parametrize("as_figures", [True, False])
def test_there_is_no_chart_while_money_is_hidden_and_too_little_to_draw_is_said(as_figures: bool) -> None:
    gift = {"do": "adjust", "player": ANTON, "amount": 7_000, "reason": "found"}
    hidden = model_of(session_of([gift] * 3, options={"hidden_money": True}))
    text = collapsed(read(page_lines(hidden, "scores", tab="chart", figures=as_figures)))
    assert text.startswith("Money is hidden until the end of the game")
    assert "7,000" not in text
    text = collapsed(read(page_lines(model_of(session_of()), "scores", tab="chart", figures=as_figures)))
    assert ("Start" if as_figures else "Not enough entries for a chart yet.") in text
