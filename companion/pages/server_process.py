"""Phones at the table. Another program serves them (`companion serve --piped`), so that no phone slows down the app.

The app writes words to that program and reads lines. The program ends when its input closes, however the app ends.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import companion
from companion.core.messages import Message, say
from companion.storage.environment import CHILD

Heard = Callable[[str | None, int], None]
"""Called with each line of the other program; when that ends, with None and its exit code."""
GO_ON = "play "
"""Before the path of another session of the same people, in a line for the other program."""
SAID_WHY = (1, 2)
"""Exit codes of a program whose last line is the reason."""


class Process:
    """Another `companion` process, started and read in a thread, so that the app doesn't wait."""

    def __init__(self, arguments: Sequence[str], heard: Heard) -> None:
        self._arguments, self._heard = arguments, heard
        self._process: subprocess.Popen[str] | None = None
        self._is_ended = False
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        # this very program, even if another `companion` is in the current folder
        folders = (str(Path(companion.__file__).parent.parent), os.environ.get("PYTHONPATH", ""))
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "companion", *self._arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders)), "PYTHONUTF8": "1"},
                **CHILD,
            )
        except OSError as error:
            self._heard(error.strerror, 1)
            self._heard(None, 1)
            return
        self._process = process
        if self._is_ended:
            self.end()
        if process.stdout is not None:
            for line in process.stdout:
                self._heard(line, 0)
        self._heard(None, process.wait())

    def send(self, word: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, ValueError):  # the program has just ended; the thread will report it
                self._process.stdin.write(f"{word}\n")
                self._process.stdin.flush()

    def end(self) -> None:
        self._is_ended = True
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()


Starting = Callable[[Sequence[str], Heard], Process]


class ServedGuest(NamedTuple):
    number: int
    player: str | None
    is_host: bool
    is_here: bool


class Served(NamedTuple):
    address: str
    code: str
    is_lan: bool
    picture: Sequence[str]
    wrong: int
    players: Sequence[str]
    guests: Sequence[ServedGuest]
    host: str
    fault: str
    asks_to_end: str = ""
    """Who tries to end the game on a phone, which only the host may."""


class PhoneServer:
    """Phones that may see the session; calls `changed` whenever their state changes."""

    def __init__(
        self,
        path: Path,
        changed: Callable[[], None],
        after: Callable[[Callable[[], None]], object],
        starting: Starting = Process,
    ) -> None:
        self.path, self.changed, self._after, self._starting = path, changed, after, starting
        self._child: Process | None = None
        self._is_allowed = False
        self._words = ""
        """The last line that isn't JSON: the reason if the program fails."""
        self._players, self._is_lan = set[str](), False
        """Who was served last, and whether in the network; nobody if that ended for good."""
        self.is_asked = False
        self.offer: str | None = None
        self.served: Served | None = None
        self.fault: Message | None = None
        """Why the program ended by itself."""

    @property
    def is_on(self) -> bool:
        return self._child is not None

    def start(self, language: str, is_allowed: bool = False) -> None:
        """Start the server; its lines are handled through `after`, outside of the reading thread."""
        self.stop()
        self.fault, self._words, self._is_allowed = None, "", is_allowed
        child: Process

        def heard(line: str | None, code: int) -> None:
            with suppress(RuntimeError):  # the app has just ended
                self._after(lambda: self._take(child, line, code))

        arguments = ("serve", str(self.path.absolute()), "--piped", "--lang", language)
        child = self._child = self._starting(arguments, heard)

    def stop(self, is_for_good: bool = False) -> None:
        """Stop the server and ignore its further output. Unless `is_for_good`, phones get their seats back later."""
        if is_for_good:
            self.send("quit")
            self._players = set()
        child, self._child = self._child, None
        self.is_asked, self.offer, self.served = False, None, None
        if child is not None:
            child.end()

    def go_on(self, path: Path, players: Iterable[str], language: str) -> None:
        """Serve another session of the same people, as the one before was: without asking, with codes and seats."""
        if self._players != {*players}:
            return
        self.path = path
        if self.is_on:
            self.send(f"{GO_ON}{path.absolute()}")
        else:
            self.start(language, is_allowed=True)

    def open(self, is_lan: bool) -> None:
        self.is_asked, self._is_lan = False, is_lan
        self.send("lan" if is_lan else "here")

    def send(self, word: str) -> None:
        if self._child is not None:
            self._child.send(word)

    def _take(self, child: Process, line: str | None, code: int) -> None:
        if child is not self._child:
            return
        if line is None:
            self.stop()
            is_said = code in SAID_WHY and self._words
            self.fault = say("phones.failed", reason=self._words) if is_said else say("phones.broke-off")
        elif not line.startswith("{"):
            self._words = line.strip() or self._words
            return
        else:
            self._learn(json.loads(line))
        self.changed()

    def _learn(self, report: dict[str, Any]) -> None:
        if "offer" in report:
            self.is_asked, self.offer = True, report["offer"]
            if self._is_allowed:
                self.open(self._is_lan)
            return
        guests = [ServedGuest(**guest) for guest in report["guests"]]
        picture = report["picture"] if report["is_lan"] else ()  # else no phone could open the address
        self.served = Served(**{**report, "picture": picture, "guests": guests})
        self._players = {*self.served.players}
