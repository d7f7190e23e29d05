"""Which block goes where, lines that keep to their room, and tables of which nothing is left out without a word."""

import re

import pytest
from textual import events
from textual.geometry import Size

from companion.draw.scores import score_lines
from companion.draw.table_area import TableArea, TableCache, shown_tables
from companion.report.spans import Line, Span, Titled, plain, span_width
from companion.report.table_lines import has_players
from companion.report.table_text import capitalise
from companion.tui.draw.entry import with_more
from companion.tui.widgets.table_panels import Panel
from companion.words import LANGUAGES
from tests.laws.test_laws import FEW_SEEDS
from tests.random_play import whole
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE, session_of
from tests.tui.acting import Start
from tests.tui.desk import model_of
from tests.tui.driving import LARGE, LEAST, SMALL, app_of, at_rest, disk_of, is_page, running
from tests.tui.entries import BETWEEN, EVERYTHING, FARES, ROCKET, WHISTLE

SAVED = {
    "stephensons-rocket": (ROCKET, EVERYTHING, "PAY A Anton 1,000 B Beate 5,000 C Claus 2,000"),
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


@pytest.mark.parametrize(
    ("title", "ends", "said"),
    [
        ("Lok bewegen", ["Enter: was fehlt"], "Lok bewegen  Enter: was fehlt"),
        ("Lok bewegen", ["Enter: was noch fehlt"], "Lok bewegen"),
        ("Edit 37: Extend", ["Enter: leave as is"], "Edit 37    Enter: leave as is"),
        ("extend", ["PgDn +15", "Enter: save"], "extend  PgDn +15  Enter: save"),
        ("take a token", ["PgDn +15", "Enter: save"], "take a token         PgDn +15"),
    ],
)
def test_text_at_the_right_of_a_title_is_whole_or_not_there(title: str, ends: list[str], said: str) -> None:
    """What matters most stands first, and stays longest."""
    assert plain(Titled(Span(title), (), [Span(end) for end in ends]).heading(29)) == said


def test_a_block_longer_than_its_room_says_so() -> None:
    block = Titled(Span("extend"), [()] * 19, [Span("Enter: save")])
    assert plain(with_more(model_of(session_of()), block, 4).ends) == "PgDn +15Enter: save"
    assert with_more(model_of(session_of()), block, 19) == block


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
    assert len(expected) == len(model.session.record.roster.seats)
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
    note = area.note(found, max(height, found.main_height), 200).text
    assert [left_out.name for left_out in found.left_out if left_out.name not in note] == []


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


SIX = ("Maximilianes", "Konstantinos", "Alexandrinna", "Bartholomäus", "Annegretelia", "Emil")
"""Names of twelve letters, and as many players as any railway game takes."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "is_roomy"), [(80, False), (66, True), (116, True)])
@pytest.mark.parametrize("players", [THREE, SIX], ids=["three", "six"])
def test_every_sum_that_is_paid_is_whole(
    players: tuple[str, ...], width: int, is_roomy: bool, language: str
) -> None:
    """In the preview and after it, beside the scores or below them: a cut sum would be a wrong one."""
    sums = {name: 111_111 * at for at, name in enumerate(players, 1)}
    blocks = [{"do": "adjust", "player": name, "amount": sums[name], "reason": "x"} for name in players]
    session = session_of((), players, game="dampfross")
    model, after = model_of(session, language), session_of(blocks, players, game="dampfross").record
    frame = TableArea(model, width, is_roomy, TableCache()).frame()
    for drawn in (
        score_lines(model, width, frame, after, is_roomy),
        score_lines(model, width, frame, None, is_roomy, sums),
    ):
        assert all(span_width(line) <= width for line in drawn)
        text = "\n".join(map(plain, drawn))
        due = [model.speaker.signed(amount) for amount in sums.values()]
        assert [amount for amount in due if not re.search(rf"{re.escape(amount)}(?!\d)", text)] == []


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
