"""What a player of Whistle Stop would have with one more share, upgrade, gold token, good or marker."""

from collections.abc import Iterator

from companion.core.game import OneMore
from companion.core.leading import more_pieces
from companion.core.ledger import BANK, Holder, player
from companion.core.messages import Message, say
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    COAL,
    GOLD,
    SUPPLY,
    State,
    goods,
    goods_of,
    owner_of,
    share,
    upgrade,
)

More = Iterator[OneMore[State]]


def one_more(ruleset: WhistleStopRuleset, state: State) -> Iterator[More]:
    """What is not known before it is had counts as little as it can: gold, and the worth of a new upgrade."""
    for name in state.players:
        own = player(name)
        for company in ruleset.companies:
            numbers = range(1, ruleset.shares.numbers + 1)
            pieces = [(share(company, number), SUPPLY) for number in numbers]
            left = [(unit, stock) for unit, stock in pieces if state.ledger.of(unit, stock)]
            what = say("whistle-stop.more.shares", count=1, company=company)
            yield more_pieces(state, name, own, left, what)
        yield from _upgrades(ruleset, state, name)
        if state.ledger.of(GOLD, SUPPLY):
            gold = {**state.gold, name: (*state.gold[name], None)}
            what = say("whistle-stop.more.gold", least=ruleset.gold.least)
            yield more_pieces(state._replace(gold=gold), name, own, [(GOLD, SUPPLY)], what)
        if not state.is_light:
            yield from _goods(ruleset, state, name)


def _upgrades(ruleset: WhistleStopRuleset, state: State, name: str) -> Iterator[More]:
    """Those of others, who cannot refuse to sell, and one more of the supply as long as any is in play."""
    owners = {one: owner_of(state, one) for one in ruleset.upgrades}
    for one, owner in owners.items():
        if owner not in (None, name):
            what = say("whistle-stop.more.upgrade", upgrade=one, owner=owner)
            yield _upgrade(state, name, one, player(str(owner)), what)
    new = [one for one, owner in owners.items() if owner is None and one not in state.worth]
    bought = sum(owner is not None for owner in owners.values())
    if new and bought < ruleset.upgrades_in_play(len(state.players)):
        least = min(ruleset.upgrade_rules.worth)
        worth = {**state.worth, new[0]: least}
        what = say("whistle-stop.more.new-upgrade", least=least)
        yield _upgrade(state._replace(worth=worth), name, new[0], SUPPLY, what)


def _upgrade(state: State, name: str, one: str, source: Holder, what: Message) -> More:
    return more_pieces(state, name, player(name), [(upgrade(one), source)], what)


def _goods(ruleset: WhistleStopRuleset, state: State, name: str) -> Iterator[More]:
    """As long as no good must be given up for it."""
    if sum(goods_of(ruleset, state.ledger, name).values()) < ruleset.limits.goods:
        basic, rare = say("whistle-stop.more.basic"), say("whistle-stop.more.rare")
        for what, known in ((basic, ruleset.basic), (rare, ruleset.rare)):
            yield more_pieces(state, name, player(name), [(goods(known[0]), BANK)], what)
    markers = [(COAL, BANK)] * ruleset.final.markers
    yield more_pieces(state, name, player(name), markers, say("whistle-stop.more.markers", count=1))
