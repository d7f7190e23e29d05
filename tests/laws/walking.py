"""Random answers to the questions of an action, with every choice offered on the way."""

import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple

from companion.core.errors import path_of
from companion.core.forms import Choice
from companion.forms.drafts import Cursor as Path
from companion.forms.drafts import found_at
from companion.forms.questions import (
    Ask,
    Group,
    Names,
    Number,
    Pairs,
    Pick,
    Places,
    Question,
    Questions,
    Rows,
    Text,
)
from companion.forms.questions.question import gaps, with_defaults

LEFT_ALONE = {"ruling", "options"}
"""A ruling lifts what the rules say; of an option's values the form does not know which option they are for."""
MOST_ROWS = 3
NEW_NAME, FIELD_NUMBERS = "Nowhere Halt", "12-13"


class Offer(NamedTuple):
    """A choice as it was offered, and a whole block with this answer."""

    path: Path
    choice: Choice
    draft: dict[str, Any]

    @property
    def where(self) -> str:
        return path_of(self.path)


class Walk:
    """One way through the questions of an action; optional ones are sometimes answered."""

    def __init__(self, ask: Ask, luck: random.Random, draft: dict[str, Any]) -> None:
        self._ask, self._luck, self._draft = ask, luck, draft

    def offers(self) -> Iterator[Offer]:
        return self._level(())

    def _level(self, path: Path) -> Iterator[Offer]:
        """Ask the questions of a block, group or row in order, again after every answer."""
        seen = set(LEFT_ALONE)
        while True:
            level = questions_at(self._ask(self._draft), path)
            question = next((one for one in level if one.field not in seen), None)
            if question is None:
                return
            seen.add(question.field)
            given = found_at(self._draft, path) or {}
            if any(given.get(field) is not None for field in (question.field, *question.replaces)):
                continue
            is_needed = not question.is_optional and not question.replaces
            if not question.applies:
                continue  # it offers nothing that could be held against the rules
            chance = 1.0 if is_needed else 0.25 if question.is_rare else 0.75
            if self._luck.random() < chance:
                yield from self._question((*path, question.field), question)

    def _question(self, path: Path, question: Question) -> Iterator[Offer]:
        if question.has_rows:
            for place in range(self._number_of_answers(question)):
                yield from self._level((*path, place))
        elif isinstance(question, Group):
            put(self._draft, path, {})
            yield from self._level(path)
        elif isinstance(question, Pairs):
            for _ in range(self._number_of_answers(question)):
                yield from self._pair(path)
        elif question.routes:
            for _ in range(self._number_of_answers(question)):
                yield from self._routed(path)
        elif isinstance(question, Places):
            for place in range(self._number_of_answers(question)):
                put(self._draft, (*path, place), [])  # as a line and a screen begin the next one
                yield from self._list((*path, place), path)
        elif question.many:
            yield from self._list(path, path)
        else:
            yield from self._answer(path, question, self._further(path, question))

    def _further(self, path: Path, question: Question) -> tuple[Choice, ...]:
        """Return the choices; of a tally only those without a row, as the others are counted there."""
        row = path[-2] if len(path) > 2 else None
        if not isinstance(row, int) or not self._asked(path[:-2]).is_tally:
            return question.choices
        told = [one.get(question.field) for one in (found_at(self._draft, path[:-2]) or ())[:row]]
        return tuple(choice for choice in question.choices if choice.meaning not in told)

    def _list(self, path: Path, asked: Path) -> Iterator[Offer]:
        for place in range(self._number_of_answers(self._asked(asked))):
            question = self._asked(asked)
            yield from self._answer((*path, place), question, question.choices)

    def _pair(self, path: Path) -> Iterator[Offer]:
        asked, held = self._asked(path), found_at(self._draft, path) or {}
        key, value = asked.questions
        for choice in key.choices:
            found = str(choice.meaning)
            if found in held:
                continue  # the form speaks of the count that it has
            if not value.many or choice.refusal is not None:  # how many belong to a key, its row must say
                yield self._offer((*path, found), choice, plain(asked.inside(found) or value))
        whole = (*path, str(self._pick(key, key.choices)))
        value = asked.inside(str(whole[-1])) or value
        if isinstance(value, Group):
            put(self._draft, whole, {})
            yield from self._level(whole)
        else:
            yield from self._answer(whole, value, value.choices)

    def _routed(self, path: Path) -> Iterator[Offer]:
        for route in self._asked(path).routes:
            place = len(self._draft.get(route.field, ()))
            for choice in route.choices:
                yield self._offer((route.field, place), choice, choice.meaning)
        route = self._luck.choice(self._asked(path).routes)
        if route.choices or route.is_open:
            picked = self._pick(None, route.choices) if route.choices else NEW_NAME
            put(self._draft, (route.field, len(self._draft.get(route.field, ()))), picked)

    def _answer(self, path: Path, question: Question, choices: tuple[Choice, ...]) -> Iterator[Offer]:
        is_list = question.many and not isinstance(question, Places) and isinstance(path[-1], str)
        for choice in choices:
            yield self._offer(path, choice, [choice.meaning] if is_list else choice.meaning)
        picked = self._pick(question, choices)
        for field in question.replaces:
            self._draft.pop(field, None)
        put(self._draft, path, [picked] if is_list else picked)
        for choice in choices:
            if choice.meaning == picked:
                fill(self._draft, choice)

    def _offer(self, path: Path, choice: Choice, answer: Any) -> Offer:
        draft = deepcopy(self._draft)
        put(draft, path, answer)
        fill(draft, choice)
        return Offer(path, choice, completed(self._ask, draft))

    def _pick(self, question: Question | None, choices: tuple[Choice, ...]) -> Any:
        """Return mostly what the rules allow; a number near its lower bound."""
        allowed = [one for one in choices if one.refusal is None]
        if choices and (self._luck.random() < 0.1 or not allowed):
            allowed = list(choices)
        if allowed:
            return self._luck.choice(allowed).meaning
        assert question is not None
        if isinstance(question, Number):
            low = plain_number(question)
            return self._luck.randint(low, max(low, min(low + 3, question.high or low + 3)))
        return NEW_NAME if isinstance(question, Pick | Names) and question.many else plain(question)

    def _number_of_answers(self, question: Question) -> int:
        most = MOST_ROWS if question.most is None else question.most
        return self._luck.randint(min(max(1, question.least), most), most)

    def _asked(self, path: Path) -> Question:
        level = questions_at(self._ask(self._draft), path[:-1])
        return next(one for one in level if one.field == path[-1])


def questions_at(questions: Questions, path: Path) -> Questions:
    """Return the questions of a group, of the next row, or of a table's values."""
    parts = [part for part in path if isinstance(part, str)]
    while parts:
        question = next(one for one in questions if one.field == parts[0])
        parts = parts[1:]
        questions = question.questions
        if question.group and parts:
            questions, parts = question.questions[1].questions, parts[1:]
    return questions


def put(draft: Any, path: Path, answer: Any) -> None:
    """Write an answer, with the lists and tables around it."""
    for part, after in pairwise(path):
        empty: Any = [] if isinstance(after, int) else {}
        if isinstance(part, str):
            draft = draft.setdefault(part, empty)
        else:
            draft += [deepcopy(empty) for _ in range(part + 1 - len(draft))]
            draft = draft[part]
    if isinstance(path[-1], int):
        draft[path[-1] :] = [answer]
    else:
        draft[path[-1]] = answer


def fill(draft: dict[str, Any], choice: Choice) -> None:
    """Fill in what a choice implies for fields that aren't answered."""
    for field, value in choice.implies.items():
        draft.setdefault(field, deepcopy(value))


def completed(ask: Ask, draft: dict[str, Any]) -> dict[str, Any]:
    """Return a complete block: required questions get the first choice that isn't refused."""
    for _ in range(60):
        gap = next(gaps(ask(draft), draft, lambda question: not question.is_optional), None)
        if gap is None:
            return with_defaults(ask(draft), draft)
        path, question = gap
        answer, held = plain(question), found_at(draft, path)
        put(draft, path if held is None else (*path, len(held)), answer if held is None else answer[0])
    raise AssertionError(f"there is always something missing: {draft}")


def plain(question: Question) -> Any:
    """Return a plausible answer: the default, the first allowed choice, or a small number."""
    if question.default is not None:
        return question.default
    if isinstance(question, Group | Rows):
        return [{}] if question.many else {}
    if isinstance(question, Pairs):
        key, value = question.questions
        return {str(plain(key)): plain(value)}
    found: Any = True
    choices = sorted(question.choices, key=lambda one: one.refusal is not None)
    if choices:
        found = choices[0].meaning
    elif isinstance(question, Number):
        found = plain_number(question)
    elif isinstance(question, Text | Pick):
        found = FIELD_NUMBERS if question.field == "fields" else NEW_NAME
    if isinstance(question, Places):
        return [[found]]
    return [found] if question.many else found


def plain_number(question: Question) -> int:
    low = max(1, question.low or 0)
    return low if question.high is None else min(low, question.high)
