"""Names of keys, the keys of each screen, and keys chosen in the settings unless they clash."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import REPLACED_KEYS, Keys, key_to_character

from companion.core.forms import Verb
from companion.core.messages import Message, say
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.pages.commands import APP, COMMANDS, COUNTING, NEW, PAGE, TABLE, Command, Commands, commands_of
from companion.storage.config import printable_key

if TYPE_CHECKING:
    from companion.report.words import Speaker


class Keyboard(NamedTuple):
    commands: Commands
    fixed: frozenset[str] = frozenset()
    """Keys with a meaning but no command."""
    is_typing: bool = False


_MARK = frozenset({"up", "down", "home", "end"})
ENTRY = frozenset(
    {"enter", "tab", "shift+tab", "backspace", "delete", "escape", "up", "down", "left", "right"}
    | {*"0-,.!="}
)
"""Keys of an entry; no action begins with one of them."""

TABLE_KEYS = Keyboard((*APP, *TABLE), ENTRY)
_FROM_TABLE = tuple(
    one for one in TABLE if one.action in ("evening", "export", "bg_stats", "copy_summary", "run_sheet")
)
_DIGITS = frozenset("123456789")
_FIXED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("what-if", "adopt", "evening"), frozenset()),
    **dict.fromkeys(("history", "book", "export", "phones", "behind", "away", "pads"), _MARK),
    "settings": _MARK | {"left", "right"},
    "help": _DIGITS,
    "listing": _MARK | {"left", "right", "tab", "shift+tab"},
}
"""Fixed keys of pages, by the first part of their commands' ids."""
KEYBOARDS = (
    TABLE_KEYS,
    Keyboard((*APP, *commands_of("start")), _MARK | _DIGITS | {"backspace", "escape"}),
    *(Keyboard((*APP, *PAGE, *commands_of(page)), fixed) for page, fixed in _FIXED.items()),
    Keyboard((*APP, *PAGE, *commands_of("final"), *_FROM_TABLE), _MARK),
    Keyboard(NEW, ENTRY - {"escape"}, is_typing=True),
    Keyboard(COUNTING, ENTRY - {"escape"}, is_typing=True),
)

_NAMED = frozenset(key.value for key in Keys)


def keys_in(keys: str) -> tuple[str, ...]:
    """Split keys at commas: each as the character it types, else by its name."""
    parts = [part.strip() for part in keys.split(",")]
    return tuple(_typed_character(part) or part.lower() for part in parts if part)


def _typed_character(key: str) -> str:
    if len(key) == 1:
        return key
    name = key.lower()
    found = key_to_character(REPLACED_KEYS.get(name, name))
    return found if found is not None and found.isprintable() else ""


def is_key(key: str) -> bool:
    *held, last = key.split("+") if len(key) > 1 else [key]
    is_held = all(one in ("ctrl", "shift", "alt") for one in held)
    return is_held and (last in _NAMED or bool(_typed_character(last)))


def key_label(keys: str, speaker: "Speaker", is_typing: bool = False) -> str:
    """The first of some keys as printed on a keyboard. If `is_typing`, prefer a key that types nothing."""
    known = keys_in(keys)
    if not known:
        return ""
    return speaker.key(next((one for one in known if not is_typing or len(one) > 1), known[0]))


def keys_of(commands: Commands, chosen: Mapping[str, str]) -> dict[str, str]:
    return {command.id: chosen.get(command.id, command.keys) for command in commands}


def bindings_of(commands: Commands) -> list[BindingType]:
    return [Binding(one.keys, one.action, one.id, id=one.id, show=False) for one in commands]


class Keymap(NamedTuple):
    chosen: Mapping[str, str]
    """Valid chosen keys by command id."""
    faults: tuple[Message, ...] = ()


RESERVED = TABLE_KEYS.fixed.union(key for one in TABLE_KEYS.commands for key in keys_in(one.keys))
"""Keys that no action may begin with."""


def verb_commands(engine: str, verbs: Iterable[Verb], lexicon: Lexicon = ENGLISH) -> Commands:
    """Return commands for actions; without a key if it is reserved or belongs to an earlier action."""
    keys = lexicon.verb_keys(verbs, RESERVED)
    return tuple(Command(f"{engine}.{name}", key, name) for name, key in keys.items())


def keymap_of(chosen: Mapping[str, str], actions: Commands = (), engines: Sequence[str] = ()) -> Keymap:
    """Sort the chosen keys into valid ones and faults. Skip actions of engines that aren't open."""
    usual = {one.id for one in (*COMMANDS, *actions)}
    table, *others = KEYBOARDS
    boards = [table._replace(commands=(*table.commands, *actions)), *others]
    faults: list[Message] = []
    held: dict[str, str] = {}
    for one, keys in chosen.items():
        engine = one.partition(".")[0]  # skip keys of games that aren't open
        if one in usual:
            fault = _fault_of(one, keys, boards)
            if fault is None:
                held[one] = ",".join(key if len(key) == 1 else key.lower() for key in keys.split(","))
            else:
                faults.append(fault)
        elif engine not in engines or any(known.id.startswith(f"{engine}.") for known in actions):
            faults.append(say("config.unknown-binding", id=printable_key(one)))
    while clash := next(_clashes(held, boards), None):
        loser, key, other = clash
        del held[loser]
        faults.append(say("config.key-taken", id=loser, key=key, other=other))
    return Keymap(held, tuple(faults))


def _fault_of(one: str, keys: str, boards: Sequence[Keyboard]) -> Message | None:
    for key in keys_in(keys):
        if not is_key(key):
            return say("config.no-key", id=one, key=key[:40])
        for board in boards:
            is_typed = board.is_typing and len(key) == 1
            is_there = any(command.id == one for command in board.commands)
            if is_there and (key in board.fixed or is_typed):
                return say("config.key-fixed", id=one, key=key)
    return None


def _clashes(held: Mapping[str, str], boards: Sequence[Keyboard]) -> Iterator[tuple[str, str, str]]:
    """Yield (loser, key, winner). The later of two chosen keys loses; a chosen key loses to a default one."""
    order = list(held)
    for board in boards:
        owners: dict[str, str] = {}
        for one in sorted(board.commands, key=lambda one: order.index(one.id) if one.id in held else -1):
            for key in keys_in(held.get(one.id) or one.keys):
                other = owners.setdefault(key, one.id)
                if other != one.id:
                    yield one.id, key, other
