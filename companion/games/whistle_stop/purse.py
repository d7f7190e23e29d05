"""The goods and markers in a player's hand, and how an entry changes them, finished or not."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from companion.core.errors import Violation
from companion.core.ledger import player
from companion.core.messages import say
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State, piece

Fields = Mapping[str, Any]
"""An action's block, or as much of it as is answered."""
PLACES = ("with", "toll", "upgrade", "stop", "good", "pay", "tribute", "trades", "rewards", "discard")
"""The order in which pieces come and go."""


class Flow(NamedTuple):
    """Pieces that come, or are spent if the change is negative."""

    field: str
    """The field of the entry that says so."""
    name: str
    change: int
    kind: str = "piece"
    """What the name must be one of."""


def _place_of(flow: Flow) -> int:
    return PLACES.index(flow.field.partition(".")[0].partition("[")[0])


_UNKNOWN = {
    "marker": "whistle-stop.unknown-marker",
    "good": "whistle-stop.unknown-good",
    "upgrade": "whistle-stop.unknown-upgrade",
    "company": "whistle-stop.unknown-company",
    "piece": "whistle-stop.unknown-piece",
    "reward": "whistle-stop.unknown-piece",
}


def unknown(kind: str, name: str, known: Collection[str], field: str) -> list[Violation]:
    """A name that is not one of its kind."""
    if name in known:
        return []
    return [Violation(say(_UNKNOWN[kind], name=name, known=tuple(known)), field=field, final=True)]


def missing(field: str) -> Violation:
    return Violation(say("form.missing", key=field), field=field, final=True)


class Purse:
    """The goods and markers of a player, as counts; nothing is booked here."""

    def __init__(self, ruleset: WhistleStopRuleset, state: State, who: str) -> None:
        self.ruleset, self.state, self.who = ruleset, state, who
        self._known = ruleset.known_pieces
        self.is_counted = not state.is_light
        counted, of, holder = self._known["piece"] if self.is_counted else (), state.ledger.of, player(who)
        self.count = {name: of(piece(name), holder) for name in counted}

    def run(self, flows: Iterable[Flow], before: str | None = None) -> list[Violation]:
        """Take and give in order, up to a place; return what is not there and what does not exist."""
        found: list[Violation] = []
        count = self.count
        for flow in flows:
            if before is None or _place_of(flow) < PLACES.index(before):
                found += self.violations(flow)
                if flow.name in count:
                    count[flow.name] = max(0, count[flow.name] + flow.change)
        return found

    def violations(self, flow: Flow) -> list[Violation]:
        """Reasons against pieces that come or go now."""
        has = self.count.get(flow.name, 0)
        found = unknown(flow.kind, flow.name, self._known[flow.kind], flow.field)
        if found or flow.change >= 0 or has + flow.change >= 0 or not self.is_counted:
            return found
        values = {"player": self.who, "piece": flow.name, "held": has, "wanted": -flow.change}
        return [Violation(say("whistle-stop.not-enough", **values), field=flow.field, final=True)]

    def can_pay(self, price: Mapping[str, int]) -> bool:
        return not any(self.violations(Flow("pay", name, -count)) for name, count in price.items())

    def lacking(self, price: Mapping[str, int]) -> dict[str, int]:
        """How many pieces of a price are not in hand."""
        short = {name: count - self.count.get(name, 0) for name, count in price.items()}
        return {name: count for name, count in short.items() if count > 0} if self.is_counted else {}

    @property
    def goods_over(self) -> int:
        """How many goods more than may be kept."""
        goods = sum(self.count.get(good, 0) for good in self.ruleset.goods)
        return max(0, goods - self.ruleset.limits.goods)
