"""What entries of Stephenson's Rocket teach the copy book: which towns there are, and what lies on a metropolis."""

from typing import Any, NamedTuple

from companion.core.copybook import Book, Lesson
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.actions import Extend, TakeToken
from companion.games.stephensons_rocket.extension import known_otherwise
from companion.games.stephensons_rocket.position import Position
from companion.games.stephensons_rocket.ruleset import KINDS
from companion.games.stephensons_rocket.state import OTHER_KIND, Kind, NamesTowns, State, spelling, towns_in

_ALL_SEEN = "all_seen"
"""The fact that every token of a metropolis was seen in one game, so that it has no other kinds."""


class _Town(NamedTuple):
    kind: Kind
    name: str
    commodity: str | None = None


def of_token(game: Any, state: State, action: TakeToken) -> list[Lesson]:
    found = _taught(state, [_Town("metropolis", action.city, action.commodity)])
    city = spelling(state.towns, "metropolis", action.city)
    taken = 1 + units.taken_from_city(state.ledger, city, game.ruleset.commodities)
    if taken < game.ruleset.pieces.tokens_per_metropolis:
        return found
    return [one._replace(facts={**one.facts, _ALL_SEEN: True}) for one in found]


def doubts_of_token(game: Any, state: State, action: TakeToken, book: Book) -> list[Message]:
    """Warnings of a metropolis that the board notes have as another kind of town, or with other tokens."""
    city, facts = book.spelling("metropolis", action.city), book.facts("metropolis", action.city)
    found = _noted_otherwise(game, book, _Town("metropolis", city))
    known = facts.get("commodities")
    if isinstance(known, tuple) and facts.get(_ALL_SEEN) is True and action.commodity not in known:
        found.append(say("stephensons-rocket.other-tokens", city=city, known=known))
    return found


def doubts_of_extension(game: Any, state: State, action: Extend, book: Book) -> list[Message]:
    """Warnings of towns that the board notes have as another kind: the kind decides what is paid."""
    return [doubt for town in _named(action) for doubt in _noted_otherwise(game, book, town)]


def _noted_otherwise(game: Any, book: Book, town: _Town) -> list[Message]:
    """Warnings by the board notes alone; the entry itself warns by the printed board."""
    if known_otherwise(game.ruleset, town.kind, [town.name]):
        return []
    kinds = [kind for kind in KINDS if kind != town.kind and book.has(kind, town.name)]
    return [say("stephensons-rocket.noted-as", town=town.name, kind=kind) for kind in kinds]


def of_extension(game: Any, state: State, action: Extend) -> list[Lesson]:
    return _taught(state, _named(action))


def of_position(game: Any, state: State, position: Position) -> list[Lesson]:
    towns = [town for item in position.lines for town in _named(item)]
    towns += [
        _Town("metropolis", row.city, row.commodity)
        for row in position.tokens
        if row.city is not None and any(row.held.values())
    ]
    return _taught(state, towns)


def _named(item: NamesTowns) -> list[_Town]:
    return [_Town(kind, name) for kind, _, names in towns_in(item) for name in names]


def _taught(state: State, towns: list[_Town]) -> list[Lesson]:
    """A name of two kinds, which only a ruling allows, teaches nothing: nobody knows which kind is printed."""
    known = state.towns.keys() | {(town.kind, fold(town.name)) for town in towns}
    return [
        Lesson(
            town.kind,
            spelling(state.towns, town.kind, town.name),
            {} if town.commodity is None else {"commodities": (town.commodity,)},
        )
        for town in towns
        if (OTHER_KIND[town.kind], fold(town.name)) not in known
    ]
