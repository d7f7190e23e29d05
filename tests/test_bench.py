"""The sessions that speed is measured with: games, in which every action has the share that it has at a table."""

import tomllib
from collections import Counter

import pytest

from bench.long_sessions import GAMES, example, text
from tests.support import FILE, library

ENTRIES = 200
MOST = 0.1
"""How far a share may be off: 200 entries are not whole games."""


@pytest.mark.parametrize("game", GAMES)
def test_a_long_session_plays_and_has_the_actions_of_a_finished_game(game: str) -> None:
    session = library({FILE: text(game, ENTRIES).encode()}).read(FILE)
    assert session.failure is None
    assert not session.record.is_over
    assert session.entry_count == ENTRIES
    long, short = (
        {do: count / len(blocks) for do, count in Counter(one["do"] for one in blocks).items()}
        for blocks in (tomllib.loads(text(game, ENTRIES))["actions"], example(game)[1])
    )
    assert {do: share for do, share in long.items() if abs(share - short.get(do, 0)) > MOST} == {}
