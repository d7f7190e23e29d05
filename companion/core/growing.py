"""Lists of which a longer one shares what it has in common with the one it grew from; none of them ever changes.

One more item costs the same behind five thousand others as behind fifty, and keeping every list there ever was costs no
more than keeping the last.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import is_
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Growing(Sequence[T]):
    __slots__ = ("_from", "_held", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._held: list[T] = list(items)
        """What all that grew from one another hold together: never changed, only continued by the longest."""
        self._length = len(self._held)
        self._from: tuple[list[T], int] = self._held, self._length
        """What was copied when a shorter one was continued otherwise, and how much of it."""

    def plus(self, items: Iterable[T]) -> "Growing[T]":
        """The same with more behind it."""
        longer: Growing[T] = Growing.__new__(Growing)
        is_longest = len(self._held) == self._length
        longer._held = self._held if is_longest else self._held[: self._length]
        longer._from = self._from if is_longest else (self._held, self._length)
        longer._held.extend(items)
        longer._length = len(longer._held)
        return longer

    def first(self, count: int) -> "Growing[T]":
        """The same without what stands behind so many."""
        shorter: Growing[T] = Growing.__new__(Growing)
        shorter._held, shorter._length, shorter._from = self._held, min(count, self._length), self._from
        return shorter

    def alike(self, other: "Growing[T]") -> int:
        """How many items at the beginning are the very same in both."""
        shorter = min(self._length, other._length)
        if self._held is other._held:
            return shorter
        copied = [
            min(one[1], two[1])
            for one in (self._from, (self._held, shorter))
            for two in (other._from, (other._held, shorter))
            if one[0] is two[0]
        ]
        since = min(max(copied, default=0), shorter)
        pairs = map(is_, islice(self._held, since, shorter), islice(other._held, since, shorter))
        return next((place for place, is_same in enumerate(pairs, since) if not is_same), shorter)

    def index(self, item: Any, start: int = 0, stop: int | None = None) -> int:
        """The first place of an item; ValueError where it is not there."""
        return self._held.index(item, start, self._length if stop is None else min(stop, self._length))

    def __contains__(self, item: object) -> bool:
        try:
            self.index(item)
        except ValueError:
            return False
        return True

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            start, stop, step = place.indices(self._length)
            return tuple(self._held[start:stop:step])
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._held[place if place >= 0 else self._length + place]

    def __iter__(self) -> Iterator[T]:
        return islice(self._held, self._length)

    def __reversed__(self) -> Iterator[T]:
        return (self._held[place] for place in range(self._length - 1, -1, -1))

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, Growing) and self._held is other._held:
            return self._length == other._length
        if not isinstance(other, Growing | tuple):
            return NotImplemented
        return self._length == len(other) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Growing({list(self)!r})"
