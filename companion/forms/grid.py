"""A position as a grid: sections of rows and columns, each cell a text that is read into the draft.

What is asked by player has the players across and a row for each thing. Whatever else a table is keyed by and can be
listed becomes its rows: lines, companies; there the fields of a group are columns, and a table within a group gives a
column for each of its keys. The rest, each a single cell, comes last: lists first, then what is seldom said.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.errors import Refusal, Violation, path_of, refused
from companion.core.forms import ONE_DIGIT, Ask, Draft, Question, Questions
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.views import Term, Text
from companion.forms.answers import misfit
from companion.forms.drafts import Path, RowOf, found_at, put, removed
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.reading import Reader
from companion.forms.tokens import Token, quoted, tokens_of
from companion.forms.writing import Writer

NONE = "-"
"""The text of a cell for an empty list or table, which isn't the same as no answer."""


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


class _Leaf(NamedTuple):
    """A cell without its row or player."""

    path: Path
    question: Question
    column: GridColumn


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
            if not (_has_listed_keys(question) or question.is_rows):
                single.append(question)
                continue
            alike = _alike(question, questions)
            shared |= {one.field for one in alike}
            section = self._rows(question) if question.is_rows else self._tables(alike)
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
            asked = cell.question._replace(ask=cell.name)
            return put(self.draft, cell.path, value_in(asked, text, self.lexicon))
        # the answer that heads a row says only whether there is such a row
        if not text.strip():
            held = found_at(self.draft, cell.path)
            if held is not None and set(held) != {row.field}:
                raise refused("grid.row-filled", row.field, row=row.key)
            return removed(self.draft, cell.path)
        is_yes = self.lexicon.spelled(("yes",), text) is not None
        if not is_yes and value_in(cell.question, text, self.lexicon) != row.key:
            raise misfit(cell.question, Token(text, 0), self.lexicon)
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
        names = _listed(key)
        leaves: list[tuple[Question, _Leaf]] = []
        for table in alike:
            value = table.questions[1]
            plain = [_Leaf((), value, _column(table))]
            leaves += [(table, leaf) for leaf in (_leaves(value, ()) if table.holds_groups else plain)]

        def cell(name: str, table: Question, leaf: _Leaf) -> GridCell:
            return self._cell((table.field, name), leaf, _label(key, name))

        if key.names_player:
            cells = [(_labels(one[1].column), tuple(cell(name, *one) for name in names)) for one in leaves]
            columns = tuple(GridColumn("", name) for name in names)
            return Section(None, columns, tuple(GridRow(*one) for one in cells))
        rows = (GridRow((_label(key, name),), tuple(cell(name, *one) for one in leaves)) for name in names)
        caption = first.ask if len(alike) == 1 else key.ask
        return Section(caption, tuple(leaf.column for _, leaf in leaves), tuple(rows))

    def _rows(self, question: Question) -> Section:
        """A row for each answer that heads one, or else those that are there and an empty one."""
        head, *others = question.questions
        places: list[tuple[tuple[Text, ...], Path]]
        if head.heads_row:
            leaves = [*([_Leaf((), head, _column(head))] if head.applies else []), *_leaves_of(others, ())]
            heads = [(_label(head, name), RowOf(head.field, name)) for name in _listed(head)]
            places = [((label,), (question.field, row)) for label, row in heads]
        else:
            leaves = _leaves_of(question.questions, ())
            count = len(self.draft.get(question.field, ()))
            places = [((), (question.field, place)) for place in range(count + 1)]
        rows = []
        for labels, path in places:
            rows.append(GridRow(labels, tuple(self._cell(path, leaf, *labels) for leaf in leaves)))
        return Section(question.ask, tuple(leaf.column for leaf in leaves), tuple(rows))

    def _rest(self, questions: Iterable[Question]) -> Section:
        rows = []
        for question in (one for one in questions if one.applies):
            for leaf in _leaves(question, (question.field,)):
                words = dict.fromkeys((Term(_column(question).word), *_labels(leaf.column)))
                rows.append(GridRow(tuple(words), (self._cell((), leaf),)))
        return Section(say("grid.rest"), (GridColumn(""),), tuple(rows))

    def _cell(self, base: Path, leaf: _Leaf, *labels: Text) -> GridCell:
        path = (*base, *leaf.path)
        value = found_at(self.draft, path)
        if isinstance(path[-1], RowOf):
            value = None if value is None else path[-1].key
        name, question = _name(leaf.column.word, *labels, leaf.column.of), leaf.question
        if question.left_of is not None:
            question = question._replace(ask=say("grid.left"))
        return GridCell(path, question, text_of(question, value, self.lexicon), name)


def row_of(rows: Question, row: Draft) -> RowOf:
    """Identify a row by its contents instead of its place: its line, or its commodity and metropolis."""
    first, *others = ((one.field, row.get(one.field)) for one in row_heads(rows))
    return RowOf(*first, tuple(others))


def row_heads(rows: Question) -> list[Question]:
    head = rows.questions[0]
    return (
        [head] if head.heads_row else [one for one in rows.questions if one.kind == "pick" and not one.many]
    )


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
        if one.is_rows:
            others = [inner for inner in one.questions if inner not in row_heads(one)]
            for row in value:
                of = row_of(one, row)
                names = [name for name in of.answers.values() if name is not None]
                first = () if of.others else (Term(of.key),)
                for held in holdings(others, row, (*place, of), (*labels, *first), secret):
                    name = held.name if first else say("count.in-row", row=names, cell=held.name)
                    yield held._replace(name=name)
        elif one.is_group:
            yield from holdings(one.questions, value, place, (*labels, Term(_column(one).word)), secret)
        elif one.kind == "table":
            key, inner = one.questions
            for name, held in value.items():
                at, called = (*place, name), (*labels, _label(key, name))
                if inner.is_group:
                    yield from holdings(inner.questions, held, at, called, secret)
                else:
                    yield _holding(at, one, called, held, secret)
        else:
            yield _holding(place, one, labels, value, secret)


def _holding(path: Path, question: Question, labels: tuple[Text, ...], value: Any, hidden: str) -> Holding:
    player = next((one for one in labels if isinstance(one, str)), None)
    return Holding(path, _name(_column(question).word, *labels), value, hidden, player)


def _folded(step: str | int | RowOf) -> Any:
    if isinstance(step, RowOf):
        return tuple((field, fold(str(name or ""))) for field, name in step.answers.items())
    return fold(str(step))


def _leaves(question: Question, path: Path) -> list[_Leaf]:
    """The cells that a question needs, with their places below it."""
    if question.is_group:
        return _leaves_of(question.questions, path)
    if _is_plain_table(question):
        key, value = question.questions
        return [_Leaf((*path, one), value, _column(question, _label(key, one))) for one in _listed(key)]
    return [_Leaf(path, question, _column(question))]


def _leaves_of(questions: Iterable[Question], path: Path) -> list[_Leaf]:
    return [leaf for one in questions for leaf in _leaves(one, (*path, one.field))]


def _column(question: Question, of: Text | None = None) -> GridColumn:
    return GridColumn(question.word or question.field, of)


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
    if not _is_plain_table(question) or question.questions[0].names_player:
        return (question,)
    plain = [one for one in questions if _is_plain_table(one)]
    return tuple(one for one in plain if _listed(one.questions[0]) == _listed(question.questions[0]))


def _listed(key: Question) -> list[str]:
    return [str(choice.value) for choice in key.choices]


# One cell


def value_in(question: Question, text: str, lexicon: Lexicon = ENGLISH) -> Any:
    """The answer that the text of a cell gives; Refusal where it gives none."""
    text = text.strip()
    if question.left_of is not None:
        left = value_in(question._replace(left_of=None), text, lexicon)
        if not 0 <= left <= question.left_of:
            key, wanted = ("form.at-least", 0) if left < 0 else ("form.at-most", question.left_of)
            raise refused(key, question.field, key=question.ask, wanted=wanted)
        return question.left_of - left
    if text == NONE and not question.is_single:
        return {} if question.kind == "table" else []
    alone = _alone(question)
    reader = Reader(lambda draft: (alone,), text, lexicon)
    for token in _tokens(question, text):
        reader.feed(token)
    fields = reader.fields()
    if question.field not in fields:
        raise misfit(question, Token(text, 0), lexicon)
    value = fields[question.field]
    _check_known(question, value, lexicon)
    return value


def text_of(question: Question, value: Any, lexicon: Lexicon = ENGLISH) -> str:
    """The shortest text that gives the answer again; empty for no answer."""
    if value is None:
        return ""
    if question.left_of is not None:
        return text_of(question._replace(left_of=None), question.left_of - value, lexicon)
    texts = tuple(_texts(question, value, lexicon))
    for text in texts:
        try:
            if value_in(question, text, lexicon) == value:
                return text
        except Refusal:
            continue
    return texts[0]


def _alone(question: Question) -> Question:
    """The question as if nothing else were asked, so that no word leads away from it."""
    word = question.word if question.is_rows or question.holds_groups else None
    return question._replace(word=word, by_place=True, need="optional")


def _tokens(question: Question, text: str) -> list[Token]:
    """A single name needs no quotes, whatever it is made of; in quotes it is taken literally.

    Numbers of one digit need nothing between them: 14 are shares 1 and 4.
    """
    is_counts = question.kind == "count" and question.many
    is_one_digit = is_counts and question.high is not None and question.high <= ONE_DIGIT
    tokens = tokens_of(" ".join(text) if is_one_digit and text.isdecimal() else text)
    if any(not token.is_closed for token in tokens):
        raise refused("entry.unclosed", question.field)
    if question.is_single and not (len(tokens) == 1 and tokens[0].is_quoted):
        return [Token(text, 0)]
    return tokens


def _check_known(question: Question, value: Any, lexicon: Lexicon) -> None:
    """Refuses an unknown name where only the choices can be meant."""
    if question.kind == "table":
        for inner in value.values():
            _check_known(question.questions[1], inner, lexicon)
    if question.kind != "pick" or question.is_open or not question.choices:
        return
    known = {choice.meaning for choice in question.choices}
    for one in value if question.many else (value,):
        if one not in known:
            raise misfit(question, Token(str(one), 0), lexicon)


def _texts(question: Question, value: Any, lexicon: Lexicon) -> Iterator[str]:
    if question.kind == "switch":
        yield lexicon.word("yes" if value else "no")
    elif question.is_single:
        called = _called(question, value, lexicon)
        yield from (called, str(value), quoted(str(value)))
    elif not value:
        yield NONE
    else:
        if question.is_list and question.kind != "places":
            yield ", ".join(_called(question, one, lexicon) for one in value)
            yield ", ".join(str(one) for one in value)
            yield ", ".join(str(one) if isinstance(one, int) else quoted(one) for one in value)
        alone = (_alone(question),)
        yield " ".join(Writer(alone, {}, lexicon).group(alone, {question.field: value}))
        if question.kind == "count":
            yield f"+{value[0]}"  # one number, although its digits could be several


def _called(question: Question, value: Any, lexicon: Lexicon) -> str:
    choice = next((one for one in question.choices if one.meaning == value), None)
    return str(value) if choice is None else lexicon.called(choice, question.choices)
