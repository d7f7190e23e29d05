"""Sum up a session: when it was played, for how long, how many entries it has."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING
from zlib import crc32

from companion.core.summary import Summary

if TYPE_CHECKING:
    from companion.session.record import Record
    from companion.session.session import Session

LONGEST_PAUSE = timedelta(hours=2)
"""A longer pause doesn't count as playing time."""


def summary_of(session: "Session") -> Summary:
    record, table = session.record, session.record.roster
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
        _trail(record),
        table.given,
    )


def _trail(record: "Record") -> str:
    config = record.config
    if config.created is None or not record.blocks:
        return ""
    header = repr((config.ruleset.id, config.roster, config.position, config.created))
    entries = (f"{crc32(repr(block).encode()) & 0xFFFF:04x}" for block in record.blocks)
    return f"{crc32(header.encode()):08x}{''.join(entries)}"


def _moments(record: "Record") -> list[datetime]:
    """The beginning, and the times of the game's entries up to the last one that counts, as first entered.

    Undo, redo, corrections, names and remarks aren't entries of the game: their times count for nothing.
    """
    entries = enumerate(zip(record.entries, record.blocks, strict=False), 1)
    played = {number: block for number, (entry, block) in entries if entry.model.do in record.game.rows}
    last = max((step.number for step in record.steps if step.number in played), default=0)
    begun = _times([{"at": record.config.created}, *record.blocks])[:1]
    return begun + _times(block for number, block in played.items() if number <= last)


def _times(blocks: Iterable[object]) -> list[datetime]:
    """The times of blocks that have one; a time without a zone is UTC."""
    times = [block.get("at") for block in blocks if isinstance(block, Mapping)]
    moments = [moment for moment in times if isinstance(moment, datetime)]
    return [moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC) for moment in moments]


def _seconds_at_table(moments: list[datetime]) -> int:
    pauses = (later - earlier for earlier, later in pairwise(moments))
    played = (pause for pause in pauses if timedelta() < pause <= LONGEST_PAUSE)
    return int(sum(played, timedelta()).total_seconds())
