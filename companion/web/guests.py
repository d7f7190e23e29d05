"""Guests: the codes they join with, and their seats. Callers pass the time, in seconds.

Protection against guessing: there are 31^6 codes, nearly 900 million. An address may send four wrong codes,
then has to wait between guesses, at first a second and later a minute: some 500 guesses in an evening. If all
254 addresses of a home network guess, that is a chance of 1 in 7,000, while the host sees the number of wrong
codes and can change the code. Only a phone with the same address as a guesser has to wait too.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from secrets import choice, compare_digest, token_urlsafe
from typing import Annotated

from pydantic import Field

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that aren't easily confused."""
CODE, HOST_CODE = 6, 12
MOST_GUESTS = 120
FREE_GUESSES = 4
"""Wrong codes from one address until it has to wait."""
LONGEST_WAIT = 60.0
MOST_ADDRESSES = 4_000
KEPT_FOR = timedelta(days=1)
"""How long a phone knows who it was, and a killed server who its guests were."""
NOT_KEPT = Field(exclude=True)
"""Marks fields that aren't kept when the program ends."""


@dataclass(slots=True, eq=False)
class Guest:
    key: str
    """Hash of the token; the token itself is never written."""
    number: int
    token: Annotated[str, NOT_KEPT] = ""
    address: str = ""
    is_host: bool = False
    language: str = ""
    """Language of the browser or chosen by the guest; empty for the host's language."""
    seat: int | None = None
    has_lost_seat: bool = False
    streams: Annotated[int, NOT_KEPT] = 0
    opened: Annotated[int, NOT_KEPT] = 0
    changes: Annotated[int, NOT_KEPT] = 0
    """Changes whenever only this guest's pages may show something new."""
    draft: str = ""
    """The unfinished entry at this guest's desk when the server's state was last kept."""
    drawn: int = 0
    """Number of the desk's last drawing at that time."""

    @property
    def can_enter(self) -> bool:
        return self.seat is not None or self.is_host


GuestState = tuple[str, str, int, Mapping[int, int], set[str], Sequence[Guest]]
"""Both codes, number of guests so far, last users of seats, keys sent away, guests here."""


@dataclass(eq=False)
class Slowed(Exception):  # noqa: N818 - no error, an answer
    seconds: float


class Full(Exception):  # noqa: N818 - no error, an answer
    """There is no room for another guest."""


def key_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def new_code(length: int = CODE) -> str:
    return "".join(choice(LETTERS) for _ in range(length))


class Guests:
    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.code, self.host_code = new_code(), new_code(HOST_CODE)
        self.wrong = 0
        self._changed = changed
        self._guests: dict[str, Guest] = {}
        self._numbers = 0
        self._users: dict[int, int] = {}
        """Number of the guest that used each seat last, even if that guest is gone."""
        self._sent_away: set[str] = set()
        self._from: dict[str, tuple[int, float]] = {}
        """Number of wrong codes of each address, and the time it waits for; most recent address last."""

    @property
    def state(self) -> GuestState:
        return self.code, self.host_code, self._numbers, self._users, self._sent_away, self.all()

    def bring_back(self, kept: GuestState) -> None:
        self.code, self.host_code, self._numbers, users, self._sent_away, guests = kept
        self._users = {**users}
        self._guests = {guest.key: guest for guest in guests}

    # Joining

    def join(self, typed: str, address: str, now: float, token: str = "") -> Guest | None:
        """Return the guest, a known one with a new token; None if the code is wrong. Raise Slowed or Full."""
        wrong, closed_until = self._from.get(address, (0, now))
        if now < closed_until:
            raise Slowed(closed_until - now)
        code = "".join(typed.upper().split()).encode()
        is_host = compare_digest(code, self.host_code.encode())
        if is_host or compare_digest(code, self.code.encode()):
            self._from.pop(address, None)
            return self._welcome(is_host, address, self._guests.pop(key_of(token), None))
        wrong += 1
        if wrong >= FREE_GUESSES:
            closed_until = now + min(LONGEST_WAIT, 2.0 ** min(10, wrong - FREE_GUESSES))
        self._from.pop(address, None)
        self._from[address] = wrong, closed_until
        self.wrong += 1
        while len(self._from) > MOST_ADDRESSES:
            del self._from[next(iter(self._from))]
        self._changed()
        return None

    def _welcome(self, is_host: bool, address: str, guest: Guest | None) -> Guest:
        if guest is None:
            self._make_room()
            self._numbers += 1
            guest = Guest("", self._numbers)
        guest.token, guest.address = token_urlsafe(32), address
        guest.key = key_of(guest.token)
        guest.is_host = guest.is_host or is_host
        self._guests[guest.key] = guest
        self._changed()
        return guest

    def _make_room(self) -> None:
        """If there are MOST_GUESTS, drop an idle one from the busiest address. Raise Full if none is idle."""
        if len(self._guests) < MOST_GUESTS:
            return
        count = Counter(guest.address for guest in self.all())
        kept = {*self._users.values()}  # they may come back to their seats
        idle = [guest for guest in self.all() if not (guest.streams or guest.is_host or guest.number in kept)]
        if not idle:
            raise Full
        del self._guests[max(idle, key=lambda guest: count[guest.address]).key]

    def find(self, token: str) -> Guest | None:
        return self._guests.get(key_of(token))

    def is_here(self, guest: Guest) -> bool:
        return self._guests.get(guest.key) is guest

    def was_sent_away(self, token: str) -> bool:
        return key_of(token) in self._sent_away

    def all(self) -> list[Guest]:
        return list(self._guests.values())

    # Seats

    def holder(self, seat: int) -> Guest | None:
        return next((guest for guest in self._guests.values() if guest.seat == seat), None)

    def keeps_to_seat(self, guest: Guest, seat: int) -> bool:
        """Whether the guest used the seat or, for a first one, nobody did. Removing a guest frees theirs."""
        user, is_first = self._users.get(seat), guest.number not in self._users.values()
        return guest.is_host or user == guest.number or (user is None and is_first)

    def sit(self, guest: Guest, seat: int | None) -> None:
        """Take a seat; whoever sits there only looks on then. None: only look on."""
        holder = None if seat is None else self.holder(seat)
        if holder is not None and holder is not guest:
            holder.seat, holder.has_lost_seat = None, True
        guest.seat, guest.has_lost_seat = seat, False
        if seat is not None:
            if not guest.is_host:  # the host can keep seats for players without a phone
                self._free_seats_of(guest.number)
            self._users[seat] = guest.number
        self._changed()

    def _free_seats_of(self, number: int) -> None:
        self._users = {seat: user for seat, user in self._users.items() if user != number}

    def move(self, places: dict[int, int]) -> None:
        """Move guests to the new indexes of their players; a guest whose player is gone has no seat."""
        for guest in self._guests.values():
            guest.seat = None if guest.seat is None else places.get(guest.seat)
        self._users = {places[seat]: user for seat, user in self._users.items() if seat in places}

    def send_away(self, number: int) -> None:
        for guest in [guest for guest in self.all() if guest.number == number]:
            del self._guests[guest.key]
            self._sent_away.add(guest.key)
            self._free_seats_of(number)
            self._changed()

    def change_code(self) -> None:
        self.code = new_code()
        self._changed()
