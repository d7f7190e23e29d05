"""The page of a session in a real browser: it prints on two pages."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.draw.export import export_bytes
from companion.session import Session
from tests.memory_disk import MemoryDisk
from tests.random_play import ending, recording
from tests.support import FILE, PATIENCE, RAILWAYS, library, part_of, said

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed here")

ENTRIES = 90


def pages(folder: Path, page: str) -> int:
    """On how many sheets of paper Chromium prints a page; every name of the outside leads nowhere."""
    file, printed = folder / "page.html", folder / "page.pdf"
    file.write_text(page, encoding="utf-8")
    command = [
        str(BROWSER),
        *("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"),
        *("--no-first-run", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND"),
        *("--no-pdf-header-footer", f"--print-to-pdf={printed}", file.as_uri()),
    ]
    subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", printed.read_bytes()))


def long_session(game: str) -> Session:
    """A random game of about 90 entries, played to its end."""
    disk = MemoryDisk(recording(game, 1, ENTRIES - 1).files)
    session = library(disk=disk).open(FILE)
    if not session.record.is_over:
        session.enter(ending(session))
    assert session.record.failure is None, said(session, session.record.failure)
    assert session.record.is_over
    return session


@pytest.mark.parametrize("game", part_of(RAILWAYS, 3))
def test_a_game_of_90_entries_is_printed_on_two_pages_at_most(tmp_path: Path, game: str) -> None:
    assert pages(tmp_path, export_bytes(long_session(game), "html", "en").decode()) <= 2
