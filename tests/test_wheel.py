"""The wheel that is handed out, in an environment with its declared dependencies and neither more nor the checkout.

`.ci/run` calls this with every Python that is there. Nothing is downloaded: dependencies are links to those of tests.
"""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from companion import __version__
from tests.support import PATIENCE, ROOT
from tests.test_serve import found, serving
from tests.tui.terminal import Terminal


def run(*call: str | Path, home: Path = ROOT, typed: str = "") -> str:
    return subprocess.run(
        call, cwd=home, env={"HOME": str(home), "LANG": "C.UTF-8"}, input=typed, stdout=subprocess.PIPE,
        encoding="utf-8", timeout=PATIENCE, check=True,
    ).stdout  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    return folder / f"tabletop_companion-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def programs(wheel: Path) -> Path:
    """Install the wheel and link what it requires. Return the folder of the commands."""
    root = wheel.parent / "environment"
    venv.create(root, symlinks=True)
    pip = (sys.executable, "-m", "pip", "--python", root / "bin/python")
    run(*pip, "install", "--quiet", "--no-compile", "--no-index", "--no-deps", wheel)
    (site,) = root.glob("lib/python*/site-packages")
    (own,) = metadata.distributions(path=[str(site)])
    for one in required(own.requires or (), {"web"}):
        for name in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            if not (site / name).exists():
                (site / name).symlink_to(str(one.locate_file(name)))
    return root / "bin"


def required(texts: Iterable[str], extras: Iterable[str]) -> Iterator[metadata.Distribution]:
    """Distributions that some requirements name, and those that they require in turn."""
    for one in map(Requirement, texts):
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            there = metadata.distribution(one.name)
            assert there.version in one.specifier, one
            yield there
            yield from required(there.requires or (), one.extras)


def test_all_that_the_program_reads_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    """Rulesets, examples, words, pages and styles. The .po files are for translators."""
    inside = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    paths = [path for part in ("companion", "rulesets") for path in (ROOT / part).rglob("*.*")]
    names = {path.relative_to(ROOT).as_posix() for path in paths if path.suffix not in (".pyc", ".po")}
    assert inside == {name.replace("rulesets/", "companion/rulesets/") for name in names}


def test_a_pad_is_chosen_and_played_in_the_app(programs: Path, tmp_path: Path) -> None:
    program = [str(programs / "companion")]
    with Terminal(tmp_path, program=program, python=programs / "python", PYTHONPATH="") as terminal:
        terminal.wait_for("New session", "Help")
        terminal.press("n", "left", "enter")
        terminal.wait_for("Enter Play")
        terminal.press("/", "Hearts", "enter")
        terminal.wait_for("● Hearts", "Start")
        terminal.press("Anna", "enter", "Ben", "enter", "Cleo", "enter", "enter", "enter")
        terminal.wait_for("Round 1, Anna deals")
        terminal.press("r", "20", "enter", "6", "enter", "0", "enter", "enter")
        terminal.wait_for("Round 2, Ben deals", "▸ 2")
    (file,) = (tmp_path / "saves").glob("*.toml")
    assert "scores = { Anna = 20, Ben = 6, Cleo = 0 }" in file.read_text(encoding="utf-8")


def test_a_pad_made_by_commands_is_in_the_users_folder_and_served(programs: Path, tmp_path: Path) -> None:
    companion, home = programs / "companion", tmp_path
    file = run(companion, "new", "hearts", "--players", "Anna,Ben,Cleo", home=home).strip()
    assert Path(file).parent == home / ".local/share/companion/saves"
    run(companion, "enter", file, home=home, typed="round Anna 20, Ben 6, Cleo 0\n")
    assert "Runde 1: Anna 20, Ben 6, Cleo 0." in run(companion, "show", file, "--lang", "de", home=home)
    with serving(file, "--port", "0", python=str(programs / "python"), PYTHONPATH="") as calling:
        address = found(r"(http://[0-9.]+:\d+)", calling.read_until("\n"))
        for page in ("/", "/page.css", "/page.js", "/icon.svg", "/manifest.json"):
            assert urlopen(f"{address}{page}", timeout=PATIENCE).status == 200


INSTALLING = [
    line
    for line in re.findall(
        r"^    (.*install.*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    if "pytest" not in line and not line.startswith("py ")
]
"""Lines of the README that install the program on Linux. Those of the other languages are the same (`test_docs`)."""


@pytest.mark.parametrize("line", INSTALLING, ids=lambda line: line.split()[0])
def test_a_line_of_the_readme_installs_a_program_that_starts_again_and_is_updated(
    line: str, tmp_path: Path
) -> None:
    """In a copy of what git has, with a home of its own. Only in the long run, as it downloads packages."""
    assert len(INSTALLING) == 3
    if not os.environ.get("COMPANION_TEST_LONG"):
        return
    home, tools = tmp_path / "home", tmp_path / "tools"
    copy = home / "copy"
    run("git", "clone", "-q", ROOT, copy)
    installs, _, _ = line.partition(" && .venv/bin/companion")
    if installs == line:
        run(sys.executable, "-m", "pip", "install", "-q", "--target", tools, line.split()[0], home=home)
    path = ":".join(map(str, (tools / "bin", home / ".local/bin", os.environ["PATH"])))
    env = {**os.environ, "HOME": str(home), "PATH": path, "PYTHONPATH": str(tools)}
    again = installs if installs != line else f"{line} --force"
    for install in (installs, again):
        subprocess.run(install, shell=True, cwd=copy, env=env, timeout=10 * PATIENCE, check=True)
    started = "companion" if installs == line else str(copy / ".venv/bin/companion")
    ended = subprocess.run(
        [started, "--version"], cwd=home, env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    assert ended.stdout.split() == ["companion", __version__]
