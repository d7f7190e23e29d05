"""The page "Split a payout": money, unit and counts as cells; who gets what, and why, changes with every key."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.receipts import rows_of
from companion.forms.drafts import Path
from companion.forms.grid import Fault, GridCell, GridColumn, GridRow, GridSection, answer_in, check_bounds
from companion.forms.lexicon import ENGLISH
from companion.forms.questions import Number
from companion.report.spans import Line, folded_spans
from companion.report.ties import split_lines, split_with_message
from companion.report.words import Speaker
from companion.tui.models.grid_editor import GridEditor
from companion.tui.screens.grid import GridPage

PLAYERS = tuple("ABCDEF")
_MONEY = {"first": 0, "second": 0, "unit": 1}
"""The least value of each number."""
_MOST_MONEY, _MOST_COUNT = 999_999, 999


class Payout(NamedTuple):
    numbers: Mapping[Path, int]
    faults: tuple[Fault, ...] = ()

    @property
    def sections(self) -> tuple[GridSection, ...]:
        asked = say("ties.counts")
        money = [self._cell(key, say(f"ties.{key}"), say(f"ties.ask-{key}")) for key in _MONEY]
        counts = [self._cell(one, say("ties.count", player=one), asked) for one in PLAYERS]
        heads = tuple(GridColumn("", cell.name) for cell in money)
        players = tuple(GridColumn("", one) for one in PLAYERS)
        return (
            GridSection(say("ties.money"), heads, (GridRow((), tuple(money)),)),
            GridSection(asked, players, (GridRow((), tuple(counts)),)),
        )

    def _cell(self, key: str, name: Message, ask: Message) -> GridCell:
        high = _MOST_MONEY if key in _MONEY else _MOST_COUNT
        wanted = Number(key, ask, low=_MONEY.get(key, 0), high=high)
        return GridCell((key,), name, str(self.numbers.get((key,), "")), wanted)

    def put(self, cell: GridCell, text: str) -> "Payout":
        numbers = {path: held for path, held in self.numbers.items() if path != cell.path}
        if text.strip():
            asked = replace(cell.question, ask=cell.name)
            numbers[cell.path] = answer_in(asked, text, ENGLISH)
            check_bounds(asked, numbers[cell.path], asked.low, asked.high)
        return Payout(numbers)

    def result_lines(self, speaker: Speaker, width: int) -> list[Line]:
        counts = {one: self.numbers.get((one,), 0) for one in PLAYERS}
        if not any(counts.values()):
            return folded_spans(speaker.phrase("ties.nothing"), width, "muted")
        first, second, unit = (self.numbers.get((key,), least) for key, least in _MONEY.items())
        result, why = split_with_message(first, second, counts, unit)
        said = folded_spans(speaker.say(why), width)
        return [*split_lines(rows_of(result.parts), speaker), (), *said]


class TiePage(GridPage):
    HELPED = ("cell-enter", "cell-back", "cell-sum")
    TITLE = "screen.label.ties"
    HAS_REVIEW = False
    ends = LEAVE = "screen.do.back"

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(GridEditor(Payout({("unit",): 1})), speaker)

    def on_mount(self) -> None:
        self.host.set_players(PLAYERS, {})

    def content_lines(self, width: int) -> list[Line]:
        editor, lines = self.editor, self.section_lines(width)
        try:
            payout = editor.source if editor.typed is None else editor.source.put(editor.cell, editor.typed)
        except Refusal:  # the text isn't a number: Enter says why
            return lines
        return [*lines, *payout.result_lines(self._speaker, width)]
