"""A choice or a list of choices; the places of a race; names of several kinds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice, Draft
from companion.core.messages import Message, say
from companion.core.names import fold, slip_of
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import begins, match, skeleton
from companion.forms.questions.question import TICK, Question, Renamed, Telling, Words, present_name
from companion.forms.tokens import Token, is_number, number
from companion.forms.writing import known_by

if TYPE_CHECKING:
    from companion.forms.entry_form import EntryForm
    from companion.forms.reading import AnswerReader, Opening
    from companion.forms.writing import Writer


@dataclass
class Pick(Question):
    @property
    def limits(self) -> Message | None:
        return say("screen.joins", sign=self.joint) if self.joint else None

    def letters(self) -> tuple[Choice, ...]:
        return () if self.is_open else tuple(self.candidates("", ENGLISH))

    def press(self, form: "EntryForm", key: str) -> "EntryForm":
        """Pick a choice by its letter if nothing is typed; else type a name until only one choice fits."""
        if self.joint and key == self.joint and form.hand.can_join:
            return form.type_on(key)
        word = form.typed.removeprefix(self.joint)
        if not word and (key.isdecimal() or not self.is_open):  # new names begin with letters
            picked = form.lexicon.of_key(self.choices, key)
            if picked is not None:
                return form.choose(picked)
        if self.choices and not self.is_open:
            found = self.candidates(word + key, form.lexicon)
            if not found:
                raise form.hand.no_answer(key)
            if len(found) == 1 and not is_guess(word + key, found[0], form.lexicon):
                return form.choose(found[0])
        return Question.press(self, form, key)

    def take_typed(self, form: "EntryForm") -> "EntryForm":
        if form.hand.candidates:
            return Question.take_typed(self, form)
        if not self.is_open:
            raise self.misfit(Token(form.typed, 0))
        name = form.hand.new_name()
        close = self.close_to(name)
        return form.give(name) if close is None else form.ask_about(name, close)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return Question.candidates(self, typed.removeprefix(self.joint), lexicon)

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        told = next((one for one in self.choices if one.meaning == value), None)
        more = [value] * (1 if told is None else told.low)
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


@dataclass
class Places(Pick):
    """A list of lists of players; the players of an inner list tie."""

    names_player: bool = True
    many: bool = True
    joint: str = "="

    @property
    def limits(self) -> Message | None:
        return say("screen.ties")

    def with_defaults(self, value: Any) -> Any:
        return [inner for inner in value if inner]

    def rename(self, value: Any, names: Renamed) -> Any:
        return [[name for one in tied if (name := present_name(one, names)) is not None] for tied in value]

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        if is_joined and held:
            return [*held[:-1], [*held[-1], value]]
        return [*(held or ()), [value]]

    def without_last(self, held: Any) -> tuple[Any, Any]:
        if not held:
            return held, ""
        *others, last = held
        return [*others, *([last[:-1]] if last[:-1] else [])], last[-1] if last else ""

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        if opening is not None and reader.word is None:
            raise Refusal(self.missing())
        reader.fields.setdefault(self.field, []).append([])
        return Pick.read(self, reader, opening)

    def answers_in(self, fields: dict[str, Any], field: str) -> list[Any]:
        tied: list[Any] = fields[field][-1]
        return tied

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        lead = writer.lead(self)
        return [], [word for tied in value for word in (lead, *(writer.name(self, one) for one in tied))]

    def describe(self, value: Any, telling: Telling) -> str:
        tied = [" = ".join(map(telling.player, one)) for one in value]
        return ", ".join(tied) or TICK


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
        return tuple(one for one in self.choices if not self.needs_word or one.answer is not None)

    def led_by(self, lexicon: Lexicon) -> list[str]:
        """The keyword, if a screen must show it before a name; else empty."""
        return [lexicon.word(self.word)] if self.needs_word else []


@dataclass
class Names(Question):
    """Names of several kinds, with a list for each kind: the towns of an extension."""

    many: bool = True

    def close_to(self, name: str) -> Choice | None:
        known = {fold(str(one.value)): one for one in self.every_choice}
        found = slip_of(fold(name), known)
        return None if found is None else known[found]

    def take_typed(self, form: "EntryForm") -> "EntryForm":
        """Take the first of the typed names, which commas separate, then the others."""
        first, _, rest = form.typed.partition(",")
        form, rest = replace(form, typed=first.strip(), marked=None), rest.strip()
        if not form.hand.candidates:
            name = form.hand.new_name()
            return form.ask_about(name, self.close_to(name), rest=rest)
        choice = form.hand.choice_meant()
        if self.route_of(choice) is None:
            return form.ask_about(str(choice.value), rest=rest)
        return form.choose(choice).take_rest(rest)

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


def is_guess(typed: str, choice: Choice, lexicon: Lexicon) -> bool:
    """Whether the typed text doesn't begin the name on the screen, so that it may become another name."""
    bones, english = skeleton(typed), str(choice.value)
    if typed.isdecimal() or begins(lexicon.local_name(choice), bones):
        return False
    is_english = begins(english, bones)
    return is_english and not choice.is_word if is_english else len(typed) == 1
