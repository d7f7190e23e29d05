"""The grid of a position: where keys lead, what a text that does not fit is told, and the session that it gives."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.pages.grid import GridView, Place
from companion.pages.new_session import PlanView
from companion.tui.app import CompanionApp
from companion.tui.screens.page_screen import PageScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, ROOT, THREE, session_of, shipped, shown
from tests.tui.counting import Counting
from tests.tui.desk import missing
from tests.tui.driving import Table, app_of, is_page, running

MANY = '"many" isn\'t a whole number. The question is: Anton, money.'
FILLED = "4 1 enter 2 enter left left"
STEEL = [{"commodity": "steel"}, {"commodity": "leather"}]
CASES: list[tuple[Any, ...]] = [
    # Over the ends of rows, columns and sections: three rows with the players across, tokens, lines, the rest
    ("right down down down", (1, 0, 3)),  # Beate's
    ("tab tab tab tab", (0, 1, 1)),
    ("tab tab tab tab shift+tab left", (0, 0, 2)),
    ("enter " * 9, (1, 0, 0)),
    # A number of one digit, too, ends only with Enter, Tab or an arrow: 9 passengers, 7 stations, 16 shares of a line
    ("down 3 enter", (0, 1, 1), {"passengers": {ANTON: 3}}),
    ("down 3 backspace 5 enter", (0, 1, 1), {"passengers": {ANTON: 5}}),
    ("@2.0.9 1 2", (2, 0, 9), {}),
    # Sums are worked out; spaces may stand in them
    ("1 2 + 5", (0, 0, 0), {}, "12+5 = 17"),
    ("3 * 4 - 2 enter", (0, 0, 1), {"cash": {ANTON: 10}}),
    # A text that doesn't fit says why and stays; it is mended where it ends, and Esc takes it back
    ("m a n y down", (0, 0, 0), {}, MANY),
    ("4 1 x enter backspace 5 enter", (0, 0, 1), {"cash": {ANTON: 415}}),
    ("4 1 enter left 9 x tab escape", (0, 0, 0), {"cash": {ANTON: 41}}, "!isn't a whole number"),
    # A filled cell is typed anew, cut or emptied
    (f"{FILLED} delete enter", None, {"cash": {BEATE: 2}}),
    (f"{FILLED} 7 enter", None, {"cash": {ANTON: 7, BEATE: 2}}),
    (f"{FILLED} {'backspace ' * 9} enter", None, {"cash": {BEATE: 2}}),
    # Enter and Tab pass over rows that were not begun; one more row is there once the last one is begun
    ("@2.0.0 enter y e s enter enter", (2, 1, 2)),
    ("@1.0.0 s t e e l down l e a t h tab", None, {"tokens": STEEL}),
]
"""Keys, after @ the cell to go to; the cell that they lead to; the position; texts on the page."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_keys_lead_from_cell_to_cell_and_fill_the_position(case: tuple[Any, ...]) -> None:
    keys, place, position, *texts = (*case, None) if len(case) == 2 else case
    grid = Counting().do(keys)
    assert place in (None, grid.model.place)
    assert position in (None, grid.model.source.position)
    assert missing(texts, grid.asked) == []


def typed_cells() -> dict[str, list[str]]:
    found = dict[str, list[str]]()
    for row in Path(__file__).with_name("positions.txt").read_text(encoding="utf-8").splitlines():
        if row.startswith("["):
            cells = found[row.strip("[]")] = []
        elif row and not row.startswith("#"):
            cells += [part.strip() for part in row.split("|")]
    return found


TYPED = typed_cells()


def golden(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "tests" / "golden" / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(TYPED))
def test_a_golden_position_typed_cell_by_cell_gives_the_same_session(name: str) -> None:
    said = golden(name)
    players = tuple(player["name"] for player in said["players"])
    counting = Counting(said["game"], players, options=said.get("options", {})).fill(
        *TYPED[name], then="right"
    )
    assert counting.model.problem is None
    session, made = counting.made()
    assert made["position"] == said["position"]
    header = {key: said[key] for key in ("options", "position") if key in said}
    assert shown(session) == shown(session_of((), players, game=said["game"], **header))


# On the page


def grid_of(table: Table) -> GridView:
    screen = table.app.screen
    assert isinstance(screen, PageScreen)
    assert isinstance(screen.view, GridView)
    return screen.view


def planned(table: Table) -> PlanView:
    view = table.app.plans.planned
    assert view is not None
    assert is_page(table.app.screen, "new_session")
    return view


def fresh(disk: MemoryDisk | None = None) -> CompanionApp:
    return app_of(disk or MemoryDisk(shipped()), None)


async def opened(table: Table, game: str, players: tuple[str, ...] = THREE, **options: Any) -> None:
    """Open the grid of a new session from the start page."""
    await table.press("n")
    view = planned(table)
    view.plan = view.plan.with_game(game)
    await table.fill(*players)
    for key, value in options.items():
        view.plan = view.plan.with_option_text(key, value if isinstance(value, str) else "yes")
    view.plan = replace(view.plan, begins="middle")
    await table.press("end", "enter")


async def test_a_cell_is_chosen_by_pointing_what_was_typed_is_taken_and_a_list_is_pasted() -> None:
    async with running(fresh()) as table:
        await opened(table, "dampfross")
        await table.type("41")
        await table.click("·", below="balances")
        assert grid_of(table).editor.place == (0, 0, 1)
        grid_of(table).editor.go(Place(1, 0, 0))
        await table.paste("11 12 13")
        await table.press("enter")
        await table.type("x")
        await table.click("Esc Back")
        assert planned(table).plan.position == {"accounts": {ANTON: 41}, "connected": [11, 12, 13]}
