"""One line extended, in the order of the rules: share, veto, track, station, payouts, merger."""

from collections.abc import Iterable

from companion.core.game import Outcome
from companion.core.ledger import Holder, OpenLedger, player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt
from companion.core.table import clockwise
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.actions import Extend
from companion.games.stephensons_rocket.checks import gains_share
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import by_towns, metropolis, pay
from companion.games.stephensons_rocket.state import Kind, Line, State, Towns, Turn, spelling, unlisted


class Extension:
    def __init__(self, ruleset: RocketRuleset, state: State, action: Extend) -> None:
        self._ruleset, self._state, self._action, self._mover = ruleset, state, action, action.by
        self._books = OpenLedger(state.ledger)
        self._lines = dict(state.lines)
        self._towns = state.towns
        self._log: list[Message | Receipt] = []
        self._warnings: list[Message] = []

    def outcome(self, turn: Turn | None) -> Outcome[State]:
        """What the extension does; `turn` is the one after it."""
        line = self._action.line
        takes_share = gains_share(self._state, line)
        if takes_share:
            self._books.move(units.shares(line), units.PILE, player(self._mover), 1)
        if self._action.veto is not None:
            self._veto(line)
        self._log.insert(0, self._share_message(line, takes_share))
        self._lay_track(line)
        if self._action.station is not None:
            self._join_station(line, self._action.station)
        self._connect_towns(line)
        if self._action.into is not None:
            self._merge(line, self._action.into)
        new = self._state._replace(
            ledger=self._books.close(), lines=self._lines, towns=self._towns, turn=turn
        )
        return Outcome(new, self._books.postings, self._log, self._warnings)

    def _share_message(self, line: str, takes_share: bool) -> Message:
        if takes_share and (self._action.into is not None or self._action.veto):
            return say("stephensons-rocket.takes-last-share", player=self._mover, line=line)
        if takes_share:
            left = self._books.of(units.shares(line), units.PILE)
            return say("stephensons-rocket.takes-share", player=self._mover, line=line, left=left)
        if self._state.lines[line].status == "isolated":
            return say("stephensons-rocket.no-share-isolated", line=line)
        return say("stephensons-rocket.no-share-left", line=line)

    def _veto(self, line: str) -> None:
        bids, held = self._action.veto, units.shares_of(self._books, line, self._state.players)
        if not any(count for name, count in held.items() if name != self._mover):
            warning = say("stephensons-rocket.veto-without-holder", player=self._mover, line=line)
            self._warnings.append(warning)
        if not bids:
            self._log.append(say("stephensons-rocket.veto-no-bids"))
            return
        *others, (winner, count) = ((bid.player, bid.shares) for bid in bids)
        real = min(count, sum(held.values()) - units.stand_ins(self._books, line))
        target = units.OUT if self._lines[line].status == "isolated" else units.PILE
        self._books.move(units.shares(line), player(winner), target, real)
        stand_in(self._books, line, player(winner), real - count)
        values = {"player": winner, "count": count, "line": line, "others": tuple(others)}
        self._log.append(say("stephensons-rocket.veto-won", **values))
        if target == units.OUT and real:
            self._log.append(say("stephensons-rocket.veto-out-of-game", count=real))
        if count > real:
            self._log.append(say("stephensons-rocket.veto-stand-ins", count=count - real))

    def _lay_track(self, line: str) -> None:
        before = self._lines[line]
        if before.moved:
            self._lay_tile("tile-laid" if self._action.into is None else "tile-laid-first")
            return
        start = before.start_towns + unlisted([line], before.start_towns)
        self._lines[line] = before._replace(moved=True, start_towns=start)
        self._log.append(say("stephensons-rocket.leaves-start", line=line))

    def _lay_tile(self, said: str) -> None:
        if left := self._books.of(units.TILES, units.SUPPLY):
            self._books.move(units.TILES, units.SUPPLY, units.BOARD, 1)
            is_last = said != "tile-laid-first"
            values = {"line": self._action.line, "left": left - 1} if is_last else {}
            self._log.append(say(f"stephensons-rocket.{said}", **values))
        else:
            self._log.append(say("stephensons-rocket.tile-missing"))

    def _join_station(self, line: str, owner: str) -> None:
        self._books.move(units.stations(owner), units.LOOSE, units.on_line(line), 1)
        self._log.append(say("stephensons-rocket.station-joins", player=owner, line=line))
        if owner == self._mover:
            return
        bids = self._action.veto
        if bids and bids[-1].player != self._mover:
            self._log.append(say("stephensons-rocket.passenger-lost-to-veto", player=self._mover))
        elif left := self._books.of(units.PASSENGERS, units.SUPPLY):
            self._books.move(units.PASSENGERS, units.SUPPLY, player(self._mover), 1)
            self._log.append(say("stephensons-rocket.passenger", player=self._mover, left=left - 1))
        else:
            self._log.append(say("stephensons-rocket.no-passenger-left"))

    def _connect_towns(self, name: str) -> None:
        line = self._lines[name]
        metropolises = self._new_towns("metropolis", self._action.metropolises, line.metropolises)
        railway_towns = self._new_towns("railway-town", self._action.railway_towns, line.railway_towns)
        start_towns = unlisted(self._action.start_towns, line.start_towns)
        if line.status == "isolated" and (metropolises or railway_towns or start_towns or self._action.into):
            self._warnings.append(say("stephensons-rocket.isolated-after-all", line=name))
        if not (metropolises or railway_towns or start_towns):
            return
        self._lines[name] = line = line._replace(
            metropolises=line.metropolises + metropolises,
            railway_towns=line.railway_towns + railway_towns,
            start_towns=line.start_towns + start_towns,
        )
        for town in start_towns:
            self._log.append(say("stephensons-rocket.start-town-joins", line=name, town=town))
        players, ledger = self._state.players, self._books
        for city in metropolises:
            self._pay(metropolis(self._ruleset, ledger, city, name, players))
        towns = line.town_count
        for town in railway_towns:
            what = say("stephensons-rocket.station", line=name, town=town, towns=towns)
            held = units.stations_on(ledger, name, players)
            self._pay(by_towns(self._ruleset, "station", name, towns, held, what))

    def _new_towns(self, kind: Kind, entered: tuple[str, ...], connected: tuple[str, ...]) -> tuple[str, ...]:
        if not entered:
            return ()
        self._towns = named_towns(self._towns, kind, entered)
        self._warnings += known_otherwise(self._ruleset, kind, entered)
        towns, line = [spelling(self._towns, kind, name) for name in entered], self._action.line
        again = (name for name in towns if name in connected)
        self._warnings += [say("stephensons-rocket.reached-again", town=name, line=line) for name in again]
        return unlisted(towns, connected)

    def _pay(self, receipt: Receipt) -> None:
        pay(self._books, receipt)
        self._log.append(receipt)

    def _merge(self, name: str, into: str) -> None:
        players, towns = self._state.players, self._lines[name].town_count
        held = units.shares_of(self._books, name, players)
        what = say("stephensons-rocket.merger", line=name, into=into, towns=towns)
        self._pay(by_towns(self._ruleset, "merger", name, towns, held, what))
        if self._lines[name].unnamed_towns and self._lines[into].town_count:
            self._warnings.append(say("stephensons-rocket.unnamed-towns-added", line=name, into=into))
        dissolve(self._books, self._lines, name, into, players)
        self._lay_tile("tile-replaces")
        self._exchange(name, into, held)

    def _exchange(self, name: str, into: str, held: dict[str, int]) -> None:
        """New shares for old ones, each holder served in full, from the mover clockwise."""
        old_shares = self._ruleset.exchange.old_shares
        rows: list[PayoutRow] = []
        sentences: list[Message] = []
        lost: list[tuple[str, int]] = []
        missing = 0
        for who in clockwise(self._state.seats, self._mover):
            if not held[who]:
                continue
            due = WHOLE.divide(held[who], old_shares)
            real = min(due, self._books.of(units.shares(into), units.PILE))
            self._books.move(units.shares(into), units.PILE, player(who), real)
            extra = min(due - real, self._books.of(units.SUPPLEMENTARY, units.SUPPLY))
            stand_in(self._books, into, player(who), extra)
            missing += due - real - extra
            rows.append(PayoutRow(who, held[who], None, 0))
            key = "exchanged-with-supplementary" if extra else "exchanged"
            values = {"old": held[who], "new": real + extra, "extra": extra, "line": into}
            if due:
                sentences.append(say(f"stephensons-rocket.{key}", player=who, **values))
            if odd := held[who] % old_shares:
                lost.append((who, odd))
        if not sentences:
            sentences.append(say("stephensons-rocket.nothing-to-exchange"))
        if lost:
            sentences.append(say("stephensons-rocket.odd-shares-lost", lost=tuple(lost)))
        if missing:
            ran_out = say("stephensons-rocket.shares-ran-out", count=missing, line=into)
            sentences.append(ran_out)
            self._warnings.append(ran_out)
        what, steps = say("stephensons-rocket.exchange", line=name, into=into), tuple(sentences)
        text, rule = say("payout.text", what=what, how=steps), say("stephensons-rocket.rule.exchange")
        self._log.append(Receipt("exchange", name, tuple(rows), text, steps, rule))


def known_otherwise(ruleset: RocketRuleset, kind: Kind, names: Iterable[str]) -> list[Message]:
    """A warning for each town that is of another kind on the printed board."""
    printed = {fold(town): known for town, known in ruleset.board.known.items()}
    known = [(name, printed.get(fold(name), kind)) for name in names]
    return [say("stephensons-rocket.known-as", town=name, kind=of) for name, of in known if of != kind]


def named_towns(towns: Towns, kind: Kind, entered: Iterable[str]) -> Towns:
    """The towns named so far and those just entered; the first spelling stays."""
    new = {(kind, fold(name)): name for name in reversed(tuple(entered))}
    return {**new, **towns} if new.keys() - towns.keys() else towns


def stand_in(ledger: OpenLedger, line: str, holder: Holder, count: int) -> None:
    """Supplementary shares given out in place of shares of the line; fewer than none are taken back."""
    ledger.move(units.SUPPLEMENTARY, units.SUPPLY, units.on_line(line), count)
    ledger.move(units.shares(line), units.STAND_IN, holder, count)


def dissolve(
    ledger: OpenLedger, lines: dict[str, Line], name: str, into: str, players: tuple[str, ...]
) -> None:
    """The line is no more: its shares are given up, its towns and stations join the survivor."""
    extra = units.stand_ins(ledger, name)
    ledger.move(units.SUPPLEMENTARY, units.on_line(name), units.SUPPLY, extra)
    ledger.settle(units.shares(name), units.OUT, [(units.PILE, 0), *((player(who), 0) for who in players)])
    ledger.move(units.shares(name), units.OUT, units.STAND_IN, extra)
    for who in players:
        ledger.settle(units.stations(who), units.on_line(into), [(units.on_line(name), 0)])
    gone, survivor = lines[name], lines[into]
    lines[into] = survivor._replace(
        metropolises=survivor.metropolises + unlisted(gone.metropolises, survivor.metropolises),
        railway_towns=survivor.railway_towns + unlisted(gone.railway_towns, survivor.railway_towns),
        start_towns=survivor.start_towns + unlisted(gone.start_towns, survivor.start_towns),
        unnamed_towns=survivor.unnamed_towns + gone.unnamed_towns,
    )
    lines[name] = Line(status="merged", into=into, moved=True)
