"""Write the fields of a block as the shortest line that reads back as the same fields."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.forms import Choice, Draft
from companion.core.names import fold
from companion.forms.lexicon import IN_FULL, Lexicon
from companion.forms.matching import matches, skeleton, skeletons
from companion.forms.tokens import is_bare, is_number, quote

if TYPE_CHECKING:
    from companion.forms.questions import Question, Questions


def write_answer(question: "Question", value: Any, lexicon: Lexicon) -> str:
    """Write an answer as if nothing else were asked."""
    return " ".join(Writer((question,), {}, lexicon).group((question,), {question.field: value}))


class Writer:
    """Writes answers to questions. `players` are present names by folded name, including former names."""

    def __init__(self, questions: "Questions", players: Mapping[str, str], lexicon: Lexicon) -> None:
        self._players, self._lexicon = players, lexicon
        self._words = IN_FULL.union(_words(questions))
        self._bones, self._names = frozenset[str](), frozenset[str]()
        if not lexicon.is_english:
            self._bones = frozenset(one for word in self._words for one in skeletons(lexicon.word(word)))
            self._names = frozenset(_names(questions))

    def group(self, questions: "Questions", fields: Draft) -> list[str]:
        """Return the words of a line: answers by position first, then answers with keywords."""
        by_place: list[str] = []
        by_word: list[str] = []
        is_in_place = True
        for question in questions:
            given = any(field in fields for field in question.fields)
            if question.assumed is not None and fields.get(question.field) == question.assumed:
                given = False  # a line without it means the same
            if not given:
                is_in_place = is_in_place and not (question.by_place and question.takes_a_place)
                continue
            is_plain = question.by_place and is_in_place
            plain, led = question.write_fields(self, fields, is_plain)
            if is_plain:
                by_place += plain
                is_full = not question.is_open_ended or question.is_full(fields.get(question.field, ()))
                is_in_place = bool(plain) and is_full
            by_word += led if is_plain else plain + led
        return by_place + by_word

    def word(self, english: str) -> str:
        """Return a word of the notation in this language; in English if the local word is also a name."""
        if self._lexicon.is_english:
            return english
        local = self._lexicon.word(english)
        return english if fold(local) in self._names else local

    def lead(self, question: "Question") -> str:
        """The keyword of a question, which may be a player's name."""
        if question.is_of_player:
            return self.word_of((Choice(question.field),), question.field)
        return self.word(question.word or "")

    def player(self, name: str) -> str:
        return self._players.get(fold(name), name)

    def name(self, question: "Question", value: str) -> str:
        name = self.player(value) if question.names_player else value
        if question.names_player and fold(value) in self._players:  # even if this row doesn't offer them
            return self.word_of((Choice(name),), name)
        if question.may_imply:
            return quote(name if question.is_open else self._local(question.choices, name))
        return self.word_of(question.choices, name, question.is_open)

    def word_of(self, choices: Sequence[Choice], text: str, is_open: bool = False) -> str:
        """Write a name: in lower case if it is a choice that needs no quotes, else in quotes."""
        local = self._local(choices, text)
        if local != text and self._is_plain(local):
            return local.lower()
        if local != text and not is_open:
            return quote(local)
        return fold(text) if self._is_plain(text) and known_by(choices, text) is not None else quote(text)

    def _is_plain(self, text: str) -> bool:
        is_word = fold(text) in self._words or (bool(self._bones) and skeleton(text) in self._bones)
        return is_bare(text) and not is_number(text) and not is_word

    def _local(self, choices: Sequence[Choice], text: str) -> str:
        known = None if self._lexicon.is_english else known_by(choices, text)
        return text if known is None else self._lexicon.name_among(known, choices)


def known_by(choices: Sequence[Choice], name: str) -> Choice | None:
    """The choice with this name, in any case; None if there is none or if there are several."""
    found = [match.choice for match in matches(choices, name)]
    return found[0] if len(found) == 1 and fold(str(found[0].value)) == fold(name) else None


def _words(questions: "Questions") -> Iterator[str]:
    for question in questions:
        words = (question.word, *(route.word for route in question.routes))
        yield from (word for word in words if word and not question.is_of_player)
        yield from _words(question.questions)


def _names(questions: "Questions") -> Iterator[str]:
    """Yield the folded names of players and choices, which a translated word must not equal."""
    for question in questions:
        if question.is_of_player:
            yield fold(question.word or "")
        yield from (fold(str(one.value)) for one in question.every_choice)
        yield from _names(question.questions)
