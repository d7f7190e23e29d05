"""What a player of Stephenson's Rocket would have with one more share, station, token or passenger."""

from collections.abc import Iterator

from companion.core.game import OneMore
from companion.core.leading import more_pieces
from companion.core.ledger import Holder, Unit, player
from companion.core.messages import say
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    LOOSE,
    PASSENGERS,
    PILE,
    SUPPLY,
    State,
    on_line,
    shares,
    stations,
    tokens,
)


def one_more(ruleset: RocketRuleset, state: State) -> Iterator[Iterator[OneMore[State]]]:
    """Tokens are taken to be of a metropolis that a line reached: others count nothing at the end."""

    def left(unit: Unit, *stocks: Holder) -> list[tuple[Unit, Holder]]:
        return [(unit, stock) for stock in stocks for _ in range(state.ledger.of(unit, stock))]

    for name in state.players:
        own = player(name)
        for line in (line for line, at in state.lines.items() if at.status != "merged"):
            what = say("stephensons-rocket.more.shares", count=1, line=line)
            yield more_pieces(state, name, own, left(shares(line), PILE), what)
            what = say("stephensons-rocket.more.stations", count=1, line=line)
            yield more_pieces(state, name, on_line(line), left(stations(name), LOOSE, SUPPLY), what)
        for commodity in ruleset.commodities:
            what = say("stephensons-rocket.more.tokens", count=1, commodity=commodity)
            yield more_pieces(state, name, own, left(tokens(commodity), SUPPLY), what)
        what = say("stephensons-rocket.more.passengers", count=1)
        yield more_pieces(state, name, own, left(PASSENGERS, SUPPLY), what)
