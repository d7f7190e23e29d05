"""What a key does to an unfinished entry. Keys mean the same in every entry of every game: docs/entering.md."""

from collections.abc import Callable
from dataclasses import replace
from string import digits

from companion.core.errors import Refusal, refusal
from companion.core.messages import say
from companion.forms.answering import choose, do_meaning, enter_typed, go_inside, next_row
from companion.forms.asides import KindOf
from companion.forms.counting import one_more, type_count
from companion.forms.drafts import Cursor, found_at, put, row_around
from companion.forms.enter import enter_of
from companion.forms.entry_form import EntryForm
from companion.forms.pointing import go_to, jump
from companion.forms.questions import Number, Question
from companion.forms.questions.counts import Tally
from companion.forms.questions.meaning import Answered, Meaning, NoAnswer, Problem, TypedText, problem_of
from companion.forms.questions.route import route_with
from companion.forms.removing import begin_answer, drop_old_list, empty, without_half_row, without_last_of
from companion.forms.tokens import is_number, number
from companion.forms.way import Way, by_keys

_COMMA = ","
SIGNS = "+-*., "
"""Signs allowed between the digits of a number or a sum."""


def press(form: EntryForm, key: str) -> EntryForm:
    """Press a key: a character, or the name of a key such as enter."""
    if form.status != "asking":
        return form
    return take_back(form) if key == "backspace" else form.step(lambda form: _press(form, key))


def take_back(form: EntryForm) -> EntryForm:
    """Return the form before the last key or tap; if there was none, empty the current question."""
    if form.before is not None:
        return form.before
    return (
        _delete(form) if form.hand.can_clear else replace(form, problem=Problem(say("entry.first-question")))
    )


def _press(form: EntryForm, key: str) -> EntryForm:
    clear = form.cleared
    if form.problem is not None and is_number(form.typed) and key.isdecimal():
        clear = replace(clear, typed="")  # a digit replaces a refused number
    if form.stray and key == "delete":
        return replace(clear, typed="", marked=None) if form.hand.is_naming else clear
    is_free = len(key) == 1 or key in ("enter", "escape") or (key in ("up", "down") and form.hand.candidates)
    if form.stray and not is_free:
        return form  # what doesn't fit stays until it is taken back
    try:
        if form.stray and len(key) == 1:
            raise _no_answer(form, key)  # the key continues what doesn't fit
        if key in _LEAVING and form.way.is_cell and form.hand.is_typing:
            enter_typed(form)  # what isn't a number is refused, and stays
        if key == "enter":
            pressed = enter_of(form).form()
        else:
            pressed = _KEYS[key](clear) if key in _KEYS else _type(clear, key)
        if form.is_filled and key not in _LOOKING:
            pressed = replace(pressed, origins=pressed.origins.with_touched(form.way.place))
        is_letter = len(key) == 1 and key.isalpha()
        return pressed if is_letter or not pressed.counted else replace(pressed, counted=0)
    except Refusal as refused:
        return clear if _repeats_answer(form, key) else replace(form, problem=problem_of(refused))


def _repeats_answer(form: EntryForm, key: str) -> bool:
    """Whether a key only repeats the last answer, a list of equal items, by their letter or number."""
    place = form.trail[-1] if form.trail else ()
    question, held = form.way.at(place), found_at(form.draft, place)
    if question is None or not question.is_list or not isinstance(held, list) or len(held) < 2:
        return False
    choice = form.lexicon.of_key(question.choices, key)
    is_same = key == str(len(held)) or held[0] == (choice and choice.meaning)
    return is_same and all(value == held[0] for value in held)


def _no_answer(form: EntryForm, key: str) -> NoAnswer:
    if form.hand.question is None and form.is_complete:
        word = f"{form.stray}{key}"
        return NoAnswer("", Problem(say("entry.all-answered", word=word), word))
    return form.hand.no_answer(key)


# Characters


def _type(form: EntryForm, key: str) -> EntryForm:
    hand = form.hand
    question, tally = hand.question, form.way.tally
    if len(key) != 1 or not key.isprintable():
        return form
    short = _short_way(form, key)
    if short is not None:
        return short
    if question is None:
        raise _no_answer(form, key)
    if form.is_replacing:
        return _type(drop_old_list(form), key)
    if form.aside is not None:
        if form.lexicon.of_key(question.choices, key) is None:
            raise refusal("entry.choose")
        return _do(form, question.press(hand, key))
    if key in (_COMMA, " "):
        between = _type_between(form, question, key)
        if between is not None:
            return between
    if key == "0" and hand.can_be_none:
        begun = begin_answer(form, question)
        nothing = question.nothing(form.way.answer)
        return replace(begun, draft=put(begun.draft, form.way.place, nothing)).go_on()
    if tally is not None:
        return form if key == _COMMA and form.typed else _count(form, tally, key)
    return _type_answer(form, question, key)


def _do(form: EntryForm, meaning: Meaning) -> EntryForm:
    done = do_meaning(form, meaning)
    return _type(done, meaning.key) if isinstance(meaning, Answered) and meaning.key else done


def _type_answer(form: EntryForm, question: Question, key: str) -> EntryForm:
    hand = form.hand
    if form.way.is_cell:  # every character is text, until Enter, Tab or an arrow ends it
        return do_meaning(form, TypedText(form.typed + key))
    if question.questions:
        return _type(go_inside(form), key)
    if form.way.naming is not None and key.isdecimal():  # no name has a digit: it begins the next number
        named = enter_typed(form) if form.typed else form.go((form.way.naming.field,))
        return named if named.aside is not None else _type(named, key)
    if isinstance(question, Number) and question.is_optional and (other := _row_with(form, key)) is not None:
        return _type(other, key)
    is_key = form.lexicon.of_key(question.choices, key) is not None
    if question.can_repeat and key.isdecimal() and not is_key and not form.typed and form.way.answer:
        return _repeat(form, question, int(key))
    if question.letters() and not form.typed and not is_key and _repeats_answer(form, key):
        return form
    return _do(form, question.press(hand, key))


def _repeat(form: EntryForm, question: Question, count: int) -> EntryForm:
    """Set how often the last thing of a list is in it."""
    last = form.way.answer[-1]
    things = [thing for thing in form.way.answer if thing != last] + [last] * count
    if question.most is not None and len(things) > question.most:
        raise _no_answer(form, str(count))
    if not things:
        return empty(form)
    done = replace(form, draft=put(form.draft, form.cursor, things), marked=None)
    return done.go_on() if question.is_full(things) else done


def _row_with(form: EntryForm, letter: str) -> EntryForm | None:
    """The form at the next row if that begins with a letter, and none is typed where it is; else None."""
    if form.typed or not letter.isalpha() or not form.hand.has_next_row:
        return None
    row = next_row(form)
    return row if row.lexicon.of_key(row.asked.choices, letter) is not None else None


def _type_between(form: EntryForm, question: Question, key: str) -> EntryForm | None:
    """Type a space, or a comma, which ends a name or begins the next row; None if part of an answer."""
    hand = form.hand
    if form.way.naming is not None and (key == _COMMA or not form.typed):  # the comma ends a name or skips it
        return enter_typed(form) if form.typed else form.go((form.way.naming.field,))
    is_name = key == _COMMA and hand.is_naming
    if is_name and question.routes and (hand.meant_choice is None or _COMMA in form.typed):
        # the kinds of new names are asked after the last one
        return replace(form, typed=form.typed + key, marked=None)
    if is_name and question.is_list:
        return enter_typed(form)
    if key == _COMMA and hand.has_next_row:
        return next_row(form)
    return form if question.is_list and not form.typed else None


def _short_way(form: EntryForm, key: str) -> EntryForm | None:
    """Go to the question of a sign key, or answer it if it has one choice or two; else return None."""
    question = form.hand.question
    if key.isalnum() or form.hand.is_typing or (question is not None and question.is_prose):
        return None
    led = next((question for question in form.questions if question.key == key and question.applies), None)
    if led is None:
        return None
    if len(led.choices) != 2:
        there = go_to(form, led.field)
        is_only = len(led.choices) == 1 and led.field not in form.draft and there.problem is None
        return choose(there, led.choices[0]) if is_only else there  # nothing else can be meant
    now = form.draft.get(led.field, led.default)
    other = next(choice for choice in led.choices if choice.meaning != now)
    return replace(form, draft=put(form.draft, (led.field,), other.meaning))


def _count(form: EntryForm, tally: Tally, key: str) -> EntryForm:
    """Press a letter, which counts one more of its thing, or a digit."""
    at = tally.at(form.cursor)
    is_text = key.isdecimal() or key == "-" or (bool(form.typed) and key in SIGNS)
    if form.hand.is_typing and not (is_text and form.typed[0] in f"-{digits}"):
        raise _no_answer(form, key)
    choice = form.lexicon.of_key(tally.question.thing.choices, key)
    if choice is not None:
        return one_more(form, tally, choice)
    after = form.go_on() if at is not None and key.isalpha() else form
    if after.hand.question is not None and form.lexicon.of_key(after.hand.question.choices, key):
        return _type(after, key)  # the thing's number is complete: the key answers the next question
    if at is None or not is_text:
        raise _no_answer(form, key)
    return type_count(form, tally, at, key if _is_refused(tally, at, form.typed + key) else form.typed + key)


def _is_refused(tally: Tally, at: int, typed: str) -> bool:
    """Whether the number of a pair is refused, and more digits don't help."""
    thing, count = tally.pairs[at]
    choice = tally.question.thing.choice_meaning(thing)
    high = 0 if choice is None or choice.refusal is not None else choice.high
    if choice is None or high is None or choice.low <= count <= high:
        return False
    return is_number(typed) and number(typed) > high


# Tab, Delete and Escape


def _tab(form: EntryForm) -> EntryForm:
    hand = form.hand
    if form.aside is not None:
        return form
    if hand.is_typing:
        taken = enter_typed(form)
        return taken if taken.aside is not None or taken.cursor != form.cursor else _tab(taken)
    if form.way.naming is not None:
        return _tab(form.go((form.way.naming.field,)))  # skip the name
    if hand.question is not None and hand.question.has_rows and form.way.tally is None and form.way.answer:
        return _go_sideways(form, 1)  # into the first row
    if form.cursor:
        return form.go(_next_by_tab(form))
    return form.go(form.way.first((), tuple(question for question in form.questions if question.is_rare)))


def _next_by_tab(form: EntryForm) -> Cursor:
    """The next pair of a tally; else the next question. Of a row of numbers one is enough."""
    tally, way, row = form.way.tally, form.way, form.cursor[:-1]
    at = None if tally is None else tally.at(form.cursor)
    if tally is not None and at is not None and at + 1 < len(tally.pairs):
        return tally.cursor(at + 1)
    rows = way.at(row[:-1]) if row and isinstance(row[-1], int) else None
    parts = () if rows is None else rows.questions[1:]
    held = found_at(form.draft, row) or {}
    is_said = any(held.get(part.field) for part in parts) and all(isinstance(part, Number) for part in parts)
    if not is_said or form.cursor[-1] not in [part.field for part in parts]:
        return way.next(by_tab=True)
    return Way(form.questions, form.draft, row[:-1]).next(by_tab=True)


def _delete(form: EntryForm) -> EntryForm:
    naming, question = form.way.naming, form.hand.question
    if form.aside is not None or (question is not None and question.is_list and form.hand.is_typing):
        return replace(form, aside=None, typed="", marked=None)
    if naming is not None and not form.typed:  # the number itself was wrong
        return without_last_of(form.go((naming.field,)), naming, (naming.field,))
    return empty(form) if form.hand.can_clear else form


def _escape(form: EntryForm) -> EntryForm:
    """Take back what is typed in a cell, else leave."""
    if not (form.typed and form.way.is_cell):
        return replace(form, status="left")
    earlier = form
    while earlier.typed and earlier.before is not None and earlier.before.cursor == form.cursor:
        earlier = earlier.before
    return replace(empty(earlier), typed="", cursor=form.cursor) if earlier.typed else earlier


# Back


def _shift_tab(form: EntryForm) -> EntryForm:
    """Go back one question in the order on the screen, even if a sign key skipped some."""
    order = [question for question in by_keys(form.questions, form.draft) if not question.is_rare]
    fields, place, before = [question.field for question in order], form.way.place, form.trail[-1:]
    at = fields.index(str(place[0])) if len(place) == 1 and place[0] in fields else 0
    if form.aside is None and at and before and before[0][:1] in [(field,) for field in fields[: at - 1]]:
        return replace(form, cursor=form.way.first((), (order[at - 1],)), typed="", marked=None)
    return _step_back(form)


def _step_back(form: EntryForm) -> EntryForm:
    """Go to the previous question; remove an incomplete row. Raise Refusal at the first question."""
    if form.aside is not None:
        return _leave_aside(form)
    trail = list(form.trail)
    while trail:
        before = trail.pop()
        if not before:
            continue  # nothing was asked there
        back = without_half_row(form, before)
        if _exists(back, before):
            return replace(back, cursor=before, trail=tuple(trail), typed="", marked=None)
    raise refusal("entry.first-question")


def _exists(form: EntryForm, cursor: Cursor) -> bool:
    """Whether an earlier cursor still leads to another question: rows may have been removed."""
    tally = form.way.tally
    asked = form.way.at(cursor[:1])
    if asked is not None and not asked.applies and asked.field not in form.draft:
        return False
    if cursor == form.cursor or (tally is not None and cursor[: len(tally.path)] == tally.path):
        return False
    for depth, step in enumerate(cursor):
        if isinstance(step, int) and step > len(found_at(form.draft, cursor[:depth]) or ()):
            return False
    return not cursor or form.way.at(cursor) is not None


def _leave_aside(form: EntryForm) -> EntryForm:
    """Go back to the typed name; or, if asked what it stands for, to the question for its kind."""
    aside = form.aside
    if isinstance(aside, KindOf) and aside.word is not None:
        question = form.way.at(form.cursor)
        route = route_with(question.routes, aside.word) if question else None
        if route is not None and aside.name not in route.unplaced:
            return replace(form, aside=aside._replace(word=None))
    return replace(form, typed="" if aside is None else aside.typed_again, aside=None, marked=None)


# Arrows


def _mark(form: EntryForm, step: int) -> EntryForm:
    """Mark the next (1) or previous (-1) choice; in a tally, go to its number if it has one."""
    tally, marked, last = form.way.tally, form.marked, max(0, len(form.hand.candidates) - 1)
    values = [choice.meaning for choice in form.hand.candidates]
    if tally is not None and marked is None and (at := tally.at(form.cursor)) is not None:
        counted = tally.pairs[at][0]
        marked = values.index(counted) if counted in values else None  # what is typed may fit others only
    marked = max(0, min(last, -1 if marked is None else marked + step))
    if tally is None or form.hand.is_typing or values[marked] not in dict(tally.pairs):
        return replace(form, marked=marked)
    return replace(form, cursor=tally.cursor(tally.find(values[marked])), typed="", marked=None)


def _go_sideways(form: EntryForm, step: int) -> EntryForm:
    """Go to the same question of the next (1) or previous (-1) row; outside rows, to the next pair of a tally."""
    hand = form.hand
    tally, question = form.way.tally, form.way.at(form.cursor)
    around = row_around(form.way.place)
    if tally is not None and tally.pairs and around is None:
        at = tally.at(form.cursor)
        other = (0 if step > 0 else len(tally.pairs) - 1) if at is None else at + step
        if 0 <= other < len(tally.pairs):
            return replace(form, cursor=tally.cursor(other), typed="")
    if question is not None and question.has_rows and form.way.answer:
        row = len(form.way.answer) - 1 if step < 0 else 0
        return form.go((*form.cursor, row, question.questions[0].field))
    cells = form.way.cells_around(form.cursor)
    if cells is not None:
        beside = cells.listed_keys.index(str(form.cursor[-1])) + step
        cell = cells.listed_keys[max(0, beside) : beside + 1]
        return form.go((*form.cursor[:-1], *cell)) if cell else form
    if around is None or hand.is_typing:
        return form
    place, row = around[:-1], int(around[-1]) + step
    rows, held = form.way.at(place), found_at(form.draft, place)
    if rows is None or not 0 <= row <= len(held or ()):
        return form
    if row == len(held or ()):
        return jump(form, (*place, row, rows.questions[0].field))
    there = jump(form, (*place, row, *form.way.place[len(around) :]))
    pairs = () if there.way.tally is None else there.way.tally.pairs
    return _mark(there, 1) if pairs else there


_LOOKING = ("enter", "tab", "shift+tab", "up", "down", "escape")
"""Keys that change no answer."""
_LEAVING = ("shift+tab", "up", "down", "left", "right")
_KEYS: dict[str, Callable[[EntryForm], EntryForm]] = {
    "tab": _tab,
    "shift+tab": _shift_tab,
    "delete": _delete,
    "escape": _escape,
    "up": lambda form: _mark(form, -1),
    "down": lambda form: _mark(form, 1),
    "left": lambda form: _go_sideways(form, -1),
    "right": lambda form: _go_sideways(form, 1),
}
