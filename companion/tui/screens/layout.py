"""The three sizes of a terminal, each a CSS class of the table screen."""

from typing import Literal, get_args

from companion.report.layout import NARROW

Kind = Literal["narrow", "small", "wide"]
KINDS: tuple[Kind, ...] = get_args(Kind)
WIDE, TALL = 110, 30
"""The least size with the chart, the last entry and the log at the right."""
LONGEST_TABLE = 11


def kind_of(width: int, height: int) -> Kind:
    if width < NARROW:
        return "narrow"
    return "small" if width < WIDE or height < TALL else "wide"


def as_of_height(width: int, room: int, players: int) -> int:
    """Rows of the earlier game below its history: half, or enough for title, turn and scores if no table fits."""
    scores = players + 1 if width < NARROW else 3
    least = 2 + (width < NARROW) + scores + 1
    return room // 2 if room // 2 > least + LONGEST_TABLE else max(0, min(least, room - 4))
