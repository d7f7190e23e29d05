"""The app: settings, colours, and which screen is open. Nothing heavy is imported before the first paint."""

import os
from asyncio import sleep
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import cached_property, partial
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import Static

from companion.core.forms import Die
from companion.core.messages import Message, say
from companion.core.names import clean
from companion.core.people import Draw
from companion.pages.commands import APP, COMMANDS
from companion.pages.effects import Link, link
from companion.storage.config import Changes, Config, write_config
from companion.storage.errors import FileError
from companion.tui.crash_recovery import Recovery
from companion.tui.keymap import Keymap, bindings_of, key_label, keymap_of, keys_of, verb_commands
from companion.tui.keys_in_turn import give_key
from companion.tui.palette import COLOURLESS_THEME, TEXTUAL_THEMES, Palette
from companion.tui.reading import FolderReader, beside
from companion.tui.screens.page import AppScreen
from companion.tui.textual_private import CatchingApp, QuietPalette

if TYPE_CHECKING:
    from companion.desk.phones import Starting
    from companion.pages.view import View
    from companion.report.words import Speaker
    from companion.session import Library, Session
    from companion.session.listing import Listing
    from companion.storage.rulesets import Loaded
    from companion.tui.models.table import TableModel
    from companion.tui.new_sessions import NewSessions
    from companion.tui.screens.table import TableScreen
    from companion.tui.screens.ties import TieModel


LONGEST_NOTICE = 600
S = TypeVar("S", bound=Screen[None])


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


class CompanionApp(CatchingApp):
    """The app. If it can't start, its result is a sentence that says why."""

    TITLE = "Companion"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(APP)
    follows_every: float | None = 0.5
    """Seconds between two checks for other programs' entries; None if the caller checks."""
    starting: "Starting | None" = None
    """Starts the program that serves phones; if None, a process is started."""
    beside: Callable[[Callable[[], None]], None] = staticmethod(beside)
    """Runs work in another thread."""

    def __init__(
        self,
        path: Path | None,
        saves: Path,
        die: Die,
        clock: Callable[[], datetime] = now,
        zone: tzinfo | None = None,
        config: Config | None = None,
        config_path: Path = Path("config.toml"),
        faults: Sequence[Message] = (),
        library: "Callable[[], Library] | None" = None,
        draw: Draw | None = None,
        has_few_colours: bool = False,
    ) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)  # else black on black text
        self.animation_level = "none"
        self.recovery = Recovery()
        self.last_words: Message | None = None
        """The message after a crash that no other app recovers from."""
        self.path, self.saves = path, saves
        self.die, self.clock, self.zone, self.draw = die, clock, zone, draw or SystemRandom().randrange
        self._make_library, self._faults = library, tuple(faults)
        self.config = config or Config()
        self.config_path = config_path
        self.left_path: Path | None = None
        """The session that was closed last; the start page marks it."""
        self.ties: dict[object, TieModel] = {}
        self._reader = FolderReader(self)
        self.keys: Mapping[str, str] = {}
        self._take_keys()
        self.palette = Palette(has_few=has_few_colours)
        for one in TEXTUAL_THEMES:
            self.register_theme(one)
        if self.no_color:
            self.register_theme(COLOURLESS_THEME)
        self._take_colours()
        self.speaker: Speaker
        """Speaks with the names of the open game's ruleset."""
        self._plain: Speaker
        """Speaks while no game is open."""

    @cached_property
    def library(self) -> "Library":
        from companion.session import Library

        return self._make_library() if self._make_library else Library()

    @cached_property
    def listing(self) -> "Listing":
        return self.library.listing(self.saves)

    @cached_property
    def plans(self) -> "NewSessions":
        from companion.tui.new_sessions import NewSessions

        return NewSessions(self)

    def compose(self) -> ComposeResult:
        yield Static(clean(self.path.name) if self.path else "Companion", id="opening", markup=False)

    def on_mount(self) -> None:
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        from companion.report.words import Speaker

        self.speaker = self._plain = Speaker(None, self.config.language)
        if self.path is not None:
            self.open_table(self.path)
        else:
            from companion.storage.places import examples_folder
            from companion.tui.screens.page_screen import PageScreen

            self.open_page("start", self.saves)
            page, recovery = self.screen, self.recovery
            if recovery.table is not None and recovery.reopens:  # the table that was open in a crash
                path = recovery.table.session.path
                if recovery.table.mark is None:
                    self.open_table(path)
                else:
                    self.open_example(examples_folder() / path.name)
            if recovery.report is not None and isinstance(page, PageScreen):
                page.tell(say("crash.start", report=recovery.report))
                recovery.report = None

    # Crashes

    def note_crash(self, error: Exception) -> bool:
        if self.return_code is not None or self.recovery.is_harmless(error):
            return False
        self.recovery.record_crash(error, self)
        return True

    def next_app(self) -> "CompanionApp | None":
        """Return the app that takes over; None if this app didn't crash, or if the next would crash too."""
        from companion.report.words import Speaker
        from companion.storage.reports import keep_report

        fault, first, facts = self.recovery.fault, Speaker().say(say("crash.report")), self.recovery.facts
        if fault is None:
            return None
        report = keep_report(self.library.disk, self.saves, self.clock(), fault, first, facts)
        recovery = self.recovery.next(report)
        if recovery is None:
            self.last_words = say("crash.ended", report=report)
            return None
        app = CompanionApp(
            self.path if recovery.reopens else None,
            self.saves,
            self.die,
            self.clock,
            self.zone,
            self.config,
            self.config_path,
            library=self._make_library,
            draw=self.draw,
            has_few_colours=self.palette.has_few,
        )
        app.recovery, app.left_path, app.ties = recovery, self.left_path, self.ties
        app.plans.left = self.plans.planned or self.plans.left
        return app

    def notify(self, message: str, *, markup: bool = False, **more: Any) -> None:
        """Pop up a text without markup or control codes: it may hold names and paths."""
        super().notify(clean(message)[:LONGEST_NOTICE], markup=markup, **more)

    def complain(self, message: Message) -> None:
        self.notify(self.speaker.say(message), severity="warning", timeout=15)

    # Screens

    def open_table(self, path: Path, notices: Sequence[Message] = ()) -> None:
        """Open a session's table screen; if that fails, say why, and exit if the app began with a file."""
        from companion.session.recovering import opened_at_table

        session = self._try_opening(path, partial(opened_at_table, self.library, self.zone))
        if session is not None:
            self._show_table(session, notices)

    def open_example(self, path: Path) -> None:
        """Open a session that comes with the program; nothing is written."""
        session = self._try_opening(path, self.library.example)
        if session is not None:
            session.path = self.saves / path.name  # files made from it go where all others go
            self._show_table(session, (), say("shelf.example-mark"))

    def _try_opening(self, path: Path, opening: "Callable[[Path], Session]") -> "Session | None":
        from companion.report.words import Speaker

        try:
            return opening(path)
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
        from companion.report.words import speaker_of
        from companion.tui.models.table import TableModel
        from companion.tui.screens.table import TableScreen

        self.speaker = speaker_of(session, self.config.language)
        keymap = self._take_keys(session)
        model = TableModel(session, self.speaker, self.die, self.clock, keymap.chosen)
        faults = [say("config.ignored", file=str(self.config_path), reason=one) for one in keymap.faults]
        model.mark = mark
        model.tell((*self._faults, *faults, *notices))
        if self.recovery.table is None:
            model.drafts.bring_back()
        else:
            model.drafts.hold()
        self.recovery.report_at(model)
        is_begun = session.record.entry_count or session.is_read_only
        if mark is None and not is_begun and self._is_first(session.path):
            model.tell(model.first_entry(), "good")
        model.offer_lost()
        self._reader.stop()  # at a table every millisecond counts
        screen = TableScreen()
        screen.hold(model)
        self.push_screen(screen)

    def _is_first(self, path: Path) -> bool:
        """Whether no other session of the folder has an entry; False if unknown."""
        listing = self.library.listing(path.parent)
        try:
            listing.look()
        except FileError:
            return False
        others = [one.summary for one in listing.sessions() if one.path != path]
        return {path}.issuperset(listing.waiting) and all(one and not one.entries for one in others)

    def leave_table(self) -> None:
        """Go back to the start page, or exit if the session was opened from the command line."""
        self.left_path = self._close_session()
        if self.path is not None:
            self.exit()
        else:
            self.speaker = self._plain
            self._take_keys()
            self.pop_screen()

    def close_tables(self) -> None:
        """Leave the table that a rematch was planned at; its phones wait for the new one."""
        self._close_session()
        while self.tables:
            self.pop_screen()

    def _take_keys(self, session: "Session | None" = None) -> Keymap:
        """Apply the keys of the settings, including keys of the game's actions if a game is open."""
        if session is None:
            keymap = keymap_of(self.config.keys)
        else:
            from companion.games.registry import engines

            verbs = session.context().verbs
            actions = verb_commands(session.record.game.engine, verbs, self.speaker.lexicon)
            keymap = keymap_of(self.config.keys, actions, engines())
        self.keys = keys_of(COMMANDS, keymap.chosen)
        self.set_keymap(dict(keymap.chosen))
        return keymap

    def action_help(self) -> None:
        """Open the help at the current screen's keys; on the help page itself, close it."""
        from companion.pages.help import HelpView, Rules
        from companion.tui.screens.page_screen import PageScreen

        screen, playing = self.screen, None
        if isinstance(screen, PageScreen) and screen.link.page == "help":
            screen.action_close()
        elif isinstance(screen, AppScreen):
            for model in self.tables:
                now = model.form.verb if model.is_entering else None
                keys = {one.name: model.verb_keys[one.name] for one in model.moment().possible_verbs}
                playing = Rules(model.record.game, model.speaker, keys, now)
            view = HelpView(self.speaker, self._key_label, self.zone)
            view.keys, view.printed = self.keys, partial(key_label, speaker=self.speaker)
            view.here, view.playing = screen.help_blocks, playing
            self.show_page(view, link("help"))

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
        """Models of the open table screens: the game's, then the what-if's."""
        from companion.tui.screens.table import TableScreen

        return [screen.model for screen in self.screen_stack if isinstance(screen, TableScreen)]

    # Settings

    def open_page(self, page: str, folder: Path | None = None) -> None:
        from companion.pages.sessions import SessionsView
        from companion.pages.view import View

        view = (View if folder is None else SessionsView)(self.speaker, self._key_label, self.zone)
        if isinstance(view, SessionsView) and folder is not None:
            view.listing = self.listing if folder == self.saves else self.library.listing(folder)
        self.show_page(view, link(page))

    def _key_label(self, command: str) -> str:
        return key_label(self.keys[command], self.speaker)

    def read_sessions(self, listing: "Listing") -> None:
        self._reader.read(listing)

    def open_ties(self, players: Sequence[str] = (), usual: Sequence[int] = ()) -> None:
        """Open the tie calculator as it was left; `usual` is first and second money and the unit."""
        from companion.tui.screens.ties import LETTERS, USUAL, TieModel, TiePage

        asked = (*players, *usual)
        self.ties.setdefault(asked, TieModel(players or LETTERS, usual or USUAL))
        self.push_screen(TiePage(self.ties[asked], self.speaker))

    def open_maker(self, loaded: "Loaded | None" = None) -> None:
        from companion.session.pad_draft import PadDraft
        from companion.tui.screens.make_pad import MakePage

        is_own = loaded is not None and not self.library.shelf.is_shipped(loaded.path)
        draft = PadDraft(loaded.raw if loaded else None, self.config.language, self.speaker.say)
        if loaded is not None and not is_own:
            draft.rename(draft.raw, f"{draft.name} 2")
        self.push_screen(MakePage(draft, self.speaker, loaded if is_own else None))

    def show_page(self, view: "View", link: Link, below: "TableScreen | None" = None) -> None:
        from companion.tui.screens.page_screen import PageScreen

        view.services, name = self, f"{link.page} {len(self.screen_stack)}"
        self.reuse_screen(name, PageScreen).hold(view, link, below)
        self.push_screen(name)

    def reuse_screen(self, name: str, kind: type[S]) -> S:
        """Return a screen that is kept when it is closed: making a screen takes longer than drawing it."""
        if not self.is_screen_installed(name):
            self.install_screen(kind(), name)
        return self.get_screen(name, kind)

    def take_language(self, language: str) -> None:
        """Switch the language; complain only if the setting can't be written."""
        said = self.change_settings(replace(self.config, language=language), {"language": language})
        if said.key == "settings.unwritten":
            self.complain(said)

    def export(self, session: "Session", form: str, language: str) -> "tuple[Path, bool]":
        from companion.draw.export import export_bytes, export_name
        from companion.storage.exports import write_beside

        named = session.path.with_name(f"{export_name(session)}.{form}")
        return write_beside(self.library.disk, named, export_bytes(session, form, language))

    def change_settings(self, config: Config, changes: Changes) -> Message:
        """Apply new settings at once and write the changes; return a message about success or failure."""
        self.config = config
        self._take_settings()
        try:
            write_config(self.config_path, changes, self.library.disk)
        except FileError as fault:
            return say("settings.unwritten", reason=fault.message)
        return say("settings.written")

    def _take_settings(self) -> None:
        """Apply keys, colours and language of the settings to every screen."""
        for speaker in (self._plain, self.speaker):
            speaker.speak(self.config.language)
        tables = self.tables
        keymap = self._take_keys(tables[0].session if tables else None)
        for model in tables:
            model.take_keys(keymap.chosen)
        self._take_colours()
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                screen.draw_anew()

    # Textual's own boxes take and draw anything, even terminal codes

    @property
    def clipboard(self) -> str:
        return clean(super().clipboard)

    async def on_event(self, event: events.Event) -> None:
        if not event.is_forwarded:
            self.recovery.note(event)
        if isinstance(event, events.Paste):
            event.text = "\n".join(clean(line, "") for line in event.text.splitlines())
        if isinstance(event, events.Key) and not event.is_forwarded:
            while not (self.screen.is_mounted or self.recovery.fault):  # no key is lost while a page opens
                await sleep(0)
            if not isinstance(self.screen, CommandPalette):
                await give_key(self, event)
                return
        await super().on_event(event)

    # Colours

    def _take_colours(self) -> None:
        theme = "colourless" if self.no_color else self.config.theme
        self.palette = replace(self.palette, theme=theme, is_safe=self.config.palette == "safe")
        self.theme = f"companion-{theme}"

    def set_players(self, players: Sequence[str], colours: Mapping[str, str]) -> None:
        if (tuple(players), dict(colours)) != (self.palette.players, self.palette.colours):
            self.palette = replace(self.palette, players=tuple(players), colours=dict(colours))

    def action_next_theme(self) -> None:
        """Switch between light and dark, without writing it to the settings."""
        if not self.no_color:
            self.config = replace(self.config, theme="light" if self.config.theme == "dark" else "dark")
            self._take_settings()

    def action_command_palette(self) -> None:
        """Open Textual's palette in the language of the screen."""
        if not any(isinstance(one, CommandPalette) for one in self.screen_stack):
            placeholder = self.speaker.phrase("screen.palette")
            self.push_screen(QuietPalette(placeholder=placeholder, id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield everything that has a key, for the palette; the game's actions first."""
        from companion.tui.screens.table import TableScreen

        said = self.speaker.say
        found: list[tuple[str, Message, Callable[[], object]]] = []
        if isinstance(screen, TableScreen):
            for verb in screen.model.session.context().possible_verbs:
                word = screen.model.speaker.verb(verb.name)
                found.append((word, say("screen.help.verb"), partial(screen.start, verb.name)))
        if isinstance(screen, AppScreen):
            for command in screen.own_commands:
                found.append((said(command.label), command.help, partial(screen.run_command, command)))
        for command in APP:
            if command.action != "command_palette":
                found.append((said(command.label), command.help, getattr(self, f"action_{command.action}")))

        def on_open_screen(run: Callable[[], object]) -> None:
            if screen in self.screen_stack:  # keys typed ahead may have closed it
                run()

        for label, text, run in found:
            yield SystemCommand(label, said(text), partial(on_open_screen, run))


def run_with_recovery(app: CompanionApp) -> CompanionApp:
    """Run an app and, after each crash, the app that takes over; return the last app."""
    following: CompanionApp | None = app
    while following is not None:
        app = following
        try:
            app.run()
        except Exception as error:
            app.recovery.record_crash(error, app)
        following = app.next_app()
    return app
