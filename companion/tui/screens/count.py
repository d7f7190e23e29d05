"""The page for counting the pieces on the table: cells of a position, the differences, and the reason."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from companion.report.difference import difference
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import Speaker
from companion.session.reconciling import MOST, Difference, Reconciling, Suspect
from companion.session.revision import Failing
from companion.tui.models.grid_editor import GridEditor, Place
from companion.tui.models.table import TableModel
from companion.tui.screens.grid import GridPage

Result = Literal["nothing", "hidden", "agrees", "differs"]


class CountModel(GridEditor[Reconciling]):
    def __init__(self, count: Reconciling, reason: str) -> None:
        super().__init__(count, is_sheet=True)
        self._usual = reason
        self.written: str | None = None
        self.is_compared = False
        """Whether hidden amounts were compared: only after counting, so that nobody finds them by trying."""
        self.last: list[Difference] = []

    @property
    def reason(self) -> str:
        return (self.written or "").strip() or self._usual

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
        self.source, self.sections = count, count.sections
        self.is_compared, self.last, self._ended = False, [], None
        if self.place not in self._places():
            self.place, self.typed, self._is_edited = Place(), None, False

    @property
    def takes_text(self) -> bool:
        return self.result == "differs" if self.is_at_end else super().takes_text

    def press(self, key: str) -> bool:
        """Take a key; after the last cell, letters edit the reason."""
        is_letter = len(key) == 1 and key.isprintable()
        is_text = is_letter or key in ("backspace", "delete")
        if not (is_text and self.is_at_end and self.result == "differs"):
            return super().press(key)
        if is_letter:
            self.written = (self.written or "") + key
        else:
            text = self._usual if self.written is None else self.written
            self.written = text[:-1] if key == "backspace" else ""
        return True

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
            self._finish(self.source.faults)


INDENT = "  "


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
        return speaker.phrase("words.yes" if value else "words.no")
    if isinstance(value, int):
        return speaker.money(value)
    if not value:
        return speaker.phrase("words.nothing")
    return ", ".join(speaker.name(str(one)) for one in ([value] if isinstance(value, str) else value))


class CountPage(GridPage):
    HELPED = ("count", "cell-count", *GridPage.HELPED[1:])
    TITLE = "screen.count"
    DONE = "screen.cells-save"
    editor: CountModel

    def __init__(
        self, model: CountModel, table: TableModel, done: Callable[[Reconciling, bool], None]
    ) -> None:
        super().__init__(model, table.speaker, done)
        self._table = table

    def show_news(self) -> None:
        table = self._table
        self.editor.replace_count(self.editor.source.move_to(table.record, table.session.board_notes))
        self.redraw()

    def content_lines(self, width: int) -> list[Line]:
        """Draw the cells and what Enter does, at the end with all differences."""
        model, speaker, lines = self.editor, self._speaker, self.section_lines(width)
        if model.is_at_end:
            lines += self._difference_lines(model.differences, width)
        elif model.result in ("hidden", "differs"):  # Enter saves only after the last cell
            return lines + folded_spans(speaker.phrase("screen.count-ahead"), width, "muted")
        lines += self.end_lines(speaker.phrase(f"screen.count-{model.result}", reason=model.reason), width)
        if model.is_at_end:
            self.seen = len(lines) - 1, len(lines) - 1
        return lines

    def last_difference(self, width: int) -> list[Line]:
        """Draw the differences of the cell counted last, and how many there are in all; empty after the last cell."""
        model, count = self.editor, len(self.editor.differences)
        if model.is_at_end or not count:
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
