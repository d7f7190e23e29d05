"""Property tests are the same in every run and don't look at the clock; commands are called in an empty folder."""

import gc
import inspect
import io
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from companion.cli.main import run
from companion.session import library
from tests.commands import Done
from tests.support import COUNTED, ROOT, all_loaded, ship_to
from tests.tui.loop import run as run_quietly

# Textual reads this when it is imported: it draws at once, not up to 16 ms later. It does not sleep for less than half
# a millisecond, and of periods much shorter than this it misses one after the other while it looks at the clock.
os.environ["TEXTUAL_FPS"] = "5000"
# Whatever the machine speaks, the tests read English unless they say otherwise.
os.environ["LC_ALL"] = "C"
# A program that a test starts finds what the one before it has compiled, and so does the next run of the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


ALWAYS = ("tests/catalogs/", "tests/test_house.py", "tests/test_adding_a_game.py::test_every_")
"""Tests that concern every game."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seeds", type=int, default=1, help="random sessions of each game for every law")
    parser.addoption("--game", help="only what concerns one game, by its engine")
    parser.addoption("--long", action="store_true", help="every case of what is tried only in part otherwise")


def pytest_configure(config: pytest.Config) -> None:
    os.environ["COMPANION_TEST_SEEDS"] = str(config.getoption("--seeds"))  # before any test is collected
    os.environ["COMPANION_CONFIG"] = os.devnull  # whatever the person who runs the tests has chosen
    os.environ["COMPANION_TEST_LONG"] = "1" if config.getoption("--long") else ""
    settings.load_profile("long" if config.getoption("--long") else "house")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if engine := config.getoption("--game"):
        concerns = (*ALWAYS, *names_of(engine))
        items[:] = [one for one in items if any(name in one.nodeid for name in concerns)]


def names_of(engine: str) -> set[str]:
    return {
        engine.replace("-", "_"),
        *(one.ruleset.id for one in all_loaded() if one.ruleset.engine == engine),
    }


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Put into a test's report what it has tried until it ended."""
    if call.when == "call":
        item.user_properties += [(what, found.total()) for what, found in COUNTED.items()]
        COUNTED.clear()


def figures_of(report: Any) -> Counter[str]:
    return Counter({what: count for what, count in report.user_properties if isinstance(count, int)})


def told(figures: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in figures.items())


def pytest_report_teststatus(report: Any, config: pytest.Config) -> tuple[str, str, str] | None:
    """Say of each part of a long test what it has tried, as soon as it has ended (`-vv`)."""
    if not config.getoption("--long") or report.when != "call" or not figures_of(report):
        return None
    return report.outcome, report.outcome[0].upper(), f"{report.outcome.upper()} ({told(figures_of(report))})"


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Add up what long tests have tried. List failures in which neither a file nor a sentence of the game is named."""
    if config.getoption("--long"):
        tried: dict[str, Counter[str]] = {}
        for report in (one for kind in terminalreporter.stats.values() for one in kind):
            if getattr(report, "when", "") == "call":
                tried.setdefault(report.nodeid.partition("::")[0], Counter()).update(figures_of(report))
        terminalreporter.section("tried")
        for file in sorted(filter(tried.get, tried)):
            terminalreporter.write_line(f"{file}: {told(tried[file])}")
    if engine := config.getoption("--game"):
        failed = [one for kind in ("failed", "error") for one in terminalreporter.stats.get(kind, ())]
        texts = {one.nodeid: f"{one.nodeid} {one.longreprtext}".replace(str(ROOT), "") for one in failed}
        for test in [one for one in texts if not any(name in texts[one] for name in names_of(engine))]:
            terminalreporter.write_line(f"not your game's: {test}")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object | None:
    """Run a test of the app, which is a coroutine, in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    run_quietly(pyfuncitem.obj(**given(pyfuncitem)))
    return True


def given(test: pytest.Function) -> dict[str, Any]:
    return {name: test.funcargs[name] for name in inspect.signature(test.obj).parameters}


def pytest_collection_finish() -> None:
    """Keep modules and collected tests from being searched for garbage again and again, and search seldom."""
    gc.freeze()
    gc.set_threshold(50_000)


settings.register_profile("house", max_examples=60, deadline=None, derandomize=True, database=None)
settings.register_profile("long", settings.get_profile("house"), derandomize=False, print_blob=True)


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs a command in this process, in an empty folder with its own saves and rulesets."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("COMPANION_RULESETS", str(tmp_path / "own"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))

    def call(*arguments: str) -> Done:
        try:
            code = run(list(arguments))
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Done(code, out, err)

    return call


@pytest.fixture
def railways(companion: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the function that runs a command, with the railway games as the only ones that are shipped."""
    rulesets = ship_to(tmp_path / "shipped")
    monkeypatch.setattr(library, "ruleset_folders", lambda: (rulesets, tmp_path / "own"))
    return companion


@pytest.fixture
def enter(companion: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that enters a text, or bytes in any encoding, from a pipe."""

    def call(text: str | bytes, *arguments: str) -> Done:
        content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))
        done: Done = companion("enter", *(arguments or ("game.toml",)))
        return done

    return call
