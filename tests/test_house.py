"""The house rules that a machine can hold: which room knows which, and where sentences live."""

import ast
import os
import re
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from inspect import unwrap
from itertools import chain, groupby
from pathlib import Path
from types import FunctionType

import pytest

from companion.forms.questions import Question
from companion.games.registry import engines
from companion.words import FALLBACK, find
from tests.catalogs.files import texts
from tests.support import ROOT, all_loaded

PACKAGE = ROOT / "companion"

# Each room may import itself and the rooms before it.
ROOMS = "words core forms games storage session report desk pages draw tui web cli".split()  # noqa: SIM905

FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in FILES}


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


def test_the_base_of_questions_has_what_several_kinds_have() -> None:
    """What one kind of question has, that kind has: exactly one class never changes a member of the base."""
    for name in MODULES:
        if name.startswith(("companion.games", "companion.forms")):
            import_module(name.removesuffix(".__init__"))
    kinds, members = [Question], {*vars(Question), *Question.__annotations__}
    for kind in kinds:  # grows on the way
        kinds += kind.__subclasses__()
    members = {name for name in members if not name.startswith("_")}
    assert len({*kinds}) > 20
    assert 20 < len(members) <= 45, sorted(members)
    changed = Counter(name for kind in {*kinds[1:]} for name in members & vars(kind).keys())
    assert not [name for name, count in changed.items() if count == 1]


def test_imports_point_down_only() -> None:
    found = []
    for path, name in every_import():
        here, parts = room_of(path), name.split(".")
        rooms = parts[0] == "companion" and len(parts) > 1 and parts[1] in ROOMS and here in ROOMS
        if rooms and (ROOMS.index(parts[1]) > ROOMS.index(here) or {here, parts[1]} == {"web", "tui"}):
            found.append(f"{path} imports {name}")
    assert not found


def test_no_import_runs_in_a_circle() -> None:
    TopologicalSorter({name: {*MODULES} & imports(path) for name, path in MODULES.items()}).prepare()


LATE = {
    "__main__.py: main": "Ctrl-C is quiet, even during imports",
    "cli/main.py: _explain": "--help and --version need no sentences",
    "report/qr_code.py: _code": "a table needs no XML and no HTTP client",
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


MOST_ANY = 280
"""Lines of the program with `Any`: values of files and forms, and arguments of classes that ask."""


def test_any_stands_where_a_type_is_unknown_and_nowhere_else() -> None:
    """A value that is only handed on or compared is an `object`; what a block holds has a name in core/choices."""
    lines = [line for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 20_000
    assert len([line for line in lines if re.search(r"\bAny\b", line)]) <= MOST_ANY


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


PARTS = {
    **{name: name for name in ("ruleset", "views", "final_sheet", "set_up", "description")},
    "positions": "position",
    "gains": "scoring",
    "names": "printed_names",
    "secrets": "hidden",
}
"""Parts of a game, each with its file."""


def test_every_part_of_a_game_has_the_same_file_in_every_folder() -> None:
    found = []
    for game in (one.game for one in all_loaded()):
        parts = {file: getattr(game, name) for name, file in PARTS.items()} | {"game": game}
        found += [(file, type(part).__module__) for file, part in parts.items()]
    own = [(file, module) for file, module in found if module.startswith("companion.games.")]
    assert len(own) >= 3 * len(engines())
    assert [one for one in own if one[1].rpartition(".")[2] != one[0]] == []


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


PATCHING = {"patch", "object", "setattr", "getattr", "hasattr"}


def test_tests_use_no_private_name_of_another_library() -> None:
    """What is private is defined in the program or in the tests themselves."""
    tests = [path for folder in ("tests", "bench") for path in sorted((ROOT / folder).rglob("*.py"))]
    defined, used = set[str](), list[tuple[Path, str]]()
    for path in (*FILES, *tests):
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                defined.add(node.name)
            elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
                defined.add(getattr(node, "attr", getattr(node, "id", "")))
    for path in tests:
        used += [(path, node.attr) for node in nodes(path) if isinstance(node, ast.Attribute)]
        patched = [call for name, call in calls(path) if name.removeprefix(".") in PATCHING]
        texts = [text for call in patched for given in call.args for text in written(given) or ()]
        names = {name for name in imports(path) if not name.startswith(("companion", "tests", "bench"))}
        used += [(path, part) for text in (*texts, *names) for part in text.split(".")]
    assert len(used) > 10_000
    assert {(path.name, name) for path, name in used if private([name]) and name not in defined} == set()


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
TABLE = "import companion.tui.session_screens"
SLOW = "pathlib tempfile platformdirs dataclasses inspect json logging difflib textual pydantic tomli companion.session"
"""What takes a good part of all that a short answer takes."""


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        (VERSION, SLOW),
        (NO_PLUGINS, "textual starlette uvicorn segno asyncio companion.web"),
        (
            START,
            "pydantic companion.games companion.session.session companion.desk hashlib importlib.metadata",
        ),
        (TABLE, "segno http.client"),
    ],
    ids=["version", "rulesets", "start page", "table"],
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


DYNAMIC = r"([\w!-]+)"
"""What isn't written in a key that is put together."""


def put_together() -> Iterator[tuple[Path, re.Pattern[str]]]:
    """The keys that an f-string can make, or a prefix, with the file; a first value that isn't written is an engine."""
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.JoinedStr):
                parts = (str(one.value) if isinstance(one, ast.Constant) else "" for one in node.values)
                pattern = "".join(one for one, _ in groupby(re.escape(part) or DYNAMIC for part in parts))
                if not pattern.startswith(DYNAMIC) and r"\." in pattern.replace(DYNAMIC, ""):
                    yield path, re.compile(pattern)
                elif "engine" in ast.unparse(node.values[0]):
                    yield from ((path, re.compile(pattern.replace(DYNAMIC, one, 1))) for one in engines())
        for name, call in calls(path):
            if (prefix := prefixes(path.parent).get(name)) and written(call.args[0]) is None:
                yield path, re.compile(rf"{re.escape(prefix)}\.{DYNAMIC}")


@cache
def words_in(path: Path) -> frozenset[str]:
    """Texts in a file, whole and word by word, and names of a game's fields, which are asked and labelled by them."""
    tree = nodes(path)
    told = {id(node.value) for node in tree if isinstance(node, ast.Expr)}
    texts = {str(node.value) for node in tree if isinstance(node, ast.Constant) and id(node) not in told}
    if room_of(path) == "games":
        texts |= {ast.unparse(node.target) for node in tree if isinstance(node, ast.AnnAssign)}
    return frozenset(word for text in texts for word in words_of(text))


def words_of(text: str) -> Iterator[str]:
    yield from (one.replace("_", "-") for one in (text, *re.split(r"[\s,<>]+", text)))


@cache
def words_of_game(engine: str) -> frozenset[str]:
    """Texts of a game's folder and rulesets, and of what all games have."""
    folder = PACKAGE / "games"
    files = [*folder.glob("*.py"), *(folder / engine.replace("-", "_")).glob("*.py")]
    rulesets = (path.read_text(encoding="utf-8") for path in (ROOT / "rulesets").glob("*.toml"))
    texts = [text for text in rulesets if f'engine = "{engine}"' in text]
    words = (word for text in texts for part in re.split(r"[^\w!-]+", text) for word in words_of(part))
    return frozenset(words).union(*map(words_in, files))


def words_near(path: Path, begins: str) -> frozenset[str]:
    """Words of which a file can put together a key: its own, those of what it imports, and those of the key's game."""
    files = [path, *(MODULES[name] for name in imports(path) & MODULES.keys())]
    files += path.parent.glob("*.py") if room_of(path) == "pages" else ()
    games = {"label": engines()}.get(begins, {begins, path.parent.name.replace("_", "-")} & {*engines()})
    return frozenset().union(*map(words_in, files), *map(words_of_game, games))


def is_made(text: str, words: Collection[str]) -> bool:
    """Whether a text is one of the words, perhaps with one before or after it that has a hyphen at that end."""
    ends = {(text[:at], text[at:]) for at in range(1, len(text))}
    return text in words or any(
        (end in words and is_made(rest, words))
        for first, last in ends
        for end, rest in ((first, last), (last, first))
        if (end == first and end.endswith("-")) or (end == last and end.startswith("-"))
    )


def unsaid(keys: Iterable[str]) -> set[str]:
    """Keys that neither stand in the code nor are put together there of words near that place."""
    said = {*constants(), *(key for path in FILES for key, _ in said_keys(path))}
    patterns, near = {*put_together()}, cache(words_near)

    def is_said(key: str) -> bool:
        found = ((path, pattern.fullmatch(key.replace("_", "-"))) for path, pattern in patterns)
        made = ((one.groups(), near(path, key.partition(".")[0])) for path, one in found if one is not None)
        stems = {stem for stem in said if key.startswith(f"{stem}-")}
        ended = (((key,), near(path, "")) for path in FILES if stems & words_in(path))
        return any(all(is_made(one, words) for one in values) for values, words in chain(made, ended))

    return {key for key in keys if key not in said and not is_said(key)}


def sentences() -> list[str]:
    return [key for key in texts(FALLBACK) if not key.startswith("keyboard.")]


def test_every_sentence_is_said() -> None:
    assert unsaid(sentences()) == set()


PROSE = re.compile(r"[a-z]+ [a-z]+ [a-z]+")
NO_PROSE = re.compile(r"[<{#@]|asks said warn|agreed at the table|way of counting")
"""Of markup, colours, classes of a style sheet, the reason that a file gives if nobody does, and a version."""
ENGLISH = {PACKAGE / "cli" / "main.py": "the help of the command line, as argparse speaks English only"}
"""Files with sentences of their own, and why."""


@pytest.mark.parametrize("room", [one for one in ROOMS if one != "words"])
def test_no_sentence_for_players_stands_outside_the_catalogs(room: str) -> None:
    """Documentation, and what is said of a broken promise, are not for players."""
    said = set[str]()
    for path in {*(PACKAGE / room).rglob("*.py")} - {*ENGLISH}:
        others = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
        broken = [node for node in nodes(path) if isinstance(node, ast.Assert | ast.Raise)]
        others |= {id(part) for node in broken for part in ast.walk(node)}
        texts = [one for one in nodes(path) if isinstance(one, ast.Constant) and id(one) not in others]
        said |= {f"{path.name}: {one.value}" for one in texts if isinstance(one.value, str)}
    assert said
    assert [text for text in said if PROSE.search(text) and not NO_PROSE.search(text)] == []
