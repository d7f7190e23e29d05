"""Laws of who leads and why, over random sessions of every game."""

import pickle
from itertools import islice

from companion.core.leading import MOST_PIECES, end_sources, gains
from companion.report.standings import sources_of
from tests.laws.test_laws import every_session
from tests.laws.test_views import EVERY, ended
from tests.random_play import whole
from tests.support import imbalances, overdrawn


@every_session
def test_what_scores_are_made_of_adds_up_to_the_projection(game: str, seed: int) -> None:
    """The sum of all rows of a player is what the final scoring would come to."""
    session, _ = whole(game, seed)
    for place in range(0, len(session.record.steps) + 1, EVERY):
        record = session.record.as_of(place)
        rules, state = record.game, record.state
        if rules.is_over(state):
            continue
        rows = [
            *rules.score_sources(record.opening, record.steps),
            *end_sources(rules.final_receipts(state), state.players),
        ]
        sums = {name: sum(row.amounts[name] for row in rows) for name in state.players}
        assert sums == rules.projection(state)


@every_session
def test_after_the_end_they_add_up_to_the_result(game: str, seed: int) -> None:
    session = ended(game, seed)
    booked, end = sources_of(session)
    for name, score in session.record.scores.items():
        assert sum(row.amounts[name] for row in (*booked, *end)) == score


@every_session
def test_one_more_piece_changes_no_state_and_creates_nothing(game: str, seed: int) -> None:
    """Each state differs from the one that was given, and has its pieces from somewhere."""
    session, _ = whole(game, seed)
    state = session.record.state
    before = pickle.dumps(state)
    for states in session.record.game.gain_states(state):
        for number, one in enumerate(states, 1):
            assert one.pieces == number
            assert one.state.ledger != state.ledger
            assert imbalances(one.state.ledger) == {}
            assert overdrawn(one.state.ledger) == []
            assert session.record.game.scores(one.state) == session.record.game.scores(state), (
                "nothing is paid for them"
            )
    assert pickle.dumps(state) == before


@every_session
def test_the_two_gains_with_fewest_pieces_are_found(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    rules, state = session.record.game, session.record.state
    now, cheapest = rules.projection(state), dict[str, list[tuple[int, int]]]()
    for states in () if rules.is_over(state) else rules.gain_states(state):
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
