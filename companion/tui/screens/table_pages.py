"""Pages and phones of the table screen. Pages are imported when opened, so the screen appears at once."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.core.messages import Message, say
from companion.desk.states import Entering
from companion.forms.grid import in_seat_order
from companion.pages.effects import link
from companion.pages.view import SessionView
from companion.report.spans import Key
from companion.tui.screens.page_screen import PageScreen

if TYPE_CHECKING:
    from companion.desk.phones import GuestWish, Phones
    from companion.session.reconciling import Reconciling
    from companion.tui.models.table import TableModel
    from companion.tui.screens.table import TableScreen


def open_page(table: "TableScreen", page: str, model: "TableModel | None" = None, **args: Key) -> None:
    """Open a page about the session of `model`, or of the table screen's own model."""
    model, host = model or table.model, table.host
    view = SessionView(model.session, model.speaker, model.key, host.zone)
    view.step_lines, view.what_if = model.step_lines, model.what_if
    if table.phones.server is not None:
        view.phones = table.phones.server
    host.show_page(view, link(page, **args), table)


def page_opener(page: str) -> Callable[["TableScreen"], None]:
    return lambda table: open_page(table, page)


def open_at_end(table: "TableScreen") -> None:
    """Open the score sheet when the game ends, and again if it ends once more after an undo."""
    model = table.model
    is_over = model.record.is_over and model.what_if is None
    if is_over and not table.is_end_shown and not model.is_busy:
        table.is_end_shown = True
        open_page(table, "score_sheet")
    elif not is_over:
        table.is_end_shown = False


def open_count(table: "TableScreen") -> None:
    from companion.session.reconciling import begin_count
    from companion.tui.screens.count import CountModel, CountPage

    model, counting, record = table.model, table.counting, table.model.record
    if not record.game.has_position:
        return
    if counting is None or counting.source.known.record is not record:
        reason = model.speaker.phrase("screen.count-reason")
        counting = CountModel(begin_count(record, model.session.board_notes, model.speaker.lexicon), reason)
    elif counting.is_at_end or counting.result == "agrees":  # digits would go into the reason
        counting.press("home")
    table.counting, counting.is_done = counting, False

    def offer_recount(plan: "Reconciling", is_done: bool) -> None:
        if is_done:
            model.offer(plan.recount(counting.reason))
            table.redraw()

    table.app.push_screen(CountPage(counting, model, offer_recount))


def open_grid(table: "TableScreen") -> None:
    """Ask the questions of an action that was just begun as cells, if the action wants that."""
    from companion.forms.grid import EntryCells, Grid
    from companion.tui.models.grid_editor import GridEditor
    from companion.tui.screens.grid import GridPage

    model = table.model
    rule = model.record.game.rules.get(str(model.form.verb)) if isinstance(model.state, Entering) else None
    if rule is None or not rule.has_grid:
        table.is_grid_shown = False
        return
    if table.is_grid_shown or model.aim is not None or not model.form.questions:
        return
    table.is_grid_shown, record, left = True, model.record, model.discarded_entry
    if not model.form.draft and left is not None and (left.form.verb, left.aim) == (rule.name, None):
        model.discarded_entry = None
        model.open(left)
    questions = in_seat_order(model.form.questions, record.table.seats)
    asked = tuple(one for one in questions if one.applies and not one.is_rare)
    grid = Grid(lambda draft: asked, model.form.draft, lexicon=model.speaker.lexicon)
    known = record.game.position_now(record.state)
    cells = EntryCells(grid, {one.field: known[one.field] for one in asked if one.field in known})

    def keep(answered: EntryCells) -> None:
        if answered.grid.draft != model.form.draft:
            model.start(rule.name, answered.grid.draft)
            model.drafts.keep()

    def take(answered: EntryCells, is_done: bool) -> None:
        if is_done:
            model.start(rule.name, answered.grid.draft)
        else:
            model.press("escape")
        table.redraw()

    editor = GridEditor(cells, is_sheet=True)
    table.app.push_screen(GridPage(editor, model.speaker, take, keep, "screen.score-shown"))


class TablePhones:
    def __init__(self, table: "TableScreen") -> None:
        self._table = table
        self.server: Phones | None = None
        self._told: frozenset[GuestWish] = frozenset()

    def open(self) -> None:
        """Open the page of the phones; start the server if it isn't running."""
        from companion.desk.phones import Phones, Process

        table, host = self._table, self._table.host
        if table.model.what_if is not None or table.model.mark is not None:
            host.complain(say("phones.not-here"))
            return
        if self.server is None:
            after, starting = table.app.call_later, host.starting or Process
            self.server = Phones(table.model.session.path, self._report_changes, after, starting)
        if not self.server.is_on:
            self.server.start(host.config.language)
        open_page(table, "phones")

    def stop(self) -> None:
        if self.server is not None:
            self.server.stop()

    def _report_changes(self) -> None:
        """Report new requests and faults of the server, on whatever page is open; drop requests answered meanwhile."""
        if self.server is None:
            return
        table, served, top = self._table, self.server.served, self._table.app.screen
        asks, key = frozenset(served.asks if served else ()), table.model.key("table.phones")
        said: dict[GuestWish, Message] = {}
        for wish in asks | self._told:
            asked = "phones.asks-entry-at-table" if wish.entry else "phones.asks-at-table"
            said[wish] = say(asked, **wish._asdict(), key=key)
        told = [said[one] for one in asks - self._told]
        gone = {table.model.speaker.say(said[one]) for one in self._told - asks}
        table.model.messages = tuple(one for one in table.model.messages if one.text not in gone)
        if self.server.fault is not None:
            told += [self.server.fault, say("phones.again", key=key)]
        self._told = asks
        if isinstance(top, PageScreen) and top.link.page == "phones":
            top.remake()
        elif top is table:
            table.model.tell(told)
            table.redraw()
        else:
            for one in told:
                table.host.complain(one)
