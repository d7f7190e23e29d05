"""Every command with its id and keys. Bindings, footer, palette and help use this list.

Keys of the table screen are reserved: no game may use one for an action.
"""

from typing import NamedTuple

from companion.core.choices import YES_OR_NO
from companion.core.messages import Message, say
from companion.report.words import Speaker


def label_key(word: str) -> str:
    """Return the key of the label of an action, which may be another's."""
    return word if "." in word else f"screen.label.{word}"


class Command(NamedTuple):
    id: str
    keys: str
    """The characters or names of the keys, separated by commas."""
    action: str
    """The method of the screen that does it; a command of a page is found by its id, and its effect is the page's."""
    group: str = ""
    word: str = ""
    """The action with the same label, or the key of the label; empty for a label of its own."""
    answer: str = ""
    """Yes or no, if that is what the command says: its key is the letter in the language."""

    @property
    def label(self) -> Message:
        return say(label_key(self.word or self.action))

    @property
    def help(self) -> str:
        """Key of the sentence that says more than the label; most commands have none."""
        return f"screen.help.{self.action}"

    def has_key(self, key: str) -> bool:
        return key in self.keys.split(",")

    def key_label(self, speaker: Speaker, is_typing: bool = False) -> str:
        """The first key as printed on a keyboard. If `is_typing`, prefer a key that types nothing."""
        answer = next((choice for choice in YES_OR_NO if choice.value == self.answer), None)
        if answer is not None:
            return speaker.lexicon.key(answer)
        first, *others = self.keys.split(",")
        return speaker.key(next((key for key in (first, *others) if not is_typing or len(key) > 1), first))


Commands = tuple[Command, ...]

COMMANDS = (
    Command("app.help", "?,f1", "help"),
    Command("app.palette", "ctrl+p", "command_palette"),
    Command("app.theme", "ctrl+t", "next_theme"),
    Command("app.quit", "ctrl+q", "end"),
    Command("start.new", "n", "new"),
    Command("start.rematch", "r", "rematch"),
    Command("start.title", "t", "title", word="label.title"),
    Command("start.archive", "x", "archive"),
    Command("start.find", "/", "find_session", word="find"),
    Command("start.archived", "a", "archived"),
    Command("start.examples", "e", "examples"),
    Command("start.statistics", "s", "statistics"),
    Command("start.games", "g", "games"),
    Command("start.ties", "p", "ties"),
    Command("start.settings", "o", "settings"),
    Command("start.menu", "+", "menu", word="more"),
    Command("start.end", "q", "end"),
    Command("table.by", "ctrl+b", "by"),
    Command("table.undo", "u", "undo"),
    Command("table.redo", "U", "redo"),
    Command("table.change", "c", "change"),
    Command("table.more", "+", "more"),
    Command("table.entries", "h", "entries"),
    Command("table.count", "C", "count", "right", "label.recount"),
    Command("table.tables", "T", "tables"),
    Command("table.scores", "F", "scores", "look"),
    Command("table.peek", "k", "peek"),
    Command("table.what-if", "W", "what_if", "look"),
    Command("table.share", "X", "share", "look"),
    Command("table.phones", "M", "phones", "look"),
    Command("table.adjust", "A", "adjust", "right", "label.adjust"),
    Command("table.players", "P", "players", "right", "players-options"),
    Command("table.remark", "N", "remark", "right", "label.remark"),
    Command("table.down", "pagedown", "page_down", word="keyboard.down"),
    Command("table.up", "pageup", "page_up", word="keyboard.up"),
    Command("table.leave", "q", "leave"),
    Command("line.close", "escape", "close"),
    Command("position.close", "escape", "done", word="close"),
    Command("page.close", "escape,q,backspace", "close"),
    Command("page.down", "pagedown,space", "page_down", word="keyboard.down"),
    Command("page.up", "pageup", "page_up", word="keyboard.up"),
    Command("tabs.next", "tab", "next_page", word="next"),
    Command("entries.change", "c", "change_entry", word="change"),
    Command("entries.strike", "x", "strike"),
    Command("entries.insert", "i", "insert"),
    Command("entries.rename", "r", "rename"),
    Command("entries.find", "/", "find"),
    Command("board-notes.rename", "r", "rename"),
    Command("board-notes.merge", "m", "merge"),
    Command("board-notes.forget", "x", "forget", word="strike"),
    Command("board-notes.colour", "c", "colour", word="label.colour"),
    Command("merging.merge", "enter,m", "merge"),
    Command("scores.open", "enter", "open_figure"),
    Command("scores.figures", "f", "figures"),
    Command("behind.open", "enter", "open_entry"),
    Command("share.give", "enter", "share"),
    Command("phones.allow", "y", "allow", answer="yes"),
    Command("phones.deny", "n", "deny", answer="no"),
    Command("phones.away", "x", "send_away"),
    Command("phones.code", "c", "new_code"),
    Command("phones.stop", "s", "stop_serving"),
    Command("listing.open", "enter", "open"),
    Command("pads.play", "enter", "play_pad"),
    Command("pads.change", "c", "change_pad", word="change"),
    Command("pads.archive", "x", "archive_pad", word="archive"),
    Command("pads.find", "/", "find_pad", word="find"),
    Command("pads.make", "m", "make_pad"),
    Command("settings.open", "enter", "change_setting"),
    Command("archived.back", "enter,x", "bring_back"),
)


def commands_of(screen: str) -> Commands:
    return tuple(command for command in COMMANDS if command.id.startswith(f"{screen}."))


BY_ID = {item.id: item for item in COMMANDS}
APP, TABLE, PAGE = commands_of("app"), commands_of("table"), commands_of("page")
TABS, LINE = commands_of("tabs"), commands_of("line")
