"""The log: entries with what they did, the newest last, and the last one in detail."""

from companion.core.messages import Message, say
from companion.report.show import step_sentences
from companion.report.spans import Line, Span, cut, folded_spans
from companion.report.tables import player_look
from companion.tui.models.table import TableModel


def log_lines(model: TableModel, width: int, height: int) -> list[Line]:
    """The last entries, each with its number, who and what; what they paid below them. No more than fit."""
    steps = model.session.steps
    since = max(0, len(steps) - height)
    lines: list[Line] = []
    texts = model.step_lines.since(since)
    for step, text in reversed(list(zip(steps[since:], texts, strict=True))):
        block = [entry_line(step.number, step.action.by, text, width)]
        for sentence in step_sentences(step, model.speaker, model.hides_money):
            block += folded_spans(f"     {sentence}", width, "muted", f"entry:{step.number}")
        lines = [*block, *lines]
        if len(lines) >= height:
            break
    return lines[-height:]


def entry_line(number: int, by: str | None, text: str, width: int) -> Line:
    """An entry in one line: number, who, and what in the notation."""
    target = f"entry:{number}"
    spans = [Span(f"{number:4} ", "muted", target)]
    if by is not None and text.startswith(f"{by}: "):
        spans += [Span(f"{by} ", player_look(by), target)]
        text = text.removeprefix(f"{by}: ")
    return cut((*spans, Span(text, "notation", target)), width)


def last_entry(model: TableModel, width: int) -> list[Line]:
    """What the last entry did, for a screen that shows no log."""
    steps = model.session.steps
    if not steps:
        return _before_the_first(model, width)
    (text,) = model.step_lines.since(len(steps) - 1)
    step = steps[-1]
    lines = [entry_line(step.number, step.action.by, text, width)]
    for sentence in step_sentences(step, model.speaker, model.hides_money):
        lines += folded_spans(f"     {sentence}", width, "", f"entry:{step.number}")
    return lines


def _before_the_first(model: TableModel, width: int) -> list[Line]:
    """What to lay out, or what the session starts from."""
    session, speaker = model.session, model.speaker
    texts = [model.speaker.say(one) for one in session.opening.log if isinstance(one, Message)]
    lines = [part for text in texts for part in folded_spans(text, width, "muted")]
    if not session.starts_from_position:
        lines = folded_spans(speaker.say(say("screen.lay-out")), width, "strong")
        for one in session.game.laying_out(session.table):
            lines += folded_spans(f"- {speaker.say(one)}", width)
    return [*lines, *folded_spans(speaker.say(say("screen.nothing-yet")), width, "muted")]
