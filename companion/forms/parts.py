"""An entry on its way, question by question: what each was answered, and which one is asked now."""

from typing import NamedTuple

from companion.core.forms import Draft, Question
from companion.forms.asking import Asking
from companion.forms.writing import answers


class Part(NamedTuple):
    question: Question
    words: str
    """The answer in the notation, without the word that leads to it; empty where there is none."""
    is_asked: bool
    is_hidden: bool
    """Whether it is answered, and not for everybody to read."""


def parts(asking: Asking, told: Draft) -> tuple[Part, ...]:
    """The questions of the action, those seldom asked only where they are answered or asked now.

    `told` are its fields as far as everybody may read them.
    """
    if asking.verb is None:
        return ()
    found = []
    for question in asking.desk.ask(asking.verb)(asking.draft):
        is_asked = asking.cursor[:1] == (question.field,)
        if question.is_aside and not is_asked and question.field not in asking.draft:
            continue
        words = answers((question,), told, asking.desk.names)
        if question.word is not None and words[:1] == [question.word]:
            words = words[1:] or [question.word]
        is_hidden = question.field in asking.draft and question.field not in told
        found.append(Part(question, " ".join(words), is_asked, is_hidden))
    return tuple(found)
