"""A session in short: what lists and statistics show of it."""

from collections.abc import Mapping
from datetime import MINYEAR, UTC, datetime
from typing import NamedTuple

LONG_AGO = datetime(MINYEAR, 1, 1, tzinfo=UTC)
"""For sorting what has no time."""


class Summary(NamedTuple):
    game: str
    """The ruleset's id."""
    title: str
    players: tuple[str, ...]
    """In file order, as they are called now."""
    starts: str
    colours: Mapping[str, str]
    begun: datetime | None
    last: datetime | None
    """When something was last entered, or when it was begun."""
    seconds: int
    """How long it was played, longer pauses left out; 0 where nobody noted the time."""
    entries: int
    """The number of the last entry that counts."""
    is_over: bool
    winners: tuple[str, ...]
    is_hidden: bool
    scores: Mapping[str, int]
    """Booked balances; the final scores after the end."""
    places: Mapping[str, int]
    """After the end as the tie-break decides; who left has none."""
