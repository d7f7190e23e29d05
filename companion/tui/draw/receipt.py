"""One entry opened: who counted what, places, ties, the division, balances before and after, notes to hand out."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.messages import Message, say
from companion.core.notes import fewest_notes
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action
from companion.report.entries import messages_in, parts_of, receipt_rows, receipts_message, remarks_of
from companion.report.spans import Line, Span, folded_spans
from companion.report.tables import player_look, player_rows
from companion.report.words import money, signed
from companion.tui.draw.log import entry_line
from companion.tui.models.table import TableModel


def receipt_lines(model: TableModel, number: int, width: int) -> list[Line]:
    """All that is to be said of one entry of the corrected game."""
    steps = model.session.steps
    place = next((at for at, step in enumerate(steps) if step.number == number), None)
    if place is None:
        return []
    step = steps[place]
    text = model.step_lines.since(place)[0]
    before = steps[place - 1].outcome.state if place else model.session.opening.state
    lines = [entry_line(step, text, width), ()]
    lines += step_in_full(model, step, width)
    lines += balance_lines(model, before, step.outcome.state, width)
    return lines


def last_receipt_lines(model: TableModel, width: int) -> list[Line]:
    """The last entry that paid something, in full."""
    for step in reversed(model.session.steps):
        if step.outcome.receipts:
            return receipt_lines(model, step.number, width)
    return []


def step_in_full(model: TableModel, step: Step[Any, Action], width: int) -> list[Line]:
    lines: list[Line] = []
    for part in parts_of(step.outcome.log):
        if isinstance(part, list):
            lines += [*_receipt(model, part, width), ()]
        else:
            lines += folded_spans(model.speaker.say(part), width)
    for _, remark in remarks_of(step):
        lines += folded_spans(" ".join(model.speaker.say(remark).split()), width, "warn")
    return lines


def _receipt(model: TableModel, alike: list[Receipt], width: int) -> Iterator[Line]:
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


def _rows(model: TableModel, receipt: Receipt) -> Iterator[Line]:
    if not any(row.amount or row.place for row in receipt.rows):
        return
    head, *players, total_cells = receipt_rows(receipt, model.speaker)
    rows: list[tuple[str | None, list[str]]] = [(None, head)]
    for name, *figures in players:
        rows.append((name, [f"{model.letters.get(name, '?')} {name}", *figures]))
    rows.append((None, total_cells))
    *lines, ((indent, total)) = player_rows(rows, frozenset({1, 2, 3}), indent="  ")
    yield from lines
    if len(receipt.rows) > 1:
        yield indent, total._replace(look="muted")


def _notes(model: TableModel, amount: int) -> str:
    """2 x 5,000 + 1,000."""
    notes = fewest_notes(amount, model.session.game.notes)
    return " + ".join(f"{count} x {money(value)}" if count > 1 else money(value) for value, count in notes)


def _handed_out(model: TableModel, gains: Mapping[str, int], width: int) -> list[Line]:
    """The notes for everybody who gets something, where the game is paid in notes."""
    lines: list[Line] = []
    for name, gain in gains.items():
        notes = _notes(model, gain)
        if notes:
            called = f"{model.letters[name]} {name}"
            text = folded_spans(f"{called} {money(gain)} = {notes}", width)
            first = text[0][0].text.removeprefix(called)
            lines += [(Span(called, player_look(name)), Span(first)), *text[1:]]
    caption = (Span(model.speaker.say(say("screen.notes")), "heading"),)
    return [(), caption, *lines] if lines else []


def balance_lines(model: TableModel, before: Any, after: Any, width: int) -> list[Line]:
    """What everybody had and has, where that is not the same, and the notes to hand out; these also where balances
    are hidden, for they change hands in the open.
    """
    game, said = model.session.game, model.speaker.say
    old: Mapping[str, int] = game.scores(before)
    new: Mapping[str, int] = game.scores(after)
    gains = {name: new[name] - old[name] for name in new if old[name] != new[name]}
    if model.session.record.hides_money or not gains:
        return _handed_out(model, gains, width)
    head = [said(say(f"screen.{key}")) for key in ("balance", "before", "change", "after")]
    rows: list[tuple[str | None, list[str]]] = [(None, head)]
    for name, gain in gains.items():
        called = f"{model.letters[name]} {name}"
        rows.append((name, [called, money(old[name]), signed(gain), money(new[name])]))
    return player_rows(rows, frozenset({1, 2, 3})) + _handed_out(model, gains, width)
