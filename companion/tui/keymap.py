"""Keys chosen in the settings, held against those that mean something already: what clashes keeps its usual key."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.forms import Verb
from companion.core.messages import Message, say
from companion.storage.config import printable_key
from companion.tui.commands import (
    COMMANDS,
    KEYBOARDS,
    TABLE_KEYS,
    Command,
    Commands,
    Keyboard,
    is_key,
    is_text,
    keys_in,
)


class Keymap(NamedTuple):
    chosen: Mapping[str, str]
    """By id, only what differs from the usual key and holds."""
    faults: tuple[Message, ...] = ()
    """One sentence for each id or key that cannot be."""


def verb_commands(engine: str, verbs: Iterable[Verb]) -> Commands:
    """A game's actions with their ids and usual keys."""
    return tuple(Command(f"{engine}.{verb.name}", verb.key, verb.name) for verb in verbs)


def keymap_of(chosen: Mapping[str, str], actions: Commands = (), engines: Sequence[str] = ()) -> Keymap:
    """What holds of the chosen keys, at the table of some actions; other engines' actions are not looked at."""
    usual = {one.id for one in (*COMMANDS, *actions)}
    boards = [
        board._replace(commands=(*board.commands, *actions)) if board is TABLE_KEYS else board
        for board in KEYBOARDS
    ]
    faults: list[Message] = []
    held: dict[str, str] = {}
    for one, keys in chosen.items():
        if one in usual:
            fault = _fault_of(one, keys, boards)
            if fault is None:
                held[one] = ",".join(key if is_text(key) else key.lower() for key in keys.split(","))
            else:
                faults.append(fault)
        elif not _is_of_another_game(one, actions, engines):
            faults.append(say("config.unknown-binding", id=printable_key(one)))
    while clash := next(_clashes(held, boards), None):
        loser, key, other = clash
        del held[loser]
        faults.append(say("config.key-taken", id=loser, key=key, other=other))
    return Keymap(held, tuple(faults))


def _is_of_another_game(one: str, actions: Commands, engines: Sequence[str]) -> bool:
    """Whether an id belongs to a game that is not on the table, so that it need not be known."""
    engine = one.partition(".")[0]
    return engine in engines and not any(known.id.startswith(f"{engine}.") for known in actions)


def _fault_of(one: str, keys: str, boards: Sequence[Keyboard]) -> Message | None:
    """What is wrong with a key on its own."""
    for key in keys_in(keys):
        if not is_key(key):
            return say("config.no-key", id=one, key=key[:40])
        for board in boards:
            is_typed = board.is_typing and is_text(key)
            is_there = any(command.id == one for command in board.commands)
            if is_there and (key in board.fixed or is_typed):
                return say("config.key-fixed", id=one, key=key)
    return None


def _clashes(held: Mapping[str, str], boards: Sequence[Keyboard]) -> Iterator[tuple[str, str, str]]:
    """Who loses which key to whom: the later of two chosen ones, the chosen one of which the other is the usual."""
    order = list(held)
    for board in boards:
        owners: dict[str, str] = {}
        for one in sorted(board.commands, key=lambda one: order.index(one.id) if one.id in held else -1):
            for key in keys_in(held.get(one.id) or one.keys):
                other = owners.setdefault(key, one.id)
                if other != one.id:
                    yield one.id, key, other
