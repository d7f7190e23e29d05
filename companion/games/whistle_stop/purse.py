"""A player's goods and markers as an entry brings and spends them: what the player can afford and keep."""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import NamedTuple

from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.ledger import player
from companion.games.whistle_stop import units
from companion.games.whistle_stop.state import State

FIELD_ORDER = ("with", "toll", "upgrade", "stop", "good", "pay", "tribute", "trades", "rewards", "discard")
"""Fields in the order in which pieces come and go."""


class Flow(NamedTuple):
    field: str
    """The field of the entry that causes the change."""
    name: str
    change: int
    kind: str = "piece"
    """Key of `known_pieces`, which lists the possible names."""

    @property
    def place(self) -> int:
        return FIELD_ORDER.index(self.field.partition(".")[0].partition("[")[0])


def missing_field(field: str) -> list[Violation]:
    return one_violation("form.missing", field, final=True, key=field)


class Purse:
    """Counts of a player's goods and markers; nothing is posted. A purse without a player counts nothing."""

    def __init__(self, state: State, who: str) -> None:
        self.ruleset, self.state, self.who = state.ruleset, state, who
        self.is_counted = bool(who) and not state.is_light
        counted = state.ruleset.known_pieces["piece"] if self.is_counted else ()
        self.count = {name: state.ledger.of(units.piece(name), player(who)) for name in counted}

    def run(self, flows: Iterable[Flow], before: str | None = None) -> list[Violation]:
        """Apply the flows in order, only those before the field `before` if given; return the violations."""
        violations: list[Violation] = []
        for flow in flows:
            if before is None or flow.place < FIELD_ORDER.index(before):
                violations += self.violations(flow)
                if flow.name in self.count:
                    self.count[flow.name] = max(0, self.count[flow.name] + flow.change)
        return violations

    def without_spent(self, flows: Iterable[Flow], after: str) -> "Purse":
        """Return the purse without the pieces that flows after a field spend."""
        free, left = copy(self), dict(self.count)
        free.count = dict(self.count)
        for flow in flows:
            if flow.place > FIELD_ORDER.index(after) and flow.name in left:
                left[flow.name] += flow.change
                free.count[flow.name] = max(0, min(free.count[flow.name], left[flow.name]))
        return free

    def violations(self, flow: Flow) -> list[Violation]:
        """Violation if a flow names an unknown piece, or spends pieces that aren't in hand."""
        has = self.count.get(flow.name, 0)
        violations = unknown_violations(flow.name, self.ruleset.known_pieces[flow.kind], flow.field)
        if violations or flow.change >= 0 or has + flow.change >= 0 or not self.is_counted:
            return violations
        values = {"player": self.who, "pieces": ((flow.name, has),), "wanted": -flow.change}
        return one_violation("whistle-stop.not-enough", flow.field, final=True, **values)

    def shortfall(self, price: Mapping[str, int]) -> dict[str, int]:
        """Pieces of a price that aren't in hand; empty if pieces aren't counted."""
        short = {name: count - self.count.get(name, 0) for name, count in price.items()}
        return {name: count for name, count in short.items() if count > 0} if self.is_counted else {}

    # Goods above the limit are discarded: by the acting player, and by the receiver of a toll or a tribute

    @property
    def goods_over(self) -> int:
        goods = sum(self.count.get(good, 0) for good in self.ruleset.goods)
        return max(0, goods - self.ruleset.limits.goods)

    def discard_violations(
        self, discard: Mapping[str, int] | None, field: str = "discard"
    ) -> list[Violation]:
        """Violations of a discard: a player with goods above the limit must discard exactly the excess."""
        discard = discard or {}
        if not self.is_counted:
            return one_violation("whistle-stop.not-counted", field, final=True) if discard else []
        violations: list[Violation] = []
        for good, count in discard.items():
            violations += self.discarded_good_violations(good, count, field)
        over, count, most = self.goods_over, sum(discard.values()), self.ruleset.limits.goods
        if over and count != over and not violations:
            key, who = "whistle-stop.discard", self.who
            violations += one_violation(key, field, player=who, over=over, count=count, most=most)
        return violations

    def discarded_good_violations(self, good: str, count: int, field: str) -> list[Violation]:
        against = self.violations(Flow(f"{field}.{good}", good, -count, "good"))
        if not against and count and not self.goods_over:
            most = self.ruleset.limits.goods
            against += one_violation("whistle-stop.no-discard", f"{field}.{good}", player=self.who, most=most)
        return against

    def after_paying(self, receiver: str, good: str) -> "Purse":
        """Return the receiver's purse after they get a good from this player."""
        received = Purse(self.state, receiver)
        received.run([Flow("good", good, 1)])
        return received

    def receiver_discard_violations(
        self, receiver: str | None, good: str | None, discard: Mapping[str, int] | None
    ) -> list[Violation]:
        field = "receiver_discard"
        if receiver is not None and receiver != self.who and good is not None:
            return self.after_paying(receiver, good).discard_violations(discard, field)
        return one_violation("whistle-stop.no-receiver", field, final=True) if discard else []
