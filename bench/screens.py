"""Programs in a terminal of their own: when the last byte of an answer came."""

import os
import re
import select
import time

from tests.support import PATIENCE
from tests.tui.terminal import Terminal

QUIET = 0.12
"""Seconds without a byte after which an answer was complete."""


class Screen(Terminal):
    """A terminal that is read as fast as it comes, and looked at afterwards."""

    @property
    def entries(self) -> int:
        """How many the heading says stand."""
        found = re.search(r"#(\d+) saved", self.display[0])
        return int(found[1]) if found else 0

    def booked(self, *keys: str) -> float:
        """The answer to keys that book something, with all that came until the heading said so."""
        return self.answer(*keys, since=self.entries)

    def answer(self, *keys: str, since: int | None = None) -> float:
        """Milliseconds to the last byte of the answer to keys, and until the number of entries is another one."""
        start = time.perf_counter()
        self.press(*keys)
        last = self._heard(start)
        while self.entries == since:
            last = self._heard(start)
        return (last - start) * 1000

    def until_complete(self, start: float, *texts: str) -> float:
        """Milliseconds from the start to the last byte of a screen with all of these texts."""
        deadline = time.perf_counter() + PATIENCE
        while True:
            last = self._heard(start)
            if all(text in self.text for text in texts):
                return (last - start) * 1000
            assert time.perf_counter() < deadline, f"{texts} never came\n{self.text}"

    def _heard(self, start: float) -> float:
        """Reads without looking until it is quiet; when the last byte came."""
        last, patience, parts = start, float(PATIENCE), list[bytes]()
        while select.select([self._ours], [], [], patience)[0]:
            parts.append(os.read(self._ours, 65536))
            last, patience = time.perf_counter(), QUIET
        self._feed(b"".join(parts))
        return last
