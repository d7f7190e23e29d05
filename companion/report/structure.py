"""Sessions and receipts as the JSON that programs read."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from companion.core.receipts import Receipt
from companion.report.words import Speaker

if TYPE_CHECKING:
    from companion.session import Session

FORMAT = 1


def json_text(structure: object, ascii_only: bool = False) -> str:
    return json.dumps(structure, ensure_ascii=ascii_only, indent=2)


def session_structure(session: "Session", speaker: Speaker) -> dict[str, object]:
    return {
        "format": FORMAT,
        "game": session.ruleset.id,
        "players": list(session.table.players),
        "finished": session.is_over,
        "winners": list(session.game.winners(session.state)),
        "actions": session.entry_count,
        "standings": _ranks(session.record.standings()),
        "projection": _ranks(session.record.projection()),
        "receipts": [receipt_structure(*numbered, speaker) for numbered in session.record.receipts()],
        "state": session.game.snapshot(session.state),
    }


def receipt_structure(number: int | None, receipt: Receipt, speaker: Speaker) -> dict[str, object]:
    return {
        "action": number,
        "kind": receipt.kind,
        "subject": receipt.subject,
        "rows": [asdict(row) for row in receipt.rows],
        "total": receipt.total,
        "text": speaker.say(receipt.text),
    }


def _ranks(ranked: list[tuple[str, int, int]]) -> list[dict[str, object]]:
    return [{"player": name, "score": score, "rank": rank} for name, score, rank in ranked]
