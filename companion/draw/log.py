"""The last entry with its payouts and reasons, and the entries before it in a line each."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from companion.core.messages import Message, say
from companion.core.targets import Target
from companion.pages.entries import EntryRow, counting_rows
from companion.pages.entry import gain_spans
from companion.pages.page import Block, Bullets, Log, TableBlock
from companion.pages.view import SessionDisplay
from companion.report import spans
from companion.report.entries import (
    Kind,
    Sentence,
    other_steps,
    parts_of,
    receipt_table,
    receipts_message,
    step_sentences,
)
from companion.report.payments import Payment, last_payments
from companion.report.preview_sentences import last_change_sentences
from companion.report.spans import Line, Span, cut, folded_spans, rule, span_width, spread, strip, wrap
from companion.report.table_lines import sentence_texts
from companion.report.text_width import fold_text
from companion.report.words import Speaker

LOOKS: Mapping[Kind, str] = {"violation": "bad", "warning": "warn", "new": "new", "event": "muted"}
BESIDE_TITLE = 9
"""Columns that a rule takes besides its texts; two fewer if the title has no colon."""


class LastEntry(NamedTuple):
    title: list[Line]
    why: list[Line]
    also: list[Line]


def last_entry(model: SessionDisplay, width: int) -> LastEntry:
    session, record, speaker = model.session, model.record, model.speaker
    if session.before is record:  # the last entry was read with the file
        paid, changes = list[Line](), list[str]()
    else:
        paid = payment_lines(last_payments(session, speaker), model, width)
        changes = last_change_sentences(session, speaker)
    rows = counting_rows(model, 1)
    title, why, also = _counting_entry(model, rows[0], width) if rows else _before_the_first(model, width)
    if changes:
        number, line = (str(rows[0].place), rows[0].text) if rows else ("", "-")
        is_same = changes[0].endswith(line) and number in changes[0]
        others = [part for text in changes[1:] for part in folded_spans(text, width, "good")]
        why = [*others, *([] if is_same else title), *why]
        title = _title_lines(changes[0], width)
    return LastEntry(title, [*paid, *why], also)


def _counting_entry(model: SessionDisplay, row: EntryRow, width: int) -> LastEntry:
    steps = map(model.record.as_told, model.record.steps[row.since : row.until])
    sentences = [
        sentence for step in steps for sentence in step_sentences(step, model.speaker, model.record.game)
    ]
    why = [sentence for sentence in sentences if sentence.kind != "event"]
    also = [sentence for sentence in sentences if sentence.kind == "event"]
    title = _title_lines(f"{row.place}  {row.text}", width, Target("entry", row.number))
    return LastEntry(title, sentence_lines(why, model, width), sentence_lines(also, model, width))


def sentence_lines(sentences: Iterable[Sentence], model: SessionDisplay, width: int) -> list[Line]:
    lines: list[Line] = []
    for sentence in sentences:
        if sentence.payment is not None:
            lines += payment_lines([sentence.payment], model, width)
            continue
        for text in sentence_texts(sentence, model.speaker, width):
            lines += folded_spans(text, width, LOOKS.get(sentence.kind, ""))
    return lines


def payment_lines(
    payments: Iterable[Payment], model: SessionDisplay, width: int, is_full: bool = False
) -> list[Line]:
    """Draw who gets what, names beside amounts; unless `is_full`, banknotes only if they add no row."""
    lines: list[Line] = []
    for payment in payments:
        whole, short = (_payment_rows(payment, model, width, with_notes) for with_notes in (True, False))
        lines += whole if is_full or len(whole) == len(short) else short
    return lines


def _payment_rows(payment: Payment, model: SessionDisplay, width: int, with_notes: bool) -> list[Line]:
    groups: list[Line] = [(Span(f"{payment.label} ", "strong"),)]
    for name, amount, notes in payment.shares:
        letter = model.letters.get(name)  # none before somebody has joined
        chips = () if letter is None else (Span(f" {letter} ", f"chip:{name}"),)
        muted = f" ({notes})" if notes and with_notes else ""
        groups.append((*chips, Span(f" {name} {amount}", "strong"), Span(f"{muted}   ", "muted")))
    is_narrow = any(span_width(strip(group)) > width - 2 for group in groups)
    return folded_spans(payment.text, width, "strong") if is_narrow else wrap(groups, width)


def log_lines(model: SessionDisplay, width: int, height: int) -> list[Line]:
    rows = counting_rows(model, height + 1)[-2::-1]
    return [line for row in rows for line in _short_lines(model, row, width)][:height]


def _short_lines(model: SessionDisplay, row: EntryRow, width: int) -> list[Line]:
    by, text, target = row.by or "", row.text, Target("entry", row.number)
    spans = [Span(f"{row.place:4} ", "muted", target)]
    if text.startswith(f"{by} ") and by in model.letters:
        spans.append(Span(f" {model.letters[by]} ", f"chip:{by}", target))
        text = text.removeprefix(by)
    spans.append(Span(text, "", target))
    marks = [Span(mark, "warn", target) for mark in row.marks]
    paid = gain_spans(model, row.gains)
    if span_width((*spans, *marks, *paid)) < width:
        return [spread(spans, (*marks, *paid), width)]
    line = (*cut(spans, width - span_width(marks)), *marks)
    return [line, spread([], cut(paid, width), width)] if paid else [line]


def _title_lines(text: str, width: int, target: Target | None = None) -> list[Line]:
    room = width - (BESIDE_TITLE if ":" in text else BESIDE_TITLE - 2)
    first, *more = fold_text(text, room).splitlines()
    lines = [rule(first, "", width), *((Span(f"   {line.strip()}", "title"),) for line in more)]
    return [tuple(span._replace(target=target) for span in line) for line in lines]


def _before_the_first(model: SessionDisplay, width: int) -> LastEntry:
    record, speaker = model.record, model.speaker
    starts = [say("screen.starts", player=record.up)] if record.up is not None else []
    begins = map(speaker.say, (*starts, say("screen.first-entry", undo=model.key("table.undo"))))
    lines = folded_spans(" ".join(begins), width)
    is_new = record.config.position is None
    set_up = record.game.set_up if is_new else None
    messages = record.opening.log if set_up is None else set_up.of_players(record.roster)
    for message in messages:
        lines += folded_spans(speaker.say(message), width, "muted") if isinstance(message, Message) else []
    for warning in record.opening.warnings:
        lines += folded_spans(speaker.phrase("show.warning", warning=warning), width, LOOKS["warning"])
    opens = f"{model.key('table.tables')} {speaker.phrase('again.tab')}"
    title = rule(speaker.phrase("screen.before-the-first"), opens, width)
    return LastEntry([tuple(span._replace(target=Target("command", "tables")) for span in title)], lines, [])


def log_blocks(log: Log, speaker: Speaker) -> Iterator[Block]:
    for _, run in groupby(parts_of(log.log), key=type):
        parts = list(run)
        if done := [speaker.say(part) for part in parts if isinstance(part, Message)]:
            yield Bullets(done)
        for alike in (part for part in parts if isinstance(part, list)):
            receipt, text = alike[0], speaker.say(receipts_message(alike))
            rule = (Span(speaker.say(receipt.rule), "muted"),) if receipt.rule else ()
            yield spans.Paragraph((Span(f"{text} " if rule else text), *rule))
            if steps := other_steps(alike):
                yield Bullets([speaker.say(step) for step in steps], "muted")
            if receipt.is_payout:
                yield TableBlock(receipt_table(receipt.rows, speaker, receipt.total))
            yield spans.GAP
    if log.remarks:
        yield Bullets([" ".join(speaker.say(remark).split()) for remark in log.remarks], "warn")
