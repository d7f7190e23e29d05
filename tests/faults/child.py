"""Programs to be killed: forked, so that they start at once; they tell on a pipe what they begin and have done."""

import json
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.core.errors import Refusal
from companion.storage.errors import FileError
from tests.faults.sessions import library
from tests.support import PATIENCE

Deed = Mapping[str, Any]
"""What a program does: the `entry` it saves, the title of what it `makes`, the entry of a copy, whether it `moves`."""


class Teller:
    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    @contextmanager
    def doing(self, deed: Deed) -> Iterator[None]:
        """Tell what is begun, and then that it is done or was refused."""
        self._write(deed)
        try:
            yield
        except (FileError, Refusal):
            self._write("refused")
        else:
            self._write("done")

    def _write(self, what: object) -> None:
        os.write(self._pipe, f"{json.dumps(what)}\n".encode())


@dataclass
class Told:
    done: list[Deed] = field(default_factory=list)
    begun: Deed | None = None
    refused: int = 0

    def hear(self, line: bytes) -> None:
        what = json.loads(line)
        if what == "done":
            assert self.begun is not None
            self.done.append(self.begun)
        self.refused += what == "refused"
        self.begun = None if isinstance(what, str) else what


class Child:
    def __init__(self, work: Callable[[Teller], None]) -> None:
        library().games()  # read once, before there are copies of this program
        self.told = Told()
        self._unread = b""
        self._pipe, theirs = os.pipe()
        self._process = os.fork()
        if not self._process:
            _work(work, theirs)
        os.close(theirs)

    def wait_for(self, deeds: int) -> None:
        """Wait until it has done so many things, or has ended."""
        while len(self.told.done) < deeds and self._hear():
            pass

    def kill(self, random: Random) -> bool:
        """Kill it a moment later and hear the rest; return False where it had ended by itself."""
        select.select([], [], [], random.random() * (0.004 if self.told.done else 0.03))
        os.kill(self._process, signal.SIGKILL)
        return self.ended()

    def ended(self) -> bool:
        """Hear it out; return whether it was killed."""
        while self._hear():
            pass
        os.close(self._pipe)
        _, status = os.waitpid(self._process, 0)
        assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, "a program failed"
        return os.WIFSIGNALED(status)

    def _hear(self) -> bool:
        assert select.select([self._pipe], [], [], PATIENCE)[0], "a program tells nothing and doesn't end"
        part = os.read(self._pipe, 65536)
        *lines, self._unread = (self._unread + part).split(b"\n")
        for line in lines:
            self.told.hear(line)
        return bool(part)


def _work(work: Callable[[Teller], None], pipe: int) -> None:
    try:
        sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
        work(Teller(pipe))
        os._exit(0)
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
        os._exit(3)
