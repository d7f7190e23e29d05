"""Who sits where in a planned session, and which colours are on offer."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.core.names import fold

COLOURS = (
    "red",
    "blue",
    "green",
    "yellow",
    "black",
    "white",
    "orange",
    "purple",
    "brown",
    "grey",
    "pink",
    "turquoise",
)
"""Those on offer; any other text is one too."""

Draw = Callable[[int], int]
"""Draws one of so many, counted from 0."""


class Seat(NamedTuple):
    id: int
    """Stays with the player, whatever is renamed or moved."""
    name: str
    colour: str | None = None
    is_start: bool = False


def next_colour(own: str | None, others: Iterable[str | None], by: int) -> str | None:
    """The next colour on offer that nobody else has; after the last one none at all."""
    folded, taken = fold(own or ""), {fold(colour) for colour in others if colour}
    open_to = (None, *(one for one in COLOURS if one not in taken or one == folded))
    here = open_to.index(folded) if folded in open_to else 0
    return open_to[(here + by) % len(open_to)]
