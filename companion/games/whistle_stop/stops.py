"""The stops, and the upgrades that are used: their questions, checks and effects."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.board_notes import Facts
from companion.core.choices import Choice
from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.ledger import player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.forms.questions import Group, Number, Pick, Question, Questions, Rows, Switch
from companion.games.whistle_stop import units
from companion.games.whistle_stop.choices import (
    ASKED_FIRST,
    ASKED_LAST,
    ASKED_SOON,
    TILE,
    TOWN,
    Choices,
    fit,
    help_on,
    price_of,
)
from companion.games.whistle_stop.effects import Effects
from companion.games.whistle_stop.purse import Purse, missing_field
from companion.games.whistle_stop.questions import NotedName, TakenPieces
from companion.games.whistle_stop.ruleset import MARKERS, SAFE, USED_UPGRADES, WhistleStopRuleset
from companion.games.whistle_stop.state import Visit, counts_of, piece_counts
from companion.games.whistle_stop.stopping import ShareOf, Stop, Stopping, could_pay, differing

PAID = ("pay", "points", "company")
"""Fields that a penalty replaces."""


class GoodOfChoice(Stop):
    """Store and warehouse: one good of choice."""

    asks = ("good",)

    def questions(self, choices: Choices) -> list[Question]:
        goods = choices.held_pieces(choices.goods, choices.purse())
        return [choices.by_place(Pick, "good", "good-taken", word="good", choices=goods)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        return missing_field("good") if action.good is None else []

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        effects.receipt(action.kind, name, 0, "whistle-stop.gains", pieces=((action.good, 1),), stop=name)


class GoldToken(Stop):
    """Gold mine and mine cart: one gold token."""

    asks = ("gold",)

    def questions(self, choices: Choices) -> list[Question]:
        return [_gold_question(choices, 1)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        return _gold_violations(purse, action.gold or (), 1)

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        effects.take_gold(1, action.gold or ())
        effects.receipt(action.kind, name, 0, "whistle-stop.takes-gold", stop=name)


def _gold_question(choices: Choices, tokens: int) -> Question:
    """Ask for the value of each token taken, which is hidden from the other players until the end."""
    values = choices.numbers(choices.ruleset.gold.values)
    asks = "gold-token" if tokens == 1 else "gold-tokens"
    more: dict[str, Any] = {"many": True, "most": tokens, "hidden": "until-end", "help": help_on("gold")}
    return choices.by_word(Pick, "gold", asks, "worth", {"tokens": tokens}, choices=values, **more)


def _gold_violations(purse: Purse, values: Sequence[int], tokens: int) -> list[Violation]:
    violations: list[Violation] = []
    if tokens > purse.state.ledger.of(units.GOLD, units.SUPPLY):
        most = purse.ruleset.gold.tokens
        violations += one_violation("whistle-stop.no-gold", "gold", final=True, most=most)
    if len(values) > tokens:
        key = "whistle-stop.gold-values"
        violations += one_violation(key, "gold", final=True, values=len(values), tokens=tokens)
    return violations + gold_value_violations(purse.ruleset, purse.who, values, "gold")


def gold_value_violations(
    ruleset: WhistleStopRuleset, who: str, values: Iterable[int], field: str
) -> list[Violation]:
    known = ruleset.gold.values
    wrong = [value for value in values if value not in known]
    return one_violation("whistle-stop.gold-value", field, final=True, player=who, known=known) * len(wrong)


class TradingPost(Stop):
    """Trading post and open wagon: up to two trades."""

    asks = ("trades",)

    def questions(self, choices: Choices) -> list[Question]:
        """Ask for the trades; the good that the last row gives decides what may be taken for it."""
        ruleset, trading = choices.ruleset, choices.ruleset.trading
        *above, row = choices.draft.get("trades") or [{}]
        give, get = row.get("give", ""), tuple(row.get("get", ()))
        fair = choices.held_pieces(
            choices.pieces,
            choices.purse(before="rewards"),
            lambda name: _trade_violations(ruleset, give, (*get, name), "trades", may_grow=True),
        )
        if not get and give not in ruleset.rare:  # coal comes only in the number that the rules say
            coal = trading.basic.coal
            fair = tuple(good._replace(low=coal) if good.value == "coal" else good for good in fair)
        least = 1
        fields = ruleset, give, get, "trades"
        if get and _trade_violations(*fields) and not _trade_violations(*fields, may_grow=True):
            least = min(len(get) + 1, trading.most_for_one)  # one piece of two is half a trade
        bounds: dict[str, Any] = {"many": True, "least": least, "most": trading.most_for_one}
        given = choices.by_place(Pick, "give", choices=choices.spendable_pieces(choices.goods, "rewards"))
        taken = choices.by_place(
            TakenPieces, "get", word="for", choices=fair, can_repeat=True, row=len(above), **bounds
        )
        more: dict[str, Any] = {"most": trading.trades, "help": help_on("trades")}
        return [choices.by_word(Rows, "trades", word="trade", questions=(given, taken), **more)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        trades, most = action.trades or (), purse.ruleset.trading.trades
        violations: list[Violation] = []
        if len(trades) > most:
            violations += one_violation("whistle-stop.too-many-trades", "trades", most=most)
        for place, trade in enumerate(trades, 1):
            violations += _trade_violations(purse.ruleset, trade.give, trade.get, f"trades[{place}].get")
        return violations

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        trades = [(counts_of((trade.give,)), counts_of(trade.get)) for trade in action.trades or ()]
        made = tuple(say("whistle-stop.trade", give=give, get=get) for give, get in trades)
        key = "whistle-stop.trades" if made else "whistle-stop.trades-nothing"
        effects.receipt(action.kind, name, 0, key, trades=made, stop=name)


def _trade_violations(
    ruleset: WhistleStopRuleset, give: str, get: Sequence[str], field: str, may_grow: bool = False
) -> list[Violation]:
    """Violation if a trade is unfair. If it `may_grow`, fewer pieces are fine too.

    A basic good brings a whistle, two coal or another basic good; a rare good, two basic or another rare.
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
    return one_violation(key, field, give=counts_of((give,)), get=counts_of(get))


class Town(Stop):
    """A town: points and the lowest share of a company for the price paid, or else a penalty."""

    asks = ("town", "pay", "points", "company", "penalty")

    def questions(self, choices: Choices) -> list[Question]:
        towns = choices.noted_names(TOWN)
        more: dict[str, Any] = {"is_open": True, "turn": ASKED_FIRST, "help": help_on("town")}
        asks = "" if towns else "town-new"
        town = choices.by_place(NotedName, "town", asks, word="at", choices=towns, **more)
        paid: dict[str, Any] = {"need": "needed", "replaces": ("penalty",), "help": help_on("company")}
        (_, says), companies = _place(choices), choices.companies()
        company = choices.by_word(Pick, "company", "company-at", says=says, choices=companies, **paid)
        pay, points, penalty = _price_questions(choices)
        return [town, pay, points, _unless_penalised(choices, company), penalty]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        violations = _price_violations(action)
        if action.penalty is None:
            violations += _company_violations(purse.ruleset, action.company)
        return violations

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        town, who, number, ledger = action.town, effects.who, None, effects.ledger
        what = say("whistle-stop.a-town") if town is None else say("whistle-stop.town-named", town=town)
        if action.penalty is None:
            assert action.company is not None
            number = effects.state.next_share(action.company)
            if number is not None:
                ledger.move(units.share(action.company, number), units.SUPPLY, player(who), 1)
        key = "whistle-stop.town-no-share" if number is None else "whistle-stop.town"
        _pay_price(effects, action, "town", town, what, key, company=action.company, number=number)


# What towns and end tiles ask for: pieces for points, or a penalty


_NAMELESS = {"town": "whistle-stop.a-town", **dict.fromkeys(("end", "exchange"), "whistle-stop.an-end-tile")}


def _place(choices: Choices) -> tuple[Facts, dict[str, object]]:
    """The noted facts of the town or tile, and the value `where` of questions about it."""
    stop = choices.draft.get("stop")
    page, field = (TOWN, "town") if stop == "town" else (TILE, "tile")
    name, nameless = choices.draft.get(field), _NAMELESS.get(str(stop), "whistle-stop.the-stop")
    where = say("whistle-stop.town-named", town=name) if name else say(nameless)
    return choices.facts(page, str(name)) if name else {}, {"where": where}


def _price_questions(choices: Choices) -> Questions:
    """Ask for price and points, or for the penalty instead, which only its own key chooses."""
    facts, says = _place(choices)
    known = facts.get("penalty")
    lacking = choices.purse(before="pay").shortfall(choices.draft.get("pay") or {})
    pieces, key = choices.spendable_pieces(choices.pieces, "pay"), "pay-lacking" if lacking else "pay"
    paying: dict[str, Any] = {"replaces": ("penalty",), "need": "expected"}
    paying |= {"none": say("whistle-stop.pays-nothing")}
    pay = choices.bag("pay", pieces, key, says={**says, "pieces": piece_counts(lacking)}, **paying)
    paid: dict[str, Any] = {"need": "needed", "replaces": ("penalty",), "help": help_on("points")}
    points = choices.by_word(Number, "points", "points-at", says=says, low=0, **paid)
    lost: dict[str, Any] = {"low": 0, "replaces": PAID, "key": "-", "help": help_on("penalty")}
    lost["instead"] = say("whistle-stop.could-not-pay")
    if isinstance(known, int):
        lost["instead"] = say("whistle-stop.hint.penalty", penalty=known)
        lost["choices"] = choices.numbers([known])
    penalty = choices.by_word(Number, "penalty", says=says, **lost)
    pay = fit(pay, not choices.state.is_light)
    return _unless_penalised(choices, pay), _unless_penalised(choices, points), penalty


def _unless_penalised(choices: Choices, question: Question) -> Question:
    """The question about a payment; unless that is answered too, a penalty makes it needless."""
    is_paid = any(field in choices.draft for field in PAID)
    return question if is_paid or "penalty" not in choices.draft else replace(question, need="unfit")


def _price_violations(action: Stopping) -> list[Violation]:
    """Violation unless there are either points, or a penalty without points, price and company."""
    if action.penalty is None and action.points is None:
        return one_violation("whistle-stop.points-or-penalty", "points", final=True)
    if action.penalty is None or (action.points, action.pay, action.company) == (None, None, None):
        return []
    return one_violation("whistle-stop.paid-and-penalty", "penalty", final=True)


def _pay_price(
    effects: Effects, action: Stopping, kind: str, subject: str | None, what: Message, key: str, **more: Any
) -> None:
    _compare_visits(effects, action)
    if action.penalty is None:
        paid = effects.price("whistle-stop.paid-with", action.pay)
        effects.receipt(kind, subject, action.points or 0, key, what=what, paid=paid, **more)
        is_warned = bool(effects.warnings)  # of another price, if the last visit had one
        if not is_warned and (action.points or more.get("number") is not None):
            effects.warn_if_free(action.pay)
    else:
        _lose_points(effects, action.penalty, kind, subject, what)


def _lose_points(effects: Effects, penalty: int, kind: str, subject: str | None, what: Message) -> None:
    """Post a penalty, which never takes a score below zero."""
    lost = min(penalty, effects.ledger.of(units.POINTS, player(effects.who)))
    key = "whistle-stop.penalty" if lost == penalty else "whistle-stop.penalty-floor"
    effects.receipt(kind, subject, -lost, key, what=what, penalty=penalty, lost=lost)


def _compare_visits(effects: Effects, action: Stopping) -> None:
    """Warn of what differs from the visit before, or of a penalty although the price then is in hand."""
    for page, name, facts in action.printed(effects.state):
        key = page, fold(name)
        visit = effects.visits.get(key)
        if action.penalty is not None:
            price = None if visit is None else price_of(visit.facts)
            if price is not None and action.can_pay(effects.state, price):
                effects.warnings.append(could_pay(effects.who, name, price))
            continue
        if visit is not None and (parts := differing(visit.facts, facts)):
            values = {"name": name, "parts": parts, "entry": visit.entry}
            effects.warnings.append(say("whistle-stop.differs-here", **values))
        effects.visits = {**effects.visits, key: Visit(facts, effects.state.entry)}


class EndTile(Stop):
    """Points for what is paid, or a penalty; the train is home and takes rewards."""

    asks = ("pay", "points", "penalty", "rewards", "gold", "tile")

    def questions(self, choices: Choices) -> list[Question]:
        tiles = choices.noted_names(TILE)
        return [*_price_questions(choices), *_home_questions(choices, tiles, comes_home=True, is_needed=True)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        return _price_violations(action) + _reward_violations(purse, action)

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        what = say("whistle-stop.an-end-tile")
        _pay_price(effects, action, "end-tile", action.tile, what, "whistle-stop.end-tile")
        _come_home(effects, action)


class StockExchange(Stop):
    """An end tile: points for each share owned, of which one leaves the game. Only `end` takes the train home."""

    asks = ("rate", "share", "penalty", "end", "rewards", "gold", "tile")

    def questions(self, choices: Choices) -> list[Question]:
        """Keys propose that the train comes home, as an exchange is an end tile; a line has to say so."""
        ruleset, who = choices.ruleset, choices.who
        rates = choices.numbers(ruleset.stops["exchange"].rates)
        may_give = who is None or choices.state.share_count(who) > 0
        asked: dict[str, Any] = {"default": True, "need": "expected", "help": help_on("end")}
        lost: dict[str, Any] = {"low": 0, "key": "-", "help": help_on("penalty")}
        tiles, is_end = choices.noted_names(TILE, is_exchange=True), choices.draft.get("end")
        is_move = "upgrade" not in choices.draft  # else the caboose uses the stop again
        comes_home = is_move and is_end in (None, True)
        return [
            choices.by_place(Pick, "rate", word="rate", choices=rates),
            fit(_share_question(choices), may_give),
            fit(choices.by_word(Switch, "end", word="ends", **asked), is_move),
            *_home_questions(choices, tiles, comes_home, is_needed=bool(is_end)),
            fit(choices.by_word(Number, "penalty", says=_place(choices)[1], **lost), not may_give),
        ]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        violations: list[Violation] = []
        rates = purse.ruleset.stops["exchange"].rates
        if action.rate is None:
            violations += missing_field("rate")
        elif action.rate not in rates:
            violations += one_violation("whistle-stop.unknown-rate", "rate", rate=action.rate, known=rates)
        if action.share is not None:
            violations += _given_violations(purse, action.share)
            if action.penalty is not None:
                violations += one_violation("whistle-stop.paid-and-penalty", "penalty", final=True)
        elif purse.state.share_count(purse.who):
            violations += one_violation("whistle-stop.which-share", "share", player=purse.who)
        if action.end:
            violations += _reward_violations(purse, action)
        elif action.gold is not None or action.rewards is not None:
            violations += one_violation("whistle-stop.no-end", "rewards", final=True)
        return violations

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        assert action.rate is not None
        owned = effects.state.share_count(effects.who)
        key, values, given = "whistle-stop.exchange-nothing", {}, action.share
        if given is not None:
            key, values = "whistle-stop.exchange", {"company": given.company, "number": given.number}
            effects.ledger.move(units.share(given.company, given.number), player(effects.who), units.OUT, 1)
            if not effects.state.options.exchange_counts_paid:
                owned -= 1
        points = action.rate * owned
        if action.penalty is None:
            effects.receipt("exchange", action.tile, points, key, rate=action.rate, count=owned, **values)
        else:
            _lose_points(effects, action.penalty, "exchange", action.tile, say("whistle-stop.an-end-tile"))
        if action.end:
            _come_home(effects, action)
        elif action.do == "move":
            effects.warnings.append(say("whistle-stop.not-home", player=effects.who))


# A train that comes home, at an end tile or at an exchange that is one


def _home_questions(
    choices: Choices, tiles: tuple[Choice, ...], comes_home: bool, is_needed: bool
) -> Questions:
    """Ask for the rewards, the values of gold among them, and the name of the tile."""
    count = choices.ruleset.end_tiles.rewards
    more: dict[str, Any] = {"many": True, "can_repeat": True, "most": count}
    if choices.state.is_light:  # gold is all that scores
        gold = choices.choices_of(["gold"])
        rewards = choices.by_word(Pick, "rewards", "rewards-light", choices=gold, **more)
    else:
        more |= {"least": count, "need": "needed" if is_needed else "expected"}
        pieces = choices.held_pieces((*MARKERS, "gold", *choices.goods), choices.purse())
        rewards = choices.by_word(Pick, "rewards", choices=pieces, **more)
    tokens = list(choices.draft.get("rewards") or ()).count("gold") if comes_home else 0
    # a noted tile fills in other fields; its key keeps the questions in one order, with tiles or without
    more = {"is_open": True, "turn": ASKED_LAST, "key": "#", "help": help_on("tile")}
    tile = choices.by_word(NotedName, "tile", choices=tiles, **more)
    return fit(rewards, comes_home), fit(_gold_question(choices, max(1, tokens)), tokens > 0), tile


def _reward_violations(purse: Purse, action: Stopping) -> list[Violation]:
    rewards, wanted = action.rewards or (), purse.ruleset.end_tiles.rewards
    against = _gold_violations(purse, action.gold or (), rewards.count("gold"))
    count = len(rewards)
    if count == wanted or (count < wanted and purse.state.is_light):
        return against
    final = action.rewards is None
    return one_violation("whistle-stop.rewards", "rewards", final=final, wanted=wanted, count=count) + against


def _come_home(effects: Effects, action: Stopping) -> None:
    """Put the train on the resource track and take the rewards of its space."""
    own = units.trains(effects.who)
    effects.ledger.move(own, units.BOARD, units.HOME, 1)
    rewards = action.rewards or ()
    if "gold" in rewards:
        effects.take_gold(rewards.count("gold"), action.gold or ())
    key = "whistle-stop.home-light" if effects.state.is_light and not rewards else "whistle-stop.home"
    left = effects.ledger.of(own, units.BOARD)
    effects.log.append(say(key, player=effects.who, pieces=counts_of(rewards), left=left))


class Safe(Stop):
    """The safe: a share of the player leaves the game for the lowest share left of another company."""

    asks = ("company", "share")

    def questions(self, choices: Choices) -> list[Question]:
        given = (choices.draft.get("share") or {}).get("company")
        check = choices.check_purse(lambda purse, name: self._company_violations(purse, name, given))
        more: dict[str, Any] = {"need": "needed", "help": help_on("company")}
        company = choices.by_word(Pick, "company", "company-safe", choices=choices.companies(check), **more)
        share = _share_question(choices, choices.draft.get("company"))
        return [company, replace(share, need="needed", turn=ASKED_SOON)]

    def violations(self, purse: Purse, action: Stopping) -> list[Violation]:
        violations = self._company_violations(purse, action.company)
        if action.share is not None:
            return violations + _given_violations(purse, action.share, action.company)
        return violations + one_violation("whistle-stop.which-share", "share", final=True, player=purse.who)

    @staticmethod
    def _company_violations(purse: Purse, company: str | None, given: object = None) -> list[Violation]:
        """Violations of the company whose share is taken; `given` is the company of the share given up."""
        if company is not None and company == given:
            return one_violation("whistle-stop.same-company", "company", company=company)
        violations = _company_violations(purse.ruleset, company)
        if company is None or violations or purse.state.next_share(company):
            return violations
        return one_violation("whistle-stop.no-share-left", "company", final=True, company=company)

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        given, company = action.share, action.company
        assert given is not None
        assert company is not None
        number = effects.state.next_share(company)
        assert number is not None
        effects.ledger.move(units.share(given.company, given.number), player(effects.who), units.OUT, 1)
        effects.ledger.move(units.share(company, number), units.SUPPLY, player(effects.who), 1)
        values = {"company": given.company, "number": given.number, "other": company, "gained": number}
        effects.receipt(action.kind, name, 0, "whistle-stop.safe", **values)


# Shares that are given up, at an exchange or with the safe


def _share_question(choices: Choices, taken: object = None) -> Question:
    """Ask which share the player gives up; with the safe, for a share of the company `taken`."""
    given = (choices.draft.get("share") or {}).get("company")
    check = choices.check_purse(lambda purse, name: _given_company_violations(purse, name, taken))
    company = choices.by_place(Pick, "company", "company-given", choices=choices.own_companies(check))
    owned = choices.check_purse(lambda purse, number: _number_violations(purse, given, number))
    numbers = choices.numbers(choices.ruleset.share_numbers, owned)
    possible = [int(number.value) for number in numbers if number.refusal is None]
    only = possible[0] if len(possible) == 1 else None
    number = choices.by_place(Pick, "number", "share-number", choices=numbers, default=only)
    return choices.by_word(Group, "share", questions=(company, number), need="expected")


def _given_violations(purse: Purse, given: ShareOf, taken: str | None = None) -> list[Violation]:
    violations = _given_company_violations(purse, given.company, taken)
    return violations + _number_violations(purse, given.company, given.number)


def _given_company_violations(purse: Purse, company: str, taken: object = None) -> list[Violation]:
    """Violations of the company of a share given up; with the safe it must differ from `taken`."""
    field = "share.company"
    violations = _company_violations(purse.ruleset, company, field)
    if violations:
        return violations
    if not purse.state.shares_in(company, player(purse.who)):
        key = "whistle-stop.no-shares"
        violations += one_violation(key, field, final=True, player=purse.who, company=company)
    if company == taken:
        violations += one_violation("whistle-stop.same-company", field, company=company)
    return violations


def _number_violations(purse: Purse, company: object, number: int) -> list[Violation]:
    owned = purse.state.shares_in(str(company), player(purse.who))
    if not owned or number in owned:
        return []
    values = {"player": purse.who, "company": company, "number": number}
    return one_violation("whistle-stop.no-such-share", "share.number", final=True, **values)


def _company_violations(
    ruleset: WhistleStopRuleset, company: str | None, field: str = "company"
) -> list[Violation]:
    return missing_field(field) if company is None else unknown_violations(company, ruleset.companies, field)


class Cabin(Stop):
    """First Class Cabin: points for each full set of shares."""

    def play(self, effects: Effects, action: Stopping, name: str) -> None:
        rule, count = effects.ruleset.cabin, effects.state.share_count(effects.who)
        points = rule.points * WHOLE.divide(count, rule.shares)
        values = {"count": count, "each": rule.shares, "rate": rule.points}
        effects.receipt(action.kind, name, points, "whistle-stop.cabin", **values)


STOPS: Mapping[str, Stop] = {
    "store": GoodOfChoice(),
    "gold-mine": GoldToken(),
    "trading-post": TradingPost(),
    "town": Town(),
    "exchange": StockExchange(),
    "end": EndTile(),
    "first-class-cabin": Cabin(),
    SAFE: Safe(),
}
"""Stops, and upgrades that work like none of them, which do more than bring markers or goods."""
_PLAIN = Stop()


def stop_of(name: str) -> Stop:
    used = USED_UPGRADES.get(name)
    return STOPS.get(used.works_like if used and used.works_like else name, _PLAIN)
