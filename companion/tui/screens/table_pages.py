"""Pages and phones of the table screen. Pages are imported when opened, so the screen appears at once."""

from functools import partial
from typing import TYPE_CHECKING

from companion.core.messages import say
from companion.desk.states import Entering
from companion.pages.effects import link
from companion.pages.view import SessionView
from companion.report.spans import Key
from companion.tui.screens.page_screen import PageScreen

if TYPE_CHECKING:
    from companion.pages.count import CountEditor
    from companion.tui.models.table import TableModel
    from companion.tui.screens.table import TableScreen


def open_page(screen: "TableScreen", page: str, model: "TableModel | None" = None, **args: Key) -> None:
    """Open a page about the session of `model`, or of the table screen's own model."""
    model, host = model or screen.model, screen.host
    view = SessionView(model.session, model.speaker, host.zone)
    view.step_lines = model.step_lines
    if screen.phones is not None:
        view.phones = screen.phones
    host.show_page(view, link(page, **args), screen)


def open_players(screen: "TableScreen") -> None:
    from companion.pages.players import PlayersView

    model = screen.model
    if model.session.is_read_only:
        model.sayings.tell_only(say("save.read-only-entry"), "bad")
        screen.redraw()
        return
    if model.session.regulars is not None:
        model.session.regulars.load()
    screen.host.show_page(PlayersView(model), link("new_session"), screen)


def open_at_end(screen: "TableScreen") -> None:
    """Open the scores when the game ends, and again if it ends once more after an undo."""
    model = screen.model
    is_over = model.record.is_over
    if is_over and not screen.is_end_shown and not model.is_busy:
        screen.is_end_shown = True
        open_page(screen, "scores")
    elif not is_over:
        screen.is_end_shown = False


def open_count(screen: "TableScreen", editor: "CountEditor | None" = None) -> None:
    """Open a new count, or one that was discarded."""
    from companion.pages.count import CountEditor, CountGrid
    from companion.session.reconciling import begin_count

    model, record = screen.model, screen.model.record
    if record.game.positions is None:
        return
    if editor is None:
        editor = CountEditor(begin_count(record, model.session.board_notes, model.speaker.lexicon))
    screen.discarded_count = None

    def discard(count: "CountEditor") -> None:
        screen.discarded_count, model.discarded_entry = count, None

    screen.host.show_page(CountGrid(model, editor, discard), link("grid"), screen)


def reopen_count(screen: "TableScreen") -> bool:
    """Reopen the count that was discarded last; return False if there is none, or something was saved since."""
    counting, model = screen.discarded_count, screen.model
    if counting is None or model.discarded_entry is not None or model.is_busy:
        return False
    if counting.source.known.record is not model.record:
        return False
    model.sayings.clear()
    open_count(screen, counting)
    return True


def open_grid(screen: "TableScreen") -> None:
    """Ask the questions of an action that was just begun as cells, if the action wants that."""
    from companion.pages.count import EntryGrid, entry_cells
    from companion.pages.grid import GridEditor

    model = screen.model
    row = model.record.game.rows.get(str(model.form.verb)) if isinstance(model.state, Entering) else None
    if row is None or not row.has_grid:
        screen.is_grid_shown = False
        return
    if screen.is_grid_shown or model.aim is not None or not model.form.questions:
        return
    screen.is_grid_shown, kept = True, model.discarded_entry
    if not model.form.draft and kept is not None and (kept.form.verb, kept.aim) == (row.name, None):
        model.discarded_entry = None
        model.open(kept)
    view = EntryGrid(model, GridEditor(entry_cells(model)))
    screen.host.show_page(view, link("grid"), screen)


def open_phones(screen: "TableScreen") -> None:
    """Open the page of the phones; start the server if it isn't running."""
    from companion.pages.phone_server import Phones, Process

    model, host = screen.model, screen.host
    if model.mark is not None:
        host.complain(say("phones.not-here"))
        return
    if screen.phones is None:
        tell = partial(_tell_of_phones, screen)
        screen.phones = Phones(model.session.path, tell, screen.app.call_later, host.starting or Process)
    if not screen.phones.is_on:
        screen.phones.start(host.config.language)
    open_page(screen, "phones")


def _tell_of_phones(screen: "TableScreen") -> None:
    """Show the new state of the server on its page; report a fault on whatever page is open."""
    assert screen.phones is not None
    fault, front = screen.phones.fault, screen.app.screen
    again = say("phones.again", key=screen.model.key("table.phones"))
    messages = [] if fault is None else [fault, again]
    if isinstance(front, PageScreen) and front.link.page == "phones":
        front.remake()
    elif front is screen:
        screen.model.sayings.tell(messages)
        screen.redraw()
    else:
        for message in messages:
            screen.host.complain(message)
