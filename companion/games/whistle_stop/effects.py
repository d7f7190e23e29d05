"""What an action does for one player: pieces that move, and receipts that explain it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.game import Outcome
from companion.core.ledger import BANK, Books, player
from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow, Receipt
from companion.games.whistle_stop.purse import Flow
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import GOLD, POINTS, SUPPLY, State, Turn, piece, piece_counts

GOES_TO_PLAYER = ("toll.good", "tribute")


class Effects:
    """The books, log and warnings of one entry while it is played."""

    def __init__(self, ruleset: WhistleStopRuleset, state: State, who: str) -> None:
        self.ruleset, self.state, self.who = ruleset, state, who
        self.books = Books(state.ledger)
        self.log: list[Message | Receipt] = []
        self.warnings: list[Message] = []
        self._gold = state.gold
        self.prices = state.prices

    def done(self, turn: Turn | None, **more: Any) -> Outcome[State]:
        new = self.state._replace(
            ledger=self.books.close(), gold=self._gold, prices=self.prices, turn=turn, **more
        )
        return Outcome(new, self.books.postings, self.log, self.warnings)

    def run(self, flows: Iterable[Flow], receiver: str | None = None) -> None:
        """Book goods and markers that come and go; tolls and tributes go to their receiver."""
        if self.state.is_light:
            return
        move, own = self.books.move, player(self.who)
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
        """Book points, or none, with the receipt that says why."""
        self.books.move(POINTS, BANK, player(self.who), points)
        rows = (PayoutRow(self.who, None, None, points),) if points else ()
        text, rule = say(key, player=self.who, points=points, **values), say(f"whistle-stop.rule.{kind}")
        self.log.append(Receipt(kind, subject, rows, text, (), rule))

    def paid(self, how: str, pieces: Mapping[str, int] | None) -> Message | str:
        """The price that was paid; empty where pieces are not counted."""
        if self.state.is_light and not pieces:
            return ""
        return say(how, pieces=piece_counts(pieces or {}))

    def take_gold(self, tokens: int, values: Sequence[int]) -> None:
        """Take tokens of these values; those without a value are valued at the end."""
        self.books.move(GOLD, SUPPLY, player(self.who), tokens)
        unknown: tuple[int | None, ...] = (None,) * (tokens - len(values))
        self._gold = {**self._gold, self.who: (*self._gold[self.who], *values, *unknown)}
