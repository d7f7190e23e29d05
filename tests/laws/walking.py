"""Random answers in the form of an action, with every choice offered on the way."""

import random
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

from companion.core.choices import Choice
from companion.core.errors import path_of
from companion.forms import pointing
from companion.forms.answering import attempt, choose
from companion.forms.drafts import NEXT, found_at, put
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.questions import Ask, BoardNumber, Group, Number, Pairs, Pick, Question, Rows, Text
from companion.forms.questions.number import bounds
from companion.forms.questions.pick import route_of, routes_of
from companion.forms.questions.question import gaps, with_defaults
from companion.games.dampfross.questions import Places

LEFT_ALONE = {"ruling", "options"}
"""A ruling lifts what the rules say; of an option's values the form does not know which option they are for."""
STEPS = 20
"""Questions that are looked at on one way through a form."""
NEW_NAME, FIELD_NUMBERS = "Nowhere Halt", "12-13"


class Offer(NamedTuple):
    """A choice as it was offered, and a whole block with this answer."""

    path: tuple[str | int, ...]
    choice: Choice
    draft: dict[str, Any]

    @property
    def where(self) -> str:
        return path_of(self.path)


def offers(form: EntryForm, luck: random.Random) -> Iterator[Offer]:
    """Yield each choice of the questions on a random way through a form."""
    for _ in range(STEPS):
        question, tally = form.nav.question, form.nav.tally
        if question is None or form.status != "asking":
            return
        is_counted = tally is not None or form.cursor[-1] == NEXT
        counted = [] if tally is None else [what for what, _ in tally.pairs]
        for choice in () if form.cursor[0] in LEFT_ALONE else form.prompt.candidates:
            given = attempt(form, partial(choose, choice=choice))
            path = place_of(form, choice, given.draft)
            is_there = is_counted or found_at(given.draft, path) == choice.meaning
            if is_there and given.draft != form.draft and choice.meaning not in counted:
                whole = completed(form.ask, deepcopy(given.draft))
                if form.cursor[0] == "players" or whole.get("players") == given.draft.get("players"):
                    yield Offer(path, choice, whole)  # a partner added later may be whom the choice names
        after = onwards(form, question, luck)
        if after.cursor == form.cursor:
            return
        form = after


def walked(form: EntryForm, luck: random.Random) -> dict[str, Any]:
    """Return a whole block from a random way through a form."""
    for _ in range(STEPS):
        question = form.nav.question
        if question is None or form.status != "asking":
            break
        form = onwards(form, question, luck)
    return completed(form.ask, pruned(form.draft))


def pruned(value: Any) -> Any:
    """Return answers without tables and lists that were begun and left empty."""
    if isinstance(value, list):
        return [pruned(part) for part in value if part not in ({}, [])]
    if not isinstance(value, dict):
        return value
    parts = {field: pruned(part) for field, part in value.items()}
    return {field: part for field, part in parts.items() if part not in ({}, [])}


def place_of(form: EntryForm, choice: Choice, draft: dict[str, Any]) -> tuple[str | int, ...]:
    """Return where a choice became the answer."""
    question, place = form.nav.question, form.cursor
    assert question is not None
    if form.nav.tally is not None:
        return (*form.nav.tally.path, str(choice.meaning))
    route = route_of(routes_of(question), choice)
    if route is not None:
        place = (*place[:-1], route.field)
    if place[-1] == NEXT:
        return (*place[:-1], str(choice.meaning))
    held = found_at(draft, place)
    return (*place, len(held) - 1) if isinstance(held, list) and held else place


def onwards(form: EntryForm, question: Question, luck: random.Random) -> EntryForm:
    """Answer mostly what the rules allow, or go on to the next row or question."""
    if form.nav.tally is not None:
        question = form.nav.at(form.cursor) or question  # the question for the number
    after = answered(form, question, luck)
    return press(after, "tab") if after.cursor == form.cursor and question.is_optional else after


def answered(form: EntryForm, question: Question, luck: random.Random) -> EntryForm:
    if form.nav.is_answered and luck.random() < 0.5:
        return press(form, luck.choice((",", "tab")))
    if question.is_optional and (form.cursor[0] in LEFT_ALONE or luck.random() < 0.25):
        return press(form, "tab")
    if isinstance(question, BoardNumber) and question.squares and luck.random() < 0.6:
        return pointing.answer_with(form, str(luck.choice(question.squares).number))
    allowed = [one for one in form.prompt.candidates if one.refusal is None]
    chosen = allowed if allowed and luck.random() < 0.9 else form.prompt.candidates
    return (
        attempt(form, lambda form: choose(form, luck.choice(chosen)))
        if chosen
        else pointing.answer_with(form, str(drawn(question, luck)))
    )


def drawn(question: Question, luck: random.Random) -> Any:
    """Return an answer that isn't one of some choices, mostly a small number."""
    if isinstance(question, Number):
        low = -9 if question.low is None else max(1, question.low)  # a line says no zero
        high = low + 12 if question.high is None else min(low + 12, question.high)
        return luck.randint(low, max(low, high))
    return f"{NEW_NAME} {luck.randrange(900)}" if question.field != "fields" else FIELD_NUMBERS


def completed(ask: Ask, draft: dict[str, Any]) -> dict[str, Any]:
    """Return a complete block: required questions get the first choice that isn't refused."""
    for _ in range(60):
        gap = next(gaps(ask(draft), draft, lambda question: not question.is_optional), None)
        if gap is None:
            return with_defaults(ask(draft), draft)
        path, question = gap
        answer, held = plain(question), found_at(draft, path)
        draft = put(draft, path, answer if held is None else [*held, answer[0]])
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
    low, high = bounds(question)
    least = max(1, low or 0)
    return least if high is None else min(least, high)
