"""A pad as a game: it adds up, breaks ties and says why."""

from collections.abc import Collection, Sequence
from typing import Any

from companion.core.choices import ActionRow
from companion.core.errors import Refusal
from companion.core.game import EveryonesEntry, Game, Outcome, PositionSheet
from companion.core.ledger import Ledger, former_players
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.roster import Roster
from companion.core.views import SheetLine
from companion.games.score_pad import actions as pad
from companion.games.score_pad import scoring
from companion.games.score_pad.description import PadDescription
from companion.games.score_pad.position import PadPositions, Position
from companion.games.score_pad.ruleset import OTHER, PadRuleset
from companion.games.score_pad.state import OVERDRAFT, POINTS, State
from companion.games.score_pad.views import PadViews, kind_label


class ScorePad(Game[State]):
    engine = "score-pad"
    ruleset_model = PadRuleset
    score_unit = POINTS
    score_word = "points"
    sheet_kinds = ("round", "add")
    briefs = ("round", "bid", "add", "score", "finish", "join")
    actions: tuple[ActionRow, ...] = (
        pad.Bid.row("bid", "b"),
        pad.PlayRound.row("round", "r"),
        pad.Add.row("add", "a"),
        pad.Score.row("score", "s", asks_who="score-pad.ask.whose"),
        pad.Finish.row("finish", "f", has_grid=True),
        pad.JoinPad.row("join", is_rare=True),
    )
    positions = PadPositions()
    ranks = ranks_ahead = scoring.ranks
    tie = scoring.tie

    def __init__(self, ruleset: PadRuleset) -> None:
        if ruleset.rounds is not None and ruleset.rounds.bid is not None:
            tricks = pad.PlayRound.row("round", "t", word="tricks")
            self.actions = tuple(tricks if action.name == "round" else action for action in self.actions)
        super().__init__(ruleset)
        self.views = PadViews(self)
        self.description = PadDescription(ruleset)
        self.first_player = "none" if ruleset.rounds is None else ruleset.rounds.marker
        self.wins_lowest = ruleset.wins == "lowest"
        self.pays_at_end = bool(ruleset.categories)
        self.scores_only_at_end = ruleset.is_scored_at_end
        fields = ("counts",) if ruleset.is_scored_at_end else ("counts", "totals")
        self.final_sheet = PositionSheet(self.positions, *fields)

    def begin(self, roster: Roster, position: Position | None) -> Outcome[State]:
        marker, options = None if self.first_player == "none" else roster.starts, roster.options
        limits: dict[str, Any] = {key: options[key] for key in ("rounds", "target") if key in options}
        players, ledger = roster.players, Ledger({}, OVERDRAFT)
        state = State(players, players, ledger, self.ruleset, roster.starts, marker, **limits)
        if position is None:
            return Outcome(state)
        if violations := self.positions.violations(state, position):
            raise Refusal(*violations)
        return self.positions.recount(state, position)._replace(log=(say("table.position"),))

    def is_settled(self, state: State) -> bool:
        return not state.now.scores

    def final_receipts(self, state: State) -> Sequence[Receipt]:
        return () if state.is_over else scoring.final_receipts(state)

    def result_note(self, state: State) -> Message | None:
        reached = [name for name in state.staying if self._is_reached(state, name)]
        if reached:
            return say(f"score-pad.reached-{self.ruleset.wins}", players=reached, target=state.target)
        return say("score-pad.how.lowest") if self.wins_lowest else None

    def everyones_entry(self, state: State) -> EveryonesEntry | None:
        """Bids, then scores or tricks of the round; in the end, or without rounds, the categories."""
        stage, categories = state.stage, state.ruleset.categories.keys()
        if stage != "counts":
            verb = "bid" if stage == "bids" else "round"
            asks = say(f"score-pad.own.{stage}", round=state.now.number)
            most = None if stage == "scores" else max(state.sums, default=None)
            bids = state.now.bids if stage == "tricks" else {}
            before = {name: say("score-pad.own.bid", bid=bid) for name, bid in bids.items()}
            return EveryonesEntry(verb, asks, state.waiting, most, before=before)
        staying = () if state.is_over else state.staying
        missing = tuple(name for name in staying if categories - state.counts.get(name, {}).keys())
        known = {name: {"counts": counts} for name, counts in state.counts.items()}
        ask = say("score-pad.own.counts")
        return EveryonesEntry("score", ask, missing, known=known) if missing else None

    def after_entry(self, outcome: Outcome[State], is_own: bool) -> Outcome[State]:
        """Close a complete round, pass the marker over a player who left, and look for the end."""
        state, gone = outcome.state, former_players(outcome.state.ledger)
        if state.is_over:
            return outcome
        if state.marker in gone:
            state = state._replace(marker=state.after_round().marker)
        warnings = list(outcome.warnings)
        if state.now.scores and not state.missing:
            warnings += self._sum_warnings(state)
            state = state.after_round()
        is_last = state.rounds is not None and state.now.number > state.rounds
        is_end = is_last or any(self._is_reached(state, name) for name in state.staying)
        has_ended = is_end and not state.now.is_begun
        log = outcome.log
        if has_ended and not state.ruleset.categories:
            state, log = state._replace(is_over=True), (*log, say("score-pad.over"))
        return outcome._replace(state=state._replace(is_due=has_ended), log=log, warnings=warnings)

    def _is_reached(self, state: State, name: str) -> bool:
        return state.target is not None and state.totals[name] >= state.target

    def _sum_warnings(self, state: State) -> list[Message]:
        sums, now = state.sums, state.now
        if not sums or now.sum in sums:
            return []
        key = "score-pad.other-tricks" if now.won and len(sums) == 1 else "score-pad.other-sum"
        return [say(key, round=now.number, sum=now.sum, sums=sums, tricks=sums[0])]

    def usual_verbs(self, state: State) -> Collection[str]:
        return [verb for verb in super().usual_verbs(state) if self.has_action(state, verb)]

    def sheet_line(self, kind: str, subject: str | None) -> SheetLine:
        if kind == "add" and (self.ruleset.running.kinds or subject):
            return SheetLine(f"add {subject or OTHER}", kind_label(subject or OTHER))
        if kind in (scoring.CATEGORY, scoring.MAJORITY):
            return SheetLine(f"{kind} {subject}", kind_label(str(subject)))
        return super().sheet_line(kind, subject)
