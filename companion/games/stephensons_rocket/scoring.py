"""Every payout of Stephenson's Rocket. The projection and the final scoring are the same function."""

from collections.abc import Iterable

from companion.core.ledger import BANK, Books, player
from companion.core.messages import Message, say
from companion.core.payouts import Rounding, half, split
from companion.core.receipts import Receipt, rows_of
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import State, discards


class Scoring:
    def __init__(self, ruleset: RocketRuleset) -> None:
        self._rounding = Rounding(ruleset.money.unit)
        self._payouts = ruleset.payouts
        self._commodities = tuple(ruleset.commodities)

    def metropolis(self, ledger: units.Reading, city: str, line: str, players: tuple[str, ...]) -> Receipt:
        prizes = (self._payouts.metropolis_first, self._payouts.metropolis_second)
        counts = units.tokens_of(ledger, players, self._commodities, city)
        what = say("stephensons-rocket.metropolis", city=city, line=line)
        return self._majority("metropolis", city, prizes, counts, what)

    def final(self, state: State) -> tuple[Receipt, ...]:
        """What the game would pay if it ended now; nothing is booked."""
        ledger, players, lost = state.ledger, state.players, discards(state, self._commodities)
        prizes, receipts = (self._payouts.tokens_first, self._payouts.tokens_second), []
        for kind, counts in units.held_by_kind(ledger, players, self._commodities).items():
            given_up = []
            for commodity, who, city, count, _ in lost:
                if commodity == kind:
                    counts[who] -= count
                    given_up.append(say("stephensons-rocket.discarded", player=who, count=count, city=city))
            key = f"stephensons-rocket.final-tokens{'-discarded' if given_up else ''}"
            what = say(key, commodity=kind, discarded=tuple(given_up))
            receipts.append(self._majority("final-tokens", kind, prizes, counts, what, given_up))
        for kind, held in (("final-stations", units.stations_on), ("final-shares", units.shares_of)):
            for name, line in state.lines.items():
                if line.status != "merged":
                    what = say(f"stephensons-rocket.{kind}", line=name, towns=line.town_count)
                    counts = held(ledger, name, players)
                    receipts.append(self.by_towns(kind, name, line.town_count, counts, what))
        return tuple(receipts)

    def by_towns(self, kind: str, line: str, towns: int, counts: dict[str, int], what: Message) -> Receipt:
        """The payout for stations on a line, or shares of it, which grows with its towns."""
        first = self._payouts.per_town * towns
        return self._majority(kind, line, (first, half(first)), counts, what)

    def _majority(
        self,
        kind: str,
        subject: str,
        prizes: tuple[int, int],
        counts: dict[str, int],
        what: Message,
        before: Iterable[Message] = (),
    ) -> Receipt:
        result = split(*prizes, counts, self._rounding)
        steps = (*before, *result.steps)
        text, rule = say("payout.text", what=what, how=result.steps), say(f"stephensons-rocket.rule.{kind}")
        return Receipt(kind, subject, rows_of(result.parts), text, steps, rule)


def pay(books: Books, *receipts: Receipt) -> None:
    for row in (row for receipt in receipts for row in receipt.rows):
        books.move(units.MONEY, BANK, player(row.player), row.amount)


def give_up(books: Books, state: State, commodities: Iterable[str]) -> None:
    for row in discards(state, commodities):
        target = row._replace(is_discarded=True).holder
        books.move(units.tokens(row.commodity), row.holder, target, row.amount)


def take_back(books: Books, state: State, commodities: Iterable[str]) -> None:
    """Undoes every discard, so that a final scoring can be done again."""
    for row in units.token_rows(state.ledger, commodities):
        if row.is_discarded:
            target = row._replace(is_discarded=False).holder
            books.move(units.tokens(row.commodity), row.holder, target, row.amount)
