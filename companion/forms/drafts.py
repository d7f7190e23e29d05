"""Answers in a draft: where they are, with their defaults, after players were renamed, and which key begins one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from companion.core.errors import Violation
from companion.core.forms import Ask, Draft, Question, Questions
from companion.core.names import fold
from companion.forms.lexicon import Lexicon

Cursor = tuple[str | int, ...]
"""Fields and places of rows from the block down to the question; empty when nothing more is asked."""


class RowOf(NamedTuple):
    """A step of a path: the row with this answer in this field, and those answers in others."""

    field: str
    key: Any
    others: tuple[tuple[str, Any], ...] = ()

    @property
    def answers(self) -> dict[str, Any]:
        return {self.field: self.key, **dict(self.others)}

    def is_of(self, row: Draft) -> bool:
        return all(row.get(field) == answer for field, answer in self.answers.items())


Path = tuple[str | int | RowOf, ...]
"""From the draft down to an answer: fields, keys of tables, places of rows."""


def asked_once(ask: Ask) -> Ask:
    """Asks again only if the draft changed; compares its text, since some drafts are filled in place."""
    known: tuple[str, Questions] = "", ()

    def asked(draft: Draft) -> Questions:
        nonlocal known
        text = repr(draft)
        if known[0] != text:
            known = text, ask(draft)
        return known[1]

    return asked


def may_begin(question: Question, typed: str, lexicon: Lexicon) -> bool:
    is_closed = bool(question.choices) and not question.is_open
    if question.kind == "count":
        is_negative = typed.startswith("-") and (question.low is None or question.low < 0)
        digits = typed.removeprefix("-") if is_negative else typed
        is_number = not digits or (digits[0].isdecimal() and digits.replace(",", "").isdecimal())
        if question.is_of_player and digits.isdecimal() and int(digits) * 10 > (question.high or 0):
            return int(digits) in range(question.low or 0, (question.high or 0) + 1)
        return is_number or (bool(question.choices) and not typed[0].isdecimal())
    if question.kind in ("pick", "places") and is_closed:
        return bool(lexicon.starting_with(question.choices, typed))
    return question.kind != "switch"


def has_more(question: Question) -> bool:
    """Whether the rules allow another row or pair."""
    first = question.questions[0]
    return first.is_open or not first.choices or any(one.refusal is None for one in first.choices)


def refused_answers(questions: Questions, draft: Draft) -> list[Violation]:
    """Answers that the rules refuse, as far as their choices tell; of rows only the last, until it is finished."""
    found: list[Violation] = []
    for one in questions:
        given = draft.get(one.field)
        if not given:
            continue
        inner = given[-1] if one.is_rows else given
        is_open = any(not part.is_optional and part.field not in inner for part in one.questions)
        if one.is_group or (one.is_rows and is_open):
            refused = [each.message for each in refused_answers(one.questions, inner)]
        elif one.kind == "table" or (one.kind == "pick" and not one.many):
            chosen, choices = (given, one.questions[0].choices) if one.questions else ([given], one.choices)
            refused = [each.refusal for each in choices if each.refusal and each.meaning in chosen]
        else:
            refused = []
        found += [Violation(each, one.field) for each in refused]
    return found


def with_defaults(questions: Questions, fields: dict[str, Any]) -> dict[str, Any]:
    """Answers, in rows and groups too, with the defaults of what was not answered there."""
    defaults = {one.field: one.default for one in questions if one.default is not None and one.applies}
    found: dict[str, Any] = {**defaults, **fields}
    for one in questions:
        value = fields.get(one.field)
        if value is None:
            continue
        if one.kind == "places":
            found[one.field] = [inner for inner in value if inner]
        elif one.is_rows:
            found[one.field] = [with_defaults(one.questions, row) for row in value]
        elif one.is_group:
            found[one.field] = with_defaults(one.questions, value)
    return found


def without_row(cursor: Cursor) -> Cursor:
    return cursor[:-1] if cursor and isinstance(cursor[-1], int) else cursor


def row_around(cursor: Cursor) -> Cursor | None:
    """The place of the innermost row around a question."""
    depth = max((depth for depth, step in enumerate(cursor) if isinstance(step, int)), default=None)
    return None if depth is None else cursor[: depth + 1]


def _inside(here: Any, step: str | int | RowOf) -> Any:
    if isinstance(step, RowOf):
        return next((row for row in here if step.is_of(row)), None)
    if isinstance(step, int):
        return here[step] if step < len(here) else None
    return here.get(step)


def found_at(draft: Draft, path: Path) -> Any:
    """The answer at a path; None where there is none."""
    here: Any = draft
    for step in path:
        here = _inside(here, step)
        if here is None:
            return None
    return here


def holder_of(draft: Draft, path: Path) -> Draft:
    """The table with the answer at a path, for reading; an empty one where there is none yet."""
    return found_at(draft, path[:-1]) or {}


def opened(draft: Draft, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A copy of a draft, and the table in it for the answer at a path, made with all that leads there."""
    copy: dict[str, Any] = deepcopy(dict(draft))
    here: Any = copy
    for place, step in enumerate(path[:-1]):
        inner = _inside(here, step)
        if inner is None and isinstance(step, str):
            inner = here[step] = [] if isinstance(path[place + 1], int | RowOf) else {}
        elif inner is None:
            answers = step.answers.items() if isinstance(step, RowOf) else ()
            inner = {field: answer for field, answer in answers if answer is not None}
            here.append(inner)
        here = inner
    return copy, here


def put(draft: Draft, path: Path, value: Any) -> dict[str, Any]:
    copy, holder = opened(draft, path)
    holder[str(path[-1])] = value
    return copy


def removed(draft: Draft, path: Path, is_pruned: bool = True) -> dict[str, Any]:
    """The draft without the answer at a path; pruned, also without tables and rows that held nothing else."""
    copy: dict[str, Any] = deepcopy(dict(draft))
    while path and found_at(copy, path) is not None:
        holder, last = found_at(copy, path[:-1]), path[-1]
        if isinstance(last, RowOf):
            holder[:] = [row for row in holder if not last.is_of(row)]
        else:
            del holder[last]
        path = path[:-1]
        is_bare = path and isinstance(path[-1], RowOf) and set(holder) == {path[-1].field}
        if not is_pruned or (holder and not is_bare):
            break
    return copy


def in_turn(questions: Questions) -> Questions:
    """Questions in the order in which keys come to them."""
    return tuple(sorted(questions, key=lambda one: one.turn))


def gaps(
    questions: Questions,
    fields: Draft,
    is_needed: Callable[[Question], bool],
    outer: Cursor = (),
    order: Callable[[Questions], Questions] = tuple,
) -> Iterator[tuple[Cursor, Question]]:
    """The questions without an answer that need one, and where they are; in rows and groups too."""
    for question in order(questions):
        value, place = fields.get(question.field), (*outer, question.field)
        inside: Iterable[tuple[Cursor, Questions, Draft]] = ()
        if value is None:
            others = (*question.fields, *question.replaces)
            if is_needed(question) and not any(fields.get(name) is not None for name in others):
                yield place, question
        elif question.many and len(value) < question.least:
            yield place, question
        elif question.is_rows:
            inside = (((*place, row), question.questions, held) for row, held in enumerate(value))
        elif question.is_group:
            inside = ((place, question.questions, value),)
        elif question.holds_groups:
            group = question.questions[1].questions
            inside = (((*place, key), group, held) for key, held in value.items())
        for below, asked, held in inside:
            yield from gaps(asked, held, is_needed, below, order)


def answers_of(value: Any) -> Any:
    """A value of a block as answers are kept in a draft: in lists and tables of its own."""
    if isinstance(value, Mapping):
        return {str(key): answers_of(held) for key, held in value.items()}
    return [answers_of(one) for one in value] if isinstance(value, list | tuple) else value


Renamed = Mapping[str, str | None]
"""Folded names and what each player is called now; None for one who left."""


def renamed(questions: Questions, draft: Draft, names: Renamed) -> dict[str, Any]:
    """The draft with the players' present names, without those who left and without what held nothing else."""
    found = dict(draft)
    for question in questions:
        if question.field in found:
            found[question.field] = _answer(question, found[question.field], names)
    return {field: value for field, value in found.items() if value is not None}


def _answer(question: Question, value: Any, names: Renamed) -> Any:
    def name_of(name: str) -> str | None:
        return names.get(fold(name), name)

    if question.is_rows:
        rows = [renamed(question.questions, row, names) for row in value]
        return [row for row in rows if row] or None
    if question.is_group:
        return renamed(question.questions, value, names) or None
    if question.kind == "table":
        key, held = question.questions
        table = {}
        for name, inner in value.items():
            now, answer = name_of(name) if key.names_player else name, _answer(held, inner, names)
            if now is not None and answer is not None:
                table[now] = answer
        return table or None
    if not question.names_player:
        return value
    if isinstance(value, list):
        return [name for one in value if (name := name_of(one)) is not None]
    return name_of(value)
