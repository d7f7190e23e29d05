"""Laws of what would gain most, over random sessions of every game."""

import pickle
from itertools import islice

from companion.core.gains import MOST_PIECES, gains
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


@every_session
def test_the_two_gains_with_fewest_pieces_are_found(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    rules, state = session.record.game, session.record.state
    now, cheapest = rules.projection(state), dict[str, list[tuple[int, int]]]()
    for states in () if rules.gains is None or rules.is_over(state) else rules.gains.states(state):
        for one in islice(states, MOST_PIECES):
            then = rules.projection(one.state)
            if then[one.player] > now[one.player]:
                own = cheapest.setdefault(one.player, [])
                own.append((one.pieces, now[one.player] - then[one.player]))
                break
    found = dict[str, list[tuple[int, int]]]()
    for gain in gains(rules, state):
        found.setdefault(gain.player, []).append((gain.pieces, -gain.gain))
    left = session.record.former_players
    assert found == {name: sorted(own)[:2] for name, own in cheapest.items() if name not in left}
