"""A position as a grid of cells. The text of each cell is read into the draft.

Tables by player have a column for each player and a row for each thing. Other tables with a fixed set of keys have a
row for each key; the fields of a group are columns, and a table in a group has a column for each of its keys. All
other questions are single cells in the last section, lists first.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.core.choices import Draft, Fields
from companion.core.errors import Violation, path_of
from companion.core.messages import Message, say
from companion.core.views import Term, Text
from companion.forms.cells import Leaf, answer_in, as_cell, key_label, leaves, text_of
from companion.forms.drafts import Path, RowOf, found_at, put, remove
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Ask, Pairs, Pick, Question, Questions, Rows
from companion.forms.questions.holders import parts_of, with_parts
from companion.forms.questions.pick import names_players

REST = say("grid.rest")
"""The caption of single cells."""


class GridCell(NamedTuple):
    path: Path
    """The path of the answer, by which the cell is found again in another grid."""
    name: Message
    """The name of the cell in sentences: the player, the field, and the thing that the field is about."""
    text: str
    question: Question
    known: str = ""
    """The text shown while nothing is typed."""
    is_head: bool = False
    """Whether the cell identifies its row, such as a commodity."""
    is_fixed: bool = False
    """Whether the row's label gives the answer already; no key leads to the cell."""

    def read(self, text: str, lexicon: Lexicon) -> Any:
        """Return the answer that a text gives; raise Refusal, with the name of the cell, if it gives none."""
        return answer_in(replace(self.question, ask=self.name), text, lexicon)


class GridColumn(NamedTuple):
    word: str
    """The keyword, or a name of the ruleset; empty for a player's column."""
    of: Text | None = None
    """The player, as plain text, or the thing that the column is about."""


class GridRow(NamedTuple):
    labels: tuple[Text, ...]
    """Empty for rows that players add."""
    cells: tuple[GridCell, ...]


class GridSection(NamedTuple):
    caption: Message | None
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for row in self.rows for cell in row.cells)

    def part(self, places: Container[int]) -> "GridSection":
        """The section with only these columns."""
        kept = [at for at in range(len(self.columns)) if at in places]
        rows = (row._replace(cells=tuple(row.cells[at] for at in kept)) for row in self.rows)
        return self._replace(columns=tuple(self.columns[at] for at in kept), rows=tuple(rows))

    @property
    def players(self) -> tuple[str, ...]:
        """The players if each column belongs to a different player; else empty."""
        names = tuple(column.of for column in self.columns if isinstance(column.of, str))
        return names if len(set(names)) == len(self.columns) else ()


class Fault(NamedTuple):
    """A fault in the typed texts. If it concerns a cell, `path` leads to it and the message names it."""

    message: Message
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class EntryCells:
    """The answers of an entry as cells; answers that are known already are shown in blank cells."""

    grid: "Grid"
    known: Draft
    faults: tuple[Fault, ...] = ()

    @property
    def sections(self) -> tuple[GridSection, ...]:
        texts = {cell.path: cell.text for cell in replace(self.grid, draft=self.known).cells}

        def shown(row: GridRow) -> GridRow:
            return row._replace(
                cells=tuple(cell._replace(known=texts.get(cell.path, "")) for cell in row.cells)
            )

        sections = self.grid.sections
        return tuple(section._replace(rows=tuple(map(shown, section.rows))) for section in sections)

    def put(self, cell: GridCell, text: str) -> "EntryCells":
        return replace(self, grid=replace(self.grid, draft=self.grid.put(cell, text)))


@dataclass(frozen=True, slots=True)
class Grid:
    ask: Ask
    """The questions of a position, given its draft."""
    draft: Draft
    lexicon: Lexicon = field(default=ENGLISH, kw_only=True)

    @property
    def sections(self) -> tuple[GridSection, ...]:
        across: dict[tuple[str, ...], GridSection] = {}
        others: list[GridSection] = []
        single: list[Question] = []
        for question in self.ask(self.draft):
            if isinstance(question, Rows):
                section = self._rows(question)
            elif isinstance(question, Pairs) and question.listed_keys:
                section = self._table(question)
            else:
                single.append(question)
                continue
            if section.players:
                rows = across[section.players].rows if section.players in across else ()
                columns = tuple(GridColumn("", name) for name in section.players)
                across[section.players] = GridSection(None, columns, (*rows, *section.rows))
            else:
                others.append(section)
        single.sort(key=lambda question: not (question.many or isinstance(question, Pairs)))
        return (*across.values(), *others, *([self._rest(single)] if single else []))

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for section in self.sections for cell in section.cells)

    def put(self, cell: GridCell, text: str) -> Fields:
        """Return the draft with a cell filled, or cleared by an empty text; raise Refusal if the text doesn't fit."""
        if not text.strip():
            return remove(self.draft, cell.path)
        return put(self.draft, cell.path, cell.read(text, self.lexicon))

    def fault(self, violation: Violation) -> Fault:
        """Turn a violation into a fault of this grid, which names the cell instead of the field."""
        message, field = violation.message, (violation.field or "").removeprefix("position.")
        fields = {_field_at(cell.path, self.draft): cell for cell in reversed(self.cells)}
        around = [name for name in fields if _is_within(field, name)]
        within = [name for name in fields if field and _is_within(name, field)]
        if not around and not within:
            return Fault(message)
        cell = fields[max(around, key=len) if around else within[-1]]
        if "key" in message.values:
            return Fault(say(message.key, **{**message.values, "key": cell.name}), cell.path)
        return Fault(say("grid.fault", cell=cell.name, fault=message), cell.path)

    # Sections

    def _table(self, table: Pairs) -> GridSection:
        """The section of a table: a column for each player, or a row for each other key."""
        key, value = table.questions
        names = table.listed_keys
        parts = leaves(value, ()) if table.group else [Leaf((), value, table.word or table.field)]

        def cell(name: str, leaf: Leaf) -> GridCell:
            return self._cell((table.field, name), leaf, key_label(key, name))

        if names_players(key):
            rows = [GridRow(_labels(leaf), tuple(cell(name, leaf) for name in names)) for leaf in parts]
            return GridSection(None, tuple(GridColumn("", name) for name in names), tuple(rows))
        rows = [GridRow((key_label(key, name),), tuple(cell(name, leaf) for leaf in parts)) for name in names]
        return GridSection(table.ask, _columns(parts), tuple(rows))

    def _rows(self, question: Rows) -> GridSection:
        """The section of rows: a row for each choice of the head, else the present rows and an empty one."""
        head, *others = question.questions
        places: list[tuple[tuple[Text, ...], Path]]
        if isinstance(head, Pick) and head.heads_row:
            parts = _leaves_of(others)
            names = [str(choice.value) for choice in head.choices]
            places = [((key_label(head, name),), (question.field, RowOf(head.field, name))) for name in names]
        else:
            parts = _leaves_of(question.questions)
            count = len(self.draft.get(question.field, ()))
            places = [((), (question.field, place)) for place in range(count + 1)]
        rows, about = [], heads_of(question)
        for labels, path in places:
            cells = (
                self._cell(path, leaf, *labels)._replace(is_head=leaf.question in about) for leaf in parts
            )
            rows.append(GridRow(labels, tuple(cells)))
        return GridSection(question.ask, _columns(parts), tuple(rows))

    def _rest(self, questions: Iterable[Question]) -> GridSection:
        rows = []
        for question in (question for question in questions if question.applies):
            for leaf in leaves(question, (question.field,)):
                words = dict.fromkeys((Term(question.word or question.field), *_labels(leaf)))
                rows.append(GridRow(tuple(words), (self._cell((), leaf),)))
        return GridSection(REST, (GridColumn(""),), tuple(rows))

    def _cell(self, base: Path, leaf: Leaf, *labels: Text) -> GridCell:
        path = (*base, *leaf.path)
        value = found_at(self.draft, path)
        name = cell_name(leaf.word, *labels, leaf.of)
        return GridCell(path, name, text_of(leaf.question, value, self.lexicon), as_cell(leaf.question))


def heads_of(rows: Rows) -> list[Question]:
    """The questions whose answers identify a row."""
    first = rows.questions[0]
    if isinstance(first, Pick) and first.heads_row:
        return [first]
    return [question for question in rows.questions if isinstance(question, Pick) and not question.many]


def row_of(rows: Rows, row: Draft) -> RowOf:
    """Identify a row by answers instead of its index: by its line, or by its commodity and metropolis."""
    first, *others = ((head.field, row.get(head.field)) for head in heads_of(rows))
    return RowOf(*first, tuple(others))


def _leaves_of(questions: Iterable[Question]) -> list[Leaf]:
    return [leaf for question in questions for leaf in leaves(question, (question.field,))]


def _columns(leaves: Iterable[Leaf]) -> tuple[GridColumn, ...]:
    return tuple(GridColumn(leaf.word, leaf.of) for leaf in leaves)


def _labels(leaf: Leaf) -> tuple[Text, ...]:
    return (Term(leaf.word),) if leaf.of is None else (Term(leaf.word), leaf.of)


def cell_name(what: str, *labels: Text | None) -> Message:
    player = next((label for label in labels if isinstance(label, str)), None)
    of = next((label.key for label in labels if isinstance(label, Term)), None)
    if player is None:
        return say("words.name", name=what) if of is None else say("grid.cell-of", what=what, of=of)
    if of is None:
        return say("grid.cell-player", player=player, what=what)
    return say("grid.cell-player-of", player=player, what=what, of=of)


def _field_at(path: Path, draft: Draft) -> str:
    """The field as violations name it, with rows counted from one: `lines[2].shares.Claus`."""
    steps: list[str | int] = []
    for place, step in enumerate(path):
        if isinstance(step, RowOf):  # a new row comes after the others
            keys = [row.get(step.field) for row in found_at(draft, path[:place]) or ()]
            step = keys.index(step.key) if step.key in keys else len(keys)
        steps.append(step)
    return path_of(tuple(steps))


def _is_within(field: str, outer: str) -> bool:
    return field == outer or field.startswith((f"{outer}.", f"{outer}["))


def in_seat_order(questions: Questions, seats: Sequence[str]) -> Questions:
    """Return the questions with the players among their choices in seat order."""
    ordered = []
    for question in questions:
        choices = question.choices
        if names_players(question):
            choices = tuple(sorted(choices, key=lambda choice: seats.index(str(choice.value))))
        ordered.append(with_parts(question, choices, in_seat_order(parts_of(question), seats)))
    return tuple(ordered)
