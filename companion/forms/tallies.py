"""Count things: how a tally's numbers change."""

from dataclasses import replace

from companion.core.forms import Choice
from companion.forms.drafts import put
from companion.forms.entry_form import EntryForm
from companion.forms.questions.holders import Tally
from companion.forms.removing import begin_answer, empty
from companion.forms.tokens import is_number, number


def put_tally(form: EntryForm, tally: Tally, at: int) -> EntryForm:
    """Put the counted things into the draft; the cursor goes to the pair at an index."""
    if not tally.pairs and form.way.tally is not None and form.way.tally.pairs:
        return empty(replace(form, cursor=tally.place))
    begun = begin_answer(form, tally.question)
    draft = put(begun.draft, tally.place, tally.question.answer_of(tally.pairs))
    cursor = tally.cursor(min(at, len(tally.pairs) - 1))
    return replace(begun, draft=draft, cursor=cursor, typed="", marked=None, counted=0)


def one_more(form: EntryForm, tally: Tally, choice: Choice) -> EntryForm:
    """Count one more. Two presses give two, even if the first already gave the minimum of two."""
    at = tally.find(choice.meaning)
    before = 0 if at == len(tally.pairs) else tally.pairs[at][1]
    counted = (form.counted if form.counted and at == tally.at(form.cursor) else before) + 1
    more = tally.replace_pair(at, (choice.meaning, max(choice.low, counted)))
    return replace(put_tally(form, more, at), counted=counted)


def one_less(form: EntryForm, tally: Tally, choice: Choice) -> EntryForm:
    at = tally.find(choice.meaning)
    if at == len(tally.pairs):
        return form
    what, count = tally.pairs[at]
    return put_tally(form, tally.replace_pair(at, *([(what, count - 1)] if count > choice.low else [])), at)


def set_count(form: EntryForm, tally: Tally, choice: Choice, count: int) -> EntryForm:
    at, is_none = tally.find(choice.meaning), count == 0 and tally.question.drops_zero
    return put_tally(form, tally.replace_pair(at, *[(choice.meaning, count)] * (not is_none)), at)


def type_count(form: EntryForm, tally: Tally, at: int, typed: str) -> EntryForm:
    """Show the typed text; if it is a number, it counts the pair's thing."""
    what, count = tally.pairs[at]
    counted = tally.replace_pair(at, (what, number(typed) if is_number(typed) else count))
    return replace(put_tally(form, counted, at), typed=typed)
