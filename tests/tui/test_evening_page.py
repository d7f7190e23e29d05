"""The page of the evening: one key away, chart, figures and story within reach on every screen, and back again."""

import pytest

from tests.dampfross.moves import END_BUILDING, build, depart, places, train
from tests.support import ANTON, BEATE, THREE
from tests.tui.acting import Size, Start, collapsed, table_screen
from tests.tui.driving import LARGE, SMALL, Table, app_of, disk_of, driven

RUN = [depart(train(ANTON), train(BEATE, pays={ANTON: 4})), places([BEATE], [ANTON])]
START = Start("dampfross", THREE, [build(ANTON, cities=[12]), END_BUILDING, *RUN], {})
"""20 each; Anton 6 for a city, 4 in fares and 10 for the second place; Beate 20 for the first."""


@pytest.mark.parametrize("size", [SMALL, LARGE, (40, 30)], ids=["80x24", "120x40", "40x30"])
def test_chart_story_and_figures_are_on_one_screen(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press("E")
        lines, text = table.lines(), collapsed(table.text())
        assert lines[0].split() == ["The", "evening"]
        assert "A Anton B Beate C Claus" in text
        axis = next(at for at, one in enumerate(lines) if "└" in one)
        ends = [one.split()[-2:] for one in lines[2:axis] if one.rstrip().endswith((" 40", " 36", " 20"))]
        assert ends == [["A", "40"], ["B", "36"], ["C", "20"]], "the best at the top"
        assert lines[axis].count("┴") == 2
        assert lines[axis + 1].split() == ["building", "run", "1"]
        assert lines[axis].index("┴", lines[axis].index("┴") + 1) == len(lines[axis].rstrip()) - 1
        assert "So far Anton is ahead with 40 (balance), 4 more than Beate." in text
        assert "The largest payout was 20, to Beate with entry 4: Prize of run 1" in text
        assert "Anton led alone (balance) after each of the 4 entries." in text
        await table.press("f")
        text = collapsed(table.text())
        assert "start 20 20 20 entry 1 26 20 20 building 26 20 20 entry 3 30 16 20 run 1 40 36 20" in text
        assert "is in the next line. So far Anton is ahead" in text
        assert "└" not in text
        await table.press("f")
        assert "└" in table.text()
        await table.press("escape")
        assert table.app.screen is table_screen(table)
        if size == LARGE:
            assert [one for one in table.lines() if "┤" in one and "building" not in one]
            assert [one for one in table.lines() if "building" in one and "run 1" in one], (
                "marks on the table"
            )

    driven(app_of(START.disk()), doing, size)


def test_while_money_is_hidden_the_page_says_only_that() -> None:
    gift = {"do": "adjust", "player": ANTON, "amount": 7_000, "reason": "found"}

    async def doing(table: Table) -> None:
        await table.press("E")
        text = collapsed(table.text())
        assert "Money is hidden until the end; the evening is drawn and told then." in text
        assert "7,000" not in text
        await table.press("f")
        assert "7,000" not in table.text()

    driven(app_of(disk_of([gift] * 3, options={"hidden_money": True})), doing)


def test_before_there_is_something_to_draw_that_is_said() -> None:
    async def doing(table: Table) -> None:
        await table.press("E", "f")
        assert "start" in table.text()
        await table.press("f")
        assert "Too little is entered for a chart yet." in table.text()

    driven(app_of(disk_of()), doing)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_an_end_on_its_own_scale_is_said_wherever_the_chart_stands(size: tuple[int, int]) -> None:
    """2,000 before the end and 10,000 after it stand at one height: below the final sheet, and on the table."""
    blocks = [
        {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"},
        {"do": "extend", "by": ANTON, "line": "GWR", "metropolises": ["Reading"]},
        {"do": "finish"},
    ]

    async def doing(table: Table) -> None:
        note = "Right of the dotted line is the final scoring, on a scale of its own."
        assert note in collapsed(table.text())
        await table.past_the_end()
        beside_others = note.split(",")[0].split(" is ")[0]
        assert beside_others in table.text() or size == SMALL, "a small table has no chart"

    driven(app_of(disk_of(blocks)), doing, size)
