"""The screen that shows any page: it holds an address and a mark, and runs the page's commands."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.draw.terminal import draw_blocks, text_room
from companion.pages import effects, make_page
from companion.pages.commands import BY_ID, LINE, PAGE, Command, Commands
from companion.pages.effects import AskLine, CallHere, Effect, Find, Link, ReplacePage
from companion.pages.page import CHOOSING, AsOf, Beside, Block, Page, Row, RowList, SheetBlock, TableBlock
from companion.pages.view import View
from companion.report.spans import (
    Key,
    Line,
    MarkedLines,
    Paragraph,
    Span,
    indented,
    on_plane,
    span_width,
    text,
    wrap,
)
from companion.storage.errors import FileError
from companion.tui.draw.page_frame import (
    common_commands,
    has_closing,
    hints,
    line_hints,
    notice_lines,
    title_lines,
)
from companion.tui.screens.app_screen import AppScreen, ScreenBelow, bindings_of
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.page_rows import PageRows, TextBox

if TYPE_CHECKING:
    from companion.pages.help import HelpView

END_FINDING = ("escape", "enter", "up", "down")
_MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}
_SIDES = {"left": -1, "right": 1}
_TURNS = {**_SIDES, "tab": 1, "shift+tab": -1}
SCROLLBAR, GAPS, EDGES = 1, 2, 2
UNMARKED = -1, 0
"""The cell of a score sheet before an arrow is pressed."""
LONGEST_PASTE = 400
LEAST_AS_OF, LONGEST_TABLE = 6, 11


def as_of_height(room: int) -> int:
    """Rows of the earlier game below its history: half, or enough for title, turn and scores if no table fits."""
    return room // 2 if room // 2 > LEAST_AS_OF + LONGEST_TABLE else max(0, min(LEAST_AS_OF, room - 4))


class PageScreen(AppScreen):
    AUTO_FOCUS = "#content"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PAGE)
    share = 0.6
    """The part of a wide screen that the rows take, with something beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.head, self.foot, self.beside = Lines("title"), Lines("hints"), Lines("beside")
        self.content, self.box = PageRows("content"), TextBox("typed", self._type)

    def hold(self, view: View, link: Link, below: ScreenBelow | None = None) -> None:
        self.view, self.below = view, below
        self.marked: Key | None = None
        self._cell = UNMARKED
        """The marked row and column of a score sheet."""
        self._figure: tuple[str, str] | None = None
        """The player and the row of the marked figure; None before the sheet is drawn."""
        self.content.drawn = MarkedLines([], {})
        self.typing: Find | AskLine | None = None
        """What the text box is for; None while it is hidden."""
        self.view.refresh()
        self._make(link)
        self.notice: Sequence[Paragraph] | Message | CallHere | None = None
        """What is told above the rows; an effect asks before it is run."""
        self._digits = ""

    def compose(self) -> ComposeResult:
        yield self.head
        yield self.box
        with Container(id="both"):
            yield self.content
            yield self.beside
        yield self.foot

    def on_mount(self) -> None:
        self.watch(self.content, "scroll_y", self._show_more_soon, init=False)

    def on_screen_resume(self) -> None:
        if self._room is not None:
            self.view.refresh()
            self.remake()
            return
        self._show_box(None)
        self.content.scroll_to_top()
        self.redraw()  # the page was made just now

    def on_screen_suspend(self) -> None:
        super().on_screen_suspend()
        self.notice = None

    def on_unmount(self) -> None:
        self.view.release()

    # The page

    @property
    def rows(self) -> dict[Key | None, Row]:
        rows: dict[Key | None, Row] = {}
        for block in self.page.blocks:
            if isinstance(block, RowList):
                rows |= {row.key: row for row in block.rows if row.key != ""}
            elif isinstance(block, TableBlock):
                rows |= {key: Row((), key, opens) for key, opens in block.opens.items()}
        return rows

    def sessions_read(self) -> None:
        if self.page.is_unfinished:
            self.remake()

    def _make(self, link: Link) -> None:
        """Make a page. The mark stays at its row unless the view sets another."""
        self.link = link
        self._room: tuple[int, int] | None = None
        """The width and height the page was drawn for; None before that."""
        if isinstance(self.typing, AskLine):
            self._ask(self.typing)
            return
        page = make_page(self.view, link)
        if self.typing is not None:
            title = self.view.word("screen.finding", what=page.title, words="").rstrip()
            page = replace(page, title=title, finds="", tabs=(), head=())
        self.page = page
        rows, mark, self.view.mark = list(self.rows), self.view.mark, ""
        if mark in rows:
            self.marked = mark
        elif self.marked not in rows and self.page.marked is not None:
            self.marked = self.page.marked
        if self.marked not in rows:
            before = self.content.keys
            place = before.index(self.marked) if self.marked in before else 0
            self.marked = rows[min(place, len(rows) - 1)] if rows else None

    def remake(self, link: Link | None = None) -> None:
        self._make(link or self.link)
        self.redraw()

    def _show_more_soon(self) -> None:
        self.call_after_refresh(self._show_more)

    def _show_more(self) -> None:
        """Draw more rows if less than a screen of those that are drawn lies below what is in sight."""
        if self.page.more is None or not self.is_current:
            return
        drawn, link = self.page.more
        end, _ = list(self.content.drawn.rows.values())[drawn]
        if end < self.content.scroll_offset.y + 2 * self.content.size.height:
            self.remake(link)

    def show_news(self) -> None:
        self.notice = None
        self.remake()

    def draw_anew(self) -> None:
        self.view.speaker.speak(self.host.config.language)
        self.remake()

    # Drawing

    def _title_lines(self, page: Page, width: int) -> list[Line]:
        """The title, after the mark of a table that saves nothing."""
        marks = [self.view.speaker.say(model.mark) for model in self.host.tables[-1:] if model.mark]
        mark = tuple(Span(f" {text} ", "bar") for text in marks)
        lines = title_lines(page, self.view, self.link, width - span_width(mark))
        return [(*mark, Span(" "), *(lines or [()])[0]), *lines[1:]] if marks else lines

    def redraw(self) -> None:
        if not self.is_mounted or self.size.width < 1:
            return
        page, view, mark = self.page, self.view, self.marked or ""
        width = max(1, self.size.width - 2)
        if page.colours is not None:
            self.host.set_players(*page.colours)
        head = [on_plane(line) for line in self._title_lines(page, width)]
        head += [
            *draw_blocks(page.head, view, width, self.size.height).lines,
            *notice_lines(view, self.notice, width),
        ]
        shown = hints(page, view, mark, width) if self.typing is None else line_hints(view, self.typing)
        keys = [on_plane(line) for line in wrap(shown, width, indent=0)]
        free = self.size.height - len(head) - len(keys) - len(self.rows) - GAPS
        blocks, across = page.about(mark) if page.about else (), width - SCROLLBAR
        about, below = (draw_blocks(part, view, across, free).lines for part in (blocks, page.foot))
        self.set_class(page.sheet is not None, "sheet")
        if page.sheet is not None:
            self._draw_sheet(page.sheet, head, [*about, *below, *keys], width)
            return
        room = self.size.height - len(head) - len(about) - len(below) - len(keys) - GAPS
        room -= self.typing is not None
        self._draw_rows(room)
        gap = [()] * (room - len(self.content.drawn.lines)) if about else ()  # so that it follows the rows
        self.head.show(map(indented, head), self.host.palette)
        self.foot.show(map(indented, [*about, *gap, *below, *keys]), self.host.palette)
        self.keep_in_view()
        self._show_more_soon()

    def _draw_rows(self, room: int) -> None:
        page, view, mark = self.page, self.view, self.marked or ""
        kind = self.kind
        across = round(self.size.width * self.share) if page.beside is not None and kind == "wide" else 0
        columns = (across - EDGES if across else self.size.width) - 3
        width = min(text_room(page.picture, columns, room), page.most or columns)
        if self._room != (width, room):
            self._room = width, room
            self.content.drawn = draw_blocks(page.blocks, view, width, room)
        self.content.show_rows(mark, page.picture, (columns, room), self.host.palette)
        self.content.styles.height = "1fr"
        shown = page.beside(mark) if page.beside is not None and kind in ("small", "wide") else None
        if isinstance(shown, Beside) and not across:
            shown = None
        self.beside.display = shown is not None
        self.set_boxes(across)
        if shown is not None:
            width, height = self.size.width - across - 2 * EDGES if across else self.size.width - 2, room
            if not across:
                height = as_of_height(room)
                self.content.styles.height = room - height
            self.call_after_refresh(self._draw_beside, shown, width, height)

    def set_boxes(self, across: int) -> None:
        """Set the rows, in so many columns, and what is beside them in boxes; or the rows alone, without one."""
        self.set_class(across > 0, "beside")
        self.content.styles.width = across or None

    def _draw_beside(self, shown: AsOf | Beside, width: int, height: int) -> None:
        """Draw what is beside the marked row; the earlier game only a page of a session has."""
        if isinstance(shown, Beside):
            lines = draw_blocks(shown.blocks, self.view, width, height).lines
            self.beside.border_title, self.beside.border_subtitle = Content(shown.title), ""
            self.beside.styles.height = len(lines) + EDGES
            self.beside.show(lines, self.host.palette)

    def _draw_sheet(self, block: SheetBlock, head: list[Line], foot: list[Line], width: int) -> None:
        """Draw the sheet, which only a page of a session has."""

    # The mark

    def mark(self, key: Key) -> None:
        if key != self.marked or not isinstance(self.notice, CallHere):
            self.notice = None
        self.marked = key
        self.redraw()

    @on(Lines.Resized)
    def keep_in_view(self) -> None:
        if self.is_attached:
            self.content.keep_in_view(self.marked or "")

    # Commands

    @property
    def own_commands(self) -> Commands:
        if isinstance(self.typing, AskLine):
            return LINE
        return (*(BY_ID[offer.id] for offer in self.page.commands), *common_commands(self.page))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_own = has_closing(self.page) or action not in [command.action for command in PAGE]
        return is_own and super().check_action(action, parameters)

    def help_blocks(self, view: "HelpView") -> list[Block]:
        return view.page_keys(self.page.help, self.own_commands)

    def run_command(self, command: Command) -> None:
        if not self._run_offer(lambda offered: offered == command):
            super().run_command(command)

    def _run_offer(self, is_meant: Callable[[Command], bool]) -> bool:
        effect = next((offer.effect for offer in self.page.commands if is_meant(BY_ID[offer.id])), None)
        if effect is not None:
            self.run_effect(CallHere(lambda: effect(self.marked or "")) if callable(effect) else effect)
        return effect is not None

    def run_effect(self, effect: Effect) -> None:
        """Run the effect of a command or a row. Anything but the answer withdraws a question."""
        if not isinstance(effect, CallHere | effects.Open):
            self.notice = None
        match effect:
            case Link():
                self.host.show_page(self.view, effect, self.below)
            case ReplacePage(link):
                if self.marked is None:
                    self.content.scroll_to_top()
                self.remake(link)
            case effects.AtDesk(do):
                assert self.below is not None
                self.below.at_desk(do)
            case CallHere():
                self._do(effect)
            case effects.RunCommand(command):
                assert self.below is not None
                self.below.run_command(BY_ID[command])
            case AskLine(typed=typed):
                self._show_box(effect, typed)
            case Find():
                self._show_box(effect)
            case effects.Open():
                self.action_open()

    def _do(self, effect: CallHere) -> None:
        asked = self.notice.sure if isinstance(self.notice, CallHere) else None
        if effect.sure not in (None, asked):
            self.notice = effect
            self.redraw()
            return
        if effect.closes:
            self.dismiss()
        result: Sequence[Paragraph] | Message | Effect | None
        try:
            result = effect.do()
        except Refusal as refusal:
            result = refusal.message
        except FileError as fault:
            result = [text(f"{fault.path}: {self.view.speaker.say(fault.message)}", "bad")]
        if isinstance(result, Effect):
            self.run_effect(result)
            return
        if effect.closes and isinstance(result, Message):
            self.notify(self.view.speaker.say(result))
        elif self.is_current and not effect.closes:
            self.notice = result
            self.remake()

    def action_open(self) -> None:
        row = self.rows.get(self.marked)
        effect = None if row is None else row.opens
        if self.page.sheet is not None:
            if self._figure is None:  # the key was typed before the page was seen
                self.redraw()
            effect = None if self._figure is None else self.page.sheet.opens(*self._figure)
        if effect is not None:
            self.run_effect(effect)

    def action_close(self) -> None:
        if self.typing is not None:
            self._show_box(None)
            self.remake()
        elif self.page.back is not None:
            self.run_effect(ReplacePage(self.page.back))
        else:
            self.dismiss()

    def action_page_down(self) -> None:
        self.content.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.content.scroll_page_up(animate=False)

    # Keys

    def on_key(self, event: events.Key) -> None:
        key = event.character if event.is_printable and event.character else event.key
        if isinstance(self.typing, AskLine) and event.key == "enter":
            self._take_line(self.typing)
        elif isinstance(self.typing, Find) and event.key in END_FINDING:
            self._end_finding(self.typing, event.key)
        elif self.typing is not None:
            return
        elif self._press(key) or self._run_offer(lambda command: command.has_key(key)):
            pass
        elif event.key in self.page.keys:
            # Escape removes a message first, unless it is a question
            is_message = self.notice is not None and not isinstance(self.notice, CallHere)
            removes = event.key == "escape" and is_message
            self.run_effect(ReplacePage(self.link) if removes else self.page.keys[event.key])
        elif not (self._mark_number(key) or self._move(event.key, event.character or "")):
            return
        event.stop()

    def _press(self, key: str) -> bool:
        press = self.page.press
        effect = None if press is None else press(self.marked or "", key)
        if effect is not None:
            self.run_effect(effect)
        return effect is not None

    def on_paste(self, event: events.Paste) -> None:
        for letter in filter(str.isprintable, event.text[:LONGEST_PASTE]):
            self._press(letter)

    # The text box

    def _show_box(self, typing: Find | AskLine | None, typed: str = "") -> None:
        self.typing = typing
        self.box.display = typing is not None
        self.box.value = typed
        self.box.select_all()
        self.set_focus(self.content if typing is None else self.box)
        self._type(typed)

    def _type(self, typed: str) -> None:
        if isinstance(self.typing, Find):
            self.remake(self.link.having(words=typed, finding=int(self.typing.opens)))
        elif self.typing is not None:
            self.remake()

    def _ask(self, asked: AskLine, problem: Message | None = None) -> None:
        means = asked.means(self.box.value) if asked.means is not None else ()
        shown = [(message, "") for message in means] if problem is None else [(problem, "bad")]
        self.page = Page(
            self.view.speaker.say(asked.ask), [self.view.text(message, look) for message, look in shown]
        )
        self._room = None

    def _take_line(self, asked: AskLine) -> None:
        """Take the line and go on; after a refusal it stays."""
        try:
            then = asked.take(self.box.value)
        except (Refusal, FileError) as against:
            self._ask(asked, against.message)
            self.redraw()
            return
        self.action_close()
        if then is not None:
            self.run_effect(then)

    def _end_finding(self, find: Find, key: str) -> None:
        typed = self.box.value
        self._show_box(None)
        self.remake(self.link.having(words="" if key == "escape" else typed, finding=0))
        if find.opens and key == "enter":
            self.action_open()

    def _mark_number(self, key: str) -> bool:
        """Mark the row of the number typed so far; a digit that continues no number begins another one."""
        numbered, numbers = self.page.numbered, (self._digits + key, key) if key.isdecimal() else ()
        self._digits = next((number for number in numbers if int(number) in numbered), "")
        if self._digits:
            self.mark(numbered[int(self._digits)])
        return bool(self._digits)

    def _move(self, key: str, digit: str) -> bool:
        """Open a digit's row or tab, change the row's value, switch tabs or move the mark; False if none."""
        rows, turns = self.rows, self.page.tabs
        keys = self.content.keys
        row = rows.get(self.marked)
        place = CHOOSING.find(digit) if digit else -1
        if 0 <= place < (len(turns) or self.page.digits):
            if turns:
                self.turn_to(place)
            else:
                self.mark(list(rows.values())[place].key)
                self.action_open()
        elif row is not None and row.sides and key in ("left", "right"):
            self.run_effect(row.sides[key == "right"])
        elif turns and key in _TURNS and (self.page.sheet is None or key not in _SIDES):
            self.turn_to(self._tab + _TURNS[key])
        elif key in _MOVES and self.marked in keys:
            self.mark(keys[max(0, min(keys.index(self.marked) + _MOVES[key], len(keys) - 1))])
        elif self.page.sheet is not None and key in (*_MOVES, *_SIDES):
            down, right = self._cell
            self._cell = max(0, down + _MOVES.get(key, 0)), max(0, right + _SIDES.get(key, 0))
            self.redraw()
        else:
            return False
        return True

    def action_next_page(self) -> None:
        self.turn_to(self._tab + 1)

    @property
    def _tab(self) -> int:
        links = [link for _, link in self.page.tabs]
        return links.index(self.link) if self.link in links else 0  # a tab may have gone

    def turn_to(self, place: int) -> None:
        self.marked, self._cell = None, UNMARKED
        self.run_effect(ReplacePage(self.page.tabs[place % len(self.page.tabs)][1]))

    @on(Lines.Pointed)
    def _point_at(self, event: Lines.Pointed) -> None:
        event.stop()
        what, value = event.target
        effect = self.page.point and self.page.point(event.target)
        if what == "press" and self._press(value):
            pass
        elif effect is not None:
            self.run_effect(effect)
        elif what == "press" and value in self.page.keys:
            self.run_effect(self.page.keys[value])
        elif what == "command":
            if not self._run_offer(lambda command: command.action == value):
                self.do_action(value)
        elif what == "row":
            self.mark(value)
            self.action_open()
        elif what == "turn":
            self.turn_to(value)
        elif what == "entry":
            self.run_effect(Link("entry", (("number", value),)))
        elif what == "cell":
            self._cell = value
            self.redraw()
            self.action_open()
