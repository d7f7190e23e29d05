"""The sizes of a terminal, each a CSS class of the table screen."""

from typing import Literal, get_args

Kind = Literal["tiny", "narrow", "small", "wide"]
"""With one sentence only; without tables; the smallest designed size; with a second column."""
KINDS: tuple[Kind, ...] = get_args(Kind)
LEAST_WIDTH, LEAST_HEIGHT, SMALL = 40, 20, 80
WIDE, TALL = 110, 30
"""The least size with the chart, the last entry and the log at the right."""
LEAST_AS_OF, LONGEST_TABLE = 6, 11


def kind_of(width: int, height: int) -> Kind:
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return "tiny"
    if width < SMALL:
        return "narrow"
    return "small" if width < WIDE or height < TALL else "wide"


def as_of_height(room: int) -> int:
    """Rows of the earlier game below its history: half, or enough for title, turn and scores if no table fits."""
    return room // 2 if room // 2 > LEAST_AS_OF + LONGEST_TABLE else max(0, min(LEAST_AS_OF, room - 4))
