"""Pads in the app: the list of other games, a pad made in three steps, and what an edit leaves alone."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.storage.config import Config
from companion.tui.screens.make_pad import MakePage
from companion.tui.screens.new_session import NewPage
from companion.words import LANGUAGES
from tests.memory_disk import MemoryDisk
from tests.support import FILE, ROOT, RULESETS, SAVES, header, library, shipped, text_of
from tests.tui.desk import AtDesk, missing
from tests.tui.driving import LARGE, NARROW, SMALL, Size, Table, app_of, disk_of, is_page, running

OWN = Path("/own")
WINGSPAN = ("Birds", "Bonus cards", "Round goals", "Eggs", "Food on cards", "Tucked cards", "Unused food")
MAKE_WINGSPAN = (
    *("p", "m", *"Wingspan", "tab", *"1-5", "enter", "1", "enter"),
    *(key for name in WINGSPAN[:-1] for key in (*name, "enter")),
    *(*WINGSPAN[-1], "tab", "6", "enter", "enter"),
)
JO = b'format = 1\nid = "jo"\nengine = "score-pad"\nnames = "Jo"\nplayers = { least = 2, most = 4 }\nrounds = {}\n'


def disk_with(files: dict[Path, bytes]) -> MemoryDisk:
    pads = {RULESETS / path.name: path.read_bytes() for path in (ROOT / "rulesets").glob("*.toml")}
    return MemoryDisk({**pads, **files})


def test_where_a_number_is_needed_none_is_not_offered() -> None:
    """A question with `least` has no answer 0, neither on the screen nor by its key."""
    desk = AtDesk(disk_of(game="carcassonne")).press("a")
    assert "0: none" not in desk.entry
    assert '"0" doesn\'t fit here' in desk.press("0").entry


def session_of(game: str, *blocks: dict[str, Any]) -> MemoryDisk:
    return disk_with({FILE: text_of(blocks, ("Anna", "Ben", "Cleo"), game=game).encode()})


NONE = dict.fromkeys(("Anna", "Ben", "Cleo"), 0)
BIDS, TRICKS = {"do": "bid", "bids": NONE}, {"do": "round", "won": NONE}
ORDERS: list[tuple[str, list[dict[str, Any]], str, str]] = [
    ("wizard", [], "b", "Tab: Cleo, Anna Needs"),  # Anna deals
    ("wizard", [{"do": "bid", "bids": {"Ben": 1}}], "b", "Tab: Anna Needs"),
    ("wizard", [BIDS], "t", "Tab: Cleo, Anna Needs"),
    ("wizard", [BIDS, TRICKS], "b", "Tab: Anna, Ben Needs"),  # Ben deals
    ("hearts", [], "r", "Tab: Ben, Cleo Needs"),  # scores are read from left to right
]


@pytest.mark.parametrize(("game", "blocks", "key", "asked"), ORDERS)
def test_bids_and_tricks_are_asked_from_the_dealers_left(
    game: str, blocks: list[dict[str, Any]], key: str, asked: str
) -> None:
    assert asked in AtDesk(session_of(game, *blocks)).press(key).entry


BACK = [("escape", "f"), ("escape", "backspace"), ("end", "enter", "escape", "f")]


@pytest.mark.parametrize("keys", BACK)
async def test_cells_left_with_esc_come_back(keys: tuple[str, ...]) -> None:
    async with running(app_of(session_of("seven-wonders"))) as table:
        await table.press("f", "5", "enter", "1", "2", "enter", *keys)
        assert missing(["Military 5 · ·", "Coins 12 · ·"], table.seen) == []


async def test_cells_outlive_the_program() -> None:
    async with running(app_of(disk := session_of("seven-wonders"))) as table:
        await table.press("f", "5", "enter")
    async with running(app_of(MemoryDisk(disk.files))) as table:
        assert "Military 5 · ·" in table.seen


AT_CELLS = ["Enter goes to the next cell. End finishes. Blank cells count as 0.", "Enter Next End Finish"]
AT_END = ["Enter shows the result. Enter again saves it. Blank cells count as 0.", "Enter Done"]
NO_CELLS = ["Enter shows the result. Enter again saves it.", "!Blank cells"]


@pytest.mark.parametrize(
    ("game", "keys", "texts"),
    [("seven-wonders", "f", AT_CELLS), ("seven-wonders", "f end", AT_END), ("hearts", "f", NO_CELLS)],
)
async def test_the_page_of_cells_says_what_enter_does_there(game: str, keys: str, texts: list[str]) -> None:
    async with running(app_of(session_of(game))) as table:
        await table.press(*keys.split())
        assert missing(texts, table.seen) == []


def test_categories_are_asked_for_with_whose_score_they_are() -> None:
    assert (
        missing(["Whose score:", "!Who did it"], AtDesk(session_of("seven-wonders")).press("s").entry) == []
    )


def own_pad(disk: MemoryDisk, name: str) -> dict[str, Any]:
    return tomllib.loads(disk.files[OWN / f"{name}.toml"].decode())


def step_of(table: Table) -> int:
    assert isinstance(table.app.screen, MakePage)
    return table.app.screen.step


def game_of(table: Table) -> str:
    assert isinstance(table.app.screen, NewPage)
    return table.app.screen.model.plan.game


async def test_wingspan_takes_under_100_keys_and_ends_in_a_new_session_with_it() -> None:
    disk = disk_with({})
    async with running(app_of(disk, None)) as table:
        await table.press(*MAKE_WINGSPAN)
        assert step_of(table) == 3
        # 40 + 5 + 10 + 12 + 3 + 4 and 38 + 7 + 10 + 12 + 3 + 4
        assert "Anna and Ben have 74 points each. Unused food: Anna 1, Ben 3." in table.seen
        assert "Ben wins with 74 points." in table.seen
        await table.press("enter")
        assert len(MAKE_WINGSPAN) + 1 < 100
        assert game_of(table) == "wingspan"
    assert own_pad(disk, "wingspan") == {
        "format": 1,
        "id": "wingspan",
        "engine": "score-pad",
        "names": "Wingspan",
        "players": {"least": 1, "most": 5},
        "tie_break": ["unused-food"],
        "categories": {
            **{name.lower().replace(" ", "-"): name for name in WINGSPAN[:-1]},
            "unused-food": {"names": "Unused food", "points": 0},
        },
    }


MADE: list[tuple[str, dict[str, Any]]] = [
    ("J o enter 2 enter enter enter", {"rounds": {}}),
    ("J o enter 2 enter 1 tab 5 0 0 enter enter", {"rounds": {}, "end": {"target": 500}}),
    ("J o enter 2 enter 2 enter 7 enter enter", {"rounds": {"count": 7}}),
    ("J o down down 2 enter 2 enter enter enter", {"wins": "lowest", "rounds": {}}),
    (
        "J o enter 3 enter tab 3 0 enter enter enter",
        {"rounds": {"bid": "exact", "hit": 30, "trick": 10, "miss": 10}},
    ),
    ("J o enter 3 enter 4 enter enter enter enter", {"rounds": {"bid": "tricks", "trick": 1, "hit": 10}}),
    ("J o enter 4 enter R o a d enter up enter enter enter", {"running": {"kinds": {"road": "Road"}}}),
    ("J o enter 4 enter enter enter", {"running": {}}),
    (
        "J o enter 1 enter A tab 5 5 tab 7 space 3 enter enter enter",
        {"categories": {"a": {"names": "A", "places": [7, 3], "ties": "split"}}},
    ),
    (
        "J o enter 1 enter A tab 4 tab 2 space 1 space 5 space 4 enter enter enter",
        {"categories": {"a": {"names": "A", "steps": [[2, 1], [5, 4]]}}},
    ),
    ("J o enter 1 enter A tab 3 enter enter enter enter", {"categories": {"a": {"names": "A", "points": 1, "per": 3}}}),
    (
        "J o enter 1 enter A enter B tab 2 enter enter enter t t t enter",  # as it is, A more, A fewer, B more
        {"tie_break": ["b"], "categories": {"a": "A", "b": {"names": "B", "points": 2}}},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "parts"), MADE)
async def test_a_pad_of_every_kind_is_written_as_typed(keys: str, parts: dict[str, Any]) -> None:
    """Beside its name, a pad of rounds alone takes five keys."""
    disk = disk_with({})
    async with running(app_of(disk, None)) as table:
        await table.press("p", "m", *keys.split())
        assert game_of(table) == "jo"
    raw = own_pad(disk, "jo")
    kept = {key: one for key, one in raw.items() if key not in ("format", "id", "engine", "names", "players")}
    assert kept == parts


TYPED = [
    ("2 enter 1 tab 1 0 1", "When a total reaches 101 points."),
    ("3 enter tab 3 5", "you get 35, plus 10 a trick"),
    ("1 enter A tab 4 tab 2", "4 or more: 3 points. 8 or more: 5 points."),
    ("1 enter A tab 4 tab 2 space 1", "By a table 2 or more: 1 point."),
]


@pytest.mark.parametrize(("keys", "said"), TYPED)
async def test_a_number_is_in_the_sentence_as_soon_as_it_is_typed(keys: str, said: str) -> None:
    async with running(app_of(disk_with({}), None)) as table:
        await table.press("p", "m", "J", "enter", *keys.split())
        assert said in table.seen


async def test_a_pad_is_made_by_pointing_too() -> None:
    disk = disk_with({})
    async with running(app_of(disk, None)) as table:
        await table.press("p", "m", *"Jo")
        await table.click("A score each round")
        await table.press("enter", "enter")
        await table.click("After a set number of rounds")
        await table.press("enter", "enter", "enter")
    assert own_pad(disk, "jo")["rounds"] == {"count": 10}


async def test_without_any_pad_the_list_says_so_and_offers_to_make_one() -> None:
    async with running(app_of(MemoryDisk(shipped()), None)) as table:
        await table.press("p")
        assert "There are no pads yet." in table.seen
        assert "m Make a pad" in table.seen


async def test_no_other_file_is_written_over() -> None:
    disk = disk_with({OWN / "jo.toml": JO, OWN / "hearts-2.toml": b"not toml"})
    before = dict(disk.files)
    async with running(app_of(disk, None)) as table:
        await table.press("p", "m", *"Jo", "enter", "2", "enter", "enter", "enter")
        assert game_of(table) == "jo-2"
        await table.press("escape", "p", "m", *"Hearts", "enter", "2", "enter", "enter", "enter")
        assert game_of(table) == "hearts-3"
    assert {path: disk.files[path] for path in before} == before


TRIED = [
    ("", "Anna and Ben have 45 points each. Anna and Ben share the win."),  # 40 + 5 and 38 + 7
    ("4 2 tab", "Anna wins with 47 points."),
    ("- 3 tab", "Ben wins with 45 points."),
    ("delete tab", "Ben wins with 45 points."),
    ("t", "Anna and Ben have 45 points each. A: Anna 40, Ben 38."),
    ("t t", "Ben wins with 45 points."),
]


@pytest.mark.parametrize(("keys", "said"), TRIED)
async def test_numbers_of_a_try_are_typed_over_and_the_tie_break_turned(keys: str, said: str) -> None:
    async with running(app_of(disk_with({}), None), LARGE) as table:
        await table.press(*f"p m J enter 1 enter A enter B enter enter {keys}".split())
        assert said in table.seen


FAULTY: list[tuple[str, str]] = [
    ("enter 1 enter", "What is the game called? Type a name."),
    ("J o enter enter", "A pad needs categories, rounds or running points."),
    ("J o tab 0 enter", "must be at least 1"),
    ("J o enter 1 enter A enter a enter enter", "Two categories are called a."),
    (
        "J o enter 1 enter A tab 4 tab 5 space 1 space 2 space 3 enter enter",
        "Category a: each step must start higher",
    ),
    ("J o enter escape", "Press Esc again to discard the pad."),
]


@pytest.mark.parametrize(("keys", "said"), FAULTY)
async def test_a_fault_is_said_where_it_is_and_nothing_is_written(keys: str, said: str) -> None:
    disk = disk_with({})
    async with running(app_of(disk, None)) as table:
        await table.press("p", "m", *keys.split())
        assert step_of(table) < 3
        assert said in table.seen
    assert not [path for path in disk.files if path.parent == OWN]


@pytest.mark.parametrize(
    "keys", ["escape", "backspace", "J escape escape", "J o enter 2 enter enter escape escape"]
)
async def test_esc_discards_and_asks_only_if_something_was_typed(keys: str) -> None:
    disk = disk_with({})
    async with running(app_of(disk, None)) as table:
        await table.press("p", "m", *keys.split())
        assert is_page(table.app.screen, "pads")
    assert not [path for path in disk.files if path.parent == OWN]


async def test_an_edit_changes_the_pad_and_no_session() -> None:
    disk = disk_with({OWN / "jo.toml": b"# by hand\n" + JO})
    for name in ("a", "b"):
        library(disk=disk).create(SAVES / f"{name}.toml", header(("Anna", "Ben"), game="jo"))
    async with running(app_of(disk, None)) as table:
        await table.press("p", "c", "enter", "enter", "2", "enter", "enter", "enter")
        said = ["The pad is saved as jo.toml.", "2 sessions keep the pad they started with."]
        assert table.notices() == said
    assert own_pad(disk, "jo")["rounds"] == {"count": 10}
    assert disk.files[OWN / "jo.toml.edited"].startswith(b"# by hand")
    kept = [path for path in disk.files if path.parent == SAVES / "kept-rulesets"]
    assert [tomllib.loads(disk.files[path].decode())["rounds"] for path in kept] == [{}]


async def test_a_shipped_pad_is_copied_under_a_new_name_with_all_its_keys() -> None:
    disk = disk_with({})
    async with running(app_of(disk, None)) as table:
        await table.press("p", "6", "c", *["enter"] * 15)
        assert game_of(table) == "terraforming-mars-2"
    copy, old = (library(disk=disk).shelf.load(f"terraforming-mars{end}").raw for end in ("-2", ""))
    assert copy == {**old, "id": "terraforming-mars-2", "names": "Terraforming Mars 2"}


async def test_the_list_has_its_sections_and_archives_only_what_is_yours() -> None:
    played = {
        SAVES / f"{game}.toml": text_of((), ("A", "B", "C"), game=game).encode()
        for game in ("wizard", "hearts", "jo")
    }
    faulty = JO.replace(b"least = 2", b"least = 5").replace(b'"jo"', b'"bad"')
    disk = disk_with({**played, OWN / "jo.toml": JO, OWN / "bad.toml": faulty})
    async with running(app_of(disk, None)) as table:
        await table.press("p")
        sections = ["Recently played", "Yours", "Ready to play"]
        assert [line.strip() for line in table.lines() if line.strip() in sections] == sections
        assert "bad.toml: " in table.seen
        at = next(line for line in table.lines() if "bad.toml" in line).split()[0]
        await table.press(at, "enter")
        assert "This pad's file has a mistake, so you can't play it." in table.seen
        await table.press("1", "x")
        assert "comes with Companion and stays" in table.seen
        await table.press(at, "x", "i")
    assert disk.files[OWN / "put-away" / "bad.toml"] == faulty
    assert OWN / "bad.toml" not in disk.files


@pytest.mark.parametrize("size", [SMALL, NARROW, LARGE])
async def test_the_row_of_games_keeps_to_two_lines_and_comes_back_with_the_pad_chosen(size: Size) -> None:
    played = {
        SAVES / f"{game}.toml": text_of((), ("A", "B", "C"), game=game).encode()
        for game in ("wizard", "hearts")
    }
    async with running(app_of(disk_with(played), None), size) as table:
        await table.press("n")
        lines = table.lines()
        first = next(at for at, line in enumerate(lines) if "Game" in line)
        assert "For 3 to 6 players" in "".join(lines[first + 1 : first + 3])
        await table.type("Anna")
        await table.press("enter", "home", "6")
        assert is_page(table.app.screen, "pads")
        await table.press("3", "enter")
        assert game_of(table) == "seven-wonders"
        screen = table.app.screen
        assert isinstance(screen, NewPage)
        assert screen.model.plan.names == ("Anna",)


FIRST = {
    "1": ("Who starts", "Anna, Ben and Cleo. Ben starts."),  # Jo
    "2": ("", "Anna, Ben and Cleo "),  # 7 Wonders
    "9": ("Who deals", "Anna, Ben and Cleo. Ben deals first."),  # Wizard
}


@pytest.mark.parametrize("place", FIRST)
async def test_a_new_session_asks_for_the_player_that_the_pad_calls_first(place: str) -> None:
    row, ready = FIRST[place]
    async with running(app_of(disk_with({OWN / "jo.toml": JO}), None), SMALL) as table:
        await table.press("p", place, "enter")
        for name in ("Anna", "Ben", "Cleo"):
            await table.type(name)
            await table.press("enter")
        await table.press("down", "right", "enter")
        asked = [one for one in ("Who starts", "Who deals") if one in table.seen]
        assert asked == [row] * bool(row)
        assert ready in table.seen


@pytest.mark.parametrize(("language", "size"), [*zip(LANGUAGES, (SMALL, NARROW) * 2, strict=True)])
async def test_every_step_is_drawn_in_every_language(language: str, size: Size) -> None:
    """No name of a message is on the screen."""
    async with running(app_of(disk_with({}), None, config=Config(language=language)), size) as table:
        for keys in (
            "p",
            "m J o",
            "enter 1 3 4 enter",
            "tab",
            "enter enter A tab 5",
            "tab",
            "enter enter",
            "enter",
        ):
            await table.press(*keys.split())
            assert "-pad." not in table.text()
        assert step_of(table) == 3
