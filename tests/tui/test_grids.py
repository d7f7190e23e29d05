"""All grids (joining late, final scoring, count, payout, categories of a pad) behave alike."""

import random
from typing import Any

import pytest

from companion.forms.drafts import RowOf
from companion.forms.grid_cells import EntryCells, Grid, GridCell
from companion.forms.tokens import is_sum, number
from companion.pages.count import EntryGrid
from companion.pages.grid import GridEditor, GridView
from companion.pages.ties import TieGrid
from companion.report.spans import Line
from companion.report.words import MINUS, Speaker
from tests.support import ANTON, BEATE, CLAUS, PADS, RAILWAYS, THREE, session_of
from tests.tui.counting import Counting, cell_lines
from tests.tui.desk import AtDesk, read
from tests.tui.driving import disk_of
from tests.tui.test_counting import Counted

every_game = pytest.mark.parametrize("game", RAILWAYS)
MOVES = ("enter", "tab", "shift+tab", "up", "down", "left", "right", "home")


def grids() -> dict[str, GridView]:
    """An empty grid of every sort."""
    found: dict[str, GridView] = {"ties": TieGrid(Speaker(session_of().record.ruleset))}
    for game in RAILWAYS:
        found[f"joining late in {game}"] = Counting(game).view
        found[f"final scoring of {game}"] = Counting(game, begins="end").view
        found[f"count of {game}"] = Counted(game, []).view
    for game in PADS:
        desk = AtDesk(disk_of([], THREE, game))
        desk.press("f")
        if any(not one.is_rare for one in desk.model.form.questions):
            editor = GridEditor(EntryCells(Grid(desk.model.form.ask, {}), {}))
            found[f"categories of {game}"] = EntryGrid(desk.model, editor)
    return found


def drawn(lines: list[Line], look: str = "chosen") -> str:
    return "".join(span.text for line in lines for span in line if span.look == look)


def kept(view: GridView, cell: GridCell) -> Any:
    """What would be saved of a cell."""
    found = [one.text for one in view.editor.source.sections for one in one.cells if one.path == cell.path]
    return found[0] if found else ""


@pytest.mark.parametrize("name", grids())
def test_what_is_typed_is_on_the_screen_until_it_is_a_number_and_what_is_saved_was_there(name: str) -> None:
    """Random keys: a cell shows each character typed, and only a move takes it, as the number that it comes to."""
    view, luck, typed, compared, taken, refused = grids()[name], random.Random(name), "", 0, 0, 0
    editor = view.editor
    for _ in range(250):
        if editor.stop != "cell":
            editor.press("home")
        key = luck.choice([*"1234567890" * 2, *"+-*.x ", *MOVES * 2, "backspace", "delete", "escape"])
        cell, place, before = editor.cell, editor.place, {one.path: one.text for one in cells_of(view)}
        was_typing = editor.typed is not None
        view.editor.press(key)
        if key in MOVES and was_typing:
            after = {one.path: one.text for one in cells_of(view)}
            assert after.keys() != before.keys() or {p for p in after if after[p] != before[p]} <= {cell.path}
            if editor.typed is not None:
                refused += 1
                assert (editor.place, editor.typed) == (place, typed), "what is refused stays to be mended"
                assert editor.problem is not None
            elif cell.question.is_amount:
                taken += bool(typed.strip())
                assert kept(view, cell) == (str(number(typed.strip())) if typed.strip() else "")
                typed = ""
            continue
        if len(key) == 1:
            typed = (typed if was_typing else "") + key
        elif key == "escape":
            typed = ""
        elif key in ("backspace", "delete"):
            typed = editor.typed or ""
        if editor.typed is not None and editor.stop == "cell":
            shown = drawn(cell_lines(view, 300)).replace(MINUS, "-")
            assert shown.strip() == (typed or "·").strip(), key
            if is_sum(typed):
                assert f"= {number(typed):,}".replace("-", MINUS) in read(view.head(300))
            compared += 1
    assert min(compared, taken, refused) >= 5, (compared, taken, refused)


def cells_of(view: GridView) -> list[GridCell]:
    return [cell for section in view.editor.source.sections for cell in section.cells]


@every_game
@pytest.mark.parametrize("begins", ["middle", "end"])
def test_players_are_in_the_order_of_the_table_in_a_new_session(game: str, begins: str) -> None:
    counting = Counting(game, begins=begins)
    model = GridEditor(counting.model.source.start_with(2))
    assert model.sections[0].players == (CLAUS, ANTON, BEATE)


@every_game
def test_players_are_in_the_order_of_the_table_in_a_count(game: str) -> None:
    """Claus starts; then Beate and Anton change seats."""
    moved = [{"do": "seats", "order": [CLAUS, BEATE, ANTON]}]
    for blocks, order in (([], (CLAUS, ANTON, BEATE)), (moved, (CLAUS, BEATE, ANTON))):
        count = Counted(game, blocks, starts=CLAUS)
        assert count.desk.session.record.table.seats == order
        assert count.model.sections[0].players == order


@pytest.mark.parametrize("name", grids())
def test_a_row_that_is_named_does_not_ask_for_its_name(name: str) -> None:
    sections = grids()[name].editor.source.sections
    named = [row for section in sections for row in section.rows if row.labels]
    for row in named:
        assert not [cell for cell in row.cells if isinstance(cell.path[-1], RowOf)], row.labels
    assert named or name == "ties"
