"""Random entries of Stephenson's Rocket: mostly legal, some with a ruling, few that end the game."""

import random
from typing import Any

from companion.games.entries import Action, PlayerAction
from companion.games.ruleset import Ruleset
from companion.games.stephensons_rocket.state import State
from companion.games.stephensons_rocket.units import LOOSE, on_line, shares_of, stations
from companion.session import Session

CITIES = [f"City {number}" for number in range(1, 13)]
TOWNS = [f"Town {number}" for number in range(1, 10)]
WAYS_OF_ENDING = ("one-line-left", "last-tile", "stopped")
COMMODITIES = ("steel", "textiles", "brewing", "leather")


def table(luck: random.Random, ruleset: Ruleset) -> tuple[list[str], dict[str, Any]]:
    players = luck.sample(["Anton", "Beate", "Claus", "Dóra", 'O\'Neil "the" 🚂'], luck.randrange(2, 5))
    if luck.random() < 0.7:
        return players, {}
    position = {
        "tracks_laid": luck.randrange(0, 30),
        "cash": {name: 1000 * luck.randrange(0, 40) for name in players},
        "passengers": {players[0]: luck.randrange(0, 4)},
        "tokens": [{"commodity": "steel", "held": {players[1]: 2}}],
        "lines": [
            {"line": "NER", "unnamed_towns": 5, "shares": {name: luck.randrange(0, 5) for name in players}},
            {"line": "SER", "status": "merged", "into": "NER"},
            {
                "line": "GWR",
                "moved": False,
                "metropolises": ["City 1"],
                "shares": {players[0]: 15, players[1]: 4},
            },
        ],
    }
    return players, {"position": position}


def draw(session: Session, luck: random.Random) -> dict[str, Any]:
    state: State = session.record.state
    up = state.turn.player if state.turn else luck.choice(state.players)
    by, ruling = up, None
    if luck.random() < 0.06:
        by, ruling = luck.choice(state.players), "the table says so"
    kind = luck.choices(
        ("take-token", "place-station", "move-station", "extend", "pass", "isolate", "recount"),
        (20, 14, 14, 34, 14, 0.4, 4),
    )[0]
    draw_fields = globals().get(f"_{kind.replace('-', '_')}")
    fields = draw_fields(state, luck, by) if draw_fields else {"by": by, "do": kind}
    return fields if ruling is None else {**fields, "ruling": ruling}


def ending(session: Session) -> dict[str, Any]:
    return {"do": "finish"}


def in_place_of(action: Action) -> dict[str, Any]:
    """Return something in place of the action that moves nobody's turn."""
    if isinstance(action, PlayerAction):
        return {"by": action.by, "do": "pass"}
    return {"note": "struck out", "do": "remark"}


def _take_token(state: State, luck: random.Random, by: str) -> dict[str, Any]:
    return {"by": by, "city": luck.choice(CITIES), "commodity": luck.choice(COMMODITIES), "do": "take-token"}


def _move_station(state: State, luck: random.Random, by: str) -> dict[str, Any]:
    lines = [line for line in state.lines if state.ledger.of(stations(by), on_line(line))]
    if lines and luck.random() < 0.6:
        return {"by": by, "from": luck.choice(lines), "do": "move-station"}
    return {"by": by, "do": "move-station"}


def _isolate(state: State, luck: random.Random, by: str) -> dict[str, Any]:
    return {"line": luck.choice(list(state.lines)), "do": "isolate"}


def _recount(state: State, luck: random.Random, by: str) -> dict[str, Any]:
    line = luck.choice([name for name, line in state.lines.items() if line.status != "merged"])
    position = luck.choice(
        (
            {"cash": {by: 1000 * luck.randrange(0, 50)}},
            {"passengers": {by: luck.randrange(0, 4)}},
            {"tracks_laid": luck.randrange(0, 40)},
            {"lines": [{"line": line, "shares": {by: luck.randrange(0, 8)}}]},
            {"lines": [{"line": line, "pile": luck.randrange(3, 12)}]},
            {"lines": [{"line": line, "stations": {by: luck.randrange(0, 3)}}]},
            {"loose_stations": {by: luck.randrange(0, 3)}},
            {"supplementary_left": luck.randrange(0, 17)},
            {
                "tokens": [
                    {"city": luck.choice(CITIES), "commodity": "leather", "held": {by: luck.randrange(0, 3)}}
                ]
            },
        )
    )
    return {"reason": "counted again", "position": position, "do": "recount"}


def _extend(state: State, luck: random.Random, by: str) -> dict[str, Any]:
    taken = state.turn.extended if state.turn else ()
    lines = [name for name, line in state.lines.items() if line.status != "merged" and name not in taken]
    line = luck.choice(lines)
    fields: dict[str, Any] = {"by": by, "line": line}
    if luck.random() < 0.5:
        fields["metropolises"] = luck.sample(CITIES, luck.randrange(1, 3))
    if luck.random() < 0.4:
        fields["railway_towns"] = luck.sample(TOWNS, luck.randrange(1, 3))
    moved = [name for name, other in state.lines.items() if other.moved and name != line]
    if moved and luck.random() < 0.2:
        fields["start_towns"] = [luck.choice(moved)]
    loose = [name for name in state.players if state.ledger.of(stations(name), LOOSE)]
    if loose and luck.random() < 0.7:
        fields["station"] = luck.choice(loose)
    if luck.random() < 0.35:
        fields["veto"] = _bids(state, luck, by, line)
    others = [name for name in lines if name != line]
    if others and luck.random() < 0.05:
        fields["into"] = luck.choice(others)
    return {**fields, "do": "extend"}


def _bids(state: State, luck: random.Random, by: str, line: str) -> list[dict[str, Any]]:
    place = state.players.index(by)
    order = state.players[place + 1 :] + state.players[: place + 1]
    held = shares_of(state.ledger, line, state.players)
    bids: list[dict[str, Any]] = []
    highest = 0
    for name in order:
        least = highest if name == by and highest else highest + 1
        if held[name] >= least and luck.random() < 0.6:
            highest = luck.randrange(least, held[name] + 1)
            bids.append({"player": name, "shares": highest})
    return bids
