"""Which block of the table goes where in a terminal of some size."""

from typing import Literal, NamedTuple

Kind = Literal["narrow", "small", "wide"]
NARROW = 60
"""Below so many columns there is one view at a time."""
WIDE, TALL = 110, 30
"""From here on the log and the last receipt stand at the right."""
LEAST_ENTRY, ROOMY_ENTRY = 6, 9
EVENING_ROWS = 10
EDGE, MARGIN = 1, 4
"""Columns of air on a wide screen: before all else, and in all."""
LEAST_FOR_ALL_KEYS, MOST_HINTS = 24, 8
"""From so many rows on a narrow screen shows every key, in so many rows at most."""


class Layout(NamedTuple):
    kind: Kind
    left: int
    right: int
    """Columns of the log; 0 where it has no place of its own."""
    margin: int = 0
    """Columns of air, `EDGE` of them before all else."""


def hint_rows(width: int, height: int) -> int:
    """How many rows the keys at the bottom may take: in few columns they need more."""
    if width < NARROW and height >= LEAST_FOR_ALL_KEYS:
        return MOST_HINTS
    return 2 if height < 20 else 3 if height < 36 else 6


def layout_of(width: int, height: int) -> Layout:
    if width < NARROW:
        return Layout("narrow", width, 0)
    if width < WIDE or height < TALL:
        return Layout("small", width, 0)
    left = max(64, (width - 2) * 58 // 100 - 2)
    return Layout("wide", left, width - left - 3 - MARGIN, MARGIN)


def narrow_entry(body: int, wanted: int, view: int, is_busy: bool) -> int:
    """Rows of the entry below one view: what that leaves, and of a long one so much that both can be read."""
    share = body * 2 // 3 if is_busy else body // 2
    return max(LEAST_ENTRY, min(wanted, max(share, body - view)))


def entry_height(body: int, wanted: int, tables: int, stays: int) -> int:
    """Rows of the entry: what the tables leave or more if it needs more, but `stays` rows of the tables remain."""
    rest = max(body - tables, min(wanted, body - stays))
    return max(min(LEAST_ENTRY, body), rest)
