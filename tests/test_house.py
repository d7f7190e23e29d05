"""The house rules that a machine can hold: which room knows which, and where sentences live."""

import ast
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from companion.cli.main import COMMANDS as CALLS
from companion.cli.main import EXAMPLES
from companion.games.common import COMMON_ACTIONS
from companion.games.registry import engines
from companion.pages.commands import COMMANDS
from companion.report.export.spreadsheet import HEAD
from companion.words import FALLBACK, sentence
from tests.catalogs.files import texts
from tests.catalogs.pseudo import plain_words
from tests.keys_when_played import walk
from tests.support import ROOT, library

PACKAGE = ROOT / "companion"

# Each room may import itself and the rooms before it.
ROOMS = "words core forms games storage session report desk pages draw tui web cli".split()  # noqa: SIM905

FILES = sorted(PACKAGE.rglob("*.py"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def imports(path: Path) -> frozenset[str]:
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def every_import() -> Iterator[tuple[Path, str]]:
    for path in FILES:
        yield from ((path, name) for name in imports(path))


def test_imports_point_down_only() -> None:
    for path, name in every_import():
        here, parts = room_of(path), name.split(".")
        if parts[0] == "companion" and len(parts) > 1 and parts[1] in ROOMS and here in ROOMS:
            assert ROOMS.index(parts[1]) <= ROOMS.index(here), f"{path} imports {name}"
            assert {here, parts[1]} != {"web", "tui"}, f"{path}: pages and app know nothing of each other"


def test_no_import_runs_in_a_circle() -> None:
    """Those for types alone, and those made late, count too: who knows whom is what matters."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in FILES}
    known = {name: {one for one in imports(path) if one in names} for name, path in names.items()}
    done: set[str] = set()
    while found := [name for name in known if name not in done and known[name] <= done]:
        done |= set(found)
    assert done == set(known), f"in a circle, or above one: {sorted(set(known) - done)}"


def test_rooms_keep_to_their_packages() -> None:
    for path in FILES:
        here, roots = room_of(path), {name.split(".")[0] for name in imports(path)}
        if here == "words":
            catalogs = {"bisect", "collections", "companion", "functools", "struct"}
            assert not roots - catalogs, f"{path}: only catalogs"
        if here in ("core", "forms"):
            assert not roots & {"pydantic", "pydantic_core", "textual", "tomli_w", "tomli"}, path
            assert not roots & {"os", "pathlib", "io", "shutil", "tempfile"}, (
                f"{path}: only storage touches the disk"
            )
        if here in ("games", "report", "session"):
            assert not roots & {"os", "io", "shutil", "tempfile", "tomli", "tomli_w"}, path
        if here != "tui":
            assert "textual" not in roots, path
        if here != "web":
            assert not roots & {"starlette", "uvicorn", "segno", "anyio"}, path


def test_no_game_knows_a_sibling_and_nobody_but_the_registry_knows_a_game() -> None:
    folders = [engine.replace("-", "_") for engine in engines()]
    for path, name in every_import():
        for folder in folders:
            if name.startswith(f"companion.games.{folder}"):
                assert path.relative_to(PACKAGE).parts[:2] == ("games", folder), f"{path} imports {name}"


ADAPTER = PACKAGE / "tui" / "textual_private.py"
"""May override private names of Textual, and is tested without them."""
DOCUMENTED = {"_asdict", "_fields", "_replace", "_exit"}
"""Of named tuples and `os`: public in spite of their names."""


def is_private(name: object) -> bool:
    return str(name).startswith("_") and not str(name).endswith("__") and name not in DOCUMENTED


def own_names(tree: ast.AST) -> Iterator[str]:
    """What a class or a module defines, and what its methods use of `self`, `cls` and `super()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls", "super()"):
            yield node.attr


@cache
def names_of(base: type) -> frozenset[str]:
    """What a class of another library defines, and what its methods use."""
    functions = (one for one in vars(base).values() if isinstance(one, FunctionType))
    return frozenset({*vars(base), *(name for one in functions for name in one.__code__.co_names)})


def private_uses(path: Path, ours: frozenset[str]) -> Iterator[str]:
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in ours:
            yield node.attr
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "setattr", "hasattr"):
            yield from (
                str(one.value) for one in node.args if isinstance(one, ast.Constant) and is_private(one.value)
            )
        elif isinstance(node, ast.ClassDef):
            used = {name for name in own_names(node) if is_private(name)}
            bases = getattr(module, node.name, object).__mro__
            yield from (
                name
                for base in bases
                if not base.__module__.startswith("companion.")
                for name in used & names_of(base)
            )
    for name in imports(path):
        if not name.startswith("companion"):
            yield from (part for part in name.split(".") if is_private(part))


def test_no_private_name_of_another_library_is_used() -> None:
    """The next version may not have it. Unlike ruff's SLF001 this sees overrides too."""
    ours = frozenset(name for path in FILES for node in nodes(path)[:1] for name in own_names(node))
    found = {path: {*private_uses(path, ours)} for path in FILES if path.name != "__main__.py"}
    assert found.pop(ADAPTER) == {"_handle_exception", "_fatal_error", "_start_no_matches_countdown"}
    assert {path: names for path, names in found.items() if names} == {}


SPLIT = ["split", "2", "1", "--counts", "A=1"]
SESSIONS = ["pydantic", "tomli", "companion.games", "companion.storage.disk", "companion.session"]
SLOW = [
    "pathlib",
    "shutil",
    "tempfile",
    "platformdirs",
    "ctypes",
    "dataclasses",
    "inspect",
    "json",
    "logging",
]
"""Of the standard library and beside it: what takes a good part of all that a short answer takes."""
SERVERS = ["starlette", "uvicorn", "segno", "asyncio", "companion.web"]


@pytest.mark.parametrize(
    ("command", "unwanted"),
    [
        (["--version"], ["textual", "textwrap", *SLOW, *SESSIONS]),
        (["--help"], ["textual", *SLOW, *SESSIONS]),
        (["serve", "--help"], ["textual", *SLOW, *SESSIONS, *SERVERS]),
        (SPLIT, ["textual", *SESSIONS]),
        ([*SPLIT, "--json"], ["textual", "rich", *SESSIONS]),
        (["rulesets"], ["textual", *SERVERS]),
    ],
)
def test_a_command_imports_only_what_it_needs(command: list[str], unwanted: list[str]) -> None:
    probe = (
        "import sys\nfrom companion.cli.main import run\n"
        f"assert run({command!r}) == 0\n"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    here = {**os.environ, "COMPANION_CONFIG": str(ROOT / "no-settings.toml")}
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, env=here, capture_output=True, text=True, check=True
    )
    assert not set(unwanted) & set(done.stderr.split())


# Helpers that put a prefix before the key they are given, with the game of their file in it.
PREFIXES = {"cannot": "{engine}.position.", "_fault": "{engine}.ruleset."}
KEY = re.compile(r"[a-z-]+(\.[a-z_-]+)+")


def engine_of(path: Path) -> str:
    """The game in whose folder a file lies."""
    room, folder, *_ = path.relative_to(PACKAGE).parts
    assert room == "games", f"{path.name} puts a game's name before a key"
    return folder.replace("_", "-")


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            yield node.func.id, node


@cache
def said_keys(path: Path) -> tuple[tuple[str, set[str] | None], ...]:
    """Keys of messages in a file, with the names of their values where those are written out."""
    return tuple(_said_keys(path))


def _said_keys(path: Path) -> Iterator[tuple[str, set[str] | None]]:
    for name, call in calls(path):
        values = {keyword.arg for keyword in call.keywords}
        names = None if None in values else {value for value in values if value}
        if name in PREFIXES and isinstance(call.args[0], ast.Constant):
            yield PREFIXES[name].format(engine=engine_of(path)) + str(call.args[0].value), None
        elif name in ("say", "refused") and not isinstance(call.args[0], ast.JoinedStr):
            for key in ast.walk(call.args[0]):
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and KEY.fullmatch(key.value):
                    yield key.value, names
        elif name == "PydanticCustomError" and isinstance(call.args[0], ast.Constant):
            yield str(call.args[0].value), None


def constants() -> set[str]:
    """Every text in the code outside of `words`."""
    return {
        node.value
        for path in FILES
        if room_of(path) != "words"
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def sentence_of(key: str) -> str | None:
    try:
        return sentence(key, FALLBACK)
    except KeyError:
        return None


def test_every_message_has_its_sentence_with_the_values_it_is_given() -> None:
    for path in FILES:
        for key, values in said_keys(path):
            pattern = sentence_of(key)
            assert pattern is not None, f"{path}: no sentence for {key}"
            fields = {field for _, field, _, _ in string.Formatter().parse(pattern) if field}
            asked = {field for field in fields if not field.startswith("rules.")}
            if values is not None:
                assert asked <= values, f"{path}: {key} asks for {asked - values}"


ELSEWHERE = frozenset(key for key in texts(FALLBACK) if key.startswith(("keyboard.", "notation.")))
"""Keys have their names whether a command has them or not; words of the notation are in tests/catalogs."""


def test_every_key_has_its_sentence_and_every_sentence_is_said() -> None:
    """Its whole key stands in the code, or it is put together while games are played, shown and reported."""
    at_work = walk().keys | ELSEWHERE
    assert {key for key in at_work if sentence_of(key) is None} == set(), "they have no sentence"
    said = {*constants(), *at_work, *(key for path in FILES for key, _ in said_keys(path))}
    words = {key for key in texts(FALLBACK) if key.startswith("notation.")}  # see test_notation_words
    assert {*texts(FALLBACK)} - said - words == set(), "nobody says them"


TYPED = """
Anton Beate Claus Dora Dóra Emil Ann O'Neil the
Reading Yuma Yum Yu Reno Ren Re Gedser München City York Hull red blue one
other before also else at last forgotten counted again house rule we stop so struck out nothing to correct yet dog took
token it is back table says evening session saves exports rulesets own config toml script http ne
"""
"""What is typed or called so in these sessions: names, notes, reasons, titles and files."""
LITERAL = """
en de hu it html md csv json svg companion
lang saves DIR version COMMAND FILE GAME NAME PATH SHELL FIRST SECOND key value
option out players starts title to counts unit check game player fees
"""
"""What is written so in every language: on the command line, and in a table for a spreadsheet."""
RENAMED = re.compile(r"(?<=Anton|Beate|Claus)[xyz]+|(?<=Dóra)[xyz]+", re.IGNORECASE)


def names_in_rulesets() -> Iterator[str]:
    for engine in engines():
        rules: Any = library().shelf.load(engine).ruleset
        yield from getattr(getattr(rules, "board", None), "known", ())
        for one in (rules.names, *rules.named().values()):
            yield from one.spellings()
        for option in rules.options.values():
            for one in (option.names, *option.values.values()):
                yield from one.spellings()


def ids() -> Iterator[str]:
    yield from (command.id for command in COMMANDS)
    for game in library().games():
        yield from (f"{game.engine}.{verb.name}" for verb in (*game.actions, *COMMON_ACTIONS.values()))


def test_no_word_on_any_screen_or_in_any_report_stands_outside_the_catalogs() -> None:
    """In a language that nobody speaks, what is left in plain letters is a name, or was typed."""
    allowed = plain_words(" ".join((TYPED, LITERAL, *EXAMPLES, *CALLS, *HEAD, *names_in_rulesets(), *ids())))
    for text in walk().texts:
        for line in text.splitlines():
            assert not plain_words(RENAMED.sub("", line)) - allowed, line


@pytest.mark.parametrize("room", ["core", "games"])
def test_no_sentence_for_players_stands_in_core_or_games(room: str) -> None:
    for path in (PACKAGE / room).rglob("*.py"):
        documentation = {id(node) for node in docstrings(path)}
        for node in nodes(path):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in documentation
            ):
                assert not re.search(r"[a-z]+ [a-z]+ [a-z]+", node.value), f"{path.name}: {node.value}"


def docstrings(path: Path) -> Iterator[ast.Constant]:
    """Texts that stand alone: of modules, classes, functions and attributes."""
    for node in nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def test_no_screen_names_a_game() -> None:
    """A game gives its questions, tables, clock and receipts as data; the screens draw them for any game."""
    names = [name.casefold() for name in names_of_games()]
    for path in (PACKAGE / "tui").rglob("*.py"):
        text = path.read_text(encoding="utf-8").casefold()
        assert not [name for name in names if name in text], path


def names_of_games() -> frozenset[str]:
    shelf = library().shelf
    spellings = {name for engine in engines() for name in shelf.load(engine).ruleset.names.spellings()}
    return frozenset({*spellings, *engines(), *(engine.replace("-", "_") for engine in engines())})
