"""Dampfross: how it begins and ends, its seats and turns, its list of actions."""

from collections.abc import Collection, Mapping, Sequence

from companion.core.choices import Block, Draft
from companion.core.errors import Refusal
from companion.core.game import Game, Outcome, PositionSheet
from companion.core.ledger import BANK, Ledger, OpenLedger, player
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.roster import Roster, clockwise
from companion.core.views import SheetLine, Source
from companion.games.dampfross.actions import Finish, JoinGame
from companion.games.dampfross.arriving import Arrive
from companion.games.dampfross.building import Build, BuyFerry, EndBuilding, Expand, JointBuild
from companion.games.dampfross.departing import Depart
from companion.games.dampfross.position import DampfrossPositions, Position
from companion.games.dampfross.printed_names import DampfrossNames
from companion.games.dampfross.racing import RaceRoll, proposals
from companion.games.dampfross.ruleset import TARGET, TARGET_AT, DampfrossRuleset
from companion.games.dampfross.set_up import DampfrossSetUp, chosen_options
from companion.games.dampfross.sheets import SHEET_KINDS, figures_of, part_of
from companion.games.dampfross.state import OVERDRAFT, UNITS, State
from companion.games.dampfross.views import DampfrossViews


class Dampfross(Game[State]):
    engine = "dampfross"
    ruleset_model = DampfrossRuleset
    pays_at_end = False
    hidden_fields = ("accounts",)
    sheet_kinds = SHEET_KINDS
    briefs = (
        "building", "build", "joint-build", "buy-ferry", "end-building", "depart", "race-roll",
        "arrive", "expand", "end", "finish", "join",
    )  # fmt: skip
    score_unit = UNITS
    actions = (
        Build.row("build", "b"),
        JointBuild.row("joint-build", "j"),
        BuyFerry.row("buy-ferry", "y"),
        EndBuilding.row("end-building", "o"),
        Depart.row("depart", "d"),
        RaceRoll.row("race-roll", "r"),
        Arrive.row("arrive", "a"),
        Expand.row("expand", "x"),
        Finish.row("finish", "f", is_rare=True),
        JoinGame.row("join", is_rare=True),
    )

    def __init__(self, ruleset: DampfrossRuleset) -> None:
        super().__init__(ruleset)
        self.views = DampfrossViews(self)
        self.set_up = DampfrossSetUp(ruleset)

    names = DampfrossNames()
    part_of = part_of
    proposals = proposals
    positions = DampfrossPositions()
    final_sheet = PositionSheet(positions, "accounts")

    def begin(self, roster: Roster, position: Position | None) -> Outcome[State]:
        ledger, ruleset = OpenLedger(Ledger({}, OVERDRAFT)), self.ruleset
        options, rule_target = chosen_options(ruleset, roster), ruleset.target_for(len(roster.players))
        for name in roster.players:
            ledger.move(UNITS, BANK, player(name), ruleset.money.start)
        rule, target = ruleset.maps.get(options.map), int(roster.options.get(TARGET_AT) or rule_target)
        printed = {} if rule is None else {int(number): name for number, name in rule.cities.items()}
        begun = State(roster.players, roster.players, roster.starts, ruleset, options, ledger.close())
        state = begun._replace(target=target, printed=printed)
        if position is None:
            return Outcome(state, tuple(ledger.postings))
        violations = [wrong for wrong in self.positions.violations(state, position) if wrong.final]
        if violations:  # others may come from a session in which a ruling allowed them
            raise Refusal(*violations)
        at = self.positions.recount(state, position)
        return at._replace(postings=(*ledger.postings, *at.postings), log=(say("table.position"),))

    def after_entry(self, outcome: Outcome[State], is_own: bool) -> Outcome[State]:
        """Warn of accounts below zero, and end the game if its end is reached and no run is under way."""
        state, staying = outcome.state, outcome.state.staying
        # players who left build no more
        state = state._replace(may_build={name: n for name, n in state.may_build.items() if name in staying})
        outcome = outcome._replace(state=state)
        if state.phase == "building" and state.up is None:  # the last player who had to build left
            outcome = outcome._replace(state=state.after_turn(()))
        payers = {posting.source for posting in outcome.postings}
        held = {name: account for name, account in state.accounts.items() if player(name) in payers}
        below = [say("dampfross.below-zero", player=name, account=n) for name, n in held.items() if n < 0]
        outcome = outcome._replace(warnings=(*outcome.warnings, *below))
        ended = self._ending(state) if state.phase == "operating" and state.run is None else None
        if ended is None:
            return outcome
        over = state._replace(phase="finished", may_build={})
        return outcome._replace(state=over, log=(*outcome.log, ended))

    def _ending(self, state: State) -> Message | None:
        rule = self.ruleset.runs.get(state.options.end)
        if rule is not None:
            return say("dampfross.ended-by-runs", runs=rule.runs) if state.runs_done >= rule.runs else None
        reached = tuple(name for name in state.staying if state.accounts[name] >= state.target)
        return say("dampfross.ended-by-target", players=reached, target=state.target) if reached else None

    def sheet_lines(self, receipt: Receipt) -> Sequence[tuple[SheetLine, Mapping[str, int]]]:
        return [(self.sheet_line(kind, None), amounts) for kind, amounts in figures_of(receipt).items()]

    def unscored_pieces(self, state: State) -> Sequence[Source]:
        if state.phase != "operating":
            return ()
        missing = {name: max(0, state.target - held) for name, held in state.accounts.items()}
        may = {name: state.may_build.get(name, 0) for name in state.players}
        to_target = Source(say("dampfross.to-target", target=state.target), missing)
        return *((to_target,) if state.options.end == TARGET else ()), Source(say("dampfross.may-build"), may)

    def after_leaving(self, state: State) -> Sequence[Message]:
        """Tell that the target stays after a join or leave, and the rulebook's figure if it differs."""
        if state.options.end != TARGET or state.is_over:
            return ()
        players = len(state.staying)
        units = self.ruleset.targets.get(str(players), state.target)
        notices = [say("dampfross.target-stays", target=state.target)]
        if units != state.target:
            notices.append(say("dampfross.target-by-rulebook", units=units, players=players))
            if TARGET_AT in self.ruleset.options:
                notices.append(say("dampfross.change-target", option=TARGET_AT))
        return notices

    def up(self, state: State) -> str | None:
        return state.up

    def first_answers(self, state: State, verb: str) -> Draft:
        is_joint = verb == "joint-build" and state.up is not None
        return {"players": [state.up]} if is_joint else super().first_answers(state, verb)

    def with_seats(self, state: State, seats: tuple[str, ...]) -> State:
        """Change the seats. Once somebody has built in a round, or in round 1, the first player stays.

        Before that, the right to go first moves on in the new seats from last round's first player.
        """
        first = state.first
        if state.round > 1 and not state.done:
            first = clockwise(seats, clockwise(state.seats, first)[-1])[1]
        return state._replace(seats=seats).with_first(first)

    def with_turn(self, state: State, who: str | None) -> State:
        """Give `who` the turn after the seats changed; if nobody has built this round, `who` goes first."""
        if who is None:
            return state._replace(next=state.done[-1] if state.done else None)
        if not state.done:
            return state.with_first(who)
        return state._replace(next=who, done=tuple(name for name in state.done if name != who))

    def usual_verbs(self, state: State) -> Collection[str]:
        phase = "building" if state.phase == "building" else "operating"
        verbs = super().usual_verbs(state)
        models = {verb: self.rows[verb].model for verb in verbs}
        return [
            verb
            for verb, model in models.items()
            if (model.phase or "building") == phase and (state.run is not None or not model.during_run)
        ]

    def passes_until(self, state: State, who: str) -> Sequence[Block]:
        """Return empty turns of all players before `who`, into the next round if need be."""
        passes: list[Block] = []
        if who not in state.staying:  # a player who left never has a turn
            return passes
        while (up := state.up) not in (None, who):
            passes.append({"by": up, "do": "build"})
            state = state.after_turn((up,))
        return passes
