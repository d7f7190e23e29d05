"""Pages and phones of the table screen."""

from collections.abc import Callable

from companion.core.messages import say
from companion.desk.desk import Desk
from companion.desk.states import Entering
from companion.draw.table_area import TableCache
from companion.pages.count import CountEditor, CountGrid, EntryGrid, entry_cells
from companion.pages.effects import Link, link
from companion.pages.grid import GridEditor
from companion.pages.players import PlayersView
from companion.pages.server_process import PhoneServer, Process
from companion.pages.session_view import SessionView
from companion.report.spans import Key
from companion.session.reconciling import begin_count
from companion.tui.models.table import TableModel
from companion.tui.screens.app_screen import AppScreen
from companion.tui.screens.page_screen import PageScreen
from companion.tui.widgets.table_panels import TablePanels


class TablePages(AppScreen):
    model: TableModel
    panels: TablePanels
    discarded_count: CountEditor | None = None
    """The count discarded last, until another entry is discarded or saved."""
    is_end_shown = is_grid_shown = False
    page_after: tuple[Link, Key | None] | None = None
    """The page Entries and its mark, to open again once the desk is done with what was begun there."""

    @property
    def phones(self) -> PhoneServer | None:
        """The program that serves this session to phones; None before it was started first."""
        phones, model = self.host.phones, self.model
        return None if phones is None or model.mark or phones.path != model.session.path else phones

    @property
    def cache(self) -> TableCache:
        return self.panels.cache

    def at_desk(self, do: Callable[[Desk], None]) -> None:
        """Close all pages above the table screen and call `do` with its model."""
        while self.app.screen is not self:
            page = self.app.screen
            if isinstance(page, PageScreen) and page.link.page == "entries":
                self.page_after = page.link.having(finding=0), page.marked
            self.app.pop_screen()
        do(self.model)
        self.redraw()

    def open_page_after(self) -> None:
        """Go back to the page Entries, unless a message on the table must be seen first."""
        model, after = self.model, self.page_after
        if after is None or not self.is_current or model.is_busy or model.aim is not None:
            return
        self.page_after = None
        if not any(notice.look in ("bad", "warn") for notice in model.sayings.shown):
            view = self._view_of(model)
            view.mark = after[1] or ""
            self.host.show_page(view, after[0], self)

    def open_page(self, page: str, model: TableModel | None = None, **args: Key) -> None:
        self.host.show_page(self._view_of(model or self.model), link(page, **args), self)

    def _view_of(self, model: TableModel) -> SessionView:
        view = SessionView(model.session, model.speaker, self.host.zone)
        view.step_lines = model.step_lines
        if self.phones is not None:
            view.phones = self.phones
        return view

    def action_players(self) -> None:
        model = self.model
        if model.session.is_read_only:
            model.sayings.tell_only(say("save.read-only-entry"), "bad")
            self.redraw()
            return
        if model.session.regulars is not None:
            model.session.regulars.load()
        self.host.show_page(PlayersView(model), link("new_session"), self)

    def open_at_end(self) -> None:
        """Open the scores when the game ends, and again if it ends once more after an undo."""
        is_over = self.model.record.is_over
        if is_over and not self.is_end_shown and not self.model.is_busy:
            self.is_end_shown = True
            self.open_page("scores")
        elif not is_over:
            self.is_end_shown = False

    def action_count(self) -> None:
        model, record = self.model, self.model.record
        if record.game.positions is not None:
            begun = begin_count(record, model.session.board_notes, model.speaker.lexicon)
            self._open_count(CountEditor(begun))

    def _open_count(self, editor: CountEditor) -> None:
        self.discarded_count = None

        def discard(count: CountEditor) -> None:
            self.discarded_count, self.model.discarded_entry = count, None

        self.host.show_page(CountGrid(self.model, editor, discard), link("grid"), self)

    def reopen_count(self) -> bool:
        """Reopen the count that was discarded last; return False if there is none, or something was saved since."""
        counting, model = self.discarded_count, self.model
        if counting is None or model.discarded_entry is not None or model.is_busy:
            return False
        if counting.source.known.record is not model.record:
            return False
        model.sayings.clear()
        self._open_count(counting)
        return True

    def open_grid(self) -> None:
        """Ask the questions of an action that was just begun as cells, if the action wants that."""
        model = self.model
        row = model.record.game.rows.get(str(model.form.verb)) if isinstance(model.state, Entering) else None
        if row is None or not row.has_grid:
            self.is_grid_shown = False
            return
        if self.is_grid_shown or model.aim is not None or not model.form.questions:
            return
        self.is_grid_shown, kept = True, model.discarded_entry
        if not model.form.draft and kept is not None and (kept.form.verb, kept.aim) == (row.name, None):
            model.discarded_entry = None
            model.open(kept)
        self.host.show_page(EntryGrid(model, GridEditor(entry_cells(model))), link("grid"), self)

    def action_phones(self) -> None:
        model, host = self.model, self.host
        if model.mark is not None:
            host.complain(say("phones.not-here"))
            return
        if self.phones is None:
            starting = host.starting or Process
            host.phones = PhoneServer(model.session.path, self._tell_of_phones, self.app.call_later, starting)
        if self.phones is not None and not self.phones.is_on:
            self.phones.start(host.config.language)
        self.open_page("phones")

    def _tell_of_phones(self) -> None:
        """Show the new state of the server on its page; report a fault on whatever page is open."""
        assert self.phones is not None
        fault, front = self.phones.fault, self.app.screen
        again = say("phones.again", key=self.model.key("table.phones"))
        messages = [] if fault is None else [fault, again]
        if isinstance(front, PageScreen) and front.link.page == "phones":
            front.remake()
        elif front is self:
            self.model.sayings.tell(messages)
            self.redraw()
        else:
            for message in messages:
                self.host.complain(message)
