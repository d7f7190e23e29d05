"""The run sheet: the running account that some games keep."""

from companion.pages.page import Page, TableBlock
from companion.pages.view import SessionView
from companion.report.tables import in_seat_order


def has_run_sheet(view: SessionView) -> bool:
    session = view.session
    return not session.record.hides_money and bool(session.record.game.run_sheet(session.record.opening, ()))


def page(view: SessionView) -> Page:
    session, title = view.session, view.word("sheet.run-sheet")
    if not has_run_sheet(view):
        return Page(title, [view.text("sheet.no-run-sheet")])
    sheets = session.record.game.run_sheet(session.record.opening, session.record.steps)
    tables = [TableBlock(in_seat_order(one, session.record.table.seats)) for one in sheets]
    return Page(title, [tables[0], view.text("sheet.run-sheet-note", "muted"), *tables[1:]])
