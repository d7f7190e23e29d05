"""Lists of sessions that fill up while they are read: shared by start page, archive and examples."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import Message
from companion.core.names import clean
from companion.core.times import local_time
from companion.pages.effects import Effect, Link
from companion.pages.page import Page, Row, RowList
from companion.pages.view import View
from companion.report.cards import COLOURS, LONGEST_GAME, Cards
from companion.report.layout import clip_text, width
from companion.report.spans import Line, Paragraph, Span, text
from companion.session.filing import archived_names
from companion.storage.errors import FileError

if TYPE_CHECKING:
    from companion.session.listing import ListedSession, Listing

DIGITS = "123456789"
AT_FIRST, AND_THEN = 40, 16
"""Sessions drawn at first, more than a screen shows; then `AND_THEN` times as many each time."""
ROOM: list[Line] = [(), ()]
"""Lines of a card that isn't drawn yet."""


class SessionsView(View):
    listing: "Listing"
    has_archived = False
    _cards: tuple[object, Cards] | None = None

    def look(self, marked: Path | None = None) -> None:
        """List the folder again and continue reading; mark session `marked`, or the session closed last."""
        with suppress(FileError):  # the listing keeps the error
            self.listing.look()
        self.has_archived = bool(archived_names(self.services.library, self.services.saves))
        self.services.read_sessions(self.listing)
        left, self.services.left_path = self.services.left_path, None
        self.mark = str(marked or left or "")

    def cards(self) -> Cards:
        """The cards, made anew only if the day, the language or the games change."""
        games = {one.summary.game for one in self.listing.sessions() if one.summary}
        names = {game: self._game_name(game) for game in games}
        today = local_time(self.services.clock(), self.zone).date()
        drawn_for = names, today, self.speaker.language
        if self._cards is None or self._cards[0] != drawn_for:
            self._cards = drawn_for, Cards(self.speaker, names, today, self.zone)
        return self._cards[1]

    def _game_name(self, game: str) -> str:
        with suppress(FileError):
            name = self.services.library.shelf.name_of(game, self.speaker.language)
            if name is not None:
                return clip_text(name.long if width(name.long) <= LONGEST_GAME else name.short, LONGEST_GAME)
        return ""

    def success_notice(self, message: Message) -> list[Paragraph]:
        return [self.text(message, "good")]


def sessions_page(
    view: SessionsView,
    here: Link,
    found: "Sequence[ListedSession]",
    opens: Callable[[Path], Effect],
    nothing: str,
    below: Sequence[Row] = (),
) -> Page:
    """List sessions, drawing as many cards as `shown` in `here` says; the other cards are drawn later."""
    shown, cards, waiting = int(dict(here.args)["shown"]), view.cards(), len(view.listing.waiting)
    rows = []
    for place, one in enumerate(found):
        lines = partial(_card, cards, one, DIGITS[place : place + 1]) if place < shown else lambda _: ROOM
        rows.append(Row((), str(one.path), opens(one.path), lines=lines))
    return Page(
        "",
        [RowList([*rows, *below])] if rows or below else [text(nothing, "muted")],
        head=[view.text("shelf.waiting", "muted", count=waiting)] if waiting else [],
        digits=min(len(rows), len(DIGITS)),
        colours=((), COLOURS),
        is_unfinished=waiting > 0,
        more=here.having(shown=AND_THEN * shown) if shown < len(rows) else None,
    )


def _card(cards: Cards, listed: "ListedSession", digit: str, width: int) -> list[Line]:
    first, *more = cards.lines(listed, width - 3)
    return [(Span(f"{digit:3}", "key"), *first), *((Span("   "), *line) for line in more)]


def title_of(listed: "ListedSession") -> str:
    return listed.summary.title if listed.summary else ""


def title_or_file(listed: "ListedSession") -> str:
    return clean(title_of(listed) or listed.path.name, "?")
