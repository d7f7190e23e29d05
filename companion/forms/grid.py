"""A position as a grid: sections of rows and columns, each cell a text that is read into the draft.

What is asked by player has the players across and a row for each thing. Whatever else a table is keyed by and can be
listed becomes its rows: lines, companies; there the fields of a group are columns, and a table within a group gives a
column for each of its keys. The rest, each a single cell, comes last: lists first, then what is seldom said.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.core.errors import Refusal, Violation, path_of, refused
from companion.core.forms import Draft
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.views import Term, Text
from companion.forms.drafts import Path, RowOf, found_at, put, removed
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Ask, Question, Questions
from companion.forms.questions.question import NONE, Leaf
from companion.forms.reading import Reader
from companion.forms.tokens import Token


class GridColumn(NamedTuple):
    word: str
    """Its word in the notation, for which the ruleset may have another one; none where a column is a player's alone."""
    of: Text | None = None
    """Whose, or of what: a plain text is a player."""


class GridCell(NamedTuple):
    path: Path
    """Its place in the draft, which finds it again after another cell was filled."""
    question: Question
    text: str
    name: Message
    """Whose, what, of what, for sentences about it."""
    known: str = ""
    """Shown as long as nothing is typed."""
    is_fixed: bool = False
    """Whether the name of its row says it already; no key leads there."""

    def field_in(self, draft: Draft) -> str:
        """The field of it that a violation names: `lines[2].shares.Claus`, lists counted from one."""
        steps: list[str | int] = []
        for place, step in enumerate(self.path):
            if isinstance(step, RowOf):  # after all rows where there is no such row yet
                keys = [row.get(step.field) for row in found_at(draft, self.path[:place]) or ()]
                step = keys.index(step.key) if step.key in keys else len(keys)
            steps.append(step)
        return path_of(tuple(steps))


class Fault(NamedTuple):
    """Reasons against a position, and the cell that it concerns, if it concerns one; then its sentence names it."""

    message: Message
    path: Path | None = None


class GridRow(NamedTuple):
    labels: tuple[Text, ...]
    """None for rows that may be added."""
    cells: tuple[GridCell, ...]


class Section(NamedTuple):
    caption: Message | None
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for row in self.rows for cell in row.cells)

    @property
    def players(self) -> tuple[str, ...]:
        """The players, if every column is a player's."""
        names = tuple(column.of for column in self.columns if isinstance(column.of, str))
        return names if len(set(names)) == len(self.columns) else ()

    def is_passed_over(self, row: int, column: int) -> bool:
        """Whether a cell is skipped, since the first cell of its row says that there are none."""
        first = self.rows[row].cells[0]
        is_told = first.is_fixed or (first.text or first.known) not in ("", "0")
        return column > 0 and not (isinstance(self.columns[0].of, str) or is_told)


class Holding(NamedTuple):
    """One answer of a position: a number, a list, a name."""

    path: Path
    name: Message
    value: Any
    hidden: str
    """`Question.hidden` of its question, or of the one around it."""
    player: str | None
    """Whose it is; None for what lies on the table."""

    @property
    def key(self) -> tuple[Any, ...]:
        """The path, equal however the names in it are spelled."""
        return tuple(_folded(step) for step in self.path)


@dataclass(frozen=True, slots=True)
class Grid:
    ask: Ask
    """The questions of a position, given what is answered of it."""
    draft: Draft
    lexicon: Lexicon = field(default=ENGLISH, kw_only=True)

    @property
    def sections(self) -> tuple[Section, ...]:
        across: dict[tuple[str, ...], Section] = {}
        others: list[Section] = []
        single: list[Question] = []
        shared: set[str] = set()
        questions = self.ask(self.draft)
        for question in questions:
            if question.field in shared:
                continue
            if not (question.listed_keys or question.has_rows):
                single.append(question)
                continue
            alike = _alike(question, questions)
            shared |= {one.field for one in alike}
            section = self._rows(question) if question.has_rows else self._tables(alike)
            if section.players:
                rows = across[section.players].rows if section.players in across else ()
                columns = tuple(GridColumn("", name) for name in section.players)
                across[section.players] = Section(None, columns, (*rows, *section.rows))
            else:
                others.append(section)
        single.sort(key=lambda one: not one.is_open_ended)
        return (*across.values(), *others, *([self._rest(single)] if single else []))

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for section in self.sections for cell in section.cells)

    def put(self, cell: GridCell, text: str) -> dict[str, Any]:
        """The draft with a cell filled, or emptied with an empty text; Refusal for a text that does not fit."""
        row = cell.path[-1]
        if not isinstance(row, RowOf):
            if not text.strip():
                return removed(self.draft, cell.path)
            asked = replace(cell.question, ask=cell.name)
            return put(self.draft, cell.path, value_in(asked, text, self.lexicon))
        # the answer that heads a row says only whether there is such a row
        if not text.strip():
            held = found_at(self.draft, cell.path)
            if held is not None and set(held) != {row.field}:
                raise refused("grid.row-filled", row.field, row=row.key)
            return removed(self.draft, cell.path)
        is_yes = self.lexicon.spelled(("yes",), text) is not None
        if not is_yes and value_in(cell.question, text, self.lexicon) != row.key:
            raise cell.question.misfit(Token(text, 0), self.lexicon)
        return put(self.draft, (*cell.path, row.field), row.key)

    def fault(self, violation: Violation) -> Fault:
        """A violation of the position, or of what else the grid says, with the name of its cell for its field."""
        message, field = violation.message, (violation.field or "").removeprefix("position.")
        fields = {cell.field_in(self.draft): cell for cell in reversed(self.cells)}
        around = [one for one in fields if _is_within(field, one)]
        within = [one for one in fields if field and _is_within(one, field)]
        if not around and not within:
            return Fault(message)
        cell = fields[max(around, key=len) if around else within[-1]]
        if "key" in message.values:
            return Fault(say(message.key, **{**message.values, "key": cell.name}), cell.path)
        return Fault(say("grid.fault", cell=cell.name, fault=message), cell.path)

    # Sections

    def _tables(self, alike: Questions) -> Section:
        """Tables with the same keys: players across, anything else as rows; the fields of a group the other way."""
        first = alike[0]
        key = first.questions[0]
        names = first.listed_keys
        leaves: list[tuple[Question, Leaf]] = []
        for table in alike:
            value = table.questions[1]
            plain = [Leaf((), value, table.word or table.field)]
            leaves += [(table, leaf) for leaf in (value.leaves(()) if table.group else plain)]

        def cell(name: str, table: Question, leaf: Leaf) -> GridCell:
            return self._cell((table.field, name), leaf, _label(key, name))

        if key.names_player:
            cells = [(_labels(_column(one[1])), tuple(cell(name, *one) for name in names)) for one in leaves]
            columns = tuple(GridColumn("", name) for name in names)
            return Section(None, columns, tuple(GridRow(*one) for one in cells))
        rows = (GridRow((_label(key, name),), tuple(cell(name, *one) for one in leaves)) for name in names)
        caption = first.ask if len(alike) == 1 else key.ask
        return Section(caption, tuple(_column(leaf) for _, leaf in leaves), tuple(rows))

    def _rows(self, question: Question) -> Section:
        """A row for each answer that heads one, or else those that are there and an empty one."""
        head, *others = question.questions
        places: list[tuple[tuple[Text, ...], Path]]
        if head.heads_row:
            leaves = [
                *([Leaf((), head, head.word or head.field)] if head.applies else []),
                *_leaves_of(others),
            ]
            heads = [
                (_label(head, name), RowOf(head.field, name))
                for name in (str(choice.value) for choice in head.choices)
            ]
            places = [((label,), (question.field, row)) for label, row in heads]
        else:
            leaves = _leaves_of(question.questions)
            count = len(self.draft.get(question.field, ()))
            places = [((), (question.field, place)) for place in range(count + 1)]
        rows = []
        for labels, path in places:
            rows.append(GridRow(labels, tuple(self._cell(path, leaf, *labels) for leaf in leaves)))
        return Section(question.ask, tuple(map(_column, leaves)), tuple(rows))

    def _rest(self, questions: Iterable[Question]) -> Section:
        rows = []
        for question in (one for one in questions if one.applies):
            for leaf in question.leaves((question.field,)):
                words = dict.fromkeys((Term(question.word or question.field), *_labels(_column(leaf))))
                rows.append(GridRow(tuple(words), (self._cell((), leaf),)))
        return Section(say("grid.rest"), (GridColumn(""),), tuple(rows))

    def _cell(self, base: Path, leaf: Leaf, *labels: Text) -> GridCell:
        path = (*base, *leaf.path)
        value = found_at(self.draft, path)
        if isinstance(path[-1], RowOf):
            value = None if value is None else path[-1].key
        name, question = _name(leaf.word, *labels, _column(leaf).of), leaf.question
        if question.left_of is not None:
            question = replace(question, ask=say("grid.left"))
        return GridCell(path, question, text_of(question, value, self.lexicon), name)


def row_of(rows: Question, row: Draft) -> RowOf:
    """Identify a row by its contents instead of its place: its line, or its commodity and metropolis."""
    first, *others = ((one.field, row.get(one.field)) for one in rows.heads)
    return RowOf(*first, tuple(others))


def holdings(
    questions: Iterable[Question],
    draft: Draft,
    path: Path = (),
    labels: tuple[Text, ...] = (),
    hidden: str = "",
) -> Iterator[Holding]:
    """Every answer of a position, or of a part of it, down to a single good or share; lists are whole."""
    for one in questions:
        value, place, secret = draft.get(one.field), (*path, one.field), hidden or one.hidden
        if value is None:
            continue
        if one.has_rows:
            others = [inner for inner in one.questions if inner not in one.heads]
            for row in value:
                of = row_of(one, row)
                names = [name for name in of.answers.values() if name is not None]
                first = () if of.others else (Term(of.key),)
                for held in holdings(others, row, (*place, of), (*labels, *first), secret):
                    name = held.name if first else say("count.in-row", row=names, cell=held.name)
                    yield held._replace(name=name)
        elif not one.takes_a_place:
            called = (*labels, Term(one.word or one.field))
            yield from holdings(one.questions, value, place, called, secret)
        elif one.has_pairs:
            key, inner = one.questions
            for name, held in value.items():
                at, called = (*place, name), (*labels, _label(key, name))
                if one.group:
                    yield from holdings(inner.questions, held, at, called, secret)
                else:
                    yield _holding(at, one, called, held, secret)
        else:
            yield _holding(place, one, labels, value, secret)


def _holding(path: Path, question: Question, labels: tuple[Text, ...], value: Any, hidden: str) -> Holding:
    player = next((one for one in labels if isinstance(one, str)), None)
    return Holding(path, _name(question.word or question.field, *labels), value, hidden, player)


def _folded(step: str | int | RowOf) -> Any:
    if isinstance(step, RowOf):
        return tuple((field, fold(str(name or ""))) for field, name in step.answers.items())
    return fold(str(step))


def _leaves_of(questions: Iterable[Question]) -> list[Leaf]:
    return [leaf for one in questions for leaf in one.leaves((one.field,))]


def _column(leaf: Leaf) -> GridColumn:
    key = leaf.key
    return GridColumn(leaf.word, None if key is None else _label(key, leaf.of))


def _labels(column: GridColumn) -> tuple[Text, ...]:
    return (Term(column.word),) if column.of is None else (Term(column.word), column.of)


def _name(what: str, *labels: Text | None) -> Message:
    player = next((one for one in labels if isinstance(one, str)), None)
    of = next((one.key for one in labels if isinstance(one, Term)), None)
    if player is None:
        return say("grid.cell", what=what) if of is None else say("grid.cell-of", what=what, of=of)
    if of is None:
        return say("grid.cell-player", player=player, what=what)
    return say("grid.cell-player-of", player=player, what=what, of=of)


def _is_within(field: str, outer: str) -> bool:
    return field == outer or field.startswith((f"{outer}.", f"{outer}["))


def _label(key: Question, name: str) -> Text:
    """Players have their names; anything else has a word in the ruleset."""
    return name if key.names_player else Term(name)


def _alike(question: Question, questions: Questions) -> Questions:
    """The plain tables with the same keys, or the question alone."""
    if question.has_rows or question.group or question.questions[0].names_player:
        return (question,)
    plain = [one for one in questions if one.listed_keys and not one.group]
    return tuple(one for one in plain if one.listed_keys == question.listed_keys)


# One cell


def value_in(question: Question, text: str, lexicon: Lexicon = ENGLISH) -> Any:
    """The answer that the text of a cell gives; Refusal where it gives none."""
    text = text.strip()
    if question.left_of is not None:
        left = _read(question, text, lexicon)
        if not 0 <= left <= question.left_of:
            key, wanted = ("form.at-least", 0) if left < 0 else ("form.at-most", question.left_of)
            raise refused(key, question.field, key=question.ask, wanted=wanted)
        return question.left_of - left
    return question.nothing if text == NONE and not question.is_single else _read(question, text, lexicon)


def _read(question: Question, text: str, lexicon: Lexicon) -> Any:
    alone = question.alone()
    reader = Reader(lambda draft: (alone,), text, lexicon)
    for token in question.cell_tokens(text):
        reader.feed(token)
    fields = reader.fields()
    if question.field not in fields:
        raise question.misfit(Token(text, 0), lexicon)
    value = fields[question.field]
    question.check_known(value, lexicon)
    return value


def text_of(question: Question, value: Any, lexicon: Lexicon = ENGLISH) -> str:
    """The shortest text that gives the answer again; empty for no answer."""
    if value is None:
        return ""
    said = value if question.left_of is None else question.left_of - value
    texts = tuple(question.cell_texts(said, lexicon))
    for text in texts:
        try:
            if value_in(question, text, lexicon) == value:
                return text
        except Refusal:
            continue
    return texts[0]
