"""Write the fields of a block as the shortest line that reads back as the same fields."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.forms import Choice, Draft
from companion.core.names import fold
from companion.forms.matching import called
from companion.forms.tokens import is_bare, is_number, quote

if TYPE_CHECKING:
    from companion.forms.questions import Question, Questions

ALSO, THEN = "also", "then"
"""Words that join the parts of a line."""


def write_answer(question: "Question", value: Any) -> str:
    """Write an answer as if nothing else were asked."""
    return " ".join(Writer((question,), {}).group((question,), {question.field: value}))


class Writer:
    """Writes answers to questions. `players` are present names by folded name, including former names."""

    def __init__(self, questions: "Questions", players: Mapping[str, str]) -> None:
        self._players = players
        keywords = (word for question in questions for word in question.keywords())
        self._words = frozenset((ALSO, THEN, *keywords))

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

    def player(self, name: str) -> str:
        return self._players.get(fold(name), name)

    def is_player(self, name: str) -> bool:
        return fold(name) in self._players

    def word_of(self, choices: Sequence[Choice], text: str) -> str:
        """Write a name: in lower case if it is a choice that needs no quotes, else in quotes."""
        is_plain = is_bare(text) and not is_number(text) and fold(text) not in self._words
        return fold(text) if is_plain and known_by(choices, text) is not None else quote(text)


def known_by(choices: Sequence[Choice], name: str) -> Choice | None:
    """The choice with this name, in any case; None if there is none or if there are several."""
    found = called(choices, name)
    return found[0] if len(found) == 1 and fold(str(found[0].value)) == fold(name) else None
