"""One entry in full: counts, ranks, ties, the division, balances before and after, notes to hand out."""

from collections.abc import Collection
from functools import partial

from companion.core.targets import Target
from companion.games.actions import AnyStep
from companion.pages.effects import AtDesk, CallHere, Effect, PageCommand
from companion.pages.page import Block, Log, Page, Payments, TableBlock
from companion.pages.rename import ask_new_name
from companion.pages.session_view import SessionView
from companion.pages.view import SessionDisplay
from companion.report.entries import balances_table, log_of, remarks_of
from companion.report.payments import Gains, gains_of, in_seat_order, payments
from companion.report.spans import GAP, Line, Paragraph, Span
from companion.report.table_text import player_look, with_player


def page(view: SessionView, number: int) -> Page:
    record = view.record
    place = record.visible_number(number)
    title = view.word("screen.receipt", number=place or number)
    if not place:
        return Page(title, [view.text("followed.gone", "bad")])
    paid = payments(record, gains_of(record, number), view.speaker)
    commands = [PageCommand(*change) for change in changes(view, number).items()]
    shown = [Payments(paid), *blocks(view, number)]
    if not any(step.outcome.log for step in view.record.steps if step.number == number):
        shown.append(view.text("screen.paid-nothing"))
    return Page(title, shown, commands)


def changes(view: SessionView, number: int) -> dict[str, Effect]:
    return {
        "entries.change": AtDesk(lambda desk: desk.change(number)),
        "entries.strike": AtDesk(lambda desk: desk.delete(number)),
        "entries.insert": AtDesk(lambda desk: desk.insert_before(number)),
        "entries.rename": CallHere(partial(ask_new_name, view, number)),
    }


def blocks(view: SessionDisplay, number: int) -> list[Block]:
    """Every step of an entry, then the balances it changed unless hidden; empty if it doesn't count."""
    record, steps = view.record, view.record.steps
    places = [at for at, step in enumerate(steps) if step.number == number]
    if not places:
        return []
    first, last = places[0], places[-1]
    body: list[Block] = []
    for step, line in zip(steps[first : last + 1], view.step_lines.since(first, last + 1), strict=True):
        known = record.as_told(step)
        remarks = [remark for _, remark in remarks_of(known)]
        body += [headline(view, known, line), GAP, Log(log_of(known, record.game), remarks)]
    before = steps[first - 1].outcome.state if first else record.opening.state
    if not record.hides_money:
        table = balances_table(record.game, before, steps[last].outcome.state, view.speaker)
        body += [] if table is None else [TableBlock(table)]
    return body


def gain_groups(view: SessionDisplay, gains: Gains) -> list[Line]:
    """Payments in the order of the seats. Equal sums are named once."""
    groups: dict[int, Line] = {}
    for name, gain in in_seat_order(gains, view.record.roster).items():
        letter = Span(f" {view.letters.get(name, name)}", player_look(name))
        groups[gain] = (*groups.get(gain, ()), letter)
    return [(*names, Span(f" {view.speaker.signed(gain)}")) for gain, names in groups.items()]


def headlines(view: SessionView, numbers: Collection[int]) -> list[Paragraph]:
    steps = zip(view.record.steps, view.step_lines.since(), strict=True)
    lines = [(step, line) for step, line in steps if step.number in numbers]
    return [headline(view, step, line) for step, line in lines]


def headline(view: SessionDisplay, step: AnyStep, text: str) -> Paragraph:
    target = Target("entry", step.number)
    place = Span(f"{view.record.visible_number(step.number):4} ", "muted", target)
    return Paragraph((place, *(span._replace(target=target) for span in with_player(text, step.action.by))))
