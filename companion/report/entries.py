"""What is told of one entry, alike in every text: its line, its receipts, and what the table said to it."""

from typing import Any

from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action, Remark
from companion.session import Session


def entry_lines(session: Session, covered: bool) -> list[str]:
    """Each step of the corrected game in one line, without its number: who, and in the notation what.

    Note and ruling are left out: they are told below.
    """
    lines = zip(session.steps, session.step_lines(covered), strict=True)
    return [f"{step.by}: {line}" if step.by else line for step, line in lines]


def receipt_message(receipt: Receipt, covered: bool) -> Message:
    """The sentence of a receipt; without its sums where the money is covered."""
    if is_masked(receipt, covered):
        return say("show.covered-receipt", kind=receipt.kind, subject=receipt.subject)
    return receipt.text


def is_masked(receipt: Receipt, covered: bool) -> bool:
    """A receipt that moves no money has nothing to hide, such as an exchange of shares."""
    return covered and any(row.amount for row in receipt.rows)


def remarks_of(step: Step[Any, Action]) -> list[Message]:
    """Warnings, the ruling with what it overruled, and the note."""
    action = step.item.action
    told = [say("show.warning", warning=warning) for warning in step.outcome.warnings]
    if action.ruling is not None:
        told.append(say("show.ruling", reason=action.ruling))
        told += [say("show.overruled", problem=problem.message) for problem in step.overruled]
    if action.note and not isinstance(action, Remark):
        told.append(say("show.note", note=action.note))
    return told
