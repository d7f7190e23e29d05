"""The final scoring of a pad: categories, majorities, and what decides a tie."""

from collections.abc import Callable

from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.payouts import award, award_step, ranking_step, ranks_by
from companion.core.receipts import PayoutRow, Receipt
from companion.games.score_pad.ruleset import Category, TieBreak
from companion.games.score_pad.state import State

CATEGORY, MAJORITY = "final-category", "final-majority"


def final_receipts(state: State) -> list[Receipt]:
    """Receipts of all categories that give anybody a row, in the order of the file."""
    categories = state.ruleset.categories.items()
    receipts = (_majority(state, *item) if item[1].places else _category(state, *item) for item in categories)
    return [receipt for receipt in receipts if receipt.rows]


def _category(state: State, key: str, category: Category) -> Receipt:
    rows = []
    for name in state.order if category.points != 0 else ():
        count = state.count_of(name, key)
        rows.append(PayoutRow(name, count, None, category.worth(count)))
    counted = tuple(row for row in rows if row.count or row.amount)
    part = "payout.scored" if category.is_plain else "score-pad.part-gives"
    points = {row.player: say("score-pad.points", points=row.amount) for row in counted}
    parts = [say(part, player=row.player, count=row.count, points=points[row.player]) for row in counted]
    text = say("score-pad.scored", category=category_name(key, category), parts=parts)
    return Receipt(CATEGORY, key, counted, text)


def category_name(key: str, category: Category) -> Message:
    if category.steps is not None or category.places or category.is_plain:
        return say("words.name", name=key)
    points = 1 if category.points is None else category.points
    way = "each" if category.per is None else "per"
    return say(f"score-pad.category-{way}", category=key, points=points, per=category.per)


def _majority(state: State, key: str, category: Category) -> Receipt:
    """Compare the counts. A blank takes no part."""
    given = {name: state.counts.get(name, {}).get(key) for name in state.order}
    counts = {name: count for name, count in given.items() if count is not None}
    ranks, ties = ranks_by(counts, 1 if category.least is None else category.least), category.ties or "share"
    prizes = category.prizes(len(state.players))
    awards = award(prizes, ranks, ties, category.rounding, category.after != "next")
    paid = {name: won for won in awards for name in won.names}
    rows = []
    for name, count in counts.items():
        place, amount = (paid[name].place, paid[name].each) if name in paid else (None, 0)
        rows.append(PayoutRow(name, count, place, amount))
    how = [ranking_step(ranks, counts), *(award_step(each, ties) for each in awards)]
    if not ranks:
        how = [say("payout.too-few")]
    text = say("payout.text", what=say("words.name", name=key), how=how)
    return Receipt(MAJORITY, key, tuple(row for row in rows if (row.count or 0) > 0 or row.amount), text)


def tie_values(state: State, receipts: list[Receipt], rule: TieBreak) -> Callable[[str], int]:
    """Return the function that gives a player's value in a tie-break."""
    if rule.by == "count":
        return lambda name: state.count_of(name, rule.category)
    points = next((receipt.amounts for receipt in receipts if receipt.subject == rule.category), {})
    return lambda name: points.get(name, 0)


def ranks(game: AnyGame, state: State) -> dict[str, tuple[int, ...]]:
    """The totals at the end, or if it were now, then the tie-breaks, each turned so that more is better."""
    receipts, totals = final_receipts(state), game.projection(state)
    signs, breaks = {"lowest": -1, "highest": 1}, state.ruleset.tie_break
    values = [(signs[rule.wins], tie_values(state, receipts, rule)) for rule in breaks]
    merits = {name: game.merit(totals[name]) for name in state.players}
    return {name: (merit, *(sign * of(name) for sign, of in values)) for name, merit in merits.items()}


def tie(game: AnyGame, state: State) -> Message | None:
    """Say who is tied for the best total, and which other ties were decided, and by what; None if none."""
    totals, deciding, ties = state.totals, ranks(game, state), list[Message]()
    receipts = final_receipts(state)
    best, *others = sorted({totals[name] for name in state.staying}, key=game.merit, reverse=True)
    for score in (best, *others):
        tied = [name for name in state.staying if totals[name] == score]
        if len({deciding[name] for name in tied}) > 1 or (score == best and len(tied) > 1):
            ties.append(_tie(state, receipts, tied, score, is_win=score == best))
    return say("score-pad.ties", ties=ties) if len(ties) > 1 else next(iter(ties), None)


def _tie(state: State, receipts: list[Receipt], tied: list[str], score: int, is_win: bool) -> Message:
    still, parts = tied, list[Message]()
    for rule in state.ruleset.tie_break:
        value = tie_values(state, receipts, rule)
        counts = [(name, value(name)) for name in still]
        parts.append(say("score-pad.decided", category=rule.category, counts=counts))
        wanted = (max if rule.wins == "highest" else min)(map(value, still))
        still = [name for name in still if value(name) == wanted]
        if len(still) == 1:
            break
    parts += [say("sheet.share", players=still)] if is_win and len(still) > 1 else []
    return say("score-pad.tie", players=tied, score=score, parts=parts)
