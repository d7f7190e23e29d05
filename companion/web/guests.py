"""Who is at the table from afar: the codes, who joined, who sits where, who waits for the host's word.

Times are handed in, in seconds, so that nothing here asks a clock.
"""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import choice, compare_digest, token_urlsafe

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""None that is taken for another one."""
CODE, HOST_CODE = 6, 12
MOST_GUESTS = 120
FREE_GUESSES, FREE_FOR_ALL = 4, 25
"""So many wrong codes cost nothing: from one address, and from all of them together."""
LONGEST_WAIT = 60.0
MOST_ADDRESSES = 1_000


@dataclass(slots=True)
class Guest:
    token: str
    number: int
    """Under which the host knows it; the token stays a secret."""
    is_host: bool = False
    seat: int | None = None
    """The place of the player among those of the table."""
    wants: int | None = None
    """A seat that another one has, while the host is asked."""
    streams: int = 0
    """How many of its pages are open."""


class Slowed(Exception):  # noqa: N818 - no error, an answer
    """Too many wrong codes: so many seconds are to be waited before the next."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class Full(Exception):  # noqa: N818 - no error, an answer
    """No room for another guest."""


@dataclass(slots=True)
class _Guesses:
    wrong: int = 0
    closed_until: float = 0.0

    def count(self, free: int, now: float) -> None:
        self.wrong += 1
        if self.wrong >= free:
            self.closed_until = now + min(LONGEST_WAIT, 2.0 ** (self.wrong - free))


def new_code(length: int = CODE) -> str:
    return "".join(choice(LETTERS) for _ in range(length))


class Guests:
    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.code, self.host_code = new_code(), new_code(HOST_CODE)
        self.wrong = 0
        """How many wrong codes were tried."""
        self._changed = changed
        self._guests: dict[str, Guest] = {}
        self._numbers = 0
        self._from: dict[str, _Guesses] = {}
        self._all = _Guesses()

    # Joining

    def join(self, said: str, address: str, now: float) -> Guest | None:
        """A new guest where the code is right, None where it is not; Slowed before it is even looked at."""
        known = self._from.setdefault(address, _Guesses())
        wait = max(known.closed_until, self._all.closed_until) - now
        if wait > 0:
            raise Slowed(wait)
        given = "".join(said.upper().split()).encode()
        is_host = compare_digest(given, self.host_code.encode())
        if is_host or compare_digest(given, self.code.encode()):
            del self._from[address]
            return self._welcome(is_host)
        known.count(FREE_GUESSES, now)
        self._all.count(FREE_FOR_ALL, now)
        self.wrong += 1
        while len(self._from) > MOST_ADDRESSES:
            del self._from[next(iter(self._from))]
        self._changed()
        return None

    def _welcome(self, is_host: bool) -> Guest:
        if len(self._guests) >= MOST_GUESTS:
            gone = (
                one
                for one in self._guests.values()
                if not (one.streams or one.is_host or one.seat is not None)
            )
            idle = next(gone, None)
            if idle is None:
                raise Full
            del self._guests[idle.token]
        self._numbers += 1
        guest = Guest(token_urlsafe(32), self._numbers, is_host)
        self._guests[guest.token] = guest
        self._changed()
        return guest

    def known(self, token: str) -> Guest | None:
        return self._guests.get(token)

    def all(self) -> list[Guest]:
        return list(self._guests.values())

    def by_number(self, number: int) -> Guest | None:
        return next((one for one in self._guests.values() if one.number == number), None)

    # Seats

    def holder(self, seat: int) -> Guest | None:
        return next((one for one in self._guests.values() if one.seat == seat), None)

    def take(self, guest: Guest, seat: int | None) -> bool:
        """Sits down, or only looks on; False where somebody sits there and the host is asked first."""
        holder = None if seat is None else self.holder(seat)
        is_free = holder is None or holder is guest or guest.is_host
        if is_free:
            if holder is not None and holder is not guest:
                holder.seat = None
            guest.seat, guest.wants = seat, None
        else:
            guest.wants = seat
        self._changed()
        return is_free

    # What the host decides

    @property
    def asking(self) -> list[Guest]:
        return [one for one in self._guests.values() if one.wants is not None]

    def settle(self, number: int, is_allowed: bool) -> None:
        """The host's word on a seat that somebody asked for."""
        guest = self.by_number(number)
        if guest is None or guest.wants is None:
            return
        holder = self.holder(guest.wants)
        if is_allowed:
            if holder is not None:
                holder.seat = None
            guest.seat = guest.wants
        guest.wants = None
        self._changed()

    def send_away(self, number: int) -> None:
        guest = self.by_number(number)
        if guest is not None:
            del self._guests[guest.token]
            self._changed()

    def change_code(self) -> None:
        """Whoever is here stays; the old code opens nothing any more."""
        self.code = new_code()
        self._changed()
