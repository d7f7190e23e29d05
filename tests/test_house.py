"""The house rules that a machine can hold: which room knows which, and where sentences live."""

import ast
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import FunctionType

import pytest

from companion.games.registry import engines
from companion.words import FALLBACK, find
from tests.catalogs.files import texts
from tests.support import ROOT

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
    """What a file imports, also late and for types alone."""
    found = set[str]()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def every_import() -> Iterator[tuple[Path, str]]:
    for path in FILES:
        yield from ((path, name) for name in imports(path))


def test_imports_point_down_only() -> None:
    found = []
    for path, name in every_import():
        here, parts = room_of(path), name.split(".")
        rooms = parts[0] == "companion" and len(parts) > 1 and parts[1] in ROOMS and here in ROOMS
        if rooms and (ROOMS.index(parts[1]) > ROOMS.index(here) or {here, parts[1]} == {"web", "tui"}):
            found.append(f"{path} imports {name}")
    assert not found


def test_no_import_runs_in_a_circle() -> None:
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in FILES}
    TopologicalSorter({name: {*names} & imports(path) for name, path in names.items()}).prepare()


LATE = {
    "__main__.py: main": "Ctrl-C is quiet, even during imports",
    "cli/main.py: _explain": "--help and --version need no sentences",
    "draw/terminal.py: _session_lines": "the start page needs no pydantic and no games",
    "storage/rulesets.py: check": "the start page needs only the games' names",
    "tui/app.py: _session_screens": "the first screen is painted before",
}
"""Functions that import something, and what starts faster because of it: at most one for each room."""


def test_imports_are_at_the_top_of_a_file() -> None:
    functions = ((path, node) for path in FILES for node in nodes(path) if isinstance(node, ast.FunctionDef))
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}: {function.name}"
        for path, function in functions
        if any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(function))
    }
    assert found == {*LATE}


DISK = ("os", "io", "shutil", "tempfile")


def test_rooms_keep_to_their_packages() -> None:
    found = {}
    for path in FILES:
        here, roots = room_of(path), {name.split(".")[0] for name in imports(path)}
        unwanted = set[str]()
        if here == "words":
            unwanted |= roots - {"companion", "functools", "gettext"}
        if here in ("core", "forms"):
            unwanted |= {"pydantic", "pydantic_core", "tomli_w", "tomli", *DISK, "pathlib"}
        if here in ("games", "report", "session"):
            unwanted |= {*DISK, "tomli", "tomli_w"}
        unwanted |= set() if here == "tui" else {"textual"}
        unwanted |= set() if here == "web" else {"starlette", "uvicorn", "anyio"}
        unwanted |= set() if path.name == "qr_code.py" else {"segno"}
        found[path] = roots & unwanted
    assert not {path: names for path, names in found.items() if names}


def test_no_game_knows_a_sibling_and_nobody_but_the_registry_knows_a_game() -> None:
    folders = [engine.replace("-", "_") for engine in engines()]
    assert not [
        f"{path} imports {name}"
        for path, name in every_import()
        for folder in folders
        if name.startswith(f"companion.games.{folder}")
        and path.relative_to(PACKAGE).parts[:2] != ("games", folder)
    ]


ADAPTER = PACKAGE / "tui" / "textual_private.py"
"""May override private names of Textual, and is tested without them."""
DOCUMENTED = {"_asdict", "_fields", "_replace", "_exit"}
"""Of named tuples and `os`: public in spite of their names."""


def private(names: Iterable[str]) -> set[str]:
    return {name for name in names if name.startswith("_") and not name.endswith("_")} - DOCUMENTED


@cache
def names_of(kind: type) -> frozenset[str]:
    """The methods of a class and all that they use."""
    methods = {name: one for name, one in vars(kind).items() if isinstance(one, FunctionType)}
    return frozenset(
        {*methods, *(name for one in methods.values() for name in unwrap(one).__code__.co_names)}
    )


def test_no_private_name_of_another_library_is_used() -> None:
    """The next version may not have it. Ruff's SLF001 sees those of other objects, but no overrides and imports."""
    found: dict[Path, set[str]] = {}
    for path in FILES:
        if path.name != "__main__.py":
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            kinds = [one for one in vars(module).values() if getattr(one, "__module__", 0) == module.__name__]
            for kind in (one for one in kinds if isinstance(one, type)):
                others = [one for one in kind.__mro__ if not one.__module__.startswith("companion.")]
                used = private(names_of(kind) & frozenset[str]().union(*map(names_of, others)))
                found.setdefault(path, set()).update(used)
    assert found.pop(ADAPTER) == {"_handle_exception", "_fatal_error", "_start_no_matches_countdown"}
    assert {path: names for path, names in found.items() if names} == {}
    outside = (name.split(".") for _, name in every_import() if not name.startswith("companion"))
    assert not {part for parts in outside for part in private(parts)}


VERSION = 'from companion.cli.main import run; assert run(["--version"]) == 0'
NO_PLUGINS = """
import importlib.metadata
importlib.metadata.entry_points = None  # pydantic would look there for plugins of its own
sys.argv = ["companion", "rulesets"]
from companion.cli.main import run
assert run() == 0
"""
START = """
from pathlib import Path
from companion.tui.app import CompanionApp
async def leave(pilot):
    while type(pilot.app.screen).__name__ != "PageScreen":
        await pilot.pause()
    pilot.app.exit()
CompanionApp(None, Path("no-saves")).run(headless=True, auto_pilot=leave)
"""
SLOW = "pathlib tempfile platformdirs dataclasses inspect json logging difflib textual pydantic tomli companion.session"
"""What takes a good part of all that a short answer takes."""


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        (VERSION, SLOW),
        (NO_PLUGINS, "textual starlette uvicorn segno asyncio companion.web"),
        (START, "pydantic companion.games companion.session.session companion.desk hashlib"),
    ],
    ids=["version", "rulesets", "start page"],
)
def test_only_what_is_needed_is_imported(code: str, unwanted: str) -> None:
    probe = f"import sys\n{code}\nsys.stderr.write(' '.join(sys.modules))"
    here = {**os.environ, "COMPANION_CONFIG": str(ROOT / "no-settings.toml")}
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, env=here, capture_output=True, text=True, check=True
    )
    assert not {*unwanted.split()} & {*done.stderr.split()}


KEY = re.compile(r"[a-z-]+(\.[a-z_-]+)+")


@cache
def prefixes(folder: Path) -> dict[str, str]:
    """What functions of a folder put before the keys that they are given: those of `saying` and `requirement`."""
    found = {"cannot": f"{folder.name.replace('_', '-')}.position"}
    for path in FILES:
        for node in nodes(path) if path.parent == folder else ():
            if isinstance(node, ast.Assign):
                names = [one.id for one in ast.walk(node.targets[0]) if isinstance(one, ast.Name)]
                for name, made in zip(names, getattr(node.value, "elts", [node.value]), strict=False):
                    if isinstance(made, ast.Call) and ast.unparse(made.func) in ("saying", "requirement"):
                        found[name] = ast.literal_eval(made.args[0])
    return found


def written(node: ast.AST) -> set[str] | None:
    """The texts that an expression may be; None if it may also be another."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    ways = [written(node.body), written(node.orelse)] if isinstance(node, ast.IfExp) else [None]
    return None if None in ways else {text for texts in ways for text in texts or ()}


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            yield node.func.id, node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            yield f".{node.func.attr}", node


@cache
def said_keys(path: Path) -> list[tuple[str, set[str] | None]]:
    """Keys of messages in a file, with the names of their values where those are written out."""
    found = list[tuple[str, set[str] | None]]()
    for name, call in calls(path):
        values = {keyword.arg for keyword in call.keywords}
        names = None if None in values else {value for value in values if value}
        if prefix := prefixes(path.parent).get(name):
            names = None if name in ("cannot", "_must", "_form") else names  # these add values
            found += [(f"{prefix}.{key}", names) for key in written(call.args[0]) or ()]
        elif name == "PydanticCustomError":
            found += [(key, None) for key in written(call.args[0]) or ()]
        elif name in ("say", ".phrase", "refused", "violated"):
            parts = () if isinstance(call.args[0], ast.JoinedStr) else ast.walk(call.args[0])
            texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
            found += [(text, names) for text in texts if KEY.fullmatch(text)]
    return found


def constants() -> set[str]:
    return {
        node.value
        for path in FILES
        if room_of(path) != "words"
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_message_has_its_sentence_with_the_values_it_is_given() -> None:
    found = []
    for path in FILES:
        for key, values in said_keys(path):
            pattern = find(key, FALLBACK)
            fields = {field for _, field, _, _ in string.Formatter().parse(pattern or "") if field}
            asked = {field for field in fields if not field.startswith("rules.")}
            if pattern is None:
                found.append(f"{path}: no sentence for {key}")
            elif values is not None and asked - values:
                found.append(f"{path}: {key} asks for {asked - values}")
    assert not found


PART = re.compile(r"[^\W_]+|!")


def known_parts() -> set[str]:
    """Every word in the code and in the rulesets of which a key can be put together."""
    texts = [*constants(), *(path.read_text(encoding="utf-8") for path in (ROOT / "rulesets").glob("*.toml"))]
    names = (getattr(node, "attr", getattr(node, "id", "")) for path in FILES for node in nodes(path))
    return {part for text in (*texts, *names) for part in PART.findall(text)}


def put_together() -> Iterator[re.Pattern[str]]:
    """The keys that an f-string can make, or a prefix, with a group for each value that isn't written there."""
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.JoinedStr):
                parts = [str(one.value) if isinstance(one, ast.Constant) else None for one in node.values]
                if any(part and re.search(r"[a-z]{3}", part) for part in parts):
                    pattern = "".join(re.escape(one) if one else r"([\w!-]+)" for one in parts)
                    yield re.compile(
                        pattern if parts[0] else pattern.replace("[", "[.", 1)
                    )  # a key is longer
        for name, call in calls(path):
            if (prefix := prefixes(path.parent).get(name)) and written(call.args[0]) is None:
                yield re.compile(re.escape(prefix) + r"\.([\w!-]+)")


def unsaid(keys: Iterable[str]) -> set[str]:
    """Keys that neither stand in the code nor are put together there of words that it knows."""
    patterns, parts = set(put_together()), known_parts()
    said = {*constants(), *(key for path in FILES for key, _ in said_keys(path))}

    def is_made(key: str) -> bool:
        found = (pattern.fullmatch(key) for pattern in patterns)
        values = (" ".join(one.groups()) for one in found if one is not None)
        return any(parts.issuperset(PART.findall(one)) for one in values)

    return {key for key in keys if key not in said and not is_made(key)}


def test_every_sentence_is_said() -> None:
    assert unsaid(key for key in texts(FALLBACK) if not key.startswith("keyboard.")) == set()


PROSE = re.compile(r"[a-z]+ [a-z]+ [a-z]+")
NO_PROSE = re.compile(r"[<{#@]|asks said warn|agreed at the table")
"""Of markup, colours, classes of a style sheet, and the reason that a file gives if nobody does."""


@pytest.mark.parametrize("room", ["core", "forms", "games", "session", "report", "desk", "tui", "web"])
def test_no_sentence_for_players_stands_outside_the_catalogs(room: str) -> None:
    """Documentation, and what is said of a broken promise, are not for players."""
    said = set[str]()
    for path in (PACKAGE / room).rglob("*.py"):
        others = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
        broken = [node for node in nodes(path) if isinstance(node, ast.Assert | ast.Raise)]
        others |= {id(part) for node in broken for part in ast.walk(node)}
        texts = [one for one in nodes(path) if isinstance(one, ast.Constant) and id(one) not in others]
        said |= {f"{path.name}: {one.value}" for one in texts if isinstance(one.value, str)}
    assert said
    assert [text for text in said if PROSE.search(text) and not NO_PROSE.search(text)] == []
