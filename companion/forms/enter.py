"""The effect of Enter in an unfinished entry, for the key and for every screen that names it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.messages import say
from companion.forms.answering import choose, enter_typed, put_value
from companion.forms.asides import SaveWithout
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Text
from companion.forms.questions.meaning import Problem


class Enter(NamedTuple):
    does: Literal["", "answer", "type-on", "needed", "go-on", "save"]
    """`answer` takes the typed or marked answer; `type-on` refuses text that isn't one; `needed` asks for one;
    `go-on` goes to a missing answer; `save` hands the entry to the desk. Empty: one of several must be chosen.
    """
    form: Callable[[], EntryForm]
    """Returns the form afterwards, or raises Refusal."""


def enter_of(form: EntryForm) -> Enter:
    """Answer with what is marked or typed; else go to what is missing, or save."""
    clear, prompt = form.cleared, form.prompt
    if form.rung and form.nav.question is not None:  # it only takes the message away
        return Enter("", lambda: clear)
    marked = prompt.meant_choice
    if marked is not None and (form.marked is not None or form.aside is not None):
        return Enter("answer", lambda: choose(clear, marked))
    if form.aside is not None:
        return Enter("", choose_one)
    if not prompt.is_typing:
        return _go_on(form, clear)
    if not prompt.is_naming:  # the sign that joins a player, without the player
        return Enter("needed", lambda: missing_answer(form))
    is_begun = (prompt.meant_choice is None and len(prompt.candidates) > 1) or form.asked.is_unfinished(
        form.typed
    )
    return Enter("answer" if not is_begun and _is_taken(clear) else "type-on", lambda: enter_typed(clear))


def _go_on(form: EntryForm, clear: EntryForm) -> Enter:
    question = form.nav.question
    if isinstance(question, Text) and question.blank and not form.nav.is_answered:
        return Enter("answer", lambda: put_value(clear, question.blank))
    lacking = form.next_blank_cell or form.first_gap
    is_told = form.problem is not None and form.problem.is_blank_cell
    if (lacking is None or is_told) and form.lost is not None:
        word = form.lost[1]
        return Enter("go-on", lambda: clear.put_aside(SaveWithout(word)))
    if lacking is None or is_told:
        return Enter("save", lambda: replace(clear, status="saving"))
    if lacking != form.cursor:
        return Enter("go-on", lambda: clear.go(lacking))
    default = form.asked.default
    if default is not None:
        return Enter("go-on", lambda: put_value(clear, default))
    if form.nav.is_cell and form.can_preview:  # told once; a second Enter saves the entry without it
        blank = Problem(say("screen.cell-blank", player=str(form.cursor[-1])), is_blank_cell=True)
        return Enter("needed", lambda: replace(clear, problem=blank))
    return Enter("needed", lambda: missing_answer(form))


def _is_taken(form: EntryForm) -> bool:
    """Whether what is typed is an answer: a word isn't one where a number is asked."""
    try:
        enter_typed(form)
    except Refusal:
        return False
    return True


def missing_answer(form: EntryForm) -> EntryForm:
    raise Refusal(form.asked.missing(form.lexicon))


def choose_one() -> EntryForm:
    raise refusal("entry.choose")
