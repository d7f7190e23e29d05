"""The unfinished entry as every screen and page shows it; each draws it in its own way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from companion.core.choices import Choice
from companion.core.errors import Violation
from companion.core.journal import Play
from companion.core.messages import say
from companion.core.names import fold
from companion.core.targets import Target
from companion.desk.desk import Desk, at_a_question
from companion.desk.saying import Notice
from companion.desk.states import Enter, Entering, Offering
from companion.forms.drafts import holder_of
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.navigator import by_keys
from companion.forms.questions import Holder, Names, Pick, Question
from companion.forms.questions.number import bounds, known_number
from companion.forms.questions.pick import names_players, route_of, routes_of
from companion.forms.questions.question import Labels, describe_in, fields_of, question_label, refused_answers
from companion.forms.tokens import is_sum
from companion.report.entries import Sentence
from companion.report.preview_sentences import (
    correction_messages,
    difference_until,
    preview_sentences,
    with_visible_number,
)
from companion.session import Preview
from companion.session.revision import Failing

MASK = "•"


class Answer(NamedTuple):
    question: Question
    label: str
    value: str
    is_asked: bool
    is_wrong: bool = False

    @property
    def text(self) -> str:
        return f"{self.label} {self.value}".strip()

    @property
    def target(self) -> Target:
        return Target("ask", self.question.field)


class Option(NamedTuple):
    label: str
    key: str
    note: str
    """Why the rules refuse the choice, or its hint."""
    is_refused: bool
    is_chosen: bool
    choice: Choice
    target: Target


@dataclass(frozen=True)
class EntryView:
    title: str
    answers: tuple[Answer, ...]
    question: Question | None
    asked: str
    old_answer: str
    """The answer that the next one replaces."""
    options: tuple[Option, ...]
    instead: tuple[Answer, ...]
    """Questions that can be chosen instead of the current one, or of answers that were filled in."""
    problem: str
    failing: str
    """The later entry that would no longer fit, and why."""
    refusals: tuple[str, ...]
    """Why the rules refuse the entry, or its answers so far."""
    fault: str
    """The label of the refused answer that Enter goes to; empty if the cursor is there."""
    enter: Enter
    better: tuple[int, int] | None
    """The index of a counter whose number is refused, and the nearest number that is allowed."""


def entry_view(desk: Desk, entry: Entering) -> EntryView:
    form, speaker = entry.form, desk.speaker
    question, failing = form.nav.question, entry.failing
    refusals = [] if failing else _refusals(desk, entry)
    faults = [form.question_about(violation.field) for violation in refusals]
    reasons = (with_visible_number(violation.message, desk.session.record) for violation in refusals)
    fault = label_of(desk, faults[0]) if faults and faults[0] else ""
    is_there = bool(faults and faults[0] and form.cursor[:1] == (faults[0].field,))
    say_reason = speaker.reason if form.cursor == ("ruling",) else speaker.say  # the players have decided
    enter = entry.enter(desk.saving)
    refused = entry.preview if faults and enter in ("fix", "rule") else None
    return EntryView(
        _title(desk, entry),
        tuple(_answers(desk, faults)),
        question,
        "" if question is None else _question_text(desk, question),
        "" if question is None else _old_answer(desk, question),
        () if question is None else tuple(_options(desk, question)),
        tuple(_instead(desk, question)),
        "" if form.problem is None else speaker.say(form.problem.message),
        "" if failing is None else speaker.say(failing.message),
        tuple(dict.fromkeys(map(say_reason, reasons))),
        "" if refused is None or is_there else fault,
        enter,
        _better_number(desk, form) if refusals or form.problem else None,
    )


def _refusals(desk: Desk, entry: Entering) -> list[Violation]:
    """Violations of an entry, final ones first; for an unfinished entry, the violations known so far."""
    form = entry.form
    if entry.preview is not None or "ruling" in form.draft:
        return entry.violations
    filled = {place[0] for _, place in form.origins.implied}
    answered = {field: answer for field, answer in form.draft.items() if field not in filled}
    return [*desk.beginning.against(str(form.verb))[:1], *refused_answers(form.questions, answered)]


def _better_number(desk: Desk, form: EntryForm) -> tuple[int, int] | None:
    prompt, question = form.prompt, form.nav.question
    if question is None or desk.rights.hides(question, desk.form):
        return None
    typed = None if form.problem is None else form.problem.number
    answer = form.nav.answer if typed is None else typed
    bounded: list[tuple[object, int | None, int | None]] = [(answer, *bounds(question))]
    if form.nav.tally is not None:
        counts = dict(form.nav.tally.pairs)
        bounded = [(counts.get(choice.meaning), choice.low, choice.high) for choice in prompt.candidates]
    for at, (count, low, high) in enumerate(bounded):
        least, most = -inf if low is None else low, inf if high is None else high
        if isinstance(count, int) and least <= most and not least <= count <= most:
            return at, int(min(max(count, least), most))
    return None


def _title(desk: Desk, entry: Entering) -> str:
    verb = desk.speaker.verb(str(entry.form.verb))
    if entry.aim is None:
        return verb
    key = "screen.insert-title" if entry.aim.is_insert else "screen.changed"
    return desk.speaker.phrase(key, number=entry.aim.place, verb=verb)


def _answers(desk: Desk, faults: Sequence[Question | None]) -> list[Answer]:
    """The answers of the action; rare questions only if they are answered or asked now."""
    form, labels = desk.form, _labels(desk)
    visible = desk.session.notation.public_block(form.fields, form.questions)
    asked = form.nav.at(form.cursor[:1])
    replaced = () if asked is None or asked.instead is None else asked.replaces
    answers = []
    for question in by_keys(form.questions, form.draft, also=str(form.cursor[0]) if form.cursor else None):
        is_asked, is_answered = form.cursor[:1] == (question.field,), question.field in form.draft
        is_aside = question.is_rare and not question.key
        if not is_asked and not is_answered and (is_aside or question.field in replaced):
            continue
        own = labels if is_asked else labels._replace(row=None)
        is_masked = is_answered and question.field not in visible
        value = MASK * 3 if is_masked else describe_in(question, visible, own)
        answers.append(Answer(question, label_of(desk, question), value, is_asked, question in faults))
    return answers


def _instead(desk: Desk, question: Question | None) -> Iterator[Answer]:
    form = desk.form
    is_here = not form.prompt.is_typing and form.aside is None
    for other in form.instead if is_here else ():
        if not form.cursor or (question is not None and question.field in other.replaces):
            label = "" if other.instead is None else desk.speaker.say(other.instead)
            yield Answer(other, label, "", is_asked=False)


def label_of(desk: Desk, question: Question) -> str:
    return question_label(question, desk.speaker.label)


def _labels(desk: Desk) -> Labels:
    speaker, names = desk.speaker, desk.form.context.names
    inside = desk.form.cursor[1:2]
    return Labels(
        name=speaker.name,
        player=lambda name: names.get(fold(name), name),
        option=lambda key: _option(desk, key),
        label=speaker.label,
        lexicon=speaker.lexicon,
        row=inside[0] if inside and isinstance(inside[0], int) else None,
    )


def _question_text(desk: Desk, question: Question) -> str:
    form, speaker = desk.form, desk.speaker
    text = speaker.say(question.ask)
    pair = None if form.aside is not None else form.nav.pair
    return f"{_key_label(desk, pair)}, {text}" if pair is not None and form.nav.tally is None else text


def _old_answer(desk: Desk, question: Question) -> str:
    form = desk.form
    is_kept = not isinstance(question, Holder | Names)
    if form.prompt.is_typing or form.aside is not None or not is_kept:
        return ""
    if not form.nav.is_answered:
        known = known_number(question)
        return "" if known is None else str(known)
    answer = holder_of(form.draft, form.cursor)[str(form.cursor[-1])]
    if isinstance(answer, bool):
        return desk.speaker.phrase("label.yes" if answer else "label.no")
    if names_players(question):
        return question.describe(answer, _labels(desk))
    answers = answer if isinstance(answer, list) else [answer]
    tied = [" = ".join(map(str, part)) if isinstance(part, list) else str(part) for part in answers]
    is_hidden = desk.rights.hides(question, form)
    text = ", ".join(MASK * 3 if is_hidden else desk.speaker.name(part) for part in tied)
    return f"{form.typed} = {text}" if is_sum(form.typed) and not is_hidden else text


def _key_label(desk: Desk, key: str) -> str:
    """The ruleset's word for a key or a choice."""
    is_option = desk.form.cursor[:1] == ("options",) and desk.form.nav.pair in (None, key)
    return _option(desk, key) if is_option else desk.speaker.name(key)


def _option(desk: Desk, key: str) -> str:
    return desk.speaker.name(f"options.{key}").removeprefix("options.")


def _options(desk: Desk, question: Question) -> list[Option]:
    form = desk.form
    has_keys = not isinstance(question, Names) and not form.prompt.is_naming
    is_open = isinstance(question, Pick) and question.is_open
    holder, options = holder_of(form.draft, form.cursor), []
    lists = [held for field in fields_of(question) if isinstance(held := holder.get(field), list)]
    chosen = [answer for held in lists for answer in held]
    for place, choice in enumerate(form.prompt.candidates):
        is_key = has_keys and choice.key != str(choice.value)
        is_key = is_key and (not is_open or choice.key.isdecimal())
        note = choice.refusal or (None if choice.is_word else choice.hint)
        text = "" if note is None else desk.speaker.say(note)
        is_refused, is_chosen = choice.refusal is not None, choice.meaning in chosen
        label = _choice_label(desk, question, choice)
        key = desk.speaker.lexicon.key(choice) if is_key else ""
        options.append(Option(label, key, text, is_refused, is_chosen, choice, Target("pick", place)))
    return options


def _choice_label(desk: Desk, question: Question, choice: Choice) -> str:
    """The name of a choice, after its keyword if the name alone is ambiguous."""
    form, speaker = desk.form, desk.speaker
    if choice.is_word and choice.hint is not None:
        return speaker.say(choice.hint)
    name = speaker.choice(choice) if choice.is_word or choice.label else _key_label(desk, str(choice.value))
    is_player = form.nav.tally is not None and names_players(form.nav.tally.question.thing)
    if form.nav.tally is not None and choice.high is not None and choice.refusal is None:
        count = str(choice.low) if choice.low == choice.high else f"{choice.low}-{choice.high}"
        name = f"{name} {count}" if is_player else f"{count} {name}"
    elif choice.low > 1 and not is_player:
        name = f"{choice.low} {name}"
    route = route_of(routes_of(question), choice)
    leading = [] if route is None else route.led_by(speaker.lexicon)
    return " ".join((*leading, name))


def skipped_label(desk: Desk) -> str:
    """The label of the current question if saving now leaves it without an answer; else empty."""
    form, place, question = desk.form, desk.form.nav.place, desk.form.nav.question
    if question is None or not question.is_optional or question.default is not None or form.nav.is_cell:
        return ""
    answers = holder_of(form.draft, place)
    is_answered = any(field in answers for field in (str(place[-1]), *fields_of(question)[1:]))
    return "" if is_answered else label_of(desk, question)


def next_question(desk: Desk) -> str:
    """The label of the question that Tab leads to; empty if none, or while text is typed, which Tab takes first."""
    if desk.form.prompt.is_typing:
        return ""
    form = at_a_question(press(desk.form, "tab"))
    question, place = form.nav.question, form.nav.place
    if form.problem is not None or form.cursor == desk.form.cursor:
        return ""
    if question is None:  # past the last one
        return desk.speaker.phrase("screen.label.next")
    if form.nav.pair is not None:
        return _key_label(desk, form.nav.pair)
    if len(place) > 1 and not question.is_optional:  # part of the next row
        question = form.nav.at(place[:1]) or question
    return label_of(desk, question)


def notices(desk: Desk) -> list[Notice]:
    """The last messages, after the reason why nothing can be saved now."""
    fault = "" if desk.saver.fault is None else desk.speaker.say(desk.saver.fault)
    is_left_out = fault and all(notice.text != fault for notice in desk.sayings.shown)
    return [*([Notice(fault, "bad")] if is_left_out else ()), *desk.sayings.shown]


def entry_sentences(desk: Desk, preview: Preview) -> list[str]:
    """A sentence for the entry, or for each entry that a correction changes; empty for an undo."""
    entry = preview.entry
    if entry is None:
        return []
    is_play = isinstance(entry.command, Play)
    messages = [preview.summary] if is_play else correction_messages(preview.before, entry)
    return [desk.speaker.say(message) for message in messages]


def changes_until(desk: Desk, failing: Failing | None) -> list[Sentence]:
    return [] if failing is None else difference_until(desk.session.record, failing, desk.speaker)


def preview_in_order(desk: Desk) -> list[Sentence]:
    """The effects or violations of the entry; also the entry itself if it has only notes or several steps."""
    preview = desk.preview
    if preview is None:
        return []
    # what the end opens is shown only if the rules allow it
    is_due = isinstance(preview.entry and preview.entry.command, Play) and "ruling" not in preview.block
    if preview.after is not None and preview.after.reveals(preview.before) and not is_due:
        return [Sentence("warning", desk.speaker.phrase("show.warning", warning=say("preview.ends")))]
    sentences = preview_sentences(preview, desk.speaker)
    is_all = all(sentence.kind == "note" for sentence in sentences)
    if not isinstance(desk.state, Offering) and (is_all or len(preview.steps) > 1):
        sentences += [Sentence("event", text) for text in entry_sentences(desk, preview)]
    return sentences
