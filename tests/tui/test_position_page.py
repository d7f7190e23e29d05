"""The grid of a position: typed cell by cell it gives the session that its TOML gives, and a slip is said at once."""

import tomllib
from typing import Any

import pytest

from companion.session.planning import Plan
from companion.storage.copybook import book_path
from companion.tui.app import CompanionApp
from companion.tui.models.new_session import FormRow
from companion.tui.models.position import Place
from companion.tui.screens.new_session import NewPage, PositionPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, ROOT, SAVES, THREE, session_of, shipped, shown
from tests.tui.counting import Counting
from tests.tui.driving import Table, app_of, running

# The cells of golden sessions in the order in which Tab goes through them: rows of cells, nothing where one is skipped.
TYPED = {
    "dampfross-target": """
        180 | 204 | 150 | 96
        | | |
        11 12 13 21 44 65
        Calais anton Cherbourg anton
        11 2 65 1
        oper
        6
        7
        """,
    "whistle-stop-stopped": """
        10 | 10 |
        1 | | 3
        | |
        | |
        | |
        | |
        | | 3
        | |
        | |
        | | 2
        2 3 | 1 |
        | 12 |
        | |
        | |
        | |
        | | extra
        | |
        | | | | | | | | | | | 3
        | | | |
        5
        """,
    "stephensons-rocket-rulebook-table": """
        28,000 | 30000 | 25000
        3 | 1 |
        | |
        steel | | 3 | 2 | 4
        text | | 4 | 2 | 2
        brew | | 3 | 3 | 3
        leath | | 2 | 3 | 2
        | | | |
        | | | | | 13 | 2 | 2 | 3 | 3 | 4 | 2 | | |
        | | | | | | | | | | | | | merged | ner
        | | | | | 4 | | 2 | 1 | 3 | 1 | 2 | | |
        | | | | | | | | | | | | | merg | NER
        | | | | | 12 | 3 | 2 | 1 | 2 | 3 | 5 | | |
        | | | | | | | | | | | | | merged | gw
        | | | | | | | | | | | | | merged | gwr
        """,
}


def cells(name: str) -> list[str]:
    return [part.strip() for row in TYPED[name].strip().splitlines() for part in row.split("|")]


def golden(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "tests" / "golden" / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(TYPED))
def test_a_golden_position_typed_cell_by_cell_gives_the_same_session(name: str) -> None:
    said = golden(name)
    players = tuple(player["name"] for player in said["players"])
    counting = Counting(said["game"], players, options=said.get("options", {})).fill(*cells(name), then="tab")
    assert counting.model.problem is None
    session, made = counting.made()
    assert made["position"] == said["position"]
    header = {key: said[key] for key in ("options", "position") if key in said}
    assert shown(session) == shown(session_of((), players, game=said["game"], **header))


# On the page


def page_of(table: Table) -> PositionPage:
    assert isinstance(table.app.screen, PositionPage)
    return table.app.screen


def plan_of(table: Table) -> Plan:
    assert isinstance(table.app.screen, NewPage)
    return table.app.screen.model.plan


def fresh(disk: MemoryDisk | None = None) -> CompanionApp:
    return app_of(disk or MemoryDisk(shipped()), None)


async def opened(table: Table, game: str, players: tuple[str, ...] = THREE, **options: Any) -> None:
    """From the start page to the grid of a new session."""
    await table.press("n")
    assert isinstance(table.app.screen, NewPage)
    model = table.app.screen.model
    place = next(at for at, one in enumerate(model.plan.shelf) if one.ruleset.id == game)
    await table.press(str(place + 1))
    await table.fill(*players)
    for key, value in options.items():
        model.go(FormRow("option", next(at for at, one in enumerate(model.plan.options) if one.key == key)))
        await table.fill(value if isinstance(value, str) else "yes")
    model.go(FormRow("position"))
    await table.press("enter")


async def test_a_position_is_typed_left_opened_again_and_taken_out_and_one_that_cannot_be_makes_nothing() -> (
    None
):
    """Spec, "Components": 60 track tiles."""
    disk = MemoryDisk(shipped())
    async with running(fresh(disk)) as table:
        await opened(table, "stephensons-rocket")
        await table.type("many")
        await table.press("enter")
        assert 'Anton, cash is a whole number, not "many"' in table.text()
        await table.press("escape")
        assert "many" not in table.text()
        await table.type("41000")
        await table.press("tab", "escape")
        assert "counted; Enter opens it" in table.text()
        await table.press("enter")
        assert page_of(table).counting.cell.text == "41000"
        await table.press("escape", *["backspace"] * 9)
        assert plan_of(table).position == {"cash": {ANTON: 41000}}, "only Delete takes it out"
        await table.press("delete")
        assert "the game begins at its start" in table.text()
        await table.press("enter")
        page_of(table).counting.go(Place(3, 0, 0))
        await table.type("61")
        await table.press("tab", "escape", "down", "down", "enter")
        assert isinstance(table.app.screen, NewPage)
        assert "there are not enough track tiles: 61 wanted from the supply, 60 there" in table.text()
        assert not [path for path in disk.files if path.parent == SAVES]
        await table.press("up", "up", "delete", "enter")
        page_of(table).counting.go(Place(3, 0, 0))
        await table.type("60")
        await table.press("tab", "escape", "down", "down", "enter")
        assert isinstance(table.app.screen, TableScreen)
        assert "Lay out" not in table.text(), "on the table everything lies already"


async def test_a_copy_book_that_cannot_be_read_is_said_and_the_page_opens_only_with_players() -> None:
    disk = MemoryDisk({**shipped(), book_path(SAVES, "stephensons-rocket"): b"nonsense"})
    async with running(fresh(disk)) as table:
        await opened(table, "stephensons-rocket", (ANTON,))
        assert isinstance(table.app.screen, NewPage)
        assert "Stephenson's Rocket takes 2 to 4 players, not 1" in table.text()
        table.app.screen.model.go(FormRow("add"))
        await table.fill(BEATE)
        notices = len(table.notices())
        table.app.screen.model.go(FormRow("position"))
        await table.press("enter")
        assert isinstance(table.app.screen, PositionPage)
        assert len(table.notices()) == notices + 1


async def test_a_cell_is_chosen_by_pointing_what_was_typed_is_taken_and_a_list_is_pasted() -> None:
    async with running(fresh()) as table:
        await opened(table, "dampfross")
        await table.type("41")
        await table.click("·", below="accounts")
        assert page_of(table).counting.place == (0, 0, 1)
        page_of(table).counting.go(Place(1, 0, 0))
        await table.paste("11 12 13")
        await table.press("enter")
        await table.type("x")
        await table.click("Esc back")
        assert page_of(table).counting.typed is None, "as Esc does, it takes back what is typed"
        await table.click("Esc back")
        assert plan_of(table).position == {"accounts": {ANTON: 41}, "connected": [11, 12, 13]}
