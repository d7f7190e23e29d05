"""What the pieces of Whistle Stop add up to after every entry, counted from the state as shown."""

import pytest

from companion.games.whistle_stop.turns import Move, Use
from companion.games.whistle_stop.units import BOARD, GOLD, HOME, OUT, SUPPLY, share, trains, upgrade
from tests.laws.test_laws import SEEDS
from tests.random_play import whole
from tests.random_play.whistle_stop import COMPANIES, GOODS, UPGRADES, USED
from tests.support import library

GAME = "whistle-stop"
TRAINS = {2: 5, 3: 5, 4: 4, 5: 3}


@pytest.mark.parametrize("seed", SEEDS)
def test_no_piece_is_ever_lost_or_found(seed: int) -> None:
    session, _ = whole(GAME, seed)
    for step in session.steps:
        after = step.outcome.state
        state = session.game.snapshot(after)
        assert isinstance(state, dict)
        players = state["players"]
        assert sum(len(one["gold"]) for one in players.values()) + after.ledger.of(GOLD, SUPPLY) == 20
        for company in COMPANIES:
            owned = [number for one in players.values() for number in one["shares"].get(company, [])]
            gone = [number for number in range(1, 7) if after.ledger.of(share(company, number), OUT)]
            assert len(set(owned)) == len(owned)
            assert len(owned) + len(gone) + state["companies"][company]["left"] == 6
        for name in UPGRADES:
            owners = [who for who, one in players.items() if name in one["upgrades"]]
            assert len(owners) + after.ledger.of(upgrade(name), SUPPLY) == 1
            assert not owners or state["worth"][name] in (3, 5)
        for who, one in players.items():
            own = after.ledger.of(trains(who), BOARD)
            assert own + after.ledger.of(trains(who), HOME) == TRAINS[len(players)]
            assert one["trains_home"] == TRAINS[len(players)] - own
            assert min(one["points"], one["coal"], one["whistle"], own, *one["goods"].values()) >= 0


@pytest.mark.long
def test_every_stop_and_every_usable_upgrade_comes_up_among_the_seeds() -> None:
    stops: set[str] = set()
    used: set[str] = set()
    for seed in range(6):
        for step in whole(GAME, seed)[0].steps:
            action = step.action
            if isinstance(action, Move):
                stops.add(action.stop)
            elif isinstance(action, Use):
                used.add(action.upgrade)
    every_stop = {*GOODS, *library().shelf.load(GAME).ruleset.stops}  # type: ignore[attr-defined]
    assert (every_stop - stops, set(USED) - used) == (set(), set())
