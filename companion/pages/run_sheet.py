"""The run sheet of a player: the running account that some games keep."""

from companion.pages.page import Page, TableBlock
from companion.pages.session_view import SessionView


def page(view: SessionView, player: str) -> Page:
    record, title = view.record, view.word("scores.runs")
    if record.hides_money:
        return Page(title, [view.text("sheet.hidden")])
    sheets = record.game.views.run_sheet(record.opening, record.steps)
    own = [sheet for sheet in sheets if sheet.key == f"account {player}"]
    return Page(title, [*map(TableBlock, own), view.text("sheet.run-sheet-note", "muted")])
