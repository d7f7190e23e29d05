"""The stops, and the upgrades that are used: their questions, checks and effects; and the limits of a turn.

A stop or upgrade that isn't in `STOPS` only brings what the ruleset says, such as a good.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator

from companion.core.board_notes import BoardNotes, Fact, Facts, Lesson
from companion.core.choices import RARE, Choice, Draft
from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.game import AnyGame
from companion.core.ledger import player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.forms.questions import Group, Number, Pick, Question, Questions, Rows, Switch
from companion.games.actions import PlayerAction, action_block
from companion.games.models import Count, Held, Listed, Model, Name, NameList, NameOf
from companion.games.models import Number as Positive
from companion.games.whistle_stop import units
from companion.games.whistle_stop.choices import (
    FIRST,
    SOON,
    TILE,
    TOWN,
    UPGRADE,
    Choices,
    fit,
    help_on,
    price_of,
)
from companion.games.whistle_stop.effects import Effects
from companion.games.whistle_stop.purse import Flow, Purse, missing_field
from companion.games.whistle_stop.questions import NotedName
from companion.games.whistle_stop.ruleset import MARKERS, SCORING_STOPS, WhistleStopRuleset
from companion.games.whistle_stop.state import State, Turn, Visit, counts_of, piece_counts

GoldValues = Annotated[
    Listed[Positive], BeforeValidator(lambda value: (value,) if type(value) is int else value)
]
"""Values of gold tokens; a number alone is a list of one."""


class ShareOf(Model):
    company: Name
    number: Positive


class Trade(Model):
    give: Name
    get: NameList


PAID = ("pay", "points", "company")
"""Fields that a penalty replaces."""


class Stop:
    """A stop, or an upgrade that is used. This base class brings what the ruleset says, and asks nothing."""

    asks: tuple[str, ...] = ()
    """Fields of an entry that this stop may have."""

    def questions(self, choices: Choices) -> list[Question]:
        return []

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
        """Violations of the stop, except about goods and markers, which the purse checks."""
        return []

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
        """Post everything except goods and markers, and log the receipt."""
        gained = effects.ruleset.gains.get(name, {})
        key = "whistle-stop.gains" if gained else "whistle-stop.stops"
        effects.receipt(action.kind, name, 0, key, pieces=piece_counts(gained), stop=name)


class GoodOfChoice(Stop):
    """Store and warehouse: one good of choice."""

    asks = ("good",)

    def questions(self, choices: Choices) -> list[Question]:
        goods = choices.held_pieces(choices.goods, choices.purse())
        return [choices.by_place(Pick, "good", "good-taken", word="good", choices=goods)]

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
        return missing_field("good") if action.good is None else []

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
        effects.receipt(action.kind, name, 0, "whistle-stop.gains", pieces=((action.good, 1),), stop=name)


class GoldToken(Stop):
    """Gold mine and mine cart: one gold token."""

    asks = ("gold",)

    def questions(self, choices: Choices) -> list[Question]:
        return [_gold_question(choices, 1)]

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
        return _gold_violations(purse, action.gold or (), 1)

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
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
        violations += one_violation(
            "whistle-stop.no-gold", "gold", final=True, most=purse.ruleset.gold.tokens
        )
    if len(values) > tokens:
        violations += one_violation(
            "whistle-stop.gold-values", "gold", final=True, values=len(values), tokens=tokens
        )
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
            # One piece of two is half a trade. The rows above share the minimum, so they must reach it too.
            least = min((len(get) + 1, trading.most_for_one, *(len(trade.get("get", ())) for trade in above)))
        bounds: dict[str, Any] = {"many": True, "least": least, "most": trading.most_for_one}
        given = choices.by_place(Pick, "give", choices=choices.spendable_pieces(choices.goods, "rewards"))
        taken = choices.by_place(Pick, "get", word="for", choices=fair, can_repeat=True, **bounds)
        more: dict[str, Any] = {"most": trading.trades, "help": help_on("trades")}
        return [choices.by_word(Rows, "trades", word="trade", questions=(given, taken), **more)]

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
        trades, most = action.trades or (), purse.ruleset.trading.trades
        violations: list[Violation] = []
        if len(trades) > most:
            violations += one_violation("whistle-stop.too-many-trades", "trades", most=most)
        for place, trade in enumerate(trades, 1):
            violations += _trade_violations(purse.ruleset, trade.give, trade.get, f"trades[{place}].get")
        return violations

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
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
        more: dict[str, Any] = {"is_open": True, "turn": FIRST, "help": help_on("town")}
        asks = "" if towns else "town-new"
        town = choices.by_place(NotedName, "town", asks, word="at", choices=towns, **more)
        paid: dict[str, Any] = {"need": "needed", "replaces": ("penalty",), "help": help_on("company")}
        (_, says), companies = _place(choices), choices.companies()
        company = choices.by_word(Pick, "company", "company-at", says=says, choices=companies, **paid)
        pay, points, penalty = _price_questions(choices)
        return [town, pay, points, company, penalty]

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
        violations = _price_violations(action)
        if action.penalty is None:
            violations += _company_violations(purse.ruleset, action.company)
        return violations

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
        town, who, number, ledger = action.town, effects.who, None, effects.ledger
        what = say("whistle-stop.a-town") if town is None else say("whistle-stop.town-named", town=town)
        if action.penalty is None:
            assert action.company is not None
            number = effects.state.next_share(action.company)
            if number is not None:
                ledger.move(units.share(action.company, number), units.SUPPLY, player(who), 1)
        key = "whistle-stop.town-no-share" if number is None else "whistle-stop.town"
        _pay_price(effects, action, "town", town, what, key, company=action.company, number=number)


def could_pay(who: str, town: str, price: Mapping[str, int]) -> Message:
    return say("whistle-stop.could-pay", player=who, town=town, pieces=piece_counts(price))


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
    """Ask for price, points and penalty; first for the penalty if the player can't pay a noted price."""
    (facts, says), purse = _place(choices), choices.purse(before="pay")
    price, known = price_of(facts), facts.get("penalty")
    lacking = purse.shortfall(price or {})
    is_lacking = bool(lacking) and not any(field in choices.draft for field in PAID)
    pieces, key = choices.spendable_pieces(choices.pieces, "pay"), "pay-lacking" if is_lacking else "pay"
    paying: dict[str, Any] = {"replaces": ("penalty",), "need": "optional" if is_lacking else "expected"}
    paying |= {"none": say("whistle-stop.pays-nothing"), "help": help_on("pay")}
    pay = choices.bag("pay", pieces, key, says={**says, "pieces": piece_counts(lacking)}, **paying)
    paid: dict[str, Any] = {"need": "needed", "replaces": ("penalty",), "help": help_on("points")}
    points = choices.by_word(Number, "points", "points-at", says=says, low=0, **paid)
    lost: dict[str, Any] = {"low": 0, "replaces": PAID, "key": "-", "help": help_on("penalty")}
    lost["choices"] = choices.numbers([known] if isinstance(known, int) else [])
    lost |= {"need": "expected", "turn": SOON} if is_lacking else {}
    penalty = choices.by_word(Number, "penalty", says=says, **lost)
    return fit(pay, not choices.state.is_light), points, penalty


def _price_violations(action: "Stopping") -> list[Violation]:
    """Violation unless there are either points, or a penalty without points, price and company."""
    if action.penalty is None and action.points is None:
        return one_violation("whistle-stop.points-or-penalty", "points", final=True)
    if action.penalty is None or (action.points, action.pay, action.company) == (None, None, None):
        return []
    return one_violation("whistle-stop.paid-and-penalty", "penalty", final=True)


def _pay_price(
    effects: Effects, action: "Stopping", kind: str, subject: str | None, what: Message, key: str, **more: Any
) -> None:
    """Post the points, or the penalty."""
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
    lost = min(penalty, units.holding(effects.ledger, units.POINTS, effects.who))
    key = "whistle-stop.penalty" if lost == penalty else "whistle-stop.penalty-floor"
    effects.receipt(kind, subject, -lost, key, what=what, penalty=penalty, lost=lost)


def _compare_visits(effects: Effects, action: "Stopping") -> None:
    """Warn of what differs from the visit before, or of a penalty although the price then is in hand."""
    for page, name, facts in action.printed(effects.state):
        key = page, fold(name)
        visit = effects.visits.get(key)
        if action.penalty is not None:
            price = None if visit is None else price_of(visit.facts)
            if price is not None and action.can_pay(effects.state, price):
                effects.warnings.append(could_pay(effects.who, name, price))
            continue
        if visit is not None and (parts := _differing(visit.facts, facts)):
            values = {"name": name, "parts": parts, "entry": visit.entry, "other": _other(page)}
            effects.warnings.append(say("whistle-stop.differs-here", **values))
        effects.visits = {**effects.visits, key: Visit(facts, effects.state.entry)}


def _differing(known: Facts, learned: Facts) -> tuple[Message, ...]:
    """Return the facts learned earlier that differ now."""
    price, paid, parts = price_of(known), price_of(learned), []
    if price is not None and paid is not None and {*piece_counts(price)} != {*piece_counts(paid)}:
        parts.append(say("whistle-stop.before.pay", pieces=piece_counts(price)))
    for field in ("points", "company", "penalty", "rate", "worth"):
        if field in known and field in learned and known[field] != learned[field]:
            parts.append(say(f"whistle-stop.before.{field}", value=known[field]))
    return tuple(parts)


def _other(page: str) -> Message:
    return say(f"whistle-stop.other.{page.removeprefix('end-')}")


class EndTile(Stop):
    """Points for what is paid, or a penalty; the train is home and takes rewards."""

    asks = ("pay", "points", "penalty", "rewards", "gold", "tile")

    def questions(self, choices: Choices) -> list[Question]:
        tiles = choices.noted_names(TILE)
        return [*_price_questions(choices), *_home_questions(choices, tiles, comes_home=True, is_needed=True)]

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
        return _price_violations(action) + _reward_violations(purse, action)

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
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

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
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

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
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
        rewards = choices.by_word(
            Pick, "rewards", "rewards-light", choices=choices.choices_of(["gold"]), **more
        )
    else:
        more |= {"least": count, "need": "needed" if is_needed else "expected", "help": help_on("rewards")}
        pieces = choices.held_pieces((*MARKERS, "gold", *choices.goods), choices.purse())
        rewards = choices.by_word(Pick, "rewards", choices=pieces, **more)
    tokens = list(choices.draft.get("rewards") or ()).count("gold") if comes_home else 0
    # a noted tile fills in other fields; one reward too many mustn't be read as its name
    more = {"is_open": True, "turn": FIRST if tiles else RARE, "help": help_on("tile")}
    tile = choices.by_word(NotedName, "tile", choices=tiles, **more)
    return fit(rewards, comes_home), fit(_gold_question(choices, max(1, tokens)), tokens > 0), tile


def _reward_violations(purse: Purse, action: "Stopping") -> list[Violation]:
    rewards, wanted = action.rewards or (), purse.ruleset.end_tiles.rewards
    against = _gold_violations(purse, action.gold or (), rewards.count("gold"))
    count = len(rewards)
    if count == wanted or (count < wanted and purse.state.is_light):
        return against
    final = action.rewards is None
    return one_violation("whistle-stop.rewards", "rewards", final=final, wanted=wanted, count=count) + against


def _come_home(effects: Effects, action: "Stopping") -> None:
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
        return [company, replace(share, need="needed", turn=SOON)]

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
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

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
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
        violations += one_violation(
            "whistle-stop.no-shares", field, final=True, player=purse.who, company=company
        )
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

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
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
    "open-wagon": TradingPost(),
    "mine-cart": GoldToken(),
    "first-class-cabin": Cabin(),
    "safe": Safe(),
    "warehouse": GoodOfChoice(),
}
"""Stops, and upgrades that are used, which do more than bring markers or goods."""
_PLAIN = Stop()


def stop_of(name: str) -> Stop:
    return STOPS.get(name, _PLAIN)


def not_asked(ruleset: WhistleStopRuleset, name: str, field: str) -> list[Violation]:
    is_upgrade = name in ruleset.upgrades
    by = say("whistle-stop.upgrade", upgrade=name) if is_upgrade else say("words.name", name=name)
    return one_violation("whistle-stop.not-asked", field, final=True, field=field, by=by)


class TurnAction(PlayerAction):
    needs_rounds: ClassVar[bool] = False
    """Whether a session that only keeps the score lacks the action."""
    needs_turn: ClassVar[bool] = False
    """Whether not even a ruling allows it once all rounds are over."""

    @classmethod
    def is_in(cls, state: State) -> bool:
        return not (state.is_light and cls.needs_rounds)

    @classmethod
    def actor_violations(cls, game: AnyGame, state: State, who: str) -> Sequence[Violation]:
        if not cls.is_in(state):
            return one_violation("whistle-stop.no-turns", final=True)
        if state.turn is None and not state.is_light:
            return one_violation("whistle-stop.final-due", final=cls.needs_turn)
        return super().actor_violations(game, state, who)

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        turn = state.turn
        return cls.actor_violations(game, state, "") if turn is None else cls.turn_violations(state, turn)

    @classmethod
    def turn_violations(cls, state: State, turn: Turn) -> list[Violation]:
        """Violations of the limits of a turn."""
        return []

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        turn = self.own_turn(state)
        return [] if turn is None else self.turn_violations(state, turn)

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> list[Message]:
        """Warnings if the board notes differ: the name means another thing there, or the entry has a slip."""
        doubts = []
        for page, name, learned in self.lessons(game, state):
            visit, known = state.visits.get((page, fold(name))), board_notes.facts(page, name)
            if visit is not None:  # the rules compare with what this session knows
                known = {field: fact for field, fact in known.items() if field not in visit.facts}
            if parts := _differing(known, learned):
                thing = name if page != UPGRADE else say("whistle-stop.upgrade", upgrade=name)
                doubts.append(say("whistle-stop.differs", name=thing, parts=parts, other=_other(page)))
        return doubts

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


class Stopping(TurnAction):
    """A move, or the use of an upgrade, with every field that any stop asks for."""

    kind: ClassVar[str]
    """The kind of its receipts."""
    good: Name | None = None
    gold: GoldValues | None = None
    trades: Listed[Trade] | None = None
    town: Annotated[Name, NameOf("town")] | None = None
    pay: Held | None = None
    points: Count | None = None
    company: Name | None = None
    penalty: Count | None = None
    rate: Positive | None = None
    share: ShareOf | None = None
    tile: Annotated[Name, NameOf("end-tile")] | None = None
    end: bool = False
    """Whether the train is home after an exchange."""
    rewards: NameList | None = None
    discard: Held | None = None

    @classmethod
    def turn_violations(cls, state: State, turn: Turn) -> list[Violation]:
        return [] if turn.spaces_left else one_violation("whistle-stop.no-space", player=turn.player)

    @staticmethod
    def headline(game: AnyGame, _state: State, block: Draft) -> Message:
        """Tell the move or use, with the values of gold once they aren't hidden any more."""
        key, stop = block["do"], block.get("stop")
        if block.get("with") == "whistle":
            key = "move-whistle"
        elif key == "use" and stop is not None:
            key = "use-at"
        where: Message | str = ""
        if stop is not None and block.get("town"):
            where = say("whistle-stop.town-named", town=block["town"])
        elif stop is not None and block.get("tile"):
            where = say("whistle-stop.did.at-tile", stop=stop, tile=block["tile"])
        elif stop is not None:
            kind = "good" if stop in game.ruleset.goods else "end" if stop == "end" else "stop"
            where = say(f"whistle-stop.did.at-{kind}", stop=stop)
        did = say(f"whistle-stop.did.{key}", by=block["by"], upgrade=block.get("upgrade"), where=where)
        return say("whistle-stop.did.gold", did=did, values=block["gold"]) if block.get("gold") else did

    @property
    @abstractmethod
    def where(self) -> str:
        """The stop, or the upgrade that is used."""

    @staticmethod
    @abstractmethod
    def flows(ruleset: WhistleStopRuleset, fields: Draft) -> Iterator[Flow]:
        """Goods and markers that come and go, given the fields of a block."""

    @staticmethod
    def stop_flows(ruleset: WhistleStopRuleset, name: str, fields: Draft) -> Iterator[Flow]:
        """Goods and markers that a stop, or an upgrade that is used, brings by itself or for what it asks."""
        for gained, count in ruleset.gains.get(name, {}).items():
            yield Flow("stop", gained, count)
        given = {field: fields[field] for field in stop_of(name).asks if fields.get(field)}
        if "good" in given:
            yield Flow("good", given["good"], 1, "good")
        for piece, count in given.get("pay", {}).items():
            yield Flow(f"pay.{piece}", piece, -count)
        for place, trade in enumerate(given.get("trades", ()), 1):
            if "give" in trade and trade.get("get"):  # half a trade took nothing yet
                yield Flow(f"trades[{place}].give", trade["give"], -1, "good")
            for number, piece in enumerate(trade.get("get", ()), 1):
                yield Flow(f"trades[{place}].get[{number}]", piece, 1)
        for place, reward in enumerate(given.get("rewards", ()), 1):
            yield Flow(f"rewards[{place}]", reward, 1, "reward")

    def stop_violations(self, purse: Purse, name: str, field: str = "stop") -> list[Violation]:
        """Violations of a stop or used upgrade, such as an unknown one, or answers it doesn't ask for."""
        ruleset = purse.ruleset
        if field == "stop" and (unknown := unknown_violations(name, (*ruleset.goods, *ruleset.stops), field)):
            return unknown
        if field == "stop" and purse.state.is_light and name not in SCORING_STOPS:
            return one_violation("whistle-stop.nothing-scores", field, final=True, what=name)
        stop, violations = stop_of(name), list[Violation]()
        asked = {*TurnAction.model_fields, "discard", *stop.asks}
        for answer in Stopping.model_fields:
            if answer not in asked and getattr(self, answer) not in (None, False):
                violations += not_asked(ruleset, name, answer)
        return violations + stop.violations(purse, self)

    def purse_after(self, game: AnyGame, state: State) -> tuple[Purse, list[Violation]]:
        """The player's goods and markers after this action, and the violations on the way."""
        purse = Purse(state, self.by)
        return purse, purse.run(self.flows(game.ruleset, action_block(self)))

    def can_pay(self, state: State, price: Mapping[str, int]) -> bool:
        """Whether the player has a price when it is due, before any rewards."""
        purse = Purse(state, self.by)
        purse.run(self.flows(state.ruleset, action_block(self)), before="rewards")
        return purse.is_counted and not purse.shortfall(price)

    def lessons(self, game: AnyGame, state: State) -> list[Lesson]:
        return self.printed(state)

    def printed(self, state: State) -> list[Lesson]:
        """The price and points, the penalty or the rate that were seen on this visit."""
        is_tile = self.where in ("end", "exchange")
        name = self.town if self.where == "town" else self.tile if is_tile else None
        if name is None:
            return []
        facts: dict[str, Fact | None] = {"penalty": self.penalty}
        if self.penalty is None:
            is_priced = self.points is not None and (self.pay is not None or not state.is_light)
            facts = {"pay": dict(self.pay or {})} if is_priced else {}
            facts |= {"points": self.points, "company": self.company}
        known = {key: fact for key, fact in {**facts, "rate": self.rate}.items() if fact is not None}
        return [Lesson(TILE if is_tile else TOWN, name, known)]

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> list[Message]:
        """Also warn of a penalty if the player has what the town or tile cost in earlier sessions."""
        doubts = super().doubts(game, state, board_notes)
        for page, name, _ in self.printed(state) if self.penalty is not None else ():
            price = price_of(board_notes.facts(page, name))
            if price is not None and (page, fold(name)) not in state.visits and self.can_pay(state, price):
                doubts.append(could_pay(self.by, name, price))
        return doubts
