"""A score sheet on a screen: players across, the marked figure, and as many players as there is room for."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from companion.core.scoresheet import ScoreSheet
from companion.pages.score_sheet import TOTAL
from companion.pages.view import Seen
from companion.report.columns import Columns, window
from companion.report.drawing import LEAST_NAME, LONGEST_NAME, QUIET_NOTHING, capitalised, chip
from companion.report.layout import clipped, width
from companion.report.spans import Line, Span, cut


def folded_to(sheet: ScoreSheet, room: int) -> ScoreSheet:
    """Without empty lines, or with one line for each group where there is no room for all of them."""
    whole = sheet.without_nothing()
    return whole if len(whole.rows) <= room else sheet.folded()


class SheetGrid:
    """A sheet set in columns; where not all players find room, those around the one that is marked."""

    OTHER_ROWS: ClassVar[int] = 5
    """Rows that the names, the totals and what is out of view take, and one that stays free."""

    def __init__(
        self, model: Seen, sheet: ScoreSheet, first: Sequence[str], room: int, mark: tuple[int, int]
    ) -> None:
        self._model, self._mark, self._first = model, mark, first
        row, column = mark
        keys = [*(one.line.key for one in sheet.rows), TOTAL]
        self.marked = sheet.players[column], keys[row]
        labels = (model.speaker.text(row.line.label) for row in sheet.rows)
        self._labels = list(map(capitalised, (*labels, model.speaker.phrase("sheet.total"))))
        amounts: list[Callable[[str], int]] = [row.amount for row in sheet.rows]
        self._figures = [[amount(name) for name in sheet.players] for amount in (*amounts, sheet.total)]
        names = self._names = sheet.players
        money = model.speaker.money
        least = [max(4, *(width(money(row[at])) + 1 for row in self._figures)) for at in range(len(names))]
        label = min(max(map(width, self._labels)) + 1, room - max(least))
        self._shown = window(least, column, room - label)
        called = (min(width(name), LONGEST_NAME) + 6 for name in names)
        wished = list(map(max, least, called))
        own = [wished[at] for at in self._shown]
        wide = min(max(own), (room - label) // len(own))
        blocks = least if wide < max(least) else [wide] * len(names)
        if wide < max(own) and sum(own) <= room - label:
            blocks = wished
        widths = [label, *(blocks[at] for at in self._shown)]
        self._columns = Columns(widths, range(1, len(widths)), gap="")

    def out_of_view(self, room: int) -> Line:
        """Who is not seen, and which key shows them; empty where all are."""
        at = self._shown
        sides = (("sheet.at-left", self._names[: at[0]]), ("sheet.at-right", self._names[at[-1] + 1 :]))
        said = (self._model.speaker.phrase(key, players=names) for key, names in sides if names)
        return cut([Span("  ".join(said), "muted")], room)

    def head(self) -> list[Line]:
        cells: list[Line] = [(Span(""),)]
        for at, block in zip(self._shown, self._columns.widths[1:], strict=True):
            name = self._names[at]
            taken = width(name) + 4
            if taken >= block:  # a name of which little is left says less than the letter alone
                taken = block - 1 if block > LEAST_NAME + 4 else 3
            cells.append((Span(""), *chip(self._model.letters[name], name, taken)))
        return [self._columns.line(cells)]

    def rows(self) -> list[Line]:
        return [self._line(at) for at in range(len(self._labels) - 1)]

    def total(self) -> list[Line]:
        return [(Span("─" * sum(self._columns.widths), "rule"),), self._line(len(self._labels) - 1)]

    def _line(self, row: int) -> Line:
        is_total = row == len(self._labels) - 1
        label = clipped(self._labels[row], self._columns.widths[0] - 1)
        cells: list[Line] = [(Span(label, "strong" if is_total else "heading"),)]
        for at in self._shown:
            amount = self._figures[row][at]
            text = self._model.speaker.money(amount) if amount or is_total else QUIET_NOTHING
            name, is_won = self._names[at], is_total and self._names[at] in self._first
            look = f"majority:{name}" if is_won and amount else "" if amount else "muted"
            look = "chosen" if self._mark == (row, at) else "strong" if is_total and not look else look
            cells.append((Span(""), Span(f" {text}", look, f"figure:{row}/{at}")))
        return self._columns.line(cells)
