"""People who have played before, with their colours, and the seats of a new session."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from companion.core.names import fold, tidy
from companion.core.player_colours import PLAIN_DARK

MOST = 48
"""People remembered; the one who hasn't played for longest is forgotten first."""


class Person(NamedTuple):
    name: str
    colour: str | None = None


People = tuple[Person, ...]


def remember(people: People, players: Iterable[Person]) -> People:
    """Move a session's players to the front; a player without a colour keeps the previous one."""
    colours = {fold(person.name): person.colour for person in people}
    came = {}
    for new in players:
        if tidy(new.name):
            came[fold(new.name)] = Person(tidy(new.name), new.colour or colours.get(fold(new.name)))
    others = (person for person in people if fold(person.name) not in came)
    return (*came.values(), *others)[:MOST]


def rename_people(people: People, names: Mapping[str, str]) -> People:
    """Rename people. If two get one name, the person who played more recently stays."""
    called = (Person(names.get(person.name, person.name), person.colour) for person in people)
    return tuple({fold(person.name): person for person in reversed([*called])}.values())[::-1]


def colour_of(people: People, name: str) -> str | None:
    """The colour somebody had last; None if they had none or are unknown."""
    return next((person.colour for person in people if fold(person.name) == fold(name)), None)


COLOURS = tuple(PLAIN_DARK)
"""Colours on offer; any other text is allowed too."""

Draw = Callable[[int], int]
"""Draw a random number from 0 to one less than the number given."""


class Seat(NamedTuple):
    id: int
    """Stays with the player through renames and moves."""
    name: str
    colour: str | None = None
    is_start: bool = False


def next_colour(own: str | None, others: Iterable[str | None], by: int) -> str | None:
    """Return the colour `by` steps on among colours that nobody else has and None, for no colour."""
    folded, taken = fold(own or ""), {fold(colour) for colour in others if colour}
    open_to = (None, *(colour for colour in COLOURS if colour not in taken or colour == folded))
    here = open_to.index(folded) if folded in open_to else 0
    return open_to[(here + by) % len(open_to)]
