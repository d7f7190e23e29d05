"""Widgets where their screen puts them: it knows their rows already, so no layout has to find them out."""

from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget


class Placing(Layout):
    """Who has no place is not seen."""

    name = "placing"

    def __init__(self) -> None:
        self.regions: dict[str, Region] = {}
        """By the widgets' ids, inside the padding of what they stand on."""

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        return [
            WidgetPlacement(self.regions[one.id], Offset(), Spacing(), one)
            for one in children
            if one.id in self.regions
        ]
