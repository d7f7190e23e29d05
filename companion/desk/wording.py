"""An unfinished entry in words: what is asked, what the choices are called, what is not for everybody to read."""

from collections.abc import Mapping

from companion.core.forms import Choice, Question
from companion.core.messages import say
from companion.desk.desk import Desk
from companion.forms.answers import SINGLE
from companion.forms.drafts import holder_of
from companion.report.entries import Kind, Sentence
from companion.report.preview import preview_said

MASK = "•"


def form_title(desk: Desk) -> str:
    """The action; of one in the past also which entry it is, or before which."""
    if desk.aim is None:
        return desk.speaker.lexicon.word(str(desk.form.verb))
    key = "screen.inserted" if desk.aim.is_insert else "screen.changed"
    verb = desk.speaker.lexicon.word(str(desk.form.verb))
    return desk.speaker.say(say(key, number=desk.aim.place, verb=verb))


def asked(desk: Desk, question: Question) -> str:
    """What is asked now."""
    form, speaker = desk.form, desk.speaker
    if form.new_kind is not None:
        return speaker.say(say("screen.stands-for", name=form.new_name, kind=form.new_kind.ask))
    if form.new_name is not None:
        return speaker.say(say("screen.which-kind", name=form.new_name))
    text = speaker.say(question.ask if form.tally is None else form.tally.question.ask)
    return f"{named(desk, form.pair)}, {text}" if form.pair is not None and form.tally is None else text


def old_answer(desk: Desk, question: Question) -> str:
    """What was answered before, where another answer would replace it; nothing where nothing was."""
    form = desk.form
    if form.typed or not form.is_answered or question.kind not in (*SINGLE, "several", "counts", "lists"):
        return ""
    answer = holder_of(form.draft, form.cursor)[str(form.cursor[-1])]
    given = answer if isinstance(answer, list) else [answer]
    tied = [" = ".join(map(str, one)) if isinstance(one, list) else str(one) for one in given]
    return ", ".join(MASK * 3 if desk.hides(question) else desk.speaker.name(one) for one in tied)


def named(desk: Desk, key: str) -> str:
    """The ruleset's word for it; options have theirs apart."""
    is_option = desk.form.cursor[:1] == ("options",) and desk.form.pair in (None, key)
    return (
        desk.speaker.name(f"options.{key}").removeprefix("options.") if is_option else desk.speaker.name(key)
    )


def called(desk: Desk, question: Question, choice: Choice) -> str:
    """Its name, behind the word that leads to it where the name alone could mean something else.

    In brackets where the rules refuse it.
    """
    name = desk.speaker.choice(choice) if choice.is_word else named(desk, str(choice.value))
    if desk.form.new_name is not None and desk.form.new_kind is None:
        return desk.speaker.say(next(one.ask for one in question.routes if one.word == choice.value))
    if desk.form.tally is not None and choice.high is not None and choice.refusal is None:
        key = "screen.possible-only" if choice.low == choice.high else "screen.possible"
        name = desk.speaker.say(say(key, name=name, low=choice.low, high=choice.high))
    is_meant = desk.form.new_kind is not None
    words = [
        desk.speaker.lexicon.word(route.word)
        for route in question.routes
        if route.needs_word and choice in route.choices and not is_meant
    ]
    whole = " ".join((*words, name))
    return whole if choice.refusal is None else f"({whole})"


_ORDER: Mapping[Kind, int] = {
    "warning": 1,
    "new": 1,
    "difference": 1,
    "working": 2,
    "payout": 2,
    "ruling": 2,
    "note": 2,
    "change": 3,
    "event": 4,
}
"""Who gets what, balances and refusals, then warnings, then payouts, then the rest: not all may be in sight."""


def preview_in_order(desk: Desk, width: int) -> list[Sentence]:
    """What the entry would do, or what speaks against it: balances and payouts before all else."""
    if desk.preview is None:
        return []
    said = preview_said(desk.preview, desk.speaker, width, by_place=True)
    return sorted(said, key=lambda one: _ORDER.get(one.kind, 0))
