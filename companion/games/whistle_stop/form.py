"""What each action of Whistle Stop asks."""

from dataclasses import replace
from typing import Any

from companion.core.copybook import Book
from companion.core.forms import Choice, Draft, Question, Questions
from companion.core.game import AnyGame
from companion.core.messages import say
from companion.games.whistle_stop.actions import LEFT
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
from companion.games.whistle_stop.choices import Check, Choices, led, placed, seldom
from companion.games.whistle_stop.lessons import UPGRADE
from companion.games.whistle_stop.purse import Purse, buy_flows, cost_of_use, move_flows, use_flows
from companion.games.whistle_stop.ruleset import MARKERS, SCORING_STOPS, SCORING_UPGRADES
from companion.games.whistle_stop.state import State, owner_of
from companion.games.whistle_stop.stop_form import asked_questions, in_place


def move(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft, move_flows)
    stops = SCORING_STOPS if state.is_light else (*choices.goods, *game.ruleset.stops)
    has_train = choices.by(lambda purse, stop: train_violations(purse, comes_home=stop == "end"))
    rival, toll = _rival_with(choices, TOLL_STATION), draft.get("toll") or {}
    good = placed("good", "pick", "good", choices=choices.spent(choices.goods, "toll"))
    to = _player(choices, "to", choices.by(toll_violations), rival)
    return (
        placed("stop", "pick", "stop", choices=choices.named(stops, has_train)),
        *asked_questions(choices, str(draft.get("stop", ""))),
        led("toll", "group", is_rare=rival is None or state.is_light, questions=(good, to)),
        _marker(choices),
        _discard(choices, "discard", choices.purse()),
        _receiver_discard(choices, toll.get("to", rival), toll.get("good")),
    )


def _marker(choices: Choices) -> Question:
    """Coal unless it is said; nobody asks where it is not counted."""
    markers = choices.spent(MARKERS, "with")
    if choices.state.is_light:
        return led("with", "pick", choices=markers, is_rare=True)
    return led("with", "pick", choices=markers, default="coal", is_assumed=True)


def _rival_with(choices: Choices, upgrade: str) -> str | None:
    owner = owner_of(choices.state, upgrade)
    return owner if owner != choices.who else None


def _player(choices: Choices, field: str, check: Check, default: str | None, **more: Any) -> Question:
    more.setdefault("is_optional", False)
    return led(field, "pick", choices=choices.players(check), names_player=True, default=default, **more)


def _receiver_discard(choices: Choices, receiver: object, good: object) -> Question:
    """Of a player who received a good of this one."""
    purse, received = choices.purse(), None
    if purse is not None and receiver in {*choices.state.players} - {purse.who} and good in choices.goods:
        received = receiver_purse(purse, str(receiver), str(good))
    return _discard(choices, "receiver-discard", received)


def _discard(choices: Choices, word: str, purse: Purse | None) -> Question:
    """Asked only of those who have more goods than they may keep."""
    field = word.replace("-", "_")
    if purse is None or not purse.is_counted:
        return seldom(choices.bag(field, (), word))
    goods = choices.held(choices.goods, purse, lambda good: discard_violations(purse, good, 1, field))
    is_over = bool(purse.goods_over)
    return choices.bag(field, goods, word, is_optional=not is_over, is_rare=not is_over, least=int(is_over))


def use(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft, use_flows)
    check = choices.by(
        lambda purse, name: (
            owner_violations(purse, name) or purse.violations(cost_of_use(game.ruleset, name))
        ),
        before="upgrade",
    )
    used = [one for one in game.ruleset.used_upgrades if one in SCORING_UPGRADES or not state.is_light]
    upgrades = choices.named(used, check)
    what = str(draft.get("upgrade", ""))
    known = SCORING_STOPS if state.is_light else (*choices.goods, *game.ruleset.stops)
    stop = in_place("stop", "stops", choices=choices.named(one for one in known if one != "end"))
    is_caboose = what == CABOOSE
    return (
        placed("upgrade", "pick", "upgrade", choices=upgrades),
        stop if is_caboose else seldom(stop),
        *asked_questions(choices, str(draft.get("stop", "")) if is_caboose else what, is_move=False),
        _discard(choices, "discard", choices.purse()),
    )


def buy(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices, name = Choices(game.ruleset, state, book, draft, buy_flows), str(draft.get("upgrade", ""))
    rival, is_known = _rival_with(choices, name), name in state.worth
    worth = choices.by(lambda purse, value: worth_violations(purse, name, value))
    values = choices.numbers(game.ruleset.upgrade_rules.worth, worth)
    check = choices.by(lambda purse, who: seller_violations(purse, name, who))
    seller = _player(choices, "from", check, rival, is_optional=rival is None, is_rare=rival is None)
    rare = choices.spent(game.ruleset.rare, "tribute")
    tribute = led("tribute", "pick", choices=rare, is_optional=state.is_light, is_rare=state.is_light)
    has_seller = draft.get("from", rival) not in (None, choices.who)
    return (
        placed("upgrade", "pick", "upgrade", choices=_for_sale(choices), may_imply=True),
        choices.bag("pay", choices.spent(choices.goods, "pay"), by_place=True, is_rare=state.is_light),
        seller,
        tribute if has_seller else seldom(tribute),
        led("worth", "pick", choices=values, is_optional=is_known, is_rare=is_known),
        _receiver_discard(choices, draft.get("from", rival), draft.get("tribute")),
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
    owner = replace(who, choices=unknown)
    values = choices.gold("values", "values", by_place=True, is_optional=False, least=1)
    gold = led("gold", "table", is_optional=False, questions=(owner, values))
    many = replace(count, high=None)
    left = [led(kind, "table", questions=(who, many)) for kind in LEFT]
    return (
        led("black_tiles", "table", "black-tiles", "black-tiles", by_place=True, questions=(who, count)),
        gold if unknown else seldom(gold),
        *(left if state.is_light else map(seldom, left)),
    )
