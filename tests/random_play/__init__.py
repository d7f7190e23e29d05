"""Random but mostly legal sessions of every game: its forms are walked through."""

import json
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.errors import Refusal
from companion.forms.entry_form import EntryForm
from companion.games.actions import action_block
from companion.games.common_actions import COMMON_ACTIONS
from companion.games.ruleset import OptionRule
from companion.session import Session
from tests.laws.walking import completed, walked
from tests.memory_disk import MemoryDisk
from tests.support import FILE, RAILWAYS, library, loaded, often, part_of, shipped, text_of

Fields = dict[str, Any]
ENTRIES = often(70, 110)
"""Entries of a session. What a law says of an entry it says of each, so the later ones seldom find more."""
NAMES = (
    "Anton",
    "Beate",
    "Claus",
    "Dóra",
    'O\'Neil "the" 🚂',
    *(f"Guest {number}" for number in range(1, 8)),
)
PADS = part_of(
    (
        *("mixed", "hearts", "agricola", "azul", "seven-wonders"),
        *("bidding", "low", "wizard", "carcassonne", "ticket-to-ride", "terraforming-mars"),
    ),
    5,
)
"""Pads that are played: in every run one with all parts, one with bids, and one with majorities."""
GAMES = [*RAILWAYS, *PADS]
NEVER_ENDING = ("rounds", "target")
"""Options that would end a session early."""


class Recording(NamedTuple):
    blocks: tuple[Fields, ...]
    players: tuple[str, ...]
    more: Any
    files: dict[Path, bytes]


@lru_cache
def recording(game: str, seed: int, entries: int = ENTRIES) -> Recording:
    """Return a random session: its entries, its players, the rest of its header, and its files."""
    luck = random.Random(f"{game} {seed}")
    players, more = table(game, luck)
    disk = MemoryDisk({**shipped(game), FILE: text_of((), players, game=game, **more).encode()})
    session = library(disk=disk).open(FILE)
    booked: list[Fields] = []
    while len(booked) < entries:
        fields = next_entry(session, luck)
        if booked and booked[-1]["do"] == "undo" and luck.random() < 0.4:
            fields = {"do": "redo"}
        try:
            session.enter(fields)
        except Refusal:
            continue
        booked.append(fields)
    return Recording(tuple(booked), tuple(players), more, dict(disk.files))


def text_and_blocks(game: str, seed: int) -> tuple[str, tuple[dict[str, Any], ...]]:
    blocks, players, more, _ = recording(game, seed)
    return text_of((), players, game=game, **more), blocks


def whole(game: str, seed: int) -> tuple[Session, MemoryDisk]:
    """Return the recorded session, opened with all its entries."""
    disk = MemoryDisk(recording(game, seed).files)
    return library(disk=disk).open(FILE), disk


def entered(game: str, seed: int) -> tuple[Session, MemoryDisk]:
    """Return the recorded session, entered again from the beginning."""
    text, blocks = text_and_blocks(game, seed)
    disk = MemoryDisk({**shipped(game), FILE: text.encode()})
    session = library(disk=disk).open(FILE)
    for fields in blocks:
        session.enter(fields)
    return session, disk


def table(game: str, luck: random.Random) -> tuple[list[str], dict[str, Any]]:
    """Return the players of a random session, and the rest of its header."""
    ruleset = loaded(game).ruleset
    players = luck.sample(NAMES, luck.randint(ruleset.players.least, ruleset.players.most))
    options = {key: value_of(key, rule, luck) for key, rule in ruleset.options.items()}
    return players, {"options": {key: value for key, value in options.items() if value is not None}}


def value_of(key: str, rule: OptionRule, luck: random.Random) -> Any:
    """Return one of an option's values; None if it is left out."""
    if isinstance(rule.default, bool):
        return luck.random() < 0.5
    if rule.choices and not rule.fixed:
        return luck.choice(rule.choices)
    return min(rule.high, 1_000_000) if key in NEVER_ENDING else None


def ending(session: Session) -> Fields:
    """Return an entry that ends the game, by a ruling if it can't end now."""
    verb = session.record.game.end_verb
    fields = {"do": verb, **completed(session.context().ask(verb), {})}
    return fields if session.preview(fields).would_end else {**fields, "ruling": "it is late"}


SELDOM, RARE = 0.08, ("recount", "end-building")
"""How often a rare action is drawn, for each other one, and which are rare besides those that a game says are."""


def next_entry(session: Session, luck: random.Random) -> Fields:
    """Return an action of the game, an action of every game, or a correction."""
    dice = luck.random()
    if dice < 0.74:
        return draw(session, luck)
    if dice < 0.84:
        return common_action(session, luck)
    return correction(session, luck)


def draw(session: Session, luck: random.Random) -> Fields:
    """Return an action of the game or a count, some with a ruling; few end the game."""
    context = session.context()
    game, state = session.record.game, session.record.state
    kinds = [one for one in context.possible_verbs if one.name in {*game.rows, "recount"}]
    kinds = [one for one in kinds if one.name in COMMON_ACTIONS or not game.verb_violations(state, one.name)]
    if not kinds:
        return {"do": "remark", "note": "the game is over"}
    kind = luck.choices(kinds, [SELDOM if one.is_rare or one.name in RARE else 1 for one in kinds])[0]
    is_ruled, players = luck.random() < 0.12, session.record.roster.players
    said = {"by": luck.choice(players) if is_ruled else context.up or players[0]} if kind.needs_player else {}
    fields = {"do": kind.name, **said, **walked(EntryForm(context).for_action(kind.name, said), luck)}
    is_formless = any(one.message.key.startswith("form.") for one in session.preview(fields).violations)
    if is_ruled and not is_formless:
        fields["ruling"] = "the table says so"
    if session.preview(fields).would_end and luck.random() < 0.99:
        return {"do": "remark", "note": "not yet"}
    return fields


def common_action(session: Session, luck: random.Random) -> Fields:
    someone = luck.choice(session.record.roster.players)
    dice = luck.random()
    if dice < 0.05:
        return {"do": "leave", "player": someone, "reason": "the last bus"}
    if 0.5 <= dice < 0.55:
        staying = [name for name in session.record.roster.seats if name not in session.record.former_players]
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


def correction(session: Session, luck: random.Random) -> Fields:
    if not session.record.steps:
        return {"do": "remark", "note": "nothing to correct yet"}
    step = luck.choice(session.record.steps[-12:])
    target = step.number
    action = luck.choice(
        (
            draw(session, luck),
            common_action(session, luck),
            json.loads(json.dumps({**action_block(step.action), "note": "as it was"})),
        )
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
