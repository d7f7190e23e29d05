"""An event loop that tells when it has nothing to do."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")
IsQuiet = Callable[[float | None], bool]
"""Whether a moment is quiet in which nothing is ready, by the seconds until the next timer; None if there is none."""


class _Selector(selectors.DefaultSelector):
    """Waits for what comes next; first tells those who wait for a quiet moment."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = list[tuple[IsQuiet, asyncio.Future[None]]]()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout == 0 or not self.waiting:
            return super().select(timeout)
        quiet = [one for one in self.waiting if one[0](timeout)]
        self.waiting = [one for one in self.waiting if one not in quiet]
        for _, future in quiet:
            future.set_result(None)
        return super().select(0 if quiet else timeout)


class QuietLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._idle = _Selector()
        super().__init__(self._idle)

    async def quiet(self, is_quiet: IsQuiet) -> None:
        future = self.create_future()
        self._idle.waiting.append((is_quiet, future))
        await future


async def quiet(is_quiet: IsQuiet = lambda timeout: True) -> None:
    """Wait until nothing is ready, and the moment is quiet."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, QuietLoop)
    await loop.quiet(is_quiet)


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    with asyncio.Runner(loop_factory=QuietLoop) as runner:
        return runner.run(coroutine)
