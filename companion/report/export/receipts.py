"""Receipts in the report: a sentence with its rule, the calculation, and a table of who gets what."""

from collections.abc import Iterator, Sequence

from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.report.entries import is_masked, receipt_message
from companion.report.export.markup import bullets, paragraph, table
from companion.report.words import Speaker, money


def receipt_blocks(receipts: Sequence[Receipt], speaker: Speaker, covered: bool) -> Iterator[str]:
    """Blocks of Markdown for receipts that follow each other."""
    for alike in _gathered(receipts):
        yield from _told_together(alike, speaker, covered)


def _gathered(receipts: Sequence[Receipt]) -> list[list[Receipt]]:
    """Receipts that pay nobody for one and the same reason together, every other one alone."""
    groups: list[list[Receipt]] = []
    for receipt in receipts:
        alike = next((group for group in groups if _is_alike(group[0], receipt)), None)
        if alike is None:
            groups.append([receipt])
        else:
            alike.append(receipt)
    return groups


def _is_alike(one: Receipt, other: Receipt) -> bool:
    reasons = [
        (receipt.kind, receipt.rule, receipt.steps)
        for receipt in (one, other)
        if receipt.steps and receipt.subject is not None and not receipt.rows
    ]
    return len(reasons) == 2 and reasons[0] == reasons[1]


def _told_together(alike: Sequence[Receipt], speaker: Speaker, covered: bool) -> Iterator[str]:
    """Its sentence with the rule, the steps that the sentence leaves out, and who gets what."""
    receipt = alike[0]
    message = receipt_message(receipt, covered)
    if len(alike) > 1:
        subjects = [speaker.name(str(one.subject)) for one in alike]
        message = say("export.nothing-paid", kind=receipt.kind, subjects=subjects, how=receipt.steps)
    text = speaker.say(message)
    if receipt.rule is not None:
        text += f" ({speaker.say(receipt.rule)})"
    yield paragraph(text)
    if is_masked(receipt, covered):
        return
    told = list(_parts(message))
    steps = [speaker.say(step) for step in receipt.steps if step not in told]
    if steps:
        yield bullets(steps)
    if receipt.rows:
        yield _rows(receipt, speaker)


def _parts(message: Message) -> Iterator[Message]:
    """All messages that a message says within its own sentence."""
    for value in message.values.values():
        yield from _messages_in(value)


def _messages_in(value: object) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
        yield from _parts(value)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _messages_in(part)


def _rows(receipt: Receipt, speaker: Speaker) -> str:
    head = [speaker.say(say(f"export.{key}")) for key in ("player", "count", "place", "amount")]
    rows = [[row.player, _number(row.count), _number(row.place), money(row.amount)] for row in receipt.rows]
    total = [speaker.say(say("export.total")), "", "", money(receipt.total)]
    return table([head, *rows], right=frozenset({1, 2, 3}), total=total)


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
