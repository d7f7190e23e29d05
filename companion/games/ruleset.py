"""What every ruleset holds: its name, the players it takes, its options, and the words for its pieces."""

from typing import Annotated

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from companion.core.table import Option
from companion.games.models import Model, Number, TextLine


class Word(Model):
    """A name, long and short; where no short one is given the long one serves."""

    long: TextLine
    short: TextLine | None = None

    def form(self, short: bool = False) -> str:
        return self.short if short and self.short else self.long


class Words(Model):
    """A name in every language of the rulesets."""

    en: Word
    de: Word
    hu: Word
    it: Word

    def of(self, language: str) -> Word:
        word: Word = getattr(self, language, self.en)
        return word


class Sentences(Model):
    """A line of explanation in every language of the rulesets."""

    en: TextLine
    de: TextLine
    hu: TextLine
    it: TextLine

    def of(self, language: str) -> str:
        sentence: str = getattr(self, language, self.en)
        return sentence


class OptionRule(Model):
    """One thing the players agree on before the game; its default shows its type."""

    default: bool | Annotated[int, Field(strict=True)] | TextLine
    choices: Annotated[tuple[TextLine, ...], Field(strict=False)] = ()
    names: Words
    help: Sentences

    @model_validator(mode="after")
    def _default_is_a_choice(self) -> "OptionRule":
        if self.choices and self.default not in self.choices:
            raise PydanticCustomError(
                "ruleset.default-not-a-choice", "default", {"default": str(self.default)}
            )
        return self

    def accepts(self, value: object) -> bool:
        return type(value) is type(self.default) and (not self.choices or value in self.choices)


class Players(Model):
    least: Number
    most: Number

    @model_validator(mode="after")
    def _least_first(self) -> "Players":
        if self.least > self.most:
            raise PydanticCustomError("ruleset.least-over-most", "players", {})
        return self


class Ruleset(Model):
    """The part that is the same for every game; each game adds its own."""

    format: Annotated[int, Field(ge=1, le=1)]
    id: TextLine
    engine: TextLine
    names: Words
    players: Players
    options: dict[str, OptionRule] = {}
    words: dict[str, Words] = {}
    """Names of pieces and places, by the key that messages use."""

    def named(self) -> dict[str, Words]:
        """All that has a name of its own, by id; games add their lines, goods and so on."""
        return dict(self.words)

    def defaults(self) -> dict[str, Option]:
        return {key: rule.default for key, rule in self.options.items()}
