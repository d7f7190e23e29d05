"""The grid of a position: where keys lead, what a text that does not fit is told, and the session that it gives."""

import tomllib
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.report.words import Speaker
from companion.session.planning import Plan
from companion.storage.board_notes import board_notes_path
from companion.tui.app import CompanionApp
from companion.tui.models.grid_editor import GridEditor, Place
from companion.tui.models.new_session import FormRow
from companion.tui.screens.grid import GridPage
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.planned import plan
from tests.support import ANTON, BEATE, ROOT, SAVES, THREE, session_of, shipped, shown
from tests.tui.counting import Counting
from tests.tui.driving import Table, app_of, running
from tests.tui.test_new_session import go


def counting(game: str = "stephensons-rocket", players: tuple[str, ...] = THREE) -> GridEditor[Plan]:
    return GridEditor(plan(*players, game=game))


def press(model: GridEditor[Plan], *keys: str) -> None:
    for key in keys:
        model.press(key)


def test_a_text_that_does_not_fit_says_why_and_stays() -> None:
    model = counting()
    press(model, *"many", "down")
    assert model.problem is not None
    assert (
        Speaker(model.source.ruleset).say(model.problem)
        == '"many" isn\'t a whole number. The question is: Anton, cash.'
    )
    assert (model.place, model.typed) == (Place(), "many")
    assert not model.take_typed()
    model.go(Place(1, 0, 0))
    assert model.place == Place()
    press(model, *["backspace"] * 4, *"41x", "down", *"41", "down")
    assert model.place == Place(0, 1), "a letter after a refusal begins anew"
    assert model.source.position == {"cash": {ANTON: 41}}


def test_escape_takes_back_what_is_typed_and_then_is_left_to_the_page() -> None:
    model = counting()
    press(model, *"41", "enter", "up", *"9x", "tab", "escape")
    assert (model.typed, model.problem, model.cell.text) == (None, None, "41")
    assert not model.press("escape")


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("right down down", (0, 2, 1)),
        ("right down down down", (1, 0, 3)),  # Beate's
        ("right down down down up", (0, 2, 1)),
        ("tab tab tab tab", (0, 1, 1)),
        ("tab tab tab tab back-tab left", (0, 0, 2)),
        ("back-tab", (0, 0, 0)),
        ("up", (0, 0, 0)),
        ("enter enter enter", (0, 0, 1)),
        ("enter " * 9, (1, 0, 0)),
        # After a number that ended by itself keys move from the mark; Enter or Tab that would lead there stays.
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
    ],
)
def test_keys_lead_over_the_ends_of_rows_columns_and_sections(keys: str, place: tuple[int, int, int]) -> None:
    """Sections of Stephenson's Rocket: three rows with the players across, tokens, lines, the rest."""
    model = counting()
    press(model, *keys.split())
    assert model.place == place


@pytest.mark.parametrize(
    ("keys", "cash"), [(("delete",), None), (("7",), 7), (("backspace",), 4), (("backspace",) * 9, None)]
)
def test_a_filled_cell_is_typed_anew_cut_or_emptied(keys: tuple[str, ...], cash: int | None) -> None:
    model = counting()
    press(model, *"41", "enter", "2", "enter", "up", "up", *keys, "enter")
    left = {} if cash is None else {"cash": {ANTON: cash}}
    assert model.source.position == {**left, "passengers": {ANTON: 2}}


def test_enter_passes_over_rows_that_were_not_begun() -> None:
    model = counting()
    model.go(Place(2, 0, 0))
    press(model, "enter", *"yes", *["enter"] * 6)
    assert model.place == (2, 1, 1), "L&Y alone was begun"
    press(model, "enter")
    assert model.place == (2, 1, 2)


def test_a_number_ends_by_itself_if_no_further_digit_fits() -> None:
    """Spec, "Components": 9 passengers, 7 stations; a line has 16 shares."""
    model = counting()
    model.go(Place(0, 1, 0))
    press(model, *"31")
    assert model.source.position == {"passengers": {ANTON: 3}, "loose_stations": {ANTON: 1}}
    model.go(Place(2, 0, 9))
    press(model, "1")
    assert (model.place, model.typed) == (Place(2, 0, 9), "1")
    press(model, "2")
    assert model.typed is None


def test_a_number_that_is_edited_ends_with_enter() -> None:
    model = counting()
    model.go(Place(0, 1, 0))
    press(model, "3", "up", "backspace", *"12")
    assert (model.place, model.typed) == (Place(0, 1, 0), "12")


def test_the_last_cell_is_the_end() -> None:
    model = counting("dampfross")
    press(model, *["tab"] * 200)
    last = model.place
    press(model, "tab", "down")
    assert (model.place, model.is_at_end) == (last, True)
    assert last.section == len(model.sections) - 1
    press(model, "up")
    assert (model.place, model.is_at_end) == (last, False)
    press(model, "end", "enter")
    assert model.is_done


def test_a_row_more_is_there_as_soon_as_the_last_one_is_begun() -> None:
    model = counting()
    model.go(Place(1, 0, 0))
    press(model, *"steel", "down")
    assert model.place == (1, 1, 0)
    press(model, *"leath", "tab")
    assert model.source.position == {"tokens": [{"commodity": "steel"}, {"commodity": "leather"}]}


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
        | | | | 13 | 2 | 2 | 3 | 3 | 4 | 2 | | |
        | | | | | | | | | | | | merged | ner
        | | | | 4 | | 2 | 1 | 3 | 1 | 2 | | |
        | | | | | | | | | | | | merg | NER
        | | | | 12 | 3 | 2 | 1 | 2 | 3 | 5 | | |
        | | | | | | | | | | | | merged | gw
        | | | | | | | | | | | | merged | gwr
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


def page_of(table: Table) -> GridPage:
    assert isinstance(table.app.screen, GridPage)
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
        assert '"many" isn\'t a whole number. The question is: Anton, cash.' in table.text()
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
        assert "from the first turn" in table.text()
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


async def test_a_board_notes_that_cannot_be_read_is_said_and_the_page_opens_only_with_players() -> None:
    disk = MemoryDisk({**shipped(), board_notes_path(SAVES, "stephensons-rocket"): b"nonsense"})
    async with running(fresh(disk)) as table:
        await opened(table, "stephensons-rocket", (ANTON,))
        assert isinstance(table.app.screen, NewPage)
        assert "Stephenson's Rocket is for 2 to 4 players, not 1." in table.text()
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
