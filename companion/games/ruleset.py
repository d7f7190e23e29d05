"""The model of every ruleset: name, players, options, and words for the pieces."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Generic, TypeVar

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from companion.core.choices import Block
from companion.core.errors import Refusal, Violation, refusal
from companion.core.messages import Message, say
from companion.core.roster import Option
from companion.games.models import LARGEST, Amount, Few, Model, TextLine, check_line

T = TypeVar("T")
_NUMBER = re.compile(r"\{(rules(?:\.[\w-]+|\[[^][{}!:]+\])+)(?::(?:[^{}|]*\|[^{}|:]*|word))?\}")
"""A number in a help text, and how it is written: `{rules.turn.actions}`, `{rules.turn.actions:action|actions}`."""


def requirement(prefix: str) -> Callable[..., None]:
    """Return a check for validators, which raises an error with this key prefix unless a condition holds."""

    def must(key: str, is_so: bool, /, **values: object) -> None:
        if not is_so:
            raise PydanticCustomError(f"{prefix}.{key}", "unsound", values)

    return must


def _text_or_table(given: object) -> object:
    """Return a name as it was given. Raise an error unless it is a sound line of text or a table."""
    if isinstance(given, str):
        return check_line(given)
    if not isinstance(given, dict | Model):
        raise PydanticCustomError("form.text", "text")
    return given


class Word(Model):
    """A name in one language; a text alone is its long form."""

    long: TextLine
    short: TextLine | None = None
    forms: dict[str, TextLine] = {}
    """Forms with an article or in a case, by names that sentences use: { acc = "den Tresor" }."""

    @model_validator(mode="before")
    @classmethod
    def _write_out(cls, given: object) -> object:
        given = _text_or_table(given)
        return {"long": given} if isinstance(given, str) else given

    def form(self, short: bool = False) -> str:
        return self.short if short and self.short else self.long


class Translated(Model, Generic[T]):
    """A value in one or more languages; a text alone is the same in all of them."""

    en: T | None = None
    de: T | None = None
    hu: T | None = None
    it: T | None = None

    @model_validator(mode="before")
    @classmethod
    def _write_out(cls, given: object) -> object:
        given = _text_or_table(given)
        if not given:
            raise PydanticCustomError("form.empty", "empty")
        return dict.fromkeys(cls.model_fields, given) if isinstance(given, str) else given

    def of(self, language: str) -> T:
        known = (getattr(self, language, None), self.en, self.de, self.hu, self.it)
        return next(value for value in known if value is not None)


class Words(Translated[Word]):
    @cached_property
    def spellings(self) -> tuple[str, ...]:
        words = [word for word in (self.en, self.de, self.hu, self.it) if word is not None]
        return tuple(dict.fromkeys(form for word in words for form in (word.long, word.short) if form))


class Sentences(Translated[TextLine]): ...


def _fields_of(value: object) -> Block:
    """Return the fields of a table and nothing else that an object has; empty if the value isn't a table."""
    if isinstance(value, Model):
        return {key: vars(value)[key] for key in type(value).model_fields}
    return value if isinstance(value, dict) else {}


def translations(value: object, path: str = "") -> Iterator[tuple[str, Translated[object]]]:
    """Yield the names and explanations of a ruleset, or of a part of it, with their keys."""
    if isinstance(value, Translated):
        yield path, value
    else:
        for key, part in _fields_of(value).items():
            yield from translations(part, f"{path}.{key}" if path else str(key))


class OptionRule(Model):
    """Something the players agree on before the game. The default shows its type."""

    default: bool | Annotated[Amount, Field(strict=True)] | TextLine
    choices: Annotated[tuple[Annotated[Amount, Field(strict=True)] | TextLine, ...], Field(strict=False)] = ()
    low: Amount = -LARGEST
    high: Amount = LARGEST
    fixed: bool = False
    """Whether the option can't be changed once something was played."""
    names: Words
    values: dict[str, Words] = {}
    help: Sentences

    @model_validator(mode="after")
    def _default_fits(self) -> "OptionRule":
        if self.misfit(self.default, "default") is not None:
            raise PydanticCustomError("ruleset.unfit-default", "default", {"default": str(self.default)})
        return self

    def misfit(self, value: object, key: str) -> Message | None:
        """Message about what is wrong with a value; None if it fits."""
        if type(value) is not type(self.default):
            return say(_TYPES[type(self.default)], key=key)
        if self.choices and value not in self.choices:
            return say("form.one-of", key=key, choices=self.choices)
        if isinstance(value, int) and value < self.low:
            return say("form.at-least", key=key, wanted=self.low)
        if isinstance(value, int) and value > self.high:
            return say("form.at-most", key=key, wanted=self.high)
        return None


_TYPES = {bool: "form.true-or-false", int: "form.whole-number", str: "form.text"}


class PlayerCount(Model):
    least: Few
    most: Few

    @model_validator(mode="after")
    def _least_first(self) -> "PlayerCount":
        if self.least > self.most:
            raise PydanticCustomError("ruleset.least-over-most", "players", {})
        return self

    @property
    def range(self) -> Message:
        """The numbers of players in words: 2 to 4, or just 3."""
        if self.least == self.most:
            return say("words.text", text=self.least)
        return say("words.range", least=self.least, most=self.most)


class HasNames(Model):
    names: Words


class Ruleset(Model):
    unit_word: ClassVar[str] = "points"
    """The key of the word behind a score: 5 points."""
    can_hide_money: ClassVar[bool] = False
    """Whether the option hidden_money is possible: a total that ends the game can't be hidden."""
    format: Annotated[int, Field(ge=1, le=1)]
    id: TextLine
    engine: TextLine
    names: Words
    players: PlayerCount
    options: dict[str, OptionRule] = {}
    words: dict[str, Words] = {}
    """Names of pieces and places, by the key that messages use."""

    @model_validator(mode="after")
    def _hides_what_it_can(self) -> "Ruleset":
        hidden, must = self.options.get("hidden_money"), requirement("form")
        must("unknown-key", hidden is None or self.can_hide_money, key="options.hidden_money")
        is_switch = hidden is None or isinstance(hidden.default, bool)
        must("true-or-false", is_switch, key="options.hidden_money.default")
        return self

    def check_helps(self) -> None:
        """Raise Refusal if a help text has anything in braces but numbers of the ruleset."""
        for key, written in translations(self):
            for language, text in written if isinstance(written, Sentences) else ():
                rest = _NUMBER.sub(lambda one: "" if type(self.value(one[1])) is int else "{", text or "")
                if "{" in rest or "}" in rest:
                    raise refusal("ruleset.braces", key, key=f"{key}.{language}")

    def value(self, field: str) -> object:
        """Look up what a sentence names, such as `rules.premium.city`, in tables only; None if it isn't there."""
        value: object = {"rules": self}
        for key in re.findall(r"[^.\[\]]+", field):  # attributes would lead to everything in the program
            value = _fields_of(value).get(key)
        return value

    @classmethod
    def write_out(cls, raw: dict[str, object]) -> dict[str, object]:
        """Return a file's tables without short forms, before validation. Some may be missing or written out already."""
        return raw

    def things(self) -> tuple[Block, ...]:
        """Tables of things with names besides `words`: a game's lines, goods and so on."""
        return ()

    def ids(self) -> Iterator[tuple[str, Words]]:
        """Yield every id with its names, table by table. An id may come twice."""
        yield from self.words.items()
        for table in self.things():
            yield from ((key, thing.names) for key, thing in table.items())

    def names_by_id(self) -> dict[str, Words]:
        return dict(self.ids())

    def check_options(self, options: Block) -> dict[str, Option]:
        """Return the options. Raise Refusal if one is unknown or doesn't fit."""
        for key, value in options.items():
            field = f"options.{key}"
            if not self.options:
                raise refusal("table.no-options", field, key=key)
            if key not in self.options:
                raise refusal("table.unknown-option", field, key=key, known=tuple(self.options))
            wrong = self.options[key].misfit(value, field)
            if wrong is not None:
                raise Refusal(Violation(wrong, field, final=True))
        return dict(options)

    def listed_values(self, key: str) -> tuple[Option, ...]:
        """Values of an option to list. Other values may be allowed too."""
        return self.options[key].choices

    def value_words(self, key: str, value: Option) -> Words | None:
        """Names of a value of an option; None if the value is its own name."""
        return self.options[key].values.get(str(value)) or self.names_by_id().get(str(value))

    def spellings(self, key: str, value: Option) -> tuple[str, ...]:
        words = self.value_words(key, value)
        return (str(value), *(() if words is None else words.spellings))

    def options_for(self, given: Mapping[str, Option], player_count: int) -> dict[str, Option]:
        """Add the defaults of options not given. A game may derive a default from other options."""
        return {**{key: rule.default for key, rule in self.options.items()}, **given}


def is_plain_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2 and not text.startswith("0")
