"""What a stop or an upgrade does: pieces that move, and the receipt that explains it."""

from collections.abc import Mapping, Sequence

from companion.core.ledger import BANK, Books, player
from companion.core.messages import Message, say
from companion.core.payouts import WHOLE
from companion.core.receipts import PayoutRow, Receipt
from companion.games.whistle_stop.actions import Move, Stopping, Trade, Use
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    BOARD,
    FAME,
    GOLD,
    HOME,
    OUT,
    SUPPLY,
    State,
    held,
    next_share,
    piece,
    share,
    shares_of,
    trains,
)


class Effects:
    """One entry being worked out for one player."""

    def __init__(self, ruleset: WhistleStopRuleset, state: State, who: str) -> None:
        self._ruleset, self._state, self._who = ruleset, state, who
        self.books = Books(state.ledger)
        self.log: list[Message | Receipt] = []
        self.gold: Mapping[str, tuple[int | None, ...]] = state.gold

    # Pieces

    def gain(self, name: str, count: int, who: str | None = None) -> None:
        self.books.move(piece(name), BANK, player(who or self._who), count)

    def spend(self, name: str, count: int) -> None:
        self.books.move(piece(name), player(self._who), BANK, count)

    def spend_all(self, pieces: Mapping[str, int]) -> None:
        for name, count in pieces.items():
            self.spend(name, count)

    def pass_on(self, good: str, to: str) -> None:
        self.books.move(piece(good), player(self._who), player(to), 1)

    def discard(self, who: str, pieces: Mapping[str, int] | None) -> None:
        for name, count in (pieces or {}).items():
            self.books.move(piece(name), player(who), BANK, count)
        if pieces and any(pieces.values()):
            self.log.append(say("whistle-stop.discards", player=who, pieces=piece_counts(pieces)))

    def score(self, receipt: Receipt) -> None:
        for row in receipt.rows:
            self.books.move(FAME, BANK, player(row.player), row.amount)
        self.log.append(receipt)

    def receipt(self, kind: str, subject: str | None, fame: int, text: Message) -> Receipt:
        rows = (PayoutRow(self._who, None, None, fame),) if fame else ()
        return Receipt(kind, subject, rows, text, (), say(f"whistle-stop.rule.{kind}"))

    # Stops

    def stop(self, action: Stopping, stop: str, kind: str = "stop") -> None:
        ruleset, who = self._ruleset, self._who
        if stop in ruleset.goods:
            self.gain(stop, 1)
            self._plain(kind, stop, say("whistle-stop.gains", player=who, pieces=((stop, 1),), stop=stop))
        elif stop in ("coal-yard", "whistle-factory"):
            rule = ruleset.stops[stop]
            gained = {
                name: count for name, count in (("coal", rule.coal), ("whistle", rule.whistle)) if count
            }
            for name, count in gained.items():
                self.gain(name, count)
            self._plain(
                kind, stop, say("whistle-stop.gains", player=who, pieces=piece_counts(gained), stop=stop)
            )
        elif stop == "store":
            assert action.good is not None
            self.gain(action.good, 1)
            text = say("whistle-stop.gains", player=who, pieces=((action.good, 1),), stop=stop)
            self._plain(kind, stop, text)
        elif stop == "gold-mine":
            self.take_gold(1, action.gold or ())
            self._plain(kind, stop, say("whistle-stop.takes-gold", player=who, stop=stop))
        elif stop == "trading-post":
            self.trade(kind, stop, action.trades or ())
        elif stop == "town":
            self._town(action)
        elif stop == "exchange":
            self._exchange(action)
        elif stop == "end":
            self._end(action)
        else:
            self._plain(kind, stop, say("whistle-stop.stops", player=who, stop=stop))

    def _plain(self, kind: str, subject: str, text: Message) -> None:
        self.log.append(self.receipt(kind, subject, 0, text))

    def take_gold(self, tokens: int, values: Sequence[int]) -> None:
        self.books.move(GOLD, SUPPLY, player(self._who), tokens)
        unknown: tuple[int | None, ...] = (None,) * (tokens - len(values))
        self.gold = {**self.gold, self._who: (*self.gold[self._who], *values, *unknown)}

    def trade(self, kind: str, subject: str, trades: Sequence[Trade]) -> None:
        made = []
        for trade in trades:
            self.spend(trade.give, 1)
            for name in trade.get:
                self.gain(name, 1)
            made.append(say("whistle-stop.trade", give=trade.give, get=tuple(trade.get)))
        key = "whistle-stop.trades" if made else "whistle-stop.trades-nothing"
        self._plain(kind, subject, say(key, player=self._who, trades=tuple(made), stop=subject))

    def _penalty(self, kind: str, subject: str | None, penalty: int, what: Message) -> None:
        """Fame never falls below nothing by a penalty."""
        lost = min(penalty, held(self.books, FAME, self._who))
        key = "whistle-stop.penalty" if lost == penalty else "whistle-stop.penalty-floor"
        text = say(key, player=self._who, what=what, penalty=penalty, lost=lost)
        self.score(self.receipt(kind, subject, -lost, text))

    def _town(self, action: Stopping) -> None:
        name = action.town
        what = say("whistle-stop.a-town") if name is None else say("whistle-stop.town-named", town=name)
        if action.penalty is not None:
            self._penalty("town", name, action.penalty, what)
            return
        assert action.fame is not None
        assert action.company is not None
        self.spend_all(action.pay or {})
        number = next_share(self.books, action.company, self._ruleset.shares.numbers)
        if number is not None:
            self.books.move(share(action.company, number), SUPPLY, player(self._who), 1)
        key = "whistle-stop.town-no-share" if number is None else "whistle-stop.town"
        text = say(
            key,
            player=self._who,
            what=what,
            pieces=piece_counts(action.pay or {}),
            fame=action.fame,
            company=action.company,
            number=number,
        )
        self.score(self.receipt("town", name, action.fame, text))

    def _exchange(self, action: Stopping) -> None:
        assert action.rate is not None
        owned = self._share_count()
        if action.share is not None:
            gone = share(action.share.company, action.share.number)
            self.books.move(gone, player(self._who), OUT, 1)
        counted = owned if self._state.options.exchange_counts_paid else self._share_count()
        fame = action.rate * counted
        key = "whistle-stop.exchange" if action.share is not None else "whistle-stop.exchange-nothing"
        text = say(
            key,
            player=self._who,
            rate=action.rate,
            count=counted,
            fame=fame,
            company=action.share.company if action.share else None,
            number=action.share.number if action.share else None,
        )
        self.score(self.receipt("exchange", action.tile, fame, text))
        if isinstance(action, Move) and action.end:
            self._come_home(action)

    def _share_count(self) -> int:
        owned = shares_of(self.books, self._who, tuple(self._ruleset.companies), self._ruleset.shares.numbers)
        return sum(len(numbers) for numbers in owned.values())

    def _end(self, action: Stopping) -> None:
        what = say("whistle-stop.an-end-tile")
        if action.penalty is not None:
            self._penalty("end-tile", action.tile, action.penalty, what)
        else:
            assert action.fame is not None
            self.spend_all(action.pay or {})
            pieces = piece_counts(action.pay or {})
            text = say("whistle-stop.end-tile", player=self._who, what=what, pieces=pieces, fame=action.fame)
            self.score(self.receipt("end-tile", action.tile, action.fame, text))
        assert isinstance(action, Move)
        self._come_home(action)

    def _come_home(self, action: Move) -> None:
        """The train goes to the resource track and takes the rewards of its space."""
        self.books.move(trains(self._who), BOARD, HOME, 1)
        rewards = action.rewards or ()
        for name in rewards:
            if name != "gold":
                self.gain(name, 1)
        tokens = list(rewards).count("gold")
        if tokens:
            self.take_gold(tokens, action.gold or ())
        left = self.books.of(trains(self._who), BOARD)
        counts = {name: list(rewards).count(name) for name in dict.fromkeys(rewards)}
        self.log.append(say("whistle-stop.home", player=self._who, pieces=piece_counts(counts), left=left))

    # Upgrades

    def use(self, action: Use) -> None:
        name, ruleset = action.upgrade, self._ruleset
        self.spend("coal", ruleset.upgrades[name].coal)
        if name == "caboose":
            assert action.stop is not None
            self.log.append(say("whistle-stop.uses", player=self._who, upgrade=name))
            self.stop(action, action.stop, "upgrade")
        elif name == "open-wagon":
            self.trade("upgrade", name, action.trades or ())
        elif name == "first-class-cabin":
            self._cabin()
        elif name == "safe":
            self._safe(action)
        else:
            self._gain_by_upgrade(action)

    def _gain_by_upgrade(self, action: Use) -> None:
        name, who = action.upgrade, self._who
        if name == "mine-cart":
            self.take_gold(1, action.gold or ())
            self._plain("upgrade", name, say("whistle-stop.takes-gold", player=who, stop=name))
            return
        rule = self._ruleset.upgrades[name]
        gained = dict(rule.gains) if action.good is None else {action.good: 1}
        for gain, count in gained.items():
            self.gain(gain, count)
        self._plain(
            "upgrade", name, say("whistle-stop.gains", player=who, pieces=piece_counts(gained), stop=name)
        )

    def _cabin(self) -> None:
        rule, count = self._ruleset.cabin, self._share_count()
        fame = rule.fame * WHOLE.divide(count, rule.shares)
        text = say(
            "whistle-stop.cabin", player=self._who, count=count, each=rule.shares, rate=rule.fame, fame=fame
        )
        self.score(self.receipt("upgrade", "first-class-cabin", fame, text))

    def _safe(self, action: Use) -> None:
        assert action.share is not None
        assert action.company is not None
        number = next_share(self.books, action.company, self._ruleset.shares.numbers)
        assert number is not None
        gone = action.share
        self.books.move(share(gone.company, gone.number), player(self._who), OUT, 1)
        self.books.move(share(action.company, number), SUPPLY, player(self._who), 1)
        text = say(
            "whistle-stop.safe",
            player=self._who,
            company=gone.company,
            number=gone.number,
            other=action.company,
            gained=number,
        )
        self._plain("upgrade", "safe", text)


def piece_counts(pieces: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, count) for name, count in pieces.items() if count)
