"""Sessions and receipts as JSON for programs."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from companion.core.receipts import Receipt
from companion.report.words import Speaker

if TYPE_CHECKING:
    from companion.games.playing import Ranking
    from companion.session import Session

FORMAT = 1


def json_text(structure: object, ascii_only: bool = False) -> str:
    return json.dumps(structure, ensure_ascii=ascii_only, indent=2)


def session_structure(session: "Session", is_public: bool = False) -> dict[str, object]:
    """The whole session, in English; if `is_public`, without hidden scores, ranks and values."""
    record, state, speaker = session.record, session.record.state, Speaker(session.record.ruleset)
    standings, projection = record.standings(), record.projection()
    if is_public:
        state, projection = record.game.public_state(state), record.public_projection
    hidden = record.roster.seats if is_public and record.hides_money else ()
    receipts = [receipt_structure(0, 0, receipt, speaker) for receipt in record.opening.receipts]
    for place, step in zip(record.numbers_by_step, map(record.as_told, record.steps), strict=True):
        receipts += (receipt_structure(step.number, place, one, speaker) for one in step.outcome.receipts)
    return {
        "format": FORMAT,
        "game": record.ruleset.id,
        "players": list(record.roster.players),
        "finished": record.is_over,
        "winners": list(record.game.winners(record.state)),
        "actions": record.entry_count,
        "standings": _ranks(standings, hidden),
        "projection": _ranks(projection, hidden),
        "receipts": receipts,
        "state": record.game.views.snapshot(state),
    }


def receipt_structure(
    number: int | None, entry: int | None, receipt: Receipt, speaker: Speaker
) -> dict[str, object]:
    """A receipt for JSON. `number` is the entry number in the file, `entry` the visible number."""
    return {
        "action": number,
        "entry": entry,
        "kind": receipt.kind,
        "subject": receipt.subject,
        "rows": [asdict(row) for row in receipt.rows],
        "total": receipt.total,
        "text": speaker.say(receipt.text),
    }


def _ranks(ranking: "Ranking", hidden: Sequence[str]) -> list[dict[str, object]]:
    rows = [(name, None, None) for name in hidden] or ranking
    return [{"player": name, "score": score, "rank": rank} for name, score, rank in rows]
