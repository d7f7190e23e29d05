"""The final scoring: the entry that ends the game, and its receipts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.errors import Violation, one_violation
from companion.core.gains import more_pieces
from companion.core.game import AnyGame, Gains, OneMore, Outcome
from companion.core.ledger import OpenLedger, player
from companion.core.messages import say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt, pay
from companion.forms.questions import Number, Questions, count_pairs
from companion.games.actions import Action, ask_player
from companion.games.models import HeldByPlayer, Keyed, PlayerName
from companion.games.whistle_stop import units
from companion.games.whistle_stop.choices import Choices, help_on
from companion.games.whistle_stop.questions import TokensByPlayer, TokenValues
from companion.games.whistle_stop.ruleset import EXTRA_BOILER, MARKERS
from companion.games.whistle_stop.state import State
from companion.games.whistle_stop.stopping import GoldValues
from companion.games.whistle_stop.stops import gold_value_violations

LEFT = ("basic", "rare", "markers")
"""Fields for pieces in hand that were not counted during the game."""

CountAndPoints = tuple[int, int]


class Final(Action):
    black_tiles: HeldByPlayer = {}
    gold: Keyed[PlayerName, GoldValues] = {}
    basic: HeldByPlayer = {}
    rare: HeldByPlayer = {}
    markers: HeldByPlayer = {}

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        choices = Choices(state, board_notes, draft)
        who, count = ask_player(state), choices.by_place(Number, "count", low=0)
        in_hand = tuple(choice._replace(high=_most_tiles(state, str(choice.value))) for choice in who.choices)
        tiles = (replace(who, choices=in_hand), replace(count, high=game.ruleset.limits.hand_with_boiler))
        tiles_more: dict[str, Any] = {"by_place": True, "questions": tiles, "help": help_on("black-tiles")}
        low, high = min(game.ruleset.gold.values), max(game.ruleset.gold.values)
        usual: dict[str, Any] = {"low": low, "high": high, "help": help_on("final-gold")}
        parts = []
        for name in state.players:  # tokens whose value isn't given yet
            tokens = state.gold[name].count(None)
            asks, says = "gold-token" if tokens == 1 else "gold-tokens", {"player": name, "tokens": tokens}
            known = tuple(value for value in state.gold[name] if value is not None)
            if tokens and known and not too_early(state):  # before the end they are secret
                says = {"what": say(f"whistle-stop.ask.{asks}", **says), "values": known, "sum": sum(known)}
                asks = "gold-beside"
            more = {"need": "needed", "least": tokens, "most": tokens} if tokens else {"need": "unfit"}
            parts.append(choices.by_word(TokenValues, name, asks, fold(name), says, **usual, **more))
        gold = tuple(sorted(parts, key=lambda question: not question.applies))
        what, need = {"what": gold[0].ask}, "needed" if gold[0].applies else "unfit"
        left: dict[str, Any] = {"questions": (who, count), "need": "expected" if state.is_light else "unfit"}
        return (
            choices.by_word(count_pairs(who), "black_tiles", "black-tiles", "black-tiles", **tiles_more),
            choices.by_word(TokensByPlayer, "gold", "gold-first", says=what, need=need, questions=gold),
            *(choices.by_word(count_pairs(who), kind, **left) for kind in LEFT),
        )

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> list[Violation]:
        return too_early(state)

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        violations = too_early(state)
        if not state.is_light:
            for kind in LEFT:
                if getattr(self, kind):
                    violations += one_violation("whistle-stop.counted-already", kind, final=True)
        most = game.ruleset.limits.goods
        for who in state.players:
            if self.basic.get(who, 0) + self.rare.get(who, 0) > most:
                field = f"{'rare' if self.rare.get(who) else 'basic'}.{who}"
                violations += one_violation("whistle-stop.position.goods", field, player=who, most=most)
        for who, count in self.black_tiles.items():
            most = _most_tiles(state, who)
            if count > most:
                key, field = "whistle-stop.too-many-tiles", f"black_tiles.{who}"
                violations += one_violation(key, field, player=who, count=count, most=most)
        for who in state.players:
            given, unknown = self.gold.get(who, ()), state.gold[who].count(None)
            violations += gold_value_violations(game.ruleset, who, given, f"gold.{who}")
            if len(given) != unknown:
                values = {"player": who, "unknown": unknown, "said": len(given)}
                key = "whistle-stop.final-gold-values"
                violations += one_violation(key, f"gold.{who}", final=True, **values)
        return violations

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        given = {name: iter(values) for name, values in self.gold.items()}
        gold = {
            name: tuple(next(given[name]) if value is None else value for value in values)
            for name, values in state.gold.items()
        }
        left = {kind: getattr(self, kind) for kind in LEFT}
        known = state._replace(gold=gold, black_tiles=self.black_tiles, left=left)
        receipts = final_receipts(known)
        ledger = OpenLedger(state.ledger)
        pay(ledger, units.POINTS, *receipts)
        new = known._replace(ledger=ledger.close(), turn=None, is_over=True, scored=tuple(receipts))
        return Outcome(new, ledger.postings, receipts)


def _most_tiles(state: State, who: str) -> int:
    limits = state.ruleset.limits
    return limits.hand_with_boiler if state.owner_of(EXTRA_BOILER) == who else limits.hand


def too_early(state: State) -> list[Violation]:
    if state.turn is None or state.is_placed:
        return []
    return one_violation("whistle-stop.final-too-early")


def final_receipts(state: State) -> list[Receipt]:
    """Return the receipts of the final scoring and post nothing. The first restates the points so far."""
    players = state.players
    points = {name: state.ledger.of(units.POINTS, player(name)) for name in players}
    for row in (row for receipt in state.scored if not receipt.is_restated for row in receipt.rows):
        points[row.player] -= row.amount
    track = {name: (count, count) for name, count in points.items()}
    receipts = [_receipt("final-track", track)._replace(is_restated=True)]
    receipts += [majority(state, company) for company in state.ruleset.companies]
    counts = {name: _counts(state, name) for name in players}
    for kind in counts[players[0]]:
        receipts.append(_receipt(kind, {name: counts[name][kind] for name in players}))
    sums = dict.fromkeys(players, 0)
    for row in (row for receipt in receipts for row in receipt.rows):
        sums[row.player] += row.amount
    tiles: dict[str, CountAndPoints] = {}
    why: dict[str, str] = {}
    for name in players:
        count = state.black_tiles.get(name, 0)
        cost, most = count * state.ruleset.final.black_tile, max(0, sums[name])
        if state.owner_of(EXTRA_BOILER) == name:
            cost, why[name] = 0, "whistle-stop.final-part-boiler"
        elif cost > most:  # nobody goes below zero
            cost, why[name] = most, "whistle-stop.final-part-capped"
        tiles[name] = count, -cost
    return [*receipts, _receipt("final-black-tiles", tiles, why)]


def majority(state: State, company: str) -> Receipt:
    """Return the receipt for most shares of a company. A tie goes to the lowest number and is never split."""
    owned = {name: state.shares_in(company, player(name)) for name in state.players}
    most = max(len(numbers) for numbers in owned.values())
    points = state.ruleset.final.majority
    rule = say("whistle-stop.rule.final")
    if not most:
        text = say("whistle-stop.majority-nobody", company=company)
        return Receipt("final-majority", company, (), text, (), rule)
    tied = sorted((numbers[0], name) for name, numbers in owned.items() if len(numbers) == most)
    winner = tied[0][1]
    paid: dict[str, tuple[int | None, int]] = {winner: (1, points)}
    held = [(name, len(numbers)) for name, numbers in owned.items() if numbers]
    rows = tuple(PayoutRow(name, count, *paid.get(name, (None, 0))) for name, count in held)
    ranking = tuple(sorted(held, key=lambda pair: -pair[1]))
    key = "whistle-stop.majority" if len(tied) == 1 else "whistle-stop.majority-tie"
    if len(tied) > 1 and state.is_light and state.is_placed:  # a final scoring form makes numbers up
        key = "whistle-stop.majority-lowest"
    lowest = tuple((name, number) for number, name in tied)
    text = say(key, company=company, ranking=ranking, player=winner, points=points, lowest=lowest)
    return Receipt("final-majority", company, rows, text, (), rule)


def _counts(state: State, name: str) -> dict[str, CountAndPoints]:
    ruleset, gold = state.ruleset, state.gold[name]
    final, upgrades = ruleset.final, state.upgrades_of(name)
    kinds = (ruleset.basic, ruleset.rare, MARKERS)
    basic, rare, markers = (
        state.left.get(field, {}).get(name, 0)
        + sum(state.ledger.of(units.piece(piece), player(name)) for piece in pieces)
        for field, pieces in zip(LEFT, kinds, strict=True)
    )
    return {
        "final-upgrades": (len(upgrades), sum(state.worth.get(upgrade, 0) for upgrade in upgrades)),
        "final-gold": (len(gold), sum(ruleset.gold.least if value is None else value for value in gold)),
        "final-goods": (basic + rare, basic * final.basic + rare * final.rare),
        "final-markers": (markers, final.marker_points * WHOLE.divide(markers, final.markers)),
    }


def _receipt(kind: str, lines: Mapping[str, CountAndPoints], why: Mapping[str, str] = {}) -> Receipt:
    """Make a receipt with a part for each player; `why` has message keys of players whose part differs."""
    counts = [(name, n, points) for name, (n, points) in lines.items() if n > 0 or points]
    rows = tuple(PayoutRow(name, n, None, points) for name, n, points in counts)
    part = "payout.scored" if kind == "final-track" else "whistle-stop.final-part"
    parts = tuple(
        say(why.get(name, part), player=name, count=n, points=points, upgrade=EXTRA_BOILER)
        for name, n, points in counts
    )
    what = say(f"whistle-stop.{kind}")
    text = say("payout.text", what=what, how=parts) if rows else what
    rule = kind if kind in ("final-goods", "final-black-tiles") else "final"
    return Receipt(kind, None, rows, text, parts, say(f"whistle-stop.rule.{rule}"))


class WhistleStopGains(Gains[State]):
    def states(self, state: State) -> Iterator[Iterator[OneMore[State]]]:
        """Yield states with more shares, and with an upgrade bought from another player, who can't refuse."""
        if state.turn is None and not state.is_light:  # the last round is over
            return
        for name in state.players:
            own = player(name)
            for company in state.ruleset.companies:
                numbers = state.shares_in(company)
                left = [(units.share(company, number), units.SUPPLY) for number in numbers]
                what = say("whistle-stop.more.shares", count=1, company=company)
                yield more_pieces(state, name, own, left, what)
            for upgrade in state.ruleset.upgrades:
                owner = state.owner_of(upgrade)
                if owner not in (None, name):
                    what = say("whistle-stop.more.upgrade", upgrade=upgrade, owner=owner)
                    yield more_pieces(state, name, own, [(units.upgrade(upgrade), player(str(owner)))], what)
