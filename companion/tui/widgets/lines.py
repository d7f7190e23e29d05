"""A widget that shows styled lines and redraws only changed lines.

At a key, Textual's `OptionList`, `TabbedContent`, `Footer` or a `Static` of 40 rows take 12 to 61 ms. A `DataTable`
is as fast as these lines, but has no rows of several lines, no bars and no tables beside one another.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from companion.core.names import clean
from companion.core.targets import Target
from companion.report.spans import Line, span_width
from companion.tui.palette import Palette

POINTED = Style(underline=True)


@lru_cache(500)
def _strip(line: Line, base: Style, palette: Palette, pointed: Target | None) -> Strip:
    """A line in colours. Textual asks for every line of a panel again when its height changes."""
    on = POINTED if pointed else None
    spans = [span for span in line if span.text]
    looks = [base + palette.style(span.look) + (on if span.target == pointed else None) for span in spans]
    return Strip(Segment(clean(span.text), look) for span, look in zip(spans, looks, strict=True))


class Lines(ScrollView, inherit_bindings=False):
    """Lines that can be scrolled and pointed at. The screen scrolls whole pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"scroll_{key}", show=False) for key in ("up", "down", "home", "end")
    ]

    class Pointed(Message):
        def __init__(self, target: Target) -> None:
            super().__init__()
            self.target = target

    class Resized(Message):
        def __init__(self, lines: "Lines") -> None:
            super().__init__()
            self.lines = lines

    can_focus = False

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.lines: tuple[Line, ...] = ()
        self._palette = Palette()
        self.pointed: Target | None = None
        """The target under the pointer."""
        self._is_painting = False

    def show(self, lines: Iterable[Line], palette: Palette) -> None:
        new = tuple(tuple(line) for line in lines)
        is_recoloured = palette is not self._palette
        if new == self.lines and not is_recoloured:
            return
        old, self.lines, self._palette = self.lines, new, palette
        size = Size(self.size.width, len(new))  # lines never scroll sideways
        if size != self.virtual_size:
            self._grow(size)
        if is_recoloured:
            self.refresh()
            return
        width, height = self.size
        top = self.scroll_offset.y
        changed = (place - top for place, (line, other) in enumerate(zip_longest(old, new)) if line != other)
        rows = [Region(0, row, width, 1) for row in changed if 0 <= row < height]
        if rows:
            self.refresh(*rows)

    def _grow(self, size: Size) -> None:
        self.virtual_size = size

    def scroll_to_top(self) -> None:
        self.scroll_to(y=0, animate=False, immediate=True)

    def render_lines(self, crop: Region) -> list[Strip]:
        self._is_painting = True
        try:
            return super().render_lines(crop)
        finally:
            self._is_painting = False

    def render_line(self, y: int) -> Strip:
        """Draw a line; if Textual looks for what the mouse selects, with the place of each character.

        Places give every span a style of its own, which doubles the time of painting it.
        """
        base, palette, (left, top) = self.visual_style.rich_style, self._palette, self.scroll_offset
        line = self.lines[y + top] if y + top < len(self.lines) else ()
        base += palette.style(ground) if (ground := self.ground_of(y + top, line)) else None
        strip = _strip(line, base, palette, self.pointed).crop_extend(left, left + self.size.width, base)
        selected = self.text_selection.get_span(y + top) if self.text_selection else None
        if selected is not None:
            start, end = selected[0], strip.cell_length if selected[1] < 0 else selected[1]
            look = self.screen.get_component_rich_style("screen--selection")
            within = strip.crop(start, end).apply_style(look)
            strip = Strip.join([strip.crop(0, start), within, strip.crop(end)])
        return strip if self._is_painting else strip.apply_offsets(left, y + top)

    def ground_of(self, place: int, line: Line) -> str:
        return line[0].look if line and not line[0].text else ""

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        lines = ("".join(clean(span.text) for span in line).rstrip() for line in self.lines)
        return selection.extract("\n".join(lines)), "\n"

    def on_mouse_move(self, event: events.MouseMove) -> None:
        place = event.get_content_offset(self)
        self._point_to(None if place is None else self.target_at(place.x, place.y))

    def on_leave(self) -> None:
        self._point_to(None)

    def _point_to(self, pointed: Target | None) -> None:
        if pointed != self.pointed:
            self.pointed = pointed
            self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self.post_message(self.Resized(self))

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        target = None if place is None else self.target_at(place.x, place.y)
        if target is not None and self.text_selection is None:  # else the mouse was drawn over it
            event.stop()
            event.prevent_default()  # a second click selects all lines
            self.post_message(self.Pointed(target))

    def target_at(self, x: int, y: int) -> Target | None:
        place = y + self.scroll_offset.y
        if not 0 <= place < len(self.lines):
            return None
        left = x + self.scroll_offset.x
        for span in self.lines[place]:
            room = span_width((span,))
            if left < room:
                return span.target
            left -= room
        return None
