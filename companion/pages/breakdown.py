"""The breakdown of a figure on the score sheet: the receipts that add up to it."""

from companion.core.messages import Message, say
from companion.core.score_sheet import Behind
from companion.pages.effects import Link, Open, PageCommand, link
from companion.pages.page import Log, Page, Row, RowList
from companion.pages.view import SessionView
from companion.report.drawing import QUIET_NOTHING
from companion.report.spans import Span
from companion.report.standings import TOTAL, final_sheet


def page(view: SessionView, player: str, line: str) -> Page:
    """Show the parts of a total or a figure; the other players' parts of a figure if this player has none."""
    sheet = final_sheet(view.session)
    if sheet is None:
        return Page("", [view.text("sheet.hidden")])
    rows = (*sheet.rows, *sheet.fold_groups().rows)
    if line == TOTAL:
        label, amount = view.word("sheet.total"), sheet.total(player)
        found = tuple(one for row in sheet.rows for one in row.behind_of(player) if one.amounts[player])
    else:
        row = next((one for one in rows if one.line.key == line), None)
        label = view.speaker.text(row.line.label) if row else ""
        amount, found = (row.amount(player), row.behind_of(player) or row.behind) if row else (0, ())
    title = view.word("sheet.behind", player=player, line=label, amount=amount)
    has_entry = any(one.number for one in found)
    commands = [PageCommand("behind.open", Open())] if has_entry else []
    if not found:
        return Page(title, [view.text("sheet.nothing-behind", "muted")])
    one, receipt = found[0], found[0].receipt
    if len(found) == 1 and receipt is not None and receipt.text == _why(view, one, player):
        only = Row((Span(_where(view, one), "heading"),), 0, _entry(one))
        return Page(title, [RowList([only]), Log([receipt])], commands)
    total = view.speaker.signed(sum(one.amounts.get(player, 0) for one in found))
    in_all = Row((Span(view.word("sheet.total"), "strong"),), trail=(Span(total, "strong"),))
    foot = [RowList([in_all])] if len(found) > 1 else []
    listed = RowList([_behind(view, at, each, player) for at, each in enumerate(found)])
    return Page(title, [listed], commands, foot=foot)


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
    return view.word("screen.receipt", number=place) if one.number else view.word("sheet.set-up")
