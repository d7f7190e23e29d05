"""The run sheet: the table's running account, where a game keeps one."""

from companion.pages.page import Page, SessionView, Table


def has_run_sheet(view: SessionView) -> bool:
    session = view.session
    return not view.hides_money and bool(session.game.run_sheet(session.opening, session.steps))


def page(view: SessionView) -> Page:
    session = view.session
    if not has_run_sheet(view):
        return Page(view.word("sheet.run-sheet"), [view.text("sheet.no-run-sheet")])
    tables = session.game.run_sheet(session.opening, session.steps)
    return Page(view.word("sheet.run-sheet"), [Table(one) for one in tables])
