"""A program that books entries and tells each on a pipe until it is killed; forked, so that it starts at once."""

import os
import select
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from companion.session import Library
from companion.storage import disk as seam
from tests.faults.scripts import BEGUN, Block, Evening, Step
from tests.support import ANTON, BEATE, PATIENCE, SHIPPED

WRITING = {"open", "write", "fsync", "ftruncate", "replace", "rename", "link", "unlink", "mkdir", "close"}
"""Calls of the system at which the program may be killed."""
WHEN = ("before", "within", "after")


class Killer:
    """Stands in for `os` below `RealDisk` and kills its own program at one of the calls that change something."""

    def __init__(self, number: int, when: str) -> None:
        self._left, self._when = number, when

    def __getattr__(self, name: str) -> Any:
        call = getattr(os, name)
        return self._watched(name, call) if name in WRITING else call

    def _watched(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any) -> Any:
            self._left -= 1
            if self._left >= 0:
                return call(*arguments)
            if self._when == "within" and name == "write":
                handle, content = arguments
                call(handle, bytes(content)[: len(content) // 2])
            elif self._when == "after":
                call(*arguments)
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError("killed")

        return watched


def entries(first: int) -> Iterator[Block]:
    """Entries without end, each known by its place: amounts, notes, taken back and entered again, corrected."""
    for place in count(first):
        start, which = divmod(place, 8)
        moment = BEGUN + timedelta(seconds=place)
        yield {
            **(
                {"player": ANTON, "amount": 100 + place, "reason": "a slip", "do": "adjust"},
                {"note": f"number {place}\nwith a Schluß 🚂", "do": "remark"},
                {"player": BEATE, "amount": 125, "reason": f"slip {place}", "do": "adjust"},
                {"do": "undo"},
                {"do": "redo"},
                {
                    "entry": start * 8 + 1,
                    "action": {"player": ANTON, "amount": 12, "reason": "less", "do": "adjust"},
                    "do": "amend",
                },
                {"title": f"Evening {place}", "do": "setup"},
                {"player": BEATE, "amount": -place, "reason": "back", "do": "adjust"},
            )[which],
            "at": moment,
        }


@cache
def library() -> Library:
    """One for all programs, as it is when it was forked."""
    return Library(folders=tuple(SHIPPED))


def book(path: Path, told: int, most: int = 1_000_000) -> None:
    """Goes on with a session, and tells each entry once it is booked."""
    session = library().open(path)
    for block, _ in zip(entries(session.entry_count), range(most), strict=False):
        session.enter(block)
        os.write(told, b".")
    session.close()


def play(steps: Sequence[Step], told: int) -> None:
    """Goes through a script, and tells each step once it is done."""
    evening = Evening(library())
    for step in steps:
        step.do(evening)
        os.write(told, b".")


@contextmanager
def forked(work: Callable[[int], None], killer: Killer | None = None) -> Iterator[tuple[int, int]]:
    """The same program again, doing that work with a pipe to tell on; its id and the other end of the pipe.

    Whatever comes of it, it is over in the end.
    """
    library().games()
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(ours)
            if killer is not None:
                setattr(seam, "os", killer)  # noqa: B010
            work(theirs)
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(3)
    os.close(theirs)
    try:
        yield child, ours
    finally:
        os.close(ours)
        with suppress(ChildProcessError):  # its end was seen already
            if os.waitpid(child, os.WNOHANG) == (0, 0):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def heard(pipe: int, most: int = 65536) -> int:
    """How many it tells next; 0 where it has ended."""
    assert select.select([pipe], [], [], PATIENCE)[0], "it tells nothing and does not end"
    return len(os.read(pipe, most))


def ended(child: int, pipe: int) -> tuple[int, int]:
    """How many it told before it ended, and how it ended: 0, or the number of the signal."""
    count = 0
    while more := heard(pipe):
        count += more
    _, status = os.waitpid(child, 0)
    assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, "it ended with a fault of its own"
    return count, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
