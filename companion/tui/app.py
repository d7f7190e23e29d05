"""The app: settings, colours, and which screen is open. Nothing heavy is imported before the first paint."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Static

from companion.tui.bindings import bindings_of
from companion.tui.commands import APP, COMMANDS, keys_of
from companion.tui.palette import Palette

if TYPE_CHECKING:
    from companion.core.forms import Die
    from companion.core.messages import Message
    from companion.report.words import Speaker
    from companion.session import Library
    from companion.storage.config import Config
    from companion.tui.model import TableModel
    from companion.tui.screens.table import TableScreen

THEMES = (
    Theme("companion-dark", primary="#8fc7ff", background="#14161a", surface="#1c1f26", foreground="#d5d9e0"),
    Theme(
        "companion-light",
        primary="#0b4f8a",
        background="#f7f7f5",
        surface="#ecece8",
        foreground="#22262d",
        dark=False,
    ),
)
COLOURLESS = Theme(
    "companion-colourless",
    primary="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    foreground="ansi_default",
)


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


class CompanionApp(App[str | None]):
    """Ends with a sentence to say where something kept it from starting."""

    TITLE = "Companion"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(APP)

    def __init__(
        self,
        path: Path | None,
        saves: Path,
        language: str,
        die: "Die",
        clock: Callable[[], datetime] = now,
        zone: tzinfo | None = None,
        config: "Config | None" = None,
        faults: "Sequence[Message]" = (),
        library: "Callable[[], Library] | None" = None,
    ) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)  # else black on black
        self.path, self.saves, self.language = path, saves, language
        self.die, self.clock, self.zone = die, clock, zone
        self._library, self._faults = library, tuple(faults)
        chosen = dict(config.keys) if config else {}
        self.chosen_keys: Mapping[str, str] = chosen
        self.keys = keys_of(COMMANDS, chosen)
        theme = config.theme if config else "dark"
        self.palette = Palette(
            "colourless" if self.no_color else theme, not config or config.palette == "safe"
        )
        for one in THEMES:
            self.register_theme(one)
        if self.no_color:
            self.register_theme(COLOURLESS)
        self.theme = f"companion-{self.palette.theme}"
        self.set_keymap(chosen)
        self.speaker: Speaker

    def compose(self) -> ComposeResult:
        yield Static(self.path.name if self.path else "Companion", id="opening")

    def on_mount(self) -> None:
        self.call_after_refresh(self._start)

    def _start(self) -> None:
        """Opens what was asked for, after the first paint."""
        from companion.report.words import Speaker

        self.speaker = Speaker(None, self.language)
        if self.path is not None:
            self.open_table(self.path)

    @property
    def library(self) -> "Library":
        from companion.session import Library

        return self._library() if self._library else Library()

    # Screens

    def open_table(self, path: Path) -> None:
        """The session in a file on the table; the app ends with a sentence where it cannot be opened."""
        from companion.report.words import Speaker
        from companion.storage.faults import Fault
        from companion.tui.model import TableModel
        from companion.tui.screens.table import TableScreen

        try:
            session = self.library.open(path)
        except Fault as fault:
            self.exit(f"{path}: {Speaker(fault.ruleset).say(fault.message)}", return_code=1)
            return
        self.speaker = Speaker(session.ruleset, self.language)
        model = TableModel(session, self.speaker, self.die, self.clock, self.chosen_keys)
        model.tell(self._faults)
        self.push_screen(TableScreen(model))

    def leave_table(self, table: "TableScreen") -> None:
        table.model.session.close()
        self.exit()

    def open_receipt(self, model: "TableModel", number: int) -> None:
        from companion.core.messages import say
        from companion.tui.draw.receipt import receipt_lines
        from companion.tui.screens.page import Page

        title = model.speaker.say(say("screen.receipt", number=number))
        self.push_screen(Page(title, lambda width: receipt_lines(model, number, width)))

    def open_tables(self, model: "TableModel") -> None:
        from companion.core.messages import say
        from companion.tui.draw.tables import every_table
        from companion.tui.screens.page import Page

        self.push_screen(
            Page(model.speaker.say(say("screen.tables")), lambda width: every_table(model, width))
        )

    def open_history(self, model: "TableModel") -> None:
        from companion.tui.screens.history import HistoryPage
        from companion.tui.screens.table import TableScreen

        table = self.screen
        assert isinstance(table, TableScreen)
        self.push_screen(HistoryPage(model, table.open_line))

    def action_help(self) -> None:
        from companion.core.messages import say
        from companion.tui.draw.help import help_lines
        from companion.tui.screens.page import Page

        model = getattr(self.screen, "model", None)
        title = self.speaker.say(say("screen.help-title"))
        self.push_screen(Page(title, lambda width: help_lines(self.keys, self.speaker, model, width)))

    def action_leave(self) -> None:
        from companion.tui.screens.table import TableScreen

        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.model.session.close()
        self.exit()

    # Colours

    def sit_at(self, players: Sequence[str], colours: Mapping[str, str]) -> None:
        """Colours for the players of this table."""
        if (tuple(players), dict(colours)) != (self.palette.players, self.palette.colours):
            self.palette = self.palette.at(players, colours)

    def action_next_theme(self) -> None:
        if self.no_color:
            return
        other = "light" if self.palette.theme == "dark" else "dark"
        old = self.palette
        self.palette = Palette(other, old.is_safe, old.players, old.colours)
        self.theme = f"companion-{other}"
        for screen in self.screen_stack:
            redraw = getattr(screen, "redraw", None)
            if redraw is not None:
                redraw()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Everything that has a key, for the palette; the actions of the game first."""
        from companion.core.messages import say
        from companion.tui.screens.table import TableScreen

        said = self.speaker.say
        if isinstance(screen, TableScreen):
            for verb in screen.model.session.desk().verbs:
                told = said(say("screen.help.verb", verb=verb.name))
                yield SystemCommand(verb.name, told, partial(screen.start, verb.name))
        for command in COMMANDS:
            owner = next((one for one in (screen, self) if hasattr(one, f"action_{command.action}")), None)
            if owner is not None and command.action != "command_palette":
                run = getattr(owner, f"action_{command.action}")
                yield SystemCommand(said(command.label), said(command.help), run)
