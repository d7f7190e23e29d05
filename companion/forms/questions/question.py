"""The base of all questions. Each kind is a class in this folder and knows its answers: what a key means, what is
missing, how a screen describes them. How lines and cells give them: `forms/reading.py`, `writing.py` and `cells.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import singledispatch
from typing import Any, Literal, NamedTuple, Self, TypeGuard

from companion.core.choices import RARE, Choice, Draft, Fields, Value
from companion.core.errors import Refusal, Violation, refusal
from companion.core.likeness import SLIP, nearest
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.forms.drafts import Cursor
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import only_with_word, skeletons, with_word
from companion.forms.questions.meaning import Answered, Meaning, Typed, TypedText
from companion.forms.tokens import Token

Need = Literal[
    "needed",
    "expected",  # keys ask it as if it were needed; a line may omit it
    "optional",
    "unfit",  # irrelevant after what was chosen: keys skip it, but a line can answer it
]
Renamed = Mapping[str, str | None]
"""The players' present names by folded name; None for a player who left."""
TICK = "✓"


class Labels(NamedTuple):
    """The words with which a screen describes answers."""

    name: Callable[[str], str]
    player: Callable[[str], str]
    option: Callable[[str], str]
    label: Callable[[str], str]
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
    instead: Message | None = None
    """The choice that leads to this question, beside the questions it replaces. Keys don't ask it in turn."""
    default: Value | None = None
    """The answer that Enter accepts; a line must give it."""
    assumed: Value | None = None
    """The answer if a line omits it, in every state; it isn't printed."""

    choices: tuple[Choice, ...] = ()
    many: bool = False
    """Whether the answer is a list, of values or of rows."""
    least: int = 0
    """How many answers are needed, of a list or a table."""
    most: int | None = None
    is_prose: bool = False
    """Whether signs are part of the answer, as letters are, and not keys."""

    @classmethod
    def with_keyword(cls, field: str, ask: Message, word: str | None = None, **more: Any) -> Self:
        """Make an optional question that a line answers only after its keyword, by default the name of the field."""
        return cls(field, ask, word or field, **{"by_place": False, "need": "optional", **more})

    # Structure

    def close_to(self, name: str) -> Choice | None:
        """The choice that a name probably misspells; None if no choice is close."""
        named = [(choice, spelling) for choice in reversed(self.choices) for spelling in choice.names]
        known = {bones: choice for choice, spelling in named for bones in skeletons(spelling)}
        known |= {fold(spelling): choice for choice, spelling in named}
        return known.get(nearest(fold(name), known, SLIP) or "") or only_with_word(self.choices, name)

    def choice_meaning(self, value: object) -> Choice | None:
        return next((choice for choice in self.choices if choice.meaning == value), None)

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

    def is_full(self, answers: Any) -> bool:
        return self.most is not None and len(answers) >= self.most

    def limits(self, can_join: bool) -> Message | None:
        """What can be typed, in a few words; `can_join` if the next answer can be joined to the last one."""
        return None

    @property
    def takes_text(self) -> bool:
        """Whether any text may be an answer."""
        return self.is_prose

    @property
    def is_listed(self) -> bool:
        """Whether a sentence that asks again lists the choices."""
        return True

    def can_be_none(self, held: Any) -> bool:
        """Whether 0 means "none", after what is answered so far."""
        return False

    def nothing(self, held: object) -> object:
        """The answer "none", after what is answered so far."""
        return []

    # The draft

    def gaps(self, place: Cursor, value: object, is_needed: "IsNeeded", order: "Order") -> "Gaps":
        """Yield the inner questions that need an answer, and this one if it needs more rows or values."""
        yield from ()

    def with_defaults(self, value: object) -> object:
        return value

    def rename(self, value: object, names: Renamed) -> object:
        """Return the answer with the players' present names; None if it held only players who left."""
        return value

    def refusals(self, value: object) -> list[Message]:
        """Why the rules refuse an answer, as far as the choices say so."""
        return []

    def visible(self, value: object, redaction: Iterable[str]) -> object:
        """Return the answer without hidden values."""
        return value

    # Keys

    def press(self, prompt: Typed, key: str) -> Meaning:
        """Type a character; raise Refusal if it fits no answer."""
        return TypedText(prompt.typed + key)

    def take_typed(self, prompt: Typed) -> Meaning:
        """Accept the typed text; raise Refusal if it isn't an answer."""
        choice = prompt.choice_meant()
        return Answered(choice.meaning, choice)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        """The choices that fit the typed text, allowed ones before refused ones."""
        begun = lexicon.fitting(self.choices, typed, self.default)
        return begun or with_word(lexicon.choices(self.choices), typed)

    def letters(self) -> tuple[Choice, ...]:
        """The choices that can be answered with one letter."""
        return ()

    def is_live(self, typed: str) -> bool:
        """Whether the typed text is an answer already, even if more can be typed."""
        return False

    def is_unfinished(self, typed: str) -> bool:
        """Whether the typed text begins a number but isn't an answer yet."""
        return False

    # What is wrong or missing

    def misfit(self, token: Token) -> Refusal:
        return refusal("entry.misfit", self.field, word=token.text, what=self.ask)

    def missing(self, lexicon: Lexicon = ENGLISH) -> Violation:
        offered = [choice for choice in lexicon.fitting(self.choices, "", None) if choice.refusal is None]
        names = tuple(choice.label or lexicon.name_among(choice, self.choices) for choice in offered[:13])
        message = say("entry.missing", what=self.ask)
        if self.is_listed and 0 < len(names) <= 12:
            message = say("entry.missing-choice", what=self.ask, names=names)
        return Violation(message, field=self.field, final=True)

    # Describing

    def describe(self, value: Any, labels: Labels) -> str:
        if isinstance(value, bool):
            return TICK if value else labels.label("no")
        if isinstance(value, list | tuple):
            return ", ".join(self.describe(answer, labels) for answer in value) or TICK
        return str(value) if self.takes_text else labels.name(str(value))


@dataclass(kw_only=True)
class Values(Question):
    can_repeat: bool = False
    """Whether a list may hold the same answer twice."""

    def can_be_none(self, held: object) -> bool:
        return self.many and self.is_optional and held is None

    def gaps(self, place: Cursor, value: Any, is_needed: "IsNeeded", order: "Order") -> "Gaps":
        if self.many and len(value) < self.least:
            yield place, self

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        """Return the list with one more answer."""
        return [value] if self.most == 1 else [*(held or ()), value]

    def without_last(self, held: Any) -> tuple[Any, Any]:
        """Return the list without the last answer, and that answer."""
        return (held[:-1], held[-1]) if held else (held, "")

    def answers_in(self, fields: dict[str, Any], field: str) -> list[Any]:
        """The list that takes the next answer of a line."""
        answers: list[Any] = fields.setdefault(field, [])
        return answers


def new_name(question: Question, name: str) -> str:
    """Return a name; raise Refusal if it begins with a digit: that was meant for another question."""
    if name[:1].isdecimal() and not question.is_prose:
        raise Question.misfit(question, Token(name, 0))
    return name


class LedByName(Question):
    """A question about a player, whose name is its field and its keyword; a line may quote it."""


def question_label(question: Question, name: Callable[[str], str]) -> str:
    """The label of a question, if `name` gives those of keywords."""
    is_name = isinstance(question, LedByName)
    return question.field if is_name else name(question.word or question.field.replace("_", "-"))


@singledispatch
def fields_of(question: Question) -> tuple[str, ...]:
    return (question.field,)


def answer_of(question: Question, fields: Draft) -> Any:
    """The answer in a block, a row or a group, of several fields if it has several; None if there is none."""
    first, *others = fields_of(question)
    return {field: fields[field] for field in others if field in fields} if others else fields.get(first)


def describe_in(question: Question, fields: Draft, labels: Labels) -> str:
    answer = answer_of(question, fields)
    return "" if answer is None else question.describe(answer, labels)


def is_switched(question: Question) -> bool:
    """Whether a question's sign key picks the other one of two choices."""
    return len(question.choices) == 2 and not question.takes_text


def is_list(question: Question | None) -> TypeGuard[Values]:
    """Whether the answer is a list of plain values."""
    return isinstance(question, Values) and question.many


Questions = tuple[Question, ...]
Ask = Callable[[Draft], Questions]
IsNeeded = Callable[[Question], bool]
Order = Callable[[Questions], Questions]
Gaps = Iterator[tuple[Cursor, Question]]


def ask_once(ask: Ask) -> Ask:
    """Cache `ask` for the last draft, compared by its text: a draft that is read is filled in place."""
    known: tuple[str, Questions] = "", ()

    def ask_again(draft: Draft) -> Questions:
        nonlocal known
        text = repr(draft)
        if known[0] != text:
            known = text, ask(draft)
        return known[1]

    return ask_again


def in_turn(questions: Questions) -> Questions:
    """Return the questions in the order in which keys ask them."""
    return tuple(sorted(questions, key=lambda question: question.turn))


def gaps(
    questions: Questions, fields: Draft, is_needed: IsNeeded, outer: Cursor = (), order: Order = tuple
) -> Gaps:
    """Yield the questions that need an answer and have none, with their paths, even in rows and groups."""
    for question in order(questions):
        value, place = fields.get(question.field), (*outer, question.field)
        if value is not None:
            yield from question.gaps(place, value, is_needed, order)
            continue
        others = (*fields_of(question), *question.replaces)
        if is_needed(question) and not any(fields.get(name) is not None for name in others):
            yield place, question


def missing(questions: Questions, fields: Draft) -> list[Violation]:
    """Violations for needed questions without an answer, including in rows and groups."""
    lacking = gaps(questions, fields, lambda question: not question.is_optional)
    return [question.missing() for _, question in lacking]


def with_defaults(questions: Questions, fields: Draft) -> dict[str, object]:
    """Return the answers and the defaults of unanswered questions, including in rows and groups."""
    applied = (question for question in questions if question.applies)
    defaults = {question.field: question.default for question in applied if question.default is not None}
    answers: Fields = {**defaults, **fields}
    for question in questions:
        if fields.get(question.field) is not None:
            answers[question.field] = question.with_defaults(fields[question.field])
    return answers


def rename_players(questions: Questions, draft: Draft, names: Renamed) -> dict[str, object]:
    """Return the draft with the players' present names, without players who left and answers about them alone."""
    answers = dict(draft)
    for question in questions:
        if question.field in answers:
            answers[question.field] = question.rename(answers[question.field], names)
    return {field: value for field, value in answers.items() if value is not None}


def present_name(name: str, names: Renamed) -> str | None:
    return names.get(fold(name), name)


def refused_answers(questions: Questions, draft: Draft) -> list[Violation]:
    """Violations of answers that the choices refuse. Of rows, only an unfinished last row is checked."""
    answered = (question for question in questions if draft.get(question.field))
    refused = ((question.field, question.refusals(draft[question.field])) for question in answered)
    return [Violation(message, field) for field, messages in refused for message in messages]


def without_hidden(questions: Questions, fields: Draft, redaction: Iterable[str]) -> dict[str, object]:
    """Return the answers without hidden ones, including in groups."""
    hidden = {question.field for question in questions if question.hidden in redaction}
    answers = {key: value for key, value in fields.items() if key not in hidden}
    for question in questions:
        if answers.get(question.field) is not None:
            answers[question.field] = question.visible(answers[question.field], redaction)
    return answers
