"""What an entry, an undo or a redo makes of the game before it is what playing the whole list makes of it.

Spec: "The save file", fourth point; the fourth invariant of docs/design.md: the same list always gives the same state.
"""

import random
import sys
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.games.registry import engines
from companion.session import Session
from companion.session.played import Played, play
from tests.random_play import recording
from tests.random_play.long import FIRST, long_text
from tests.support import FILE, library, text_of


def told(played: Played) -> tuple[object, ...]:
    states = [step.outcome.state for step in played.replay.steps]
    return (
        played.corrected,
        list(played.alive),
        list(played.effective),
        list(played.numbers),
        states,
        played.replay.failure,
    )


@pytest.mark.parametrize("game", engines())
def test_a_game_played_entry_by_entry_is_the_game_played_at_once(game: str) -> None:
    blocks, players, more, _ = recording(game, 1)
    luck, session = (
        random.Random(game),
        library({FILE: text_of((), players, game=game, **more).encode()}).open(FILE),
    )
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
            assert told(record.played) == told(play(record.config, record.entries))


def calls(session: Session, block: dict[str, Any]) -> int:
    """How many calls of functions an entry takes."""
    count = 0

    def counted(frame: object, event: str, value: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        session.enter(block)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("game", engines())
def test_an_entry_an_undo_and_a_redo_cost_the_same_behind_many_entries_as_behind_few(game: str) -> None:
    few, many = (library({FILE: long_text(game, count).encode()}).open(FILE) for count in (50, 1_000))
    for block in (FIRST, FIRST, {"do": "undo"}, {"do": "redo"}, FIRST):
        early = calls(few, block)  # first: whatever is made once in a program is made here
        assert calls(many, block) <= 1.1 * early, block["do"]


@pytest.mark.parametrize("game", engines())
def test_a_change_ten_entries_back_costs_the_same_behind_many_entries_as_behind_few(game: str) -> None:
    counted = []
    for entries in (50, 50, 1_000):  # the first makes whatever is made once in a program
        session = library({FILE: long_text(game, entries).encode()}).open(FILE)
        for _ in range(11):
            session.enter(FIRST)
        number = session.record.numbers[-10]
        counted.append(calls(session, {"do": "amend", "entry": number, "action": {**FIRST, "amount": 2}}))
        assert vars(session.steps[-10].action)["amount"] == 2
    assert counted[2] <= 1.2 * counted[1]  # later in the game another phase looks for other things
