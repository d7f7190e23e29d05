"""Sessions of thousands of entries that never come to their end, written down without playing them over and over."""

import random
from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from companion.core.errors import Refusal
from companion.core.journal import EffectiveAction, Play
from companion.core.names import fold
from companion.games.common import step_of
from companion.games.entries import entry_of
from companion.session.config import config_of
from companion.session.record import record_of
from companion.storage.saves import document_text
from tests.support import header, library

PLAYERS = ("Anton", "Beate", "Claus", "Dora")
FIRST = {"do": "adjust", "player": "Anton", "amount": 1, "reason": "house rule"}
SLIP = {"player": "Beate", "amount": 2, "reason": "a slip", "do": "adjust"}
BEGUN = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
_OPTIONS = {"whistle-stop": {"options": {"rounds": 30}}}
"""As many rounds as a ruleset allows."""


def long_text(game: str, entries: int, stands: bool = True) -> str:
    """A session file with so many entries: all of them stand, or a quarter among slips, undos and amendments."""
    whole = header(PLAYERS, game, created=BEGUN, **_OPTIONS.get(game, {}))
    return document_text(whole, long_blocks(whole, entries, stands))


def long_blocks(whole: dict[str, Any], entries: int, stands: bool = True) -> list[dict[str, Any]]:
    module = import_module(f"tests.random_play.{whole['game'].replace('-', '_')}")
    luck = random.Random(f"long {whole['game']}")
    config = config_of(whole, library().shelf.load(whole["game"]))
    state = record_of(config, ()).state
    names = {fold(name): name for name in PLAYERS}
    blocks: list[dict[str, Any]] = []

    def write(block: dict[str, Any]) -> None:
        blocks.append({**block, "at": BEGUN + timedelta(seconds=20 * len(blocks))})

    def after(block: dict[str, Any]) -> Any:
        command = entry_of(block, config.verbs).command
        assert isinstance(command, Play)
        effective = EffectiveAction(1, 1, command.actions[-1])
        return step_of(config.game, state, effective, names).outcome.state

    write(FIRST)
    state = after(FIRST)
    while len(blocks) < entries:
        fields = module.draw(SimpleNamespace(state=state), luck)
        if fields["do"] in ("recount", "setup"):
            continue
        try:
            reached = after(fields)
        except Refusal:
            continue
        if config.game.is_over(reached):  # nobody comes near what ends a game
            scores = config.game.scores(state)
            first = max(scores, key=lambda name: scores[name])
            fields = {"player": first, "amount": -scores[first], "reason": "goes on", "do": "adjust"}
            if not scores[first]:
                continue
            reached = after(fields)
        state = reached
        write(fields)
        if not stands:
            write({"entry": len(blocks), "action": {**fields, "note": "so it was"}, "do": "amend"})
            write(SLIP)
            write({"do": "undo"})
    return blocks[:entries]
