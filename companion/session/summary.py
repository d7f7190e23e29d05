"""Sum up a session: when it was played, for how long, how many entries it has."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from companion.core.summary import Summary

if TYPE_CHECKING:
    from companion.session.session import Session

LONGEST_PAUSE = timedelta(hours=2)
"""A longer pause doesn't count as playing time."""


def summary_of(session: "Session") -> Summary:
    record, table = session.record, session.record.table
    moments = _moments([{"at": record.config.created}, *_played(record.blocks)])
    ranked = record.public_projection
    return Summary(
        session.record.ruleset.id,
        table.title or "",
        table.players,
        table.starts,
        dict(table.colours),
        moments[0] if moments else None,
        moments[-1] if moments else None,
        _seconds_at_table(moments),
        len(record.played_numbers),
        record.is_over,
        session.record.game.winners(session.record.state),
        record.hides_money,
        {name: score for name, score, _ in ranked},
        {name: rank for name, _, rank in ranked if name not in record.former_players},
        record.game.wins_lowest,
    )


def _played(blocks: Sequence[Any]) -> Sequence[Any]:
    """The blocks without corrections of the set-up at the end, such as of a name the next day."""
    last = len(blocks)
    while last and isinstance(blocks[last - 1], Mapping) and blocks[last - 1].get("do") == "setup":
        last -= 1
    return blocks[:last]


def _moments(blocks: Iterable[Any]) -> list[datetime]:
    """The times of blocks that have one; a time without a zone is UTC."""
    times = [block.get("at") for block in blocks if isinstance(block, Mapping)]
    moments = [moment for moment in times if isinstance(moment, datetime)]
    return [moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC) for moment in moments]


def _seconds_at_table(moments: list[datetime]) -> int:
    pauses = (later - earlier for earlier, later in pairwise(moments))
    played = (pause for pause in pauses if timedelta() < pause <= LONGEST_PAUSE)
    return int(sum(played, timedelta()).total_seconds())
