"""An app whose terminal was closed ends, and leaves its session to others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stephensons_rocket.moves import token
from tests.support import ANTON, ROOT, text_of

pty = pytest.importorskip("pty", reason="Windows ends the programs of a closed window")


def test_an_app_ends_with_its_terminal_even_where_no_signal_tells_it(tmp_path: Path) -> None:
    """The terminal is not the controlling one of its session, so that nothing comes but the end of the input."""
    file = tmp_path / "thursday.toml"
    file.write_text(text_of([token(ANTON, "Leeds")]), encoding="utf-8")
    before = file.read_bytes()
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", str(file)],
        cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "COMPANION_CONFIG": str(tmp_path / "config.toml")},
    )  # fmt: skip
    try:
        os.close(theirs)
        shown = b""
        while b"Leeds" not in shown:  # the table is on the screen
            shown += os.read(ours, 4096)
        os.close(ours)
        assert process.wait(timeout=30) == 1
    finally:
        process.kill()
    assert file.read_bytes() == before
