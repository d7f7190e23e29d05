"""What would make the app slow to start: heavy imports before the first paint."""

import subprocess
import sys
from pathlib import Path

from tests.support import ROOT, text_of

START = """
import sys
from unittest.mock import patch
from companion.cli import app, main
def run(self):
    print(*sys.modules)
with patch("textual.app.App.run", run), patch.object(app, "_has_terminal", lambda: True):
    main.run([{file!r}])
"""
HEAVY = ("pydantic", "tomli_w", "companion.games", "companion.session", "companion.report", "companion.forms")
SLOW_WIDGETS = ("textual.widgets._data_table", "textual.widgets._rich_log")


def modules_at_start(folder: Path) -> set[str]:
    """What is imported when the app begins to run, in a fresh interpreter."""
    file = folder / "session.toml"
    file.write_text(text_of(), encoding="utf-8")
    probe = START.format(file=str(file))
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    found = modules_at_start(tmp_path)
    assert "companion.tui.app" in found
    assert not {name for name in found if name.startswith((*HEAVY, *SLOW_WIDGETS))}
