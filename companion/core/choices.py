"""Values that games and forms share: drafts, choices, actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.messages import Message

Draft = Mapping[str, Any]
"""The answered fields of a block."""
Block = Mapping[str, Any]
"""A table of a file, such as one of `[[actions]]`, as it is written: models say what may be in it."""
Fields = dict[str, Any]
"""The fields of a draft, a block or a ruleset while they are put together."""

Value = str | int | bool

ONE_DIGIT = 9
"""The usual bound of a small count, answered by one key."""


class Choice(NamedTuple):
    value: Value
    aliases: tuple[str, ...] = ()
    key: str = ""
    """The key that picks the choice, in English; empty if no single key does."""
    hint: Message | None = None
    refusal: Message | None = None
    """Why the rules refuse the choice. It can be given anyway, and a ruling may allow it."""
    implies: Draft = {}
    """Other fields that the choice fills unless they are answered."""
    answer: Value | None = None
    """The answer, if it isn't the value: a city's number."""
    low: int = 1
    """How many one press of the key gives at least, in a tally or list."""
    high: int | None = None
    """The most that are possible, in a tally."""
    is_word: bool = False
    """Whether the value is a word with a label on screens, and not a name."""
    among: tuple[tuple[str, ...], ...] = ()
    """Groups of names that share out letters in other languages, including this choice's own name.

    Letters don't depend on what is offered now. Earlier groups choose first, so that a name has the same
    letter wherever its group comes first.
    """
    heading: Message | None = None
    """A long list shows it once, before all choices that have it."""
    label: str = ""
    """Shown on screens instead of the value: everybody in a train."""
    is_unlisted: bool = False
    """Whether only its key or name finds the choice: a second player in a train."""

    @property
    def meaning(self) -> Value:
        return self.value if self.answer is None else self.answer

    @property
    def names(self) -> tuple[str, ...]:
        return (str(self.value), *self.aliases)


YES_OR_NO = (
    Choice("yes", ("true",), "y", answer=True, is_word=True, among=(("yes", "no"),)),
    Choice("no", ("false",), "n", answer=False, is_word=True, among=(("yes", "no"),)),
)

RARE = 99
"""The turn of rare questions, which only Tab leads to."""


Questions = tuple[Any, ...]
"""The questions of an action, instances of the classes in companion/forms/questions."""

LONGEST_LIST = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRow:
    name: str
    model: type[Any]
    """The class that asks, checks, plays and tells it (`companion.games.actions.Action`)."""
    key: str = ""
    word: str = ""
    """The word that a line prints, if it isn't the name. A line may begin with either; the key is this word's."""
    asks_who: str = "ask.by"
    is_instant: bool = False
    """Whether its key alone saves the action, if no answer is needed."""
    is_rare: bool = False
    """Whether the action is listed only behind the key for everything else."""
    has_grid: bool = False
    """Whether the app asks all its questions at once, as cells of a grid."""

    @property
    def needs_player(self) -> bool:
        """Whether it is the action of the player whose turn it is."""
        return bool(self.model.needs_player)

    @property
    def words(self) -> tuple[str, ...]:
        return (self.word, self.name) if self.word else (self.name,)
