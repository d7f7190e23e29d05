"""What each action of Dampfross is in one sentence; what it pays is told by its receipts."""

from collections.abc import Callable, Mapping, Sequence

from companion.core.forms import Draft
from companion.core.game import AnyGame
from companion.core.messages import Message, saying
from companion.games.dampfross.checks import points_of
from companion.games.dampfross.state import State

_did = saying("dampfross.did")


def _laid(state: State, block: Draft) -> dict[str, int]:
    """Track of the kinds that there are."""
    track, known = block.get("track") or {}, state.ruleset.segments
    return {kind: count for kind, count in track.items() if count and kind in known}


def headline(game: AnyGame, state: State, block: Draft) -> Message:
    told = _TOLD.get(block["do"])
    return _did(block["do"], **block) if told is None else told(state, block)


def _build(state: State, block: Draft) -> Message:
    """The roll is told where it isn't just what was built for."""
    players, cities = tuple(block.get("players") or (block.get("by"),)), block.get("cities", ())
    rolls, track = tuple(block.get("rolls") or (block.get("roll"),)), _laid(state, block)
    called, used = state.with_city_names(block.get("names", {})), points_of(state.ruleset, track)
    done = []
    if None not in rolls and rolls != (used,):
        done.append(_did("rolls", players=players, rolls=tuple(map(str, rolls))))
    if block.get("track") is not None:
        key = "builds-for" if used else "builds-nothing"
        done.append(_did(key, players=players, points=used, track=tuple(track.items())))
    elif cities or done or block.get("fees"):
        done.append(_did("builds", players=players))
    else:
        done.append(_did("reaches-nothing", players=players))
    if cities:
        labels = tuple(called.label_of(number) for number in cities)
        done.append(_did("reaches", players=players, cities=labels))
    new = {called.city_of(number) for number in cities}
    numbers = (int(number) for number in block.get("names", {}) if number.isdecimal())
    if named := tuple(called.label_of(one) for one in numbers if called.city_of(one) not in new):
        done.append(_did("names", players=players, cities=named))
    if block.get("one_left"):
        done.append(_did("one-left", players=players))
    return _did("build", players=players, done=done)


def _expand(state: State, block: Draft) -> Message:
    track = tuple(_laid(state, block).items())
    key = "expand" if track else "expand-fees" if block.get("fees") else "expand-nothing"
    return _did(key, player=block.get("by"), track=track)


def _depart(state: State, block: Draft) -> Message:
    trains: list[Sequence[str]] = [train["players"] for train in block.get("trains", ())]
    who = tuple(trains[0]) if len(trains) == 1 else tuple(" + ".join(train) for train in trains)
    goal, target = block.get("goal"), block.get("special")
    key = ("depart" if who else "depart-nobody") + ("" if target is None else "-special")
    to = None if goal is None else state.label_of(goal)
    return _did(key, players=who, start=state.label_of(block["start"]), goal=to, target=target)


def _arrive(state: State, block: Draft) -> Message:
    """By turn and pips left, or by place; those that are equal together."""
    places: dict[tuple[int, int], list[str]] = {}
    for one in block.get("arrivals") or ():
        places.setdefault((one["turn"], -one["left"]), []).append(one["player"])
    for place, tied in enumerate(block.get("places") or ()):
        places[place, 0] = list(tied)
    told = _did("arrive-nobody")
    for place, when in enumerate(sorted(places)):
        trains = tuple(dict.fromkeys(map(state.train_label, places[when])))
        told = _did("arrive-then" if place else "arrive", before=told, players=trains)
    return told


def _join(state: State, block: Draft) -> Message:
    key = "join-because" if block.get("reason") else "join"
    return _did(key, player=block.get("player"), reason=block.get("reason"))


_TOLD: Mapping[str, Callable[[State, Draft], Message]] = {
    "build": _build,
    "joint-build": _build,
    "depart": _depart,
    "arrive": _arrive,
    "expand": _expand,
    "join": _join,
}
"""Those that take more than their fields."""
