"""Fields of a block printed as the shortest answers that read back as the same fields."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.forms import OPEN_ENDED, Choice, Draft, Question, Questions, Route
from companion.core.names import fold
from companion.forms.answers import is_number
from companion.forms.matching import matches
from companion.forms.reading import IN_FULL
from companion.forms.tokens import is_bare, quoted


def answers(questions: Questions, fields: Draft, players: Mapping[str, str]) -> list[str]:
    """The words of a line behind its verb: plain answers first, then the parts with a word.

    `players` are their names, old ones too, and what each is called now.
    """
    return Writer(frozenset(_words(questions)) | IN_FULL, players).group(questions, fields)


class Writer:
    def __init__(self, words: frozenset[str], players: Mapping[str, str]) -> None:
        self._words, self._players = words, players

    def group(self, questions: Questions, fields: Draft) -> list[str]:
        by_place: list[str] = []
        by_word: list[str] = []
        is_in_place = True
        for question in questions:
            given = self._is_said(question, fields)
            given = given and not (question.is_assumed and fields.get(question.field) == question.assumed)
            if question.by_place and is_in_place and given:
                plain, led = self._answer(question, fields, by_place=True)
                by_place += plain
                by_word += led
                is_in_place = bool(plain) and (
                    question.kind not in OPEN_ENDED or question.is_full(fields.get(question.field, ()))
                )
            elif given:
                plain, led = self._answer(question, fields, by_place=False)
                by_word += plain + led
            elif question.by_place and question.kind != "group":
                is_in_place = False
        return by_place + by_word

    def _is_said(self, question: Question, fields: Draft) -> bool:
        """Whether there is an answer, and one that a line without it would not mean as well."""
        if question.field in fields:
            return question.when_missing is None or fields[question.field] != question.when_missing
        return any(route.field in fields for route in question.routes)

    def _answer(self, question: Question, fields: Draft, by_place: bool) -> tuple[list[str], list[str]]:
        """The words of one answer: those that can stand in its place, and those led by a word."""
        if question.kind == "routed":
            return self._routed(question.routes, fields)
        value = fields[question.field]
        lead = [] if by_place or question.word is None else [self._lead(question)]
        if question.kind == "switch":
            return [], [question.word or "", *([] if value else ["no"])]
        if question.kind == "rows":
            rows = self._rows(question, value)
            is_plain = by_place and value and not question.is_led
            return (rows[1:], []) if is_plain else ([], rows)
        if question.kind == "group":
            if any(one.is_of_player for one in question.questions):
                value = {self._players.get(fold(name), name): part for name, part in value.items()}
            inner = self.group(question.questions, value)
            return [], [*([question.word] if question.word else []), *inner]
        if question.kind == "lists":
            return [], [
                word for one in value for word in (question.word or "", *self._several(question, one))
            ]
        if question.holds_groups:
            return [], list(self._keyed(question, value))
        words = list(self._several(question, value))
        if not words and question.word is not None:
            return [], [question.word]
        return ([*lead, *words], []) if by_place else ([], [*lead, *words])

    def _lead(self, question: Question) -> str:
        """The word of a question; a player's name as names are printed."""
        if question.is_of_player:
            return self._word((Choice(question.field),), question.field)
        return question.word or ""

    def _keyed(self, question: Question, tables: Mapping[str, Draft]) -> Iterator[str]:
        """Tables under their keys, each led by the word."""
        key, group = question.questions
        assert question.word is not None
        if not tables:
            yield question.word
        for name, fields in tables.items():
            yield from (question.word, self._name(key, name), *self.group(group.questions, fields))

    def _several(self, question: Question, value: Any) -> Iterator[str]:
        if question.kind == "table":
            key, held = question.questions
            for name, amount in value.items():
                yield self._name(key, name)
                yield from self._several(held, amount)
        elif question.kind in ("several", "counts", "lists"):
            for one in value:
                yield self._single(question, one)
        else:
            yield self._single(question, value)

    def _single(self, question: Question, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if question.kind in ("text", "value"):
            return quoted(str(value))
        return self._name(question, value)

    def _rows(self, question: Question, rows: Sequence[Draft]) -> list[str]:
        assert question.word is not None
        if not question.is_led:
            return [question.word, *(word for row in rows for word in self.group(question.questions, row))]
        if not rows:
            return [question.word]
        return [word for row in rows for word in (question.word, *self.group(question.questions, row))]

    def _routed(self, routes: Iterable[Route], fields: Draft) -> tuple[list[str], list[str]]:
        """Names that are known by themselves first; from the first one that is not, with the word of their kind."""
        known = [one for route in routes if not route.needs_word for one in route.choices]
        plain: list[str] = []
        led: list[str] = []
        for route in routes:
            names = list(fields.get(route.field, ()))
            while names and not route.needs_word and _known(known, names[0]) in route.choices:
                plain.append(self._word(known, names.pop(0)))
            if names:
                led += [route.word, *(self._word(route.choices, name) for name in names)]
        return plain, led

    def _name(self, question: Question, value: str) -> str:
        if question.kind == "count":
            return str(value)
        name = self._players.get(fold(value), value) if question.names_player else value
        return quoted(name) if question.may_imply else self._word(question.choices, name)

    def _word(self, choices: Sequence[Choice], text: str) -> str:
        """A known name in small letters, another one as it is spelt, in quotes."""
        is_plain = is_bare(text) and not is_number(text) and fold(text) not in self._words
        return fold(text) if is_plain and _known(choices, text) is not None else quoted(text)


def _known(choices: Sequence[Choice], name: str) -> Choice | None:
    """The one choice of that very name, in whatever spelling."""
    found = [match.choice for match in matches(choices, name)]
    return found[0] if len(found) == 1 and fold(str(found[0].value)) == fold(name) else None


def _words(questions: Questions) -> Iterator[str]:
    for question in questions:
        if question.word is not None and not question.is_of_player:
            yield question.word
        yield from (route.word for route in question.routes)
        yield from _words(question.questions)
