"""The grid of a position: where keys lead, what a text that does not fit is told, and the session that it gives."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.session.planning import Plan
from companion.storage.board_notes import board_notes_path
from companion.tui.app import CompanionApp
from companion.tui.models.grid_editor import Place
from companion.tui.models.new_session import FormRow
from companion.tui.screens.grid import GridPage
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, ROOT, SAVES, THREE, session_of, shipped, shown
from tests.tui.counting import Counting
from tests.tui.desk import missing
from tests.tui.driving import Table, app_of, running
from tests.tui.test_new_session import go

MANY = '"many" isn\'t a whole number. The question is: Anton, money.'
FILLED = "4 1 enter 2 enter up up"
STEEL = [{"commodity": "steel"}, {"commodity": "leather"}]
CASES: list[tuple[Any, ...]] = [
    # Over the ends of rows, columns and sections: three rows with the players across, tokens, lines, the rest
    ("right down down", (0, 2, 1)),
    ("right down down down", (1, 0, 3)),  # Beate's
    ("right down down down up", (0, 2, 1)),
    ("tab tab tab tab", (0, 1, 1)),
    ("tab tab tab tab back-tab left", (0, 0, 2)),
    ("back-tab", (0, 0, 0)),
    ("up", (0, 0, 0)),
    ("enter enter enter", (0, 0, 1)),
    ("enter " * 9, (1, 0, 0)),
    # After a number that ended by itself keys move from the mark; Enter or Tab that would lead there stays
    ("down 3", (0, 2, 0)),
    ("down 3 enter", (0, 2, 0)),
    ("down 3 enter enter", (0, 0, 1)),
    ("down 3 tab", (0, 2, 1)),
    ("down tab 3 tab", (0, 1, 2)),
    ("down 3 up", (0, 1, 0)),
    ("down 3 right", (0, 2, 1)),
    ("down 3 backspace", (0, 1, 0)),
    ("down 3 delete", (0, 2, 0)),
    ("down 3 up delete 5", (0, 2, 0)),
    # 9 passengers, 7 stations, 16 shares of a line: a number ends by itself if no further digit fits
    ("@0.1.0 3 1", (0, 0, 1), {"passengers": {ANTON: 3}, "loose_stations": {ANTON: 1}}),
    ("@2.0.9 1", (2, 0, 9), {}),
    ("@2.0.9 1 2", (3, 0, 0)),
    (
        "@0.1.0 3 up backspace 1 2",
        (0, 1, 0),
        {"passengers": {ANTON: 3}},
    ),  # one that is edited ends with Enter
    # A text that doesn't fit says why and stays; a letter after it begins anew
    ("m a n y down", (0, 0, 0), {}, MANY),
    ("m a n y down @1.0.0", (0, 0, 0), {}, MANY),
    ("4 1 x down 4 1 down", (0, 1, 0), {"cash": {ANTON: 41}}),
    ("4 1 enter up 9 x tab escape", (0, 0, 0), {"cash": {ANTON: 41}}, "!isn't a whole number"),
    # A filled cell is typed anew, cut or emptied
    (f"{FILLED} delete enter", None, {"passengers": {ANTON: 2}}),
    (f"{FILLED} 7 enter", None, {"cash": {ANTON: 7}, "passengers": {ANTON: 2}}),
    (f"{FILLED} backspace enter", None, {"cash": {ANTON: 4}, "passengers": {ANTON: 2}}),
    (f"{FILLED} {'backspace ' * 9} enter", None, {"passengers": {ANTON: 2}}),
    # Enter passes over rows that were not begun; one more row is there once the last one is begun
    ("@2.0.0 enter y e s enter enter enter enter enter enter", (2, 1, 1)),
    ("@2.0.0 enter y e s enter enter enter enter enter enter enter", (2, 1, 2)),
    ("@1.0.0 s t e e l down", (1, 1, 0)),
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


def test_the_last_cell_is_the_end() -> None:
    model = Counting("dampfross").do("tab " * 200).model
    last = model.place
    assert last.section == len(model.sections) - 1
    for keys, is_at_end in (("tab down", True), ("up", False)):
        for key in keys.split():
            model.press(key)
        assert (model.place, model.is_at_end) == (last, is_at_end)
    model.press("end")
    model.press("enter")
    assert model.is_done


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
    counting = Counting(said["game"], players, options=said.get("options", {})).fill(*TYPED[name], then="tab")
    assert counting.model.problem is None
    session, made = counting.made()
    assert made["position"] == said["position"]
    header = {key: said[key] for key in ("options", "position") if key in said}
    assert shown(session) == shown(session_of((), players, game=said["game"], **header))


# On the page


def page_of(table: Table) -> GridPage:
    assert isinstance(table.app.screen, GridPage)
    return table.app.screen


def plan_of(table: Table) -> Plan:
    assert isinstance(table.app.screen, NewPage)
    return table.app.screen.model.plan


def fresh(disk: MemoryDisk | None = None) -> CompanionApp:
    return app_of(disk or MemoryDisk(shipped()), None)


async def opened(table: Table, game: str, players: tuple[str, ...] = THREE, **options: Any) -> None:
    """Open the grid of a new session from the start page."""
    await table.press("n")
    assert isinstance(table.app.screen, NewPage)
    model = table.app.screen.model
    place = next(at for at, one in enumerate(model.plan.shelf) if one.ruleset.id == game)
    await table.press(str(place + 1))
    await table.fill(*players)
    for key, value in options.items():
        model.open_options(BoardNotes())
        model.go(FormRow("option", next(at for at, one in enumerate(model.plan.options) if one.key == key)))
        await table.fill(value if isinstance(value, str) else "yes")
    model.go(FormRow("position"))
    await table.press("enter")


async def test_a_position_is_typed_left_opened_again_and_taken_out() -> None:
    """Spec, "Components": 60 track tiles."""
    disk = MemoryDisk(shipped())
    async with running(fresh(disk)) as table:
        await opened(table, "stephensons-rocket")
        await table.type("many")
        await table.press("enter")
        assert '"many" isn\'t a whole number. The question is: Anton, money.' in table.text()
        await table.press("escape")
        assert "many" not in table.text()
        await table.type("41000")
        await table.press("tab", "escape")
        assert "from the position you counted" in table.text()
        await table.press("enter")
        assert page_of(table).editor.cell.text == "41000"
        await table.press("escape", *["backspace"] * 9)
        assert plan_of(table).position == {"cash": {ANTON: 41000}}, "only Delete takes it out"
        await table.press("delete")
        assert "from the start" in table.text()
        await table.press("enter")
        page_of(table).editor.go(Place(3, 0, 0))
        await table.type("61")
        await table.press("tab")
        assert "track tiles: how many are left (0 to 60)" in table.text()
        assert "track tiles must be at most 60." in table.text()
        await table.press("escape")
        await table.type("0")
        await table.press("tab", "escape", "end", "enter")
        assert isinstance(table.app.screen, TableScreen)
        assert "Set up the table" not in table.text(), "on the table everything lies already"


async def test_board_notes_that_cannot_be_read_is_said_and_the_page_opens_only_with_players() -> None:
    disk = MemoryDisk({**shipped(), board_notes_path(SAVES, "stephensons-rocket"): b"nonsense"})
    async with running(fresh(disk)) as table:
        await opened(table, "stephensons-rocket", (ANTON,))
        assert isinstance(table.app.screen, NewPage)
        assert "Add at least 1 more player." in table.text()
        await go(table, FormRow("add"))
        await table.fill(BEATE)
        notices = len(table.notices())
        table.app.screen.model.go(FormRow("position"))
        await table.press("enter")
        assert isinstance(table.app.screen, GridPage)
        assert len(table.notices()) == notices + 1


async def test_a_cell_is_chosen_by_pointing_what_was_typed_is_taken_and_a_list_is_pasted() -> None:
    async with running(fresh()) as table:
        await opened(table, "dampfross")
        await table.type("41")
        await table.click("·", below="balances")
        assert page_of(table).editor.place == (0, 0, 1)
        page_of(table).editor.go(Place(1, 0, 0))
        await table.paste("11 12 13")
        await table.press("enter")
        await table.type("x")
        await table.click("Esc Back")
        assert page_of(table).editor.typed is None, "as Esc does, it takes back what is typed"
        await table.click("Esc Back")
        assert plan_of(table).position == {"accounts": {ANTON: 41}, "connected": [11, 12, 13]}
