"""What each action of Whistle Stop does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.copybook import Book, Lesson
from companion.core.errors import Refusal, Violation
from companion.core.forms import Draft, Questions, Verb
from companion.core.game import ActionRule, Game, Outcome
from companion.core.ledger import BANK, BOX, Books, Ledger, Overdrawn, player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.receipts import PayoutRow, Receipt
from companion.core.table import Names, Table
from companion.core.views import Clock, Reminder, TableView
from companion.games.common import below_zero
from companion.games.whistle_stop.actions import ACTIONS, Buy, EndTurn, Final, Move, Rest, Use
from companion.games.whistle_stop.checks import violations_of
from companion.games.whistle_stop.effects import Effects, piece_counts
from companion.games.whistle_stop.form import VERBS, Forms
from companion.games.whistle_stop.laying_out import laying_out
from companion.games.whistle_stop.lessons import UPGRADE, lessons_of
from companion.games.whistle_stop.position import Placement, Position, position_violations
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.scoring import Scoring, differences
from companion.games.whistle_stop.snapshot import snapshot_of
from companion.games.whistle_stop.state import (
    BOARD,
    COAL,
    FAME,
    GOLD,
    OVERDRAFT,
    SUPPLY,
    WHISTLE,
    Options,
    State,
    Turn,
    held,
    piece,
    seats_of,
    share,
    trains,
    upgrade,
)
from companion.games.whistle_stop.views import Views


def present(players: tuple[str, ...]) -> Names:
    return {fold(name): name for name in players}


class WhistleStop(Game[State]):
    engine = "whistle-stop"
    score_unit = FAME

    def __init__(self, ruleset: WhistleStopRuleset) -> None:
        super().__init__(ruleset)
        self.scoring = Scoring(ruleset)
        self._views = Views(ruleset, self.scoring)

    def laying_out(self, table: Table) -> tuple[Message, ...]:
        return laying_out(self.ruleset, table)

    def begin(self, table: Table, position: Position | None) -> Outcome[State]:
        names = present(table.players)
        books = Books(Ledger({}, OVERDRAFT))
        rule = self.ruleset
        per_player = rule.by_players[str(len(table.players))]
        for company in rule.companies:
            for number in range(1, rule.shares.numbers + 1):
                books.move(share(company, number), BOX, SUPPLY, 1)
        for name in rule.upgrades:
            books.move(upgrade(name), BOX, SUPPLY, 1)
        books.move(GOLD, BOX, SUPPLY, rule.gold.tokens)
        for name in table.players:
            books.move(trains(name), BOX, BOARD, per_player.trains)
        options = Options(**{key: table.options[key] for key in Options._fields})  # type: ignore[arg-type]
        nothing: tuple[int | None, ...] = ()
        state = State(
            table.players,
            table.starts,
            options,
            books.close(),
            1,
            None,
            dict.fromkeys(table.players, nothing),
            {},
        )
        if position is not None:
            return self._begin_placed(state, books, position, names)
        start = Books(state.ledger)
        for seat, name in enumerate(seats_of(state)):
            start.move(COAL, BANK, player(name), rule.start.coal[seat])
            start.move(WHISTLE, BANK, player(name), rule.start.whistles)
            start.move(FAME, BANK, player(name), rule.start.fame)
        log: list[Message | Receipt] = [say("whistle-stop.laid-out")]
        begun = self._new_round(state._replace(ledger=start.close(), round=0), log)
        postings = (*books.postings, *start.postings, *begun.postings)
        return Outcome(begun.state, postings, begun.log)

    def _begin_placed(self, state: State, books: Books, position: Position, names: Names) -> Outcome[State]:
        """The moment after the round's income, before the first player's turn."""
        violations = position_violations(self.ruleset, state, position, names)
        if violations:
            raise Refusal(*violations)
        placement = Placement(self.ruleset, state, position, names, fresh=True)
        try:
            placed = placement.run()
        except Overdrawn as lack:
            raise Refusal(below_zero(self.engine, lack)) from None
        new = placed._replace(turn=self._turn(seats_of(placed)[0]), is_placed=True)
        return Outcome(new, (*books.postings, *placement.books.postings), (say("table.position"),))

    def recount_violations(self, state: State, position: Position) -> list[Violation]:
        names = present(state.players)
        return position_violations(self.ruleset, state, position, names)

    def recount(self, state: State, position: Position) -> Outcome[State]:
        names = present(state.players)
        if state.is_finished:
            return self._rescored(state, position, names)
        placement = Placement(self.ruleset, state, position, names, fresh=False)
        return Outcome(placement.run(), placement.books.postings, (say("table.recounted"),))

    def after_entry(self, outcome: Outcome[State], is_own: bool) -> Outcome[State]:
        return outcome

    def position_lessons(self, state: State, position: Position) -> Sequence[Lesson]:
        return ()

    def printed(self, state: State) -> Sequence[Lesson]:
        return [Lesson(UPGRADE, name) for name in self.ruleset.upgrades]

    def position_questions(self, state: State, draft: Draft, book: Book) -> Questions:
        return Forms(self.ruleset, state, book).position()

    def is_over(self, state: State) -> bool:
        return state.is_finished

    def up(self, state: State) -> str | None:
        return state.turn.player if state.turn else None

    def scores(self, state: State) -> dict[str, int]:
        return {name: held(state.ledger, FAME, name) for name in state.players}

    def projection(self, state: State) -> dict[str, int]:
        return self.scoring.projection(state)

    def public_state(self, state: State) -> State:
        """Gold lies face down: until the end it is counted, not valued."""
        if state.is_finished:
            return state
        return state._replace(gold={name: (None,) * len(values) for name, values in state.gold.items()})

    def winners(self, state: State) -> tuple[str, ...]:
        """Most fame; a tie goes to more shares in all, and is shared if that is equal too."""
        if not state.is_finished:
            return ()
        shares = self.scoring.share_counts(state)
        ranks = {name: (fame, shares[name]) for name, fame in self.scores(state).items()}
        return tuple(name for name in state.players if ranks[name] == max(ranks.values()))

    def snapshot(self, state: State) -> Mapping[str, object]:
        return snapshot_of(self.ruleset, state)

    def tables(self, state: State) -> Sequence[TableView]:
        return self._views.tables(state)

    def clock(self, state: State) -> Clock:
        return self._views.clock(state)

    def reminders(self, state: State) -> Sequence[Reminder]:
        return self._views.reminders(state)

    # Actions

    def _turn(self, who: str) -> Turn:
        return Turn(who, self.ruleset.turn.spaces)

    def _move(self, state: State, action: Move, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        effects = Effects(self.ruleset, state, who)
        effects.spend(action.marker, 1)
        effects.log.append(say("whistle-stop.moves", player=who, marker=action.marker))
        receiver = None if action.toll is None else names[fold(action.toll.to)]
        if action.toll is not None and receiver is not None and receiver != who:
            effects.pass_on(action.toll.good, receiver)
            text = say("whistle-stop.toll", player=who, good=action.toll.good, to=receiver)
            effects.log.append(effects.receipt("toll", receiver, 0, text))
        effects.stop(action, action.stop)
        effects.discard(who, action.discard)
        if receiver is not None:
            effects.discard(receiver, action.receiver_discard)
        turn = state.turn
        if turn is not None and turn.player == who:
            turn = turn._replace(moved=True, spaces_left=max(0, turn.spaces_left - 1))
        return self._done(state, effects, turn)

    def _use(self, state: State, action: Use, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        effects = Effects(self.ruleset, state, who)
        effects.use(action)
        effects.discard(who, action.discard)
        turn = state.turn
        if turn is not None and turn.player == who:
            turn = turn._replace(spaces_left=max(0, turn.spaces_left - 1))
        return self._done(state, effects, turn)

    def _rest(self, state: State, action: Rest, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        effects = Effects(self.ruleset, state, who)
        self._rested(effects, who, "whistle-stop.rests")
        turn = state.turn
        if turn is not None and turn.player == who:
            turn = turn._replace(rested=True)
        return self._done(state, effects, turn)

    def _rested(self, effects: Effects, who: str, key: str) -> None:
        effects.gain("whistle", self.ruleset.rest.whistle)
        effects.log.append(effects.receipt("rest", who, 0, say(key, player=who)))

    def _buy(self, state: State, action: Buy, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        effects = Effects(self.ruleset, state, who)
        effects.spend_all(action.pay)
        seller = None if action.seller is None else names[fold(action.seller)]
        source = SUPPLY if seller is None else player(seller)
        effects.books.move(upgrade(action.upgrade), source, player(who), 1)
        worth = {**state.worth, action.upgrade: action.worth or state.worth[action.upgrade]}
        key = "whistle-stop.buys" if seller is None else "whistle-stop.buys-from"
        text = say(
            key,
            player=who,
            upgrade=action.upgrade,
            pieces=piece_counts(action.pay),
            worth=worth[action.upgrade],
            seller=seller,
            tribute=action.tribute,
        )
        effects.log.append(effects.receipt("purchase", action.upgrade, 0, text))
        if seller is not None and action.tribute is not None:
            effects.pass_on(action.tribute, seller)
            effects.discard(seller, action.receiver_discard)
        turn = state.turn
        if turn is not None and turn.player == who:
            turn = turn._replace(bought=turn.bought + 1)
        return self._done(state, effects, turn, worth=worth)

    def _done(self, state: State, effects: Effects, turn: Turn | None, **more: Any) -> Outcome[State]:
        new = state._replace(ledger=effects.books.close(), gold=effects.gold, turn=turn, **more)
        return Outcome(new, effects.books.postings, effects.log)

    def _end_turn(self, state: State, action: EndTurn, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        turn = state.turn
        if turn is None or turn.player != who:
            return Outcome(state, log=(say("whistle-stop.turn-ends", player=who),))
        effects = Effects(self.ruleset, state, who)
        if not turn.moved and not turn.rested:
            self._rested(effects, who, "whistle-stop.rests-by-itself")
        effects.log.append(say("whistle-stop.turn-ends", player=who))
        rested = self._done(state, effects, turn)
        seats = seats_of(state)
        place = seats.index(who) + 1
        if place < len(seats):
            return rested._replace(state=rested.state._replace(turn=self._turn(seats[place])))
        if state.is_last_round or state.round >= state.options.rounds:
            key = "whistle-stop.last-train-home" if state.is_last_round else "whistle-stop.last-round"
            log = (*rested.log, say(key))
            return rested._replace(state=rested.state._replace(turn=None), log=log)
        begun = self._new_round(rested.state, list(rested.log))
        return begun._replace(postings=(*rested.postings, *begun.postings))

    def _new_round(self, state: State, log: list[Message | Receipt]) -> Outcome[State]:
        """Everybody gets coal, or in the whistle round a whistle instead."""
        number = state.round + 1
        income = self.ruleset.income
        is_whistle = number == state.options.whistle_round
        name, count = ("whistle", income.whistle) if is_whistle else ("coal", income.coal)
        books = Books(state.ledger)
        for who in state.players:
            books.move(piece(name), BANK, player(who), count)
        rows = tuple(PayoutRow(who, count, None, 0) for who in state.players)
        text = say("whistle-stop.income", round=number, rounds=state.options.rounds, pieces=((name, count),))
        receipt = Receipt("income", str(number), rows, text, (), say("whistle-stop.rule.income"))
        new = state._replace(ledger=books.close(), round=number, turn=self._turn(seats_of(state)[0]))
        return Outcome(new, books.postings, [*log, receipt])

    def _final(self, state: State, action: Final, names: Names) -> Outcome[State]:
        values = {names[fold(name)]: list(said) for name, said in action.gold.items()}
        gold = {
            name: tuple(
                values[name].pop(0) if value is None and values.get(name) else value for value in held_gold
            )
            for name, held_gold in state.gold.items()
        }
        known = state._replace(gold=gold)
        tiles = {names[fold(name)]: count for name, count in action.black_tiles.items()}
        receipts = self.scoring.final(known, tiles)
        books = Books(state.ledger)
        for receipt in receipts:
            for row in () if receipt.is_restated else receipt.rows:
                books.move(FAME, BANK, player(row.player), row.amount)
        new = known._replace(
            ledger=books.close(), turn=None, is_finished=True, black_tiles=tiles, scored=tuple(receipts)
        )
        return Outcome(new, books.postings, (say("whistle-stop.ended"), *receipts))

    def _rescored(self, state: State, position: Position, names: Names) -> Outcome[State]:
        """After the end a recount changes the result: the scoring is done again, the difference booked.

        Fame that the recount itself gives is the result of those it names, and is set last.
        """
        said = {names[fold(name)]: part.fame for name, part in position.players.items()}
        parts = {name: part.model_copy(update={"fame": None}) for name, part in position.players.items()}
        pieces = position.model_copy(update={"players": parts})
        placement = Placement(self.ruleset, state, pieces, names, fresh=False)
        placed = placement.run()
        scored = self.scoring.final(placed, state.black_tiles)
        receipts = differences(state.scored, scored)
        books = Books(placed.ledger)
        for row in (row for receipt in receipts for row in receipt.rows):
            books.move(FAME, BANK, player(row.player), row.amount)
        for name, fame in said.items():
            if fame is not None:
                books.settle(FAME, BANK, [(player(name), fame)])
        new = placed._replace(ledger=books.close(), scored=tuple(scored))
        postings = (*placement.books.postings, *books.postings)
        return Outcome(new, postings, (say("table.recounted"), *receipts))


_PLAYS: Mapping[type, Callable[[WhistleStop, State, Any, Names], Outcome[State]]] = {
    Move: WhistleStop._move,
    Rest: WhistleStop._rest,
    Buy: WhistleStop._buy,
    Use: WhistleStop._use,
    EndTurn: WhistleStop._end_turn,
    Final: WhistleStop._final,
}


def _rule(verb: Verb) -> ActionRule:
    return ActionRule(
        name=verb.name,
        key=verb.key,
        needs_player=verb.needs_player,
        is_instant=verb.is_instant,
        model=ACTIONS[verb.name],
        play=lambda game, state, action: _PLAYS[type(action)](game, state, action, present(state.players)),
        questions=lambda game, state, draft, book: Forms(game.ruleset, state, book, draft.get("by")).of(
            verb.name, draft
        ),
        checks=lambda game, state, action: violations_of(game.ruleset, state, action, present(state.players)),
        lessons=lambda game, state, action: lessons_of(action),
    )


WhistleStop.actions = tuple(_rule(verb) for verb in VERBS)
