"""Pairs of a key and a value: who has how many; the value may be a group."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.core.errors import refused
from companion.core.forms import Draft, Value
from companion.core.messages import Message
from companion.forms.drafts import NEXT, Cursor, Path
from companion.forms.lexicon import Lexicon
from companion.forms.matching import Match
from companion.forms.questions.group import Group, Holder
from companion.forms.questions.question import (
    TICK,
    Gaps,
    IsNeeded,
    Known,
    Leaf,
    Order,
    Question,
    Renamed,
    Telling,
    Words,
    renamed_player,
)
from companion.forms.questions.tally import Tally
from companion.forms.tokens import Token, is_number, number

if TYPE_CHECKING:
    from companion.forms.reading import Reader
    from companion.forms.writing import Writer


@dataclass
class Pairs(Holder):
    """`questions` are its key and its value."""

    values: tuple[tuple[str, Question], ...] = ()
    """Questions for the value of some keys, in place of the usual one."""
    least: int = 0

    has_pairs = True

    @property
    def group(self) -> Group | None:
        value = self.questions[1]
        return value if isinstance(value, Group) else None

    @property
    def listed_keys(self) -> list[str]:
        key = self.questions[0]
        return [str(choice.value) for choice in key.choices] if key.letters() else []

    def inside(self, step: str) -> Question | None:
        return dict(self.values).get(step, self.questions[0 if step == NEXT else 1])

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        return (*cursor, NEXT)

    def next_place(self, outer: Cursor, last: str | int, held: Any) -> Cursor:
        return (*outer, NEXT) if last != NEXT and self.has_more else ()

    # A tally

    def tally(self, place: Cursor, held: Any) -> Tally | None:
        return Tally(self, place, self.pairs(held)) if self.is_tally else None

    def pairs(self, held: Any) -> tuple[tuple[Value, int], ...]:
        return tuple((held or {}).items())

    def held(self, pairs: Sequence[tuple[Value, int]]) -> Any:
        return {str(what): number for what, number in pairs}

    def step_to(self, at: int, what: Value) -> Cursor:
        return (str(what),)

    # The draft

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        for key, held in value.items() if self.group else ():
            yield from self.questions[1].gaps((*place, key), held, is_needed, order)

    def renamed(self, value: Any, names: Renamed) -> Any:
        of_key, of_value = self.questions
        table = {}
        for name, inner in value.items():
            now = renamed_player(name, names) if of_key.names_player else name
            answer = of_value.renamed(inner, names)
            if now is not None and answer is not None:
                table[now] = answer
        return table or None

    def refused(self, value: Any) -> list[Message]:
        return [one.refusal for one in self.questions[0].choices if one.refusal and one.meaning in value]

    def visible(self, value: Any, redaction: Iterable[str]) -> Any:
        return {key: self.questions[1].visible(held, redaction) for key, held in value.items()}

    # Lines

    def open(self, reader: "Reader") -> None:
        reader.frame.fields.setdefault(self.field, {})
        reader.wait(self, is_satisfied=True)

    def known(self, reader: "Reader", token: Token) -> Known | None:
        inner = self.asked_now(reader)
        return inner.choices, inner.is_open

    def asked_now(self, reader: "Reader") -> Question:
        return self.questions[reader.key is not None]

    def given_keys(self, fields: Draft) -> tuple[object, ...]:
        return tuple(fields.get(self.field, ()))

    def take(self, reader: "Reader", token: Token, found: Match | None) -> bool:
        of_key, of_value = self.questions
        reader.begin(self)
        table = reader.frame.fields.setdefault(self.field, {})
        reader.wait(self, is_satisfied=True)
        if reader.key is not None:
            value = of_value.value_of(token, found, reader.lexicon)
            if value is None:
                raise of_value.misfit(token, reader.lexicon)
            table[reader.key] = [value] if of_value.many else value
            reader.key = None
            return True
        if of_value.many and table and is_number(token.text) and not token.is_quoted:
            reader.append_to(self, table[next(reversed(table))], number(token.text))
            reader.wait(self, is_satisfied=True)
            return True
        if found is None and of_key.value_of(token, None, reader.lexicon) is None:
            raise of_key.misfit(token, reader.lexicon)
        key = str(found.choice.value) if found is not None else token.text
        if key in table:
            raise refused("entry.twice", self.field, word=key)
        reader.check_room(self, table)
        if self.group:
            table[key] = {}
            reader.enter_pair(self, table[key])
        else:
            reader.key = key
        return True

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        if not self.group:
            return Holder.write(self, writer, value, by_place)
        key, group = self.questions
        lead = writer.lead(self)
        found = [
            word
            for name, one in value.items()
            for word in (lead, writer.name(key, name), *group.words(writer, one))
        ]
        return [], found or [lead]

    def words(self, writer: "Writer", value: Any) -> Iterator[str]:
        key, held = self.questions
        for name, amount in value.items():
            yield key.word_for(writer, name)
            yield from held.words(writer, amount)

    # Cells

    def leaves(self, path: Path) -> list[Leaf]:
        if self.group or not self.listed_keys:
            return [Leaf(path, self, self.word or self.field)]
        key, value = self.questions
        word = self.word or self.field
        return [Leaf((*path, name), value, word, key, name) for name in self.listed_keys]

    def alone(self) -> "Pairs":
        return replace(self, word=self.word if self.group else None, by_place=True, need="optional")

    def check_known(self, value: Any, lexicon: Lexicon) -> None:
        for inner in value.values():
            self.questions[1].check_known(inner, lexicon)

    # Telling

    def told(self, value: Any, telling: Telling) -> str:
        key, held = self.questions
        is_option = self.field == "options"
        pairs = [
            (telling.option(name) if is_option else key.told(name, telling), held.told(one, telling))
            for name, one in value.items()
        ]
        return ", ".join(map(" ".join, pairs)) or TICK
