"""The program in a terminal of its own: what it writes is read by an emulator in memory, what is pressed goes to it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import pyte

from tests.support import PATIENCE, ROOT

KEYS = {
    "enter": "\r",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "f1": "\x1bOP",
    "escape": "\x1b",
    "left": "\x1b[D",
    "right": "\x1b[C",
}

_PARTIAL = re.compile(rb"\x1b(\[[^a-zA-Z]*|P[^\x1b]*)?$")
_FOREIGN = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1bP[^\x1b]*\x1b\\")
"""Questions to newer terminals; the emulator would print them."""


class Terminal:
    """`companion` with some arguments, or what else Python is to run, in a terminal of some size."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        program: Sequence[str] = ("-m", "companion"),
        python: str | Path = sys.executable,
        **variables: str,
    ) -> None:
        self._ours, self._theirs = pty.openpty()
        self.written = b""
        """The program's output."""
        self._unread = b""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._size(size)
        self.settings_before = termios.tcgetattr(self._theirs)
        self.process = subprocess.Popen(
            [python, *program, *arguments],
            cwd=folder,
            env=_environment(folder, variables),
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            start_new_session=True,
            preexec_fn=_hear_signals,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._ours)
        os.close(self._theirs)

    @property
    def settings(self) -> list[Any]:
        """The terminal's settings for typing: echo, whole lines."""
        return termios.tcgetattr(self._theirs)

    @property
    def display(self) -> list[str]:
        screen = self._screen  # its own `display` fails on half a wide character
        rows = (screen.buffer[row] for row in range(screen.lines))
        return ["".join(row[column].data for column in range(screen.columns)).rstrip() for row in rows]

    @property
    def text(self) -> str:
        return "\n".join(self.display)

    def press(self, *keys: str) -> None:
        os.write(self._ours, "".join(KEYS.get(key, key) for key in keys).encode())

    def wait_until(self, is_there: Callable[[], bool], complaint: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_there():
            assert time.monotonic() < deadline, f"{complaint}\n{self.text}"
            self._read(0.05)

    def wait_for(self, *texts: str) -> None:
        """Read until all texts are on the screen."""
        self.wait_until(lambda: all(text in self.text for text in texts), f"{texts} never came")

    def read_rest(self) -> None:
        """Read what the program has written so far."""
        while self._read(0):
            pass

    def ended(self) -> int:
        """Read until the program ends; return its exit code."""
        self.wait_until(lambda: self.process.poll() is not None, "it never ended")
        self.read_rest()
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def _size(self, size: tuple[int, int]) -> None:
        columns, rows = size
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self, patience: float) -> bool:
        if not select.select([self._ours], [], [], patience)[0]:
            return False
        self._feed(os.read(self._ours, 65536))
        return True

    def _feed(self, content: bytes) -> None:
        self.written += content
        self._unread += content
        partial = _PARTIAL.search(self._unread)
        end = partial.start() if partial else len(self._unread)
        self._stream.feed(_FOREIGN.sub(b"", self._unread[:end]))
        self._unread = self._unread[end:]


def _hear_signals() -> None:
    """Let signals through that are ignored in the background or by nohup."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def _environment(folder: Path, variables: dict[str, str]) -> dict[str, str]:
    """Variables of the program; of this machine only where Python is."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "COMPANION_SAVES": str(folder / "saves"),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        **variables,
    }
