"""The app: settings, colours, and which screen is open. Nothing heavy is imported before the first paint."""

import os
from asyncio import sleep
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar

import textual
from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.command import CommandPalette, Hit, Hits, Provider
from textual.reactive import Initialize, Reactive
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider
from textual.theme import Theme
from textual.widgets import Static

from companion import session as sessions
from companion.core.messages import Message, say
from companion.core.names import clean, fold
from companion.core.people import Draw
from companion.pages import view_of
from companion.pages.commands import APP
from companion.pages.effects import Link, link
from companion.pages.view import View
from companion.report.words import Speaker, speaker_of
from companion.session.listing import Listing
from companion.storage.config import Changes, Config, write_config
from companion.storage.disk import Disk, sweep_temporary
from companion.storage.errors import FileError
from companion.storage.places import ruleset_folders
from companion.storage.rulesets import Rulesets
from companion.tui.keys_in_turn import give_key
from companion.tui.palette import TEXTUAL_THEMES, Palette
from companion.tui.reading import FolderReader, in_thread
from companion.tui.screens.app_screen import AppScreen, ScreenBelow, bindings_of
from companion.tui.screens.page_screen import PageScreen
from companion.tui.textual_private import CatchingApp, QuietPalette

if TYPE_CHECKING:
    from companion.core.choices import Block
    from companion.pages.plans import Plans
    from companion.pages.server_process import PhoneServer, Starting
    from companion.session import Library, Session
    from companion.tui.models.table import TableModel
    from companion.tui.session_screens import SessionScreens


LONGEST_NOTICE = 600
MOVES = ("page_down", "page_up", "menu", "more", "command_palette")
"""Keys that only lead to commands."""
AT_START = 2
"""Screens open on the start page: Textual's own, and the page."""


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


class FoundByHelp(SystemCommandsProvider):
    """Finds commands by the words of their help too, after those that have them in their names."""

    async def search(self, query: str) -> Hits:
        async for hit in super().search(query):
            yield hit
        matcher, words = self.matcher(query), fold(query)
        for name, told, callback, _ in self.app.get_system_commands(self.screen):
            if words in fold(told) and not matcher.match(name):
                yield Hit(0, name, callback, help=told)


class CompanionApp(CatchingApp):
    """The app. If it can't start, its result is a sentence that says why."""

    TITLE = "Companion"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {FoundByHelp}
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(APP)
    theme: Reactive[str] = Reactive(Initialize(attrgetter("shown_theme")))
    """The theme of the settings from the start: the stylesheet would be parsed once more for another one."""
    follows_every: float | None = 0.5
    """Seconds between two checks for other programs' entries; None if the caller checks."""
    starting: "Starting | None" = None
    phones: "PhoneServer | None" = None
    """Phones at the table that is open, or was last."""
    in_thread: Callable[[Callable[[], None]], None] = staticmethod(in_thread)

    def __init__(
        self,
        path: Path | None,
        saves: Path,
        clock: Callable[[], datetime] = now,
        zone: tzinfo | None = None,
        config: Config | None = None,
        config_path: Path = Path("config.toml"),
        faults: Sequence[Message] = (),
        library: "Library | None" = None,
        draw: Draw | None = None,
        has_few_colours: bool = False,
    ) -> None:
        self.config = config or Config()
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)  # else black on black text
        self.animation_level = "none"
        self.path, self.saves = path, saves
        self.clock, self.zone, self.draw = clock, zone, draw or SystemRandom().randrange
        self._library, self._faults = library, tuple(faults)
        self.disk = library.disk if library else Disk()
        self.rulesets = library.rulesets if library else Rulesets(self.disk, ruleset_folders)
        self.config_path = config_path
        self.closed_path: Path | None = None
        """The session that was closed last; the start page marks it."""
        self._reader = FolderReader(self, lambda work: self.in_thread(work))
        self._plans: Plans | None = None
        self.palette = Palette(has_few=has_few_colours)
        self._take_colours()
        self.speaker: Speaker
        """Speaks with the names of the open game's ruleset, if one is open."""

    @cached_property
    def library(self) -> "Library":
        return self._library or sessions.Library(self.disk, rulesets=self.rulesets)

    @cached_property
    def listing(self) -> Listing:
        return self.listing_of(self.saves)

    def listing_of(self, folder: Path) -> Listing:
        return Listing(self.disk, folder, lambda path: self.library.read(path))

    @property
    def plans(self) -> "Plans":
        if self._plans is None:
            self._plans = self._session_screens.plans(self)
        return self._plans

    @property
    def textual_version(self) -> str:
        return textual.__version__

    @property
    def left_plan(self) -> Message | None:
        return None if self._plans is None else self._plans.discarded_message

    @cached_property
    def _session_screens(self) -> "type[SessionScreens]":
        """Imported once the first screen is painted: they need pydantic and the games, which take as long again."""
        from companion.tui.session_screens import SessionScreens

        return SessionScreens

    def compose(self) -> ComposeResult:
        yield Static(clean(self.path.name) if self.path else "Companion", id="opening", markup=False)

    def on_mount(self) -> None:
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._speak_plainly()
        self.call_after_refresh(self._sweep)
        path, original = self.path, self.path and self.library.original_of(self.path)
        if path is not None and original is None:
            self.open_table(path)
            return
        self.path = None  # a copy is left for the start page
        self.open_page("start")
        if original is not None:
            copies = link("copies", session=str(original), copy=str(path))
            self.show_page(View(self.speaker, self.zone), copies)

    def _speak_plainly(self) -> None:
        self.speaker = Speaker(None, self.config.language)

    def _sweep(self) -> None:
        for folder in (self.saves, self.rulesets.folders[-1], self.config_path.parent):
            sweep_temporary(self.disk, folder)

    def notify(self, message: str, *, markup: bool = False, **more: Any) -> None:
        """Pop up a text without markup or control codes: it may hold names and paths."""
        super().notify(clean(message)[:LONGEST_NOTICE], markup=markup, **more)

    def complain(self, message: Message, path: Path | None = None) -> None:
        text = self.speaker.say(message)
        self.notify(f"{path}: {text}" if path else text, severity="warning", timeout=15)

    # Screens

    def open_table(self, path: Path, notices: Sequence[Message] = ()) -> None:
        """Open a session's table screen; if that fails, say why, and exit if the app began with a file."""
        opened = self._try_opening(path, lambda path: sessions.opened_at_table(self.library, path))
        if opened is not None:
            self._show_table(opened, notices)

    def open_example(self, path: Path) -> None:
        example = self._try_opening(path, lambda path: self.library.example(path))
        if example is not None:
            example.path = self.saves / path.name  # files made from it go where all others go
            self._show_table(example, (), say("shelf.example-mark"))

    def open_what_if(self, session: "Session") -> None:
        self._show_table(session.what_if(), (), say("screen.what-if-mark"))

    def _try_opening(self, path: Path, opening: "Callable[[Path], Session]") -> "Session | None":
        try:
            session = opening(path)
            self.speaker = speaker_of(session, self.config.language)
            return session
        except FileError as fault:
            notice = f"{path}: {Speaker(fault.ruleset, self.config.language).say(fault.message)}"
            if self.path is not None:
                self.exit(notice, return_code=1)
            else:
                self.notify(notice, severity="error", timeout=20)
            return None

    def _show_table(
        self, session: "Session", notices: Sequence[Message], mark: Message | None = None
    ) -> None:
        shown = (*self._faults, *notices)
        screen = self._session_screens.table(session, self.speaker, self.clock, shown, mark)
        self._reader.stop()  # at a table every millisecond counts
        self.push_screen(screen)

    def leave_table(self) -> None:
        """Go back to the table or the start page below; exit if the session was opened from the command line."""
        if len(self.tables) > 1:
            self.pop_screen()
            return
        self.closed_path = self._close_session()
        if self.path is not None:
            self.exit()
        else:
            self._speak_plainly()
            self.pop_screen()

    def replace_tables(self, path: Path, notices: Sequence[Message], block: "Block | None") -> None:
        """Open a session in place of the page in front and all tables, whose phones come along."""
        self.pop_screen()
        self._close_session()
        while self.tables:
            self.pop_screen()
        self.open_table(path, notices)
        for model in self.tables:
            if self.phones is not None:
                self.phones.go_on(path, model.record.roster.players, self.config.language)
            if block and not model.is_busy:
                model.offer(block)

    def action_help(self) -> None:
        screen, tables = self.screen, self.tables
        if isinstance(screen, PageScreen) and screen.link.page == "help":
            screen.action_close()
        elif isinstance(screen, AppScreen):
            view = self._session_screens.help_view(self.speaker, self.zone)
            view.here, view.playing = screen.help_blocks, tables[-1].rules() if tables else None
            self.show_page(view, link("help"))

    def action_help_quit(self) -> None:
        """Tell how to leave; Textual calls this for Ctrl+C."""
        key, front = self.speaker.key("ctrl+q"), self.tables[-1:]
        is_kept = any(model.is_entering and model.session.drafts is not None for model in front)
        kept = f"{key}: {self.speaker.phrase('screen.means.quit')}"
        self.notify(kept if is_kept else self.speaker.phrase("shelf.leave", key=key))

    def action_end(self) -> None:
        self._close_session()
        self.exit()

    def _close_session(self) -> Path | None:
        """Close the session, so that other programs may write it; return its path, None if none is open."""
        tables = self.tables
        for model in tables:
            model.session.close()
        return tables[0].session.path if tables else None

    @property
    def tables(self) -> "list[TableModel]":
        models = (screen.model for screen in self.screen_stack if isinstance(screen, AppScreen))
        return [model for model in models if model is not None]

    # Settings

    def open_page(self, page: str) -> None:
        self.show_page(view_of(page)(self.speaker, self.zone), link(page))

    def read_sessions(self, listing: Listing) -> None:
        self._reader.read(listing)

    def show_page(self, view: View, link: Link, below: ScreenBelow | None = None) -> None:
        kind = PageScreen if below is None else self._session_screens.page
        view.services, name = self, f"{link.page} {len(self.screen_stack)} {kind.__name__}"
        # a page is kept when it is closed: making a screen takes longer than drawing it
        if not self.is_screen_installed(name):
            self.install_screen(kind(), name)
        self.get_screen(name, PageScreen).hold(view, link, below)
        self.push_screen(name)

    def return_to(self, view: View | None) -> None:
        while len(self.screen_stack) > AT_START:
            if isinstance(self.screen, PageScreen) and self.screen.view is view:
                break
            self.pop_screen()

    def export(self, session: "Session", form: str, language: str) -> "tuple[Path, bool]":
        return self._session_screens.export(self.disk, session, form, language)

    def change_settings(self, config: Config, changes: Changes) -> Message | None:
        """Apply new settings at once and write the changes; return why they can't be written, if so."""
        self.config = config
        self._take_settings()
        try:
            write_config(self.config_path, changes, self.disk)
        except FileError as fault:
            return say("settings.unwritten", reason=fault.message)
        return None

    def _take_settings(self) -> None:
        self.speaker.speak(self.config.language)
        self._take_colours()
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                screen.draw_anew()

    # Textual's own boxes take and draw anything, even terminal codes

    @property
    def clipboard(self) -> str:
        return clean(super().clipboard)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Paste):
            event.text = "\n".join(clean(line, "") for line in event.text.splitlines())
        if isinstance(event, events.Key) and not event.is_forwarded:
            while not (self.screen.is_mounted or self.fault):  # no key is lost while a page opens
                await sleep(0)
            if not isinstance(self.screen, CommandPalette):
                await give_key(self, event)
                return
        await super().on_event(event)

    # Colours

    @property
    def shown_theme(self) -> str:
        return "colourless" if "NO_COLOR" in os.environ else self.config.theme

    @property
    def available_themes(self) -> dict[str, Theme]:
        return {**super().available_themes, **{theme.name: theme for theme in TEXTUAL_THEMES}}

    def _take_colours(self) -> None:
        is_safe = self.config.palette == "safe"
        self.palette = replace(self.palette, theme=self.shown_theme, is_safe=is_safe)
        self.theme = self.shown_theme

    def set_players(self, players: Sequence[str], colours: Mapping[str, str]) -> None:
        if (tuple(players), dict(colours)) != (self.palette.players, self.palette.colours):
            self.palette = replace(self.palette, players=tuple(players), colours=dict(colours))

    def action_next_theme(self) -> None:
        """Switch between light and dark, without writing it to the settings."""
        if not self.no_color:
            self.config = replace(self.config, theme="light" if self.config.theme == "dark" else "dark")
            self._take_settings()

    def action_command_palette(self) -> None:
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            placeholder = self.speaker.phrase("screen.palette")
            self.push_screen(QuietPalette(placeholder=placeholder, id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield everything that can be done, each with its key, for the palette; the game's actions first."""
        if not isinstance(screen, AppScreen):
            return
        speaker, own = self.speaker, screen.own_commands
        covered = (*MOVES, *(command.action for command in own))

        def run_if_open(run: Callable[[], object]) -> None:
            if screen in self.screen_stack:  # keys typed ahead may have closed it
                run()

        for label, key, run in screen.further_commands():
            yield SystemCommand(label, key, partial(run_if_open, run))
        for command in (*own, *(command for command in APP if command.action not in covered)):
            if command.action not in MOVES:
                label, text = speaker.say(command.label), speaker.find(command.help)
                told = "  ".join(filter(None, (command.key_label(speaker), text)))
                yield SystemCommand(label, told, partial(run_if_open, partial(screen.run_command, command)))
