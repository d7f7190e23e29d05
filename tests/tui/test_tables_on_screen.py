"""The tables of a screen: columns of players stand below each other, and nothing is left out without a word."""

import pytest

from companion.draw.evening import evening_lines
from companion.draw.projection import projection_lines
from companion.draw.scores import score_lines
from companion.draw.tables import (
    Known,
    arranged,
    drawn,
    every_table,
    frame_of,
    legend_lines,
    shown_tables,
)
from companion.report.spans import plain
from companion.report.tables import has_players
from companion.tui.models.table import TableModel
from companion.words import sentence
from tests.laws.test_laws import FEW_SEEDS
from tests.random_play import whole
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE, library, session_of
from tests.tui.desk import AtDesk, model_of
from tests.tui.driving import LARGE, SMALL, Table, app_of, disk_of, driven
from tests.tui.test_actions_are_complete import of

FOUR = (ANTON, BEATE, CLAUS, DORA)
GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")
ROOMS = [(80, 9, False), (67, 22, True)]
"""Columns and rows of the tables in a terminal of 80x24 and of 120x40."""


def chips(line: str, model: TableModel) -> list[int]:
    """Where the players' letters stand in a heading; nothing where it has not all of them."""
    places = [line.find(f"{model.letters[name]} {name[:2]}") for name in model.session.table.seats]
    return [] if -1 in places else places


@pytest.mark.parametrize(("width", "height", "is_roomy"), ROOMS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", FEW_SEEDS)
def test_columns_of_players_stand_at_the_same_place_in_all_tables(
    game: str, seed: int, width: int, height: int, is_roomy: bool
) -> None:
    model, known = model_of(whole(game, seed)[0]), Known()
    frame = frame_of(model, width, is_roomy, known)
    assert frame is not None
    expected = chips(plain(score_lines(model, width, frame)[0]), model)
    assert expected
    found = arranged(model, width, height, is_roomy, known, frame)
    owned = {model.speaker.text(one.title) for one in shown_tables(model) if has_players(one)}
    below = [
        [plain(line) for line in one.lines] for one in found.placed if not one.column and one.name in owned
    ]
    assert below
    ahead = [plain(line) for line in projection_lines(model, width)[1:]]
    for lines in [*below, *([ahead] if is_roomy and ahead else [])]:
        assert chips(lines[0], model) in (expected, []), (
            "the first table has the names of the scores above it"
        )
        figures = [line for line in lines if "->" not in line and len(line) > expected[-1]]
        assert {line[at - 2] for line in figures for at in expected} == {" "}, (
            "no figure reaches into the next column"
        )


@pytest.mark.parametrize(("width", "height", "is_roomy"), ROOMS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", FEW_SEEDS)
def test_no_table_vanishes_without_a_word(
    game: str, seed: int, width: int, height: int, is_roomy: bool
) -> None:
    model, known = model_of(whole(game, seed)[0]), Known()
    found = arranged(model, width, height, is_roomy, known, frame_of(model, width, is_roomy, known))
    tables = [table for table in model.session.game.tables(model.session.state) if table.rows]
    assert len(found.placed) + len([name for name in found.left_out if "(" not in name]) == len(tables)
    lines = [plain(line) for line in drawn(model, found, width, max(height, found.main_height))]
    assert len(lines) <= max(height, found.main_height)
    assert bool(found.left_out) == any("w shows" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "de", "hu", "it"])
def test_tokens_of_four_players_stand_beside_the_lines_in_every_language(language: str) -> None:
    (entry,) = (one for one in of("stephensons-rocket") if one.name == "extend-everything")
    model, known = model_of(library(disk=entry.start.disk()).open(FILE), language), Known()
    frame = frame_of(model, 80, False, known)
    found = arranged(model, 80, 9, False, known, frame)
    titles = [sentence(f"stephensons-rocket.table.{name}", language) for name in ("lines", "tokens")]
    assert [one.name for one in found.placed] == titles
    assert len(found.left_out) >= 3


def test_upgrades_of_four_players_are_named_where_they_have_no_room() -> None:
    upgrades = {"upgrades": ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]}
    worth = dict.fromkeys(upgrades["upgrades"], 3)
    position = {"players": {ANTON: upgrades}, "worth": worth}
    session = session_of([], FOUR, game="whistle-stop", position=position)
    model, known = model_of(session), Known()
    found = arranged(model, 80, 10, False, known, frame_of(model, 80, False, known))
    assert found.left_out == ("upgrades",)
    assert "w shows upgrades" in "\n".join(plain(line) for line in drawn(model, found, 80, 11))


def test_tables_that_an_entry_covers_are_named_too() -> None:
    model, known = model_of(whole("whistle-stop", 0)[0]), Known()
    found = arranged(model, 69, 40, True, known, frame_of(model, 69, True, known))
    covered = found.within(found.main_height)
    assert [one.name for one in covered.placed if not one.column] == [found.placed[0].name]
    assert {one.name for one in found.placed if one not in covered.placed} <= set(covered.left_out)


def test_short_words_and_marks_are_explained_on_the_page_of_all_tables() -> None:
    model = model_of(session_of([], FOUR))
    text = " ".join("".join(plain(line) for line in legend_lines(model, 80)).split())
    for pair in ("tw towns", "sh shares", "st stations", "pass. passengers"):
        assert pair in text

    page = AtDesk(disk_of()).press("e 5 enter").text
    assert "* alone with the most, = tied for the most" in page
    assert "sh shares" in page


def test_the_run_sheet_stands_on_the_page_of_all_tables() -> None:
    model = model_of(whole("dampfross", 0)[0])
    titles = [model.speaker.text(one.title) for one in model.session.game.sheets(model.session.opening, ())]
    page = "\n".join(plain(line) for line in every_table(model, 80))
    assert titles[1] in page


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_tables_stay_where_they_are_from_one_action_to_the_next(size: tuple[int, int]) -> None:
    """What was done in a turn used to make the heading one row higher."""

    async def doing(table: Table) -> None:
        def row_of_lines() -> int:
            return next(at for at, line in enumerate(table.lines()) if line.lstrip().startswith("NER"))

        await table.press("e", "4", "enter", "e", "6", "enter")
        before = row_of_lines()
        await table.press("e", "5", "enter")
        assert "done: GWR" in table.lines()[1]
        assert row_of_lines() == before

    driven(app_of(disk_of()), doing, size)


def test_hidden_money_hides_who_leads_and_the_chart_until_the_end() -> None:
    blocks = [{"do": "adjust", "player": ANTON, "amount": 1000, "reason": "found"}] * 3
    hidden = model_of(session_of(blocks, FOUR, options={"hidden_money": True}))
    (why,) = map(plain, projection_lines(hidden, 69))
    assert why == "Money is hidden until the end, so it is not shown who is ahead."
    assert evening_lines(hidden, 48, 10) == []
    seen = model_of(session_of(blocks, FOUR))
    assert plain(projection_lines(seen, 69)[0]) == "If it were over now: Anton leads with 3,000, 3,000 ahead"
    assert len(evening_lines(seen, 48, 10)) == 10


LATER_START = [
    ("stephensons-rocket", {"do": "extend", "line": "GWR"}, "GWR", ["1*  ·", "·   ·", "·   ·"]),
    ("whistle-stop", {"do": "move", "with": "coal", "stop": "wood"}, "wood", ["1", "·", "·"]),
    ("dampfross", {"do": "build"}, "order", ["1", "2", "3"]),
]
"""What Claus, who begins, does, and a row that shows it: his column, then those of Anton and Beate."""


@pytest.mark.parametrize(("game", "block", "row", "figures"), LATER_START)
def test_figures_stand_under_the_names_of_their_players_whoever_began(
    game: str, block: dict[str, object], row: str, figures: list[str]
) -> None:
    async def doing(table: Table) -> None:
        lines = table.lines()
        head = next(at for at, line in enumerate(lines) if "C Claus" in line and "A Anton" in line)
        below = next(line for line in lines[head:] if line.split()[0] == row)
        first, *further = sorted(lines[head].index(f"{name[0]} {name}") - 1 for name in (CLAUS, ANTON, BEATE))
        wide = further[0] - first
        named = [lines[head][bar + 1 : bar + wide].split()[-1] for bar in (first, *further)]
        found = [below[bar : bar + wide].strip() for bar in (first, *further)]
        assert sorted(zip(named, found, strict=True)) == sorted(
            zip((CLAUS, ANTON, BEATE), figures, strict=True)
        )

    driven(app_of(disk_of([{**block, "by": CLAUS}], game=game, starts=CLAUS)), doing)
