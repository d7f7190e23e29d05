"""What is told of one entry, alike in every text: its line, its receipts, and what the table said to it."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action, Remark
from companion.session import Session


def entry_lines(session: Session, hides_money: bool, since: int = 0) -> list[str]:
    """Each step of the corrected game in one line, without its number: who, and in the notation what.

    Note and ruling are left out: they are told below. `since` leaves out so many steps at the beginning.
    """
    lines = zip(session.steps[since:], session.step_lines(hides_money, since), strict=True)
    return [f"{step.action.by}: {line}" if step.action.by else line for step, line in lines]


def receipt_message(receipt: Receipt, hides_money: bool) -> Message:
    """The sentence of a receipt; without its sums where the money is covered."""
    if is_masked(receipt, hides_money):
        return say("show.covered-receipt", kind=receipt.kind, subject=receipt.subject)
    return receipt.text


def gathered(receipts: Sequence[Receipt]) -> list[list[Receipt]]:
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


def receipts_message(alike: Sequence[Receipt], hides_money: bool) -> Message:
    """The sentence of receipts that were gathered."""
    if len(alike) == 1:
        return receipt_message(alike[0], hides_money)
    subjects = [str(one.subject) for one in alike]
    return say("show.nothing-paid", kind=alike[0].kind, subjects=subjects, how=alike[0].steps)


def is_masked(receipt: Receipt, hides_money: bool) -> bool:
    """A receipt that moves no money has nothing to hide, such as an exchange of shares."""
    return hides_money and any(row.amount for row in receipt.rows)


def messages_in(message: Message) -> Iterator[Message]:
    """All messages that a message says within its own sentence."""
    for value in message.values.values():
        yield from _messages_of(value)


def _messages_of(value: object) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
        yield from messages_in(value)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _messages_of(part)


def remarks_of(step: Step[Any, Action]) -> list[Message]:
    """Warnings, the ruling with what it overruled, and the note."""
    action = step.action
    sentences = [say("show.warning", warning=warning) for warning in step.outcome.warnings]
    if action.ruling is not None:
        sentences.append(say("show.ruling", reason=action.ruling))
        sentences += [say("show.overruled", violation=violation.message) for violation in step.overruled]
    if action.note and not isinstance(action, Remark):
        sentences.append(say("show.note", note=action.note))
    return sentences
