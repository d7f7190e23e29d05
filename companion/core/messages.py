"""What is to be said, without the words: a key and its values. Room `report` turns them into sentences."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Message(NamedTuple):
    key: str
    values: Mapping[str, object]


def say(key: str, /, **values: object) -> Message:
    return Message(key, values)


def saying(prefix: str) -> Callable[..., Message]:
    """`say` for keys that begin alike."""
    return lambda key, /, **values: say(f"{prefix}.{key}", **values)
