"""The tie calculator: first and second money, the unit, and who has how many, as cells to be typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.errors import Refusal, refused
from companion.core.forms import Draft
from companion.core.messages import Message, say
from companion.core.payouts import Split
from companion.core.receipts import rows_of
from companion.forms.drafts import Path, found_at
from companion.forms.grid import Fault, Grid, GridCell, GridColumn, GridRow, Section, text_of
from companion.forms.questions import Number
from companion.report.ties import split_said
from companion.tui.models.position import Place, PositionModel

LETTERS = tuple("ABCDEF")
"""Who shares where nobody sits at a table."""
USUAL = (0, 0, 1)
"""First and second money and the unit where no game says them."""
_MONEY = {"first": 0, "second": 0, "unit": 1}
"""Each with the least it may be."""
_MOST_MONEY, _MOST_COUNT = 999_999, 999


@dataclass(frozen=True, slots=True)
class _TieGrid(Grid):
    players: tuple[str, ...]

    @property
    def sections(self) -> tuple[Section, ...]:
        names = {key: say(f"ties.{key}") for key in _MONEY}
        money = [
            self._number((key,), name, say(f"ties.ask-{key}"), (_MONEY[key], _MOST_MONEY))
            for key, name in names.items()
        ]
        counts = [
            self._number(("counts", one), say("ties.count", player=one), say("ties.counts"), (0, _MOST_COUNT))
            for one in self.players
        ]
        heads = tuple(GridColumn("", name) for name in names.values())
        people = tuple(GridColumn("", name) for name in self.players)
        return (
            Section(say("ties.money"), heads, (GridRow((), tuple(money)),)),
            Section(say("ties.counts"), people, (GridRow((), tuple(counts)),)),
        )

    def _number(self, path: Path, name: Message, ask: Message, bounds: tuple[int, int]) -> GridCell:
        question = Number(str(path[-1]), ask, low=bounds[0], high=bounds[1])
        return GridCell(path, question, text_of(question, found_at(self.draft, path)), name)


@dataclass(frozen=True, slots=True)
class TieSheet:
    players: tuple[str, ...]
    draft: Draft
    is_final = False
    faults: tuple[Fault, ...] = ()

    def grid(self) -> Grid:
        return _TieGrid(lambda draft: (), self.draft, self.players)

    def put(self, cell: GridCell, text: str) -> "TieSheet":
        """With a number in a cell; Refusal for a text that is none, or one out of bounds."""
        draft, question = self.grid().put(cell, text), cell.question
        value, low, high = found_at(draft, cell.path), question.low or 0, question.high or 0
        if value is not None and not low <= value <= high:
            key, wanted = ("form.at-least", low) if value < low else ("form.at-most", high)
            raise refused(key, question.field, key=cell.name, wanted=wanted)
        return replace(self, draft=draft)


class TieModel(PositionModel[TieSheet]):
    def __init__(self, players: Sequence[str] = LETTERS, usual: Sequence[int] = USUAL) -> None:
        money = dict(zip(_MONEY, usual, strict=True))
        known: Mapping[str, Any] = {key: value for key, value in money.items() if value}
        super().__init__(TieSheet(tuple(players), known))

    def press(self, key: str) -> bool:
        """What cannot be taken is said at once. Esc leaves what is typed as it is: it will stand there again."""
        if key == "escape":
            return False
        is_taken = super().press(key)
        if self.typed:
            self._tried()
        return is_taken

    def result(self) -> tuple[Split, Message] | None:
        """Who gets what by what stands there now; nothing before somebody has any."""
        draft = self._tried()
        counts: Mapping[str, int] = draft.get("counts", {})
        if not any(counts.values()):
            return None
        first, second, unit = (draft.get(key, least) for key, least in _MONEY.items())
        result, text = split_said(first, second, {one: counts.get(one, 0) for one in self.plan.players}, unit)
        return result._replace(parts=rows_of(result.parts)), text

    def _tried(self) -> Draft:
        """With what is being typed; nothing where that cannot be taken."""
        try:
            return self.plan.draft if self.typed is None else self.plan.put(self.cell, self.typed).draft
        except Refusal as refusal:
            self.problem = refusal.message
            return {}

    def _move(self, key: str) -> None:
        """From the last cell on to the first: there is nothing to be said behind it."""
        super()._move(key)
        if self.is_at_end:
            self.place, self.is_at_end = Place(), False
