"""Views of Stephenson's Rocket: tables, clock, reminders, the current setup, JSON."""

from collections.abc import Mapping

from companion.core.game import Views
from companion.core.ledger import player
from companion.core.messages import Message, say, saying
from companion.core.receipts import Receipt
from companion.core.views import (
    EMPTY,
    Cell,
    Clock,
    Column,
    Gauge,
    Milestone,
    Reminder,
    TableRow,
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
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.scoring import final
from companion.games.stephensons_rocket.state import State

FEW_TILES = 10
"""The end by tiles is near from here on: a round of three players lays about six."""
TILES_OF_A_MOVE = 2
"""Most tiles that one extension lays: its own track, and the locomotive of a dissolved line."""
FEW_LINES_OVER = 2
"""The end by shares is near at this many lines over the limit; at one over, any move may be the last."""
in_table = saying("stephensons-rocket.table")
in_clock = saying("stephensons-rocket.clock")

_LEFT = Column(in_table("left"), priority=1, least=4)

Final = Mapping[tuple[str, str | None], Receipt]
"""Receipts of the final scoring, by kind and subject."""


class RocketViews(Views[State]):
    def clock(self, state: State) -> Clock:
        pieces, ledger, limit = state.ruleset.pieces, state.ledger, state.ruleset.end.lines_with_shares
        by_tiles, by_shares = _tiles_urgency(state) is not None, _lines_urgency(state) is not None
        supplementary = ledger.of(units.SUPPLEMENTARY, units.SUPPLY)
        lines = len(state.piles)
        what, is_open = in_clock("lines"), in_clock("open", count=lines, limit=limit)
        gauges = (
            Gauge(Term("tiles"), ledger.of(units.TILES, units.SUPPLY), pieces.tiles, 0, by_tiles),
            Gauge(what, lines, len(state.lines), limit, by_shares, is_open),
            Gauge(Term("passengers"), ledger.of(units.PASSENGERS, units.SUPPLY), pieces.passengers),
            Gauge(Term("supplementary"), supplementary, pieces.supplementary_shares),
        )
        if state.turn is None:
            return Clock(gauges)
        who, left, extended, _ = state.turn
        actions, done = in_clock("actions"), (in_clock("moved", lines=extended),) if extended else ()
        return Clock(gauges, TurnLeft(who, actions, left, state.ruleset.turn.actions, done))

    def milestones(self, before: State, after: State) -> list[Milestone]:
        keys = "stephensons-rocket.milestone", "stephensons-rocket.milestone-short"
        merged = [name for name, line in after.lines.items() if line.status == "merged"]
        new = [(name, after.lines[name].into) for name in merged if before.lines[name].status != "merged"]
        return [Milestone(*(say(key, line=name, into=into) for key in keys)) for name, into in new]

    def tables(self, state: State) -> tuple[TableView, ...]:
        paid = {(receipt.kind, receipt.subject): receipt for receipt in final(state)}
        made = _metropolises, _stations, _towns
        return (_lines(state, paid), _tokens(state, paid), *(make(state) for make in made))

    def reminders(self, state: State) -> tuple[Reminder, ...]:
        """Return reminders, most urgent first; empty after the end."""
        if state.is_over:
            return ()
        notices, end_reached = [], say("stephensons-rocket.reminder.end-reached")
        by_tiles, by_shares = _tiles_urgency(state), _lines_urgency(state)
        if by_tiles is not None:
            left = state.ledger.of(units.TILES, units.SUPPLY)
            text = say("stephensons-rocket.reminder.tiles", left=left) if left else end_reached
            notices.append(Reminder(text, by_tiles))
        if by_shares is not None:
            with_shares, limit = state.piles, state.ruleset.end.lines_with_shares
            text = end_reached
            if len(with_shares) > limit:
                lines = tuple(with_shares.items())
                text = say("stephensons-rocket.reminder.lines", count=len(lines), piles=lines, limit=limit)
            notices += [Reminder(text, by_shares)] if Reminder(text, by_shares) not in notices else []
        lost = state.discards if notices else ()
        for name in state.players:
            if own := [row for row in lost if row.owner == name]:
                count, cities = sum(row.amount for row in own), tuple(sorted({row.city for row in own}))
                text = say("stephensons-rocket.reminder.discards", player=name, count=count, cities=cities)
                notices.append(Reminder(text, Urgency.SOON))
            if not state.ledger.of(units.stations(name), units.SUPPLY):
                text = say("stephensons-rocket.reminder.no-stations", player=name)
                notices.append(Reminder(text, Urgency.NOTE))
        return tuple(sorted(notices, key=lambda reminder: -reminder.urgency))

    def snapshot(self, state: State) -> dict[str, object]:
        ledger, turn = state.ledger, state.turn
        passengers, stations = {}, {}
        for name in state.players:
            passengers[name] = ledger.of(units.PASSENGERS, player(name))
            held = ledger.holders(units.stations(name))
            stations[name] = {"supply": held.get(units.SUPPLY, 0), "loose": held.get(units.LOOSE, 0)}
        return {
            "turn": None if turn is None else turn.as_block(),
            "tracks_left": ledger.of(units.TILES, units.SUPPLY),
            "passengers_left": ledger.of(units.PASSENGERS, units.SUPPLY),
            "supplementary_left": ledger.of(units.SUPPLEMENTARY, units.SUPPLY),
            "lines": {
                name: {
                    **line.as_block(),
                    "town_count": line.town_count,
                    "stations": _above_zero(units.stations_on(ledger, name, state.players)),
                    "pile": ledger.of(units.shares(name), units.PILE),
                    "shares": _above_zero(units.shares_of(ledger, name, state.players)),
                }
                for name, line in state.lines.items()
            },
            "tokens": _token_snapshots(state),
            "passengers": _above_zero(passengers),
            "stations": stations,
        }


def _lines(state: State, paid: Final) -> TableView:
    columns = [Column(Term("towns"), priority=1, least=2), Column(Term("pile"), priority=3, least=4)]
    for name in state.players:
        columns.append(Column(Term("shares"), name, least=3))
        columns.append(Column(in_table("stn"), name, priority=2, least=3, whole=Term("stations")))
    rows, merged, ledger, players = list[TableRow](), list[Message](), state.ledger, state.players
    for name, line in state.lines.items():
        if line.status == "merged":
            merged.append(say("stephensons-rocket.milestone-short", line=name, into=line.into))
            continue
        pile = ledger.of(units.shares(name), units.PILE)
        left = Cell(in_table("isolated") if line.status == "isolated" else pile)
        held = ranked_cells(units.shares_of(ledger, name, players), paid["final-shares", name])
        built = ranked_cells(units.stations_on(ledger, name, players), paid["final-stations", name])
        pairs = [cell for pair in zip(held, built, strict=True) for cell in pair]
        rows.append(row_of(name, Term(name), Cell(line.town_count), left, *pairs))
    if merged:
        text = say("words.join", parts=tuple(merged))  # one row: nothing is asked about them any more
        rows.append(row_of("merged", text, *[EMPTY] * (2 + 2 * len(players))))
    return table_of("lines", in_table("lines"), columns, rows, least=4)


def _tokens(state: State, paid: Final) -> TableView:
    """Tokens by commodity, marked as the final scoring counts them, with passengers as one more kind."""
    ledger, commodities, rows = state.ledger, state.ruleset.commodities, []
    for kind, held in state.held_by_kind(state.held_tokens).items():
        left = ledger.of(units.tokens(kind) if kind in commodities else units.PASSENGERS, units.SUPPLY)
        rows.append(row_of(kind, Term(kind), *ranked_cells(held, paid["final-tokens", kind]), Cell(left)))
    cities = tuple(sorted({row.city for row in state.discards}))
    legend = in_table("unreached", cities=cities) if cities and not state.is_over else None
    columns = (*player_columns(state.players, 2), _LEFT)
    return table_of("tokens", in_table("tokens"), columns, rows, least=5)._replace(legend=legend)


def _metropolises(state: State) -> TableView:
    """Tokens by metropolis, as payouts during the game count them, and the lines that reached each."""
    tokens, rows = state.held_tokens, []
    for city in sorted(name for (kind, _), name in state.towns.items() if kind == "metropolis"):
        held = units.tokens_of(tokens, state.players, city)
        left = units.left_in_city(state.ruleset, state.ledger, city)
        lines = tuple(name for name, line in state.lines.items() if city in line.metropolises)
        reached = in_table("by-lines", lines=lines) if lines else in_table("no-line")
        rows.append(row_of(city, city, *ranked_cells(held), Cell(left), Cell(reached)))
    unnamed = units.tokens_of(tokens, state.players, "")
    if any(unnamed.values()):
        rows.append(row_of("", in_table("unnamed"), *plain_cells(unnamed), EMPTY, EMPTY))
    reached_by = Column(in_table("reached-by"), priority=2, least=14, is_right=False)
    columns = (*player_columns(state.players, 2), _LEFT, reached_by)
    return table_of("metropolises", Term("metropolises"), columns, rows, least=8)


def _stations(state: State) -> TableView:
    ledger, players = state.ledger, state.players
    supply = {name: ledger.of(units.stations(name), units.SUPPLY) for name in players}
    loose = {name: ledger.of(units.stations(name), units.LOOSE) for name in players}
    built = {name: state.ruleset.pieces.stations - supply[name] - loose[name] for name in players}
    rows = (
        row_of("supply", in_table("supply"), *plain_cells(supply)),
        row_of("loose", in_table("loose"), *plain_cells(loose)),
        row_of("lines", in_table("on-lines"), *plain_cells(built)),
    )
    return table_of("stations", Term("stations"), player_columns(state.players, 2), rows, least=6)


def _towns(state: State) -> TableView:
    rows = []
    for name, line in state.lines.items():
        counts = (len(line.metropolises), len(line.railway_towns), len(line.start_towns), line.unnamed_towns)
        if line.town_count:
            rows.append(row_of(name, Term(name), *map(Cell, counts), Cell(line.town_count)))
    if rows or state.towns:
        kinds, board = [kind for kind, _ in state.towns], state.ruleset.board
        reached = {town for line in state.lines.values() for town in line.start_towns}
        known = (kinds.count("metropolis"), kinds.count("railway-town"), len(reached))
        printed = (board.metropolises, board.railway_towns, board.start_towns)
        rows.append(row_of("known", in_table("known"), *map(Cell, known), EMPTY, Cell(sum(known))))
        rows.append(row_of("board", in_table("board"), *map(Cell, printed), EMPTY, Cell(sum(printed))))
    kinds_of_town = [Column(Term(kind), least=5) for kind in ("metropolis", "railway-town", "start-town")]
    unnamed = Column(in_table("unnamed"), priority=1, least=5)
    columns = (*kinds_of_town, unnamed, Column(Term("towns"), least=2))
    return table_of("towns", Term("towns"), columns, rows, least=5)


def _tiles_urgency(state: State) -> Urgency | None:
    left = state.ledger.of(units.TILES, units.SUPPLY)
    if state.is_over or left > FEW_TILES or left == state.ruleset.pieces.tiles:
        return None
    in_this_turn = TILES_OF_A_MOVE * (state.turn.actions_left if state.turn else 1)
    return Urgency.NOW if left <= in_this_turn else Urgency.SOON


def _lines_urgency(state: State) -> Urgency | None:
    left = len(state.piles)
    over = left - state.ruleset.end.lines_with_shares
    if state.is_over or over > FEW_LINES_OVER or left == len(state.lines):
        return None
    return Urgency.NOW if over <= 1 else Urgency.SOON


def _token_snapshots(state: State) -> list[dict[str, object]]:
    commodities = state.ruleset.commodities
    taken = {(row.city, row.commodity) for row in units.token_rows(state.ledger, commodities)}
    named = [name for (kind, _), name in state.towns.items() if kind == "metropolis"]
    tokens = state.held_tokens
    return [
        {
            "city": city or None,
            "commodity": commodity,
            "left": units.left_in_city(state.ruleset, state.ledger, city) if city else None,
            "held": _above_zero(units.tokens_of(tokens, state.players, city, commodity)),
        }
        for city in (*sorted(named), "")
        for commodity in commodities
        if (city, commodity) in taken
    ]


def _above_zero(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}
