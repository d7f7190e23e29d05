"""What players of Whistle Stop did, in one sentence each."""

from companion.core.forms import Draft
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.games.whistle_stop.state import State


def buying(game: AnyGame, state: State, block: Draft) -> Message:
    key = "buy" if block.get("from") is None else "buy-from"
    return say(f"whistle-stop.did.{key}", **block)


def stopping(game: AnyGame, state: State, block: Draft) -> Message:
    """A move, or the use of an upgrade; gold is valued once that is not hidden any more."""
    key, stop = block["do"], block.get("stop")
    if block.get("with") == "whistle":
        key = "move-whistle"
    elif key == "use" and stop is not None:
        key = "use-at"
    where: Message | str = ""
    if stop is not None and block.get("town"):
        where = say("whistle-stop.town-named", town=block["town"])
    elif stop is not None and block.get("tile"):
        where = say("whistle-stop.did.at-tile", stop=stop, tile=block["tile"])
    elif stop is not None:
        kind = "good" if stop in game.ruleset.goods else "end" if stop == "end" else "stop"
        where = say(f"whistle-stop.did.at-{kind}", stop=stop)
    did = say(f"whistle-stop.did.{key}", by=block["by"], upgrade=block.get("upgrade"), where=where)
    return say("whistle-stop.did.gold", did=did, values=block["gold"]) if block.get("gold") else did
