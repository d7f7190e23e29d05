"""A finished session as a play for BG Stats, and the link by which that app takes it. Nothing is sent here."""

import json
from datetime import UTC
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from companion.core.errors import refusal
from companion.core.names import fold
from companion.core.times import local_time
from companion.session import Session
from companion.session.record import Record
from companion.session.summary import summary_of

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"
"""Never change it: BG Stats recognises plays, games and players by it and their ids."""
ROOM_FOR_NAMES = 690
"""Characters of all names in a link. Six players then stay below 2,000, and twelve fit into a QR code."""


def has_play(record: Record) -> bool:
    return record.is_over and record.failure is None and not record.is_tried_out


def play_of(session: Session) -> dict[str, Any]:
    """The play as BG Stats reads it. Raise Refusal if the session isn't finished, or doesn't replay."""
    record, summary = session.record, summary_of(session)
    if not has_play(record):
        raise refusal("sharing.broken" if record.failure else "bg-stats.unfinished")
    begun = summary.begun and local_time(summary.begun, UTC).replace(tzinfo=None).isoformat(" ", "seconds")
    written = record.config.table.players  # a later rename makes no other play
    play: dict[str, Any] = {"sourceName": SOURCE}
    play["sourcePlayId"] = _digest(summary.game, *written, begun or str(record.blocks))[:16]
    play |= {"playDate": begun} if begun else {}
    play |= {"durationMin": max(1, (summary.seconds + 30) // 60)} if summary.seconds else {}
    play["game"] = {
        "name": _cut(record.ruleset.names.of("en").long, ROOM_FOR_NAMES // 6),
        "sourceGameId": summary.game,
        "highestWins": not summary.wins_lowest,
        "noPoints": False,
    }
    last, room = len(summary.places) + 1, ROOM_FOR_NAMES // max(6, len(summary.scores))
    play["players"] = [
        {
            "name": _cut(name, room),
            "sourcePlayerId": _digest(fold(name))[:8],
            "startPlayer": name == summary.starts,
            "score": score,
            "rank": summary.places.get(name, last),
            "winner": name in summary.winners,
        }
        for name, score in summary.scores.items()
    ]
    return play


def play_link(session: Session) -> str:
    """The link that BG Stats opens. Raise Refusal as `play_of` does."""
    return LINK + quote(json.dumps(play_of(session), ensure_ascii=False, separators=(",", ":")), safe=":,")


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()


def _cut(name: str, room: int) -> str:
    while len(quote(name)) > room:
        name = name[:-1]
    return name
