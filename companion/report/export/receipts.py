"""Receipts in the report: a sentence with its rule, the calculation, and a table of who gets what."""

from collections.abc import Iterator, Sequence

from companion.core.receipts import Receipt
from companion.report.entries import messages_in, receipt_rows, receipts_message
from companion.report.export.markup import bullets, paragraph, table
from companion.report.words import Speaker


def receipt_blocks(alike: Sequence[Receipt], speaker: Speaker) -> Iterator[str]:
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
        *rows, total = receipt_rows(receipt, speaker)
        yield table(rows, right=frozenset({1, 2, 3}), total=total)
