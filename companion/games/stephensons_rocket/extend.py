"""The extension of a line: its questions, its veto, and its effects in the order of the rules.

A share is taken, bids for a veto are made, track is laid, a station joins, towns pay, lines merge.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Choice, Draft
from companion.core.errors import Violation, one_violation, reason, unknown_violations
from companion.core.game import AnyGame, Outcome, left_violations
from companion.core.ledger import Holder, OpenLedger, player
from companion.core.letters import with_letters
from companion.core.messages import Message, say
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt, pay
from companion.core.roster import clockwise
from companion.forms.questions import Names, Need, Pick, Question, Questions, Route, count_rows
from companion.forms.questions import Number as NumberQuestion
from companion.games.actions import PlayerAction, players_in
from companion.games.models import Listed, Model, Name, NameList, Number, PlayerName
from companion.games.stephensons_rocket import actions, town_names, units, unnamed
from companion.games.stephensons_rocket.choices import RocketChoices, ask, help_on, hint
from companion.games.stephensons_rocket.scoring import metropolis_payout, payout_by_towns
from companion.games.stephensons_rocket.state import Kind, Line, State


class Bid(Model):
    player: PlayerName
    shares: Number


class Extend(PlayerAction):
    line: Name
    metropolises: Listed[actions.Metropolis] = ()
    railway_towns: Listed[actions.RailwayTown] = ()
    start_towns: NameList = ()
    """Start towns, each named by its line."""
    station: PlayerName | None = None
    """Owner of a station on the new space."""
    veto: Listed[Bid] | None = None
    """Bids in order; empty if a veto was called and nobody bid."""
    into: Name | None = None
    """The line that it touches and merges into, if any."""

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        choices, line = RocketChoices(state, draft, board_notes), str(draft.get("line", ""))
        routes = _routes(state, draft, choices)
        towns = ask("towns" if any(route.by_name for route in routes) else "first-town")
        owners = []
        for who in players_in(state, lambda name: actions.loose_violations(state, name, "station")):
            loose = state.ledger.of(units.stations(str(who.value)), units.LOOSE)
            owners.append(who._replace(hint=hint("loose", count=loose)))
        station = Pick.with_keyword("station", ask("station"), choices=tuple(owners), names_player=True)
        need: Need = "unfit" if all(owner.refusal for owner in owners) else "optional"
        lines = choices.lines(lambda name: extension_violations(state, choices.who, name))
        survivors = choices.lines(lambda name: merger_violations(state, line, name))
        return (
            Pick("line", ask("extends", player=choices.who), help=help_on("extend"), choices=lines),
            Names("towns", towns, routes=routes, need="optional", help=help_on("towns")),
            replace(station, need=need, help=help_on("station")),
            _veto_question(state, draft, line, choices.who),
            Pick.with_keyword("into", ask("into"), help=help_on("into"), choices=survivors, key="."),
        )

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        named = [
            (kind, name) for kind, field in town_names.TOWN_FIELDS.items() for name in block.get(field, ())
        ]
        towns = [town_names.spelling(state.towns, *town) for town in named]
        lines = block.get("start_towns", ())
        reached = (*towns, *(say("stephensons-rocket.did.start-town", line=line) for line in lines))
        key = "merge" if block.get("into") else "extend"
        return say(f"stephensons-rocket.did.{key}{'-to' if reached else ''}", towns=reached, **block)

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        who = str(game.up(state))
        return actions.all_lines_violations(state, lambda line: extension_violations(state, who, line))

    def violations(self, game: AnyGame, state: State) -> Sequence[Violation]:
        line, towns = self.line, town_names.TownNames(state)
        violations, bids = extension_violations(state, self.by, line), Bidding(state, line, self.by)
        if line not in state.lines:
            return violations
        for kind, field, names in town_names.towns_in(self):
            violations += towns.add(kind, names, field)
        for number, town in enumerate(self.start_towns, 1):
            violations += start_town_violations(state, line, town, f"start_towns[{number}]", self.into)
        if self.station is not None:
            violations += actions.loose_violations(state, self.station, "station")
        for number, bid in enumerate(self.veto or (), 1):
            is_last = number == len(self.veto or ())
            violations += bids.violations(bid.player, bid.shares, f"veto[{number}]", is_last)
            bids.add(bid.player, bid.shares)
        return violations if self.into is None else violations + merger_violations(state, line, self.into)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        return _Extension(state, self).outcome()

    def lessons(self, game: AnyGame, state: State) -> Sequence[Lesson]:
        return town_names.town_lessons(state, [self])

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> Sequence[Message]:
        named = [(kind, name) for kind, _, names in town_names.towns_in(self) for name in names]
        return [
            doubt for town in named for doubt in town_names.noted_otherwise(game.ruleset, board_notes, *town)
        ]


def extension_violations(state: State, who: str, line: str) -> list[Violation]:
    violations, turn = actions.line_violations(state, line), state.turn
    if turn is not None and line in turn.extended and who == turn.player:
        violations += one_violation("stephensons-rocket.extended-twice", "line", line=line)
    return violations


def merger_violations(state: State, line: str, into: str) -> list[Violation]:
    if into == line:
        return one_violation("stephensons-rocket.into-itself", "into", final=True, line=line)
    return actions.line_violations(state, into, "into")


# Towns


def start_town_violations(
    state: State, line: str, town: str, field: str, into: str | None
) -> list[Violation]:
    """Violation if the town is still part of its line, unless reaching it is the merger with that line."""
    if town not in state.lines:
        return unknown_violations(town, state.lines, field)
    reached = state.lines.get(line, Line()).start_towns
    if town in (line, into) or state.lines[town].moved or town in reached:
        return []
    return one_violation("stephensons-rocket.start-town-not-left", field, line=town)


def _routes(state: State, draft: Draft, choices: RocketChoices) -> tuple[Route, ...]:
    """A route for each of the three kinds of towns. Towns that the line has reached before come last."""
    line = str(draft.get("line", ""))
    before, named = state.lines.get(line, Line()), town_names.TownNames(state)
    named.add("metropolis", draft.get("metropolises", ()))
    named.add("railway-town", draft.get("railway_towns", ()))

    def unreached_first(towns: Iterable[Choice], reached: tuple[str, ...]) -> tuple[Choice, ...]:
        known = hint("reached", line=line)
        hinted = (town._replace(hint=known) if town.meaning in reached else town for town in towns)
        return tuple(sorted(hinted, key=lambda town: town.hint == known))

    metropolises = unreached_first(choices.towns("metropolis", named), before.metropolises)
    railway_towns = unreached_first(choices.towns("railway-town", named), before.railway_towns)
    start_towns, into = [], draft.get("into")
    for town in choices.start_towns():
        against = start_town_violations(state, line, str(town.meaning), "start_towns", into)
        start_towns.append(town._replace(refusal=reason(against)))
    starts = unreached_first(start_towns, (line, *before.start_towns))
    unplaced, teaches = choices.unplaced_start_towns(), ("start-town", "line")
    start = Route("start", "start_towns", ask("a-start-town"), starts, needs_word=True)
    return (
        Route("metropolis", "metropolises", ask("a-metropolis"), metropolises, is_open=True),
        Route("railway", "railway_towns", ask("a-railway-town"), railway_towns, is_open=True),
        start._replace(unplaced=unplaced, teaches=teaches),
    )


# Vetoes


def gains_share(state: State, line: str) -> bool:
    return state.lines[line].status == "running" and state.ledger.of(units.shares(line), units.PILE) > 0


class Bidding:
    """The bids of a veto, which go round once from the mover's left."""

    def __init__(self, state: State, line: str, mover: str) -> None:
        self._state, self._line, self._mover = state, line, mover
        self.order = (*clockwise(state.seats, mover)[1:], mover)
        self.held = units.shares_of(state.ledger, line, state.players)
        if line in state.lines and gains_share(state, line):
            self.held[mover] += 1
        self._passed: set[str] = set()
        self._highest = 0

    def add(self, who: str, count: int) -> None:
        self._passed = set(self.order[: self.order.index(who) + 1])
        self._highest = max(self._highest, count)

    def least(self, who: str) -> int:
        """The lowest bid a player may make; the mover need only equal the others."""
        return self._highest + (who != self._mover or not self._highest)

    def violations(self, who: str, count: int, field: str, is_last: bool = True) -> list[Violation]:
        """Violations of the next bid. The last bid is paid, so no ruling lets it exceed the shares held."""
        line, held, least = self._line, self.held[who], self.least(who)
        bidder, bid = f"{field}.player", f"{field}.shares"
        violations = left_violations(self._state, who, bidder)
        if who in self._passed:
            violations += one_violation("stephensons-rocket.veto-order", bidder, player=who)
        if not held:
            key = "stephensons-rocket.veto-no-share"
            violations += one_violation(key, bidder, final=is_last, player=who, line=line)
        elif count > held:
            values = {"player": who, "bid": count, "held": held, "line": line}
            violations += one_violation("stephensons-rocket.veto-too-many", bid, final=is_last, **values)
        if count < least:
            violations += one_violation(
                "stephensons-rocket.veto-too-low", bid, player=who, bid=count, least=least
            )
        return violations

    def choice(self, name: str) -> Choice:
        """A bidder. A letter bids no more than the player holds, even if that is too little."""
        held, key = self.held[name], with_letters(self._state.players, self._state.given)[name]
        low = min(self.least(name), held)
        refusal = reason(self.violations(name, low, "veto"))
        return Choice(name, (), key, hint("shares", count=held), refusal, low=low, high=held)

    def prospect(self, name: str) -> Message:
        """The sentence about what a player can bid next."""
        least, held = self.least(name), self.held[name]
        key = "can-bid" if name != self._mover else "keeps"
        key = "has-none" if not held else "has-only" if held < least else key
        bids = str(held) if held == least else f"{least}-{held}"
        return say(f"stephensons-rocket.veto.{key}", player=name, least=least, held=held, bids=bids)


def _veto_question(state: State, draft: Draft, line: str, mover: str) -> Question:
    """Ask for the bids. A player who has already bid is offered with the bounds of that bid."""
    bids, bidders, last = Bidding(state, line, mover), dict[str, Choice](), ""
    could_be_called = any(held for name, held in bids.held.items() if name != mover)
    for bid in draft.get("veto") or ():
        last = str(bid.get("player", ""))
        if last in state.players:
            bidders[last] = bids.choice(last)
            if "shares" in bid:
                bids.add(last, bid["shares"])
    choices = tuple(bidders.get(name) or bids.choice(name) for name in bids.order)
    reached = max((bids.order.index(name) for name in bidders), default=-1)
    ahead = tuple(map(bids.prospect, bids.order[reached + 1 :]))
    asked = ask("veto", ahead=ahead) if ahead else ask("bid", player=bids.order[-1])
    count = NumberQuestion("shares", say("ask.share-count"), low=bids.least(last))
    if last in bidders:
        bidder = bidders[last]
        count = NumberQuestion("shares", ask("bid", player=last), low=bidder.low, high=bidder.high)
    who = Pick("player", ask("bidder"), choices=choices, names_player=True)
    need: Need = "optional" if could_be_called or line not in state.lines else "unfit"
    veto = count_rows(who).with_keyword("veto", asked, need=need, questions=(who, count))
    return replace(veto, help=help_on("veto"), none=say("stephensons-rocket.no-bid"), key="-")


# Playing


class _Extension:
    def __init__(self, state: State, action: Extend) -> None:
        self._ruleset, self._state, self._action, self._mover = state.ruleset, state, action, action.by
        self._ledger = OpenLedger(state.ledger)
        self._lines = dict(state.lines)
        self._names = town_names.TownNames(state)
        self._log: list[Message | Receipt] = []
        self._warnings = self._names.warnings

    def outcome(self) -> Outcome[State]:
        action, line = self._action, self._action.line
        takes_share = gains_share(self._state, line)
        if takes_share:
            self._ledger.move(units.shares(line), units.PILE, player(self._mover), 1)
        if action.veto is not None:
            self._veto(line, action.veto)
        self._log.insert(0, self._share_message(line, takes_share))
        self._lay_track(line)
        if action.station is not None:
            self._join_station(line, action.station)
        self._connect_towns(line)
        if action.into is not None:
            self._merge(line, action.into)
        ledger, turn = self._ledger.close(), self._state.turn_after(self._mover, line)
        new = self._state._replace(ledger=ledger, lines=self._lines, towns=self._names.towns, turn=turn)
        self._warnings += unnamed.beyond_board(new, action.into or line)
        return Outcome(new, self._ledger.postings, self._log, self._warnings)

    def _share_message(self, line: str, takes_share: bool) -> Message:
        if takes_share and (self._action.into is not None or self._action.veto):
            return say("stephensons-rocket.takes-last-share", player=self._mover, line=line)
        if takes_share:
            left = self._ledger.of(units.shares(line), units.PILE)
            return say("stephensons-rocket.takes-share", player=self._mover, line=line, left=left)
        if self._state.lines[line].status == "isolated":
            return say("stephensons-rocket.no-share-isolated", line=line)
        return say("stephensons-rocket.no-share-left", line=line)

    def _veto(self, line: str, bids: Sequence[Bid]) -> None:
        held = units.shares_of(self._ledger, line, self._state.players)
        if not any(count for name, count in held.items() if name != self._mover):
            warning = say("stephensons-rocket.veto-without-holder", player=self._mover, line=line)
            self._warnings.append(warning)
        if not bids:
            self._log.append(say("stephensons-rocket.veto-no-bids"))
            return
        *others, (winner, count) = ((bid.player, bid.shares) for bid in bids)
        real = min(count, sum(held.values()) - units.stand_ins(self._ledger, line))
        target = units.OUT if self._lines[line].status == "isolated" else units.PILE
        self._ledger.move(units.shares(line), player(winner), target, real)
        stand_in(self._ledger, line, player(winner), real - count)
        values = {"player": winner, "count": count, "line": line, "others": tuple(others)}
        self._log.append(say("stephensons-rocket.veto-won", **values))
        if target == units.OUT and real:
            self._log.append(say("stephensons-rocket.veto-out-of-game", count=real))
        if count > real:
            self._log.append(say("stephensons-rocket.veto-stand-ins", count=count - real))

    def _lay_track(self, line: str) -> None:
        if self._lines[line].moved:
            self._lay_tile("tile-laid" if self._action.into is None else "tile-laid-first")
        else:
            self._lines[line] = self._lines[line]._replace(moved=True).with_towns(Line(start_towns=(line,)))
            self._log.append(say("stephensons-rocket.leaves-start", line=line))

    def _lay_tile(self, key: str) -> None:
        if left := self._ledger.of(units.TILES, units.SUPPLY):
            self._ledger.move(units.TILES, units.SUPPLY, units.BOARD, 1)
            is_last = key != "tile-laid-first"
            values = {"line": self._action.line, "left": left - 1} if is_last else {}
            self._log.append(say(f"stephensons-rocket.{key}", **values))
        else:
            self._log.append(say("stephensons-rocket.tile-missing"))

    def _join_station(self, line: str, owner: str) -> None:
        self._ledger.move(units.stations(owner), units.LOOSE, units.on_line(line), 1)
        self._log.append(say("stephensons-rocket.station-joins", player=owner, line=line))
        if owner == self._mover:
            return
        bids = self._action.veto
        if bids and bids[-1].player != self._mover:
            self._log.append(say("stephensons-rocket.passenger-lost-to-veto", player=self._mover))
        elif left := self._ledger.of(units.PASSENGERS, units.SUPPLY):
            self._ledger.move(units.PASSENGERS, units.SUPPLY, player(self._mover), 1)
            self._log.append(say("stephensons-rocket.passenger", player=self._mover, left=left - 1))
        else:
            self._log.append(say("stephensons-rocket.no-passenger-left"))

    def _connect_towns(self, name: str) -> None:
        before, action, ruleset, players = self._lines[name], self._action, self._ruleset, self._state.players
        metropolises = self._spell("metropolis", action.metropolises, before.metropolises)
        railway_towns = self._spell("railway-town", action.railway_towns, before.railway_towns)
        # the start town of a line still there is no town: reaching it is the merger
        left = (town for town in action.start_towns if town != action.into or self._state.lines[town].moved)
        more = Line(metropolises=metropolises, railway_towns=railway_towns, start_towns=tuple(left))
        line = before.with_towns(more)
        new = line.since(before)
        if name in new.start_towns:  # it left that town earlier, so it was one of the unnamed ones
            line = line.after_naming(1)
        self._lines[name] = line
        if line.status == "isolated" and (line != before or action.into):
            self._warnings.append(say("stephensons-rocket.isolated-after-all", line=name))
        for town in new.start_towns:
            self._log.append(say("stephensons-rocket.start-town-joins", line=name, town=town))
        for city in new.metropolises:
            self._pay(metropolis_payout(self._state, self._ledger, city, name))
        towns, held = line.town_count, units.stations_on(self._ledger, name, players)
        for town in new.railway_towns:
            what = say("stephensons-rocket.station", line=name, town=town, towns=towns)
            self._pay(payout_by_towns(ruleset, "station", name, towns, held, what))
        self._warnings += unnamed.reached_again(self._lines, name, new)

    def _spell(self, kind: Kind, entered: Sequence[str], connected: Sequence[str]) -> tuple[str, ...]:
        """Return the names entered as the session spells them, and warn of towns reached before."""
        towns, line = tuple(self._names.spell(kind, entered)), self._action.line
        again = (name for name in towns if name in connected)
        self._warnings += [say("stephensons-rocket.reached-again", town=name, line=line) for name in again]
        return towns

    def _pay(self, receipt: Receipt) -> None:
        self._log += pay(self._ledger, units.MONEY, receipt)

    def _merge(self, name: str, into: str) -> None:
        """Pay for the line's shares, join towns and stations to `into`, lay a tile, exchange the shares."""
        players, towns = self._state.players, self._lines[name].town_count
        held = units.shares_of(self._ledger, name, players)
        what = say("stephensons-rocket.merger", line=name, into=into, towns=towns)
        self._pay(payout_by_towns(self._ruleset, "merger", name, towns, held, what))
        self._warnings += unnamed.added_by_merger(self._lines, name, into)
        dissolve(self._ledger, self._lines, name, into, players)
        self._lay_tile("tile-replaces")
        self._exchange(name, into, held)

    def _exchange(self, name: str, into: str, held: dict[str, int]) -> None:
        """Exchange old shares for new ones, clockwise from the mover, for each holder in full."""
        old_shares = self._ruleset.exchange.old_shares
        rows: list[PayoutRow] = []
        sentences: list[Message] = []
        lost: list[tuple[str, int]] = []
        missing = 0
        for who in clockwise(self._state.seats, self._mover):
            if not held[who]:
                continue
            due = WHOLE.divide(held[who], old_shares)
            real = min(due, self._ledger.of(units.shares(into), units.PILE))
            self._ledger.move(units.shares(into), units.PILE, player(who), real)
            extra = min(due - real, self._ledger.of(units.SUPPLEMENTARY, units.SUPPLY))
            stand_in(self._ledger, into, player(who), extra)
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
            sentences.append(say("stephensons-rocket.shares-ran-out", count=missing, line=into))
            self._warnings.append(sentences[-1])
        what, steps = say("stephensons-rocket.exchange", line=name, into=into), tuple(sentences)
        text, rule = say("payout.text", what=what, how=steps), say("stephensons-rocket.rule.exchange")
        self._log.append(Receipt("exchange", name, tuple(rows), text, steps, rule))


def stand_in(ledger: OpenLedger, line: str, holder: Holder, count: int) -> None:
    """Give supplementary shares in place of shares of the line; a negative count takes them back."""
    ledger.move(units.SUPPLEMENTARY, units.SUPPLY, units.on_line(line), count)
    ledger.move(units.shares(line), units.STAND_IN, holder, count)


def dissolve(
    ledger: OpenLedger, lines: dict[str, Line], name: str, into: str, players: tuple[str, ...]
) -> None:
    """Give up the shares of a line, and join its towns and stations to the line `into`."""
    extra = units.stand_ins(ledger, name)
    ledger.move(units.SUPPLEMENTARY, units.on_line(name), units.SUPPLY, extra)
    ledger.settle(units.shares(name), units.OUT, [(units.PILE, 0), *((player(who), 0) for who in players)])
    ledger.move(units.shares(name), units.OUT, units.STAND_IN, extra)
    for who in players:
        ledger.settle(units.stations(who), units.on_line(into), [(units.on_line(name), 0)])
    lines[into] = lines[into].with_towns(lines[name])
    lines[name] = Line(status="merged", into=into, moved=True)
