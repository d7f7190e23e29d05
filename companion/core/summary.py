"""What a list of sessions says of one: kept beside the saves, so that nobody has to play a session to list it."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple


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
    """Those that stand, up to one that does not play, with something played in them: titles and remarks are none."""
    is_over: bool
    winners: tuple[str, ...]
    is_hidden: bool
    """Whether scores are not to be shown yet."""
    scores: Mapping[str, int]
    """As they are booked; after the end the result."""
    projection: Mapping[str, int]
    """If the game ended now, from what everybody may see."""
