"""What a screen draws of Stephenson's Rocket: tables, what is left of the game, what must not be forgotten."""

from companion.core.ledger import player
from companion.core.messages import say
from companion.core.views import (
    EMPTY,
    Cell,
    Clock,
    Column,
    Gauge,
    Reminder,
    TableRow,
    TableView,
    Term,
    Text,
    TurnLeft,
    Urgency,
    plain_cells,
    ranked_cells,
)
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import Scoring
from companion.games.stephensons_rocket.state import (
    LOOSE,
    PASSENGERS,
    PILE,
    SUPPLEMENTARY,
    SUPPLY,
    TILES,
    State,
    shares,
    shares_of,
    stations,
    stations_on,
    taken_from_city,
    token_rows,
    tokens,
    tokens_of_city,
    tokens_of_commodity,
)

FEW_TILES = 10
"""From here on the end by tiles is near: a round of three players lays about six."""
TILES_OF_A_MOVE = 2
"""What one extension can lay at most: its own track, and the locomotive of a line that is dissolved."""
FEW_LINES_OVER = 2
"""So many lines over the limit, the end by shares is near; at one over it, any move may be the last."""

_END_REACHED = say("stephensons-rocket.reminder.end-reached")
"""After a recount, or in a position: the end is checked with the next action."""


class Views:
    def __init__(self, ruleset: RocketRuleset, scoring: Scoring) -> None:
        self._ruleset = ruleset
        self._scoring = scoring
        self._commodities = tuple(ruleset.commodities)

    def tables(self, state: State) -> tuple[TableView, ...]:
        return (
            self._lines(state),
            self._tokens(state),
            self._metropolises(state),
            self._stations(state),
            self._towns(state),
        )

    def clock(self, state: State) -> Clock:
        pieces, ledger = self._ruleset.pieces, state.ledger
        left = ledger.of(TILES, SUPPLY)
        tiles = Gauge(Term("tiles"), left, pieces.tiles, 0, self._tiles_urgency(state) is not None)
        limit = self._ruleset.end.lines_with_shares
        near = self._lines_urgency(state) is not None
        with_shares = say("stephensons-rocket.clock.lines")
        lines = Gauge(with_shares, len(_piles(state)), len(state.lines), limit, near)
        passengers = Gauge(Term("passengers"), ledger.of(PASSENGERS, SUPPLY), pieces.passengers)
        stock = ledger.of(SUPPLEMENTARY, SUPPLY)
        supplementary = Gauge(Term("supplementary"), stock, pieces.supplementary_shares)
        return Clock((tiles, lines, passengers, supplementary), self._turn(state))

    def reminders(self, state: State) -> tuple[Reminder, ...]:
        """The most urgent first; nothing while the game is young, nothing after its end."""
        if state.ended is not None:
            return ()
        found = self._end_by_tiles(state)
        found += [reminder for reminder in self._end_by_shares(state) if reminder not in found]
        if found:
            found += self._discards(state)
        found += _without_stations(state)
        return tuple(sorted(found, key=lambda reminder: -reminder.urgency))

    def _turn(self, state: State) -> TurnLeft | None:
        if state.turn is None:
            return None
        return TurnLeft(
            state.turn.player,
            say("stephensons-rocket.clock.actions"),
            state.turn.actions_left,
            self._ruleset.turn.actions,
            tuple(Term(line) for line in state.turn.extended),
        )

    def _lines(self, state: State) -> TableView:
        of_players = [
            column
            for name in state.players
            for column in (
                Column(Term("shares"), name, least=3),
                Column(Term("stations"), name, priority=2, least=3),
            )
        ]
        columns = (
            Column(None, least=5, is_right=False),
            Column(Term("towns"), priority=1, least=2),
            Column(Term("pile"), priority=3, least=4),
            *of_players,
        )
        rows = tuple(_line_row(state, name) for name in state.lines)
        return TableView("lines", say("stephensons-rocket.table.lines"), columns, rows)

    def _tokens(self, state: State) -> TableView:
        """By commodity, as the final scoring counts them, with passengers as the fifth kind."""
        ledger = state.ledger
        rows = [
            TableRow(
                commodity,
                (
                    Cell(Term(commodity)),
                    *ranked_cells(tokens_of_commodity(ledger, commodity, state.players)),
                    Cell(ledger.of(tokens(commodity), SUPPLY)),
                ),
            )
            for commodity in self._commodities
        ]
        passengers = {name: ledger.of(PASSENGERS, player(name)) for name in state.players}
        left = Cell(ledger.of(PASSENGERS, SUPPLY))
        rows.append(TableRow("passengers", (Cell(Term("passengers")), *ranked_cells(passengers), left)))
        columns = (Column(None, least=6, is_right=False), *_by_player(state), _left())
        return TableView("tokens", say("stephensons-rocket.table.tokens"), columns, tuple(rows))

    def _metropolises(self, state: State) -> TableView:
        """As payouts during the game count them: every metropolis named so far, and which lines reached it."""
        ledger, most = state.ledger, self._ruleset.pieces.tokens_per_metropolis
        rows = [
            TableRow(
                city,
                (
                    Cell(city),
                    *ranked_cells(tokens_of_city(ledger, city, self._commodities, state.players)),
                    Cell(most - taken_from_city(ledger, city, self._commodities)),
                    Cell(_reached_by(state, city)),
                ),
            )
            for city in sorted(name for (kind, _), name in state.towns.items() if kind == "metropolis")
        ]
        unnamed = tokens_of_city(ledger, "", self._commodities, state.players)
        if any(unnamed.values()):
            label = Cell(say("stephensons-rocket.table.unnamed"))
            rows.append(TableRow("", (label, *plain_cells(unnamed), EMPTY, EMPTY)))
        columns = (
            Column(None, least=8, is_right=False),
            *_by_player(state),
            _left(),
            Column(say("stephensons-rocket.table.reached-by"), priority=2, least=14, is_right=False),
        )
        return TableView("metropolises", say("stephensons-rocket.table.metropolises"), columns, tuple(rows))

    def _stations(self, state: State) -> TableView:
        ledger, players = state.ledger, state.players
        supply = {name: ledger.of(stations(name), SUPPLY) for name in players}
        loose = {name: ledger.of(stations(name), LOOSE) for name in players}
        built = {name: self._ruleset.pieces.stations - supply[name] - loose[name] for name in players}
        rows = (
            TableRow("supply", (Cell(say("stephensons-rocket.table.supply")), *plain_cells(supply))),
            TableRow("loose", (Cell(say("stephensons-rocket.table.loose")), *plain_cells(loose))),
            TableRow("lines", (Cell(say("stephensons-rocket.table.on-lines")), *plain_cells(built))),
        )
        columns = (Column(None, least=6, is_right=False), *_by_player(state))
        return TableView("stations", say("stephensons-rocket.table.stations"), columns, rows)

    def _towns(self, state: State) -> TableView:
        """How many towns of each kind a line has; below, how many are known at all, and are on the board."""
        rows = [
            _towns_row(
                name,
                Term(name),
                (len(line.metropolises), len(line.railway_towns), len(line.start_towns), line.unnamed_towns),
            )
            for name, line in state.lines.items()
            if line.town_count
        ]
        if rows or state.towns:
            kinds = [kind for kind, _ in state.towns]
            reached = {town for line in state.lines.values() for town in line.start_towns}
            known = (kinds.count("metropolis"), kinds.count("railway-town"), len(reached))
            rows.append(_towns_row("known", say("stephensons-rocket.table.known"), known))
            board = self._ruleset.board
            printed = (board.metropolises, board.railway_towns, board.start_towns)
            rows.append(_towns_row("board", say("stephensons-rocket.table.board"), printed))
        columns = (
            Column(None, least=5, is_right=False),
            Column(Term("metropolis"), least=5),
            Column(Term("railway-town"), least=5),
            Column(Term("start-town"), least=5),
            Column(say("stephensons-rocket.table.unnamed"), priority=1, least=5),
            Column(Term("towns"), least=2),
        )
        return TableView("towns", say("stephensons-rocket.table.towns"), columns, tuple(rows))

    def _tiles_urgency(self, state: State) -> Urgency | None:
        left = state.ledger.of(TILES, SUPPLY)
        if state.ended is not None or left > FEW_TILES or left == self._ruleset.pieces.tiles:
            return None
        in_this_turn = TILES_OF_A_MOVE * (state.turn.actions_left if state.turn else 1)
        return Urgency.NOW if left <= in_this_turn else Urgency.SOON

    def _lines_urgency(self, state: State) -> Urgency | None:
        left = len(_piles(state))
        over = left - self._ruleset.end.lines_with_shares
        if state.ended is not None or over > FEW_LINES_OVER or left == len(state.lines):
            return None
        return Urgency.NOW if over <= 1 else Urgency.SOON

    def _end_by_tiles(self, state: State) -> list[Reminder]:
        urgency = self._tiles_urgency(state)
        if urgency is None:
            return []
        left = state.ledger.of(TILES, SUPPLY)
        text = say("stephensons-rocket.reminder.tiles", left=left) if left else _END_REACHED
        return [Reminder(text, urgency)]

    def _end_by_shares(self, state: State) -> list[Reminder]:
        urgency = self._lines_urgency(state)
        if urgency is None:
            return []
        piles, limit = _piles(state), self._ruleset.end.lines_with_shares
        if len(piles) <= limit:
            return [Reminder(_END_REACHED, urgency)]
        lines = tuple(piles.items())
        text = say("stephensons-rocket.reminder.lines", count=len(piles), piles=lines, limit=limit)
        return [Reminder(text, urgency)]

    def _discards(self, state: State) -> list[Reminder]:
        """Who would lose tokens, by the very function that discards them."""
        found = []
        for name in state.players:
            lost = [discard for discard in self._scoring.discards(state) if discard.owner == name]
            if lost:
                text = say(
                    "stephensons-rocket.reminder.discards",
                    player=name,
                    count=sum(discard.amount for discard in lost),
                    cities=tuple(sorted({discard.city for discard in lost})),
                )
                found.append(Reminder(text, Urgency.SOON, name))
        return found


def _by_player(state: State) -> list[Column]:
    return [Column(None, name, least=2) for name in state.players]


def _left() -> Column:
    return Column(say("stephensons-rocket.table.left"), priority=1, least=4)


def _line_row(state: State, name: str) -> TableRow:
    line, ledger, players = state.lines[name], state.ledger, state.players
    if line.status == "merged":
        dissolved = Cell(say("stephensons-rocket.table.merged", line=name, into=line.into))
        return TableRow(name, (dissolved, EMPTY, EMPTY, *(EMPTY for _ in players for _ in range(2))))
    pile: Cell = Cell(ledger.of(shares(name), PILE))
    if line.status == "isolated":
        pile = Cell(say("stephensons-rocket.table.isolated"))
    held = ranked_cells(shares_of(ledger, name, players))
    built = ranked_cells(stations_on(ledger, name, players))
    pairs = [cell for pair in zip(held, built, strict=True) for cell in pair]
    return TableRow(name, (Cell(Term(name)), Cell(line.town_count), pile, *pairs))


def _towns_row(key: str, label: Text, counts: tuple[int, ...]) -> TableRow:
    """Counts by kind, then unnamed ones where they are counted, then the sum."""
    unnamed = Cell(counts[3]) if len(counts) > 3 else EMPTY
    return TableRow(key, (Cell(label), *(Cell(count) for count in counts[:3]), unnamed, Cell(sum(counts))))


def _reached_by(state: State, city: str) -> Text:
    lines = tuple(name for name, line in state.lines.items() if city in line.metropolises)
    if not lines:
        return say("stephensons-rocket.table.no-line")
    return say("stephensons-rocket.table.by-lines", lines=lines)


def _piles(state: State) -> dict[str, int]:
    """Lines that still have shares in their pile, and how many."""
    piles = {line: state.ledger.of(shares(line), PILE) for line in state.lines}
    return {line: count for line, count in piles.items() if count}


def _without_stations(state: State) -> list[Reminder]:
    return [
        Reminder(say("stephensons-rocket.reminder.no-stations", player=name), Urgency.NOTE, name)
        for name in state.players
        if not state.ledger.of(stations(name), SUPPLY)
    ]


def snapshot_of(ruleset: RocketRuleset, state: State) -> dict[str, object]:
    ledger = state.ledger
    return {
        "turn": _turn(state),
        "tracks_left": ledger.of(TILES, SUPPLY),
        "passengers_left": ledger.of(PASSENGERS, SUPPLY),
        "supplementary_left": ledger.of(SUPPLEMENTARY, SUPPLY),
        "lines": {name: _line(state, name) for name in state.lines},
        "tokens": _tokens(ruleset, state),
        "passengers": _above_zero({name: ledger.of(PASSENGERS, player(name)) for name in state.players}),
        "stations": {
            name: {"supply": ledger.of(stations(name), SUPPLY), "loose": ledger.of(stations(name), LOOSE)}
            for name in state.players
        },
    }


def _turn(state: State) -> dict[str, object] | None:
    if state.turn is None:
        return None
    turn = state.turn
    return {"player": turn.player, "actions_left": turn.actions_left, "extended": list(turn.extended)}


def _line(state: State, name: str) -> dict[str, object]:
    line = state.lines[name]
    return {
        **line.as_told(),
        "town_count": line.town_count,
        "stations": _above_zero(stations_on(state.ledger, name, state.players)),
        "pile": state.ledger.of(shares(name), PILE),
        "shares": _above_zero(shares_of(state.ledger, name, state.players)),
    }


def _tokens(ruleset: RocketRuleset, state: State) -> list[dict[str, object]]:
    """One row for each metropolis and commodity of which tokens were taken, metropolises by name."""
    commodities, most = tuple(ruleset.commodities), ruleset.pieces.tokens_per_metropolis
    held: dict[tuple[str, str], dict[str, int]] = {}
    for row in token_rows(state.ledger, commodities):
        counts = held.setdefault((row.city, row.commodity), dict.fromkeys(state.players, 0))
        counts[row.owner] += 0 if row.is_discarded else row.amount
    named = [name for (kind, _), name in state.towns.items() if kind == "metropolis"]
    return [
        {
            "city": city or None,
            "commodity": commodity,
            "left": most - taken_from_city(state.ledger, city, commodities) if city else None,
            "held": _above_zero(held[city, commodity]),
        }
        for city in (*sorted(named), "")
        for commodity in commodities
        if (city, commodity) in held
    ]


def _above_zero(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}
