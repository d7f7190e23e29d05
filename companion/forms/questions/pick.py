"""A choice or a list of choices; names of several kinds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeGuard

from companion.core.choices import Choice
from companion.core.errors import Refusal, refusal
from companion.core.likeness import slip_of
from companion.core.messages import Message
from companion.core.names import fold
from companion.forms.lexicon import Lexicon
from companion.forms.matching import begins, only_with_word, skeleton, starting_with
from companion.forms.questions.meaning import Answered, Meaning, NewName, Typed
from companion.forms.questions.question import (
    Labels,
    Question,
    Renamed,
    Values,
    fields_of,
    new_name,
    present_name,
)
from companion.forms.tokens import Token


@dataclass(kw_only=True)
class Pick(Values):
    is_open: bool = False
    """Whether new names are accepted beside the choices."""
    names_player: bool = False
    """Whether answers are players, under old or present names."""
    heads_row: bool = False
    """Whether this question begins rows, and no two rows may begin with the same choice."""
    new_kind: tuple[str, Message] | None = None
    """Word and name of the kind that a new name is of, about which keys ask; None if they don't."""
    taken: tuple[Choice, ...] = ()
    """Names of other things; keys ask, with the hint, whether that thing is meant."""

    @property
    def takes_text(self) -> bool:
        return self.is_open

    @property
    def is_listed(self) -> bool:
        return not self.is_open

    def close_to(self, name: str) -> Choice | None:
        close = super().close_to(name) if self.new_kind is None else _slip_among(self.choices, name)
        begun = starting_with(self.taken, name)
        if any(fold(str(other.value)) == fold(name) for other in begun):  # asked about when it is answered
            return close
        return close or next(iter(begun), None) or _slip_among(self.taken, name)

    def letters(self) -> tuple[Choice, ...]:
        return () if self.is_open else self.choices

    def press(self, prompt: Typed, key: str) -> Meaning:
        """Pick a choice by its key if nothing is typed; else type a name, which Enter, Tab or a comma ends."""
        word, lexicon = bare(self, prompt.typed), prompt.lexicon
        if not word and (key.isdecimal() or not self.is_open):  # new names begin with letters
            picked = lexicon.of_key(self.choices, key)
            begun = lexicon.begun(self.choices, key) if key.isalpha() and not self.is_open else []
            if picked is None and len(begun) == 1:  # no other name begins with the letter
                picked = begun[0]
            if picked is not None:
                return Answered(picked.meaning, picked)
        begun = self.candidates(word + key, lexicon)
        if len(begun) == 1 and key.isdecimal() and word + key in begun[0].names:  # no digit can follow
            return Answered(begun[0].meaning, begun[0])
        if self.is_open or not self.choices or (begun and (word or key.isdecimal())):
            return super().press(prompt, key)
        raise prompt.no_answer(word + key)

    def take_typed(self, prompt: Typed) -> Meaning:
        if prompt.candidates:
            return super().take_typed(prompt)
        if not self.is_open:
            raise self.misfit(Token(prompt.typed, 0))
        name = prompt.new_name()
        close = self.close_to(name)
        is_sure = close is None and self.new_kind is None and len(name) > 1
        return Answered(name) if is_sure else NewName(name, close)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        word = bare(self, typed)
        if self.is_open:  # a new name may be a word of a known one
            return lexicon.fitting(self.choices, word, self.default)
        return super().candidates(word, lexicon) or lexicon.begun(self.choices, word)

    def add(self, held: Any, value: Any, is_joined: bool = False) -> object:
        choice = self.choice_meaning(value)
        more = [value] * (1 if choice is None else choice.low)
        return more if self.most == 1 else [*(held or ()), *more]

    def rename(self, value: Any, names: Renamed) -> object:
        if not self.names_player:
            return value
        if isinstance(value, list):
            return [name for answer in value if (name := present_name(answer, names)) is not None]
        return present_name(value, names)

    def refusals(self, value: object) -> list[Message]:
        chosen = () if self.many else (value,)
        return [choice.refusal for choice in self.choices if choice.refusal and choice.meaning in chosen]

    def describe(self, value: object, labels: Labels) -> str:
        if self.names_player and isinstance(value, str):
            label = next((choice.label for choice in self.choices if choice.meaning == value), "")
            return label or labels.player(value)
        return super().describe(value, labels)


@dataclass(kw_only=True)
class Joined(Pick):
    """A list of answers. The sign `joint` joins the next answer to the last one."""

    joint = ""


@dataclass(kw_only=True)
class Partners(Joined):
    """Players who share a row, which begins with them."""

    joins: Message
    """The question for those who join the first one."""


class Route(NamedTuple):
    """A kind of name, and the list of its names."""

    word: str
    field: str
    ask: Message
    choices: tuple[Choice, ...] = ()
    is_open: bool = False
    needs_word: bool = False
    """Whether these names need the keyword, since they also mean something else."""
    unplaced: tuple[str, ...] = ()
    """Names known to be of this kind, although what they stand for is unknown."""
    teaches: tuple[str, str] | None = None
    """The page of the board notes, and the fact on it, that a new name of this kind teaches."""

    @property
    def by_name(self) -> tuple[Choice, ...]:
        """The choices understood without the keyword; if `needs_word`, only other names for things."""
        return tuple(choice for choice in self.choices if not self.needs_word or choice.answer is not None)

    def led_by(self, lexicon: Lexicon) -> list[str]:
        """The keyword, if a screen must show it before a name; else empty."""
        return [lexicon.word(self.word)] if self.needs_word else []


@dataclass(kw_only=True)
class Names(Values):
    """Names of several kinds, with a list for each kind: the towns of an extension."""

    many: bool = True
    routes: tuple[Route, ...] = ()

    def can_be_none(self, held: object) -> bool:
        return False

    @property
    def takes_text(self) -> bool:
        return any(route.is_open for route in self.routes)

    def close_to(self, name: str) -> Choice | None:
        return _slip_among([choice for route in self.routes for choice in route.choices], name)

    def take_typed(self, prompt: Typed) -> Meaning:
        if not prompt.candidates:
            name = prompt.new_name()
            return NewName(name, self.close_to(name))
        return super().take_typed(prompt)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        typed = typed.rpartition(",")[2].lstrip()
        kind, name = self._kind_and_name(typed, lexicon)
        choices = self._known_choices(typed) if kind is None else kind.choices
        fitting = [] if name.startswith('"') else lexicon.starting_with(choices, name)
        for route in self.routes if typed and not fitting else ():
            named = (lexicon.word(route.word), route.word)
            if route.needs_word and any(begins(name, skeleton(typed)) for name in named):
                fitting += [choice for choice in route.choices if choice.answer is None]
        # towns that are reached already, as the hint says, come last
        return sorted(
            fitting,
            key=lambda choice: (choice.refusal is not None, choice.hint is not None and not choice.answer),
        )

    def _kind_and_name(self, typed: str, lexicon: Lexicon) -> tuple[Route | None, str]:
        """Split a text such as "Start town NER", as a screen shows it; the kind is None in any other text."""
        words, kinds = typed.split(), [route for route in self.routes if route.needs_word]
        labels = ((kind, [*map(skeleton, lexicon.word(kind.word).split())]) for kind in kinds)
        for kind, label in (*labels, *((kind, [kind.word]) for kind in kinds)):
            known = 0
            while known < len(label) and [*map(skeleton, words[: known + 1])] == label[: known + 1]:
                known += 1
            if 0 < known < len(words):
                return kind, " ".join(words[known:])
        return None, typed

    def _known_choices(self, typed: str) -> Sequence[Choice]:
        fitting = [
            choice
            for route in sorted(self.routes, key=lambda route: route.needs_word)
            for choice in route.choices
            if typed or not route.needs_word or choice.refusal is None
        ]
        if not typed:  # offer each thing under one name only
            named = {choice.meaning for choice in fitting if choice.answer is not None}
            fitting = [choice for choice in fitting if choice.answer is not None or choice.value not in named]
        return fitting + [Choice(name) for route in self.routes for name in route.unplaced]

    def misfit(self, token: Token) -> Refusal:
        route = unplaced_route(self.routes, token.text)
        if route is not None:
            own = tuple(f"{route.word} {choice.value}" for choice in route.choices if choice.answer is None)
            return refusal("entry.which-one", self.field, word=token.text, kind=route.ask, words=own)
        new_name(self, token.text)
        words = tuple(f"{route.word} {token.text}" for route in self.routes if route.is_open)
        return refusal("entry.which-kind", self.field, word=token.text, words=words)

    def describe(self, value: Any, labels: Labels) -> str:
        names = ((route, name) for route in self.routes for name in value.get(route.field, ()))
        return ", ".join(" ".join((*route.led_by(labels.lexicon), str(name))) for route, name in names)


@fields_of.register
def _fields_of_names(question: Names) -> tuple[str, ...]:
    return (question.field, *[route.field for route in question.routes])


def routes_of(question: Question | None) -> Sequence[Route]:
    """The kinds of names, if there are several; else empty."""
    return question.routes if isinstance(question, Names) else ()


def route_of(routes: Sequence[Route], choice: Choice) -> Route | None:
    """The kind that a choice is of."""
    return next((route for route in routes if choice in route.choices), None)


def route_with(routes: Sequence[Route], word: object) -> Route | None:
    return next((route for route in routes if route.word == word), None)


def unplaced_route(routes: Sequence[Route], name: str) -> Route | None:
    """The kind of a name whose kind is known, but not what it stands for; None for other names."""
    return next((route for route in routes if fold(name) in map(fold, route.unplaced)), None)


def names_players(question: Question) -> TypeGuard[Pick]:
    return isinstance(question, Pick) and question.names_player


def bare(question: Question | None, typed: str) -> str:
    """The typed text without a sign in front that only says how the answer is added."""
    return typed.removeprefix(question.joint) if isinstance(question, Joined) else typed


def _slip_among(choices: Iterable[Choice], name: str) -> Choice | None:
    """The choice that a name probably misspells or begins like, or of which it is a word; None if none is."""
    known = {fold(str(choice.value)): choice for choice in choices}
    return known.get(slip_of(fold(name), known) or "") or only_with_word(known.values(), name)
