"""The shipped ruleset of Dampfross says what the rulebook says."""

import tomllib

import pytest

from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.models import validated
from companion.words import LANGUAGES
from tests.dampfross.moves import played
from tests.support import ROOT

TEXT = (ROOT / "rulesets" / "dampfross.toml").read_text(encoding="utf-8")
SHIPPED = validated(DampfrossRuleset, tomllib.loads(TEXT))
MAPS = ("germany", "france", "usa-east", "usa-west")


def test_two_to_six_play() -> None:
    """Rulebook, title page: "für 2-6 Personen"."""
    assert (SHIPPED.players.least, SHIPPED.players.most) == (2, 6)


def test_everyone_starts_with_20_units() -> None:
    """Rulebook, "Spielvorbereitung"."""
    assert SHIPPED.money.start == 20


def test_segments_cost_the_points_of_figure_1() -> None:
    """Rulebook, "Baukosten", figure 1; spec, table of `build`."""
    points = {kind: rule.points for kind, rule in SHIPPED.segments.items()}
    assert points == {"plain": 1, "river": 3, "slope": 3, "ridge": 5, "hill_river": 5}


def test_fees_are_1_for_a_join_1_for_a_crossing_and_2_for_half_a_field() -> None:
    """Rulebook, "Einnahmen und Ausgaben"."""
    assert (SHIPPED.fees.join, SHIPPED.fees.crossing, SHIPPED.fees.half) == (1, 1, 2)


def test_the_first_to_connect_a_city_gets_6() -> None:
    """Rulebook, "Einnahmen und Ausgaben"."""
    assert SHIPPED.premium.city == 6


def test_prizes_are_20_and_10_and_20_for_the_only_train() -> None:
    """Rulebook, "Prämien"."""
    prizes = SHIPPED.prizes
    assert (prizes.first, prizes.second, prizes.alone) == (20, 10, 20)


def test_a_field_costs_1_and_nobody_pays_another_more_than_10() -> None:
    """Rulebook, "Fahrtroute und Fahrkosten"."""
    assert (SHIPPED.fares.field, SHIPPED.fares.most_net) == (1, 10)


def test_a_ferry_costs_6_to_buy_and_3_to_use() -> None:
    """Rulebook, "Fährlinien" of Germany and of France."""
    assert (SHIPPED.ferries.price, SHIPPED.ferries.use) == (6, 3)


def test_two_who_build_together_use_three_quarters() -> None:
    """Rulebook, "Streckenverlauf"."""
    assert (SHIPPED.joint.numerator, SHIPPED.joint.denominator) == (3, 4)


def test_the_variant_of_expansion_is_10_percent_every_second_run_or_5_below_50() -> None:
    """Rulebook, "Ausbau des Streckennetzes"."""
    rule = SHIPPED.expansion
    assert (rule.percent, rule.every, rule.least_balance, rule.least) == (10, 2, 50, 5)


@pytest.mark.parametrize(("players", "balance"), [(2, 250), (3, 250), (4, 225), (5, 200), (6, 200)])
def test_the_balance_that_ends_the_game_depends_on_the_players(players: int, balance: int) -> None:
    """Rulebook, "Ende des Spiels"."""
    assert SHIPPED.target_for(players) == balance


def test_in_18_runs_each_number_serves_once_and_in_36_twice() -> None:
    """Rulebook, "Ende des Spiels"."""
    rules = {end: (rule.runs, rule.uses) for end, rule in SHIPPED.runs.items()}
    assert rules == {"18-runs": (18, 1), "36-runs": (36, 2)}


def test_start_and_goal_are_six_fields_apart() -> None:
    """Rulebook, "Start und Ziel"."""
    assert SHIPPED.numbers.apart == 6


@pytest.mark.parametrize("number", [11, 16, 61, 66, 65, 34])
def test_a_number_has_two_digits_from_1_to_6(number: int) -> None:
    """Rulebook, "Start und Ziel": the red die is the tens digit, the white one the units."""
    assert SHIPPED.is_number(number)


@pytest.mark.parametrize("number", [-11, 0, 1, 6, 10, 17, 20, 60, 67, 71, 99, 111, 165])
def test_any_other_number_is_none(number: int) -> None:
    assert not SHIPPED.is_number(number)


def test_the_four_maps_of_the_box_are_known() -> None:
    """Rulebook, "Spielmaterial" and "Aufbauphase"."""
    assert tuple(SHIPPED.maps) == MAPS


def test_start_cities_are_those_the_rulebook_names() -> None:
    """Rulebook, "Aufbauphase"; for USA East it names none ("alle Hafenstädte der Ostküste")."""
    assert {name: rule.start_cities for name, rule in SHIPPED.maps.items()} == {
        "germany": ("Berlin", "Hamburg", "München"),
        "france": ("Paris",),
        "usa-east": (),
        "usa-west": ("Milwaukee", "Chicago", "Memphis", "New Orleans"),
    }


def test_of_all_city_numbers_only_munich_is_known() -> None:
    """Spec, "Known, and not known"."""
    assert {name: rule.cities for name, rule in SHIPPED.maps.items()} == {
        "germany": {"65": "München"},
        "france": {},
        "usa-east": {},
        "usa-west": {},
    }


def test_germany_has_two_ferries_one_a_player_france_two_a_player_and_the_usa_none() -> None:
    """Rulebook, "Fährlinien"; how many there are in France is printed on the map only."""
    ferries = {name: (rule.ferries, rule.ferries_per_player) for name, rule in SHIPPED.maps.items()}
    assert ferries == {
        "germany": (2, 1),
        "france": (None, 2),
        "usa-east": (0, None),
        "usa-west": (0, None),
    }


@pytest.mark.parametrize(("name", "every"), [("germany", 2), ("france", 4), ("usa-east", 4), ("usa-west", 4)])
def test_every_second_run_is_special_in_germany_and_every_fourth_elsewhere(name: str, every: int) -> None:
    """Rulebook, "jede zweite Fahrt" and "nach jeder dritten Fahrt"; spec, "Special runs"."""
    special = SHIPPED.maps[name].special
    assert special is not None
    assert special.every == every


GERMANY = {
    (1, "G"): "denmark",
    (1, "U"): "poland",
    (2, "G"): "czechoslovakia",
    (2, "U"): "austria",
    (3, "G"): "switzerland",
    (3, "U"): "france",
    (4, "G"): "belgium-or-luxembourg",
    (4, "U"): "netherlands",
    (5, "G"): "baltic-ports",
    (5, "U"): "large-ports",
    (6, "G"): "port-town",
    (6, "U"): "any-port",
}
WHITE = {"G": (2, 4, 6), "U": (1, 3, 5)}


def target_of(name: str, *dice: int) -> str | None:
    """Where a throw leads on a map."""
    table = SHIPPED.maps[name].special
    assert table is not None
    row = table.row(*dice)
    return None if row is None else row.target


@pytest.mark.parametrize(
    ("red", "white", "target"),
    [(red, white, target) for (red, parity), target in GERMANY.items() for white in WHITE[parity]],
)
def test_in_germany_the_red_die_and_the_parity_of_the_white_one_give_the_target(
    red: int, white: int, target: str
) -> None:
    """Rulebook, "Deutschland-Karte", "Internationale Fahrten": 1G to 6U (gerade is even, ungerade odd)."""
    assert target_of("germany", red, white) == target


ONE_DIE = {
    "france": ("england", "germany", "switzerland", "italy", "spain", "overseas"),
    "usa-east": ("canada", "lake-ports", "atlantic-ports", "gulf-ports", "west-link", "west-link"),
    "usa-west": ("pacific-port", "canada", "mexico", "eastern-port", "east-link", "east-link"),
}


@pytest.mark.parametrize(
    ("name", "die", "target"),
    [(name, die, target) for name, row in ONE_DIE.items() for die, target in enumerate(row, start=1)],
)
def test_elsewhere_one_die_gives_the_target(name: str, die: int, target: str) -> None:
    """Rulebook, "Frankreich-Karte", "USA - Ost-Karte" and "USA - West-Karte": the table of special runs."""
    assert target_of(name, die) == target


@pytest.mark.parametrize(
    ("name", "dice"),
    [
        ("germany", (3,)),
        ("germany", (7, 1)),
        ("germany", (0, 1)),
        ("germany", (1, 7)),
        ("germany", (1, 0)),
        ("germany", ()),
        ("france", (3, 4)),
        ("france", (7,)),
        ("france", (0,)),
    ],
)
def test_dice_that_the_table_does_not_ask_for_give_no_target(name: str, dice: tuple[int, ...]) -> None:
    assert target_of(name, *dice) is None


PLACES = {
    ("germany", "baltic-ports"): ("Rostock", "Lübeck", "Kiel"),
    ("germany", "large-ports"): ("Bremen", "Hamburg"),
    ("germany", "port-town"): ("Emden", "Wilhelmshafen", "Bremerhaven", "Brunsbüttelkoog"),
    ("france", "overseas"): ("Marseille", "Dünkirchen", "Le Havre", "Antwerpen", "Bordeaux"),
    ("usa-east", "canada"): ("Detroit", "Buffalo", "Albany"),
    ("usa-east", "lake-ports"): ("Chicago", "Cleveland", "Buffalo"),
    ("usa-east", "gulf-ports"): ("New Orleans", "Mobile", "Tampa"),
    ("usa-east", "west-link"): ("Chicago", "Peoria", "St. Louis", "Memphis", "New Orleans"),
    ("usa-west", "pacific-port"): ("Seattle", "Portland", "San Francisco", "Los Angeles", "San Diego"),
    ("usa-west", "eastern-port"): ("Duluth", "New Orleans", "Houston"),
    ("usa-west", "east-link"): ("Milwaukee", "Chicago", "St. Louis", "Memphis", "New Orleans"),
}


def test_places_are_named_where_the_rulebook_names_them_and_nowhere_else() -> None:
    """Rulebook, the tables of special runs; Canada has places on the eastern map only."""
    named = {
        (name, row.target): SHIPPED.places_of(row)
        for name, rule in SHIPPED.maps.items()
        if rule.special
        for row in rule.special.rows
    }
    assert {key: places for key, places in named.items() if places} == PLACES


@pytest.mark.parametrize(
    ("key", "default", "choices"),
    [
        ("map", "germany", ()),
        ("build_dice", 1, (1, 2)),
        ("common_roll", False, ()),
        ("special_runs", False, ()),
        ("chain_runs", False, ()),
        ("expansion", "income", ("income", "ten-percent")),
        ("end", "target", ("target", "18-runs", "36-runs")),
        ("exact_tie", "share", ("share", "roll-off")),
    ],
)
def test_options_have_the_defaults_and_choices_of_the_spec(
    key: str, default: object, choices: object
) -> None:
    """Spec, "Known, and not known", last paragraph."""
    rule = SHIPPED.options[key]
    assert (type(rule.default), rule.default, rule.choices) == (type(default), default, choices)


def test_there_are_no_other_options() -> None:
    assert set(SHIPPED.options) == {
        "map",
        "build_dice",
        "common_roll",
        "special_runs",
        "chain_runs",
        "expansion",
        "end",
        "exact_tie",
    }


@pytest.mark.parametrize("spelling", ["usa-west", "USA-West", " usa-west "])
def test_a_map_is_found_by_its_id_however_it_is_spelt(spelling: str) -> None:
    assert played(map=spelling).state.options.map == "usa-west"


def test_segments_targets_maps_options_and_words_have_names() -> None:
    named = SHIPPED.named()
    wanted = {*SHIPPED.segments, *SHIPPED.special_targets, *SHIPPED.maps, *SHIPPED.words, *SHIPPED.options}
    assert set(named) == wanted
    assert named["usa-east"].of("de").long == "USA Ost"
    assert named["baltic-ports"].of("de").long == "Ostseehäfen"
    assert named["hill_river"].en.long == "river at a hill"
    assert named["build_dice"].en.long == "dice for building"


@pytest.mark.parametrize(
    ("target", "names"),
    [
        ("denmark", ("Denmark", "Dänemark", "Dánia", "Danimarca")),
        ("switzerland", ("Switzerland", "Schweiz", "Svájc", "Svizzera")),
        ("overseas", ("overseas", "Übersee", "tengerentúl", "oltremare")),
        ("any-port", ("any port", "jeder beliebige Hafen", "bármely kikötő", "un porto qualsiasi")),
    ],
)
def test_targets_have_names_in_four_languages(target: str, names: tuple[str, ...]) -> None:
    words = SHIPPED.named()[target]
    assert tuple(words.of(language).long for language in LANGUAGES) == names


def test_no_two_targets_of_a_map_are_called_alike() -> None:
    """A name typed at the table must mean one target."""
    for rule in SHIPPED.maps.values():
        assert rule.special is not None
        targets = {row.target for row in rule.special.rows}
        for language in LANGUAGES:
            for short in (False, True):
                names = {SHIPPED.named()[target].of(language).form(short) for target in targets}
                assert len(names) == len(targets)
