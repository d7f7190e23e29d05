"""What each action of Stephenson's Rocket does."""

from collections.abc import Iterator

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.errors import Refusal
from companion.core.forms import Draft
from companion.core.game import ActionRule, AnyGame, FinalScoringForm, Game, OneMore, Outcome
from companion.core.leading import more_pieces
from companion.core.ledger import BANK, BOX, Holder, Ledger, OpenLedger, Unit, former_players, player
from companion.core.messages import Message, say
from companion.core.receipts import Receipt, differences
from companion.core.table import Table, clockwise
from companion.core.views import Milestone, SheetLine, Term
from companion.forms.questions import Questions
from companion.games.entries import Action, PlayerAction
from companion.games.stephensons_rocket import checks, lessons, units, views
from companion.games.stephensons_rocket.actions import Extend, Isolate, MoveStation, TakeToken
from companion.games.stephensons_rocket.extension import Extension, known_otherwise, named_towns
from companion.games.stephensons_rocket.form import Forms
from companion.games.stephensons_rocket.position import Placement, Position, position_now, position_violations
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import final, give_up, pay, take_back
from companion.games.stephensons_rocket.state import Line, State, Turn, piles, spelling


def _extends(game: AnyGame, state: State, block: Draft) -> Message:
    towns = [spelling(state.towns, "metropolis", name) for name in block.get("metropolises", ())]
    towns += [spelling(state.towns, "railway-town", name) for name in block.get("railway_towns", ())]
    started = [say("stephensons-rocket.did.start-town", line=line) for line in block.get("start_towns", ())]
    key = "merge" if block.get("into") else "extend"
    reached = (*towns, *started)
    return say(f"stephensons-rocket.did.{key}{'-to' if reached else ''}", towns=reached, **block)


def _takes_token(game: AnyGame, state: State, block: Draft) -> Message:
    city = spelling(state.towns, "metropolis", block["city"])
    return say("stephensons-rocket.did.take-token", **{**block, "city": city})


def _moves_station(game: AnyGame, state: State, block: Draft) -> Message:
    if block.get("from") is None:
        return say("stephensons-rocket.did.move-loose-station", by=block["by"])
    return say("stephensons-rocket.did.move-station", by=block["by"], line=block["from"])


class StephensonsRocket(Game[State]):
    engine = "stephensons-rocket"
    score_unit = units.MONEY
    score_word = "cash"
    sheet_kinds = ("metropolis", "station", "merger")
    briefs = (
        "turn", "extend", "veto", "metropolis", "railway-town", "merger", "ties", "take-token",
        "place-station", "move-station", "pass", "isolate", "end", "final", "finish",
    )  # fmt: skip

    # Methods that other modules define, each a function of the game and a state
    snapshot = views.snapshot
    tables = views.tables
    clock = views.clock
    reminders = views.reminders
    current_setup = views.current_setup
    verb_violations = checks.verb_violations
    position_now = position_now
    position_lessons = lessons.of_position
    recount_violations = position_violations

    def __init__(self, ruleset: RocketRuleset) -> None:
        super().__init__(ruleset)
        self.notes = tuple(note.value for note in ruleset.money.notes)

    def setup_steps(self, table: Table) -> tuple[Message, ...]:
        """Rulebook, "Vorbereitung"."""
        ruleset = self.ruleset
        pieces, actions = ruleset.pieces, ruleset.turn.actions
        each, cities = pieces.tokens_per_metropolis, ruleset.board.metropolises
        found = [
            say("stephensons-rocket.lay.locomotives", count=len(ruleset.lines)),
            say("stephensons-rocket.lay.shares", shares=pieces.shares),
        ]
        if pieces.supplementary_shares:
            found.append(say("stephensons-rocket.lay.supplementary", count=pieces.supplementary_shares))
        found.append(say("stephensons-rocket.lay.tokens", count=each, cities=cities))
        if pieces.passengers:
            found.append(say("stephensons-rocket.lay.passengers", count=pieces.passengers))
        found.append(say("stephensons-rocket.lay.tiles", count=pieces.tiles))
        if self.notes:
            values = tuple(say("stephensons-rocket.lay.note", value=value) for value in self.notes)
            found.append(say("stephensons-rocket.lay.notes", values=values))
        found.append(say("stephensons-rocket.lay.stations", count=pieces.stations))
        if table.options.get("hidden_money"):
            found.append(say("stephensons-rocket.lay.hidden-money"))
        found.append(say("stephensons-rocket.lay.start", player=table.starts, actions=actions))
        return tuple(found)

    def usual_split(self) -> tuple[int, int, int]:
        payouts = self.ruleset.payouts
        return payouts.metropolis_first, payouts.metropolis_second, self.ruleset.money.unit

    def begin(self, table: Table, position: Position | None) -> Outcome[State]:
        ledger = OpenLedger(Ledger({}, units.OVERDRAFT))
        pieces = self.ruleset.pieces
        for line in self.ruleset.lines:
            ledger.move(units.shares(line), BOX, units.PILE, pieces.shares)
        for commodity in self.ruleset.commodities:
            ledger.move(units.tokens(commodity), BOX, units.SUPPLY, pieces.tokens_per_commodity)
        for name in table.players:
            ledger.move(units.stations(name), BOX, units.SUPPLY, pieces.stations)
        ledger.move(units.SUPPLEMENTARY, BOX, units.SUPPLY, pieces.supplementary_shares)
        ledger.move(units.TILES, BOX, units.SUPPLY, pieces.tiles)
        ledger.move(units.PASSENGERS, BOX, units.SUPPLY, pieces.passengers)
        lines = {line: Line() for line in self.ruleset.lines}
        turn = Turn(table.starts, self.ruleset.turn.actions)
        state = State(table.players, table.players, ledger.close(), lines, {}, turn)
        if position is None:
            return Outcome(state, tuple(ledger.postings))
        violations = position_violations(self, state, position)
        if violations:
            raise Refusal(*violations)
        begun = Placement(self.ruleset, state, position, fresh=True).outcome()
        return begun._replace(postings=(*ledger.postings, *begun.postings))

    def recount(self, state: State, position: Position) -> Outcome[State]:
        """After the end it changes the result: the scoring is done again, the difference booked.

        Money that the recount itself gives is set last, for those it names.
        """
        if state.ended is None:
            return Placement(self.ruleset, state, position, fresh=False).outcome()
        ledger = OpenLedger(state.ledger)
        take_back(ledger, state, self.ruleset.commodities)
        before = state.with_ledger(ledger.close())
        pieces = position.model_copy(update={"cash": None})
        new = Placement(self.ruleset, before, pieces, fresh=False).outcome()
        paid, due = (final(self.ruleset, one) for one in (before, new.state))
        receipts = differences(paid, due, "stephensons-rocket.counted-again")
        closing = OpenLedger(new.state.ledger)
        pay(closing, *receipts)
        give_up(closing, new.state, self.ruleset.commodities)
        for name, amount in (position.cash or {}).items():
            closing.settle(units.MONEY, BANK, [(player(name), amount)])
        postings = (*ledger.postings, *new.postings, *closing.postings)
        return Outcome(new.state.with_ledger(closing.close()), postings, (*new.log, *receipts), new.warnings)

    def after_entry(self, outcome: Outcome[State], is_own: bool) -> Outcome[State]:
        """The end is checked after the game's own actions; a recount leaves it to the next one."""
        state = outcome.state
        if not is_own or state.ended is not None:
            return outcome
        if len(piles(state)) <= self.ruleset.end.lines_with_shares:
            return self._ended(outcome, say("stephensons-rocket.ended-by-shares"))
        if not state.ledger.of(units.TILES, units.SUPPLY):
            return self._ended(outcome, say("stephensons-rocket.ended-by-tiles"))
        return outcome

    def position_questions(self, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        return Forms(self, state, draft, board_notes).position()

    def final_sheet(self, state: State, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        return Forms(self, state, draft, board_notes).final_sheet()

    def printed_names(self, state: State) -> list[Lesson]:
        return [Lesson(kind, name) for name, kind in self.ruleset.board.known.items()]

    def is_over(self, state: State) -> bool:
        return state.ended is not None

    def until_end(self, state: State) -> list[int]:
        shares = (state.ledger.of(units.shares(line), units.PILE) for line in state.lines)
        return [state.ledger.of(units.TILES, units.SUPPLY), *shares]

    def up(self, state: State) -> str | None:
        return state.turn.player if state.turn else None

    def passes_until(self, state: State, who: str) -> list[Draft]:
        """A pass for every action that others have left before it is that player's turn."""
        turn = state.turn
        if turn is None:
            return []
        order = clockwise(state.seats, turn.player)
        left = (turn.actions_left, *(self.ruleset.turn.actions for _ in order[1:]))
        others, skipped = zip(order[: order.index(who)], left, strict=False), former_players(state.ledger)
        waiting = ((name, actions) for name, actions in others if name not in skipped)
        return [{"do": "pass", "by": name} for name, actions in waiting for _ in range(actions)]

    def final_receipts(self, state: State) -> tuple[Receipt, ...]:
        return () if self.is_over(state) else final(self.ruleset, state)

    def gain_states(self, state: State) -> Iterator[Iterator[OneMore[State]]]:
        """Tokens are assumed to be of a metropolis that a line reached: others count nothing at the end."""

        def left(unit: Unit, *stocks: Holder) -> list[tuple[Unit, Holder]]:
            return [(unit, stock) for stock in stocks for _ in range(state.ledger.of(unit, stock))]

        for name in state.players:
            own = player(name)
            for line in (line for line, at in state.lines.items() if at.status != "merged"):
                what = say("stephensons-rocket.more.shares", count=1, line=line)
                yield more_pieces(state, name, own, left(units.shares(line), units.PILE), what)
                what = say("stephensons-rocket.more.stations", count=1, line=line)
                stock = left(units.stations(name), units.LOOSE, units.SUPPLY)
                yield more_pieces(state, name, units.on_line(line), stock, what)
            for commodity in self.ruleset.commodities:
                what = say("stephensons-rocket.more.tokens", count=1, commodity=commodity)
                yield more_pieces(state, name, own, left(units.tokens(commodity), units.SUPPLY), what)
            what = say("stephensons-rocket.more.passengers", count=1)
            yield more_pieces(state, name, own, left(units.PASSENGERS, units.SUPPLY), what)

    def milestones(self, before: State, after: State) -> list[Milestone]:
        keys = "stephensons-rocket.milestone", "stephensons-rocket.milestone-short"
        merged = [name for name, line in after.lines.items() if line.status == "merged"]
        new = [(name, after.lines[name].into) for name in merged if before.lines[name].status != "merged"]
        return [Milestone(*(say(key, line=name, into=into) for key in keys)) for name, into in new]

    def _take_token(self, state: State, action: TakeToken) -> Outcome[State]:
        towns = named_towns(state.towns, "metropolis", [action.city])
        city = spelling(towns, "metropolis", action.city)
        token = (units.tokens(action.commodity), units.SUPPLY, player(action.by, city))
        outcome = self._done(state._replace(towns=towns), action, token)
        return outcome._replace(warnings=known_otherwise(self.ruleset, "metropolis", [city]))

    def _place_station(self, state: State, action: PlayerAction) -> Outcome[State]:
        who = action.by
        done = self._done(state, action, (units.stations(who), units.SUPPLY, units.LOOSE))
        ledger = done.state.ledger
        left, loose = (ledger.of(units.stations(who), place) for place in (units.SUPPLY, units.LOOSE))
        told = say("stephensons-rocket.stations-left", player=who, left=left, loose=loose)
        return done._replace(log=(told,))

    def _move_station(self, state: State, action: MoveStation) -> Outcome[State]:
        source = units.LOOSE if action.leaves is None else units.on_line(action.leaves)
        return self._done(state, action, (units.stations(action.by), source, units.LOOSE))

    def _done(
        self, state: State, action: PlayerAction, *moved: tuple[Unit, Holder, Holder]
    ) -> Outcome[State]:
        """The outcome of an action that moves at most a piece."""
        ledger = OpenLedger(state.ledger)
        for piece in moved:
            ledger.move(*piece, 1)
        new = state._replace(ledger=ledger.close(), turn=self._turn_after(state, action))
        return Outcome(new, ledger.postings)

    def _extend(self, state: State, action: Extend) -> Outcome[State]:
        return Extension(self.ruleset, state, action).outcome(self._turn_after(state, action))

    def _finish(self, state: State, action: Action) -> Outcome[State]:
        return self._ended(Outcome(state), say("stephensons-rocket.ended-by-table"))

    def _isolate(self, state: State, action: Isolate) -> Outcome[State]:
        ledger, line = OpenLedger(state.ledger), action.line
        pile = ledger.of(units.shares(line), units.PILE)
        ledger.move(units.shares(line), units.PILE, units.OUT, pile)
        lines = {**state.lines, line: state.lines[line]._replace(status="isolated")}
        event = say("stephensons-rocket.isolated", count=pile)
        new = state._replace(ledger=ledger.close(), lines=lines)
        return Outcome(new, ledger.postings, (event,))

    def _turn_after(self, state: State, action: PlayerAction) -> Turn | None:
        """The turn moves on only for the player who is up; a ruling for somebody else leaves it alone."""
        turn, who = state.turn, action.by
        if turn is None or turn.player != who:
            return turn
        if turn.actions_left > 1:
            extended = (*turn.extended, action.line) if isinstance(action, Extend) else turn.extended
            return turn._replace(actions_left=turn.actions_left - 1, extended=extended)
        return self._next_turn(state, who)

    def _next_turn(self, state: State, after: str) -> Turn:
        order, left = clockwise(state.seats, after), former_players(state.ledger)
        following = next(name for name in (*order[1:], after) if name not in left)
        return Turn(following, self.ruleset.turn.actions, after=after)

    def skip_turn(self, outcome: Outcome[State]) -> Outcome[State]:
        state = outcome.state
        return outcome._replace(state=state._replace(turn=self._next_turn(state, str(self.up(state)))))

    def with_turn(self, state: State, who: str | None) -> State:
        turn = state.turn
        if turn is None or who == turn.player:
            return state
        has_begun = turn.actions_left < self.ruleset.turn.actions
        last = turn.player if has_begun else turn.after
        if who is None:
            return state if has_begun or last is None else state._replace(turn=self._next_turn(state, last))
        return state._replace(turn=Turn(who, self.ruleset.turn.actions, after=last))

    def sheet_line(self, kind: str, subject: str | None) -> SheetLine:
        """At the end each commodity has a line of its own, and so have stations and shares of each company."""
        if kind == "final-tokens":
            return SheetLine(f"{kind} {subject}", Term(str(subject)))
        if kind in ("final-stations", "final-shares"):
            label = say(f"stephensons-rocket.sheet.{kind}", line=subject)
            return SheetLine(f"{kind} {subject}", label, say(f"stephensons-rocket.sheet.all-{kind}"))
        return super().sheet_line(kind, subject)

    def _ended(self, outcome: Outcome[State], reason: Message) -> Outcome[State]:
        receipts = final(self.ruleset, outcome.state)
        ledger = OpenLedger(outcome.state.ledger)
        give_up(ledger, outcome.state, self.ruleset.commodities)
        pay(ledger, *receipts)
        state = outcome.state._replace(ledger=ledger.close(), turn=None, ended=reason)
        postings, log = (*outcome.postings, *ledger.postings), (*outcome.log, reason, *receipts)
        return Outcome(state, postings, log, outcome.warnings)

    actions = (
        ActionRule(
            name="extend",
            key="e",
            needs_player=True,
            model=Extend,
            headline=_extends,
            questions=lambda *asked: Forms(*asked).extend(),
            checks=checks.extend,
            play=_extend,
            lessons=lessons.of_extension,
            copybook_warnings=lessons.doubts_of_extension,
        ),
        ActionRule(
            name="take-token",
            key="t",
            needs_player=True,
            model=TakeToken,
            headline=_takes_token,
            questions=lambda *asked: Forms(*asked).take_token(),
            checks=checks.take_token,
            play=_take_token,
            lessons=lessons.of_token,
            copybook_warnings=lessons.doubts_of_token,
        ),
        ActionRule(
            name="place-station",
            key="s",
            needs_player=True,
            model=PlayerAction,
            checks=lambda game, state, action: checks.supply_violations(state, action.by),
            play=_place_station,
        ),
        ActionRule(
            name="move-station",
            key="m",
            needs_player=True,
            model=MoveStation,
            headline=_moves_station,
            questions=lambda *asked: Forms(*asked).move_station(),
            checks=checks.move_station,
            play=_move_station,
        ),
        ActionRule(name="pass", key="p", needs_player=True, model=PlayerAction, play=_done),
        ActionRule(
            name="isolate",
            key="i",
            is_rare=True,
            model=Isolate,
            questions=lambda *asked: Forms(*asked).isolate(),
            checks=lambda game, state, action: checks.isolation_violations(state, action.line, "line"),
            play=_isolate,
        ),
        ActionRule(name="finish", key="f", is_rare=True, model=Action, play=_finish),
    )
