"""Tables, clock and reminders as text of a given width, without colour; signs are never cut apart."""

import pytest
from rich.segment import Segment
from textual.strip import Strip

from companion.core import views
from companion.core.messages import say
from companion.core.views import Cell, Clock, Column, Gauge, TableRow, TableView, Term
from companion.report.columns import window
from companion.report.spans import Span, cut, plain
from companion.report.table_lines import clock_lines, legend_lines, table_lines
from companion.report.text_width import clip_text, ending, fold_text, width
from companion.report.words import Speaker
from tests.support import library

SPEAKER = Speaker()


def simple(counts: dict[str, int], good: str = "wood") -> TableView:
    columns = (Column(None, least=4, is_right=False), *(Column(None, name, least=3) for name in counts))
    return TableView("goods", "Goods", columns, (TableRow(good, (Cell(good), *views.ranked_cells(counts))),))


def grouped(players: tuple[str, ...]) -> TableView:
    """Return a table with two columns for each player; the second is dropped first if there is no room."""
    columns = [Column("line", least=4, is_right=False), Column("towns", priority=1, least=2)]
    for name in players:
        columns += [Column("sh", name, least=3), Column("st", name, priority=2, least=3)]
    counts = views.plain_cells(dict.fromkeys(players, 7))
    pairs = [cell for pair in zip(counts, counts, strict=True) for cell in pair]
    rows = (
        TableRow("NER", (Cell("NER"), Cell(13), *pairs)),
        TableRow("L&Y", (Cell("L&Y -> NER"), views.EMPTY, *(views.EMPTY for _ in pairs))),
    )
    return TableView("lines", "Lines", tuple(columns), rows)


def test_marks_stand_behind_the_number_and_zero_is_a_dot() -> None:
    assert table_lines(simple({"Anton": 12, "Beate": 3, "Claus": 0}), SPEAKER, 80) == [
        "Goods  Anton  Beate  Claus",
        "wood      12*     3      .",
    ]
    assert table_lines(simple({"Anton": 3, "Beate": 3}), SPEAKER, 80)[1] == "wood       3=     3="


def test_columns_of_one_player_stand_under_his_name_between_bars() -> None:
    assert table_lines(grouped(("Anton", "Beate")), SPEAKER, 80) == [
        "Lines",
        "            | Anton  | Beate",
        "line  towns | sh  st | sh  st",
        "NER      13 |  7   7 |  7   7",
        "L&Y -> NER",
    ]


def test_what_does_not_fit_is_left_out_by_priority_and_named() -> None:
    lines = table_lines(grouped(("Anton", "Beate", "Claus", "Dora")), SPEAKER, 40)
    assert lines == [
        "Lines",
        "           | Anton| Beate| Claus | Dora",
        "line towns |   sh |   sh |    sh |   sh",
        "NER     13 |    7 |    7 |     7 |    7",
        "L&Y -> NER",
        "(no room for st)",
    ]


def test_where_even_the_most_important_columns_do_not_fit_the_last_ones_are_left_out() -> None:
    table = simple({f"Player {number}": 100_000 for number in range(6)})
    lines = table_lines(table, SPEAKER, 40)
    assert max(map(width, lines)) <= 40
    assert lines[1].split() == ["wood", *["100,000="] * 4]
    assert "Player 5" in "\n".join(lines[2:])


def test_a_long_name_gives_way_before_a_cell_does() -> None:
    table = simple({"Maximiliane": 4, "Bo": 1}, good="steel and iron")
    assert table_lines(table, SPEAKER, 26) == ["Goods          Maximi. Bo", "steel and iron      4*  1"]
    assert table_lines(table, SPEAKER, 20) == ["Goods        Ma. Bo", "steel and i.  4*  1"]


def test_names_that_look_alike_when_cut_are_told_apart_by_their_seat() -> None:
    table = simple({"Christopher A": 1, "Christopher B": 2})
    assert table_lines(table, SPEAKER, 20) == ["Goods Chri.1 Chris.2", "wood      1       2*"]
    assert table_lines(table, SPEAKER, 19)[0] == "Goods Chri.1 Chri.2"


def test_words_of_the_ruleset_take_their_short_form_where_the_long_one_does_not_fit() -> None:
    speaker = Speaker(library().rulesets.load("stephensons-rocket").ruleset)
    columns = (Column(None, is_right=False), Column(Term("supplementary")))
    table = TableView("one", "Line", columns, (TableRow("NER", (Cell(Term("textiles")), Cell(3))),))
    assert table_lines(table, speaker, 40)[0] == "Line      supplementary shares"
    assert table_lines(table, speaker, 20) == ["Line    suppl.", "textile      3"]


def test_the_legend_stands_only_where_there_are_marks() -> None:
    assert legend_lines([simple({"Anton": 0, "Beate": 0})], SPEAKER, 80) == []
    assert legend_lines([simple({"Anton": 1})], SPEAKER, 80) == ["* has the most and = is tied for the most"]


POINTS = Gauge("points", 30, 41, 0, said=say("dampfross.gauge-units", target=41, best=11), grows=True)
"""11 of 41."""


def test_the_clock_says_what_is_left_of_turn_and_game_and_what_is_near_its_end() -> None:
    turn = views.TurnLeft("Anton", "actions", 1, 2, ("GWR",))
    clock = Clock((Gauge("tiles", 5, 60, 0, True), Gauge("lines", 4, 7, 1), Gauge("seats", 9, 9)), turn)
    assert clock_lines(clock, SPEAKER, 80) == [
        "Anton: 1 of 2 actions left (GWR)",
        "Left: ! tiles 5/60 | lines 4/7, ends at 1 | seats 9/9",
    ]
    assert clock_lines(clock, SPEAKER, 45)[1:] == ["Left: ! tiles 5/60 | lines 4/7, ends at 1", "  seats 9/9"]
    assert clock_lines(Clock(()), SPEAKER, 80) == []


@pytest.mark.parametrize(
    ("gauges", "line"),
    [
        ([POINTS], "Ends at 41, highest 11"),
        ([POINTS._replace(is_near_end=True)], "! Ends at 41, highest 11"),
        ([POINTS, Gauge("gold", 3, 9)], "Ends at 41, highest 11 | Left: gold 3/9"),
        ([Gauge("gold", 3, 9), POINTS], "Left: gold 3/9 | Ends at 41, highest 11"),
    ],
)
def test_a_gauge_with_words_of_its_own_is_told_in_them(gauges: list[Gauge], line: str) -> None:
    assert clock_lines(Clock(tuple(gauges)), SPEAKER, 80) == [line]


ASTRONAUT, THUMB, HEART = "👩‍🚀", "👍🏽", "❤️"
SIGNS = pytest.mark.parametrize("sign", [ASTRONAUT, THUMB, HEART, "🚂", "가", "e\u0301"])


@SIGNS
def test_a_text_is_as_wide_as_it_is_drawn(sign: str) -> None:
    text = f"{sign} and {sign}{sign}"
    assert width(text) == Strip([Segment(text)]).cell_length


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
