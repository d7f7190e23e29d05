"""A page: lines to read below a title, perhaps with rows of which one is marked, and a way back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType

from companion.pages.commands import PAGE, Command, Commands
from companion.report.spans import UP, Drawn, Key, Line, Span, folded_spans, wrapped
from companion.tui.draw.command_hints import command_spans
from companion.tui.keymap import bindings_of
from companion.tui.screens.base import AppScreen
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.pages.blocks import Block
    from companion.pages.help import HelpView

SCROLLBAR = 1
"""A column that stays free, whether all lines are in view or not."""
MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}


def _chosen(line: Line) -> Line:
    """A heading above a row is never marked with it, and chips keep their colours."""
    if all(span.look == "heading" for span in line if span.text.strip()):
        return line
    kept = ("heading", "chip:")
    return tuple(one if one.look.startswith(kept) else one._replace(look="chosen") for one in line)


class Page(AppScreen):
    """Subclasses draw its lines; those with rows say what opening one does, and mark one by its key."""

    AUTO_FOCUS = "#content"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PAGE)
    OWN_COMMANDS: ClassVar[Commands] = PAGE
    HINTS: ClassVar[Commands] = ()
    """Commands that are hinted at beside its own."""
    HELPED: ClassVar[tuple[str, ...]] = ("page", "page-arrows")
    """The title of its help, and the keys that have no id."""
    heading = ""
    marked: Key | None = None
    _drawn = Drawn([], {})
    _marked_at: int | None = None
    """The line of the marked row."""

    def compose(self) -> ComposeResult:
        yield Lines("title")
        content = Lines("content")
        content.can_focus = True
        yield content
        yield Lines("hints")

    @property
    def _content(self) -> Lines:
        return self.query_one("#content", Lines)

    # Drawing

    def redraw(self) -> None:
        width = max(1, self.size.width - 2)
        content = list(self.drawing(max(1, width - SCROLLBAR)))
        self.head(folded_spans(self.heading, width, "title"))
        self.show_content(content)
        self.foot(wrapped(self.hints(), width, indent=0))

    def show_content(self, lines: Sequence[Line]) -> None:
        """With a column before them, in which the marked row has its mark."""
        blank, shown = Span(" ", "here"), list[Line]()
        for at, line in enumerate(lines):
            shown.append((Span(UP, "here") if at == self._marked_at else blank, *line))
        self._content.show(shown, self.host.palette)

    def drawing(self, width: int) -> Sequence[Line]:
        """The lines between title and hints."""
        return ()

    @property
    def takes_text(self) -> bool:
        """Whether a letter or sign is text now; then keys that aren't are shown for commands."""
        return False

    def hints(self) -> list[Line]:
        return command_spans(self.hinted(), self.host.keys, self.host.speaker, self.takes_text)

    def hinted(self) -> list[Command]:
        return [command for command in (*self.OWN_COMMANDS, *self.HINTS) if command.is_hinted]

    def head(self, lines: Sequence[Line]) -> None:
        self.show_block("title", lines)

    def foot(self, lines: Sequence[Line]) -> None:
        self.show_block("hints", lines)

    def show_line(self, first: int, last: int | None = None) -> None:
        """Scrolls no further than needed to see some lines of the content; the first one where not all fit."""
        content = self._content
        top, room = content.scroll_offset.y, content.size.height
        end = first if last is None else last
        if room and not (top <= first and end < top + room):
            wished = first if first < top or end - first >= room else end - room + 1
            content.scroll_to(y=wished, animate=False, immediate=True)

    def helped_keys(self) -> tuple[str, ...]:
        return self.HELPED

    def helped(self, view: "HelpView") -> "list[Block]":
        from companion.pages.help import page_help

        title, *means = self.helped_keys()
        return page_help(view, title, means, self.own_commands)

    # The marked row

    def keep_mark(self, rows: Sequence[Key | None]) -> None:
        """If the marked row is gone, mark the next one."""
        if self.marked not in rows:
            before = list(self._drawn.rows)
            place = before.index(self.marked) if self.marked in before else 0
            self.marked = rows[min(place, len(rows) - 1)] if rows else None

    def take_rows(self, drawn: Drawn) -> None:
        """Take lines of which every row can be pointed at."""
        self.keep_mark(list(drawn.rows))
        self._drawn = drawn
        for key, (first, behind) in drawn.rows.items():
            target = f"row:{key}"
            for at in range(first, behind):
                drawn.lines[at] = tuple([Span(span.text, span.look, target) for span in drawn.lines[at]])

    def marked_lines(self) -> list[Line]:
        lines, self._marked_at = list(self._drawn.lines), None
        for at in range(*self._drawn.rows.get("" if self.marked is None else self.marked, (0, 0))):
            lines[at] = _chosen(lines[at])
            if lines[at] != self._drawn.lines[at] and self._marked_at is None:
                self._marked_at = at
        return lines

    def mark(self, key: Key) -> None:
        self.marked = key
        self.redraw()
        self.keep_in_view()

    @on(Lines.Resized)
    def keep_in_view(self) -> None:
        if self.is_attached and self.marked is not None and self.marked in self._drawn.rows:
            first, behind = self._drawn.rows[self.marked]
            self.show_line(first, behind - 1)

    # Keys and pointing

    def on_key(self, event: events.Key) -> None:
        rows = list(self._drawn.rows)
        if event.key in MOVES and self.marked in rows:
            event.stop()
            place = rows.index(self.marked) + MOVES[event.key]
            self.mark(rows[max(0, min(place, len(rows) - 1))])

    @on(Lines.Pointed)
    async def _pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        key = next((one for one in self._drawn.rows if str(one) == value), None)
        if what == "command":
            await self.run_action(value)
        elif what == "row" and key is not None:
            self.mark(key)
            self.action_open()

    def action_open(self) -> None:
        """Opens the row that is marked."""

    def action_close(self) -> None:
        self.dismiss()

    def action_page_down(self) -> None:
        self._content.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self._content.scroll_page_up(animate=False)
