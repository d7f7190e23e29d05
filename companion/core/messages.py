"""What is to be said, without the words: a key and its values. Room `report` turns them into sentences."""

from collections.abc import Mapping
from typing import NamedTuple


class Message(NamedTuple):
    key: str
    values: Mapping[str, object]


_new = tuple.__new__


def say(key: str, /, **values: object) -> Message:
    return _new(Message, (key, values))  # as Message(key, values), in half the time: said for every entry
