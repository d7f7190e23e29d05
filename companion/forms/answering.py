"""Answer the current question of an unfinished entry and go where the answer leads; count things, take answers out.

What goes in: the meaning of a key or a text (`do_meaning`), what is typed (`enter_typed`), a choice (`choose`), or a
value (`put_value`).
"""

from collections.abc import Callable
from dataclasses import replace

from companion.core.board_notes import Lesson
from companion.core.choices import Choice
from companion.core.errors import Refusal, Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.forms.asides import Aside, DidYouMean, IsWhole, KindOf, SameAs, SaveDespite, SaveWithout
from companion.forms.drafts import NEXT, Cursor, found_at, holder_of, imply, open_path, put, remove
from companion.forms.entry_form import EntryForm
from companion.forms.questions import (
    BoardNumber,
    Holder,
    Names,
    Number,
    Pairs,
    Partners,
    Pick,
    Question,
    Route,
    Rows,
    Values,
)
from companion.forms.questions.holders import Tally, parts_of
from companion.forms.questions.meaning import (
    Answered,
    Meaning,
    NewName,
    NoAnswer,
    Problem,
    TypedText,
    problem_of,
)
from companion.forms.questions.pick import (
    bare,
    names_players,
    route_of,
    route_with,
    routes_of,
    unplaced_route,
)
from companion.forms.questions.question import fields_of, is_list
from companion.forms.tokens import is_number, number


def attempt(form: EntryForm, act: Callable[[EntryForm], EntryForm]) -> EntryForm:
    """Answer; if the answer is refused, only show the problem."""
    try:
        return act(replace(form, problem=None, counted=0).touched)
    except Refusal as refused:
        return replace(form, problem=problem_of(refused))


def choose(form: EntryForm, choice: Choice) -> EntryForm:
    """Answer with a choice; in rows or a table, in the next row or pair."""
    return _answer(go_inside(form), choice.meaning, choice)


def enter_typed(form: EntryForm) -> EntryForm:
    """Accept the typed text; raise Refusal if it isn't an answer. Of names of several kinds, commas part them."""
    question = form.asked
    if not isinstance(question, Names):
        return do_meaning(form, question.take_typed(form.prompt))
    first, _, rest = form.typed.partition(",")
    form = replace(form, typed=first.strip(), marked=None)
    return do_meaning(form, question.take_typed(form.prompt), rest.strip())


def do_meaning(form: EntryForm, meaning: Meaning, rest: str = "") -> EntryForm:
    """Do what a key or a text means; `rest` are names typed after it."""
    match meaning:
        case TypedText(text):
            return _type_on(form, text)
        case NewName(name, close, can_be_new):
            return ask_about(form, name, close, can_be_new, rest)
        case Answered(value, choice, name):
            done = _answer(form, value, choice, rest)
            return put_value(done, name) if name and done.nav.naming else done


def _type_on(form: EntryForm, text: str) -> EntryForm:
    """Show the typed text. If it is a number that fits, it is the answer until more is typed."""
    before = empty(form) if form.nav.is_cell else form
    if not form.asked.is_live(text):
        return replace(before, typed=text, marked=None)
    return replace(put_value(before, number(text)), cursor=form.cursor, typed=text)


def _answer(form: EntryForm, value: object, choice: Choice | None, rest: str = "") -> EntryForm:
    if form.aside is not None:
        return _answer_aside(form, form.aside, value, choice)
    if form.nav.tally is not None and choice is not None:
        return one_more(form, form.nav.tally, choice)
    question = form.asked
    if choice is None or not isinstance(question, Names):
        return put_value(form, value, choice)
    route = route_of(question.routes, choice)
    if route is not None:
        return _enter_rest(_put_into(form, route, str(value)), rest)
    kind = unplaced_route(question.routes, str(value))
    return form.put_aside(KindOf(str(value), kind and kind.word, rest, is_typed=bool(form.typed)))


def _enter_rest(form: EntryForm, names: str) -> EntryForm:
    """Take the names that were typed after the first name."""
    return enter_typed(replace(form, typed=names, marked=None)) if names else form


# Asides


def ask_about(
    form: EntryForm, name: str, close: Choice | None = None, can_be_new: bool = True, rest: str = ""
) -> EntryForm:
    """Ask for a new name's kind, or whether it misspells `close`; `rest` are names typed after it."""
    question = form.asked
    if isinstance(question, Names):
        kind = unplaced_route(question.routes, name)
        return form.put_aside(KindOf(name, kind and kind.word, rest))
    if close is not None or (isinstance(question, Pick) and question.new_kind is not None):
        return form.put_aside(DidYouMean(name, close, can_be_new))
    return form.put_aside(IsWhole(name)) if len(name) == 1 else put_value(form, name)


def _answer_aside(form: EntryForm, aside: Aside, value: object, choice: Choice | None) -> EntryForm:
    there = form.put_aside(None)
    match aside:
        case SaveDespite():
            return replace(form, status="saving") if value else there
        case SaveWithout():
            return replace(there, status="saving") if value else there
        case IsWhole(name):
            return put_value(there, name) if value else replace(there, typed=name)
        case SameAs(known):
            return _put_same(there, known) if value else there
    routes = routes_of(there.asked)
    assert choice is not None
    if isinstance(aside, DidYouMean):
        is_new = choice.is_word or choice.value == aside.name
        return put_value(there, aside.name) if is_new else choose(there, choice)
    if aside.word is None:
        route = route_with(routes, choice.value) if choice.is_word else None
        if route is None:  # it was a slip of a known name
            every = (name for route in routes for name in route.choices)
            known = next(name for name in every if name.value == choice.value)
            return _enter_rest(choose(there, known), aside.rest)
        if route.is_open:
            return _enter_rest(_put_into(there, route, aside.name), aside.rest)
        return there.put_aside(aside._replace(word=route.word))
    route, stands_for = route_with(routes, aside.word), str(choice.meaning)
    assert route is not None
    if route.teaches is not None:
        page, fact = route.teaches
        lesson = (route.field, stands_for, Lesson(page, aside.name, {fact: stands_for}))
        there = replace(there, origins=there.origins._replace(named=(*there.origins.named, lesson)))
    return _enter_rest(_put_into(there, route, stands_for), aside.rest)


def _put_same(form: EntryForm, same: Choice) -> EntryForm:
    """Take the name of a known thing; if the rules refuse that thing here, remove the named number."""
    naming = form.nav.naming
    assert naming is not None
    answered, done = form.cursor[-1], put_value(form, same.value, same, is_checked=True)
    if same.refusal is None:
        return done
    others = [value for value in done.draft[naming.field] if str(value) != answered]
    place = (naming.field,)
    draft = put(done.draft, place, others) if others else remove(done.draft, place)
    return replace(done, draft=draft, problem=Problem(same.refusal))


def _put_into(form: EntryForm, route: Route, name: str) -> EntryForm:
    place = (*form.cursor[:-1], route.field)
    names = found_at(form.draft, place) or []
    draft = form.draft if name in names else put(form.draft, place, [*names, name])
    return replace(form, draft=draft, typed="", marked=None)


# Values


def put_value(
    form: EntryForm, value: object, choice: Choice | None = None, is_checked: bool = False
) -> EntryForm:
    """Take a value as the answer, or as one more of a list, and go to the next question."""
    question, naming = form.asked, form.nav.naming
    if form.cursor[-1] == NEXT:
        place = (*form.cursor[:-1], str(value))
        held = form.nav.at(place)
        inside = () if isinstance(held, Pairs) else parts_of(held)[:1]
        return form.go((*place, *(question.field for question in inside)))
    if is_list(question):
        return _append(form, question, value)
    row = _go_to_row_with(form, question, value)
    if row is not None:
        return row
    if naming is not None and isinstance(question, Pick) and not is_checked:
        same = next((name for name in question.taken if fold(str(name.value)) == fold(str(value))), None)
        if same is not None and same.hint is not None and fold(form.nav.answer or "") != fold(value):
            return form.put_aside(SameAs(same, same.hint))
    done = _with_value(form, question, value, choice)
    if isinstance(question, BoardNumber) and done.asked.refusals(value):
        return replace(done, typed="", marked=None)  # another number replaces it
    return done.go(done.nav.next() if naming is None else (naming.field,))


def _with_value(form: EntryForm, question: Question, value: object, choice: Choice | None) -> EntryForm:
    """Put an answer and what it implies into the draft; drop answers to questions that no longer apply."""
    begun = begin_answer(form, question)
    draft, holder = open_path(begun.draft, form.cursor)
    holder[str(form.cursor[-1])] = value
    if (cells := form.nav.cells_around(form.cursor)) is not None:
        in_order = [(key, holder.pop(key)) for key in cells.listed_keys if key in holder]
        holder.update(in_order)
    filled = imply(holder, choice, answered=frozenset(holder))
    implied = tuple((form.cursor, (*form.cursor[:-1], key)) for key in filled)
    origins = begun.origins._replace(implied=(*begun.origins.implied, *implied))
    done = replace(begun, draft=draft, origins=origins)
    applied = {question.field for question in form.questions if question.applies}
    needless = applied - {question.field for question in done.questions if question.applies}
    if needless.isdisjoint(draft):
        return done
    return replace(done, draft={key: kept for key, kept in draft.items() if key not in needless})


def _go_to_row_with(form: EntryForm, question: Question, value: object) -> EntryForm | None:
    """Go to the row that begins with this player; None if there is none."""
    row = form.nav.headed_row()
    if row is None or not names_players(question):
        return None
    rows = enumerate(found_at(form.draft, row[:-1]) or ())
    same = [at for at, held in rows if held.get(question.field) == value and at != row[-1]]
    if not same or question.field in holder_of(form.draft, form.cursor):
        return None
    there = replace(form, cursor=(*row[:-1], same[0], question.field))
    return form.go(there.nav.next())


def _append(form: EntryForm, question: Values, value: object) -> EntryForm:
    """Add an answer to a list; go to the next question if the list is full."""
    is_joined = bare(question, form.typed) != form.typed
    leads_shared_row = isinstance(question, Partners) and form.nav.headed_row() is not None
    choice = question.choice_meaning(value)
    if names_players(question) and value in (form.nav.answer or ()):
        twice = Problem(say("entry.no-answer", word=value))  # nobody is in a list twice
        return replace(form, typed="", marked=None, problem=twice)
    if leads_shared_row and form.nav.is_answered and not is_joined:
        is_letter = not form.typed
        return _give_after_head(form, value, is_letter and choice is not None and choice.refusal is not None)
    begun = begin_answer(form, question)
    draft, holder = open_path(begun.draft, form.cursor)
    last = str(form.cursor[-1])
    held = holder[last] = question.add(holder.get(last), value, is_joined)
    imply(holder, choice)
    done = replace(begun, draft=draft, typed="", marked=None)
    if isinstance(question, BoardNumber) and (place := question.name_to_ask(value, done.draft)):
        return done.go(place)
    asked = done.nav.question or question
    is_over = bool(asked.letters()) and all(choice.refusal for choice in asked.choices)
    return done if leads_shared_row or not (is_over or asked.is_full(held)) else done.go_on()


def _give_after_head(form: EntryForm, value: object, is_for_row: bool) -> EntryForm:
    """Begin the next row with an answer; a letter that the rules refuse there answers the next question of this row."""
    row = next_row(replace(form, typed=""))
    if not is_for_row:
        return put_value(row, value)
    there = form.go_on()
    choice = next((choice for choice in there.prompt.candidates if choice.meaning == value), None)
    return put_value(row, value) if choice is None else choose(there, choice)


# Rows and groups


def go_inside(form: EntryForm) -> EntryForm:
    """Go to the first question of the next row, the next pair or the group; stay at a plain question and in a tally."""
    question = form.asked
    if not isinstance(question, Holder) or form.nav.tally is not None:
        return form
    begun = begin_answer(form, question)
    held = holder_of(begun.draft, form.cursor).get(question.field)
    return begun.go(question.place_inside(form.cursor, held))


def next_row(form: EntryForm) -> EntryForm:
    """Take the typed text and begin the next row; in an incomplete row go to its next question."""
    done = enter_typed(form) if form.prompt.is_typing else form
    row = done.nav.begun_row()
    rows = None if row is None else done.nav.at(row[:-1])
    if row is None or not isinstance(rows, Rows):
        return done
    lacking = done.first_gap_in(row, rows.questions, found_at(done.draft, row))
    ahead = done.nav.next() if lacking else (*row[:-1], int(row[-1]) + 1, rows.questions[0].field)
    return done.go(ahead if lacking is None or ahead[: len(row)] == row else lacking)


# Counting


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
    if choice.low == choice.high == 0 and choice.refusal:  # no ruling gives what isn't there
        raise Refusal(Violation(choice.refusal, tally.question.field, final=True))
    index = tally.find(choice.meaning)
    before = 0 if index == len(tally.pairs) else tally.pairs[index][1]
    counted = (form.counted if form.counted and index == tally.at(form.cursor) else before) + 1
    if form.counted and index == tally.at(form.cursor):
        _check_number(tally, str(counted))
    more = tally.replace_pair(index, (choice.meaning, max(choice.low, counted)))
    return replace(_put_tally(form, more, index), counted=counted)


def less_of(form: EntryForm, tally: Tally, index: int, low: int = 1) -> EntryForm:
    """Count one less of the thing at an index; take it out if it has no more than `low`."""
    if index == len(tally.pairs):
        return form
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


# Taking out


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
