"""What each action of Whistle Stop does."""

from typing import Any

from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, Books, player
from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow, Receipt
from companion.games.whistle_stop.actions import LEFT, Buy, EndTurn, Final, Move, Rest, Use
from companion.games.whistle_stop.checks import own_turn
from companion.games.whistle_stop.effects import Effects
from companion.games.whistle_stop.purse import flows_of
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.scoring import final_receipts
from companion.games.whistle_stop.state import POINTS, SUPPLY, State, Turn, piece, seats_of, upgrade


def _turn_after(state: State, who: str, spaces: int = 0, **more: Any) -> Turn | None:
    """The turn behind an action; one of somebody else, by a ruling, leaves it as it is."""
    turn = own_turn(state, who)
    if turn is None:
        return state.turn
    return turn._replace(spaces_left=max(0, turn.spaces_left - spaces), **more)


def move(game: AnyGame, state: State, action: Move) -> Outcome[State]:
    who, toll = action.by, action.toll
    effects = Effects(game.ruleset, state, who)
    if action.marker is not None:
        effects.log.append(say("whistle-stop.moves", player=who, marker=action.marker))
    effects.run(flows_of(game.ruleset, action), None if toll is None else toll.to)
    if toll is not None and toll.to != who and not state.is_light:
        effects.receipt("toll", toll.to, 0, "whistle-stop.toll", good=toll.good, to=toll.to)
    effects.stop(action, action.stop)
    effects.discard(who, action.discard)
    if toll is not None:
        effects.discard(toll.to, action.receiver_discard)
    return effects.done(_turn_after(state, who, spaces=1, moved=True))


def use(game: AnyGame, state: State, action: Use) -> Outcome[State]:
    effects = Effects(game.ruleset, state, action.by)
    effects.run(flows_of(game.ruleset, action))
    effects.use(action)
    effects.discard(action.by, action.discard)
    return effects.done(_turn_after(state, action.by, spaces=1))


def buy(game: AnyGame, state: State, action: Buy) -> Outcome[State]:
    who, name, seller = action.by, action.upgrade, action.seller
    effects = Effects(game.ruleset, state, who)
    effects.run(flows_of(game.ruleset, action), seller)
    effects.books.move(upgrade(name), SUPPLY if seller is None else player(seller), player(who), 1)
    worth = action.worth or state.worth[name]
    key = "whistle-stop.buys" if seller is None else "whistle-stop.buys-from"
    tribute = say("whistle-stop.paid-tribute", good=action.tribute) if action.tribute is not None else ""
    values = {"upgrade": name, "worth": worth, "seller": seller, "tribute": tribute}
    effects.receipt(
        "purchase", name, 0, key, paid=effects.paid("whistle-stop.paid-for", action.pay), **values
    )
    if seller is not None:
        effects.discard(seller, action.receiver_discard)
    turn = own_turn(state, who)
    bought = {} if turn is None else {"bought": turn.bought + 1}
    return effects.done(_turn_after(state, who, **bought), worth={**state.worth, name: worth})


def rest(game: AnyGame, state: State, action: Rest) -> Outcome[State]:
    effects = Effects(game.ruleset, state, action.by)
    _rested(game.ruleset, effects, action.by, "whistle-stop.rests")
    return effects.done(_turn_after(state, action.by, rested=True))


def _rested(ruleset: WhistleStopRuleset, effects: Effects, who: str, key: str) -> None:
    effects.books.move(piece("whistle"), BANK, player(who), ruleset.rest.whistle)
    effects.receipt("rest", who, 0, key)


def end_turn(game: AnyGame, state: State, action: EndTurn) -> Outcome[State]:
    who, turn = action.by, own_turn(state, action.by)
    effects = Effects(game.ruleset, state, who)
    if turn is not None and not turn.moved and not turn.rested:
        _rested(game.ruleset, effects, who, "whistle-stop.rests-by-itself")
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
    name = "whistle" if number == state.options.whistle_round else "coal"
    count: int = getattr(ruleset.income, name)
    books = Books(state.ledger)
    for who in state.players:
        books.move(piece(name), BANK, player(who), count)
    rows = tuple(PayoutRow(who, count, None, 0) for who in state.players)
    text = say("whistle-stop.income", round=number, rounds=state.options.rounds, pieces=((name, count),))
    receipt = Receipt("income", str(number), rows, text, (), say("whistle-stop.rule.income"))
    new = state._replace(ledger=books.close(), round=number, turn=new_turn(ruleset, seats_of(state)[0]))
    return Outcome(new, books.postings, [*log, receipt])


def final(game: AnyGame, state: State, action: Final) -> Outcome[State]:
    said = {name: iter(values) for name, values in action.gold.items()}
    gold = {
        name: tuple(next(said[name]) if value is None else value for value in values)
        for name, values in state.gold.items()
    }
    left = {kind: getattr(action, kind) for kind in LEFT}
    known = state._replace(gold=gold, black_tiles=action.black_tiles, left=left)
    receipts = final_receipts(game.ruleset, known)
    books = Books(state.ledger)
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            books.move(POINTS, BANK, player(row.player), row.amount)
    new = known._replace(ledger=books.close(), turn=None, is_finished=True, scored=tuple(receipts))
    return Outcome(new, books.postings, (say("whistle-stop.ended"), *receipts))
