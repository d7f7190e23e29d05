"""The right to write a session on a disk without locks: one program has it, all others only read."""

import os
import platform
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from time import monotonic

from companion.storage.disk import Disk, has_ended

STALE = 60.0
"""Seconds after which the program of an unchanged claim counts as gone."""
BEAT = 10.0
"""Seconds between a program's updates of its claim, which show that it still runs."""


class Claim:
    """A file beside the session that names the writing program. Programs measure time by their own clocks."""

    def __init__(self, disk: Disk, session: Path) -> None:
        self._disk = disk
        self._path = session.with_name(f".{session.name}.writer")
        self._beats = 0
        self._is_mine = False
        self._changed = monotonic()
        """When this program last saw the file change."""
        self._seen = b""

    @cached_property
    def _name(self) -> str:
        return f"{platform.node()} {os.getpid()} {os.urandom(8).hex()}"

    def take(self) -> bool:
        """Take the claim unless another program has it; return whether this program has it now."""
        try:
            there = self._disk.read(self._path, 1000)
        except FileNotFoundError:
            there = b""
        if there and there == self._text():
            return True
        self._is_mine = False
        if there and not self._is_stale(there):
            return False
        if there:
            self._disk.remove(self._path)
        try:
            self._disk.create(self._path, self._text())
        except FileExistsError:
            return False
        self._is_mine, self._changed = True, monotonic()
        return True

    def beat(self) -> None:
        if self._is_mine and monotonic() - self._changed > BEAT:
            with suppress(OSError):
                if self.take():
                    self._beats += 1
                    self._disk.replace(self._path, self._text())
                    self._changed = monotonic()

    def leave(self) -> None:
        if self._is_mine:
            with suppress(OSError):
                if self.take():
                    self._disk.remove(self._path)
            self._is_mine = False

    def _text(self) -> bytes:
        return f"{self._name} {self._beats}".encode()

    def _is_stale(self, there: bytes) -> bool:
        if there != self._seen:
            self._seen, self._changed = there, monotonic()
        host, _, rest = there.decode(errors="replace").partition(" ")
        pid = rest.partition(" ")[0]
        is_dead = host == platform.node() and pid.isdecimal() and has_ended(int(pid))
        return is_dead or monotonic() - self._changed > STALE
