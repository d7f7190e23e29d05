"""Receipts in the report: a sentence with its rule, the calculation, and a table of who gets what."""

from collections.abc import Iterator, Sequence

from companion.core.messages import say
from companion.core.receipts import Receipt
from companion.report.entries import gathered, messages_in, receipts_message
from companion.report.export.markup import bullets, paragraph, table
from companion.report.words import Speaker, money


def receipt_blocks(receipts: Sequence[Receipt], speaker: Speaker) -> Iterator[str]:
    """Blocks of Markdown for receipts that follow each other."""
    for alike in gathered(receipts):
        yield from _gathered_block(alike, speaker)


def _gathered_block(alike: Sequence[Receipt], speaker: Speaker) -> Iterator[str]:
    """Its sentence with the rule, the steps that the sentence leaves out, and who gets what."""
    receipt = alike[0]
    message = receipts_message(alike)
    text = speaker.say(message)
    if receipt.rule is not None:
        text += f" ({speaker.say(receipt.rule)})"
    yield paragraph(text)
    sentences = list(messages_in(message))
    steps = [speaker.say(step) for step in receipt.steps if step not in sentences]
    if steps:
        yield bullets(steps)
    if receipt.rows:
        yield _rows(receipt, speaker)


def _rows(receipt: Receipt, speaker: Speaker) -> str:
    head = [speaker.say(say(f"export.{key}")) for key in ("player", "count", "place", "amount")]
    rows = [[row.player, _number(row.count), _number(row.place), money(row.amount)] for row in receipt.rows]
    total = [speaker.say(say("export.total")), "", "", money(receipt.total)]
    return table([head, *rows], right=frozenset({1, 2, 3}), total=total)


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
