"""The last entry with its payouts and reasons, and the entries before it in a line each."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from companion.core.messages import Message, say
from companion.core.targets import Target
from companion.pages.entries import EntryRow, counting_rows
from companion.pages.entry import gain_groups
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
from companion.report.spans import Line, Span, folded_line, folded_spans, span_width, spread, strip, wrap
from companion.report.table_lines import sentence_texts
from companion.report.table_text import player_look
from companion.report.text_width import fold_text
from companion.report.words import Speaker

LOOKS: Mapping[Kind, str] = {"violation": "bad", "warning": "warn", "new": "new", "event": "muted"}
BESIDE_TITLE = 14
"""Columns beside a title that say how many lines are hidden below it."""


class LastEntry(NamedTuple):
    title: Span
    rest: list[Line]
    """The lines that don't fit into the title."""
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
    last = _counting_entry(model, rows[0], width) if rows else _before_the_first(model, width)
    title, rest = last.title, last.rest
    if changes:
        number, line = (str(rows[0].place), rows[0].text) if rows else ("", "-")
        is_same = changes[0].endswith(line) and number in changes[0]
        before = [] if is_same else [spans.on_plane([title]), *rest]
        title, rest = _title(changes[0], width)
        why = [part for text in changes[1:] for part in folded_spans(text, width, "good")]
        last = last._replace(why=[*why, *before, *last.why])
    return last._replace(title=title, rest=rest, why=[*paid, *last.why])


def _counting_entry(model: SessionDisplay, row: EntryRow, width: int) -> LastEntry:
    steps = map(model.record.as_told, model.record.steps[row.since : row.until])
    sentences = [
        sentence for step in steps for sentence in step_sentences(step, model.speaker, model.record.game)
    ]
    why = [sentence for sentence in sentences if sentence.kind != "event"]
    also = [sentence for sentence in sentences if sentence.kind == "event"]
    title, rest = _title(f"{row.place}  {row.text}", width, Target("entry", row.number))
    return LastEntry(title, rest, sentence_lines(why, model, width), sentence_lines(also, model, width))


def sentence_lines(
    sentences: Iterable[Sentence], model: SessionDisplay, width: int, is_short: bool = False
) -> list[Line]:
    """Draw sentences; if `is_short`, cut each warning to one line, and repeat it whole at the end."""
    lines, whole = list[Line](), list[Line]()
    for sentence in sentences:
        if sentence.payment is not None:
            lines += payment_lines([sentence.payment], model, width)
            continue
        for text in sentence_texts(sentence, model.speaker, width):
            look = LOOKS.get(sentence.kind, "")
            folded = folded_spans(text, width, look)
            is_cut = is_short and sentence.kind == "warning" and len(folded) > 1
            lines += [spans.cut([Span(text, look)], width)] if is_cut else folded
            whole += folded if is_cut else []
    return lines + whole


def payment_lines(
    payments: Iterable[Payment], model: SessionDisplay, width: int, is_full: bool = False
) -> list[Line]:
    """Draw who gets what, names beside amounts; in which banknotes only if it `is_full`."""
    return [line for payment in payments for line in _payment_rows(payment, model, width, is_full)]


def _payment_rows(payment: Payment, model: SessionDisplay, width: int, is_full: bool) -> list[Line]:
    groups: list[Line] = [(Span(f"{payment.label} ", "strong"),)]
    for name, amount, notes in payment.shares:
        letter = model.letters.get(name)  # none before somebody has joined
        chips = () if letter is None else (Span(f" {letter} ", f"chip:{name}"),)
        muted = f" ({notes})" if notes and is_full else ""
        groups.append((*chips, Span(f" {name} {amount}", "strong"), Span(f"{muted}   ", "muted")))
    is_narrow = any(span_width(strip(group)) > width - 2 for group in groups)
    return folded_spans(payment.text, width, "strong") if is_narrow else wrap(groups, width)


def log_lines(model: SessionDisplay, width: int, height: int) -> list[Line]:
    """Draw the entries before the last one, each with all its words and sums, as many as there is room for."""
    lines: list[Line] = []
    for row in counting_rows(model, height + 1)[-2::-1] if height > 0 else ():
        own = _short_lines(model, row, width)
        if len(lines) + len(own) > height:
            break
        lines += own
    return lines


def _short_lines(model: SessionDisplay, row: EntryRow, width: int) -> list[Line]:
    by, text, target = row.by or "", row.text, Target("entry", row.number)
    lead = [Span(f"{row.place:{len(str(model.record.entry_count))}} ", "muted", target)]
    if text.startswith(f"{by} ") and by in model.letters:
        lead.append(Span(model.letters[by], player_look(by), target))
        text = text.removeprefix(by)
    marks = [Span(mark, "warn", target) for mark in row.marks]
    look = "strong" if _is_landmark(model, row) else ""
    indent = span_width(lead)
    first, *more = folded_line((Span(text, look, target), *marks), width - indent)
    *lines, last = (*lead, *first), *((Span(" " * indent), *strip(line)) for line in more)
    groups = gain_groups(model, row.gains)
    if sum(map(span_width, (last, *groups))) < width:
        return [*lines, spread(last, [span for group in groups for span in group], width)]
    return [*lines, last, *(spread([], line, width) for line in wrap(groups, width, indent=0))]


def _is_landmark(model: SessionDisplay, row: EntryRow) -> bool:
    """Whether something begins or ends with an entry that a chart would mark."""
    record = model.record
    before = record.steps[row.since - 1].outcome.state if row.since else record.opening.state
    after = record.steps[row.until - 1].outcome.state
    return bool(record.game.views.milestones(before, after))


def _title(text: str, width: int, target: Target | None = None) -> tuple[Span, list[Line]]:
    """A title and the rest of its text, below it."""
    first, *more = fold_text(text, width - BESIDE_TITLE).splitlines()
    return Span(first, "title", target), [(Span(f"  {line.strip()}", "title", target),) for line in more]


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
    return LastEntry(Span(speaker.phrase("screen.before-the-first"), "title"), [], lines, [])


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
