"""Where in a draft an answer stands, what it comes to with its defaults, and which key can begin one."""

from copy import deepcopy
from typing import Any

from companion.core.forms import Choice, Draft, Question, Questions
from companion.forms.matching import starting_with

Cursor = tuple[str | int, ...]
"""Fields and places of rows from the block down to the question; empty when nothing more is asked."""


def choice_of_key(question: Question, key: str) -> Choice | None:
    """The choice of a key; where other names are taken too, only a digit is one."""
    if question.kind not in ("pick", "several", "lists") or (question.is_open and not key.isdecimal()):
        return None
    return next((one for one in question.choices if one.key == key.casefold()), None)


def may_begin(question: Question, key: str) -> bool:
    """Whether an answer can begin with a key."""
    if question.kind in ("count", "counts"):
        return key.isdecimal() or (key == "-" and (question.low is None or question.low < 0))
    if question.kind in ("pick", "several", "lists") and not question.is_open and question.choices:
        return choice_of_key(question, key) is not None or bool(starting_with(question.choices, key))
    return question.kind != "switch" or key.casefold() in "yn"


def has_more(question: Question) -> bool:
    """Whether the rules leave another row or pair to say."""
    first = question.questions[0]
    return first.is_open or not first.choices or any(one.refusal is None for one in first.choices)


def with_defaults(questions: Questions, fields: dict[str, Any]) -> dict[str, Any]:
    """Answers, in rows and groups too, with the defaults of what was not answered there."""
    found: dict[str, Any] = {
        one.field: one.default for one in questions if one.default is not None and one.field not in fields
    }
    found |= fields
    for one in questions:
        if one.field in fields and one.kind == "group":
            found[one.field] = with_defaults(one.questions, fields[one.field])
        elif one.field in fields and one.kind == "lists":
            found[one.field] = [inner for inner in fields[one.field] if inner]
        elif one.field in fields and one.kind == "rows":
            found[one.field] = [with_defaults(one.questions, row) for row in fields[one.field]]
    return found


def without_row(cursor: Cursor) -> Cursor:
    return cursor[:-1] if cursor and isinstance(cursor[-1], int) else cursor


def holder_of(draft: Draft, cursor: Cursor) -> Draft:
    """The table that holds the answer at the cursor, to be read; an empty one where there is none yet."""
    found: Any = draft
    for part in cursor[:-1]:
        if isinstance(part, int):
            found = found[part] if part < len(found) else {}
        else:
            found = found.get(part, {})
    return found if isinstance(found, dict) else {}


def opened(draft: Draft, cursor: Cursor) -> tuple[dict[str, Any], dict[str, Any]]:
    """A copy of a draft, and in it the table that holds the answer at the cursor: to be written."""
    copy: dict[str, Any] = deepcopy(dict(draft))
    found: Any = copy
    for place, part in enumerate(cursor[:-1]):
        if isinstance(part, int):
            while len(found) <= part:
                found.append({})
            found = found[part]
        else:
            is_list = isinstance(cursor[place + 1], int)
            found = found.setdefault(part, [] if is_list else {})
    return copy, found
