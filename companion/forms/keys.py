"""Effects of keys on an unfinished entry. Keys mean the same in every entry of every game: docs/entering.md.

`TABLE` has what depends on what is asked; every other key does the same everywhere. A key that fits nothing changes
nothing and says so.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.core.errors import Refusal, refusal
from companion.forms.answering import (
    begin_answer,
    choose,
    do_meaning,
    empty,
    enter_typed,
    go_inside,
    less_of,
    next_row,
    one_more,
    type_count,
    without_last_of,
)
from companion.forms.asides import Aside, typed_again
from companion.forms.drafts import found_at, put
from companion.forms.enter import enter_of
from companion.forms.entry_form import EntryForm
from companion.forms.pointing import go_to, jump, without_last
from companion.forms.questions import Holder, Names, Number, Question
from companion.forms.questions.meaning import NoAnswer, TypedText, problem_of
from companion.forms.questions.pick import bare
from companion.forms.questions.question import is_list, is_switched

COMMA = ","
SIGNS = "+-*., "
"""Signs allowed between the digits of a number or a sum."""
_NOT_ABOUT_ANSWERS = ("tab", "left", "right")
_FROM_CELL = ("shift+tab", "up", "down", "left", "right")
_LOOKING = ("enter", "tab", "shift+tab", "up", "down", "left", "right", "escape")
"""Keys that change no answer."""


def press(form: EntryForm, key: str) -> EntryForm:
    """Press a key: a character, or the name of a key such as enter."""
    if form.status != "asking":
        return form
    return take_back(form) if key == "backspace" else form.step(lambda form: _press(form, key), key)


def take_back(form: EntryForm) -> EntryForm:
    """Take back the last change of what is shown; where nothing is left of it, go to the question shown before."""
    clear, before = form.cleared, form.before
    if form.rung:
        return replace(clear, lost=None)
    if before is not None and (
        not form.cursor or before.nav.shown == form.nav.shown or _led_here(form, before)
    ):
        return before
    if clear.prompt.can_clear:
        return replace(_without_last(clear), before=None)  # what was done since is no way back
    try:
        return _shown_before(clear)
    except Refusal as refused:
        return replace(clear, problem=problem_of(refused))


def _led_here(form: EntryForm, before: EntryForm) -> bool:
    """Whether the last change put the question that is shown in place of answers."""
    question = form.nav.question
    is_instead = question is not None and question.instead is not None and not form.nav.is_answered
    return is_instead and form.draft.keys() < before.draft.keys()


def _without_last(form: EntryForm) -> EntryForm:
    """Take out the last of what was answered before the questions that came after it."""
    tally, answer = form.nav.tally, form.nav.answer
    if tally is not None and tally.pairs and not form.typed:
        return less_of(form, tally, len(tally.pairs) - 1)
    is_text = form.nav.question is not None and form.nav.question.takes_text and isinstance(answer, str)
    if (is_text or type(answer) is int) and len(str(answer)) > 1:
        return do_meaning(empty(form), TypedText(str(answer)[:-1]))
    fewer = form if form.typed else without_last(form)
    return _delete(form) if fewer is form else fewer


def _press(form: EntryForm, key: str) -> EntryForm:
    clear = form.cleared
    try:
        if form.aside is not None and key in _NOT_ABOUT_ANSWERS:
            raise form.prompt.no_answer("")
        if key in _FROM_CELL and form.nav.is_cell and form.prompt.is_typing:
            enter_typed(form)  # what isn't a number is refused, and stays
        if key in KEYS:
            pressed = KEYS[key](form if key == "enter" else clear)
        elif len(key) == 1 and key.isprintable():
            if form.problem is None and _is_slip(form, key):
                raise form.prompt.no_answer(key)
            pressed = _type(_within_word(form, key), key)
        else:
            pressed = clear
    except Refusal as refused:
        problem = problem_of(refused)
        if form.aside is not None or _repeats_answer(form, key):
            return replace(form, problem=problem._replace(rung=""))
        return replace(
            form, problem=problem, lost=(form.nav.shown, problem.rung) if problem.rung else form.lost
        )
    if form.is_filled and key not in _LOOKING:
        pressed = replace(pressed, origins=pressed.origins.with_touched(form.nav.place))
    is_letter = len(key) == 1 and key.isalpha()
    return pressed if is_letter or not pressed.counted else replace(pressed, counted=0)


# Characters


class Mode(NamedTuple):
    """The keys whose effect depends on the question."""

    character: Callable[[EntryForm, str], EntryForm]
    """A letter, a digit or a sign, if it isn't the key of a question, a comma or the 0 of "none"."""
    mark: Callable[[EntryForm, int], EntryForm]
    """Up (-1) and Down (1)."""
    sideways: Callable[[EntryForm, int], EntryForm]
    """Left (-1) and Right (1)."""


def mode_of(form: EntryForm) -> Mode:
    if form.nav.question is None:
        return TABLE["done"]
    if form.nav.tally is not None and form.aside is None:
        return TABLE["count"]
    return TABLE["cell" if form.nav.is_cell and form.aside is None else "answer"]


def _repeats_answer(form: EntryForm, key: str) -> bool:
    """Whether a key is the last one again, or the number of equal things that it gave: that is no word."""
    given = None if form.before is None else found_at(form.draft, form.before.cursor)
    is_number = isinstance(given, list) and key == str(len(given)) and all(one == given[0] for one in given)
    return not form.rung and (key == form.key or is_number)


def _is_slip(form: EntryForm, key: str) -> bool:
    """Whether a key that has just answered a question is pressed again where no answer is needed."""
    question, before = form.nav.question, form.before
    is_free = question is not None and question.need == "optional" and form.aside is None and not form.typed
    is_again = key == form.key and key.isalnum()
    return is_free and is_again and before is not None and before.nav.shown != form.nav.shown


def _within_word(form: EntryForm, key: str) -> EntryForm:
    """Return the form without its message; refuse a key that belongs to a word or a number that fitted nothing."""
    is_possible = key.isdecimal() and form.problem is not None and form.problem.number is not None
    if form.rung and form.aside is None and not is_possible:
        raise form.prompt.no_answer(form.rung + key)
    return form.cleared


def _type(form: EntryForm, key: str) -> EntryForm:
    by_sign = _by_sign(form, key)
    if by_sign is not None:
        return by_sign
    if key == "0" and form.prompt.can_be_none:
        begun = begin_answer(form, form.asked)
        nothing = form.asked.nothing(form.nav.answer)
        return replace(begun, draft=put(begun.draft, form.nav.place, nothing)).go_on()
    between = _between(form, key) if key in (COMMA, " ") else None
    if between is not None:
        return between
    try:
        done = mode_of(form).character(form, key)
        return (done.prompt.is_naming and _as_name(form, key, is_whole=True)) or done
    except NoAnswer:
        is_doubled = key == form.key and form.nav.naming is None  # 34, then 41
        there = None if is_doubled else _behind(form, key) or _as_name(form, key)
        if there is None:
            raise
        return there


def _behind(form: EntryForm, key: str) -> EntryForm | None:
    """Try a key that doesn't fit behind the number that is asked; return None if it doesn't fit there either."""
    question, naming = form.nav.question, form.nav.naming
    try:
        if naming is not None:
            there = enter_typed(form) if form.typed else form.go((naming.field,))
        elif not isinstance(question, Number):
            return None
        elif form.typed:
            there = enter_typed(form)
        elif question.is_optional and form.prompt.has_next_row:
            there = next_row(form)
        else:
            return None
        return None if there.aside is not None else _type(there, key)
    except Refusal:
        return None


def _as_name(form: EntryForm, key: str, is_whole: bool = False) -> EntryForm | None:
    """The letters that answered, and a key, as a text where together they begin or are a name; None if they don't."""
    word, start, found = key, form, None
    while True:
        question = start.nav.question
        names = () if question is None or start.prompt.is_naming else question.letters()
        names = () if start.aside is not None and len(word) == 1 else names
        if question is not None and (start.lexicon.with_whole_name if is_whole else start.lexicon.begun)(
            names, word
        ):
            sign = "" if bare(question, start.typed) else start.typed
            found = replace(go_inside(start.cleared), typed=sign + word, marked=None)
        if not start.key or start.before is None:
            return found
        word, start = start.key + word, start.before


def _answer(form: EntryForm, key: str) -> EntryForm:
    question = form.asked
    if isinstance(question, Holder):
        return _type(go_inside(form), key)
    is_key = form.lexicon.of_key(question.choices, key) is not None
    is_name = question.takes_text and not question.is_prose and not is_key
    if is_name and key.isdecimal() and (not form.typed or form.nav.naming is not None):
        raise form.prompt.no_answer(key)  # no name begins with a digit
    can_repeat = is_list(question) and question.can_repeat
    if can_repeat and key.isdecimal() and not is_key and not form.typed and form.nav.answer:
        return _repeat(form, question, int(key))
    return do_meaning(form, question.press(form.prompt, key))


def _count(form: EntryForm, key: str) -> EntryForm:
    """Count one more of a letter's thing; digits set the number of the last one."""
    tally, typed = form.nav.tally, form.typed + key
    assert tally is not None
    at, things = tally.at(form.cursor), tally.question.thing.choices
    if not form.typed or not form.typed[0].isalpha():
        choice = form.lexicon.of_key(things, key)
        if choice is not None:
            return one_more(form, tally, choice)
        if at is not None and (key.isdecimal() or key == "-" or (form.typed and key in SIGNS)):
            return type_count(form, tally, at, typed)
        typed = ""
    if not form.lexicon.starting_with(things, typed) or not typed:
        raise form.prompt.no_answer(key)
    return replace(form, cursor=tally.path, typed=typed, marked=None)


def _cell(form: EntryForm, key: str) -> EntryForm:
    return do_meaning(form, TypedText(form.typed + key))


def _done(form: EntryForm, key: str) -> EntryForm:
    raise form.prompt.no_answer(key)


def _between(form: EntryForm, key: str) -> EntryForm | None:
    """Type a space, or a comma, which ends a name or begins the next row; None if part of an answer."""
    prompt, question, naming = form.prompt, form.nav.question, form.nav.naming
    if question is None or form.aside is not None:
        return None
    if naming is not None and (key == COMMA or not form.typed):
        return enter_typed(form) if form.typed else form.go((naming.field,))
    is_name = key == COMMA and prompt.is_naming
    if is_name and isinstance(question, Names) and (prompt.meant_choice is None or COMMA in form.typed):
        # the kinds of new names are asked after the last one
        return replace(form, typed=form.typed + key, marked=None)
    if is_name and (is_list(question) or form.nav.tally is not None):
        return enter_typed(form)
    if key == COMMA and prompt.has_next_row:
        return next_row(form)
    return form if is_list(question) and not form.typed else None


def _repeat(form: EntryForm, question: Question, count: int) -> EntryForm:
    """Set how often the last thing of a list is in it."""
    last = form.nav.answer[-1]
    things = [thing for thing in form.nav.answer if thing != last] + [last] * count
    if question.most is not None and len(things) > question.most:
        raise form.prompt.no_answer(str(count))
    if not things:
        return empty(form)
    done = replace(form, draft=put(form.draft, form.cursor, things), marked=None)
    return done.go_on() if question.is_full(things) else done


def _by_sign(form: EntryForm, key: str) -> EntryForm | None:
    """Go to the question of a sign key, or answer it if it has one choice or two; else return None."""
    question = form.nav.question
    is_text = form.prompt.is_typing or (question is not None and question.is_prose)
    if key.isalnum() or is_text or form.aside is not None:
        return None
    led = next((question for question in form.questions if question.key == key and question.applies), None)
    if led is None:
        return None
    if not is_switched(led):
        there = go_to(form, led.field)
        is_only = len(led.choices) == 1 and not (led.takes_text or led.field in form.draft or there.problem)
        return choose(there, led.choices[0]) if is_only else there  # nothing else can be meant
    now = form.draft.get(led.field, led.default)
    other = next(choice for choice in led.choices if choice.meaning != now)
    return replace(form, draft=put(form.draft, (led.field,), other.meaning))


# Other keys


def _tab(form: EntryForm) -> EntryForm:
    """Take what is typed and go to the next question, behind the last one to what is seldom asked."""
    if form.prompt.is_typing:
        taken = enter_typed(form)
        return taken if taken.aside is not None or taken.cursor != form.cursor else _tab(taken)
    if form.cursor == form.nav.rows()[0] and form.nav.rows()[2]:
        return _change_row(form, 1)
    if form.cursor:
        return form.go(form.nav.next(by_tab=True))
    return form.go(form.nav.first((), tuple(question for question in form.questions if question.is_rare)))


def _delete(form: EntryForm) -> EntryForm:
    """Clear what is shown: the typed text, or the answer; at the name of a number, the number."""
    naming = form.nav.naming
    if form.aside is not None:
        return _leave_aside(form, form.aside)
    if form.prompt.is_typing and is_list(form.asked):
        return replace(form, typed="", marked=None)
    if naming is not None and not form.typed:
        return without_last_of(form.go((naming.field,)), naming, (naming.field,))
    return empty(form) if form.prompt.can_clear else form


def _shown_before(form: EntryForm) -> EntryForm:
    """Go to the question shown before this one, or from a question about an answer back to what was typed."""
    if form.aside is not None:
        return _leave_aside(form, form.aside)
    before = form.nav.previous()
    if not before:
        raise refusal("entry.first-question")
    return form.go(before)


def _leave_aside(form: EntryForm, aside: Aside) -> EntryForm:
    return replace(form.put_aside(None), typed=typed_again(aside))


def _mark(form: EntryForm, step: int) -> EntryForm:
    """Mark the next or previous choice."""
    last, to = len(form.prompt.candidates) - 1, -1 if form.marked is None else form.marked + step
    return form if last < 0 else replace(form, marked=max(0, min(last, to)))


def _mark_counted(form: EntryForm, step: int) -> EntryForm:
    """Mark a choice of a tally, or go to its number if it has one."""
    tally, marked = form.nav.tally, form.marked
    assert tally is not None
    values = [choice.meaning for choice in form.prompt.candidates]
    if marked is None and (at := tally.at(form.cursor)) is not None and tally.pairs[at][0] in values:
        marked = values.index(tally.pairs[at][0])
    there = _mark(replace(form, marked=marked), step)
    if form.prompt.is_typing or there.marked is None or values[there.marked] not in dict(tally.pairs):
        return there
    return replace(form, cursor=tally.cursor(tally.find(values[there.marked])), typed="", marked=None)


def _change_row(form: EntryForm, step: int) -> EntryForm:
    """Go to the same question of the next or previous row; from around the rows into the first or last one."""
    path, rows, held = form.nav.rows()
    if rows is None or form.prompt.is_typing:
        return form
    here = form.nav.place[len(path) :]
    row = int(here[0]) + step if here else 0 if step > 0 else len(held) - 1
    if not 0 <= row < len(held) + bool(here):
        return form
    inside = here[1:] if row < len(held) and here else (rows.questions[0].field,)
    there = jump(form, (*path, row, *inside))
    return there if there.nav.tally is None else replace(there, cursor=there.nav.tally.cursor(0))


def _go_to_cell(form: EntryForm, step: int) -> EntryForm:
    cells = form.nav.cells_around(form.cursor)
    keys = [] if cells is None else cells.listed_keys
    beside = keys.index(str(form.cursor[-1])) + step
    return form.go((*form.cursor[:-1], keys[beside])) if 0 <= beside < len(keys) else form


TABLE: Mapping[str, Mode] = {
    "answer": Mode(_answer, _mark, _change_row),
    "count": Mode(_count, _mark_counted, _change_row),
    "cell": Mode(_cell, _mark, _go_to_cell),
    "done": Mode(_done, _mark, _change_row),
}
KEYS: Mapping[str, Callable[[EntryForm], EntryForm]] = {
    "enter": lambda form: enter_of(form).form(),
    "tab": _tab,
    "shift+tab": _shown_before,
    "delete": _delete,
    "escape": lambda form: replace(form, status="left"),
    "up": lambda form: mode_of(form).mark(form, -1),
    "down": lambda form: mode_of(form).mark(form, 1),
    "left": lambda form: mode_of(form).sideways(form, -1),
    "right": lambda form: mode_of(form).sideways(form, 1),
}
