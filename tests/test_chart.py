"""The scores over the evening as dots, with marks below."""

from companion.core.messages import say
from companion.core.views import Milestone
from companion.report.chart import chart_lines
from companion.report.curve import Curve, CurveMark
from companion.report.spans import Line, plain, span_width
from companion.report.words import Speaker

LETTERS = {"Anton": "A", "Beate": "B"}
SPEAKER = Speaker()


def curve_with(
    scores: dict[str, list[int]], final: int | None = None, marks: dict[int, str] | None = None
) -> Curve:
    """Marks are called what is given; the short word is its last one."""
    points = [dict(zip(scores, one, strict=True)) for one in zip(*scores.values(), strict=True)]
    found = tuple(CurveMark(at, named(what)) for at, what in (marks or {}).items())
    return Curve(tuple(scores), tuple(scores), tuple(points), tuple(range(len(points))), found, final)


def named(what: str) -> Milestone:
    """Those that begin alike are of one kind."""
    kind, _, last = what.rpartition(" ")
    return Milestone(say("screen.part" if kind else "evening.end", what=what), last)


def drawn(curve: Curve, room: int = 14, height: int = 4, with_scores: bool = False) -> list[Line]:
    return chart_lines(curve, SPEAKER, LETTERS, room, height, with_scores)


def chart(curve: Curve, room: int = 14, height: int = 4, with_scores: bool = False) -> list[str]:
    return [plain(line) for line in drawn(curve, room, height, with_scores)]


def test_round_scores_stand_at_the_side_and_letters_on_the_lines_and_behind_them() -> None:
    """Eight rows of dots: 8 in the uppermost one, 0 in the lowest one; of two labels at most 0 and 5 are round, and 5
    is in the third row of dots. Letters at a third and two thirds of nine columns.
    """
    assert chart(curve_with({"Anton": [8, 8], "Beate": [0, 0]})) == [
        "5 ┤⠉⠉⠉A⠉⠉⠉⠉⠉ A",
        "0 ┤⣀⣀⣀⣀⣀⣀B⣀⣀ B",
        "  └─────────",
        "",
    ]


def test_a_steep_line_has_no_holes() -> None:
    """Sixteen dots across: three of them low, the others high, and all rows between the third and the fourth."""
    found = chart(curve_with({"Anton": [0] * 3 + [8] * 13}), room=13)
    assert found[:2] == ["5 ┤ ⢸⠉⠉A⠉⠉⠉ A", "0 ┤⣀⡇"]


def test_where_lines_run_together_both_colours_are_seen() -> None:
    first, *_ = drawn(curve_with({"Anton": [8, 8], "Beate": [8, 8]}))
    looks = {span.look for span in first if "\u2800" < span.text <= "\u28ff"}
    assert looks == {"player:Anton", "player:Beate"}


def test_debts_have_room_below_nothing() -> None:
    found = chart(curve_with({"Anton": [-1_000, 2_000]}), room=20, height=11)
    assert found[8].startswith("-1,000 ┤")
    assert any(line.startswith("     0 ┤") for line in found)


def test_marks_have_ticks_and_words_and_those_of_a_kind_are_short_where_room_is_scarce() -> None:
    """40 dots across: 2, 4 and 6 tenths of 39 are 8, 16 and 23, in columns 4, 8 and 11. "run 2" would touch "run 1"."""
    marks = {2: "run 1", 4: "run 2", 6: "run 3", 10: "end"}
    found = chart(curve_with({"Anton": list(range(11))}, marks=marks), room=26)
    assert found[-2:] == ["   └────┴───┴──┴───────┴", "      run 1 2  3      end"]


def test_marks_too_close_for_one_row_of_words_have_two() -> None:
    """Five of six points in a row within 12 columns, each word four wide: all of them are named."""
    marks = {at: f"line {'ABCDE'[at - 15]}→XY" for at in range(15, 20)}
    curve, words = curve_with({"Anton": list(range(21))}, marks=marks), [one[-4:] for one in marks.values()]
    found = chart(curve, room=40, height=12)
    assert len(found) == 12
    assert [one for one in words if one not in "".join(found[-4:])] == []


def test_the_final_scoring_has_its_own_width_and_where_it_is_huge_its_own_scale() -> None:
    """100 is more than 3 x 8: the game fills its part up to the top, and the line begins again beyond the rule."""
    curve = curve_with({"Anton": [0, 8, 8, 100]}, final=3)
    first, *_, last = chart(curve, room=40, height=8)[:6]
    assert first.startswith("  │")
    assert "⠉┊" in first.replace(" ", "")
    assert "┊" in last
    small = chart(curve_with({"Anton": [0, 8, 8, 20]}, final=3), room=40, height=8)
    assert small[0].startswith("20 ┤"), "one scale for all"


def test_no_line_is_wider_than_its_room_and_without_room_there_is_none() -> None:
    curve = curve_with({"Anton": list(range(500)), "Beate": [0] * 500}, marks={9: "a long name", 499: "end"})
    assert all(span_width(line) <= 30 for line in drawn(curve, 30, 7))
    assert chart(curve, room=10) == []
    assert chart(curve, height=3) == []
