"""What the keys of the table do that are no part of an entry: commands of its model, and pages over it.

A page is imported when it is first opened: the table must stand at once.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.journal import Play
from companion.core.messages import say
from companion.desk.desk import Desk
from companion.pages.page import Key, SessionView, link
from companion.pages.run_sheet import has_run_sheet
from companion.report.export.summary import summary_text
from companion.tui.keymap import shown
from companion.tui.models.table import TableModel
from companion.tui.screens.base import AppScreen
from companion.tui.screens.page_screen import PageScreen

if TYPE_CHECKING:
    from companion.desk.phones import Ask, Phones
    from companion.pages.help import HelpView
    from companion.pages.page import Block
    from companion.tui.models.count import CountModel


def _drawn(command: Callable[[TableModel], None]) -> Callable[["TableCommands"], None]:
    """A command of the model as one of the screen, which then shows what became of it."""

    def action(screen: "TableCommands") -> None:
        command(screen.model)
        screen.redraw()

    return action


class TableCommands(AppScreen):
    model: TableModel
    _left_history_at: tuple[int | None, int] = (None, -1)
    """The entry that was marked there, and how many blocks there were."""
    _counting: "CountModel | None" = None
    """What was counted last: it stays as long as nothing is entered."""
    _is_end_shown = False
    phones: "Phones | None" = None
    """Made when they are first asked for."""
    _asked: "frozenset[Ask]" = frozenset()
    """What was said of those who want a seat."""

    def on_mount(self) -> None:
        if self.host.follows_every is not None and self.model.what_if is None:
            self.set_interval(self.host.follows_every, self.follow)

    def follow(self) -> None:
        """Shows what other programs did to the session, also on pages over it; a table below others is drawn later."""
        stack = self.app.screen_stack
        if self.model.follow() and self in stack:
            for screen in stack[stack.index(self) :]:
                is_drawn = screen is stack[-1] or not isinstance(screen, TableCommands)
                if isinstance(screen, AppScreen) and is_drawn:
                    screen.show_news()

    action_note = _drawn(lambda model: model.ask("note"))
    action_by = _drawn(TableModel.offer_players)
    action_undo = _drawn(lambda model: model.take("undo"))
    action_redo = _drawn(lambda model: model.take("redo"))
    action_change = _drawn(TableModel.change)
    action_more = _drawn(TableModel.offer_more)
    action_roll = _drawn(TableModel.offer_rolls)
    action_peek = _drawn(TableModel.offer_peek)

    def helped(self, view: "HelpView") -> "list[Block]":
        from companion.pages.help import table_help

        return table_help(view, self.model, self.model, self.model.verb_keys)

    @property
    def view(self) -> SessionView:
        """The session on the table, for pages over it."""
        return self._view_of(self.model)

    def _view_of(self, model: TableModel) -> SessionView:
        view = SessionView(
            model.session, model.speaker, model.key, self.host.zone, self.host, model.step_lines
        )
        view.what_if = model.what_if
        if self.phones is not None:
            view.phones = self.phones
        return view

    def open_page(self, page: str, **args: Key) -> None:
        self.app.push_screen(PageScreen(self.view, link(page, **args), self))

    def action_history(self) -> None:
        """The history, marked where it was left as long as nothing new was entered."""
        record = self.model.session.record
        number, count = self._left_history_at
        later = [entry.command for entry in record.entries[count:]] if number is not None else []
        is_corrected = len(later) == 1 and not isinstance(later[0], Play)
        marked = number if count == len(record.blocks) or is_corrected else None
        self.open_page("history", marked=marked or 0)

    def at_desk(self, do: Callable[[Desk], None]) -> None:
        """Leaves all pages over the table, and does something there; remembers where a history was left."""
        for screen in self.app.screen_stack:
            if isinstance(screen, PageScreen) and screen.link.page == "history":
                self._left_history_at = int(screen.marked or 0), len(self.model.session.record.blocks)
        self.correct(do)

    def action_copy_book(self) -> None:
        self.open_page("notes")

    def action_settings(self) -> None:
        self.host.open_page("settings")

    def action_receipt(self) -> None:
        steps = self.model.session.steps
        if steps:
            self.open_receipt(steps[-1].number)

    def open_receipt(self, number: int) -> None:
        """One entry in full."""
        self.open_page("entry", number=number)

    def correct(self, command: Callable[[Any], None]) -> None:
        """From a page over the table back to it, and does something there."""
        while self.app.screen is not self:
            self.app.pop_screen()
        command(self.model)
        self.redraw()

    def action_count(self) -> None:
        from companion.session.reconciling import reconciling
        from companion.tui.models.count import CountModel
        from companion.tui.screens.count import CountPage

        session, counting = self.model.session, self._counting
        if counting is None or counting.plan.known.record is not session.record:
            reason = self.model.speaker.say(say("screen.count-reason"))
            known = reconciling(session.record, session.book, self.model.speaker.lexicon)
            counting = CountModel(known, reason)
        elif counting.result == "agrees":
            counting.press("home")
        self._counting, counting.is_done = counting, False
        self.app.push_screen(CountPage(counting, self.model, self._counted))

    def _counted(self, is_done: bool) -> None:
        """Offers the recount of what differs."""
        if is_done and self._counting is not None:
            self.model.offer(self._counting.plan.recount(self._counting.reason))
            self.redraw()

    def action_tables(self) -> None:
        self.open_page("tables")

    def action_final(self) -> None:
        self.open_page("score_sheet")

    def action_run_sheet(self) -> None:
        if has_run_sheet(self.view):
            self.open_page("run_sheet")
        else:
            self.host.complain(self.model.speaker.say(say("sheet.no-run-sheet")))

    def show_the_end(self) -> None:
        """Once a game is over its sheet opens by itself, and again when it was taken back and ended anew."""
        is_over = self.model.session.is_over and self.model.what_if is None
        if is_over and not self._is_end_shown and not self.model.is_busy:
            self._is_end_shown = True
            self.action_final()
        elif not is_over:
            self._is_end_shown = False

    def action_ties(self) -> None:
        from companion.tui.screens.ties import open_ties

        session = self.model.session
        open_ties(self, self.model.speaker, session.table.seats, session.game.usual_split())

    def action_leads(self) -> None:
        self.open_page("leads")

    def action_export(self) -> None:
        self.app.push_screen(PageScreen(self._view_of(self._game), link("export"), self))

    def action_copy_summary(self) -> None:
        """The summary into the clipboard, through the terminal, which may not allow it."""
        model = self._game
        self.app.copy_to_clipboard(summary_text(model.session, model.speaker, self.host.language))
        self.notify(model.speaker.say(say("sharing.copied", key=model.key("table.export"))))

    @property
    def _game(self) -> TableModel:
        """The game itself: what is tried out beside it is not for others."""
        return self.model.what_if.game if self.model.what_if is not None else self.model

    # Phones

    def action_phones(self) -> None:
        """Their page; where they are not at the table yet, the program that serves them is started."""
        from companion.desk.phones import Phones, Process

        model = self.model
        if model.what_if is not None or model.mark is not None:
            self.host.complain(model.speaker.say(say("phones.not-here")))
            return
        if self.phones is None:
            after, starting = self.app.call_later, self.host.starting or Process
            self.phones = Phones(model.session.path, self._phones_changed, after, starting)
        if not self.phones.is_on:
            self.phones.start(self.host.language)
        self.open_page("phones")

    def on_unmount(self) -> None:
        if self.phones is not None:
            self.phones.stop()

    def _phones_changed(self) -> None:
        """Says at once who asks for a seat, and why nobody is served any more, on whatever page that is."""
        if self.phones is None:
            return
        served, top = self.phones.served, self.app.screen
        asks = frozenset(served.asks if served else ())
        key = shown(self.host.keys["table.phones"], self.model.speaker)
        told = [
            say("phones.asks-at-table", player=one.player, number=one.number, key=key)
            for one in asks - self._asked
        ]
        if self.phones.fault is not None:
            told += [self.phones.fault, say("phones.again", key=key)]
        self._asked = asks
        if isinstance(top, PageScreen) and top.link.page == "phones":
            top.remake()
        elif top is self:
            self.model.tell(told)
            self.redraw()
        else:
            for one in told:
                self.host.complain(self.model.speaker.say(one))

    def action_evening(self) -> None:
        self.open_page("evening")
