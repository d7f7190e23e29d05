"""An unfinished entry made without keys: its buttons and counters, each with the target that it gives the desk."""

from collections.abc import Mapping
from itertools import dropwhile
from typing import NamedTuple

from companion.core.targets import Target
from companion.desk.desk import Desk
from companion.desk.entry_view import MASK, Answer, EntryView, Option, label_of
from companion.desk.states import Enter, Entering
from companion.forms import pointing
from companion.forms.drafts import holder_of
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.questions import BoardNumber, Joined, Number, Partners, Question, Rows, Square
from companion.forms.questions.holders import Tally
from companion.forms.questions.pick import names_players
from companion.forms.questions.question import fields_of, is_list

ENTER, ESCAPE, BACKSPACE = (Target("press", key) for key in ("enter", "escape", "backspace"))
_TO_LAST = Target("press", "shift+tab")


class Button(NamedTuple):
    label: str
    target: Target | None
    """None for a button that can't be pressed now."""
    look: str = ""
    note: str = ""
    name: str = ""
    """Read by a screen reader instead of the label."""


class Counter(NamedTuple):
    """A number that can be typed, between buttons for one less and one more."""

    name: str
    text: str
    target: Target
    """Takes what is typed."""
    less: Target | None
    more: Target | None
    look: str = ""
    note: str = ""


# Around the question


def shown_answers(entry: Entering, view: EntryView) -> list[Answer]:
    """The answers so far, and the questions that only a tap asks; empty if that says nothing."""
    ahead = _question_ahead(entry, view)
    others = [answer for answer in view.answers if answer is not ahead]
    shown = [row for row in others if row.value or row.is_asked or _can_be_added(entry, row.question)]
    return shown if len(shown) > 1 or any(answer.value for answer in view.answers) else []


def _can_be_added(entry: Entering, question: Question) -> bool:
    """Whether only a tap asks this question: the entry is complete without it, or may say this instead."""
    is_extra = question.replaces or (question.is_optional and entry.preview is not None)
    return bool(is_extra and question.applies and not entry.form.draft.keys() & question.replaces)


def _question_ahead(entry: Entering, view: EntryView) -> Answer | None:
    """The first question after the current one that could be added to an entry which can be saved."""
    rest = dropwhile(lambda answer: not answer.is_asked, view.answers if view.enter == "save" else ())
    is_open = (answer for answer in rest if not answer.is_asked and not answer.value)
    return next((answer for answer in is_open if _can_be_added(entry, answer.question)), None)


def rare_questions(desk: Desk, view: EntryView) -> tuple[list[Button], list[Button]]:
    """Rare questions and other corrections; then questions that don't apply."""
    form, aim = desk.form, desk.aim
    replaced = {question.field for question in form.questions if form.draft.keys() & question.replaces}
    shown = {row.question.field for row in view.answers if row.value or row.question.field not in replaced}
    rare, unfit = list[Button](), list[Button]()
    rare += [Button(answer.label, answer.target) for answer in view.instead if not form.cursor]
    chosen = {
        question.field for question in form.questions if question.instead and question.field in form.draft
    }
    for question in form.questions:
        if question.field not in shown and question.instead is None and chosen.isdisjoint(question.replaces):
            button = Button(label_of(desk, question), Target("ask", question.field))
            (rare if question.applies else unfit).append(button)
    if aim is not None and not aim.is_insert and not aim.revision.changes:
        for what in ("strike", "insert"):
            rare.append(Button(desk.speaker.phrase(f"web.{what}"), Target(what, aim.number)))
    return rare, unfit


# Going on and back

_MAIN: Mapping[Enter, str] = {
    "leave": "web.leave-it",
    "repair": "web.repair",
    "fix": "web.mend",
    "rule": "web.mend",
}
"""Label of the button that does what Enter does."""


def leave_button(desk: Desk) -> Button:
    return Button(desk.speaker.phrase("screen.label.cancel"), ESCAPE)


def save_button(desk: Desk, target: Target = ENTER, label: str = "") -> Button:
    """The button that saves; if nothing can be saved now, the reason."""
    if desk.saving == "closed":
        return Button(desk.speaker.phrase("screen.keys-closed"), None, "closed")
    return Button(label or desk.speaker.phrase("screen.label.save"), target, "main save")


def ending_buttons(desk: Desk, entry: Entering, view: EntryView) -> list[Button]:
    """Buttons to go back and to go on. Going on saves the entry if no answer is missing."""
    word, form = desk.speaker.phrase, entry.form
    can_go_back = form.nav.previous() or form.aside is not None
    back = Button(word("screen.label.close"), _TO_LAST) if can_go_back else leave_button(desk)
    if view.better is not None:
        instead = word("web.instead", number=desk.speaker.money(view.better[1]))
        return [back, Button(instead, Target("count", view.better), "main")]
    if view.enter in ("save", "closed"):
        ahead = _question_ahead(entry, view)
        further = [Button(word("web.next", what=ahead.label), ahead.target, "next")] if ahead else []
        return [back, *further, save_button(desk)]
    if view.enter in _MAIN and (view.fault or view.enter not in ("fix", "rule")):
        return [back, Button(word(_MAIN[view.enter]), ENTER, "main")]
    then = press(form, "enter") if view.enter in ("answer", "go-on") else form
    if then.cursor == form.cursor and then.draft == form.draft:
        missing = word("entry.missing", what=_asked_label(desk, form) or view.title)
        save = word("screen.label.save") if view.refusals or view.problem else missing
        return [back, Button(save, None, "main")]
    leads = then.nav.question is not view.question and _asked_label(desk, then)
    on = word("web.next", what=leads) if leads else word("web.go-on")
    return [back, Button(on, ENTER, "main")]


def _asked_label(desk: Desk, form: EntryForm) -> str:
    """Label of the current question; empty if there is none."""
    asked = (question for question in form.questions if form.cursor[:1] == (question.field,))
    return next((label_of(desk, question) for question in asked), "")


# The answers


def choice_buttons(desk: Desk, view: EntryView, question: Question) -> tuple[list[Button], list[Button]]:
    """Buttons for the choices: those that are possible or chosen, and those that the rules refuse."""
    is_hidden = desk.rights.hides(question, desk.form)
    fields = () if is_hidden else fields_of(question)
    held = [holder_of(desk.form.draft, desk.form.cursor).get(field, question.default) for field in fields]
    chosen = [answer for value in held for answer in (value if isinstance(value, list | tuple) else [value])]
    first = question.questions[0] if isinstance(question, Rows) else question
    possible, refused = list[Button](), list[Button]()
    for option in view.options:
        is_chosen = option.choice.meaning in chosen
        target = option.target._replace(what="head") if isinstance(first, Partners) else option.target
        if is_chosen and is_list(question) and not question.can_repeat:
            target = Target("without", option.choice.meaning)
        look = "chosen" if is_chosen else "off" * option.is_refused
        button = Button(option.label, target, look, option.note)
        (refused if option.is_refused and not is_chosen else possible).append(button)
    return possible, refused


def square_buttons(desk: Desk, view: EntryView, question: BoardNumber) -> list[tuple[Square, Button]]:
    """All numbers of the board, each with its button. Refused numbers look off."""
    named = {option.choice.meaning: option for option in view.options}
    held = holder_of(desk.form.draft, desk.form.cursor).get(question.field, question.default)
    chosen, squares = held if isinstance(held, list) else [held], list[tuple[Square, Button]]()
    for square in question.squares:
        number, option = square.number, named.get(square.number)
        look = "chosen" if number in chosen else "off" if square.refusal else ""
        target = option.target if option else Target("say", number)
        if question.many and look == "chosen" and not question.can_repeat:
            target = Target("without", number)
        name = f"{number} {option.label}" if option else ""
        squares.append((square, Button(str(number), target, look, name=name)))
    return squares


def counters(desk: Desk, view: EntryView, tally: Tally) -> tuple[list[Counter], list[Counter]]:
    """A counter for each choice, which stops at the most that the choice allows; then the impossible ones."""
    form, counts = desk.form, dict(tally.pairs)
    is_secret = desk.rights.hides(tally.question, form)
    possible, refused = list[Counter](), list[Counter]()
    is_counted = [option.choice.meaning in counts for option in view.options]
    first = is_counted.index(True) if any(is_counted) else -1  # folds above would move it under the thumb
    never = [choice.meaning for choice in press(form, "delete").prompt.candidates if choice.refusal]
    for place, option in enumerate(view.options):
        choice, count = option.choice, counts.get(option.choice.meaning)
        is_below = place > first or choice.meaning in never
        usual = None if is_below or is_counted[place] else choice.hint
        most = None if is_secret else 0 if option.is_refused and count is None else choice.high
        counter = _counter(place, option, count, most)._replace(
            note=option.note if usual is None else desk.speaker.say(usual)
        )
        if names_players(tally.question.thing):
            counter = counter._replace(name=str(choice.value))
        if count and is_secret:
            counter = counter._replace(text=MASK * 3)
        if view.better is not None and view.better[0] == place:
            counter = counter._replace(look="wrong")
        (refused if most == 0 and is_below and not count else possible).append(counter)
    return possible, refused


def _counter(place: int, option: Option, count: int | None, most: int | None) -> Counter:
    return Counter(
        option.label,
        str(count or 0),
        Target("count", (place, "")),
        less=Target("less", place) if count else None,
        more=option.target if most is None or (count or 0) < most else None,
        look="none" * (count is None),
    )


def amount_counter(desk: Desk, view: EntryView, question: Number) -> tuple[Counter, list[Button]]:
    """The counter of the number that is asked, and a button for the other sign if it can be negative."""
    nav, low, high = desk.form.nav, question.low, question.high
    known = nav.answer if nav.is_answered else question.default
    now = known if isinstance(known, int) else 0
    further = max(now + 1, low or 0)

    def target(count: int | str, is_possible: bool = True) -> Target | None:
        return Target("count", (0, count)) if is_possible else None

    counter = Counter(
        view.asked,
        "" if known is None else str(now),
        Target("count", (0, "")),
        less=target(now - 1, low is None or now > low),
        more=target(further, high is None or further <= high),
        look="single wrong" if view.better else "single",
    )
    sign = Button("±", target(-now, now != 0), "step", name=desk.speaker.phrase("web.other-sign"))
    return counter, [sign] if low is None or low < 0 else []


# Rows and lists


def row_tabs(form: EntryForm) -> tuple[list[tuple[tuple[object, ...], Button]], Button | None]:
    """A tab for the first answer of each row, ticked once it is left, and one for another row."""
    _, heads, current = form.nav.row_heads()
    tabs = [
        (row, Button("" if at == current else "✓", Target("row", at), "chosen" * (at == current)))
        for at, row in enumerate(heads)
    ]
    if not tabs:
        return [], None
    if current == len(heads):
        return tabs, Button("+", None, "chosen")
    then = pointing.go_to_row(form, len(heads)).prompt
    can_add = then.takes_text or not then.candidates or not all(choice.refusal for choice in then.candidates)
    target = Target("press", ",") if current == len(heads) - 1 else Target("row", len(heads))
    return tabs, Button("+", target) if can_add else None


def partner_buttons(desk: Desk) -> list[Button]:
    """Who shares the row with its first player: nobody, or one of the players who can."""
    first, heads, current = desk.form.nav.row_heads()
    if not isinstance(first, Partners) or current == len(heads):
        return []
    joined, taken = heads[current][1:], [player for row in heads for player in row]
    nobody = Button(desk.speaker.phrase("web.nobody"), Target("share", -1), "" if joined else "chosen")
    return [nobody] + [
        Button(str(choice.value), Target("share", at), "chosen" * (choice.meaning in joined))
        for at, choice in enumerate(first.choices)
        if choice.meaning in joined or (choice.refusal is None and choice.meaning not in taken)
    ]


def beside_buttons(desk: Desk) -> list[Button]:
    """Buttons for the other answers of the row or group."""
    nav, others = desk.form.nav, list[Button]()
    is_new = nav.headed_row() is not None and not nav.is_answered
    for at, question in enumerate(() if is_new else nav.level()[1]):
        is_answered = question.field in holder_of(desk.form.draft, nav.place)
        if question.field != nav.place[-1] and not isinstance(question, Partners):
            label = f"{label_of(desk, question)}{' ✓' * is_answered}"
            others.append(Button(label, Target("beside", at), "open" * (not is_answered)))
    return others


def list_buttons(desk: Desk, question: Question) -> list[Button]:
    """Buttons of a list: no answers, the next row, a tie with the last answer, take an answer back."""
    form, prompt, nav, word = desk.form, desk.form.prompt, desk.form.nav, desk.speaker.phrase
    buttons = list[Button]()
    if prompt.can_be_none:
        none = word("screen.none-of-them") if question.none is None else desk.speaker.say(question.none)
        buttons.append(Button(none, Target("press", "0")))
    for other in form.instead:
        if question.field in other.replaces and other.instead is not None:
            buttons.append(Button(desk.speaker.say(other.instead), Target("ask", other.field)))
    if nav.groups_by_key():
        buttons.append(Button(word("screen.label.next"), Target("pair", 0)))
    is_shared = isinstance(question, Partners)  # whose partners have buttons of their own
    if isinstance(question, Joined) and not is_shared and (prompt.can_join or form.typed == question.joint):
        is_tied = form.typed == question.joint
        target = BACKSPACE if is_tied else Target("press", question.joint)
        buttons.append(Button(word("web.ties-with-last"), target, "chosen" * is_tied))
    _, heads, current = nav.row_heads()
    if is_list(question) and not is_shared and nav.is_answered:
        buttons.append(Button(word("web.take-back"), Target("last", 0)))
    elif nav.is_answered and (question.is_optional or nav.tally is not None):
        buttons.append(Button(word("screen.entry-delete"), Target("press", "delete"), "quiet"))
    if current < len(heads):
        names = [desk.speaker.name(str(head)) for head in heads[current]]
        buttons.append(Button(word("web.drop-row", names=names), Target("drop", current), "quiet"))
    return buttons
