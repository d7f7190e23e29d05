"""Sums of the final scoring, and the fewest more pieces with which a player would score more."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from companion.core.game import Game, OneMore, S
from companion.core.ledger import Holder, OpenLedger, Unit, former_players
from companion.core.messages import Message
from companion.core.receipts import PayoutRow, Receipt
from companion.core.roster import clockwise
from companion.core.views import Source, Term

FINAL = "final-"
"""Prefix of the kinds of receipts in the final scoring."""


def end_sources(receipts: Iterable[Receipt], players: Sequence[str]) -> list[Source]:
    """Sums of the final scoring by kind, without kinds that pay nobody."""
    sums: dict[str, dict[str, int]] = {}
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            amounts = sums.setdefault(receipt.kind, dict.fromkeys(players, 0))
            amounts[row.player] += row.amount
    kinds = ((kind, amounts) for kind, amounts in sums.items() if any(amounts.values()))
    return [Source(Term(kind.removeprefix(FINAL)), amounts) for kind, amounts in kinds]


MOST_GAINS = 2
MOST_PIECES = 4
"""Most pieces of a gain. Nobody plans for more, and checking all pieces can take half a second."""


class Gain(NamedTuple):
    """The fewest pieces of one kind with which a player scores more at the end."""

    player: str
    pieces: int
    what: Message
    gain: int
    place: int | None
    """The player's place in the final scoring of these pieces; None if they count without comparison."""
    is_shared: bool


def gains(game: Game[S], state: S) -> list[Gain]:
    """Return up to two gains per player, current player first, fewest pieces first; empty after the end."""
    if game.gains is None or game.is_over(state):
        return []
    before, paid, best = game.projection(state), _final_rows(game, state), list[Gain]()
    rows = [iter(row) for row in game.gains.states(state)]
    for _ in range(MOST_PIECES):  # each round looks at one more piece of every kind
        count, going_on = Counter(gain.player for gain in best), []
        for row in rows:
            more = next(row, None)
            if more is None or count[more.player] >= MOST_GAINS:
                continue
            gain = game.projection(more.state)[more.player] - before[more.player]
            if gain <= 0:
                going_on.append(row)
                continue
            place, is_shared = _place(more.player, paid, _final_rows(game, more.state))
            best.append(Gain(more.player, more.pieces, more.what, gain, place, is_shared))
        rows = going_on
    up, gone = game.up(state), former_players(state.ledger)
    best = [gain for gain in best if gain.player not in gone]
    order = state.seats if up is None else clockwise(state.seats, up)
    best.sort(key=lambda gain: (order.index(gain.player), gain.pieces, -gain.gain))
    return [gain for _, own in groupby(best, lambda gain: gain.player) for gain in islice(own, MOST_GAINS)]


Paid = dict[tuple[str, str | None], dict[str, PayoutRow]]


def _final_rows(game: Game[S], state: S) -> Paid:
    receipts = game.final_receipts(state)
    return {(line.kind, line.subject): {row.player: row for row in line.rows} for line in receipts}


def _place(player: str, paid: Paid, then: Paid) -> tuple[int | None, bool]:
    """A player's place in the first receipt with a new amount, and whether it is shared; None and False if none."""
    nothing = PayoutRow(player, None, None, 0)
    for subject, rows in then.items():
        row = rows.get(player, nothing)
        if row.amount != paid.get(subject, {}).get(player, nothing).amount:
            return row.place, [other.place for other in rows.values()].count(row.place) > 1
    return None, False


def more_pieces(
    state: S, who: str, to: Holder, pieces: Iterable[tuple[Unit, Holder]], what: Message
) -> Iterator[OneMore[S]]:
    """Yield the state after each of the pieces has moved to `to`, where it counts for the player `who`."""
    for count, (unit, stock) in enumerate(pieces, 1):
        ledger = OpenLedger(state.ledger)
        ledger.move(unit, stock, to, 1)
        state = state._replace(ledger=ledger.close())
        yield OneMore(who, count, what._replace(values={**what.values, "count": count}), state)
