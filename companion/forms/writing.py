"""Fields of a block printed as the shortest answers that read back as the same fields."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.forms import Choice, Draft, Question, Questions, Route
from companion.core.names import fold
from companion.forms.answers import is_number
from companion.forms.lexicon import IN_FULL, Lexicon
from companion.forms.matching import matches, skeleton, skeletons
from companion.forms.tokens import is_bare, quoted


class Writer:
    """Writes answers to these questions; `players` are their names, old ones too, and what each is called now."""

    def __init__(self, questions: Questions, players: Mapping[str, str], lexicon: Lexicon) -> None:
        self._players, self._lexicon = players, lexicon
        self._words = IN_FULL.union(_words(questions))
        self._bones, self._names = frozenset[str](), frozenset[str]()
        if not lexicon.is_english:
            self._bones = frozenset(one for word in self._words for one in skeletons(lexicon.word(word)))
            self._names = frozenset(_names(questions))

    def word(self, english: str) -> str:
        """A word of the notation; in English where its own is a name that could stand there."""
        if self._lexicon.is_english:
            return english
        local = self._lexicon.word(english)
        return english if fold(local) in self._names else local

    def group(self, questions: Questions, fields: Draft) -> list[str]:
        """The words of a line after its verb: plain answers first, then the parts with a word."""
        by_place: list[str] = []
        by_word: list[str] = []
        is_in_place = True
        for question in questions:
            given = any(field in fields for field in question.fields)
            if question.assumed is not None and fields.get(question.field) == question.assumed:
                given = False  # a line means it by leaving it out
            if question.by_place and is_in_place and given:
                plain, led = self._answer(question, fields, by_place=True)
                by_place += plain
                by_word += led
                is_in_place = bool(plain) and (
                    not question.is_open_ended or question.is_full(fields.get(question.field, ()))
                )
            elif given:
                plain, led = self._answer(question, fields, by_place=False)
                by_word += plain + led
            elif question.by_place and not question.is_group:
                is_in_place = False
        return by_place + by_word

    def _answer(self, question: Question, fields: Draft, by_place: bool) -> tuple[list[str], list[str]]:
        """The words of one answer: those that can stand in its place, and those led by a word."""
        if question.routes:
            return self._routed(question.routes, fields)
        value = fields[question.field]
        lead = [] if by_place or question.word is None else [self._lead(question)]
        if question.kind == "switch":
            return [], [self._lead(question), *([] if value else [self.word("no")])]
        if question.is_rows:
            again = [self._lead(question)] if question.is_led else []
            words = [word for row in value for word in (*again, *self.group(question.questions, row))]
            if by_place and value and not again:
                return words, []
            return [], words if again and value else [self._lead(question), *words]
        if question.is_group:
            if any(one.is_of_player for one in question.questions):
                value = {self._players.get(fold(name), name): part for name, part in value.items()}
            inner = self.group(question.questions, value)
            return [], [*([self.word(question.word)] if question.word else []), *inner]
        if question.kind == "places":
            lead = [self._lead(question)]
            return [], [word for one in value for word in (*lead, *self._several(question, one))]
        if question.holds_groups:
            key, group = question.questions
            pairs = ((self._name(key, name), self.group(group.questions, one)) for name, one in value.items())
            named = [word for name, inner in pairs for word in (self._lead(question), name, *inner)]
            return [], named or [self._lead(question)]
        said = list(self._several(question, value))
        if not said and question.word is not None:
            return [], [self._lead(question)]
        return ([*lead, *said], []) if by_place else ([], [*lead, *said])

    def _lead(self, question: Question) -> str:
        """The word of a question; a player's name as names are printed."""
        if question.is_of_player:
            return self._word((Choice(question.field),), question.field)
        return self.word(question.word or "")

    def _several(self, question: Question, value: Any) -> Iterator[str]:
        if question.kind == "table":
            key, held = question.questions
            for name, amount in value.items():
                yield self._name(key, name)
                yield from self._several(held, amount)
        elif question.is_list:
            for one in value:
                yield self._single(question, one)
        else:
            yield self._single(question, value)

    def _single(self, question: Question, value: Any) -> str:
        if isinstance(value, bool):
            return self.word("true" if value else "false")
        if isinstance(value, int):
            return str(value)
        if question.kind in ("text", "value"):
            return quoted(str(value))
        return self._name(question, value)

    def _routed(self, routes: Iterable[Route], fields: Draft) -> tuple[list[str], list[str]]:
        """Names that are known by themselves first; from the first one that is not, with the word of their kind."""
        known = [one for route in routes if not route.needs_word for one in route.choices]
        plain: list[str] = []
        led: list[str] = []
        for route in routes:
            names, is_open = list(fields.get(route.field, ())), route.is_open
            while names and not route.needs_word and _known(known, names[0]) in route.choices:
                plain.append(self._word(known, names.pop(0)))
            if names:
                led += [self.word(route.word), *(self._word(route.choices, one, is_open) for one in names)]
        return plain, led

    def _name(self, question: Question, value: str) -> str:
        if question.kind == "count":
            return str(value)
        name = self._players.get(fold(value), value) if question.names_player else value
        if question.may_imply:
            return quoted(name if question.is_open else self._local(question.choices, name))
        return self._word(question.choices, name, question.is_open)

    def _word(self, choices: Sequence[Choice], text: str, is_open: bool = False) -> str:
        """A known name in small letters, another one as it is spelt, in quotes, which says no other name for it."""
        local = self._local(choices, text)
        if local != text and self._is_plain(local):
            return local.lower()
        if local != text and not is_open:
            return quoted(local)
        return fold(text) if self._is_plain(text) and _known(choices, text) is not None else quoted(text)

    def _is_plain(self, text: str) -> bool:
        is_word = fold(text) in self._words or (bool(self._bones) and skeleton(text) in self._bones)
        return is_bare(text) and not is_number(text) and not is_word

    def _local(self, choices: Sequence[Choice], text: str) -> str:
        known = None if self._lexicon.is_english else _known(choices, text)
        return text if known is None else self._lexicon.called(known, choices)


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


def _names(questions: Questions) -> Iterator[str]:
    """All names that could be taken for a word of another language."""
    for question in questions:
        if question.is_of_player:
            yield fold(question.word or "")
        for choices in (question.choices, *(route.choices for route in question.routes)):
            yield from (fold(str(one.value)) for one in choices)
        yield from _names(question.questions)
