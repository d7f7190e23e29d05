"""Who has played before: names with the colour each had last, the most recent first."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.core.names import fold, tidy

MOST = 48
"""How many are remembered; whoever has not played for longest is forgotten first."""


class Person(NamedTuple):
    name: str
    colour: str | None = None


People = tuple[Person, ...]


def met(people: People, players: Iterable[Person]) -> People:
    """The players of a session before all others, in their order; who had no colour keeps the last one."""
    colours = {fold(one.name): one.colour for one in people}
    came = {
        fold(one.name): Person(tidy(one.name), one.colour or colours.get(fold(one.name)))
        for one in players
        if tidy(one.name)
    }
    others = (one for one in people if fold(one.name) not in came)
    return (*came.values(), *others)[:MOST]


def without(people: People, name: str) -> People:
    """All but one of them."""
    return tuple(one for one in people if fold(one.name) != fold(name))


def colour_of(people: People, name: str) -> str | None:
    """The colour somebody had last; None for a stranger."""
    return next((one.colour for one in people if fold(one.name) == fold(name)), None)
