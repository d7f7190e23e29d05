"""Turns and rounds of Whistle Stop: what a turn has room for, rests, the end of a turn, the income of a round."""

from typing import Any

from companion.core.errors import Violation
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, Books, player
from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow, Receipt
from companion.games.whistle_stop.actions import EndTurn, Rest
from companion.games.whistle_stop.pieces import Effects
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State, Turn, piece, seats_of


def own_turn(state: State, who: str) -> Turn | None:
    """The turn, if it is this player's: its limits count for nobody else."""
    return state.turn if state.turn is not None and state.turn.player == who else None


def turn_after(state: State, who: str, spaces: int = 0, **more: Any) -> Turn | None:
    """The turn after an action; one of another player, by a ruling, leaves it unchanged."""
    turn = own_turn(state, who)
    if turn is None:
        return state.turn
    return turn._replace(spaces_left=max(0, turn.spaces_left - spaces), **more)


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


def rest_violations(game: AnyGame, state: State, action: Rest) -> list[Violation]:
    return turn_violations(game.ruleset, own_turn(state, action.by), "rest")


def play_rest(game: AnyGame, state: State, action: Rest) -> Outcome[State]:
    effects = Effects(game.ruleset, state, action.by)
    _rested(effects, "whistle-stop.rests")
    return effects.done(turn_after(state, action.by, rested=True))


def _rested(effects: Effects, key: str) -> None:
    effects.books.move(piece("whistle"), BANK, player(effects.who), effects.ruleset.rest.whistle)
    effects.receipt("rest", effects.who, 0, key)


def play_end_turn(game: AnyGame, state: State, action: EndTurn) -> Outcome[State]:
    who, turn = action.by, own_turn(state, action.by)
    effects = Effects(game.ruleset, state, who)
    if turn is not None and not turn.moved and not turn.rested:
        _rested(effects, "whistle-stop.rests-by-itself")
    effects.log.append(say("whistle-stop.turn-ends", player=who))
    if turn is None:
        return effects.done(state.turn)
    seats = seats_of(state)
    place = seats.index(who) + 1
    if place < len(seats):
        return effects.done(new_turn(game.ruleset, seats[place]))
    if state.is_last_round or state.round >= state.options.rounds:
        key = "whistle-stop.last-train-home" if state.is_last_round else "whistle-stop.last-round"
        effects.log.append(say(key))
        return effects.done(None)
    ended = effects.done(None)
    begun = new_round(game.ruleset, ended.state, list(ended.log))
    return begun._replace(postings=(*ended.postings, *begun.postings))


def new_turn(ruleset: WhistleStopRuleset, who: str) -> Turn:
    return Turn(who, ruleset.turn.spaces)


def new_round(ruleset: WhistleStopRuleset, state: State, log: list[Message | Receipt]) -> Outcome[State]:
    """Everybody gets coal, or in the whistle round a whistle instead."""
    number = state.round + 1
    is_whistle = number == state.options.whistle_round
    name, count = ("whistle", ruleset.income.whistle) if is_whistle else ("coal", ruleset.income.coal)
    books = Books(state.ledger)
    for who in state.players:
        books.move(piece(name), BANK, player(who), count)
    rows = tuple(PayoutRow(who, count, None, 0) for who in state.players)
    text = say("whistle-stop.income", round=number, rounds=state.options.rounds, pieces=((name, count),))
    receipt = Receipt("income", str(number), rows, text, (), say("whistle-stop.rule.income"))
    new = state._replace(ledger=books.close(), round=number, turn=new_turn(ruleset, seats_of(state)[0]))
    return Outcome(new, books.postings, [*log, receipt])
