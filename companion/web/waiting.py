"""Open pages that wait until they may show something new."""

import asyncio

from companion.web.guests import Guest


class Waiting:
    def __init__(self) -> None:
        self.version = 0
        """Changes whenever any page may show something new."""
        self._pages: dict[asyncio.Event, Guest | None] = {}

    def stamp(self, guest: Guest | None) -> int:
        """Number that changes whenever a page of this guest, or any page, may show something new."""
        return self.version + (0 if guest is None else guest.changes)

    def wake(self, guest: Guest | None = None) -> None:
        """Let all pages show what is new, or only those of one guest."""
        if guest is None:
            self.version += 1
        else:
            guest.changes += 1
        for page, whose in self._pages.items():
            if guest in (None, whose):
                page.set()

    async def wait(self, stamp: int, seconds: float, guest: Guest | None = None) -> bool:
        """Wait until there is something new since this stamp; return False if nothing came in time."""
        if stamp != self.stamp(guest):
            return True
        page = asyncio.Event()
        self._pages[page] = guest
        try:
            async with asyncio.timeout(seconds):
                await page.wait()
        except TimeoutError:
            return False
        finally:
            del self._pages[page]
        return True
