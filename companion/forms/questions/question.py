"""The base of all questions. Each kind is a class of its own in this folder and knows all of itself:
what a key does, how a line is read and written, what a cell shows, how an answer is told, what is missing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from companion.core.errors import Refusal, Violation, refusal
from companion.core.forms import RARE, Choice, Draft, Value
from companion.core.messages import Message, say
from companion.core.names import SLIP, fold, nearest
from companion.forms.drafts import Cursor, Path
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import Match
from companion.forms.tokens import Token, quoted, tokens_of

if TYPE_CHECKING:
    from companion.forms.entry_form import EntryForm
    from companion.forms.questions.names import Route
    from companion.forms.reading import Reader
    from companion.forms.writing import Writer

Need = Literal[
    "needed",
    "expected",  # keys ask it like one that is needed; a line may leave it out
    "optional",
    "unfit",  # has nothing to do with what was chosen: keys never come to it, but a line can answer it
]
Known = tuple[Iterable[Choice], bool]
"""Choices that a word can mean, and whether other names are taken too."""
Words = tuple[list[str], list[str]]
"""The words of an answer in a line: those that can stand in its place, and those led by a word."""
Renamed = Mapping[str, str | None]
"""Folded names and what each player is called now; None for one who left."""
NONE = "-"
"""The text of a cell for an empty list or table, which isn't the same as no answer."""
TICK = "✓"


class Telling(NamedTuple):
    """The words of the screen, for answers that are told there."""

    name: Callable[[str], str]
    player: Callable[[str], str]
    option: Callable[[str], str]
    label: Callable[["Question"], str]
    no: str
    lexicon: Lexicon
    row: int | None = None
    """The row that is asked about."""


class Traits:
    """Defaults that the kinds override."""

    questions: "Questions" = ()
    """The questions inside: of a row or a group, or a table's key and value."""
    choices: tuple[Choice, ...] = ()
    is_open: bool = False
    """Whether names that are not among the choices are taken too."""
    names_player: bool = False
    """Whether its answers are players, whatever they are called by now."""
    many: bool = False
    """Whether it takes a list of answers or rows."""
    least: int = 0
    most: int | None = None
    joint: str = ""
    """The sign that joins the next answer to the last one of a list."""
    heads_row: bool = False
    """Whether it is the first question of rows, and each of its choices is the answer in one row at most."""
    low: int | None = None
    high: int | None = None
    """The bounds of a number, or of each of several."""
    left_of: int | None = None
    """Players count what is left of so many; the answer is the rest."""
    taken: tuple[Choice, ...] = ()
    """Names that something else has: keys ask by the hint whether the same is meant."""
    names_in: str | None = None
    """The table in which a number that has no name yet is asked for it."""
    may_imply: bool = False
    """Whether its choices may fill other fields. In a line a name in quotes fills nothing, and is printed so."""
    routes: "tuple[Route, ...]" = ()
    """The kinds of names it takes, where there are several."""
    is_of_player: bool = False
    """Whether the word that leads to it is a player's name."""
    has_rows: bool = False
    has_pairs: bool = False
    """Whether it holds values by their keys."""
    squares: "tuple[tuple[int, Message | None, tuple[str, ...]], ...]" = ()
    """The numbers on the board, where it asks for one: each with the reason against it, and who was there first."""
    dice: int = 0
    """How many dice give the answer: the key that rolls throws them."""
    is_prose: bool = False
    """Whether signs are part of the answer as letters are."""
    takes_rest: bool = False
    """Whether it takes the rest of a line."""
    takes_a_place: bool = True
    """Whether nothing after it can be answered by place where it isn't answered."""


@dataclass
class Question(Traits):
    field: str
    ask: Message
    word: str | None = None
    """Leads to this question in a line; without one it is answered by its place alone."""
    _: KW_ONLY
    by_place: bool = True
    """Answered without its word when its turn comes."""
    need: Need = "needed"
    turn: int = 0
    """In which order keys come to it: lower first, else as they stand. A line keeps the order in which they stand."""
    key: str = ""
    """A sign that leads here from any question, of two choices to the other one; Tab leaves such a question out."""
    help: Message | None = None
    none: Message | None = None
    """The words for 0, where they say more than that there are none."""
    hidden: Literal["", "money", "until-end"] = ""
    """Not shown to the table while money is hidden, or before the game is over."""
    replaces: tuple[str, ...] = ()
    """Fields that say the same in another way: an answer here takes theirs back, one there makes this needless."""
    default: Value | None = None
    """What Enter accepts; a line must say it."""
    assumed: Value | None = None
    """The answer that a line means by leaving it out, the same in every state; it is not printed."""

    @classmethod
    def with_keyword(cls, field: str, ask: Message, word: str | None = None, **more: Any) -> Self:
        """A question that is answered only behind its word, and need not be; the word is the field if none is given."""
        return cls(field, ask, word or field, **{"by_place": False, "need": "optional", **more})

    # Structure

    @property
    def level(self) -> "Questions":
        """The questions inside that keys ask one after the other."""
        return () if self.has_pairs else self.questions

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field,)

    @property
    def tells_rows_apart(self) -> bool:
        """Whether its answer can say which row is meant."""
        return False

    def offered_choices(self, route: "Route | None" = None) -> Iterator[Choice]:
        """The choices that a word can mean, of one kind of names or of all."""
        yield from self.choices

    def route_of(self, choice: Choice) -> "Route | None":
        return next((one for one in self.routes if choice in one.choices), None)

    def kind_of(self, name: str) -> "Route | None":
        """The kind of a name of which nobody said yet what it stands for."""
        return next((one for one in self.routes if fold(name) in map(fold, one.unplaced)), None)

    def close_to(self, name: str) -> Choice | None:
        """The known name that another one is probably a slip of."""
        known = {fold(spelling): one for one in reversed(self.every_choice) for spelling in one.names}
        found = nearest(fold(name), known, SLIP)
        return None if found is None else known[found]

    @property
    def every_choice(self) -> tuple[Choice, ...]:
        return self.choices

    @property
    def leading_words(self) -> tuple[str, ...]:
        """The words of the notation that lead to it."""
        return () if self.word is None or self.is_of_player else (self.word,)

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
        return self.many and not self.questions

    @property
    def is_open_ended(self) -> bool:
        """Whether it takes one answer, row or pair after the other."""
        return self.many or self.has_pairs

    @property
    def is_single(self) -> bool:
        return not self.many and not self.questions

    @property
    def is_tally(self) -> bool:
        """Whether it says how many of what, one letter each: the same letter again is one more."""
        if not self.is_open_ended or len(self.questions) != 2:
            return False
        what, count = self.questions
        is_pick = bool(what.letters()) and not what.many and all(one.key.isalpha() for one in what.choices)
        return is_pick and count.is_amount and not count.is_optional

    @property
    def group(self) -> "Question | None":
        """The group that it has for each key: {Anton = {points = 3}}."""
        return None

    @property
    def listed_keys(self) -> list[str]:
        """All keys of a table, where only these are possible; else none."""
        return []

    @property
    def heads(self) -> "list[Question]":
        """The questions whose answers tell one row from the others."""
        return []

    @property
    def is_amount(self) -> bool:
        """Whether the answer is one number."""
        return False

    @property
    def limits(self) -> Message | None:
        """What may be typed."""
        return None

    @property
    def takes_text(self) -> bool:
        """Whether any text may be an answer."""
        is_free = self.is_open or self.is_prose or any(route.is_open for route in self.routes)
        return is_free or (bool(self.questions) and self.questions[0].takes_text)

    @property
    def can_be_none(self) -> bool:
        """Whether 0 answers that there are none, as long as nothing is answered."""
        is_plain_list = self.is_list and self.is_optional and not self.routes and not self.joint
        return is_plain_list or (self.is_open_ended and bool(self.questions))

    @property
    def has_more(self) -> bool:
        """Whether the rules allow another row or pair."""
        first = self.questions[0] if self.is_open_ended and self.questions else None
        if first is None:
            return False
        return first.is_open or not first.choices or any(one.refusal is None for one in first.choices)

    @property
    def nothing(self) -> Any:
        """The answer that there are none."""
        return {} if self.has_pairs else []

    def with_parts(self, choices: tuple[Choice, ...], questions: "Questions") -> Self:
        """The question with other choices and other questions inside, as far as it has any."""
        parts: dict[str, Any] = {"questions": questions} if self.questions else {"choices": choices}
        return replace(self, **parts) if self.questions or self.choices else self

    def is_full(self, answers: Any) -> bool:
        return self.most is not None and len(answers) >= self.most

    def inside(self, step: str) -> "Question | None":
        """The question inside at a step of a cursor."""
        return next((one for one in self.questions if one.field == step), None)

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        """The cursor of the first question inside: of the next row, of a pair or of a group."""
        return cursor

    def next_place(self, outer: Cursor, last: str | int, held: Any) -> Cursor:
        """The cursor of the next row or pair, after the last question of one; none where there is no other."""
        return ()

    # The draft

    def gaps(self, place: Cursor, value: Any, is_needed: "IsNeeded", order: "Order") -> "Gaps":
        """The questions inside that need an answer, and this one if it needs more of them."""
        if self.many and len(value) < self.least:
            yield place, self

    def with_defaults(self, value: Any) -> Any:
        return value

    def rename(self, value: Any, names: Renamed) -> Any:
        """The answer with the players' present names; None if it held only players who left."""
        return value

    def refusals(self, value: Any) -> list[Message]:
        """Why the rules refuse the answer, as far as its choices tell."""
        return []

    def visible(self, value: Any, redaction: Iterable[str]) -> Any:
        """The answer without what is hidden from the table."""
        return value

    # Keys

    def press(self, form: "EntryForm", key: str) -> "EntryForm":
        """Type a character; raise Refusal if it fits no answer."""
        return form.type_on(form.typed + key)

    def take_typed(self, form: "EntryForm") -> "EntryForm":
        """Accept the typed text; raise Refusal if it isn't an answer."""
        return form.choose(form.hand.choice_meant())

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        """The choices that fit what is typed, what the rules allow before what they refuse."""
        return in_order([] if typed.startswith('"') else lexicon.starting_with(self.choices, typed), self)

    def letters(self) -> tuple[Choice, ...]:
        """The choices of which a letter answers at once."""
        return ()

    def is_live(self, typed: str) -> bool:
        """Whether what is typed is an answer already, which may still go on."""
        return False

    def is_unfinished(self, typed: str) -> bool:
        """Whether what is typed is the beginning of a number, and no answer yet."""
        return False

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        """The answers with one more."""
        return value

    def without_last(self, held: Any) -> tuple[Any, Any]:
        """The answers without the last one, and that one."""
        return (held[:-1], held[-1]) if held else (held, "")

    def typed_again(self, name: Any) -> str:
        """What stands in the field after an answer was taken back."""
        return str(name) if self.takes_text else ""

    # Lines

    @property
    def is_led(self) -> bool:
        """Whether each row begins with the word again, since its answers alone would not show where it ends."""
        return False

    @property
    def ends_at_other_words(self) -> bool:
        """Whether a word that doesn't answer it goes to the next question."""
        return self.is_single or not self.takes_a_place

    def choices_for(self, reader: "Reader", token: Token) -> Known | None:
        """What a word can mean by its name; None where it takes no names."""
        return None

    def asked_now(self, reader: "Reader") -> "Question":
        """The question that takes the next word: itself, or the one inside."""
        return self

    def given_keys(self, fields: Draft) -> tuple[object, ...]:
        """Keys that can't be given again."""
        return ()

    def open(self, reader: "Reader") -> None:
        """After its word was read."""
        if self.many:
            reader.frame.fields.setdefault(self.field, [])
        reader.wait(self, is_satisfied=self.many and not self.least)

    def value_of(self, token: Token, found: Match | None, lexicon: Lexicon = ENGLISH) -> Any:
        """Return the answer that a word gives; None if it gives none."""
        return token.text if found is None else found.choice.meaning

    def is_plain(self, token: Token, lexicon: Lexicon) -> bool:
        """A text, or a word that cannot be anything but this question's answer."""
        return False

    def take(self, reader: "Reader", token: Token, found: Match | None) -> bool:
        """Whether it takes a word of a line."""
        value = self.value_of(token, found, reader.lexicon)
        if value is None:
            return False
        reader.begin(self)
        if self.many:
            reader.append(self, self.field, value)
            reader.fill(one for one in self.choices if one.meaning == value)
        else:
            reader.put(self.field, value)
            reader.fill(() if found is None or token.is_quoted else (found.choice,))
        return True

    def misfit(self, token: Token, lexicon: Lexicon = ENGLISH) -> Refusal:
        return refusal("entry.misfit", self.field, word=token.text, what=self.ask)

    def missing(self, lexicon: Lexicon = ENGLISH) -> Violation:
        offered = [choice for choice in self.choices if choice.refusal is None]
        names = tuple(lexicon.name_among(choice, self.choices) for choice in offered[:13])
        message = say("entry.missing", what=self.ask)
        if names and len(names) <= 12 and not self.is_open:
            message = say("entry.missing-choice", what=self.ask, names=names)
        return Violation(message, field=self.field, final=True)

    def write_fields(self, writer: "Writer", fields: Draft, by_place: bool) -> Words:
        return self.write(writer, fields[self.field], by_place)

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        """The words of an answer in a line."""
        said = list(self.words(writer, value))
        if not said and self.word is not None:
            return [], [writer.lead(self)]
        lead = [] if by_place or self.word is None else [writer.lead(self)]
        return ([*lead, *said], []) if by_place else ([], [*lead, *said])

    def words(self, writer: "Writer", value: Any) -> Iterator[str]:
        for one in value if self.many else (value,):
            yield self.word_for(writer, one)

    def word_for(self, writer: "Writer", value: Any) -> str:
        """One answer as a line has it."""
        if isinstance(value, bool):
            return writer.word("true" if value else "false")
        return str(value) if isinstance(value, int) else writer.name(self, value)

    # Cells

    def leaves(self, path: Path) -> "list[Leaf]":
        """The cells that it needs, with their places."""
        return [Leaf(path, self, self.word or self.field)]

    def alone(self) -> Self:
        """The question as if nothing else were asked, so that no word leads away from it."""
        return replace(self, word=None, by_place=True, need="optional")

    def cell_tokens(self, text: str) -> list[Token]:
        """A single name needs no quotes, whatever it is made of; in quotes it is taken literally."""
        tokens = tokens_of(text)
        if any(not token.is_closed for token in tokens):
            raise refusal("entry.unclosed", self.field)
        if self.is_single and not (len(tokens) == 1 and tokens[0].is_quoted):
            return [Token(text, 0)]
        return tokens

    def cell_texts(self, value: Any, lexicon: Lexicon) -> Iterator[str]:
        """Texts that may give the answer, the shortest first."""
        if not self.many:
            yield from (self.name_of(value, lexicon), str(value), quoted(str(value)))
        elif not value:
            yield NONE
        else:
            yield ", ".join(self.name_of(one, lexicon) for one in value)
            yield ", ".join(str(one) for one in value)
            yield ", ".join(str(one) if isinstance(one, int) else quoted(one) for one in value)

    def check_known(self, value: Any, lexicon: Lexicon) -> None:
        """Refuse an unknown name where only the choices can be meant."""

    def name_of(self, value: Any, lexicon: Lexicon) -> str:
        choice = next((one for one in self.choices if one.meaning == value), None)
        return str(value) if choice is None else lexicon.name_among(choice, self.choices)

    # Telling

    def describe(self, value: Any, telling: Telling) -> str:
        """An answer in a few words."""
        if isinstance(value, list | tuple):
            return ", ".join(self.describe(one, telling) for one in value) or TICK
        return str(value) if self.takes_text else telling.name(str(value))

    def describe_in(self, fields: Draft, telling: Telling) -> str:
        """Its answer among others, in a few words."""
        return self.describe(fields[self.field], telling) if self.field in fields else ""


Questions = tuple[Question, ...]
Ask = Callable[[Draft], Questions]
IsNeeded = Callable[[Question], bool]
Order = Callable[[Questions], Questions]
Gaps = Iterator[tuple[Cursor, Question]]


class Leaf(NamedTuple):
    """A cell of a grid, without its row or player."""

    path: Path
    question: Question
    word: str
    key: Question | None = None
    of: str = ""
    """Of which key, in a table that has a column for each."""


def in_order(choices: Sequence[Choice], question: Question) -> list[Choice]:
    return sorted(choices, key=lambda one: (one.refusal is not None, one.value != question.default))


def in_turn(questions: Questions) -> Questions:
    """Questions in the order in which keys come to them."""
    return tuple(sorted(questions, key=lambda one: one.turn))


def gaps(
    questions: Questions, fields: Draft, is_needed: IsNeeded, outer: Cursor = (), order: Order = tuple
) -> Gaps:
    """The questions without an answer that need one, and where they are; in rows and groups too."""
    for question in order(questions):
        value, place = fields.get(question.field), (*outer, question.field)
        if value is not None:
            yield from question.gaps(place, value, is_needed, order)
            continue
        others = (*question.fields, *question.replaces)
        if is_needed(question) and not any(fields.get(name) is not None for name in others):
            yield place, question


def missing(questions: Questions, fields: Draft, lexicon: Lexicon = ENGLISH) -> list[Violation]:
    """What must be answered and is not, in the block and in its rows and groups."""
    found = gaps(questions, fields, lambda question: not question.is_optional)
    return [question.missing(lexicon) for _, question in found]


def with_defaults(questions: Questions, fields: Draft) -> dict[str, Any]:
    """Answers, in rows and groups too, with the defaults of what was not answered there."""
    defaults = {one.field: one.default for one in questions if one.default is not None and one.applies}
    found: dict[str, Any] = {**defaults, **fields}
    for one in questions:
        if fields.get(one.field) is not None:
            found[one.field] = one.with_defaults(fields[one.field])
    return found


def rename_players(questions: Questions, draft: Draft, names: Renamed) -> dict[str, Any]:
    """The draft with the players' present names, without those who left and without what held nothing else."""
    found = dict(draft)
    for question in questions:
        if question.field in found:
            found[question.field] = question.rename(found[question.field], names)
    return {field: value for field, value in found.items() if value is not None}


def present_name(name: str, names: Renamed) -> str | None:
    return names.get(fold(name), name)


def refused_answers(questions: Questions, draft: Draft) -> list[Violation]:
    """Answers that the rules refuse, as far as their choices tell; of rows only the last, until it is finished."""
    given = [(one, draft[one.field]) for one in questions if draft.get(one.field)]
    return [Violation(message, one.field) for one, value in given for message in one.refusals(value)]


def without_hidden(questions: Questions, fields: Draft, redaction: Iterable[str]) -> dict[str, Any]:
    """Answers without those that are hidden from the table, in groups too."""
    hidden = {one.field for one in questions if one.hidden in redaction}
    found = {key: value for key, value in fields.items() if key not in hidden}
    for one in questions:
        if found.get(one.field) is not None:
            found[one.field] = one.visible(found[one.field], redaction)
    return found
