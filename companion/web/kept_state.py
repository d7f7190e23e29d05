"""What outlives a killed server, in a file beside the session: port, codes, guests, and what they were entering."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from companion.session import Session
from companion.storage.disk import Disk
from companion.storage.draft_file import PHONES, DraftFile
from companion.web.guests import KEPT_FOR, Guests, GuestState


class ServerState(NamedTuple):
    players: tuple[str, ...]
    at: AwareDatetime
    port: int
    guests: GuestState


_STATE = TypeAdapter(ServerState)


class KeptState:
    def __init__(self, disk: Disk, session: Session, now: Callable[[], datetime]) -> None:
        self._disk, self._session, self._now = disk, session, now
        self._file = DraftFile(disk, session.path, PHONES)

    def take_over(self) -> ServerState | None:
        """The state left less than KEPT_FOR ago; else that of another session of the same people: a rematch."""
        with suppress(OSError):
            if (state := self._read(self._file)) is not None:
                return state
            path = self._session.path
            for name in self._disk.names(path.parent / PHONES):
                other = DraftFile(self._disk, path.with_name(name), PHONES)
                if (state := self._read(other)) is not None:
                    for guest in state.guests[-1]:
                        guest.draft = ""
                    other.keep(b"")
                    return state
                other.close()
        return None

    def _read(self, file: DraftFile) -> ServerState | None:
        with suppress(ValidationError):
            state = _STATE.validate_json(file.take_over(), strict=True)
            is_same = set(state.players) == set(self._session.record.table.players)
            if is_same and self._now() - state.at < KEPT_FOR:
                return state
        return None

    def keep(self, port: int, guests: Guests) -> None:
        # only the hour, else no two states would be the same and each would be written
        at = self._now().replace(minute=0, second=0, microsecond=0)
        state = ServerState(self._session.record.table.players, at, port, guests.state)
        self._file.keep(_STATE.dump_json(state))

    def close(self) -> None:
        self._file.close()

    def drop(self) -> None:
        self._file.keep(b"")
