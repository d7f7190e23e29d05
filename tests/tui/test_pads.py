"""Pads in the app: the list of other games, a pad made in three steps, and what an edit leaves alone."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tomli_w

from companion.desk.unfinished import with_checksum
from companion.pages.effects import CallHere, Link
from companion.pages.make_pad import PadGrid, open_maker
from companion.report.words import Speaker
from companion.storage.config import Config
from companion.storage.disk import NoFolder
from tests.memory_disk import MemoryDisk
from tests.support import FILE, ROOT, RULESETS, SAVES, header, kept_summaries, library, text_of
from tests.tui.counting import cell_lines
from tests.tui.desk import AtDesk, collapsed, missing, read
from tests.tui.driving import Table, app_of, is_page, running
from tests.tui.test_position_page import grid_of

OWN = Path("/own")
PADS = ("n", "left", "enter")
"""Keys to the list of pads from the start page, if none was played: before the first game is another one."""
WINGSPAN = ("Birds", "Bonus cards", "Round goals", "Eggs", "Food on cards", "Tucked cards", "Unused food")
MAKE_WINGSPAN = (
    *(*PADS, "m", *"Wingspan", "tab", *"1-5", "enter", "1", "enter"),
    *(key for name in WINGSPAN[:-1] for key in (*name, "enter")),
    *(*WINGSPAN[-1], "tab", "6", "enter", "enter"),
)
JO = b'format = 1\nid = "jo"\nengine = "score-pad"\nnames = "Jo"\nplayers = { least = 2, most = 4 }\nrounds = {}\n'


def disk_with(files: dict[Path, bytes]) -> MemoryDisk:
    pads = {RULESETS / path.name: path.read_bytes() for path in (ROOT / "rulesets").glob("*.toml")}
    return MemoryDisk({**pads, **files})


def session_of(game: str, *blocks: dict[str, Any]) -> MemoryDisk:
    return disk_with({FILE: text_of(blocks, ("Anna", "Ben", "Cleo"), game=game).encode()})


NONE = dict.fromkeys(("Anna", "Ben", "Cleo"), 0)
BIDS, TRICKS = {"do": "bid", "bids": NONE}, {"do": "round", "won": NONE}
ORDERS: list[tuple[str, list[dict[str, Any]], str, list[str]]] = [
    ("wizard", [], "b", ["Cleo", "Anna"]),  # Anna deals
    ("wizard", [{"do": "bid", "bids": {"Ben": 1}}], "b", ["Anna"]),
    ("wizard", [BIDS], "t", ["Cleo", "Anna"]),
    ("wizard", [BIDS, TRICKS], "b", ["Anna", "Ben"]),  # Ben deals
    ("hearts", [], "r", ["Ben", "Cleo"]),  # scores are read from left to right
]


@pytest.mark.parametrize(("game", "blocks", "key", "asked"), ORDERS)
def test_bids_and_tricks_are_asked_from_the_dealers_left(
    game: str, blocks: list[dict[str, Any]], key: str, asked: list[str]
) -> None:
    desk = AtDesk(session_of(game, *blocks)).press(key)
    for name in asked:
        assert f"Tab {name} " in desk.hints
        desk.press("tab")


SOME = [{"do": "score", "by": "Anna", "counts": {"military": 5, "wonder": 3}}]


def test_what_a_player_has_in_a_category_is_shown_and_the_next_one_is_asked() -> None:
    desk = AtDesk(session_of("seven-wonders", *SOME)).press("s a")
    assert "Coins, how many: (a number)" in desk.entry, "military has a number, and coins have none"
    assert "Wonder, how many points: 3 (a number)" in desk.press("1 enter").entry
    assert "Military, how many points: 5 (a number)" in desk.press("left left").entry
    desk.press("4 enter enter enter")
    assert desk.blocks[-1]["counts"] == {"military": 4, "coins": 1}, "what is only shown isn't saved again"


BACK = [("escape", "f"), ("end", "escape", "backspace")]


@pytest.mark.parametrize("keys", BACK)
async def test_cells_left_with_esc_come_back(keys: tuple[str, ...]) -> None:
    async with running(app_of(session_of("seven-wonders"))) as table:
        await table.press("f", "5", "down", "1", "2", "down", *keys)
        assert missing(["Military 5 · ·", "Coins 12 · ·"], table.seen) == []


def own_pad(disk: MemoryDisk, name: str) -> dict[str, Any]:
    return tomllib.loads(disk.files[OWN / f"{name}.toml"].decode())


def step_of(table: Table) -> int:
    view = grid_of(table)
    assert isinstance(view, PadGrid)
    return view.step


def game_of(table: Table) -> str:
    planned = table.app.plans.planned
    assert planned is not None
    return planned.plan.game


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


class BlockedDisk(MemoryDisk):
    """A disk with a file where the folder of the pads should be."""

    is_blocked = True

    def make_folder(self, folder: Path) -> None:
        if self.is_blocked and OWN in (folder, *folder.parents):
            raise NoFolder(20, "Not a directory", str(OWN))
        super().make_folder(folder)


async def test_a_pad_that_cannot_be_written_stays_on_the_screen_until_it_can() -> None:
    disk = BlockedDisk(disk_with({}).files)
    async with running(app_of(disk, None)) as table:
        await table.press(*MAKE_WINGSPAN, "enter")
        assert "/own isn't a folder. Rename or move it" in " ".join((table.seen, *table.notices()))
        assert step_of(table) == 3
        disk.is_blocked = False
        await table.press("enter")
        assert own_pad(disk, "wingspan")["names"] == "Wingspan"


class Maker:
    """The grids that make or edit a pad, without a screen."""

    view: PadGrid

    def __init__(self, disk: MemoryDisk, keys: str, edits: str = "") -> None:
        shop = library(disk=disk)
        listing = shop.listing(SAVES)
        listing.list_files()
        self.game, self.notices = "", list[str]()
        self._services: Any = SimpleNamespace(
            library=shop,
            listing=listing,
            speaker=Speaker(),
            config=Config(),
            plans=self,
            notify=self.notices.append,
            show_page=self._show,
            bell=lambda: None,
        )
        open_maker(self._services, shop.rulesets.load(edits) if edits else None)
        self.press(keys)

    def _show(self, view: PadGrid, _: Link) -> None:
        self.view = view
        view.services = self._services
        view.follow()

    def choose(self, game: str) -> None:
        """Take the pad that was made for a new session."""
        self.game = game

    def press(self, keys: str) -> "Maker":
        for key in keys.split():
            effect = self.view.press("", " " if key == "space" else key)
            if isinstance(effect, CallHere):
                effect.do()
            self.view.follow()
        return self

    @property
    def text(self) -> str:
        return collapsed(read([*self.view.head(78), *cell_lines(self.view)]))


MADE: list[tuple[str, dict[str, Any]]] = [
    ("J o enter 2 enter enter enter", {"rounds": {}}),
    ("J o enter 2 enter 2 enter 7 enter enter", {"rounds": {"count": 7}}),
    ("J o down down 2 enter 2 enter enter enter", {"wins": "lowest", "rounds": {}}),
    (
        "J o enter 3 enter tab 3 0 enter enter enter",
        {"rounds": {"bid": "exact", "hit": 30, "trick": 10, "miss": 10}},
    ),
    ("J o enter 4 enter R o a d enter up enter enter enter", {"running": {"kinds": {"road": "Road"}}}),
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
def test_a_pad_of_every_kind_is_written_as_typed(keys: str, parts: dict[str, Any]) -> None:
    """Beside its name, a pad of rounds alone takes five keys."""
    disk = disk_with({})
    assert Maker(disk, keys).game == "jo"
    raw = own_pad(disk, "jo")
    kept = {key: one for key, one in raw.items() if key not in ("format", "id", "engine", "names", "players")}
    assert kept == parts


def test_no_other_file_is_written_over() -> None:
    disk = disk_with({OWN / "jo.toml": JO, OWN / "hearts-2.toml": b"not toml"})
    before = dict(disk.files)
    assert Maker(disk, "J o enter 2 enter enter enter").game == "jo-2"
    assert Maker(disk, "H e a r t s enter 2 enter enter enter").game == "hearts-3"
    assert {path: disk.files[path] for path in before} == before


TRIED = [
    ("", "Anna and Ben have 45 points each. Anna and Ben share the win."),  # 40 + 5 and 38 + 7
    ("- 3 tab", "Ben wins with 45 points."),
    ("delete tab", "Ben wins with 45 points."),
    ("t", "Anna and Ben have 45 points each. A: Anna 40, Ben 38."),
    ("t t", "Ben wins with 45 points."),
]


@pytest.mark.parametrize(("keys", "said"), TRIED)
def test_numbers_of_a_try_are_typed_over_and_the_tie_break_turned(keys: str, said: str) -> None:
    assert said in Maker(disk_with({}), f"J enter 1 enter A enter B enter enter {keys}").text


FAULTY: list[tuple[str, str]] = [
    ("enter 1 enter", "What is the game called? Type a name."),
    ("J o enter enter", "A pad needs categories, rounds or running points."),
    ("J o tab 0 enter", "must be at least 1"),
    ("J o enter 1 enter A enter a enter enter", "Two categories are called a."),
    (
        "J o enter 1 enter A tab 4 tab 5 space 1 space 2 space 3 enter enter",
        "Category a: each step must start higher",
    ),
]


@pytest.mark.parametrize(("keys", "said"), FAULTY)
def test_a_fault_is_said_where_it_is_and_nothing_is_written(keys: str, said: str) -> None:
    disk = disk_with({})
    maker = Maker(disk, keys)
    assert maker.view.step < 3
    assert said in maker.text
    assert not [path for path in disk.files if path.parent == OWN]


def test_an_edit_changes_the_pad_and_no_session() -> None:
    disk = disk_with({OWN / "jo.toml": b"# by hand\n" + JO})
    for name in ("a", "b"):
        library(disk=disk).create(SAVES / f"{name}.toml", header(("Anna", "Ben"), game="jo"))
    kept_summaries(library(disk=disk), SAVES)
    maker = Maker(disk, f"enter {ROUNDS} enter", edits="jo")
    assert maker.notices == ["The pad is saved as jo.toml.", "2 sessions keep the pad they started with."]
    assert own_pad(disk, "jo")["rounds"] == {"count": 10}
    assert disk.files[OWN / "jo.toml.edited"].startswith(b"# by hand")
    kept = [path for path in disk.files if path.parent == SAVES / "kept-rulesets"]
    assert [tomllib.loads(disk.files[path].decode())["rounds"] for path in kept] == [{}]


ROUNDS = "enter 2 enter enter"
"""The end of an edit: the game ends after ten rounds. Enter saves it."""
OVERTAKEN = (
    "Somebody else changed this pad meanwhile. Press Enter to save yours as a new pad, or v to see theirs."
)


def copies(disk: MemoryDisk) -> list[bytes]:
    return [one for path, one in disk.files.items() if path.parent == OWN and ".edited" in path.name]


def test_an_edit_keeps_every_file_that_it_replaces() -> None:
    """Also one in the program's own layout, such as a pad that extends another: the edit writes it in full."""
    own = tomli_w.dumps({"id": "mine", "extends": "jo", "names": "Mine"}).encode()
    disk = disk_with({OWN / "jo.toml": JO, OWN / "mine.toml": own})
    for _ in range(2):
        assert Maker(disk, f"X enter {ROUNDS} enter", edits="mine").game == "mine"
    assert len(copies(disk)) == 2
    assert disk.files[OWN / "mine.toml.edited"] == own
    assert tomllib.loads(disk.files[OWN / "mine.toml.edited-2"].decode())["names"] == "X"


@pytest.mark.parametrize(
    "theirs", [JO.replace(b'"Jo"', b'"Joe"'), b"", None], ids=["edited", "emptied", "gone"]
)
def test_two_edits_of_one_pad_are_both_written(theirs: bytes | None) -> None:
    """The second one says that it comes too late, and is saved under another name."""
    disk = disk_with({OWN / "jo.toml": JO})
    maker = Maker(disk, f"enter {ROUNDS}", edits="jo")
    del disk.files[OWN / "jo.toml"]
    disk.files |= {} if theirs is None else {OWN / "jo.toml": theirs}
    maker.press("enter")
    assert OVERTAKEN in maker.text
    assert disk.files.get(OWN / "jo.toml") == theirs, "it isn't touched"
    assert maker.text.startswith("Make a pad: Jo 2 ")
    assert maker.press("enter").game == "jo-2"
    assert disk.files.get(OWN / "jo.toml") == theirs
    made = own_pad(disk, "jo-2")
    assert (made["names"], made["rounds"]) == ("Jo 2", {"count": 10})


LEFT = "You left this unfinished. Carry on, or press Esc to discard it."
UNFINISHED: list[tuple[str, str, str]] = [
    ("m J o enter 1 enter A enter B enter", "m", "Make a pad: Jo 2 of 3"),
    ("1 c X enter", "1 c", "Make a pad: X 1 of 3"),
]


@pytest.mark.parametrize(("keys", "again", "title"), UNFINISHED)
async def test_an_unfinished_pad_comes_back_after_a_kill(keys: str, again: str, title: str) -> None:
    disk = disk_with({OWN / "jo.toml": JO})
    async with running(app_of(disk, None)) as table:
        await table.press(*PADS, *keys.split())
        killed, shown = MemoryDisk(disk.files), table.lines()
    async with running(app_of(killed, None)) as table:
        await table.press(*PADS, *again.split())
        assert LEFT in table.notices()
        assert title in table.seen
        if "enter enter" not in keys:  # else the try begins again
            assert table.lines() == shown
        await table.press("escape", "escape")
        assert is_page(table.app.screen, "pads")
        await table.press(*again.split())
        assert LEFT not in table.notices()
        assert step_of(table) == 1
    assert not [path for path in killed.files if path.parent == OWN / "drafts"]


async def test_the_list_has_its_sections_and_archives_only_what_is_yours() -> None:
    played = {
        SAVES / f"{game}.toml": text_of((), ("A", "B", "C"), game=game).encode()
        for game in ("wizard", "hearts", "jo")
    }
    faulty = JO.replace(b"least = 2", b"least = 5").replace(b'"jo"', b'"bad"')
    disk = disk_with({**played, OWN / "jo.toml": JO, OWN / "bad.toml": faulty})
    async with running(app_of(disk, None)) as table:
        await table.press("n", "right", "right", "enter")
        sections = ["Recently played", "Yours", "Ready to play"]
        assert [line.strip() for line in table.lines() if line.strip() in sections] == sections
        assert "bad.toml: " in table.seen
        at = next(line for line in table.lines() if "bad.toml" in line).split()[0]
        await table.press(at, "enter")
        assert table.seen.startswith("Another game "), "it can't be played"
        assert "/own/bad.toml" in table.seen, "where to correct it"
        await table.press("1", "x")
        assert "comes with Companion and stays" in table.seen
        await table.press(at, "x")
    assert disk.files[OWN / "archive" / "bad.toml"] == faulty
    assert OWN / "bad.toml" not in disk.files


async def test_a_pad_keeps_its_number_once_it_was_played() -> None:
    numbers = []
    played = {SAVES / "wizard.toml": text_of((), ("A", "B", "C"), game="wizard").encode()}
    for files, keys in ({}, PADS), (played, ["n", "right", "enter"]):
        async with running(app_of(disk_with(files), None)) as table:
            await table.press(*keys)
            numbers += re.findall(r"^\W*(\d+) +Wizard ", table.text(), re.MULTILINE)
    assert len(numbers) == 2
    assert len({*numbers}) == 1


async def test_a_pad_is_made_where_another_game_is_chosen() -> None:
    async with running(app_of(disk_with({}), None)) as table:
        await table.press(*PADS[:-1], "m")
        assert step_of(table) == 1


async def test_each_faulty_pad_is_named_before_a_new_session() -> None:
    """Two of them said the same sentence twice, without a name."""
    faulty = {OWN / f"{name}.toml": b"id =" for name in ("bad", "worse")}
    async with running(app_of(disk_with(faulty), None)) as table:
        await table.press("n")
        assert [one.partition(": ")[0] for one in table.notices()] == ["/own/bad.toml", "/own/worse.toml"]


@pytest.mark.parametrize("content", [b"x", with_checksum(b"{")])
async def test_an_unfinished_pad_that_cannot_be_read_is_set_aside(content: bytes) -> None:
    slot = OWN / "drafts" / "_.1"
    disk = disk_with({slot: content + b"\n"})
    async with running(app_of(disk, None)) as table:
        await table.press(*PADS, "m", "J")
        assert "Make a pad 1 of 3" in table.seen
    assert disk.files[slot.with_name(f"{slot.name}.aside")] == content + b"\n"
