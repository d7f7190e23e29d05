"""The settings: what is changed holds at once and is written to the file whose path stands above."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from companion.core.messages import say
from companion.games.common import COMMON_ACTIONS
from companion.report.spans import Line, folded_spans
from companion.storage.config import Config
from companion.tui.commands import PAGE, SETTINGS, Commands, bindings_of
from companion.tui.draw.settings import setting_rows
from companion.tui.keymap import verb_commands
from companion.tui.models.settings import Change, Game, Row, SettingsModel
from companion.tui.screens.listing import ListPage


class SettingsPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(SETTINGS)
    OWN_COMMANDS: ClassVar[Commands] = (*SETTINGS, *PAGE)
    HINTS: ClassVar[Commands] = (*SETTINGS, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("settings", "settings-turn", "list-arrows")

    def __init__(self, config: Config, change: Change, engine: str = "") -> None:
        super().__init__("")
        self._config, self._change, self._engine = config, change, engine

    def on_mount(self) -> None:
        language = self.host.language
        games = {
            game.engine: Game(
                game.ruleset.names.of(language).form(),
                verb_commands(game.engine, (*game.actions, *COMMON_ACTIONS.values())),
            )
            for game in reversed(self.host.library.games())
        }
        self.settings = SettingsModel(
            self._config, tuple(reversed(games.values())), self._change, self._engine
        )
        super().on_mount()

    def redraw(self) -> None:
        self._heading = self.host.speaker.say(say("settings.title"))
        super().redraw()

    def head(self, lines: Sequence[Line]) -> None:
        """The title, the path of the file, and what the last key came to or what it asks."""
        width, speaker, said = max(1, self.size.width - 2), self.host.speaker, self.settings.said
        path = speaker.say(say("settings.file", file=str(self.host.config_path)))
        told = folded_spans(speaker.say(said), width, "muted" if said.key == "settings.how" else "warn")
        super().head([*lines, *folded_spans(path, width, "muted"), *told])

    def rows(self, width: int) -> list[list[Line]]:
        return setting_rows(self.settings, self.host.speaker, self.app.no_color, width)

    @property
    def _row(self) -> Row:
        return self.settings.rows[self.place]

    def on_key(self, event: events.Key) -> None:
        if self.settings.asking is not None:
            self.settings.take(event.key, event.character if event.is_printable else None)
        elif event.key in ("left", "right"):
            self.settings.turn(self._row, 1 if event.key == "right" else -1)
        else:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.redraw()

    def mark(self, place: int) -> None:
        if place != self.place:
            self.settings.forget()
        super().mark(place)

    def action_open(self) -> None:
        self.action_change_setting()

    def action_change_setting(self) -> None:
        self.settings.open(self._row)
        self.redraw()

    def action_usual(self) -> None:
        self.settings.usual(self._row)
        self.redraw()
