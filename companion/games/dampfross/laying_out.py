"""What is laid out and agreed before a game of Dampfross. Rulebook, "Spielvorbereitung" and "Aufbauphase"."""

from companion.core.messages import Message, say
from companion.core.table import Table
from companion.games.dampfross.ruleset import TARGET, DampfrossRuleset, MapRule
from companion.games.dampfross.state import Options


def laying_out(ruleset: DampfrossRuleset, table: Table, options: Options) -> tuple[Message, ...]:
    rule = ruleset.maps.get(options.map)
    found = [
        say("dampfross.lay.map", map=options.map),
        say("dampfross.lay.colours"),
        say("dampfross.lay.accounts", units=ruleset.money.start),
        say(
            "dampfross.lay.common-roll" if options.common_roll else "dampfross.lay.dice",
            dice=options.build_dice,
        ),
        say("dampfross.lay.run-dice"),
        _start(rule),
    ]
    if options.special_runs and rule is not None and rule.special is not None:
        found.append(say("dampfross.lay.special-runs", every=rule.special.every))
    elif options.special_runs:
        found.append(say("dampfross.lay.no-special-runs", map=options.map))
    if options.chain_runs:
        found.append(say("dampfross.lay.chain-runs"))
    if options.exact_tie == "roll-off":
        found.append(say("dampfross.lay.roll-off"))
    if options.end == TARGET:
        found.append(say("dampfross.lay.target", units=ruleset.target_for(len(table.players))))
    else:
        end = ruleset.runs[options.end]
        found.append(say("dampfross.lay.runs", runs=end.runs, uses=end.uses))
    found.append(say("dampfross.lay.first", player=table.starts))
    return tuple(found)


def _start(rule: MapRule | None) -> Message:
    """Where building begins, if the ruleset names the towns."""
    if rule is None or not rule.start_cities:
        return say("dampfross.lay.start")
    return say("dampfross.lay.start-cities", cities=rule.start_cities)
