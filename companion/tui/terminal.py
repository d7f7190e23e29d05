"""What stands in the terminal, so that only what is different is sent.

Textual draws whatever a layout moved anew, with every colour in full. Here what it draws is held against what was sent
before, cell by cell; and of colours only what changes from one cell to the next is told.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen
from textual.strip import Strip

NEAR = 4
"""So many cells that stay are written again rather than passed over, which takes as many signs."""
_ON = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "blink": "5", "blink2": "6", "reverse": "7"}
_ON |= {"conceal": "8", "strike": "9", "underline2": "21", "frame": "51", "encircle": "52", "overline": "53"}
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "6": "25", "7": "27", "8": "28", "9": "29"}
_OFF |= {"21": "24", "51": "54", "52": "54", "53": "55"}
"""The codes that end what others begin."""
_SEEN_ON_BLANKS = frozenset(("4", "7", "9", "21", "51", "52", "53"))

Cell = tuple[str, Style | None]


class Pen(NamedTuple):
    """How the terminal writes at some moment, in its own codes."""

    ground: str = "49"
    ink: str = "39"
    """Nothing where any will do."""
    marks: tuple[str, ...] = ()

    def writes(self, other: "Pen") -> bool:
        """Whether what another one writes looks the same written with this one."""
        is_any = not other.ink and self.ground == other.ground and _SEEN_ON_BLANKS.isdisjoint(self.marks)
        return self == other or is_any

    def changed_to(self, other: "Pen") -> str:
        """What the terminal is told to go on in another way."""
        if self == other:
            return ""
        if other == Pen():
            return "\x1b[m"
        ends = {_OFF[one] for one in self.marks if one not in other.marks}
        begun = [one for one in other.marks if one not in self.marks or _OFF[one] in ends]
        colours = [new for new, old in ((other.ink, self.ink), (other.ground, self.ground)) if new != old]
        return f"\x1b[{';'.join([*sorted(ends), *begun, *filter(None, colours)])}m"


@lru_cache(maxsize=1024)
def pen_of(style: Style | None, is_blank: bool, system: ColorSystem) -> Pen:
    if style is None:
        return Pen()
    marks = tuple(code for name, code in _ON.items() if getattr(style, name))
    ground = _code(style.bgcolor, system, False)
    if is_blank and _SEEN_ON_BLANKS.isdisjoint(marks):
        return Pen(ground, "")
    return Pen(ground, _code(style.color, system, True), marks)


def _code(colour: Color | None, system: ColorSystem, is_ink: bool) -> str:
    if colour is None:
        return "39" if is_ink else "49"
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground=is_ink))


def cells_of(strip: Strip) -> list[Cell]:
    """A row as cells; what is not one cell a letter stands in its first one as a whole."""
    cells: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        if _is_a_cell_a_letter(text):
            cells += [(letter, style) for letter in text]
        else:
            cells += [(text, style), *[("", style)] * (cell_len(text) - 1)]
    return cells


@lru_cache(maxsize=4096)
def _is_a_cell_a_letter(text: str) -> bool:
    return text.isascii() or all(get_character_cell_size(letter) == 1 for letter in text)


class Changes(CompositorUpdate):
    """Rows of a screen as they stand in the terminal and as they are to.

    All that is written in one way is written together: to go to another place takes fewer signs than another colour.
    """

    def __init__(self, rows: Sequence[tuple[int, Strip | None, Strip]]) -> None:
        self.rows = rows

    def render_segments(self, console: Console) -> str:
        system = COLOR_SYSTEMS[console.color_system or "truecolor"]
        parts: dict[Pen, list[tuple[int, int, str]]] = {}
        for y, before, after in self.rows:
            for x, text, pen in _parts(before, after, system):
                parts.setdefault(pen, []).append((y, x, text))
        sent: list[str] = []
        pen, row, column = Pen(), -1, -1
        for wanted in sorted(parts):
            wished = wanted if wanted.ink else wanted._replace(ink=pen.ink)
            sent.append(pen.changed_to(wished))
            pen = wished
            for y, x, text in parts[wanted]:
                if y != row:
                    sent.append(f"\x1b[{y + 1};{x + 1}H")
                elif x != column:
                    sent.append(f"\x1b[{x + 1}G")
                sent.append(text)
                row, column = y, x + cell_len(text)
        return "".join([*sent, pen.changed_to(Pen())])


def _parts(before: Strip | None, after: Strip, system: ColorSystem) -> Iterator[tuple[int, str, Pen]]:
    """What is different in a row: where, the text, and how it is written."""
    old = cells_of(before) if before is not None else []
    new, pens = cells_of(after), _pens_of(after, system)
    others = [place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other]
    pen, begin, end = Pen(), 0, 0
    for place in (*others, *range(len(old), len(new))):
        wanted = pens[place]
        if begin < end == place and (wanted is pen or pen.writes(wanted)):  # as most do
            end += 1
            continue
        joint = None
        if begin < end and place - end <= NEAR:
            joint = _joint([pen, *pens[end:place], wanted])
        if joint is None and begin < end:
            yield begin, "".join([text for text, _ in new[begin:end]]), pen
        if joint is None:
            begin, joint = place, wanted
        pen, end = joint, place + 1
    if begin < end:
        yield begin, "".join([text for text, _ in new[begin:end]]), pen


def _pens_of(strip: Strip, system: ColorSystem) -> list[Pen]:
    """How each cell of a row is written."""
    pens: list[Pen] = []
    for text, style, control in strip:
        if control:
            continue
        ink = pen_of(style, False, system)
        if " " in text and _is_a_cell_a_letter(text):
            blank = pen_of(style, True, system)
            pens += [blank if letter == " " else ink for letter in text]
        else:
            pens += [ink] * cell_len(text)
    return pens


def _joint(pens: Sequence[Pen]) -> Pen | None:
    """The one that can write what all of them do, if there is one."""
    pen = next((one for one in pens if one.ink), pens[0])
    return pen if all(pen.writes(one) for one in pens) else None


class Shown:
    """The rows that were sent to the terminal, as far as they are known."""

    def __init__(self) -> None:
        self._rows: dict[int, Strip] = {}

    def forget(self) -> None:
        self._rows.clear()

    def changes(self, update: RenderableType) -> RenderableType:
        """Of all that is drawn what is different; as it is where nobody knows what stood there."""
        if isinstance(update, LayoutUpdate) and not update.region.x:
            rows = {y: Strip.join(line) for y, line in enumerate(update.strips, update.region.y)}
        elif isinstance(update, ChopsUpdate):
            rows = {}
            for y in dict.fromkeys(y for y, _, _ in update.spans):
                row = self._row(y, update)
                if row is None:
                    self.forget()
                    return update
                rows[y] = row
        else:
            self.forget()
            return update
        known = [(y, self._rows.get(y), row) for y, row in rows.items()]
        self._rows |= rows
        changed = [(y, before, after) for y, before, after in known if before != after]
        return cast("RenderableType", Changes(changed))

    def _row(self, y: int, update: ChopsUpdate) -> Strip | None:
        """A row with parts that were drawn and parts that stayed; None where it is not known what stayed."""
        known, parts = self._rows.get(y), []
        for (x, part), end in zip(update.chops[y].items(), update.chop_ends[y], strict=False):
            if part is None and known is None:
                return None
            parts.append(known.crop(x, end) if part is None and known is not None else part)
        return Strip.join(parts)


class ThriftyApp(App[str | None]):
    """An app that sends what changed. Another screen is sent whole, so that nothing garbled stays for long."""

    def __init__(self, ansi_color: bool | None) -> None:
        super().__init__(ansi_color=ansi_color)
        self._shown = Shown()
        self._shown_screen: Screen[object] | None = None

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Resize):
            self._shown.forget()  # terminals keep what they like
        await super().on_event(event)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if renderable is not None and not self.is_headless and not self._batch_count:
            if screen is not self._shown_screen:
                self._shown.forget()
                self._shown_screen = screen
            renderable = self._shown.changes(renderable)
        super()._display(screen, renderable)
