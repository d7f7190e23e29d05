"""What players of Whistle Stop did, in one sentence each."""

from companion.core.forms import Draft
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.games.whistle_stop.state import State


def move(game: AnyGame, state: State, block: Draft) -> Message:
    key = "whistle-stop.did.move-whistle" if block.get("with") == "whistle" else "whistle-stop.did.move"
    return _with_gold(block, say(key, player=block["by"], where=_where(game, block)))


def use(game: AnyGame, state: State, block: Draft) -> Message:
    values = {"player": block["by"], "upgrade": block["upgrade"]}
    if block.get("stop") is None:
        return _with_gold(block, say("whistle-stop.did.use", **values))
    return _with_gold(block, say("whistle-stop.did.use-at", **values, where=_where(game, block)))


def buy(game: AnyGame, state: State, block: Draft) -> Message:
    key = "whistle-stop.did.buy" if block.get("from") is None else "whistle-stop.did.buy-from"
    return say(key, player=block["by"], upgrade=block["upgrade"], seller=block.get("from"))


def rest(game: AnyGame, state: State, block: Draft) -> Message:
    return say("whistle-stop.did.rest", player=block["by"])


def end_turn(game: AnyGame, state: State, block: Draft) -> Message:
    return say("whistle-stop.did.end-turn", player=block["by"])


def final(game: AnyGame, state: State, block: Draft) -> Message:
    return say("whistle-stop.did.final")


def _with_gold(block: Draft, did: Message) -> Message:
    """Its value is told once it is not hidden any more."""
    return say("whistle-stop.did.gold", did=did, values=block["gold"]) if block.get("gold") else did


def _where(game: AnyGame, block: Draft) -> Message:
    """By the name of the town or tile where it has one."""
    stop = block["stop"]
    if stop == "town" and block.get("town"):
        return say("whistle-stop.town-named", town=block["town"])
    if block.get("tile"):
        return say("whistle-stop.did.at-tile", stop=stop, tile=block["tile"])
    kind = "good" if stop in game.ruleset.goods else "end" if stop == "end" else "stop"
    return say(f"whistle-stop.did.at-{kind}", stop=stop)
