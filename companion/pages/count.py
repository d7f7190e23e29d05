"""Entries as grids: the pieces counted on the table and how they differ, and the categories of a pad."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from companion.core.choices import Draft
from companion.desk.desk import Desk
from companion.desk.unfinished import keep_draft
from companion.forms.cells import told_as
from companion.forms.grid_cells import EntryCells, Grid
from companion.pages.effects import AtDesk
from companion.pages.grid import GridEditor, GridView, Place, end_of_review
from companion.pages.page import Block, Sentences
from companion.report.difference_table import difference_table
from companion.report.preview_sentences import preview_sentences
from companion.report.spans import GAP, Paragraph, text
from companion.session.reconciling import Difference, Reconciling, Suspect
from companion.session.revision import Failing

CountResult = Literal["nothing", "hidden", "agrees", "differs"]


class CountEditor(GridEditor[Reconciling]):
    def __init__(self, count: Reconciling) -> None:
        super().__init__(count, is_folded=True)
        self.is_compared = False
        """Whether hidden amounts were compared: only after counting, so that nobody finds them by trying."""
        self.last: list[Difference] = []

    @property
    def result(self) -> CountResult:
        """The state of the count: nothing counted, hidden amounts to compare, no difference, or differences to save."""
        if not self.source.comparisons:
            return "nothing"
        if not self.is_compared and any(compared.is_hidden for compared in self.source.comparisons):
            return "hidden"
        return "differs" if self.source.differences else "agrees"

    @property
    def differences(self) -> list[Difference]:
        return [differs for differs in self.source.differences if self.is_compared or not differs.is_hidden]

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
        if self.result == "hidden":
            self.is_compared = True
        elif self.result == "differs":
            super()._end()


MOST = 3
"""Changes named that an entry left out would make."""
MOST_BELOW = 4
"""Sentences about the cell counted last; more would leave no room for the cells."""
SEEN = ("difference", "balance")
"""Kinds of sentences that repeat what the cells show."""


def entry_cells(desk: Desk) -> EntryCells:
    record, positions = desk.record, desk.record.game.positions
    asked = tuple(question for question in desk.form.questions if question.applies and not question.is_rare)
    known = {} if positions is None else positions.now(record.state)
    fields = [question.field for question in asked if question.field in known]
    grid = Grid(lambda draft: asked, desk.form.draft, lexicon=desk.speaker.lexicon)
    return EntryCells(grid, {field: known[field] for field in fields})


class EntryGrid(GridView):
    title = "screen.label.score"
    blank_means = "screen.blank-score"
    leaving = "screen.label.discard"

    def __init__(self, desk: Desk, editor: GridEditor[Any]) -> None:
        super().__init__(desk.speaker, editor)
        self.desk, self._verb = desk, str(desk.form.verb)
        self.session, self.letters = desk.session, desk.letters

    @property
    def block(self) -> Draft:
        return self.desk.form.for_action(self._verb, dict(self.editor.source.grid.draft)).fields

    @property
    def ending(self) -> str:
        return super().ending if self.desk.mark is None else "screen.keys-try"

    def review(self) -> list[Block]:
        preview = self.session.preview(self.block)
        sentences = preview_sentences(preview, self.speaker)
        shown = [sentence for sentence in sentences if sentence.kind not in SEEN]
        is_closed = preview.violations or self.desk.mark is not None  # a what-if saves nothing
        return [Sentences(shown), *([] if is_closed else [GAP, *super().review()])]

    def keep(self) -> None:
        draft = self.editor.source.grid.draft
        if draft != self.desk.form.draft:
            self.desk.start(self._verb, draft)
            keep_draft(self.desk)

    def close(self) -> AtDesk:
        def finish(desk: Desk) -> None:
            if self.editor.is_done:
                desk.start(self._verb, self.editor.source.grid.draft)
            desk.press("enter" if self.editor.is_done else "escape")

        return AtDesk(finish)


class CountGrid(EntryGrid):
    title = "label.recount"
    blank_means = "screen.blank-count"
    editor: CountEditor

    def __init__(
        self, desk: Desk, editor: CountEditor, discard: Callable[[CountEditor], None] = lambda _: None
    ) -> None:
        super().__init__(desk, editor)
        self._discard = discard

    def follow(self) -> None:
        count = self.editor.source
        if count.known.record is not self.record:
            self.editor.replace_count(count.move_to(self.record, self.session.board_notes))

    @property
    def block(self) -> Draft:
        return self.editor.source.recount()

    @property
    def ending(self) -> str:
        return {"differs": super().ending, "hidden": "screen.label.next"}.get(self.editor.result, "")

    def review(self) -> list[Block]:
        editor, differences = self.editor, [*self._difference_texts(self.editor.differences)]
        if editor.result != "differs":
            return [*differences, end_of_review(self.word(f"screen.count-{editor.result}"))]
        has_suspects = any(self.editor.source.suspects(differs) for differs in editor.differences)
        unexplained = [] if has_suspects else [self.text("count.unexplained", "muted")]
        moved = [self._text_of("count.moves", differs) for differs in editor.source.moved]
        return [*differences, *moved, *unexplained, *super().review()]

    def keep(self) -> None:
        """Keep nothing: a count is only saved as a whole."""

    def close(self) -> AtDesk:
        def finish(desk: Desk) -> None:
            if self.editor.is_done:
                desk.offer(self.block)
                desk.press("enter")
            elif self.editor.result in ("hidden", "differs"):
                self._discard(self.editor)
                desk.sayings.tell_discarded(self.word(self.title))

        return AtDesk(finish)

    def foot(self) -> list[Block]:
        """The differences of the cell counted last, and how many there are in all; empty in the review."""
        editor, count = self.editor, len(self.editor.differences)
        if editor.stop == "end" or not count:
            return []
        last = [difference for difference in editor.last if difference in editor.differences]
        more = [self.text("screen.count-in-all", "warn", count=count)] if count > len(last) else []
        body: list[Block] = [*more, *self._difference_texts(last)]
        return body[:MOST_BELOW]

    def _difference_texts(self, differences: Iterable[Difference]) -> Iterator[Paragraph]:
        for differs in differences:
            yield self._text_of("count.differs-hidden" if differs.is_hidden else "count.differs", differs)
            for suspect in self.editor.source.suspects(differs):
                place, entry = suspect.moment.place, self.desk.step_lines.since(suspect.moment.step)[0]
                before, after = (self._value(differs, value) for value in (suspect.before, suspect.after))
                other = suspect.other.name if suspect.other else differs.name
                values = {"name": differs.name, "other": other, "before": before, "after": after}
                changed = self.word(suspect.says, place=place, entry=entry, **values)
                yield text(f"{changed} {self._sentence_without(suspect)}".rstrip(), "muted", indent=2)

    def _text_of(self, key: str, differs: Difference) -> Paragraph:
        known, counted = (self._value(differs, value) for value in (differs.known, differs.counted))
        return self.text(key, "warn", name=differs.name, known=known, counted=counted)

    def _sentence_without(self, suspect: Suspect) -> str:
        """Say what would change without an entry, or which entry would become impossible; empty if not tried."""
        tried = suspect.without
        if isinstance(tried, Failing):
            return self.word("count.without-breaks", number=tried.place, reason=tried.refusal.message)
        if tried is None:
            return ""
        rows = difference_table(self.record, tried, self.speaker).rows
        values = ((cell.value for cell in row.cells) for row in rows[:MOST])
        changes = [self.word("count.change", what=what, then=then, now=now) for what, then, now in values]
        more = [self.word("count.more", count=len(rows) - MOST)] if len(rows) > MOST else []
        return self.word("count.without", changes="; ".join([*changes, *more]))

    def _value(self, differs: Difference, value: Any) -> str:
        counted = told_as(differs.question, value)[1]
        if type(counted) is int:
            return self.speaker.money(counted)
        return self.speaker.counted(() if counted in (None, "") else counted)
