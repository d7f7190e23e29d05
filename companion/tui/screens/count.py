"""The page for counting the pieces on the table: cells of a position, and the differences."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from companion.core.forms import Draft
from companion.draw.log import sentence_lines
from companion.report.difference import difference
from companion.report.preview import preview_sentences
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import Speaker
from companion.session.reconciling import Difference, Reconciling, Suspect
from companion.session.revision import Failing
from companion.tui.models.grid_editor import AnyGridEditor, GridEditor, Place
from companion.tui.models.table import TableModel
from companion.tui.screens.grid import END, ScorePage, pointed_lines

Result = Literal["nothing", "hidden", "agrees", "differs"]


class CountModel(GridEditor[Reconciling]):
    def __init__(self, count: Reconciling) -> None:
        super().__init__(count, is_folded=True)
        self.is_compared = False
        """Whether hidden amounts were compared: only after counting, so that nobody finds them by trying."""
        self.last: list[Difference] = []

    @property
    def result(self) -> Result:
        """The state of the count: nothing counted, hidden amounts to compare, no difference, or differences to save."""
        if not self.source.comparisons:
            return "nothing"
        if not self.is_compared and any(one.is_hidden for one in self.source.comparisons):
            return "hidden"
        return "differs" if self.source.differences else "agrees"

    @property
    def differences(self) -> list[Difference]:
        return [one for one in self.source.differences if self.is_compared or not one.is_hidden]

    def replace_count(self, count: Reconciling) -> None:
        self.take_source(count)
        self.is_compared, self.last = False, []
        if self.place not in self._places():
            self.place, self.typed = Place(), None

    def take_typed(self) -> bool:
        cell = None if self.typed is None else self.cell
        is_taken = super().take_typed()
        if is_taken and cell is not None:
            self.is_compared, self.last = False, self.source.differences_at(cell)
        return is_taken

    def _end(self) -> None:
        """Compare hidden amounts; once compared, go to the first faulty cell or finish."""
        if self.result == "hidden":
            self.is_compared = True
        elif self.result == "differs":
            super()._end()


INDENT = "  "
MOST = 3
"""Changes named that an entry left out would make."""
SEEN = ("difference", "balance")
"""Kinds of sentences that repeat what the cells show."""


def _sentence_without(table: TableModel, suspect: Suspect) -> str:
    """Say what would change without an entry, or which entry would become impossible; empty if not tried."""
    speaker, tried = table.speaker, suspect.without
    if isinstance(tried, Failing):
        return speaker.phrase("count.without-breaks", number=tried.place, reason=tried.refusal.message)
    if tried is None:
        return ""
    rows = difference(table.session.record, tried, speaker).rows
    values = ((cell.value for cell in row.cells) for row in rows[:MOST])
    told = [speaker.phrase("count.change", what=what, then=then, now=now) for what, then, now in values]
    more = [speaker.phrase("count.more", count=len(rows) - MOST)] if len(rows) > MOST else []
    return speaker.phrase("count.without", changes="; ".join([*told, *more]))


def _value(speaker: Speaker, value: Any) -> str:
    if isinstance(value, bool):
        return speaker.phrase("label.yes" if value else "label.no")
    if isinstance(value, int):
        return speaker.money(value)
    if not value:
        return speaker.phrase("words.nothing")
    return ", ".join(speaker.name(str(one)) for one in ([value] if isinstance(value, str) else value))


class EntryPage(ScorePage):
    """The cells of an entry of a table. The review shows what the entry does."""

    LEAVE = "screen.entry-escape"

    def __init__(
        self,
        model: AnyGridEditor,
        table: TableModel,
        block: Callable[[Any], Draft],
        done: Callable[[Any, bool], None] = lambda *_: None,
        keep: Callable[[Any], None] = lambda _: None,
    ) -> None:
        super().__init__(model, table.speaker, done, keep)
        self._table, self._block = table, block

    @property
    def ends(self) -> str:
        return super().ends if self._table.mark is None else "screen.keys-try"

    def review_lines(self, width: int) -> list[Line]:
        preview = self._table.session.preview(self._block(self.editor.source))
        said = [one for one in preview_sentences(preview, self._speaker, width) if one.kind not in SEEN]
        is_closed = preview.violations or self._table.mark is not None  # a what-if saves nothing
        ending = [] if is_closed else [(), *super().review_lines(width)]
        return [*sentence_lines(said, self._table, width), *ending]


class CountPage(EntryPage):
    TITLE = "screen.label.count"
    BLANK_MEANS = "screen.blank-count"
    editor: CountModel

    def show_news(self) -> None:
        table = self._table
        self.editor.replace_count(self.editor.source.move_to(table.record, table.session.board_notes))
        self.redraw()

    @property
    def ends(self) -> str:
        return {"differs": super().ends, "hidden": "screen.do.next"}.get(self.editor.result, "")

    def review_lines(self, width: int) -> list[Line]:
        model, phrase = self.editor, self._speaker.phrase
        lines = self._difference_lines(model.differences, width)
        if model.result != "differs":
            return lines + pointed_lines(phrase(f"screen.count-{model.result}"), width, "chosen", END)
        return [*lines, *super().review_lines(width)]

    def last_difference(self, width: int) -> list[Line]:
        """Draw the differences of the cell counted last, and how many there are in all; empty in the review."""
        model, count = self.editor, len(self.editor.differences)
        if model.stop == "end" or not count:
            return []
        last = [one for one in model.last if one in model.differences]
        more = self._speaker.phrase("screen.count-in-all", count=count)
        said = folded_spans(more, width, "warn") if count > len(last) else []
        return [*said, *self._difference_lines(last, width)]

    def _difference_lines(self, found: Iterable[Difference], width: int) -> list[Line]:
        speaker, lines = self._speaker, list[Line]()
        for one in found:
            key = "count.differs-hidden" if one.is_hidden else "count.differs"
            known, counted = (_value(speaker, one.as_counted(value)) for value in (one.known, one.counted))
            differs = speaker.phrase(key, name=one.name, known=known, counted=counted)
            lines += folded_spans(differs, width, "warn")
            for suspect in self.editor.source.suspects(one):
                place, entry = suspect.moment.place, self._table.step_lines.since(suspect.moment.step)[0]
                values = (suspect.before, suspect.after)
                before, after = (_value(speaker, one.as_counted(value)) for value in values)
                said = speaker.phrase(suspect.says, place=place, entry=entry, before=before, after=after)
                told = f"{said} {_sentence_without(self._table, suspect)}".rstrip()
                for line in folded_spans(told, width - len(INDENT), "muted"):
                    lines.append((Span(INDENT), *line))
        return lines

    def foot(self, lines: Sequence[Line]) -> None:
        last = self.last_difference(max(1, self.size.width - 2))
        super().foot([*last[: self.size.height // 3], *lines])
