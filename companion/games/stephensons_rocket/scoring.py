"""Every payout of Stephenson's Rocket. The projection and the final scoring are the same function."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.core.ledger import BANK, Books, player
from companion.core.messages import Message, say
from companion.core.payouts import Rounding, half, split
from companion.core.receipts import PayoutRow, Receipt, rows_of
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    MONEY,
    PASSENGERS,
    Reading,
    State,
    TokenRow,
    shares_of,
    stations_on,
    token_rows,
    tokens,
    tokens_of_city,
    tokens_of_commodity,
)


class Final(NamedTuple):
    discards: tuple[TokenRow, ...]
    """Tokens of metropolises that no line reached, given up before the final scoring."""
    receipts: tuple[Receipt, ...]


class Scoring:
    def __init__(self, ruleset: RocketRuleset) -> None:
        self._rounding = Rounding(ruleset.money.unit)
        self._payouts = ruleset.payouts
        self._commodities = tuple(ruleset.commodities)

    def metropolis(self, ledger: Reading, city: str, line: str, players: tuple[str, ...]) -> Receipt:
        return self._majority(
            "metropolis",
            city,
            (self._payouts.metropolis_first, self._payouts.metropolis_second),
            tokens_of_city(ledger, city, self._commodities, players),
            say("stephensons-rocket.metropolis", city=city, line=line),
        )

    def station(self, ledger: Reading, town: str, line: str, towns: int, players: tuple[str, ...]) -> Receipt:
        return self._majority(
            "station",
            line,
            self._by_towns(towns),
            stations_on(ledger, line, players),
            say("stephensons-rocket.station", line=line, town=town, towns=towns),
        )

    def merger(self, ledger: Reading, line: str, into: str, towns: int, players: tuple[str, ...]) -> Receipt:
        return self._majority(
            "merger",
            line,
            self._by_towns(towns),
            shares_of(ledger, line, players),
            say("stephensons-rocket.merger", line=line, into=into, towns=towns),
        )

    def final(self, state: State) -> Final:
        """What the game would pay if it ended now; nothing is booked."""
        discards = self.discards(state)
        kinds = {name: tokens_of_commodity(state.ledger, name, state.players) for name in self._commodities}
        kinds["passengers"] = {name: state.ledger.of(PASSENGERS, player(name)) for name in state.players}
        receipts = [self._final_tokens(kind, counts, discards) for kind, counts in kinds.items()]
        for kind, held in (("final-stations", stations_on), ("final-shares", shares_of)):
            for name, line in state.lines.items():
                if line.status != "merged":
                    towns = line.town_count
                    what = say(f"stephensons-rocket.{kind}", line=name, towns=towns)
                    counts = held(state.ledger, name, state.players)
                    receipts.append(self._majority(kind, name, self._by_towns(towns), counts, what))
        return Final(discards, tuple(receipts))

    def discards(self, state: State) -> tuple[TokenRow, ...]:
        """What would be given up if the game ended now."""
        connected = {city for line in state.lines.values() for city in line.metropolises}
        return tuple(
            row
            for row in token_rows(state.ledger, self._commodities)
            if row.city and row.city not in connected and not row.is_discarded
        )

    def _final_tokens(
        self, commodity: str, counts: dict[str, int], discards: tuple[TokenRow, ...]
    ) -> Receipt:
        counts = dict(counts)
        given_up: list[Message] = []
        for discard in discards:
            if discard.commodity == commodity:
                counts[discard.owner] -= discard.amount
                who, city = discard.owner, discard.city
                given_up.append(
                    say("stephensons-rocket.discarded", player=who, count=discard.amount, city=city)
                )
        return self._majority(
            "final-tokens",
            commodity,
            (self._payouts.tokens_first, self._payouts.tokens_second),
            counts,
            say("stephensons-rocket.final-tokens", commodity=commodity),
            before=tuple(given_up),
        )

    def _by_towns(self, towns: int) -> tuple[int, int]:
        first = self._payouts.per_town * towns
        return first, half(first)

    def _majority(
        self,
        kind: str,
        subject: str,
        prizes: tuple[int, int],
        counts: dict[str, int],
        what: Message,
        before: tuple[Message, ...] = (),
    ) -> Receipt:
        result = split(*prizes, counts, self._rounding)
        steps = (*before, *result.steps)
        text, rule = say("payout.text", what=what, how=steps), say(f"stephensons-rocket.rule.{kind}")
        return Receipt(kind, subject, rows_of(result.parts), text, steps, rule)


def pay(books: Books, rows: Iterable[PayoutRow]) -> None:
    for row in rows:
        books.move(MONEY, BANK, player(row.player), row.amount)


def give_up(books: Books, discards: tuple[TokenRow, ...]) -> None:
    for row in discards:
        books.move(tokens(row.commodity), row.holder, row._replace(is_discarded=True).holder, row.amount)


def take_back(books: Books, state: State, commodities: tuple[str, ...]) -> None:
    """Undoes every discard, so that a final scoring can be done again."""
    for row in token_rows(state.ledger, commodities):
        if row.is_discarded:
            books.move(tokens(row.commodity), row.holder, row._replace(is_discarded=False).holder, row.amount)
