"""A terminal of 40x30: nothing is cut without a word, and what is free goes to whoever needs it."""

import pytest

from companion.draw.tables import every_table
from companion.report.spans import Span, folded_line, plain, rule, span_width
from companion.tui.draw.entry import with_more
from companion.tui.draw.heading import clock_spans
from companion.tui.draw.hints import idle_hints
from companion.tui.screens.layout import narrow_entry
from tests.support import FILE, THREE, library, session_of
from tests.tui.acting import Seen
from tests.tui.desk import model_of
from tests.tui.driving import SMALL, Table, app_of, disk_of, driven
from tests.tui.test_actions_are_complete import named
from tests.tui.test_tables_on_screen import FOUR

NARROW = (40, 30)


@pytest.mark.parametrize(
    ("title", "right", "said"),
    [
        ("extend", "", "── extend ─────── PgDn: 15 more lines ──"),
        ("extend", "Enter books", "── extend ───── PgDn +15  Enter books ──"),
        ("place-station", "Enter books", "── place-station  Enter bo… PgDn +15 ──"),
        ("use", "refused; Enter: change it, ! overrules", " refused; Enter: change it… PgDn +15 ──"),
    ],
)
def test_a_block_longer_than_its_room_says_so_however_little_room_its_title_has(
    title: str, right: str, said: str
) -> None:
    model = model_of(session_of([], THREE))
    lines = [rule(title, right, 40), *[()] * 19]
    first = plain(with_more(model, lines, 5, 40)[0])
    assert first.split() == said.split()
    assert len(first) == 40


def test_the_entry_has_the_rows_that_the_view_above_leaves() -> None:
    """21 rows: five lines of scores leave 16; of a long view the entry has two thirds, and half while it rests."""
    assert narrow_entry(21, wanted=40, view=5, is_busy=True) == 16
    assert narrow_entry(21, wanted=40, view=60, is_busy=True) == 14
    assert narrow_entry(21, wanted=40, view=60, is_busy=False) == 10
    assert narrow_entry(21, wanted=9, view=5, is_busy=True) == 9


def test_a_long_preview_begins_right_below_the_scores_and_says_how_much_is_below() -> None:
    entry = named("stephensons-rocket", "extend-everything")

    async def doing(table: Table) -> None:
        await table.press(*entry.keys.split()[:-1])
        lines = table.lines()
        (dora,) = (at for at, line in enumerate(lines) if line.startswith(" D Dora"))
        assert lines[dora + 1].startswith("── extend ")
        assert "PgDn +" in lines[dora + 1]

    driven(app_of(entry.start.disk()), doing, NARROW)


def test_where_not_all_keys_have_room_the_last_one_tells_all_of_them() -> None:
    model = model_of(session_of([], THREE))
    lines = [plain(line) for line in idle_hints(model, 40, 2)]
    assert len(lines) == 2
    assert lines[-1].endswith("? all keys")
    assert "all keys" not in "".join(plain(line) for line in idle_hints(model, 40, 8))


def test_what_is_to_be_done_next_is_folded_in_the_heading() -> None:
    model = model_of(session_of([{"do": "end-building"}], THREE, game="dampfross"))
    lines = [plain(line) for line in clock_spans(model, 18)]
    assert " ".join(" ".join(lines).split()).startswith("Run 1: roll start and goal units to the end")
    assert all(len(line) <= 18 for line in lines)


def test_a_folded_line_keeps_every_word_and_its_look() -> None:
    spans = [
        Span("   4 ", "muted"),
        Span("Beate ", "player:Beate"),
        Span("extend gwr manchester", "notation"),
    ]
    lines = folded_line(spans, 18)
    assert [plain(line) for line in lines] == ["   4 Beate extend", "     gwr", "     manchester"]
    assert lines[0][1] == Span("Beate ", "player:Beate")
    assert lines[2][-1] == Span("manchester", "notation")
    assert folded_line([Span("abcdefgh", "strong")], 5) == [
        (Span("abcde", "strong"),),
        (Span("  "), Span("fgh", "strong")),
    ]


def test_the_page_of_all_tables_leaves_no_column_out_where_it_is_narrow() -> None:
    """Four players: towns and pile once, shares and stations of each, in two parts."""
    entry = named("stephensons-rocket", "extend-everything")
    model = model_of(library(disk=entry.start.disk()).open(FILE))
    page = [plain(line) for line in every_table(model, 37)]
    assert max(map(len, page)) <= 37
    first, second = (" ".join(line.split()) for line in page if line.startswith("Lines"))
    assert first == "Lines tw pile | sh st | sh st"
    assert second == "Lines | sh st | sh st"


def test_titles_and_headings_of_ledgers_are_whole_where_it_is_narrow() -> None:
    entry = named("dampfross", "depart-fares")
    model = model_of(library(disk=entry.start.disk()).open(FILE))
    page = [plain(line) for line in every_table(model, 37)]
    for name in THREE:
        assert any(line.startswith(f"Run sheet: {name}") for line in page)
    words = [word for line in page for word in line.split()]
    assert [words.count(one) >= len(THREE) for one in ("prize", "paid", "received", "balance")] == [True] * 4


def test_the_line_of_views_says_what_its_key_does_and_the_tables_name_what_they_do_not_show() -> None:
    async def doing(table: Table) -> None:
        assert " Scores   Tables   Log  n next view" in table.lines()
        await table.press("n")
        assert "w shows Lines, Tokens and Stations" in table.text()
        await table.click("Log")
        assert "w shows Lines" not in table.text()
        await table.click("Tables")
        assert "w shows Lines" in table.text()

    driven(app_of(disk_of([], FOUR)), doing, NARROW)


@pytest.mark.parametrize("game", ["stephensons-rocket", "whistle-stop", "dampfross"])
def test_before_the_first_entry_the_main_table_is_whole_or_only_named(game: str) -> None:
    async def doing(table: Table) -> None:
        model = model_of(table.session)
        main = next(one for one in model.session.game.tables(model.session.state) if one.rows)
        shown = Seen(table).of("tables")
        labels = [model.speaker.text(row.cells[0].value) for row in main.rows]  # type: ignore[arg-type]
        seen = [label for label in labels if any(line.startswith(label) for line in shown.split("\n"))]
        assert seen == labels or (not seen and f"w shows {model.speaker.text(main.title)}" in shown)

    driven(app_of(disk_of([], THREE, game)), doing, SMALL)


def test_a_line_of_wide_signs_is_folded_to_its_width() -> None:
    assert all(span_width(line) <= 9 for line in folded_line([Span("鉄道の駅 鉄道", "strong")], 9))
