"""Messages: a key and values without words. Room `report` turns them into sentences."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Message(NamedTuple):
    key: str
    values: Mapping[str, object]


def say(key: str, /, **values: object) -> Message:
    return Message(key, values)


def saying(prefix: str) -> Callable[..., Message]:
    """`say` for keys with a common prefix."""
    return lambda key, /, **values: say(f"{prefix}.{key}", **values)
