"""A list that is written when somebody first reads it: of what happened in a whole game hardly anything ever is."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar, overload

T = TypeVar("T", covariant=True)


def written(lines: Iterable[Any]) -> list[Any]:
    """Lines of which some are written only now."""
    return [line() if isinstance(line, partial) else line for line in lines]


class Later(Sequence[T]):
    """What a function of values that never change would give, once it is asked for."""

    __slots__ = ("_given", "_items", "_write")

    def __init__(self, write: Callable[..., Sequence[T]], *given: Any) -> None:
        self._write: Callable[..., Sequence[T]] | None = write
        self._given = given
        self._items: Sequence[T] = ()

    def _read(self) -> Sequence[T]:
        if self._write is not None:
            self._items = self._write(*self._given)
            self._write, self._given = None, ()
        return self._items

    def __len__(self) -> int:
        return len(self._read())

    def __iter__(self) -> Iterator[T]:
        return iter(self._read())

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...
    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        return self._read()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(self._read())
