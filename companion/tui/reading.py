"""Read sessions without a summary in threads that neither a key nor the end of the program waits for."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread

from textual.app import App

from companion.session.listing import Listing
from companion.tui.screens.app_screen import AppScreen

BETWEEN_SCREENS, BETWEEN_WRITES = 10, 100
"""Sessions read between two drawings of the screen, and between two writings of summaries."""
_SWITCH = 0.0005
"""Seconds a key waits for the interpreter. With Python's default of 5 ms an arrow among 500 unread sessions takes 30 ms
instead of 19 (median of 150; the slowest of ten 71 instead of 56).
"""
LAST_WAIT = 0.3
_threads: list[Thread] = []


def in_thread(work: Callable[[], None]) -> None:
    sys.setswitchinterval(_SWITCH)
    _threads[:] = [thread for thread in _threads if thread.is_alive()]
    _threads.append(Thread(target=work, daemon=True))
    _threads[-1].start()


def have_ended() -> bool:
    """Wait a moment for the threads; return whether all have ended."""
    for thread in _threads:
        thread.join(LAST_WAIT)
    return not any(thread.is_alive() for thread in _threads)


class FolderReader:
    def __init__(self, app: App[str | None], in_thread: Callable[[Callable[[], None]], None]) -> None:
        self._app, self._in_thread, self._is_over, self._will_show = app, in_thread, Event(), False
        """`_will_show`: whether a screen still has to show what was read before."""

    def read(self, listing: Listing) -> None:
        """Read the sessions that a listing waits for; stop reading any other listing."""
        self.stop()
        self._is_over = Event()
        if listing.waiting:
            self._app.call_after_refresh(self._in_thread, partial(self._read, listing, self._is_over))
        else:
            listing.keep()

    def stop(self) -> None:
        self._is_over.set()

    def _read(self, listing: Listing, is_over: Event) -> None:
        try:
            for count, path in enumerate(listing.waiting, 1):
                if is_over.is_set() or not self._app.is_running:
                    break
                listing.take(path)
                if not count % BETWEEN_WRITES:
                    listing.keep()
                if count < BETWEEN_SCREENS or not count % BETWEEN_SCREENS:
                    self._tell()
            listing.keep()
            self._tell()
        except Exception as fault:
            self._will_show = False
            self._tell(fault)

    def _tell(self, fault: Exception | None = None) -> None:
        if not self._will_show:
            self._will_show = True
            with suppress(RuntimeError):  # the app has ended
                self._app.call_later(self._show, fault)

    def _show(self, fault: Exception | None) -> None:
        self._will_show = False
        if fault is not None:
            raise fault
        if isinstance(self._app.screen, AppScreen):
            self._app.screen.sessions_read()
