"""What is laid out before a game of Whistle Stop. Rules, "Spielaufbau" and "Spieler-Ausstattung"."""

from companion.core.messages import Message, say
from companion.core.table import Table
from companion.games.whistle_stop.ruleset import EVERYTHING, WhistleStopRuleset


def laying_out(ruleset: WhistleStopRuleset, table: Table) -> tuple[Message, ...]:
    count, seats, start = len(table.players), table.seats, ruleset.start
    is_light = table.options.get("track", EVERYTHING) != EVERYTHING
    return (
        say("whistle-stop.lay.board"),
        *(() if is_light else (_round_track(ruleset, table),)),
        say("whistle-stop.lay.supply", gold=ruleset.gold.tokens),
        say("whistle-stop.lay.shares", numbers=ruleset.shares.numbers, companies=len(ruleset.companies)),
        say(
            "whistle-stop.lay.upgrades",
            all=len(ruleset.upgrades),
            in_play=ruleset.upgrades_in_play(count),
        ),
        say("whistle-stop.lay.end-tiles", all=ruleset.end_tiles.all, in_play=ruleset.end_tiles.in_play),
        say("whistle-stop.lay.tiles"),
        say(
            "whistle-stop.lay.players",
            whistles=start.whistles,
            tiles=ruleset.limits.hand,
            trains=ruleset.for_players(count).trains,
            points=start.fame,
        ),
        say("whistle-stop.lay.coal", coal=tuple(zip(seats, start.coal, strict=False))),
        say("whistle-stop.lay.trains", last=seats[-1], player=table.starts),
    )


def _round_track(ruleset: WhistleStopRuleset, table: Table) -> Message:
    """Coal for every round but the one of the whistles, if there is such a one."""
    count, rounds = len(table.players), int(table.options["rounds"])
    whistle_round = int(table.options["whistle_round"])
    coal = count * ruleset.income.coal
    if not 1 <= whistle_round <= rounds:
        return say("whistle-stop.lay.rounds", rounds=rounds, coal=coal)
    whistles = count * ruleset.income.whistle
    return say(
        "whistle-stop.lay.rounds-and-whistles",
        rounds=rounds,
        coal=coal,
        whistles=whistles,
        whistle_round=whistle_round,
    )
