"""What the shipped ruleset of Whistle Stop has of the rulebook beside the numbers that the other tests play with."""

import tomllib
from typing import Any

import pytest

from companion.games.models import validate
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from tests.support import ROOT

TEXT = (ROOT / "rulesets" / "whistle-stop.toml").read_text(encoding="utf-8")
SHIPPED = validate(WhistleStopRuleset, tomllib.loads(TEXT))


def test_two_to_five_play_and_later_seats_start_with_more_coal() -> None:
    """Rulebook, "Spieler-Ausstattung" 2 and 4: "2 / 2 / 3 / 3 / 4 Kohle"."""
    assert (SHIPPED.players.least, SHIPPED.players.most) == (2, 5)
    assert SHIPPED.start.coal == (2, 2, 3, 3, 4)


def test_8_of_10_end_tiles_are_in_play() -> None:
    """Rulebook, "Spielaufbau" 6a."""
    assert (SHIPPED.end_tiles.all, SHIPPED.end_tiles.in_play) == (10, 8)


@pytest.mark.parametrize(("players", "in_play"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_two_more_upgrades_than_players_are_in_play(players: int, in_play: int) -> None:
    """Rulebook, "Spielaufbau" 5: "Spielerzahl +2"."""
    assert SHIPPED.upgrades_in_play(players) == in_play


@pytest.mark.parametrize(
    "things",
    [
        [*SHIPPED.upgrades.values()],
        [*SHIPPED.goods.values(), *SHIPPED.stops.values()],
        [*SHIPPED.goods.values(), *SHIPPED.markers.values(), SHIPPED.gold],
    ],
    ids=["upgrades", "stops", "pieces"],
)
def test_no_name_means_two_things(things: list[Any]) -> None:
    """A name typed at the table, in whatever language, must mean one thing; the goods are stops too."""
    spellings = [name for rule in things for name in {one.casefold() for one in rule.names.spellings}]
    assert len(set(spellings)) == len(spellings)
