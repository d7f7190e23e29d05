"""Sessions of thousands of entries that never come to their end, written down without playing them over and over."""

import random
from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from companion.core.errors import Refusal
from companion.core.journal import EffectiveAction
from companion.core.names import fold
from companion.games.common import step_of
from companion.games.entries import entry_of
from companion.session.config import config_of
from companion.session.played import play
from companion.storage.saves import document_text
from tests.support import header, library

PLAYERS = ("Anton", "Beate", "Claus", "Dora")
FIRST = {"do": "adjust", "player": "Anton", "amount": 1, "reason": "house rule"}
SLIP = {"player": "Beate", "amount": 2, "reason": "a slip", "do": "adjust"}
BEGUN = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
_OPTIONS = {"whistle-stop": {"options": {"rounds": 30}}}
"""As many rounds as a ruleset allows."""


def long_text(game: str, entries: int, stands: bool = True) -> str:
    """A session file with so many entries: all of them stand, or a third, and slips, undos and amendments are the rest."""
    whole = header(PLAYERS, game, created=BEGUN, **_OPTIONS.get(game, {}))
    return document_text(whole, long_blocks(whole, entries, stands))


def long_blocks(whole: dict[str, Any], entries: int, stands: bool = True) -> list[dict[str, Any]]:
    module = import_module(f"tests.random_play.{whole['game'].replace('-', '_')}")
    luck = random.Random(f"long {whole['game']}")
    config = config_of(whole, library().shelf.load(whole["game"]))
    state = play(config, ()).replay.state
    names = {fold(name): name for name in PLAYERS}
    blocks: list[dict[str, Any]] = []

    def write(block: dict[str, Any]) -> None:
        blocks.append({**block, "at": BEGUN + timedelta(seconds=20 * len(blocks))})

    write(FIRST)
    while len(blocks) < entries:
        fields = module.draw(SimpleNamespace(state=state), luck)
        if fields["do"] in ("recount", "setup"):
            continue
        try:
            action = entry_of(fields, config.verbs).command.actions[-1]  # type: ignore[union-attr]
            after = step_of(config.game, state, EffectiveAction(1, 1, action), names).outcome.state
        except Refusal:
            continue
        if config.game.is_over(after):
            continue
        state = after
        write(fields)
        if not stands:
            write({"entry": len(blocks), "action": {**fields, "note": "so it was"}, "do": "amend"})
            write(SLIP)
            write({"do": "undo"})
    return blocks[:entries]
