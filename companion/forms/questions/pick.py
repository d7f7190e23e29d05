"""One of the choices, or several; and the places of a race."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.core.forms import Choice
from companion.core.messages import Message, say
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import Match, begins, skeleton
from companion.forms.questions.question import (
    TICK,
    Given,
    Known,
    Question,
    Renamed,
    Step,
    Telling,
    Typing,
    Unknown,
    Words,
    renamed_player,
)
from companion.forms.tokens import Token, is_number, number
from companion.forms.writing import written

if TYPE_CHECKING:
    from companion.forms.hand import Hand
    from companion.forms.reading import Reader
    from companion.forms.writing import Writer


@dataclass
class Pick(Question):
    choices: tuple[Choice, ...] = ()
    is_open: bool = False
    names_player: bool = False
    taken: tuple[Choice, ...] = ()
    heads_row: bool = False
    may_imply: bool = False
    many: bool = False
    least: int = 0
    most: int | None = None
    joint: str = ""
    """As the first question of rows: another answer begins the next row, unless this sign joins it."""

    @property
    def limits(self) -> Message | None:
        return say("screen.joins", sign=self.joint) if self.joint else None

    @property
    def tells_rows_apart(self) -> bool:
        return not self.many

    # Keys

    def letters(self) -> tuple[Choice, ...]:
        return () if self.is_open else tuple(self.candidates("", ENGLISH))

    def press(self, hand: "Hand", key: str) -> Step:
        return press_choice(self, hand, key)

    def take_typed(self, hand: "Hand") -> Step:
        return take_choice(self, hand)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return Question.candidates(self, typed.removeprefix(self.joint), lexicon)

    def added(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        if not self.many:
            return value
        told = next((one for one in self.choices if one.meaning == value), None)
        more = [value] * (1 if told is None else told.low)
        return more if self.most == 1 else [*(held or ()), *more]

    # The draft

    def renamed(self, value: Any, names: Renamed) -> Any:
        if not self.names_player:
            return value
        if isinstance(value, list):
            return [name for one in value if (name := renamed_player(one, names)) is not None]
        return renamed_player(value, names)

    def refused(self, value: Any) -> list[Message]:
        chosen = () if self.many else (value,)
        return [one.refusal for one in self.choices if one.refusal and one.meaning in chosen]

    # Lines

    def known(self, reader: "Reader", token: Token) -> Known | None:
        return self.choices, self.is_open

    def value_of(self, token: Token, found: Match | None, lexicon: Lexicon = ENGLISH) -> Any:
        if found is not None:
            return found.choice.meaning
        if self.choices and isinstance(self.choices[0].value, int):
            return number(token.text) if is_number(token.text) else None
        return token.text

    # Cells

    def check_known(self, value: Any, lexicon: Lexicon) -> None:
        if self.is_open or not self.choices:
            return
        known = {choice.meaning for choice in self.choices}
        for one in value if self.many else (value,):
            if one not in known:
                raise self.misfit(Token(str(one), 0), lexicon)

    # Telling

    def told(self, value: Any, telling: Telling) -> str:
        if isinstance(value, bool):
            return TICK if value else telling.no
        if self.names_player and isinstance(value, str):
            return telling.player(value)
        return Question.told(self, value, telling)


@dataclass
class Places(Question):
    """A list of lists of players: those of an inner list tie."""

    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int | None = None

    many = True

    names_player = True

    joint = "="

    @property
    def limits(self) -> Message | None:
        return say("screen.ties")

    def with_defaults(self, value: Any) -> Any:
        return [inner for inner in value if inner]

    def renamed(self, value: Any, names: Renamed) -> Any:
        return [[name for one in tied if (name := renamed_player(one, names)) is not None] for tied in value]

    # Keys

    def letters(self) -> tuple[Choice, ...]:
        return tuple(self.candidates("", ENGLISH))

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return Question.candidates(self, typed.removeprefix(self.joint), lexicon)

    def press(self, hand: "Hand", key: str) -> Step:
        return press_choice(self, hand, key)

    def take_typed(self, hand: "Hand") -> Step:
        return take_choice(self, hand)

    def added(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        if is_joined and held:
            return [*held[:-1], [*held[-1], value]]
        return [*(held or ()), [value]]

    def without_last(self, held: Any) -> tuple[Any, Any]:
        if not held:
            return held, ""
        *others, last = held
        return [*others, *([last[:-1]] if last[:-1] else [])], last[-1] if last else ""

    # Lines

    def open(self, reader: "Reader") -> None:
        reader.frame.fields.setdefault(self.field, []).append([])
        reader.wait(self)

    def known(self, reader: "Reader", token: Token) -> Known | None:
        return self.choices, False

    def value_of(self, token: Token, found: Match | None, lexicon: Lexicon = ENGLISH) -> Any:
        return token.text if found is None else found.choice.meaning

    def take(self, reader: "Reader", token: Token, found: Match | None) -> bool:
        reader.begin(self)
        places = reader.frame.fields.setdefault(self.field, [[]])
        reader.append_to(self, places[-1], self.value_of(token, found))
        return True

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        lead = writer.lead(self)
        return [], [word for tied in value for word in (lead, *(writer.name(self, one) for one in tied))]

    def cell_texts(self, value: Any, lexicon: Lexicon) -> Iterator[str]:
        yield written(self.alone(), value, lexicon)

    def told(self, value: Any, telling: Telling) -> str:
        tied = [" = ".join(map(telling.player, one)) for one in value]
        return ", ".join(tied) or TICK


def press_choice(question: Question, hand: "Hand", key: str) -> Step:
    """A letter picks its choice where nothing is typed; else a name is typed, until only one choice is called so."""
    joint, choices = question.joint, question.choices
    if joint and key == joint and hand.can_join:
        return Typing(key)
    word = hand.typed.removeprefix(joint) if joint else hand.typed
    if not word and (
        key.isdecimal() or not question.is_open
    ):  # only digits are keys where new names are taken
        picked = hand.lexicon.of_key(choices, key)
        if picked is not None:
            return Given(picked.meaning, picked)
    if choices and not question.is_open:
        found = question.candidates(word + key, hand.lexicon)
        if not found:
            raise hand.no_answer(key)
        if len(found) == 1 and not is_guess(word + key, found[0], hand.lexicon):
            return Given(found[0].meaning, found[0])
    return Typing(hand.typed + key)


def take_choice(question: Question, hand: "Hand") -> Step:
    if hand.candidates:
        meant = hand.choice_meant()
        return Given(meant.meaning, meant)
    if not question.is_open:
        raise question.misfit(Token(hand.typed, 0), hand.lexicon)
    name = hand.new_name()
    close = question.close_to(name)
    return Given(name) if close is None else Unknown(name, close)


def is_guess(typed: str, choice: Choice, lexicon: Lexicon) -> bool:
    """Whether what is typed doesn't begin the name on the screen: English then waits for more, one letter too."""
    bones, english = skeleton(typed), str(choice.value)
    if typed.isdecimal() or begins(lexicon.own(choice), bones):
        return False
    is_english = begins(english, bones)
    return is_english and not choice.is_word if is_english else len(typed) == 1
