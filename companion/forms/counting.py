"""Count things in the tally around the cursor: what its letters, digits and taps do to an unfinished entry."""

from dataclasses import replace

from companion.core.choices import Choice
from companion.forms.drafts import put
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Number
from companion.forms.questions.counts import Tally
from companion.forms.questions.meaning import NoAnswer
from companion.forms.removing import begin_answer, empty
from companion.forms.tokens import is_number, number


def _put_tally(form: EntryForm, tally: Tally, index: int) -> EntryForm:
    """Put the counted things into the draft; the cursor goes to the pair at an index."""
    if not tally.pairs and form.nav.tally is not None and form.nav.tally.pairs:
        return empty(form)
    begun = begin_answer(form, tally.question)
    draft = put(begun.draft, tally.path, tally.question.answer_of(tally.pairs))
    cursor = tally.cursor(min(index, len(tally.pairs) - 1))
    return replace(begun, draft=draft, cursor=cursor, typed="", marked=None, counted=0)


def one_more(form: EntryForm, tally: Tally, choice: Choice) -> EntryForm:
    """Count one more; raise Refusal if that is more than there can be. Two presses give two, even if the first already
    gave the minimum of two.
    """
    index = tally.find(choice.meaning)
    before = 0 if index == len(tally.pairs) else tally.pairs[index][1]
    counted = (form.counted if form.counted and index == tally.at(form.cursor) else before) + 1
    if form.counted and index == tally.at(form.cursor):
        _check_number(tally, str(counted))
    more = tally.replace_pair(index, (choice.meaning, max(choice.low, counted)))
    return replace(_put_tally(form, more, index), counted=counted)


def one_less(form: EntryForm, tally: Tally, choice: Choice) -> EntryForm:
    index = tally.find(choice.meaning)
    return form if index == len(tally.pairs) else less_of(form, tally, index, choice.low)


def less_of(form: EntryForm, tally: Tally, index: int, low: int = 1) -> EntryForm:
    """Count one less of the thing at an index; take it out if it has no more than `low`."""
    thing, count = tally.pairs[index]
    fewer = [(thing, count - 1)] if count > low else []
    return _put_tally(form, tally.replace_pair(index, *fewer), index)


def set_count(form: EntryForm, tally: Tally, choice: Choice, count: int) -> EntryForm:
    index, is_none = tally.find(choice.meaning), count == 0 and tally.question.drops_zero
    return _put_tally(form, tally.replace_pair(index, *[(choice.meaning, count)] * (not is_none)), index)


def type_count(form: EntryForm, tally: Tally, index: int, typed: str) -> EntryForm:
    """Show the typed text; if it is a number, it counts the pair's thing. A zero may drop the thing.

    Raise Refusal if no number within the bounds begins so.
    """
    thing, count = tally.pairs[index]
    if typed == "0" and tally.question.drops_zero:
        return _put_tally(form, tally.replace_pair(index), index)
    _check_number(tally, typed)
    counted = tally.replace_pair(index, (thing, number(typed) if is_number(typed) else count))
    return replace(_put_tally(form, counted, index), typed=typed)


def _check_number(tally: Tally, typed: str) -> None:
    asked = tally.question.questions[1]
    if typed.isdecimal() and isinstance(asked, Number) and not asked.can_become(typed):
        raise NoAnswer(tally.question.field, asked.too_much(typed), int(typed), rung=typed)
