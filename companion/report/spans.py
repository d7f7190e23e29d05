"""Lines of spans: text with a look and a target to point at. Plain text leaves out both."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from companion.core.targets import Target
from companion.report.text_width import first_columns, fold_text, width


class Span(NamedTuple):
    text: str
    look: str = ""
    """The role, such as `majority` or `player:Anton`; the palette knows its colour."""
    target: Target | None = None


Line = tuple[Span, ...]
BETWEEN = "  "
UP = "▸"
Key = int | str


class Paragraph(NamedTuple):
    line: Line
    indent: int = 0
    is_verbatim: bool = False
    """Whether the line breaks at any character and nothing is added, so that it can be copied."""


def text(content: str, look: str = "", indent: int = 0) -> Paragraph:
    return Paragraph((Span(content, look),), indent)


GAP = text("")


class Titled(NamedTuple):
    """Lines below a title, and what stands at the other end of the title."""

    title: Span
    body: Sequence[Line] = ()
    ends: Sequence[Span] = ()
    """The most important first: each is shown whole or not at all."""

    def heading(self, room: int) -> Line:
        """The title in a row on a plane. For its ends it is cut at its colon; then the last of them are left out."""
        title, ends = self.title, [*self.ends]
        short = title._replace(text=title.text.partition(":")[0])
        while ends:
            right = joined(ends)
            for left in (title, short):
                if span_width((left, *right)) + len(BETWEEN) <= room:
                    return on_plane(spread((left,), right, room))
            ends.pop()
        return on_plane(cut((title,), room))

    def lines(self, room: int) -> list[Line]:
        return [self.heading(room), *self.body] if self.title.text else [*self.body]


class MarkedLines(NamedTuple):
    lines: list[Line]
    rows: Mapping[Key, tuple[int, int]]
    """The lines of each row, as (first, end)."""
    in_view: tuple[int, int] | None = None
    """Lines to keep in view although no row is marked, such as those of a marked cell."""


def on_plane(spans: Iterable[Span], plane: str = "surface") -> Line:
    """Give a whole row a ground: an empty span with its look stands first."""
    return (Span("", plane), *spans)


def indented(line: Line, sign: str = " ") -> Line:
    """Set a sign before a line; its ground stays the first span."""
    ground = line[:1] if line and not line[0].text else ()
    return (*ground, Span(sign, "here"), *line[len(ground) :])


def plain(spans: Iterable[Span]) -> str:
    return "".join(span.text for span in spans)


def span_width(spans: Iterable[Span]) -> int:
    return sum([width(span.text) for span in spans])


def strip(spans: Sequence[Span]) -> Line:
    kept = list(spans)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return (*kept[:-1], kept[-1]._replace(text=kept[-1].text.rstrip())) if kept else ()


def cut(spans: Sequence[Span], room: int) -> Line:
    """Cut a line to a width and add an ellipsis; between words, unless a word is very long."""
    if span_width(spans) <= room:
        return tuple(spans)
    whole = plain(spans)
    kept = first_columns(whole, room - 1)
    words = kept.rstrip() if whole[len(kept)].isspace() else kept.rpartition(" ")[0].rstrip()
    left = len(words if 2 * width(words) >= room else kept)
    parts: list[Span] = []
    for span in spans if room > 0 else ():
        if len(span.text) >= left:
            return (*parts, span._replace(text=f"{span.text[:left]}…"))
        parts.append(span)
        left -= len(span.text)
    return ()


def pad(spans: Sequence[Span], room: int) -> Line:
    missing = room - span_width(spans)
    return (*spans, Span(" " * missing)) if missing > 0 else tuple(spans)


def spread(left: Sequence[Span], right: Sequence[Span], room: int) -> Line:
    gap = room - span_width(right)
    return (*pad(cut(left, max(0, gap - 1)), gap), *right)


def beside(left: Sequence[Line], right: Sequence[Line], room: int) -> list[Line]:
    pairs = zip_longest(left, right, fillvalue=())
    return [(*pad(here, room), *there) if there else here for here, there in pairs]


def in_columns(columns: Sequence[Sequence[Line]], room: int) -> list[Line]:
    rows: list[Line] = []
    for at, column in enumerate(columns):
        rows = beside(rows, column, at * (room // len(columns)))
    return rows


def folded_spans(text: str, most: int, look: str = "", target: Target | None = None) -> list[Line]:
    return [(Span(part, look, target),) for part in fold_text(text, most).splitlines()] or [()]


def folded_line(spans: Sequence[Span], most: int) -> list[Line]:
    text, start = plain(spans), 0
    lines: list[Line] = []
    for row in fold_text(text, most).splitlines():
        words = row if not lines else row.lstrip()
        start = text.index(words, start)
        parts, at = [Span(row[: len(row) - len(words)])] if lines else [], 0
        for span in spans:
            part = span.text[max(0, start - at) : max(0, start + len(words) - at)]
            parts += [span._replace(text=part)] if part else []
            at += len(span.text)
        lines.append(tuple(parts))
        start += len(words)
    return lines or [()]


def hint(key: str, label: str, target: Target | None, is_useful: bool = True) -> Line:
    """A key and its label, never separated by wrapping; dimmed unless `is_useful`."""
    looks = ("key", "") if is_useful else ("rule", "rule")
    return Span(f"{key} ", looks[0], target), Span(f"{label}  ", looks[1], target)


def choice(label: str, is_chosen: bool, look: str = "") -> Line:
    """One of several choices in a row; the chosen one has a ground."""
    own = "chosen" if is_chosen else "muted"
    return Span("● " if is_chosen else "○ ", own), Span(label, look or own), Span("   ")


def words(text: str, look: str = "") -> list[Line]:
    """Split a sentence into groups of one word each, for `wrap`."""
    return [(Span(f"{word} ", look),) for word in text.split()]


def wrap(groups: Iterable[Sequence[Span]], most: int, indent: int = 2) -> list[Line]:
    """Set groups one after the other; begin a new line if the next doesn't fit. No group is broken."""
    lines: list[list[Span]] = [[]]
    room = most
    for group in groups:
        if span_width(strip(group)) > room and lines[-1]:
            lines.append([Span(" " * indent)])
            room = most - indent
        lines[-1] += group
        room -= span_width(group)
    return [cut(strip(line), most) for line in lines]


def titled(title: str, body: Sequence[Line] = (), ends: Sequence[Span] = ()) -> Titled:
    return Titled(Span(title, "title"), body, ends)


def heading(title: str, room: int) -> Line:
    return titled(title).heading(room)


def joined(parts: Sequence[Span]) -> Line:
    return tuple(span for part in parts for span in (Span(BETWEEN), part))[1:]
