"""A choice or a list of choices; names of several kinds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice, Draft
from companion.core.messages import Message
from companion.core.names import fold, slip_of
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import begins, match, skeleton
from companion.forms.questions.meaning import Answer, Meaning, NewName, Typing
from companion.forms.questions.question import Question, Renamed, Telling, Words, present_name
from companion.forms.questions.route import Route
from companion.forms.questions.values import Values
from companion.forms.tokens import Token, is_number, number
from companion.forms.writing import known_by

if TYPE_CHECKING:
    from companion.forms.writing import Writer


@dataclass(kw_only=True)
class Pick(Values):
    choices: tuple[Choice, ...] = ()
    is_open: bool = False
    names_player: bool = False
    can_repeat: bool = False
    """Whether a list may hold the same answer twice."""
    heads_row: bool = False

    @property
    def takes_text(self) -> bool:
        return self.is_open

    @property
    def can_untick(self) -> bool:
        return self.many and not self.can_repeat

    def has_already(self, answers: Any, value: Any) -> bool:
        return self.names_player and self.many and value in (answers or ())

    def letters(self) -> tuple[Choice, ...]:
        return () if self.is_open else tuple(self.candidates("", ENGLISH))

    def press(self, typing: Typing, key: str) -> Meaning:
        """Pick a choice by its letter if nothing is typed; else type a name until only one choice fits."""
        word, lexicon = self.bare(typing.typed), typing.lexicon
        if not word and (key.isdecimal() or not self.is_open):  # new names begin with letters
            picked = lexicon.of_key(self.choices, key)
            if picked is not None:
                return Answer(picked.meaning, picked)
        if self.choices and not self.is_open:
            candidates = self.candidates(word + key, lexicon)
            if not candidates:
                raise typing.no_answer(key)
            if len(candidates) == 1 and not lexicon.is_guess(word + key, candidates[0]):
                return Answer(candidates[0].meaning, candidates[0])
        return Question.press(self, typing, key)

    def take_typed(self, typing: Typing) -> Meaning:
        if typing.candidates:
            return Question.take_typed(self, typing)
        if not self.is_open:
            raise self.misfit(Token(typing.typed, 0))
        name = typing.new_name()
        close = self.close_to(name)
        return Answer(name) if close is None else NewName(name, close)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return Question.candidates(self, self.bare(typed), lexicon)

    def meant(self, typed: str, candidates: Sequence[Choice], lexicon: Lexicon) -> Choice | None:
        if self.is_open and len(candidates) == 1:
            return candidates[0]
        return Question.meant(self, typed, candidates, lexicon)

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        choice = next((choice for choice in self.choices if choice.meaning == value), None)
        more = [value] * (1 if choice is None else choice.low)
        return more if self.most == 1 else [*(held or ()), *more]

    def rename(self, value: Any, names: Renamed) -> Any:
        if not self.names_player:
            return value
        if isinstance(value, list):
            return [name for one in value if (name := present_name(one, names)) is not None]
        return present_name(value, names)

    def refusals(self, value: Any) -> list[Message]:
        chosen = () if self.many else (value,)
        return [one.refusal for one in self.choices if one.refusal and one.meaning in chosen]

    def choice_of(self, token: Token) -> Choice | None:
        return match(self.choices, token, self.is_open)

    def value_of(self, token: Token) -> Any:
        if self.choices and isinstance(self.choices[0].value, int):
            return number(token.text) if is_number(token.text) else None
        return token.text

    def name_for(self, writer: "Writer", value: str) -> str:
        if not self.names_player:
            return Question.name_for(self, writer, value)
        name = writer.player(value)
        # even if this row doesn't offer them
        return writer.word_of((Choice(name),) if writer.is_player(value) else self.choices, name)

    def check_known(self, value: Any) -> None:
        if self.is_open or not self.choices:
            return
        known = {choice.meaning for choice in self.choices}
        for one in value if self.many else (value,):
            if one not in known:
                raise self.misfit(Token(str(one), 0))

    def describe(self, value: Any, telling: Telling) -> str:
        if self.names_player and isinstance(value, str):
            return telling.player(value)
        return Question.describe(self, value, telling)


@dataclass(kw_only=True)
class Names(Values):
    """Names of several kinds, with a list for each kind: the towns of an extension."""

    many: bool = True
    routes: tuple[Route, ...] = ()

    can_be_none = False

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field, *[route.field for route in self.routes])

    @property
    def takes_text(self) -> bool:
        return any(route.is_open for route in self.routes)

    def route_of(self, choice: Choice) -> Route | None:
        return next((route for route in self.routes if choice in route.choices), None)

    def route_with(self, word: object) -> Route | None:
        return next((route for route in self.routes if route.word == word), None)

    def kind_of(self, name: str) -> Route | None:
        return next((route for route in self.routes if fold(name) in map(fold, route.unplaced)), None)

    @property
    def every_choice(self) -> tuple[Choice, ...]:
        return tuple(choice for route in self.routes for choice in route.choices)

    def close_to(self, name: str) -> Choice | None:
        known = {fold(str(one.value)): one for one in self.every_choice}
        found = slip_of(fold(name), known)
        return None if found is None else known[found]

    def take_typed(self, typing: Typing) -> Meaning:
        if not typing.candidates:
            name = typing.new_name()
            return NewName(name, self.close_to(name))
        return Question.take_typed(self, typing)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        typed = typed.rpartition(",")[2].lstrip()
        kind, name = self._kind_and_name(typed, lexicon)
        choices = self._known_choices(typed) if kind is None else kind.choices
        found = [] if name.startswith('"') else lexicon.starting_with(choices, name)
        for route in self.routes if typed and not found else ():
            named = (lexicon.word(route.word), route.word)
            if route.needs_word and any(begins(name, skeleton(typed)) for name in named):
                found += [one for one in route.choices if one.answer is None]
        # towns that are reached already, as the hint says, come last
        return sorted(
            found, key=lambda one: (one.refusal is not None, one.hint is not None and not one.answer)
        )

    def _kind_and_name(self, typed: str, lexicon: Lexicon) -> tuple[Route | None, str]:
        """Split a text such as "Start town NER", as a screen shows it; the kind is None in any other text."""
        words, kinds = typed.split(), [one for one in self.routes if one.needs_word]
        labels = ((one, [*map(skeleton, lexicon.word(one.word).split())]) for one in kinds)
        for kind, label in (*labels, *((one, [one.word]) for one in kinds)):
            known = 0
            while known < len(label) and [*map(skeleton, words[: known + 1])] == label[: known + 1]:
                known += 1
            if 0 < known < len(words):
                return kind, " ".join(words[known:])
        return None, typed

    def _known_choices(self, typed: str) -> Sequence[Choice]:
        found = [
            one
            for route in sorted(self.routes, key=lambda route: route.needs_word)
            for one in route.choices
            if typed or not route.needs_word or one.refusal is None
        ]
        if not typed:  # offer each thing under one name only
            named = {one.meaning for one in found if one.answer is not None}
            found = [one for one in found if one.answer is not None or one.value not in named]
        return found + [Choice(name) for route in self.routes for name in route.unplaced]

    def choice_of(self, token: Token) -> Choice | None:
        return match((one for route in self.routes for one in route.by_name), token)

    def meaning_of(self, token: Token, route: Route | None) -> tuple[str, Any, Choice | None] | None:
        if route is not None:
            found = match(route.choices, token, route.is_open)
            return route.field, token.text if found is None else found.meaning, found
        found = self.choice_of(token)
        known = None if found is None else self.route_of(found)
        return None if found is None or known is None else (known.field, found.meaning, found)

    def misfit(self, token: Token) -> Refusal:
        route = self.kind_of(token.text)
        if route is not None:
            own = tuple(f"{route.word} {one.value}" for one in route.choices if one.answer is None)
            return refusal("entry.which-one", self.field, word=token.text, kind=route.ask, words=own)
        words = tuple(f"{one.word} {token.text}" for one in self.routes if one.is_open)
        return refusal("entry.which-kind", self.field, word=token.text, words=words)

    def write_fields(self, writer: "Writer", fields: Draft, by_place: bool) -> Words:
        """Write names that need no keyword first, then the other names of each kind after its keyword."""
        known = [one for route in self.routes if not route.needs_word for one in route.choices]
        plain: list[str] = []
        led: list[str] = []
        for route in self.routes:
            names = list(fields.get(route.field, ()))
            while names and not route.needs_word and known_by(known, names[0]) in route.choices:
                plain.append(writer.word_of(known, names.pop(0)))
            if names:
                led += [route.word, *(writer.word_of(route.choices, one) for one in names)]
        return plain, led

    def describe_in(self, fields: Draft, telling: Telling) -> str:
        names = ((route, name) for route in self.routes for name in fields.get(route.field, ()))
        return ", ".join(" ".join((*route.led_by(telling.lexicon), str(name))) for route, name in names)
