"""The settings page: changes apply at once and are written to the config file."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from companion.core.messages import say
from companion.report.spans import Line, folded_spans
from companion.storage.config import Config
from companion.tui.commands import PAGE, SETTINGS, Commands, bindings_of
from companion.tui.draw.settings import setting_rows
from companion.tui.models.settings import ROWS, Change, SettingsModel
from companion.tui.screens.listing import ListPage


class SettingsPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(SETTINGS)
    OWN_COMMANDS: ClassVar[Commands] = (*SETTINGS, *PAGE)
    HINTS: ClassVar[Commands] = (*SETTINGS, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("settings", "settings-turn", "list-arrows")

    def __init__(self, config: Config, change: Change) -> None:
        super().__init__("")
        self.settings = SettingsModel(config, change)

    def redraw(self) -> None:
        self._heading = self.host.speaker.say(say("settings.title"))
        super().redraw()

    def head(self, lines: Sequence[Line]) -> None:
        """Show the title, where the file is, and what the last key did or asks."""
        width, speaker, said = max(1, self.size.width - 2), self.host.speaker, self.settings.said
        path = speaker.say(say("settings.file", file=str(self.host.config_path)))
        told = folded_spans(speaker.say(said), width, "muted" if said.key == "settings.how" else "warn")
        super().head([*lines, *folded_spans(path, width, "muted"), *told])

    def rows(self, width: int) -> list[list[Line]]:
        return setting_rows(self.settings.config, self.host.speaker, self.app.no_color, width)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("left", "right"):
            event.stop()
            event.prevent_default()
            self.settings.turn(ROWS[self.place], 1 if event.key == "right" else -1)
            self.redraw()
        else:
            super().on_key(event)

    def mark(self, place: int) -> None:
        if place != self.place:
            self.settings.forget()
        super().mark(place)

    def action_open(self) -> None:
        self.action_change_setting()

    def action_change_setting(self) -> None:
        self.settings.open(ROWS[self.place])
        self.redraw()
