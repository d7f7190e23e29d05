"""The example in docs/adding-a-game.md is a whole game: exactly that code goes through the laws."""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pytest

from companion.games import registry
from companion.pages import make_page
from companion.tui.models.table import RESERVED
from tests import laws, support, test_house, test_written_numbers
from tests.catalogs.files import fresh_catalogs, mo_bytes, read
from tests.laws.test_laws import every_game, every_session, few_sessions
from tests.missing import missing
from tests.support import ANTON, BEATE, ROOT, written_lines
from tests.tui.desk import model_of, view_of
from tests.tui.driving import app_of, disk_of, running
from tests.tui.test_receipts import tied

GAME = "pebbles"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
_FILE = re.compile(r"^`([\w./-]+)`:.*?\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES: dict[str, str] = dict(_FILE.findall(PAGE))
"""Each code block, by the file that its paragraph begins with."""
ROW = FILES.pop("companion/games/registry.py", "")


MODULES = (*(f"laws.{one.name}" for one in iter_modules(laws.__path__)), "tui.test_keys", "test_planning")
MARKS = [one.mark for one in (every_game, every_session, few_sessions)]
LAWS = [
    law
    for module in MODULES
    for name, law in vars(import_module(f"tests.{module}")).items()
    if name.startswith("test_") and any(mark in MARKS for mark in getattr(law, "pytestmark", ()))
]
HOUSE_RULES = (
    test_house.test_imports_point_down_only,
    test_house.test_rooms_keep_to_their_packages,
    test_house.test_no_game_knows_a_sibling_and_nobody_but_the_registry_knows_a_game,
    test_house.test_every_part_of_a_game_has_the_same_file_in_every_folder,
    test_house.test_every_message_has_its_sentence_with_the_values_it_is_given,
)


@pytest.fixture(scope="module", autouse=True)
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Put the files of the page into a folder and load them as if they were part of the program."""
    folder = tmp_path_factory.mktemp("example")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        own = read(folder / "companion/words/en.po")
        (folder / "companion/words/en.mo").write_bytes(mo_bytes("en", own))
        for package in ("companion.games", "companion.words"):
            there = import_module(package)
            patch.setattr(there, "__path__", [*there.__path__, f"{folder}/{package.replace('.', '/')}"])
        patch.setattr(support, "SHIPPED", [*support.SHIPPED, folder / "rulesets"])
        patch.setattr(registry, "_GAMES", {**registry._GAMES, **ast.literal_eval(f"{{{ROW}}}")})
        patch.setattr(test_house, "PACKAGE", folder / "companion")
        patch.setattr(test_house, "FILES", sorted(folder.glob("companion/**/*.py")))
        with fresh_catalogs():
            yield folder
    for module in [name for name in sys.modules if f".{GAME}." in f"{name}."]:
        del sys.modules[module]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{law.__module__.split('.')[-1]}-{law.__name__}")
def test_it_keeps_the_laws_of_every_game(law: Any) -> None:
    """With one random session; the games that are shipped have more of them."""
    others = {mark.args[0]: mark.args[1][0] for mark in law.pytestmark if mark not in MARKS}
    case = {"seed": 0, **others, "game": GAME}
    law(**{name: case[name] for name in inspect.signature(law).parameters})


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.__name__)
def test_it_keeps_the_rules_of_the_house(rule: Callable[[], None]) -> None:
    assert test_house.FILES
    rule()


def test_what_it_lacks_is_listed_and_shipped_games_lack_nothing() -> None:
    assert {
        "label: pebbles.label.take, pebbles.label.count",
        *("rule in brief: take, finish", "golden session", "recorded screens", "example: finished, running"),
        "part: set_up, positions, final_sheet",
    } <= {*missing(GAME)}
    assert [one for game in support.RAILWAYS for one in missing(game)] == []


def test_it_has_no_sentence_in_its_code() -> None:
    test_house.test_no_sentence_for_players_stands_outside_the_catalogs("games")


def test_it_says_every_sentence_that_it_has(example: Path) -> None:
    unsaid = test_house.unsaid(read(example / "companion/words/en.po"))
    shared = {f"{GAME}.{key}" for key in ("place.heap", "sheet.take", "did.take", "did.finish", "score")}
    assert unsaid == shared, "the code that games share says those"


def test_no_number_of_its_rules_is_written_out(example: Path) -> None:
    known = read(example / "companion/words/en.po")
    said = {key: test_written_numbers.read_aloud(one.text) for key, one in known.items()}
    test_written_numbers.test_no_sentence_has_a_number_of_the_rules_written_out(said, [])


async def test_it_is_played_by_keys() -> None:
    async with running(app_of(disk_of(players=(ANTON, BEATE), game=GAME))) as table:
        await table.press("t", "2", "b", "enter")
        assert written_lines(table.session) == ["take 2 to beate"]
        assert "Pebbles 238" in table.text()


async def test_without_a_position_and_a_final_sheet_nothing_is_counted_and_no_end_is_scored_alone() -> None:
    """Neither at the table nor in a new session."""
    disk = disk_of(players=(ANTON, BEATE), game=GAME)
    async with running(app_of(disk)) as table:
        await table.press("C", "+")
        assert {"Phones", "Count", "Recount"} & set(re.findall(r"\w+", table.text())) == {"Phones"}
    async with running(app_of(disk, None)) as table:
        await table.press("n")
        assert "● Pebbles" in table.text()
        assert "Begin ● at the beginning Options" in table.seen


def test_the_page_lists_every_key_that_no_action_can_have() -> None:
    (listed,) = re.findall(r"can't be `([^`]+)`", PAGE)
    assert {*listed.split()} == {key for key in RESERVED if len(key) == 1}


def test_a_page_in_one_module_lists_payouts_and_opens_their_entries() -> None:
    module = ModuleType("payouts")
    exec(FILES["companion/pages/payouts.py"], vars(module))
    model = model_of(support.sound_session(tied()))
    view = view_of(model)
    (rows,) = module.page(view).blocks
    numbers = [number for number, receipt in model.session.record.receipts() if receipt.total]
    assert [dict(row.opens.args)["number"] for row in rows.rows] == numbers[::-1]
    assert all(make_page(view, row.opens).title.startswith("Entry ") for row in rows.rows)
