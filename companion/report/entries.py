"""One entry in words, the same in every text: its line, receipts, questions and board notes."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from companion.core.board_notes import BoardNotes, Facts
from companion.core.gains import FINAL
from companion.core.game import AnyGame
from companion.core.journal import Correction, Play
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.receipts import PayoutRow, Receipt
from companion.core.views import Cell, TableView, row_of, texts_table
from companion.games.actions import AGREED, Action, AnyStep
from companion.games.common_actions import Join, Leave, Recount, Remark
from companion.games.entries import block_of
from companion.report.payments import Payment
from companion.report.table_text import capitalise
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation
from companion.session.record import Record, with_known_names

_DONE = {"amend": "edited", "strike": "strike", "insert": "inserted"}

Kind = Literal[
    "violation",
    "paid",  # who gets what
    "repaid",  # what another entry paid then and pays now
    "change",  # a change to other entries
    "difference",  # a balance or holding that a correction changes, then and now
    "warning",  # pushes out nothing that changes
    "new",  # a name entered for the first time
    "payout",
    "working",  # a line of the calculation behind an entry
    "ruling",
    "note",
    "event",  # other events
    "balance",
]
"""Kinds of sentences in reading order; the last kinds may be out of view."""


class Sentence(NamedTuple):
    kind: Kind
    text: str
    table: TableView | None = None
    """Replaces the text for callers that draw tables themselves."""
    pays_nothing: bool = False
    payment: Payment | None = None
    """The same as the text, for callers that draw payments themselves."""


def entry_lines(session: Session, speaker: Speaker) -> list[str]:
    """Write each step of the corrected game as a sentence without number, note or ruling; add its editor."""
    record = session.record
    lines = [speaker.say(message) for message in Notation(record).headlines()]
    for at, step in enumerate(record.steps):
        is_edited = isinstance(record.entries[step.written_in - 1].command, Correction)
        if is_edited and writer_of(record, step.written_in):
            lines[at] += marks_of(record, [step], speaker)[-1]
    return lines


def writer_of(record: Record, number: int) -> str | None:
    """The current name of who made an entry without a turn, such as an undo; None if unknown."""
    name = record.entries[number - 1].model.by
    return name and record.corrected.names_at(number).get(fold(name), name)


def done_by(record: Record, speaker: Speaker, key: str, number: int, **values: object) -> str:
    by = writer_of(record, number)
    return speaker.phrase(key if by is None else f"{key}-by", by=by, **values)


def entry_headline(session: Session, number: int, speaker: Speaker) -> str:
    """Write an entry in current names and without numbers: an action, or what a correction did."""
    entry = session.record.entries[number - 1]
    if isinstance(entry.command, Play):
        return actions_headline(session, entry.command.actions, speaker, number)
    assert isinstance(entry.command, Correction)
    phrases = []
    for verb, changed, actions in entry.command.changes:
        struck = session.record.entries[changed - 1].command
        if verb == "strike" and isinstance(struck, Play):
            actions = struck.actions
        line = actions_headline(session, actions, speaker, changed) if actions else ""
        phrases.append(speaker.phrase(f"correction.{_DONE[verb]}", line=line))
    return "; ".join(phrases)


def actions_headline(session: Session, actions: Sequence[Action], speaker: Speaker, number: int) -> str:
    """Write actions as of an entry, or if it no longer counts, as of the next one that does."""
    record = session.record
    counting = min((step.number for step in record.steps if step.number >= number), default=None)
    context = record.context(BoardNotes(), counting)
    block = block_of([with_known_names(action, context.names) for action in actions])
    return speaker.say(Notation(record).sentence(context, block))


def step_sentences(step: AnyStep, speaker: Speaker, game: AnyGame) -> list[Sentence]:
    """Say what a step paid and why, its remarks, and in one sentence what else it moved that isn't ordinary."""
    parts = [
        part
        for part in parts_of(log_of(step, game))
        if not (isinstance(part, Message) and game.is_ordinary(part))
    ]
    messages = [part for part in parts if isinstance(part, Message)]
    brought = " ".join(speaker.say(message) for message in messages if message.key in game.explaining)
    sentences = [Sentence("payout", brought)] if brought else []
    for part in parts:
        if not isinstance(part, Message):
            text = speaker.say(receipts_message(part))
            sentences.append(Sentence("payout", text, pays_nothing=not part[0].rows))
    sentences += [Sentence(kind, " ".join(speaker.say(remark).split())) for kind, remark in remarks_of(step)]
    moved = " ".join(speaker.say(message) for message in messages if message.key not in game.explaining)
    return [*sentences, Sentence("event", moved)] if moved else sentences


def log_of(step: AnyStep, game: AnyGame) -> list[Message | Receipt]:
    """Explanations, payouts, receipts without money, other events, final scoring, in that order."""

    def rank(part: Message | Receipt) -> int:
        if isinstance(part, Message):
            return -1 if part.key in game.explaining else 2
        if part.kind.startswith(FINAL):
            return 3
        return 1 if part.rows and not part.is_payout else 0

    return sorted(step.outcome.log, key=rank)


def parts_of(log: Sequence[Message | Receipt]) -> Iterator[Message | list[Receipt]]:
    """Yield events in order; neighbouring receipts that pay nobody for the same reason form one group."""
    for _, run in groupby(log, key=type):
        groups: list[list[Receipt]] = []
        for line in run:
            if isinstance(line, Message):
                yield line
            elif alike := next((group for group in groups if _is_alike(group[0], line)), None):
                alike.append(line)
            else:
                groups.append([line])
        yield from groups


def _is_alike(first: Receipt, other: Receipt) -> bool:
    """Whether two receipts belong together. Receipts of one subject don't: their sentences differ."""
    if first.rows or other.rows or not first.steps or None in (first.subject, other.subject):
        return False
    reasons = [(receipt.kind, receipt.rule, receipt.steps) for receipt in (first, other)]
    return reasons[0] == reasons[1] and first.subject != other.subject


def receipts_message(alike: Sequence[Receipt]) -> Message:
    if len(alike) == 1:
        return alike[0].text
    subjects = [str(receipt.subject) for receipt in alike]
    return say("show.nothing-paid", kind=alike[0].kind, subjects=subjects, how=alike[0].steps)


def receipt_table(parts: Sequence[PayoutRow], speaker: Speaker, total: int | None = None) -> TableView:
    heads = [speaker.phrase(f"export.{key}") for key in ("player", "count", "place", "amount")]
    without = "-" if any(part.place for part in parts) else ""
    rows = []
    for part in parts:
        counted = "" if part.count is None else str(part.count)
        rows.append([part.player, counted, str(part.place or without), speaker.money(part.amount)])
    table = texts_table(heads, rows, has_players=True, main=len(heads) - 1)
    if total is None or len(rows) == 1:
        return table
    blank = [Cell()] * (len(table.columns) - 2)
    last = row_of("total", say("sheet.total"), *blank, Cell(speaker.money(total)))
    return table._replace(rows=(*table.rows, last))


def balances_table(game: AnyGame, before: object, after: object, speaker: Speaker) -> TableView | None:
    """Scores that differ between two states, under their word; None if there are none."""
    labels = (speaker.phrase(f"screen.{key}") for key in ("before", "change", "after"))
    heads, rows = [capitalise(speaker.name(game.score_word)), *labels], []
    scores = game.scores(before)
    for name, now in game.scores(after).items():
        then = scores.get(name, 0)  # new players had nothing
        if then != now:
            rows.append([name, speaker.money(then), speaker.signed(now - then), speaker.money(now)])
    return texts_table(heads, rows, has_players=True, main=len(heads) - 1) if rows else None


def other_steps(alike: Sequence[Receipt]) -> list[Message]:
    """Steps of the calculation that the sentence about these receipts doesn't mention."""
    mentioned = list(_messages_in(receipts_message(alike)))
    return [step for step in alike[0].steps if step not in mentioned]


def _messages_in(value: object) -> Iterator[Message]:
    if not isinstance(value, Message | tuple | list):
        return
    for part in value.values.values() if isinstance(value, Message) else value:
        if isinstance(part, Message):
            yield part
        yield from _messages_in(part)


def remarks_of(step: AnyStep) -> list[tuple[Kind, Message]]:
    action = step.action
    remarks = list[tuple[Kind, Message]]()
    remarks += [("warning", say("show.warning", warning=warning)) for warning in step.outcome.warnings]
    if action.ruling is not None:
        ruling = say("label.agreed") if action.ruling == AGREED else action.ruling
        remarks.append(("ruling", say("show.ruling", reason=ruling)))
        remarks += [("ruling", say("show.overruled", violation=one.message)) for one in step.overruled]
    reason = action.reason if isinstance(action, Join | Leave | Recount) else None
    notes = () if isinstance(action, Remark) else (reason, action.note)
    remarks += [("note", say("did.remark", note=note)) for note in notes if note]
    return remarks


def marks_of(record: Record, steps: Sequence[AnyStep], speaker: Speaker) -> list[str]:
    marks = [speaker.phrase("screen.ruled")] if any(step.action.ruling is not None for step in steps) else []
    number, written = steps[0].number, steps[0].written_in
    if isinstance(record.entries[number - 1].command, Correction):
        marks.append(done_by(record, speaker, "export.inserted", number))
    elif written != number:
        marks.append(done_by(record, speaker, "export.edited", written))
    return [f" ({mark})" for mark in marks]


def fact_sentences(engine: str, facts: Facts, speaker: Speaker) -> list[str]:
    sentences = []
    for key, value in facts.items():
        if key == "name":
            continue
        shown = tuple(value.items()) if isinstance(value, Mapping) else value
        try:
            sentences.append(speaker.phrase(f"{engine}.fact.{key}", value=shown))
        except KeyError:
            sentences.append(speaker.phrase("board-notes.other-fact", key=key, value=shown))
    return sentences
