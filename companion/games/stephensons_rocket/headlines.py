"""Each action of Stephenson's Rocket in one sentence."""

from typing import Any

from companion.core.forms import Draft
from companion.core.messages import Message, say
from companion.games.stephensons_rocket.state import State, spelling


def extends(game: Any, state: State, block: Draft) -> Message:
    towns = [spelling(state.towns, "metropolis", name) for name in block.get("metropolises", ())]
    towns += [spelling(state.towns, "railway-town", name) for name in block.get("railway_towns", ())]
    started = [say("stephensons-rocket.did.start-town", line=line) for line in block.get("start_towns", ())]
    key = "merge" if block.get("into") else "extend"
    reached = (*towns, *started)
    return say(f"stephensons-rocket.did.{key}{'-to' if reached else ''}", towns=reached, **block)


def takes_token(game: Any, state: State, block: Draft) -> Message:
    city = spelling(state.towns, "metropolis", block["city"])
    return say("stephensons-rocket.did.take-token", **{**block, "city": city})


def moves_station(game: Any, state: State, block: Draft) -> Message:
    if block.get("from") is None:
        return say("stephensons-rocket.did.move-loose-station", by=block["by"])
    return say("stephensons-rocket.did.move-station", by=block["by"], line=block["from"])
