"""Every action of Whistle Stop in one sentence."""

from typing import Any

import pytest

from companion.report.words import Speaker
from tests.support import ANTON, BEATE
from tests.whistle_stop import moves
from tests.whistle_stop.moves import buy, final, held, home, move, owning, rest, share, town, use

TOLD = [
    (move("stone"), "Anton moves to a stone stop", {}),
    (move("wood", marker="whistle"), "Anton moves to a wood stop with a whistle", {}),
    (move("trading-post"), "Anton moves to a trading post", {}),
    (move("gold-mine", gold=5), "Anton moves to a gold mine", {}),
    (town(ANTON, 5, "A"), "Anton moves to Denver", {}),
    (move("town", penalty=2), "Anton moves to a town", {}),
    (home(ANTON, "coal", "coal", "coal"), "Anton moves to an end tile", {}),
    (
        move("exchange", rate=3, share=share("A", 1), tile="North"),
        "Anton moves to stock exchange North",
        held(Anton={"shares": {"A": [1]}}),
    ),
    (use("coal-car"), "Anton uses the Coal Car", owning("coal-car")),
    (use("caboose", stop="steel"), "Anton uses the Caboose at a steel stop", owning("caboose")),
    (buy("safe"), "Anton buys the Safe", {}),
    (
        moves.buy_from(ANTON, BEATE, "safe", "steel"),
        "Anton buys the Safe from Beate",
        held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    (rest(ANTON), "Anton rests", {}),
    (moves.done(ANTON), "Anton ends their turn", {}),
    ({**final(), "ruling": "it is late"}, "Final scoring", {}),
]


@pytest.mark.parametrize(("block", "told", "header"), TOLD, ids=[told for _, told, _ in TOLD])
def test_an_entry_is_told_with_who_and_where(
    block: dict[str, Any], told: str, header: dict[str, Any]
) -> None:
    session = moves.played(block, **header)
    assert [Speaker(session.record.ruleset).say(one) for one in session.notation.headlines()] == [told]
