"""The score sheet: who won and what every score is made of; each figure opens its parts."""

from companion.core.messages import Message, say
from companion.core.score_sheet import Behind, ScoreSheet
from companion.pages import evening
from companion.pages.effects import Link, Open, PageCommand, RunCommand, link
from companion.pages.page import Block, Log, Page, Row, RowList, SheetBlock, Spare
from companion.pages.run_sheet import has_run_sheet
from companion.pages.view import SessionView
from companion.report.drawing import QUIET_NOTHING, chip
from companion.report.spans import Line, Span
from companion.report.standings import final_ranks, final_sheet, how_long, result_of
from companion.session.summary import summary_of

HELP, BEHIND_HELP = ("final", "figure-arrows"), ("behind", "list-arrows")
TOTAL = "total"
LEAST_STEPS = 3
"""Fewer steps mean that only the end was scored, and a chart shows nothing."""


def page(view: SessionView, player: str = "", line: str = "") -> Page:
    sheet, title = final_sheet(view.session), view.word("sheet.title")
    if sheet is None:
        return Page(title, [view.text("sheet.hidden")], _table_commands(view), help=HELP)
    return _breakdown(view, sheet, player, line) if player else _sheet(view, sheet)


def _table_commands(view: SessionView) -> list[PageCommand]:
    ids = (*(["run-sheet"] if has_run_sheet(view.record) else []), "evening", "export", "copy")
    ids += ("bg-stats",) if view.record.is_over else ()
    return [PageCommand(f"table.{one}", RunCommand(f"table.{one}")) for one in ids]


def _sheet(view: SessionView, sheet: ScoreSheet) -> Page:
    session, result = view.session, result_of(view.session)
    notes = [view.text(one) for one in (result.tie, result.note) if one is not None]
    curve = session.record.is_over and len(session.record.steps) >= LEAST_STEPS
    below: list[Block] = [Spare(view.word("evening.title"), evening.blocks(view))] if curve else []
    commands = [PageCommand("final.open", Open()), *_table_commands(view)]
    services = getattr(view, "services", None)  # a phone has none
    if session.record.is_over and services is not None:
        commands.append(PageCommand("start.rematch", lambda _: services.plans.rematch(session.path)))

    def opens(player: str, line: str) -> Link:
        return link("score_sheet", player=player, line=line)

    figures = SheetBlock(sheet, result.first, final_ranks(session, view.speaker), opens)
    return Page("", below, commands, [RowList([_headline(view)]), *notes], help=HELP, sheet=figures)


def _headline(view: SessionView) -> Row:
    session, result = view.session, result_of(view.session)
    big, score = view.speaker.say(result.text), view.speaker.money(result.score)
    if session.record.is_over:
        big, score = big.upper(), view.word("sheet.with", score=result.score)
    spans: Line = (Span(f"{big} ", "here"),)
    if len(result.first) == 1:
        (first,) = result.first
        spans = (*chip(view.letters[first], first, 3)[:1], Span(" "), *spans)
    summary = summary_of(session)
    length = how_long(summary.seconds)
    told = ", ".join(part for part in (summary.title, view.speaker.say(length) if length else "") if part)
    return Row((*spans, Span(score, "strong")), trail=(Span(told, "muted"),) if told else ())


def _breakdown(view: SessionView, sheet: ScoreSheet, player: str, key: str) -> Page:
    """Show the parts of a total or a figure; the other players' parts of a figure if this player has none."""
    rows = (*sheet.rows, *sheet.fold_groups().rows)
    if key == TOTAL:
        label, amount = view.word("sheet.total"), sheet.total(player)
        found = tuple(one for row in sheet.rows for one in row.behind_of(player) if one.amounts[player])
    else:
        row = next((one for one in rows if one.line.key == key), None)
        label = view.speaker.text(row.line.label) if row else ""
        amount, found = (row.amount(player), row.behind_of(player) or row.behind) if row else (0, ())
    title = view.word("sheet.behind", player=player, line=label, amount=amount)
    has_entry = any(one.number for one in found)
    commands = [PageCommand("behind.open", Open())] if has_entry else []
    if not found:
        return Page(title, [view.text("sheet.nothing-behind", "muted")], help=BEHIND_HELP)
    one, receipt = found[0], found[0].receipt
    if len(found) == 1 and receipt is not None and receipt.text == _why(view, one, player):
        only = Row((Span(_where(view, one), "heading"),), 0, _entry(one))
        return Page(title, [RowList([only]), Log([receipt])], commands, help=BEHIND_HELP)
    total = view.speaker.signed(sum(one.amounts.get(player, 0) for one in found))
    in_all = Row((Span(view.word("sheet.in-all"), "strong"),), trail=(Span(total, "strong"),))
    foot = [RowList([in_all])] if len(found) > 1 else []
    listed = RowList([_behind(view, at, each, player) for at, each in enumerate(found)])
    return Page(title, [listed], commands, foot=foot, help=BEHIND_HELP)


def _behind(view: SessionView, at: int, one: Behind, player: str) -> Row:
    amount = one.amounts.get(player, 0)
    shown = Span(view.speaker.signed(amount) if amount else QUIET_NOTHING, "" if amount else "muted")
    lead = (Span(f"{_where(view, one)}  ", "heading"),)
    return Row((Span(view.speaker.say(_why(view, one, player))),), at, _entry(one), lead, (shown,))


def _why(view: SessionView, one: Behind, player: str) -> Message:
    if one.receipt is None:
        return say("sheet.why-counted" if one.number else "sheet.why-start", player=player)
    return view.record.game.part_of(one.receipt, player, one.amounts.get(player, 0))


def _entry(one: Behind) -> Link | None:
    return link("entry", number=one.number) if one.number else None


def _where(view: SessionView, one: Behind) -> str:
    if one.number is None:
        return view.word("sheet.ahead")
    place = view.record.visible_number(one.number)
    return view.word("sheet.entry", number=place) if one.number else view.word("sheet.set-up")
