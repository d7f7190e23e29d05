"""Receipts of Stephenson's Rocket, and its final scoring, which is also the projection.

`extend` pays metropolises, stations and mergers during the game.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.gains import more_pieces
from companion.core.game import Gains, OneMore, Outcome
from companion.core.ledger import Holder, OpenLedger, Unit, player
from companion.core.messages import Message, say
from companion.core.payouts import half, split
from companion.core.receipts import Receipt, pay, rows_of
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import State
from companion.games.stephensons_rocket.unnamed import doubtful_discards


def metropolis_payout(state: State, ledger: units.Reading, city: str, line: str) -> Receipt:
    ruleset = state.ruleset
    prizes = (ruleset.payouts.metropolis_first, ruleset.payouts.metropolis_second)
    counts = units.tokens_of(units.token_rows(ledger, ruleset.commodities), state.players, city)
    what = say("stephensons-rocket.metropolis", city=city, line=line)
    return _majority(ruleset, "metropolis", city, prizes, counts, what)


def final(state: State) -> tuple[Receipt, ...]:
    """Receipts of what the game would pay if it ended now."""
    ledger, players, lost = state.ledger, state.players, state.discards
    kept = [row for row in units.token_rows(ledger, state.ruleset.commodities) if row not in lost]
    prizes, receipts = (state.ruleset.payouts.tokens_first, state.ruleset.payouts.tokens_second), []
    for kind, counts in state.held_by_kind(kept).items():
        given_up = [
            say("stephensons-rocket.discarded", player=row.owner, count=row.amount, city=row.city)
            for row in lost
            if row.commodity == kind
        ]
        what = say("stephensons-rocket.final-tokens", commodity=kind)
        receipts.append(_majority(state.ruleset, "final-tokens", kind, prizes, counts, what, given_up))
    for kind, held in (("final-stations", units.stations_on), ("final-shares", units.shares_of)):
        for name, line in state.lines.items():
            if line.status != "merged":
                what = say(f"stephensons-rocket.{kind}", line=name, towns=line.town_count)
                counts = held(ledger, name, players)
                receipts.append(payout_by_towns(state.ruleset, kind, name, line.town_count, counts, what))
    return tuple(receipts)


def payout_by_towns(
    ruleset: RocketRuleset, kind: str, line: str, towns: int, counts: Mapping[str, int], what: Message
) -> Receipt:
    """Receipt for stations on a line or shares of a line, which pay for each town of the line."""
    first = ruleset.payouts.per_town * towns
    return _majority(ruleset, kind, line, (first, half(first)), counts, what)


def _majority(
    ruleset: RocketRuleset,
    kind: str,
    of: str,
    prizes: tuple[int, int],
    counts: Mapping[str, int],
    what: Message,
    before: Sequence[Message] = (),
) -> Receipt:
    result = split(*prizes, counts, ruleset.rounding(kind))
    steps, rule = (*before, *result.steps), say(f"stephensons-rocket.rule.{kind}")
    return Receipt(kind, of, rows_of(result.parts), say("payout.text", what=what, how=steps), steps, rule)


def end_game(outcome: Outcome[State], reason: Message) -> Outcome[State]:
    receipts = final(outcome.state)
    ledger = OpenLedger(outcome.state.ledger)
    pay(ledger, units.MONEY, *receipts)
    state = outcome.state._replace(ledger=ledger.close(), turn=None, ended=reason)
    postings, log = (*outcome.postings, *ledger.postings), (*outcome.log, reason, *receipts)
    doubts = [doubt for doubt in doubtful_discards(outcome.state).values() if doubt not in outcome.warnings]
    return Outcome(state, postings, log, (*outcome.warnings, *doubts))


class RocketGains(Gains[State]):
    def states(self, state: State) -> Iterator[Iterator[OneMore[State]]]:
        """Assume that new tokens are of a connected metropolis: other tokens score nothing at the end."""

        def pieces_left(unit: Unit, *stocks: Holder) -> list[tuple[Unit, Holder]]:
            return [(unit, stock) for stock in stocks for _ in range(state.ledger.of(unit, stock))]

        for name in state.players:
            own = player(name)
            for line in (line for line, at in state.lines.items() if at.status != "merged"):
                what = say("stephensons-rocket.more.shares", count=1, line=line)
                yield more_pieces(state, name, own, pieces_left(units.shares(line), units.PILE), what)
                what = say("stephensons-rocket.more.stations", count=1, line=line)
                stock = pieces_left(units.stations(name), units.LOOSE, units.SUPPLY)
                yield more_pieces(state, name, units.on_line(line), stock, what)
            for commodity in state.ruleset.commodities:
                what = say("stephensons-rocket.more.tokens", count=1, commodity=commodity)
                yield more_pieces(state, name, own, pieces_left(units.tokens(commodity), units.SUPPLY), what)
            what = say("stephensons-rocket.more.passengers", count=1)
            yield more_pieces(state, name, own, pieces_left(units.PASSENGERS, units.SUPPLY), what)
