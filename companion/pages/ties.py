"""The page "Split a payout": money, unit and counts as cells; who gets what, and why, changes with every key."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import tzinfo
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.receipts import rows_of
from companion.forms.cells import answer_in
from companion.forms.drafts import Path
from companion.forms.grid_cells import Fault, GridCell, GridColumn, GridRow, GridSection
from companion.forms.lexicon import ENGLISH
from companion.forms.questions import Number
from companion.forms.questions.number import bounds, check_bounds
from companion.pages import grid
from companion.pages.grid import GridEditor, GridView
from companion.pages.page import Block, TableBlock
from companion.report.entries import receipt_table
from companion.report.payments import split_with_message
from companion.report.spans import GAP, text
from companion.report.words import Speaker

PLAYERS = tuple("ABCDEF")
_MONEY = {"first": 0, "second": 0, "unit": 1}
_MOST_MONEY, _MOST_COUNT = 999_999, 999


class Payout(NamedTuple):
    numbers: Mapping[Path, int]
    faults: tuple[Fault, ...] = ()

    @property
    def sections(self) -> tuple[GridSection, ...]:
        asked = say("ties.counts")
        money = [self._cell(key, say(f"ties.{key}"), say(f"ties.ask-{key}")) for key in _MONEY]
        counts = [self._cell(player, say("ties.count", player=player), asked) for player in PLAYERS]
        heads = tuple(GridColumn("", cell.name) for cell in money)
        players = tuple(GridColumn("", player) for player in PLAYERS)
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
            check_bounds(asked, numbers[cell.path], *bounds(asked))
        return Payout(numbers)

    def blocks(self, speaker: Speaker) -> list[Block]:
        counts = {player: self.numbers.get((player,), 0) for player in PLAYERS}
        if not any(counts.values()):
            return [text(speaker.phrase("ties.nothing"), "muted")]
        first, second, unit = (self.numbers.get((key,), least) for key, least in _MONEY.items())
        result, why = split_with_message(first, second, counts, unit)
        return [TableBlock(receipt_table(rows_of(result.parts), speaker)), GAP, text(speaker.say(why))]


class TieGrid(GridView):
    help = ("cell-sum",)
    title = "screen.label.ties"
    has_review = False
    colours = PLAYERS, {}
    ending = leaving = "screen.label.close"

    def __init__(self, speaker: Speaker, zone: tzinfo | None = None) -> None:
        super().__init__(speaker, GridEditor(Payout({("unit",): 1})))

    def review(self) -> list[Block]:
        return []

    def blocks(self) -> list[Block]:
        editor, blocks = self.editor, super().blocks()
        try:
            payout = editor.source if editor.typed is None else editor.source.put(editor.cell, editor.typed)
        except Refusal:  # the text isn't a number: Enter says why
            return blocks
        return [*blocks, *payout.blocks(self.speaker)]


page = grid.page
