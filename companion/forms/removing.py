"""Take answers out of an unfinished entry: of the current question, of its row, or the last one of a list."""

from dataclasses import replace

from companion.forms.drafts import NEXT, Cursor, found_at, put, remove
from companion.forms.entry_form import EntryForm
from companion.forms.questions import BoardNumber, Question, Values
from companion.forms.questions.question import fields_of


def begin_answer(form: EntryForm, question: Question) -> EntryForm:
    """Remove what an earlier answer to this question filled in, and the fields the question replaces."""
    place, implied, draft = form.nav.place, form.origins.implied, form.draft
    replaced = [(*place[:-1], name) for name in question.replaces]
    emptied = [filled for by, filled in implied if place in (by, filled)]
    for gone in (*emptied, *replaced):
        draft = remove(draft, gone, is_pruned=False)
    kept = tuple((by, filled) for by, filled in implied if by != place and filled not in (place, *replaced))
    return replace(form, draft=draft, origins=form.origins._replace(implied=kept))


def empty(form: EntryForm) -> EntryForm:
    """Remove the current question's answer; if there is none, or no other in the row that it begins, the row."""
    question = form.nav.question
    if question is None:
        return form
    at = replace(form, cursor=form.nav.place, typed="", marked=None)
    if at.cursor[-1] == NEXT:
        at = replace(at, cursor=at.cursor[:-1])
        question = at.nav.question or question
    at = begin_answer(at, question)
    row = at.nav.headed_row()
    if row is not None and (not at.nav.is_answered or len(found_at(at.draft, row)) == 1):
        gone = remove_row(at, row)  # a second Delete must not take the next row too
        return replace(gone, cursor=(*row[:-1], len(found_at(gone.draft, row[:-1]) or ()), at.cursor[-1]))
    fields = [str(at.cursor[-1]), *fields_of(question)[1:]]
    draft = at.draft
    names = [question.names_in] if isinstance(question, BoardNumber) else []
    for name in (*fields, *names):
        draft = remove(draft, (*at.cursor[:-1], name))
    is_pair = at.nav.has_chosen_key
    emptied = replace(at, draft=draft, origins=at.origins.without_lessons(*fields))
    return replace(emptied, cursor=(*at.cursor[:-1], NEXT)) if is_pair else emptied


def remove_row(form: EntryForm, row: Cursor) -> EntryForm:
    # rows have new numbers: count their implied answers as given
    implied = tuple(pair for pair in form.origins.implied if pair[1][: len(row) - 1] != row[:-1])
    return replace(form, draft=remove(form.draft, row), origins=form.origins._replace(implied=implied))


def without_last_of(form: EntryForm, question: Values, place: Cursor) -> EntryForm:
    """Remove the last answer of a list, and its name."""
    held, answer = question.without_last(found_at(form.draft, place))
    draft = put(form.draft, place, held) if held else remove(form.draft, place)
    if isinstance(question, BoardNumber) and question.names_in:
        choice = question.choice_meaning(answer)
        implied = {} if choice is None else choice.implies.get(question.names_in, {})
        for named in (str(answer), *implied):
            draft = remove(draft, (question.names_in, named))
    origins = form.origins.without_lessons(str(place[-1]), answer=answer)
    return replace(form, draft=draft, origins=origins, typed="", marked=None)


def newest_list(form: EntryForm, question: Question) -> Cursor:
    """The path of the list, of those with names of several kinds, to which the last name was added."""
    places = [(*form.cursor[:-1], name) for name in fields_of(question)[1:]] or [form.cursor]
    later, earlier = form, form.before
    while earlier is not None and len(places) > 1:
        for place in places:
            if len(found_at(later.draft, place) or ()) > len(found_at(earlier.draft, place) or ()):
                return place
        later, earlier = earlier, earlier.before
    return next(place for place in reversed(places) if found_at(form.draft, place))
