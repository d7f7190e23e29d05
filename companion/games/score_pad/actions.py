"""The actions of a pad: bids, rounds, running points, counts, and the end."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar

from pydantic import Field

from companion.core.board_notes import BoardNotes
from companion.core.choices import Choice, Draft
from companion.core.errors import Check, Violation, one_violation
from companion.core.game import AnyGame, Outcome, left_violations, no_items
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.letters import with_letters
from companion.core.messages import Message, say, saying
from companion.core.receipts import PayoutRow, Receipt, pay
from companion.forms.questions import Each, Group, Need, Number, Pairs, Pick, Questions, count_pairs
from companion.games.actions import Action, PlayerAction, ask_player, players_in
from companion.games.common_actions import Join
from companion.games.models import Keyed, PlayerName
from companion.games.score_pad.ruleset import MOST_POINTS, OTHER, Category, PadAmount
from companion.games.score_pad.scoring import final_receipts
from companion.games.score_pad.state import POINTS, Numbers, Round, State

ask, did = saying("score-pad.ask"), saying("score-pad.did")

Scores = Keyed[PlayerName, PadAmount]
Tricks = Keyed[PlayerName, Annotated[int, Field(ge=0, le=MOST_POINTS)]]
Counts = Keyed[str, PadAmount]


class PadAction(Action):
    part: ClassVar[str] = ""
    """The part of a pad that the action needs: `rounds`, `bids`, `running` or `categories`."""
    is_at_end: ClassVar[bool] = False
    """Whether the action can be made when only the final scoring is left."""

    @classmethod
    def moment_violations(cls, state: State) -> list[Violation]:
        if not cls.is_in(state):
            return one_violation("score-pad.not-asked", final=True)
        return one_violation("score-pad.end-reached") if state.is_due and not cls.is_at_end else []

    @classmethod
    def is_in(cls, state: State) -> bool:
        return not cls.part or state.has(cls.part)

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> list[Violation]:
        return cls.moment_violations(state)

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        return self.moment_violations(state) or self.own_violations(state)

    def own_violations(self, state: State) -> list[Violation]:
        """Violations of this action, apart from its moment."""
        return []

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        tables = {key: tuple(table.items()) for key, table in block.items() if isinstance(table, dict)}
        return did(cls.headline_key(state, block), **{**block, **tables, "round": state.now.number})

    @classmethod
    def tells_player(cls, block: Draft) -> bool:
        own, fields = {block.get("by")}, ("scores", "won", "bids")
        return super().tells_player(block) or any({*block.get(field, {})} == own for field in fields)

    @classmethod
    def headline_key(cls, state: State, block: Draft) -> str:
        return str(block["do"])


# Questions and checks that several actions share


def ask_seated_player(state: State, names: Sequence[str] | None = None, check: Check = no_items) -> Pick:
    """Ask for one of the players, in seat order, each refused if `check` finds a violation."""
    choices = {str(choice.value): choice for choice in players_in(state, check)}
    order = state.order if names is None else names
    return ask_player(state, choices=tuple(choices[name] for name in order))


def _ask_each(
    field: str,
    state: State,
    names: Sequence[str],
    low: int | None = None,
    left: Numbers | None = None,
    check: Check = no_items,
) -> Each:
    """Ask for a number for each player. `left` is what remains of a sum for the last one."""
    number = Number("number", ask(field, round=state.now.number), low=low, need="expected")
    own = tuple((name, replace(number, default=amount)) for name, amount in (left or {}).items())
    who = ask_seated_player(state, names, check)
    return Each(field, number.ask, questions=(who, number), values=own, least=1)


def _rest_of_sum(state: State, given: Numbers) -> dict[str, int]:
    """Work out the last blank number of a round with one sum; empty if there are several blanks or sums."""
    rules, sums, blank = state.round_rules, state.sums, [name for name in state.missing if name not in given]
    if len(blank) != 1 or len(sums) != 1:
        return {}
    rest = sums[0] - state.now.sum - sum(given.values())
    least = rules.low if rules.low is not None else 0 if rules.bid else -MOST_POINTS
    return {blank[0]: rest} if rest >= least else {}


def _limit_violations(
    what: Message, value: int, field: str, low: int | None, high: int | None
) -> list[Violation]:
    if low is not None and value < low:
        return one_violation("form.at-least", field, key=what, wanted=low)
    is_high = high is not None and value > high
    return one_violation("form.at-most", field, key=what, wanted=high) if is_high else []


def _player_violations(state: State, field: str, given: Numbers, known: Numbers, key: str) -> list[Violation]:
    """Violations of numbers for players who left or have one in this round; and of an empty table."""
    against = [] if given else one_violation("form.missing", field, final=True, key=field)
    for name in given:
        against += left_violations(state, name, f"{field}.{name}")
        if name in known:
            against += one_violation(key, f"{field}.{name}", final=True, player=name, round=state.now.number)
    return against


def _bid_check(state: State) -> Check:
    return lambda who: _player_violations(state, "bids", {who: 0}, state.now.bids, "score-pad.bid-twice")


def _bid_warnings(state: State, bids: Numbers) -> list[Message]:
    """Warn of bids that are higher than the tricks of the round, if the pad knows these."""
    number, most = state.now.number, max(state.sums, default=MOST_POINTS)
    high = [(name, bid) for name, bid in bids.items() if bid > most]
    return [say("score-pad.high-bid", player=name, bid=bid, round=number, tricks=most) for name, bid in high]


class Payment:
    """Points for players, not below the floor if there is one: postings, rows and their texts."""

    def __init__(self, state: State, scores: Numbers, floor: int | None) -> None:
        self.ledger = OpenLedger(state.ledger)
        self.rows: list[PayoutRow] = []
        self.points: dict[str, Message] = {}
        totals = state.totals
        for name in (name for name in state.order if name in scores):
            amount = paid = scores[name]
            self.points[name] = say("score-pad.points", points=amount)
            if floor is not None and amount < 0 and totals[name] + amount < floor:
                paid = min(0, floor - totals[name])
                self.points[name] = say("score-pad.points-floor", points=amount, floor=floor)
            self.ledger.move(POINTS, BANK, player(name), paid)
            self.rows.append(PayoutRow(name, None, None, paid))

    def outcome(self, state: State, receipt: Receipt, warnings: Sequence[Message] = ()) -> Outcome[State]:
        return Outcome(state._replace(ledger=self.ledger.close()), self.ledger.postings, (receipt,), warnings)


# Rounds


class Bid(PadAction):
    part = "bids"
    bids: Tricks

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        return (_ask_each("bids", state, state.unbid or state.staying, 0, check=_bid_check(state)),)

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> list[Violation]:
        if state.stage == "tricks":
            return one_violation("score-pad.all-bid", round=state.now.number)
        return super().verb_violations(game, state)

    def own_violations(self, state: State) -> list[Violation]:
        return _player_violations(state, "bids", self.bids, state.now.bids, "score-pad.bid-twice")

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        now = state.now.with_numbers(bids=self.bids)
        return Outcome(state._replace(now=now), warnings=_bid_warnings(state, self.bids))


class PlayRound(PadAction):
    part = "rounds"
    scores: Scores = {}
    won: Tricks = {}
    bids: Tricks = {}
    bonus: Scores = {}

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        names = state.missing or state.staying
        if not state.has("bids"):
            rest = _rest_of_sum(state, draft.get("scores", {}))
            return (_ask_each("scores", state, names, state.round_rules.low, rest),)
        won = _ask_each("won", state, names, 0, _rest_of_sum(state, draft.get("won", {})))
        tricks = {*draft.get("won", {})}
        need: Need = "needed" if state.unbid else "unfit"
        if state.unbid and tricks and tricks.isdisjoint(state.unbid):
            need = "optional"
        bids = _ask_each("bids", state, state.unbid or names, 0, check=_bid_check(state))
        bids = replace(bids, word="bids", by_place=False, turn=-1, need=need)
        pair = (ask_seated_player(state, state.missing), Number("number", ask("bonus")))
        need = "optional" if state.has("bonus") else "unfit"
        return won, bids, count_pairs(pair[0]).with_keyword("bonus", ask("bonus"), need=need, questions=pair)

    @classmethod
    def headline_key(cls, state: State, block: Draft) -> str:
        if block.get("won"):  # which the gains don't tell
            return "tricks"
        return "round" if {*state.staying} <= {*block.get("scores", {})} else "scores"

    def own_violations(self, state: State) -> list[Violation]:
        has_bids = state.has("bids")
        lacking = {"bids": has_bids, "won": has_bids, "bonus": state.has("bonus"), "scores": not has_bids}
        for field, is_there in lacking.items():
            if getattr(self, field) and not is_there:
                return one_violation("score-pad.not-asked", field, final=True)
        field, rules, now = "won" if has_bids else "scores", state.round_rules, state.now
        given: Numbers = getattr(self, field)
        violations = _player_violations(state, field, given, now.scores, "score-pad.score-twice")
        if self.bonus:
            violations += _player_violations(state, "bonus", self.bonus, now.scores, "score-pad.score-twice")
        if self.bids:
            violations += _player_violations(state, "bids", self.bids, now.bids, "score-pad.bid-twice")
        for name, value in given.items():
            place = f"{field}.{name}"
            violations += _limit_violations(say(f"score-pad.{field}"), value, place, rules.low, rules.high)
            if has_bids and name not in {*now.bids, *self.bids}:
                values = {"player": name, "round": now.number}
                violations += one_violation("score-pad.no-bid", f"bids.{name}", final=True, **values)
        return violations

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        now = state.now.with_numbers(bids=self.bids, won=self.won, bonus=self.bonus)
        scores = {name: now.points(state.round_rules, name) for name in self.won} or dict(self.scores)
        payment = Payment(state, scores, state.ruleset.floor)
        rows = tuple(replace(row, count=self.won.get(row.player)) for row in payment.rows)
        parts = [self._part(state, now, name, points) for name, points in payment.points.items()]
        text = say("score-pad.round-bids" if self.won else "score-pad.round", round=now.number, parts=parts)
        new = state._replace(now=now.with_numbers(scores=scores))
        receipt = Receipt("round", str(now.number), rows, text)
        return payment.outcome(new, receipt, _bid_warnings(state, self.bids))

    def _part(self, state: State, now: Round, name: str, points: Message) -> Message:
        if name not in self.won:
            return say("payout.scored", player=name, points=points)
        bonus, rules = now.bonus.get(name), state.round_rules
        key = "bid" if bonus is None else "bonus" if now.counts_bonus(rules, name) else "no-bonus"
        values = {"bid": now.bids[name], "won": now.won[name], "bonus": bonus}
        return say(f"score-pad.part-{key}", player=name, points=points, **values)


# Points as they come


class Add(PadAction):
    part = "running"
    scores: Scores
    kind: str | None = None

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        kinds = state.ruleset.running.kinds if state.ruleset.running is not None else {}
        check = partial(left_violations, state, field="scores")
        pair = (ask_seated_player(state, check=check), Number("number", ask("points")))
        scores = count_pairs(pair[0])("scores", ask("add"), questions=pair, least=1)
        keys, groups = with_letters((*state.players, *kinds), state.given), (state.players, tuple(kinds))
        choices = tuple(
            Choice(key, rule.names.spellings, keys[key], among=groups) for key, rule in kinds.items()
        )
        kind = Pick("kind", ask("kind"), "kind", choices=choices, need="optional")
        return (scores, kind) if kinds else (scores,)

    @classmethod
    def headline_key(cls, state: State, block: Draft) -> str:
        return "add-kind" if block.get("kind") else "add"

    def own_violations(self, state: State) -> list[Violation]:
        running = state.ruleset.running
        assert running is not None
        violations = _player_violations(state, "scores", self.scores, {}, "")
        if self.kind is not None and self.kind not in running.kinds:
            violations += one_violation("score-pad.unknown-kind", "kind", final=True, kind=self.kind)
        for name, value in self.scores.items():
            what = say("score-pad.scores")
            violations += _limit_violations(what, value, f"scores.{name}", running.low, running.high)
        return violations

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        payment = Payment(state, self.scores, state.ruleset.floor)
        running, kind = dict(state.running), self.kind or OTHER
        for row in payment.rows:
            known = running.get(row.player, {})
            running[row.player] = {**known, kind: known.get(kind, 0) + row.amount}
        parts = [say("payout.scored", player=name, points=points) for name, points in payment.points.items()]
        named = say("words.name" if self.kind else "score-pad.kind.add", name=self.kind)
        text = say("score-pad.scored", category=named, parts=parts)
        receipt = Receipt("add", self.kind, tuple(payment.rows), text)
        return payment.outcome(state._replace(running=running), receipt)


# Categories


def count_violations(state: State, counts: Numbers, place: str) -> list[Violation]:
    violations: list[Violation] = []
    for key, value in counts.items():
        rule, field = state.ruleset.categories.get(key), f"{place}.{key}"
        if rule is None:
            violations += one_violation("score-pad.unknown-category", field, final=True, category=key)
            continue
        what = say("words.name", name=key)
        violations += _limit_violations(what, value, field, rule.lowest, rule.high)
    return violations


def _ask_count(key: str, category: Category) -> Number:
    low = category.lowest if category.lowest > -MOST_POINTS else None
    text = ask("points") if category.is_plain and not category.places else say("ask.count")
    helped = say("words.name", name=f"{key}.help") if category.help is not None else None
    return Number(key, text, key, low=low, need="optional", help=helped)


class Score(PlayerAction, PadAction):
    part = "categories"
    is_at_end = True
    counts: Counts

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        categories = state.ruleset.categories
        keys = with_letters(tuple(categories))
        known = state.counts.get(str(draft.get("by")), {})
        values = [
            (key, replace(_ask_count(key, rule), known=known.get(key))) for key, rule in categories.items()
        ]
        choices = tuple(Choice(key, rule.names.spellings, keys[key]) for key, rule in categories.items())
        what, number = Pick("category", ask("category"), choices=choices), Number("number", ask("counts"))
        return (Each("counts", ask("counts"), questions=(what, number), values=tuple(values), least=1),)

    def own_violations(self, state: State) -> list[Violation]:
        if not self.counts:
            return one_violation("form.missing", "counts", final=True, key="counts")
        return count_violations(state, self.counts, "counts")

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        return Outcome(state.with_counts({self.by: self.counts}))


class Finish(PadAction):
    is_at_end = True
    counts: Keyed[PlayerName, Counts] = {}

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        return (ask_counts(state),) if state.ruleset.categories else ()

    def own_violations(self, state: State) -> list[Violation]:
        against = one_violation("score-pad.round-open", round=state.now.number) if state.now.is_begun else []
        for name, counts in self.counts.items():
            against += count_violations(state, counts, f"counts.{name}")
        return against

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        counted, ledger = state.with_counts(self.counts), OpenLedger(state.ledger)
        receipts = final_receipts(counted)
        pay(ledger, POINTS, *receipts)
        blanks = {name: counted.blanks(name) for name in counted.staying}
        warnings = [
            say("score-pad.blank", player=name, categories=keys) for name, keys in blanks.items() if keys
        ]
        if state.rounds is not None and not state.is_due:
            left = state.rounds - state.now.number + 1
            warnings.append(say("score-pad.rounds-left", left=left, rounds=state.rounds))
        new = counted._replace(ledger=ledger.close(), is_over=True)
        return Outcome(new, ledger.postings, receipts, warnings)


def ask_counts(state: State) -> Pairs:
    """Ask for counts by player and category; in a grid, each is a cell."""
    numbers = tuple(_ask_count(key, rule) for key, rule in state.ruleset.categories.items())
    group = Group("counts", ask("counts"), questions=numbers)
    return Pairs.with_keyword("counts", ask("counts"), questions=(ask_seated_player(state), group))


class JoinPad(Join, PadAction):
    @classmethod
    def moment_violations(cls, state: State) -> list[Violation]:
        if len(state.players) >= state.ruleset.players.most:
            return one_violation("score-pad.all-seats-taken", "player", final=True, most=len(state.players))
        against = one_violation("score-pad.round-open", round=state.now.number) if state.now.is_begun else []
        return super().moment_violations(state) + against

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        after, amount, new = self.seated_after(state), self.amount or 0, self.with_newcomer(game, state)
        payment = Payment(new, {self.player: amount}, floor=None)
        text = say("score-pad.joins", player=self.player, amount=amount, after=after)
        rows = tuple(row for row in payment.rows if row.amount)
        return payment.outcome(new, Receipt("join", self.player, rows, text))
