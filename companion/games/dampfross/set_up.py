"""Setting up Dampfross: from its box, and again as it stands now."""

from companion.core.game import SetUp
from companion.core.messages import Message, say, saying
from companion.core.names import fold
from companion.core.roster import Roster
from companion.core.views import Section, Term
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import Options, State

_again = saying("dampfross.again")


class DampfrossSetUp(SetUp[State]):
    def steps(self, roster: Roster) -> tuple[Message, ...]:
        """Steps in the rulebook's chapters "Spielvorbereitung" and "Aufbauphase"."""
        lay, options = saying("dampfross.lay"), chosen_options(self.ruleset, roster)
        rule, end = self.ruleset.maps.get(options.map), self.ruleset.runs.get(options.end)
        cities, special = ((), None) if rule is None else (rule.start_cities, rule.special)
        steps = [lay("map", map=options.map)]
        steps += [lay("start-cities", cities=cities)] if cities else []
        steps += [lay("common-roll")] if options.common_roll else []
        if options.special_runs and special is not None:
            steps.append(lay("special-runs", every=special.every))
        elif options.special_runs:
            steps.append(lay("no-special-runs", map=options.map))
        steps += [lay("chain-runs")] if options.chain_runs else []
        steps += [lay("roll-off")] if options.exact_tie == "roll-off" else []
        return (*steps, lay("runs", uses=end.uses)) if end else tuple(steps)

    def current(self, state: State, hides_money: bool) -> list[Section]:
        is_building = state.phase == "building"
        reached = _again("round", round=state.round) if is_building else _again("runs", count=state.runs_done)
        parts = [_again("of-map", map=state.options.map), reached]
        cities = [
            _again("city-of", city=label, players=first) if first else label
            for label, first in ((state.label_of(number), first) for number, first in state.connected.items())
        ]
        parts.append(_again("cities", cities=cities) if cities else _again("no-cities"))
        if state.run is not None:
            trains = []
            for train in state.run.trains:
                label, rolled = train.label, sum(train.rolls)
                is_timed = train.length is not None
                way = _again("train-rolled", train=label, rolled=rolled, length=train.length)
                trains.append(way if is_timed else label)
            parts.append(_again("run", number=state.run.number, run=state.run.name, trains=trains))
        used = [_again("used-one", city=state.label_of(number), count=n) for number, n in state.used.items()]
        parts += [_again("used", numbers=used)] if used else []
        return [Section(_again("map"), parts), *(Section(name, _hand(state, name)) for name in state.players)]


def _hand(state: State, name: str) -> list[Message]:
    parts = [say("again.amount", what=Term("balance"), amount=state.accounts[name])]
    ferries = [ferry.name for ferry in state.ferries.values() if ferry.owner == name]
    parts += [_again("ferries", names=ferries)] if ferries else []
    network = state.networks.get(name)
    parts += [_again("network", fields=network)] if network else []
    may = state.may_build.get(name, 0) if state.phase == "operating" else 0
    return [*parts, say("again.number", what=say("dampfross.may-build"), count=may)] if may else parts


def chosen_options(ruleset: DampfrossRuleset, roster: Roster) -> Options:
    """Return the options, with the map's id in the ruleset however it is spelt."""
    options = Options(**{key: roster.options[key] for key in Options._fields})  # type: ignore[arg-type]
    known = {fold(name): name for name in ruleset.maps}
    return options._replace(map=known.get(fold(options.map), options.map))
