"""How often something may be done: so much at once, and so much a second from then on."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar


class Bucket(NamedTuple):
    per_second: float
    at_once: float


@dataclass(slots=True)
class _Level:
    left: float
    at: float


Key = TypeVar("Key", bound=Hashable)


class Buckets(Generic[Key]):
    """A bucket for each key; of keys beyond the most there may be, the one not asked about for longest is forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._levels: dict[Key, _Level] = {}

    def wait(self, key: Key, bucket: Bucket, now: float) -> float:
        """Seconds until something may be done again; 0 where it may be done now."""
        return max(0.0, (1 - self._level(key, bucket, now).left) / bucket.per_second)

    def take(self, key: Key, bucket: Bucket, now: float, much: float = 1.0) -> None:
        """It was done; the debt is never more than a full bucket."""
        level = self._level(key, bucket, now)
        level.left = max(-bucket.at_once, level.left - much)

    def _level(self, key: Key, bucket: Bucket, now: float) -> _Level:
        level = self._levels.pop(key, None) or _Level(bucket.at_once, now)
        level.left = min(bucket.at_once, level.left + (now - level.at) * bucket.per_second)
        level.at = now
        self._levels[key] = level
        while len(self._levels) > self._most:
            del self._levels[next(iter(self._levels))]
        return level
