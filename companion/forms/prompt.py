"""The text typed at the current question, the choices that it may mean, and the keys that work."""

from dataclasses import dataclass
from functools import cached_property

from companion.core.choices import Choice
from companion.core.errors import Refusal, refusal
from companion.core.messages import say
from companion.forms.drafts import NEXT, found_at, holder_of
from companion.forms.lexicon import Lexicon
from companion.forms.matching import called
from companion.forms.navigator import Navigator
from companion.forms.questions.meaning import NoAnswer
from companion.forms.questions.pick import Names, bare
from companion.forms.tokens import Token

_FEW = 6
"""The most names listed in a message."""


@dataclass(frozen=True, eq=False)
class Prompt:
    nav: Navigator
    typed: str
    marked: int | None
    lexicon: Lexicon

    @cached_property
    def is_typing(self) -> bool:
        """Whether text is typed that isn't an answer yet."""
        question = self.nav.question
        return bool(self.typed) and question is not None and not question.is_live(self.typed)

    @property
    def is_naming(self) -> bool:
        """Whether a name or a number is being typed, not only the sign that joins one."""
        return self.is_typing and bool(bare(self.nav.question, self.typed))

    @cached_property
    def candidates(self) -> tuple[Choice, ...]:
        """The choices that fit the typed text, allowed ones before refused ones."""
        question = self.nav.question
        return () if question is None else tuple(question.candidates(self.typed, self.lexicon))

    @cached_property
    def meant_choice(self) -> Choice | None:
        """The candidate that Enter takes: the marked one, the only one, the one typed in full, or for a slip the known
        name; or None.
        """
        candidates, question = self.candidates, self.nav.question
        if self.marked is not None and candidates:
            return candidates[min(self.marked, len(candidates) - 1)]
        if self.nav.aside is not None and question is not None:
            return candidates[0] if len(candidates) == 1 or question.default is not None else None
        is_slip = isinstance(question, Names) and len(self.typed) == 1
        if not self.is_typing or not candidates or is_slip:
            return None
        named = self.lexicon.choices(candidates)
        whole = candidates if len(candidates) == 1 else called(named, bare(question, self.typed))
        return whole[0] if len(whole) == 1 else None

    def choice_meant(self) -> Choice:
        """Return `meant_choice`; raise Refusal if no candidate fits or several do."""
        if self.meant_choice is not None:
            return self.meant_choice
        question = self.nav.question
        assert question is not None
        if len(self.candidates) < 2:
            raise question.misfit(Token(self.typed, 0))
        names = tuple(self.lexicon.name_among(choice, self.candidates) for choice in self.candidates[:_FEW])
        raise refusal("entry.which", question.field, names=names)

    def new_name(self) -> str:
        """Return the typed name; begin a lower-case name with a capital. Raise Refusal if there is none."""
        name = self.typed.strip('"')
        if self.typed.islower() and name == self.typed:
            name = name[:1].upper() + name[1:]
        if not name.strip():
            assert self.nav.question is not None
            raise Refusal(self.nav.question.missing(self.lexicon))
        return name.strip()

    def no_answer(self, key: str) -> NoAnswer:
        """Return the refusal of a key that fits no answer."""
        question = self.nav.question
        if self.nav.aside is not None:
            return NoAnswer("", say("entry.choose"), rung=key)
        if question is None:
            return NoAnswer("", say("entry.all-answered", word=key), rung=key)
        return NoAnswer(question.field, say("entry.no-answer", word=key), rung=key)

    @property
    def takes_text(self) -> bool:
        return self.nav.question is not None and self.nav.question.takes_text

    @property
    def can_join(self) -> bool:
        """Whether the next answer can be joined to the last one."""
        if self.nav.question is None or self.typed or not self.nav.is_answered:
            return False
        return not self.nav.question.is_full(self.nav.answer)

    @property
    def can_clear(self) -> bool:
        """Whether Delete has something to clear: typed text, an answer, a row."""
        nav, row = self.nav, self.nav.headed_row()
        has_pairs = nav.cursor[-1:] == (NEXT,) and bool(holder_of(nav.draft, nav.cursor))
        has_pairs = has_pairs or (nav.tally is not None and bool(nav.tally.pairs))
        has_row = row is not None and found_at(nav.draft, row) is not None
        is_asking_more = nav.aside is not None or nav.naming is not None
        return bool(self.typed) or nav.is_answered or has_pairs or has_row or is_asking_more

    @property
    def can_be_none(self) -> bool:
        """Whether 0 answers "none"."""
        nav, question = self.nav, self.nav.question
        if question is None or self.is_typing:
            return False
        answer = nav.answer if nav.is_answered else None
        return question.can_be_none(answer if nav.tally is None else nav.tally.pairs or None)

    @property
    def has_other_rows(self) -> bool:
        """Whether the arrows lead to other rows."""
        path, _, rows = self.nav.rows()
        return not self.is_typing and len(rows) > bool(self.nav.place[len(path) :])

    @property
    def has_next_row(self) -> bool:
        """Whether a comma begins the next row."""
        is_name = self.is_typing and self.takes_text
        return not is_name and self.nav.begun_row() is not None
