"""The wheel that is handed out, in an environment that has its declared dependencies and neither more nor the checkout.

`.ci/run` calls this with every Python that is there. Nothing is downloaded: dependencies are those of the Python that
runs the tests, linked one by one.
"""

import re
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from urllib.request import urlopen
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from companion import __version__
from tests.support import PATIENCE, ROOT
from tests.tui.terminal import Terminal

INFO = f"tabletop_companion-{__version__}.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    return folder / f"tabletop_companion-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def programs(wheel: Path) -> Path:
    """The `bin` of a new environment with the wheel. Pip refuses it if a requirement is not met."""
    root = wheel.parent / "environment"
    venv.create(root, symlinks=True)
    (site,) = root.glob("lib/python*/site-packages")
    requires = metadata.PathDistribution(ZipPath(wheel) / INFO).requires  # type: ignore[arg-type]
    for one in required(requires or (), {"web"}):
        for name in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            if not (site / name).exists():
                (site / name).symlink_to(str(one.locate_file(name)))
    pip = [sys.executable, "-m", "pip", "--python", str(root / "bin/python"), "install", "--no-compile"]
    done = subprocess.run(
        [*pip, "--no-index", f"{wheel}[web]"], capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return root / "bin"


def required(texts: Iterable[str], extras: Iterable[str]) -> Iterator[metadata.Distribution]:
    """Distributions that some requirements name, and those that they require in turn."""
    for one in map(Requirement, texts):
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            found = metadata.distribution(one.name)
            yield found
            yield from required(found.requires or (), one.extras)


def environment(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "LANG": "C.UTF-8"}


def run(program: Path, home: Path, *arguments: str | Path, typed: str = "") -> str:
    """Call a program in an empty folder; it must not complain."""
    done = subprocess.run(
        [program, *arguments], cwd=home, env=environment(home), input=typed,
        capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_all_that_the_program_reads_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    """Rulesets, examples, words, pages and styles. The .po files are for translators."""
    inside = {name for name in ZipFile(wheel).namelist() if not name.startswith(INFO)}
    files = (
        path for part in ("companion", "rulesets") for path in (ROOT / part).rglob("*") if path.is_file()
    )
    names = {path.relative_to(ROOT).as_posix() for path in files if path.suffix not in (".pyc", ".po")}
    assert inside == {re.sub("^rulesets/", "companion/rulesets/", name) for name in names}


def test_command_and_import_are_called_companion(programs: Path, tmp_path: Path) -> None:
    """Only the distribution has another name, because the index has a package called companion."""
    code = "import companion; print(companion.__file__)"
    assert run(programs / "python", tmp_path, "-c", code).startswith(str(programs.parent / "lib"))
    assert run(programs / "companion", tmp_path, "--version") == f"companion {__version__}\n"


def test_every_example_is_shown(programs: Path, tmp_path: Path) -> None:
    examples = list(programs.parent.glob("lib/*/site-packages/companion/examples/*.toml"))
    assert len(examples) == 6
    assert all("rank" in run(programs / "companion", tmp_path, "show", one) for one in examples)


def test_a_pad_is_chosen_and_played_in_the_app(programs: Path, tmp_path: Path) -> None:
    program = [str(programs / "companion")]
    with Terminal(tmp_path, program=program, python=programs / "python", PYTHONPATH="") as terminal:
        terminal.wait_for("Another game", "Help")
        terminal.press("p")
        terminal.wait_for("Hearts", "Enter Play")
        terminal.press("/", "Hearts", "enter")
        terminal.wait_for("● 4 Hearts", "Start")
        terminal.press("Anna", "enter", "Ben", "enter", "Cleo", "enter", "enter", "enter")
        terminal.wait_for("Round 1, Anna deals")
        terminal.press("r", "20", "enter", "6", "enter", "0", "enter", "enter")
        terminal.wait_for("Round 2, Ben deals", "saved")
    (file,) = (tmp_path / "saves").glob("*.toml")
    assert "scores = { Anna = 20, Ben = 6, Cleo = 0 }" in file.read_text(encoding="utf-8")


def test_a_session_made_by_commands_is_kept_with_the_user_and_served(programs: Path, tmp_path: Path) -> None:
    companion = programs / "companion"
    file = run(companion, tmp_path, "new", "hearts", "--players", "Anna,Ben,Cleo").strip()
    assert Path(file).parent == tmp_path / ".local/share/companion/saves"
    run(companion, tmp_path, "enter", file, typed="round Anna 20, Ben 6, Cleo 0\n")
    assert "Runde 1: Anna 20, Ben 6, Cleo 0." in run(companion, tmp_path, "show", file, "--lang", "de")
    with subprocess.Popen(
        [companion, "serve", file, "--port", "0"], cwd=tmp_path, env=environment(tmp_path),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        try:
            lines = iter(process.stdout or ())
            address = next(
                found[0] for line in lines if (found := re.search(r"http://127\.0\.0\.1:\d+", line))
            )
            for page in ("/", "/page.css", "/page.js", "/board.css", "/icon.svg", "/manifest.json"):
                with urlopen(f"{address}{page}", timeout=PATIENCE) as answer:
                    assert answer.status == 200, page
        finally:
            process.terminate()
