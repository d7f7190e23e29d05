"""A game played entry by entry, with undo and redo, is the game that its whole list gives.

Spec: "The save file", fourth point; docs/design.md: the same list always gives the same state.
"""

import random

import pytest

from companion.core.errors import Refusal
from companion.games.registry import engines
from companion.session.record import Record, play
from tests.random_play import recording
from tests.support import FILE, library, text_of


def told(played: Record) -> tuple[object, ...]:
    states = [step.outcome.state for step in played.steps]
    return (
        played.corrected,
        played.standing,
        list(played.effective),
        list(played.numbers),
        states,
        played.replay.failure,
    )


@pytest.mark.parametrize("game", engines())
def test_a_game_played_entry_by_entry_is_the_game_played_at_once(game: str) -> None:
    blocks, players, more, _ = recording(game, 1)
    text, luck = text_of((), players, game=game, **more), random.Random(game)
    session = library({FILE: text.encode()}).open(FILE)
    for block in blocks[:70]:
        entries = [block]
        if session.entry_count and luck.random() < 0.3:
            entries = [{"do": "undo"}, {"do": "redo"}, block]
        if luck.random() < 0.1:
            entries = [{"do": "undo", "to": luck.randrange(session.entry_count + 1)}, {"do": "redo"}, block]
        for one in entries:
            try:
                session.enter(one)
            except Refusal:
                continue
            record = session.record
            assert told(record) == told(play(record.config, record.blocks, record.entries))
