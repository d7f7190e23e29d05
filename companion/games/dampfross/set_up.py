"""How the table of Dampfross is laid out again."""

from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.views import Section
from companion.games.dampfross.state import State, run_name


def _again(key: str, **values: object) -> Message:
    return say(f"dampfross.again.{key}", **values)


def set_up_again(game: AnyGame, state: State, hides_money: bool) -> list[Section]:
    is_building = state.phase == "building"
    reached = _again("round", round=state.round) if is_building else _again("runs", count=state.runs_done)
    found = [_again("of-map", map=state.options.map), reached]
    cities = [
        _again("city-of" if first else "city", city=state.label_of(number), players=first)
        for number, first in state.connected.items()
    ]
    found.append(_again("cities", cities=cities) if cities else _again("no-cities"))
    if state.run is not None:
        trains = []
        for train in state.run.trains:
            key = "train" if train.length is None else "train-rolled"
            who, rolled = " + ".join(train.players), sum(train.rolls)
            trains.append(_again(key, train=who, rolled=rolled, length=train.length))
        found.append(_again("run", number=state.run.number, run=run_name(state.run), trains=trains))
    used = [_again("used-one", city=state.label_of(number), count=n) for number, n in state.used.items()]
    found += [_again("used", numbers=used)] if used else []
    return [Section(_again("map"), found), *(Section(name, _hand(state, name)) for name in state.players)]


def _hand(state: State, name: str) -> list[Message]:
    found = [say("again.score", amount=state.accounts[name])]
    ferries = [ferry.name for ferry in state.ferries.values() if ferry.owner == name]
    found += [_again("ferries", names=ferries)] if ferries else []
    network = state.networks.get(name)
    found += [_again("network", fields=network)] if network else []
    may = state.may_build.get(name, 0) if state.phase == "operating" else 0
    return [*found, say("again.number", what=say("dampfross.may-build"), count=may)] if may else found
