"""The final scoring of Whistle Stop, line by line; the projection is made of the same receipts."""

from collections.abc import Mapping

from companion.core.messages import Message, say
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt
from companion.games.whistle_stop.ruleset import MARKERS, WhistleStopRuleset
from companion.games.whistle_stop.state import (
    POINTS,
    State,
    goods_of,
    held,
    owner_of,
    piece,
    shares_in,
    upgrades_of,
)

EXTRA_BOILER = "extra-boiler"


Counted = tuple[int, int]
"""How many of one thing a player has, and the points for them."""


def final_receipts(ruleset: WhistleStopRuleset, state: State) -> list[Receipt]:
    """Every receipt of the final scoring, the one that restates the track first; nothing is booked."""
    players = state.players
    points = {name: held(state.ledger, POINTS, name) - scored_by(state, name) for name in players}
    track = {name: (count, count) for name, count in points.items()}
    receipts = [_receipt("final-track", track)._replace(is_restated=True)]
    receipts += [_majority(ruleset, state, company) for company in ruleset.companies]
    receipts += [
        _receipt(kind, {name: line(ruleset, state, name) for name in players})
        for kind, line in (
            ("final-upgrades", _upgrades),
            ("final-gold", _gold),
            ("final-goods", _goods),
            ("final-markers", _markers),
        )
    ]
    sums = dict.fromkeys(players, 0)
    for row in (row for receipt in receipts for row in receipt.rows):
        sums[row.player] += row.amount
    tiles = {name: _tiles(ruleset, state, name, sums[name]) for name in players}
    return [*receipts, _receipt("final-black-tiles", tiles)]


def _majority(ruleset: WhistleStopRuleset, state: State, company: str) -> Receipt:
    """To whoever owns most shares of a company; a tie goes to the lowest numbered one, and is never split."""
    owned = {name: shares_in(ruleset, state.ledger, company, name) for name in state.players}
    most = max(len(numbers) for numbers in owned.values())
    points = ruleset.final.majority
    rule = say("whistle-stop.rule.final-majority")
    if not most:
        text = say("whistle-stop.majority-nobody", company=company)
        return Receipt("final-majority", company, (), text, (), rule)
    tied = tuple(name for name in state.players if len(owned[name]) == most)
    winner = min(tied, key=lambda name: owned[name][0])
    rows = tuple(
        PayoutRow(name, len(numbers), *((1, points) if name == winner else (None, 0)))
        for name, numbers in owned.items()
        if numbers
    )
    ranking = tuple(sorted(((row.player, row.count or 0) for row in rows), key=lambda pair: -pair[1]))
    text = say(
        "whistle-stop.majority" if len(tied) == 1 else "whistle-stop.majority-tie",
        company=company,
        ranking=ranking,
        player=winner,
        number=owned[winner][0],
        points=points,
        tied=tied,
    )
    return Receipt("final-majority", company, rows, text, (), rule)


def _upgrades(ruleset: WhistleStopRuleset, state: State, name: str) -> Counted:
    owned = upgrades_of(ruleset, state.ledger, name)
    return (len(owned), sum(state.worth.get(upgrade, 0) for upgrade in owned))


def _gold(ruleset: WhistleStopRuleset, state: State, name: str) -> Counted:
    values = state.gold[name]
    return (len(values), sum(ruleset.gold.least if value is None else value for value in values))


def _goods(ruleset: WhistleStopRuleset, state: State, name: str) -> Counted:
    counts, final = goods_of(ruleset, state.ledger, name), ruleset.final
    basic = sum(counts[good] for good in ruleset.basic) + _left(state, "basic", name)
    rare = sum(counts[good] for good in ruleset.rare) + _left(state, "rare", name)
    return (basic + rare, basic * final.basic + rare * final.rare)


def _markers(ruleset: WhistleStopRuleset, state: State, name: str) -> Counted:
    counted = sum(held(state.ledger, piece(marker), name) for marker in MARKERS)
    count = counted + _left(state, "markers", name)
    return (count, ruleset.final.marker_fame * WHOLE.divide(count, ruleset.final.markers))


def _left(state: State, kind: str, name: str) -> int:
    """What was only counted at the end."""
    return state.left.get(kind, {}).get(name, 0)


def _tiles(ruleset: WhistleStopRuleset, state: State, name: str, points: int) -> Counted:
    """Nothing for the owner of the Extra Boiler, and never more than is there."""
    count = state.black_tiles.get(name, 0)
    if owner_of(state, EXTRA_BOILER) == name:
        return (count, 0)
    return (count, -min(max(0, points), count * ruleset.final.black_tile))


def _receipt(kind: str, lines: Mapping[str, Counted]) -> Receipt:
    rows = tuple(
        PayoutRow(name, count, None, points) for name, (count, points) in lines.items() if count > 0 or points
    )
    part = "whistle-stop.final-restated" if kind == "final-track" else "whistle-stop.final-part"
    parts: tuple[Message, ...] = tuple(
        say(part, player=row.player, count=row.count, points=row.amount) for row in rows
    )
    what = say(f"whistle-stop.{kind}")
    text = say("payout.text", what=what, how=parts) if rows else what
    return Receipt(kind, None, rows, text, parts, say(f"whistle-stop.rule.{kind}"))


def scored_by(state: State, name: str) -> int:
    """What the final scoring has brought a player so far."""
    rows = [row for receipt in state.scored if not receipt.is_restated for row in receipt.rows]
    return sum(row.amount for row in rows if row.player == name)
