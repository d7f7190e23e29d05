"""The house rules that a machine can hold: which room knows which, and where sentences live."""

import ast
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import engines
from companion.words.en import common
from tests.support import ROOT

PACKAGE = ROOT / "companion"

# Each room may import itself and the rooms before it.
ROOMS = ["words", "core", "games", "storage", "session", "report", "tui", "cli"]

FILES = sorted(PACKAGE.rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down_only(path: Path) -> None:
    here = room_of(path)
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "companion" and len(parts) > 1 and parts[1] in ROOMS and here in ROOMS:
            assert ROOMS.index(parts[1]) <= ROOMS.index(here), f"{path.name} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_keep_to_their_packages(path: Path) -> None:
    here, roots = room_of(path), {name.split(".")[0] for name in imports(path)}
    if here in ("core", "words"):
        assert not roots & {"pydantic", "pydantic_core", "textual", "tomli_w", "tomllib"}
        assert not roots & {"os", "pathlib", "io", "shutil", "tempfile"}, "only storage touches the disk"
    if here in ("games", "report", "session"):
        assert not roots & {"os", "io", "shutil", "tempfile", "tomllib", "tomli_w"}
    if here != "tui":
        assert "textual" not in roots


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_knows_a_sibling_and_nobody_but_the_registry_knows_a_game(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts
    for name in imports(path):
        for engine in engines():
            folder = f"companion.games.{engine.replace('-', '_')}"
            if name.startswith(folder):
                assert own[:2] == ("games", engine.replace("-", "_")), f"{path} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_file_grows_past_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize(
    "command", [["--version"], ["--help"], ["rulesets"], ["split", "2", "1", "--counts", "A=1"]]
)
def test_commands_start_without_importing_textual(command: list[str]) -> None:
    probe = (
        "import sys\nfrom companion.cli.main import run\n"
        f"try:\n    run({command!r})\nexcept SystemExit:\n    pass\n"
        "sys.exit(9 if 'textual' in sys.modules else 0)"
    )
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def said_keys(path: Path) -> Iterator[tuple[str, set[str] | None]]:
    """Keys of messages in a file, with the names of their values where those are written out."""
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "say" and node.args:
            values = {keyword.arg for keyword in node.keywords}
            names = None if None in values else {value for value in values if value}
            for key in ast.walk(node.args[0]):
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and not is_part(node.args[0]):
                    yield key.value, names


def is_part(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr)


def sentence_of(key: str) -> str | None:
    if key in common.SENTENCES:
        return common.SENTENCES[key]
    engine, _, own = key.partition(".")
    if engine not in engines():
        return None
    module = __import__(f"companion.words.en.{engine.replace('-', '_')}", fromlist=["SENTENCES"])
    found: str | None = module.SENTENCES.get(own)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_message_has_its_sentence_with_the_values_it_is_given(path: Path) -> None:
    for key, values in said_keys(path):
        if "." not in key:
            continue  # a value inside the call, not a key
        sentence = sentence_of(key)
        assert sentence is not None, f"no sentence for {key}"
        asked = {field for _, field, _, _ in string.Formatter().parse(sentence) if field}
        if values is not None:
            assert asked <= values, f"{key} asks for {asked - values}"


@pytest.mark.parametrize(
    "module", sorted((PACKAGE / "words" / "en").glob("[a-z]*.py")), ids=lambda path: path.stem
)
def test_every_sentence_is_said_somewhere(module: Path) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in FILES if room_of(path) != "words")
    found = __import__(f"companion.words.en.{module.stem}", fromlist=["SENTENCES"])
    for key in found.SENTENCES:
        last = key.rpartition(".")[2].removesuffix("-rounded")
        assert re.search(rf"""["'.]{last}["'-]""", code), f"nobody says {key}"


@pytest.mark.parametrize("room", ["core", "games"])
def test_no_sentence_for_players_stands_in_core_or_games(room: str) -> None:
    for path in (PACKAGE / room).rglob("*.py"):
        module = tree(path)
        documentation = {id(node) for node in docstrings(module)}
        for node in ast.walk(module):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in documentation
            ):
                assert not re.search(r"[a-z]+ [a-z]+ [a-z]+", node.value), f"{path.name}: {node.value}"


def docstrings(module: ast.Module) -> Iterator[ast.Constant]:
    """Texts that stand alone: of modules, classes, functions and attributes."""
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
