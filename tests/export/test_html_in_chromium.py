"""The page of a session in a real browser: it shows result and chart, asks for nothing, and prints on two pages."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import engines
from companion.report.export import exported
from companion.session import Session
from tests.memory_disk import MemoryDisk
from tests.random_play import ending, recording
from tests.support import FILE, library, part_of, said

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed here")

ENTRIES = 90


def browse(folder: Path, page: str, *options: str) -> str:
    """What Chromium prints for a page; every name of the outside leads nowhere."""
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    command = [
        str(BROWSER),
        *("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"),
        *("--no-first-run", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND"),
        *options,
        file.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


def pages(folder: Path, page: str) -> int:
    """On how many sheets of paper it is printed."""
    printed = folder / "page.pdf"
    browse(folder, page, "--no-pdf-header-footer", f"--print-to-pdf={printed}")
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", printed.read_bytes()))


def long_session(game: str) -> Session:
    """A random game of about 90 entries, played to its end."""
    disk = MemoryDisk(recording(game, 1, ENTRIES - 1).files)
    session = library(disk=disk).open(FILE)
    if not session.is_over:
        session.enter(ending(game, session))
    assert session.failure is None, said(session, session.failure)
    assert session.is_over
    return session


def test_result_and_chart_are_there_and_nothing_is_asked_of_the_outside(tmp_path: Path) -> None:
    """The net log holds every request that the page made: only the file itself."""
    log = tmp_path / "net.json"
    page = exported(long_session("stephensons-rocket"), "html", "en").decode()
    shown = browse(tmp_path, page, "--dump-dom", f"--log-net-log={log}", "--net-log-capture-mode=Everything")
    assert re.search(r'<p class="winner">.* (wins|share the win) <span class="score">with [\d,]+', shown)
    assert shown.count("<polyline") >= 2
    asked = {url for url in urls_in(json.loads(log.read_text(encoding="utf-8"))) if "page.html" not in url}
    assert {url for url in asked if not url.startswith(("file:", "data:", "chrome"))} == set()


def urls_in(log: Any) -> set[str]:
    """Addresses that were asked for on behalf of the page; what the browser asks for itself has no such initiator."""
    found = set()
    for event in log["events"]:
        told = event.get("params", {})
        if (
            isinstance(told, dict)
            and "url" in told
            and told.get("initiator", "not an origin") != "not an origin"
        ):
            found.add(str(told["url"]))
    return found


@pytest.mark.parametrize("game", part_of(engines(), 3))
def test_a_game_of_90_entries_is_printed_on_two_pages_at_most(tmp_path: Path, game: str) -> None:
    assert pages(tmp_path, exported(long_session(game), "html", "en").decode()) <= 2
