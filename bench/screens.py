"""Programs in a terminal of their own: when the last byte of an answer came, and how many bytes it had."""

import os
import re
import select
import time
from typing import NamedTuple

from tests.support import PATIENCE
from tests.tui.terminal import Terminal

QUIET = 0.12
"""Seconds without a byte after which an answer was complete."""


class Answer(NamedTuple):
    milliseconds: float
    """From the key to the last byte."""
    sent: int
    """Bytes."""
    cells: int
    """Bytes of the cells that look different now, without colours and ways to them."""


class Screen(Terminal):
    """A terminal that is read as fast as it comes, and looked at afterwards."""

    @property
    def entries(self) -> int:
        """How many the heading says stand."""
        found = re.search(r"#(\d+) saved", self.display[0])
        return int(found[1]) if found else 0

    def booked(self, *keys: str) -> Answer:
        """The answer to keys that book something, with all that came until the heading said so."""
        return self.answer(*keys, since=self.entries)

    def answer(self, *keys: str, since: int | None = None) -> Answer:
        """The answer to keys, until it is quiet, and until another number of entries stands where one is given."""
        before = self._looks()
        start = time.perf_counter()
        self.press(*keys)
        last, heard = self._heard(start)
        while self.entries == since:
            last, more = self._heard(start)
            heard += more
        after = self._looks()
        changed = [
            str(char[0])
            for old, new in zip(before, after, strict=True)
            for was, char in zip(old, new, strict=True)
            if was != char
        ]
        return Answer((last - start) * 1000, heard, len("".join(changed).encode()))

    def until_complete(self, start: float, *texts: str) -> float:
        """Milliseconds from the start to the last byte of a screen with all of these texts."""
        deadline = time.perf_counter() + PATIENCE
        while True:
            last, _ = self._heard(start)
            if all(text in self.text for text in texts):
                return (last - start) * 1000
            assert time.perf_counter() < deadline, f"{texts} never came\n{self.text}"

    def _heard(self, start: float) -> tuple[float, int]:
        """Reads without looking until it is quiet; when the last byte came, and how many there were."""
        last, patience, parts = start, float(PATIENCE), list[bytes]()
        while select.select([self._ours], [], [], patience)[0]:
            parts.append(os.read(self._ours, 65536))
            last, patience = time.perf_counter(), QUIET
        whole = b"".join(parts)
        self._feed(whole)
        return last, len(whole)

    def _looks(self) -> list[list[tuple[object, ...]]]:
        buffer, columns = self._screen.buffer, range(self._screen.columns)
        return [[tuple(buffer[row][at]) for at in columns] for row in range(self._screen.lines)]
