"""Laws of what would gain most, over random sessions of every game."""

import pickle

from tests.laws.test_laws import every_session
from tests.random_play import whole
from tests.support import imbalances, overdrawn


@every_session
def test_one_more_piece_changes_no_state_and_creates_nothing(game: str, seed: int) -> None:
    """Each state differs from the one that was given, and has its pieces from somewhere."""
    session, _ = whole(game, seed)
    rules, state = session.record.game, session.record.state
    before = pickle.dumps(state)
    for states in () if rules.gains is None else rules.gains.states(state):
        for number, one in enumerate(states, 1):
            assert one.pieces == number
            assert one.state.ledger != state.ledger
            assert imbalances(one.state.ledger) == {}
            assert overdrawn(one.state.ledger) == []
            assert rules.scores(one.state) == rules.scores(state), "nothing is paid for them"
    assert pickle.dumps(state) == before
