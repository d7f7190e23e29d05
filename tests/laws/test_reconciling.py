"""Laws of counting what lies on the table, over random sessions of every game."""

import os

import pytest

from companion.games.models import validated
from companion.games.registry import engine, engines
from tests.random_play import ending, whole

SEEDS = range(int(os.environ["COMPANION_TEST_SEEDS"]))
every_seed = pytest.mark.parametrize("seed", SEEDS)
every_game = pytest.mark.parametrize("game", engines())


@every_game
@every_seed
def test_a_recount_of_what_is_there_changes_nothing(game: str, seed: int) -> None:
    """Spec, README: `recount` sets part of the position as of now; what is not otherwise stays as it is."""
    session, _ = whole(game, seed)
    states = [step.outcome.state for step in session.steps]
    session.enter(ending(game, session)) if not session.is_over else None
    for state in (*states, session.state):
        position = validated(engine(game).position, session.game.position_now(state))
        assert not session.game.recount_violations(state, position)
        assert session.game.recount(state, position).state == state
