"""What each action of Whistle Stop asks."""

from dataclasses import replace
from typing import Any

from companion.core.copybook import Book
from companion.core.forms import Choice, Draft, Question, Questions
from companion.core.game import AnyGame
from companion.core.messages import say
from companion.games.whistle_stop.checks import (
    CABOOSE,
    TOLL_STATION,
    discard_violations,
    owner_violations,
    purchase_violations,
    receiver_purse,
    seller_violations,
    toll_violations,
    train_violations,
    worth_violations,
)
from companion.games.whistle_stop.choices import Check, Choices, led, placed
from companion.games.whistle_stop.lessons import UPGRADE
from companion.games.whistle_stop.purse import Purse, buy_flows, cost_of_use, move_flows, use_flows
from companion.games.whistle_stop.ruleset import MARKERS
from companion.games.whistle_stop.state import State, owner_of
from companion.games.whistle_stop.stop_form import asked_questions, in_place


def move(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft, move_flows)
    stops = (*choices.goods, *game.ruleset.stops)
    has_train = choices.by(lambda purse, stop: train_violations(purse, comes_home=stop == "end"))
    rival, toll = _rival_with(choices, TOLL_STATION), draft.get("toll") or {}
    good = placed("good", "pick", "good", choices=choices.spent(choices.goods, "toll"))
    to = _player(choices, "to", choices.by(toll_violations), rival)
    return (
        placed("stop", "pick", "stop", choices=choices.named(stops, has_train)),
        *asked_questions(choices, str(draft.get("stop", ""))),
        led("toll", "group", is_rare=rival is None, questions=(good, to)),
        led("with", "pick", choices=choices.spent(MARKERS, "with"), default="coal", is_assumed=True),
        *_discard(choices, "discard", choices.purse()),
        *_receiver_discard(choices, toll.get("to", rival), toll.get("good")),
    )


def _rival_with(choices: Choices, upgrade: str) -> str | None:
    owner = owner_of(choices.state, upgrade)
    return owner if owner != choices.who else None


def _player(choices: Choices, field: str, check: Check, default: str | None, **more: Any) -> Question:
    more.setdefault("is_optional", False)
    return led(field, "pick", choices=choices.players(check), names_player=True, default=default, **more)


def _receiver_discard(choices: Choices, receiver: object, good: object) -> Questions:
    """Of a player who received a good of this one."""
    purse, players = choices.purse(), choices.state.players
    if purse is None or receiver not in players or receiver == purse.who or good not in choices.goods:
        return ()
    return _discard(choices, "receiver-discard", receiver_purse(purse, str(receiver), str(good)))


def _discard(choices: Choices, word: str, purse: Purse | None) -> Questions:
    """Asked only of those who have more goods than they may keep."""
    if purse is None:
        return ()
    field, is_over = word.replace("-", "_"), bool(purse.goods_over)
    goods = choices.held(choices.goods, purse, lambda good: discard_violations(purse, good, 1, field))
    return (
        choices.bag(field, goods, word, is_optional=not is_over, is_rare=not is_over, least=int(is_over)),
    )


def use(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft, use_flows)
    check = choices.by(
        lambda purse, name: (
            owner_violations(purse, name) or purse.violations(cost_of_use(game.ruleset, name))
        ),
        before="upgrade",
    )
    upgrades = choices.named(game.ruleset.used_upgrades, check)
    what = str(draft.get("upgrade", ""))
    stop: Questions = ()
    if what == CABOOSE:
        stops = (*choices.goods, *(one for one in game.ruleset.stops if one != "end"))
        stop, what = (in_place("stop", "stops", choices=choices.named(stops)),), str(draft.get("stop", ""))
    return (
        placed("upgrade", "pick", "upgrade", choices=upgrades),
        *stop,
        *asked_questions(choices, what, is_move=False),
        *_discard(choices, "discard", choices.purse()),
    )


def buy(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices, name = Choices(game.ruleset, state, book, draft, buy_flows), str(draft.get("upgrade", ""))
    rival, is_known = _rival_with(choices, name), name in state.worth
    worth = choices.by(lambda purse, value: worth_violations(purse, name, value))
    values = choices.numbers(game.ruleset.upgrade_rules.worth, worth)
    check = choices.by(lambda purse, who: seller_violations(purse, name, who))
    seller = _player(choices, "from", check, rival, is_optional=rival is None, is_rare=rival is None)
    tribute: Questions = ()
    if draft.get("from", rival) is not None:
        rare = choices.spent(game.ruleset.rare, "tribute")
        tribute = (led("tribute", "pick", choices=rare, is_optional=False),)
    return (
        placed("upgrade", "pick", "upgrade", choices=_for_sale(choices), may_imply=True),
        choices.bag("pay", choices.spent(choices.goods, "pay"), by_place=True),
        seller,
        *tribute,
        led("worth", "pick", choices=values, is_optional=is_known, is_rare=is_known),
        *_receiver_discard(choices, draft.get("from", rival), draft.get("tribute")),
    )


def _for_sale(choices: Choices) -> tuple[Choice, ...]:
    """With their owner; a remembered one fills its price, and its worth where the session does not know it."""
    found = []
    for choice in choices.named(choices.ruleset.upgrades, choices.by(purchase_violations)):
        owner = owner_of(choices.state, str(choice.value))
        hint = None if owner is None else say("whistle-stop.hint.owned", owner=owner)
        facts = choices.book.facts(UPGRADE, str(choice.value))
        fields = ("pay",) if choice.value in choices.state.worth else ("pay", "worth")
        implies = {field: facts[field] for field in fields if field in facts}
        found.append(choice._replace(hint=hint, implies=implies))
    return tuple(found)


def final(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft)
    players = choices.players()
    count = placed("count", "count", "count", low=0, high=game.ruleset.limits.hand_with_boiler)
    who = placed("player", "pick", "player", choices=players, names_player=True)
    unknown = tuple(one for one in players if None in state.gold[str(one.value)])
    asked = [led("black_tiles", "table", "black-tiles", "black-tiles", by_place=True, questions=(who, count))]
    if unknown:
        owner = replace(who, choices=unknown)
        values = choices.gold("values", "values", by_place=True, is_optional=False, least=1)
        asked.append(led("gold", "table", is_optional=False, questions=(owner, values)))
    return tuple(asked)
