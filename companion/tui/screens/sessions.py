"""Lists of sessions that fill up while one looks: those put away, the examples, and what the start page builds on."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import ClassVar, TypeVar

from textual import events, on
from textual.message import Message as Posted

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.names import cleaned
from companion.pages.commands import AWAY, OPENING, PAGE
from companion.report.layout import clipped
from companion.report.layout import width as text_width
from companion.report.spans import Drawn, Key, Line, Span, folded_spans
from companion.report.words import Speaker
from companion.session.filing import brought_back
from companion.session.listing import Listed, Listing
from companion.storage.errors import FileError
from companion.tui.draw.shelf import COLOURS, LONGEST_GAME, Drawer
from companion.tui.keymap import bindings_of
from companion.tui.screens.base import AppScreen
from companion.tui.screens.page import Page

BETWEEN_LISTS, BETWEEN_WRITES = 10, 100
"""Sessions that are read before the page is drawn again, or the summaries written. Each of the first ones is drawn."""
KEYS = "123456789"


class Taken(Posted):
    """Another thread has read more sessions, or failed."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.error = error

    def can_replace(self, message: Posted) -> bool:
        return self.error is None and isinstance(message, Taken)


class SessionsPage(Page):
    IS_KEPT: ClassVar[bool] = True
    """Whether summaries are written beside the sessions."""

    TITLE: ClassVar[str] = ""
    """Messages: with `-title` above the list, with `-nothing` in place of an empty one."""

    def __init__(self, speaker: Speaker, listing: Listing) -> None:
        super().__init__()
        self._speaker, self._listing = speaker, listing
        if self.TITLE:
            self.heading = speaker.phrase(f"{self.TITLE}-title")
            self._nothing = speaker.phrase(f"{self.TITLE}-nothing")
        self.found: list[Listed] = []
        self.said: Message | None = None
        self._is_over = Event()
        """Tells the thread that reads sessions to stop."""
        self._shown = 0
        """How many are drawn: at first those that the screen shows, the others after."""
        self._games: dict[str, str] = {}
        self._cards: dict[tuple[Path, int], tuple[Listed, list[Line]]] = {}
        """Drawn once: 200 of them take a tenth of a second, at every key that moves the mark."""

    def on_screen_resume(self) -> None:
        self.host.sit_at((), COLOURS)
        self._cards, self._shown = {}, 0
        self.look_again()

    def look_again(self, marked: Path | None = None) -> None:
        """What lies in the folder now; another session may be marked."""
        with suppress(FileError):  # the listing keeps it
            self._listing.look()
        self.list_again(marked)
        self._is_over.set()
        self._is_over = Event()
        if self._listing.waiting:
            self.call_after_refresh(self.host.beside, partial(self._read, self._is_over))
        elif self.IS_KEPT:
            self._listing.keep()

    def on_unmount(self) -> None:
        self._is_over.set()

    def on_screen_suspend(self) -> None:
        """At a table every millisecond counts; other pages may be open while sessions are read."""
        super().on_screen_suspend()
        if not isinstance(self.app.screen, Page):
            self._is_over.set()

    def _read(self, is_over: Event) -> None:
        """Read all sessions, in another thread."""
        error: Exception | None = None
        try:
            for count, path in enumerate(self._listing.waiting, 1):
                if is_over.is_set():
                    break
                self._listing.take(path)
                if self.IS_KEPT and not count % BETWEEN_WRITES:
                    self._listing.keep()
                if count < BETWEEN_LISTS or not count % BETWEEN_LISTS:
                    self.post_message(Taken())
            if self.IS_KEPT:
                self._listing.keep()
        except Exception as fault:
            error = fault
        with suppress(RuntimeError):  # the app has ended
            self.post_message(Taken(error))

    @on(Taken)
    def _taken(self, event: Taken) -> None:
        if event.error is not None:
            raise event.error
        if isinstance(self.app.screen, AppScreen):
            self.app.screen.sessions_read()

    def sessions_read(self) -> None:
        self.list_again()

    @property
    def session(self) -> Listed | None:
        return next((one for one in self.found if str(one.path) == self.marked), None)

    @property
    def title_marked(self) -> str:
        summary = self.session.summary if self.session else None
        return summary.title if summary else ""

    def named(self, path: Path) -> str:
        return cleaned(self.title_marked or path.name, "?")

    def list_again(self, marked: Path | None = None) -> None:
        """Other rows; another session may be marked."""
        listed = self._listing.listed()
        games = {one.summary.game for one in listed if one.summary}
        names = {game: self._game_name(game) for game in games}
        if names != self._games:
            self._games, self._cards = names, {}
        self.drawer = Drawer(self.host.speaker, names, self.host.clock(), self.host.zone)
        self.found = self.chosen(listed)
        if marked in [one.path for one in self.found]:
            self.marked, self._shown = str(marked), len(self.found)
        self.redraw()
        self.call_after_refresh(self._show_more)

    def _show_more(self) -> None:
        """Draws as many again, between two keys."""
        if self.is_current and self._shown < len(self.found):
            self._shown = 2 * max(self._shown, self.size.height, 1)
            self.redraw()
            self.call_after_refresh(self._show_more)
        self.keep_in_view()

    def chosen(self, listed: list[Listed]) -> list[Listed]:
        return listed

    def _game_name(self, game: str) -> str:
        try:
            name = self.host.library.shelf.name_of(game, self.host.language)
        except FileError:
            return ""
        if name is None:
            return ""
        return clipped(name.long if text_width(name.long) <= LONGEST_GAME else name.short, LONGEST_GAME)

    def head(self, lines: Sequence[Line]) -> None:
        waiting = len(self._listing.waiting)
        said = ((self.said, "good"), (say("shelf.waiting", count=waiting) if waiting else None, "muted"))
        width = max(1, self.size.width - 2)
        told = [folded_spans(self.host.speaker.say(one), width, look) for one, look in said if one]
        super().head([*lines, *(line for one in told for line in one)])

    def drawing(self, width: int) -> list[Line]:
        lines, places = list[Line](), dict[Key, tuple[int, int]]()
        for key, own in self.rows(width):
            places[key] = len(lines), len(lines) + len(own)
            lines += own
        return self.marked_lines(Drawn(lines, places)) or folded_spans(self._nothing, width, "muted")

    def rows(self, width: int) -> list[tuple[Key, list[Line]]]:
        found: list[tuple[Key, list[Line]]] = []
        shown = max(self._shown, self.size.height)
        for place, listed in enumerate(self.found):
            if place >= shown:
                found.append((str(listed.path), [(), ()]))  # room for what it will say
                continue
            known = self._cards.get((listed.path, width))
            if known is None or known[0] is not listed:
                known = self._cards[listed.path, width] = listed, self.drawer.lines(listed, width - 3)
            key = Span(f"{KEYS[place]}  " if place < len(KEYS) else "   ", "key")
            card = [(key if at == 0 else Span("   "), *line) for at, line in enumerate(known[1])]
            found.append((str(listed.path), card))
        return found

    def on_key(self, event: events.Key) -> None:
        digit = KEYS.find(event.character) if event.character else -1
        if 0 <= digit < len(self.found):
            event.stop()
            self.mark(str(self.found[digit].path))
            self.action_open()

    def tell(self, message: Message | None) -> None:
        self.said = message
        self.redraw()


P = TypeVar("P", bound=SessionsPage)


def with_marked(doing: Callable[[P, Path], Message | None]) -> Callable[[P], None]:
    """A command with the marked session; it tells what was done, or why it can't be."""

    def action(page: P) -> None:
        if page.session is None:
            page.tell(say("shelf.mark-one"))
            return
        try:
            said = doing(page, page.session.path)
        except (FileError, Refusal) as against:
            page.host.complain(against.message)
            return
        page.said = said
        page.look_again()

    return action


class AwayPage(SessionsPage):
    TITLE = "shelf.away"
    BINDINGS = bindings_of(AWAY)
    OWN_COMMANDS = (*AWAY, *PAGE)
    HELPED = ("away", "away-digits", "list-arrows")

    def action_bring_back(self) -> None:
        if self.session is not None:
            self._bring_back()

    action_open = action_bring_back

    @with_marked
    def _bring_back(self, path: Path) -> Message:
        name = self.named(path)
        brought_back(self.host.library, path)
        return say("shelf.brought-back", name=name)


class ExamplesPage(SessionsPage):
    """Nothing is written beside sessions that come with the program."""

    TITLE = "shelf.examples"
    BINDINGS = bindings_of(OPENING)
    OWN_COMMANDS = (*OPENING, *PAGE)
    HELPED = ("examples", "start-digits", "list-arrows")
    IS_KEPT = False

    def action_open(self) -> None:
        if self.session is not None:
            self.host.open_example(self.session.path)
