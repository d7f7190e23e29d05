"""The unfinished entry: its parts, its line, what is asked, and what it would do."""

from collections.abc import Mapping

from companion.core.forms import Question
from companion.core.messages import Message, say
from companion.core.views import Urgency
from companion.desk.line import Line as TypedLine
from companion.desk.states import Menu, Typing
from companion.desk.wording import MASK, asked, called, form_title, old_answer, preview_in_order
from companion.forms.entry_form import answered_questions
from companion.forms.tallies import Tally
from companion.report.entries import Kind
from companion.report.layout import width as text_width
from companion.report.preview import corrections_told, difference_until, preview_said
from companion.report.spans import RULE, Line, Span, folded_line, folded_spans, line, rule, spread, wrapped
from companion.report.tables import URGENCIES
from companion.tui.commands import shown
from companion.tui.draw.log import last_entry, last_paid_lines, paid_lines
from companion.tui.draw.projection import projection_lines
from companion.tui.draw.tables import Known
from companion.tui.models.table import TableModel

LONGEST_ITEM = 24
"""Longer ones of a menu have a line of their own each."""
ROOMY = 60
"""From so many columns on there is room for a sentence beside the title."""


def entry_block(model: TableModel, width: int, with_log: bool, known: Known | None = None) -> list[Line]:
    """What stands in the entry's place; while none is on its way the last one, where no log shows that."""
    if model.menu is not None:
        return [rule(_say(model, "menu"), "", width), *_menu(model, model.menu, width), *_until(model, width)]
    if not model.is_busy and model.aim is not None:
        title = model.speaker.say(say("screen.before-entry", number=model.aim.place))
        return [rule(title, "", width), *said_lines(model, width)]
    if not model.is_busy:
        title = "before-the-first" if not model.session.steps else "idle" if with_log else "ahead"
        return [rule(_say(model, title), "", width), *idle_lines(model, width, with_log, known)]
    if model.offered is not None:
        lines = [rule(_say(model, "offer-title"), _books(model), width, "here")]
        before, entry, words = model.offered.before, model.offered.entry, model.speaker.lexicon
        told = [] if entry is None else corrections_told(before, entry, words)
        for text in map(model.speaker.say, told) if told else [f"= {model.offered.public_line(words)}"]:
            lines += folded_spans(text, width, "notation")
        lines[1:1] = said_lines(model, width)
    elif isinstance(model.state, Typing):
        lines = [rule(_say(model, "line-title"), _keys(model, width), width, "here")]
        lines += [*said_lines(model, width), *_line(model, model.state.line, width)]
    else:
        lines = [rule(form_title(model), _keys(model, width), width, "here"), *_form(model, width)]
    return lines + preview_block(model, width)


def _until(model: TableModel, width: int) -> list[Line]:
    """What a correction changes up to the entry that no longer fits."""
    if model.problem is None:
        return []
    said = difference_until(model.session.record, model.problem.failing, model.speaker, width)
    return [part for one in said for part in folded_spans(one.text, width)]


def with_more(model: TableModel, lines: list[Line], rows: int, width: int) -> list[Line]:
    """A block that is longer than its room says so in its first line: in few words, or over others, if need be."""
    hidden = len(lines) - rows
    if hidden <= 0 or rows < 1:
        return lines
    key = shown(model.keys["table.down"], model.speaker)
    first, *rest = lines
    *kept, last = first
    for said in (
        say("screen.hidden-lines", key=key, count=hidden),
        say("screen.hidden-count", key=key, count=hidden),
    ):
        more = Span(f" {model.speaker.say(said)} ", "muted")
        for place, span in enumerate(kept):
            room = len(span.text) - text_width(more.text)
            if room > 1 and set(span.text) == {RULE}:
                kept[place] = span._replace(text=span.text[:room])
                return [(*kept[: place + 1], more, *kept[place + 1 :], last), *rest]
    said_before = [span for span in kept if set(span.text) != {RULE}]
    return [spread(said_before, [more, Span(RULE * 2, "rule")], width), *rest]


def _say(model: TableModel, key: str) -> str:
    return model.speaker.say(say(f"screen.{key}"))


def _keys(model: TableModel, width: int) -> str:
    """What Enter does now; in a line a ruling is a word that is typed."""
    preview, is_line = model.preview, model.line is not None
    if (is_line and preview is None) or (not is_line and model.form.new_name is not None):
        return ""
    if not is_line and model.form.is_typing:
        return _say(model, "keys-ask")
    if not is_line and model.form.naming is not None:
        return model.speaker.say(say("screen.keys-no-name"))
    if preview is None:
        return _say(model, "keys-go-on")
    if not is_line and model.is_unchanged:
        return model.speaker.say(say("screen.keys-unchanged"))
    if model.failing is not None and not is_line:
        return model.speaker.say(say("screen.keys-repair"))
    if preview.violations:
        if is_line or not preview.can_be_ruled:
            return _say(model, "keys-refused" if is_line else "keys-mend")
        key = "screen.keys-rule" if width >= ROOMY else "screen.keys-rule-short"
        return model.speaker.say(say(key))
    return _books(model)


def _books(model: TableModel) -> str:
    is_closed = model.fault is not None or model.session.is_read_only
    return model.speaker.say(say("screen.keys-closed")) if is_closed else _say(model, "keys-book")


# An action


def _form(model: TableModel, width: int) -> list[Line]:
    """What was answered, what is asked, what is wrong, what can be chosen: not all of it may be in sight."""
    lines = [*said_lines(model, width), *wrapped(_chips(model, width), width)]
    lines += folded_spans(f"= {model.notation()}", width, "notation")
    form = model.form
    if form.question is not None:
        lines += _asked(model, form.question, width)
    if form.problem is not None:
        lines += folded_spans(model.speaker.say(form.problem), width, "bad")
    if model.failing is not None:
        lines += folded_spans(model.speaker.say(model.failing.said(model.speaker.lexicon)), width, "bad")
    elif model.preview is not None and model.preview.violations:
        for kind, text in preview_said(model.preview, model.speaker, width, by_place=True):
            lines += folded_spans(text, width, "bad") if kind == "violation" else []
    lines += [] if form.question is None else _candidates(model, form.question, width)
    if model.failing is not None:
        said = difference_until(model.session.record, model.failing, model.speaker, width)
        lines += [part for one in said for part in folded_spans(one.text, width)]
    return lines


def _chips(model: TableModel, width: int) -> list[Line]:
    found: list[Line] = []
    form = model.form
    visible = model.session.notation.public_block(form.fields, form.questions)
    lexicon = model.speaker.lexicon
    for part in answered_questions(form, visible, lexicon):
        label = part.label(lexicon)
        value = MASK * 3 if part.is_hidden else part.words
        look = "asked" if part.is_asked else "answered" if value else "muted"
        text = f" {label} {value} " if value else f" {label} "
        text = f" {label} ✓ " if value == label else text
        text = f" {part.question.key}{text}" if part.question.key else text
        *words, last = [text] if text_width(text) < width else [f"{word} " for word in text.split()]
        found += [line(Span(word, look, f"ask:{part.question.field}")) for word in words]
        found.append(line(Span(last, look, f"ask:{part.question.field}"), " "))
    return found


def _asked(model: TableModel, question: Question, width: int) -> list[Line]:
    """What is asked, what is typed or was answered, and what there is to choose from."""
    form = model.form
    tally = form.tally
    said: list[Line] = [(Span(f"{word} ", "strong"),) for word in f"{asked(model, question)}:".split(" ")]
    if tally is not None:
        said += _pairs(model, tally)
    else:
        old = old_answer(model, question)
        before = [Span(f"{old} ", "answered")] if old else []
        typed = MASK * len(form.typed) if model.hides(question) else form.typed
        said.append((*before, Span(typed, "typed"), Span(" ", "cursor")))
    said += [(Span(f" {word}", "muted"),) for word in _limits(model, question).split(" ") if word]
    return wrapped(said, width)


def _pairs(model: TableModel, tally: Tally) -> list[Line]:
    """How many of what so far, the one at hand marked."""
    at = tally.at(model.form.cursor)
    found: list[Line] = []
    for place, (what, number) in enumerate(tally.pairs):
        count = MASK * 3 if model.hides(tally.question) else number
        text = f"{model.speaker.name(str(what))} {count}"
        found.append((Span(text, "typed" if place == at else "answered"), Span("  ")))
    return [*found, (Span(" ", "cursor"),)]


def _limits(model: TableModel, question: Question) -> str:
    """What may be typed: the bounds of a number and how it ends, what Enter takes, what may be left out."""
    form = model.form
    if form.new_name is not None:
        return ""
    said: list[Message] = []
    if form.is_replacing:
        said.append(say("screen.replaces"))
    if form.tally is not None and form.tally.pairs:
        said.append(say("screen.tally"))
    elif form.tally is not None:
        said.append(say("screen.none", what=form.tally.question.none or say("screen.none-of-them")))
    elif question.kind in ("count", "counts"):
        bounds = {"low": question.low, "high": question.high}
        said.append(say("screen.any-number") if question.high is None else say("screen.between", **bounds))
    elif question.kind == "switch":
        said.append(say("screen.yes-or-no"))
    elif question.kind == "lists":
        said.append(say("screen.ties"))
    is_asking_default = not form.typed and question.field not in form.draft
    if question.field == "ruling":
        said.append(say("screen.why-ruled"))
    elif question.default is not None and is_asking_default and form.tally is None:
        usual = say("words.yes") if question.default is True else question.default
        said.append(say("screen.default", value=usual))
    return f"({', '.join(map(model.speaker.say, said))})" if said else ""


SHOWN_KEYS, SHOWN_NAMES = 30, 12
"""How many choices are shown at a time: of those with keys nearly always all, of names the likeliest."""


def _candidates(model: TableModel, question: Question, width: int) -> list[Line]:
    """With their keys; the one that Enter takes stands out, and what is to be said of it follows."""
    form = model.form
    found = form.candidates
    marked = form.marked or 0
    takes = form.is_typing or form.marked is not None
    most = SHOWN_KEYS if all(choice.key for choice in found) else SHOWN_NAMES
    first = max(0, min(marked - most + 1, len(found) - most))
    spans: list[Line] = []
    for place, choice in enumerate(found[first : first + most], first):
        look = "chosen" if takes and place == marked else "off" if choice.refusal else ""
        is_key = (
            choice.key
            and (question.kind != "routed" or form.new_name)
            and not form.is_typing
            and (not question.is_open or choice.key.isdecimal())
        )
        key = f"{choice.key} " if is_key and choice.key != str(choice.value) else ""
        target = f"pick:{place}"
        spans.append(
            line(Span(key, "here", target), Span(called(model, question, choice), look, target), "  ")
        )
    if len(found) > first + most:
        more = len(found) - first - most
        spans.append(line(Span(model.speaker.say(say("screen.more-choices", count=more)), "muted")))
    lines = wrapped(spans, width) if spans else []
    if takes and marked < len(found):
        visible = found[marked].refusal or found[marked].hint
        if visible is not None:
            lines += folded_spans(model.speaker.say(visible), width, "muted")
    return lines


# The preview


def preview_block(model: TableModel, width: int) -> list[Line]:
    """What the entry would do, or what speaks against it: balances and payouts before all else."""
    lines: list[Line] = []
    for kind, text in preview_in_order(model, width):
        if kind == "violation" and model.line is None:
            continue  # stands beside what is asked
        if kind == "paid":
            lines += paid_lines([text], width)
        elif (
            kind != "offer" or model.line is not None
        ):  # an entry by keys offers the ruling in its first line
            lines += folded_spans(text, width, _LOOKS.get(kind, ""))
    return lines


_LOOKS: Mapping[Kind, str] = {"violation": "bad", "warning": "warn", "new": "new"}


def _menu(model: TableModel, menu: Menu, width: int) -> list[Line]:
    spans = [
        line(
            Span(f"{item.key} ", "here", item.target),
            Span(f"{item.label}  ", "off" if item.is_dimmed else "", item.target),
        )
        for item in menu.items
    ]
    title = [part for one in menu.above for part in folded_spans(model.speaker.say(one), width, "muted")]
    title += folded_spans(model.speaker.say(menu.title), width, "strong")
    if max(len(item.label) for item in menu.items) <= LONGEST_ITEM:
        return [*title, *wrapped(spans, width, indent=0)]
    return [*title, *(part for item in spans for part in folded_line(item, width))]


def _line(model: TableModel, typed: TypedLine, width: int) -> list[Line]:
    """What could come next in the line that is being typed, or what is wrong with it."""
    lines: list[Line] = []
    completion, problem = typed.completion, typed.problem
    is_done = completion.asked.key == "entry.asks-nothing"
    if typed.preview is None and not (is_done and problem):
        lines += folded_spans(model.speaker.say(completion.asked), width, "strong")
    if completion.candidates and typed.preview is None:
        shown_here = completion.candidates[:SHOWN_NAMES]
        spans = [line(Span(f"{one.text}  ", "", f"complete:{one.text}")) for one in shown_here]
        more = len(completion.candidates) - SHOWN_NAMES
        if more > 0:
            spans.append(line(Span(model.speaker.say(say("screen.more-choices", count=more)), "muted")))
        lines += wrapped(spans, width)
    if problem is not None and not completion.candidates and completion.asked != problem:
        lines += folded_spans(model.speaker.say(problem), width, "bad")
    return lines


def idle_lines(model: TableModel, width: int, with_log: bool, known: Known | None = None) -> list[Line]:
    lines = said_lines(model, width)
    proposal = model.proposal()
    if proposal is not None:
        visible = model.lines.public_line(proposal)
        offered = model.speaker.say(say("screen.proposed", line=visible))
        lines += folded_spans(offered, width, "good", "press:enter")
    urgent, others = _reminders(model, width)
    lines += urgent
    if with_log or not model.session.steps:
        return [*last_paid_lines(model, width), *lines, *last_entry(model, width), *others]
    lines += others
    projection = projection_lines(model, width, known)
    return [*lines, *([()] if lines and projection else []), *projection]


def _reminders(model: TableModel, width: int) -> tuple[list[Line], list[Line]]:
    """What is urgent, and what is only good to know."""
    found: tuple[list[Line], list[Line]] = ([], [])
    for reminder in model.session.game.reminders(model.session.state):
        is_urgent = reminder.urgency > Urgency.NOTE
        visible = f"{URGENCIES[reminder.urgency]} {model.speaker.say(reminder.text)}"
        lines = folded_spans(visible, width, "warn" if is_urgent else "muted")
        found[0 if is_urgent else 1].extend(lines)
    return found


def said_lines(model: TableModel, width: int) -> list[Line]:
    """What was last said; why nothing can be booked is said as long as it is so."""
    fault = "" if model.fault is None else model.speaker.say(model.fault)
    is_left_out = fault and all(said.text != fault for said in model.said)
    lines = folded_spans(fault, width, "bad") if is_left_out else []
    return lines + [part for said in model.said for part in folded_spans(said.text, width, said.look)]
