"""The state of Stephenson's Rocket as `show --json` prints it."""

from companion.core.ledger import player
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    LOOSE,
    PASSENGERS,
    PILE,
    SUPPLEMENTARY,
    SUPPLY,
    TILES,
    State,
    shares,
    shares_of,
    stations,
    stations_on,
    taken_from_city,
    tokens,
)


def snapshot_of(ruleset: RocketRuleset, state: State) -> dict[str, object]:
    ledger = state.ledger
    return {
        "turn": _turn(state),
        "tracks_left": ledger.of(TILES, SUPPLY),
        "passengers_left": ledger.of(PASSENGERS, SUPPLY),
        "supplementary_left": ledger.of(SUPPLEMENTARY, SUPPLY),
        "lines": {name: _line(state, name) for name in state.lines},
        "tokens": _tokens(ruleset, state),
        "passengers": _above_zero({name: ledger.of(PASSENGERS, player(name)) for name in state.players}),
        "stations": {
            name: {"supply": ledger.of(stations(name), SUPPLY), "loose": ledger.of(stations(name), LOOSE)}
            for name in state.players
        },
    }


def _turn(state: State) -> dict[str, object] | None:
    if state.turn is None:
        return None
    turn = state.turn
    return {"player": turn.player, "actions_left": turn.actions_left, "extended": list(turn.extended)}


def _line(state: State, name: str) -> dict[str, object]:
    line = state.lines[name]
    return {
        "status": line.status,
        "into": line.into,
        "moved": line.moved,
        "metropolises": list(line.metropolises),
        "railway_towns": list(line.railway_towns),
        "start_towns": list(line.start_towns),
        "unnamed_towns": line.unnamed_towns,
        "town_count": line.town_count,
        "stations": _above_zero(stations_on(state.ledger, name, state.players)),
        "pile": state.ledger.of(shares(name), PILE),
        "shares": _above_zero(shares_of(state.ledger, name, state.players)),
    }


def _tokens(ruleset: RocketRuleset, state: State) -> list[dict[str, object]]:
    """One row for each metropolis and commodity of which tokens were taken, metropolises by name."""
    held: dict[tuple[str | None, str], dict[str, int]] = {}
    for commodity in ruleset.commodities:
        for holder, count in state.ledger.holders(tokens(commodity)).items():
            if holder[0] == "discarded":
                held.setdefault((holder[2], commodity), {})
            elif holder[0] == "player":
                city = holder[2] if len(holder) == 3 else None
                held.setdefault((city, commodity), {})[holder[1]] = count
    named = [name for (kind, _), name in state.towns.items() if kind == "metropolis"]
    cities: list[str | None] = [*sorted(named), None]
    commodities = tuple(ruleset.commodities)
    most = ruleset.pieces.tokens_per_metropolis
    return [
        {
            "city": city,
            "commodity": commodity,
            "left": None if city is None else most - taken_from_city(state.ledger, city, commodities),
            "held": {name: row[name] for name in state.players if name in row},
        }
        for city in cities
        for commodity in commodities
        if (row := held.get((city, commodity))) is not None
    ]


def _above_zero(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}
