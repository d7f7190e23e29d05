"""A screen that puts its blocks in their places: it knows their rows already, so no layout has to find them out."""

from collections.abc import Sequence

from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from companion.report.spans import Line
from companion.tui.screens.base import AppScreen
from companion.tui.widgets.lines import Block


class Placing(Layout):
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


class PlacingScreen(AppScreen):
    def __init__(self) -> None:
        super().__init__()
        self._placing = Placing()
        self._regions: dict[str, Region] = {}
        """Where everything stands, as it is being drawn."""
        self._settled_for: Size | None = None

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
