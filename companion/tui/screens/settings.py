"""The pages of settings and languages: changes apply at once and are written to the config file."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual import events
from textual.binding import BindingType

from companion.core.messages import Message, say
from companion.pages.commands import (
    OPENING,
    PAGE,
    SETTINGS,
    Commands,
)
from companion.report.layout import flush_left
from companion.report.spans import Line, Span, folded_line, folded_spans
from companion.report.words import Speaker
from companion.storage.config import CHOICES, Changes, Config
from companion.tui.draw.help import prose
from companion.tui.keymap import bindings_of
from companion.tui.screens.listing import ListPage
from companion.words import LANGUAGES

Change = Callable[[Config, Changes], Message]
"""Apply a config, write what changed to the file, and return what to tell the player."""
ROWS = (*CHOICES, "reset")


class SettingsModel:
    def __init__(self, config: Config, change: Change) -> None:
        self.config, self._change = config, change
        self.forget()

    def forget(self) -> None:
        """Drop a pending question and the last message."""
        self.is_sure, self.said = False, say("settings.how")

    def turn(self, row: str, way: int) -> None:
        """Take the next or previous value of a setting."""
        self.forget()
        if row != "reset":
            values = CHOICES[row]
            value = values[(values.index(getattr(self.config, row)) + way) % len(values)]
            chosen: dict[str, Any] = {row: value}
            self._set(replace(self.config, **chosen), chosen)

    def open(self, row: str) -> None:
        """Take the next value of a setting, or reset all of them on the second call."""
        if row != "reset":
            self.turn(row, 1)
        elif self.is_sure:
            self.forget()
            self._set(Config(self.config.keys), dict.fromkeys(CHOICES))
        else:
            self.is_sure, self.said = True, say("settings.sure")

    def _set(self, config: Config, changes: Changes) -> None:
        self.config = config
        self.said = self._change(config, changes)


LABEL_ROOM = 13


def setting_rows(config: Config, speaker: Speaker, no_colour: bool, width: int) -> list[list[Line]]:
    """Return each setting with all its values, the current one in brackets, and a line of help."""
    found = []
    for row in ROWS:
        names = {value: speaker.say(say(f"settings.value.{value}")) for value in CHOICES.get(row, ())}
        now = getattr(config, row, None)
        values = "  ".join(f"[{name}]" if value == now else name for value, name in names.items())
        label = flush_left(speaker.say(say(f"settings.{row}")), LABEL_ROOM)
        lines = folded_line([Span(label, "strong"), Span(values)], width)
        lines += prose(speaker.say(say(f"settings.{row}-help")), width, "muted")
        if row == "theme" and no_colour:
            lines += prose(speaker.say(say("settings.no-colour")), width, "muted")
        found.append(lines)
    return found


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


class LanguagePage(ListPage):
    """Each language under its own name; a digit or Enter takes it, and it is written to the settings."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(OPENING)
    OWN_COMMANDS: ClassVar[Commands] = (*OPENING, *PAGE)
    HINTS: ClassVar[Commands] = (*OPENING, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("languages", "languages-digits", "list-arrows")

    def on_mount(self) -> None:
        self.place = LANGUAGES.index(self.host.language)
        super().on_mount()

    def redraw(self) -> None:
        self._heading = self.host.speaker.say(say("settings.language"))
        super().redraw()

    def rows(self, width: int) -> list[list[Line]]:
        names = (self.host.speaker.say(say(f"settings.value.{one}")) for one in LANGUAGES)
        return [
            [(Span(f"{at}  ", "key"), Span(name, "strong"), Span(f"  {one}", "muted"))]
            for at, (one, name) in enumerate(zip(LANGUAGES, names, strict=True), start=1)
        ]

    def on_key(self, event: events.Key) -> None:
        digits = "".join(str(at) for at, _ in enumerate(LANGUAGES, start=1))
        if event.character and event.character in digits:
            event.stop()
            event.prevent_default()
            self.place = digits.index(event.character)
            self.action_open()
        else:
            super().on_key(event)

    def action_open(self) -> None:
        self.dismiss()
        self.host.take_language(LANGUAGES[self.place])
