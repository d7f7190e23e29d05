"""Pages that are opened from the table, each imported when it is first opened: the table is there at once."""

from typing import TYPE_CHECKING

from companion.pages.effects import link
from companion.pages.run_sheet import has_run_sheet
from companion.pages.view import SessionView
from companion.report.spans import Key

if TYPE_CHECKING:
    from companion.session.reconciling import Reconciling
    from companion.tui.models.count import CountModel
    from companion.tui.models.table import TableModel
    from companion.tui.screens.table import TableScreen


class TablePages:
    def __init__(self, table: "TableScreen") -> None:
        self._table = table
        self._counting: CountModel | None = None
        """The last count, kept until something is entered."""
        self._is_end_shown = False

    def view_of(self, model: "TableModel") -> SessionView:
        host, phones = self._table.host, self._table.phones.server
        view = SessionView(model.session, model.speaker, model.key, host.zone, host, model.step_lines)
        view.what_if = model.what_if
        if phones is not None:
            view.phones = phones
        return view

    def open(self, page: str, model: "TableModel | None" = None, **args: Key) -> None:
        """Open a page about the session of a table, or about the one that is shown."""
        view = self.view_of(model or self._table.model)
        self._table.host.show_page(view, link(page, **args), self._table)

    def open_receipt(self) -> None:
        steps = self._table.model.session.steps
        if steps:
            self.open("entry", number=steps[-1].number)

    def open_run_sheet(self) -> None:
        if has_run_sheet(self.view_of(self._table.model)):
            self.open("run_sheet")

    def open_at_end(self) -> None:
        """Open the score sheet once the game is over, and again if it is undone and ends once more."""
        model = self._table.model
        is_over = model.session.is_over and model.what_if is None
        if is_over and not self._is_end_shown and not model.is_busy:
            self._is_end_shown = True
            self.open("score_sheet")
        elif not is_over:
            self._is_end_shown = False

    def open_ties(self) -> None:
        from companion.tui.screens.ties import open_ties

        model = self._table.model
        usual = model.session.game.usual_split()
        if usual is not None:
            open_ties(self._table, model.speaker, model.session.table.seats, usual)

    def open_count(self) -> None:
        from companion.session.reconciling import reconciling
        from companion.tui.models.count import CountModel
        from companion.tui.screens.count import CountPage

        model, counting = self._table.model, self._counting
        session = model.session
        if counting is None or counting.source.known.record is not session.record:
            reason = model.speaker.phrase("screen.count-reason")
            known = reconciling(session.record, session.book, model.speaker.lexicon)
            counting = CountModel(known, reason)
        elif counting.is_at_end or counting.result == "agrees":  # there digits would be a reason
            counting.press("home")
        self._counting, counting.is_done = counting, False
        self._table.app.push_screen(CountPage(counting, model, self._counted))

    def _counted(self, plan: "Reconciling", is_done: bool) -> None:
        """Offer to correct what differs."""
        if is_done and self._counting is not None:
            self._table.model.offer(plan.recount(self._counting.reason))
            self._table.redraw()
