"""The start page: a new session, or one to go on with; and the sessions put in order."""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from textual import events

from companion.core.messages import Message, say
from companion.core.names import cleaned
from companion.pages.commands import APP, START, Command
from companion.report.layout import flush_left
from companion.report.layout import width as text_width
from companion.report.spans import Key, Line, Span, folded_spans, rule, words, wrapped
from companion.report.words import Speaker
from companion.session.filing import PUT_AWAY, away_names, duplicated, entitle, imported, put_away
from companion.session.listing import Listed, Listing
from companion.storage.places import examples_folder
from companion.tui.draw.shelf import welcome_lines
from companion.tui.keymap import bindings_of, keys_in, shown
from companion.tui.screens.page import searched
from companion.tui.screens.sessions import AwayPage, ExamplesPage, SessionsPage, with_marked

OFFERS = ("new", "score", "examples")
"""Rows that are no sessions, by the command that they are for."""
_OF_ONE = ("start.title", "start.duplicate", "start.put-away")
"""Commands that need a session to be marked."""
_OF_ANY = ("start.rematch", "start.find")


def typed_path(text: str) -> Path:
    """Return the path in a text that was typed, pasted or dropped: with quotes, as an address, or with ~."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif os.sep == "/":
        text = re.sub(r"\\(.)", r"\1", text)  # a terminal puts it before blanks
    if text.casefold().startswith("file://"):
        from urllib.request import url2pathname

        text = url2pathname(re.sub(r"^file://(localhost)?", "", text, flags=re.IGNORECASE))
    return Path(text).expanduser()


def _opening(page: str) -> Callable[["StartPage"], None]:
    return lambda start: start.host.open_page(page)


class StartPage(SessionsPage, inherit_bindings=False):
    BINDINGS = bindings_of(START)
    OWN_COMMANDS = START
    HINTS = APP
    HELPED = ("start", "start-digits", "start-back", "start-escape", "list-arrows")

    def __init__(self, speaker: Speaker, listing: Listing) -> None:
        super().__init__(speaker, listing)
        self._words = ""
        self._is_finding = self._has_away = self._has_looked = False
        self._is_fresh = True
        """Whether nobody has pressed a key yet."""
        self._titles: list[str] = []

    # Drawing

    @property
    def _is_new_here(self) -> bool:
        is_busy = self._words or self._is_finding or self._listing.waiting
        return self._has_looked and not (self.found or is_busy or self._listing.fault)

    def chosen(self, listed: list[Listed]) -> list[Listed]:
        return [one for one in listed if self.drawer.has(one, self._words)] if self._words else listed

    def head(self, lines: Sequence[Line]) -> None:
        left, width = self.host.plans.left, max(1, self.size.width - 2)
        key = "screen.left-plan" if left is None or left.made is None else "screen.last-sheet"
        brought = [] if left is None else folded_spans(self._speaker.phrase(key), width, "good")
        welcome = welcome_lines(self._speaker, self._titles, width) if self._is_new_here else []
        super().head([*lines, *brought, *welcome])

    def redraw(self) -> None:
        title, sought = self._speaker.phrase("screen.start"), self._words + ("▏" if self._is_finding else "")
        self.heading = self._speaker.phrase("screen.finding", what=title, words=sought) if sought else title
        self._nothing = self._speaker.phrase("shelf.nothing-found", words=self._words)
        super().redraw()

    def rows(self, width: int) -> list[tuple[Key, list[Line]]]:
        if self._is_finding or self._words:
            return super().rows(width)
        title = rule(self._speaker.phrase("shelf.new"), "", width)
        above: list[Line] = [(), tuple(span._replace(look="heading") for span in title)]
        if self._listing.fault is not None:
            fault = self._speaker.say(self._listing.fault.message)
            above += folded_spans(f"{self.host.saves}: {fault}", width, "bad")
        called = {one: self._speaker.phrase(f"shelf.offer.{one}") for one in OFFERS}
        found, room = super().rows(width), 2 + max(map(text_width, called.values()))
        for what, name in called.items():
            key = shown(self.host.keys[f"start.{what}"], self._speaker)
            head = (Span(flush_left(key, 3), "key"), Span(flush_left(name, room), "strong"))
            means = words(self._speaker.phrase(f"shelf.offers.{what}"), "muted")
            found.append((what, [*above, *wrapped([head, *means], width, room + 3)]))
            above = []
        return found

    def look_again(self, marked: Path | None = None) -> None:
        self._has_away, self._has_looked = bool(away_names(self.host.library, self.host.saves)), True
        self._titles = self.host.library.shelf.titles(self.host.language)
        left, self.host.left_path = self.host.left_path, None
        super().look_again(marked or left)

    def list_again(self, marked: Path | None = None) -> None:
        """As long as nobody has pressed a key the mark is on the session played last: Enter goes on with it."""
        self._is_fresh &= marked is None
        if self._is_fresh:
            self.marked = None
        super().list_again(marked)

    def hinted(self) -> list[Command]:
        if self._is_finding:
            return []
        useful = {
            "start.away": self._has_away,
            **dict.fromkeys(_OF_ONE, self.session is not None),
            **dict.fromkeys(_OF_ANY, bool(self.found)),
        }
        return [one for one in super().hinted() if useful.get(one.id, True)]

    # Keys

    def on_key(self, event: events.Key) -> None:
        self._is_fresh = False
        said, self.said = self.said, None
        if self._is_finding:
            self._find(*searched(self._words, event))
            if event.key == "enter":
                self.action_open()
        elif (event.character or event.key) in keys_in(self.host.keys["start.find"]):
            self.action_find_session()  # at once, for what is typed behind it is what is looked for
        elif event.key == "backspace" and self.host.plans.left is not None:
            self.host.plans.bring_back()
        elif event.key == "escape" and self._words:
            self._find("", is_finding=False)
        elif event.key == "escape":  # nobody leaves the program by one Esc too many
            leave = say("shelf.leave", key=shown(self.host.keys["start.leave"], self._speaker))
            self.tell(None if said else leave)
        else:
            return
        event.stop()
        event.prevent_default()

    def _find(self, words: str, is_finding: bool) -> None:
        session, self.marked = self.session, None
        self._words, self._is_finding = words, is_finding
        self.list_again(session.path if session else None)

    def action_find_session(self) -> None:
        if self.found or self._words:
            self._find("", is_finding=True)

    def action_open(self) -> None:
        if self.session is not None:
            self._is_finding = False
            self.host.open_table(self.session.path)
        elif self.marked in OFFERS:
            getattr(self, f"action_{self.marked}")()

    def action_new(self) -> None:
        self.host.plans.open()

    def action_score(self) -> None:
        self.host.plans.open(is_final=True)

    def action_ties(self) -> None:
        from companion.tui.screens.ties import open_ties

        open_ties(self, self._speaker)

    action_statistics = _opening("statistics")
    action_rulesets = _opening("rulesets")
    action_language = _opening("language")
    action_settings = _opening("settings")

    def action_rematch(self) -> None:
        """Of the session that is marked, or of the newest."""
        meant = self.session or next((one for one in self.found if one.summary), None)
        if meant is not None:
            self.host.plans.rematch(meant.path)

    def action_leave(self) -> None:
        if self._words or self._is_finding:
            self._find("", is_finding=False)
        else:
            self.host.action_end()

    # The sessions in order

    @with_marked
    def action_title(self, path: Path) -> None:
        from companion.pages.effects import Type
        from companion.tui.screens.line import LinePage

        def taking(typed: str) -> None:
            entitle(self.host.library, path, typed)
            self._done(path, say("shelf.titled", title=typed.strip()))

        asking = Type(say("shelf.title"), taking, typed=self.title_marked)
        self.app.push_screen(LinePage(self._speaker, asking))

    @with_marked
    def action_duplicate(self, path: Path) -> Message:
        title = self.title_marked
        named = say("shelf.copy-title", title=title) if title else say("shelf.copy-untitled")
        said = self._speaker.say(named)
        copy = duplicated(self.host.library, path, said)
        return say("shelf.copied", title=cleaned(said, "?"), name=copy.name)

    @with_marked
    def action_put_away(self, path: Path) -> Message:
        name, key = self.named(path), shown(self.host.keys["start.away"], self._speaker)
        put_away(self.host.library, path)
        return say("shelf.put-away", name=name, folder=PUT_AWAY, key=key)

    def action_away(self) -> None:
        self.app.push_screen(AwayPage(self._speaker, self.host.library.listing(self.host.saves / PUT_AWAY)))

    def action_examples(self) -> None:
        self.app.push_screen(ExamplesPage(self._speaker, self.host.library.listing(examples_folder())))

    def action_fetch(self) -> None:
        from companion.pages.effects import Type
        from companion.tui.screens.line import LinePage

        def taking(typed: str) -> None:
            path, is_new = imported(self.host.library, typed_path(typed), self.host.saves)
            self._done(path, say("shelf.imported" if is_new else "shelf.already-here", path=str(path)))

        means = say("shelf.import-means", folder=str(self.host.saves))
        self.app.push_screen(LinePage(self._speaker, Type(say("shelf.import"), taking, lambda _: [means])))

    def _done(self, path: Path, said: Message) -> None:
        """What a page over this one did with a session, which is marked then."""
        self.said, self._words = said, ""
        self.look_again(path)
