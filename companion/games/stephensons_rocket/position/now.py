"""The position as a state has it, in the words of a recount."""

from typing import Any

from companion.core.ledger import Books, player
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import take_back
from companion.games.stephensons_rocket.state import (
    BOARD,
    LOOSE,
    MONEY,
    PASSENGERS,
    PILE,
    SUPPLEMENTARY,
    SUPPLY,
    TILES,
    Reading,
    State,
    shares,
    shares_of,
    stations,
    stations_on,
    tokens,
)


def position_now(ruleset: RocketRuleset, state: State) -> dict[str, Any]:
    """After the end with the tokens as they were before some were discarded: a recount scores once more."""
    books = Books(state.ledger)
    take_back(books, state, tuple(ruleset.commodities))
    turn = (
        {} if state.turn is None else {"turn": {**state.turn._asdict(), "extended": [*state.turn.extended]}}
    )
    return {
        "tracks_laid": books.of(TILES, BOARD),
        "cash": {name: books.of(MONEY, player(name)) for name in state.players},
        "passengers": {name: books.of(PASSENGERS, player(name)) for name in state.players},
        "loose_stations": {name: books.of(stations(name), LOOSE) for name in state.players},
        "supplementary_left": books.of(SUPPLEMENTARY, SUPPLY),
        **turn,
        "tokens": _tokens(ruleset, books, state),
        "lines": [_line(books, state, name) for name in state.lines],
    }


def _tokens(ruleset: RocketRuleset, books: Reading, state: State) -> list[dict[str, Any]]:
    """A row for each commodity and metropolis of which somebody holds tokens."""
    rows: list[dict[str, Any]] = []
    for commodity in ruleset.commodities:
        held = {holder: count for holder, count in books.holders(tokens(commodity)).items() if count > 0}
        for place in sorted({holder[2:] for holder in held if holder[0] == "player"}):
            row = {"commodity": commodity, **({"city": place[0]} if place else {})}
            counts = {name: held.get(player(name, *place), 0) for name in state.players}
            rows.append({**row, "held": counts})
    return rows


def _line(books: Reading, state: State, name: str) -> dict[str, Any]:
    line = state.lines[name]
    if line.status == "merged":
        return {"line": name, "status": line.status, "into": line.into}
    return {
        "line": name,
        "moved": line.moved,
        "metropolises": [*line.metropolises],
        "railway_towns": [*line.railway_towns],
        "start_towns": [*line.start_towns],
        "unnamed_towns": line.unnamed_towns,
        "stations": stations_on(books, name, state.players),
        "shares": shares_of(books, name, state.players),
        "pile": books.of(shares(name), PILE),
        "status": line.status,
    }
