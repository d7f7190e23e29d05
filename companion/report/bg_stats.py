"""A finished session as a play for BG Stats, and the link by which that app takes it. Nothing is sent here."""

import json
from datetime import UTC
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from companion.core.local_time import local_time
from companion.core.messages import say
from companion.core.names import fold
from companion.session import Session
from companion.session.record import Record
from companion.session.summary import summary_of
from companion.storage.errors import FileError

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"  # never change it: BG Stats knows plays, games and players by it and their ids
ROOM_FOR_NAMES = 690
"""Characters of all names in a link. Six players then stay below 2,000, and twelve fit into a QR code."""


def has_play(record: Record) -> bool:
    return record.is_over and record.failure is None and not record.is_tried_out


def play_of(session: Session) -> dict[str, Any]:
    """The play as BG Stats reads it. Raise FileError if the session isn't finished, or doesn't replay."""
    record, summary = session.record, summary_of(session)
    if not has_play(record):
        raise FileError(session.path, say("sharing.broken" if record.failure else "bg-stats.unfinished"))
    begun = summary.begun and local_time(summary.begun, UTC).replace(tzinfo=None).isoformat(" ", "seconds")
    # the players as written first: a rename makes no other play
    play_id = _digest(summary.game, *record.config.roster.players, begun or str(record.blocks))[:16]
    play: dict[str, object] = {"sourceName": SOURCE, "sourcePlayId": play_id}
    play |= {"playDate": begun} if begun else {}
    play |= {"durationMin": max(1, (summary.seconds + 30) // 60)} if summary.seconds else {}
    game = {"sourceGameId": summary.game, "highestWins": not summary.wins_lowest, "noPoints": False}
    play["game"] = {"name": _cut(record.ruleset.names.of("en").long, ROOM_FOR_NAMES // 6), **game}
    players, room = list[dict[str, object]](), ROOM_FOR_NAMES // max(6, len(summary.scores))
    starts = summary.starts if record.game.first_player == "starts" else None  # BG Stats knows no dealer
    for name, score in summary.scores.items():
        player: dict[str, object] = {"name": _cut(name, room), "sourcePlayerId": _digest(fold(name))[:8]}
        player |= {"startPlayer": name == starts, "score": score}
        rank = summary.places.get(name, len(summary.places) + 1)  # all who left are last
        players.append({**player, "rank": rank, "winner": name in summary.winners})
    return {**play, "players": players}


def play_link(session: Session) -> str:
    """The link that BG Stats opens. Raise FileError as `play_of` does."""
    return LINK + quote(json.dumps(play_of(session), ensure_ascii=False, separators=(",", ":")), safe=":,")


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()


def _cut(name: str, room: int) -> str:
    while len(quote(name)) > room:
        name = name[:-1]
    return name
