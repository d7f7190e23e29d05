"""Which block of the table goes where in a terminal of some size."""

from typing import Literal, NamedTuple

from companion.draw.tables import NARROW

Kind = Literal["narrow", "small", "wide"]
WIDE, TALL = 110, 30
"""From here on the log and the last receipt stand at the right."""
LEAST_ENTRY = 5
ENTRY_ROWS = {"narrow": 7, "small": 8, "wide": 5}
"""Rows that all tables but the main one leave to the entry, which has no fewer than `LEAST_ENTRY`."""
EVENING_ROWS = 10
EDGE, MARGIN = 1, 4
"""Columns of air on a wide screen: before all else, and in all."""


class Layout(NamedTuple):
    kind: Kind
    left: int
    right: int
    """Columns of the log; 0 where it has no place of its own."""
    margin: int = 0
    """Columns of air, `EDGE` of them before all else."""

    @property
    def key_rows(self) -> int:
        return 2 if self.kind == "narrow" else 1


def layout_of(width: int, height: int) -> Layout:
    if width < NARROW:
        return Layout("narrow", width, 0)
    if width < WIDE or height < TALL:
        return Layout("small", width, 0)
    left = max(64, (width - 2) * 58 // 100 - 2)
    return Layout("wide", left, width - left - 3 - MARGIN, MARGIN)


def entry_height(body: int, wanted: int, tables: int, stays: int) -> int:
    """Rows of the entry: what the tables leave or more if it needs more, but `stays` rows of the tables remain."""
    rest = max(body - tables, min(wanted, body - stays))
    return max(min(LEAST_ENTRY, body), rest)
