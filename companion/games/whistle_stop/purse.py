"""What goes into a player's hand and out of it: goods and markers, whether an entry is asked, looked at or booked."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.core.errors import Violation
from companion.core.ledger import player
from companion.core.messages import say
from companion.games.entries import EntryModel
from companion.games.models import Model
from companion.games.whistle_stop.actions import ASKED, Buy, Move, Use
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State, piece

Fields = Mapping[str, Any]
"""An action's block, or as much of it as is answered."""
PLACES = ("with", "toll", "upgrade", "stop", "good", "pay", "tribute", "trades", "rewards", "discard")
"""In which order pieces come and go."""


class Flow(NamedTuple):
    """Pieces that come, or are spent where the change is below nothing."""

    field: str
    """Where that is said."""
    name: str
    change: int
    kind: str = "piece"
    """What the name must be one of."""


def flows_of(ruleset: WhistleStopRuleset, action: Move | Use | Buy) -> tuple[Flow, ...]:
    """Pieces that come and go by an action, in order."""
    flows = move_flows if isinstance(action, Move) else use_flows if isinstance(action, Use) else buy_flows
    return tuple(flows(ruleset, _said_in(action)))


def _said_in(action: EntryModel) -> Fields:
    """What an action says of pieces, by the keys of its block; what it leaves out is None."""
    said = {**vars(action)}
    said["with"] = said.get("marker")
    for field in ("toll", "trades"):
        held = said.get(field)
        if held is not None:
            said[field] = vars(held) if isinstance(held, Model) else [vars(one) for one in held]
    return said


def move_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    marker = fields.get("with")
    yield Flow("with", "coal" if marker is None else marker, -1, "marker")
    toll = fields.get("toll") or {}
    if "good" in toll:
        yield Flow("toll.good", toll["good"], -1, "good")
    yield from _flows(ruleset, fields.get("stop") or "", fields)


def use_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    name = fields.get("upgrade", "")
    if name in ruleset.upgrades:
        yield cost_of_use(ruleset, name)
    yield from _flows(ruleset, (fields.get("stop") or "") if name == "caboose" else name, fields)


def cost_of_use(ruleset: WhistleStopRuleset, upgrade: str) -> Flow:
    return Flow("upgrade", "coal", -ruleset.upgrades[upgrade].coal)


def buy_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    for name, count in (fields.get("pay") or {}).items():
        yield Flow(f"pay.{name}", name, -count, "good")
    if fields.get("tribute") is not None:
        yield Flow("tribute", fields["tribute"], -1, "good")


def _flows(ruleset: WhistleStopRuleset, what: str, fields: Fields) -> Iterator[Flow]:
    """Of a stop, or of an upgrade that is used."""
    for name, count in ruleset.gains(what).items():
        yield Flow("stop", name, count)
    said = {field: fields[field] for field in ASKED.get(what, ()) if fields.get(field) is not None}
    if not said:
        return
    if "good" in said:
        yield Flow("good", said["good"], 1, "good")
    for name, count in said.get("pay", {}).items():
        yield Flow(f"pay.{name}", name, -count)
    for place, trade in enumerate(said.get("trades", ()), 1):
        if "give" in trade:
            yield Flow(f"trades[{place}].give", trade["give"], -1, "good")
        for number, name in enumerate(trade.get("get", ()), 1):
            yield Flow(f"trades[{place}].get[{number}]", name, 1)
    for place, name in enumerate(said.get("rewards", ()), 1):
        yield Flow(f"rewards[{place}]", name, 1, "reward")


def _place_of(flow: Flow) -> int:
    return PLACES.index(flow.field.partition(".")[0].partition("[")[0])


UNKNOWN = {
    "marker": "whistle-stop.unknown-marker",
    "good": "whistle-stop.unknown-good",
    "upgrade": "whistle-stop.unknown-upgrade",
    "company": "whistle-stop.unknown-company",
}
"""What is said of a name that is no such thing."""


class Purse:
    """What a player has in hand. Counts only; nothing is booked from here."""

    def __init__(self, ruleset: WhistleStopRuleset, state: State, who: str) -> None:
        self.ruleset, self.state, self.who = ruleset, state, who
        self._known = ruleset.known_pieces
        self.is_counted = not state.is_light
        counted, of, holder = self._known["piece"] if self.is_counted else (), state.ledger.of, player(who)
        self.count = {name: of(piece(name), holder) for name in counted}

    def run(self, flows: Iterable[Flow], before: str | None = None) -> list[Violation]:
        """Takes and gives in order, up to a place; says what is not there, and what does not exist."""
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
        known, has = self._known[flow.kind], self.count.get(flow.name, 0)
        if flow.name in known and (flow.change >= 0 or has + flow.change >= 0 or not self.is_counted):
            return []
        if flow.name not in known:
            message = say(UNKNOWN.get(flow.kind, "whistle-stop.unknown-piece"), name=flow.name, known=known)
        else:
            message = say(
                "whistle-stop.not-enough", player=self.who, piece=flow.name, held=has, wanted=-flow.change
            )
        return [Violation(message, field=flow.field, final=True)]

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
