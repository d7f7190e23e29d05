"""Programs to be killed: forked, so that they start at once; they tell on a pipe what they begin and have done."""

import json
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.core.errors import Refusal
from companion.storage import disk as seam
from companion.storage.errors import FileError
from tests.faults.sessions import library
from tests.support import PATIENCE

WRITING = {"open", "write", "fsync", "ftruncate", "replace", "rename", "link", "unlink", "mkdir"}
"""Calls of the system at which a program may be killed."""
WHEN = ("before", "within", "after")
Deed = Mapping[str, Any]
"""What a program does: the `entry` it saves, the title of what it `makes`, the entry of a copy, whether it `moves`."""


class Killer:
    """Stands in for `os` below `Disk` and kills its own program at one of the calls that change something."""

    def __init__(self, number: int, when: str) -> None:
        self._left, self._when = number, when

    def __getattr__(self, name: str) -> Any:
        call = getattr(os, name)
        return self._watched(name, call) if name in WRITING else call

    def _watched(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any) -> Any:
            is_reading = name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR)
            self._left -= not is_reading
            if is_reading or self._left >= 0:
                return call(*arguments)
            if self._when == "within" and name == "write":
                handle, content = arguments
                call(handle, bytes(content)[: len(content) // 2])
            elif self._when == "after":
                call(*arguments)
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError("killed")

        return watched


class Teller:
    """The child's end of the pipe."""

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
    """What a program has told."""

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
    """A program that runs beside this one until it is killed or has ended."""

    def __init__(self, work: Callable[[Teller], None], killer: Killer | None = None) -> None:
        library().games()  # read once, before there are copies of this program
        self.told = Told()
        self._unread, self._kills_itself = b"", killer is not None
        self._pipe, theirs = os.pipe()
        self._process = os.fork()
        if not self._process:
            _work(work, theirs, killer)
        os.close(theirs)

    def wait_for(self, deeds: int) -> None:
        """Wait until it has done so many things, or has ended."""
        while (self._kills_itself or len(self.told.done) < deeds) and self._hear():
            pass

    def kill(self, random: Random) -> bool:
        """Kill it a moment later and hear the rest; return False where it had ended by itself."""
        if not self._kills_itself:
            select.select([], [], [], random.random() * (0.004 if self.told.done else 0.03))
            os.kill(self._process, signal.SIGKILL)
        return self.ended()

    def ended(self) -> bool:
        """Hear it out; return whether it was killed."""
        while self._hear():
            pass
        os.close(self._pipe)
        _, status = os.waitpid(self._process, 0)
        assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, (
            "a program ended with a fault of its own"
        )
        return os.WIFSIGNALED(status)

    def _hear(self) -> bool:
        assert select.select([self._pipe], [], [], PATIENCE)[0], "a program tells nothing and doesn't end"
        part = os.read(self._pipe, 65536)
        *lines, self._unread = (self._unread + part).split(b"\n")
        for line in lines:
            self.told.hear(line)
        return bool(part)


def _work(work: Callable[[Teller], None], pipe: int, killer: Killer | None) -> None:
    try:
        if killer is not None:
            setattr(seam, "os", killer)  # noqa: B010
        sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
        work(Teller(pipe))
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc(file=sys.__stderr__)
        os._exit(3)
