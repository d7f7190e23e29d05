"""All grids (joining late, final scoring, count, payout, categories of a pad) behave alike."""

import random
from itertools import product

import pytest

from companion.draw.terminal import draw_blocks
from companion.forms.drafts import Path, RowOf
from companion.forms.grid_cells import EntryCells, Grid
from companion.forms.questions.number import is_amount
from companion.forms.tokens import is_sum, number
from companion.pages.count import EntryGrid
from companion.pages.grid import GridEditor, GridView
from companion.pages.ties import TieGrid
from companion.report.spans import Line
from companion.report.words import MINUS, Speaker
from tests.support import ANTON, BEATE, CLAUS, RAILWAYS, THREE, session_of
from tests.tui.counting import Counting, cell_lines
from tests.tui.desk import AtDesk, collapsed, read
from tests.tui.driving import disk_of
from tests.tui.test_counting import Counted

every_game = pytest.mark.parametrize("game", RAILWAYS)
MOVES = ("enter", "tab", "shift+tab", "up", "down", "left", "right", "home")


SORTS = [
    ("ties", ""),
    ("categories", "seven-wonders"),
    *product(("joining late", "final scoring", "count"), RAILWAYS),
]
every_sort = pytest.mark.parametrize(("sort", "game"), SORTS)


def empty_grid(sort: str, game: str) -> GridView:
    if sort == "ties":
        return TieGrid(Speaker(session_of().record.ruleset))
    if sort == "count":
        return Counted(game, []).view
    if sort == "categories":
        model = AtDesk(disk_of([], THREE, game)).press("f").model
        return EntryGrid(model, GridEditor(EntryCells(Grid(model.form.ask, {}), {})))
    return Counting(game, begins="end" if sort == "final scoring" else "middle").view


def drawn(lines: list[Line], look: str = "chosen") -> str:
    return "".join(span.text for line in lines for span in line if span.look == look)


@every_sort
def test_what_is_typed_is_on_the_screen_until_it_is_a_number_and_what_is_saved_was_there(
    sort: str, game: str
) -> None:
    """Random keys: a cell shows each character typed, and only a move takes it, as the number that it comes to."""
    view, luck, typed, compared, taken, refused = (
        empty_grid(sort, game),
        random.Random(f"{sort} {game}"),
        "",
        0,
        0,
        0,
    )
    editor = view.editor
    for _ in range(300):
        if editor.stop != "cell":
            editor.press("home")
        key = luck.choice([*"1234567890" * 2, *"+-*.x ", *MOVES * 2, *("backspace", "delete") * 2])
        cell, place, was_typing = editor.cell, editor.place, editor.typed is not None
        is_taken = key in MOVES and was_typing
        before = texts_of(view) if is_taken else {}
        view.editor.press(key)
        if is_taken:
            after = texts_of(view)
            assert after.keys() != before.keys() or {p for p in after if after[p] != before[p]} <= {cell.path}
            if editor.typed is not None:
                refused += 1
                assert (editor.place, editor.typed) == (place, typed), "what is refused stays to be mended"
                assert editor.problem is not None
            elif is_amount(cell.question):
                taken += bool(typed.strip())
                assert after.get(cell.path, "") == (str(number(typed.strip())) if typed.strip() else "")
                typed = ""
            continue
        if len(key) == 1:
            typed = (typed if was_typing else "") + key
        elif key in ("backspace", "delete"):
            typed = editor.typed or ""
        if editor.typed is not None and editor.stop == "cell":
            shown = drawn(cell_lines(view, 300)).replace(MINUS, "-")
            assert shown.strip() == (typed or "·").strip(), key
            if is_sum(typed):
                assert f"= {number(typed):,}".replace("-", MINUS) in read(view.head(300))
            compared += 1
    assert min(compared, taken, refused) >= 5, (compared, taken, refused)


def texts_of(view: GridView) -> dict[Path, str]:
    """What would be saved of each cell."""
    return {cell.path: cell.text for section in view.editor.source.sections for cell in section.cells}


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
        assert count.desk.session.record.roster.seats == order
        assert count.model.sections[0].players == order


@every_sort
def test_a_row_that_is_named_does_not_ask_for_its_name(sort: str, game: str) -> None:
    sections = empty_grid(sort, game).editor.source.sections
    named = [row for section in sections for row in section.rows if row.labels]
    for row in named:
        assert not [cell for cell in row.cells if isinstance(cell.path[-1], RowOf)], row.labels
    assert named or sort == "ties"


def test_ties_are_worked_out_at_every_key() -> None:
    """5,000 and 3,000 in thousands: A and B share 8,000, 4,000 each, also before the last number is ended."""
    view = empty_grid("ties", "")
    assert isinstance(view, TieGrid)
    for key in (*"5000", "enter", *"3000", "enter", *"1000", "enter", "3", "tab", "3"):
        view.editor.press(key)
    said = collapsed(read(draw_blocks(view.blocks(), view, 80).lines))
    assert "A 3 1 4,000 B 3 1 4,000" in said
    assert "A and B share first and second place: (5,000 + 3,000) ÷ 2 = 4,000 each." in said
