"""Names of several kinds, with a list for each kind: the towns of an extension."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice, Draft
from companion.core.messages import Message
from companion.core.names import fold, slip_of
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import Match
from companion.forms.questions.question import Known, Question, Telling, Words
from companion.forms.tokens import Token
from companion.forms.writing import known_by

if TYPE_CHECKING:
    from companion.forms.entry_form import EntryForm
    from companion.forms.reading import AnswerReader
    from companion.forms.writing import Writer


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
    routes: tuple[Route, ...] = ()

    many = True

    def offered_choices(self, route: Route | None = None) -> Iterator[Choice]:
        for one in self.routes:
            if route is None or one == route:
                yield from one.by_name if route is None else one.choices

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
        word, _, name = typed.partition(" ")
        led = [one for one in self.routes if one.needs_word and lexicon.whole_word((one.word,), word)]
        if name and led:  # typed as a screen shows it
            choices: Sequence[Choice] = led[0].choices
            typed = name
        else:
            choices = self._known_choices(typed)
        found = [] if typed.startswith('"') else lexicon.starting_with(choices, typed)
        # towns that are reached already, as the hint says, come last
        return sorted(
            found, key=lambda one: (one.refusal is not None, one.hint is not None and not one.answer)
        )

    def _known_choices(self, typed: str) -> list[Choice]:
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

    def open(self, reader: "AnswerReader") -> None:
        reader.wait(self)

    def choices_for(self, reader: "AnswerReader", token: Token) -> Known | None:
        if reader.route is not None:
            return reader.route.choices, reader.route.is_open
        return [one for route in self.routes for one in route.by_name], False

    def take(self, reader: "AnswerReader", token: Token, found: Match | None) -> bool:
        route = reader.route
        if route is None and found is not None:
            route = self.route_of(found.choice)
        if route is None:
            return False
        reader.begin(self)
        name = token.text if found is None else found.choice.meaning
        reader.append(self, route.field, name)
        return True

    def misfit(self, token: Token, lexicon: Lexicon = ENGLISH) -> Refusal:
        route = self.kind_of(token.text)
        if route is not None:
            lead = lexicon.word(route.word)
            own = tuple(f"{lead} {one.value}" for one in route.choices if one.answer is None)
            return refusal("entry.which-one", self.field, word=token.text, kind=route.ask, words=own)
        words = tuple(f"{lexicon.word(one.word)} {token.text}" for one in self.routes if one.is_open)
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
                said = (writer.word_of(route.choices, one, route.is_open) for one in names)
                led += [writer.word(route.word), *said]
        return plain, led

    def describe_in(self, fields: Draft, telling: Telling) -> str:
        names = ((route, name) for route in self.routes for name in fields.get(route.field, ()))
        return ", ".join(" ".join((*route.led_by(telling.lexicon), str(name))) for route, name in names)
