"""The table screen: panels that show the session and the entry, and the commands."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical

from companion.core.messages import say
from companion.desk.desk import Desk
from companion.desk.states import Typing
from companion.desk.what_if import WhatIf
from companion.draw.tables import TableCache
from companion.pages.commands import TABLE, Commands
from companion.pages.run_sheet import has_run_sheet
from companion.report.show import summary_text
from companion.tui.keymap import ENTRY, bindings_of
from companion.tui.models.table import TableModel
from companion.tui.screens import table_pages
from companion.tui.screens.layout import KINDS, kind_of
from companion.tui.screens.page import AppScreen
from companion.tui.screens.table_pages import TablePhones, open_page, page_opener
from companion.tui.widgets import table_panels as panels
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.table_panels import Panel
from companion.tui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from companion.pages.help import HelpView
    from companion.pages.page import Block
    from companion.tui.screens.count import CountModel

LONGEST_PASTE = 200


def _then_redraw(command: Callable[[TableModel], None]) -> Callable[["TableScreen"], None]:
    """Make a screen action from a command of the model; it redraws afterwards."""

    def action(screen: "TableScreen") -> None:
        command(screen.model)
        screen.redraw()

    return action


class TableScreen(AppScreen):
    AUTO_FOCUS = "Entry"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TABLE)

    def __init__(self) -> None:
        super().__init__()
        self.left, self.right = Vertical(id="left"), Vertical(id="right")
        self.turn, self.keys = panels.TurnPanel(self, "turn"), panels.KeysPanel(self, "keys")
        self.scores = panels.ScoresPanel(self, "scores", self.left)
        self.tables = panels.TablesPanel(self, "tables", self.left)
        self.entry = panels.EntryPanel(self, "entry", self.left)
        self.evening = panels.ChartPanel(self, "evening", self.right)
        self.last = panels.LastEntryPanel(self, "last", self.right)
        self.before = panels.LogPanel(self, "log", self.right)
        self.phones = TablePhones(self)
        self._panels = (self.turn, self.scores, self.tables, self.entry, self.keys)
        self._at_right = (self.evening, self.last, self.before)
        self.is_resting = False
        """Whether everything urgent is on the screen."""
        self._is_drawing_soon = self._has_rest = False

    def hold(self, model: TableModel, cache: TableCache | None = None) -> None:
        """Take the model to show next."""
        self.model = model
        self.what_if = model.what_if or WhatIf(model, model.beside)
        self.counting: CountModel | None = None
        self.is_end_shown = self.is_grid_shown = False
        self._forget(cache)

    @property
    def own_commands(self) -> Commands:
        return self.model.commands

    def compose(self) -> ComposeResult:
        self._take_size()
        yield self.turn
        with Horizontal(id="middle"):
            with self.left:
                yield self.scores
                yield self.tables
                yield self.entry
                yield TextBox("line", self._type_line, lambda: self.model.tell([say("screen.first-line")]))
            with self.right:
                yield self.evening
                yield self.last
                yield self.before
        yield self.keys

    def on_mount(self) -> None:
        if self.host.follows_every is not None and self.model.what_if is None:
            self.set_interval(self.host.follows_every, self.follow)

    def on_unmount(self) -> None:
        self.phones.stop()

    def on_screen_resume(self) -> None:
        self.redraw()

    def follow(self) -> None:
        """Show other programs' entries on this screen and pages above; covered table screens wait."""
        stack = self.app.screen_stack
        if self.model.follow() and self in stack:
            for screen in stack[stack.index(self) :]:
                is_drawn = screen is stack[-1] or not isinstance(screen, TableScreen)
                if isinstance(screen, AppScreen) and is_drawn:
                    screen.show_news()

    def help_blocks(self, view: "HelpView") -> "list[Block]":
        from companion.pages.help import table_help

        return table_help(view, self.model, self.model.verb_keys)

    # Drawing

    def on_resize(self, event: events.Resize) -> None:
        self._take_size()
        self.entry.grown = 0

    def _take_size(self) -> None:
        """Set the size class. Textual's own breakpoints apply only after the first layout."""
        self.kind = kind_of(*self.app.size)
        for one in KINDS:
            self.set_class(one == self.kind, one)

    def redraw(self) -> None:
        self.model.drafts.keep()
        if not self.is_mounted or not self.left.size:
            return
        self._show_line()
        table = self.model.record.table
        self.host.set_players(table.players, table.screen_colours)
        self._scroll_back()
        for panel in (*self._panels, *(self._at_right if self.kind == "wide" else ())):
            panel.update()
        if self._has_rest:
            self._has_rest = False
            self.call_after_refresh(self._draw_the_rest)
        table_pages.open_at_end(self)
        table_pages.open_grid(self)

    def redraw_soon(self) -> None:
        """Redraw once all panels have their new size."""
        if not self._is_drawing_soon:
            self._is_drawing_soon = True
            self.call_later(self._redraw_now)

    def _redraw_now(self) -> None:
        self._is_drawing_soon = False
        self.redraw()

    def draw_rest(self) -> None:
        """Draw the panels that can wait, once all others are on the screen."""
        self._has_rest = True

    def _draw_the_rest(self) -> None:
        self.is_resting = True
        self.redraw()
        self.is_resting = False

    def draw_anew(self) -> None:
        self._forget()
        self.redraw()

    def _forget(self, cache: TableCache | None = None) -> None:
        for panel in (*self._panels, *self._at_right):
            panel.forget()
        self.tables.cache = cache or self.tables.cache
        self._scrolled_for: object = None

    def _scroll_back(self) -> None:
        """Scroll to the top for a new entry."""
        now = (self.model.version, self.model.entry, self.model.is_busy)
        if now != self._scrolled_for:
            self._scrolled_for = now
            for panel in (self.entry, self.last):
                panel.scroll_to(y=0, animate=False, immediate=True)

    @property
    def line_rows(self) -> int:
        return 0 if self.model.line is None else 1

    # Keys and pointing

    def on_key(self, event: events.Key) -> None:
        if self.model.peeked is not None:
            self.model.peeked = None
            self.redraw()
        name, letter = event.key, event.character if event.is_printable else None
        key = "backspace" if name == "ctrl+h" else name if name in ENTRY else letter
        if key is None and not self.model.is_busy:
            key = name  # an action's key may be one that types nothing
        if self.press_in_line(name) if self.model.line is not None else key is not None and self.press(key):
            event.stop()

    def press(self, key: str) -> bool:
        """Give a key to the model; False if it means nothing there."""
        item = None if self.model.menu is None else self.model.menu.item(key)
        if item is not None and item.target.startswith("command:"):
            self._run(item.target.removeprefix("command:"))
            return True
        is_taken = self.model.press(key)
        if is_taken:
            self.redraw()
        return is_taken

    def _run(self, command: str) -> None:
        self.model.go_back()
        self.redraw()
        getattr(self, f"action_{command}")()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self.model.is_entering:
            for letter in event.text[:LONGEST_PASTE].strip().partition("\n")[0]:
                if letter.isprintable():
                    self.model.press(letter)
            self.redraw()

    @on(Lines.Pointed)
    def _point_at(self, event: Lines.Pointed) -> None:
        event.stop()
        what, _, value = event.target.partition(":")
        if what == "command" and self.model.menu is not None:
            self._run(value)
        elif what == "command":
            self.call_later(self.run_action, f"screen.{value}" if hasattr(self, f"action_{value}") else value)
        elif what == "entry":
            open_page(self, "entry", number=int(value))
        elif what == "complete" and isinstance(self.model.state, Typing):
            line = self.model.state.line
            self._box.put(f"{line.text[: line.completion.start]}{value} ")
        elif self.model.line is not None and what == "press":
            self.press_in_line(value)
        elif self.model.point(event.target):
            self.redraw()

    # The line of the notation

    @property
    def _box(self) -> TextBox:
        return self.query_one(TextBox)

    def action_line(self) -> None:
        self.model.messages = ()  # keys named in messages mean something else in a line
        self.model.open_line()
        self.redraw()

    def _show_line(self) -> None:
        box, text = self._box, self.model.line
        if box.display == (text is not None):
            return
        box.display = text is not None
        self.set_focus(self.entry if text is None else box)
        if text is not None:
            box.put(text)

    def _type_line(self, text: str) -> None:
        if self.model.line is not None and text != self.model.line:
            self.model.open_line(text)
            self.redraw()

    def press_in_line(self, key: str) -> bool:
        """Take a key while the line is open; False if the text box takes it."""
        box, model = self._box, self.model
        if key == "enter":
            model.enter_line()
            if model.line is not None:
                box.put(model.line)
            self.redraw()
        elif key == "tab":
            box.put(model.completed_line())
        elif key in ("up", "down"):
            recalled = model.recall(-1 if key == "up" else 1)
            if recalled is not None:
                box.put(recalled)
        elif key == "escape" or (key == "backspace" and not box.value):
            model.close_line()
            self.redraw()
        else:
            return False
        return True

    # Commands

    action_note = _then_redraw(lambda model: model.ask("note"))
    action_by = _then_redraw(TableModel.offer_players)
    action_undo = _then_redraw(lambda model: model.take("undo"))
    action_redo = _then_redraw(lambda model: model.take("redo"))
    action_change = _then_redraw(TableModel.change)
    action_more = _then_redraw(TableModel.offer_more)
    action_roll = _then_redraw(TableModel.offer_rolls)
    action_peek = _then_redraw(TableModel.offer_peek)

    def start(self, verb: str) -> None:
        self.model.start(verb)
        self.redraw()

    def action_page_down(self, way: int = 1) -> None:
        is_entry = self.kind != "wide" or self.model.is_busy or not self.last.rows
        panel: Panel = self.entry if is_entry else self.last
        panel.scroll_relative(y=way * max(1, panel.size.height - 1), animate=False)

    def action_page_up(self) -> None:
        self.action_page_down(-1)

    def action_leave(self) -> None:
        """Go from a what-if back to the game; from the game to where it was opened."""
        if self.model is self.what_if.game:
            self.host.leave_table()
        else:
            self.dismiss()

    def action_what_if(self) -> None:
        """Begin a what-if or go back to it; in the what-if, open the page that compares and adopts."""
        if self.model is self.what_if.game:
            self.host.reuse_screen("what-if", TableScreen).hold(self.what_if.current(), self.tables.cache)
            self.app.push_screen("what-if")
        else:
            open_page(self, "what_if")

    def action_copy_summary(self) -> None:
        """Copy the summary to the clipboard, if the terminal allows it."""
        model = self.what_if.game
        self.app.copy_to_clipboard(summary_text(model.session, model.speaker))
        self.notify(model.speaker.phrase("sharing.copied", key=model.key("table.export")))

    def at_desk(self, do: Callable[[Desk], None]) -> None:
        """Close all pages above the table screen and call `do` with its model."""
        while self.app.screen is not self:
            self.app.pop_screen()
        do(self.model)
        self.redraw()

    # Pages

    action_count = table_pages.open_count
    action_copy_book = page_opener("notes")
    action_tables = page_opener("tables")
    action_history = page_opener("history")
    action_leads = page_opener("leads")
    action_final = page_opener("score_sheet")
    action_evening = page_opener("evening")
    action_set_up = page_opener("set_up")
    action_bg_stats = page_opener("bg_stats")

    def action_receipt(self) -> None:
        for last in self.model.record.steps[-1:]:
            open_page(self, "entry", number=last.number)

    def action_run_sheet(self) -> None:
        if has_run_sheet(self.model.record):
            open_page(self, "run_sheet")

    def action_ties(self) -> None:
        record = self.model.record
        if (usual := record.game.usual_split()) is not None:
            self.host.open_ties(record.table.seats, usual)

    def action_settings(self) -> None:
        self.host.open_page("settings")

    def action_export(self) -> None:
        """Export the game, never a what-if."""
        open_page(self, "export", self.what_if.game)

    def action_phones(self) -> None:
        self.phones.open()
