"""Upgrades that are bought, from the supply or from the player who owns them."""

from collections.abc import Iterator
from typing import Any

from companion.core.copybook import Book
from companion.core.errors import Violation
from companion.core.forms import Choice, Draft, Need, Questions
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import player
from companion.core.messages import Message, say
from companion.games.entries import action_block
from companion.games.whistle_stop.actions import Buy
from companion.games.whistle_stop.choices import (
    FIRST,
    LAST,
    SOON,
    UPGRADE,
    Choices,
    fit,
    help_on,
    led,
    placed,
)
from companion.games.whistle_stop.pieces import Effects, Fields, Flow, Purse, forbidden, missing, unknown
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import SUPPLY, State, owner_of, upgrade
from companion.games.whistle_stop.turns import own_turn, turn_after, turn_violations


def buy_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    for name, count in (fields.get("pay") or {}).items():
        yield Flow(f"pay.{name}", name, -count, "good")
    if fields.get("tribute") is not None:
        yield Flow("tribute", fields["tribute"], -1, "good")


def buy_questions(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices, name = Choices(game.ruleset, state, book, draft, buy_flows), str(draft.get("upgrade", ""))
    rival, is_known = choices.rival_with(name), name in state.worth
    seller = draft.get("from", rival)
    what: Message = say("whistle-stop.upgrade", upgrade=name) if name else say("whistle-stop.the-upgrade")
    says = {**choices.says, "upgrade": what, "to": seller or say("whistle-stop.the-owner")}
    sellers = choices.by(lambda purse, who: _seller_violations(purse, name, who))
    worth = choices.by(lambda purse, value: _worth_violations(purse, name, value))
    worths = choices.numbers(game.ruleset.upgrade_rules.worth, worth)
    for_sale: dict[str, Any] = {"choices": _for_sale(choices), "may_imply": True, "turn": FIRST}
    price: dict[str, Any] = {"by_place": True, "help": help_on("price")}
    price["need"] = "unfit" if state.is_light else "expected"
    bought: Need = "unfit" if rival is None else "needed"
    rare = choices.spent(game.ruleset.rare, "tribute")
    tribute = led("tribute", "pick", says=says, choices=rare, need="needed", turn=SOON)
    return (
        placed("upgrade", "pick", "upgrade-bought", says, help=help_on("upgrade"), **for_sale),
        choices.bag("pay", choices.spent(choices.goods, "pay"), "price", says=says, **price),
        choices.player("from", sellers, rival, need=bought, turn=LAST),
        fit(tribute, seller not in (None, choices.who) and not state.is_light),
        led("worth", "pick", "worth-of", says=says, choices=worths, need="unfit" if is_known else "needed"),
        choices.receiver_discard(seller, draft.get("tribute")),
    )


def _for_sale(choices: Choices) -> tuple[Choice, ...]:
    """Upgrades with their owner; a remembered one fills in its price, and its worth if the session does not know it."""
    found = []
    for choice in choices.named(choices.ruleset.upgrades, choices.by(_upgrade_violations)):
        owner = owner_of(choices.state, str(choice.value))
        hint = None if owner is None else say("whistle-stop.hint.owned", owner=owner)
        facts = choices.known(UPGRADE, str(choice.value))
        fields = ("pay",) if choice.value in choices.state.worth else ("pay", "worth")
        implies = {field: facts[field] for field in fields if field in facts}
        found.append(choice._replace(hint=hint, implies=implies))
    return tuple(found)


def buy_violations(game: AnyGame, state: State, action: Buy) -> list[Violation]:
    ruleset, who = game.ruleset, action.by
    found = unknown("upgrade", action.upgrade, ruleset.upgrades, "upgrade")
    if found:
        return found
    purse = Purse(ruleset, state, who)
    found += turn_violations(ruleset, own_turn(state, who), "buy")
    found += purse.run(buy_flows(ruleset, action_block(action)))
    found += _upgrade_violations(purse, action.upgrade)
    found += _seller_violations(purse, action.upgrade, action.seller)
    if action.seller not in (None, who):
        found += _tribute_violations(purse, action.tribute)
    elif action.tribute is not None:
        found.append(forbidden("whistle-stop.tribute-to-nobody", "tribute"))
    found += _worth_violations(purse, action.upgrade, action.worth)
    return found + purse.receiver_discard_violations(action.seller, action.tribute, action.receiver_discard)


def _upgrade_violations(purse: Purse, name: str) -> list[Violation]:
    state, ruleset, owner = purse.state, purse.ruleset, owner_of(purse.state, name)
    in_play = ruleset.upgrades_in_play(len(state.players))
    if owner == purse.who:
        return [forbidden("whistle-stop.owned-already", "upgrade", player=purse.who, upgrade=name)]
    if owner is None and sum(owner_of(state, known) is not None for known in ruleset.upgrades) >= in_play:
        return [forbidden("whistle-stop.not-in-play", "upgrade", upgrade=name, most=in_play)]
    return []


def _seller_violations(purse: Purse, name: str, seller: str | None) -> list[Violation]:
    owner = owner_of(purse.state, name)
    if owner in (seller, purse.who):
        return []
    key = "whistle-stop.owned-by" if owner is not None else "whistle-stop.owned-by-nobody"
    return [forbidden(key, "from", upgrade=name, owner=owner)]


def _tribute_violations(purse: Purse, good: str | None) -> list[Violation]:
    """One rare good; a ruling may waive it."""
    if good is None:
        return [missing("tribute")._replace(final=False)] if purse.is_counted else []
    if good in purse.ruleset.rare or good not in purse.ruleset.goods:
        return []
    return [Violation(say("whistle-stop.tribute-not-rare", good=good), field="tribute")]


def _worth_violations(purse: Purse, name: str, worth: int | None) -> list[Violation]:
    """The points of an upgrade at the end, which its first purchase gives."""
    known, values = purse.state.worth.get(name), purse.ruleset.upgrade_rules.worth
    if worth is None:
        return [missing("worth")] if known is None else []
    if worth not in values:
        return [forbidden("whistle-stop.unknown-worth", "worth", known=values)]
    if known not in (None, worth):
        return [forbidden("whistle-stop.other-worth", "worth", upgrade=name, worth=known)]
    return []


def play_buy(game: AnyGame, state: State, action: Buy) -> Outcome[State]:
    who, name, seller = action.by, action.upgrade, action.seller
    effects = Effects(game.ruleset, state, who)
    effects.run(buy_flows(game.ruleset, action_block(action)), seller)
    effects.books.move(upgrade(name), SUPPLY if seller is None else player(seller), player(who), 1)
    worth = action.worth or state.worth[name]
    key = "whistle-stop.buys" if seller is None else "whistle-stop.buys-from"
    tribute = say("whistle-stop.paid-tribute", good=action.tribute) if action.tribute is not None else ""
    paid = effects.paid("whistle-stop.paid-for", action.pay)
    values = {"upgrade": name, "worth": worth, "seller": seller, "tribute": tribute}
    effects.receipt("purchase", name, 0, key, paid=paid, **values)
    if seller is not None:
        effects.discard(seller, action.receiver_discard)
    turn = own_turn(state, who)
    bought = {} if turn is None else {"bought": turn.bought + 1}
    return effects.done(turn_after(state, who, **bought), worth={**state.worth, name: worth})
