"""What pointing does to an unfinished entry: answer with a choice, a count or a text, or go to another question."""

import re
from dataclasses import replace

from companion.core.choices import Choice
from companion.core.errors import refusal
from companion.forms.answering import (
    ask_about,
    attempt,
    begin_answer,
    choose,
    enter_typed,
    go_inside,
    less_of,
    newest_list,
    remove_row,
    set_count,
    without_last_of,
)
from companion.forms.drafts import NEXT, Cursor, found_at, holder_of, put
from companion.forms.entry_form import EntryForm
from companion.forms.matching import called
from companion.forms.navigator import by_keys
from companion.forms.questions import Each, Partners, Question, Rows
from companion.forms.questions.meaning import problem_of
from companion.forms.questions.question import fields_of, is_list, new_name
from companion.forms.tokens import Token, is_number, number

_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
"""A row or a field in a path such as trains[2].fares."""


def jump(form: EntryForm, cursor: Cursor) -> EntryForm:
    """Go to a question that was pointed at. An incomplete row stays, and is missed before the entry is saved."""
    if form.nav.is_cell and form.prompt.is_typing:
        return attempt(form, enter_typed)
    return replace(form, problem=None).go(cursor)


# Questions


def ahead(form: EntryForm) -> EntryForm:
    """Go to the first question without an answer, if there is one."""
    for question in by_keys(form.questions, form.draft):
        fields = (*fields_of(question), *question.replaces)
        if not question.is_rare and not any(field in form.draft for field in fields):
            return go_to(form, question.field)
    return form


def go_to(form: EntryForm, path: str) -> EntryForm:
    """Go to the question about a field, even in a row: trains[2].fares. Stay if there is none."""
    place: Cursor = tuple(int(row) - 1 if row else name for row, name in _STEP.findall(path))
    question = form.question_about(path)
    if form.status != "asking" or question is None:
        return form
    if question.instead is not None and question.field not in form.draft:
        return attempt(form, lambda form: _choose_instead(form, question))
    is_inside = len(place) > 1 and isinstance(place[-1], str) and form.nav.at(place) is not None
    if not is_inside or not holder_of(form.draft, place):
        place = form.nav.first((), (replace(question, need="optional"),))
    return jump(form.put_aside(None) if form.aside else form, place)


def _choose_instead(form: EntryForm, question: Question) -> EntryForm:
    """Go to a question that replaces others, without what was filled in there; what was given by hand stays."""
    if question not in form.instead:
        raise refusal("entry.answered-otherwise")
    return begin_answer(form.go((question.field,)), question)


def go_to_key(form: EntryForm, key: str) -> EntryForm:
    """Go to a key's value in a table that asks for one after another. Stay if there is none."""
    tables = (table for table in form.questions if isinstance(table, Each) and key in table.listed_keys)
    table = next(tables, None)
    return form if table is None else jump(form, (table.field, key))


def go_beside(form: EntryForm, index: int) -> EntryForm:
    """Go to another question of the row or group."""
    outer, questions = form.nav.level()
    if not 0 <= index < len(questions):
        return form
    return jump(form, form.nav.first(outer, (replace(questions[index], need="optional"),)))


# Answers


def _candidate(form: EntryForm, index: int) -> Choice | None:
    return form.prompt.candidates[index] if 0 <= index < len(form.prompt.candidates) else None


def pick(form: EntryForm, index: int) -> EntryForm:
    choice = _candidate(form, index)
    return form if choice is None else attempt(form, lambda form: choose(form, choice))


def head(form: EntryForm, index: int) -> EntryForm:
    """Begin a row with a candidate and go to its next question."""
    begun = pick(form, index)
    return go_to_row(begun, begun.nav.row_heads()[-1])


def share(form: EntryForm, index: int) -> EntryForm:
    """Let a choice share the current row with its first player, or nobody (-1). Nobody owes themselves anything."""
    (path, question, held), (first, _, current) = form.nav.rows(), form.nav.row_heads()
    if question is None or first is None or current >= len(held):
        return form
    row, joined = {**held[current]}, {choice.meaning for choice in first.choices[max(0, index) : index + 1]}
    for inner in question.questions:
        if isinstance(inner, Rows) and inner.field in row:
            row[inner.field] = [owed for owed in row[inner.field] if joined.isdisjoint(owed.values())]
    row[first.field] = [*row[first.field][:1], *joined]
    draft = put(form.draft, path, [*held[:current], row, *held[current + 1 :]])
    return attempt(form, lambda form: replace(form, draft=draft, cursor=form.nav.place, typed=""))


def less(form: EntryForm, index: int) -> EntryForm:
    """Count one less of a candidate of a tally."""
    tally, choice = form.nav.tally, _candidate(form, index)
    if tally is None or choice is None:
        return form
    return attempt(form, lambda form: less_of(form, tally, tally.find(choice.meaning), choice.low))


def count(form: EntryForm, index: int, text: str) -> EntryForm:
    """Set the number that is asked, or that of a candidate of a tally, and stay there."""
    tally = form.nav.tally
    if tally is None and form.nav.question is not None:
        there = go_inside(form)
        return replace(answer_with(there, text), cursor=there.cursor)
    choice = _candidate(form, index)
    if tally is None or choice is None:
        return form
    if not is_number(text):
        misfit = tally.question.questions[1].misfit(Token(text, 0))
        return replace(form, problem=problem_of(misfit))
    return attempt(form, lambda form: set_count(form, tally, choice, number(text)))


def answer_with(form: EntryForm, text: str) -> EntryForm:
    """Answer with a whole text. A name that isn't exactly the name of a choice is a new name."""
    if form.status != "asking" or form.nav.question is None:
        return form
    return attempt(form, lambda form: _answer_with(form, text))


def _answer_with(form: EntryForm, text: str) -> EntryForm:
    if form.nav.tally is not None:
        raise form.nav.tally.question.misfit(Token(text, 0))
    inside = go_inside(form)
    question, word = inside.asked, text.strip()
    is_known = bool(word) and bool(called(form.lexicon.choices(inside.prompt.candidates), word))
    if is_known or not word or not question.takes_text or question.is_prose:
        return enter_typed(replace(inside, typed=text, marked=None))
    return ask_about(inside, new_name(question, word), question.close_to(word))


def without_last(form: EntryForm) -> EntryForm:
    """Take the last answer out of the current list."""
    question = form.nav.question
    if not is_list(question) or not form.nav.is_answered:
        return form
    return attempt(form, lambda form: without_last_of(form, question, newest_list(form, question)))


def without(form: EntryForm, answer: str) -> EntryForm:
    """Take an answer out of the current list."""
    question = form.nav.question
    if not is_list(question):
        return form
    places = [(*form.cursor[:-1], name) for name in fields_of(question)[1:] or form.cursor[-1:]]
    lists = ((place, found_at(form.draft, place) or ()) for place in places)
    place, held = next((pair for pair in lists if answer in map(str, pair[1])), ((), ()))
    if not place:
        return form
    gone = next(value for value in held if str(value) == answer)
    draft = put(form.draft, place, [*(value for value in held if value != gone), gone])
    return attempt(form, lambda form: without_last_of(replace(form, draft=draft), question, place))


# Rows and groups around the current question


def go_to_row(form: EntryForm, row: int) -> EntryForm:
    """Go to a row, or to a new one; past the first question if its answer can be seen beside the others."""
    place, question, held = form.nav.rows()
    if question is None or not 0 <= row <= len(held):
        return form
    there = jump(form, (*place, row, question.questions[0].field))
    is_past = isinstance(question.questions[0], Partners) and row < len(held)
    return replace(there, cursor=there.nav.next(by_tab=True)) if is_past else there


def drop_row(form: EntryForm, row: int) -> EntryForm:
    place = form.nav.rows()[0]
    return attempt(form, lambda form: remove_row(form, (*place, row)).go(place)) if place else form


def next_pair(form: EntryForm) -> EntryForm:
    place = form.nav.groups_by_key()
    return form.go((*place, NEXT)) if place else form
