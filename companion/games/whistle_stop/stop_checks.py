"""Reasons against a stop, whether a train moves there or an upgrade uses it. Pieces are the purse's affair."""

from collections.abc import Iterable, Sequence

from companion.core.errors import Violation
from companion.core.messages import say
from companion.games.whistle_stop.actions import ASKED, STOP_FIELDS, ShareOf, Stopping
from companion.games.whistle_stop.purse import Purse
from companion.games.whistle_stop.ruleset import SCORING_STOPS, WhistleStopRuleset
from companion.games.whistle_stop.state import GOLD, SUPPLY, State, next_share, share_count, shares_in

Ways = list[tuple[set[str], int]]
"""What a good is traded for: so many of these."""


def missing(field: str) -> Violation:
    return Violation(say("form.missing", key=field), field=field, final=True)


def stop_violations(purse: Purse, action: Stopping, stop: str) -> list[Violation]:
    goods, stops = purse.ruleset.goods, purse.ruleset.stops
    if stop not in goods and stop not in stops:
        message = say("whistle-stop.unknown-stop", stop=stop, known=(*goods, *stops))
        return [Violation(message, field="stop", final=True)]
    if purse.state.is_light and stop not in SCORING_STOPS:
        return [nothing_scores(stop, "stop")]
    return asked_violations(purse, action, stop)


def nothing_scores(what: str, field: str) -> Violation:
    """Of stops and upgrades that do nothing where only what scores is kept."""
    key = "whistle-stop.use-scores-nothing" if field == "upgrade" else "whistle-stop.nothing-scores"
    return Violation(say(key, what=what), field=field, final=True)


def unasked(ruleset: WhistleStopRuleset, what: str, field: str) -> Violation:
    """Of what a stop, or an upgrade that is used, does not ask for."""
    is_upgrade = what in ruleset.upgrades
    by = say("whistle-stop.upgrade", upgrade=what) if is_upgrade else say("whistle-stop.stop", stop=what)
    return Violation(say("whistle-stop.not-asked", field=field, by=by), field=field, final=True)


def asked_violations(purse: Purse, action: Stopping, what: str) -> list[Violation]:
    """Whether a stop, or an upgrade that is used, is told what it asks for, and nothing else."""
    asked, ruleset, state, said = ASKED.get(what, ()), purse.ruleset, purse.state, vars(action)
    found = [
        unasked(ruleset, what, field)
        for field in STOP_FIELDS
        if said[field] not in (None, False) and field not in asked
    ]
    if not asked:
        return found
    if "good" in asked and action.good is None:
        found.append(missing("good"))
    if "trades" in asked:
        found += _trades(ruleset, action)
    if "points" in asked:
        found += _price(action)
    if "town" in asked and action.penalty is None:
        found += company_violations(ruleset, action.company)
    if "rate" in asked:
        found += _exchange(purse, action)
    if what == "end" or ("end" in asked and action.end):
        found += _rewards(ruleset, state, action)
    elif "end" in asked and (action.gold is not None or action.rewards is not None):
        found.append(Violation(say("whistle-stop.no-end"), field="rewards", final=True))
    elif "gold" in asked and "end" not in asked:
        found += gold_violations(ruleset, state, action.gold or (), 1)
    if what == "safe":
        found += _safe(purse, action)
    return found


def gold_violations(
    ruleset: WhistleStopRuleset, state: State, values: Sequence[int], tokens: int
) -> list[Violation]:
    """Gold tokens that are taken, and the values that are said of them."""
    found: list[Violation] = []
    if tokens > state.ledger.of(GOLD, SUPPLY):
        message = say("whistle-stop.no-gold", most=ruleset.gold.tokens)
        found.append(Violation(message, field="gold", final=True))
    if len(values) > tokens:
        message = say("whistle-stop.gold-values", values=len(values), tokens=tokens)
        found.append(Violation(message, field="gold", final=True))
    return found + gold_value_violations(ruleset, values, "gold")


def gold_value_violations(ruleset: WhistleStopRuleset, values: Iterable[int], field: str) -> list[Violation]:
    known = ruleset.gold.values
    return [
        Violation(say("whistle-stop.gold-value", known=known), field=field, final=True)
        for value in values
        if value not in known
    ]


def _trades(ruleset: WhistleStopRuleset, action: Stopping) -> list[Violation]:
    trades, most = action.trades or (), ruleset.trading.trades
    found: list[Violation] = []
    if len(trades) > most:
        found.append(Violation(say("whistle-stop.too-many-trades", most=most), field="trades"))
    for place, trade in enumerate(trades, 1):
        found += trade_violations(ruleset, trade.give, trade.get, f"trades[{place}].get")
    return found


def trade_violations(
    ruleset: WhistleStopRuleset, give: str, get: Sequence[str], field: str, may_grow: bool = False
) -> list[Violation]:
    """A basic good for a whistle, two coal or another basic one; a rare one for two basic or another rare one.

    The unfinished entry may still grow to what it must be.
    """
    if give not in ruleset.goods:
        return []
    for kinds, count in _ways(ruleset, give):
        if {*get} <= kinds and (len(get) == count or (may_grow and len(get) < count)):
            return []
    key = "whistle-stop.unfair-rare" if give in ruleset.rare else "whistle-stop.unfair-basic"
    return [Violation(say(key, give=give, get=tuple(get)), field=field)]


def _ways(ruleset: WhistleStopRuleset, give: str) -> Ways:
    basic, rare = ruleset.trading.basic, ruleset.trading.rare
    if give in ruleset.rare:
        return [({*ruleset.basic}, rare.basic), ({*ruleset.rare} - {give}, rare.rare)]
    return [({"whistle"}, basic.whistle), ({"coal"}, basic.coal), ({*ruleset.basic} - {give}, basic.basic)]


def _price(action: Stopping) -> list[Violation]:
    """Either what is asked is paid, and there are points, or a penalty is taken."""
    if action.penalty is None:
        missing_points = Violation(say("whistle-stop.points-or-penalty"), field="points", final=True)
        return [missing_points] if action.points is None else []
    if action.points is None and action.pay is None and action.company is None:
        return []
    return [Violation(say("whistle-stop.paid-and-penalty"), field="penalty", final=True)]


def company_violations(
    ruleset: WhistleStopRuleset, company: str | None, field: str = "company"
) -> list[Violation]:
    if company is None:
        return [missing(field)]
    if company in ruleset.companies:
        return []
    message = say("whistle-stop.unknown-company", name=company, known=tuple(ruleset.companies))
    return [Violation(message, field=field, final=True)]


def _exchange(purse: Purse, action: Stopping) -> list[Violation]:
    found: list[Violation] = []
    rates = purse.ruleset.stops["exchange"].rates
    if action.rate is None:
        found.append(missing("rate"))
    elif action.rate not in rates:
        found.append(Violation(say("whistle-stop.unknown-rate", rate=action.rate, known=rates), field="rate"))
    if action.share is not None:
        found += _share(purse, action.share)
    elif share_count(purse.ruleset, purse.state.ledger, purse.who):
        found.append(Violation(say("whistle-stop.which-share", player=purse.who), field="share"))
    return found


def _share(purse: Purse, given: ShareOf, safe_for: str | None = None) -> list[Violation]:
    """A share that its owner gives up."""
    found = given_company_violations(purse, given.company, safe_for)
    return found + share_violations(purse, given.company, given.number)


def share_violations(purse: Purse, company: object, number: int) -> list[Violation]:
    """The number of a share that is given up, of a company of which there are some."""
    owned = shares_in(purse.ruleset, purse.state.ledger, str(company), purse.who)
    if not owned or number in owned:
        return []
    values = {"player": purse.who, "company": company, "number": number}
    return [Violation(say("whistle-stop.no-such-share", **values), field="share.number", final=True)]


def given_company_violations(purse: Purse, company: str, safe_for: object = None) -> list[Violation]:
    """The company of a share that is given up; the safe changes it for one of another company."""
    field = "share.company"
    unknown = company_violations(purse.ruleset, company, field)
    if unknown:
        return unknown
    found: list[Violation] = []
    if not shares_in(purse.ruleset, purse.state.ledger, company, purse.who):
        message = say("whistle-stop.no-shares", player=purse.who, company=company)
        found.append(Violation(message, field=field, final=True))
    if company == safe_for:
        found.append(Violation(say("whistle-stop.same-company", company=company), field=field))
    return found


def _safe(purse: Purse, action: Stopping) -> list[Violation]:
    found = taken_company_violations(purse, action.company)
    if action.share is not None:
        return found + _share(purse, action.share, action.company)
    which = say("whistle-stop.which-share", player=purse.who)
    return [*found, Violation(which, field="share", final=True)]


def taken_company_violations(purse: Purse, company: str | None, given: object = None) -> list[Violation]:
    """The company of which the safe takes a share, in place of one that is given."""
    unknown = company_violations(purse.ruleset, company)
    if company is not None and company == given:
        return [Violation(say("whistle-stop.same-company", company=company), field="company")]
    if company is None or unknown or next_share(purse.ruleset, purse.state.ledger, company) is not None:
        return unknown
    return [Violation(say("whistle-stop.no-share-left", company=company), field="company", final=True)]


def _rewards(ruleset: WhistleStopRuleset, state: State, action: Stopping) -> list[Violation]:
    rewards, wanted = action.rewards, ruleset.end_tiles.rewards
    count = len(rewards or ())
    found = gold_violations(ruleset, state, action.gold or (), (rewards or ()).count("gold"))
    if count == wanted or (count < wanted and state.is_light):
        return found
    message = say("whistle-stop.rewards", wanted=wanted, count=count)
    return [Violation(message, field="rewards", final=rewards is None), *found]
