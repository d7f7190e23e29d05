"""The screen of a page about a session: with the earlier game beside its rows, or a score sheet."""

from companion.draw.sheet import draw_sheet
from companion.draw.terminal import draw_blocks
from companion.pages.page import AsOf, Beside, Chart, SheetBlock
from companion.pages.session_view import SessionView
from companion.report.spans import Line, indented, span_width
from companion.tui.draw.heading import as_of_lines
from companion.tui.screens.page_screen import EDGES, SCROLLBAR, PageScreen


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
        self.beside.border_subtitle = self.view.word("screen.look-only")
        self.beside.styles.height = "1fr"
        self.beside.show(lines[in_box:], self.host.palette)

    def _draw_sheet(self, block: SheetBlock, head: list[Line], foot: list[Line], width: int) -> None:
        """Draw the sheet with names and totals always in view, and other blocks beside or below it if they fit."""
        assert isinstance(self.view, SessionView)
        self._room = across, room = width - SCROLLBAR, self.size.height - len(head) - len(foot)
        sheet = draw_sheet(self.view, block, across, room, self._cell)
        self._cell, self._figure = sheet.mark, sheet.marked
        lines = [*sheet.heads, *sheet.rows, *sheet.foot]
        charts = [one for one in self.page.blocks if isinstance(one, Chart)]
        self.beside.display = bool(charts) and self.kind == "wide" and len(lines) + EDGES <= room
        if self.beside.display:
            self._draw_boxes(lines, charts[0], head, foot, room - EDGES)
            return
        self.set_boxes(0)
        gap: list[Line] = [()] * (len(lines) < room)
        room -= len(gap) + len(sheet.heads) + len(sheet.foot)
        rows = max(0, min(room, len(sheet.rows)))
        self.head.show(map(indented, [*head, *gap, *sheet.heads]), self.host.palette)
        self.content.styles.height = rows
        self.content.show(map(indented, sheet.rows), self.host.palette)
        below = draw_blocks(self.page.blocks, self.view, width, room - rows).lines
        below += [()] * (room - rows - len(below))
        self.foot.show(map(indented, [*sheet.foot, *below, *foot]), self.host.palette)
        row = max(0, sheet.mark[0])
        self.content.scroll_to_lines(row, row)

    def _draw_boxes(
        self, lines: list[Line], chart: Chart, head: list[Line], foot: list[Line], height: int
    ) -> None:
        across = max(map(span_width, lines)) + EDGES + 2
        gap: list[Line] = [()] * (len(lines) < height)
        self.head.show(map(indented, [*head, *gap]), self.host.palette)
        self.foot.show(map(indented, foot), self.host.palette)
        self.set_boxes(across, self.view.word("screen.label.final"))
        self.content.styles.height = "1fr"
        self.content.show(map(indented, lines), self.host.palette)
        shown = Beside(chart.title, [chart._replace(title="")])
        self._draw_beside(shown, self.size.width - across - 2 * EDGES, height - len(gap))
