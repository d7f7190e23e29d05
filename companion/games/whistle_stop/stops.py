"""The stops, and the upgrades that are used: what each one asks, refuses, takes, gives and pays.

`STOPS` names them all. A stop that is not listed there only brings what the ruleset says, such as a good.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.board_notes import Facts
from companion.core.errors import Violation, one_violation
from companion.core.forms import RARE, Choice
from companion.core.ledger import player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.forms.questions import Group, Number, Pick, Question, Questions, Rows, Switch
from companion.games.entries import PlayerAction
from companion.games.whistle_stop import units
from companion.games.whistle_stop.actions import ShareOf, Stopping
from companion.games.whistle_stop.choices import TILE, TOWN, Choices, price_of
from companion.games.whistle_stop.pieces import Effects, Fields, Flow, Purse, forbidden, missing, unknown
from companion.games.whistle_stop.questions import (
    FIRST,
    SOON,
    fit,
    help_on,
    keyword_question,
    positional_question,
    unfit,
)
from companion.games.whistle_stop.ruleset import MARKERS, SCORING_STOPS, WhistleStopRuleset
from companion.games.whistle_stop.state import counted, piece_counts

STOP_FIELDS = tuple(
    field for field in Stopping.model_fields if field not in PlayerAction.model_fields and field != "discard"
)
"""All that stops can ask for."""
PAID = ("pay", "points", "company")
"""What a penalty makes needless."""


class Stop:
    """A stop, or an upgrade that is used. By itself it brings what the ruleset says, and asks nothing."""

    asks: tuple[str, ...] = ()
    """Fields of an entry that this stop may have."""

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        return []

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        """Reasons against it, except those of goods and markers, which the purse finds."""
        return []

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        """Books all but goods and markers; a receipt of that kind says what happened."""
        gained = effects.ruleset.gains.get(name, {})
        key = "whistle-stop.gains" if gained else "whistle-stop.stops"
        effects.receipt(kind, name, 0, key, pieces=piece_counts(gained), stop=name)


class GoodOfChoice(Stop):
    """Store and warehouse: one good of choice."""

    asks = ("good",)

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        goods = choices.held(choices.goods, choices.purse())
        return [positional_question(Pick, "good", "good-taken", choices.says, word="good", choices=goods)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        return missing("good") if action.good is None else []

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        effects.receipt(kind, name, 0, "whistle-stop.gains", pieces=((action.good, 1),), stop=name)


class GoldToken(Stop):
    """Gold mine and mine cart: one gold token."""

    asks = ("gold",)

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        return [_gold_question(choices, 1)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        return _gold_violations(purse, action.gold or (), 1)

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        effects.take_gold(1, action.gold or ())
        effects.receipt(kind, name, 0, "whistle-stop.takes-gold", stop=name)


def _gold_question(choices: Choices, tokens: int) -> Question:
    """A value for each token that is taken; nobody else may know it before the end."""
    more: dict[str, Any] = {"most": tokens, "hidden": "until-end", "help": help_on("gold")}
    return choices.gold(Pick, "gold", "worth", choices.says["player"], tokens, **more)


def _gold_violations(purse: Purse, values: Sequence[int], tokens: int) -> list[Violation]:
    found: list[Violation] = []
    if tokens > purse.state.ledger.of(units.GOLD, units.SUPPLY):
        found += forbidden("whistle-stop.no-gold", "gold", most=purse.ruleset.gold.tokens)
    if len(values) > tokens:
        found += forbidden("whistle-stop.gold-values", "gold", values=len(values), tokens=tokens)
    return found + gold_value_violations(purse.ruleset, purse.who, values, "gold")


def gold_value_violations(
    ruleset: WhistleStopRuleset, who: str, values: Iterable[int], field: str
) -> list[Violation]:
    known = ruleset.gold.values
    wrong = [value for value in values if value not in known]
    return forbidden("whistle-stop.gold-value", field, player=who, known=known) * len(wrong)


class TradingPost(Stop):
    """Trading post and open wagon: up to two trades."""

    asks = ("trades",)

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        """What the last row gives decides what may be taken for it."""
        ruleset, says = choices.ruleset, choices.says
        trading = ruleset.trading
        *above, row = choices.draft.get("trades") or [{}]
        give, get = row.get("give", ""), tuple(row.get("get", ()))
        fair = choices.held(
            choices.pieces,
            choices.purse(before="rewards"),
            lambda name: _trade_violations(ruleset, give, (*get, name), "trades", may_grow=True),
        )
        if not get and give not in ruleset.rare:  # coal comes only as many as the rules say
            coal = trading.basic.coal
            fair = tuple(one._replace(low=coal) if one.value == "coal" else one for one in fair)
        least = 1
        fields = ruleset, give, get, "trades"
        if get and _trade_violations(*fields) and not _trade_violations(*fields, may_grow=True):
            # One of two is only half a trade; the rows above must be whole with the same least number.
            least = min((len(get) + 1, trading.most_for_one, *(len(one.get("get", ())) for one in above)))
        bounds: dict[str, Any] = {"many": True, "least": least, "most": trading.most_for_one}
        given = positional_question(
            Pick, "give", "give", says, choices=choices.spent(choices.goods, "rewards")
        )
        taken = positional_question(Pick, "get", "get", says, word="for", choices=fair, **bounds)
        more: dict[str, Any] = {"most": trading.trades, "help": help_on("trades")}
        return [keyword_question(Rows, "trades", "trades", "trade", says, questions=(given, taken), **more)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        trades, most = action.trades or (), purse.ruleset.trading.trades
        found: list[Violation] = []
        if len(trades) > most:
            found += one_violation("whistle-stop.too-many-trades", "trades", most=most)
        for place, trade in enumerate(trades, 1):
            found += _trade_violations(purse.ruleset, trade.give, trade.get, f"trades[{place}].get")
        return found

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        trades = [(counted((one.give,)), counted(one.get)) for one in action.trades or ()]
        made = tuple(say("whistle-stop.trade", give=give, get=get) for give, get in trades)
        key = "whistle-stop.trades" if made else "whistle-stop.trades-nothing"
        effects.receipt(kind, name, 0, key, trades=made, stop=name)


def _trade_violations(
    ruleset: WhistleStopRuleset, give: str, get: Sequence[str], field: str, may_grow: bool = False
) -> list[Violation]:
    """A basic good for a whistle, two coal or another basic one; a rare one for two basic or another rare one.

    An unfinished entry may still grow to what it must be.
    """
    if give not in ruleset.goods:
        return []
    basic, rare = ruleset.trading.basic, ruleset.trading.rare
    if give in ruleset.rare:
        key = "whistle-stop.unfair-rare"
        ways = [({*ruleset.basic}, rare.basic), ({*ruleset.rare} - {give}, rare.rare)]
    else:
        key = "whistle-stop.unfair-basic"
        others = {*ruleset.basic} - {give}
        ways = [({"whistle"}, basic.whistle), ({"coal"}, basic.coal), (others, basic.basic)]
    for kinds, count in ways:
        if {*get} <= kinds and (len(get) == count or (may_grow and len(get) < count)):
            return []
    return one_violation(key, field, give=counted((give,)), get=counted(get))


class Town(Stop):
    """Points and the lowest share of a company for what is paid, or else a penalty."""

    asks = ("town", "pay", "points", "company", "penalty")

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        towns = choices.remembered(TOWN)
        key = "town" if towns else "town-new"
        more: dict[str, Any] = {"is_open": True, "may_imply": True, "turn": FIRST, "help": help_on("town")}
        town = positional_question(Pick, "town", key, choices.says, word="at", choices=towns, **more)
        paid: dict[str, Any] = {"need": "needed", "replaces": ("penalty",), "help": help_on("company")}
        (_, says), companies = _place(choices), choices.companies()
        company = keyword_question(Pick, "company", "company-at", says=says, choices=companies, **paid)
        pay, points, penalty = _price_questions(choices)
        return [town, pay, points, company, penalty]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        found = _price_violations(action)
        if action.penalty is None:
            found += _company_violations(purse.ruleset, action.company)
        return found

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        town, who, number, ledger = action.town, effects.who, None, effects.ledger
        what = say("whistle-stop.a-town") if town is None else say("whistle-stop.town-named", town=town)
        if action.penalty is None:
            assert action.company is not None
            number = units.next_share(effects.ruleset, ledger, action.company)
            if number is not None:
                ledger.move(units.share(action.company, number), units.SUPPLY, player(who), 1)
            if town is not None:
                effects.prices = {**effects.prices, fold(town): action.pay or {}}
        elif town is not None and fold(town) in effects.prices and not effects.state.is_light:
            price = effects.prices[fold(town)]
            if all(units.held(ledger, units.piece(good), who) >= count for good, count in price.items()):
                effects.warnings.append(could_pay(who, town, price))
        key = "whistle-stop.town-no-share" if number is None else "whistle-stop.town"
        _pay_price(effects, action, "town", town, what, key, company=action.company, number=number)


def could_pay(who: str, town: str, price: Mapping[str, int]) -> Message:
    return say("whistle-stop.could-pay", player=who, town=town, pieces=piece_counts(price))


# What towns and end tiles ask for: pieces for points, or a penalty


_NAMELESS = {"town": "whistle-stop.a-town", "end": "whistle-stop.an-end-tile"}


def _place(choices: Choices) -> tuple[Facts, dict[str, object]]:
    """What is remembered of the place, and the words for questions about it."""
    stop = choices.draft.get("stop")
    page, field = (TOWN, "town") if stop == "town" else (TILE, "tile")
    name, nameless = choices.draft.get(field), _NAMELESS.get(str(stop), "whistle-stop.the-stop")
    facts = choices.known(page, str(name)) if name else {}
    return facts, {**choices.says, "where": name or say(nameless)}


def _price_questions(choices: Choices) -> Questions:
    """Pay, points and penalty; what lacks of a remembered price leads to the penalty, as long as nothing is paid."""
    (facts, says), purse = _place(choices), choices.purse(before="pay")
    price, known = price_of(facts), facts.get("penalty")
    lacking = {} if price is None or purse is None else purse.lacking(price)
    is_paid = any(field in choices.draft for field in PAID)
    is_lacking = bool(lacking) and not is_paid
    pieces, key = choices.spent(choices.pieces, "pay"), "pay-lacking" if is_lacking else "pay"
    paying: dict[str, Any] = {"replaces": ("penalty",), "need": "optional" if is_lacking else "expected"}
    said = {**says, "pieces": piece_counts(lacking)}
    paying |= {"none": say("whistle-stop.pays-nothing"), "help": help_on("pay")}
    pay = choices.bag("pay", pieces, key, says=said, **paying)
    paid: dict[str, Any] = {"need": "needed", "replaces": ("penalty",), "help": help_on("points")}
    points = keyword_question(Number, "points", "points-at", says=says, low=0, **paid)
    lost: dict[str, Any] = {"low": 0, "replaces": PAID, "key": "-", "help": help_on("penalty")}
    lost["choices"] = choices.numbers([known] if isinstance(known, int) else [])
    lost["need"] = "expected" if is_lacking else "optional"
    lost["turn"] = SOON if is_lacking else 0
    penalty = keyword_question(Number, "penalty", says=says, **lost)
    return fit(pay, not choices.state.is_light), points, penalty


def _price_violations(action: Stopping) -> list[Violation]:
    """Either the price is paid, and there are points, or a penalty is taken."""
    if action.penalty is None:
        return forbidden("whistle-stop.points-or-penalty", "points") if action.points is None else []
    if action.points is None and action.pay is None and action.company is None:
        return []
    return forbidden("whistle-stop.paid-and-penalty", "penalty")


def _pay_price(
    effects: Effects, action: Stopping, kind: str, subject: str | None, what: Message, key: str, **more: Any
) -> None:
    """Books the points, or the penalty, by which they never fall below zero."""
    if action.penalty is None:
        paid = effects.paid("whistle-stop.paid-with", action.pay)
        effects.receipt(kind, subject, action.points or 0, key, what=what, paid=paid, **more)
        return
    lost = min(action.penalty, units.held(effects.ledger, units.POINTS, effects.who))
    key = "whistle-stop.penalty" if lost == action.penalty else "whistle-stop.penalty-floor"
    effects.receipt(kind, subject, -lost, key, what=what, penalty=action.penalty, lost=lost)


class EndTile(Stop):
    """Points for what is paid, or a penalty; the train is home and takes rewards."""

    asks = ("pay", "points", "penalty", "rewards", "gold", "tile")

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        tiles = choices.remembered(TILE, is_exchange=False)
        return [*_price_questions(choices), *_home_questions(choices, tiles, comes_home=True, is_needed=True)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        return _price_violations(action) + _reward_violations(purse, action)

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        what = say("whistle-stop.an-end-tile")
        _pay_price(effects, action, "end-tile", action.tile, what, "whistle-stop.end-tile")
        _come_home(effects, action)


class Exchange(Stop):
    """Points for each share owned; one of them leaves the game. It may be an end tile too."""

    asks = ("rate", "share", "end", "rewards", "gold", "tile")

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        """Most exchanges are end tiles, so keys propose it; a line that does not say so means none."""
        ruleset, who, is_end = choices.ruleset, choices.who, choices.draft.get("end", True)
        rates = choices.numbers(ruleset.stops["exchange"].rates)
        rate = positional_question(Pick, "rate", "rate", word="rate", choices=rates)
        may_give = who is None or units.share_count(ruleset, choices.state.ledger, who) > 0
        given = fit(_share_question(choices), may_give)
        asked: dict[str, Any] = {"default": True, "need": "expected", "help": help_on("end")}
        end = fit(keyword_question(Switch, "end", word="ends", **asked), is_move)
        tiles, is_needed = choices.remembered(TILE, is_exchange=True), bool(choices.draft.get("end"))
        return [rate, given, end, *_home_questions(choices, tiles, is_move and bool(is_end), is_needed)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        found: list[Violation] = []
        rates = purse.ruleset.stops["exchange"].rates
        if action.rate is None:
            found += missing("rate")
        elif action.rate not in rates:
            found += one_violation("whistle-stop.unknown-rate", "rate", rate=action.rate, known=rates)
        if action.share is not None:
            found += _given_violations(purse, action.share)
        elif units.share_count(purse.ruleset, purse.state.ledger, purse.who):
            found += one_violation("whistle-stop.which-share", "share", player=purse.who)
        if action.end:
            found += _reward_violations(purse, action)
        elif action.gold is not None or action.rewards is not None:
            found += forbidden("whistle-stop.no-end", "rewards")
        return found

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        assert action.rate is not None
        owned = units.share_count(effects.ruleset, effects.ledger, effects.who)
        key, values, given = "whistle-stop.exchange-nothing", {}, action.share
        if given is not None:
            key, values = "whistle-stop.exchange", {"company": given.company, "number": given.number}
            effects.ledger.move(units.share(given.company, given.number), player(effects.who), units.OUT, 1)
            if not effects.state.options.exchange_counts_paid:
                owned -= 1
        points = action.rate * owned
        effects.receipt("exchange", action.tile, points, key, rate=action.rate, count=owned, **values)
        if action.end:
            _come_home(effects, action)


# A train that comes home, at an end tile or at an exchange that is one


def _home_questions(
    choices: Choices, tiles: tuple[Choice, ...], comes_home: bool, is_needed: bool
) -> Questions:
    """Rewards, gold among them, and the name of the tile."""
    count = choices.ruleset.end_tiles.rewards
    more: dict[str, Any] = {"many": True, "most": count, "says": choices.says}
    if choices.state.is_light:  # gold is all that scores
        rewards = keyword_question(
            Pick, "rewards", "rewards-light", choices=choices.choices_of(["gold"]), **more
        )
    else:
        more |= {"least": count, "need": "needed" if is_needed else "expected", "help": help_on("rewards")}
        pieces = choices.held((*MARKERS, "gold", *choices.goods), choices.purse())
        rewards = keyword_question(Pick, "rewards", choices=pieces, **more)
    tokens = list(choices.draft.get("rewards") or ()).count("gold") if comes_home else 0
    # a remembered tile fills in the others; no reward too many becomes a name
    more = {"is_open": True, "may_imply": True, "turn": FIRST if tiles else RARE, "help": help_on("tile")}
    tile = keyword_question(Pick, "tile", choices=tiles, **more)
    return fit(rewards, comes_home), fit(_gold_question(choices, max(1, tokens)), tokens > 0), tile


def _reward_violations(purse: Purse, action: Stopping) -> list[Violation]:
    rewards, wanted = action.rewards or (), purse.ruleset.end_tiles.rewards
    found = _gold_violations(purse, action.gold or (), rewards.count("gold"))
    count = len(rewards)
    if count == wanted or (count < wanted and purse.state.is_light):
        return found
    final = action.rewards is None
    return one_violation("whistle-stop.rewards", "rewards", final=final, wanted=wanted, count=count) + found


def _come_home(effects: Effects, action: Stopping) -> None:
    """The train goes to the resource track and takes the rewards of its space."""
    own = units.trains(effects.who)
    effects.ledger.move(own, units.BOARD, units.HOME, 1)
    rewards = action.rewards or ()
    counts = {name: rewards.count(name) for name in rewards}
    if "gold" in counts:
        effects.take_gold(counts["gold"], action.gold or ())
    key = "whistle-stop.home-light" if effects.state.is_light and not rewards else "whistle-stop.home"
    left = effects.ledger.of(own, units.BOARD)
    effects.log.append(say(key, player=effects.who, pieces=piece_counts(counts), left=left))


class Safe(Stop):
    """An own share leaves the game for the lowest share left of another company."""

    asks = ("company", "share")

    def questions(self, choices: Choices, is_move: bool) -> list[Question]:
        given = (choices.draft.get("share") or {}).get("company")
        check = choices.by(lambda purse, name: self._company_violations(purse, name, given))
        more: dict[str, Any] = {"need": "needed", "help": help_on("company")}
        companies = choices.companies(check)
        company = keyword_question(
            Pick, "company", "company-safe", says=choices.says, choices=companies, **more
        )
        share = _share_question(choices, choices.draft.get("company"))
        return [company, replace(share, need="needed", turn=SOON)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        found = self._company_violations(purse, action.company)
        if action.share is not None:
            return found + _given_violations(purse, action.share, action.company)
        return found + forbidden("whistle-stop.which-share", "share", player=purse.who)

    @staticmethod
    def _company_violations(purse: Purse, company: str | None, given: object = None) -> list[Violation]:
        """The company of which a share is taken, in place of one that is given."""
        if company is not None and company == given:
            return one_violation("whistle-stop.same-company", "company", company=company)
        found = _company_violations(purse.ruleset, company)
        if company is None or found or units.next_share(purse.ruleset, purse.state.ledger, company):
            return found
        return forbidden("whistle-stop.no-share-left", "company", company=company)

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        gone, company = action.share, action.company
        assert gone is not None
        assert company is not None
        number = units.next_share(effects.ruleset, effects.ledger, company)
        assert number is not None
        effects.ledger.move(units.share(gone.company, gone.number), player(effects.who), units.OUT, 1)
        effects.ledger.move(units.share(company, number), units.SUPPLY, player(effects.who), 1)
        values = {"company": gone.company, "number": gone.number, "other": company, "gained": number}
        effects.receipt(kind, name, 0, "whistle-stop.safe", **values)


# Shares that are given up, at an exchange or with the safe


def _share_question(choices: Choices, taken: object = None) -> Question:
    """Which own share is given up, for one of the taken company if any."""
    says, given = choices.says, (choices.draft.get("share") or {}).get("company")
    check = choices.by(lambda purse, name: _given_company_violations(purse, name, taken))
    company = positional_question(
        Pick, "company", "company-given", says, choices=choices.own_companies(check)
    )
    owned = choices.by(lambda purse, number: _number_violations(purse, given, number))
    numbers = choices.numbers(range(1, choices.ruleset.shares.numbers + 1), owned)
    possible = [int(one.value) for one in numbers if one.refusal is None]
    only = possible[0] if len(possible) == 1 else None
    number = positional_question(Pick, "number", "share-number", says, choices=numbers, default=only)
    return keyword_question(Group, "share", says=says, questions=(company, number), need="expected")


def _given_violations(purse: Purse, given: ShareOf, taken: str | None = None) -> list[Violation]:
    found = _given_company_violations(purse, given.company, taken)
    return found + _number_violations(purse, given.company, given.number)


def _given_company_violations(purse: Purse, company: str, taken: object = None) -> list[Violation]:
    """The company of a share that is given up; the safe changes it for one of another company."""
    field = "share.company"
    found = _company_violations(purse.ruleset, company, field)
    if found:
        return found
    if not units.shares_in(purse.ruleset, purse.state.ledger, company, purse.who):
        found += forbidden("whistle-stop.no-shares", field, player=purse.who, company=company)
    if company == taken:
        found += one_violation("whistle-stop.same-company", field, company=company)
    return found


def _number_violations(purse: Purse, company: object, number: int) -> list[Violation]:
    owned = units.shares_in(purse.ruleset, purse.state.ledger, str(company), purse.who)
    if not owned or number in owned:
        return []
    values = {"player": purse.who, "company": company, "number": number}
    return forbidden("whistle-stop.no-such-share", "share.number", **values)


def _company_violations(
    ruleset: WhistleStopRuleset, company: str | None, field: str = "company"
) -> list[Violation]:
    if company is None:
        return missing(field)
    return unknown("company", company, ruleset.companies, field)


class Cabin(Stop):
    """First Class Cabin: points for each full set of shares."""

    def play(self, effects: Effects, action: Stopping, name: str, kind: str) -> None:
        rule, count = effects.ruleset.cabin, units.share_count(effects.ruleset, effects.ledger, effects.who)
        points = rule.points * WHOLE.divide(count, rule.shares)
        values = {"count": count, "each": rule.shares, "rate": rule.points}
        effects.receipt(kind, name, points, "whistle-stop.cabin", **values)


STOPS: Mapping[str, Stop] = {
    "store": GoodOfChoice(),
    "gold-mine": GoldToken(),
    "trading-post": TradingPost(),
    "town": Town(),
    "exchange": Exchange(),
    "end": EndTile(),
    "open-wagon": TradingPost(),
    "mine-cart": GoldToken(),
    "first-class-cabin": Cabin(),
    "safe": Safe(),
    "warehouse": GoodOfChoice(),
}
"""Stops, and upgrades that are used, which do more than bring markers or goods."""


def stop_of(name: str) -> Stop:
    return STOPS.get(name, _PLAIN)


_PLAIN = Stop()
_ASKING = ("store", "gold-mine", "trading-post", "town", "exchange")
"""These ask for every field there is."""


def stop_questions(choices: Choices, what: str, is_move: bool = True) -> Questions:
    """What a stop asks first; what it does not ask is offered to nobody, but a line can say it."""
    stop = stop_of(what)
    own, quiet = stop.questions(choices, is_move), choices.unoffered()
    others: dict[str, Question] = {}
    for other in _ASKING:
        for question in STOPS[other].questions(quiet, is_move):
            others.setdefault(question.field, unfit(question))
    for question in own:
        others.pop(question.field, None)
    return (*sorted(own, key=lambda one: not one.applies), *others.values())


def stop_violations(purse: Purse, action: Stopping, what: str, field: str = "stop") -> list[Violation]:
    """Whether a stop, or an upgrade that is used, exists and is given what it asks for, and nothing else."""
    ruleset = purse.ruleset
    if field == "stop" and what not in ruleset.goods and what not in ruleset.stops:
        known = (*ruleset.goods, *ruleset.stops)
        return forbidden("whistle-stop.unknown-stop", field, stop=what, known=known)
    if field == "stop" and purse.state.is_light and what not in SCORING_STOPS:
        return forbidden("whistle-stop.nothing-scores", field, what=what)
    stop, given = stop_of(what), vars(action)
    is_given = [name for name in STOP_FIELDS if given[name] not in (None, False)]
    found: list[Violation] = []
    for name in is_given:
        found += [] if name in stop.asks else not_asked(ruleset, what, name)
    return found + stop.violations(purse, action)


def not_asked(ruleset: WhistleStopRuleset, what: str, field: str) -> list[Violation]:
    is_upgrade = what in ruleset.upgrades
    by = say("whistle-stop.upgrade", upgrade=what) if is_upgrade else say("whistle-stop.stop", stop=what)
    return forbidden("whistle-stop.not-asked", field, field=field, by=by)


def stop_flows(ruleset: WhistleStopRuleset, what: str, fields: Fields) -> Iterator[Flow]:
    """Goods and markers that a stop, or an upgrade that is used, brings by itself or for what it asks."""
    for name, count in ruleset.gains.get(what, {}).items():
        yield Flow("stop", name, count)
    given = {field: fields[field] for field in stop_of(what).asks if fields.get(field)}
    if "good" in given:
        yield Flow("good", given["good"], 1, "good")
    for name, count in given.get("pay", {}).items():
        yield Flow(f"pay.{name}", name, -count)
    for place, trade in enumerate(given.get("trades", ()), 1):
        if "give" in trade and trade.get("get"):  # half a trade took nothing yet
            yield Flow(f"trades[{place}].give", trade["give"], -1, "good")
        for number, name in enumerate(trade.get("get", ()), 1):
            yield Flow(f"trades[{place}].get[{number}]", name, 1)
    for place, name in enumerate(given.get("rewards", ()), 1):
        yield Flow(f"rewards[{place}]", name, 1, "reward")
