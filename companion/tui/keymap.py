"""Keys chosen in the settings, held against those that mean something already: what clashes keeps its usual key."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.forms import Verb
from companion.core.messages import Message, say
from companion.storage.config import printable_key
from companion.tui.commands import COMMANDS, KEYBOARDS, TABLE_KEYS, is_key, is_text, keys_in, shown_key


class Keymap(NamedTuple):
    chosen: Mapping[str, str]
    """By id, only what differs from the usual key and holds."""
    faults: tuple[Message, ...] = ()
    """One sentence for each id or key that cannot be."""


class _Board(NamedTuple):
    """Keys that mean something at the same time, by id."""

    usual: Mapping[str, str]
    fixed: Collection[str]
    is_typing: bool


def verb_ids(engine: str, verbs: Iterable[Verb]) -> dict[str, str]:
    """The ids of a game's actions, with their usual keys."""
    return {f"{engine}.{verb.name}": verb.key for verb in verbs}


def keymap_of(
    chosen: Mapping[str, str], actions: Mapping[str, str] | None = None, engines: Sequence[str] = ()
) -> Keymap:
    """What holds of the chosen keys, at the table of some actions; other engines' actions are not looked at."""
    actions = actions or {}
    usual = {**{one.id: one.keys for one in COMMANDS}, **actions}
    boards = [
        _Board(
            {
                **{one.id: one.keys for one in board.commands},
                **(actions if board is TABLE_KEYS else {}),
            },
            board.fixed,
            board.is_typing,
        )
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
        elif one.partition(".")[0] not in engines or _has_actions_of(one, actions):
            faults.append(say("config.unknown-binding", id=printable_key(one)))
    while clash := next(_clashes(held, boards), None):
        loser, key, other = clash
        del held[loser]
        faults.append(say("config.key-taken", id=loser, key=shown_key(key), other=other))
    return Keymap(held, tuple(faults))


def _has_actions_of(one: str, actions: Mapping[str, str]) -> bool:
    """Whether an id belongs to the game on the table, so that it ought to be known."""
    engine = one.partition(".")[0]
    return any(known.startswith(f"{engine}.") for known in actions)


def _fault_of(one: str, keys: str, boards: Sequence[_Board]) -> Message | None:
    """What is wrong with a key on its own."""
    for key in keys_in(keys):
        if not is_key(key):
            return say("config.no-key", id=one, key=key[:40])
        for board in boards:
            is_typed = board.is_typing and is_text(key)
            if one in board.usual and (key in board.fixed or is_typed):
                return say("config.key-fixed", id=one, key=shown_key(key))
    return None


def _clashes(held: Mapping[str, str], boards: Sequence[_Board]) -> Iterator[tuple[str, str, str]]:
    """Who loses which key to whom: the later of two chosen ones, the chosen one of which the other is the usual."""
    order = list(held)
    for board in boards:
        owners: dict[str, str] = {}
        ids = sorted(board.usual, key=lambda one: order.index(one) if one in held else -1)
        for one in ids:
            for key in keys_in(held.get(one) or board.usual[one]):
                other = owners.setdefault(key, one)
                if key and other != one:
                    yield one, key, other
