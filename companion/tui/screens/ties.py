"""The tie calculator: money, unit and everybody's count as cells to fill; the result changes with every key."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.messages import Message, say
from companion.core.payouts import Split
from companion.core.receipts import rows_of
from companion.core.views import Text
from companion.forms.drafts import Path
from companion.forms.grid import Fault, GridCell, GridColumn, GridRow, GridSection, read_cell
from companion.forms.lexicon import ENGLISH
from companion.forms.questions import Number
from companion.report.spans import Line, folded_spans
from companion.report.ties import split_lines, split_with_message
from companion.tui.models.grid_editor import GridEditor, Place
from companion.tui.screens.grid import GridPage

LETTERS = tuple("ABCDEF")
"""Stand-in names for the tied players when no game is open."""
USUAL = (0, 0, 1)
"""First and second money and the unit if no game sets them."""
_MONEY = {"first": 0, "second": 0, "unit": 1}
"""The least value of each number."""
_COUNT = "count"
_MOST_MONEY, _MOST_COUNT = 999_999, 999


class TieInputs(NamedTuple):
    players: tuple[str, ...]
    numbers: Mapping[Path, int]
    faults: tuple[Fault, ...] = ()

    @property
    def sections(self) -> tuple[GridSection, ...]:
        names = {key: say(f"ties.{key}") for key in _MONEY}
        money = [self._cell((key,), name, say(f"ties.ask-{key}"), _MONEY[key]) for key, name in names.items()]
        asked = say("ties.counts")
        counts = [self._cell((_COUNT, one), say("ties.count", player=one), asked) for one in self.players]
        return (
            GridSection(say("ties.money"), _heads(names.values()), (GridRow((), tuple(money)),)),
            GridSection(asked, _heads(self.players), (GridRow((), tuple(counts)),)),
        )

    def _cell(self, path: Path, name: Message, ask: Message, low: int = 0) -> GridCell:
        high = _MOST_COUNT if path[0] == _COUNT else _MOST_MONEY
        wanted = Number(str(path[-1]), ask, low=low, high=high)
        return GridCell(path, name, str(self.numbers.get(path, "")), wanted)

    def put(self, cell: GridCell, text: str) -> "TieInputs":
        numbers = {path: held for path, held in self.numbers.items() if path != cell.path}
        filled = {cell.path: _number(cell, text.strip())} if text.strip() else {}
        return self._replace(numbers={**numbers, **filled})


def _heads(names: Iterable[Text]) -> tuple[GridColumn, ...]:
    return tuple(GridColumn("", name) for name in names)


def _number(cell: GridCell, text: str) -> int:
    value: int = read_cell(cell, text, ENGLISH)
    low, high = cell.question.low or 0, cell.question.high or 0
    if not low <= value <= high:
        key, wanted = ("form.at-least", low) if value < low else ("form.at-most", high)
        raise refusal(key, key=cell.name, wanted=wanted)
    return value


class TieModel(GridEditor[TieInputs]):
    def __init__(self, players: Sequence[str] = LETTERS, usual: Sequence[int] = USUAL) -> None:
        known: dict[Path, int] = {(key,): value for key, value in zip(_MONEY, usual, strict=True) if value}
        super().__init__(TieInputs(tuple(players), known))

    def press(self, key: str) -> bool:
        """Check a typed number at once: Esc removes a wrong number and keeps a right one for next time."""
        if key == "escape" and self.problem is None:
            return False
        is_taken = super().press(key)
        if self.typed:
            self._try_numbers()
        return is_taken

    def result(self) -> tuple[Split, Message] | None:
        """Return who gets what now, with the sentence; None while all counts are 0."""
        numbers = self._try_numbers()
        counts = {one: numbers.get((_COUNT, one), 0) for one in self.source.players}
        if not any(counts.values()):
            return None
        first, second, unit = (numbers.get((key,), least) for key, least in _MONEY.items())
        result, text = split_with_message(first, second, counts, unit)
        return result._replace(parts=rows_of(result.parts)), text

    def _try_numbers(self) -> Mapping[Path, int]:
        try:
            source = self.source if self.typed is None else self.source.put(self.cell, self.typed)
        except Refusal as refusal:
            self.problem = refusal.message
            return {}
        return source.numbers

    def _move(self, key: str) -> None:
        """Move from the last cell to the first: there is nothing to confirm at the end."""
        super()._move(key)
        if self.is_at_end:
            self.place, self.is_at_end = Place(), False


class TiePage(GridPage):
    HELPED = ("ties", "cell-enter", "cell-tab", "cell-arrows", "cell-number", "cell-back")
    TITLE, DONE = "ties.title", ""
    editor: TieModel

    def on_mount(self) -> None:
        self.host.set_players(self.editor.source.players, self.host.palette.colours)

    def content_lines(self, width: int) -> list[Line]:
        lines, found = self.section_lines(width), self.editor.result()
        if found is None:
            return [*lines, *folded_spans(self._speaker.phrase("ties.nothing"), width, "muted")]
        result, why = found
        said = folded_spans(self._speaker.say(why), width)
        return [*lines, *split_lines(result.parts, self._speaker), (), *said]
