"""The run sheet: the running account that some games keep."""

from companion.pages.page import Page, TableBlock
from companion.pages.view import SessionView
from companion.report.tables import in_seat_order
from companion.session.record import Record


def has_run_sheet(record: Record) -> bool:
    return not record.hides_money and bool(record.game.run_sheet(record.opening, ()))


def page(view: SessionView) -> Page:
    record, title = view.record, view.word("sheet.run-sheet")
    if not has_run_sheet(record):
        return Page(title, [view.text("sheet.no-run-sheet")])
    sheets = record.game.run_sheet(record.opening, record.steps)
    tables = [TableBlock(in_seat_order(one, record.table.seats)) for one in sheets]
    return Page(title, [tables[0], view.text("sheet.run-sheet-note", "muted"), *tables[1:]])
