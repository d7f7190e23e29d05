"""Every command with its id and usual keys, once: keys, footer, palette, help and the config file live on this list.

The keys of the table are reserved: no game may choose one of them for an action.
"""

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
    is_in_menu: bool = False
    """Listed with what else can be done."""

    @property
    def label(self) -> Message:
        return say(f"screen.label.{self.action}")

    @property
    def help(self) -> Message:
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
    Command("table.undo", "u", "undo"),
    Command("table.redo", "U", "redo", is_in_menu=True),
    Command("table.change", "c", "change", is_in_menu=True),
    Command("table.line", "colon", "line", is_in_menu=True),
    Command("table.more", "plus", "more"),
    Command("table.history", "h", "history", is_in_menu=True),
    Command("table.receipt", "l", "receipt", is_in_menu=True),
    Command("table.count", "C", "count", is_in_menu=True),
    Command("table.tables", "w", "tables", is_in_menu=True),
    Command("table.leads", "L", "leads", is_in_menu=True),
    Command("table.final", "F", "final", is_in_menu=True),
    Command("table.run-sheet", "R", "run_sheet"),
    Command("table.evening", "E", "evening", is_in_menu=True),
    Command("table.set-up", "S", "set_up", is_in_menu=True),
    Command("table.roll", "g", "roll"),
    Command("table.peek", "k", "peek"),
    Command("table.what-if", "W", "what_if", is_in_menu=True),
    Command("table.book", "B", "copy_book", is_in_menu=True),
    Command("table.export", "X", "export", is_in_menu=True),
    Command("table.copy", "Y", "copy_summary", is_in_menu=True),
    Command("table.phones", "M", "phones", is_in_menu=True),
    Command("table.ties", "T", "ties", is_in_menu=True),
    Command("table.settings", "P", "settings", is_in_menu=True),
    Command("table.down", "pagedown", "page_down"),
    Command("table.up", "pageup", "page_up"),
    Command("table.leave", "q", "leave", is_in_menu=True),
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
SETTINGS = (
    Command("settings.open", "enter", "change_setting", is_hinted=True),
    Command("settings.find", "slash", "find_setting", is_hinted=True),
)
HELP = (
    Command("help.next", "tab,right", "next_page", is_hinted=True),
    Command("help.back", "shift+tab,left", "previous_page", is_hinted=True),
)

COMMANDS = (
    *(*APP, *START, *TABLE, *NEW, *COUNTING, *PAGE, *HISTORY, *WHAT_IF, *ADOPT, *BOOK),
    *(*EVENING, *FINAL, *BEHIND, *EXPORT, *PHONES, *OPENING, *SETTINGS, *HELP, *AWAY),
)
