"""The desk on a phone: buttons for actions and answers, questions, the preview.

A button's target goes to the desk; typed text goes with the target `say`.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import accumulate, dropwhile, groupby

from companion.core.journal import Redo, Undo
from companion.core.times import local_time
from companion.core.views import Urgency
from companion.desk import entry_view
from companion.desk.correcting import SETUP
from companion.desk.desk import Desk
from companion.desk.states import Choosing, Entering, Idle, Offering, Repairing
from companion.draw.html import PageHtml
from companion.draw.markup import Html, join_html, lines, tag
from companion.draw.svg import SMALL
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.questions import Question
from companion.pages.view import SessionView
from companion.report.entries import Sentence
from companion.report.paid import Gains, gains, last_gains
from companion.session.notation import Notation
from companion.session.preview import Preview
from companion.session.record import Record
from companion.web.asking import LOOKS, button, buttons, chips_of, question_html
from companion.web.own_entry import BLANK, OwnEntry

Parts = Sequence[Html]
MOST_LETTERS = 150
"""Most letters of reasons that stand above Save; longer ones scroll with the question."""
_LEFT_OUT = "violation", "note", "paid", "balance"
"""Kinds of sentences that a phone shows elsewhere or as chips."""


def entry_html(desk: Desk) -> Html:
    state = desk.state
    if isinstance(state, Choosing):
        return _menu(desk, state)
    if isinstance(state, Offering):
        return _offer(desk, state)
    if isinstance(state, Entering):
        return _own(desk) or _form(desk, state)
    return join_html((*_messages(desk), *_idle(desk)))


def _messages(desk: Desk) -> list[Html]:
    left_out = ("saved", "muted", *(["good"] if _is_after_undo(desk) else []))
    said = [one for one in entry_view.notices(desk) if one.look not in left_out]
    return [tag("p", lines(one.text), look=f"said {one.look}".strip()) for one in said]


def _is_after_undo(desk: Desk) -> bool:
    """Whether no entry is open and the last one is an undo or a redo."""
    last = desk.record.entries[-1:] if isinstance(desk.state, Idle) else ()
    return any(isinstance(one.command, Undo | Redo) for one in last)


def _toast(desk: Desk) -> list[Html]:
    """Notice in sight at once, with a button against it: saved, with who gets how much; undone, redone, discarded."""
    label, way, found = desk.speaker.phrase, "undo", {one.look: one.text for one in desk.sayings.shown}
    if "saved" in found:
        told = [tag("strong", found["saved"]), *_payments(desk, last_gains(desk.session))]
    elif "good" in found and _is_after_undo(desk):
        told = [tag("strong", one.text) for one in desk.sayings.shown if one.look == "good"]
        is_others = desk.record.entry_count in desk.saver.others
        way = "" if is_others else "redo" if _can_redo(desk) else "undo"
    elif "muted" in found and isinstance(desk.state, Idle):
        told, way = [tag("strong", found["muted"])], "bring-back" if desk.discarded_entry is not None else ""
    else:
        return []
    text, target = f"screen.label.{way}", f"command:{way}"
    if way == "bring-back":
        text, target = "web.bring-back", "press:backspace"
    against = [buttons(button(label(text), target))] if way else []
    return [tag("div", tag("div", *told), *against, look="toast")]


def _payments(desk: Desk, given: Gains) -> list[Html]:
    """Who gets or gives how much, largest gain first; empty if nobody does."""
    chips, order = chips_of(desk), sorted(filter(given.get, given), key=lambda name: -given[name])
    found, you = list[Html](), desk.speaker.phrase("web.you")
    for name in order:
        who = chips.chip_with_name(name, you if name == desk.rights.seat else name)
        found.append(tag("li", who, " ", tag("b", desk.speaker.signed(given[name]))))
    return [tag("ul", *found, look="pay")] if found else []


def _sheet(desk: Desk, title: str, body: Parts, ends: Parts, pinned: Parts = (), step: str = "") -> Html:
    """Panel that covers the page while the desk asks something. Its body scrolls; its foot never moves."""
    close = button("×", "press:escape", "close", aria_label=desk.speaker.phrase("screen.insert-escape"))
    named = tag("h2", title, tabindex="-1"), tag("small", step)
    head = tag("div", *named, buttons(close, look=""), look="head")
    inside = tag("div", *_messages(desk), *body, look="body")
    foot = tag("div", *pinned, buttons(*ends, look="end"), look="foot")
    return tag("div", head, inside, foot, look="panel", role="dialog", aria_label=title)


# While no entry is open


def _idle(desk: Desk) -> list[Html]:
    label, record = desk.speaker.phrase, desk.record
    urgent = [one for one in record.game.views.reminders(record.state) if one.urgency > Urgency.NOTE]
    parts = [tag("p", desk.speaker.say(one.text), look="said warn") for one in urgent]
    if desk.session.is_read_only:
        return [*parts, tag("p", label("save.read-only-entry"), look="said bad")]
    if desk.rights.seat in record.former_players:
        return [*parts, tag("p", label("web.you-left"), look="said")]
    for proposal in record.proposals[:1]:
        said = desk.speaker.say(desk.session.preview(proposal).summary)
        parts.append(buttons(button(said, "press:enter", "main")))
    is_over, own = record.game.is_over(desk.moment().state), _own(desk)
    again = [button(label("screen.label.rematch"), "rematch:")] if desk.aim is None else []
    ended = buttons(*again, look="actions"), Html("")
    actions, others = ended if is_over else _actions(desk, desk.own_number.asked is not None)
    up = record.game.up(desk.moment().state) if desk.acting is None else None
    seat = desk.rights.seat
    if not is_over and desk.aim is None and seat is not None and up not in (None, seat):
        told = tag("p", label("web.not-your-turn", up=up))
        actions = tag("details", tag("summary", label("web.enter-for", player=up)), told, actions, look="for")
    ways = buttons(*([_leave(desk)] if desk.aim is not None else _ways_back(desk)), look="buttons back")
    return [*parts, ways, others, own or tag("div", *_toast(desk), actions, look="dock")]


def _own(desk: Desk) -> Html:
    """The player's own number in everyone's entry; empty if it isn't asked."""
    form, asked, label = desk.own_number.form, desk.own_number.asked, desk.speaker.phrase
    if form is None or asked is None:
        return Html("")
    own, preview = OwnEntry(desk, form, asked), desk.preview
    save, numbers = label("screen.do.save"), [*own.given.values()]
    if own.is_by_player and len(numbers) == 1:
        save = label("web.save-number", number=desk.speaker.money(numbers[0]))
    # what was typed into a counter is taken when Save is tapped, which a disabled button doesn't notice
    off = {"disabled": "disabled"} if own.is_by_player else {"aria_disabled": "true"}
    end = button(save, "save:", "main", **off)
    if preview is not None and not preview.violations:
        end = _save_button(desk, entry_view.enter_saves(desk), "save:", save)
    leave = [_leave(desk)] if desk.is_entering else []
    docked = tag("div", *_toast(desk), own.pinned_html(*leave, end), look="dock")
    if not isinstance(desk.state, Entering):
        return join_html((own.counters(), docked))
    seldom = _seldom(desk, entry_view.entry_view(desk, desk.state))
    return join_html((*_messages(desk), own.counters(), *seldom, docked))


def _actions(desk: Desk, is_folded: bool) -> tuple[Html, Html]:
    """Buttons for actions that can begin now; and, folded, for all other actions."""
    session, word, label = desk.session, desk.speaker.label, desk.speaker.phrase
    first = list[Html]()
    others = [button(label("web.for-somebody-else"), "press:tab")] if desk.aim is None else []
    asked = desk.own_number.asked if desk.own_number.form is not None else None
    for verb in session.context().possible_verbs:
        name, is_setup = verb.name, verb.name == SETUP
        if asked is not None and name == asked.verb:  # the player's own number is asked below
            continue
        is_now = not is_setup and desk.beginning.can_begin(name)
        if is_now and verb.key and not verb.is_rare:
            first.append(button(word(verb.word or name), f"verb:{name}"))
        else:
            target = f"parts:{name}" if is_setup else f"verb:{name}"
            others.append(button(word(name), target, "" if is_now else "off"))
    first, others = ([], [*first, *others]) if is_folded else (first, others)
    return buttons(*first, look="actions"), buttons(_fold(label("screen.label.menu"), others), look="")


def _ways_back(desk: Desk) -> list[Html]:
    """Buttons to undo, redo, change an entry, bring back a discarded entry."""
    label, count, found = desk.speaker.phrase, len(desk.record.steps), []
    if count:
        found.append(button(label("screen.label.undo"), "command:undo"))
        found.append(button(label("web.change"), "command:change"))
    if count > 1:
        found.append(button(label("web.change-older"), f"entries:{count - 1}"))
    if _can_redo(desk):
        found.append(button(label("screen.label.redo"), "command:redo"))
    if desk.discarded_entry is not None:
        found.append(button(label("web.bring-back"), "press:backspace"))
    if desk.acting is not None:
        found.append(button(label("screen.insert-escape"), "press:escape", "quiet"))
    return found


def _can_redo(desk: Desk) -> bool:
    return _is_after_undo(desk) and not desk.session.preview({"do": "redo"}).violations


# A choice, and a correction that waits


def _menu(desk: Desk, choosing: Choosing) -> Html:
    menu, failing = choosing.menu, choosing.failing if isinstance(choosing, Repairing) else None
    shown = (item for item in menu.items if not item.target.startswith(("command:", "peek:")))
    named = ((join_html((*_doer(desk, one.target), one.label), " "), one) for one in shown)
    items = [button(label, one.target) for label, one in named]
    parts = [
        *(tag("p", desk.speaker.say(one), look="quiet") for one in menu.above),
        buttons(*items, look="buttons list"),
        *_sentences(desk, entry_view.changes_until(desk, failing, None)),
    ]
    return _sheet(desk, desk.speaker.say(menu.title), parts, [_leave(desk)])


def _doer(desk: Desk, target: str) -> list[Html]:
    """The chip of the player whose entry a target changes or begins; empty if there is none."""
    what, _, value = target.partition(":")
    by = desk.record.actions_of(int(value))[-1].by if what == "change" else value
    return [chips_of(desk).letter(by)] if by in desk.record.table.players else []


def _offer(desk: Desk, offering: Offering) -> Html:
    preview, label, leave = offering.preview, desk.speaker.phrase, _leave(desk)
    save = label(f"screen.label.{preview.block['do']}") if preview.block["do"] in ("undo", "redo") else ""
    title, (pinned, parts) = save or label("screen.offer-title"), _would_pay(desk)
    if preview.block["do"] == "undo" and preview.removals:
        (title, parts), pinned = _undoing(desk, preview), []
        leave = button(label("web.keep-it"), "press:escape")
    elif preview.block["do"] == "redo" and preview.returns and preview.after is not None:
        paid = _payments(desk, gains(preview.before, preview.after)) if pinned else []
        parts, pinned = (
            [tag("div", *_headlines(desk, preview.after, preview.returns), *paid, look="result")],
            [],
        )
    told = [tag("p", text, look="told") for text in entry_view.entry_sentences(desk, preview)]
    save = _save_button(desk, entry_view.enter_saves(desk), label=save)
    return _sheet(desk, title, [*told, *parts], [leave, save], pinned)


def _undoing(desk: Desk, preview: Preview) -> tuple[str, list[Html]]:
    """The question whether to undo, and its parts: who saved the entry when, the entry, and what goes back."""
    record, label, number = preview.before, desk.speaker.phrase, preview.removals[-1]
    who = record.actions_of(number)[-1].by
    title, parts = label("screen.label.undo"), list[Html]()
    if who is not None and who != desk.rights.seat:
        at = record.blocks[number - 1].get("at")
        time = local_time(at, None).strftime("%H:%M") if isinstance(at, datetime) else ""
        title = label("web.undo-of", player=who)
        parts = [tag("p", label("web.saved-at" if time else "web.will-see", player=who, time=time))]
    said = _headlines(desk, record, preview.removals)
    is_paid = any(one.kind == "paid" for one in entry_view.preview_in_order(desk, None))
    for name, change in gains(record, preview.after or record).items() if is_paid else ():
        key = "web.gives-back" if change < 0 else "web.gets-back"
        back = label(key, player=name, amount=desk.speaker.money(abs(change)))
        said += [tag("p", chips_of(desk).letter(name), " ", back)] if change else []
    return title, [*parts, tag("div", *said, look="result undone")]


def _headlines(desk: Desk, record: Record, numbers: Collection[int]) -> list[Html]:
    places = [at for at, step in enumerate(record.steps) if step.number in numbers]
    found = Notation(record).headlines(places[0], places[-1] + 1)
    return [tag("p", tag("b", desk.speaker.say(one))) for one in found]


def _leave(desk: Desk) -> Html:
    return button(desk.speaker.phrase("screen.insert-escape"), "press:escape")


# An action


def _form(desk: Desk, entry: Entering) -> Html:
    view = entry_view.entry_view(desk, entry)
    parts, pinned, more = _chips(entry, view), list[Html](), list[Html]()
    wrong = filter(None, (view.problem, *view.refusals))
    against = [tag("p", why, look="said bad", role="alert") for why in wrong]
    asked = [] if view.question is None else question_html(desk, view, view.question)
    # counters must not move under the thumb
    parts += [*asked, *against] if entry.form.hand.tally else [*against, *asked]
    if view.enter == "rule":
        parts.append(buttons(button(desk.speaker.phrase("label.ruling"), "press:!", "quiet")))
    if view.failing:
        parts.append(tag("p", view.failing, look="said bad"))
        parts += _sentences(desk, entry_view.changes_until(desk, entry.failing, None))
    else:
        pinned, more = _would_pay(desk)
    at, count = next((at for at, one in enumerate(view.answers, 1) if one.is_asked), 0), len(view.answers)
    step = desk.speaker.phrase("web.step", at=at, count=count) if at and count > 1 else ""
    body, ends = [*parts, *more, *_seldom(desk, view)], _endings(desk, entry, view)
    return _sheet(desk, view.title, body, ends, pinned, step)


def _would_pay(desk: Desk) -> tuple[list[Html], list[Html]]:
    """Who would get how much and why, as far as this guest may see; then the reasons that are too long for the foot."""
    preview, said = desk.preview, entry_view.preview_in_order(desk, None)
    told = sorted((one for one in said if one.kind not in _LEFT_OUT), key=lambda one: one.pays_nothing)
    letters = accumulate(MOST_LETTERS + 1 if one.table or one.pays_nothing else len(one.text) for one in told)
    fits = sum(count <= MOST_LETTERS for count in letters)
    is_open = bool(said) and desk.form.hand.tally is not None
    pinned = [tag("p", desk.speaker.phrase("web.if-all"))] if is_open else []
    if preview and preview.after and any(one.kind == "paid" for one in said):
        pinned += _payments(desk, gains(preview.before, preview.after))
    parts = [*pinned, *_sentences(desk, told[:fits])], _sentences(desk, told[fits:])
    short, more = ([tag("div", *one, look="result")] if one else [] for one in parts)
    return short, more


def _chips(entry: Entering, view: entry_view.EntryView) -> list[Html]:
    """Buttons for the answers so far, and for questions that aren't asked in turn; a tap asks that question."""
    found, ahead = [], _question_ahead(entry, view)
    for one in view.answers:
        if one is not ahead and (one.value or one.is_asked or _can_be_added(entry, one.question)):
            look = "wrong" if one.is_wrong else "chosen" if one.is_asked else ""
            has_tabs = one.is_asked and entry.form.hand.row_heads()[1]  # the tabs say the same
            value = "" if has_tabs else one.value or BLANK
            found.append(button(join_html((tag("small", one.label), value)), one.target, look))
    has_others = len(found) > 1 or any(one.value for one in view.answers)
    return [buttons(*found, look="buttons answers")] if has_others else []


def _can_be_added(entry: Entering, question: Question) -> bool:
    """Whether only a tap asks this question: the entry is complete without it, or may say this instead."""
    is_extra = question.replaces or (question.is_optional and entry.preview is not None)
    return bool(is_extra and question.applies and not entry.form.draft.keys() & question.replaces)


def _question_ahead(entry: Entering, view: entry_view.EntryView) -> entry_view.Answer | None:
    """The first question after the current one that could be added to an entry which can be saved."""
    rest = dropwhile(lambda one: not one.is_asked, view.answers if view.enter == "save" else ())
    is_open = (one for one in rest if not one.is_asked and not one.value)
    return next((one for one in is_open if _can_be_added(entry, one.question)), None)


_MAIN: Mapping[entry_view.Enter, str] = {
    "leave": "web.leave-it",
    "no-name": "web.without-name",
    "repair": "web.repair",
    "fix": "web.mend",
    "rule": "web.mend",
}
"""Label of the button that does what Enter does."""


def _endings(desk: Desk, entry: Entering, view: entry_view.EntryView) -> list[Html]:
    """Buttons to go back and to go on. Going on saves the entry if no answer is missing."""
    label, form = desk.speaker.phrase, entry.form
    back = button(label("screen.label.close"), "press:shift+tab")
    found = [back] if form.trail or form.aside is not None else [_leave(desk)]
    if view.better is not None:
        instead = label("web.instead", number=desk.speaker.money(view.better[1]))
        return [*found, button(instead, "count:{}/{}".format(*view.better), "main")]
    if view.enter in ("save", "closed"):
        ahead = _question_ahead(entry, view)
        found += [button(label("web.next", what=ahead.label), ahead.target, "next")] if ahead else []
        return [*found, _save_button(desk, view.enter)]
    if view.enter in _MAIN and (view.fault or view.enter not in ("fix", "rule")):
        return [*found, button(label(_MAIN[view.enter]), "press:enter", "main")]
    then = press(form, "enter") if view.enter in ("answer", "go-on") else form
    if then.cursor == form.cursor and then.draft == form.draft:
        missing = label("entry.missing", what=_label(desk, form) or view.title)
        said = label("screen.do.save") if view.refusals or view.problem else missing
        return [*found, tag("button", said, look="main", disabled="disabled")]
    leads = then.hand.question is not view.question and _label(desk, then)
    on = label("web.next", what=leads) if leads else label("web.go-on")
    return [*found, button(on, "press:enter", "main")]


def _label(desk: Desk, form: EntryForm) -> str:
    """Label of the current question; empty if there is none."""
    found = (one for one in form.questions if form.cursor[:1] == (one.field,))
    return next((entry_view.label_of(desk, one) for one in found), "")


def _save_button(desk: Desk, enter: entry_view.Enter, target: str = "press:enter", label: str = "") -> Html:
    """The button that saves; if the entry can't be saved now, the reason."""
    if enter == "closed":
        return tag("span", desk.speaker.phrase("screen.keys-closed"), look="said bad")
    return button(label or desk.speaker.phrase("screen.do.save"), target, "main save")


def _seldom(desk: Desk, view: entry_view.EntryView) -> list[Html]:
    """Fold with rare questions and other corrections, and another with questions that don't apply."""
    form, aim, label = desk.form, desk.aim, desk.speaker.phrase
    replaced = (one for one in view.answers if not one.value and form.draft.keys() & one.question.replaces)
    shown = {one.question.field for one in view.answers} - {one.question.field for one in replaced}
    rare, unfit = list[Html](), list[Html]()
    for one in form.questions:
        if one.field not in shown:
            name = entry_view.label_of(desk, one)
            (rare if one.applies else unfit).append(button(name, f"ask:{one.field}"))
    if aim is not None and not aim.is_insert and not aim.revision.changes:
        rare.append(button(label("web.strike"), f"strike:{aim.number}"))
        rare.append(button(label("web.insert"), f"insert:{aim.number}"))
    others = [_fold(label("web.anything-else"), unfit)] if unfit else []
    return [buttons(_fold(label("screen.label.menu"), rare, *others), look="")] if rare or others else []


def _fold(title: str, found: Sequence[Html], *more: Html) -> Html:
    return tag("details", tag("summary", title), tag("div", *found, look="buttons"), *more, look="more")


def _sentences(desk: Desk, said: Sequence[Sentence]) -> list[Html]:
    """Sentences as paragraphs; tables in a row are drawn together."""
    draw = PageHtml(SessionView(desk.session, desk.speaker), lambda link: "", SMALL, desk.rights.seat)
    found: list[Html] = []
    for _, run in groupby(said, key=lambda one: one.table is None):
        parts = list(run)
        found.append(draw.tables([], [one.table for one in parts if one.table]))
        found += [tag("p", lines(one.text), look=LOOKS.get(one.kind, "told")) for one in parts if one.text]
    return [tag("div", *found, look="preview")] if found else []
