"""The log: entries with what they did, the newest last, and the last one in detail."""

from collections.abc import Iterable
from typing import Any

from companion.core.messages import Message
from companion.core.replay import Step
from companion.games.entries import Action
from companion.pages.entry import headline
from companion.pages.view import Seen
from companion.report.entries import marks_of, said_of
from companion.report.paid import GAP, last_paid
from companion.report.preview import last_told
from companion.report.spans import Line, Span, cut, folded_line, folded_spans, span_width, wrapped


def log_lines(model: Seen, width: int, height: int) -> list[Line]:
    """The last entries, each with its number, who and what; what they paid below them. No more than fit."""
    steps = model.session.steps
    since = max(0, len(steps) - height)
    lines: list[Line] = []
    texts = model.step_lines.since(since)
    for step, text in reversed(list(zip(steps[since:], texts, strict=True))):
        first = entry_line(model, step, text, width)
        lines = [first, *_said_of(model, step, width, "muted"), *lines]
        if len(lines) >= height:
            break
    return lines[-height:]


def entry_line(model: Seen, step: Step[Any, Action], text: str, width: int) -> Line:
    """An entry in one line, cut where there is no room: number, who did what, what became of it."""
    spans = headline(model, step, text).line
    marks = marks_of(model.session.record, [step], model.speaker)
    found = [Span(mark, "warn", f"entry:{step.number}") for mark in marks]
    return (*cut(spans, max(0, width - span_width(found))), *found)


def last_entry(model: Seen, width: int) -> list[Line]:
    """What the last entry did, for a screen that shows no log."""
    steps = model.session.steps
    if not steps:
        return _before_the_first(model, width)
    lines: list[Line] = []
    since, last = len(steps) - 1, steps[-1].number
    while since and steps[since - 1].number == last:
        since -= 1
    for step, text in zip(steps[since:], model.step_lines.since(since), strict=True):
        entry = headline(model, step, text)
        lines += [*folded_line(entry.line, width), *_said_of(model, step, width, "")]
    return lines


def last_paid_lines(model: Seen, width: int) -> list[Line]:
    """Who gets what by the last entry, and in which notes; of one that is none of the game's also what it did."""
    if model.session.before is model.session.record:  # it was read before
        return []
    lines = paid_lines(map(model.speaker.say, last_paid(model.session, model.speaker)), width)
    told = last_told(model.session, model.speaker)
    return [*lines, *(part for text in told for part in folded_spans(text, width, "good"))]


def paid_lines(texts: Iterable[str], width: int) -> list[Line]:
    """Who gets what: never cut, no name parted from its amount."""
    lines: list[Line] = []
    for text in texts:
        parts = [(Span(part + GAP, "strong"),) for part in text.split(GAP)]
        is_narrow = any(span_width(part) > width for part in parts)
        lines += folded_spans(text, width, "strong") if is_narrow else wrapped(parts, width)
    return lines


def _said_of(model: Seen, step: Step[Any, Action], width: int, look: str) -> list[Line]:
    target, texts = f"entry:{step.number}", (f"     {one.text}" for one in said_of(step, model.speaker))
    return [line for text in texts for line in folded_spans(text, width, look, target)]


def _before_the_first(model: Seen, width: int) -> list[Line]:
    """What to lay out, or what the session starts from."""
    session, speaker = model.session, model.speaker
    texts = [speaker.say(one) for one in session.opening.log if isinstance(one, Message)]
    lines = [part for text in texts for part in folded_spans(text, width, "muted")]
    if session.record.config.position is None:
        lines = folded_spans(speaker.phrase("screen.lay-out"), width, "strong")
        for one in session.game.laying_out(session.table):
            lines += folded_spans(f"- {speaker.say(one)}", width)
    return [*lines, *folded_spans(speaker.phrase("screen.nothing-yet"), width, "muted")]
