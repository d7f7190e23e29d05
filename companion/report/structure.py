"""Sessions and receipts as the JSON that programs read."""

import json
from collections.abc import Iterator
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
        "receipts": [*_receipts(session, speaker)],
        "state": session.game.snapshot(session.state),
    }


def _receipts(session: "Session", speaker: Speaker) -> Iterator[dict[str, object]]:
    for receipt in session.opening.receipts:
        yield receipt_structure(0, 0, receipt, speaker)
    for place, step in zip(session.record.step_places, session.steps, strict=True):
        for receipt in step.outcome.receipts:
            yield receipt_structure(step.number, place, receipt, speaker)


def receipt_structure(
    number: int | None, entry: int | None, receipt: Receipt, speaker: Speaker
) -> dict[str, object]:
    """`number` is the block of the file, `entry` the number people see."""
    return {
        "action": number,
        "entry": entry,
        "kind": receipt.kind,
        "subject": receipt.subject,
        "rows": [asdict(row) for row in receipt.rows],
        "total": receipt.total,
        "text": speaker.say(receipt.text),
    }


def _ranks(ranked: list[tuple[str, int, int]]) -> list[dict[str, object]]:
    return [{"player": name, "score": score, "rank": rank} for name, score, rank in ranked]
