"""The scores over the evening as dots."""

from companion.report.chart import chart_lines
from companion.report.spans import plain, span_width

LETTERS = {"Anton": "A", "Beate": "B"}


def chart(series: dict[str, list[int]], room: int = 14, height: int = 2) -> list[str]:
    return [plain(line) for line in chart_lines(series, LETTERS, room, height)]


def test_highest_and_lowest_sum_stand_at_the_side_and_letters_where_lines_end() -> None:
    """Eight rows of dots: 8 in the uppermost one, 0 in the lowest one."""
    assert chart({"Anton": [8, 8], "Beate": [0, 0]}) == ["8 │⠉⠉⠉⠉⠉⠉⠉⠉ A", "0 │⣀⣀⣀⣀⣀⣀⣀⣀ B"]


def test_a_steep_line_has_no_holes() -> None:
    """Sixteen dots across: three of them low, the others high, and all rows between the third and the fourth."""
    assert chart({"Anton": [0] * 3 + [8] * 13}, room=13) == ["8 │ ⢸⠉⠉⠉⠉⠉⠉ A", "0 │⣀⡇"]


def test_players_who_end_alike_share_the_place() -> None:
    assert chart({"Anton": [0, 8], "Beate": [0, 8]})[0].endswith(" AB")


def test_debts_have_room_below_nothing() -> None:
    assert chart({"Anton": [-1_000, 2_000]}, room=20)[-1].startswith("-1,000 │")


def test_no_line_is_wider_than_its_room_and_without_room_there_is_none() -> None:
    series = {"Anton": list(range(500)), "Beate": [0] * 500}
    assert all(span_width(line) <= 30 for line in chart_lines(series, LETTERS, 30, 7))
    assert chart(series, room=10) == []
    assert chart({}) == []
