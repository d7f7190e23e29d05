"""The table: turn, scores, tables, log, and the entry with its preview."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, WidgetPlacement
from textual.layout import Layout as TextualLayout
from textual.scroll_view import ScrollView
from textual.widget import Widget
from textual.widgets import Input

from companion.core.messages import say
from companion.desk.states import Typing
from companion.desk.what_if import WhatIf
from companion.draw.log import log_lines
from companion.draw.page import drawn as drawn_blocks
from companion.draw.scores import score_bars, score_lines
from companion.draw.side import evening_lines, last_receipt_lines, log_rule
from companion.draw.tables import ENDLESS, Arranged, Known, arranged, drawn, frame_of, tables_within
from companion.pages.commands import TABLE, Commands
from companion.pages.what_if import comparison
from companion.report.spans import Line, Span, folded_spans, rule
from companion.tui.draw.command_hints import command_spans
from companion.tui.draw.entry import entry_block, with_more
from companion.tui.draw.heading import heading_lines, phones_spans
from companion.tui.draw.hints import busy_hints, idle_hints
from companion.tui.keymap import bindings_of
from companion.tui.models.table import TableModel
from companion.tui.screens.layout import (
    EDGE,
    EVENING_ROWS,
    LEAST_ENTRY,
    ROOMY_ENTRY,
    Layout,
    entry_height,
    hint_rows,
    layout_of,
    narrow_entry,
)
from companion.tui.screens.table_commands import TableCommands
from companion.tui.widgets.keys import EntryKeys, NotationLine
from companion.tui.widgets.lines import Block, Lines

T = TypeVar("T")
VIEWS = ("scores", "tables", "log")
"""What a narrow screen shows one of."""


class Placing(TextualLayout):
    """Who has no place is not seen."""

    name = "placing"

    def __init__(self) -> None:
        self.regions: dict[str, Region] = {}
        """By the widgets' ids."""

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        return [
            WidgetPlacement(self.regions[one.id], Offset(), Spacing(), one)
            for one in children
            if one.id in self.regions
        ]


class TableScreen(TableCommands):
    CSS_PATH = "table.tcss"
    AUTO_FOCUS = "#entry"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TABLE)
    OWN_COMMANDS: ClassVar[Commands] = TABLE

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self._placing = Placing()
        self._regions: dict[str, Region] = {}
        """Where everything stands, as it is being drawn."""
        self._settled_for: Size | None = None
        self.model = model
        self._what_if = model.what_if or WhatIf(model, model.beside)
        self._view = 0
        self._grown = 0
        self._scrolled_for: tuple[int, object, bool] = (-1, None, False)
        self._known = Known()
        self._kept: dict[str, tuple[object, Any]] = {}

    @property
    def layout(self) -> Placing:
        return self._placing

    def _put(self, name: str, lines: Sequence[Line], place: Region) -> None:
        """Shows a block at its place."""
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

    def is_drawn_for(self, size: Size) -> bool:
        return size == self._settled_for

    def _settle(self) -> None:
        """Moves what has another place than before."""
        self._settled_for = self.size
        if self._regions != self._placing.regions:
            self._placing.regions = self._regions
            self.query_one(Block).refresh(repaint=False, layout=True)  # all of them are arranged anew

    def compose(self) -> ComposeResult:
        for name in ("heading", "tabs", "scores", "tables"):
            yield Block(name)
        yield EntryKeys("entry")
        yield NotationLine(id="line", compact=True, select_on_focus=False)
        yield ScrollView(id="divide")  # for its border; other widgets ask for a layout when they grow
        for name in ("evening", "log", "side", "hints"):
            yield Block(name)

    def on_resize(self, event: events.Resize) -> None:
        self._grown = 0  # and it is drawn, as every screen is

    def on_screen_resume(self) -> None:
        self.redraw()

    def draw_anew(self) -> None:
        self._known, self._kept = Known(), {}
        self.redraw()

    # Drawing

    def redraw(self) -> None:
        self.model.drafts.keep()
        width, height = self.size
        if width < 1 or height < 1 or not self.is_mounted:
            return
        self._show_line()
        layout = layout_of(width, height)
        width -= layout.margin
        self.host.sit_at(self.model.session.table.players, self.model.session.table.colours)
        self._begin_at_the_top()
        phones = phones_spans(self.phones, self.model)
        heading = self._keep(
            "heading",
            (width, self.model.acting, phones),
            lambda: heading_lines(self.model, self.host.zone, width, phones),
        )
        left, self._regions = min(EDGE, layout.margin), {}
        tabs = self._tabs() if layout.kind == "narrow" else []
        self._put("heading", heading, Region(left, 0, width, len(heading)))
        self._put("tabs", tabs, Region(left, len(heading), width, len(tabs)))
        most = hint_rows(width, height)
        before = None if self.model.aim is None else self.model.aim.place
        given = (width, height, self.model.thrown is None, self.model.acting, before)
        idle = self._keep("hints", given, lambda: idle_hints(self.model, width, most))
        hints = busy_hints(self.model, width, most) if self.model.is_busy else idle
        reserved = max(len(idle), min(3, most))  # so no table moves when there are more keys to show
        top = len(heading) + len(tabs)
        middle = Region(left, top, layout.left, max(0, height - top - len(hints)))
        self._put("hints", hints, Region(left, middle.bottom, width, len(hints)))
        if layout.kind == "narrow":
            self._draw_narrow(middle)
        else:
            self._draw_full(layout, middle, reserved - len(hints))
        self._settle()
        self.show_the_end()

    def _with_line(self, column: Region) -> Region:
        """What the line of the notation leaves, which stands below all else."""
        above, below = column.split_horizontal(max(0, column.height - self._line_rows()))
        self._regions |= {"line": below} if below else {}
        return above

    def _begin_at_the_top(self) -> None:
        """What was scrolled for one entry does not hide the beginning of the next, nor of what was booked."""
        version, entry, is_busy = self._scrolled_for
        model = self.model
        if version != model.version or entry is not model.entry or is_busy != model.is_busy:
            self._scrolled_for = (model.version, model.entry, model.is_busy)
            self.query_one("#entry", Block).scroll_to(y=0, animate=False, immediate=True)
            self.query_one("#side", Block).scroll_to(y=0, animate=False, immediate=True)

    def _keep(self, name: str, given: object, draw: Callable[[], T]) -> T:
        """What depends on the session and what is given; worked out again only when that changes."""
        key = (self.model.version, self.model.session.book, given)
        known = self._kept.get(name)
        if known is None or known[0] != key:
            known = key, draw()
            self._kept[name] = known
        found: T = known[1]
        return found

    def _draw_full(self, layout: Layout, middle: Region, gained: int) -> None:
        """`gained` are rows that the keys below do not need now; they go to the entry, so that the tables stay."""
        model, is_wide = self.model, layout.kind == "wide"
        left, body = layout.left, middle.height
        frame = self._keep("frame", (left, is_wide), lambda: frame_of(model, left, is_wide, self._known))
        given = (left, model.peeked)
        scores = self._keep("bars", given, lambda: score_bars(model, left) if is_wide else [])
        scores = scores or self._keep("scores", given, lambda: score_lines(model, left, frame))
        scores = [*scores, ()] if is_wide else scores
        body -= len(scores)
        entry = entry_block(model, left, with_log=not is_wide, known=self._known)
        room = body - gained - (ROOMY_ENTRY if is_wide else LEAST_ENTRY)
        tables = self._keep(
            "tables", (left, room), lambda: arranged(model, left, room, is_wide, self._known, frame)
        )
        wanted = max(len(entry) + self._line_rows(), self._grown)
        self._grown = wanted if model.is_busy else 0
        is_laying_out = not model.is_busy and not model.session.steps
        if is_laying_out and tables.main_height + wanted > body:
            tables = tables.only_named()
        height = max(tables.height, min(room, tables.height + 1))
        stays = max(1, tables.main_height) if model.is_busy or is_laying_out else height
        rows = entry_height(body, wanted, height, stays)
        entry_rows = rows - self._line_rows()
        self._put_below(
            self._with_line(middle),
            ("scores", scores, len(scores)),
            ("tables", drawn(model, tables, left, body - rows), body - rows),
            ("entry", with_more(model, entry, entry_rows, left), entry_rows),
        )
        if layout.right:
            column = Region(self.size.width - EDGE - layout.right, middle.y, layout.right, middle.height)
            self._regions["divide"] = Region(column.x - 2, column.y, 1, column.height)
            self._draw_right(column)

    def _draw_right(self, column: Region) -> None:
        model, width = self.model, column.width
        evening = self._keep("evening", width, lambda: self._above_the_log(width))
        height = column.height - len(evening)
        title = model.speaker.say(say("screen.last-receipt"))
        receipt = self._keep("side", width, lambda: last_receipt_lines(model, width))
        side = [rule(title, "", width), *receipt] if receipt else []
        rows = min(len(side), height * 3 // 5)
        side = with_more(model, side, rows, width)
        room = height - rows
        log = self._keep("log", (width, room), lambda: log_lines(model, width, room))
        log = log or folded_spans(model.speaker.say(say("screen.no-log")), width, "muted")
        self._put_below(column, ("evening", evening, len(evening)), ("log", log, room), ("side", side, rows))

    def _above_the_log(self, width: int) -> list[Line]:
        model = self.model
        if model.what_if is not None:
            compared = drawn_blocks(comparison(model, model.what_if), model, width).lines
            return [*compared, log_rule(model, width)]
        return evening_lines(model, width, EVENING_ROWS)

    def _draw_narrow(self, middle: Region) -> None:
        model, width, body = self.model, middle.width, middle.height
        name = VIEWS[self._view]
        tables = Arranged()
        if name == "scores":
            view = score_lines(model, width)
        elif name == "tables":
            tables = arranged(model, width, ENDLESS, False, self._known, None)
            view = tables_within(model, tables, width, ENDLESS)
        else:
            view = log_lines(model, width, max(1, body))
        entry = entry_block(model, width, with_log=True)
        rows = narrow_entry(body, len(entry) + self._line_rows(), len(view), model.is_busy)
        room = max(0, body - rows)
        if name == "tables":
            view = tables_within(model, tables, width, room)
        rows -= self._line_rows()
        self._put_below(
            self._with_line(middle),
            ("tables", view[-room:] if name == "log" else view, room),
            ("entry", with_more(model, entry, rows, width), rows),
        )

    def _tabs(self) -> list[Line]:
        said = self.model.speaker.say
        spans = []
        for place, name in enumerate(VIEWS):
            look = "chosen" if place == self._view else "muted"
            spans += [Span(f" {said(say(f'screen.view.{name}'))} ", look, f"view:{place}"), Span(" ")]
        (command,) = (one for one in TABLE if one.action == "next_view")
        return [(*spans, *command_spans((command,), self.host.keys, self.model.speaker)[0])]

    def _line_rows(self) -> int:
        return 0 if self.model.line is None else 1

    # Keys, pointing, commands

    def press(self, key: str) -> bool:
        """Gives a key to the table; False where it means nothing there."""
        item = None if self.model.menu is None else self.model.menu.item(key)
        if item is not None and item.target.startswith("command:"):
            self._run(item.target.removeprefix("command:"))
            return True
        is_taken = self.model.press(key)
        if is_taken:
            self.redraw()
        return is_taken

    def _run(self, command: str) -> None:
        """A command that was chosen in a menu."""
        self.model.go_back()
        self.redraw()
        getattr(self, f"action_{command}")()

    def command(self, key: str) -> bool:
        """Does what a key of the table means. At once, so that keys which came meanwhile find it done."""
        found = self.active_bindings.get(key)
        if found is None or found.node is not self or not hasattr(self, f"action_{found.binding.action}"):
            return False
        getattr(self, f"action_{found.binding.action}")()
        return True

    def type_ahead(self, key: str, letter: str | None) -> bool:
        """Keys of the line of the notation; those that came before a page opened mean nothing."""
        if self.app.screen is not self:
            return True
        return self.model.line is not None and self.query_one(NotationLine).take(key, letter)

    def paste(self, text: str) -> None:
        """Text put into the answer that is being typed."""
        if self.model.is_entering:
            for letter in text.strip().partition("\n")[0]:
                if letter.isprintable():
                    self.model.press(letter)
            self.redraw()

    def cover(self) -> None:
        """Puts away the balance that somebody looked at."""
        if self.model.peeked is not None:
            self.model.peeked = None
            self.redraw()

    def start(self, verb: str) -> None:
        """Begins an action of the game."""
        self.model.start(verb)
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
            self.open_receipt(int(value))
        elif what == "view":
            self._view = int(value)
            self.redraw()
        elif what == "complete":
            self._complete_with(value)
        elif self.model.line is not None and what == "press":
            self.query_one(NotationLine).meant(value)
        elif self.model.point(event.target):
            self.redraw()

    def action_next_view(self) -> None:
        self._view = (self._view + 1) % len(VIEWS)
        self.redraw()

    def action_leave(self) -> None:
        """From a what-if back to the game; from the game to where it was opened."""
        if self.model is self._what_if.game:
            self.host.leave_table()
        else:
            self.dismiss()

    # What if

    def action_what_if(self) -> None:
        """Begins a what-if, or goes back to it; from there to the page that compares, adopts and drops."""
        if self.model is self._what_if.game:
            self.app.push_screen(TableScreen(self._what_if.current()))
        else:
            self.open_page("what_if")

    def action_page_down(self) -> None:
        self._scroll_entry(1)

    def action_page_up(self) -> None:
        self._scroll_entry(-1)

    def _scroll_entry(self, way: int) -> None:
        is_log_shown = "side" in self._regions and not self.model.is_busy
        block = self.query_one("#side" if is_log_shown else "#entry", Block)
        block.scroll_relative(y=way * max(1, block.size.height - 1), animate=False)

    # The line of the notation

    def action_line(self) -> None:
        self.model.said = ()  # its keys would mean something else in a line
        self.open_line("")

    def open_line(self, text: str) -> None:
        """Opens the line of the notation, with something in it."""
        self.model.open_line(text)
        self.redraw()
        self.query_one(NotationLine).put(text)

    def close_line(self) -> None:
        """Back to the keys; the entry that was unfinished before is still there."""
        self.model.close_line()
        self.redraw()

    def _show_line(self) -> None:
        """Shows or hides the box of the line, with what the table has in it."""
        box, text = self.query_one(NotationLine), self.model.line
        if box.display == (text is not None):
            return
        box.display = text is not None
        if text is None:
            self.query_one("#entry").focus()
        else:
            box.put(text)

    @on(Input.Changed, "#line")
    def _typed(self, event: Input.Changed) -> None:
        if self.model.line is not None and event.value != self.model.line:
            self.model.open_line(event.value)
            self.redraw()

    def enter_line(self) -> None:
        self.model.open_line(self.query_one(NotationLine).value)
        self.model.enter_line()
        self.redraw()

    def _complete_with(self, text: str) -> None:
        if isinstance(self.model.state, Typing):
            line = self.model.state.line
            self.query_one(NotationLine).put(f"{line.text[: line.completion.start]}{text} ")
