"""One entry opened: who counted what, places, ties, the division, balances before and after, notes to hand out."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.draw.log import last_paid_lines, paid_lines, whole_entry
from companion.games.entries import Action
from companion.pages.page import Seen
from companion.report.entries import messages_in, parts_of, receipt_rows, receipts_message, remarks_of
from companion.report.paid import paid_by
from companion.report.spans import Line, folded_spans
from companion.report.tables import player_rows


def receipt_lines(model: Seen, number: int, width: int) -> list[Line]:
    """All that is to be said of one entry of the corrected game."""
    paid = paid_lines(map(model.speaker.say, paid_by(model.session.record, number, model.speaker)), width)
    return [*paid, *_receipt_body(model, number, width)]


def _receipt_body(model: Seen, number: int, width: int) -> list[Line]:
    """Every step that was booked with that number, and the balances before the first and after the last one."""
    steps = model.session.steps
    places = [at for at, step in enumerate(steps) if step.number == number]
    if not places:
        return []
    first, last = places[0], places[-1]
    lines: list[Line] = []
    for step, text in zip(steps[first : last + 1], model.step_lines.since(first, last + 1), strict=True):
        lines += [*whole_entry(model, step, text, width), (), *step_in_full(model, step, width)]
    before = steps[first - 1].outcome.state if first else model.session.opening.state
    return [*lines, *balance_lines(model, before, steps[last].outcome.state)]


def last_receipt_lines(model: Seen, width: int) -> list[Line]:
    """What changes hands now, and the last entry that paid something, in full."""
    paid = last_paid_lines(model, width)
    for step in reversed(model.session.steps):
        if step.outcome.receipts:
            return [*paid, *_receipt_body(model, step.number, width)]
    return paid


def step_in_full(model: Seen, step: Step[Any, Action], width: int) -> list[Line]:
    lines: list[Line] = []
    for part in parts_of(step.outcome.log):
        if isinstance(part, list):
            lines += [*receipt_in_full(model, part, width), ()]
        else:
            lines += folded_spans(model.speaker.say(part), width)
    for _, remark in remarks_of(step):
        lines += folded_spans(" ".join(model.speaker.say(remark).split()), width, "warn")
    return lines


def receipt_in_full(model: Seen, alike: list[Receipt], width: int) -> Iterator[Line]:
    """Its caption, the calculation step by step, and who gets what."""
    receipt, speaker = alike[0], model.speaker
    message = receipts_message(alike)
    steps = receipt.steps
    what = message.values.get("what")
    is_said_by_steps = bool(steps) and isinstance(what, Message) and len(alike) == 1
    if not is_said_by_steps:
        steps = tuple(step for step in steps if step not in list(messages_in(message)))
    caption = what if is_said_by_steps and isinstance(what, Message) else message
    yield from folded_spans(speaker.say(caption), width, "strong")
    for step in steps:
        yield from folded_spans(f"  {speaker.say(step)}", width)
    yield from _rows(model, receipt)
    if receipt.rule is not None:
        yield from folded_spans(f"  {speaker.say(receipt.rule)}", width, "muted")


def _rows(model: Seen, receipt: Receipt) -> Iterator[Line]:
    if not any(row.amount or row.place for row in receipt.rows):
        return
    head, *players, total_cells = receipt_rows(receipt, model.speaker)
    rows: list[tuple[str | None, list[str]]] = [(None, head)]
    for name, *figures in players:
        rows.append((name, [_called(model, name), *figures]))
    rows.append((None, total_cells))
    *lines, ((indent, total)) = player_rows(rows, indent="  ")
    yield from lines
    if len(receipt.rows) > 1:
        yield indent, total._replace(look="muted")


def balance_lines(model: Seen, before: Any, after: Any) -> list[Line]:
    """What everybody had and has, where that is not the same and not hidden."""
    game, said, money = model.session.game, model.speaker.say, model.speaker.money
    old: Mapping[str, int] = game.scores(before)
    new: Mapping[str, int] = game.scores(after)
    gains = {name: new[name] - old[name] for name in new if old[name] != new[name]}
    if model.session.record.hides_money or not gains:
        return []
    head = [said(say(f"screen.{key}")) for key in ("balance", "before", "change", "after")]
    rows: list[tuple[str | None, list[str]]] = [(None, head)]
    for name, gain in gains.items():
        rows.append(
            (name, [_called(model, name), money(old[name]), model.speaker.signed(gain), money(new[name])])
        )
    return player_rows(rows)


def _called(model: Seen, name: str) -> str:
    return f" {model.letters.get(name, '?')}  {name}"
