"""The unfinished entry: its answers, the question and the preview."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import compress, product

from companion.core.choices import Choice
from companion.core.messages import Message, say
from companion.core.targets import Target
from companion.core.views import Urgency
from companion.desk import entry_view as entries
from companion.desk.states import Choosing, Enter, Entering, Idle, Repairing
from companion.draw.log import BESIDE_TITLE, last_entry, log_lines, sentence_lines
from companion.forms.questions import BoardNumber, Joined, Names, Question
from companion.forms.questions.question import is_list, is_switched
from companion.report.entries import Sentence
from companion.report.spans import Line, Span, Titled, folded_line, folded_spans, in_columns, titled, wrap
from companion.report.table_lines import URGENCIES
from companion.report.table_text import capitalise
from companion.report.text_width import flush_left
from companion.report.text_width import width as text_width
from companion.session.revision import Failing
from companion.tui.models.table import TableModel

HERE = "▸"
"""Marks the current question, and the choice that Enter takes."""
COLUMNS = 80
"""Least width of a menu whose groups are columns."""
LONGEST_ITEM = 24
"""Menus with longer items have one line for each."""
WRONG = "✗"
SHOWN_KEYS, SHOWN_NAMES = 30, 12
"""Most choices shown at a time, with keys and without."""

_CALLED: Mapping[str, str] = {"answer": "ask", "leave": "unchanged", "fix": "refused", "rule": "refused"}


def enter_sentence(model: TableModel, enter: Enter) -> str:
    if not enter:
        return ""
    is_next = enter == "go-on" and model.form.nav.is_cell
    does = model.speaker.phrase(f"screen.keys-{'next' if is_next else _CALLED.get(enter, enter)}")
    is_saving = isinstance(model.state, Entering) and enter in ("save", "try")
    what = entries.skipped_label(model) if is_saving else ""
    return model.speaker.phrase("screen.keys-without", does=does, what=what) if what else does


def message_lines(model: TableModel, width: int) -> list[Line]:
    notices = entries.notices(model)
    return [line for notice in notices for line in folded_spans(notice.text, width, notice.look)]


def with_more(model: TableModel, block: Titled, rows: int) -> Titled:
    """If the lines don't fit, say first how many are hidden."""
    hidden = len(block.body) - rows
    if hidden <= 0 or rows < 0:
        return block
    sign = model.speaker.phrase("screen.hidden-count", key=model.key("table.down"), count=hidden)
    return block._replace(ends=[Span(sign, "muted"), *block.ends])


class EntryBlock:
    """The entry; if none is open, `ahead` or the last entry. What it says is worked out once."""

    def __init__(self, model: TableModel, width: int, ahead: Sequence[Line] | None = None) -> None:
        self._model, self._width, self._ahead = model, width, ahead
        self._form, self._speaker, self._word = model.form, model.speaker, model.speaker.phrase

    @cached_property
    def view(self) -> entries.EntryView | None:
        state = self._model.state
        return entries.entry_view(self._model, state) if isinstance(state, Entering) else None

    def draw(self, spare: int = 0) -> Titled:
        """Draw the entry, with more choices or earlier entries in `spare` rows; shorter if that is below zero."""
        model, width, state = self._model, self._width, self._model.state
        if isinstance(state, Choosing):
            failing = state.failing if isinstance(state, Repairing) else None
            title, lines = self._menu(state)
            return titled(title, [*lines, *self._changes_until(failing)])
        if isinstance(state, Idle) and state.aim is not None:
            title = self._word("screen.before-entry", number=state.aim.place)
            return titled(title, message_lines(model, width))
        if isinstance(state, Idle):
            return self._last_or_ahead(spare)
        if isinstance(state, Entering):
            assert self.view is not None
            view, is_refused = self.view, self.view.enter in ("fix", "rule")
            ending = enter_sentence(model, view.enter) if is_refused or view.enter == "closed" else ""
            ends = [Span(ending, "bad" if is_refused else "here")] if ending else []
            lines = [
                *self._form_lines(view, spare),
                *self._changes_until(state.failing),
                *self._preview_lines(spare < 0),
            ]
            return titled(view.title, lines, ends)
        lines = message_lines(model, width)
        for sentence in entries.entry_sentences(model, state.preview):
            lines += self._fold(sentence)
        return titled(self._word("screen.label.review"), lines + self._preview_lines())

    def _fold(self, text: str, look: str = "") -> list[Line]:
        return folded_spans(text, self._width, look)

    def _preview_lines(self, is_short: bool = False) -> list[Line]:
        return sentence_lines(self._preview, self._model, self._width, is_short)

    @cached_property
    def _preview(self) -> list[Sentence]:
        # the form shows violations and rulings of an entry made by keys, the scores above show the balances
        model = self._model
        elsewhere = ["violation", *(["balance"] if model.record_after is not None else [])]
        return [sentence for sentence in entries.preview_in_order(model) if sentence.kind not in elsewhere]

    def _changes_until(self, failing: Failing | None) -> list[Line]:
        return sentence_lines(entries.changes_until(self._model, failing), self._model, self._width)

    # The form

    def _form_lines(self, view: entries.EntryView, spare: int) -> list[Line]:
        note = self._note(view)
        is_short = spare < 0 and bool(note)  # the hint is shown whole, whatever else gives way
        shown = [answer for answer in view.answers if answer.value or answer.is_asked or not is_short]
        form, chips, problem = self._form, self._chips(view, shown), view.problem
        lines = [*message_lines(self._model, self._width), *(wrap(chips, self._width) if chips else [])]
        options = self._options(view, spare)
        if view.question is not None and not self._is_headed(view):
            asked = self._question_lines(view, view.question)
            together = wrap([(*part, Span("  ")) for part in (*asked, *options)], self._width)
            if is_short and len(together) > 1 and len(asked) == 1:
                together = self._options(view, spare, asked)
            if len(together) == 1:
                asked, options = together, []
            lines += asked
        is_number = form.problem is not None and form.problem.number is not None
        if form.rung and form.nav.question is not None and not is_number:
            problem = self._word("screen.rung", problem=problem)
        for text in (problem, view.failing, *(f"{WRONG} {reason}" for reason in view.refusals)):
            lines += self._fold(text, "bad") if text else []
        return [*lines, *options, *(self._fold(note, "muted") if note else ())]

    def _chips(self, view: entries.EntryView, answers: Sequence[entries.Answer]) -> list[Line]:
        chips: list[Line] = []
        ahead = [
            answer._replace(label=capitalise(answer.label))
            for answer in view.instead
            if not self._form.cursor
        ]
        for answer in (*answers, *ahead):
            key = "" if answer.question.instead and answer not in ahead else self._short_way(answer.question)
            given = "bad" if answer.is_wrong else "answered" if answer.value else "muted"
            look, mark = "asked" if answer.is_asked else given, HERE if answer.is_asked else " "
            text = f"{WRONG if answer.is_wrong else mark}{answer.text}{key} "
            *words, last = [text] if text_width(text) < self._width else [f"{word} " for word in text.split()]
            chips += [(Span(word, look, answer.target),) for word in words]
            chips.append((Span(last, look, answer.target), Span(" ")))
        return chips

    def _short_way(self, question: Question) -> str:
        """The key that leads to a question, or of two choices picks the other. Empty without a key."""
        if not question.key:
            return ""
        now = self._form.draft.get(question.field, question.default)
        others = [self._speaker.choice(choice) for choice in question.choices if choice.meaning != now]
        way = "screen.short-way-to" if is_switched(question) else "screen.short-way"
        return f" ({self._word(way, key=question.key, other=''.join(others[:1]))})"

    def _question_lines(self, view: entries.EntryView, question: Question) -> list[Line]:
        form = self._form
        colon = "" if view.asked.endswith("?") else ":"
        words = f"{capitalise(view.asked)}{colon}".split(" ")
        parts: list[Line] = [(Span(f"{word} ", "strong"),) for word in words]
        before = [Span(f"{view.old_answer} ", "answered")] if view.old_answer else []
        is_hidden = self._model.rights.hides(question, form)
        typed = entries.MASK * len(form.visible_text) if is_hidden else form.visible_text
        parts.append((*before, Span(typed, "typed"), Span(" ", "cursor")))
        limits = ", ".join(map(self._speaker.say, self._limits(question)))
        parts += [(Span(f" {word}", "muted"),) for word in (f"({limits})".split(" ") if limits else ())]
        return wrap(parts, self._width)

    def _limits(self, question: Question) -> list[Message]:
        """What may be answered: how many, which number, what Enter takes, what comes after it."""
        form, tally = self._form, self._form.nav.tally
        if form.aside is not None:
            return []
        is_answered = bool(tally.pairs) if tally is not None else is_list(question) and form.nav.is_answered
        is_old = form.is_filled and form.nav.place not in form.origins.touched
        messages = [say("screen.adds")] if is_answered and is_old and not form.typed else []
        messages += [*self._bounds(question), *self._default(question)]
        is_enough = question.least < 2 <= (question.most or 0)  # and a second one may follow
        if is_list(question) and is_enough and form.nav.is_answered and not isinstance(question, Joined):
            messages.append(say("screen.more-or-tab"))
        if form.prompt.has_other_rows:
            messages.append(say("screen.other-rows"))
        return messages

    def _bounds(self, question: Question) -> Iterator[Message]:
        form, tally = self._form, self._form.nav.tally
        can_repeat = is_list(question) and question.can_repeat and form.nav.is_answered
        if (tally is not None and tally.pairs) or can_repeat:
            yield say("screen.tally")
        elif tally is not None and not question.least:
            yield say("screen.none", what=question.none or say("screen.none-of-them"))
        elif (bounds := question.limits(form.prompt.can_join)) is not None:
            yield bounds
        if tally is None and question.none is not None and form.prompt.can_be_none:
            yield say("screen.none", what=question.none)

    def _default(self, question: Question) -> Iterator[Message]:
        form, default = self._form, question.default
        is_asked = not form.visible_text and (question.many or question.field not in form.draft)
        if question.field == "ruling":
            yield say("screen.why-ruled")
        elif default is not None and is_asked and form.nav.tally is None:
            chosen = next((choice for choice in question.choices if choice.value == default), None)
            named = default if chosen is None else self._speaker.choice(chosen)
            yield say("screen.default", value=say("label.yes") if default is True else named)

    # The choices

    def _note(self, view: entries.EntryView) -> str:
        meant = self._form.prompt.meant_choice
        return next(
            (option.note for option in view.options if option.choice == meant and meant is not None), ""
        )

    def _options(self, view: entries.EntryView, spare: int, asked: Sequence[Line] = ()) -> list[Line]:
        """Draw the choices, after what is `asked` if they fit into one row with it."""
        instead = [self._instead(answer) for answer in view.instead]
        if view.question is None or not view.options:
            return [] if view.question is None else wrap(instead, self._width)
        is_short = self._is_short(spare, bool(asked))
        options = self._possible(view.options) if is_short else view.options
        lead = self._lead(view.question, options)
        if lead is None:
            return []
        meant = self._form.prompt.meant_choice
        has_refused = any(option.is_refused and not option.is_chosen for option in options)
        after = self._word("screen.in-brackets") if has_refused else ""
        spans = [self._option(option, meant) for option in options]
        if self._is_headed(view):
            return [*self._headed(options, spans), *filter(None, (_muted_line(after),))]
        marked = next((place for place, option in enumerate(options) if option.choice == meant), 0)
        led_by = [(*part, Span("  ")) for part in asked] or [_muted_line(lead)]
        fit = partial(self._fit, spans, marked, led_by, instead, after)
        most = SHOWN_KEYS if all(option.choice.key for option in options) else SHOWN_NAMES
        lines = fit(1 if is_short else most, most)
        return fit(len(lines) + spare, len(spans)) if spare > 0 else lines

    def _is_short(self, spare: int, is_in_one_row: bool) -> bool:
        """Whether the choices give way: to a preview, to what is typed, or to a problem."""
        form = self._form
        if form.problem is not None and spare < 0:
            return True
        is_aside = self._model.preview is not None or form.prompt.is_typing or is_in_one_row
        return form.aside is None and is_aside

    def _possible(self, options: Sequence[entries.Option]) -> Sequence[entries.Option]:
        """What can be chosen, if not everything fits into a row."""
        meant, tally = self._form.prompt.meant_choice, self._form.nav.tally
        if len(wrap([self._option(option, meant) for option in options], self._width)) == 1:
            return options
        counted = () if tally is None else dict(tally.pairs)
        kept = (
            not one.is_refused or one.is_chosen or one.choice == meant or one.choice.meaning in counted
            for one in options
        )
        return tuple(compress(options, kept)) or options

    def _lead(self, question: Question, options: Sequence[entries.Option]) -> str | None:
        """What stands before the choices; None if they are examples that aren't possible, which help nobody."""
        prompt = self._form.prompt
        if any(option.key for option in options) or prompt.is_typing:
            return ""
        if not (prompt.takes_text or isinstance(question, BoardNumber)):
            return ""
        is_town = isinstance(question, Names) or getattr(question, "new_kind", None) is not None
        lead = self._word("screen.known" if is_town else "screen.such-as")
        return None if all(option.is_refused for option in options) else f"{lead} "

    def _is_headed(self, view: entries.EntryView) -> bool:
        """Whether all choices stand under headings, which need no question; not beside typed text or a preview."""
        form = self._form
        is_busy = form.prompt.is_typing or form.aside is not None or self._model.preview is not None
        return not is_busy and any(option.choice.heading for option in view.options)

    def _headed(self, options: Sequence[entries.Option], spans: Sequence[Line]) -> Iterator[Line]:
        groups: dict[str, list[Line]] = {}
        for option, span in zip(options, spans, strict=True):
            heading = option.choice.heading
            groups.setdefault("" if heading is None else self._speaker.say(heading), []).append(span)
        indent = max(map(text_width, groups)) + 2
        for name, group in groups.items():
            yield from wrap([(Span(flush_left(name, indent), "heading"),), *group], self._width, indent)

    def _fit(
        self,
        spans: Sequence[Line],
        marked: int,
        before: Sequence[Line],
        behind: Sequence[Line],
        after: str,
        rows: int,
        most: int,
    ) -> list[Line]:
        """Draw at most `most` choices in `rows` rows, among them the marked one and those `behind`; then `after`."""
        lines: list[Line] = []
        for count, ending in product(range(min(most, len(spans)), 0, -1), dict.fromkeys((after, ""))):
            first = max(0, min(marked - count + 1, len(spans) - count))
            hidden = len(spans) - first - count
            more = self._word("count.more", count=hidden) if hidden else ""
            shown = (
                *before,
                *spans[first : first + count],
                *behind,
                _muted_line(more),
                _muted_line(ending),
            )
            lines = wrap(filter(None, shown), self._width)
            if len(lines) <= rows:
                break
        return lines

    def _option(self, option: entries.Option, meant: Choice | None) -> Line:
        form, tally = self._form, self._form.nav.tally
        label = f"({option.label})" if option.is_refused and not option.is_chosen else option.label
        look = "off" if option.is_refused else ""
        is_here = option.choice == meant or (meant is None and option.is_chosen)
        if tally is not None and option.choice.meaning in dict(tally.pairs):
            what, number = tally.pairs[tally.find(option.choice.meaning)]
            count = entries.MASK * 3 if self._model.rights.hides(tally.question, form) else number
            label, look = f"{self._speaker.name(str(what))} {count}", "answered"
            is_here = is_here or tally.at(form.cursor) == tally.find(what)
        mark = Span(HERE if is_here else "", "here", option.target)
        key = Span(f"{option.key} " if option.key else "", "here", option.target)
        return mark, key, Span(label, "chosen" if is_here else look, option.target), Span("  ")

    def _instead(self, answer: entries.Answer) -> Line:
        key = Span(f"{answer.question.key} ", "here", answer.target)
        return key, Span(answer.label, "", answer.target), Span("  ")

    # While no entry is made

    def _menu(self, state: Choosing) -> tuple[str, list[Line]]:
        menu, width, groups = state.menu, self._width, dict[str, list[Line]]()
        for key, label, target, group in menu.items:
            printed = self._speaker.key(key)
            item = (Span(f"{printed} ", "here", target), Span(f"{label}  ", "", target))
            groups.setdefault(group, []).append(item)
        spans = [item for items in groups.values() for item in items]
        text = title = self._speaker.say(menu.title)
        above = list[Line]()
        if text_width(text) > width - BESIDE_TITLE:
            title, above = self._word("screen.menu"), self._fold(text, "strong")
        if "" not in groups and width >= COLUMNS:
            titles = {group: (Span(self._word(f"screen.menu.{group}"), "heading"),) for group in groups}
            lines = in_columns([[titles[group], *items] for group, items in groups.items()], width)
        elif max(len(item.label) for item in menu.items) <= LONGEST_ITEM:
            lines = wrap(spans, width, indent=0)
        else:
            lines = [line for item in spans for line in folded_line(item, width)]
        # choices come first: the rest may be longer than the screen
        for message in menu.above:
            lines += self._fold(self._speaker.say(message), "muted")
        lines += self._fold(self._speaker.say(menu.missed), "warn") if menu.missed else []
        return title, [*above, *lines]

    def _last_or_ahead(self, spare: int) -> Titled:
        model, record, width, ahead = self._model, self._model.record, self._width, self._ahead
        urgent, others = list[Line](), list[Line]()
        for proposal in record.proposals[:1]:
            offered = self._word("screen.proposed", line=model.session.preview(proposal).summary)
            urgent += folded_spans(offered, width, "good", Target("press", "enter"))
        for reminder in record.game.views.reminders(record.state):
            text = f"{URGENCIES[reminder.urgency]} {self._speaker.say(reminder.text)}"
            is_urgent = reminder.urgency > Urgency.NOTE
            (urgent if is_urgent else others).extend(self._fold(text, "warn" if is_urgent else "muted"))
        messages = message_lines(model, width)
        if ahead is None or not record.steps:
            last = last_entry(model, width)
            earlier = log_lines(model, width, spare)
            lines = [*last.rest, *messages, *last.why, *urgent, *last.also, *others, *earlier]
            return Titled(last.title, lines)
        lines = [*messages, *urgent, *others]
        lines += [*([()] if lines and ahead else []), *ahead]
        return titled(self._word("screen.ahead") if lines else "", lines)


def _muted_line(text: str) -> Line:
    return (Span(text, "muted"),) if text else ()
