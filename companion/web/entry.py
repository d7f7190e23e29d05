"""The place where entries are made on a phone: what can be begun, what is asked, what it would do; every answer a tap.

A button has a target, which its desk understands; what is typed goes with the target `say`.
"""

from collections.abc import Sequence

from companion.core.views import Urgency
from companion.desk.desk import SETUP, Desk
from companion.desk.states import Menu
from companion.desk.wording import (
    MASK,
    form_title,
    preview_in_order,
)
from companion.forms.answers import SINGLE
from companion.forms.entry_form import answered_questions
from companion.report.export.html import Html, joined, lines, tag
from companion.report.preview import corrections_told, difference_until
from companion.web.asking import button, buttons, label_of, question_html

PREVIEW_WIDTH = 44
"""Columns of tables that are drawn as text: what a phone shows."""
_DRAWN = frozenset({"working", "difference"})
"""Kinds of sentences that are lines of a table drawn as text."""
_LOOKS = {"violation": "bad", "warning": "warn", "new": "new", "paid": "paid", "balance": "balance"}


def entry_html(desk: Desk) -> Html:
    """What stands there now."""
    if desk.menu is not None:
        return joined((*_said(desk), *_menu(desk, desk.menu)))
    if desk.offered is not None:
        return joined((*_said(desk), *_offer(desk)))
    if desk.is_entering:
        return joined((*_said(desk), *_form(desk)))
    return joined((*_said(desk), *_idle(desk)))


def _said(desk: Desk) -> list[Html]:
    """What was last said; why nothing can be booked is said as long as it is so."""
    fault = "" if desk.fault is None else desk.speaker.say(desk.fault)
    found = [tag("p", lines(one.text), look=f"said {one.look}".strip()) for one in desk.said]
    is_left_out = fault and all(one.text != fault for one in desk.said)
    return [tag("p", fault, look="said bad"), *found] if is_left_out else found


# While nothing is on its way


def _idle(desk: Desk) -> list[Html]:
    session, label = desk.session, label_of(desk)
    parts: list[Html] = []
    for reminder in session.game.reminders(session.state):
        if reminder.urgency > Urgency.NOTE:
            parts.append(tag("p", desk.speaker.say(reminder.text), look="said warn"))
    if session.is_read_only:
        return [*parts, tag("p", label("save.read-only-entry"), look="said bad")]
    proposal = desk.proposal()
    if proposal is not None:
        parts.append(buttons(button(desk.lines.public_line(proposal), "press:enter", "main")))
    is_over = session.game.is_over(desk.moment().state)
    if not is_over:
        parts += _actions(desk)
    up = session.game.up(desk.moment().state) if desk.acting is None else None
    if not is_over and desk.aim is None and desk.seat is not None and up not in (None, desk.seat):
        parts.append(tag("p", label("web.not-your-turn", up=up), look="said"))
    if desk.aim is not None:
        return [*parts, buttons(button(label("web.leave"), "press:escape", "quiet"))]
    parts.append(buttons(*_ways_back(desk), look="buttons back"))
    return parts


def _actions(desk: Desk) -> list[Html]:
    """Those that can be made now as buttons; then dice, and whatever else there is, folded."""
    session, word, label = desk.session, desk.speaker.lexicon.word, label_of(desk)
    verbs = [one.name for one in session.context().verbs]
    now = [name for name in verbs if name != SETUP and desk.can_begin(name)]
    seldom = [one.name for one in session.context().verbs if not one.key]
    first = [button(word(name), f"verb:{name}", "action") for name in now if name not in seldom]
    first += [
        button(f"{label('screen.label.roll')}: {word(what)}", f"roll:{what}", "action dice")
        for what in session.game.rolls(session.state)
    ]
    others = [
        button(word(name), f"{'parts' if name == SETUP else 'verb'}:{name}", "" if name in now else "off")
        for name in verbs
        if name in seldom or name not in now
    ]
    if desk.aim is None:
        others.insert(0, button(label("web.for-somebody-else"), "press:tab"))
    more = _folded(label("web.more"), others)
    return [buttons(*first, look="buttons actions"), tag("form", more, method="post", action="/do")]


def _ways_back(desk: Desk) -> list[Html]:
    """Undo, redo, the last entry to be changed, and what was left."""
    session, label = desk.session, label_of(desk)
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


def _menu(desk: Desk, menu: Menu) -> list[Html]:
    said = [tag("p", desk.speaker.say(one), look="quiet") for one in menu.above]
    items = [
        button(item.label, item.target, "off" if item.is_dimmed else "")
        for item in menu.items
        if not item.target.startswith(("command:", "peek:"))
    ]
    changes = (
        []
        if desk.problem is None
        else _sentences(
            difference_until(desk.session.record, desk.problem.failing, desk.speaker, PREVIEW_WIDTH)
        )
    )
    leave = button(label_of(desk)("web.leave"), "press:escape", "quiet")
    return [
        *said,
        tag("h2", desk.speaker.say(menu.title)),
        buttons(*items, look="buttons list"),
        *changes,
        buttons(leave),
    ]


def _offer(desk: Desk) -> list[Html]:
    assert desk.offered is not None
    label, words = label_of(desk), desk.speaker.lexicon
    before, entry = desk.offered.before, desk.offered.entry
    told = [] if entry is None else corrections_told(before, entry, words)
    texts = [desk.speaker.say(one) for one in told] or [desk.offered.public_line(words)]
    return [
        tag("h2", label("screen.offer-title")),
        *(tag("p", text, look="notation") for text in texts),
        *_preview(desk),
        buttons(_book(desk), button(label("web.leave"), "press:escape", "quiet"), look="buttons end"),
    ]


# An action


def _form(desk: Desk) -> list[Html]:
    form, speaker = desk.form, desk.speaker
    parts = [tag("h2", form_title(desk)), _chips(desk)]
    if form.question is not None:
        parts += question_html(desk, form.question)
    if form.problem is not None:
        parts.append(tag("p", speaker.say(form.problem), look="said bad", role="alert"))
    if desk.failing is not None:
        parts.append(tag("p", speaker.say(desk.failing.said(speaker.lexicon)), look="said bad"))
        until = difference_until(desk.session.record, desk.failing, speaker, PREVIEW_WIDTH)
        parts += _sentences(until)
    else:
        parts += _preview(desk)
    return [*parts, _endings(desk), *_seldom(desk)]


def _chips(desk: Desk) -> Html:
    """What was answered so far; a tap asks it again."""
    form, lexicon = desk.form, desk.speaker.lexicon
    visible = desk.session.notation.public_block(form.fields, form.questions)
    found = []
    for part in answered_questions(form, visible, lexicon):
        value = MASK * 3 if part.is_hidden else part.words
        label = part.label(lexicon)
        text = f"{label} ✓" if value == label else f"{label} {value}".strip()
        look = "chosen" if part.is_asked else "" if value else "quiet"
        found.append(button(text, f"ask:{part.question.field}", look))
    return buttons(*found, look="buttons answers")


def _endings(desk: Desk) -> Html:
    """The way on, which is booking where nothing is missing; the way back, and the way out."""
    label, form, preview = label_of(desk), desk.form, desk.preview
    found = []
    if form.new_name is not None:
        return buttons(
            button(label("web.back"), "press:shift+tab", "quiet"),
            button(label("web.leave"), "press:escape", "quiet"),
            look="buttons end",
        )
    if form.naming is not None:
        found.append(button(label("web.without-name"), "press:enter", "main"))
    elif preview is None or (form.is_typing and form.typed != "="):
        if _may_go_on(desk):
            found.append(button(label("web.go-on"), "press:enter", "main"))
    elif desk.is_unchanged:
        return buttons(button(label("web.leave-it"), "press:enter"), look="buttons end")
    elif desk.failing is not None:
        found.append(button(label("web.repair"), "press:enter", "main"))
    elif preview.violations:
        if form.question is None or str(preview.violations[0].field) != form.question.field:
            found.append(button(label("web.mend"), "press:enter", "main"))
        if preview.can_be_ruled:
            found.append(button(label("web.overrule"), "press:!"))
    else:
        found.append(_book(desk))
    if form.trail:
        found.append(button(label("web.back"), "press:shift+tab", "quiet"))
    found.append(button(label("web.leave"), "press:escape", "quiet"))
    return buttons(*found, look="buttons end")


def _may_go_on(desk: Desk) -> bool:
    """Whether what is asked can be passed over, or has its answer."""
    question = desk.form.question
    if question is None or desk.form.is_answered or question.kind not in SINGLE:
        return True
    return question.is_optional or question.default is not None


def _book(desk: Desk) -> Html:
    is_closed = desk.fault is not None or desk.session.is_read_only
    label = label_of(desk)
    return (
        tag("span", label("screen.keys-closed"), look="said bad")
        if is_closed
        else button(label("web.book"), "press:enter", "main book")
    )


def _seldom(desk: Desk) -> list[Html]:
    """What is seldom asked, folded: a note, what else can be done with an earlier entry, and in a fold of its own all
    that has nothing to do with what was chosen, which a ruling may book.
    """
    form, lexicon, aim, label = desk.form, desk.speaker.lexicon, desk.aim, label_of(desk)
    shown = {part.question.field for part in answered_questions(form, {}, lexicon)}
    rare, unfit = (
        [
            button(lexicon.word(one.word or one.field.replace("_", "-")), f"ask:{one.field}")
            for one in form.questions
            if one.applies is applies and one.field not in shown
        ]
        for applies in (True, False)
    )
    if aim is not None and not aim.is_insert and not aim.revision.changes:
        rare.append(button(label("web.strike"), f"strike:{aim.number}"))
        rare.append(button(label("web.insert"), f"insert:{aim.number}"))
    others = [_folded(label("web.anything-else"), unfit)] if unfit else []
    more = _folded(label("web.more"), rare, *others)
    return [tag("form", more, method="post", action="/do")]


def _folded(title: str, found: Sequence[Html], *more: Html) -> Html:
    return tag("details", tag("summary", title), tag("div", *found, look="buttons"), *more, look="more")


def _preview(desk: Desk) -> list[Html]:
    found = preview_in_order(desk, PREVIEW_WIDTH)
    return _sentences([one for one in found if one.kind != "offer"])


def _sentences(said: Sequence[tuple[str, str]]) -> list[Html]:
    """Sentences as paragraphs, tables drawn as text in one block each."""
    found: list[Html] = []
    drawn: list[str] = []
    for kind, text in (*said, ("", "")):
        if kind in _DRAWN:
            drawn.append(text)
            continue
        if drawn:
            found.append(tag("pre", "\n".join(drawn)))
            drawn = []
        if text:
            found.append(tag("p", lines(text), look=_LOOKS.get(kind, "told")))
    return [tag("div", *found, look="preview")] if found else []
