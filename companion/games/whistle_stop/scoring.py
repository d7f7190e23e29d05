"""The final scoring: the entry that ends the game, and its receipts, of which the projection is made too."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation, one_violation
from companion.core.forms import Draft
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.messages import say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt
from companion.forms.questions import Group, Number, Pairs, Pick, Questions
from companion.games.common_forms import players_in
from companion.games.whistle_stop import units
from companion.games.whistle_stop.actions import LEFT, Final
from companion.games.whistle_stop.choices import Choices
from companion.games.whistle_stop.pieces import forbidden
from companion.games.whistle_stop.questions import help_on, keyword_question, positional_question, unfit
from companion.games.whistle_stop.ruleset import MARKERS, WhistleStopRuleset
from companion.games.whistle_stop.state import State, owner_of
from companion.games.whistle_stop.stops import gold_value_violations

EXTRA_BOILER = "extra-boiler"


Counted = tuple[int, int]
"""How many of one thing a player has, and the points for them."""


def final_questions(game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
    choices = Choices(game.ruleset, state, board_notes, draft)
    players = players_in(state)
    who = positional_question(Pick, "player", "player", choices=players, names_player=True)
    count = positional_question(Number, "count", "count", low=0)
    in_hand = tuple(one._replace(high=_most_tiles(game.ruleset, state, str(one.value))) for one in players)
    tiles = (replace(who, choices=in_hand), replace(count, high=game.ruleset.limits.hand_with_boiler))
    tiles_more: dict[str, Any] = {"by_place": True, "questions": tiles, "help": help_on("black-tiles")}
    parts, more = [], {"is_of_player": True, "help": help_on("final-gold")}
    for name in state.players:  # the tokens of which nobody said what they are worth
        tokens = state.gold[name].count(None)
        values = choices.gold(Number, name, fold(name), name, tokens, **more)
        asked = replace(values, need="needed", least=tokens, most=tokens)
        parts.append(asked if tokens else unfit(values))
    gold = tuple(sorted(parts, key=lambda one: not one.applies))
    is_open, whose = gold[0].applies, say("whistle-stop.ask.gold-first", what=gold[0].ask)
    left: dict[str, Any] = {"questions": (who, count), "need": "expected" if state.is_light else "unfit"}
    return (
        keyword_question(Pairs, "black_tiles", "black-tiles", "black-tiles", **tiles_more),
        Group.with_keyword("gold", whose, need="needed" if is_open else "unfit", questions=gold),
        *(keyword_question(Pairs, kind, **left) for kind in LEFT),
    )


def _most_tiles(ruleset: WhistleStopRuleset, state: State, who: str) -> int:
    limits = ruleset.limits
    return limits.hand_with_boiler if owner_of(state, EXTRA_BOILER) == who else limits.hand


def too_early(state: State) -> list[Violation]:
    if state.turn is None or state.is_placed:
        return []
    return one_violation("whistle-stop.final-too-early")


def final_violations(game: AnyGame, state: State, action: Final) -> list[Violation]:
    found = too_early(state)
    if not state.is_light:
        for kind in LEFT:
            found += forbidden("whistle-stop.counted-already", kind) if getattr(action, kind) else []
    for who, count in action.black_tiles.items():
        most = _most_tiles(game.ruleset, state, who)
        if count > most:
            key, field = "whistle-stop.too-many-tiles", f"black_tiles.{who}"
            found += one_violation(key, field, player=who, count=count, most=most)
    for who in state.players:
        given, unknown = action.gold.get(who, ()), state.gold[who].count(None)
        found += gold_value_violations(game.ruleset, who, given, f"gold.{who}")
        if len(given) != unknown:
            said = {"player": who, "unknown": unknown, "said": len(given)}
            found += forbidden("whistle-stop.final-gold-values", f"gold.{who}", **said)
    return found


def play_final(game: AnyGame, state: State, action: Final) -> Outcome[State]:
    given = {name: iter(values) for name, values in action.gold.items()}
    gold = {
        name: tuple(next(given[name]) if value is None else value for value in values)
        for name, values in state.gold.items()
    }
    left = {kind: getattr(action, kind) for kind in LEFT}
    known = state._replace(gold=gold, black_tiles=action.black_tiles, left=left)
    receipts = final_receipts(game.ruleset, known)
    ledger = OpenLedger(state.ledger)
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            ledger.move(units.POINTS, BANK, player(row.player), row.amount)
    new = known._replace(ledger=ledger.close(), turn=None, is_finished=True, scored=tuple(receipts))
    return Outcome(new, ledger.postings, receipts)


def final_receipts(ruleset: WhistleStopRuleset, state: State) -> list[Receipt]:
    """Every receipt of the final scoring, the one that restates the track first; nothing is booked."""
    players = state.players
    points = {name: units.held(state.ledger, units.POINTS, name) for name in players}
    for row in (row for receipt in state.scored if not receipt.is_restated for row in receipt.rows):
        points[row.player] -= row.amount
    track = {name: (count, count) for name, count in points.items()}
    receipts = [_receipt("final-track", track)._replace(is_restated=True)]
    receipts += [majority(ruleset, state, company) for company in ruleset.companies]
    counted = {name: _counted(ruleset, state, name) for name in players}
    for kind in counted[players[0]]:
        receipts.append(_receipt(kind, {name: counted[name][kind] for name in players}))
    sums = dict.fromkeys(players, 0)
    for row in (row for receipt in receipts for row in receipt.rows):
        sums[row.player] += row.amount
    tiles: dict[str, Counted] = {}
    why: dict[str, str] = {}
    for name in players:
        count = state.black_tiles.get(name, 0)
        cost, most = count * ruleset.final.black_tile, max(0, sums[name])
        if owner_of(state, EXTRA_BOILER) == name:
            cost, why[name] = 0, "whistle-stop.final-part-boiler"
        elif cost > most:  # nobody goes below zero
            cost, why[name] = most, "whistle-stop.final-part-capped"
        tiles[name] = count, -cost
    return [*receipts, _receipt("final-black-tiles", tiles, why)]


def majority(ruleset: WhistleStopRuleset, state: State, company: str) -> Receipt:
    """To whoever owns most shares of a company; a tie goes to the lowest numbered one, and is never split."""
    owned = {name: units.shares_in(ruleset, state.ledger, company, name) for name in state.players}
    most = max(len(numbers) for numbers in owned.values())
    points = ruleset.final.majority
    rule = say("whistle-stop.rule.final-majority")
    if not most:
        text = say("whistle-stop.majority-nobody", company=company)
        return Receipt("final-majority", company, (), text, (), rule)
    tied = tuple(name for name in state.players if len(owned[name]) == most)
    winner = min(tied, key=lambda name: owned[name][0])
    paid: dict[str, tuple[int | None, int]] = {winner: (1, points)}
    held = [(name, len(numbers)) for name, numbers in owned.items() if numbers]
    rows = tuple(PayoutRow(name, count, *paid.get(name, (None, 0))) for name, count in held)
    ranking = tuple(sorted(held, key=lambda pair: -pair[1]))
    key = "whistle-stop.majority" if len(tied) == 1 else "whistle-stop.majority-tie"
    if len(tied) > 1 and state.is_light and state.is_placed:  # a sheet of the end alone makes numbers up
        key = "whistle-stop.majority-lowest"
    lowest = tuple((name, owned[name][0]) for name in sorted(tied, key=lambda name: owned[name][0]))
    text = say(key, company=company, ranking=ranking, player=winner, points=points, lowest=lowest)
    return Receipt("final-majority", company, rows, text, (), rule)


def _counted(ruleset: WhistleStopRuleset, state: State, name: str) -> dict[str, Counted]:
    """What a player has at the end, by the kind of its receipt."""
    ledger, final, gold = state.ledger, ruleset.final, state.gold[name]
    upgrades, goods = units.upgrades_of(ruleset, ledger, name), units.goods_of(ruleset, ledger, name)
    basic, rare, markers = (state.left.get(kind, {}).get(name, 0) for kind in LEFT)  # only counted at the end
    basic += sum(goods[good] for good in ruleset.basic)
    rare += sum(goods[good] for good in ruleset.rare)
    markers += sum(units.held(ledger, units.piece(marker), name) for marker in MARKERS)
    return {
        "final-upgrades": (len(upgrades), sum(state.worth.get(one, 0) for one in upgrades)),
        "final-gold": (len(gold), sum(ruleset.gold.least if value is None else value for value in gold)),
        "final-goods": (basic + rare, basic * final.basic + rare * final.rare),
        "final-markers": (markers, final.marker_points * WHOLE.divide(markers, final.markers)),
    }


def _receipt(kind: str, lines: Mapping[str, Counted], why: Mapping[str, str] = {}) -> Receipt:
    """A receipt with a part for each player; `why` has the keys of parts that differ, by player."""
    counted = [(name, n, points) for name, (n, points) in lines.items() if n > 0 or points]
    rows = tuple(PayoutRow(name, n, None, points) for name, n, points in counted)
    part = "whistle-stop.final-restated" if kind == "final-track" else "whistle-stop.final-part"
    parts = tuple(
        say(why.get(name, part), player=name, count=n, points=points, upgrade=EXTRA_BOILER)
        for name, n, points in counted
    )
    what = say(f"whistle-stop.{kind}")
    text = say("payout.text", what=what, how=parts) if rows else what
    return Receipt(kind, None, rows, text, parts, say(f"whistle-stop.rule.{kind}"))
