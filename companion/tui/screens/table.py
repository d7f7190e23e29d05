"""The table: turn, scores, tables, log, and the entry with its preview; its keys, and the pages opened from it.

A page is imported when it is first opened, so that the table is there at once.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, WidgetPlacement
from textual.layout import Layout as TextualLayout
from textual.scroll_view import ScrollView
from textual.widget import Widget

from companion.core.messages import say
from companion.desk.desk import Desk
from companion.desk.states import Entering, Typing
from companion.desk.what_if import WhatIf
from companion.draw.log import last_entry, log_lines
from companion.draw.page import drawn as drawn_blocks
from companion.draw.page import evening_lines
from companion.draw.projection import projection_lines
from companion.draw.scores import score_lines
from companion.draw.tables import Known, arranged, drawn, frame_of
from companion.pages.commands import TABLE, Commands
from companion.pages.effects import link
from companion.pages.run_sheet import has_run_sheet
from companion.pages.view import SessionView
from companion.pages.what_if import comparison
from companion.report.drawing import Frame
from companion.report.export.summary import summary_text
from companion.report.spans import Key, Line, rule
from companion.tui.draw.entry import entry_block, with_more
from companion.tui.draw.heading import heading_lines, phones_spans
from companion.tui.draw.hints import busy_hints, idle_hints
from companion.tui.keymap import ENTRY, bindings_of, shown
from companion.tui.models.table import TableModel
from companion.tui.screens import layout as layouts
from companion.tui.screens.base import AppScreen
from companion.tui.screens.page_screen import PageScreen
from companion.tui.widgets.lines import Block, Lines
from companion.tui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from companion.desk.phones import Ask, Phones
    from companion.pages.blocks import Block as PageBlock
    from companion.pages.help import HelpView
    from companion.session.reconciling import Reconciling
    from companion.tui.models.count import CountModel

T = TypeVar("T")
LONGEST_PASTE = 200


class Placing(TextualLayout):
    """Widgets without a region are not shown."""

    name = "placing"

    def __init__(self) -> None:
        self.regions: dict[str, Region] = {}
        """By the widgets' ids."""

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        places = [(self.regions[one.id], one) for one in children if one.id in self.regions]
        return [WidgetPlacement(region, Offset(), Spacing(), one) for region, one in places]


def _drawn(command: Callable[[TableModel], None]) -> Callable[["TableScreen"], None]:
    """A command of the model as an action of the screen, which is redrawn afterwards."""

    def action(screen: "TableScreen") -> None:
        command(screen.model)
        screen.redraw()

    return action


def _opening(page: str) -> Callable[["TableScreen"], None]:
    return lambda screen: screen.open_page(page)


class TableScreen(AppScreen):
    AUTO_FOCUS = "#entry"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TABLE)

    def __init__(self) -> None:
        super().__init__()
        self._placing = Placing()
        self._regions: dict[str, Region] = {}
        """Where each block goes in the drawing that is under way."""
        self._settled_for: Size | None = None
        self.phones: Phones | None = None
        self._asked: frozenset[Ask] = frozenset()
        """Requests for a seat that were reported already."""

    def hold(self, model: TableModel, known: Known | None = None) -> None:
        """Take a table; the next time that the screen is shown it shows that one."""
        self.model = model
        self._what_if = model.what_if or WhatIf(model, model.beside)
        self._grown = 0
        self._scrolled_for: tuple[int, object, bool] = (-1, None, False)
        self._known = known or Known()
        self._kept: dict[str, tuple[tuple[object, ...], Any]] = {}
        self._has_more = self._is_resting = False
        self._counting: CountModel | None = None
        """The last count, kept until something is entered."""
        self._is_end_shown = False

    @property
    def own_commands(self) -> Commands:
        return self.model.commands

    @property
    def layout(self) -> Placing:
        return self._placing

    def compose(self) -> ComposeResult:
        for name in ("heading", "scores", "tables"):
            yield Block(name)
        entry = Block("entry")
        entry.can_focus = True
        yield entry
        yield TextBox("line", self._type_line, lambda: self.model.tell([say("screen.first-line")]))
        yield ScrollView(id="divide")  # for its border; other widgets ask for a layout when they grow
        for name in ("evening", "log", "side", "hints"):
            yield Block(name)

    def on_mount(self) -> None:
        if self.host.follows_every is not None and self.model.what_if is None:
            self.set_interval(self.host.follows_every, self.follow)

    def on_unmount(self) -> None:
        if self.phones is not None:
            self.phones.stop()

    def on_resize(self, event: events.Resize) -> None:
        self._grown = 0
        if event.size == self._settled_for:
            event.prevent_default()  # else it is drawn, as every screen is

    def on_screen_resume(self) -> None:
        self.redraw()

    def draw_anew(self) -> None:
        self._known, self._kept = Known(), {}
        self.redraw()

    def follow(self) -> None:
        """Show what other programs did to the session, on the table and pages over it; tables below wait."""
        stack = self.app.screen_stack
        if self.model.follow() and self in stack:
            for screen in stack[stack.index(self) :]:
                is_drawn = screen is stack[-1] or not isinstance(screen, TableScreen)
                if isinstance(screen, AppScreen) and is_drawn:
                    screen.show_news()

    def helped(self, view: "HelpView") -> "list[PageBlock]":
        from companion.pages.help import table_help

        return table_help(view, self.model, self.model.verb_keys)

    # Drawing

    def redraw(self) -> None:
        self.model.drafts.keep()
        width, height = self.size
        if width < 1 or height < 1 or not self.is_mounted:
            return
        self._show_line()
        layout = layouts.layout_of(width, height)
        width -= layout.margin
        self.host.sit_at(self.model.session.table.players, self.model.session.table.hues)
        now = (self.model.version, self.model.entry, self.model.is_busy)
        if now != self._scrolled_for:  # what was scrolled for one entry hides nothing of the next
            self._scrolled_for = now
            for name in ("#entry", "#side"):
                self.query_one(name, Block).scroll_to(y=0, animate=False, immediate=True)
        model, phones = self.model, phones_spans(self.phones, self.model)
        given: object = (width, model.acting, phones, model.help_key)
        heading = self._keep("heading", given, lambda: heading_lines(model, self.host.zone, width, phones))
        left, self._regions = min(layouts.EDGE, layout.margin), {}
        self._put("heading", heading, Region(left, 0, width, len(heading)))
        before = None if model.aim is None else model.aim.place
        given = (width, model.acting, before)
        rows = layout.key_rows
        hints = busy_hints(model, width, rows) if model.is_busy else None
        hints = hints or self._keep("hints", given, lambda: idle_hints(model, width, rows))
        top = len(heading) + (layout.kind != "narrow")
        middle = Region(left, top, layout.left, max(0, height - top - rows))
        self._put("hints", hints, Region(left, middle.bottom, width, rows))
        self._draw_middle(layout, middle)
        self._settled_for = self.size
        if self._regions != self._placing.regions:
            self._placing.regions = self._regions
            self.query_one(Block).refresh(repaint=False, layout=True)  # arranges all of them
        if self._has_more:
            self._has_more = False
            self.call_after_refresh(self._draw_the_rest)
        self._show_the_end()

    def _put(self, name: str, lines: Sequence[Line], place: Region) -> None:
        self.query_one(f"#{name}", Block).show(lines, self.host.palette)
        if place:
            self._regions[name] = place

    def _put_below(self, column: Region, *blocks: tuple[str, Sequence[Line], int]) -> None:
        """Blocks one below the other in some rows each, as far as there is room."""
        y = column.y
        for name, lines, rows in blocks:
            height = max(0, min(rows, column.bottom - y))
            self._put(name, lines, Region(column.x, y, column.width, height))
            y += height

    def _keep(self, name: str, given: object, draw: Callable[[], T], waits: bool = False) -> T:
        """What depends on the session and what is given; worked out again only when that changes.

        What waits is shown as it was until all else is on the screen.
        """
        key = (given, self.model.version, self.model.session.book)
        known = self._kept.get(name)
        if waits and known is not None and known[0][0] == given and known[0] != key and not self._is_resting:
            self._has_more = True
        elif known is None or known[0] != key:
            known = self._kept[name] = key, draw()
        found: T = known[1]
        return found

    def _draw_the_rest(self) -> None:
        self._is_resting = True
        self.redraw()
        self._is_resting = False

    def _draw_middle(self, layout: layouts.Layout, middle: Region) -> None:
        model, is_wide = self.model, layout.kind == "wide"
        left, body = layout.left, middle.height
        frame = self._keep("frame", (left, is_wide), lambda: frame_of(model, left, is_wide, self._known))
        scores = self._scores(left, frame, is_wide)
        body -= len(scores)
        ahead = (
            self._keep("ahead", left, lambda: projection_lines(model, left, self._known), True)
            if is_wide
            else None
        )
        entry = entry_block(model, left, ahead)
        room = body - layouts.ENTRY_ROWS[layout.kind]
        seen = model.seen_after
        arrange = partial(arranged, seen, left, room, is_wide, self._known, frame)
        tables = self._keep("tables", (left, room, seen.session.record), arrange)
        wanted = max(len(entry) + self._line_rows, self._grown)
        self._grown = wanted if model.is_busy else 0
        is_laying_out = not model.is_busy and not model.session.steps
        if is_laying_out and tables.main_height + wanted > body:
            tables = tables.only_named()
        height = max(tables.height, min(room, tables.height + 1))
        is_needed = model.is_busy or is_laying_out or bool(model.said) or layout.kind == "small"
        stays = max(1, tables.main_height) if is_needed else height
        rows = layouts.entry_height(body, wanted, height, stays)
        entry_rows = rows - self._line_rows
        if entry_rows > len(entry) and isinstance(model.state, Entering | Typing):
            fuller = entry_block(model, left, ahead, entry_rows - len(entry))
            entry = fuller if len(fuller) <= entry_rows else entry
        above, line = middle.split_horizontal(max(0, middle.height - self._line_rows))
        self._regions |= {"line": line} if line else {}  # of the notation, which stands below all else
        self._put_below(
            above,
            ("scores", scores, len(scores)),
            ("tables", drawn(model, tables, left, body - rows), body - rows),
            ("entry", with_more(model, entry, entry_rows, left), entry_rows),
        )
        if layout.right:
            column = Region(
                self.size.width - layouts.EDGE - layout.right, middle.y, layout.right, middle.height
            )
            self._regions["divide"] = Region(column.x - 2, column.y, 1, column.height)
            self._draw_right(column)

    def _draw_right(self, column: Region) -> None:
        model, width = self.model, column.width
        evening = self._keep(
            "evening", (width, self._what_if.is_behind), lambda: self._above_the_log(width), True
        )
        last = self._keep("side", width, lambda: last_entry(model, width))
        side = [*last.title, *last.why, *last.also, ()] if model.session.steps else []
        height = column.height - len(evening)
        rows = min(len(side), height)
        room = height - rows
        log = self._keep("log", (width, room), lambda: log_lines(model, width, max(0, room - 1)), True)
        log = [rule(model.speaker.phrase("screen.log"), "", width), *log] if log else []
        side = with_more(model, side, rows, width)
        self._put_below(column, ("evening", evening, len(evening)), ("side", side, rows), ("log", log, room))

    def _above_the_log(self, width: int) -> list[Line]:
        model = self.model
        if model.what_if is not None:
            return drawn_blocks(comparison(model, model.what_if), model, width).lines
        return evening_lines(model, width, layouts.EVENING_ROWS)

    def _scores(self, width: int, frame: Frame | None, is_wide: bool) -> list[Line]:
        """With the entry that is being made, where that can be; always as many rows."""
        model = self.model
        given = (width, model.peeked)
        now = self._keep("scores", given, lambda: score_lines(model, width, frame, None, is_wide))
        if model.record_after is not None:
            then = score_lines(model, width, frame, model.record_after, is_wide)
            now = [*then, *[()] * (len(now) - len(then))]
        title = model.speaker.phrase("screen.view.scores")
        return [rule(title, "", width), *now, ()] if is_wide else now

    @property
    def _line_rows(self) -> int:
        return 0 if self.model.line is None else 1

    # Keys and pointing

    def on_key(self, event: events.Key) -> None:
        if self.model.peeked is not None:
            self.model.peeked = None
            self.redraw()
        name, letter = event.key, event.character if event.is_printable else None
        key = "backspace" if name == "ctrl+h" else name if name in ENTRY else letter
        if key is None and not self.model.is_busy:
            key = name  # an action may have been given a key that types nothing
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
        """Run a command that was chosen in a menu."""
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
    def _pointed(self, event: Lines.Pointed) -> None:
        event.stop()
        what, _, value = event.target.partition(":")
        if what == "command" and self.model.menu is not None:
            self._run(value)
        elif what == "command":
            self.call_later(self.run_action, f"screen.{value}" if hasattr(self, f"action_{value}") else value)
        elif what == "entry":
            self.open_page("entry", number=int(value))
        elif what == "complete" and isinstance(self.model.state, Typing):
            line = self.model.state.line
            self._box.put(f"{line.text[: line.completion.start]}{value} ")
        elif self.model.line is not None and what == "press":
            self.press_in_line(value)
        elif self.model.point(event.target):
            self.redraw()

    # The line of the notation

    def action_line(self) -> None:
        self.model.said = ()  # its keys would mean something else in a line
        self.model.open_line()
        self.redraw()

    @property
    def _box(self) -> TextBox:
        return self.query_one(TextBox)

    def _show_line(self) -> None:
        box, text = self._box, self.model.line
        if box.display == (text is not None):
            return
        box.display = text is not None
        self.set_focus(self.query_one("#entry") if text is None else box)
        if text is not None:
            box.put(text)

    def _type_line(self, text: str) -> None:
        if self.model.line is not None and text != self.model.line:
            self.model.open_line(text)
            self.redraw()

    def press_in_line(self, key: str) -> bool:
        """Take a key while the line is open; False if it is for the text box."""
        box, model = self._box, self.model
        if key == "enter":
            model.enter_line()
            if model.line is not None:
                box.put(model.line)
            self.redraw()
        elif key == "tab":
            box.put(model.completed())
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

    action_note = _drawn(lambda model: model.ask("note"))
    action_by = _drawn(TableModel.offer_players)
    action_undo = _drawn(lambda model: model.take("undo"))
    action_redo = _drawn(lambda model: model.take("redo"))
    action_change = _drawn(TableModel.change)
    action_more = _drawn(TableModel.offer_more)
    action_roll = _drawn(TableModel.offer_rolls)
    action_peek = _drawn(TableModel.offer_peek)

    def start(self, verb: str) -> None:
        self.model.start(verb)
        self.redraw()

    def action_page_down(self, way: int = 1) -> None:
        is_log_shown = "side" in self._regions and not self.model.is_busy
        block = self.query_one("#side" if is_log_shown else "#entry", Block)
        block.scroll_relative(y=way * max(1, block.size.height - 1), animate=False)

    def action_page_up(self) -> None:
        self.action_page_down(-1)

    def action_leave(self) -> None:
        """From a what-if back to the game; from the game to where it was opened."""
        if self.model is self._what_if.game:
            self.host.leave_table()
        else:
            self.dismiss()

    def action_what_if(self) -> None:
        """Begin a what-if, or go back to it; from there to the page that compares, adopts and drops."""
        if self.model is self._what_if.game:
            self.host.show_what_if(self._what_if.current(), self._known)
        else:
            self.open_page("what_if")

    def action_copy_summary(self) -> None:
        """The summary into the clipboard, through the terminal, which may not allow it."""
        model = self._what_if.game
        self.app.copy_to_clipboard(summary_text(model.session, model.speaker))
        self.notify(model.speaker.phrase("sharing.copied", key=model.key("table.export")))

    # Pages

    def view_of(self, model: TableModel) -> SessionView:
        """The session on a table, for pages over it."""
        host = self.host
        view = SessionView(model.session, model.speaker, model.key, host.zone, host, model.step_lines)
        view.what_if = model.what_if
        if self.phones is not None:
            view.phones = self.phones
        return view

    def open_page(self, page: str, **args: Key) -> None:
        self.host.show_page(self.view_of(self.model), link(page, **args), self)

    action_copy_book = _opening("notes")
    action_tables = _opening("tables")
    action_history = _opening("history")
    action_leads = _opening("leads")
    action_final = _opening("score_sheet")
    action_evening = _opening("evening")
    action_set_up = _opening("set_up")

    def action_settings(self) -> None:
        self.host.open_page("settings")

    def action_export(self) -> None:
        """Of the game itself: a what-if is not for others."""
        self.host.show_page(self.view_of(self._what_if.game), link("export"), self)

    def action_receipt(self) -> None:
        steps = self.model.session.steps
        if steps:
            self.open_page("entry", number=steps[-1].number)

    def action_run_sheet(self) -> None:
        if has_run_sheet(self.view_of(self.model)):
            self.open_page("run_sheet")

    def at_desk(self, do: Callable[[Desk], None]) -> None:
        """Close all pages over the table and do something there."""
        while self.app.screen is not self:
            self.app.pop_screen()
        do(self.model)
        self.redraw()

    def _show_the_end(self) -> None:
        """Open the score sheet once the game is over, and again if it is undone and ends once more."""
        is_over = self.model.session.is_over and self.model.what_if is None
        if is_over and not self._is_end_shown and not self.model.is_busy:
            self._is_end_shown = True
            self.open_page("score_sheet")
        elif not is_over:
            self._is_end_shown = False

    def action_ties(self) -> None:
        from companion.tui.screens.ties import open_ties

        session, usual = self.model.session, self.model.session.game.usual_split()
        if usual is not None:
            open_ties(self, self.model.speaker, session.table.seats, usual)

    def action_count(self) -> None:
        from companion.session.reconciling import reconciling
        from companion.tui.models.count import CountModel
        from companion.tui.screens.count import CountPage

        session, counting = self.model.session, self._counting
        if counting is None or counting.source.known.record is not session.record:
            reason = self.model.speaker.phrase("screen.count-reason")
            known = reconciling(session.record, session.book, self.model.speaker.lexicon)
            counting = CountModel(known, reason)
        elif counting.is_at_end or counting.result == "agrees":  # there digits would be a reason
            counting.press("home")
        self._counting, counting.is_done = counting, False
        self.app.push_screen(CountPage(counting, self.model, self._counted))

    def _counted(self, plan: "Reconciling", is_done: bool) -> None:
        """Offer to correct what differs."""
        if is_done and self._counting is not None:
            self.model.offer(plan.recount(self._counting.reason))
            self.redraw()

    # Phones

    def action_phones(self) -> None:
        """Their page; where they are not at the table yet, the program that serves them is started."""
        from companion.desk.phones import Phones, Process

        model = self.model
        if model.what_if is not None or model.mark is not None:
            self.host.complain(say("phones.not-here"))
            return
        if self.phones is None:
            after, starting = self.app.call_later, self.host.starting or Process
            self.phones = Phones(model.session.path, self._phones_changed, after, starting)
        if not self.phones.is_on:
            self.phones.start(self.host.language)
        self.open_page("phones")

    def _phones_changed(self) -> None:
        """Says at once who asks for something, and why nobody is served any more, on whatever page that is."""
        if self.phones is None:
            return
        served, top = self.phones.served, self.app.screen
        asks = frozenset(served.asks if served else ())
        key = shown(self.host.keys["table.phones"], self.model.speaker)
        fresh = asks - self._asked
        keys = {one: "phones.asks-entry-at-table" if one.entry else "phones.asks-at-table" for one in fresh}
        told = [say(keys[one], **one._asdict(), key=key) for one in fresh]
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
                self.host.complain(one)
