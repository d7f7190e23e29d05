"""What outlives a killed server, in a file beside the session: port, codes, guests, and what they were entering."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from companion.desk.unfinished import UnfitDraft, kept_entry
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
        self._session, self._now = session, now
        self._file = DraftFile(disk, session.path, PHONES)

    def take_over(self) -> ServerState | None:
        """The state left less than KEPT_FOR ago; else that of another session of the same people: a rematch."""
        for draft in self._file.left():
            state = self._read(draft.content)
            if state is not None and set(state.players) == set(self._session.record.roster.players):
                if not draft.is_own:
                    for guest in state.guests[-1]:
                        guest.draft = guest.draft if self._is_own(guest.draft) else ""
                    self._file.keep(b"")
                return state
            if state is None and draft.is_own:
                self._file.keep(b"")
        return None

    def _read(self, content: bytes) -> ServerState | None:
        with suppress(ValidationError):
            state = _STATE.validate_json(content, strict=True)
            return state if self._now() - state.at < KEPT_FOR else None
        return None

    def _is_own(self, draft: str) -> bool:
        """Whether an unfinished entry is of this session, which may have been renamed."""
        with suppress(UnfitDraft):
            return kept_entry(draft.encode(), self._session) is not None
        return False

    def keep(self, port: int, guests: Guests) -> None:
        # only the hour, else no two states would be the same and each would be written
        at = self._now().replace(minute=0, second=0, microsecond=0)
        state = ServerState(self._session.record.roster.players, at, port, guests.state)
        self._file.keep(_STATE.dump_json(state))

    def close(self) -> None:
        self._file.close()

    def drop(self) -> None:
        self._file.keep(b"")
