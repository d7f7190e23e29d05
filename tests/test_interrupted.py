"""Whatever happens to the program from outside ends in one sentence or in none, never in a traceback."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.session import Library
from companion.session.archiving import archive_session
from companion.storage import disk as seam
from companion.storage.errors import FileError
from tests.commands import write
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, PATIENCE, ROOT, text_of

INTERRUPTING = """
import atexit, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background a shell has it ignored
class Finder:
    left = {number}
    def find_spec(self, *named):
        Finder.left -= 1
        if Finder.left == 0:
            os.kill(os.getpid(), signal.SIGINT)
from companion.__main__ import main
if {number}:
    sys.meta_path.insert(0, Finder())
else:
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.argv = ["companion", "split", "13000", "6500", "--counts", "A=2,B=2"]
code = main()
sys.exit(code)
"""


@pytest.mark.parametrize(
    ("number", "code"),
    [(1, 130), (40, 130), (0, 0)],
    ids=["first import", "a late import", "at the very end"],
)
def test_ctrl_c_is_quiet_at_any_moment(number: int, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTING.format(number=number)],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.fixture
def nowhere(companion: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Commands called in a folder that is there no more."""
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    return companion


@pytest.mark.skipif(sys.platform == "win32", reason="there the current folder cannot be removed")
@pytest.mark.parametrize(
    "call",
    [
        "new rocket --players A,B --out x.toml",
        "new rocket --players A,B --saves saves",
        "export x.toml --to csv --out x.md",
        "show x.toml",
        "enter x.toml",
        "serve x.toml",
        "rulesets --check x.toml",
    ],
)
def test_in_a_folder_that_was_removed_a_command_says_one_sentence(nowhere: Any, call: str) -> None:
    done = nowhere(*call.split())
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert "went wrong inside" not in done.err


@pytest.mark.parametrize("out", ["file/x", "folder", "x" * 300, "loop", "/proc/x.toml", "/proc/self/mem"])
def test_an_odd_target_is_one_sentence(companion: Any, out: str) -> None:
    if out.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("no such folder here")
    write()
    Path("file").touch()
    Path("folder").mkdir()
    if out == "loop":
        Path("loop").symlink_to("loop")
    for call in ("new rocket --players A,B", "export game.toml --to csv"):
        done = companion(*call.split(), "--out", out)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1), call
        assert "went wrong inside" not in done.err


class ReadOnly:
    """The calls of the system on a disk where nothing can be written."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __getattr__(self, name: str) -> Any:
        writes = ("mkdir", "link", "unlink", "rename", "replace", "ftruncate", "write")
        return self._refuse if name in writes else getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        return self._refuse() if flags & (os.O_WRONLY | os.O_RDWR) else os.open(path, flags, mode)

    def _refuse(self, *_: object, **__: object) -> Any:
        raise OSError(self._number, os.strerror(self._number))


@pytest.mark.parametrize(
    "call",
    [
        "new rocket --players A,B",
        "new rocket --players A,B --out new.toml",
        "export game.toml --to csv --out game.md",
        "enter game.toml",
        "archive",
    ],
)
def test_where_nothing_can_be_written_a_command_says_one_sentence_and_loses_nothing(
    companion: Any, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    file = Path(write([skip(ANTON)]))
    before = {path: path.read_bytes() for path in Path().iterdir()}
    monkeypatch.setattr(seam, "os", ReadOnly(errno.EROFS))
    if call == "archive":
        with pytest.raises(FileError, match=r"shelf\.unmoved"):
            archive_session(Library(), file)
    else:
        done = companion(*call.split())
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
        assert "went wrong inside" not in done.err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


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
        assert process.wait(PATIENCE) == 1
    finally:
        process.kill()
    assert file.read_bytes() == before
