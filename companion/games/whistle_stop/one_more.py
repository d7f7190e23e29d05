"""The pieces with which a player of Whistle Stop can cost another one points: shares, and upgrades of others."""

from collections.abc import Iterator

from companion.core.game import OneMore
from companion.core.leading import more_pieces
from companion.core.ledger import player
from companion.core.messages import say
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import SUPPLY, State, owner_of, share, upgrade


def one_more(ruleset: WhistleStopRuleset, state: State) -> Iterator[Iterator[OneMore[State]]]:
    """Yield the states with more shares, and those with an upgrade of another player, who cannot refuse to sell."""
    for name in state.players:
        own = player(name)
        for company in ruleset.companies:
            numbers = range(1, ruleset.shares.numbers + 1)
            pieces = [(share(company, number), SUPPLY) for number in numbers]
            left = [(unit, stock) for unit, stock in pieces if state.ledger.of(unit, stock)]
            what = say("whistle-stop.more.shares", count=1, company=company)
            yield more_pieces(state, name, own, left, what)
        for one in ruleset.upgrades:
            owner = owner_of(state, one)
            if owner not in (None, name):
                what = say("whistle-stop.more.upgrade", upgrade=one, owner=owner)
                yield more_pieces(state, name, own, [(upgrade(one), player(str(owner)))], what)
