"""The current question of a form: its typed text, the candidates for it, and which keys work."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice, Draft
from companion.forms.asking import Asking
from companion.forms.drafts import NEXT, found_at, holder_of, row_around
from companion.forms.matching import matches
from companion.forms.questions import Question
from companion.forms.questions.holders import Tally
from companion.forms.questions.pick import is_guess
from companion.forms.tokens import Token

if TYPE_CHECKING:
    from companion.forms.entry_form import EntryForm

_FEW = 6
"""The most names listed in a message."""


class Hand:
    def __init__(self, form: "EntryForm") -> None:
        self.asking = Asking(form.questions, form.draft, form.cursor)
        self.typed, self.marked, self.aside = form.typed, form.marked, form.aside
        self.stray, self.lexicon = form.stray, form.lexicon

    @cached_property
    def question(self) -> Question | None:
        asked = self.asking.at(self.asking.cursor)
        return asked if asked is None or self.aside is None else self.aside.question(asked, self.lexicon)

    @property
    def tally(self) -> Tally | None:
        return self.asking.tally

    @property
    def whole_question(self) -> Question | None:
        """The current question; in a tally, the question of the whole tally."""
        return self.question if self.tally is None else self.tally.question

    @property
    def answer(self) -> Any:
        return found_at(self.asking.draft, self.asking.cursor)

    @cached_property
    def is_answered(self) -> bool:
        question, cursor = self.asking.at(self.asking.cursor), self.asking.cursor
        if question is None or not cursor:
            return False
        return any(field in self._holder for field in (str(cursor[-1]), *question.fields[1:]))

    @property
    def _holder(self) -> Draft:
        return holder_of(self.asking.draft, self.asking.cursor)

    @cached_property
    def is_typing(self) -> bool:
        """Whether text is typed that isn't an answer yet. In a tally, digits are an answer at once."""
        if not self.typed or self.question is None:
            return False
        if self.tally is not None:
            return not self.typed.lstrip("-").isdecimal()
        return not self.question.is_live(self.typed)

    @property
    def is_naming(self) -> bool:
        """Whether a name or a number is being typed, not only the sign that joins one."""
        question = self.question
        return self.is_typing and question is not None and self.typed != question.joint

    @cached_property
    def candidates(self) -> tuple[Choice, ...]:
        """The choices that fit the typed text, allowed ones before refused ones."""
        question, tally = self.question, self.tally
        if question is None:
            return ()
        if tally is not None and self.aside is None:
            word = self.typed if self.is_typing else ""
            return tuple(self.lexicon.starting_with(tally.question.questions[0].choices, word))
        return tuple(question.candidates(self.typed, self.lexicon))

    @cached_property
    def meant_choice(self) -> Choice | None:
        """The candidate that Enter takes: the marked one, the only one, or the one typed in full; or None."""
        found, question = self.candidates, self.question
        if self.marked is not None and found:
            return found[min(self.marked, len(found) - 1)]
        if not self.is_typing or self.stray or not found or question is None:
            return None
        if len(found) == 1:
            is_letter = len(self.typed) == 1 and is_guess(self.typed, found[0], self.lexicon)
            return found[0] if question.is_open or not is_letter else None
        known = matches(self.lexicon.choices(found), self.typed.removeprefix(question.joint or "\0"))
        whole = [one.choice for one in known if one.is_whole]
        return whole[0] if len(whole) == 1 else None

    def choice_meant(self) -> Choice:
        """Return `meant_choice`; raise Refusal if no candidate fits or several do."""
        if self.meant_choice is not None:
            return self.meant_choice
        asked = self.whole_question
        assert asked is not None
        if len(self.candidates) < 2:
            raise asked.misfit(Token(self.typed, 0), self.lexicon)
        names = tuple(self.lexicon.name_among(one, self.candidates) for one in self.candidates[:_FEW])
        raise refusal("entry.which", asked.field, names=names)

    def new_name(self) -> str:
        """Return the typed name; begin a lower-case name with a capital. Raise Refusal if there is none."""
        name = self.typed.strip('"')
        if self.typed.islower() and name == self.typed:
            name = name[:1].upper() + name[1:]
        if not name.strip():
            assert self.question is not None
            raise Refusal(self.question.missing(self.lexicon))
        return name.strip()

    def no_answer(self, key: str) -> Refusal:
        """Return the refusal of a key that fits no answer; it also names the letters typed before."""
        asked = self.whole_question
        word = f"{self.stray or self.typed}{key}"
        return refusal("entry.no-answer", "" if asked is None else asked.field, word=word)

    @property
    def close(self) -> Choice | None:
        """The choice that the stray letters probably misspell; None if no choice is close."""
        asked = self.question if self.tally is None else self.tally.question.questions[0]
        return asked.close_to(self.stray) if asked is not None and len(self.stray) > 2 else None

    @property
    def letters(self) -> tuple[Choice, ...]:
        """The choices that can be answered with one letter."""
        question = self.question
        if question is None or self.is_naming:
            return ()
        if self.tally is not None and self.aside is None:
            return self.tally.question.questions[0].letters()
        while question.questions:
            question = question.questions[0]
        return () if question.takes_text else question.letters()

    @property
    def takes_text(self) -> bool:
        return self.question is not None and self.question.takes_text

    @property
    def can_join(self) -> bool:
        """Whether the next answer can be joined to the last one."""
        question = self.question
        return (
            question is not None and self.is_answered and not self.typed and not question.is_full(self.answer)
        )

    def has_already(self, key: str) -> bool:
        """Whether a key stands for a player who is in the list already."""
        question = self.question
        if self.typed or question is None or not (question.names_player and question.is_list):
            return False
        choice = self.lexicon.of_key(question.choices, key)
        return choice is not None and choice.meaning in (self.answer or ())

    @property
    def can_clear(self) -> bool:
        """Whether Delete has something to clear: typed text, an answer, a row."""
        has_pairs = bool(self.asking.cursor) and self.asking.cursor[-1] == NEXT and bool(self._holder)
        has_pairs = has_pairs or (self.tally is not None and bool(self.tally.pairs))
        row = self.asking.headed_row()
        has_row = row is not None and found_at(self.asking.draft, row) is not None
        is_asking_more = self.aside is not None or self.naming is not None
        return bool(self.typed) or self.is_answered or has_pairs or has_row or is_asking_more

    @property
    def naming(self) -> Question | None:
        """While the name of a number is asked, the question that asks for the number; else None."""
        if self.asking.pair is None:
            return None
        return next((one for one in self.asking.questions if one.names_in == self.asking.cursor[0]), None)

    @property
    def can_be_none(self) -> bool:
        """Whether 0 answers "none"."""
        if self.question is None or self.is_typing or self.aside is not None:
            return False
        if self.tally is not None:
            return not self.tally.pairs and not self.tally.question.least
        return self.question.can_be_none and not self.is_answered

    @property
    def has_other_rows(self) -> bool:
        """Whether the arrows lead to other rows."""
        question, around = self.question, row_around(self.asking.place)
        if self.is_typing or question is None:
            return False
        place = self.asking.cursor if question.has_rows else (around or (0,))[:-1]
        rows = found_at(self.asking.draft, place)
        return isinstance(rows, list) and len(rows) > (0 if question.has_rows else 1)

    @property
    def has_next_row(self) -> bool:
        """Whether a comma begins the next row."""
        if self.question is None or (self.is_typing and self.question.takes_text):
            return False
        return self.asking.begun_row() is not None
