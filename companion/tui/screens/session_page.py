"""The screen of a page about a session: with the earlier game beside its rows, or a score sheet."""

from companion.draw.sheet import draw_sheet
from companion.draw.terminal import draw_blocks
from companion.pages.page import AsOf, SheetBlock
from companion.pages.session_view import SessionView
from companion.report.spans import Line, indented
from companion.tui.draw.heading import as_of_lines
from companion.tui.screens.page_screen import GAPS, SCROLLBAR, PageScreen


class SessionPage(PageScreen):
    def _draw_beside(self, moment: AsOf, width: int, height: int) -> None:
        assert isinstance(self.view, SessionView)
        assert self.below is not None
        lines = as_of_lines(self.view.as_of(moment.steps), moment.place, width, height, self.below.cache)
        self.beside.show(lines, self.host.palette)

    def _draw_sheet(self, block: SheetBlock, head: list[Line], foot: list[Line], width: int) -> None:
        """Draw the sheet with names and totals always in view, and other blocks below if they fit."""
        assert isinstance(self.view, SessionView)
        self.beside.display = False
        self._room = across, room = width - SCROLLBAR, self.size.height - len(head) - len(foot) - GAPS
        sheet = draw_sheet(self.view, block, across, room, self._cell)
        self._cell, self._figure = sheet.mark, sheet.marked
        room -= len(sheet.heads) + len(sheet.foot)
        rows = min(room, len(sheet.rows))
        self.head.show(map(indented, [*head, (), *sheet.heads]), self.host.palette)
        self.content.styles.height = max(0, rows)
        self.content.show(map(indented, sheet.rows), self.host.palette)
        free = room - rows + 1
        below = draw_blocks(self.page.blocks, self.view, width, free).lines
        below += [()] * (free - len(below))
        self.foot.show(map(indented, [*sheet.foot, *below, *foot]), self.host.palette)
        self.content.scroll_to_lines(sheet.mark[0], sheet.mark[0])
