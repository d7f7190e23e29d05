"""One line extended, in the order of the rules: share, veto, track, station, payouts, merger."""

from collections.abc import Iterable

from companion.core.ledger import Books, Holder, player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt
from companion.core.table import clockwise
from companion.games.stephensons_rocket.actions import Extend
from companion.games.stephensons_rocket.checks import gains_share
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import Scoring, pay
from companion.games.stephensons_rocket.state import (
    BOARD,
    LOOSE,
    OUT,
    PASSENGERS,
    PILE,
    STAND_IN,
    SUPPLEMENTARY,
    SUPPLY,
    TILES,
    Kind,
    Line,
    State,
    Towns,
    on_line,
    shares,
    shares_of,
    spelling,
    stand_ins,
    stations,
)


class Extension:
    """Works out one `extend`; after `run` it holds the new state's parts and what is to be told."""

    def __init__(self, ruleset: RocketRuleset, scoring: Scoring, state: State, action: Extend) -> None:
        self._ruleset, self._scoring, self._state = ruleset, scoring, state
        self._action, self._mover = action, action.by
        self.books = Books(state.ledger)
        self.lines = dict(state.lines)
        self.towns = state.towns
        self.log: list[Message | Receipt] = []
        self.warnings: list[Message] = []

    def run(self) -> None:
        line = self._action.line
        self._take_share(line)
        if self._action.veto is not None:
            self._veto(line)
        self._lay_track(line)
        if self._action.station is not None:
            self._join_station(line, self._action.station)
        self._connect_towns(line)
        if self._action.into is not None:
            self._merge(line, self._action.into)

    def _take_share(self, line: str) -> None:
        if gains_share(self._state, line):
            self.books.move(shares(line), PILE, player(self._mover), 1)
            left = self.books.of(shares(line), PILE)
            self.log.append(say("stephensons-rocket.takes-share", player=self._mover, line=line, left=left))
        elif self._state.lines[line].status == "isolated":
            self.log.append(say("stephensons-rocket.no-share-isolated", line=line))
        else:
            self.log.append(say("stephensons-rocket.no-share-left", line=line))

    def _veto(self, line: str) -> None:
        bids, held = self._action.veto, shares_of(self.books, line, self._state.players)
        if not any(count for name, count in held.items() if name != self._mover):
            self.warnings.append(say("stephensons-rocket.veto-without-holder", player=self._mover, line=line))
        if not bids:
            self.log.append(say("stephensons-rocket.veto-no-bids"))
            return
        winner, count = bids[-1].player, bids[-1].shares
        others = [(bid.player, bid.shares) for bid in bids[:-1]]
        real = min(count, sum(held.values()) - stand_ins(self.books, line))
        target = OUT if self.lines[line].status == "isolated" else PILE
        self.books.move(shares(line), player(winner), target, real)
        stand_in(self.books, line, player(winner), real - count)
        self.log.append(
            say("stephensons-rocket.veto-won", player=winner, count=count, line=line, others=tuple(others))
        )
        if target == OUT and real:
            self.log.append(say("stephensons-rocket.veto-out-of-game", count=real))
        if count > real:
            self.log.append(say("stephensons-rocket.veto-stand-ins", count=count - real))

    def _lay_track(self, line: str) -> None:
        before = self.lines[line]
        if not before.moved:
            start = (*before.start_towns, line) if line not in before.start_towns else before.start_towns
            self.lines[line] = before._replace(moved=True, start_towns=start)
            self.log.append(say("stephensons-rocket.leaves-start", line=line))
            return
        self._lay_tile()

    def _lay_tile(self) -> None:
        if self.books.of(TILES, SUPPLY):
            self.books.move(TILES, SUPPLY, BOARD, 1)
            self.log.append(say("stephensons-rocket.tile-laid", left=self.books.of(TILES, SUPPLY)))
        else:
            self.log.append(say("stephensons-rocket.tile-missing"))

    def _join_station(self, line: str, owner: str) -> None:
        self.books.move(stations(owner), LOOSE, on_line(line), 1)
        self.log.append(say("stephensons-rocket.station-joins", player=owner, line=line))
        if owner == self._mover:
            return
        bids = self._action.veto
        if bids and bids[-1].player != self._mover:
            self.log.append(say("stephensons-rocket.passenger-lost-to-veto", player=self._mover))
        elif self.books.of(PASSENGERS, SUPPLY):
            self.books.move(PASSENGERS, SUPPLY, player(self._mover), 1)
            left = self.books.of(PASSENGERS, SUPPLY)
            self.log.append(say("stephensons-rocket.passenger", player=self._mover, left=left))
        else:
            self.log.append(say("stephensons-rocket.no-passenger-left"))

    def _connect_towns(self, name: str) -> None:
        line = self.lines[name]
        metropolises = self._new_towns("metropolis", self._action.metropolises, line.metropolises)
        railway_towns = self._new_towns("railway-town", self._action.railway_towns, line.railway_towns)
        start_towns = unlisted(self._action.start_towns, line.start_towns)
        if line.status == "isolated" and (metropolises or railway_towns or start_towns or self._action.into):
            self.warnings.append(say("stephensons-rocket.isolated-after-all", line=name))
        if not (metropolises or railway_towns or start_towns):
            return
        self.lines[name] = line = line._replace(
            metropolises=line.metropolises + metropolises,
            railway_towns=line.railway_towns + railway_towns,
            start_towns=line.start_towns + start_towns,
        )
        for town in start_towns:
            self.log.append(say("stephensons-rocket.start-town-joins", line=name, town=town))
        players, books = self._state.players, self.books
        for city in metropolises:
            self._book(self._scoring.metropolis(books, city, name, players))
        for town in railway_towns:
            self._book(self._scoring.station(books, town, name, line.town_count, players))

    def _new_towns(self, kind: Kind, entered: tuple[str, ...], connected: tuple[str, ...]) -> tuple[str, ...]:
        if not entered:
            return ()
        self.towns = named_towns(self.towns, kind, entered)
        self.warnings += known_otherwise(self._ruleset, kind, entered)
        return unlisted((spelling(self.towns, kind, name) for name in entered), connected)

    def _book(self, receipt: Receipt) -> None:
        pay(self.books, receipt.rows)
        self.log.append(receipt)

    def _merge(self, name: str, into: str) -> None:
        players = self._state.players
        self._book(self._scoring.merger(self.books, name, into, self.lines[name].town_count, players))
        if self.lines[name].unnamed_towns and self.lines[into].town_count:
            self.warnings.append(say("stephensons-rocket.unnamed-towns-added", line=name, into=into))
        held = shares_of(self.books, name, players)
        dissolve(self.books, self.lines, name, into, players)
        self._lay_tile()
        self._exchange(name, into, held)

    def _exchange(self, name: str, into: str, held: dict[str, int]) -> None:
        """New shares for old ones, each holder served in full, from the mover clockwise."""
        old_shares = self._ruleset.exchange.old_shares
        rows: list[PayoutRow] = []
        sentences: list[Message] = []
        missing = 0
        for who in clockwise(self._state.players, self._mover):
            if not held[who]:
                continue
            due = WHOLE.divide(held[who], old_shares)
            real = min(due, self.books.of(shares(into), PILE))
            self.books.move(shares(into), PILE, player(who), real)
            extra = min(due - real, self.books.of(SUPPLEMENTARY, SUPPLY))
            stand_in(self.books, into, player(who), extra)
            missing += due - real - extra
            rows.append(PayoutRow(who, held[who], None, 0))
            sentences.append(
                say(
                    "stephensons-rocket.exchanged-with-supplementary"
                    if extra
                    else "stephensons-rocket.exchanged",
                    player=who,
                    old=held[who],
                    new=real + extra,
                    extra=extra,
                    line=into,
                )
            )
            if odd := held[who] % old_shares:
                sentences.append(say("stephensons-rocket.odd-share-lost", player=who, count=odd))
        if missing:
            sentences.append(say("stephensons-rocket.shares-ran-out", count=missing, line=into))
            self.warnings.append(say("stephensons-rocket.shares-ran-out", count=missing, line=into))
        if not sentences:
            sentences.append(say("stephensons-rocket.nothing-to-exchange", line=name))
        text = say(
            "payout.text", what=say("stephensons-rocket.exchange", line=name, into=into), how=tuple(sentences)
        )
        rule = say("stephensons-rocket.rule.exchange")
        self.log.append(Receipt("exchange", name, tuple(rows), text, tuple(sentences), rule))


def known_otherwise(ruleset: RocketRuleset, kind: Kind, names: Iterable[str]) -> list[Message]:
    """A warning for each town that the printed board has as another kind."""
    printed = {fold(town): known for town, known in ruleset.board.known.items()}
    known = [(name, printed.get(fold(name), kind)) for name in names]
    return [
        say("stephensons-rocket.known-as", town=name, kind=other) for name, other in known if other != kind
    ]


def named_towns(towns: Towns, kind: Kind, entered: Iterable[str]) -> Towns:
    """The towns named so far and those just entered; the first spelling stays."""
    new = {(kind, fold(name)): name for name in reversed(tuple(entered))}
    return {**new, **towns} if new.keys() - towns.keys() else towns


def unlisted(entered: Iterable[str], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Those not listed yet, each once."""
    return tuple(dict.fromkeys(name for name in entered if name not in listed))


def stand_in(books: Books, line: str, holder: Holder, count: int) -> None:
    """Supplementary shares given out in place of shares of the line; fewer than none are taken back."""
    books.move(SUPPLEMENTARY, SUPPLY, on_line(line), count)
    books.move(shares(line), STAND_IN, holder, count)


def dissolve(books: Books, lines: dict[str, Line], name: str, into: str, players: tuple[str, ...]) -> None:
    """The line is no more: its shares are given up, its towns and stations join the survivor."""
    extra = stand_ins(books, name)
    books.move(SUPPLEMENTARY, on_line(name), SUPPLY, extra)
    books.move(shares(name), PILE, OUT, books.of(shares(name), PILE))
    for who, count in shares_of(books, name, players).items():
        books.move(shares(name), player(who), OUT, count)
    books.move(shares(name), OUT, STAND_IN, extra)
    for who in players:
        books.move(stations(who), on_line(name), on_line(into), books.of(stations(who), on_line(name)))
    gone, survivor = lines[name], lines[into]
    lines[into] = survivor._replace(
        metropolises=survivor.metropolises + unlisted(gone.metropolises, survivor.metropolises),
        railway_towns=survivor.railway_towns + unlisted(gone.railway_towns, survivor.railway_towns),
        start_towns=survivor.start_towns + unlisted(gone.start_towns, survivor.start_towns),
        unnamed_towns=survivor.unnamed_towns + gone.unnamed_towns,
    )
    lines[name] = Line(status="merged", into=into, moved=True)
