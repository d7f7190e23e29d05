"""Sum up a session: when it was played, for how long, how many entries it has."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from companion.core.journal import Play
from companion.core.summary import Summary

if TYPE_CHECKING:
    from companion.session.record import Record
    from companion.session.session import Session

LONGEST_PAUSE = timedelta(hours=2)
"""A longer pause doesn't count as playing time."""


def summary_of(session: "Session") -> Summary:
    record, table = session.record, session.record.table
    moments = _moments(record)
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


def _moments(record: "Record") -> list[datetime]:
    """The beginning, and the times of the game's entries up to the last one that counts, as first entered.

    Undo, redo, corrections, names and remarks aren't entries of the game: their times count for nothing.
    """
    rows, times = record.game.rows, list(map(_time_of, record.blocks))
    played = [
        number
        for number, entry in enumerate(record.entries, 1)
        if isinstance(entry.command, Play) and entry.model.do in rows
    ]
    counting = {step.number for step in record.steps if step.action.do in rows}
    last = max(counting.intersection(played), default=0)
    begun = next(filter(None, (_with_zone(record.config.created), *times)), None)
    moments = (begun, *(times[number - 1] for number in played if number <= last))
    return [moment for moment in moments if moment is not None]


def _time_of(block: Any) -> datetime | None:
    return _with_zone(block.get("at") if isinstance(block, Mapping) else None)


def _with_zone(moment: Any) -> datetime | None:
    """Return a time, in UTC if it has no zone; None for anything else."""
    if not isinstance(moment, datetime):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _seconds_at_table(moments: list[datetime]) -> int:
    pauses = (later - earlier for earlier, later in pairwise(moments))
    played = (pause for pause in pauses if timedelta() < pause <= LONGEST_PAUSE)
    return int(sum(played, timedelta()).total_seconds())
