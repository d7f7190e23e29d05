"""Every command with its id and default keys. Keys, footer, palette, help and the config file use this list.

Keys of the table screen are reserved: no game may use one for an action.
"""

from typing import NamedTuple

from companion.core.messages import Message, say


class Command(NamedTuple):
    id: str
    """The name in the config file: the screen, a point, the command."""
    keys: str
    """Textual's names of the keys, separated by commas."""
    action: str
    is_in_menu: bool = False

    @property
    def label(self) -> Message:
        return say(f"screen.label.{self.action}")

    @property
    def help(self) -> Message:
        return say(f"screen.help.{self.action}")


Commands = tuple[Command, ...]

COMMANDS = (
    Command("app.help", "question_mark,f1", "help"),
    Command("app.palette", "ctrl+p", "command_palette"),
    Command("app.theme", "ctrl+t", "next_theme"),
    Command("app.quit", "ctrl+q", "end"),
    Command("start.new", "n", "new"),
    Command("start.pads", "p", "pads"),
    Command("start.score", "s", "score"),
    Command("start.open", "enter", "open"),
    Command("start.rematch", "r", "rematch"),
    Command("start.title", "t", "title"),
    Command("start.duplicate", "d", "duplicate"),
    Command("start.put-away", "x", "put_away"),
    Command("start.find", "slash", "find_session"),
    Command("start.away", "a", "away"),
    Command("start.import", "i", "fetch"),
    Command("start.examples", "e", "examples"),
    Command("start.statistics", "S", "statistics"),
    Command("start.ties", "T", "ties"),
    Command("start.rulesets", "R", "rulesets"),
    Command("start.settings", "P", "settings"),
    Command("start.language", "l", "language"),
    Command("start.leave", "q", "leave"),
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
    Command("table.bg-stats", "G", "bg_stats"),
    Command("table.copy", "Y", "copy_summary", is_in_menu=True),
    Command("table.phones", "M", "phones", is_in_menu=True),
    Command("table.ties", "T", "ties", is_in_menu=True),
    Command("table.settings", "P", "settings", is_in_menu=True),
    Command("table.down", "pagedown", "page_down"),
    Command("table.up", "pageup", "page_up"),
    Command("table.leave", "q", "leave", is_in_menu=True),
    Command("new.close", "escape", "close"),
    Command("position.close", "escape", "done"),
    Command("page.close", "escape,q,backspace", "close"),
    Command("page.down", "pagedown,space", "page_down"),
    Command("page.up", "pageup", "page_up"),
    Command("history.open", "enter", "open"),
    Command("history.change", "c", "change_entry"),
    Command("history.strike", "x", "strike"),
    Command("history.insert", "i", "insert"),
    Command("history.rename", "r", "rename"),
    Command("history.find", "slash", "find"),
    Command("history.tables", "w", "tables"),
    Command("history.abandoned", "a", "abandoned"),
    Command("what-if.adopt", "a", "adopt"),
    Command("what-if.drop", "d", "drop"),
    Command("what-if.game", "g", "game"),
    Command("adopt.book", "enter", "book"),
    Command("book.open", "enter", "open"),
    Command("book.rename", "r", "rename"),
    Command("book.merge", "m", "merge"),
    Command("book.forget", "x", "forget"),
    Command("book.colour", "c", "colour"),
    Command("evening.figures", "f", "figures"),
    Command("final.open", "enter", "open_figure"),
    Command("behind.open", "enter", "open_entry"),
    Command("export.write", "enter", "write"),
    Command("export.copy", "Y", "copy_summary"),
    Command("phones.allow", "y", "allow"),
    Command("phones.deny", "n", "deny"),
    Command("phones.away", "x", "send_away"),
    Command("phones.code", "c", "new_code"),
    Command("phones.stop", "s", "stop_serving"),
    Command("listing.open", "enter", "open"),
    Command("pads.play", "enter", "play_pad"),
    Command("pads.change", "c", "change_pad"),
    Command("pads.put-away", "x", "put_pad_away"),
    Command("pads.file", "i", "pad_file"),
    Command("pads.find", "slash", "find_pad"),
    Command("pads.make", "m", "make_pad"),
    Command("settings.open", "enter", "change_setting"),
    Command("settings.find", "slash", "find_setting"),
    Command("help.next", "tab,right", "next_page"),
    Command("help.back", "shift+tab,left", "previous_page"),
    Command("away.back", "enter,x", "bring_back"),
)


def commands_of(screen: str) -> Commands:
    return tuple(one for one in COMMANDS if one.id.startswith(f"{screen}."))


BY_ID = {one.id: one for one in COMMANDS}
APP, TABLE, PAGE = commands_of("app"), commands_of("table"), commands_of("page")
NEW, COUNTING = commands_of("new"), commands_of("position")
