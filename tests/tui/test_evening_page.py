"""The pages of who leads and why and of the evening, on every screen."""

import pytest

from tests.dampfross.moves import END_BUILDING, build, depart, operating, places, train
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE
from tests.support import ANTON, BEATE, THREE, session_of
from tests.tui.acting import Start, table_screen
from tests.tui.desk import AtDesk, collapsed, model_of, page_lines, read
from tests.tui.driving import LARGE, app_of, running

SHARES = {"players": {ANTON: {"shares": {"A": [1]}}, BEATE: {"points": 20}}, "round": 1}
ONE_RUN = [depart(train(ANTON), train(BEATE, pays={ANTON: 3})), places([BEATE], [ANTON])]
SHOWN = {
    "stephensons-rocket": (
        Start("stephensons-rocket", THREE, (), FINAL_TABLE),
        "B Beate would win by 3,000 pounds if it ended now. Made up of",
        # Spec, example 5: GWR has 12 towns and stations 3, 2, 1; one more for Claus shares 6,000 with Beate
        "+3,000 B −3,000 1 GWR station: ties for second",
    ),
    "dampfross": (
        Start("dampfross", THREE, ONE_RUN, {"position": operating()}),
        "B Beate leads by 4 units. Made up of",
        "Can build 13 20 ·",
    ),
}


@pytest.mark.parametrize("game", SHOWN)
def test_who_leads_and_why_is_at_the_top_and_how_to_gain_on_the_leader_below(game: str) -> None:
    start, first, within = SHOWN[game]
    text = collapsed(read(page_lines(AtDesk(start.disk()).model, "leads", 37)))
    assert text.startswith(first)
    assert within in text
    assert ("costs not counted" in text) == (game != "dampfross")


RUN = [depart(train(ANTON), train(BEATE, pays={ANTON: 4})), places([BEATE], [ANTON])]
START = Start("dampfross", THREE, [build(ANTON, cities=[12]), END_BUILDING, *RUN], {})
"""20 each; Anton 6 for a city, 4 in fares and 10 for the second place; Beate 20 for the first."""


@pytest.mark.parametrize(("width", "height"), [(77, 20), (117, 36), (37, 26)])
def test_chart_story_and_figures_are_on_one_screen(width: int, height: int) -> None:
    model = model_of(session_of(START.blocks, START.players, game=START.game))
    drawn = read(page_lines(model, "evening", width, height))
    lines, text = drawn.splitlines(), collapsed(drawn)
    assert len(lines) <= height
    assert "A Anton B Beate C Claus" in text
    axis = next(at for at, one in enumerate(lines) if "└" in one)
    ends = [one.split()[-2:] for one in lines[:axis] if one.rstrip().endswith((" 40", " 36", " 20"))]
    assert ends == [["A", "40"], ["B", "36"], ["C", "20"]], "the best at the top"
    assert lines[axis].count("┴") == 2
    assert lines[axis + 1].split() == ["building", "run", "1"]
    assert lines[axis].index("┴", lines[axis].index("┴") + 1) == len(lines[axis].rstrip()) - 1
    assert "So far Anton is ahead with 40 units, 4 more than Beate." in text
    assert "The largest payout was 20 units, to Beate in entry 4: Prizes for run 1" in text
    assert "Anton led alone throughout, for 4 entries." in text
    text = collapsed(read(page_lines(model, "evening", width, height, figures=1)))
    assert "Start 20 20 20 Entry 1 26 20 20 Building 26 20 20 Entry 3 30 16 20 Run 1 40 36 20" in text
    assert "is in the next row. So far Anton is ahead" in text
    assert "└" not in text


async def test_a_key_opens_it_another_one_has_the_figures_and_the_table_has_the_chart_too() -> None:
    async with running(app_of(START.disk()), LARGE) as table:
        await table.press("E")
        assert table.lines()[0].split() == ["Story"]
        assert "└" in table.text()
        await table.press("f")
        assert "└" not in table.text()
        await table.press("f", "escape")
        assert table.app.screen is table_screen(table)
        assert [one for one in table.lines() if "┤" in one and "building" not in one]
        assert [one for one in table.lines() if "building" in one and "run 1" in one], "marks on the table"


@pytest.mark.parametrize("as_figures", [True, False])
def test_hidden_money_and_too_little_to_draw_are_said(as_figures: bool) -> None:
    gift = {"do": "adjust", "player": ANTON, "amount": 7_000, "reason": "found"}
    hidden = model_of(session_of([gift] * 3, options={"hidden_money": True}))
    text = collapsed(read(page_lines(hidden, "evening", figures=as_figures)))
    assert text == "Money is hidden until the end. You'll see the chart and the story then."
    text = collapsed(read(page_lines(model_of(session_of()), "evening", figures=as_figures)))
    assert ("Start" if as_figures else "Not enough entries for a chart yet.") in text
