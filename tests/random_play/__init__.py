"""Players that make random but mostly legal entries, one module for each engine."""

import os
import random
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.errors import Refusal
from companion.session import Session
from tests.memory_disk import MemoryDisk
from tests.support import FILE, all_loaded, library, loaded, shipped, text_of

Fields = dict[str, Any]
ENTRIES = 110 if os.environ.get("COMPANION_TEST_LONG") else 70
"""Entries of a session. What a law says of an entry it says of each, so the later ones seldom find more."""


def module_name(engine: str) -> str:
    return f"tests.random_play.{engine.replace('-', '_')}"


def player_of(game: str) -> Any:
    """Return the module that plays the engine of a ruleset."""
    return import_module(module_name(loaded(game).ruleset.engine))


def games() -> list[str]:
    """Return the rulesets that the laws are tried with: of each engine all, or those that its module lists."""
    shelf = [one.ruleset for one in all_loaded()]
    played = [one.id for one in shelf if find_spec(module_name(one.engine))]
    return [name for name in played if name in getattr(player_of(name), "RULESETS", played)]


GAMES = games()


class Recording(NamedTuple):
    blocks: tuple[Fields, ...]
    players: tuple[str, ...]
    more: Any
    files: dict[Path, bytes]


def recorded(game: str, seed: int, entries: int = ENTRIES) -> tuple[tuple[Fields, ...], tuple[str, ...], Any]:
    """Return the entries of a random session, its players and the rest of its header."""
    return recording(game, seed, entries)[:3]


@lru_cache
def recording(game: str, seed: int, entries: int = ENTRIES) -> Recording:
    module = player_of(game)
    luck = random.Random(f"{game} {seed}")
    players, more = module.table(luck, loaded(game).ruleset)
    disk = MemoryDisk({**shipped(game), FILE: text_of((), players, game=game, **more).encode()})
    session = library(disk=disk).open(FILE)
    booked: list[Fields] = []
    while len(booked) < entries:
        fields = next_entry(session, luck, module)
        if booked and booked[-1]["do"] == "undo" and luck.random() < 0.4:
            fields = {"do": "redo"}
        try:
            session.enter(fields)
        except Refusal:
            continue
        booked.append(fields)
    return Recording(tuple(booked), tuple(players), more, dict(disk.files))


def text_and_blocks(game: str, seed: int, entries: int = ENTRIES) -> tuple[str, tuple[dict[str, Any], ...]]:
    blocks, players, more = recorded(game, seed, entries)
    return text_of((), players, game=game, **more), blocks


def whole(game: str, seed: int, entries: int = ENTRIES) -> tuple[Session, MemoryDisk]:
    """Return the recorded session, opened with all its entries."""
    disk = MemoryDisk(recording(game, seed, entries).files)
    return library(disk=disk).open(FILE), disk


def entered(game: str, seed: int) -> tuple[Session, MemoryDisk]:
    """Return the recorded session, entered again from the beginning."""
    text, blocks = text_and_blocks(game, seed)
    disk = MemoryDisk({**shipped(game), FILE: text.encode()})
    session = library(disk=disk).open(FILE)
    for fields in blocks:
        session.enter(fields)
    return session, disk


def ending(game: str, session: Session) -> Fields:
    fields: Fields = player_of(game).ending(session)
    return fields


def next_entry(session: Session, luck: random.Random, module: Any) -> Fields:
    """Return an action of the game, an action of every game, or a correction."""
    dice = luck.random()
    if dice < 0.74:
        fields: Fields = module.draw(session, luck)
        return fields
    if dice < 0.84:
        return common_action(session, luck)
    return correction(session, luck, module)


def common_action(session: Session, luck: random.Random) -> Fields:
    someone = luck.choice(session.record.table.players)
    dice = luck.random()
    if dice < 0.05:
        return {"do": "leave", "player": someone, "reason": "the last bus"}
    if 0.5 <= dice < 0.55:
        staying = [name for name in session.record.table.seats if name not in session.record.former_players]
        return {"do": "seats", "order": [*staying[1::-1], *staying[2:]]}
    return luck.choice(
        (
            {"do": "adjust", "player": someone, "amount": luck.randrange(-2, 5), "reason": "house rule"},
            {"do": "remark", "note": "the dog took a token, it is back"},
            {"do": "setup", "title": f"evening {luck.randrange(9)}"},
            {"do": "setup", "colours": {someone: luck.choice(("red", "blue"))}},
            {"do": "setup", "rename": {someone: f"{someone[:12]}{luck.choice('xyz')}"}},
        )
    )


def correction(session: Session, luck: random.Random, module: Any) -> Fields:
    if not session.record.steps:
        return {"do": "remark", "note": "nothing to correct yet"}
    step = luck.choice(session.record.steps[-12:])
    target = step.number
    action = luck.choice(
        (module.draw(session, luck), common_action(session, luck), module.in_place_of(step.action))
    )
    options: Sequence[Fields] = (
        {"do": "undo"},
        {"do": "undo"},
        {"do": "undo", "to": max(0, session.record.entry_count - luck.randrange(1, 4))},
        {"do": "redo"},
        {"do": "redo"},
        {"do": "amend", "entry": target, "action": action},
        {"do": "strike", "entry": target},
        {"do": "insert", "before": target, "action": action},
        {"do": "strike", "entry": target, "also": [{"do": "insert", "before": target, "action": action}]},
        {
            "do": "insert",
            "before": target,
            "action": {"do": "remark", "note": "forgotten"},
            "also": [{"do": "amend", "entry": target, "action": action}],
        },
    )
    return luck.choice(options)
