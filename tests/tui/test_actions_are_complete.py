"""No action is left out of the tests by keys."""

import pytest

from companion.games.registry import engines
from tests.support import session_of
from tests.tui import test_actions_dampfross as dampfross
from tests.tui import test_actions_stephensons_rocket as rocket
from tests.tui import test_actions_upgrades as upgrades
from tests.tui import test_actions_whistle_stop as whistle_stop
from tests.tui.acting import Entry

ENTRIES: tuple[Entry, ...] = (
    *rocket.ENTRIES,
    *dampfross.ENTRIES,
    *whistle_stop.MOVES,
    *upgrades.USES,
    *whistle_stop.OTHER_ACTIONS,
)


def of(game: str) -> list[Entry]:
    return [entry for entry in ENTRIES if entry.start.game == game]


@pytest.mark.parametrize("game", engines())
def test_every_action_is_entered_by_keys(game: str) -> None:
    known = {verb.name for verb in session_of(game=game).context().verbs}
    assert {entry.block["do"] for entry in of(game)} == known


def test_every_stop_and_every_upgrade_that_is_used_is_entered_by_keys() -> None:
    session = session_of(game="whistle-stop")
    asked = {verb: session.context().ask(verb)({})[0].choices for verb in ("move", "use")}
    stops = {entry.block["stop"] for entry in whistle_stop.MOVES}
    used = {entry.block["upgrade"] for entry in upgrades.USES}
    assert stops == {choice.value for choice in asked["move"]}
    assert used == {choice.value for choice in asked["use"]}
