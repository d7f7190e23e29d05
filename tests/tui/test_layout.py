"""Which block goes where, lines that keep to their room, and tables of which nothing is left out without a word."""

import re
from itertools import pairwise

import pytest
from textual import events
from textual.geometry import Size

from companion.draw.scores import score_lines
from companion.draw.table_area import TableArea, TableCache, projection_lines, shown_tables
from companion.draw.terminal import small_chart_lines
from companion.report import spans
from companion.report.spans import Line, Span, cut, folded_line, plain, span_width, wrap
from companion.report.table_text import capitalise
from companion.report.tables import has_players
from companion.tui.draw.entry import with_more
from companion.tui.screens.app_screen import Kind, kind_of
from companion.tui.widgets.table_panels import LEAST_ENTRY, Panel, entry_height
from tests.laws.test_laws import FEW_SEEDS
from tests.random_play import whole
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE, session_of
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, model_of
from tests.tui.driving import LARGE, LEAST, SMALL, app_of, at_rest, disk_of, is_page, running
from tests.tui.entries import BETWEEN, EVERYTHING, FARES, ROCKET, WHISTLE


def line(*parts: Span | str) -> Line:
    return tuple(Span(part) if isinstance(part, str) else part for part in parts)


@pytest.mark.parametrize(
    ("size", "kind"),
    [
        ((39, 24), "tiny"), ((200, 19), "tiny"), ((40, 20), "narrow"), ((79, 60), "narrow"), ((80, 20), "small"),
        ((120, 24), "small"), ((120, 40), "wide"), ((200, 60), "wide"),
    ],
)  # fmt: skip
def test_the_size_of_the_terminal_decides_on_the_layout(size: tuple[int, int], kind: Kind) -> None:
    assert kind_of(*size) == kind


SAVED = {
    "stephensons-rocket": (ROCKET, EVERYTHING, "PAY B Beate 5,000 C Claus 2,000 A Anton 1,000"),
    "whistle-stop": (WHISTLE, "m c enter", "Anton gets 1 cotton."),
    "dampfross": (BETWEEN, FARES, "Claus pays Anton 3 units."),
    "wizard": (Start("wizard"), "b 1 tab 0 tab 1 enter", "Round 1, bids: Beate 1, Claus 0, Anton 1"),
}
"""Where an entry begins, its keys, and what it says before Enter saves it."""


@pytest.mark.parametrize("game", SAVED)
async def test_an_entry_can_be_saved_at_40x20(game: str) -> None:
    start, keys, said = SAVED[game]
    *answers, last = keys.split()
    async with running(app_of(start.disk()), LEAST) as table:
        before = table.session.record.entry_count
        await table.press(*answers)
        assert said in table.seen
        assert max(map(len, table.lines())) <= LEAST[0]
        assert table.app.screen.query_one("#tables", Panel).rows == 0, "tables are on their page"
        await table.press(last)
        assert table.session.record.entry_count == before + 1


@pytest.mark.parametrize("size", [(39, 24), (80, 19)], ids=str)
async def test_in_a_smaller_window_one_sentence_says_what_to_do_and_no_key_changes_anything(
    size: tuple[int, int],
) -> None:
    async with running(app_of(disk_of([{"do": "pass", "by": ANTON}])), size) as table:
        await table.press("u", "p", "enter", "t", "+")
        assert table.seen == "Please enlarge the window, or press M and use your phone."
        assert table.session.record.entry_count == 1
        await table.press("M")
        assert is_page(table.app.screen, "phones")
        await table.press("escape")
        await table.resize(SMALL)
        assert "Beate" in table.text()
        await table.press("u")
        assert table.session.record.entry_count == 2


def test_the_entry_takes_what_the_tables_leave_and_more_if_it_needs_it() -> None:
    """17 rows below the scores, the tables take 13, their main table 9: an entry may have 4 to 8 rows."""
    assert entry_height(17, 5, 9, stays=9) == 8
    assert entry_height(17, 7, 13, stays=9) == 7
    assert entry_height(17, 40, 13, stays=9) == 8
    assert entry_height(17, 40, 15, stays=15) == LEAST_ENTRY, "also in a low terminal"
    assert entry_height(4, 40, 15, stays=15) == 4


@pytest.mark.parametrize("size", [SMALL, LARGE, LEAST])
async def test_every_panel_is_as_high_as_it_is_drawn_for(size: tuple[int, int]) -> None:
    """Before the first entry of Rocket the tables are named in one row."""
    async with running(app_of(disk_of()), size) as table:
        panels = [one for one in table.app.screen.query(Panel) if one.region]
        assert len(panels) >= 4
        assert {one.id: one.size.height for one in panels} == {one.id: one.rows for one in panels}


def test_an_entry_that_pays_more_digits_keeps_scores_in_their_columns() -> None:
    """Rocket with four players in 53 columns: 2,000 for two towns if it ended now, and nothing for the others."""
    desk = AtDesk(disk_of(players=(*THREE, DORA)))
    desk.press("e", "1", *"leeds", "enter")
    frame = TableArea(desk.model, 53, False, TableCache()).frame()
    *_, ended = score_lines(desk.model, 53, frame, desk.model.record_after)
    assert re.findall(r"([\d,]+) ([¹²])", plain(ended)) == [("2,000", "¹"), *[("0", "²")] * 3]
    at = [one.start() for one in re.finditer("[¹²]", plain(ended))]
    assert frame is not None
    assert {after - before for before, after in pairwise(at)} == {frame.block + 1}


def test_a_line_is_cut_behind_a_word_that_still_fits() -> None:
    whole = line(Span("Anton ", "strong"), "takes a share")
    assert plain(cut(whole, 19)) == "Anton takes a share"
    assert plain(cut(whole, 18)) == "Anton takes a…"
    assert plain(cut(whole, 7)) == plain(cut(whole, 6)) == "Anton…"
    assert plain(cut(line("Donaudampfschiff"), 6)) == "Donau…", "a long word alone is cut"
    assert span_width(cut(whole, 7)) <= 7


def test_groups_stay_together_when_lines_are_wrapped() -> None:
    groups = [line(Span("e ", "key"), "extend  "), line(Span("f ", "key"), "finish  ")]
    assert [plain(one) for one in wrap(groups, 12, indent=0)] == ["e extend", "f finish"]
    assert [plain(one) for one in wrap(groups, 40)] == ["e extend  f finish"]


@pytest.mark.parametrize(
    ("title", "right", "said"),
    [
        ("Lok bewegen", "Enter: was fehlt", "── Lok bewegen ─── Enter: was fehlt ──"),
        ("Lok bewegen", "Enter: was noch fehlt", f"── Lok bewegen {'─' * 23}"),
        ("Edit 37: Extend", "Enter: leave as is", "── Edit 37 ────── Enter: leave as is ──"),
    ],
)
def test_text_at_the_right_of_a_title_is_whole_or_not_there(title: str, right: str, said: str) -> None:
    assert plain(spans.rule(title, right, len(said))) == said


@pytest.mark.parametrize(
    ("below", "said"),
    [
        ("   and merges it into GWR", "   and merges it into GWR ── PgDn +15 ──"),
        ("   and merges it into the line GWR", f"{' ' * 29}PgDn +16 ──"),
    ],
)
def test_a_title_of_two_lines_is_not_parted_by_how_much_is_hidden(below: str, said: str) -> None:
    """The sign stands behind the last word, or in a line of its own, which it hides then."""
    first = spans.rule("1  Beate extends LSWR to Reading", "", 40)
    lines = with_more(model_of(session_of()), [first, (Span(below, "title"),), *[()] * 18], 5, 40)
    shown = [plain(one) for one in lines[:3]]
    assert shown[0] == "── 1  Beate extends LSWR to Reading ────"
    assert said in shown[1:]


@pytest.mark.parametrize(
    ("title", "right", "said"),
    [
        ("extend", "", "── extend ────────────────── PgDn +15 ──"),
        ("extend", "Enter: save", "── extend ───── PgDn +15  Enter: save ──"),
        ("take a token", "Enter: leave as is", "── take a token ──────────── PgDn +15 ──"),
    ],
)
def test_a_block_longer_than_its_room_says_so(title: str, right: str, said: str) -> None:
    lines = [spans.rule(title, right, 40), *[()] * 19]
    assert plain(with_more(model_of(session_of()), lines, 5, 40)[0]).split() == said.split()


def test_a_folded_line_keeps_every_word_and_its_look() -> None:
    parts = [
        Span("   4 ", "muted"),
        Span("Beate ", "player:Beate"),
        Span("extend gwr manchester", "strong"),
    ]
    lines = folded_line(parts, 18)
    assert [plain(one) for one in lines] == ["   4 Beate extend", "     gwr", "     manchester"]
    assert (lines[0][1], lines[2][-1]) == (parts[1], Span("manchester", "strong"))
    assert [plain(one) for one in folded_line([Span("abcdefgh")], 5)] == ["abcde", "  fgh"]


FOUR = (ANTON, BEATE, CLAUS, DORA)
GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")
ROOMS = [(80, 9, False), (67, 22, True)]
"""Columns and rows of the tables in a terminal of 80x24 and of 120x40."""


def chips(head: Line) -> list[int]:
    """Columns of the players' letters in a heading."""
    return [span_width(head[:at]) + 1 for at, span in enumerate(head) if span.look.startswith("chip:")]


@pytest.mark.parametrize(("width", "height", "is_roomy"), ROOMS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", FEW_SEEDS)
def test_columns_of_players_line_up(game: str, seed: int, width: int, height: int, is_roomy: bool) -> None:
    """Late in a game, when there is most to show."""
    model = model_of(whole(game, seed)[0])
    area = TableArea(model, width, is_roomy, TableCache())
    frame = area.frame()
    assert frame is not None
    expected = chips(score_lines(model, width, frame)[0])
    assert len(expected) == len(model.session.record.table.seats)
    found = area.arrange(height, frame, height + 3)
    owned = {capitalise(model.speaker.text(one.title)) for one in shown_tables(model) if has_players(one)}
    below = [one.lines for one in found.placed if not one.column and one.name in owned]
    assert below
    for lines in below:
        assert chips(lines[0]) == [], "the names stand above, with the scores"
        figures = [line for line in map(plain, lines) if "->" not in line and len(line) > expected[-1]]
        assert {line[at - 1] for line in figures for at in expected} == {" "}, "columns are apart"


@pytest.mark.parametrize(("width", "height", "is_roomy"), ROOMS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", FEW_SEEDS)
def test_no_table_vanishes_silently(game: str, seed: int, width: int, height: int, is_roomy: bool) -> None:
    model = model_of(whole(game, seed)[0])
    area = TableArea(model, width, is_roomy, TableCache())
    frame = area.frame()
    found = area.arrange(height, frame, height + 3)
    tables = [
        table for table in model.session.record.game.views.tables(model.session.record.state) if table.rows
    ]
    assert len(found.placed) + len([name for name, columns in found.left_out if not columns]) == len(tables)
    lines = [plain(line) for line in area.draw(found, max(height, found.main_height))]
    assert len(lines) <= max(height, found.main_height)
    assert not found.left_out or any("T Tables" in line for line in lines)


@pytest.mark.parametrize(
    ("width", "heads"),
    [(62, "V. Klt. Rv."), (64, "V. Készlet Rv."), (65, "Városok Klt. Rv."), (68, "Városok Készlet Rv."),
     (96, "Városok Készlet Részvények")],
)  # fmt: skip
def test_headings_are_long_one_by_one_as_far_as_there_is_room(width: int, heads: str) -> None:
    """Short ones take 13 and 4 times 10 columns, 7 stay free: 60. Long ones take 5, 3 and 4 times 7 more."""
    area = TableArea(model_of(session_of(players=FOUR), language="hu"), width, True, TableCache())
    first = area.arrange(30, area.frame(), 30).placed[0].lines[0]
    assert plain(first).split()[1:4] == heads.split()


def test_hidden_money_hides_who_leads_and_the_chart_until_the_end() -> None:
    blocks = [{"do": "adjust", "player": ANTON, "amount": 1000, "reason": "found"}] * 3
    hidden = model_of(session_of(blocks, FOUR, options={"hidden_money": True}))
    (why,) = map(plain, projection_lines(hidden, 69))
    assert why == "Money is hidden until the end, so you can't see who's ahead."
    assert small_chart_lines(hidden, 48, 10) == []
    assert not any("━" in plain(line) or "3,000" in plain(line) for line in score_lines(hidden, 67))
    seen = model_of(session_of(blocks, FOUR))
    assert projection_lines(seen, 69) == []
    assert len(small_chart_lines(seen, 48, 10)) == 10


@pytest.mark.parametrize("is_roomy", [False, True])
def test_bars_stand_beside_the_numbers_have_one_scale_and_keep_to_their_room(is_roomy: bool) -> None:
    """Anton has twice what Beate has, Claus nothing; with five players too there are names and bars."""
    amounts = {ANTON: 40, BEATE: 20}
    blocks = [{"do": "adjust", "player": one, "amount": by, "reason": "x"} for one, by in amounts.items()]
    width = 66 if is_roomy else 80
    for players in (THREE, (*FOUR, "Emil") if is_roomy else FOUR):
        model = model_of(session_of(blocks, players, game="whistle-stop"))
        frame = TableArea(model, width, is_roomy, TableCache()).frame()
        head, points, *_ = score_lines(model, width, frame)
        assert all(span_width(line) <= width for line in (head, points))
        assert all(name in plain(head) for name in players)
        bars = {span.look: len(span.text.strip()) for span in points if "━" in span.text}
        assert abs(bars["player:Anton"] - 2 * bars["player:Beate"]) <= 1
        assert "player:Claus" not in bars
        assert all(set(span.text) <= {"━", " "} for span in points if "━" in span.text), "no digit in a bar"


LATER_START = [
    ("stephensons-rocket", {"do": "extend", "line": "GWR"}, "GWR", ["1*   ·", "·    ·", "·    ·"]),
    ("whistle-stop", {"do": "move", "with": "coal", "stop": "wood"}, "Wood", ["1", "·", "·"]),
    ("dampfross", {"do": "build"}, "Order", ["1", "2", "3"]),
]
"""An entry of Claus, who begins, and a row that shows it: his column, then those of Anton and Beate."""


@pytest.mark.parametrize(("game", "block", "row", "figures"), LATER_START)
async def test_figures_are_under_the_names_of_their_players_whoever_began(
    game: str, block: dict[str, object], row: str, figures: list[str]
) -> None:
    async with running(app_of(disk_of([{**block, "by": CLAUS}], game=game, starts=CLAUS))) as table:
        lines = table.lines()
        head = next(at for at, line in enumerate(lines) if "C  Claus" in line and "A  Anton" in line)
        below = next(line for line in lines[head:] if row in line.split()[:2])
        first, *further = sorted(
            lines[head].index(f"{name[0]}  {name}") - 1 for name in (CLAUS, ANTON, BEATE)
        )
        wide = further[0] - first
        named = [lines[head][bar + 1 : bar + wide].split()[-1] for bar in (first, *further)]
        found = [below[bar : bar + wide].strip() for bar in (first, *further)]
        assert sorted(zip(named, found, strict=True)) == sorted(
            zip((CLAUS, ANTON, BEATE), figures, strict=True)
        )


async def test_a_key_typed_while_the_terminal_grows_does_not_keep_the_old_size() -> None:
    """The key comes after the app has heard of the new size, and before its screen has."""
    async with running(app_of(disk_of([{"do": "pass"}]))) as table:
        table.app.post_message(events.Resize(Size(*LARGE), Size(*LARGE)))
        table.send("e")
        await table.pilot.pause()
        await at_rest(table.app)
        typed = table.lines()
        await table.resize(SMALL)
        await table.resize(LARGE)
        assert (len(typed), typed) == (40, table.lines())
