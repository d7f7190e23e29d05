"""What an action does for one player: pieces that move, and the receipt that explains it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.game import Outcome
from companion.core.ledger import BANK, Books, player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt
from companion.games.whistle_stop.actions import Stopping, Use
from companion.games.whistle_stop.purse import Flow
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    BOARD,
    GOLD,
    HOME,
    OUT,
    POINTS,
    SUPPLY,
    State,
    Turn,
    held,
    next_share,
    piece,
    share,
    share_count,
    trains,
)

GOES_TO_PLAYER = ("toll.good", "tribute")


class Effects:
    """One entry being worked out."""

    def __init__(self, ruleset: WhistleStopRuleset, state: State, who: str) -> None:
        self._ruleset, self._state, self._who = ruleset, state, who
        self.books = Books(state.ledger)
        self.log: list[Message | Receipt] = []
        self.warnings: list[Message] = []
        self._gold = state.gold
        self._prices = state.prices

    def done(self, turn: Turn | None, **more: Any) -> Outcome[State]:
        new = self._state._replace(
            ledger=self.books.close(), gold=self._gold, prices=self._prices, turn=turn, **more
        )
        return Outcome(new, self.books.postings, self.log, self.warnings)

    # Pieces

    def run(self, flows: Iterable[Flow], receiver: str | None = None) -> None:
        """Books goods and markers that come and go; tolls and tributes go to their receiver."""
        if self._state.is_light:
            return
        move, own = self.books.move, player(self._who)
        for field, name, change, _ in flows:
            other = player(receiver) if receiver and field in GOES_TO_PLAYER else BANK
            if name != "gold":
                move(piece(name), other, own, change)

    def discard(self, who: str, pieces: Mapping[str, int] | None) -> None:
        for name, count in (pieces or {}).items():
            self.books.move(piece(name), player(who), BANK, count)
        if pieces and any(pieces.values()):
            self.log.append(say("whistle-stop.discards", player=who, pieces=piece_counts(pieces)))

    def receipt(self, kind: str, subject: str | None, points: int, key: str, **values: Any) -> None:
        """Books points, or none, with the receipt that says why."""
        self.books.move(POINTS, BANK, player(self._who), points)
        rows = (PayoutRow(self._who, None, None, points),) if points else ()
        text, rule = say(key, player=self._who, points=points, **values), say(f"whistle-stop.rule.{kind}")
        self.log.append(Receipt(kind, subject, rows, text, (), rule))

    def paid(self, how: str, pieces: Mapping[str, int] | None) -> Message | str:
        """What somebody paid; nothing is said of it where pieces are not kept."""
        if self._state.is_light and not pieces:
            return ""
        return say(how, pieces=piece_counts(pieces or {}))

    # Stops

    def stop(self, action: Stopping, stop: str, kind: str = "stop") -> None:
        if stop == "gold-mine":
            self._take_gold(1, action.gold or ())
            self.receipt(kind, stop, 0, "whistle-stop.takes-gold", stop=stop)
        elif stop == "trading-post":
            self._trade(kind, stop, action)
        elif stop == "town":
            self._town(action)
        elif stop == "exchange":
            self._exchange(action)
        elif stop == "end":
            self._price("end-tile", action.tile, action, say("whistle-stop.an-end-tile"))
        elif action.good is not None or self._ruleset.gains(stop):
            self._gains(kind, stop, action)
        else:
            self.receipt(kind, stop, 0, "whistle-stop.stops", stop=stop)
        if stop == "end" or action.end:
            self._come_home(action)

    def _gains(self, kind: str, what: str, action: Stopping) -> None:
        gained = self._ruleset.gains(what) if action.good is None else {action.good: 1}
        self.receipt(kind, what, 0, "whistle-stop.gains", pieces=piece_counts(gained), stop=what)

    def _take_gold(self, tokens: int, values: Sequence[int]) -> None:
        self.books.move(GOLD, SUPPLY, player(self._who), tokens)
        unknown: tuple[int | None, ...] = (None,) * (tokens - len(values))
        self._gold = {**self._gold, self._who: (*self._gold[self._who], *values, *unknown)}

    def _trade(self, kind: str, subject: str, action: Stopping) -> None:
        made = tuple(say("whistle-stop.trade", give=one.give, get=one.get) for one in action.trades or ())
        self.receipt(
            kind,
            subject,
            0,
            "whistle-stop.trades" if made else "whistle-stop.trades-nothing",
            trades=made,
            stop=subject,
        )

    def _price(
        self,
        kind: str,
        subject: str | None,
        action: Stopping,
        what: Message,
        key: str = "whistle-stop.end-tile",
        **more: Any,
    ) -> None:
        """Points for what is paid, or a penalty, by which they never fall below zero."""
        if action.penalty is None:
            paid = self.paid("whistle-stop.paid-with", action.pay)
            self.receipt(kind, subject, action.points or 0, key, what=what, paid=paid, **more)
            return
        lost = min(action.penalty, held(self.books, POINTS, self._who))
        key = "whistle-stop.penalty" if lost == action.penalty else "whistle-stop.penalty-floor"
        self.receipt(kind, subject, -lost, key, what=what, penalty=action.penalty, lost=lost)

    def _town(self, action: Stopping) -> None:
        name, number = action.town, None
        what = say("whistle-stop.a-town") if name is None else say("whistle-stop.town-named", town=name)
        if action.penalty is None:
            assert action.company is not None
            number = next_share(self._ruleset, self.books, action.company)
            if number is not None:
                self.books.move(share(action.company, number), SUPPLY, player(self._who), 1)
            if name is not None:
                self._prices = {**self._prices, fold(name): action.pay or {}}
        elif name is not None and fold(name) in self._prices and not self._state.is_light:
            price = self._prices[fold(name)]
            if all(held(self.books, piece(good), self._who) >= count for good, count in price.items()):
                self.warnings.append(could_pay(self._who, name, price))
        key = "whistle-stop.town-no-share" if number is None else "whistle-stop.town"
        self._price("town", name, action, what, key, company=action.company, number=number)

    def _exchange(self, action: Stopping) -> None:
        assert action.rate is not None
        owned = share_count(self._ruleset, self.books, self._who)
        given = action.share
        if given is not None:
            self.books.move(share(given.company, given.number), player(self._who), OUT, 1)
            if not self._state.options.exchange_counts_paid:
                owned -= 1
        key = "whistle-stop.exchange-nothing" if given is None else "whistle-stop.exchange"
        values = {} if given is None else {"company": given.company, "number": given.number}
        points = action.rate * owned
        self.receipt("exchange", action.tile, points, key, rate=action.rate, count=owned, **values)

    def _come_home(self, action: Stopping) -> None:
        """The train goes to the resource track and takes the rewards of its space."""
        self.books.move(trains(self._who), BOARD, HOME, 1)
        rewards = action.rewards or ()
        counts = {name: rewards.count(name) for name in rewards}
        if "gold" in counts:
            self._take_gold(counts["gold"], action.gold or ())
        left = self.books.of(trains(self._who), BOARD)
        key = "whistle-stop.home-light" if self._state.is_light and not rewards else "whistle-stop.home"
        self.log.append(say(key, player=self._who, pieces=piece_counts(counts), left=left))

    # Upgrades

    def use(self, action: Use) -> None:
        name, kind = action.upgrade, "upgrade"
        if name == "caboose":
            assert action.stop is not None
            self.log.append(say("whistle-stop.uses", player=self._who, upgrade=name))
            self.stop(action, action.stop, kind)
        elif name == "open-wagon":
            self._trade(kind, name, action)
        elif name == "mine-cart":
            self._take_gold(1, action.gold or ())
            self.receipt(kind, name, 0, "whistle-stop.takes-gold", stop=name)
        elif name == "first-class-cabin":
            rule, count = self._ruleset.cabin, share_count(self._ruleset, self.books, self._who)
            points = rule.fame * WHOLE.divide(count, rule.shares)
            self.receipt(
                kind, name, points, "whistle-stop.cabin", count=count, each=rule.shares, rate=rule.fame
            )
        elif name == "safe":
            self._safe(action)
        else:
            self._gains(kind, name, action)

    def _safe(self, action: Use) -> None:
        gone, company = action.share, action.company
        assert gone is not None
        assert company is not None
        number = next_share(self._ruleset, self.books, company)
        assert number is not None
        self.books.move(share(gone.company, gone.number), player(self._who), OUT, 1)
        self.books.move(share(company, number), SUPPLY, player(self._who), 1)
        values = {"company": gone.company, "number": gone.number, "other": company, "gained": number}
        self.receipt("upgrade", "safe", 0, "whistle-stop.safe", **values)


def could_pay(who: str, town: str, price: Mapping[str, int]) -> Message:
    return say("whistle-stop.could-pay", player=who, town=town, pieces=piece_counts(price))


def piece_counts(pieces: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, count) for name, count in pieces.items() if count)
