"""Every command with its key, once: keys, footer, palette, help and the config file live on this list.

The keys of the table are reserved: no game may choose one of them for an action.
"""

from collections.abc import Iterable
from typing import NamedTuple

from companion.core.messages import Message, say


class Command(NamedTuple):
    id: str
    """Its name in the config file; its screen before the point."""
    keys: str
    """Keys, with commas between them, as Textual calls them."""
    action: str
    is_hinted: bool = False
    """Shown in the line of keys below."""

    @property
    def label(self) -> Message:
        """In a word or two."""
        return say(f"screen.label.{self.action}")

    @property
    def help(self) -> Message:
        """In a sentence."""
        return say(f"screen.help.{self.action}")


APP = (
    Command("app.help", "question_mark,f1", "help", is_hinted=True),
    Command("app.palette", "ctrl+p", "command_palette"),
    Command("app.theme", "ctrl+t", "next_theme"),
    Command("app.quit", "ctrl+q", "leave"),
)
TABLE = (
    Command("table.undo", "u", "undo", is_hinted=True),
    Command("table.redo", "U", "redo"),
    Command("table.line", "colon", "line", is_hinted=True),
    Command("table.more", "plus", "more", is_hinted=True),
    Command("table.history", "h", "history", is_hinted=True),
    Command("table.receipt", "l", "receipt"),
    Command("table.tables", "w", "tables", is_hinted=True),
    Command("table.roll", "g", "roll", is_hinted=True),
    Command("table.peek", "k", "peek", is_hinted=True),
    Command("table.next-view", "n", "next_view"),
    Command("table.leave", "q", "leave", is_hinted=True),
)
PAGE = (
    Command("page.close", "escape,q,backspace", "close", is_hinted=True),
    Command("page.down", "pagedown,space", "page_down"),
    Command("page.up", "pageup", "page_up"),
)
START = (
    Command("start.new", "n", "new", is_hinted=True),
    Command("start.open", "enter", "open", is_hinted=True),
    Command("start.leave", "q,escape", "leave", is_hinted=True),
)
NEW = (Command("new.close", "escape", "close", is_hinted=True),)
COUNTING = (Command("position.close", "escape", "close", is_hinted=True),)
HISTORY = (
    Command("history.open", "enter", "open", is_hinted=True),
    Command("history.amend", "a", "amend", is_hinted=True),
    Command("history.strike", "x", "strike", is_hinted=True),
    Command("history.insert", "i", "insert", is_hinted=True),
)

COMMANDS = (*APP, *START, *TABLE, *NEW, *COUNTING, *PAGE, *HISTORY)

_SHOWN = {
    "question_mark": "?",
    "colon": ":",
    "plus": "+",
    "escape": "Esc",
    "enter": "Enter",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "space": "Space",
    "backspace": "Backspace",
    "tab": "Tab",
}


def shown(keys: str) -> str:
    """The first of some keys as it is printed on a keyboard."""
    key = keys.split(",")[0].strip()
    if key.startswith("ctrl+"):
        return f"Ctrl+{key.removeprefix('ctrl+').upper()}"
    return _SHOWN.get(key, key.upper() if len(key) > 1 and key.startswith("f") else key)


def reserved_keys() -> frozenset[str]:
    """Keys with which no action of a game may begin."""
    given = {key for command in (*APP, *TABLE) for key in command.keys.split(",")}
    return frozenset({_SHOWN.get(key, key) for key in given} | {"0", "-", ","})


def keys_of(commands: Iterable[Command], chosen: dict[str, str]) -> dict[str, str]:
    """The keys of commands by id, those from the config file before the usual ones."""
    return {command.id: chosen.get(command.id, command.keys) for command in commands}
