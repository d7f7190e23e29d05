"""The start page: begin a session, or continue, rename or archive one; the archive and the examples are other lists."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.letters import chip_letters
from companion.core.local_time import local_time
from companion.core.messages import say
from companion.core.names import clean
from companion.core.targets import Target
from companion.pages.commands import BY_ID
from companion.pages.effects import (
    OPEN_ROW,
    AskLine,
    CallHere,
    CallResult,
    Effect,
    Find,
    Link,
    Open,
    PageCommand,
    ReplacePage,
    link,
    with_marked,
)
from companion.pages.page import Bar, Bars, Beside, Block, Page, Row, RowList, drawn
from companion.pages.settings import choice_row
from companion.pages.view import View
from companion.report.cards import COLOURS, LONGEST_GAME, Cards, hues
from companion.report.spans import GAP, Key, Line, Paragraph, Span, heading, hint, in_columns, text
from companion.report.table_text import capitalise
from companion.report.text_width import clip_text
from companion.report.text_width import width as text_width
from companion.report.words import Speaker
from companion.session.archiving import ARCHIVE, archive_session, archived_names, restore_session, retitle
from companion.storage.errors import FileError
from companion.storage.places import examples_folder

if TYPE_CHECKING:
    from companion.core.summary import Summary
    from companion.session import Library
    from companion.session.listing import ListedSession, Listing

DIGITS = "123456789"
LONGEST_NAME = 12
AT_FIRST, AND_THEN = 40, 16
"""Sessions drawn at first, more than a screen shows; near their end `AND_THEN` times as many."""
ROOM: list[Line] = [(), ()]
"""Lines of a card that isn't drawn yet."""
MENU = {
    "session": ("start.title", "start.archive"),
    "sessions": ("start.find", "start.archived", "start.examples", "start.statistics"),
    "app": ("start.games", "start.ties", "start.settings"),
}
MENU_COLUMN = 25
"""Least width of a part of the menu in its own column."""


class StartView(View):
    listing: "Listing"
    of: str | None = None
    """Which list is shown: the sessions if empty, "archived" or "examples"."""
    has_archived = is_menu_open = False
    _cards: tuple[object, Cards] | None = None

    def turn_to(self, of: str) -> None:
        if of == self.of:
            return
        self.of, services = of, self.services
        folders = {"archived": services.saves / ARCHIVE, "examples": examples_folder()}
        self.listing = services.listing_of(folders[of]) if of else services.listing
        self.refresh()
        self.mark = self.mark or next((str(session.path) for session in self.listing.sessions()), "")

    def refresh(self, marked: Path | None = None) -> None:
        """List the folder again and continue reading; mark session `marked`, or the session closed last."""
        if self.of is None:
            return
        with suppress(FileError):  # the listing keeps the error
            self.listing.list_files()
        self.has_archived = bool(archived_names(self.services.disk, self.services.saves))
        self.services.read_sessions(self.listing)
        closed, self.services.closed_path = self.services.closed_path, None
        self.mark, self.is_menu_open = str(marked or closed or ""), False

    def toggle_menu(self) -> None:
        self.is_menu_open = not self.is_menu_open

    def cards(self) -> Cards:
        """The cards, made anew only if the day, the language or the games change."""
        games = {session.summary.game for session in self.listing.sessions() if session.summary}
        names = {game: self._game_name(game) for game in games}
        today = local_time(self.services.clock(), self.zone).date()
        drawn_for = names, today, self.speaker.language
        if self._cards is None or self._cards[0] != drawn_for:
            self._cards = drawn_for, Cards(self.speaker, names, today, self.zone)
        return self._cards[1]

    def _game_name(self, game: str) -> str:
        with suppress(FileError):
            name = self.services.rulesets.name_of(game, self.speaker.language)
            if name is not None:
                fitting = name.long if text_width(name.long) <= LONGEST_GAME else name.short
                return clip_text(fitting, LONGEST_GAME)
        return ""


def page(view: StartView, of: str = "", words: str = "", finding: int = 0, shown: int = AT_FIRST) -> Page:
    """List sessions, drawing the cards of the first `shown`; the other cards are drawn later."""
    view.turn_to(of)
    waiting = len(view.listing.waiting)  # before the sessions: a reader may finish in between
    here, cards = link("start", of=of, words=words, finding=finding, shown=shown), view.cards()
    sessions = [session for session in view.listing.sessions() if not words or cards.has(session, words)]
    is_new = not (sessions or of or words or finding)
    by_key: dict[Key, ListedSession] = {str(session.path): session for session in sessions}
    if all(
        session.summary or session.fault for session in sessions
    ):  # else they would move while they are read
        sessions.sort(key=lambda session: _is_over(by_key.get(str(session.original)) or session))
    rows = list(_offers(view) if is_new else _rows(view, sessions, shown))
    nothing = view.text(f"shelf.{of}-nothing" if of else "shelf.nothing-found", "muted", words=words)
    again = ReplacePage(here.having(words="")) if words else None
    made = Page(
        view.word(f"screen.label.{of}" if of else "screen.menu.app"),
        [RowList(rows) if rows else nothing],
        list(_commands(view, sessions, again)),
        list(_head(view, waiting, is_new)),
        back=link("start") if of else None,
        marked=str(sessions[0].path) if sessions and words else None,
        beside=partial(_beside, view, by_key) if sessions else None,
        digits=min(len(sessions), len(DIGITS)),
        colours=((), COLOURS),
        is_unfinished=waiting > 0,
        more=(shown, here.having(shown=AND_THEN * shown)) if shown < len(sessions) else None,
    )
    if of:
        return made
    leave = view.text(say("shelf.leave", key=view.key("start.end")), "good")
    keys: dict[str, Effect] = {"escape": again or CallHere(lambda: [leave])}
    if view.services.left_plan is not None:
        keys["backspace"] = CallHere(lambda: view.services.plans.bring_back())
    made = replace(made, finds=words, keys=keys)
    return _with_menu(view, made) if view.is_menu_open else made


def _is_over(session: "ListedSession") -> bool:
    return session.summary is not None and session.summary.is_over


def _rows(view: StartView, sessions: Sequence["ListedSession"], shown: int) -> Iterator[Row]:
    cards, services = view.cards(), view.services
    opens: dict[str, Callable[[ListedSession], CallResult]] = {
        "": lambda session: services.open_table(session.path),
        "archived": lambda session: _file(view, session, restore_session, "shelf.brought-back"),
        "examples": lambda session: services.open_example(session.path),
    }
    for place, session in enumerate(sessions):
        lines = partial(_card, cards, session, DIGITS[place : place + 1]) if place < shown else lambda _: ROOM
        comparing = None if view.of else _comparing(session)
        opening = CallHere(partial(opens[view.of or ""], session))
        heading = "" if view.listing.waiting else capitalise(cards.state(session))
        yield Row((), str(session.path), comparing or opening, heading=heading, lines=lines)


def _beside(view: StartView, sessions: Mapping[Key, "ListedSession"], key: Key) -> Beside | None:
    """The standings of a session; None as long as they aren't known or everybody may not see them."""
    listed = sessions.get(key)
    summary = listed.summary if listed is not None and not listed.is_outdated else None
    if summary is None or summary.is_hidden or not summary.places:
        return None
    title = " · ".join(filter(None, (view.cards().game(summary), clean(summary.title, "?"))))
    return Beside(title, [_standing_bars(summary, view.speaker)])


def _standing_bars(summary: "Summary", speaker: Speaker) -> Bars:
    """Everybody's score as a bar, the first place first; who is level with everybody has no place."""
    letters, colours, bars = chip_letters(summary.players, summary.given), hues(summary), list[Bar]()
    is_level = len({*summary.places.values()}) < 2 and not summary.is_over
    for name, place in sorted(summary.places.items(), key=lambda item: item[1]):
        hue, called = colours[name], clip_text(clean(name, "?"), LONGEST_NAME)
        lead = (
            Span(" " if is_level else str(place), "muted"),
            Span(" "),
            Span(f" {letters[name]} ", f"chip:{hue}"),
        )
        score = Span(speaker.money(summary.scores[name]), "strong" if place == 1 else "")
        bars.append(Bar((*lead, Span(f" {called}  ", f"player:{hue}")), summary.scores[name], score, hue))
    return Bars(bars)


def _comparing(session: "ListedSession") -> Link | None:
    """The page with a copy and its session; None if the session is no copy."""
    original, path = session.original, session.path
    return None if original is None else link("copies", session=str(original), copy=str(path))


def _card(cards: Cards, session: "ListedSession", digit: str, width: int) -> list[Line]:
    first, *more = cards.lines(session, width - 3)
    return [(Span(f"{digit:3}", "key"), *first), *((Span("   "), *line) for line in more)]


def _head(view: StartView, waiting: int, is_new: bool) -> Iterator[Block]:
    discarded, fault = view.services.left_plan, view.listing.fault
    if discarded is not None and not view.of:
        yield view.text(discarded, "good")
    if waiting:
        yield view.text("shelf.waiting", "muted", count=waiting)
    if fault is not None:
        yield text(f"{fault.path}: {view.speaker.say(fault.message)}", "bad")
    elif is_new:
        games = view.services.rulesets.short_names(view.speaker.language)
        yield from (GAP, view.text("shelf.welcome"), view.text("shelf.welcome-games", games=tuple(games)))


def _offers(view: StartView) -> Iterator[Row]:
    plan = CallHere(lambda: view.services.plans.open())
    for id_, effect in (("new", plan), ("examples", _show_list("examples"))):
        lead = Span(f"{view.key(f'start.{id_}'):3}", "key"), Span(view.word(f"screen.label.{id_}"), "strong")
        yield Row((Span(view.word(f"shelf.offers.{id_}"), "muted"),), id_, effect, (*lead, Span("   ")))
    yield choice_row(view, "language", (Span("   "), Span(view.word("settings.language"), "strong")))


# Commands


def _show_list(of: str) -> ReplacePage:
    return ReplacePage(link("start", of=of))


def _commands(
    view: StartView, sessions: Sequence["ListedSession"], again: ReplacePage | None
) -> Iterator[PageCommand]:
    """Yield the commands that can be used now; `again` shows all sessions if only some were searched for."""
    services = view.services
    if view.of:
        yield PageCommand("archived.back", Open(), bool(sessions)) if view.of == "archived" else OPEN_ROW
        return

    def find(_: Key) -> Find:
        view.is_menu_open = False
        return Find(opens=True)

    of_session: dict[str, Callable[[ListedSession], CallResult]] = {
        "rematch": lambda session: services.plans.rematch(session.path),
        "title": lambda session: _comparing(session) or _title(view, session),
        "archive": lambda session: _file(view, session, archive_session, "shelf.archived"),
    }
    by_key = {str(session.path): session for session in sessions}
    effects: dict[str, Effect | Callable[[Key], CallResult] | None] = {
        "new": CallHere(lambda: services.plans.open()),
        **({command: with_marked(by_key, act) for command, act in of_session.items()} if sessions else {}),
        "find": find if sessions or again else None,
        "archived": _show_list("archived") if view.has_archived else None,
        "examples": _show_list("examples"),
        **{page: CallHere(partial(services.open_page, page)) for page in ("statistics", "games", "ties")},
        "settings": CallHere(partial(services.open_page, "settings")),
        "menu": CallHere(view.toggle_menu),
        "end": again or CallHere(services.action_end),
    }
    hinted = ("new", "rematch", "menu", "end") if sessions else ("new", "examples", "menu", "end")
    yield OPEN_ROW
    for command, effect in effects.items():
        if effect is not None:
            yield PageCommand(f"start.{command}", effect, command in hinted)


def _title(view: StartView, session: "ListedSession") -> AskLine:
    def take(typed: str) -> ReplacePage:
        retitle(view.services.library, session.path, typed)
        view.refresh(session.path)
        return ReplacePage(link("start"))

    view.is_menu_open = False
    return AskLine(say("shelf.title"), take, typed=_title_of(session))


def _file(
    view: StartView, session: "ListedSession", move: Callable[["Library", Path], object], notice: str
) -> list[Paragraph]:
    move(view.services.library, session.path)
    view.refresh()
    name = clean(_title_of(session) or session.path.name, "?")
    return [view.text(notice, "good", name=name, key=view.key("start.archived"))]


def _title_of(session: "ListedSession") -> str:
    return session.summary.title if session.summary else ""


# The menu


def _with_menu(view: StartView, page: Page) -> Page:
    offered = {command.id for command in page.commands}
    parts = {part: [id_ for id_ in commands if id_ in offered] for part, commands in MENU.items()}
    keys = {view.key(id_) for commands in parts.values() for id_ in commands}

    def press(_: Key, key: str) -> Effect | None:
        if key == view.key("start.menu"):
            return CallHere(view.toggle_menu)
        is_refused = len(key) == 1 and key not in (*keys, view.key("app.help"))
        return CallHere(lambda: say("screen.not-in-menu", key=key)) if is_refused else None

    hints = [(key, view.word(f"screen.label.{does}")) for key, does in (("escape", "shut"), ("?", "help"))]
    return replace(
        page,
        foot=[drawn(partial(_menu_lines, view, parts))],
        keys={"escape": CallHere(view.toggle_menu)},
        press=press,
        hints=lambda _: hints,
    )


def _menu_lines(view: StartView, parts: Mapping[str, Sequence[str]], width: int) -> list[Line]:
    columns: list[list[Line]] = []
    for part, ids in parts.items():
        shown = [(BY_ID[id_].action, view.speaker.say(BY_ID[id_].label), view.key(id_)) for id_ in ids]
        items = [hint(key, label, Target("command", action)) for action, label, key in shown]
        columns += [[(Span(view.word(f"screen.menu.{part}"), "heading"),), *items]] if items else []
    is_wide = width >= MENU_COLUMN * len(columns)
    lines = in_columns(columns, width) if is_wide else list(chain(*columns))
    return [heading(view.word("screen.label.more"), width), *lines]
