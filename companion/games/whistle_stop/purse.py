"""What a player has in hand while an entry is looked at: goods and markers, taken and given in order."""

from collections.abc import Mapping

from companion.core.errors import Violation
from companion.core.messages import say
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import MARKERS, State, held, piece


class Purse:
    """Counts only; nothing is booked from here."""

    def __init__(self, ruleset: WhistleStopRuleset, state: State, who: str) -> None:
        self._goods = tuple(ruleset.goods)
        self.who = who
        self.count = {name: held(state.ledger, piece(name), who) for name in (*self._goods, *MARKERS)}

    def take(self, name: str, wanted: int, field: str) -> list[Violation]:
        """Spends pieces; says so when there are not enough, and when there is no such piece."""
        if name not in self.count:
            known = tuple(self.count)
            return [
                Violation(say("whistle-stop.unknown-piece", piece=name, known=known), field=field, final=True)
            ]
        has = self.count[name]
        self.count[name] = max(0, has - wanted)
        if wanted <= has:
            return []
        message = say("whistle-stop.not-enough", player=self.who, piece=name, held=has, wanted=wanted)
        return [Violation(message, field=field, final=True)]

    def give(self, name: str, count: int = 1) -> None:
        if name in self.count:
            self.count[name] += count

    def take_all(self, pieces: Mapping[str, int], field: str) -> list[Violation]:
        return [violation for name, count in pieces.items() for violation in self.take(name, count, field)]

    @property
    def goods(self) -> int:
        return sum(self.count[good] for good in self._goods)
