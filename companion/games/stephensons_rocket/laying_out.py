"""What is laid out before a game of Stephenson's Rocket. Rulebook, "Vorbereitung"."""

from companion.core.messages import Message, say
from companion.core.table import Table
from companion.games.stephensons_rocket.ruleset import RocketRuleset


def laying_out(ruleset: RocketRuleset, table: Table) -> tuple[Message, ...]:
    pieces, notes = ruleset.pieces, ruleset.money.notes
    found = [
        say("stephensons-rocket.lay.locomotives", count=len(ruleset.lines)),
        say("stephensons-rocket.lay.shares", shares=pieces.shares),
    ]
    if pieces.supplementary_shares:
        found.append(say("stephensons-rocket.lay.supplementary", count=pieces.supplementary_shares))
    found.append(
        say(
            "stephensons-rocket.lay.tokens",
            count=pieces.tokens_per_metropolis,
            cities=ruleset.board.metropolises,
        )
    )
    if pieces.passengers:
        found.append(say("stephensons-rocket.lay.passengers", count=pieces.passengers))
    found.append(say("stephensons-rocket.lay.tiles", count=pieces.tiles))
    if notes:
        values = tuple(say("stephensons-rocket.lay.note", value=note.value) for note in notes)
        found.append(say("stephensons-rocket.lay.notes", values=values))
    found.append(say("stephensons-rocket.lay.stations", count=pieces.stations))
    if table.options.get("hidden_money"):
        found.append(say("stephensons-rocket.lay.hidden-money"))
    found.append(say("stephensons-rocket.lay.start", player=table.starts, actions=ruleset.turn.actions))
    return tuple(found)
