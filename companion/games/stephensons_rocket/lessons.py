"""What entries of Stephenson's Rocket teach the copy book: which towns there are, and what lies on a metropolis."""

from typing import Any, NamedTuple

from companion.core.copybook import Book, Lesson
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.stephensons_rocket.actions import Extend, TakeToken
from companion.games.stephensons_rocket.extension import known_otherwise
from companion.games.stephensons_rocket.position import Position
from companion.games.stephensons_rocket.ruleset import KINDS
from companion.games.stephensons_rocket.state import (
    OTHER_KIND,
    Kind,
    NamesTowns,
    State,
    spelling,
    taken_from_city,
    towns_in,
)

_ALL_SEEN = "all_seen"
"""The fact that every token of a metropolis was seen in one game, so that it has no other kinds."""


class _Town(NamedTuple):
    kind: Kind
    name: str
    commodity: str | None = None


def of_token(game: Any, state: State, action: TakeToken) -> list[Lesson]:
    found = _taught(state, [_Town("metropolis", action.city, action.commodity)])
    city = spelling(state.towns, "metropolis", action.city)
    taken = 1 + taken_from_city(state.ledger, city, game.ruleset.commodities)
    if taken < game.ruleset.pieces.tokens_per_metropolis:
        return found
    return [one._replace(facts={**one.facts, _ALL_SEEN: True}) for one in found]


def doubts_of_token(game: Any, state: State, action: TakeToken, book: Book) -> list[Message]:
    """Of a metropolis that the copy book knows as another town, or whose tokens it knows as other ones."""
    city, facts = book.spelling("metropolis", action.city), book.facts("metropolis", action.city)
    found = _noted_otherwise(game, book, _Town("metropolis", city))
    known = facts.get("commodities")
    if isinstance(known, tuple) and facts.get(_ALL_SEEN) is True and action.commodity not in known:
        found.append(say("stephensons-rocket.other-tokens", city=city, known=known))
    return found


def doubts_of_extension(game: Any, state: State, action: Extend, book: Book) -> list[Message]:
    """Of towns that the copy book knows as others: a start town pays nothing, a railway town is no metropolis."""
    return [doubt for town in _named(action) for doubt in _noted_otherwise(game, book, town)]


def _noted_otherwise(game: Any, book: Book, town: _Town) -> list[Message]:
    """What the copy book says against a kind; what the printed board says is told of the entry itself."""
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
    """A name of two kinds is booked by a ruling only, and teaches nothing: which of them is printed is not known."""
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
