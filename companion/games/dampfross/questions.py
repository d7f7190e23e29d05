"""Questions that only Dampfross asks: cities by number or name, players who share a train or a place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.forms.drafts import Cursor
from companion.forms.questions import BoardNumber, Joined, Partners, Pick
from companion.forms.questions.meaning import Answered, Meaning, Typed, TypedText
from companion.forms.questions.question import TICK, Gaps, IsNeeded, Labels, Order, Renamed, present_name
from companion.forms.reading import AnswerReader, Opening, read, read_values
from companion.forms.tokens import is_number, number
from companion.forms.writing import Words, Writer, lead, name_for, write

_NUMBERED = re.compile(r"(?P<name>\D+?)\s*(?P<number>\d+)")
"""A name and its number, such as Berlin 31."""


@dataclass(kw_only=True)
class CityNumber(BoardNumber):
    """A number on the board, which can also be given by the name of its city; or a list of such numbers."""

    def too_much(self, typed: str) -> Message:
        return say("entry.no-square", word=typed, low=self.low or 0, high=self.high)

    def can_become(self, digits: str) -> bool:
        return any(str(square.number).startswith(digits) for square in self.squares)

    def take_typed(self, prompt: Typed) -> Meaning:
        named = None if not self.names_in else _NUMBERED.fullmatch(prompt.typed.strip('"'))
        if named is None or is_number(prompt.typed) or prompt.candidates:
            return super().take_typed(prompt)
        return Answered(number(named["number"]), name=named["name"])


@dataclass(kw_only=True)
class JoinedPlayers(Joined):
    many: bool = True
    names_player: bool = True

    def can_be_none(self, held: Any) -> bool:
        return False

    def press(self, prompt: Typed, key: str) -> Meaning:
        if key == self.joint and prompt.can_join:
            return TypedText(key)
        return super().press(prompt, key)


@dataclass(kw_only=True)
class Runners(JoinedPlayers, Partners):
    """The player or players of a train."""

    joint = "+"

    def limits(self, can_join: bool) -> Message | None:
        return say("screen.joins", sign=self.joint) if can_join else None


@dataclass(kw_only=True)
class Places(JoinedPlayers):
    """A list of lists of players; the players of an inner list tie."""

    joint = "="

    def limits(self, can_join: bool) -> Message | None:
        return say("screen.ties") if can_join else None

    def can_be_none(self, held: Any) -> bool:
        """Whether the other trains can be said not to arrive."""
        return bool(held) and self.most is None

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        if is_needed(self):  # a line may leave out who didn't arrive
            yield from Joined.gaps(self, place, value, is_needed, order)

    def nothing(self, held: Any) -> Any:
        """The places, with an empty one and no name for the next: nobody else arrives."""
        return [*held, [], []]

    def with_defaults(self, value: Any) -> Any:
        return [tied for tied in value if tied]

    def rename(self, value: Any, names: Renamed) -> Any:
        places = ([present_name(player, names) for player in tied] for tied in value)
        return [[name for name in tied if name is not None] for tied in places]

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        if is_joined and held:
            return [*held[:-1], [*held[-1], value]]
        return [*(held or ()), [value]]

    def without_last(self, held: Any) -> tuple[Any, Any]:
        if not held:
            return held, ""
        *others, last = held
        return [*others, *([last[:-1]] if last[:-1] else [])], last[-1] if last else ""

    def answers_in(self, fields: dict[str, Any], field: str) -> list[Any]:
        tied: list[Any] = fields[field][-1]
        return tied

    def describe(self, value: Any, labels: Labels) -> str:
        places = [
            " = ".join(Pick.describe(self, player, labels) for player in tied) for tied in value if tied
        ]
        return ", ".join([*places, *([labels.label("nobody")] if is_closed(value) else [])]) or TICK


def is_closed(places: Sequence[Sequence[str]]) -> bool:
    """Whether a form was told that nobody else arrives."""
    return [*map(list, places[-2:])] == [[], []]


@read.register
def _read_places(question: Places, reader: AnswerReader, opening: Opening | None = None) -> bool:
    if opening is not None and reader.word is None:
        raise Refusal(question.missing())
    reader.fields.setdefault(question.field, []).append([])
    return read_values(question, reader, opening)


@write.register
def _write_places(question: Places, writer: Writer, value: Any, by_place: bool) -> Words:
    keyword = lead(question, writer)
    return [], [
        word for tied in value for word in (keyword, *(name_for(question, writer, player) for player in tied))
    ]
