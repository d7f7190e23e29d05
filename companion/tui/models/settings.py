"""What is set for this machine, as rows: language, theme, palette, the key of every command and action."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.core.messages import Message, say
from companion.storage.config import CHOICES, Config
from companion.tui.commands import COMMANDS, Command, Commands, is_text
from companion.tui.keymap import fault_at

Change = Callable[[Config, Mapping[str, str | None]], Message]
"""Makes settings hold and writes those that changed; says what became of it."""


class Game(NamedTuple):
    """Actions are rows too, each game's with its own keys."""

    name: str
    actions: Commands


class Row(NamedTuple):
    name: str
    """A choice such as `theme`; `key`, or `reset`."""
    command: Command | None = None
    group: str = ""
    """Under which heading it stands: the kind of screen, or a game's name."""

    @property
    def label(self) -> Message | None:
        """What a command is called, where it is not called by its id."""
        is_action = self.command is None or self.command not in COMMANDS
        return None if is_action or self.command is None else self.command.label


class SettingsModel:
    def __init__(self, config: Config, games: Sequence[Game], change: Change, engine: str = "") -> None:
        """`engine` is the game on the table: its actions come first."""
        self.config, self._games, self._change = config, games, change
        self.asking: Command | None = None
        """For which the next key is taken."""
        self.is_sure = False
        """Whether the next Enter sets everything back."""
        self.said = say("settings.how")
        """What the last key came to, what it asks, or how something is changed."""
        keys = [Row("key", one, one.id.partition(".")[0]) for one in COMMANDS]
        actions = [Row("key", one, game.name) for game in games for one in game.actions]
        own = [row for row in actions if row.command is not None and row.command.id.startswith(f"{engine}.")]
        rest = [row for row in actions if row not in own]
        self.rows = (*map(Row, CHOICES), Row("reset"), *own, *keys, *rest)

    def keys_of(self, command: Command) -> str:
        return self.config.keys.get(command.id, command.keys)

    def forget(self) -> None:
        """What was asked or said is over."""
        self.asking, self.is_sure, self.said = None, False, say("settings.how")

    def turn(self, row: Row, way: int) -> None:
        """Another value of a choice; nothing for other rows."""
        self.forget()
        values = CHOICES.get(row.name, ())
        if values:
            value = values[(values.index(getattr(self.config, row.name)) + way) % len(values)]
            chosen: dict[str, Any] = {row.name: value}
            self._set(replace(self.config, **chosen), chosen)

    def open(self, row: Row) -> None:
        """Turns a choice, asks for a key, or sets everything back once that is sure."""
        if row.command is not None:
            self.forget()
            self.asking, self.said = row.command, say("settings.press", what=row.command.id)
        elif row.name != "reset":
            self.turn(row, 1)
        elif self.is_sure:
            self._reset()
        else:
            self.is_sure, self.said = True, say("settings.sure")

    def take(self, key: str, typed: str | None) -> None:
        """The key that was pressed for the command in question; one that means something there already is refused."""
        command = self.asking
        assert command is not None
        if key == "escape":
            self.forget()
            return
        chosen = typed if typed is not None and is_text(typed) and typed not in ", " else key
        others = {one: keys for one, keys in self.config.keys.items() if one != command.id}
        against = self._against({**others, command.id: chosen}, command)
        if against is not None:
            self.said = say("settings.not-taken", reason=against)
            return
        self.forget()
        self._set(replace(self.config, keys={**others, command.id: chosen}), {f"keys.{command.id}": chosen})

    def usual(self, row: Row) -> None:
        """Gives a command its usual key back."""
        self.forget()
        command, keys = row.command, self.config.keys
        if command is None or command.id not in keys:
            return
        others = {one: key for one, key in keys.items() if one != command.id}
        against = self._against(others, command)
        if against is not None:
            self.said = say("settings.not-usual", reason=against)
        else:
            self._set(replace(self.config, keys=others), {f"keys.{command.id}": None})

    def _reset(self) -> None:
        """Everything as usual; ids in the file that nobody knows stay."""
        self.forget()
        known = {row.command.id for row in self.rows if row.command is not None}
        others = {one: key for one, key in self.config.keys.items() if one not in known}
        gone = [*CHOICES, *(f"keys.{one}" for one in self.config.keys if one in known)]
        self._set(Config(others), dict.fromkeys(gone))

    def _set(self, config: Config, changes: Mapping[str, str | None]) -> None:
        self.config = config
        self.said = self._change(config, changes)

    def _against(self, chosen: Mapping[str, str], command: Command) -> Message | None:
        """What speaks against the keys of a command: what has one of them already, on the same kind of screen."""
        fault = fault_at([game.actions for game in self._games], chosen, command.id)
        if fault is None:
            return None
        if fault.key != "config.key-taken":
            return say("settings.fixed", key=fault.values["key"])
        one, other = str(fault.values["id"]), str(fault.values["other"])
        owner = one if other == command.id else other
        labels = {row.command.id: row.label for row in self.rows if row.command is not None}
        return say("settings.taken", key=fault.values["key"], other=labels[owner] or owner, id=owner)
