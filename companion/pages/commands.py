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
    """Shown in the line of keys below; what a page offers says that itself."""
    is_in_menu: bool = False

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
HISTORY = (
    Command("history.open", "enter", "open"),
    Command("history.change", "c", "change_entry"),
    Command("history.strike", "x", "strike"),
    Command("history.insert", "i", "insert"),
    Command("history.rename", "r", "rename"),
    Command("history.find", "slash", "find"),
    Command("history.tables", "w", "tables"),
    Command("history.abandoned", "a", "abandoned"),
)
WHAT_IF = (
    Command("what-if.adopt", "a", "adopt"),
    Command("what-if.drop", "d", "drop"),
    Command("what-if.game", "g", "game"),
)
ADOPT = (Command("adopt.book", "enter", "book"),)
EVENING = (Command("evening.figures", "f", "figures"),)
BOOK = (
    Command("book.open", "enter", "open"),
    Command("book.rename", "r", "rename"),
    Command("book.merge", "m", "merge"),
    Command("book.forget", "x", "forget"),
    Command("book.colour", "c", "colour"),
)
EXPORT = (
    Command("export.write", "enter", "write"),
    Command("export.copy", "Y", "copy_summary"),
)
PHONES = (
    Command("phones.allow", "y", "allow"),
    Command("phones.deny", "n", "deny"),
    Command("phones.away", "x", "send_away"),
    Command("phones.code", "c", "new_code"),
    Command("phones.stop", "s", "stop_serving"),
)
FINAL = (Command("final.open", "enter", "open_figure"),)
FROM_TABLE = tuple(one for one in TABLE if one.action in ("evening", "export", "copy_summary", "run_sheet"))
BEHIND = (Command("behind.open", "enter", "open_entry"),)
OPENING = (Command("listing.open", "enter", "open", is_hinted=True),)
"""Of a page with rows that can be opened and nothing else."""
SETTINGS = (
    Command("settings.open", "enter", "change_setting"),
    Command("settings.find", "slash", "find_setting"),
)
HELP = (
    Command("help.next", "tab,right", "next_page"),
    Command("help.back", "shift+tab,left", "previous_page"),
)

COMMANDS = (
    *(*APP, *START, *TABLE, *NEW, *COUNTING, *PAGE, *HISTORY, *WHAT_IF, *ADOPT, *BOOK),
    *(*EVENING, *FINAL, *BEHIND, *EXPORT, *PHONES, *OPENING, *SETTINGS, *HELP, *AWAY),
)
