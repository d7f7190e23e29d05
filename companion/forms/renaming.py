"""A draft after players were renamed or left, wherever its questions say that a player is named."""

from collections.abc import Mapping
from typing import Any

from companion.core.forms import Draft, Question, Questions
from companion.core.names import fold

Renamed = Mapping[str, str | None]
"""Folded names and what each is called now; None for who left."""


def renamed(questions: Questions, draft: Draft, names: Renamed) -> dict[str, Any]:
    """The draft with the present names, without those who left and without what held nothing but them."""
    asked = {question.field: question for question in questions}
    found = {
        field: _answer(asked[field], value, names) if field in asked else value
        for field, value in draft.items()
    }
    return {field: value for field, value in found.items() if value is not None}


def _answer(question: Question, value: Any, names: Renamed) -> Any:
    if question.is_rows:
        rows = [renamed(question.questions, row, names) for row in value]
        return [row for row in rows if row] or None
    if question.is_group:
        return renamed(question.questions, value, names) or None
    if question.kind == "table":
        return _table(question, value, names) or None
    if not question.names_player:
        return value
    if isinstance(value, list):
        return [name for one in value if (name := _name(one, names)) is not None]
    return _name(value, names)


def _table(question: Question, table: Draft, names: Renamed) -> dict[str, Any]:
    key, held = question.questions
    found = {
        _name(name, names) if key.names_player else name: _answer(held, value, names)
        for name, value in table.items()
    }
    return {name: value for name, value in found.items() if name is not None and value is not None}


def _name(name: str, names: Renamed) -> str | None:
    return names.get(fold(name), name)
