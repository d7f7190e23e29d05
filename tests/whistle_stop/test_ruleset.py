"""What the shipped ruleset of Whistle Stop has of the rulebook beside the numbers that the other tests play with."""

import tomllib
from typing import Any

import pytest

from companion.games.models import validate
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from tests.ruleset_faults import NAME, Changes, changed, fault_of
from tests.support import ROOT

TEXT = (ROOT / "rulesets" / "whistle-stop.toml").read_text(encoding="utf-8")
SHIPPED = validate(WhistleStopRuleset, tomllib.loads(TEXT))


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


# A ruleset of Whistle Stop that does not hold together is refused, with the reason.


GAME = "whistle-stop"

FAULTS: list[tuple[Changes, str, dict[str, object]]] = [
    ([("options.rounds", None)], "missing", {"key": "options.rounds"}),
    ([("options.rounds.default", True)], "whole-number", {"key": "options.rounds.default"}),
    ([("options.rounds.default", -1)], "at-least", {"key": "options.rounds.default", "wanted": 0}),
    (
        [("options.track.choices", ["all"])],
        "choice",
        {"key": "options.track.choices", "wanted": '["all", "score"]'},
    ),
    ([("by_players.4", None)], "missing", {"key": "by_players.4"}),
    ([("by_players.02", {"trains": 5, "rounds": 12})], "unknown-key", {"key": "by_players.02"}),
    ([("by_players.5.rounds", 2)], "at-least", {"key": "by_players.5.rounds", "wanted": 3}),
    ([("start.coal", [2, 2, 3, 3])], "at-least-items", {"key": "start.coal", "wanted": 5}),
    ([("markers.whistle", None)], "missing", {"key": "markers.whistle"}),
    (
        [(f"goods.{good}.kind", "basic") for good in ("cattle", "whiskey", "steel")],
        "missing",
        {"key": 'goods: kind = "rare"'},
    ),
    ([("limits.hand_with_boiler", 2)], "at-least", {"key": "limits.hand_with_boiler", "wanted": 3}),
    ([("gold.least", 2)], "choice", {"key": "gold.least", "wanted": 3}),
    ([("end_tiles.in_play", 11)], "at-most", {"key": "end_tiles.in_play", "wanted": 10}),
    ([("stops.town", None)], "missing", {"key": "stops.town"}),
    ([("stops.exchange.rates", None)], "missing", {"key": "stops.exchange.rates"}),
    ([("stops.store.whistle", 1)], "unknown-key", {"key": "stops.store.whistle"}),
    ([("upgrades.compass.coal", 1)], "unknown-key", {"key": "upgrades.compass.coal"}),
    ([("upgrades.caboose.coal", None)], "missing", {"key": "upgrades.caboose.coal"}),
    ([("upgrades.coal-car.gains", {"wood": 2})], "unknown-key", {"key": "upgrades.coal-car.gains.wood"}),
    ([("upgrade_rules.extra_in_play", 8)], "at-least-items", {"key": "upgrades", "wanted": 13}),
]


@pytest.mark.parametrize(("changes", "key", "values"), FAULTS)
def test_inconsistent_rulesets_are_refused(changes: Changes, key: str, values: dict[str, object]) -> None:
    assert fault_of(GAME, changes) == (f"form.{key}", values)


TWICE: list[tuple[str, object, str]] = [
    ("goods.store", {"kind": "basic", "names": NAME}, "store"),
    ("companies.Coal", {"names": NAME}, "Coal"),
    ("words.wood", NAME, "wood"),
]


@pytest.mark.parametrize(("path", "value", "shared"), TWICE)
def test_an_id_belongs_to_one_thing(path: str, value: object, shared: str) -> None:
    found = fault_of(GAME, [(path, value)])
    assert found == ("whistle-stop.ruleset.id-twice", {"key": "", "id": shared})


def test_a_house_rule_can_fix_the_rounds_for_any_number_of_players() -> None:
    ruleset = validate(WhistleStopRuleset, changed(GAME, [("options.rounds.default", 8)]))
    assert ruleset.options_for({}, 2) == {
        "rounds": 8,
        "whistle_round": 6,
        "exchange_counts_paid": True,
        "track": "all",
    }
