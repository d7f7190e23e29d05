"""Which block goes where, and lines that keep to their room."""

import pytest

from companion.report.spans import (
    Span,
    beside,
    cut,
    folded_line,
    line,
    plain,
    rule,
    span_width,
    spread,
    stripped,
    wrapped,
)
from companion.tui.draw.entry import with_more
from companion.tui.draw.hints import idle_hints
from companion.tui.screens.layout import LEAST_ENTRY, entry_height, layout_of
from tests.support import session_of
from tests.tui.desk import model_of


@pytest.mark.parametrize(
    ("size", "kind"),
    [
        ((40, 40), "narrow"),
        ((59, 24), "narrow"),
        ((80, 24), "small"),
        ((120, 24), "small"),
        ((120, 40), "wide"),
        ((200, 60), "wide"),
    ],
)
def test_the_size_of_the_terminal_decides_on_the_layout(size: tuple[int, int], kind: str) -> None:
    layout = layout_of(*size)
    assert layout.kind == kind
    assert layout.left + (layout.right + 3 if layout.right else 0) + layout.margin == size[0]


def test_the_entry_takes_what_the_tables_leave_and_more_where_it_needs_it() -> None:
    """17 rows below the scores, the tables take 13, their main table 9: an entry may have 4 to 8 rows."""
    assert entry_height(17, 5, 9, stays=9) == 8
    assert entry_height(17, 7, 13, stays=9) == 7
    assert entry_height(17, 40, 13, stays=9) == 8


def test_the_entry_has_its_least_room_also_in_a_low_terminal() -> None:
    assert entry_height(17, 40, 15, stays=15) == LEAST_ENTRY
    assert entry_height(4, 40, 15, stays=15) == 4


def test_a_line_is_cut_to_its_room_with_a_full_stop() -> None:
    whole = line(Span("Anton ", "strong"), "takes a share")
    assert plain(cut(whole, 19)) == "Anton takes a share"
    assert plain(cut(whole, 18)) == "Anton takes a sha…"
    assert span_width(cut(whole, 7)) <= 7


def test_groups_stay_together_when_lines_are_wrapped() -> None:
    groups = [line(Span("e ", "key"), "extend  "), line(Span("f ", "key"), "finish  ")]
    assert [plain(one) for one in wrapped(groups, 12, indent=0)] == ["e extend", "f finish"]
    assert [plain(one) for one in wrapped(groups, 40)] == ["e extend  f finish"]


def test_what_stands_flush_right_is_never_cut() -> None:
    assert plain(spread(line("a long title"), line("#12"), 10)) == "a lon… #12"


def test_two_blocks_stand_side_by_side_in_columns() -> None:
    rows = beside([line("ab"), line("c")], [line("1"), line("2"), line("3")], gap=" ")
    assert [plain(one) for one in rows] == ["ab 1", "c  2", "   3"]


def test_what_is_empty_at_the_end_of_a_line_goes() -> None:
    assert stripped(line("a ", " ", "")) == (Span("a"),)


@pytest.mark.parametrize(
    ("title", "right", "said"),
    [
        ("extend", "", "── extend ─────── PgDn: 15 more lines ──"),
        ("extend", "Enter books", "── extend ───── PgDn +15  Enter books ──"),
        ("use", "refused; Enter: change it, ! overrules", " refused; Enter: change it… PgDn +15 ──"),
    ],
)
def test_a_block_longer_than_its_room_says_so(title: str, right: str, said: str) -> None:
    lines = [rule(title, right, 40), *[()] * 19]
    assert plain(with_more(model_of(session_of()), lines, 5, 40)[0]).split() == said.split()


def test_where_not_all_keys_have_room_the_last_one_tells_all_of_them() -> None:
    lines = [plain(one) for one in idle_hints(model_of(session_of()), 40, 2)]
    assert len(lines) == 2
    assert lines[-1].endswith("? all keys")


def test_a_folded_line_keeps_every_word_and_its_look() -> None:
    spans = [
        Span("   4 ", "muted"),
        Span("Beate ", "player:Beate"),
        Span("extend gwr manchester", "notation"),
    ]
    lines = folded_line(spans, 18)
    assert [plain(one) for one in lines] == ["   4 Beate extend", "     gwr", "     manchester"]
    assert (lines[0][1], lines[2][-1]) == (spans[1], Span("manchester", "notation"))
    assert [plain(one) for one in folded_line([Span("abcdefgh")], 5)] == ["abcde", "  fgh"]
