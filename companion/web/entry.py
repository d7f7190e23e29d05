"""The place where entries are made on a phone: what can be begun, what is asked, what it would do; every answer a tap.

A button has a target, which its desk understands; what is typed goes with the target `say`.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from companion.core.views import Urgency
from companion.desk import entry_view
from companion.desk.desk import SETUP, Desk
from companion.desk.states import Choosing, Entering, Offering
from companion.draw.html import PageHtml
from companion.draw.markup import Html, joined, lines, tag
from companion.pages.view import SessionView
from companion.report.entries import Sentence
from companion.web.asking import button, buttons, question_html

_LOOKS = {"violation": "bad", "warning": "warn", "new": "new", "paid": "paid", "balance": "balance"}


def entry_html(desk: Desk) -> Html:
    state = desk.state
    if isinstance(state, Choosing):
        parts = _menu(desk, state)
    elif isinstance(state, Offering):
        parts = _offer(desk, state)
    elif isinstance(state, Entering):
        parts = _form(desk, state)
    else:
        parts = _idle(desk)
    said = [tag("p", lines(one.text), look=f"said {one.look}".strip()) for one in entry_view.notices(desk)]
    return joined((*said, *parts))


# While no entry is open


def _idle(desk: Desk) -> list[Html]:
    session, label = desk.session, desk.speaker.phrase
    urgent = [one for one in session.game.reminders(session.state) if one.urgency > Urgency.NOTE]
    parts = [tag("p", desk.speaker.say(one.text), look="said warn") for one in urgent]
    if session.is_read_only:
        return [*parts, tag("p", label("save.read-only-entry"), look="said bad")]
    if desk.seat in session.record.gone:
        return [*parts, tag("p", label("web.you-left"), look="said")]
    proposal = desk.proposal()
    if proposal is not None:
        parts.append(
            buttons(button(desk.speaker.say(desk.session.preview(proposal).told), "press:enter", "main"))
        )
    is_over = session.game.is_over(desk.moment().state)
    if not is_over:
        parts += _actions(desk)
    up = session.game.up(desk.moment().state) if desk.acting is None else None
    if not is_over and desk.aim is None and desk.seat is not None and up not in (None, desk.seat):
        parts.append(tag("p", label("web.not-your-turn", up=up), look="said"))
    if desk.aim is not None:
        return [*parts, buttons(button(label("web.leave"), "press:escape", "quiet"))]
    return [*parts, buttons(*_ways_back(desk), look="buttons back")]


def _actions(desk: Desk) -> list[Html]:
    """Those that can be made now as buttons; then dice, and whatever else there is, folded."""
    session, word, label = desk.session, desk.speaker.label, desk.speaker.phrase
    first = list[Html]()
    others = [button(label("web.for-somebody-else"), "press:tab")] if desk.aim is None else []
    for_host = list[str]()
    for verb in session.context().offered:
        name, is_setup = verb.name, verb.name == SETUP
        if desk.is_for_host(name):
            for_host.append(word(name))
            continue
        is_now = not is_setup and desk.can_begin(name)
        if is_now and verb.key and not verb.is_rare:
            first.append(button(word(name), f"verb:{name}", "action"))
        else:
            target = f"parts:{name}" if is_setup else f"verb:{name}"
            others.append(button(word(name), target, "" if is_now else "off"))
    for what in session.game.rolls(session.state):
        roll = f"{label('screen.label.roll')}: {word(what)}"
        first.append(button(roll, f"roll:{what}", "action dice"))
    told = [tag("p", label("web.for-host-these", actions=for_host), look="quiet")] if for_host else []
    more = _folded(label("web.more"), others, *told)
    return [buttons(*first, look="buttons actions"), tag("form", more, method="post", action="/do")]


def _ways_back(desk: Desk) -> list[Html]:
    """Undo, redo, the last entry to be changed, and what was left."""
    session, label = desk.session, desk.speaker.phrase
    found = []
    if session.steps:
        found.append(button(label("web.undo"), "command:undo"))
        found.append(button(label("web.change"), "command:change"))
    if len(session.steps) > 1:
        found.append(button(label("web.change-older"), f"entries:{len(session.steps) - 1}"))
    if not session.preview({"do": "redo"}).violations:
        found.append(button(label("web.redo"), "command:redo"))
    if desk.thrown is not None:
        found.append(button(label("web.bring-back"), "press:backspace"))
    if desk.acting is not None:
        found.append(button(label("web.leave"), "press:escape", "quiet"))
    return found


# A choice, and a correction that waits


def _menu(desk: Desk, choosing: Choosing) -> list[Html]:
    menu, problem = choosing.menu, choosing.problem
    shown = (item for item in menu.items if not item.target.startswith(("command:", "peek:")))
    items = [button(item.label, item.target, "off" if item.is_dimmed else "") for item in shown]
    return [
        *(tag("p", desk.speaker.say(one), look="quiet") for one in menu.above),
        tag("h2", desk.speaker.say(menu.title)),
        buttons(*items, look="buttons list"),
        *_sentences(desk, entry_view.changes_until(desk, problem and problem.failing, None)),
        buttons(button(desk.speaker.phrase("web.leave"), "press:escape", "quiet")),
    ]


def _offer(desk: Desk, offering: Offering) -> list[Html]:
    label = desk.speaker.phrase
    told = [tag("p", text, look="notation") for text in entry_view.told_of(desk, offering.preview)]
    leave = button(label("web.leave"), "press:escape", "quiet")
    ends = buttons(*_book(desk, entry_view.enter_books(desk)), leave, look="buttons end")
    return [tag("h2", label("screen.offer-title")), *told, *_preview(desk), ends]


# An action


def _form(desk: Desk, entry: Entering) -> list[Html]:
    view = entry_view.entry_view(desk, entry)
    parts = [tag("h2", view.title), _chips(view)]
    if view.question is not None:
        parts += question_html(desk, view, view.question)
    for text in (view.problem, *view.refusals):
        parts += [tag("p", text, look="said bad", role="alert")] if text else []
    if view.failing:
        parts.append(tag("p", view.failing, look="said bad"))
        parts += _sentences(desk, entry_view.changes_until(desk, entry.failing, None))
    else:
        parts += _preview(desk)
    return [*parts, _endings(desk, entry, view), *_seldom(desk, view)]


def _chips(view: entry_view.EntryView) -> Html:
    """What was answered so far; a tap asks it again."""
    looks = ("chosen" if one.is_asked else "" if one.is_given else "quiet" for one in view.answers)
    found = (button(one.text, one.target, look) for one, look in zip(view.answers, looks, strict=True))
    return buttons(*found, look="buttons answers")


_MAIN: Mapping[entry_view.Enter, str] = {
    "no-name": "web.without-name",
    "answer": "web.go-on",
    "go-on": "web.go-on",
    "repair": "web.repair",
    "fix": "web.mend",
    "rule": "web.mend",
}
"""What the button is called that does what Enter does."""


def _endings(desk: Desk, entry: Entering, view: entry_view.EntryView) -> Html:
    """The way on, which is booking where nothing is missing; the way back, and the way out."""
    label, form = desk.speaker.phrase, entry.form
    if view.enter == "leave":
        return buttons(button(label("web.leave-it"), "press:enter"), look="buttons end")
    found = _book(desk, view.enter)
    if view.enter in _MAIN and _leads_on(entry, view):
        found.append(button(label(_MAIN[view.enter]), "press:enter", "main"))
    if view.enter == "rule":
        found.append(button(label("web.overrule"), "press:!"))
    if form.trail or form.new_name is not None:
        found.append(button(label("web.back"), "press:shift+tab", "quiet"))
    found.append(button(label("web.leave"), "press:escape", "quiet"))
    return buttons(*found, look="buttons end")


def _leads_on(entry: Entering, view: entry_view.EntryView) -> bool:
    """Whether Enter leads anywhere: what is asked can be passed over, or what is wrong is asked elsewhere."""
    question = view.question
    if view.enter in ("fix", "rule"):
        return bool(view.fault)
    if question is None:
        return True
    if view.enter not in ("answer", "go-on") or entry.form.is_answered or not question.is_single:
        return True
    return question.is_optional or question.default is not None


def _book(desk: Desk, enter: entry_view.Enter) -> list[Html]:
    """The button that books, or why there is none."""
    label = desk.speaker.phrase
    if enter == "closed":
        return [tag("span", label("screen.keys-closed"), look="said bad")]
    return [button(label("web.book"), "press:enter", "main book")] if enter == "book" else []


def _seldom(desk: Desk, view: entry_view.EntryView) -> list[Html]:
    """Rare questions and ways to correct, folded; in a fold of their own questions that only a ruling can need."""
    form, aim, label = desk.form, desk.aim, desk.speaker.phrase
    shown = {one.question.field for one in view.answers}
    rare, unfit = list[Html](), list[Html]()
    for one in form.questions:
        if one.field not in shown:
            name = desk.speaker.label(one.word or one.field.replace("_", "-"))
            (rare if one.applies else unfit).append(button(name, f"ask:{one.field}"))
    if aim is not None and not aim.is_insert and not aim.revision.changes:
        rare.append(button(label("web.strike"), f"strike:{aim.number}"))
        rare.append(button(label("web.insert"), f"insert:{aim.number}"))
    others = [_folded(label("web.anything-else"), unfit)] if unfit else []
    more = _folded(label("web.more"), rare, *others)
    return [tag("form", more, method="post", action="/do")]


def _folded(title: str, found: Sequence[Html], *more: Html) -> Html:
    return tag("details", tag("summary", title), tag("div", *found, look="buttons"), *more, look="more")


def _preview(desk: Desk) -> list[Html]:
    said = entry_view.preview_in_order(desk, None)
    return _sentences(desk, [one for one in said if one.kind not in ("offer", "violation")])


def _sentences(desk: Desk, said: Sequence[Sentence]) -> list[Html]:
    """Sentences as paragraphs, and tables together."""
    draw = PageHtml(SessionView(desk.session, desk.speaker, str), lambda link: "", "", desk.seat)
    found: list[Html] = []
    for _, run in groupby(said, key=lambda one: one.table is None):
        parts = list(run)
        found.append(draw.tables([], [one.table for one in parts if one.table]))
        found += [tag("p", lines(one.text), look=_LOOKS.get(one.kind, "told")) for one in parts if one.text]
    return [tag("div", *found, look="preview")] if found else []
