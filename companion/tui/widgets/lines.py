"""Lines with looks on a screen, drawn one by one: only those that changed are drawn again."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from companion.core.names import cleaned
from companion.report.spans import Line, span_width
from companion.tui.palette import Palette


class Lines(ScrollView, inherit_bindings=False):
    """A block of lines that can be scrolled and pointed at; whole pages are scrolled by the screen it is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]

    class Pointed(Message):
        """Somebody pointed at a part that does something."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    class Resized(Message):
        """There is more or less room than before."""

        def __init__(self, lines: "Lines") -> None:
            super().__init__()
            self.lines = lines

        @property
        def control(self) -> "Lines":
            return self.lines

    can_focus = False

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.lines: tuple[Line, ...] = ()
        self._widths: list[int] = []
        self._palette = Palette()
        self._base = Style()

    def show(self, lines: Sequence[Line], palette: Palette) -> None:
        """Draws what is different from before, and nothing where nothing is."""
        new = tuple(tuple(line) for line in lines)
        is_recoloured = palette is not self._palette
        if new == self.lines and not is_recoloured:
            return
        old, self.lines, self._palette = self.lines, new, palette
        widths = {id(line): wide for line, wide in zip(old, self._widths, strict=True)}
        self._widths = [widths[id(line)] if id(line) in widths else span_width(line) for line in new]
        size = Size(max(self._widths, default=0), len(new))
        if is_recoloured or size != self.virtual_size:
            self.virtual_size = size
            self.refresh()
            return
        changed = [place for place, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
        top = self.scroll_offset.y
        self.refresh(*(Region(0, place - top, self.size.width, 1) for place in changed))

    def render_lines(self, crop: Region) -> list[Strip]:
        self._base = self.rich_style  # worked out from all around it, so not for every line
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self._base
        place = y + self.scroll_offset.y
        if place >= len(self.lines):
            return Strip.blank(width, base)
        segments = [
            Segment(cleaned(span.text), base + self._palette.style(span.look)) for span in self.lines[place]
        ]
        return Strip(segments).crop_extend(self.scroll_offset.x, self.scroll_offset.x + width, base)

    def on_resize(self, event: events.Resize) -> None:
        self.post_message(self.Resized(self))

    def on_click(self, event: events.Click) -> None:
        target = self.target_at(event.x, event.y)
        if target:
            event.stop()
            self.post_message(self.Pointed(target))

    def target_at(self, x: int, y: int) -> str:
        """What a place in view does when it is pointed at."""
        place = y + self.scroll_offset.y
        if not 0 <= place < len(self.lines):
            return ""
        left = x + self.scroll_offset.x
        for span in self.lines[place]:
            room = span_width((span,))
            if left < room:
                return span.target
            left -= room
        return ""
