"""Somebody who makes an entry with taps: looks what is asked, and taps what answers it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.core.names import fold
from companion.desk.desk import Desk
from companion.forms.asides import DidYouMean, KindOf
from companion.forms.drafts import NEXT, Cursor, answers_of, found_at
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Group, Pairs, Partners, Question, Rows, Switch
from companion.forms.questions.pick import routes_of
from companion.games.dampfross.questions import Places
from companion.games.entries import entry_block
from companion.session.revision import last_turn
from tests.tui.entries import ENTRIES, Entry
from tests.web.phones import PlainPhone

BOOK = "press:enter"
MOST_TAPS = 200
_NO_ANSWER = ("do", "at", "first")


def entry_kinds() -> list[Entry]:
    """One of each kind of entries that say the same things; all that are entered by keys, which are all there are."""
    said = ("stop", "upgrade")
    found = {(one.start.game, *map(one.block.get, said), *sorted(one.block)): one for one in ENTRIES}
    return [*found.values()]


class Tap(NamedTuple):
    target: str
    text: str | None = None


_RULE = Tap("press:!")


def enter(phone: PlainPhone, block: Mapping[str, Any]) -> list[Tap]:
    """Makes an entry with taps alone, and books it; gives back what was tapped."""
    goal = goal_of(phone.desk, block)
    return until_booked(phone, goal, beginning(phone.desk, block, goal))


def is_for_computer(desk: Desk, block: Mapping[str, Any]) -> bool:
    return desk.session.preview(block).is_for_computer(desk.rights.seat)


def goal_of(desk: Desk, block: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be answered; whose turn it is need not be said."""
    whole = entry_block(desk.session.record.entry(dict(block)))
    goal = {key: answers_of(value) for key, value in whole.items() if key not in _NO_ANSWER}
    if "by" in goal and same(goal["by"], desk.moment().up):
        del goal["by"]
    return goal


def until_booked(phone: PlainPhone, goal: Mapping[str, Any], first: list[Tap]) -> list[Tap]:
    session = phone.desk.session
    before = session.record.entry_count
    tapped: list[Tap] = []
    while len(tapped) < MOST_TAPS and session.record.entry_count == before:
        tap = first.pop(0) if first else next_tap(phone, goal)
        form = phone.desk.form
        tap = as_offered(phone, tap)
        tapped.append(tap)
        try:
            phone.tap(*tap)
            assert phone.desk.form != form or session.record.entry_count != before or first, "it did nothing"
        except AssertionError as error:
            raise AssertionError(f"{goal} after {tapped}, {phone.desk.form.draft}: {error}") from None
    assert session.record.entry_count == before + 1, f"{goal} was not booked: {tapped[-9:]} {phone.desk.form}"
    return tapped


def as_offered(phone: PlainPhone, tap: Tap) -> Tap:
    """Few numbers are buttons, many a counter; a button that begins a row has a name of its own."""
    ways = [Tap(f"say:{tap.text}"), tap, Tap("count:0/", tap.text)] if tap.target == "say" else [tap]
    ways.append(Tap(tap.target.replace("pick", "head")))
    return next((one for one in ways if one.target in phone.targets), tap)


def beginning(desk: Desk, block: Mapping[str, Any], goal: Mapping[str, Any]) -> list[Tap]:
    """The action; whose it is first, where that is not whose turn it is."""
    verb = str(block["do"])
    found = [Tap("press:tab"), Tap(f"for:{block['by']}")] if is_for_another(desk, goal) else []
    if found and same(last_turn(desk.session.record)[0], block["by"]):
        found.append(Tap(f"now:{block['by']}"))
    if verb == "setup":
        return [*found, Tap("parts:setup"), Tap(f"part:setup/{next(iter(goal))}")]
    return [*found, Tap(f"verb:{verb}")]


def is_for_another(desk: Desk, goal: Mapping[str, Any]) -> bool:
    up = desk.moment().up
    return "by" in goal and up is not None and not same(goal["by"], up)


def same(one: Any, other: Any) -> bool:
    """Whether two answers are one: players may be written in any way."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return fold(str(one)) == fold(str(other))


def next_tap(phone: PlainPhone, goal: Mapping[str, Any]) -> Tap:
    """What answers the current question; else the way to another question, or the end of it."""
    form = phone.desk.form
    instead = (one.field for one in form.instead if form.cursor[:1] != (one.field,))
    offered = (Tap(f"ask:{field}") for field in instead if field in goal)
    found = next((tap for tap in offered if tap.target in phone.targets), None)
    found = found or _answer(form, goal) or _way(form, goal)
    if found == _RULE and found.target not in phone.targets:
        return Tap("ask:ruling")  # the rules have nothing against it
    if found is not None and found.target.startswith("ask:") and found.target not in phone.targets:
        return Tap(BOOK) if BOOK in phone.targets else _nothing(form) or found  # it leads there
    return found or (_nothing(form) if phone.desk.preview is None else None) or Tap(BOOK)


def _nothing(form: EntryForm) -> Tap | None:
    """What a line may leave out, and taps say: that there is nothing of it."""
    question = form.nav.question
    if question is not None and isinstance(question, Switch):
        return said(form, False)
    return Tap("press:0") if form.prompt.can_be_none else None


# Answers


def _answer(form: EntryForm, goal: Mapping[str, Any]) -> Tap | None:
    question = form.nav.question
    asked = form.nav.at(form.cursor)
    if isinstance(form.aside, KindOf) and asked is not None:
        kind = next(one for one in routes_of(asked) if form.aside.name in goal.get(one.field, ()))
        return Tap(
            f"pick:{next(at for at, one in enumerate(form.prompt.candidates) if one.value == kind.word)}"
        )
    if isinstance(form.aside, DidYouMean):
        return Tap(f"pick:{len(form.prompt.candidates) - 1}")  # it is new
    if question is None:
        return None
    if form.nav.tally is not None:
        return _counted(form, found_at(goal, form.nav.tally.path))
    if routes_of(question):
        return _routed(form, question, goal)
    if form.cursor[-1] == NEXT or isinstance(question, Pairs):
        place = form.cursor[:-1] if form.cursor[-1] == NEXT else form.cursor
        return _next_key(form, found_at(goal, place), found_at(form.draft, place))
    wanted, held = found_at(goal, form.cursor), found_at(form.draft, form.cursor)
    if _is_left_out(question, goal, form):
        return said(form, False)
    if wanted is None or same(wanted, held):
        return None
    if isinstance(question, Rows):
        return _none_or(form, wanted, held, lambda row: row[question.questions[0].field])
    if isinstance(question, Places):
        return _tied(form, wanted, held or [])
    if question.many:
        return _none_or(form, wanted, held, lambda one: one)
    if isinstance(question, Group):
        return said(form, wanted[question.questions[0].field])
    return said(form, wanted)


def _is_left_out(question: Question, goal: Mapping[str, Any], form: EntryForm) -> bool:
    """Whether it is taken for so unless somebody says no, and the entry does not say it."""
    is_so = isinstance(question, Switch) and question.applies and bool(question.default)
    return is_so and question.field not in goal and form.draft.get(question.field) is not False


def said(form: EntryForm, answer: Any) -> Tap:
    """A button where there is one for it, else the field; of a list its first."""
    if isinstance(answer, list):
        return said(form, answer[0])
    place = next((at for at, one in enumerate(form.prompt.candidates) if same(one.meaning, answer)), None)
    return Tap("say", str(answer)) if place is None else Tap(f"pick:{place}")


def _counted(form: EntryForm, wanted: Any) -> Tap | None:
    """One more or less by the buttons where that is near, else by the field."""
    tally = form.nav.tally
    assert tally is not None
    if wanted is None:
        return None
    counts = {fold(str(what)): number for what, number in tally.question.pairs(wanted)}
    held = {fold(str(what)): number for what, number in tally.pairs}
    places = {fold(str(one.meaning)): (at, one) for at, one in enumerate(form.prompt.candidates)}
    for what in (*counts, *held):  # in the order in which they stand in the entry
        (place, choice), count, now = places[what], counts.get(what), held.get(what)
        if count is not None and now is None:
            is_near = choice.low <= count < 5 and choice.refusal is None
            return Tap(f"pick:{place}") if is_near else Tap(f"count:{place}/", str(count))
        if count is not None and now is not None and count != now:
            near = f"pick:{place}" if count > now else f"less:{place}"
            is_near = abs(count - now) < 5 and not now < count > (choice.high or count)
            return Tap(near) if is_near else Tap(f"count:{place}/", str(count))
        if count is None and now is not None:
            return Tap(f"less:{place}")
    return Tap("press:0") if not counts and form.prompt.can_be_none else None


def _routed(form: EntryForm, question: Question, goal: Mapping[str, Any]) -> Tap | None:
    for route in routes_of(question):
        held = form.draft.get(route.field, ())
        for name in goal.get(route.field, ()):
            if any(same(name, one) for one in held):
                continue
            choices = [one for one in route.choices if same(one.meaning, name)]
            place = next((at for at, one in enumerate(form.prompt.candidates) if one in choices), None)
            return Tap("say", str(name)) if place is None else Tap(f"pick:{place}")
    return None


def _next_key(form: EntryForm, wanted: Any, held: Any) -> Tap | None:
    if wanted is None:
        return None
    if not wanted and held is None:
        return Tap("press:0")
    key = next((key for key in wanted if not same(wanted[key], (held or {}).get(key))), None)
    return None if key is None else said(form, key)


def _none_or(form: EntryForm, wanted: Any, held: Any, first: Any) -> Tap | None:
    if not wanted:
        return Tap("press:0")
    count = len(held or ())
    if not same(wanted[:count], held or []):
        is_list = form.nav.question is not None and not isinstance(form.nav.question, Rows)
        return Tap("last:0" if is_list else "press:delete")
    return said(form, first(wanted[count]))


def _tied(form: EntryForm, wanted: list[list[Any]], held: list[list[Any]]) -> Tap:
    if held and len(held[-1]) < len(wanted[len(held) - 1]):
        return said(form, wanted[len(held) - 1][len(held[-1])]) if form.typed == "=" else Tap("press:=")
    return said(form, wanted[len(held)][0])


# Ways to other questions


def _way(form: EntryForm, goal: Mapping[str, Any]) -> Tap | None:
    if form.nav.naming is not None:
        return Tap("press:enter")
    beside = _way_inside(form, goal)
    if beside is not None:
        return beside
    for question in form.questions:
        fields = [question.field, *(one.field for one in routes_of(question))]
        is_other = any(not same(goal[one], form.fields.get(one)) for one in fields if one in goal)
        if any(form.draft.get(one) and one not in goal for one in fields) and not is_other:
            is_here = form.cursor[:1] == (question.field,)
            return Tap("press:delete") if is_here else Tap(f"ask:{question.field}")
        if _is_left_out(question, goal, form):
            return Tap(f"ask:{question.field}")
        if is_other and question.field == "ruling":
            return _RULE
        if is_other:
            return Tap(f"ask:{question.field}")
    return None


def _shared(head: Question, row: Cursor, wanted: Any, held: Any) -> Tap:
    """Who shares the row; without the row, if it is somebody else's."""
    (first, *joined), now = wanted[head.field], held[head.field]
    if not same(first, now[0]):
        return Tap(f"drop:{row[-1]}")
    places = [at for at, one in enumerate(head.choices) if joined and same(one.meaning, joined[0])]
    return Tap(f"share:{places[0] if places else -1}")


def _way_inside(form: EntryForm, goal: Mapping[str, Any]) -> Tap | None:
    outer, beside = form.nav.level()
    wanted, held = found_at(goal, outer) or {}, found_at(form.draft, outer) or {}
    for at, question in enumerate(beside):
        if question.field in wanted and not same(wanted[question.field], held.get(question.field)):
            is_shared = isinstance(question, Partners)
            return _shared(question, outer, wanted, held) if is_shared else Tap(f"beside:{at}")
    if not outer:
        return None
    more = found_at(goal, outer[:-1]) or ()
    if isinstance(outer[-1], int):
        return Tap("press:,") if len(more) > outer[-1] + 1 else None
    done = found_at(form.draft, outer[:-1]) or {}
    is_pair = bool(form.nav.groups_by_key()) and any(key not in done for key in more)
    return Tap("pair:0") if is_pair else None
