"""The unfinished entry: its answers, the question and the preview."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product, takewhile
from typing import NamedTuple

from companion.core.forms import Choice
from companion.core.messages import say
from companion.core.targets import Target
from companion.core.views import Urgency
from companion.desk import entry_view as entries
from companion.desk.states import Choosing, Entering, Idle, Menu, Repairing
from companion.draw.log import last_entry, log_lines, sentence_lines
from companion.forms.questions import Question
from companion.report.drawing import capitalise
from companion.report.layout import flush_left
from companion.report.layout import width as text_width
from companion.report.spans import (
    RULE,
    Line,
    Span,
    folded_line,
    folded_spans,
    in_columns,
    rule,
    span_width,
    wrap,
)
from companion.report.tables import URGENCIES
from companion.tui.models.table import TableModel

HERE = "▸"
"""Marks the current question, and the choice that Enter takes."""
COLUMNS = 80
"""Least width of a menu whose groups are columns."""
LONGEST_ITEM = 24
"""Menus with longer items have one line for each."""
WRONG = "✗"

_CALLED: Mapping[str, str] = {"answer": "ask", "leave": "unchanged", "fix": "refused", "rule": "refused"}


def enter_sentence(model: TableModel, enter: entries.Enter) -> str:
    """Say what Enter does, with the question it skips, or why it can't."""
    if not enter:
        return ""
    is_next = enter == "go-on" and model.form.way.is_cell
    does = model.speaker.phrase(f"screen.keys-{'next' if is_next else _CALLED.get(enter, enter)}")
    is_saving = isinstance(model.state, Entering) and enter in ("save", "try")
    what = entries.skipped_label(model) if is_saving else ""
    return model.speaker.phrase("screen.keys-without", does=does, what=what) if what else does


class EntryBlock:
    """The entry as lines; if none is open, `ahead` or the last entry. What it says is worked out once."""

    def __init__(self, model: TableModel, width: int, ahead: Sequence[Line] | None = None) -> None:
        self._model, self._width, self._ahead = model, width, ahead

    @cached_property
    def view(self) -> entries.EntryView | None:
        state = self._model.state
        return entries.entry_view(self._model, state) if isinstance(state, Entering) else None

    @cached_property
    def _preview(self) -> list[Line]:
        # the form shows violations and rulings of an entry made by keys, the scores above show the balances
        model, width = self._model, self._width
        elsewhere = ["violation", *(["balance"] if model.record_after is not None else [])]
        shown = [sentence for sentence in entries.preview_in_order(model) if sentence.kind not in elsewhere]
        return sentence_lines(shown, model, width)

    def lines(self, spare: int = 0) -> list[Line]:
        """Draw the entry, with more choices or earlier entries in `spare` rows."""
        model, width, state = self._model, self._width, self._model.state
        if isinstance(state, Choosing):
            failing = state.failing if isinstance(state, Repairing) else None
            menu = _menu(model, state.menu, width)
            return [*menu, *sentence_lines(entries.changes_until(model, failing), model, width)]
        if isinstance(state, Idle) and state.aim is not None:
            title = model.speaker.phrase("screen.before-entry", number=state.aim.place)
            return [rule(title, "", width), *message_lines(model, width)]
        if isinstance(state, Idle):
            return idle_lines(model, width, self._ahead, spare)
        if isinstance(state, Entering):
            assert self.view is not None
            view, is_refused = self.view, self.view.enter in ("fix", "rule")
            ending = enter_sentence(model, view.enter) if is_refused or view.enter == "closed" else ""
            head = rule(view.title, ending, width, "bad" if is_refused else "here")
            return [head, *_form(model, state, view, width, spare), *self._preview]
        lines = [rule(model.speaker.phrase("screen.label.review"), "", width, "here")]
        lines += message_lines(model, width)
        for sentence in entries.entry_sentences(model, state.preview):
            lines += folded_spans(sentence, width)
        return lines + self._preview


def with_more(model: TableModel, lines: list[Line], rows: int, width: int) -> list[Line]:
    """If the lines don't fit, say how many are hidden: in the title, over its right end, or below it."""
    hidden = len(lines) - rows
    if hidden <= 0 or rows < 1:
        return lines

    def sign_of(count: int) -> Span:
        text = model.speaker.phrase("screen.hidden-count", key=model.key("table.down"), count=count)
        return Span(f" {text} ", "muted")

    further = takewhile(lambda line: {span.look for span in line} == {"title"}, lines[1:])
    *above, last = lines[: 1 + len(list(further))]
    rest, end = lines[len(above) + 1 :], (Span(RULE * 2, "rule"),)
    right = end if above else last[-2:]
    title = last if above else (last[0], *(span for span in last[1:-2] if span.text.strip(f" {RULE}")))
    sign = sign_of(hidden)
    for ending in (right, end):
        gap = width - span_width((*title, sign, *ending))
        if gap > 1 or (gap >= 0 and ending is end):
            return [*above, (*title, Span(f" {RULE * gap}"[:gap], "rule"), sign, *ending), *rest]
    sign = sign_of(hidden + 1)
    before = Span(" " * (width - span_width((sign, *end))))
    return [*above, last, (before, sign, *end), *rest]


def _form(model: TableModel, entry: Entering, view: entries.EntryView, width: int, spare: int) -> list[Line]:
    chips = _chips(model, view, width)
    lines = [*message_lines(model, width), *(wrap(chips, width) if chips else [])]
    options = _options(model, view, width, spare)
    if view.question is not None and not _is_headed(model, view):
        asked = _question_lines(model, view, view.question, width)
        together = wrap([(*part, Span("  ")) for part in (*asked, *options)], width)
        if len(together) == 1:
            asked, options = together, []
        lines += asked
    problem, close = view.problem, model.form.hand.close
    if model.form.stray and close is not None:
        name = model.speaker.choice(close)
        problem = model.speaker.phrase("screen.stray-close", problem=problem, close=name)
    elif model.form.stray:
        problem = model.speaker.phrase("screen.stray", problem=problem)
    for text in (problem, view.failing, *(f"{WRONG} {reason}" for reason in view.refusals)):
        lines += folded_spans(text, width, "bad") if text else []
    if view.ways:
        lines += folded_spans(f"  {' '.join(view.ways)}", width)
    return [*lines, *options, *sentence_lines(entries.changes_until(model, entry.failing), model, width)]


def _chips(model: TableModel, view: entries.EntryView, width: int) -> list[Line]:
    chips: list[Line] = []
    for answer in view.answers:
        given = "bad" if answer.is_wrong else "answered" if answer.value else "muted"
        look, mark = "asked" if answer.is_asked else given, HERE if answer.is_asked else " "
        text = f"{WRONG if answer.is_wrong else mark}{answer.text}{_short_way(model, answer.question)} "
        *words, last = [text] if text_width(text) < width else [f"{word} " for word in text.split()]
        chips += [(Span(word, look, answer.target),) for word in words]
        chips.append((Span(last, look, answer.target), Span(" ")))
    return chips


def _short_way(model: TableModel, question: Question) -> str:
    """The key that leads to a question, and of two choices the other: (.: whistle). Empty without a key."""
    if not question.key:
        return ""
    now = model.form.draft.get(question.field, question.default)
    others = [model.speaker.choice(choice) for choice in question.choices if choice.meaning != now]
    press = model.speaker.phrase("screen.short-way", key=question.key)
    return f" ({question.key}: {others[0]})" if len(question.choices) == 2 else f" ({press})"


def _question_lines(model: TableModel, view: entries.EntryView, question: Question, width: int) -> list[Line]:
    form = model.form
    colon = "" if view.asked.endswith("?") else ":"
    words = f"{capitalise(view.asked)}{colon}".split(" ")
    parts: list[Line] = [(Span(f"{word} ", "strong"),) for word in words]
    before = [Span(f"{view.old_answer} ", "answered")] if view.old_answer else []
    is_hidden = model.rights.hides(question, form)
    typed = entries.MASK * len(form.visible_text) if is_hidden else form.visible_text
    parts.append((*before, Span(typed, "bad" if form.stray else "typed"), Span(" ", "cursor")))
    parts += [(Span(f" {word}", "muted"),) for word in _limits(model, question).split(" ") if word]
    return wrap(parts, width)


def _limits(model: TableModel, question: Question) -> str:
    """Say what may be typed: bounds, the default, when a list is complete, other rows."""
    form = model.form
    if form.aside is not None:
        return ""
    messages = [say("screen.replaces")] if form.is_replacing else []
    if form.way.tally is not None and form.way.tally.pairs:
        messages.append(say("screen.tally"))
    elif form.way.tally is not None and not form.way.tally.question.least:
        messages.append(say("screen.none", what=form.way.tally.question.none or say("screen.none-of-them")))
    elif (bounds := question.limits(form.hand.can_join)) is not None:
        messages.append(bounds)
    is_asking_default = not form.visible_text and (question.many or question.field not in form.draft)
    if question.field == "ruling":
        messages.append(say("screen.why-ruled"))
    elif question.default is not None and is_asking_default and form.way.tally is None:
        chosen = next((choice for choice in question.choices if choice.value == question.default), None)
        named = question.default if chosen is None else model.speaker.choice(chosen)
        messages.append(say("screen.default", value=say("label.yes") if question.default is True else named))
    if question.takes_second and form.way.is_answered and not form.is_replacing:
        messages.append(say("screen.more-or-tab"))
    if form.hand.has_other_rows:
        messages.append(say("screen.other-rows"))
    return f"({', '.join(map(model.speaker.say, messages))})" if messages else ""


SHOWN_KEYS, SHOWN_NAMES = 30, 12
"""Most choices shown at a time, with keys and without."""


def _options(model: TableModel, view: entries.EntryView, width: int, spare: int) -> list[Line]:
    """Draw the choices, in one row if a preview follows, and a note on the choice that Enter takes."""
    form, options, meant = model.form, view.options, model.form.hand.meant_choice
    if not options:
        return []
    marked = next((place for place, option in enumerate(options) if option.choice == meant), 0)
    has_keys = any(option.key for option in options)
    is_short = form.aside is None and (model.preview is not None or form.hand.is_typing)
    shown = _Choices([_option(model, option, meant) for option in options], marked)
    if not has_keys and not form.hand.is_typing and view.question is not None:
        is_open = form.hand.takes_text or bool(view.question.squares)
        if is_open and all(option.is_refused for option in options):
            return []  # an example that isn't possible helps nobody
        shown = shown._replace(before=f"{model.speaker.phrase('screen.such-as')} " if is_open else "")
    if any(option.is_refused and not option.is_chosen for option in options):
        shown = shown._replace(after=model.speaker.phrase("screen.in-brackets"))
    most = SHOWN_KEYS if all(option.choice.key for option in options) else SHOWN_NAMES
    if _is_headed(model, view):
        lines = [*_headed(model, options, shown.spans, width), *filter(None, (_muted_line(shown.after),))]
    else:
        lines = shown.lines(model, width, 1 if is_short else most, most, spare)
    if meant is not None and options[marked].note:
        lines += folded_spans(options[marked].note, width, "muted")
    return lines


def _is_headed(model: TableModel, view: entries.EntryView) -> bool:
    """Whether all choices stand under headings, which need no question; not beside typed text or a preview."""
    form = model.form
    is_typing = form.hand.is_typing or form.stray or form.aside is not None
    return not is_typing and model.preview is None and any(option.choice.heading for option in view.options)


def _headed(
    model: TableModel, options: Sequence[entries.Option], spans: Sequence[Line], width: int
) -> list[Line]:
    """Draw the choices of each heading beside it, in a column."""
    groups: dict[str, list[Line]] = {}
    for option, span in zip(options, spans, strict=True):
        heading = option.choice.heading
        groups.setdefault("" if heading is None else model.speaker.say(heading), []).append(span)
    indent = max(map(text_width, groups)) + 2
    return [
        line
        for heading, group in groups.items()
        for line in wrap([(Span(flush_left(heading, indent), "heading"),), *group], width, indent)
    ]


class _Choices(NamedTuple):
    """Choices to draw, with a text before and after them if it fits."""

    spans: Sequence[Line]
    marked: int = 0
    before: str = ""
    after: str = ""

    def lines(self, model: TableModel, width: int, rows: int, most: int, spare: int = 0) -> list[Line]:
        """Draw at most `most` choices in `rows` rows, then as many more as fit into `spare` rows."""
        lines: list[Line] = []
        counts = range(min(most, len(self.spans)), 0, -1)
        for count, after in product(counts, dict.fromkeys((self.after, ""))):
            first = max(0, min(self.marked - count + 1, len(self.spans) - count))
            hidden = len(self.spans) - first - count
            more = model.speaker.phrase("count.more", count=hidden) if hidden else ""
            shown = self.spans[first : first + count]
            before, *ends = map(_muted_line, (self.before, more, after))
            lines = wrap(filter(None, (before, *shown, *ends)), width)
            if len(lines) <= rows:
                break
        return self.lines(model, width, len(lines) + spare, len(self.spans)) if spare > 0 else lines


def _muted_line(text: str) -> Line:
    return (Span(text, "muted"),) if text else ()


def _option(model: TableModel, option: entries.Option, meant: Choice | None) -> Line:
    """Draw a choice with its key; mark it if Enter takes it, or if it is chosen and Enter takes no other."""
    form = model.form
    label = f"({option.label})" if option.is_refused and not option.is_chosen else option.label
    look = "off" if option.is_refused else ""
    is_here = option.choice == meant or (meant is None and option.is_chosen)
    tally = form.way.tally
    if tally is not None and option.choice.meaning in dict(tally.pairs):
        what, number = tally.pairs[tally.find(option.choice.meaning)]
        count = entries.MASK * 3 if model.rights.hides(tally.question, form) else number
        label, look = f"{model.speaker.name(str(what))} {count}", "answered"
        is_here = is_here or tally.at(form.cursor) == tally.find(what)
    mark = Span(HERE if is_here else "", "here", option.target)
    key = Span(f"{option.key} " if option.key else "", "here", option.target)
    return mark, key, Span(label, "chosen" if is_here else look, option.target), Span("  ")


def _menu(model: TableModel, menu: Menu, width: int) -> list[Line]:
    groups: dict[str, list[Line]] = {}
    for key, label, target, group in menu.items:
        printed = model.speaker.key(key)
        item = (Span(f"{printed} ", "here", target), Span(f"{label}  ", "", target))
        groups.setdefault(group, []).append(item)
    spans = [item for items in groups.values() for item in items]
    # choices come first: the rest may be longer than the screen
    text = model.speaker.say(menu.title)
    is_title = text_width(text) <= width - 10
    title = (
        [rule(text, "", width)]
        if is_title
        else [rule(model.speaker.phrase("screen.menu"), "", width), *folded_spans(text, width, "strong")]
    )
    more = [
        part for message in menu.above for part in folded_spans(model.speaker.say(message), width, "muted")
    ]
    more += folded_spans(model.speaker.say(menu.missed), width, "warn") if menu.missed else []
    if "" not in groups and width >= COLUMNS:
        titles = {group: (Span(model.speaker.phrase(f"screen.menu.{group}"), "heading"),) for group in groups}
        columns = [[titles[group], *items] for group, items in groups.items()]
        return [*title, *in_columns(columns, width), *more]
    if max(len(item.label) for item in menu.items) <= LONGEST_ITEM:
        return [*title, *wrap(spans, width, indent=0), *more]
    return [*title, *(part for item in spans for part in folded_line(item, width)), *more]


def idle_lines(model: TableModel, width: int, ahead: Sequence[Line] | None, spare: int) -> list[Line]:
    lines: list[Line] = []
    for proposal in model.record.proposals[:1]:
        summary = model.session.preview(proposal).summary
        offered = model.speaker.phrase("screen.proposed", line=summary)
        lines += folded_spans(offered, width, "good", Target("press", "enter"))
    others: list[Line] = []
    for reminder in model.record.game.views.reminders(model.record.state):
        is_urgent = reminder.urgency > Urgency.NOTE
        text = f"{URGENCIES[reminder.urgency]} {model.speaker.say(reminder.text)}"
        (lines if is_urgent else others).extend(folded_spans(text, width, "warn" if is_urgent else "muted"))
    if ahead is None or not model.record.steps:
        title, why, also = last_entry(model, width)
        earlier = (
            [(), *log_lines(model, width, spare - 1)] if spare > 1 and len(model.record.numbers) > 1 else []
        )
        return [*title, *message_lines(model, width), *why, *lines, *also, *others, *earlier]
    lines = [*message_lines(model, width), *lines, *others]
    rest = [*lines, *([()] if lines and ahead else []), *ahead]
    return [rule(model.speaker.phrase("screen.ahead"), "", width), *rest] if rest else []


def message_lines(model: TableModel, width: int) -> list[Line]:
    return [
        part for notice in entries.notices(model) for part in folded_spans(notice.text, width, notice.look)
    ]
