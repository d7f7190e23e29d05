"""What a game may leave out: covered pieces, dice, proposals, workings and sheets of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.errors import Refusal, Violation
from companion.core.forms import Die, Roll
from companion.core.game import Outcome
from companion.core.messages import say
from companion.core.replay import Step
from companion.core.table import Names
from companion.core.views import TableView


class PlainGame:
    """A game without covered pieces and dice, with nothing to propose, and with no sheets besides its receipts."""

    notes: tuple[int, ...] = ()

    def public_state(self, state: Any) -> Any:
        return state

    def rolls(self, state: Any) -> tuple[str, ...]:
        return ()

    def roll(self, state: Any, what: str, die: Die) -> Roll:
        raise Refusal(Violation(say("table.nothing-to-roll"), final=True))

    def proposals(self, state: Any) -> Sequence[Mapping[str, Any]]:
        return ()

    def workings(self, state: Any, action: Any, names: Names) -> Sequence[TableView]:
        return ()

    def sheets(self, opening: Outcome[Any], steps: Sequence[Step[Any, Any]]) -> Sequence[TableView]:
        return ()
