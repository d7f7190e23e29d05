"""The base class of the actions of Dampfross, actions of both phases, and checks that several share."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Annotated, ClassVar

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.errors import Violation, one_violation
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import OpenLedger
from companion.core.messages import Message, say, saying
from companion.core.names import fold
from companion.core.receipts import PayoutRow, Receipt, pay
from companion.forms.questions import Questions
from companion.games.actions import Action
from companion.games.common_actions import Join
from companion.games.dampfross.choices import DampfrossForm, ask
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import UNITS, Phase, State
from companion.games.models import Amount, Listed, Name, NameOf, TextLine
from companion.games.ruleset import is_plain_number

did = saying("dampfross.did")

FerryName = Annotated[Name, NameOf("ferry")]
CityNumber = Amount
"""A city number, not yet checked against the ruleset."""
Cities = Listed[CityNumber]


def _field_numbers(text: str) -> str:
    if re.fullmatch(r"[0-9 -]*[0-9][0-9 -]*", text) is None:
        raise PydanticCustomError("dampfross.fields-only", "no field numbers")
    return text


FieldNumbers = Annotated[TextLine, AfterValidator(_field_numbers)]
"""Fields of the map, such as 12-13-27, as in the postal game. They are only recorded, never counted."""


class DampfrossAction(Action):
    phase: ClassVar[Phase | None] = None
    """The only phase in which the action can be made; None if in any."""
    during_run: ClassVar[bool | None] = None
    """Whether the action needs a run (True) or needs that there is none (False); None if neither."""
    leaves_undone: ClassVar[str] = ""
    """`phase` or `run`, if the action would leave the current one unfinished, which no ruling allows."""

    @classmethod
    def moment_violations(cls, state: State) -> list[Violation]:
        """Violations of any action of this kind now."""
        if cls.during_run:
            return [] if state.run else one_violation("dampfross.no-run", final=True)
        violations: list[Violation] = []
        if cls.phase not in (None, state.phase):
            violations += one_violation(f"dampfross.not-{cls.phase}", final=cls.leaves_undone == "phase")
        if cls.during_run is False:
            violations += run_violations(state, final=cls.leaves_undone == "run")
        return violations

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> list[Violation]:
        return cls.moment_violations(state)

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        return self.moment_violations(state) + self.own_violations(state)

    def own_violations(self, state: State) -> list[Violation]:
        """Violations of this action, apart from its moment."""
        return []

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        form = DampfrossForm(state, draft, board_notes, partial(cls.by_violations, game, state))
        return cls.form_questions(form)

    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        return ()


# Actions of both phases


class Finish(DampfrossAction):
    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        return Outcome(state._replace(phase="finished", run=None, may_build={}))


class JoinGame(Join, DampfrossAction):
    during_run = False

    @classmethod
    def moment_violations(cls, state: State) -> list[Violation]:
        violations, most = super().moment_violations(state), state.ruleset.players.most
        if len(state.players) >= most:
            violations += one_violation("dampfross.all-seats-taken", "player", final=True, most=most)
        elif state.done:
            violations += one_violation("dampfross.round-under-way", round=state.round)
        return violations

    @classmethod
    def ask_amount(cls, game: AnyGame) -> Message:
        return ask("capital", units=game.ruleset.money.start)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        after, ledger = self.seated_after(state), OpenLedger(state.ledger)
        amount = state.ruleset.money.start if self.amount is None else self.amount
        text = say("dampfross.joins", player=self.player, amount=amount, after=after)
        rows = (PayoutRow(self.player, None, None, amount),) if amount else ()
        receipts = pay(ledger, UNITS, Receipt("join", self.player, rows, text))
        new = self.with_newcomer(game, state)._replace(ledger=ledger.close())
        return Outcome(new, ledger.postings, (*receipts, *game.after_leaving(new)))


# Checks that several actions or a position share


def run_violations(state: State, field: str | None = None, final: bool = False) -> list[Violation]:
    if state.run is None:
        return []
    return one_violation("dampfross.run-under-way", field, final=final, number=state.run.number)


def number_violations(ruleset: DampfrossRuleset, number: int | str, field: str) -> list[Violation]:
    """Violation if a city number doesn't exist. A text must be plain, so that no city is a key twice."""
    is_plain = number >= 0 if isinstance(number, int) else is_plain_number(number)
    if is_plain and ruleset.is_number(int(number)):
        return []
    low, high = ruleset.numbers.low, ruleset.numbers.high
    return one_violation("dampfross.no-number", field, final=True, number=number, low=low, high=high)


def more_ferries_violations(state: State, names: Iterable[str], field: str) -> list[Violation]:
    """Violation if there are more ferries than the map has. If it has none, a ruling may still sell one."""
    rule = state.map_rule
    count = len({*state.ferries, *(fold(name) for name in names)})
    if rule is None or rule.ferries is None or count <= max(rule.ferries, len(state.ferries)):
        return []
    key = "dampfross.no-ferry-left" if rule.ferries else "dampfross.no-ferries"
    return one_violation(key, field, final=rule.ferries > 0, most=rule.ferries)
