"""Sessions of many entries: what an entry costs does not grow with their number. Counted, not timed."""

from unittest.mock import patch

import pytest

from companion.games.common import step_of
from companion.games.registry import engines
from tests.random_play.long import FIRST, long_text
from tests.support import FILE, library

ENTRIES = 300


@pytest.mark.parametrize("game", engines())
def test_only_the_new_entry_is_played(game: str) -> None:
    session = library({FILE: long_text(game, ENTRIES).encode()}).open(FILE)
    assert (session.failure, session.entry_count) == (None, ENTRIES)
    with patch("companion.session.record.step_of", wraps=step_of) as plays:
        session.book_preview(session.preview(FIRST))
        session.enter({"do": "undo"})
    assert plays.call_count == 1, "an undo plays nothing"
    assert library({FILE: long_text(game, ENTRIES).encode()}).read(FILE).state == session.state
