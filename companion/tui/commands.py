"""Every command with its key, once: keys, footer, palette, help and the config file live on this list.

The keys of the table are reserved: no game may choose one of them for an action.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import REPLACED_KEYS, Keys, key_to_character

from companion.core.messages import Message, say

if TYPE_CHECKING:
    from companion.report.words import Speaker


class Command(NamedTuple):
    id: str
    """Its name in the config file; its screen before the point."""
    keys: str
    """Keys, with commas between them, as Textual calls them."""
    action: str
    is_hinted: bool = False
    """Shown in the line of keys below."""
    is_in_menu: bool = False
    """Listed with what else can be done."""

    @property
    def label(self) -> Message:
        """In a word or two."""
        return say(f"screen.label.{self.action}")

    @property
    def help(self) -> Message:
        """In a sentence."""
        return say(f"screen.help.{self.action}")


Commands = tuple[Command, ...]

APP = (
    Command("app.help", "question_mark,f1", "help", is_hinted=True),
    Command("app.palette", "ctrl+p", "command_palette"),
    Command("app.theme", "ctrl+t", "next_theme"),
    Command("app.quit", "ctrl+q", "end"),
)
TABLE = (
    Command("table.note", "ctrl+n", "note"),
    Command("table.by", "ctrl+b", "by"),
    Command("table.undo", "u", "undo", is_hinted=True),
    Command("table.redo", "U", "redo"),
    Command("table.change", "c", "change", is_hinted=True),
    Command("table.line", "colon", "line", is_hinted=True),
    Command("table.more", "plus", "more", is_hinted=True),
    Command("table.history", "h", "history", is_hinted=True),
    Command("table.receipt", "l", "receipt"),
    Command("table.count", "C", "count", is_in_menu=True),
    Command("table.tables", "w", "tables", is_hinted=True),
    Command("table.leads", "L", "leads", is_in_menu=True),
    Command("table.final", "F", "final", is_in_menu=True),
    Command("table.run-sheet", "R", "run_sheet", is_hinted=True),
    Command("table.evening", "E", "evening", is_in_menu=True),
    Command("table.roll", "g", "roll", is_hinted=True),
    Command("table.peek", "k", "peek", is_hinted=True),
    Command("table.what-if", "W", "what_if", is_in_menu=True),
    Command("table.book", "B", "copy_book", is_in_menu=True),
    Command("table.export", "X", "export", is_in_menu=True),
    Command("table.copy", "Y", "copy_summary", is_in_menu=True),
    Command("table.phones", "M", "phones", is_in_menu=True),
    Command("table.ties", "T", "ties", is_in_menu=True),
    Command("table.settings", "P", "settings", is_in_menu=True),
    Command("table.next-view", "n", "next_view"),
    Command("table.down", "pagedown", "page_down"),
    Command("table.up", "pageup", "page_up"),
    Command("table.leave", "q", "leave", is_hinted=True),
)
PAGE = (
    Command("page.close", "escape,q,backspace", "close", is_hinted=True),
    Command("page.down", "pagedown,space", "page_down"),
    Command("page.up", "pageup", "page_up"),
)
START = (
    Command("start.new", "n", "new", is_hinted=True),
    Command("start.score", "s", "score", is_hinted=True),
    Command("start.open", "enter", "open", is_hinted=True),
    Command("start.rematch", "r", "rematch", is_hinted=True),
    Command("start.title", "t", "title", is_hinted=True),
    Command("start.duplicate", "d", "duplicate", is_hinted=True),
    Command("start.put-away", "x", "put_away", is_hinted=True),
    Command("start.find", "slash", "find_session", is_hinted=True),
    Command("start.away", "a", "away", is_hinted=True),
    Command("start.import", "i", "fetch", is_hinted=True),
    Command("start.examples", "e", "examples", is_hinted=True),
    Command("start.statistics", "S", "statistics", is_hinted=True),
    Command("start.ties", "T", "ties", is_hinted=True),
    Command("start.rulesets", "R", "rulesets", is_hinted=True),
    Command("start.settings", "P", "settings", is_hinted=True),
    Command("start.language", "l", "language", is_hinted=True),
    Command("start.leave", "q", "leave", is_hinted=True),
)
AWAY = (Command("away.back", "enter,x", "bring_back", is_hinted=True),)
NEW = (Command("new.close", "escape", "close", is_hinted=True),)
COUNTING = (Command("position.close", "escape", "done", is_hinted=True),)
ENTRIES = (
    Command("history.change", "c", "change_entry", is_hinted=True),
    Command("history.strike", "x", "strike", is_hinted=True),
    Command("history.insert", "i", "insert", is_hinted=True),
    Command("history.rename", "r", "rename", is_hinted=True),
)
"""What can be done with an entry that was made."""
HISTORY = (
    Command("history.open", "enter", "open", is_hinted=True),
    *ENTRIES,
    Command("history.find", "slash", "find", is_hinted=True),
    Command("history.tables", "w", "tables", is_hinted=True),
    Command("history.abandoned", "a", "abandoned", is_hinted=True),
)
WHAT_IF = (
    Command("what-if.adopt", "a", "adopt", is_hinted=True),
    Command("what-if.drop", "d", "drop", is_hinted=True),
    Command("what-if.game", "g", "game", is_hinted=True),
)
ADOPT = (Command("adopt.book", "enter", "book", is_hinted=True),)
EVENING = (Command("evening.figures", "f", "figures", is_hinted=True),)
BOOK = (
    Command("book.open", "enter", "open", is_hinted=True),
    Command("book.rename", "r", "rename", is_hinted=True),
    Command("book.merge", "m", "merge", is_hinted=True),
    Command("book.forget", "x", "forget", is_hinted=True),
    Command("book.colour", "c", "colour", is_hinted=True),
)
EXPORT = (
    Command("export.write", "enter", "write", is_hinted=True),
    Command("export.copy", "Y", "copy_summary", is_hinted=True),
)
PHONES = (
    Command("phones.allow", "y", "allow", is_hinted=True),
    Command("phones.deny", "n", "deny", is_hinted=True),
    Command("phones.away", "x", "send_away", is_hinted=True),
    Command("phones.code", "c", "new_code", is_hinted=True),
    Command("phones.stop", "s", "stop_serving", is_hinted=True),
)
FINAL = (Command("final.open", "enter", "open_figure", is_hinted=True),)
FROM_TABLE = tuple(one for one in TABLE if one.action in ("evening", "export", "copy_summary", "run_sheet"))
"""Commands of the table that the score sheet has too."""
BEHIND = (Command("behind.open", "enter", "open_entry", is_hinted=True),)
OPENING = (Command("listing.open", "enter", "open", is_hinted=True),)
"""Of a page with rows that can be opened and nothing else."""
SETTINGS = (Command("settings.open", "enter", "change_setting", is_hinted=True),)
HELP = (
    Command("help.next", "tab,right", "next_page", is_hinted=True),
    Command("help.back", "shift+tab,left", "previous_page", is_hinted=True),
)

COMMANDS = (
    *(*APP, *START, *TABLE, *NEW, *COUNTING, *PAGE, *HISTORY, *WHAT_IF, *ADOPT, *BOOK),
    *(*EVENING, *FINAL, *BEHIND, *EXPORT, *PHONES, *OPENING, *SETTINGS, *HELP, *AWAY),
)


class Keyboard(NamedTuple):
    """The keys of one kind of screen."""

    commands: Commands
    fixed: frozenset[str] = frozenset()
    """Keys that mean something there and have no id."""
    is_typing: bool = False
    """Whether letters are text there."""


_MARK = frozenset({"up", "down", "home", "end"})
ENTRY = frozenset(
    {"enter", "tab", "shift+tab", "backspace", "delete", "escape", "up", "down", "left", "right"}
    | {*"0-,.!="}
)
"""Keys of an entry; no action begins with one of them."""

TABLE_KEYS = Keyboard((*APP, *TABLE), ENTRY)
KEYBOARDS = (
    TABLE_KEYS,
    Keyboard((*APP, *START), _MARK | {"backspace", "escape", *"123456789"}),
    Keyboard((*APP, *PAGE)),
    Keyboard((*APP, *PAGE, *HISTORY), _MARK),
    Keyboard((*APP, *PAGE, *WHAT_IF)),
    Keyboard((*APP, *PAGE, *ADOPT)),
    Keyboard((*APP, *PAGE, *EVENING)),
    Keyboard((*APP, *PAGE, *BOOK), _MARK),
    Keyboard((*APP, *PAGE, *EXPORT), _MARK),
    Keyboard((*APP, *PAGE, *PHONES), _MARK),
    Keyboard((*APP, *PAGE, *FINAL, *FROM_TABLE), _MARK),
    Keyboard((*APP, *PAGE, *BEHIND), _MARK),
    Keyboard((*APP, *PAGE, *SETTINGS), _MARK | {"left", "right"}),
    Keyboard((*APP, *PAGE, *HELP), frozenset("123456789")),
    Keyboard((*APP, *PAGE, *AWAY), _MARK),
    Keyboard((*APP, *PAGE, *OPENING), _MARK | {"left", "right", "tab", "shift+tab"}),
    Keyboard(NEW, ENTRY - {"escape"}, is_typing=True),
    Keyboard(COUNTING, ENTRY - {"escape"}, is_typing=True),
)

_NAMED = frozenset(key.value for key in Keys)


def keys_in(keys: str) -> tuple[str, ...]:
    """Keys with commas between them, each as what it types or, where it does not type, by its name."""
    parts = [part.strip() for part in keys.split(",")]
    return tuple(_typed(part) or part.lower() for part in parts if part)


def _typed(key: str) -> str:
    """What a key types; nothing for one that does not type."""
    if len(key) == 1:
        return key
    name = key.lower()
    found = key_to_character(REPLACED_KEYS.get(name, name))
    return found if found is not None and found.isprintable() else ""


def is_key(key: str) -> bool:
    """Whether there is such a key."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    is_held = all(one in ("ctrl", "shift", "alt") for one in held)
    return is_held and (last in _NAMED or bool(_typed(last)))


def is_text(key: str) -> bool:
    """Whether a key types something."""
    return len(key) == 1


def shown(keys: str, speaker: "Speaker", is_typing: bool = False) -> str:
    """The first of some keys as it is printed on a keyboard; where letters are text, the first that is none."""
    known = keys_in(keys)
    if not known:
        return ""
    return speaker.key(next((one for one in known if not (is_typing and is_text(one))), known[0]))


def keys_of(commands: Commands, chosen: Mapping[str, str]) -> dict[str, str]:
    """The keys of commands by id, those from the config file before the usual ones."""
    return {command.id: chosen.get(command.id, command.keys) for command in commands}


def bindings_of(commands: Commands) -> list[BindingType]:
    """Commands as the bindings of a screen."""
    return [Binding(one.keys, one.action, one.id, id=one.id, show=False) for one in commands]
