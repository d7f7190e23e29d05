"""The shipped ruleset of Whistle Stop says what the rulebook says."""

import tomllib
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.games.models import validated
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.words import LANGUAGES
from tests.support import ROOT

TEXT = (ROOT / "rulesets" / "whistle-stop.toml").read_text(encoding="utf-8")
SHIPPED = validated(WhistleStopRuleset, tomllib.loads(TEXT))

MARKERS = ("coal", "whistle")
STOPS = (
    "coal-yard",
    "whistle-factory",
    "store",
    "gold-mine",
    "trading-post",
    "town",
    "exchange",
    "end",
    "start",
)
USED = (
    "coal-car",
    "open-wagon",
    "mine-cart",
    "first-class-cabin",
    "caboose",
    "safe",
    "warehouse",
    "new-whistle",
)
NEVER_USED = ("toll-station", "compass", "blocking-signal", "extra-boiler")


def test_id_and_engine_are_whistle_stop() -> None:
    """Spec: "Ruleset id: `whistle-stop`"."""
    assert (SHIPPED.id, SHIPPED.engine) == ("whistle-stop", "whistle-stop")


def test_two_to_five_play() -> None:
    """Rulebook, "Spieler-Ausstattung" 2; spec: "2 to 5 players"."""
    assert (SHIPPED.players.least, SHIPPED.players.most) == (2, 5)


@pytest.mark.parametrize(("players", "trains"), [(2, 5), (3, 5), (4, 4), (5, 3)])
def test_trains_depend_on_the_players(players: int, trains: int) -> None:
    """Rulebook, "Spieler-Ausstattung" 2: "5 / 5 / 4 / 3 Loks"."""
    assert SHIPPED.for_players(players).trains == trains


@pytest.mark.parametrize(("players", "rounds"), [(2, 12), (3, 11), (4, 10), (5, 9)])
def test_rounds_depend_on_the_players(players: int, rounds: int) -> None:
    """Spec, table of "Components"; rulebook, "Ablauf grundsätzlich": "(9 - 12)"."""
    assert SHIPPED.for_players(players).rounds == rounds


def test_everyone_starts_with_a_whistle_and_no_fame() -> None:
    """Rulebook, "Spieler-Ausstattung" 1 and 3."""
    assert (SHIPPED.start.whistles, SHIPPED.start.fame) == (1, 0)


def test_the_later_seats_start_with_more_coal() -> None:
    """Rulebook, "Spieler-Ausstattung" 4: "2 / 2 / 3 / 3 / 4 Kohle"."""
    assert SHIPPED.start.coal == (2, 2, 3, 3, 4)


def test_a_round_brings_2_coal_or_1_whistle() -> None:
    """Rulebook, "Spielaufbau" 2; spec, "Round"."""
    assert (SHIPPED.income.coal, SHIPPED.income.whistle) == (2, 1)


def test_a_turn_has_four_action_spaces_and_two_purchases() -> None:
    """Rulebook, "Spielzug" 1a and 2."""
    assert (SHIPPED.turn.spaces, SHIPPED.turn.buys) == (4, 2)


def test_a_rest_brings_a_whistle() -> None:
    """Rulebook, "Spielzug" 1a: "erhält man 1 Pfeifenmarker"."""
    assert SHIPPED.rest.whistle == 1


def test_cotton_stone_and_wood_are_basic() -> None:
    """Rulebook, "Handels-Posten": "Basisware (Baumwolle, Stein, Holz)"."""
    assert SHIPPED.basic == ("cotton", "stone", "wood")


def test_cattle_whiskey_and_steel_are_rare() -> None:
    """Rulebook, "Handels-Posten": "seltene Ware (Rind, Whiskey, Stahl)"."""
    assert SHIPPED.rare == ("cattle", "whiskey", "steel")


def test_the_markers_are_coal_and_whistle() -> None:
    """Spec, "Components"."""
    assert tuple(SHIPPED.markers) == MARKERS


def test_nobody_keeps_more_than_10_goods() -> None:
    """Rulebook, "Ressourcen-STOP": "ein Limit von 10 Waren"."""
    assert SHIPPED.limits.goods == 10


def test_the_hand_holds_3_tiles_and_5_with_the_extra_boiler() -> None:
    """Rulebook, "Ende eines Spielzugs" and upgrade "Extra Boiler"."""
    assert (SHIPPED.limits.hand, SHIPPED.limits.hand_with_boiler) == (3, 5)


def test_five_companies_are_called_by_letters() -> None:
    """Spec, "Known, and not known": "The shipped ruleset calls the five companies A to E"."""
    assert {key: rule.names.spellings() for key, rule in SHIPPED.companies.items()} == {
        letter: (letter,) for letter in "ABCDE"
    }


def test_shares_are_numbered_to_6() -> None:
    """Rulebook, "Wertung": "Zahl auf Aktie, von 1 - 6"."""
    assert SHIPPED.shares.numbers == 6


def test_eight_upgrades_cost_1_coal_to_use() -> None:
    """Rulebook, "Upgrades": "Gib 1 Kohle ab"; spec, table of `use`."""
    assert {name: SHIPPED.upgrades[name].coal for name in SHIPPED.used_upgrades} == dict.fromkeys(USED, 1)


def test_four_upgrades_are_never_used() -> None:
    """Spec, `use`: "Without coal and never "used""."""
    assert tuple(name for name in SHIPPED.upgrades if name not in SHIPPED.used_upgrades) == NEVER_USED


def test_the_coal_car_brings_2_coal_and_the_new_whistle_1_whistle() -> None:
    """Rulebook, "Upgrades"."""
    assert {name: rule.gains for name, rule in SHIPPED.upgrades.items() if rule.gains} == {
        "coal-car": {"coal": 2},
        "new-whistle": {"whistle": 1},
    }


@pytest.mark.parametrize(("players", "in_play"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_two_more_upgrades_than_players_are_in_play(players: int, in_play: int) -> None:
    """Rulebook, "Spielaufbau" 5: "Spielerzahl +2"."""
    assert SHIPPED.upgrades_in_play(players) == in_play


def test_an_upgrade_is_worth_3_or_5() -> None:
    """Rulebook, "Wertung": "Je 3 oder 5 Siegpunkte aus Upgrades"."""
    assert SHIPPED.upgrade_rules.worth == (3, 5)


def test_20_gold_tokens_count_3_to_5() -> None:
    """Spec, "Components"; rulebook, "Goldmine": "3 - 5 Punkte wert"."""
    assert (SHIPPED.gold.tokens, SHIPPED.gold.values) == (20, (3, 4, 5))


def test_gold_of_unknown_value_counts_3() -> None:
    """Spec of all games, `projection`: "unknown gold at 3"."""
    assert SHIPPED.gold.least == 3


def test_8_of_10_end_tiles_are_in_play() -> None:
    """Rulebook, "Spielaufbau" 6a."""
    assert (SHIPPED.end_tiles.all, SHIPPED.end_tiles.in_play) == (10, 8)


def test_a_train_that_comes_home_takes_3_rewards() -> None:
    """Rulebook, "Bewegung mit Kohle": "mit je 3 Belohnungen"."""
    assert SHIPPED.end_tiles.rewards == 3


def test_the_kinds_of_stops_are_those_of_the_spec() -> None:
    """Spec, table of `move`; the goods stand with the goods."""
    assert tuple(SHIPPED.stops) == STOPS


def test_a_coal_yard_gives_2_coal() -> None:
    """Rulebook, "Kohlenlager"."""
    assert SHIPPED.stops["coal-yard"].coal == 2


def test_a_whistle_factory_gives_1_whistle() -> None:
    """Rulebook, "Pfeifenfabrik"."""
    assert SHIPPED.stops["whistle-factory"].whistle == 1


def test_an_exchange_pays_3_or_4_for_each_share() -> None:
    """Rulebook, "Börse": "3 - 4 Siegpunkte"."""
    assert SHIPPED.stops["exchange"].rates == (3, 4)


def test_two_trades_are_made_at_most() -> None:
    """Rulebook, "Handels-Posten" and upgrade "Open Wagon": "bis zu 2 Geschäfte"."""
    assert SHIPPED.trading.trades == 2


def test_a_basic_good_is_traded_for_1_whistle_2_coal_or_1_other_basic() -> None:
    """Rulebook, "Handels-Posten"."""
    rule = SHIPPED.trading.basic
    assert (rule.whistle, rule.coal, rule.basic) == (1, 2, 1)


def test_a_rare_good_is_traded_for_2_basic_or_1_other_rare() -> None:
    """Rulebook, "Handels-Posten"."""
    assert (SHIPPED.trading.rare.basic, SHIPPED.trading.rare.rare) == (2, 1)


def test_the_first_class_cabin_pays_4_for_each_3_shares() -> None:
    """Rulebook, upgrade "1st Class Cabin"."""
    assert (SHIPPED.cabin.shares, SHIPPED.cabin.fame) == (3, 4)


def test_a_majority_counts_15() -> None:
    """Rulebook, "Wertung"."""
    assert SHIPPED.final.majority == 15


def test_a_basic_good_counts_1_and_a_rare_one_3() -> None:
    """Rulebook, "Wertung"."""
    assert (SHIPPED.final.basic, SHIPPED.final.rare) == (1, 3)


def test_two_markers_count_1() -> None:
    """Rulebook, "Wertung": "1 Siegpunkt für je 2 Marker"."""
    assert (SHIPPED.final.markers, SHIPPED.final.marker_fame) == (2, 1)


def test_a_black_tile_in_hand_costs_10() -> None:
    """Rulebook, "Wertung"."""
    assert SHIPPED.final.black_tile == 10


# Options


@pytest.mark.parametrize(
    ("players", "rounds", "whistle_round"), [(2, 12, 10), (3, 11, 9), (4, 10, 8), (5, 9, 7)]
)
def test_options_not_given_follow_from_the_players(players: int, rounds: int, whistle_round: int) -> None:
    """Spec, table of "Components"."""
    assert SHIPPED.options_for({}, players) == {
        "rounds": rounds,
        "whistle_round": whistle_round,
        "exchange_counts_paid": True,
        "track": "all",
    }


def test_the_whistle_round_follows_the_rounds_that_are_given() -> None:
    """Spec, "Options": "`whistle_round` (`rounds` - 2)"."""
    assert SHIPPED.options_for({"rounds": 8}, 3)["whistle_round"] == 6


def test_a_whistle_round_that_is_given_leaves_the_rounds_alone() -> None:
    options = SHIPPED.options_for({"whistle_round": 3}, 3)
    assert (options["rounds"], options["whistle_round"]) == (11, 3)


def test_what_is_given_is_kept() -> None:
    given: dict[str, bool | int | str] = {
        "rounds": 7,
        "whistle_round": 2,
        "exchange_counts_paid": False,
        "track": "all",
    }
    assert SHIPPED.options_for(given, 5) == given


@pytest.mark.parametrize("rounds", [1, 2])
def test_so_few_rounds_have_no_whistle_round(rounds: int) -> None:
    assert SHIPPED.options_for({"rounds": rounds}, 2)["whistle_round"] == 0


@pytest.mark.parametrize("key", ["rounds", "whistle_round"])
@pytest.mark.parametrize("value", [1, 30])
def test_rounds_from_1_to_30_can_be_given(key: str, value: int) -> None:
    assert SHIPPED.checked({key: value}) == {key: value}


@pytest.mark.parametrize("key", ["rounds", "whistle_round"])
@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (0, "form.at-least"),
        (-1, "form.at-least"),
        (31, "form.at-most"),
        (True, "form.whole-number"),
        (False, "form.whole-number"),
        ("9", "form.whole-number"),
    ],
)
def test_other_rounds_are_refused(key: str, value: object, reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        SHIPPED.checked({key: value})
    (problem,) = refusal.value.violations
    assert (problem.message.key, problem.field) == (reason, f"options.{key}")


def test_fewer_rounds_than_1_are_told_the_least() -> None:
    with pytest.raises(Refusal) as refusal:
        SHIPPED.checked({"rounds": 0})
    assert dict(refusal.value.message.values) == {"key": "options.rounds", "wanted": 1}


def test_an_option_of_another_game_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        SHIPPED.checked({"hidden_money": True})
    assert refusal.value.message.key == "table.unknown-option"


# Names


def test_all_that_can_be_told_has_a_name() -> None:
    tables: tuple[Any, ...] = (
        SHIPPED.words,
        SHIPPED.goods,
        SHIPPED.markers,
        SHIPPED.companies,
        SHIPPED.upgrades,
        SHIPPED.stops,
    )
    assert set(SHIPPED.named()) == {"gold", *(key for table in tables for key in table)}


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("cotton", ("cotton", "Baumwolle", "pamut", "cotone")),
        ("steel", ("steel", "Stahl", "acél", "acciaio")),
        ("whistle", ("whistle", "Pfeife", "síp", "fischietto")),
        ("gold", ("gold", "Gold", "arany", "oro")),
        ("exchange", ("stock exchange", "Börse", "tőzsde", "borsa")),
        ("extra-boiler", ("Extra Boiler", "Zusatzkessel", "pótkazán", "caldaia supplementare")),
        ("trains", ("trains", "Loks", "vonatok", "treni")),
    ],
)
def test_pieces_have_names_in_four_languages(key: str, names: tuple[str, ...]) -> None:
    words = SHIPPED.named()[key]
    assert tuple(words.of(language).long for language in LANGUAGES) == names


def test_no_name_means_two_upgrades() -> None:
    """A name typed at the table, in whatever language, must mean one thing."""
    assert not shared_spellings([rule.names.spellings() for rule in SHIPPED.upgrades.values()])


def test_no_name_means_two_stops() -> None:
    """The goods are stops too."""
    stops = [*SHIPPED.goods.values(), *SHIPPED.stops.values()]
    assert not shared_spellings([rule.names.spellings() for rule in stops])


def test_no_name_means_two_pieces_that_are_paid_or_received() -> None:
    pieces = [*SHIPPED.goods.values(), *SHIPPED.markers.values(), SHIPPED.gold]
    assert not shared_spellings([rule.names.spellings() for rule in pieces])


def shared_spellings(things: list[tuple[str, ...]]) -> set[str]:
    seen: set[str] = set()
    shared: set[str] = set()
    for spellings in things:
        folded = {spelling.casefold() for spelling in spellings}
        shared |= seen & folded
        seen |= folded
    return shared
