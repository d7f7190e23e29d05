"""One entry in words, the same in every text: its line, its receipts, what it asks, and what the board notes know."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from companion.core.copybook import Facts
from companion.core.forms import Question, Questions
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action, Remark
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation

Kind = Literal[
    "paid",  # who gets what
    "event",  # what happened
    "payout",
    "warning",
    "ruling",
    "note",
    "working",  # a line of the calculation behind an entry
    "change",  # what becomes of other entries
    "new",  # a name that nobody entered before
    "balance",
    "difference",  # a balance or holding that a correction changes, then and now
    "violation",
    "offer",  # how a refused entry can be booked all the same
]


class Sentence(NamedTuple):
    """One sentence, and what kind of thing it says: looks and order go by that, never by its words."""

    kind: Kind
    text: str


def entry_lines(session: Session, speaker: Speaker) -> list[str]:
    """Each step of the corrected game in one line, without its number: who, and in the notation what.

    Note and ruling are left out: they are said below.
    """
    notation = Notation(session.record, speaker.lexicon)
    lines = zip(session.steps, notation.step_lines(), strict=True)
    return [f"{step.action.by}: {line}" if step.action.by else line for step, line in lines]


def said_of(step: Step[Any, Action], speaker: Speaker) -> list[Sentence]:
    """All that happened in one step, and what the table said to it."""
    said = [
        Sentence("payout", speaker.say(receipts_message(part)))
        if isinstance(part, list)
        else Sentence("event", speaker.say(part))
        for part in parts_of(step.outcome.log)
    ]
    return said + [Sentence(kind, " ".join(speaker.say(remark).split())) for kind, remark in remarks_of(step)]


def parts_of(log: Sequence[Message | Receipt]) -> Iterator[Message | list[Receipt]]:
    """What happened, step by step; of receipts that follow each other those that say the same together."""
    for is_receipt, run in groupby(log, key=lambda line: isinstance(line, Receipt)):
        if is_receipt:
            yield from _gathered(line for line in run if isinstance(line, Receipt))
        else:
            yield from (line for line in run if isinstance(line, Message))


def _gathered(receipts: Iterable[Receipt]) -> list[list[Receipt]]:
    """Receipts that pay nobody for one and the same reason together, every other one alone.

    Those of one subject are about different things, such as two towns of a line, which their own sentences name.
    """
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
    return len(reasons) == 2 and reasons[0] == reasons[1] and one.subject != other.subject


def receipts_message(alike: Sequence[Receipt]) -> Message:
    """The sentence of receipts that were gathered."""
    if len(alike) == 1:
        return alike[0].text
    subjects = [str(one.subject) for one in alike]
    return say("show.nothing-paid", kind=alike[0].kind, subjects=subjects, how=alike[0].steps)


def receipt_rows(receipt: Receipt, speaker: Speaker) -> list[list[str]]:
    """Who gets what: a head, a row for each player, and the total."""
    head = [speaker.phrase(f"export.{key}") for key in ("player", "count", "place", "amount")]
    rows = [
        [row.player, _number(row.count), _number(row.place), speaker.money(row.amount)]
        for row in receipt.rows
    ]
    return [head, *rows, [speaker.phrase("export.total"), "", "", speaker.money(receipt.total)]]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


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


def remarks_of(step: Step[Any, Action]) -> list[tuple[Kind, Message]]:
    """Warnings, the ruling with what it overruled, and the note."""
    action = step.action
    said: list[tuple[Kind, Message]] = [
        ("warning", say("show.warning", warning=warning)) for warning in step.outcome.warnings
    ]
    if action.ruling is not None:
        said.append(("ruling", say("show.ruling", reason=action.ruling)))
        said += [
            ("ruling", say("show.overruled", violation=violation.message)) for violation in step.overruled
        ]
    if action.note and not isinstance(action, Remark):
        said.append(("note", say("show.note", note=action.note)))
    return said


def asked_in(questions: Questions, speaker: Speaker) -> str:
    """What is asked, without what is seldom said."""
    return "; ".join(part for one in questions if not one.is_rare for part in _parts(one, speaker))


def _parts(question: Question, speaker: Speaker) -> list[str]:
    """A question with its words: of towns the kinds, of a group its parts."""
    if question.is_group and question.word is None:
        return [part for one in question.questions for part in _parts(one, speaker)]
    parts = [_asked(question.word, question.ask, speaker)]
    return parts + [_asked(route.word, route.ask, speaker) for route in question.routes]


def _asked(word: str | None, ask: Message, speaker: Speaker) -> str:
    what = speaker.say(ask)
    return what if word is None else f"{speaker.lexicon.word(word)} ({what})"


def facts_said(engine: str, facts: Facts, speaker: Speaker) -> list[str]:
    """Each fact in a few words, but for a name, by which it is called anyway.

    One that the game does not know, such as one written by hand, is told as it stands there.
    """
    found = []
    for key, value in facts.items():
        if key == "name":
            continue
        told = tuple(value.items()) if isinstance(value, Mapping) else value
        try:
            found.append(speaker.phrase(f"{engine}.fact.{key}", value=told))
        except KeyError:
            found.append(speaker.phrase("copybook.other-fact", key=key, value=told))
    return found
