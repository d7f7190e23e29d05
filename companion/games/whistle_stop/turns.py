"""What players do in their turns: move, use and buy upgrades, rest, end the turn; and the income of a round.

`stops` says what happens where a train moves to.
"""

from collections.abc import Iterator
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation, one_violation
from companion.core.forms import Draft
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, OpenLedger, former_players, player
from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow, Receipt
from companion.forms.questions import Group, Need, Pick, Questions
from companion.games.entries import PlayerAction, action_block
from companion.games.whistle_stop import units
from companion.games.whistle_stop.actions import Buy, Move, Use
from companion.games.whistle_stop.choices import UPGRADE, Choices
from companion.games.whistle_stop.pieces import Effects, Fields, Flow, Purse, forbidden, missing, unknown
from companion.games.whistle_stop.questions import (
    FIRST,
    LAST,
    SOON,
    fit,
    help_on,
    keyword_question,
    positional_question,
)
from companion.games.whistle_stop.ruleset import MARKERS, SCORING_STOPS, SCORING_UPGRADES, WhistleStopRuleset
from companion.games.whistle_stop.state import State, Turn, counted, owner_of, seats_of, turns_to_come
from companion.games.whistle_stop.stops import not_asked, stop_flows, stop_of, stop_questions, stop_violations

TOLL_STATION, CABOOSE, SAFE = "toll-station", "caboose", "safe"


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


def purse_after(game: AnyGame, state: State, action: Move | Use) -> tuple[Purse, list[Violation]]:
    """The goods and markers of the player after an action, and what was not there on the way."""
    purse = Purse(game.ruleset, state, action.by)
    return purse, purse.run(_flows(game.ruleset, action))


def _flows(ruleset: WhistleStopRuleset, action: Move | Use) -> Iterator[Flow]:
    return (_move_flows if isinstance(action, Move) else _use_flows)(ruleset, action_block(action))


def _stops(ruleset: WhistleStopRuleset, state: State) -> tuple[str, ...]:
    return SCORING_STOPS if state.is_light else (*ruleset.goods, *ruleset.stops)


# Moves


def _move_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    marker = fields.get("with")
    yield Flow("with", "coal" if marker is None else marker, -1, "marker")
    toll = fields.get("toll") or {}
    if "good" in toll:
        yield Flow("toll.good", toll["good"], -1, "good")
    yield from stop_flows(ruleset, fields.get("stop") or "", fields)


def move_questions(game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
    choices = Choices(game.ruleset, state, board_notes, draft, _move_flows)
    purse = choices.purse(before="with")
    count = {} if purse is None else purse.count
    marker = "whistle" if count.get("whistle") and not count.get("coal") else "coal"
    choices.draft = {"with": marker, **draft}
    markers = choices.spent(MARKERS if marker == "coal" else (marker,), "with")
    # a line that leaves it out means coal, whatever is in hand
    paid: dict[str, Any] = {"default": marker, "assumed": "coal", "key": ".", "help": help_on("with")}
    paid = {"need": "unfit"} if state.is_light else paid
    has_train = choices.by(lambda purse, stop: train_violations(purse, comes_home=stop == "end"))
    stops = choices.choices_of(_stops(game.ruleset, state), has_train)
    toll = draft.get("toll") or {}
    owner = choices.rival_with(TOLL_STATION)  # who is the usual answer, and nobody else is asked for it
    says = {**choices.says, "to": owner or say("whistle-stop.the-owner")}
    good = positional_question(Pick, "good", "good-toll", says, choices=choices.spent(choices.goods, "toll"))
    to = choices.player("to", choices.by(_toll_violations), owner)
    tolled = keyword_question(Group, "toll", says=says, questions=(good, to), help=help_on("toll"))
    return (
        positional_question(
            Pick, "stop", "stop", choices.says, choices=stops, turn=FIRST, help=help_on("stop")
        ),
        *stop_questions(choices, str(draft.get("stop", ""))),
        fit(tolled, owner is not None and not state.is_light),
        keyword_question(Pick, "with", says=choices.says, choices=markers, **paid),
        choices.discard(choices.purse()),
        choices.receiver_discard(toll.get("to", owner), toll.get("good")),
    )


def move_violations(game: AnyGame, state: State, action: Move) -> list[Violation]:
    purse, lacking = purse_after(game, state, action)
    found = turn_violations(game.ruleset, own_turn(state, action.by), "move")
    found += train_violations(purse, comes_home=action.stop == "end" or action.end)
    found += lacking
    if action.marker is None and not state.is_light:
        found += missing("with")
    receiver, good = None, None
    if action.toll is not None and not state.is_light:
        receiver, good = action.toll.to, action.toll.good
        found += _toll_violations(purse, receiver)
    found += stop_violations(purse, action, action.stop)
    found += purse.discard_violations(action.discard)
    return found + purse.receiver_discard_violations(receiver, good, action.receiver_discard)


def train_violations(purse: Purse, comes_home: bool) -> list[Violation]:
    if purse.state.ledger.of(units.trains(purse.who), units.BOARD):
        return []
    return one_violation("whistle-stop.all-home", "stop", final=comes_home, player=purse.who)


def _toll_violations(purse: Purse, to: str) -> list[Violation]:
    if to == purse.who:
        return one_violation("whistle-stop.toll-to-oneself", "toll.to", player=to)
    if owner_of(purse.state, TOLL_STATION) == to:
        return []
    return one_violation("whistle-stop.no-toll-station", "toll.to", player=to)


def play_move(game: AnyGame, state: State, action: Move) -> Outcome[State]:
    who, toll = action.by, action.toll
    effects = Effects(game.ruleset, state, who)
    effects.run(_flows(game.ruleset, action), None if toll is None else toll.to)
    if toll is not None and toll.to != who and not state.is_light:
        effects.receipt("toll", toll.to, 0, "whistle-stop.toll", pieces=counted((toll.good,)), to=toll.to)
    stop_of(action.stop).play(effects, action, action.stop, "stop")
    effects.discard(who, action.discard)
    if toll is not None:
        effects.discard(toll.to, action.receiver_discard)
    effects.tell_cost("move", action.marker or "coal", 1)
    return effects.done(turn_after(state, who, spaces=1, moved=True))


# Upgrades that are used; the caboose uses a stop again


def _usable(ruleset: WhistleStopRuleset, state: State) -> list[str]:
    """Upgrades that are ever used; where only the score is kept, those that score."""
    return [name for name in ruleset.used_upgrades if name in SCORING_UPGRADES or not state.is_light]


def nothing_to_use(ruleset: WhistleStopRuleset, state: State) -> list[Violation]:
    """That the player whose turn it is, or nobody at all, owns an upgrade that could be used, or can't pay for it."""
    who = state.players if state.turn is None else (state.turn.player,)
    owned = [(owner, name) for name in _usable(ruleset, state) if (owner := owner_of(state, name)) in who]
    if not owned:
        key = "whistle-stop.nobody-uses" if state.turn is None else "whistle-stop.nothing-to-use"
        return one_violation(key, player=who[0])
    return min((_use_violations(Purse(ruleset, state, owner), name) for owner, name in owned), key=len)


def _use_violations(purse: Purse, upgrade: str) -> list[Violation]:
    """Whether its coal lacks, or for the safe a share."""
    if upgrade == SAFE and not units.share_count(purse.ruleset, purse.state.ledger, purse.who):
        return forbidden("whistle-stop.no-share-to-give", "upgrade", player=purse.who)
    return purse.violations(_cost(purse.ruleset, upgrade))


def _use_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    name = fields.get("upgrade", "")
    if name in ruleset.upgrades:
        yield _cost(ruleset, name)
    yield from stop_flows(ruleset, (fields.get("stop") or "") if name == CABOOSE else name, fields)


def _cost(ruleset: WhistleStopRuleset, upgrade: str) -> Flow:
    return Flow("upgrade", "coal", -ruleset.upgrades[upgrade].coal)


def use_questions(game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
    ruleset, names = game.ruleset, _usable(game.ruleset, state)
    choices = Choices(ruleset, state, board_notes, draft, _use_flows)
    check = choices.by(
        lambda purse, name: _owner_violations(purse, name) or _use_violations(purse, name),
        before="upgrade",
    )
    what, stop = str(draft.get("upgrade", "")), str(draft.get("stop", ""))
    stops = choices.choices_of(one for one in _stops(ruleset, state) if one != "end")
    again = positional_question(
        Pick, "stop", "stop-again", choices.says, word="stops", choices=stops, turn=FIRST
    )
    coal = tuple(sorted({ruleset.upgrades[name].coal for name in names}))
    key, says = "upgrade-used-light" if state.is_light else "upgrade-used", {**choices.says, "coal": coal}
    return (
        positional_question(Pick, "upgrade", key, says, choices=choices.choices_of(names, check), turn=FIRST),
        fit(again, what == CABOOSE),
        *stop_questions(choices, stop if what == CABOOSE else what, is_move=False),
        choices.discard(choices.purse()),
    )


def use_violations(game: AnyGame, state: State, action: Use) -> list[Violation]:
    ruleset, name = game.ruleset, action.upgrade
    found = unknown("upgrade", name, ruleset.upgrades, "upgrade")
    if found:
        return found
    purse, lacking = purse_after(game, state, action)
    found += turn_violations(ruleset, own_turn(state, action.by), "use")
    found += _owner_violations(purse, name) + lacking
    if name != CABOOSE:
        found += stop_violations(purse, action, name, "upgrade")
        if action.stop is not None:
            found += not_asked(ruleset, name, "stop")
    elif action.stop is None:
        found += missing("stop")
    elif action.stop == "end" or action.end:
        found += forbidden("whistle-stop.caboose-end", "stop")
    else:
        found += stop_violations(purse, action, action.stop)
    return found + purse.discard_violations(action.discard)


def _owner_violations(purse: Purse, name: str) -> list[Violation]:
    if purse.state.is_light and name in purse.ruleset.used_upgrades and name not in SCORING_UPGRADES:
        return forbidden("whistle-stop.use-scores-nothing", "upgrade", what=name)
    if not purse.ruleset.upgrades[name].coal:
        return forbidden("whistle-stop.never-used", "upgrade", upgrade=name)
    if owner_of(purse.state, name) == purse.who:
        return []
    return one_violation("whistle-stop.owns-not", "upgrade", player=purse.who, upgrade=name)


def play_use(game: AnyGame, state: State, action: Use) -> Outcome[State]:
    name = action.upgrade
    effects = Effects(game.ruleset, state, action.by)
    effects.run(_flows(game.ruleset, action))
    what = name if action.stop is None else action.stop
    stop_of(what).play(effects, action, what, "upgrade")
    effects.discard(action.by, action.discard)
    effects.tell_cost("use", "coal", game.ruleset.upgrades[name].coal)
    return effects.done(turn_after(state, action.by, spaces=1))


# Upgrades that are bought, from the supply or from the player who owns them


def _buy_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    for name, count in (fields.get("pay") or {}).items():
        yield Flow(f"pay.{name}", name, -count, "good")
    if fields.get("tribute") is not None:
        yield Flow("tribute", fields["tribute"], -1, "good")


def buy_questions(game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
    choices, name = (
        Choices(game.ruleset, state, board_notes, draft, _buy_flows),
        str(draft.get("upgrade", "")),
    )
    rival, is_known = choices.rival_with(name), name in state.worth
    seller = draft.get("from", rival)
    what: Message = say("whistle-stop.upgrade", upgrade=name) if name else say("whistle-stop.the-upgrade")
    says = {**choices.says, "upgrade": what, "to": seller or say("whistle-stop.the-owner")}
    sellers = choices.by(lambda purse, who: _seller_violations(purse, name, who))
    worth = choices.by(lambda purse, value: _worth_violations(purse, name, value))
    worths = choices.numbers(game.ruleset.upgrade_rules.worth, worth)
    found = []
    for choice in choices.choices_of(game.ruleset.upgrades, choices.by(_upgrade_violations)):
        owner = owner_of(state, str(choice.value))
        hint = None if owner is None else say("whistle-stop.hint.owned", owner=owner)
        facts = choices.known(UPGRADE, str(choice.value))  # the session may know its worth already
        fields = ("pay",) if choice.value in state.worth else ("pay", "worth")
        implies = {field: facts[field] for field in fields if field in facts}
        found.append(choice._replace(hint=hint, implies=implies))
    for_sale: dict[str, Any] = {"choices": tuple(found), "may_imply": True, "turn": FIRST}
    price: dict[str, Any] = {"by_place": True, "help": help_on("price")}
    price["need"] = "unfit" if state.is_light else "expected"
    bought: Need = "unfit" if rival is None else "needed"
    rare = choices.spent(game.ruleset.rare, "tribute")
    tribute = keyword_question(Pick, "tribute", says=says, choices=rare, need="needed", turn=SOON)
    return (
        positional_question(Pick, "upgrade", "upgrade-bought", says, help=help_on("upgrade"), **for_sale),
        choices.bag("pay", choices.spent(choices.goods, "pay"), "price", says=says, **price),
        choices.player("from", sellers, rival, need=bought, turn=LAST),
        fit(tribute, seller not in (None, choices.who) and not state.is_light),
        keyword_question(
            Pick, "worth", "worth-of", says=says, choices=worths, need="unfit" if is_known else "needed"
        ),
        choices.receiver_discard(seller, draft.get("tribute")),
    )


def buy_violations(game: AnyGame, state: State, action: Buy) -> list[Violation]:
    ruleset, who = game.ruleset, action.by
    found = unknown("upgrade", action.upgrade, ruleset.upgrades, "upgrade")
    if found:
        return found
    purse = Purse(ruleset, state, who)
    found += turn_violations(ruleset, own_turn(state, who), "buy")
    found += purse.run(_buy_flows(ruleset, action_block(action)))
    found += _upgrade_violations(purse, action.upgrade)
    found += _seller_violations(purse, action.upgrade, action.seller)
    good, is_due = action.tribute, action.seller not in (None, who)
    if good is None and is_due and purse.is_counted:  # a ruling may waive it
        found += one_violation("form.missing", "tribute", key="tribute")
    elif good is not None and not is_due:
        found += forbidden("whistle-stop.tribute-to-nobody", "tribute")
    elif good in ruleset.goods and good not in ruleset.rare:
        found += one_violation("whistle-stop.tribute-not-rare", "tribute", good=good)
    found += _worth_violations(purse, action.upgrade, action.worth)
    return found + purse.receiver_discard_violations(action.seller, action.tribute, action.receiver_discard)


def _upgrade_violations(purse: Purse, name: str) -> list[Violation]:
    state, ruleset, owner = purse.state, purse.ruleset, owner_of(purse.state, name)
    in_play = ruleset.upgrades_in_play(len(state.players))
    if owner == purse.who:
        return forbidden("whistle-stop.owned-already", "upgrade", player=purse.who, upgrade=name)
    if owner is None and sum(owner_of(state, known) is not None for known in ruleset.upgrades) >= in_play:
        return forbidden("whistle-stop.not-in-play", "upgrade", upgrade=name, most=in_play)
    return []


def _seller_violations(purse: Purse, name: str, seller: str | None) -> list[Violation]:
    owner = owner_of(purse.state, name)
    if owner in (seller, purse.who):
        return []
    key = "whistle-stop.owned-by" if owner is not None else "whistle-stop.owned-by-nobody"
    return forbidden(key, "from", upgrade=name, owner=owner)


def _worth_violations(purse: Purse, name: str, worth: int | None) -> list[Violation]:
    """The points of an upgrade at the end, which its first purchase gives."""
    known, values = purse.state.worth.get(name), purse.ruleset.upgrade_rules.worth
    if worth is None:
        return missing("worth") if known is None else []
    if worth not in values:
        return forbidden("whistle-stop.unknown-worth", "worth", known=values)
    if known not in (None, worth):
        return forbidden("whistle-stop.other-worth", "worth", upgrade=name, worth=known)
    return []


def play_buy(game: AnyGame, state: State, action: Buy) -> Outcome[State]:
    who, name, seller = action.by, action.upgrade, action.seller
    effects = Effects(game.ruleset, state, who)
    effects.run(_buy_flows(game.ruleset, action_block(action)), seller)
    source = units.SUPPLY if seller is None else player(seller)
    effects.ledger.move(units.upgrade(name), source, player(who), 1)
    worth = action.worth or state.worth[name]
    given = {"pieces": ((action.tribute, 1),), "seller": seller}
    tribute = "" if action.tribute is None else say("whistle-stop.paid-tribute", **given)
    values = {"paid": effects.paid("whistle-stop.paid-for", action.pay), "tribute": tribute}
    effects.receipt("purchase", name, 0, "whistle-stop.buys", upgrade=name, worth=worth, **values)
    if seller is not None:
        effects.discard(seller, action.receiver_discard)
    turn = own_turn(state, who)
    bought = {} if turn is None else {"bought": turn.bought + 1}
    return effects.done(turn_after(state, who, **bought), worth={**state.worth, name: worth})


# Rests, the end of a turn, the beginning of a round


def rest_violations(game: AnyGame, state: State, action: PlayerAction) -> list[Violation]:
    return turn_violations(game.ruleset, own_turn(state, action.by), "rest")


def play_rest(game: AnyGame, state: State, action: PlayerAction) -> Outcome[State]:
    effects = Effects(game.ruleset, state, action.by)
    _rest(effects, "whistle-stop.rests")
    return effects.done(turn_after(state, action.by, rested=True))


def _rest(effects: Effects, key: str) -> None:
    effects.ledger.move(units.piece("whistle"), BANK, player(effects.who), effects.ruleset.rest.whistle)
    effects.receipt("rest", effects.who, 0, key)


def play_end_turn(game: AnyGame, state: State, action: PlayerAction) -> Outcome[State]:
    who, turn = action.by, own_turn(state, action.by)
    effects = Effects(game.ruleset, state, who)
    if turn is not None and not turn.moved and not turn.rested:
        _rest(effects, "whistle-stop.rests-by-itself")
    ended = effects.done(turn or state.turn)
    return ended if turn is None else passed_on(game, ended)


def passed_on(game: AnyGame, outcome: Outcome[State]) -> Outcome[State]:
    """The turn goes to the next seat; after the last one a new round begins, or the final scoring is due."""
    state = outcome.state
    done = (*state.done, str(game.up(state)))
    if waiting := turns_to_come(state, done):
        turn = Turn(waiting[0], game.ruleset.turn.spaces)
        return outcome._replace(state=state._replace(turn=turn, done=done))
    over = state._replace(turn=None, done=())
    if state.is_last_round or state.round >= state.options.rounds:
        key = "whistle-stop.last-train-home" if state.is_last_round else "whistle-stop.last-round"
        return outcome._replace(state=over, log=(*outcome.log, say(key)))
    begun = new_round(game.ruleset, over, list(outcome.log))
    return begun._replace(postings=(*outcome.postings, *begun.postings))


def with_turn(game: AnyGame, state: State, who: str | None) -> State:
    """A turn that has begun and goes to somebody else is over, without a rest; one that hasn't is still to come."""
    turn, spaces = state.turn, game.ruleset.turn.spaces
    if turn is None:
        return state
    has_begun = turn != Turn(turn.player, spaces)
    if who is None:
        who = turn.player if has_begun else turns_to_come(state, state.done)[0]
    if who == turn.player:
        return state
    done = (*state.done, turn.player) if has_begun else state.done
    return state._replace(turn=Turn(who, spaces), done=tuple(name for name in done if name != who))


def new_round(ruleset: WhistleStopRuleset, state: State, log: list[Message | Receipt]) -> Outcome[State]:
    """Everybody gets coal, or in the whistle round a whistle instead; whoever left gets nothing."""
    number = state.round + 1
    is_whistle = number == state.options.whistle_round
    name, count = ("whistle", ruleset.income.whistle) if is_whistle else ("coal", ruleset.income.coal)
    ledger, left = OpenLedger(state.ledger), former_players(state.ledger)
    staying = [who for who in state.players if who not in left]
    for who in staying:
        ledger.move(units.piece(name), BANK, player(who), count)
    rows = tuple(PayoutRow(who, count, None, 0) for who in staying)
    text = say("whistle-stop.income", round=number, rounds=state.options.rounds, pieces=((name, count),))
    receipt = Receipt("income", str(number), rows, text, (), say("whistle-stop.rule.income"))
    turn = Turn(seats_of(state)[0], ruleset.turn.spaces)
    new = state._replace(ledger=ledger.close(), round=number, turn=turn)
    return Outcome(new, ledger.postings, [*log, receipt])
