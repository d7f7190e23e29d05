"""What the keys of the table do that are no part of an entry: commands of its model, and pages over it."""

from abc import abstractmethod
from collections.abc import Callable

from companion.core.messages import say
from companion.tui.draw.tables import every_table
from companion.tui.models.table import TableModel
from companion.tui.screens.base import AppScreen
from companion.tui.screens.book import BookPage
from companion.tui.screens.history import HistoryPage, receipt_page
from companion.tui.screens.page import Page


def _drawn(command: Callable[[TableModel], None]) -> Callable[["TableCommands"], None]:
    """A command of the model as one of the screen, which then shows what became of it."""

    def action(screen: "TableCommands") -> None:
        command(screen.model)
        screen.redraw()

    return action


class TableCommands(AppScreen):
    model: TableModel

    @abstractmethod
    def open_line(self, text: str) -> None:
        """Opens the line of the notation, with something in it."""

    action_note = _drawn(lambda model: model.add("note"))
    action_by = _drawn(TableModel.offer_players)
    action_undo = _drawn(lambda model: model.take("undo"))
    action_redo = _drawn(lambda model: model.take("redo"))
    action_more = _drawn(TableModel.offer_more)
    action_roll = _drawn(TableModel.offer_rolls)
    action_peek = _drawn(TableModel.offer_peek)

    def action_history(self) -> None:
        self.app.push_screen(HistoryPage(self.model, self.open_line))

    def action_book(self) -> None:
        self.app.push_screen(BookPage(self.model))

    def action_receipt(self) -> None:
        steps = self.model.session.steps
        if steps:
            self.app.push_screen(receipt_page(self.model, steps[-1].number))

    def action_tables(self) -> None:
        title = self.model.speaker.say(say("screen.tables"))
        self.app.push_screen(Page(title, lambda width: every_table(self.model, width)))
