"""Questions that only Whistle Stop asks: names in the board notes, and the values of everybody's gold tokens."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.messages import Message, say
from companion.forms.drafts import Cursor
from companion.forms.questions import Group, Number, Pick
from companion.forms.questions.question import Gaps, IsNeeded, LedByName, Order
from companion.forms.tokens import quote
from companion.forms.writing import Writer, name_for, words, words_of_group


@dataclass(kw_only=True)
class NotedName(Pick):
    """A name in the board notes, which fills other fields. In a line a quoted name fills nothing."""


@name_for.register
def _quoted_name(question: NotedName, writer: Writer, value: str) -> str:
    return quote(value)


@dataclass(kw_only=True)
class TakenPieces(Pick):
    """Pieces taken in a row of trades. Only the row that is being answered may be half a trade."""

    row: int

    def gaps(self, place: Cursor, value: object, is_needed: IsNeeded, order: Order) -> Gaps:
        if place[-2] == self.row:
            yield from super().gaps(place, value, is_needed, order)


@dataclass(kw_only=True)
class TokenValues(LedByName, Number):
    """The values of a player's gold tokens."""

    many: bool = True

    def limits(self, can_join: bool) -> Message | None:
        return say("screen.one-of", values=tuple(range(self.low or 0, (self.high or 0) + 1)))


@dataclass(kw_only=True)
class TokensByPlayer(Group):
    """A group with the token values of each player, in a line under the present names."""


@words.register
def _words_of_tokens(question: TokensByPlayer, writer: Writer, value: Any) -> Iterator[str]:
    yield from words_of_group(question, writer, {writer.player(name): held for name, held in value.items()})
