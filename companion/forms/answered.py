"""An entry on its way, question by question: what each was answered, and which one is asked now."""

from typing import NamedTuple

from companion.core.forms import Draft, Question
from companion.forms.form_state import FormState, in_turn
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.writing import answers


class AnsweredQuestion(NamedTuple):
    question: Question
    words: str
    """The answer in the notation, without the word that leads to it; empty where there is none."""
    is_asked: bool
    is_hidden: bool
    """Whether it is answered, and not for everybody to read."""

    def label(self, lexicon: Lexicon) -> str:
        """Its word, or what is asked in a word or two."""
        word = self.question.word
        if word is None:
            return lexicon.word(self.question.field.replace("_", "-")).replace("-", " ")
        return word if self.question.is_of_player else lexicon.word(word)


def answered_questions(
    form: FormState, visible: Draft, lexicon: Lexicon = ENGLISH
) -> tuple[AnsweredQuestion, ...]:
    """The questions of the action, those seldom asked only where they are answered or asked now.

    `visible` are its fields as far as everybody may read them.
    """
    found = []
    for question in in_turn(form.questions, form.draft, also=str(form.cursor[0]) if form.cursor else None):
        is_asked = form.cursor[:1] == (question.field,)
        if question.is_rare and not is_asked and question.field not in form.draft:
            continue
        told = question._replace(is_assumed=False, when_missing=None) if question.is_assumed else question
        words = answers((told,), visible, form.context.names, lexicon)  # what a line may leave out is shown
        if question.word is not None and words[:1] == [lexicon.word(question.word)]:
            words = words[1:] or words
        is_hidden = question.field in form.draft and question.field not in visible
        found.append(AnsweredQuestion(question, " ".join(words), is_asked, is_hidden))
    return tuple(found)
