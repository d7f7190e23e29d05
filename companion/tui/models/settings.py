"""Language, theme and palette of this machine, and their reset."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.messages import Message, say
from companion.storage.config import CHOICES, Changes, Config

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
