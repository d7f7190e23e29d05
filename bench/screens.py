"""Programs in a terminal of their own: when the last byte of an answer came, and when what is looked for was there."""

import os
import re
import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.support import PATIENCE
from tests.tui.terminal import Terminal

QUIET = 0.15
"""Seconds without a byte after which an answer may be complete."""
LOOKS, RESTING = 3, 1.5
"""How often in this time a program is looked at, and the milliseconds of the processor that one at rest takes."""
ENTRY = re.compile(r"── (Undone: |Redone: )?(\d+)  ")
LOG = re.compile(r"── Before that .*\n.*│ +(\d+) ")


SMALL, LARGE = (80, 24), (120, 40)
ECHO = """
from textual.app import App
from textual.widgets import Input
class Echo(App[None]):
    def compose(self):
        yield (entry := Input())
        entry.cursor_blink = False
Echo().run()
"""
ARROWS = (("\x1b[B", "▸2"), ("\x1b[A", "▸1"))
"""Down and up at the top of a list, and what each marks."""


class Answer(NamedTuple):
    """Milliseconds."""

    seen: float
    """Until what the player looks for was on the screen."""
    whole: float
    """Until the last byte of all that changed."""


class Cost(NamedTuple):
    """Milliseconds of all that followed a key, and its threads: of the processor, and until the last byte."""

    cpu: float
    wall: float


class Screen(Terminal):
    """A terminal that is read as fast as it comes, and looked at afterwards."""

    @property
    def cpu(self) -> float:
        """Milliseconds that all threads of the program have had of the processor."""
        clock = ~self.process.pid << 3 | 2  # as `clock_getcpuclockid` of Linux has it
        return time.clock_gettime(clock) * 1000

    @property
    def memory(self) -> float:
        """Megabytes of the program that are in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def is_asleep(self) -> bool:
        """Whether none of its threads computes, wants to or waits for the disk."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/stat")
        try:
            return all(one.read_text().rpartition(")")[2].split()[0] == "S" for one in threads)
        except OSError:  # one has just ended
            return False

    @property
    def entry(self) -> str:
        """The number of the entry that the table shows, and whether it was undone."""
        found = ENTRY.search(self.text) if "saved" in self.display[0] else None
        return found[0] if found else ""

    @property
    def is_whole(self) -> bool:
        """Whether all is drawn: the game as it was beside the entries, the log beside the last entry."""
        text = self.text
        if "Entries" in self.display[0]:
            return "View only" in text
        standing = [int(number) for kind, number in ENTRY.findall(text) if kind != "Undone: "]
        log = LOG.search(text)
        return log is None or int(log[1]) == standing[0] - 1

    def shows(self, *texts: str) -> bool:
        return all(text in self.text for text in texts)

    def booked(self, key: str) -> Answer:
        """The answer to a key that books something."""
        before = self.entry
        return self.answer(key, until=lambda: self.entry not in ("", before))

    def answer(self, *keys: str, until: Callable[[], bool] = lambda: True, start: float = 0) -> Answer:
        """The answer to keys; to the start of the program, where there are none."""
        start = start or time.perf_counter()
        self.press(*keys)
        seen, last, deadline = 0.0, start, start + PATIENCE
        while not (seen and self.is_whole):
            for last, content in self._heard():
                self._feed(content)
                seen = seen or (last if until() else 0.0)
            assert time.perf_counter() < deadline, f"{keys} is not answered\n{self.text}"
        return Answer((seen - start) * 1000, (last - start) * 1000)

    def cost(self, *keys: str, start: float = 0) -> Cost:
        """What keys take, or the start of the program, until it rests, whatever the screen of its version says."""
        start, before = start or time.perf_counter(), self.cpu if keys else 0.0
        self.press(*keys)
        contents, last, resting = list[bytes](), start, 0
        while resting < LOOKS or not contents:
            assert self.process.poll() is None, f"{keys} ended it\n{self.text}"
            assert time.perf_counter() < start + PATIENCE, f"{keys} never came to rest\n{self.text}"
            spent, resting = self.cpu, resting + 1
            if select.select([self._ours], [], [], QUIET / LOOKS)[0]:
                contents.append(os.read(self._ours, 65536))
                last, resting = time.perf_counter(), 0
            elif self.cpu - spent > RESTING or not self.is_asleep:
                resting = 0
        self._feed(b"".join(contents))
        return Cost(self.cpu - before, (last - start) * 1000)

    def _heard(self) -> list[tuple[float, bytes]]:
        """Reads without looking until it is quiet: what came, and when."""
        found, patience = list[tuple[float, bytes]](), float(PATIENCE)
        while select.select([self._ours], [], [], patience)[0]:
            content = os.read(self._ours, 65536)
            found.append((time.perf_counter(), content))
            patience = QUIET
        return found


def echoed(echo: Screen) -> float:
    taken = echo.answer("x").whole
    echo.answer("backspace")
    return taken


def arrow(page: Screen, key: str, mark: str) -> float:
    return page.answer(key, until=lambda: page.shows(mark)).whole
