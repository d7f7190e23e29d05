"""The page on which the players count what lies on the table."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from companion.report.spans import Line
from companion.tui.draw.count import count_head, count_lines, last_difference
from companion.tui.models.count import CountModel
from companion.tui.models.table import TableModel
from companion.tui.screens.new_session import PositionPage


class CountPage(PositionPage):
    HELPED: ClassVar[tuple[str, ...]] = ("count", "cell-count", *PositionPage.HELPED[1:])
    counting: CountModel

    def __init__(self, model: CountModel, table: TableModel, done: Callable[[bool], None]) -> None:
        super().__init__(model, table.speaker, lambda plan, is_done: done(is_done))
        self._table = table

    def show_news(self) -> None:
        session = self._table.session
        self.counting.count_beside(self.counting.plan.beside(session.record, session.book))
        self.redraw()

    def _lines(self, width: int) -> list[Line]:
        lines, self.marked = count_lines(self.counting, self._table, width)
        return lines

    def head(self, lines: Sequence[Line]) -> None:
        self.show_block("title", count_head(self.counting, self._table, max(1, self.size.width - 2)))

    def foot(self, lines: Sequence[Line]) -> None:
        """What differs in the cell that was counted last, above the keys."""
        last = last_difference(self.counting, self._table, max(1, self.size.width - 2))
        super().foot([*last[: self.size.height // 3], *lines])
