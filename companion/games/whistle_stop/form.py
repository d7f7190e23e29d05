"""What each action of Whistle Stop asks."""

from typing import Any

from companion.core.copybook import Book
from companion.core.forms import RARE, Choice, Draft, Need, Question, Questions
from companion.core.forms import led as led_by_word
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.whistle_stop.actions import LEFT
from companion.games.whistle_stop.checks import (
    CABOOSE,
    TOLL_STATION,
    discard_violations,
    most_tiles,
    owner_violations,
    purchase_violations,
    receiver_purse,
    seller_violations,
    toll_violations,
    train_violations,
    usable,
    worth_violations,
)
from companion.games.whistle_stop.choices import Check, Choices, led, placed, unfit
from companion.games.whistle_stop.lessons import UPGRADE
from companion.games.whistle_stop.purse import Purse, buy_flows, cost_of_use, move_flows, use_flows
from companion.games.whistle_stop.ruleset import MARKERS, SCORING_STOPS
from companion.games.whistle_stop.state import State, owner_of
from companion.games.whistle_stop.stop_form import FIRST, LAST, SOON, asked_questions, help_on, in_place


def move(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft, move_flows)
    marker = _usual_marker(choices)
    choices.draft = {"with": marker, **draft}
    stops = SCORING_STOPS if state.is_light else (*choices.goods, *game.ruleset.stops)
    has_train = choices.by(lambda purse, stop: train_violations(purse, comes_home=stop == "end"))
    named = choices.named(stops, has_train)
    stop = placed("stop", "pick", "stop", choices.says, choices=named, turn=FIRST, help=help_on("stop"))
    toll = draft.get("toll") or {}
    rival = _rival_with(choices, TOLL_STATION)
    return (
        stop,
        *asked_questions(choices, str(draft.get("stop", ""))),
        _toll(choices, rival),
        _marker(choices, marker),
        _discard(choices, "discard", choices.purse()),
        _receiver_discard(choices, toll.get("to", rival), toll.get("good")),
    )


def _usual_marker(choices: Choices) -> str:
    """Coal, or a whistle where there is no coal."""
    purse = choices.purse(before="with")
    count = {} if purse is None else purse.count
    return "whistle" if count.get("whistle") and not count.get("coal") else "coal"


def _marker(choices: Choices, usual: str) -> Question:
    """A line that says nothing means coal, whatever is in hand; nobody asks where markers are not counted."""
    offered = MARKERS if usual == "coal" else (usual,)
    markers, says = choices.spent(offered, "with"), choices.says
    if choices.state.is_light:
        return led("with", "pick", says=says, choices=markers, need="unfit")
    more: dict[str, Any] = {"assumed": "coal", "key": ".", "help": help_on("with")}
    return led("with", "pick", says=says, choices=markers, default=usual, **more)


def _toll(choices: Choices, rival: str | None) -> Question:
    """Asked only where another player owns the Toll Station; who that is need not be asked."""
    says: dict[str, object] = {**choices.says, "to": rival or say("whistle-stop.the-owner")}
    is_due = rival is not None and not choices.state.is_light
    choices = choices if is_due else choices.unoffered()
    good = placed("good", "pick", "good-toll", says, choices=choices.spent(choices.goods, "toll"))
    to = _player(choices, "to", choices.by(toll_violations), rival)
    toll = led("toll", "group", says=says, questions=(good, to), help=help_on("toll"))
    return toll if is_due else unfit(toll)


def _rival_with(choices: Choices, upgrade: str) -> str | None:
    owner = owner_of(choices.state, upgrade)
    return owner if owner != choices.who else None


def _player(choices: Choices, field: str, check: Check, default: str | None, **more: Any) -> Question:
    more = {"need": "needed", "turn": 0 if default is None else RARE, **more}
    return led(field, "pick", choices=choices.players(check), names_player=True, default=default, **more)


def _receiver_discard(choices: Choices, receiver: object, good: object) -> Question:
    """Of a player who received a good of this one."""
    purse, received = choices.purse(), None
    if purse is not None and receiver in {*choices.state.players} - {purse.who} and good in choices.goods:
        received = receiver_purse(purse, str(receiver), str(good))
    return _discard(choices, "receiver-discard", received)


def _discard(choices: Choices, word: str, purse: Purse | None) -> Question:
    """Asked only of those who have more goods than they may keep."""
    field, who = word.replace("-", "_"), say("whistle-stop.the-player")
    if purse is None or not purse.is_counted:
        return unfit(choices.bag(field, (), "discard", word, says={"player": who, "over": 0}))
    goods = choices.held(choices.goods, purse, lambda good: discard_violations(purse, good, 1, field))
    over, says = purse.goods_over, {"player": purse.who, "over": purse.goods_over}
    counted = tuple(one._replace(high=min(over, purse.count[str(one.value)]) or None) for one in goods)
    more: dict[str, Any] = {"says": says, "need": "needed" if over else "unfit"}
    return choices.bag(field, counted, "discard", word, least=min(over, 1), help=help_on("discard"), **more)


def use(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft, use_flows)
    check = choices.by(
        lambda purse, name: (
            owner_violations(purse, name) or purse.violations(cost_of_use(game.ruleset, name))
        ),
        before="upgrade",
    )
    upgrades = choices.named(usable(game.ruleset, state), check)
    what = str(draft.get("upgrade", ""))
    known = SCORING_STOPS if state.is_light else (*choices.goods, *game.ruleset.stops)
    stops = choices.named(one for one in known if one != "end")
    stop = in_place("stop", "stops", "stop-again", choices.says, choices=stops, turn=FIRST)
    is_caboose = what == CABOOSE
    coal = tuple(sorted({game.ruleset.upgrades[name].coal for name in usable(game.ruleset, state)}))
    key = "upgrade-used-light" if state.is_light else "upgrade-used"
    return (
        placed("upgrade", "pick", key, {**choices.says, "coal": coal}, choices=upgrades, turn=FIRST),
        stop if is_caboose else unfit(stop),
        *asked_questions(choices, str(draft.get("stop", "")) if is_caboose else what, is_move=False),
        _discard(choices, "discard", choices.purse()),
    )


def buy(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices, name = Choices(game.ruleset, state, book, draft, buy_flows), str(draft.get("upgrade", ""))
    rival, is_known = _rival_with(choices, name), name in state.worth
    seller = draft.get("from", rival)
    what: Message = say("whistle-stop.upgrade", upgrade=name) if name else say("whistle-stop.the-upgrade")
    says = {**choices.says, "upgrade": what, "to": seller or say("whistle-stop.the-owner")}
    worth = choices.by(lambda purse, value: worth_violations(purse, name, value))
    values = choices.numbers(game.ruleset.upgrade_rules.worth, worth)
    check = choices.by(lambda purse, who: seller_violations(purse, name, who))
    rare = choices.spent(game.ruleset.rare, "tribute")
    is_due = seller not in (None, choices.who) and not state.is_light
    tribute = led("tribute", "pick", says=says, choices=rare, need="needed", turn=SOON)
    price = choices.spent(choices.goods, "pay")
    paid: dict[str, Any] = {"by_place": True, "says": says, "help": help_on("price")}
    paid["need"] = "unfit" if state.is_light else "expected"
    bought: Need = "unfit" if rival is None else "needed"
    return (
        placed(
            "upgrade",
            "pick",
            "upgrade-bought",
            says,
            choices=_for_sale(choices),
            may_imply=True,
            turn=FIRST,
            help=help_on("upgrade"),
        ),
        choices.bag("pay", price, "price", **paid),
        _player(choices, "from", check, rival, need=bought, turn=LAST),
        tribute if is_due else unfit(tribute),
        led("worth", "pick", "worth-of", says=says, choices=values, need="unfit" if is_known else "needed"),
        _receiver_discard(choices, seller, draft.get("tribute")),
    )


def _for_sale(choices: Choices) -> tuple[Choice, ...]:
    """With their owner; a remembered one fills its price, and its worth where the session does not know it."""
    found = []
    for choice in choices.named(choices.ruleset.upgrades, choices.by(purchase_violations)):
        owner = owner_of(choices.state, str(choice.value))
        hint = None if owner is None else say("whistle-stop.hint.owned", owner=owner)
        facts = choices.known(UPGRADE, str(choice.value))
        fields = ("pay",) if choice.value in choices.state.worth else ("pay", "worth")
        implies = {field: facts[field] for field in fields if field in facts}
        found.append(choice._replace(hint=hint, implies=implies))
    return tuple(found)


def final(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft)
    players = choices.players()
    who = placed("player", "pick", "player", choices=players, names_player=True)
    count = placed("count", "count", "count", low=0)
    in_hand = tuple(one._replace(high=most_tiles(game.ruleset, state, str(one.value))) for one in players)
    tiles = (who._replace(choices=in_hand), count._replace(high=game.ruleset.limits.hand_with_boiler))
    parts = [_unknown_gold(choices, name) for name in state.players]
    gold = tuple(sorted(parts, key=lambda one: not one.applies))
    is_open, whose = gold[0].applies, say("whistle-stop.ask.gold-first", what=gold[0].ask)
    left = [
        led(kind, "table", questions=(who, count), need="expected" if state.is_light else "unfit")
        for kind in LEFT
    ]
    return (
        led(
            "black_tiles",
            "table",
            "black-tiles",
            "black-tiles",
            by_place=True,
            questions=tiles,
            help=help_on("black-tiles"),
        ),
        led_by_word("gold", "group", whose, need="needed" if is_open else "unfit", questions=gold),
        *left,
    )


def _unknown_gold(choices: Choices, name: str) -> Question:
    """The tokens of a player of which nobody said yet what they are worth."""
    count = choices.state.gold[name].count(None)
    more: dict[str, Any] = {"names_player": True, "help": help_on("final-gold")}
    values = choices.gold("count", name, fold(name), name, count, **more)
    if not count:
        return unfit(values)
    return values._replace(need="needed", least=count, most=count)
