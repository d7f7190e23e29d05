"""The breakdown of a figure on the score sheet: the receipts that add up to it."""

from companion.core.messages import Message, say
from companion.core.score_sheet import Behind
from companion.pages.effects import Link, Open, PageCommand, link
from companion.pages.page import Log, Page, Row, RowList
from companion.pages.session_view import SessionView
from companion.report.score_sheet import TOTAL, final_sheet
from companion.report.spans import Span
from companion.report.table_text import QUIET_NOTHING


def page(view: SessionView, player: str, line: str) -> Page:
    """Show the parts of a total or a figure; the other players' parts of a figure if this player has none."""
    sheet = final_sheet(view.session)
    if sheet is None:
        return Page("", [view.text("sheet.hidden")])
    rows = (*sheet.rows, *sheet.fold_groups().rows)
    if line == TOTAL:
        label, amount = view.word("sheet.total"), sheet.total(player)
        parts = tuple(part for row in sheet.rows for part in row.behind_of(player) if part.amounts[player])
    else:
        row = next((row for row in rows if row.line.key == line), None)
        label = view.speaker.text(row.line.label) if row else ""
        amount, parts = (row.amount(player), row.behind_of(player) or row.behind) if row else (0, ())
    title = view.word("sheet.behind", player=player, line=label, amount=amount)
    has_entry = any(part.number for part in parts)
    commands = [PageCommand("behind.open", Open())] if has_entry else []
    if not parts:
        return Page(title, [view.text("sheet.nothing-behind", "muted")])
    part, receipt = parts[0], parts[0].receipt
    if len(parts) == 1 and receipt is not None and receipt.text == _why(view, part, player):
        only = Row((Span(_where(view, part), "heading"),), 0, _entry(part))
        return Page(title, [RowList([only]), Log([receipt])], commands)
    total = view.speaker.signed(sum(part.amounts.get(player, 0) for part in parts))
    in_all = Row((Span(view.word("sheet.total"), "strong"),), trail=(Span(total, "strong"),))
    foot = [RowList([in_all])] if len(parts) > 1 else []
    listed = list[Row]()
    for at, part in enumerate(parts):
        own, lead = part.amounts.get(player, 0), (Span(f"{_where(view, part)}  ", "heading"),)
        shown = Span(view.speaker.signed(own)) if own else Span(QUIET_NOTHING, "muted")
        why = (Span(view.speaker.say(_why(view, part, player))),)
        listed.append(Row(why, at, _entry(part), lead, (shown,)))
    return Page(title, [RowList(listed)], commands, foot=foot)


def _why(view: SessionView, part: Behind, player: str) -> Message:
    if part.receipt is None:
        return say("sheet.why-counted" if part.number else "sheet.why-start", player=player)
    return view.record.game.part_of(part.receipt, player, part.amounts.get(player, 0))


def _entry(part: Behind) -> Link | None:
    return link("entry", number=part.number) if part.number else None


def _where(view: SessionView, part: Behind) -> str:
    if part.number is None:
        return view.word("sheet.ahead")
    place = view.record.visible_number(part.number)
    return view.word("screen.receipt", number=place) if part.number else view.word("sheet.set-up")
