"""What an entry asks, as data: the questions of an action, given the state and what was answered so far.

Screens, the plain prompt and the notation all live on these. A form is asked again after every answer.
"""

from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from companion.core.messages import Message

Draft = Mapping[str, Any]
"""Fields of a block, as far as they are answered."""

Value = str | int | bool

ONE_DIGIT = 9
"""Usual bound of a count that is small: one key answers it."""


class Choice(NamedTuple):
    value: Value
    aliases: tuple[str, ...] = ()
    key: str = ""
    """The key that picks it, where one key is enough: in English."""
    hint: Message | None = None
    refusal: Message | None = None
    """Why the rules will refuse it; it can be given all the same, and a ruling may book it."""
    implies: Mapping[str, Any] = {}
    """Other fields that it fills, as long as they are not answered; its question must say that it fills."""
    answer: Value | None = None
    """What it answers, where that is not its name: a city's number."""
    low: int = 1
    """How many its key takes at least, in a tally or in a list."""
    high: int | None = None
    """In a tally: how many of it are really possible."""
    is_word: bool = False
    """Its value is a word of the notation, which has its own in every language; no name."""
    among: tuple[tuple[str, ...], ...] = ()
    """The names it shares letters with, its own too, whatever is on offer now: other languages letter it among them.
    Earlier groups choose first, so that a name has one letter wherever its group comes first.
    """

    @property
    def meaning(self) -> Value:
        return self.value if self.answer is None else self.answer

    @property
    def names(self) -> tuple[str, ...]:
        return (str(self.value), *self.aliases)


class Route(NamedTuple):
    """One kind of name that a question takes, and the list into which such names go."""

    word: str
    field: str
    ask: Message
    choices: tuple[Choice, ...] = ()
    is_open: bool = False
    needs_word: bool = False
    """Its names are understood only after the word, since they also mean something else."""
    unplaced: tuple[str, ...] = ()
    """Names known to be of this kind, of which nobody said yet what they stand for."""
    teaches: tuple[str, str] | None = None
    """The page of the copy book, and the fact in it, to which a new name of this kind goes with what it stands for."""

    @property
    def by_name(self) -> tuple[Choice, ...]:
        """The choices that are understood without the word: all, or else other names for what is meant."""
        return tuple(one for one in self.choices if not self.needs_word or one.answer is not None)


Kind = Literal[
    "pick",  # one of the choices; another name too where the question is open
    "places",  # a list of lists of choices: those of an inner list tie
    "count",  # a whole number
    "text",
    "switch",  # yes or no; its word alone says yes
    "value",  # yes or no, a number or a text, whatever it looks like
    "table",  # pairs of a key and a value: who has how many; the value may be a group
    "group",  # questions of their own, as a table
]

Need = Literal[
    "needed",
    "expected",  # keys ask it like one that is needed; a line may leave it out
    "optional",
    "unfit",  # has nothing to do with what was chosen: keys never come to it, but a line can answer it
]

YES_OR_NO = (
    Choice("yes", ("true",), "y", answer=True, is_word=True, among=(("yes", "no"),)),
    Choice("no", ("false",), "n", answer=False, is_word=True, among=(("yes", "no"),)),
)

RARE = 99
"""The turn of what is seldom answered: keys go there only when asked to."""


class Question(NamedTuple):
    """Made by the names of its fields, except the first three."""

    field: str
    kind: Kind
    ask: Message
    word: str | None = None
    """Leads to this question in a line; without one it is answered by its place alone."""
    many: bool = False
    """Takes a list of such answers; a group then has rows."""
    by_place: bool = True
    """Answered without its word when its turn comes."""
    need: Need = "needed"
    turn: int = 0
    """In which order keys come to it: lower first, else as they stand. A line keeps the order in which they stand."""
    key: str = ""
    """A sign that leads here from any question, of two choices to the other one; Tab leaves such a question out."""
    dice: int = 0
    """How many dice give the answer: the key that rolls throws them."""
    names_in: str | None = None
    """The table in which a number that has no name yet is asked for it."""
    help: Message | None = None
    none: Message | None = None
    """What 0 says here, where that is more than that there are none."""
    hidden: Literal["", "money", "until-end"] = ""
    """Not shown to the table while money is hidden, or before the game is over."""
    choices: tuple[Choice, ...] = ()
    names_player: bool = False
    """Its answers are players, whatever they are called by now; of numbers, it is a player's part of a group."""
    is_open: bool = False
    """Names that are not among the choices are taken too."""
    taken: tuple[Choice, ...] = ()
    """Names that something else has: keys ask by the hint whether the same is meant, which needs no refused answer."""
    heads_row: bool = False
    """The first question of rows: each of its choices is the answer in one row at most."""
    may_imply: bool = False
    """Its choices may fill other fields. In a line a name in quotes fills nothing, and is printed so."""
    replaces: tuple[str, ...] = ()
    """Fields that say the same in another way: an answer here takes theirs back, one there makes this needless."""
    default: Value | None = None
    """What Enter accepts; a line must say it."""
    assumed: Value | None = None
    """The answer that a line means by leaving it out, the same in every state; it is not printed."""
    low: int | None = None
    high: int | None = None
    """Bounds of a number, or of each of several."""
    left_of: int | None = None
    """Players count what is left of so many; the answer is the rest."""
    least: int = 0
    most: int | None = None
    """How many answers a list takes; it is left when it has the most."""
    routes: tuple[Route, ...] = ()
    """Of names of several kinds: each goes into the list of its own kind."""
    questions: tuple["Question", ...] = ()
    """Of a group or of its next row; of a table its key and its value."""
    values: tuple[tuple[str, "Question"], ...] = ()
    """Of a table: what is asked in place of its value behind some keys."""
    squares: tuple[tuple[int, Message | None, tuple[str, ...]], ...] = ()
    """The numbers on the board, where it asks for one: each with the reason against it, and who was there first."""

    @property
    def is_optional(self) -> bool:
        """Whether a line may leave it out; one that could replace what is needed is missing as long as that is."""
        is_alternative = self.need == "unfit" and bool(self.replaces)
        return self.need != "needed" and not is_alternative

    @property
    def applies(self) -> bool:
        return self.need != "unfit"

    @property
    def is_rare(self) -> bool:
        return self.turn == RARE

    @property
    def is_list(self) -> bool:
        """Whether it takes plain answers one after the other."""
        return self.many and self.kind != "group"

    @property
    def is_group(self) -> bool:
        return self.kind == "group" and not self.many

    @property
    def is_rows(self) -> bool:
        return self.many and self.kind == "group"

    @property
    def is_open_ended(self) -> bool:
        """Whether it takes one answer, row or pair after the other."""
        return self.many or self.kind == "table"

    @property
    def is_single(self) -> bool:
        return not self.many and self.kind not in ("table", "group")

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field, *(route.field for route in self.routes))

    @property
    def is_of_player(self) -> bool:
        """Whether the word that leads to it is a player's name."""
        return self.names_player and self.kind == "count"

    @property
    def is_led(self) -> bool:
        """Whether each row begins with the word again, since its answers alone would not show where it ends."""
        return any(
            one.is_optional or not one.by_place or (one.is_open_ended and one.most != one.least)
            for one in self.questions
        )

    @property
    def is_tally(self) -> bool:
        """Whether it says how many of what, one letter each: the same letter again is one more."""
        if not self.is_open_ended or len(self.questions) != 2:
            return False
        what, count = self.questions
        is_pick = what.kind == "pick" and bool(what.choices) and not (what.is_open or what.many)
        is_count = count.kind == "count" and not (count.many or count.is_optional)
        return is_pick and is_count and all(one.key.isalpha() for one in what.choices)

    @property
    def holds_groups(self) -> bool:
        """Whether it is a table of tables: {Anton = {points = 3}}."""
        return self.kind == "table" and self.questions[1].is_group

    def is_full(self, answers: Sized) -> bool:
        return self.most is not None and len(answers) >= self.most


Questions = tuple[Question, ...]
Ask = Callable[[Draft], Questions]

LONGEST_LIST = 99
"""Items of one list or table of an entry."""


Die = Callable[[], int]
"""Throws a die: 1 to 6."""


class Roll(NamedTuple):
    """Dice thrown for the players: what they say, and what an entry takes from them."""

    text: Message
    verb: str
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    name: str
    key: str = ""
    """Starts it on a screen; reserved keys are listed in one place."""
    needs_player: bool = False
    is_instant: bool = False
    """Its key alone books it, as long as it asks nothing that must be answered."""
    is_rare: bool = False
    """Not in the row of keys: it is behind the key that shows everything else."""


def led(field: str, kind: Kind, ask: Message, word: str | None = None, **more: Any) -> Question:
    """A question that is answered only behind its word, and need not be; the word is the field where none is given."""
    led_by_word: dict[str, Any] = {"by_place": False, "need": "optional", **more}
    return Question(field=field, kind=kind, ask=ask, word=word or field, **led_by_word)


@lru_cache
def lettered(names: tuple[str, ...]) -> Mapping[str, str]:
    """A key for each name: its first letter that is not taken yet and ends no name of two letters; else a digit."""
    taken = {name[1].casefold() for name in names if len(name) == 2}
    keys: dict[str, str] = {}
    for place, name in enumerate(names, 1):
        letters = [letter for letter in name.casefold() if letter.isascii() and letter.isalpha()]
        key = next((letter for letter in letters if letter not in taken), str(place % 10))
        taken.add(key)
        keys[name] = key
    return keys
