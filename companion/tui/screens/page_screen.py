"""The screen that shows any page: it holds an address and a mark, and runs the page's commands."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.geometry import Region

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.draw.page import draw_blocks, text_room, with_picture
from companion.pages import effects, make_page
from companion.pages import page as pages
from companion.pages.commands import APP, BY_ID, LINE, PAGE, TABS, Command, Commands
from companion.pages.effects import AskLine, CallHere, Effect, Find, Link, PageCommand, ReplacePage
from companion.pages.page import Page, Row, RowList, TableBlock
from companion.pages.view import SessionView, View
from companion.report.drawing import capitalise
from companion.report.spans import UP, Key, Line, MarkedLines, Paragraph, Span, folded_spans, hint, text, wrap
from companion.storage.errors import FileError
from companion.tui.screens.app_screen import AppScreen, bindings_of
from companion.tui.screens.layout import as_of_height, kind_of
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from companion.draw.tables import TableCache
    from companion.pages.help import HelpView
    from companion.pages.page import Block
    from companion.tui.screens.table import TableScreen

END_FINDING = ("escape", "enter", "up", "down")
_MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}
_SIDES = {"left": -1, "right": 1}
_TURNS = {**_SIDES, "tab": 1, "shift+tab": -1}
SCROLLBAR, GAPS = 1, 2
MOST_BESIDE_TAB = 3
"""With more commands the row of keys leaves out Tab: the tabs have digits."""
LONGEST_PASTE = 400


def _mark_line(line: Line) -> Line:
    """Mark a line, except a heading and chips, which keep their colours."""
    if all(span.look == "heading" for span in line if span.text.strip()):
        return line
    kept = ("heading", "chip:", "cursor")
    return tuple(one if one.look.startswith(kept) else one._replace(look="chosen") for one in line)


class PageScreen(AppScreen):
    AUTO_FOCUS = "#content"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PAGE)
    _drawn_as: tuple[int, int] | None
    """The width and height the page was drawn for; None before that."""

    def hold(self, view: View, link: Link, below: "TableScreen | None" = None) -> None:
        """Take the page to show next."""
        self.view, self._below = view, below
        self.marked: Key | None = None
        self._drawn = MarkedLines([], {})
        self._typing: Find | AskLine | None = None
        """What the text box is for; None while it is hidden."""
        self.view.look()
        self._make(link)
        self._tables: TableCache | None = None
        self._place = (0, 0)
        """The marked row and column of a score sheet."""
        self._figure: tuple[str, str] | None = None
        """The player and the row of the marked figure; None before the sheet is drawn."""
        self._notice: Sequence[Paragraph] | Message | None = None
        self._question: Message | None = None
        self._digits = ""

    def compose(self) -> ComposeResult:
        yield Lines("title")
        yield TextBox("typed", self._type)
        with Container(id="both"):
            content = Lines("content")
            content.can_focus = True
            yield content
            yield Lines("beside")
        yield Lines("hints")

    def on_screen_resume(self) -> None:
        if self._drawn_as is not None:
            self.view.look()
            self.remake()
            return
        self._set_players()
        self._show_box(None)
        self._content.scroll_to(y=0, animate=False, immediate=True)
        self.redraw()  # the page was made just now
        self.keep_in_view()

    def on_screen_suspend(self) -> None:
        super().on_screen_suspend()
        self._notice = self._question = None

    def on_unmount(self) -> None:
        self.view.release()

    @property
    def _content(self) -> Lines:
        return self.query_one("#content", Lines)

    # The page

    @property
    def rows(self) -> dict[Key | None, Row]:
        found: dict[Key | None, Row] = {}
        for block in self.page.blocks:
            if isinstance(block, RowList):
                found |= {row.key: row for row in block.rows if row.key != ""}
            elif isinstance(block, TableBlock):
                found |= {key: Row((), key, opens) for key, opens in block.opens.items()}
        return found

    def _set_players(self) -> None:
        if self.page.colours is not None:
            self.host.set_players(*self.page.colours)

    def sessions_read(self) -> None:
        if self.page.is_unfinished:
            self.remake()

    def _make(self, link: Link) -> None:
        """Make a page. The mark stays at its row unless the view sets another."""
        self.link, self._drawn_as = link, None
        if isinstance(self._typing, AskLine):
            self._ask(self._typing)
            return
        self.page = make_page(self.view, link)
        rows, mark, self.view.mark = list(self.rows), self.view.mark, ""
        if mark in rows:
            self.marked = mark
        elif self.marked not in rows and self.page.marked is not None:
            self.marked = self.page.marked
        if self.marked not in rows:
            before = list(self._drawn.rows)
            place = before.index(self.marked) if self.marked in before else 0
            self.marked = rows[min(place, len(rows) - 1)] if rows else None

    def remake(self, link: Link | None = None) -> None:
        """Make the page again, or the page of another link instead."""
        self._make(link or self.link)
        self._set_players()
        self.redraw()
        self.keep_in_view()

    def _show_more(self) -> None:
        if self.page.more is not None and self.is_current:
            self.remake(self.page.more)

    def show_news(self) -> None:
        self._notice = self._question = None
        self.remake()

    def draw_anew(self) -> None:
        self.view.speaker.speak(self.host.config.language)
        self._tables = None
        self.remake()

    # Drawing

    def redraw(self) -> None:
        if not self.is_mounted or self.size.width < 1:
            return
        page, width = self.page, max(1, self.size.width - 2)
        head = self._title_lines(width)
        if self._typing is None:
            above = draw_blocks(page.head, self.view, width).lines
            head += [*above, *self._notice_lines(width)]
        hints = wrap(self.hints(), width, indent=0)
        free = self.size.height - len(head) - len(hints) - len(self.rows) - GAPS
        told, across = page.about(self.marked or "") if page.about else (), width - SCROLLBAR
        about, below = (draw_blocks(one, self.view, across, free).lines for one in (told, page.foot))
        foot = [*about, *below, *hints]
        self.set_class(page.sheet is not None, "sheet")
        if page.sheet is not None:
            self._draw_sheet(head, foot, width)
            return
        self.head(head)
        room = self.size.height - len(head) - len(foot) - 2 - (self._typing is not None)
        is_beside = page.beside is not None and kind_of(*self.app.size) == "wide"
        across = self.size.width // 2 if is_beside else 0
        columns = (across or self.size.width) - 3
        width = min(text_room(page.picture, columns, room), page.most or columns)
        if self._drawn_as != (width, room):
            self._drawn_as = width, room
            self._drawn = draw_blocks(page.blocks, self.view, width, room)
        gap = [()] * (room - len(self._drawn.lines)) if about else ()  # so that it follows the rows
        self.foot([*about, *gap, *below, *hints])
        self._show_lines(columns, room)
        self._place_beside(room, across)
        if page.more is not None:
            self.call_after_refresh(self._show_more)

    def _show_lines(self, columns: int, room: int) -> None:
        """Show the lines, with the marked row highlighted and a sign before it."""
        lines, mark = list(self._drawn.lines), None
        for at in range(*self._drawn.rows.get(self.marked or "", (0, 0))):
            lines[at] = _mark_line(lines[at])
            if mark is None and lines[at] != self._drawn.lines[at]:
                mark = at
        shown = enumerate(with_picture(lines, self.page.picture, columns, room))
        marked = [(Span(UP if at == mark else " ", "here"), *line) for at, line in shown]
        self._content.show(marked, self.host.palette)

    def head(self, lines: Sequence[Line]) -> None:
        self.query_one("#title", Lines).show(lines, self.host.palette)

    def foot(self, lines: Sequence[Line]) -> None:
        self.query_one("#hints", Lines).show(lines, self.host.palette)

    def show_line(self, first: int, last: int | None = None) -> None:
        """Scroll no further than needed to show some lines; the first ones if not all fit."""
        lines = Region(0, first, 1, (first if last is None else last) - first + 1)
        if self._content.size.height:
            self._content.scroll_to_region(lines, animate=False, force=True, immediate=True)

    def _title(self) -> str:
        is_finding = isinstance(self._typing, Find)
        words = "" if is_finding else self.page.finds
        if not words and not is_finding:
            return self.page.title
        return self.view.word("screen.finding", what=self.page.title, words=words).rstrip()

    def _title_lines(self, width: int) -> list[Line]:
        """The title, and the tabs beside it or below."""
        if not self.page.tabs or self._typing is not None:
            return [*folded_spans(self._title(), width, "title")] if self.page.title else []
        tabs: list[Line] = []
        for at, (label, link) in enumerate(self.page.tabs):
            digit = f"{pages.CHOOSING[at]} " if len(self.page.tabs) > 1 else ""
            look = "chosen" if link == self.link else "muted"
            tabs.append((Span(f" {digit}{label} ", look, f"turn:{at}"),))
        return wrap([(Span(self._title(), "title"), Span("  ")), *tabs], width, indent=0)

    def _notice_lines(self, width: int) -> list[Line]:
        if isinstance(self._notice, Message):
            return folded_spans(self.view.speaker.say(self._notice), width, "warn")
        return draw_blocks(self._notice or (), self.view, width).lines

    def _place_beside(self, room: int, across: int) -> None:
        """Place the earlier game after `across` columns, or below if 0; draw it once the rows are shown."""
        beside = self.page.beside if kind_of(*self.app.size) in ("small", "wide") else None
        found = beside(self.marked or "") if beside is not None else None
        self.query_one("#beside").display = found is not None
        self.set_class(across > 0, "beside")
        self._content.styles.height = "1fr"
        if found is not None:
            assert isinstance(self.view, SessionView)
            width, height = self.size.width - across - 4 if across else self.size.width - 2, room
            if not across:
                height = as_of_height(room)
                self._content.styles.height = room - height
            self.call_after_refresh(self._draw_beside, self.view, found, width, height)

    def _draw_beside(self, view: SessionView, moment: pages.AsOf, width: int, height: int) -> None:
        """Draw the earlier game beside or below the page. Its imports are late: most pages don't need them."""
        from companion.draw.tables import TableCache
        from companion.tui.draw.heading import as_of_lines

        self._tables = self._tables or (TableCache() if self._below is None else self._below.tables.cache)
        lines = as_of_lines(view.as_of(moment.steps), moment.place, width, height, self._tables)
        self.query_one("#beside", Lines).show(lines, self.host.palette)

    def _draw_sheet(self, head: list[Line], foot: list[Line], width: int) -> None:
        """Draw the sheet with names and totals always in view, and other blocks below if they fit."""
        assert self.page.sheet is not None
        self.query_one("#beside").display = False
        from companion.draw.sheet import draw_sheet

        assert isinstance(self.view, SessionView)
        room, across = self.size.height - len(head) - len(foot) - GAPS, width - SCROLLBAR
        self._drawn_as = across, room
        sheet = draw_sheet(self.view, self.page.sheet, across, room, self._place)
        self._place, self._figure = sheet.mark, sheet.marked
        room -= len(sheet.heads) + len(sheet.foot)
        rows = min(room, len(sheet.rows))
        self.head([*head, (), *sheet.heads])
        self._content.styles.height = max(0, rows)
        self._content.show(sheet.rows, self.host.palette)
        free = room - rows + 1
        below = draw_blocks(self.page.blocks, self.view, width, free).lines
        self.foot([*sheet.foot, *below, *[()] * (free - len(below)), *foot])
        self.show_line(sheet.line)

    # The mark

    def mark(self, key: Key) -> None:
        if key != self.marked or self._question is None:
            self._notice = self._question = None
        self.marked = key
        self.redraw()
        self.keep_in_view()

    @on(Lines.Resized)
    def keep_in_view(self) -> None:
        """Scroll to the marked row, or to the marked cell with the heads above it, if these fit."""
        first, behind = self._drawn.in_view or self._drawn.rows.get(self.marked or "", (0, 0))
        if self.is_attached and behind > first:
            is_too_long = self._drawn.in_view and behind - first > self._content.size.height
            self.show_line(behind - 1 if is_too_long else first, behind - 1)

    # Commands

    @property
    def offers(self) -> dict[str, PageCommand]:
        return {one.id: one for one in self.page.commands}

    @property
    def own_commands(self) -> Commands:
        if isinstance(self._typing, AskLine):
            return LINE
        return (*(BY_ID[one] for one in self.offers), *self._turning, *(PAGE if self._can_close else ()))

    @property
    def _turning(self) -> Commands:
        return TABS if len(self.page.tabs) > 1 else ()

    @property
    def _can_close(self) -> bool:
        return "escape" not in self.page.keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_own = self._can_close or action not in [one.action for one in PAGE]
        return is_own and super().check_action(action, parameters)

    def hints(self) -> list[Line]:
        if self._typing is None and self.page.hints is not None:
            return [self._key_hint(*one) for one in self.page.hints(self.marked or "")]
        if self._typing is None:
            return [self._command_hint(command) for command in self.hinted_commands()]
        said, does = self.view.speaker, "keys-ask"
        if isinstance(self._typing, Find):
            does = "label.open" if self._typing.opens else "label.find"
        keys = {
            "enter": capitalise(said.phrase(f"screen.{does}")),
            "escape": said.phrase("screen.menu-escape"),
        }
        return [hint(said.key(key), label, "") for key, label in keys.items()]

    def _command_hint(self, command: Command) -> Line:
        speaker = self.view.speaker
        label = hint(command.key_label(speaker), speaker.say(command.label), f"command:{command.action}")
        return (Span("│ ", "rule"), *label) if command.id == "start.menu" else label

    def _key_hint(self, key: str, label: str) -> Line:
        ways = (f"command:{command.action}" for command in APP if command.has_key(key))
        return hint(self.view.speaker.key(key), label, next(ways, f"press:{key}"))

    def hinted_commands(self) -> list[Command]:
        useful = ((BY_ID[one.id], one.is_hinted) for one in self.page.commands)
        shown = [one for one, use in useful if (use(self.marked or "") if callable(use) else use)]
        if self._can_close:
            return [*shown, *(self._turning if len(shown) <= MOST_BESIDE_TAB else ()), PAGE[0]]
        *others, leave = shown
        return [*others, APP[0], leave]

    def help_blocks(self, view: "HelpView") -> "list[Block]":
        from companion.pages.help import page_help

        return page_help(view, self.page.help, self.own_commands)

    def run_command(self, command: Command) -> None:
        if command.id in self.offers:
            self.run_offer(self.offers[command.id])
        else:
            super().run_command(command)

    def run_offer(self, offer: PageCommand) -> None:
        effect = offer.effect
        self.run_effect(CallHere(lambda: effect(self.marked or "")) if callable(effect) else effect)

    def run_effect(self, effect: Effect) -> None:
        """Run the effect of a command or a row. Anything but the answer withdraws a question."""
        if not isinstance(effect, CallHere | effects.Open):
            self._notice = self._question = None
        match effect:
            case Link():
                self.host.show_page(self.view, effect, self._below)
            case ReplacePage(link, said):
                self._notice = said or None
                if self.marked is None:
                    self._content.scroll_to(y=0, animate=False, immediate=True)
                self.remake(link)
            case effects.AtDesk(do):
                assert self._below is not None
                self._below.at_desk(do)
            case CallHere():
                self._do(effect)
            case effects.RunCommand(command):
                assert self._below is not None
                self._below.run_command(BY_ID[command])
            case AskLine(typed=typed):
                self._show_box(effect, typed)
            case Find():
                self._show_box(effect)
            case effects.Open():
                self.action_open()

    def _do(self, effect: CallHere) -> None:
        if effect.sure is not None and self._question != effect.sure:
            self._question = self._notice = effect.sure
            self.redraw()
            return
        if effect.closes:
            self.dismiss()
        said: Sequence[Paragraph] | Message | Effect | None
        try:
            said = effect.do()
        except Refusal as refusal:
            said = refusal.message
        except FileError as fault:
            said = [text(f"{fault.path}: {self.view.speaker.say(fault.message)}", "bad")]
        if isinstance(said, Effect):
            self.run_effect(said)
            return
        self._question = None
        if effect.closes and isinstance(said, Message):
            self.notify(self.view.speaker.say(said))
        elif self.is_current and not effect.closes:
            self._notice = said
            self.remake()

    def action_open(self) -> None:
        if self.page.sheet is not None:
            if self._figure is None:  # the key was typed before the page was seen
                self.redraw()
            effect = self.page.sheet.opens(*self._figure) if self._figure is not None else None
            if effect is not None:
                self.run_effect(effect)
            return
        row = self.rows.get(self.marked)
        if row is not None and row.opens is not None:
            self.run_effect(row.opens)

    def action_close(self) -> None:
        if self._typing is not None:
            self._show_box(None)
            self.remake()
        elif self.page.back is not None:
            self.run_effect(ReplacePage(self.page.back))
        else:
            self.dismiss()

    def action_page_down(self) -> None:
        self._content.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self._content.scroll_page_up(animate=False)

    # Keys

    def on_key(self, event: events.Key) -> None:
        key = event.character if event.is_printable and event.character else event.key
        offer = next((one for one in self.page.commands if BY_ID[one.id].has_key(key)), None)
        if isinstance(self._typing, AskLine) and event.key == "enter":
            self._take_line(self._typing)
        elif isinstance(self._typing, Find) and event.key in END_FINDING:
            self._end_finding(self._typing, event.key)
        elif self._typing is not None:
            return
        elif self._press(key):
            pass
        elif offer is not None:
            self.run_offer(offer)
        elif event.key in self.page.keys:
            # Escape removes a message first, unless it is a question
            is_told = event.key == "escape" and self._notice is not None and self._question is None
            self.run_effect(ReplacePage(self.link) if is_told else self.page.keys[event.key])
        elif not (self._mark_number(key) or self._move(event.key, event.character or "")):
            return
        event.stop()

    def _press(self, key: str) -> bool:
        """Give a key to the page; False if it means nothing in the marked row."""
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
        box, self._typing = self.query_one(TextBox), typing
        box.display = typing is not None
        box.value = typed
        box.select_all()
        self.set_focus(self._content if typing is None else box)
        self._type(typed)

    def _type(self, typed: str) -> None:
        if isinstance(self._typing, Find):
            self.remake(self.link.having(words=typed, finding=int(self._typing.opens)))
        elif self._typing is not None:
            self.remake()

    def _ask(self, asked: AskLine, problem: Message | None = None) -> None:
        """Show what the line would change, or why it was refused, instead of the page."""
        means = asked.means(self.query_one(TextBox).value) if asked.means is not None else ()
        said = [self.view.text(one) for one in means] if problem is None else [self.view.text(problem, "bad")]
        self.page, self._drawn_as = Page(self.view.speaker.say(asked.ask), said), None

    def _take_line(self, asked: AskLine) -> None:
        """Take the line and go on; after a refusal it stays."""
        try:
            then = asked.take(self.query_one(TextBox).value)
        except (Refusal, FileError) as against:
            self._ask(asked, against.message)
            self.redraw()
            return
        self.action_close()
        if then is not None:
            self.run_effect(then)

    def _end_finding(self, find: Find, key: str) -> None:
        self._show_box(None)
        self.remake(self.link.having(words="" if key == "escape" else self.page.finds or "", finding=0))
        if find.opens and key == "enter":
            self.action_open()

    def _mark_number(self, key: str) -> bool:
        """Mark the row of the number typed so far; a digit that continues no number begins another one."""
        numbered, numbers = self.page.numbered, (self._digits + key, key) if key.isdecimal() else ()
        self._digits = next((one for one in numbers if int(one) in numbered), "")
        if self._digits:
            self.mark(numbered[int(self._digits)])
        return bool(self._digits)

    def _move(self, key: str, digit: str) -> bool:
        """Open a digit's row or tab, change the row's value, switch tabs or move the mark; False if none."""
        rows, turns = self.rows, self.page.tabs
        keys = list(self._drawn.rows)
        row = rows.get(self.marked)
        place = pages.CHOOSING.find(digit) if digit else -1
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
            down, right = self._place
            self._place = max(0, down + _MOVES.get(key, 0)), max(0, right + _SIDES.get(key, 0))
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
        """Turn to the top of a tab; after the last tab comes the first."""
        self.marked, self._place = None, (0, 0)
        self.run_effect(ReplacePage(self.page.tabs[place % len(self.page.tabs)][1]))

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self._content)
        line = -1 if place is None else place.y + self._content.scroll_offset.y
        for key in [key for key, (first, behind) in self._drawn.rows.items() if first <= line < behind]:
            self.mark(key)
            self.action_open()

    @on(Lines.Pointed)
    async def _point_at(self, event: Lines.Pointed) -> None:
        event.stop()
        what, value = event.what, event.value
        offer = next((one for one in self.page.commands if BY_ID[one.id].action == value), None)
        if self._press(value if what == "press" else event.target):
            pass
        elif what == "press" and value in self.page.keys:
            self.run_effect(self.page.keys[value])
        elif what == "command" and offer is not None:
            self.run_offer(offer)
        elif what == "command":
            await self.run_action(value)
        elif what == "turn":
            self.turn_to(int(value))
        elif what == "entry":
            self.run_effect(Link("entry", (("number", int(value)),)))
        elif what == "cell":
            row, column = map(int, value.split("/"))
            self._place = row, column
            self.redraw()
            self.action_open()
