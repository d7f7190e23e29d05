"""Whistle Stop: how it begins, its turns and rounds, its list of actions, and what follows from a state."""

from collections.abc import Mapping, Sequence

from companion.core.errors import Refusal
from companion.core.gains import FINAL
from companion.core.game import Game, Outcome
from companion.core.ledger import BANK, BOX, Ledger, OpenLedger, former_players, player
from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow, Receipt
from companion.core.roster import Roster, clockwise
from companion.core.views import SheetLine
from companion.games.whistle_stop import scoring, units
from companion.games.whistle_stop.actions import Buy, EndTurn, Move, Rest, Use
from companion.games.whistle_stop.final_sheet import WhistleStopFinalSheet
from companion.games.whistle_stop.hidden import HiddenGold
from companion.games.whistle_stop.position import Position, WhistleStopPositions, place
from companion.games.whistle_stop.printed_names import WhistleStopNames
from companion.games.whistle_stop.ruleset import EVERYTHING, WhistleStopRuleset
from companion.games.whistle_stop.set_up import WhistleStopSetUp
from companion.games.whistle_stop.state import Options, State, Turn, turns_to_come
from companion.games.whistle_stop.views import WhistleStopViews


class WhistleStop(Game[State]):
    engine = "whistle-stop"
    ruleset_model = WhistleStopRuleset
    score_unit = units.POINTS
    score_word = "points"
    end_verb = "final"
    sheet_kinds = ("town", "exchange", "end-tile", "upgrade")
    briefs = (
        "turn", "move", "town", "exchange", "end-tile", "use", "buy", "rest",
        "end-turn", "end", "final",
    )  # fmt: skip
    ordinary = ("whistle-stop.cost-move", "whistle-stop.cost-use")
    questioned = ("whistle-stop.differs", "whistle-stop.differs-here")
    actions = (
        Move.row("move", "m"),
        Use.row("use", "v"),
        Buy.row("buy", "b"),
        Rest.row("rest", "r"),
        EndTurn.row("end-turn", "e", is_instant=True),
        scoring.Final.row("final", "f", is_rare=True),
    )

    positions = WhistleStopPositions()
    final_sheet = WhistleStopFinalSheet()
    gains = scoring.WhistleStopGains()
    secrets = HiddenGold()
    hidden_fields = ("gold",)

    def __init__(self, ruleset: WhistleStopRuleset) -> None:
        super().__init__(ruleset)
        self.views = WhistleStopViews(self)
        self.names = WhistleStopNames(ruleset)
        self.set_up = WhistleStopSetUp(ruleset)

    def begin(self, roster: Roster, position: Position | None) -> Outcome[State]:
        rule, players, ledger = self.ruleset, roster.players, OpenLedger(Ledger({}, units.OVERDRAFT))
        for company in rule.companies:
            for number in rule.share_numbers:
                ledger.move(units.share(company, number), BOX, units.SUPPLY, 1)
        for name in rule.upgrades:
            ledger.move(units.upgrade(name), BOX, units.SUPPLY, 1)
        ledger.move(units.GOLD, BOX, units.SUPPLY, rule.gold.tokens)
        for name in players:
            ledger.move(units.trains(name), BOX, units.BOARD, rule.for_players(len(players)).trains)
        given = {key: roster.options[key] for key in Options._fields}
        options, seats = Options(**given), clockwise(players, roster.starts)  # type: ignore[arg-type]
        for name, coal in zip(seats if position is None else (), rule.start.coal, strict=False):
            ledger.move(units.POINTS, BANK, player(name), rule.start.points)
            if options.track == EVERYTHING:
                ledger.move(units.piece("coal"), BANK, player(name), coal)
                ledger.move(units.piece("whistle"), BANK, player(name), rule.start.whistles)
        gold: dict[str, tuple[int | None, ...]] = dict.fromkeys(players, ())
        state = State(players, players, roster.starts, rule, options, ledger.close(), 1, None, gold, {})
        if position is not None:  # the moment after the round's income, before the first player's turn
            violations = self.positions.violations(state, position)
            if violations:
                raise Refusal(*violations)
            placed, postings = place(state, position, fresh=True)
            turn = None if state.is_light else Turn(seats[0], rule.turn.spaces)
            new = placed._replace(turn=turn, is_placed=True)
            return Outcome(new, (*ledger.postings, *postings), (say("table.position"),))
        if state.is_light:
            return Outcome(state, ledger.postings, (say("whistle-stop.laid-out-light"),))
        begun = self._new_round(state._replace(round=0), [say("whistle-stop.laid-out")])
        return begun._replace(postings=(*ledger.postings, *begun.postings))

    def before_entry(self, state: State, number: int) -> State:
        return state._replace(entry=number)

    def after_entry(self, outcome: Outcome[State], is_own: bool) -> Outcome[State]:
        return outcome._replace(state=outcome.state._replace(entry=0))

    def up(self, state: State) -> str | None:
        return state.turn.player if state.turn else None

    def skip_turn(self, outcome: Outcome[State]) -> Outcome[State]:
        """Give the turn to the next seat. After the last, begin a new round or wait for the final scoring."""
        state = outcome.state
        done = (*state.done, str(self.up(state)))
        if waiting := turns_to_come(state, done):
            turn = Turn(waiting[0], self.ruleset.turn.spaces)
            return outcome._replace(state=state._replace(turn=turn, done=done))
        over = state._replace(turn=None, done=())
        if state.is_last_round or state.round >= state.options.rounds:
            key = "whistle-stop.last-train-home" if state.is_last_round else "whistle-stop.last-round"
            return outcome._replace(state=over, log=(*outcome.log, say(key)))
        begun = self._new_round(over, list(outcome.log))
        return begun._replace(postings=(*outcome.postings, *begun.postings))

    def with_turn(self, state: State, who: str | None) -> State:
        """Give `who` the turn. A turn that has begun ends without a rest; one that hasn't is still to come."""
        turn, spaces = state.turn, self.ruleset.turn.spaces
        if turn is None:
            return state
        has_begun = turn != Turn(turn.player, spaces)
        if who is None:
            who = turn.player if has_begun else turns_to_come(state, state.done)[0]
        if who == turn.player:
            return state
        done = (*state.done, turn.player) if has_begun else state.done
        return state._replace(turn=Turn(who, spaces), done=tuple(name for name in done if name != who))

    def _new_round(self, state: State, log: list[Message | Receipt]) -> Outcome[State]:
        """Give everybody coal, or in the whistle round a whistle instead; players who left get nothing."""
        number = state.round + 1
        name, count = "coal", self.ruleset.income.coal
        if number == state.options.whistle_round:
            name, count = "whistle", self.ruleset.income.whistle
        ledger, gone = OpenLedger(state.ledger), former_players(state.ledger)
        staying = [who for who in state.players if who not in gone]
        for who in staying:
            ledger.move(units.piece(name), BANK, player(who), count)
        rows = tuple(PayoutRow(who, count, None, 0) for who in staying)
        text = say("whistle-stop.income", round=number, rounds=state.options.rounds, pieces=((name, count),))
        receipt = Receipt("income", str(number), rows, text, (), say("whistle-stop.rule.income"))
        turn = Turn(state.starts, self.ruleset.turn.spaces)
        new = state._replace(ledger=ledger.close(), round=number, turn=turn)
        return Outcome(new, ledger.postings, [*log, receipt])

    def doubt(self, state: State, verb: str) -> Message | None:
        """Ask before ending a turn without any action: a key pressed twice must not skip the next player."""
        turn = state.turn
        if turn is None or verb != "end-turn" or turn != Turn(turn.player, self.ruleset.turn.spaces):
            return None
        return say("whistle-stop.idle-turn", player=turn.player)

    def passes_until(self, state: State, who: str) -> Sequence[Mapping[str, object]]:
        """Entries that end the turns before the turn of `who`, into the next round if need be."""
        turn = state.turn
        if turn is None or who == turn.player:
            return ()
        order = (turn.player, *turns_to_come(state, (*state.done, turn.player)))
        if not state.is_last_round and state.round < state.options.rounds:
            order = (*order, *turns_to_come(state, ()))
        before = order[: order.index(who)] if who in order else ()
        return [{"by": name, "do": "end-turn"} for name in before]

    def final_receipts(self, state: State) -> Sequence[Receipt]:
        return () if state.is_over else scoring.final_receipts(state)

    def projection_note(self, state: State) -> Message | None:
        note = say("whistle-stop.projection-note", least=self.ruleset.gold.least)
        return None if state.is_over else note

    def ranks(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Rank by points; a tie goes to more shares in all."""
        scores = self.scores(state)
        return {name: (scores[name], state.share_count(name)) for name in scores}

    def tie(self, state: State) -> Message | None:
        tied = super().tie(state)
        if tied is None:
            return None
        gone = former_players(state.ledger)
        ranks = {name: rank for name, rank in self.ranks(state).items() if name not in gone}
        best = max(score for score, _ in ranks.values())
        shares = [(name, count) for name, (score, count) in ranks.items() if score == best]
        ranking = tuple(sorted(shares, key=lambda pair: -pair[1]))
        is_decided = len(self.winners(state)) == 1
        key = "whistle-stop.tie-decided" if is_decided else "whistle-stop.tie-shared"
        return say(key, **tied.values, ranking=ranking)

    def sheet_line(self, kind: str, subject: str | None) -> SheetLine:
        if kind == "final-majority":
            label = say("whistle-stop.sheet.final-majority", company=subject)
            return SheetLine(f"{kind} {subject}", label, say("whistle-stop.sheet.companies"))
        if kind.startswith(FINAL):
            return SheetLine(kind, say(f"whistle-stop.sheet.{kind}"))
        return super().sheet_line(kind, subject)
