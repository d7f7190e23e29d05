"""An event loop that knows when it has nothing to do."""

import asyncio
import selectors
from typing import Any

SOON = 0.02
"""Seconds within which a timer belongs to what is being done, such as the one that draws."""


class _Selector(selectors.DefaultSelector):
    """Where the loop waits; tells those who wait for a quiet moment before it does."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = list[tuple[float, asyncio.Future[None]]]()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout == 0 or not self.waiting:
            return super().select(timeout)
        quiet = [one for one in self.waiting if timeout is None or timeout > one[0]]
        self.waiting = [one for one in self.waiting if one not in quiet]
        for _, future in quiet:
            if not future.done():
                future.set_result(None)
        return super().select(0 if quiet else timeout)


class QuietLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._idle = _Selector()
        super().__init__(self._idle)

    async def quiet(self, soon: float = SOON) -> None:
        """Wait until nothing is ready, and no timer is due so soon."""
        future = self.create_future()
        self._idle.waiting.append((soon, future))
        await future


def run(coroutine: Any) -> Any:
    with asyncio.Runner(loop_factory=QuietLoop) as runner:
        return runner.run(coroutine)


async def quiet(soon: float = SOON) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, QuietLoop)
    await loop.quiet(soon)
