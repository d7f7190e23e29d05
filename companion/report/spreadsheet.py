"""The receipts of a session as CSV (RFC 4180): a head, then a line for each row of a receipt."""

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.core.game import AnyOutcome
from companion.core.messages import Message
from companion.report.words import Speaker
from companion.session import Session

HEAD = ("entry", "by", "kind", "subject", "player", "count", "place", "amount", "balance_after")
"""Named like the keys of the JSON in every language; `balance_after` is the balance after the whole step."""

GUARD = "'"
"""Put before a text that a spreadsheet would take for a formula."""

_PRELUDE = re.compile(r"^[\s\u200d\"'`´‘’‚‛“”„‟«»‹›]+")
_FORMULA = "=+-−@"

CsvValue = str | float | None


def receipts_csv(session: Session, speaker: Speaker) -> str:
    record = session.record
    rows = list(_entry_rows(session, speaker, 0, None, record.opening, {}))
    for place, step in zip(record.numbers_by_step, record.steps, strict=True):
        then = record.names_then(step)
        rows += _entry_rows(session, speaker, place, step.action.by, step.outcome, then)
    return csv_text([HEAD, *rows])


class _Echo:
    """A file for the csv module that returns each line."""

    def write(self, line: str) -> str:
        return line


def csv_text(lines: Iterable[Sequence[CsvValue]]) -> str:
    writer = csv.writer(_Echo())
    guarded = ([f"{GUARD}{cell}" if is_formula(cell) else cell for cell in line] for line in lines)
    return "".join(map(writer.writerow, guarded))


def _entry_rows(
    session: Session,
    speaker: Speaker,
    place: int,
    by: str | None,
    outcome: AnyOutcome,
    then: Mapping[str, str],
) -> Iterator[tuple[CsvValue, ...]]:
    if not outcome.receipts:
        return
    hidden = speaker.phrase("export.hidden") if session.record.hides_money else None
    balances = session.record.game.scores(outcome.state)
    for receipt in outcome.receipts:
        label = session.record.game.sheet_line(receipt.kind, receipt.subject).label
        is_named = isinstance(label, Message) and receipt.subject in label.values.values()
        called = session.display_names().get(receipt.subject or "") if is_named else None
        for row in receipt.rows:
            what = (place, then.get(by or "", by), receipt.kind, called or receipt.subject)
            who = then.get(row.player, row.player)
            yield *what, who, row.count, row.place, row.amount, hidden or balances[row.player]


def is_formula(cell: CsvValue) -> bool:
    """Whether a spreadsheet might take a text for a formula: some skip blanks and quotes, or read wide signs."""
    if not isinstance(cell, str):
        return False
    bare = _PRELUDE.sub("", unicodedata.normalize("NFKC", cell))
    return cell.startswith(("\t", "\r", "\n")) or bare.startswith(tuple(_FORMULA))
