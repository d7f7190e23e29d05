"""A ruleset of Whistle Stop that does not hold together is refused, with the reason."""

import pytest

from companion.games.models import validate
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.words import LANGUAGES
from tests.ruleset_faults import NAME, Changes, changed, fault_of

GAME = "whistle-stop"
MARKERS = ("coal", "whistle")
STOPS = tuple(changed(GAME, [])["stops"])
USED = (
    *("coal-car", "open-wagon", "mine-cart", "first-class-cabin", "caboose", "safe", "warehouse"),
    "new-whistle",
)


UPGRADE = {"names": NAME, "help": dict.fromkeys(LANGUAGES, "x")}
SWITCH = "exchange_counts_paid"

FAULTS: list[tuple[Changes, str, dict[str, object]]] = [
    ([("options.rounds", None)], "form.missing", {"key": "options.rounds"}),
    ([("options.rounds.default", True)], "option-number", {"option": "rounds"}),
    ([("options.rounds.default", -1)], "option-number", {"option": "rounds"}),
    ([(f"options.{SWITCH}.default", 1)], "form.true-or-false", {"key": f"options.{SWITCH}.default"}),
    ([("by_players.4", None)], "player-count-missing", {"players": 4}),
    ([("by_players.02", {"trains": 5, "rounds": 12})], "player-count", {"players": "02"}),
    ([("by_players.5.rounds", 2)], "whistle-round", {"players": "5", "rounds": 2, "before": 2}),
    ([("by_players.2.rounds", 31)], "rounds-option", {"players": "2", "rounds": 31}),
    ([("start.coal", [2, 2, 3, 3])], "start-coal", {"seats": 4, "players": 5}),
    ([("markers.whistle", None)], "markers", {"wanted": MARKERS}),
    ([("markers.steam", {"names": NAME})], "markers", {"wanted": MARKERS}),
    (
        [(f"goods.{good}.kind", "basic") for good in ("cattle", "whiskey", "steel")],
        "goods-kind",
        {"kind": "rare"},
    ),
    ([("limits.hand_with_boiler", 2)], "hand", {"hand": 3, "with_boiler": 2}),
    ([("gold.least", 2)], "gold-least", {"least": 2, "lowest": 3}),
    ([("end_tiles.in_play", 11)], "end-tiles", {"in_play": 11, "all": 10}),
    ([("stops.town", None)], "stop-missing", {"stop": "town"}),
    ([("stops.saloon", {"names": NAME})], "stop-unknown", {"stop": "saloon", "known": STOPS}),
    ([("stops.exchange.rates", None)], "stop-figure", {"figure": "rates", "stop": "exchange"}),
    ([("stops.store.whistle", 1)], "stop-figure", {"figure": "whistle", "stop": "whistle-factory"}),
    ([("upgrades.compass.coal", 1)], "upgrade-coal", {"upgrade": "compass", "used": USED}),
    ([("upgrades.caboose.coal", None)], "upgrade-coal", {"upgrade": "caboose", "used": USED}),
    (
        [("upgrades.coal-car.gains", None)],
        "upgrade-gains",
        {"upgrade": "coal-car", "gaining": ("coal-car", "new-whistle")},
    ),
    (
        [("upgrades.coal-car.gains", {"wood": 2})],
        "upgrade-gain",
        {"upgrade": "coal-car", "marker": "wood", "known": MARKERS},
    ),
    ([("upgrade_rules.extra_in_play", 8)], "upgrades-in-play", {"in_play": 13, "players": 5, "upgrades": 12}),
    ([("goods.store", {"kind": "basic", "names": NAME})], "id-twice", {"id": "store"}),
    ([("companies.Coal", {"names": NAME})], "id-twice", {"id": "Coal"}),
    ([("words.wood", NAME)], "id-twice", {"id": "wood"}),
]


@pytest.mark.parametrize(("changes", "key", "values"), FAULTS, ids=[key for _, key, _ in FAULTS])
def test_inconsistent_rulesets_are_refused(changes: Changes, key: str, values: dict[str, object]) -> None:
    assert fault_of(GAME, changes) == (
        key if key.startswith("form.") else f"whistle-stop.ruleset.{key}",
        {"key": "", **values},
    )


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("goods.wood.kind", "precious", "form.choice"),
        ("limits.goods", 10.5, "form.whole-number"),
        ("companies", {}, "form.at-least-items"),
        ("trading.rare.whistle", 1, "form.unknown-key"),
        ("cabin.shares", 0, "form.at-least"),
        ("final.markers", 0, "form.at-least"),
        ("final.majority", None, "form.missing"),
    ],
)
def test_a_number_out_of_its_bounds_is_refused_under_its_key(path: str, value: object, key: str) -> None:
    said, values = fault_of(GAME, [(path, value)])
    assert (said, values["key"]) == (key, path)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param([("players.most", 4)], id="fewer players"),
        pytest.param([("final.black_tile", 0)], id="no penalty for black tiles"),
        pytest.param([("companies.F", {"names": NAME})], id="a sixth company"),
        pytest.param([("goods.furs", {"kind": "rare", "names": NAME})], id="a seventh good"),
        pytest.param([("upgrades.tender", UPGRADE)], id="an upgrade that is never used"),
    ],
)
def test_house_rules_that_hold_together_are_sound(changes: Changes) -> None:
    assert validate(WhistleStopRuleset, changed(GAME, changes)).id == GAME


def test_a_house_rule_can_fix_the_rounds_for_any_number_of_players() -> None:
    ruleset = validate(WhistleStopRuleset, changed(GAME, [("options.rounds.default", 8)]))
    assert ruleset.options_for({}, 2) == {
        "rounds": 8,
        "whistle_round": 6,
        "exchange_counts_paid": True,
        "track": "all",
    }
