"""Random entries of Dampfross: mostly legal, some with a ruling, few that end the game."""

import random
from typing import Any

from companion.games.dampfross.state import State
from companion.games.entries import Action
from companion.games.ruleset import Ruleset
from companion.session import Session

WAYS_OF_ENDING = ("target", "runs", "stopped")
NAMES = ("Anton", "Beate", "Claus", "Dóra", 'O\'Neil "the" 🚂', "Fritz")
SEGMENTS = ("plain", "river", "slope", "ridge", "hill_river")


def table(luck: random.Random, ruleset: Ruleset) -> tuple[list[str], dict[str, Any]]:
    players = luck.sample(NAMES, luck.choice((2, 3, 4, 5, 6)))
    options = {
        "map": luck.choice(("germany", "france", "usa-east", "usa-west", "Moonland")),
        "build_dice": luck.choice((1, 2)),
        "common_roll": luck.random() < 0.2,
        "special_runs": luck.random() < 0.5,
        "chain_runs": luck.random() < 0.3,
        "expansion": luck.choice(("income", "ten-percent")),
        "end": luck.choice(("target", "36-runs")),
        "exact_tie": luck.choice(("share", "share", "roll-off")),
    }
    more: dict[str, Any] = {"options": options}
    if luck.random() < 0.25:
        more["position"] = {
            "phase": "operating",
            "runs_done": luck.randrange(0, 4),
            "accounts": {name: luck.randrange(-5, 90) for name in players},
            "connected": [11, 65],
            "ferries": {"Gedser 1": players[0]},
            "used": {"11": 1},
        }
    return players, more


def draw(session: Session, luck: random.Random) -> dict[str, Any]:
    state: State = session.record.state
    if luck.random() < 0.03 and not (state.done or state.run or len(state.players) == 6):
        name = f"Late {session.record.entry_count}"
        return {
            "player": name,
            **luck.choice(({}, {"after": luck.choice(state.players), "amount": 12})),
            "do": "join",
        }
    fields = _building(state, luck) if state.phase == "building" else _operating(state, luck)
    if luck.random() < 0.06:
        fields = {**fields, "ruling": "the table says so"}
    return fields if luck.random() > 0.05 else _recount(state, luck)


def ending(session: Session) -> dict[str, Any]:
    return {"do": "finish"}


def in_place_of(action: Action) -> dict[str, Any]:
    """Return something in place of the action that moves nobody's turn."""
    if action.do == "build":
        return {"by": action.by, "roll": 2, "do": "build"}
    return {"note": "struck out", "do": "remark"}


def _number(luck: random.Random) -> int:
    return 10 * luck.randrange(1, 7) + luck.randrange(1, 7)


def _building(state: State, luck: random.Random) -> dict[str, Any]:
    if luck.random() < 0.012 and state.round > 3:
        return {"do": "end-building"}
    if luck.random() < 0.06:
        return {"by": luck.choice(state.players), "ferry": f"Ferry {luck.randrange(4)}", "do": "buy-ferry"}
    up = state.up
    assert up is not None
    low = state.options.build_dice
    roll = state.common_roll or luck.randrange(low, 6 * low + 1)
    track = {"plain": luck.randrange(0, 3)} if luck.random() < 0.7 else {luck.choice(SEGMENTS): 1}
    is_seen_to = luck.random() < 0.1
    """Whether the table saw to the points."""
    fields: dict[str, Any] = {} if is_seen_to else {"track": track}
    if luck.random() < 0.03:
        fields["one_left"] = True
    if luck.random() < 0.5:
        fields["cities"] = sorted({_number(luck) for _ in range(luck.randrange(1, 3))})
        if luck.random() < 0.4:
            fields["names"] = {str(fields["cities"][0]): f"Town {luck.randrange(30)}"}
    if roll % 3 == 0:
        fields["fields"] = "12-13 - 27"
    others = [name for name in state.players if name != up]
    partner = luck.choice(others)
    if luck.random() < 0.15:
        rivals = [name for name in others if name != partner]
        if rivals:
            fields["fees"] = _fees(luck, rivals)
        rolls = {} if is_seen_to else {"rolls": [roll, roll]}
        return {"players": [up, partner], **rolls, **fields, "do": "joint-build"}
    if luck.random() < 0.3:
        fields["fees"] = _fees(luck, others)
    return {"by": up, **({} if is_seen_to else {"roll": roll}), **fields, "do": "build"}


def _fees(luck: random.Random, rivals: list[str]) -> list[dict[str, Any]]:
    return [
        {"to": name, luck.choice(("joins", "crossings", "halves")): luck.randrange(1, 4)}
        for name in luck.sample(rivals, luck.randrange(1, len(rivals) + 1))
    ]


def _operating(state: State, luck: random.Random) -> dict[str, Any]:
    if state.run is not None:
        if luck.random() < 0.4:
            train = luck.choice(state.run.trains)
            return {"by": luck.choice(train.players), "roll": luck.randrange(1, 7), "do": "race-roll"}
        return _arrive(state, luck)
    builders = [name for name, left in state.may_build.items() if left]
    if builders and luck.random() < 0.2:
        return {"by": luck.choice(builders), "track": {"plain": luck.randrange(0, 4)}, "do": "expand"}
    return _depart(state, luck)


def _depart(state: State, luck: random.Random) -> dict[str, Any]:
    fields: dict[str, Any] = {"start": state.chained_start or _number(luck)}
    due = state.options.special_runs and luck.random() < 0.6
    if due:
        fields["special"] = luck.choice(("denmark", "england", "canada", "pacific-port", "anywhere"))
    else:
        fields["goal"] = _number(luck)
    free = luck.sample(state.players, luck.randrange(0, len(state.players) + 1))
    trains = []
    while free:
        count = 2 if len(free) > 1 and luck.random() < 0.25 else 1
        players, free = free[:count], free[count:]
        train: dict[str, Any] = {"players": players}
        rivals = [name for name in state.players if name not in players]
        fares = [{"to": name, "fields": luck.randrange(1, 9)} for name in rivals if luck.random() < 0.3]
        owners = [ferry.owner for ferry in state.ferries.values() if ferry.owner in rivals]
        if fares:
            train["fares"] = fares
        if owners and luck.random() < 0.3:
            train["ferries"] = [{"to": owners[0], "times": luck.randrange(1, 3)}]
        if luck.random() < 0.5:
            train["length"] = luck.randrange(4, 15)
        trains.append(train)
    return {**fields, **({"trains": trains} if trains else {}), "do": "depart"}


def _arrive(state: State, luck: random.Random) -> dict[str, Any]:
    assert state.run is not None
    trains = luck.sample(state.run.trains, luck.randrange(2, len(state.run.trains) + 1))
    named = [luck.choice(train.players) for train in trains]
    if luck.random() < 0.5:
        arrivals = [{"player": one, "turn": luck.randrange(1, 4), "left": luck.randrange(4)} for one in named]
        return {"arrivals": arrivals, "do": "arrive"}
    places = [[name] for name in named]
    if len(named) > 2 and luck.random() < 0.4:
        places = [named[:1], named[1:3], *[[name] for name in named[3:]]]
    return {"places": places, "do": "arrive"}


def _recount(state: State, luck: random.Random) -> dict[str, Any]:
    someone = luck.choice(state.players)
    position = luck.choice(
        (
            {"accounts": {someone: luck.randrange(-5, 60)}},
            {"connected": sorted({_number(luck) for _ in range(4)})},
            {"used": {str(_number(luck)): luck.randrange(0, 2)}},
            {"may_build": {someone: luck.randrange(0, 9)}},
            {"last_goal": _number(luck)},
            {"runs_done": luck.randrange(0, 5)},
        )
    )
    return {"reason": "counted again", "position": position, "do": "recount"}
