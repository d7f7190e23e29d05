"""The effect of Enter in an unfinished entry, for the key and for every screen that names it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.messages import say
from companion.forms.answering import choose, choose_anew, enter_typed, put_value
from companion.forms.entry_form import EntryForm
from companion.forms.questions.meaning import Problem


class Enter(NamedTuple):
    does: Literal["", "answer", "type-on", "needed", "go-on", "save"]
    """`answer` takes the typed or marked answer; `type-on` refuses text that isn't one; `needed` asks for one;
    `go-on` goes to a missing answer; `save` hands the entry to the desk. Empty: one of several must be chosen.
    """
    form: Callable[[], EntryForm]
    """Returns the form afterwards, or raises Refusal."""


def enter_of(form: EntryForm) -> Enter:
    typed = _enter_typed(form)
    if typed is not None:
        return typed
    form, question, naming = form.cleared, form.hand.question, form.way.naming
    if naming is not None:  # a name is optional
        return enter_of(form.go((naming.field,)))
    if question is not None and question.blank and not form.way.is_answered:
        return Enter("answer", lambda: put_value(form, question.blank))
    lacking = form.next_blank_cell or form.first_gap
    if lacking is None:
        return Enter("save", lambda: replace(form, status="saving"))
    if lacking != form.cursor:
        return Enter("go-on", lambda: form.go(lacking))
    default = form.asked.default
    if default is not None:
        return Enter("go-on", lambda: put_value(form, default))
    if form.way.is_cell and form.can_preview:
        blank = Problem(say("screen.cell-blank", player=str(lacking[-1])), is_blank_cell=True)
        return Enter("needed", lambda: replace(form, problem=blank))
    return Enter("needed", lambda: _refuse(Refusal(form.asked.missing(form.lexicon))))


def _enter_typed(form: EntryForm) -> Enter | None:
    """Return the effect on typed or marked text, or on an aside about it; None if there is none."""
    clear, hand = form.cleared, form.hand
    if form.is_spelled:
        return Enter("answer", lambda: clear)
    if form.problem is not None and form.problem.is_blank_cell:
        return Enter("save", lambda: replace(clear, status="saving"))
    if form.stray:
        if hand.close is not None:
            close = hand.close
            return Enter("answer", lambda: choose_anew(clear, close))
        return Enter("type-on", lambda: form)
    if form.aside is not None:
        meant = hand.meant_choice
        if meant is None:
            return Enter("", lambda: _refuse(refusal("entry.choose")))
        return Enter("answer", lambda: choose(clear, meant))
    if form.marked is not None and hand.meant_choice is not None:
        marked = hand.meant_choice
        return Enter("answer", lambda: choose(clear, marked))
    if hand.is_naming:
        is_begun = hand.meant_choice is None and len(hand.candidates) > 1
        is_begun = is_begun or form.asked.is_unfinished(form.typed)
        return Enter("type-on" if is_begun or not _is_taken(clear) else "answer", lambda: enter_typed(clear))
    if hand.is_typing:  # the sign that joins a player, without the player
        return Enter("needed", lambda: _refuse(Refusal(form.asked.missing(form.lexicon))))
    return None


def _is_taken(form: EntryForm) -> bool:
    """Whether what is typed is an answer: a word isn't one where a number is asked."""
    try:
        enter_typed(form)
    except Refusal:
        return False
    return True


def _refuse(violated: Refusal) -> EntryForm:
    raise violated
