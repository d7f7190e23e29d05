"""What speaks against a stop, whether a train moves there or an upgrade uses it."""

from collections.abc import Iterable, Mapping

from companion.core.errors import Violation
from companion.core.messages import say
from companion.games.whistle_stop.actions import Move, ShareOf, Stopping, Trade
from companion.games.whistle_stop.purse import Purse
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import GOLD, MARKERS, SUPPLY, State, held, share, shares_of

NOTHING_ASKED: frozenset[str] = frozenset()
ASKED: Mapping[str, frozenset[str]] = {
    "store": frozenset({"good"}),
    "gold-mine": frozenset({"gold"}),
    "trading-post": frozenset({"trades"}),
    "town": frozenset({"town", "pay", "fame", "company", "penalty"}),
    "exchange": frozenset({"rate", "share", "tile", "gold", "end", "rewards"}),
    "end": frozenset({"pay", "fame", "penalty", "tile", "gold", "rewards"}),
}
"""Which fields a stop asks for; all others ask for nothing."""

_OF_STOPS = (
    "good",
    "gold",
    "trades",
    "town",
    "pay",
    "fame",
    "company",
    "penalty",
    "rate",
    "share",
    "tile",
    "rewards",
)


def stops_of(ruleset: WhistleStopRuleset) -> tuple[str, ...]:
    return (*ruleset.goods, *ruleset.stops)


def spending_problems(ruleset: WhistleStopRuleset, purse: Purse, good: str, field: str) -> list[Violation]:
    return good_problems(ruleset, good, field) or purse.take(good, 1, field)


def good_problems(ruleset: WhistleStopRuleset, good: str, field: str) -> list[Violation]:
    if good in ruleset.goods:
        return []
    message = say("whistle-stop.unknown-good", good=good, known=tuple(ruleset.goods))
    return [Violation(message, field=field, final=True)]


def stop_problems(
    ruleset: WhistleStopRuleset, state: State, action: Stopping, stop: str, purse: Purse
) -> list[Violation]:
    """What speaks against a stop; the purse has afterwards what the player would have."""
    if stop not in stops_of(ruleset):
        message = say("whistle-stop.unknown-stop", stop=stop, known=stops_of(ruleset))
        return [Violation(message, field="stop", final=True)]
    found = not_asked(action, ASKED.get(stop, NOTHING_ASKED), say("whistle-stop.stop", stop=stop))
    if stop in ruleset.goods:
        purse.give(stop)
    elif stop == "store":
        found += free_good_problems(ruleset, action.good, purse)
    elif stop == "gold-mine":
        found += gold_problems(ruleset, state, action, 1)
    elif stop == "trading-post":
        found += trade_problems(ruleset, action.trades or (), ruleset.trading.trades, purse)
    elif stop == "town":
        found += _town(ruleset, action, purse)
    elif stop == "exchange":
        found += _exchange(ruleset, state, action, purse)
    elif stop == "end":
        found += _price(action, purse) + _rewards(ruleset, state, action, purse)
    return found


def not_asked(action: Stopping, asked: frozenset[str], by: object) -> list[Violation]:
    given = [field for field in _OF_STOPS if getattr(action, field, None) is not None]
    if action.end:
        given.append("end")
    return [
        Violation(say("whistle-stop.not-asked", field=field, by=by), field=field, final=True)
        for field in given
        if field not in asked
    ]


def free_good_problems(ruleset: WhistleStopRuleset, good: str | None, purse: Purse) -> list[Violation]:
    if good is None:
        return [Violation(say("form.missing", key="good"), field="good", final=True)]
    found = good_problems(ruleset, good, "good")
    purse.give(good)
    return found


def gold_problems(
    ruleset: WhistleStopRuleset, state: State, action: Stopping, tokens: int
) -> list[Violation]:
    """Gold tokens that are taken, and the values that are said of them."""
    found: list[Violation] = []
    if tokens > state.ledger.of(GOLD, SUPPLY):
        message = say("whistle-stop.no-gold", most=ruleset.gold.tokens)
        found.append(Violation(message, field="gold", final=True))
    values = action.gold or ()
    if len(values) > tokens:
        message = say("whistle-stop.gold-values", values=len(values), tokens=tokens)
        found.append(Violation(message, field="gold", final=True))
    return found + gold_value_problems(ruleset, values, "gold")


def gold_value_problems(ruleset: WhistleStopRuleset, values: Iterable[int], field: str) -> list[Violation]:
    known = ruleset.gold.values
    return [
        Violation(say("whistle-stop.gold-value", value=value, known=known), field=field, final=True)
        for value in values
        if value not in known
    ]


def trade_problems(
    ruleset: WhistleStopRuleset, trades: Iterable[Trade], most: int, purse: Purse
) -> list[Violation]:
    found: list[Violation] = []
    made = list(trades)
    if len(made) > most:
        found.append(Violation(say("whistle-stop.too-many-trades", most=most), field="trades"))
    for place, trade in enumerate(made, 1):
        field = f"trades[{place}]"
        found += spending_problems(ruleset, purse, trade.give, field)
        unknown = [name for name in trade.get if name not in (*ruleset.goods, *MARKERS)]
        if unknown:
            known = (*ruleset.goods, *MARKERS)
            message = say("whistle-stop.unknown-piece", piece=unknown[0], known=known)
            found.append(Violation(message, field=field, final=True))
        elif trade.give in ruleset.goods and not is_fair(ruleset, trade):
            message = say("whistle-stop.unfair-trade", give=trade.give, get=tuple(trade.get))
            found.append(Violation(message, field=field))
        for name in trade.get:
            purse.give(name)
    return found


def is_fair(ruleset: WhistleStopRuleset, trade: Trade) -> bool:
    """A basic good for a whistle, two coal or another basic one; a rare one for two basic or another rare one."""
    get, count = set(trade.get), len(trade.get)
    basic, rare = ruleset.trading.basic, ruleset.trading.rare
    if trade.give in ruleset.basic:
        others = set(ruleset.basic) - {trade.give}
        allowed = [({"whistle"}, basic.whistle), ({"coal"}, basic.coal), (others, basic.basic)]
    else:
        allowed = [(set(ruleset.basic), rare.basic), (set(ruleset.rare) - {trade.give}, rare.rare)]
    return any(get <= kinds and count == wanted for kinds, wanted in allowed)


def _price(action: Stopping, purse: Purse) -> list[Violation]:
    """Either what is asked is paid, and there is fame, or a penalty is taken."""
    if action.penalty is not None:
        if action.fame is not None or action.pay is not None or action.company is not None:
            return [Violation(say("whistle-stop.paid-and-penalty"), field="penalty", final=True)]
        return []
    if action.fame is None:
        return [Violation(say("whistle-stop.fame-or-penalty"), field="fame", final=True)]
    return purse.take_all(action.pay or {}, "pay")


def _town(ruleset: WhistleStopRuleset, action: Stopping, purse: Purse) -> list[Violation]:
    found = _price(action, purse)
    if action.penalty is not None:
        return found
    if action.company is None:
        return [*found, Violation(say("form.missing", key="company"), field="company", final=True)]
    return found + company_problems(ruleset, action.company, "company")


def company_problems(ruleset: WhistleStopRuleset, company: str, field: str) -> list[Violation]:
    if company in ruleset.companies:
        return []
    message = say("whistle-stop.unknown-company", company=company, known=tuple(ruleset.companies))
    return [Violation(message, field=field, final=True)]


def _exchange(ruleset: WhistleStopRuleset, state: State, action: Stopping, purse: Purse) -> list[Violation]:
    found: list[Violation] = []
    rates = ruleset.stops["exchange"].rates
    if action.rate is None:
        found.append(Violation(say("form.missing", key="rate"), field="rate", final=True))
    elif action.rate not in rates:
        found.append(Violation(say("whistle-stop.unknown-rate", rate=action.rate, known=rates), field="rate"))
    if action.share is not None:
        found += share_problems(ruleset, state, action.share, purse.who)
    elif owns_any(ruleset, state, purse.who):
        found.append(Violation(say("whistle-stop.which-share", player=purse.who), field="share"))
    if isinstance(action, Move) and action.end:
        return found + _rewards(ruleset, state, action, purse)
    if action.gold is not None or action.rewards is not None:
        found.append(Violation(say("whistle-stop.no-end"), field="rewards", final=True))
    return found


def owns_any(ruleset: WhistleStopRuleset, state: State, who: str) -> bool:
    owned = shares_of(state.ledger, who, tuple(ruleset.companies), ruleset.shares.numbers)
    return any(owned.values())


def share_problems(ruleset: WhistleStopRuleset, state: State, given: ShareOf, who: str) -> list[Violation]:
    """A share that its owner gives up."""
    unknown = company_problems(ruleset, given.company, "share.company")
    if unknown:
        return unknown
    if held(state.ledger, share(given.company, given.number), who):
        return []
    message = say("whistle-stop.no-such-share", player=who, company=given.company, number=given.number)
    return [Violation(message, field="share", final=True)]


def _rewards(ruleset: WhistleStopRuleset, state: State, action: Stopping, purse: Purse) -> list[Violation]:
    rewards = action.rewards
    wanted = ruleset.end_tiles.rewards
    if rewards is None:
        return [Violation(say("whistle-stop.rewards", wanted=wanted, count=0), field="rewards", final=True)]
    found: list[Violation] = []
    if len(rewards) != wanted:
        found.append(
            Violation(say("whistle-stop.rewards", wanted=wanted, count=len(rewards)), field="rewards")
        )
    known = (*ruleset.goods, *MARKERS, "gold")
    unknown = [name for name in rewards if name not in known]
    if unknown:
        message = say("whistle-stop.unknown-piece", piece=unknown[0], known=known)
        return [*found, Violation(message, field="rewards", final=True)]
    for name in rewards:
        purse.give(name)
    return found + gold_problems(ruleset, state, action, rewards.count("gold"))
