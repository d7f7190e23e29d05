"""Effects of an entry: postings, payouts, messages and warnings, collected while it is played."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.game import Outcome
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow, Receipt, pay
from companion.games.whistle_stop import units
from companion.games.whistle_stop.purse import Flow
from companion.games.whistle_stop.state import State, Turn, piece_counts

GOES_TO_PLAYER = ("toll.good", "tribute")


class Effects:
    """The open ledger, log and warnings of one entry while it is played."""

    def __init__(self, state: State, who: str) -> None:
        self.ruleset, self.state, self.who = state.ruleset, state, who
        self.ledger = OpenLedger(state.ledger)
        self.log: list[Message | Receipt] = []
        self.warnings: list[Message] = []
        self.visits, self._gold = state.visits, state.gold

    def outcome(self, turn: Turn | None, **more: Any) -> Outcome[State]:
        more |= {"ledger": self.ledger.close(), "gold": self._gold, "visits": self.visits, "turn": turn}
        return Outcome(self.state._replace(**more), self.ledger.postings, self.log, self.warnings)

    def run(self, flows: Iterable[Flow], receiver: str | None = None) -> None:
        """Post goods and markers that come and go. Tolls and tributes go to the receiver."""
        if self.state.is_light:
            return
        for flow in flows:
            other = player(receiver) if receiver and flow.field in GOES_TO_PLAYER else BANK
            if flow.name != "gold":
                self.ledger.move(units.piece(flow.name), other, player(self.who), flow.change)

    def discard(self, who: str | None, pieces: Mapping[str, int] | None) -> None:
        if who is None or not pieces or not any(pieces.values()):
            return
        for name, count in pieces.items():
            self.ledger.move(units.piece(name), player(who), BANK, count)
        self.log.append(say("whistle-stop.discards", player=who, pieces=piece_counts(pieces)))

    def receipt(self, kind: str, subject: str | None, points: int, key: str, **values: object) -> None:
        """Post points, which may be 0, and log the receipt."""
        rows = (PayoutRow(self.who, None, None, points),) if points else ()
        text, rule = say(key, player=self.who, points=points, **values), say(f"whistle-stop.rule.{kind}")
        self.log += pay(self.ledger, units.POINTS, Receipt(kind, subject, rows, text, (), rule))

    def log_cost(self, verb: str, marker: str, count: int) -> None:
        """Log the markers that an action cost, and how many are left afterwards."""
        if not self.state.is_light:
            left = self.ledger.of(units.piece(marker), player(self.who))
            values = {"player": self.who, "pieces": ((marker, count),), "left": left}
            self.log.append(say(f"whistle-stop.cost-{verb}", **values))

    def warn_if_free(self, pieces: Mapping[str, int] | None) -> None:
        if not self.state.is_light and not any((pieces or {}).values()):
            self.warnings.append(say("whistle-stop.for-nothing", player=self.who))

    def price(self, key: str, pieces: Mapping[str, int] | None) -> Message | str:
        """Return a message about the price paid; an empty text if pieces aren't counted and none is given."""
        if self.state.is_light and not pieces:
            return ""
        return say(key, player=self.who, pieces=piece_counts(pieces or {}))

    def take_gold(self, tokens: int, values: Sequence[int]) -> None:
        """Take tokens of these values; tokens without a value get one at the end."""
        self.ledger.move(units.GOLD, units.SUPPLY, player(self.who), tokens)
        unvalued: tuple[int | None, ...] = (None,) * (tokens - len(values))
        self._gold = {**self._gold, self.who: (*self._gold[self.who], *values, *unvalued)}
