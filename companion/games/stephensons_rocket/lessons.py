"""What entries of Stephenson's Rocket teach the copy book: which towns there are, and what lies on a metropolis."""

from typing import Any

from companion.core.board_notes import BoardNotes, Lesson
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


_Town = tuple[Kind, str, str | None]
"""Its kind and name, and a commodity that lies there, if the entry says so."""


def of_token(game: Any, state: State, action: TakeToken) -> list[Lesson]:
    found = _taught(state, [("metropolis", action.city, action.commodity)])
    city = spelling(state.towns, "metropolis", action.city)
    taken = 1 + units.taken_from_city(state.ledger, city, game.ruleset.commodities)
    if taken < game.ruleset.pieces.tokens_per_metropolis:
        return found
    return [one._replace(facts={**one.facts, _ALL_SEEN: True}) for one in found]


def doubts_of_token(game: Any, state: State, action: TakeToken, board_notes: BoardNotes) -> list[Message]:
    """Warnings of a metropolis that the board notes have as another kind of town, or with other tokens."""
    city, facts = (
        board_notes.spelling("metropolis", action.city),
        board_notes.facts("metropolis", action.city),
    )
    found = _noted_otherwise(game, board_notes, "metropolis", city)
    known = facts.get("commodities")
    if isinstance(known, tuple) and facts.get(_ALL_SEEN) is True and action.commodity not in known:
        found.append(say("stephensons-rocket.other-tokens", city=city, known=known))
    return found


def doubts_of_extension(game: Any, state: State, action: Extend, board_notes: BoardNotes) -> list[Message]:
    """Warnings of towns that the board notes have as another kind: the kind decides what is paid."""
    return [
        doubt for kind, name, _ in _named(action) for doubt in _noted_otherwise(game, board_notes, kind, name)
    ]


def _noted_otherwise(game: Any, board_notes: BoardNotes, kind: Kind, name: str) -> list[Message]:
    """Warnings by the board notes alone; the entry itself warns by the printed board."""
    if known_otherwise(game.ruleset, kind, [name]):
        return []
    others = [other for other in KINDS if other != kind and board_notes.has(other, name)]
    return [say("stephensons-rocket.noted-as", town=name, kind=other) for other in others]


def of_extension(game: Any, state: State, action: Extend) -> list[Lesson]:
    return _taught(state, _named(action))


def of_position(game: Any, state: State, position: Position) -> list[Lesson]:
    towns = [town for item in position.lines for town in _named(item)]
    held = (row for row in position.tokens if any(row.held.values()))
    towns += [("metropolis", row.city, row.commodity) for row in held if row.city is not None]
    return _taught(state, towns)


def _named(item: NamesTowns) -> list[_Town]:
    return [(kind, name, None) for kind, _, names in towns_in(item) for name in names]


def _taught(state: State, towns: list[_Town]) -> list[Lesson]:
    """A name of two kinds, which only a ruling allows, teaches nothing: nobody knows which kind is printed."""
    known = state.towns.keys() | {(kind, fold(name)) for kind, name, _ in towns}
    found = []
    for kind, name, commodity in towns:
        if (OTHER_KIND[kind], fold(name)) not in known:
            facts = {} if commodity is None else {"commodities": (commodity,)}
            found.append(Lesson(kind, spelling(state.towns, kind, name), facts))
    return found
