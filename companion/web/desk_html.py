"""The desk on a phone: buttons for actions and answers, questions, the preview."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import accumulate

from companion.core.journal import Redo, Undo
from companion.core.local_time import local_time
from companion.core.targets import Target
from companion.core.views import Urgency
from companion.desk import entry_view
from companion.desk.correcting import SETUP
from companion.desk.desk import Desk
from companion.desk.entry_buttons import (
    BACKSPACE,
    ENTER,
    ESCAPE,
    Button,
    ending_buttons,
    leave_button,
    rare_questions,
    save_button,
    shown_answers,
)
from companion.desk.entry_view import EntryView
from companion.desk.saying import BACK
from companion.desk.states import Choosing, Entering, Idle, Offering, Repairing
from companion.draw.markup import Html, join_html, lines, tag
from companion.report.payments import Gains, gains, in_seat_order, last_gains
from companion.session.notation import Notation
from companion.session.preview import Preview
from companion.session.record import Record
from companion.web.button_html import ButtonHtml, DrawnDesk, buttons, details
from companion.web.guest_desk import LABELS
from companion.web.own_number_html import BLANK, OwnNumberHtml
from companion.web.question_html import question_html

Parts = Sequence[Html]
MOST_LETTERS = 150
"""Most letters of reasons that stand above Save; longer ones scroll with the question."""
_LEFT_OUT = "violation", "note", "paid", "balance"
"""Kinds of sentences that a phone shows elsewhere or as chips."""
SAVE = Target("save")


def draw_desk(desk: Desk) -> DrawnDesk:
    draw, state = ButtonHtml(desk), desk.state
    if isinstance(state, Choosing):
        html = _menu(draw, state)
    elif isinstance(state, Offering):
        html = _offer(draw, state)
    elif isinstance(state, Entering):
        html = _own(draw) or _form(draw, state)
    else:
        html = join_html((*_messages(draw), *_idle(draw)))
    return DrawnDesk(html, draw.offered)


def _messages(draw: ButtonHtml) -> list[Html]:
    left_out = ("saved", "muted", *(["good"] if _is_after_undo(draw.desk) else []))
    shown = [notice for notice in entry_view.notices(draw.desk) if notice.look not in left_out]
    return [tag("p", lines(notice.text), css=f"said {notice.look}".strip()) for notice in shown]


def _is_after_undo(desk: Desk) -> bool:
    last = desk.record.entries[-1:] if isinstance(desk.state, Idle) else ()
    return any(isinstance(entry.command, Undo | Redo) for entry in last)


def _toast(draw: ButtonHtml) -> list[Html]:
    """Notice in sight at once, with a button against it: saved, with who gets how much; undone, redone, discarded."""
    desk, way, notices = draw.desk, "undo", draw.desk.sayings.shown
    texts = {notice.look: notice.text for notice in notices}
    if "saved" in texts:
        parts = [tag("strong", texts["saved"]), *_payments(draw, last_gains(desk.session))]
    elif "good" in texts and _is_after_undo(desk):
        parts = [tag("strong", notice.text) for notice in notices if notice.look == "good"]
        is_others = desk.record.entry_count in desk.saver.others
        way = "" if is_others else "redo" if _can_redo(desk) else "undo"
    elif "muted" in texts and isinstance(desk.state, Idle):
        parts, way = [tag("strong", texts["muted"])], "" if desk.discarded_entry is None else BACK
    else:
        return []
    against = [buttons(_way(draw, way))] if way else []
    return [tag("div", tag("div", *parts), *against, css="toast")]


def _payments(draw: ButtonHtml, paid: Gains) -> list[Html]:
    rows = list[Html]()
    for name in in_seat_order(paid, draw.desk.record.roster):
        called = draw.word("web.you") if name == draw.desk.rights.seat else name
        player = draw.chips.chip_with_name(name, called)
        rows.append(tag("li", player, " ", tag("b", draw.speaker.signed(paid[name]))))
    return [tag("ul", *rows, css="pay")] if rows else []


def _panel(draw: ButtonHtml, title: str, body: Parts, ends: Parts, pinned: Parts = ()) -> Html:
    """Panel over the page while the desk asks something. Its body scrolls; its foot never moves."""
    close = draw.button(Button("×", ESCAPE, "close", name=draw.word("screen.label.cancel")))
    head = tag("div", tag("h2", title, tabindex="-1"), buttons(close, css=""), css="head")
    inside = tag("div", *_messages(draw), *body, css="body")
    foot = tag("div", *pinned, buttons(*ends, css="end"), css="foot")
    return tag("div", head, inside, foot, css="panel", role="dialog", aria_label=title)


# While no entry is open


def _idle(draw: ButtonHtml) -> list[Html]:
    desk, word, record = draw.desk, draw.word, draw.desk.record
    reminders = record.game.views.reminders(record.state)
    urgent = [draw.speaker.say(note.text) for note in reminders if note.urgency > Urgency.NOTE]
    parts = [tag("p", text, css="said warn") for text in urgent]
    if desk.session.is_read_only:
        return [*parts, tag("p", word("save.read-only-entry"), css="said bad")]
    if desk.rights.seat in record.former_players:
        return [*parts, tag("p", word("web.you-left"), css="said")]
    for proposal in record.proposals[:1]:
        summary = draw.speaker.say(desk.session.preview(proposal).summary)
        parts.append(buttons(draw.button(Button(summary, ENTER, "main"))))
    is_over, own = record.game.is_over(desk.moment().state), _own(draw)
    if is_over:
        again = [draw.act("screen.label.rematch", Target("rematch"))] if desk.aim is None else []
        actions, others = buttons(*again, css="actions"), Html("")
    else:
        actions, others = _actions(draw, desk.own_number.asked is not None)
    up = record.game.up(desk.moment().state) if desk.acting is None else None
    seat = desk.rights.seat
    if not is_over and desk.aim is None and seat is not None and up not in (None, seat):
        warning = tag("p", word("web.not-your-turn", up=up))
        actions = details(word("web.enter-for", player=up), warning, actions, css="for")
    ways = buttons(
        *([draw.button(leave_button(desk))] if desk.aim is not None else _ways_back(draw)),
        css="buttons back",
    )
    return [*parts, ways, others, own or tag("div", *_toast(draw), actions, css="dock")]


def _own(draw: ButtonHtml) -> Html:
    desk, form, asked = draw.desk, draw.desk.own_number.form, draw.desk.own_number.asked
    if form is None or asked is None:
        return Html("")
    own, preview = OwnNumberHtml(draw, form, asked), desk.preview
    save, numbers = draw.word("screen.label.save"), [*own.numbers.values()]
    if own.is_by_player and len(numbers) == 1:
        save = draw.word("web.save-number", number=draw.speaker.money(numbers[0]))
    if preview is not None and not preview.violations:
        end = _ending(draw, save_button(desk, SAVE, save))
    else:
        # what was typed into a counter is taken when Save is tapped, which a disabled button doesn't notice
        off = {"disabled": "disabled"} if own.is_by_player else {"aria_disabled": "true"}
        end = draw.button(Button(save, SAVE, "main"), **off)
    leave = [draw.button(leave_button(desk))] if desk.is_entering else []
    docked = tag("div", *_toast(draw), own.pinned_html(*leave, end), css="dock")
    if not isinstance(desk.state, Entering):
        return join_html((own.counters(), docked))
    seldom = _seldom(draw, entry_view.entry_view(desk, desk.state))
    return join_html((*_messages(draw), own.counters(), *seldom, docked))


def _actions(draw: ButtonHtml, is_folded: bool) -> tuple[Html, Html]:
    desk, word, first = draw.desk, draw.speaker.label, list[Html]()
    others = [draw.act("web.for-somebody-else", Target("press", "tab"))] if desk.aim is None else []
    asked = desk.own_number.asked if desk.own_number.form is not None else None
    for verb in desk.session.context().possible_verbs:
        name, is_setup = verb.name, verb.name == SETUP
        if asked is not None and name == asked.verb:  # the player's own number is asked below
            continue
        is_now = not is_setup and desk.beginning.can_begin(name)
        target = Target("parts" if is_setup else "verb", name)
        if is_now and verb.key and not verb.is_rare:
            first.append(draw.button(Button(word(verb.word or name), target)))
        else:
            others.append(draw.button(Button(word(name), target, "" if is_now else "off")))
    first, others = ([], [*first, *others]) if is_folded else (first, others)
    return buttons(*first, css="actions"), buttons(_more(draw, "screen.label.menu", others), css="")


def _ways_back(draw: ButtonHtml) -> list[Html]:
    desk, count = draw.desk, len(draw.desk.record.steps)
    ways = [_way(draw, way) for way in ("undo", "change") if count]
    ways += [draw.act("web.change-older", Target("entries", count - 1))] if count > 1 else []
    ways += [_way(draw, "redo")] if _can_redo(desk) else []
    ways += [_way(draw, BACK)] if desk.discarded_entry is not None else []
    return ways + (
        [draw.button(leave_button(desk)._replace(look="quiet"))] if desk.acting is not None else []
    )


def _way(draw: ButtonHtml, way: str) -> Html:
    return draw.act(LABELS[way], BACKSPACE if way == BACK else Target("command", way))


def _can_redo(desk: Desk) -> bool:
    return _is_after_undo(desk) and not desk.session.preview({"do": "redo"}).violations


# A choice, and a correction that waits


def _menu(draw: ButtonHtml, choosing: Choosing) -> Html:
    menu, failing = choosing.menu, choosing.failing if isinstance(choosing, Repairing) else None
    items = [
        draw.button(Button(item.label, item.target), join_html((*_doer(draw, item.target), item.label), " "))
        for item in menu.items
        if item.target.what not in ("command", "peek")
    ]
    parts = [
        *(tag("p", draw.speaker.say(message), css="quiet") for message in menu.above),
        buttons(*items, css="buttons list"),
        *draw.sentences(entry_view.changes_until(draw.desk, failing)),
    ]
    return _panel(draw, draw.speaker.say(menu.title), parts, [draw.button(leave_button(draw.desk))])


def _doer(draw: ButtonHtml, target: Target) -> list[Html]:
    record, by = draw.desk.record, target.value
    if target.what == "change":
        by = record.actions_of(target.value)[-1].by
    return [draw.chips.letter(by)] if by in record.roster.players else []


def _offer(draw: ButtonHtml, offering: Offering) -> Html:
    preview, verb, leave = offering.preview, offering.preview.block["do"], leave_button(draw.desk)
    save = draw.word(LABELS[verb]) if verb in LABELS else ""
    title, (pinned, parts) = save or draw.word("screen.label.review"), _would_pay(draw)
    if verb == "undo" and preview.removals:
        (title, parts), pinned = _undoing(draw, preview), []
        leave = leave._replace(label=draw.word("web.keep-it"))
    elif verb == "redo" and preview.returns and preview.after is not None:
        paid = _payments(draw, gains(preview.before, preview.after)) if pinned else []
        parts = [tag("div", *_headlines(draw, preview.after, preview.returns), *paid, css="result")]
        pinned = []
    entries = [tag("p", text, css="told") for text in entry_view.entry_sentences(draw.desk, preview)]
    ends = [_ending(draw, button) for button in (leave, save_button(draw.desk, label=save))]
    return _panel(draw, title, [*entries, *parts], ends, pinned)


def _undoing(draw: ButtonHtml, preview: Preview) -> tuple[str, list[Html]]:
    record, word, number = preview.before, draw.word, preview.removals[-1]
    who = record.actions_of(number)[-1].by
    title, parts = word("screen.label.undo"), list[Html]()
    if who is not None and who != draw.desk.rights.seat:
        at = record.blocks[number - 1].get("at")
        time = local_time(at, None).strftime("%H:%M") if isinstance(at, datetime) else ""
        title = word("web.undo-of", player=who)
        parts = [tag("p", word("web.saved-at" if time else "web.will-see", player=who, time=time))]
    undone = _headlines(draw, record, preview.removals)
    is_paid = any(line.kind == "paid" for line in entry_view.preview_in_order(draw.desk))
    for name, change in gains(record, preview.after or record).items() if is_paid else ():
        key = "web.gives-back" if change < 0 else "web.gets-back"
        back = word(key, player=name, amount=draw.speaker.money(abs(change)))
        undone += [tag("p", draw.chips.letter(name), " ", back)] if change else []
    return title, [*parts, tag("div", *undone, css="result undone")]


def _headlines(draw: ButtonHtml, record: Record, numbers: Collection[int]) -> list[Html]:
    places = [at for at, step in enumerate(record.steps) if step.number in numbers]
    headlines = Notation(record).headlines(places[0], places[-1] + 1)
    return [tag("p", tag("b", draw.speaker.say(headline))) for headline in headlines]


# An action


def _form(draw: ButtonHtml, entry: Entering) -> Html:
    desk, view = draw.desk, entry_view.entry_view(draw.desk, entry)
    parts, pinned, more = _chips(draw, entry, view), list[Html](), list[Html]()
    reasons = filter(None, (view.problem, *view.refusals))
    against = [tag("p", reason, css="said bad", role="alert") for reason in reasons]
    asked = [] if view.question is None else question_html(draw, view, view.question)
    # counters must not move under the thumb
    parts += [*asked, *against] if entry.form.nav.tally else [*against, *asked]
    if view.enter == "rule":
        parts.append(buttons(draw.act("label.ruling", Target("press", "!"), "quiet")))
    if view.failing:
        parts.append(tag("p", view.failing, css="said bad"))
        parts += draw.sentences(entry_view.changes_until(desk, entry.failing))
    else:
        pinned, more = _would_pay(draw)
    ends = [_ending(draw, button) for button in ending_buttons(desk, entry, view)]
    return _panel(draw, view.title, [*parts, *more, *_seldom(draw, view)], ends, pinned)


def _would_pay(draw: ButtonHtml) -> tuple[list[Html], list[Html]]:
    """Who would get how much and why, as far as this guest may see; then the reasons that are too long for the foot."""
    preview, every = draw.desk.preview, entry_view.preview_in_order(draw.desk)
    shown = sorted((line for line in every if line.kind not in _LEFT_OUT), key=lambda line: line.pays_nothing)
    is_long = MOST_LETTERS + 1
    letters = accumulate(is_long if line.table or line.pays_nothing else len(line.text) for line in shown)
    fits = sum(count <= MOST_LETTERS for count in letters)
    is_open = bool(every) and draw.form.nav.tally is not None
    pinned = [tag("p", draw.word("web.if-all"))] if is_open else []
    if preview and preview.after and any(line.kind == "paid" for line in every):
        pinned += _payments(draw, gains(preview.before, preview.after))
    parts = [*pinned, *draw.sentences(shown[:fits])], draw.sentences(shown[fits:])
    short, more = ([tag("div", *part, css="result")] if part else [] for part in parts)
    return short, more


def _chips(draw: ButtonHtml, entry: Entering, view: EntryView) -> list[Html]:
    chips = list[Html]()
    for answer in shown_answers(entry, view):
        css = "wrong" if answer.is_wrong else "chosen" if answer.is_asked else ""
        has_tabs = answer.is_asked and entry.form.nav.row_heads()[1]  # the tabs say the same
        value = "" if has_tabs else answer.value or BLANK
        button = Button(answer.label, answer.target, css)
        chips.append(draw.button(button, join_html((tag("small", answer.label), value))))
    return [buttons(*chips, css="buttons answers")] if chips else []


def _ending(draw: ButtonHtml, button: Button) -> Html:
    return tag("span", button.label, css="said bad") if button.look == "closed" else draw.button(button)


def _seldom(draw: ButtonHtml, view: EntryView) -> list[Html]:
    rare, unfit = (list(map(draw.button, row)) for row in rare_questions(draw.desk, view))
    others = [_more(draw, "web.anything-else", unfit)] if unfit else []
    return [buttons(_more(draw, "screen.label.menu", rare, *others), css="")] if rare or others else []


def _more(draw: ButtonHtml, title: str, ways: Parts, *others: Html) -> Html:
    return details(draw.word(title), tag("div", *ways, css="buttons"), *others)
