"""The last receipt, beside the table."""

from companion.draw.log import last_paid_lines
from companion.draw.page import block_lines
from companion.pages.entry import blocks
from companion.pages.page import Seen
from companion.report.spans import Line


def last_receipt_lines(model: Seen, width: int) -> list[Line]:
    """What changes hands now, and the last entry that paid something, in full."""
    paid = last_paid_lines(model, width)
    for step in reversed(model.session.steps):
        if step.outcome.receipts:
            found = blocks(model, step.number)
            return [*paid, *(line for one in found for line in block_lines(one, model, width))]
    return paid
