"""A forked program that reports on a pipe what it begins and has done."""

import json
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from companion.core.errors import Refusal
from companion.session import Library
from companion.storage.errors import FileError
from tests.support import PATIENCE, SHIPPED


@lru_cache(maxsize=1)
def library() -> Library:
    return Library(folders=tuple(SHIPPED))


class Reporter:
    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    @contextmanager
    def doing(self, deed: object) -> Iterator[None]:
        """Report a deed before it is begun, and then whether it is done or was refused."""
        self._write(["begun", deed])
        try:
            yield
        except (FileError, Refusal):
            self._write(["refused", None])
        else:
            self._write(["done", None])

    def _write(self, report: object) -> None:
        os.write(self._pipe, f"{json.dumps(report)}\n".encode())


@dataclass
class Deeds:
    """What a program has acknowledged, and what it was doing at its end."""

    done: list[Any] = field(default_factory=list)
    begun: Any = None
    refused: int = 0

    @property
    def all(self) -> list[Any]:
        return self.done if self.begun is None else [*self.done, self.begun]

    def hear(self, line: bytes) -> None:
        what, deed = json.loads(line)
        if what == "done":
            self.done.append(self.begun)
        self.begun = deed
        self.refused += what == "refused"


class Child:
    def __init__(self, work: Callable[[Reporter], None]) -> None:
        library().games()  # read once, before there are copies of this program
        self.deeds = Deeds()
        self._unread = b""
        self._pipe, theirs = os.pipe()
        self._process = os.fork()
        if not self._process:
            _work(work, theirs)
        os.close(theirs)

    def wait_for(self, count: int) -> None:
        """Wait until it has done so many things, or has ended."""
        while len(self.deeds.done) < count and self._hear():
            pass

    def kill(self, random: Random) -> bool:
        """Kill it a moment later and hear the rest; return False if it had ended by itself."""
        select.select([], [], [], random.random() * (0.004 if self.deeds.done else 0.03))
        os.kill(self._process, signal.SIGKILL)
        return self.was_killed()

    def was_killed(self) -> bool:
        """Wait for its end."""
        while self._hear():
            pass
        os.close(self._pipe)
        _, status = os.waitpid(self._process, 0)
        assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, "a program failed"
        return os.WIFSIGNALED(status)

    def _hear(self) -> bool:
        assert select.select([self._pipe], [], [], PATIENCE)[0], "a program reports nothing and doesn't end"
        part = os.read(self._pipe, 65536)
        *lines, self._unread = (self._unread + part).split(b"\n")
        for line in lines:
            self.deeds.hear(line)
        return bool(part)


def _work(work: Callable[[Reporter], None], pipe: int) -> None:
    try:
        sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
        work(Reporter(pipe))
        os._exit(0)
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
        os._exit(3)
