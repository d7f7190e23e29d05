"""The table screen: panels that show the session and the entry, and the commands."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from companion.core.messages import say
from companion.desk.following import follow
from companion.desk.unfinished import keep_draft
from companion.pages.commands import BY_ID, TABLE, Commands
from companion.pages.games import has_board_notes
from companion.pages.help import HelpView, table_help
from companion.pages.page import Block
from companion.report.spans import folded_spans
from companion.tui.models.table import COMMANDS_TOO, ENTRY, PEOPLE, TableModel
from companion.tui.screens.app_screen import KINDS, AppScreen, bindings_of
from companion.tui.screens.table_pages import TablePages
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.table_panels import TablePanels

LONGEST_PASTE = 200


def _then_redraw(command: Callable[[TableModel], object]) -> Callable[["TableScreen"], None]:
    """Make a screen action from a command of the model; it redraws afterwards."""

    def action(screen: "TableScreen") -> None:
        command(screen.model)
        screen.redraw()

    return action


class TableScreen(TablePages):
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TABLE)

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self.model = model
        self.panels, self.enlarge = TablePanels(self, model, lambda: self.phones), Lines("enlarge")
        self._leaves_at = len(model.record.blocks)

    @property
    def own_commands(self) -> Commands:
        return self.model.commands

    def compose(self) -> ComposeResult:
        self._take_size()
        panels = self.panels
        yield self.enlarge
        yield panels.turn
        with Horizontal(id="middle"):
            with panels.left:
                yield from (panels.scores, panels.tables, panels.entry)
            with panels.right:
                yield from (panels.chart, panels.log)
        yield panels.keys

    def on_mount(self) -> None:
        if self.phones is not None:  # they came along from the table before
            self.phones.changed = self._tell_of_phones
        if self.host.follows_every is not None:
            self.set_interval(self.host.follows_every, self.follow)

    def on_unmount(self) -> None:
        if self.phones is not None:
            self.phones.stop()

    def on_screen_resume(self) -> None:
        self.redraw()

    def follow(self) -> None:
        """Show other programs' entries on this screen and pages above; covered table screens wait."""
        stack = self.app.screen_stack
        if follow(self.model) and self in stack:
            for screen in stack[stack.index(self) :]:
                is_drawn = screen is stack[-1] or not isinstance(screen, TableScreen)
                if isinstance(screen, AppScreen) and is_drawn:
                    screen.show_news()

    def further_commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        model, keys = self.model, self.model.verb_keys
        covered = {*COMMANDS_TOO, *(PEOPLE if model.aim is None else ())}
        for verb in model.session.context().possible_verbs:
            if verb.name not in covered:
                yield model.speaker.verb(verb.name), keys[verb.name], partial(self.start, verb.name)
        settings = model.speaker.say(BY_ID["start.settings"].label)
        yield settings, "", partial(self.host.open_page, "settings")
        if has_board_notes(model.record.game):
            yield model.speaker.phrase("games.notes"), "", partial(self.open_page, "games", tab="notes")

    def help_blocks(self, view: HelpView) -> list[Block]:
        return table_help(view, self.model, self.model.verb_keys)

    # Drawing

    def on_resize(self, event: events.Resize) -> None:
        self._take_size()
        self.panels.grown = 0
        self.call_after_refresh(self.redraw)

    def _take_size(self) -> None:
        """Set the size class. Textual's own breakpoints apply only after the first layout."""
        for kind in KINDS:
            self.set_class(kind == self.kind, kind)

    def redraw(self, is_late: bool = False) -> None:
        if self.kind == "tiny":
            text = self.model.speaker.phrase("screen.enlarge", key=self.model.key("table.phones"))
            self.enlarge.show(folded_spans(text, self.app.size.width), self.host.palette)
        if self.kind == "tiny" or not self.is_mounted or not self.panels.left.size:
            return
        table = self.model.record.roster
        self.host.set_players(table.players, table.screen_colours)
        has_rest = self.panels.draw(is_late)
        keep_draft(self.model)  # not before: what can't be drawn would stop the next start too
        if has_rest:
            self.call_after_refresh(self.redraw, True)
        self.open_at_end()
        self.open_grid()
        self.open_page_after()

    @on(Lines.Resized)
    def _fit(self) -> None:
        if not self.panels.fit:
            self.redraw()

    def draw_anew(self) -> None:
        self.panels.forget()
        self.redraw()

    # Keys and pointing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a window too small to see the entry, allow only what shows another screen."""
        can_see = self.kind != "tiny" or action in ("phones", "leave")
        return can_see and super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        if self.kind == "tiny":
            return
        was_fresh = self.panels.take_key()
        if self.model.peeked is not None:
            self.model.peeked = None
            self.redraw()
        name, letter = event.key, event.character if event.is_printable else None
        key = "backspace" if name == "ctrl+h" else name if name in ENTRY else letter
        if key is not None and self.press(key):
            event.stop()
        elif was_fresh:
            self.redraw()

    def press(self, key: str) -> bool:
        item = None if self.model.menu is None else self.model.menu.item(key)
        if item is not None and item.target.what == "command":
            self._run(item.target.value)
            return True
        if key == "backspace" and self.reopen_count():
            return True
        is_taken = self.model.press(key)
        if self.model.is_entering and self.model.form.problem is not None and key != "enter":
            self.app.bell()
        if is_taken:
            self.redraw()
        elif key == "escape" and self.model.mark is not None:
            self._leave_copy()
        return is_taken

    def _leave_copy(self) -> None:
        """Leave an example or a what-if. If entries were tried, the first Esc says that they go."""
        count = len(self.model.record.blocks)
        if count == self._leaves_at:
            self.action_leave()
            return
        self._leaves_at = count
        self.model.sayings.tell_only(say("screen.drops-tried", key=self.model.speaker.key("escape")), "warn")
        self.redraw()

    def _run(self, action: str) -> None:
        """Do an action of the menu, which closes, or of a hint."""
        if self.model.menu is not None and hasattr(self, f"action_{action}"):
            self.model.go_back()
            self.redraw()
        self.do_action(action)

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
        what, value = event.target
        if what == "command":
            self._run(value)
        elif what == "entry":
            self.open_page("entry", number=value)
        elif self.model.point(event.target):
            self.redraw()

    # Commands

    action_by = _then_redraw(TableModel.offer_players)
    action_undo = _then_redraw(lambda model: model.take("undo"))
    action_redo = _then_redraw(lambda model: model.take("redo"))
    action_change = _then_redraw(TableModel.change)
    action_more = _then_redraw(TableModel.offer_more)
    action_peek = _then_redraw(TableModel.offer_peek)
    action_adjust = _then_redraw(lambda model: model.start("adjust"))
    action_remark = _then_redraw(lambda model: model.start("remark"))

    def start(self, verb: str) -> None:
        self.model.start(verb)
        self.redraw()

    def action_page_down(self, way: int = 1) -> None:
        panels = self.panels
        is_entry = self.kind != "wide" or self.model.is_busy or not panels.log.height
        panel = panels.entry if is_entry else panels.log
        panel.scroll_relative(y=way * max(1, panel.size.height - 1), animate=False)

    def action_page_up(self) -> None:
        self.action_page_down(-1)

    def action_leave(self) -> None:
        self.host.leave_table()

    def action_what_if(self) -> None:
        self.host.open_what_if(self.model.session)

    # Pages

    def action_entries(self) -> None:
        self.open_page("entries")

    def action_scores(self) -> None:
        self.open_page("scores")

    def action_tables(self) -> None:
        self.open_page("tables", set_up=int(not self.model.record.steps))

    def action_share(self) -> None:
        """Share the game, never a what-if."""
        self.open_page("share", self.host.tables[0])
