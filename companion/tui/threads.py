"""Work beside the keys, in threads for which neither a key nor the end of the program waits."""

import sys
from collections.abc import Callable
from threading import Thread

_SWITCH = 0.0005
"""Seconds for which a key waits whenever it needs the interpreter back; Python's own 5 ms add up to a tenth."""
LAST_WAIT = 0.3
_threads: list[Thread] = []


def beside(work: Callable[[], None]) -> None:
    sys.setswitchinterval(_SWITCH)
    _threads[:] = [one for one in _threads if one.is_alive()]
    _threads.append(Thread(target=work, daemon=True))
    _threads[-1].start()


def have_ended() -> bool:
    """Whether all threads have ended, or do so in a moment."""
    for one in _threads:
        one.join(LAST_WAIT)
    return not any(one.is_alive() for one in _threads)
