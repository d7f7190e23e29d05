"""A session in short, for lists and statistics."""

from collections.abc import Mapping
from datetime import MINYEAR, UTC, datetime
from typing import NamedTuple

from companion.core.letters import Letters

LONG_AGO = datetime(MINYEAR, 1, 1, tzinfo=UTC)
"""Sort key of a session without a time."""
IDENTITY = slice(12)
"""Part of a summary's trail that is equal for copies of one session: the digests of header and first entry."""


class Summary(NamedTuple):
    game: str
    """The ruleset's id."""
    title: str
    players: tuple[str, ...]
    """Present names in file order."""
    starts: str
    colours: Mapping[str, str]
    begun: datetime | None
    last: datetime | None
    """Time of the last entry of the game that counts, or of the start."""
    seconds: int
    """Time played without long pauses; 0 if no times were noted."""
    entries: int
    is_over: bool
    winners: tuple[str, ...]
    is_hidden: bool
    scores: Mapping[str, int]
    """Totals of the score sheet: before the end, as if the game ended now, from public information."""
    places: Mapping[str, int]
    """Places by these scores; after the end, the tie-break decides. Players who left have none."""
    wins_lowest: bool
    trail: str = ""
    """A digest of the header (8 digits) and one of each entry (4); empty without a beginning or an entry."""
    given: Letters = ()
    """The players' keys, as in the roster."""
