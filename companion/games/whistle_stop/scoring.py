"""The final scoring of Whistle Stop, line by line; the projection is the same function."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.core.ledger import Ledger
from companion.core.messages import Message, say
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    FAME,
    State,
    goods_of,
    held,
    piece,
    shares_of,
    upgrades_of,
)

EXTRA_BOILER = "extra-boiler"


class Line(NamedTuple):
    """What one player gets for one thing, and for how many."""

    number: int
    fame: int


class Scoring:
    def __init__(self, ruleset: WhistleStopRuleset) -> None:
        self._ruleset = ruleset

    def final(self, state: State, black_tiles: Mapping[str, int]) -> list[Receipt]:
        """Every receipt of the final scoring, the one that restates the track first; nothing is booked."""
        ledger, players = state.ledger, state.players
        fame = {name: held(ledger, FAME, name) - scored_by(state, name) for name in players}
        track = {name: Line(count, count) for name, count in fame.items()}
        receipts = [self._receipt("final-track", None, track)._replace(is_restated=True)]
        receipts += [self._majority(state, company) for company in self._ruleset.companies]
        receipts += [
            self._receipt("final-upgrades", None, {name: self._upgrades(state, name) for name in players}),
            self._receipt("final-gold", None, {name: self._gold(state, name) for name in players}),
            self._receipt("final-goods", None, {name: self._goods(ledger, name) for name in players}),
            self._receipt("final-markers", None, {name: self._markers(ledger, name) for name in players}),
        ]
        sums = {
            name: sum(row.amount for one in receipts for row in one.rows if row.player == name)
            for name in players
        }
        tiles = {name: self._tiles(state, name, black_tiles.get(name, 0), sums[name]) for name in players}
        return [*receipts, self._receipt("final-black-tiles", None, tiles)]

    def projection(self, state: State) -> dict[str, int]:
        """Each player's fame if the game ended now: no black tiles, unknown gold at its lowest value."""
        if state.is_finished:
            return {name: held(state.ledger, FAME, name) for name in state.players}
        found = dict.fromkeys(state.players, 0)
        for receipt in self.final(state, {}):
            for row in receipt.rows:
                found[row.player] += row.amount
        return found

    def share_counts(self, state: State) -> dict[str, int]:
        return {
            name: sum(len(numbers) for numbers in self._shares(state.ledger, name).values())
            for name in state.players
        }

    def _shares(self, ledger: Ledger, name: str) -> dict[str, tuple[int, ...]]:
        return shares_of(ledger, name, tuple(self._ruleset.companies), self._ruleset.shares.numbers)

    def _majority(self, state: State, company: str) -> Receipt:
        """To whoever owns most shares of a company; a tie goes to the lowest numbered one, and is never split."""
        owned = {name: self._shares(state.ledger, name)[company] for name in state.players}
        most = max(len(numbers) for numbers in owned.values())
        fame = self._ruleset.final.majority
        rows = tuple(PayoutRow(name, len(numbers), None, 0) for name, numbers in owned.items() if numbers)
        rule = say("whistle-stop.rule.final-majority")
        if not most:
            text = say("whistle-stop.majority-nobody", company=company)
            return Receipt("final-majority", company, (), text, (), rule)
        tied = [name for name in state.players if len(owned[name]) == most]
        winner = min(tied, key=lambda name: owned[name][0])
        rows = tuple(
            PayoutRow(row.player, row.count, 1, fame) if row.player == winner else row for row in rows
        )
        ranking = tuple(sorted(((row.player, row.count or 0) for row in rows), key=lambda pair: -pair[1]))
        key = "whistle-stop.majority" if len(tied) == 1 else "whistle-stop.majority-tie"
        text = say(
            key,
            company=company,
            ranking=ranking,
            player=winner,
            number=owned[winner][0],
            fame=fame,
            tied=tuple(tied),
        )
        return Receipt("final-majority", company, rows, text, (), rule)

    def _upgrades(self, state: State, name: str) -> Line:
        owned = upgrades_of(state.ledger, name, tuple(self._ruleset.upgrades))
        return Line(len(owned), sum(state.worth.get(upgrade, 0) for upgrade in owned))

    def _gold(self, state: State, name: str) -> Line:
        values = state.gold[name]
        return Line(
            len(values), sum(self._ruleset.gold.least if value is None else value for value in values)
        )

    def _goods(self, ledger: Ledger, name: str) -> Line:
        held_goods = goods_of(ledger, name, tuple(self._ruleset.goods))
        final = self._ruleset.final
        fame = sum(
            count * (final.basic if good in self._ruleset.basic else final.rare)
            for good, count in held_goods.items()
        )
        return Line(sum(held_goods.values()), fame)

    def _markers(self, ledger: Ledger, name: str) -> Line:
        count = held(ledger, piece("coal"), name) + held(ledger, piece("whistle"), name)
        final = self._ruleset.final
        return Line(count, final.marker_fame * WHOLE.divide(count, final.markers))

    def _tiles(self, state: State, name: str, count: int, fame: int) -> Line:
        """Nothing for the owner of the Extra Boiler, and never more than is there."""
        if EXTRA_BOILER in upgrades_of(state.ledger, name, tuple(self._ruleset.upgrades)):
            return Line(count, 0)
        return Line(count, -min(max(0, fame), count * self._ruleset.final.black_tile))

    def _receipt(self, kind: str, subject: str | None, lines: Mapping[str, Line]) -> Receipt:
        rows = tuple(
            PayoutRow(name, line.number, None, line.fame)
            for name, line in lines.items()
            if line.number > 0 or line.fame
        )
        parts: tuple[Message, ...] = tuple(
            say("whistle-stop.final-part", player=row.player, count=row.count, fame=row.amount)
            for row in rows
        )
        text = (
            say(f"whistle-stop.{kind}")
            if not rows
            else say("payout.text", what=say(f"whistle-stop.{kind}"), how=parts)
        )
        return Receipt(kind, subject, rows, text, parts, say(f"whistle-stop.rule.{kind}"))


def scored_by(state: State, name: str) -> int:
    """What the final scoring has brought a player so far."""
    rows = [row for receipt in state.scored if not receipt.is_restated for row in receipt.rows]
    return sum(row.amount for row in rows if row.player == name)


def differences(old: Sequence[Receipt], new: Sequence[Receipt]) -> list[Receipt]:
    """What a second scoring changes in the first, receipt by receipt."""
    pairs = [(before, after) for before, after in zip(old, new, strict=True) if not after.is_restated]
    return [change for before, after in pairs if (change := _difference(before, after)).rows]


def _difference(old: Receipt, new: Receipt) -> Receipt:
    paid = {row.player: row.amount for row in old.rows}
    due = {row.player: row for row in new.rows}
    rows = [due.get(name, PayoutRow(name, 0, None, 0)) for name in {**paid, **due}]
    changed = [replace(row, amount=row.amount - paid.get(row.player, 0)) for row in rows]
    text = say("whistle-stop.counted-again", what=new.text)
    return new._replace(rows=tuple(row for row in changed if row.amount), text=text)
