"""Tables, clock and reminders of a state of Whistle Stop, for screens and reports."""

from collections.abc import Sequence

from companion.core.game import Outcome, Steps, Views
from companion.core.ledger import player
from companion.core.messages import Message, say
from companion.core.views import (
    Cell,
    Clock,
    Column,
    Gauge,
    Milestone,
    Reminder,
    TableView,
    Term,
    TurnLeft,
    Urgency,
    plain_cells,
    player_columns,
    ranked_cells,
    row_of,
    table_of,
)
from companion.games.whistle_stop import units
from companion.games.whistle_stop.position import holdings
from companion.games.whistle_stop.ruleset import MARKERS
from companion.games.whistle_stop.scoring import majority
from companion.games.whistle_stop.state import State, Turn

NEAR_ROUNDS = 2
"""The end is near if at most this many rounds are left, including the current one."""


class WhistleStopViews(Views[State]):
    def tables(self, state: State) -> list[TableView]:
        return [make(state) for make in (_pieces, _shares, _upgrades)]

    def clock(self, state: State) -> Clock:
        left = 0 if state.is_last_round else state.options.rounds - state.round
        near = not state.is_over and left < NEAR_ROUNDS
        text = say("whistle-stop.round-of", round=state.round, of=state.options.rounds)
        rounds = Gauge(say("whistle-stop.rounds-left"), left, state.options.rounds, 0, near, text, grows=True)
        gold = Gauge(Term("gold"), state.ledger.of(units.GOLD, units.SUPPLY), state.ruleset.gold.tokens)
        gauges = [gold] if state.is_light else [rounds, gold]
        turn = None
        if state.turn is not None:
            now = state.turn
            marks = (
                (now.moved, say("whistle-stop.moved-mark")),
                (now.rested, say("whistle-stop.rested-mark")),
                (now.bought, say("whistle-stop.bought-mark", count=now.bought)),
            )
            done = tuple(mark for is_so, mark in marks if is_so)
            what = say("whistle-stop.spaces")
            turn = TurnLeft(now.player, what, now.spaces_left, state.ruleset.turn.spaces, done)
        return Clock(tuple(gauges), turn, _next(state))

    def reminders(self, state: State) -> list[Reminder]:
        notices: list[Reminder] = []
        if state.is_over:
            return notices
        if state.is_light:
            reminder = Reminder(say("whistle-stop.reminds-home-light"), Urgency.NOW)
            return [reminder] if state.is_last_round else []
        if state.turn is None:
            return [Reminder(say("whistle-stop.reminds-final"), Urgency.NOW)]
        left = state.options.rounds - state.round
        is_fresh = not state.done and state.turn == Turn(state.turn.player, state.ruleset.turn.spaces)
        if state.is_last_round:
            notices.append(Reminder(say("whistle-stop.reminds-home"), Urgency.NOW))
        elif left < NEAR_ROUNDS and is_fresh:  # once in the round
            key = "whistle-stop.reminds-last" if not left else "whistle-stop.reminds-next-to-last"
            notices.append(Reminder(say(key), Urgency.SOON))
        if state.round + 1 == state.options.whistle_round and is_fresh:
            notices.append(Reminder(say("whistle-stop.reminds-whistle"), Urgency.NOTE))
        if (left == NEAR_ROUNDS - 1 and is_fresh) or (state.is_last_round and left >= NEAR_ROUNDS):
            notices.append(Reminder(say("whistle-stop.reminds-tiles"), Urgency.SOON))
        return notices

    def snapshot(self, state: State) -> dict[str, object]:
        ruleset = state.ruleset
        players = {}
        for name in state.players:
            has = holdings(state, name)
            shorter = {field: {key: n for key, n in has[field].items() if n} for field in ("goods", "shares")}
            players[name] = {**has, **shorter}
        return {
            "round": None if state.is_light else state.round,
            "rounds": state.options.rounds,
            "turn": None if state.turn is None else state.turn._asdict(),
            "players": players,
            "companies": {
                company: {"next": state.next_share(company), "left": len(state.shares_in(company))}
                for company in ruleset.companies
            },
            "worth": {name: state.worth[name] for name in ruleset.upgrades if name in state.worth},
        }

    def sheets(self, opening: Outcome[State], steps: Steps) -> Sequence[TableView]:
        state = steps[-1].outcome.state if steps else opening.state
        return [_share_numbers(state)]

    def unshown_tables(self, state: State) -> Sequence[TableView]:
        return (_share_numbers(state),)

    def chapter(self, state: State, verb: str) -> Message | None:
        is_kept = not state.is_light and state.turn is not None
        return say("words.round", round=state.round) if is_kept else None

    def milestones(self, before: State, after: State) -> Sequence[Milestone]:
        """Ends of rounds. The last round is over when it is nobody's turn and the final scoring is due."""
        is_last = before.turn is not None and after.turn is None and not after.is_over
        if after.is_light or not (is_last or after.round > before.round):
            return ()
        done = after.round if is_last else after.round - 1
        return (Milestone(say("words.round", round=done), str(done)),)


def _next(state: State) -> Message | None:
    if state.is_over or state.turn is not None:
        return None
    if state.is_light:
        return say("whistle-stop.next-light-last" if state.is_last_round else "whistle-stop.next-light")
    is_unknown = any(None in values for values in state.gold.values())
    return say("whistle-stop.next-final-gold" if is_unknown else "whistle-stop.next-final")


def _pieces(state: State) -> TableView:
    counts = {}
    for name in () if state.is_light else (*MARKERS, *state.ruleset.goods):
        counts[name] = {who: state.ledger.of(units.piece(name), player(who)) for who in state.players}
    counts["gold"] = {who: len(state.gold[who]) for who in state.players}
    rows = [row_of(name, Term(name), *plain_cells(count)) for name, count in counts.items()]
    home = {who: state.ledger.of(units.trains(who), units.HOME) for who in state.players}
    rows.append(row_of("trains-home", say("whistle-stop.trains-home"), *plain_cells(home)))
    title, columns = say("table.holdings"), player_columns(state.players, 2)
    return table_of("pieces", title, columns, rows, least=6)


def _shares(state: State) -> TableView:
    owned = {who: state.shares_of(who) for who in state.players}
    rows = []
    for company in state.ruleset.companies:
        counts = {who: len(owned[who][company]) for who in state.players}
        cells = ranked_cells(counts, majority(state, company))
        number = state.next_share(company)
        rows.append(row_of(company, Term(company), *cells, Cell(number)))
    following = Column(say("whistle-stop.next-share"), priority=1)
    columns = (*player_columns(state.players, 2), following)
    legend = say("whistle-stop.legend-shares-over" if state.is_over else "whistle-stop.legend-shares")
    return table_of("shares", Term("shares"), columns, rows, least=4)._replace(legend=legend)


def _share_numbers(state: State) -> TableView:
    """Table of each player's share numbers: the lowest decides a tie."""
    owned = [state.shares_of(who) for who in state.players]
    rows = []
    for company in state.ruleset.companies:
        numbers = [" ".join(map(str, shares[company])) or None for shares in owned]
        rows.append(row_of(company, Term(company), *map(Cell, numbers)))
    title, columns = say("whistle-stop.table-share-numbers"), player_columns(state.players, 2)
    return table_of("share-numbers", title, columns, rows, least=4)


def _upgrades(state: State) -> TableView:
    rows = []
    for name in state.ruleset.upgrades:
        owner, worth = state.owner_of(name), Cell(state.worth.get(name))
        if owner is not None:
            rows.append(row_of(name, Term(name), Cell(owner, owner=owner), worth))
    columns = (
        Column(say("whistle-stop.owner"), is_right=False, least=4),
        Column(say("whistle-stop.worth"), priority=1),
    )
    return table_of("upgrades", Term("upgrades"), columns, rows, least=8)
