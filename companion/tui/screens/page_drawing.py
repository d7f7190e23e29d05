"""What a page screen shows: its page drawn for the room there is, with the marked row, and the keys."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from textual.geometry import Region

from companion.core.messages import Message
from companion.core.targets import Target
from companion.draw.page import draw_blocks, text_room, with_picture
from companion.pages import page as pages
from companion.pages.commands import APP, Command
from companion.pages.effects import Find
from companion.pages.view import SessionView
from companion.report.drawing import capitalise
from companion.report.spans import UP, Key, Line, MarkedLines, Span, folded_spans, hint, span_width, wrap
from companion.tui.screens.layout import as_of_height, kind_of
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.draw.tables import TableCache
    from companion.pages.page import SheetBlock
    from companion.tui.screens.page_screen import PageScreen

SCROLLBAR, GAPS = 1, 2


def _mark_line(line: Line) -> Line:
    """Mark a line, except a heading and chips, which keep their colours."""
    if all(span.look == "heading" for span in line if span.text.strip()):
        return line
    kept = ("heading", "chip:", "cursor")
    return tuple(span if span.look.startswith(kept) else span._replace(look="chosen") for span in line)


class PageDrawing:
    def __init__(self, screen: "PageScreen") -> None:
        self._screen = screen
        self._rows = MarkedLines([], {})
        self._room: tuple[int, int] | None = None
        """The width and height the page was drawn for; None before that."""
        self._tables: TableCache | None = None
        self.cell = (0, 0)
        """The marked row and column of a score sheet."""
        self.figure: tuple[str, str] | None = None
        """The player and the row of the marked figure; None before the sheet is drawn."""

    @property
    def is_drawn(self) -> bool:
        return self._room is not None

    def expire(self) -> None:
        """The page was made anew."""
        self._room = None

    def expire_tables(self) -> None:
        """Words or colours may have changed."""
        self._tables = None

    @property
    def keys(self) -> list[Key]:
        """Keys of the rows that can be marked, from the top."""
        return list(self._rows.rows)

    def row_at(self, line: int) -> Key | None:
        return next((key for key, (first, end) in self._rows.rows.items() if first <= line < end), None)

    def draw(self) -> None:
        screen, page = self._screen, self._screen.page
        size, width = screen.size, max(1, screen.size.width - 2)
        head = self._title_lines(width)
        if screen.typing is None:
            head += [*draw_blocks(page.head, screen.view, width).lines, *self._notice_lines(width)]
        hints = wrap(self._hints(width), width, indent=0)
        free = size.height - len(head) - len(hints) - len(screen.rows) - GAPS
        blocks, across = page.about(screen.marked or "") if page.about else (), width - SCROLLBAR
        about, below = (draw_blocks(part, screen.view, across, free).lines for part in (blocks, page.foot))
        foot = [*about, *below, *hints]
        screen.set_class(page.sheet is not None, "sheet")
        if page.sheet is not None:
            self._draw_sheet(page.sheet, head, foot, width)
            return
        self._show("title", head)
        room = size.height - len(head) - len(foot) - 2 - (screen.typing is not None)
        is_beside = page.beside is not None and kind_of(*screen.app.size) == "wide"
        across = size.width // 2 if is_beside else 0
        columns = (across or size.width) - 3
        width = min(text_room(page.picture, columns, room), page.most or columns)
        if self._room != (width, room):
            self._room = width, room
            self._rows = draw_blocks(page.blocks, screen.view, width, room)
        gap = [()] * (room - len(self._rows.lines)) if about else ()  # so that it follows the rows
        self._show("hints", [*about, *gap, *below, *hints])
        self._show_rows(columns, room)
        self._place_beside(room, across)

    def keep_in_view(self) -> None:
        """Scroll to the marked row, or to the marked cell with the heads above it, if these fit."""
        rows, content = self._rows, self._screen.content
        first, end = rows.in_view or rows.rows.get(self._screen.marked or "", (0, 0))
        if end > first:
            is_too_long = rows.in_view and end - first > content.size.height
            self._scroll_to(end - 1 if is_too_long else first, end - 1)

    def _show(self, part: str, lines: Sequence[Line]) -> None:
        self._screen.query_one(f"#{part}", Lines).show(lines, self._screen.host.palette)

    def _show_rows(self, columns: int, room: int) -> None:
        """Show the rows, with the marked one highlighted and a sign before it."""
        lines, mark = list(self._rows.lines), None
        for at in range(*self._rows.rows.get(self._screen.marked or "", (0, 0))):
            lines[at] = _mark_line(lines[at])
            if mark is None and lines[at] != self._rows.lines[at]:
                mark = at
        shown = enumerate(with_picture(lines, self._screen.page.picture, columns, room))
        self._show("content", [(Span(UP if at == mark else " ", "here"), *line) for at, line in shown])

    def _scroll_to(self, first: int, last: int) -> None:
        """Scroll no further than needed to show some lines; the first ones if not all fit."""
        content = self._screen.content
        if content.size.height:
            lines = Region(0, first, 1, last - first + 1)
            content.scroll_to_region(lines, animate=False, force=True, immediate=True)

    # Head and foot

    def _title(self) -> str:
        screen, page = self._screen, self._screen.page
        is_finding = isinstance(screen.typing, Find)
        words = "" if is_finding else page.finds
        if not words and not is_finding:
            return page.title
        return screen.view.word("screen.finding", what=page.title, words=words).rstrip()

    def _title_lines(self, width: int) -> list[Line]:
        """The title, and the tabs beside it or below."""
        screen, title = self._screen, self._title()
        if not screen.page.tabs or screen.typing is not None:
            return folded_spans(title, width, "title") if screen.page.title else []
        tabs: list[Line] = []
        for at, (label, link) in enumerate(screen.page.tabs):
            digit = "" if len(screen.page.tabs) == 1 or screen.page.numbered else f"{pages.CHOOSING[at]} "
            look = "chosen" if link == screen.link else "muted"
            tabs.append((Span(f" {digit}{label} ", look, Target("turn", at)),))
        return wrap([(Span(title, "title"), Span("  ")), *tabs], width, indent=0)

    def _notice_lines(self, width: int) -> list[Line]:
        notice, view = self._screen.notice, self._screen.view
        if isinstance(notice, Message):
            return folded_spans(view.speaker.say(notice), width, "warn")
        return draw_blocks(notice or (), view, width).lines

    def _hints(self, width: int) -> list[Line]:
        screen, speaker = self._screen, self._screen.view.speaker
        if screen.typing is None and screen.page.hints is not None:
            return [self._key_hint(key, label) for key, label in screen.page.hints(screen.marked or "")]
        if screen.typing is None:
            hints = [self._command_hint(command) for command in screen.hinted_commands()]
            numbers = screen.page.numbered
            if not numbers or not screen.page.tabs:
                return hints
            number = hint(f"{min(numbers)}–{max(numbers)}", speaker.phrase("screen.label.choose"), None)
            more = [*hints[:-1], number, hints[-1]]  # if there is room: digits lead to a row, not to a tab
            return more if span_width(chain.from_iterable(more)) <= width else hints
        does = "keys-ask"
        if isinstance(screen.typing, Find):
            does = "label.open" if screen.typing.opens else "label.find"
        keys = {
            "enter": capitalise(speaker.phrase(f"screen.{does}")),
            "escape": speaker.phrase("screen.label.shut"),
        }
        return [hint(speaker.key(key), label, None) for key, label in keys.items()]

    def _command_hint(self, command: Command) -> Line:
        speaker = self._screen.view.speaker
        label = hint(
            command.key_label(speaker), speaker.say(command.label), Target("command", command.action)
        )
        return (Span("│ ", "rule"), *label) if command.id == "start.menu" else label

    def _key_hint(self, key: str, label: str) -> Line:
        ways = (Target("command", command.action) for command in APP if command.has_key(key))
        return hint(self._screen.view.speaker.key(key), label, next(ways, Target("press", key)))

    # Beside the rows, and the score sheet

    def _place_beside(self, room: int, across: int) -> None:
        """Place the earlier game after `across` columns, or below if 0; draw it once the rows are shown."""
        screen = self._screen
        beside = screen.page.beside if kind_of(*screen.app.size) in ("small", "wide") else None
        moment = beside(screen.marked or "") if beside is not None else None
        screen.query_one("#beside").display = moment is not None
        screen.set_class(across > 0, "beside")
        screen.content.styles.height = "1fr"
        if moment is not None:
            assert isinstance(screen.view, SessionView)
            width, height = screen.size.width - across - 4 if across else screen.size.width - 2, room
            if not across:
                height = as_of_height(room)
                screen.content.styles.height = room - height
            screen.call_after_refresh(self._draw_beside, screen.view, moment, width, height)

    def _draw_beside(self, view: SessionView, moment: pages.AsOf, width: int, height: int) -> None:
        """Draw the earlier game beside or below the page. Its imports are late: most pages don't need them."""
        from companion.draw.tables import TableCache
        from companion.tui.draw.heading import as_of_lines

        below = self._screen.below
        self._tables = self._tables or (TableCache() if below is None else below.tables.cache)
        self._show("beside", as_of_lines(view.as_of(moment.steps), moment.place, width, height, self._tables))

    def _draw_sheet(self, block: "SheetBlock", head: list[Line], foot: list[Line], width: int) -> None:
        """Draw the sheet with names and totals always in view, and other blocks below if they fit."""
        from companion.draw.sheet import draw_sheet

        screen, view = self._screen, self._screen.view
        assert isinstance(view, SessionView)
        screen.query_one("#beside").display = False
        room, across = screen.size.height - len(head) - len(foot) - GAPS, width - SCROLLBAR
        self._room = across, room
        sheet = draw_sheet(view, block, across, room, self.cell)
        self.cell, self.figure = sheet.mark, sheet.marked
        room -= len(sheet.heads) + len(sheet.foot)
        rows = min(room, len(sheet.rows))
        self._show("title", [*head, (), *sheet.heads])
        screen.content.styles.height = max(0, rows)
        self._show("content", sheet.rows)
        free = room - rows + 1
        below = draw_blocks(screen.page.blocks, view, width, free).lines
        self._show("hints", [*sheet.foot, *below, *[()] * (free - len(below)), *foot])
        self._scroll_to(sheet.line, sheet.line)
