"""A position as a grid: sections of rows and columns, each cell a text that is read into the draft.

Whatever a table is keyed by and can be listed becomes its rows: players, lines, companies. The fields of a group are
columns, and a table within a group gives a column for each of its keys. The rest is a cell of its own.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.errors import refused
from companion.core.forms import Ask, Draft, Question, Questions
from companion.core.messages import Message
from companion.core.views import Term, Text
from companion.forms.answers import misfit
from companion.forms.cells import says_yes, text_of, value_in
from companion.forms.drafts import Path, RowOf, found_at, opened
from companion.forms.tokens import Token


class GridColumn(NamedTuple):
    word: str
    """Its word in the notation, which is short."""
    ask: Message
    of: Text | None = None
    """Whose, or of what, where a table is spread over several columns of one word."""


class GridCell(NamedTuple):
    path: Path
    """Where it stands in the draft; it finds the cell again after another one was filled."""
    question: Question
    text: str


class GridRow(NamedTuple):
    label: Text | None
    """None for the one row of a section, and for rows that may be added."""
    cells: tuple[GridCell, ...]
    """One for each column."""


class Section(NamedTuple):
    caption: Message
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for row in self.rows for cell in row.cells)


class _Leaf(NamedTuple):
    """A column before it meets a row."""

    path: Path
    question: Question
    column: GridColumn


@dataclass(frozen=True, slots=True)
class Grid:
    ask: Ask
    """The questions of a position, given what is answered of it."""
    draft: Draft

    @property
    def sections(self) -> tuple[Section, ...]:
        found: list[Section] = []
        shared: set[str] = set()
        questions = self.ask(self.draft)
        for question in questions:
            if question.field not in shared:
                alike = _alike(question, questions)
                shared |= {one.field for one in alike}
                found.append(self._tables(alike) if _has_listed_keys(question) else self._section(question))
        return tuple(found)

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for section in self.sections for cell in section.cells)

    def put(self, cell: GridCell, text: str) -> dict[str, Any]:
        """The draft with a cell filled, or emptied with an empty text; Refusal for a text that does not fit."""
        last = cell.path[-1]
        if isinstance(last, RowOf):
            return _with_row(self.draft, cell, last, text)
        if text.strip():
            return _put(self.draft, cell.path, value_in(cell.question, text))
        return _without(self.draft, cell.path)

    # Sections

    def _section(self, question: Question) -> Section:
        if question.kind == "rows":
            return self._rows(question)
        return self._spread(question.ask, _leaves(question, ()), [(None, (question.field,))])

    def _tables(self, alike: Questions) -> Section:
        """Tables with the same keys: a row for each key, a column for each table or each field of its group."""
        first = alike[0]
        key = first.questions[0]
        names = [str(choice.value) for choice in key.choices]
        columns: list[GridColumn] = []
        cells: dict[str, list[GridCell]] = {name: [] for name in names}
        for table in alike:
            for leaf in _leaves(table.questions[1], ()):
                columns.append(leaf.column if leaf.path else _column(table))
                for name in names:
                    cells[name].append(self._cell((table.field, name), leaf))
        rows = tuple(GridRow(_label(key, name), tuple(cells[name])) for name in names)
        return Section(first.ask if len(alike) == 1 else key.ask, tuple(columns), rows)

    def _rows(self, question: Question) -> Section:
        """A row for each answer that heads one, or else those that are there and an empty one."""
        head, *others = question.questions
        if head.heads_row:
            names = [str(choice.value) for choice in head.choices]
            leaves = [_Leaf((), head, _column(head)), *_leaves_of(others, ())]
            rows = [(_label(head, name), (question.field, RowOf(head.field, name))) for name in names]
            return self._spread(question.ask, leaves, rows)
        count = len(self.draft.get(question.field, ()))
        places = [(None, (question.field, place)) for place in range(count + 1)]
        return self._spread(question.ask, _leaves_of(question.questions, ()), places)

    def _spread(
        self, caption: Message, leaves: list[_Leaf], rows: Iterable[tuple[Text | None, Path]]
    ) -> Section:
        return Section(
            caption,
            tuple(leaf.column for leaf in leaves),
            tuple(GridRow(label, tuple(self._cell(path, leaf) for leaf in leaves)) for label, path in rows),
        )

    def _cell(self, base: Path, leaf: _Leaf) -> GridCell:
        path = (*base, *leaf.path)
        value = found_at(self.draft, path)
        if isinstance(path[-1], RowOf):
            value = None if value is None else path[-1].key
        return GridCell(path, leaf.question, text_of(leaf.question, value))


def _leaves(question: Question, path: Path) -> list[_Leaf]:
    """The columns that a question needs, with their places below it."""
    if question.kind == "group":
        return _leaves_of(question.questions, path)
    if _is_plain_table(question):
        key, value = question.questions
        names = [str(one.value) for one in key.choices]
        return [_Leaf((*path, name), value, _column(question, _label(key, name))) for name in names]
    return [_Leaf(path, question, _column(question))]


def _leaves_of(questions: Iterable[Question], path: Path) -> list[_Leaf]:
    return [leaf for one in questions for leaf in _leaves(one, (*path, one.field))]


def _column(question: Question, of: Text | None = None) -> GridColumn:
    return GridColumn(question.word or question.field, question.ask, of)


def _label(key: Question, name: str) -> Text:
    """Players are called as they are; whatever else is listed has a word in the ruleset."""
    return name if key.names_player else Term(name)


def _has_listed_keys(question: Question) -> bool:
    """Whether it is a table of which all keys are known."""
    if question.kind != "table":
        return False
    key = question.questions[0]
    return key.kind == "pick" and not key.is_open and bool(key.choices)


def _is_plain_table(question: Question) -> bool:
    return _has_listed_keys(question) and not question.holds_groups


def _alike(question: Question, questions: Questions) -> Questions:
    """The plain tables with the same keys, or the question alone."""
    if not _is_plain_table(question):
        return (question,)
    names = _names(question)
    return tuple(one for one in questions if _is_plain_table(one) and _names(one) == names)


def _names(table: Question) -> list[object]:
    return [choice.value for choice in table.questions[0].choices]


# Answers in a draft


def _put(draft: Draft, path: Path, value: Any) -> dict[str, Any]:
    """The draft with an answer, and with the tables and rows that lead to it."""
    copy, holder = opened(draft, path)
    holder[str(path[-1])] = value
    return copy


def _without(draft: Draft, path: Path) -> dict[str, Any]:
    """The draft without an answer, and without the tables and rows that held nothing else."""
    copy: dict[str, Any] = deepcopy(dict(draft))
    while path and found_at(copy, path) is not None:
        holder, last = found_at(copy, path[:-1]), path[-1]
        if isinstance(last, RowOf):
            holder[:] = [row for row in holder if row.get(last.field) != last.key]
        else:
            del holder[last]
        path = path[:-1]
        is_bare = path and isinstance(path[-1], RowOf) and set(holder) == {path[-1].field}
        if holder and not is_bare:
            break
    return copy


def _with_row(draft: Draft, cell: GridCell, row: RowOf, text: str) -> dict[str, Any]:
    """The answer that heads a row says only whether there is such a row."""
    there = found_at(draft, cell.path)
    if not text.strip():
        if isinstance(there, Mapping) and set(there) != {row.field}:
            raise refused("grid.row-filled", row.field, row=row.key)
        return _without(draft, cell.path)
    if not says_yes(text) and value_in(cell.question, text) != row.key:
        raise misfit(cell.question, Token(text, 0))
    return _put(draft, (*cell.path, row.field), row.key)
