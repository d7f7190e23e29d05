"""The base class of all actions of a player's turn, and the limits of a turn."""

from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.games.entries import PlayerAction
from companion.games.whistle_stop.choices import UPGRADE, price_of
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State, Turn, piece_counts


def turn_violations(ruleset: WhistleStopRuleset, turn: Turn | None, verb: str) -> list[Violation]:
    if turn is None:
        return []
    who, most, keys = turn.player, ruleset.turn.buys, []
    if verb in ("move", "use") and not turn.spaces_left:
        keys.append("whistle-stop.no-space")
    if verb == "move" and turn.rested:
        keys.append("whistle-stop.rested")
    if verb == "buy" and turn.bought >= most:
        keys.append("whistle-stop.bought")
    if verb == "rest" and (turn.moved or turn.rested):
        keys.append("whistle-stop.moved" if turn.moved else "whistle-stop.rested-already")
    return [Violation(say(key, player=who, most=most)) for key in keys]


class TurnAction(PlayerAction):
    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        return turn_violations(game.ruleset, self.own_turn(state), self.do)

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> list[Message]:
        """Warnings if the board notes differ: the name means another thing there, or the entry has a slip."""
        found = []
        for page, name, learned in self.lessons(game, state):
            known, parts = board_notes.facts(page, name), []
            price, paid = price_of(known), price_of(learned)
            if price is not None and paid is not None and {*piece_counts(price)} != {*piece_counts(paid)}:
                parts.append(say("whistle-stop.before.pay", pieces=piece_counts(price)))
            for field in ("points", "company", "penalty", "rate", "worth"):
                if field in known and field in learned and known[field] != learned[field]:
                    parts.append(say(f"whistle-stop.before.{field}", value=known[field]))
            if parts:
                thing = name if page != UPGRADE else say("whistle-stop.upgrade", upgrade=name)
                other = say(f"whistle-stop.other.{page.removeprefix('end-')}")
                found.append(say("whistle-stop.differs", name=thing, parts=tuple(parts), other=other))
        return found

    def own_turn(self, state: State) -> Turn | None:
        """The current turn if it is this player's, else None: its limits apply to nobody else."""
        return state.turn if state.turn is not None and state.turn.player == self.by else None

    def turn_after(self, state: State, spaces: int = 0, buys: int = 0, **more: Any) -> Turn | None:
        """The turn after this action; an action of another player, by a ruling, leaves the turn unchanged."""
        turn = self.own_turn(state)
        if turn is None:
            return state.turn
        spaces_left, bought = max(0, turn.spaces_left - spaces), turn.bought + buys
        return turn._replace(spaces_left=spaces_left, bought=bought, **more)
