"""Who won, on a band in the winners' colours with the largest number of the program, and everybody's score as a bar."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from companion.pages.page import Bar, Stage
from companion.report.spans import Line, Span, on_plane, pad, span_width
from companion.report.text_width import first_columns, flush_left, fold_text, width

_DIGITS = (
    ("┏━┓", " ┓ ", "╺━┓", "╺━┓", "╻ ╻", "┏━╸", "┏━╸", "╺━┓", "┏━┓", "┏━┓"),
    ("┃ ┃", " ┃ ", "┏━┛", " ━┫", "┗━┫", "┗━┓", "┣━┓", "  ┃", "┣━┫", "┗━┫"),
    ("┗━┛", "╺┻╸", "┗━╸", "╺━┛", "  ╹", "╺━┛", "┗━┛", "  ╹", "┗━┛", "╺━┛"),
)
_EIGHTHS = ("", *"▏▎▍▌▋▊▉")
BLOCK, WIDE = 7, 70
"""Columns of a winner's letter, and the least width with it."""
TALL = 30
"""Rows of a screen with room above and below the sentences."""


def large_rows(number: str) -> list[str]:
    return [
        "".join(
            row[int(sign)] if sign.isdecimal() else sign if at == 1 + (sign in ",.") else " "
            for sign in number
        )
        for at, row in enumerate(_DIGITS)
    ]


def stage_lines(stage: Stage, letters: Mapping[str, str], room: int, height: int) -> list[Line]:
    """Draw the band; each of those who share the win has a part of it."""
    large = [f"{row}   " for row in large_rows(stage.number)]
    blocks = stage.winners if room >= WIDE else ()
    left = room - width(large[0]) - BLOCK * len(blocks)
    told = [part for text in stage.told for part in fold_text(text, left - 4).splitlines()]
    gap = [("", "")] * (height >= TALL)
    rows = [*gap, *zip_longest(told, large, fillvalue=""), *gap]
    lines: list[Line] = []
    for at, (text, number) in enumerate(rows, -len(gap)):
        look, rest = "winner" if not at else "band", flush_left(f"   {text}", left)
        parts = [Span(f"{letters[name] if at == 1 else '':^{BLOCK}}", f"chip:{name}") for name in blocks]
        *others, last = stage.winners
        for name in others:
            part = first_columns(rest, left // len(stage.winners))
            parts.append(Span(part, f"{look}:{name}"))
            rest = rest.removeprefix(part)
        number = flush_left(number, width(large[0]))
        line = (*parts, Span(rest, f"{look}:{last}"), Span(number, f"winner:{last}"))
        lines.append(line if others else on_plane(line, f"band:{last}"))
    return lines


def bar_lines(bars: Sequence[Bar], room: int) -> list[Line]:
    """Draw scores as bars from 0; the longest takes the room that names and numbers leave."""
    lead, amount, trail = (
        max(map(span_width, part))
        for part in zip(*((bar.lead, (bar.text,), bar.trail) for bar in bars), strict=True)
    )
    eighths = 8 * max(0, room - lead - amount - trail - 2)
    most = max(1, *(bar.amount for bar in bars))
    lines: list[Line] = []
    for bar in bars:
        whole, part = divmod(round(max(0, bar.amount) / most * eighths), 8)
        drawn = Span(f"{'█' * whole}{_EIGHTHS[part]} ", f"player:{bar.player}")
        rest = bar.trail if lead + 1 + amount + trail <= room else ()
        lines.append((*pad(bar.lead, lead), drawn, bar.text, *rest))
    return lines
