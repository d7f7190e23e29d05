"""Who is at the table from afar: the codes, who joined, who sits where, who waits for the host's word.

Times are handed in, in seconds, so that nothing here asks a clock.

How codes are guarded. There are 31^6 codes, nearly 900 million. One address may be wrong four times, then waits from
one second to a minute between two guesses: some 500 in an evening. Whoever has many addresses meets two lanes, which
only wrong codes fill: one for addresses that were never wrong, one for all others. Both together let through nine
wrong codes a second, 260,000 in eight hours: a chance of 1 in 3,000, while the host sees the count and can change the
code.

Nobody keeps the table out that way. A wrong code makes its own address wait, a minute at most, and a full lane empties
within a quarter of a second; who was never wrong does not even share a lane with those who were, and that of the
others is as wide as 240 addresses that guess as often as they may. Only who shares an address with a guesser
(behind another router) waits with it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import choice, compare_digest, token_urlsafe
from typing import Annotated

from pydantic import Field

from companion.web.guarding import Bucket, Buckets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""None that is taken for another one."""
CODE, HOST_CODE = 6, 12
MOST_GUESTS = 120
FREE_GUESSES = 4
"""So many wrong codes from one address cost nothing."""
LONGEST_WAIT = 60.0
NEWCOMERS, KNOWN_WRONG = Bucket(5.0, 50.0), Bucket(4.0, 25.0)
"""Wrong codes from all addresses: those that were never wrong before, and the others."""
MOST_ADDRESSES = 4_000
NOT_KEPT = Field(exclude=True)
"""What ends with the program."""


@dataclass(slots=True, eq=False)
class Guest:
    key: str
    """What is kept of its token, which stays a secret."""
    number: int
    """Under which the host knows it."""
    token: Annotated[str, NOT_KEPT] = ""
    address: str = ""
    is_host: bool = False
    language: str = ""
    """The one of the browser, or one chosen here; empty for that of the host."""
    seat: int | None = None
    """The place of the player among those of the table."""
    wants: int | None = None
    """A seat that is not free for it, while the host and whoever used that seat are asked."""
    has_lost_seat: bool = False
    """Whether another one sits there now."""
    streams: Annotated[int, NOT_KEPT] = 0
    """How many of its pages are open."""
    opened: Annotated[int, NOT_KEPT] = 0
    """How many were opened so far."""
    news: Annotated[int, NOT_KEPT] = 0
    """Another one whenever only its own pages may show something new."""
    draft: str = ""
    """The unfinished entry at its desk, as it was kept last."""
    drawn: int = 0
    """The number of what was drawn of it last, by then."""


GuestState = tuple[str, str, int, Mapping[int, int], set[str], set[str], Sequence[Guest]]
"""Both codes, how many guests there were, who used the seats, from which addresses, who was sent away, who is here."""


@dataclass(eq=False)
class Slowed(Exception):  # noqa: N818 - no error, an answer
    """Too many wrong codes: so many seconds are to be waited before the next."""

    seconds: float


class Full(Exception):  # noqa: N818 - no error, an answer
    """No room for another guest."""


def key_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


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
        self._users: dict[int, int] = {}
        """Seats with the number of the guest that used each last, also if that one is gone."""
        self._sat: set[str] = set()
        """Addresses of phones that used a seat: also without its cookie a phone has had its free one."""
        self._sent_away: set[str] = set()
        self._from: dict[str, tuple[int, float]] = {}
        """How often addresses were wrong and until when they wait; the one that was wrong last at the end."""
        self._lanes = Buckets(2)

    @property
    def kept(self) -> GuestState:
        """What outlives the program."""
        return self.code, self.host_code, self._numbers, self._users, self._sat, self._sent_away, self.all()

    def bring_back(self, kept: GuestState) -> None:
        self.code, self.host_code, self._numbers, users, self._sat, self._sent_away, guests = kept
        self._users = {**users}
        self._guests = {one.key: one for one in guests}

    # Joining

    def join(self, said: str, address: str, now: float, token: str = "") -> Guest | None:
        """The guest where the code is right, None where it is not; Slowed before it is even looked at.

        Whoever is here already stays the same, with another token: what was known of the old one opens nothing.
        """
        wrong, closed_until = self._from.get(address, (0, 0.0))
        lane = KNOWN_WRONG if wrong else NEWCOMERS
        wait = max(closed_until - now if wrong else 0.0, self._lanes.wait(lane, lane, now))
        if wait > 0:
            raise Slowed(wait)
        given = "".join(said.upper().split()).encode()
        is_host = compare_digest(given, self.host_code.encode())
        if is_host or compare_digest(given, self.code.encode()):
            self._from.pop(address, None)
            return self._welcome(is_host, address, self._guests.pop(key_of(token), None))
        self._lanes.take(lane, lane, now)
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
        """Where all places are taken, one that is not used gives way: of the address that has most of them."""
        if len(self._guests) < MOST_GUESTS:
            return
        count = Counter(one.address for one in self.all())
        idle = [one for one in self.all() if not (one.streams or one.is_host or one.seat is not None)]
        if not idle:
            raise Full
        del self._guests[max(idle, key=lambda one: count[one.address]).key]

    def known(self, token: str) -> Guest | None:
        return self._guests.get(key_of(token))

    def is_here(self, guest: Guest) -> bool:
        return self._guests.get(guest.key) is guest

    def was_sent_away(self, token: str) -> bool:
        return key_of(token) in self._sent_away

    def all(self) -> list[Guest]:
        return list(self._guests.values())

    def by_number(self, number: int) -> Guest | None:
        return next((one for one in self._guests.values() if one.number == number), None)

    # Seats

    def holder(self, seat: int) -> Guest | None:
        return next((one for one in self._guests.values() if one.seat == seat), None)

    def is_used(self, seat: int) -> bool:
        return seat in self._users

    def is_free(self, guest: Guest, seat: int) -> bool:
        """Each seat shows what its player hides: others see a used one only with somebody's word.

        A phone that has used a seat asks for any other one too, else it could look at all that nobody used yet.
        """
        user = self._users.get(seat)
        is_first = guest.number not in self._users.values() and guest.address not in self._sat
        return guest.is_host or user == guest.number or (user is None and is_first)

    def take(self, guest: Guest, seat: int | None) -> bool:
        """Sits down, or only looks on; False where somebody has to allow it first."""
        if seat is not None and not self.is_free(guest, seat):
            guest.wants = seat
            self._changed()
            return False
        self._sit(guest, seat)
        return True

    def _sit(self, guest: Guest, seat: int | None) -> None:
        holder = None if seat is None else self.holder(seat)
        if holder is not None and holder is not guest:
            holder.seat, holder.has_lost_seat = None, True
        guest.seat, guest.wants, guest.has_lost_seat = seat, None, False
        if seat is not None:
            self._users[seat] = guest.number
            if not guest.address.startswith("127."):  # who sits at this machine can read the file
                self._sat.add(guest.address)
        self._changed()

    def move(self, places: dict[int, int]) -> None:
        """Players have other places among those of the table: whoever sits there goes with them."""
        for one in self._guests.values():
            one.seat = None if one.seat is None else places.get(one.seat)
            one.wants = None if one.wants is None else places.get(one.wants)
        self._users = {places[seat]: user for seat, user in self._users.items() if seat in places}

    # What others decide

    def asking(self, answerer: Guest | None) -> list[tuple[Guest, int]]:
        """Who asks for which seat: the host for all of them, others for those that they used last."""
        found = [(one, one.wants) for one in self._guests.values() if one.wants is not None]
        if answerer is None or answerer.is_host:
            return found
        return [one for one in found if self._users.get(one[1]) == answerer.number]

    def settle(self, number: int, seat: int | None, is_allowed: bool) -> None:
        """The word on a seat, if somebody still asks for that one."""
        guest = self.by_number(number)
        if guest is None or guest.wants is None or guest.wants != seat:
            return
        if is_allowed:
            self._sit(guest, seat)
        guest.wants = None
        self._changed()

    def send_away(self, number: int) -> None:
        guest = self.by_number(number)
        if guest is not None:
            del self._guests[guest.key]
            self._sent_away.add(guest.key)
            self._changed()

    def change_code(self) -> None:
        """Whoever is here stays; the old code opens nothing any more."""
        self.code = new_code()
        self._changed()
