"""Messages: a key and values without words. Package `report` turns them into sentences."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Message(NamedTuple):
    key: str
    values: Mapping[str, object]


def say(key: str, /, **values: object) -> Message:
    return Message(key, values)


def saying(prefix: str) -> Callable[..., Message]:
    """Return `say` for keys with this prefix."""
    return lambda key, /, **values: say(f"{prefix}.{key}", **values)
