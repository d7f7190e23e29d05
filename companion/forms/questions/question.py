"""The base of all questions. Each kind is a class in this folder and knows what a key does to its answer, how a line
and a cell are read and written, how a screen describes the answer, and what is missing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from companion.core.errors import Refusal, Violation, refusal
from companion.core.forms import RARE, Choice, Draft, Value
from companion.core.messages import Message, say
from companion.core.names import SLIP, fold, nearest
from companion.core.views import Term, Text
from companion.forms.drafts import Cursor, Path
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.tokens import Token, quote, tokens_of

if TYPE_CHECKING:
    from companion.forms.entry_form import EntryForm
    from companion.forms.questions.pick import Route
    from companion.forms.reading import AnswerReader, Opening
    from companion.forms.writing import Writer

Need = Literal[
    "needed",
    "expected",  # keys ask it as if it were needed; a line may omit it
    "optional",
    "unfit",  # irrelevant after what was chosen: keys skip it, but a line can answer it
]
Words = tuple[list[str], list[str]]
"""The words of an answer in a line: those given by position, and those after a keyword."""
Renamed = Mapping[str, str | None]
"""The players' present names by folded name; None for a player who left."""
NONE = "-"
"""The text of a cell for an empty list or table. A blank cell means no answer."""
TICK = "✓"


class Telling(NamedTuple):
    """The words with which a screen describes answers."""

    name: Callable[[str], str]
    player: Callable[[str], str]
    option: Callable[[str], str]
    label: Callable[["Question"], str]
    no: str
    lexicon: Lexicon
    row: int | None = None
    """The index of the current row."""


@dataclass
class Question:
    field: str
    ask: Message
    word: str | None = None
    """The keyword before the answer in a line; None if the answer is given by position only."""
    _: KW_ONLY
    by_place: bool = True
    """Whether a line may give the answer by position, without the keyword."""
    need: Need = "needed"
    turn: int = 0
    """Keys ask the questions with a lower turn first; a line keeps the order of the questions."""
    key: str = ""
    """The sign key that leads to this question or switches its two choices; keys don't ask it in turn."""
    help: Message | None = None
    none: Message | None = None
    """The label of the answer 0, if there is a better one than "none"."""
    hidden: Literal["", "money", "until-end"] = ""
    """Hidden from the players while money is hidden, or until the game is over."""
    replaces: tuple[str, ...] = ()
    """Fields that say the same in another way: an answer here removes them, and an answer there is enough."""
    default: Value | None = None
    """The answer that Enter accepts; a line must give it."""
    assumed: Value | None = None
    """The answer if a line omits it, in every state; it isn't printed."""
    questions: "Questions" = ()
    """The questions of a row or a group, or a table's key and value."""
    choices: tuple[Choice, ...] = ()
    is_open: bool = False
    """Whether new names are accepted beside the choices."""
    names_player: bool = False
    """Whether answers are players, under old or present names."""
    many: bool = False
    """Whether the answer is a list, of values or of rows."""
    can_repeat: bool = False
    """Whether a list may hold the same answer twice."""
    least: int = 0
    most: int | None = None
    joint: str = ""
    """The sign that joins the next answer to the last one of a list."""
    joins: Message | None = None
    """The question for the answer that is joined."""
    heads_row: bool = False
    """Whether this question begins rows, and no two rows may begin with the same choice."""
    low: int | None = None
    high: int | None = None
    """The bounds of a number, or of each number in a list."""
    left_of: int | None = None
    """If set, players count what is left of this number, and the answer is the difference."""
    taken: tuple[Choice, ...] = ()
    """Names used for something else. Keys ask, with the hint, whether the same thing is meant."""
    names_in: str | None = None
    """The field of the table with these numbers' names; a missing name is asked for."""
    may_imply: bool = False
    """Whether choices may fill other fields. In a line a quoted name fills nothing, so names are printed quoted."""
    routes: "tuple[Route, ...]" = ()
    """The kinds of names, if there are several."""
    is_of_player: bool = False
    """Whether the keyword is a player's name."""
    squares: "tuple[tuple[int, Message | None, tuple[str, ...]], ...]" = ()
    """The numbers on the board, each with why the rules refuse it, or None, and who has reached it."""

    # What a kind of question is, always

    has_rows = False
    has_pairs = False
    """Whether the answer is a table of values by key."""
    previews_parts = False
    """Whether an entry is previewed although answers inside are missing."""
    is_numeric = False
    """Whether answers are numbers."""
    is_prose = False
    """Whether signs are part of the answer, as letters are, and not keys."""
    takes_a_place = True
    """Whether the questions after this one need keywords in a line if this one has no answer."""

    @classmethod
    def with_keyword(cls, field: str, ask: Message, word: str | None = None, **more: Any) -> Self:
        """Make an optional question that a line answers only after its keyword, by default the name of the field."""
        return cls(field, ask, word or field, **{"by_place": False, "need": "optional", **more})

    # Structure

    @property
    def level(self) -> "Questions":
        """The inner questions that keys ask one after the other."""
        return () if self.has_pairs else self.questions

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field, *[route.field for route in self.routes])

    def route_of(self, choice: Choice) -> "Route | None":
        return next((one for one in self.routes if choice in one.choices), None)

    def route_with(self, word: object) -> "Route | None":
        return next((one for one in self.routes if one.word == word), None)

    def kind_of(self, name: str) -> "Route | None":
        """The kind of a name whose kind is known, but not what it stands for; None for other names."""
        return next((one for one in self.routes if fold(name) in map(fold, one.unplaced)), None)

    def close_to(self, name: str) -> Choice | None:
        """The choice that a name probably misspells; None if no choice is close."""
        known = {fold(spelling): one for one in reversed(self.every_choice) for spelling in one.names}
        found = nearest(fold(name), known, SLIP)
        return None if found is None else known[found]

    @property
    def every_choice(self) -> tuple[Choice, ...]:
        return (*self.choices, *(one for route in self.routes for one in route.choices))

    @property
    def is_optional(self) -> bool:
        """Whether a line may omit this question. The alternative to a needed question isn't optional."""
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
        """Whether the answer is a list of plain values."""
        return self.many and not self.questions

    @property
    def is_open_ended(self) -> bool:
        """Whether the answer is a list or a table."""
        return self.many or self.has_pairs

    @property
    def is_single(self) -> bool:
        return not self.many and not self.questions

    @property
    def is_tally(self) -> bool:
        """Whether the answer counts things: each press of a letter counts one more of its thing."""
        if not self.is_open_ended or len(self.questions) != 2:
            return False
        what, count = self.questions
        is_pick = bool(what.letters()) and not what.many and all(one.key.isalpha() for one in what.choices)
        return is_pick and count.is_amount and not count.is_optional

    @property
    def group(self) -> "Question | None":
        """In a table such as {Anton = {points = 3}}, the question for the group of each key; else None."""
        return None

    @property
    def listed_keys(self) -> list[str]:
        """The keys of a table that accepts no others; else empty."""
        return []

    @property
    def heads(self) -> "list[Question]":
        """The questions whose answers identify a row."""
        return []

    @property
    def is_amount(self) -> bool:
        """Whether the answer is one number."""
        return False

    @property
    def limits(self) -> Message | None:
        return None

    @property
    def takes_text(self) -> bool:
        """Whether any text may be an answer."""
        is_free = self.is_open or self.is_prose or any(route.is_open for route in self.routes)
        return is_free or (bool(self.questions) and self.questions[0].takes_text)

    @property
    def can_be_none(self) -> bool:
        """Whether 0 means "none" while the question is unanswered."""
        is_plain_list = self.is_list and self.is_optional and not self.routes and not self.joint
        return is_plain_list or (self.is_open_ended and bool(self.questions) and not self.least)

    @property
    def has_more(self) -> bool:
        """Whether the rules allow another row or pair."""
        first = self.questions[0] if self.is_open_ended and self.questions else None
        if first is None:
            return False
        return first.is_open or not first.choices or any(one.refusal is None for one in first.choices)

    @property
    def nothing(self) -> Any:
        """The answer "none"."""
        return {} if self.has_pairs else []

    def with_parts(self, choices: tuple[Choice, ...], questions: "Questions") -> Self:
        """Return the question with other choices, or with other inner questions, if it has any."""
        parts: dict[str, Any] = {"questions": questions} if self.questions else {"choices": choices}
        return replace(self, **parts) if self.questions or self.choices else self

    def is_full(self, answers: Any) -> bool:
        return self.most is not None and len(answers) >= self.most

    def inside(self, step: str) -> "Question | None":
        return next((one for one in self.questions if one.field == step), None)

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        """The cursor of the first inner question: in the next row, the next pair or the group."""
        return cursor

    def next_place(self, outer: Cursor, last: str | int, held: Any) -> Cursor:
        """The cursor of the next row or pair; empty if there can be no other."""
        return ()

    # The draft

    def gaps(self, place: Cursor, value: Any, is_needed: "IsNeeded", order: "Order") -> "Gaps":
        """Yield the inner questions that need an answer, and this one if it needs more rows or values."""
        if self.many and len(value) < self.least:
            yield place, self

    def with_defaults(self, value: Any) -> Any:
        return value

    def rename(self, value: Any, names: Renamed) -> Any:
        """Return the answer with the players' present names; None if it held only players who left."""
        return value

    def refusals(self, value: Any) -> list[Message]:
        """Why the rules refuse an answer, as far as the choices say so."""
        return []

    def visible(self, value: Any, redaction: Iterable[str]) -> Any:
        """Return the answer without hidden values."""
        return value

    # Keys

    def press(self, form: "EntryForm", key: str) -> "EntryForm":
        """Type a character; raise Refusal if it fits no answer."""
        return form.type_on(form.typed + key)

    def take_typed(self, form: "EntryForm") -> "EntryForm":
        """Accept the typed text; raise Refusal if it isn't an answer."""
        return form.choose(form.hand.choice_meant())

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        """The choices that fit the typed text, allowed ones before refused ones."""
        choices = self.questions[0].choices if self.questions else self.choices
        found = [] if typed.startswith('"') else lexicon.starting_with(choices, typed)
        return sorted(found, key=lambda one: (one.refusal is not None, one.value != self.default))

    def letters(self) -> tuple[Choice, ...]:
        """The choices that can be answered with one letter."""
        return ()

    def is_live(self, typed: str) -> bool:
        """Whether the typed text is an answer already, even if more can be typed."""
        return False

    def is_unfinished(self, typed: str) -> bool:
        """Whether the typed text begins a number but isn't an answer yet."""
        return False

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        """Return the answers with one more."""
        return value

    def without_last(self, held: Any) -> tuple[Any, Any]:
        """Return the answers without the last one, and the last one."""
        return (held[:-1], held[-1]) if held else (held, "")

    # Lines

    @property
    def is_led(self) -> bool:
        """Whether each row begins with the keyword: the answers alone don't show where a row ends."""
        return False

    ends_at_other_words = False
    """Whether a list ends at a word that doesn't fit, which then goes to the next question."""

    def choice_of(self, token: Token) -> Choice | None:
        """The choice that a word names; None if it names none. Raise Refusal if it can be several."""
        return None

    def value_of(self, token: Token) -> Any:
        """Return the answer that a word gives if it names no choice; None if it gives none."""
        return token.text

    def meaning_of(self, token: Token, route: "Route | None") -> tuple[str, Any, Choice | None] | None:
        """The field and the value that a word gives, and the choice it names; None if it gives none."""
        found = self.choice_of(token)
        value = self.value_of(token) if found is None else found.meaning
        return None if value is None else (self.field, value, found)

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        """Read the next words, after the keyword `opening`; return False if the next word is no answer."""
        is_begun, is_led = False, opening is not None
        if is_led and self.many and not self.routes:
            reader.fields.setdefault(self.field, [])
        while (token := reader.word) is not None:
            given = self.meaning_of(token, opening and opening.route)
            if given is None:
                if is_led and not is_begun:
                    raise self.misfit(token)
                return is_begun and self.ends_at_other_words
            reader.words.take()
            reader.begin(self)
            field, value, found = given
            if not self.many:
                reader.fields[field] = value
                reader.imply(() if found is None or token.is_quoted else (found,))
                return True
            is_begun, answers = True, self.answers_in(reader.fields, field)
            reader.check_room(self, answers)
            answers.append(value)
            reader.imply(one for one in self.choices if one.meaning == value)
            if self.is_full(answers):
                return True
        if is_led and not is_begun and (self.least or self.routes or not self.many):
            raise Refusal(self.missing())
        return True

    def answers_in(self, fields: dict[str, Any], field: str) -> list[Any]:
        """The list that takes the next answer."""
        answers: list[Any] = fields.setdefault(field, [])
        return answers

    def misfit(self, token: Token) -> Refusal:
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
        said = list(self.words(writer, value))
        if not said and self.word is not None:
            return [], [writer.lead(self)]
        lead = [] if by_place or self.word is None else [writer.lead(self)]
        return ([*lead, *said], []) if by_place else ([], [*lead, *said])

    def words(self, writer: "Writer", value: Any) -> Iterator[str]:
        for one in value if self.many else (value,):
            yield self.word_for(writer, one)

    def word_for(self, writer: "Writer", value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) if isinstance(value, int) else writer.name(self, value)

    # Cells

    def leaves(self, path: Path) -> "list[Leaf]":
        """The cells in which the answer is typed."""
        return [Leaf(path, self, self.word or self.field)]

    def alone(self) -> Self:
        """Return the question as if it were the only one: a keyword only leads to its next row or group."""
        word = self.word if self.has_rows or self.group else None
        return replace(self, word=word, by_place=True, need="optional")

    def cell_tokens(self, text: str) -> list[Token]:
        """Split a cell's text into words; a single name is one word. Raise Refusal for an unclosed quote."""
        tokens = tokens_of(text)
        if any(not token.is_closed for token in tokens):
            raise refusal("entry.unclosed", self.field)
        if self.is_single and not (len(tokens) == 1 and tokens[0].is_quoted):
            return [Token(text, 0)]
        return tokens

    def cell_texts(self, value: Any, lexicon: Lexicon) -> Iterator[str]:
        """Yield texts that may read back as the answer, shortest first."""
        if not self.many:
            yield from (self.name_of(value, lexicon), str(value), quote(str(value)))
        elif not value:
            yield NONE
        else:
            yield ", ".join(self.name_of(one, lexicon) for one in value)
            yield ", ".join(str(one) for one in value)
            yield ", ".join(str(one) if isinstance(one, int) else quote(one) for one in value)

    def check_known(self, value: Any) -> None:
        """Raise Refusal for a name that isn't a choice, if no new names are accepted."""

    def name_of(self, value: Any, lexicon: Lexicon) -> str:
        choice = next((one for one in self.choices if one.meaning == value), None)
        return str(value) if choice is None else lexicon.name_among(choice, self.choices)

    # Telling

    def describe(self, value: Any, telling: Telling) -> str:
        if isinstance(value, bool):
            return TICK if value else telling.no
        if isinstance(value, list | tuple):
            return ", ".join(self.describe(one, telling) for one in value) or TICK
        return str(value) if self.takes_text else telling.name(str(value))

    def describe_in(self, fields: Draft, telling: Telling) -> str:
        return self.describe(fields[self.field], telling) if self.field in fields else ""


Questions = tuple[Question, ...]
Ask = Callable[[Draft], Questions]
IsNeeded = Callable[[Question], bool]
Order = Callable[[Questions], Questions]
Gaps = Iterator[tuple[Cursor, Question]]


class Leaf(NamedTuple):
    """A cell of a grid, before its row or player is known."""

    path: Path
    question: Question
    word: str
    of: Text | None = None
    """The key, in a table with a column for each key."""


def key_label(key: Question, name: str) -> Text:
    """Return a player's name as it is, and any other key as a word of the ruleset."""
    return name if key.names_player else Term(name)


def in_turn(questions: Questions) -> Questions:
    """Return the questions in the order in which keys ask them."""
    return tuple(sorted(questions, key=lambda one: one.turn))


def gaps(
    questions: Questions, fields: Draft, is_needed: IsNeeded, outer: Cursor = (), order: Order = tuple
) -> Gaps:
    """Yield the questions that need an answer and have none, with their paths, even in rows and groups."""
    for question in order(questions):
        value, place = fields.get(question.field), (*outer, question.field)
        if value is not None:
            yield from question.gaps(place, value, is_needed, order)
            continue
        others = (*question.fields, *question.replaces)
        if is_needed(question) and not any(fields.get(name) is not None for name in others):
            yield place, question


def missing(questions: Questions, fields: Draft, lexicon: Lexicon = ENGLISH) -> list[Violation]:
    """Violations for needed questions without an answer, including in rows and groups."""
    found = gaps(questions, fields, lambda question: not question.is_optional)
    return [question.missing(lexicon) for _, question in found]


def with_defaults(questions: Questions, fields: Draft) -> dict[str, Any]:
    """Return the answers and the defaults of unanswered questions, including in rows and groups."""
    defaults = {one.field: one.default for one in questions if one.default is not None and one.applies}
    found: dict[str, Any] = {**defaults, **fields}
    for one in questions:
        if fields.get(one.field) is not None:
            found[one.field] = one.with_defaults(fields[one.field])
    return found


def rename_players(questions: Questions, draft: Draft, names: Renamed) -> dict[str, Any]:
    """Return the draft with the players' present names, without players who left and answers about them alone."""
    found = dict(draft)
    for question in questions:
        if question.field in found:
            found[question.field] = question.rename(found[question.field], names)
    return {field: value for field, value in found.items() if value is not None}


def present_name(name: str, names: Renamed) -> str | None:
    return names.get(fold(name), name)


def refused_answers(questions: Questions, draft: Draft) -> list[Violation]:
    """Violations of answers that the choices refuse. Of rows, only an unfinished last row is checked."""
    given = [(one, draft[one.field]) for one in questions if draft.get(one.field)]
    return [Violation(message, one.field) for one, value in given for message in one.refusals(value)]


def without_hidden(questions: Questions, fields: Draft, redaction: Iterable[str]) -> dict[str, Any]:
    """Return the answers without hidden ones, including in groups."""
    hidden = {one.field for one in questions if one.hidden in redaction}
    found = {key: value for key, value in fields.items() if key not in hidden}
    for one in questions:
        if found.get(one.field) is not None:
            found[one.field] = one.visible(found[one.field], redaction)
    return found
