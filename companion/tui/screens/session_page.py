"""The screen of a page about a session: with the earlier game beside its rows, or a score sheet."""

from companion.draw.sheet import draw_sheet
from companion.draw.terminal import draw_blocks
from companion.pages.page import AsOf, Beside, SheetBlock
from companion.pages.session_view import SessionView
from companion.report.spans import Line, indented
from companion.tui.draw.heading import as_of_lines
from companion.tui.screens.page_screen import SCROLLBAR, PageScreen


class SessionPage(PageScreen):
    share = 0.5

    def _draw_beside(self, shown: AsOf | Beside, width: int, height: int) -> None:
        if isinstance(shown, Beside):
            super()._draw_beside(shown, width, height)
            return
        assert isinstance(self.view, SessionView)
        assert self.below is not None
        in_box = self.has_class("beside")
        lines = as_of_lines(
            self.view.as_of(shown.steps), shown.place, width, height + in_box, self.below.cache
        )
        self.beside.border_title = self.view.word("screen.as-of", number=shown.place)
        self.beside.styles.height = "1fr"
        self.beside.show(lines[in_box:], self.host.palette)

    def _draw_sheet(self, block: SheetBlock, head: list[Line], foot: list[Line], width: int) -> None:
        """Draw the sheet with names and totals always in view, and other blocks below it if they fit."""
        assert isinstance(self.view, SessionView)
        self._room = across, room = width - SCROLLBAR, self.size.height - len(head) - len(foot)
        sheet = draw_sheet(self.view, block, across, room, self._cell)
        self._cell, self._figure = sheet.mark, sheet.marked
        self.beside.display = False
        self.set_boxes(0)
        room -= len(sheet.heads) + len(sheet.foot)
        gap: list[Line] = [()] * (len(sheet.rows) < room)
        room -= len(gap)
        rows = max(0, min(room, len(sheet.rows)))
        self.head.show(map(indented, [*head, *gap, *sheet.heads]), self.host.palette)
        self.content.styles.height = rows
        self.content.show(map(indented, sheet.rows), self.host.palette)
        below = draw_blocks(self.page.blocks, self.view, width, room - rows).lines
        below += [()] * (room - rows - len(below))
        self.foot.show(map(indented, [*sheet.foot, *below, *foot]), self.host.palette)
        row = max(0, sheet.mark[0])
        self.content.scroll_to_lines(row, row)
