"""A ruleset of Dampfross that does not hold together is refused, with the reason."""

import tomllib
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.models import validated
from companion.words import LANGUAGES
from tests.support import ROOT

TEXT = (ROOT / "rulesets" / "dampfross.toml").read_text(encoding="utf-8")


def changed(*changes: tuple[str, object]) -> dict[str, Any]:
    """The shipped ruleset with other values at dotted keys; `None` takes a key away."""
    raw = tomllib.loads(TEXT)
    for path, value in changes:
        *tables, last = path.split(".")
        inner = raw
        for key in tables:
            inner = inner[key]
        if value is None:
            del inner[last]
        else:
            inner[last] = value
    return raw


def fault_of(raw: dict[str, Any]) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as refusal:
        validated(DampfrossRuleset, raw)
    message = refusal.value.violations[0].message
    return message.key, dict(message.values)


def row(target: str = "spain", **dice: object) -> dict[str, object]:
    return {**dice, "target": target}


SIX = [row(die=die) for die in range(1, 7)]
TWELVE = [row(red=red, white=white) for red in range(1, 7) for white in ("even", "odd")]
ROWS = "maps.france.special.rows"
FRANCE = {"key": "maps.france.special"}
NAME = {language: {"long": "x"} for language in LANGUAGES}

FAULTS: list[tuple[str, list[tuple[str, object]], str, dict[str, object]]] = [
    ("second over first", [("prizes.second", 21)], "prizes", {"first": 20, "second": 21}),
    ("low over high", [("numbers.low", 6), ("numbers.high", 5)], "digits", {"key": "numbers"}),
    ("no target for five", [("targets.5", None)], "target-missing", {"players": 5}),
    ("no target for seven", [("players.most", 7)], "target-missing", {"players": 7}),
    ("a target for two in words", [("targets.two", 250)], "target-players", {"players": "two"}),
    ("a target for 04", [("targets.04", 225)], "target-players", {"players": "04"}),
    ("an end called target", [("runs.target", {"runs": 9, "uses": 1})], "runs-target", {}),
    (
        "19 runs with 36 numbers once each",
        [("runs.18-runs.runs", 19)],
        "runs",
        {"end": "18-runs", "runs": 19, "most": 18},
    ),
    (
        "18 runs with 25 numbers once each",
        [("numbers.high", 5), ("maps.germany.cities", {})],
        "runs",
        {"end": "18-runs", "runs": 18, "most": 12},
    ),
    (
        "a city number that no dice show",
        [("maps.france.cities", {"17": "Lyon"})],
        "city-number",
        {"map": "france", "number": "17"},
    ),
    (
        "a city number in words",
        [("maps.france.cities", {"x": "Lyon"})],
        "city-number",
        {"map": "france", "number": "x"},
    ),
    (
        "a row to nowhere",
        [(ROWS, [*SIX[:5], row("moon", die=6)])],
        "special-target",
        {"map": "france", "target": "moon"},
    ),
    ("two dice where one is rolled", [(ROWS, TWELVE)], "row-dice", {**FRANCE, "row": 1, "dice": "one"}),
    (
        "one die where two are rolled",
        [("maps.germany.special.rows", [*TWELVE[:11], row(red=6)])],
        "row-dice",
        {"key": "maps.germany.special", "row": 12, "dice": "red-and-parity"},
    ),
    (
        "all three dice",
        [(ROWS, [*SIX[:5], row(die=6, red=6, white="odd")])],
        "row-dice",
        {**FRANCE, "row": 6, "dice": "one"},
    ),
    ("no dice", [(ROWS, [*SIX, row()])], "row-dice", {**FRANCE, "row": 7, "dice": "one"}),
    ("a throw twice", [(ROWS, [*SIX[:5], row(die=3)])], "row-twice", {**FRANCE, "row": 6}),
    ("a throw missing", [(ROWS, SIX[1:])], "row-missing", {**FRANCE, "rows": 5, "wanted": 6}),
    ("an option missing", [("options.exact_tie", None)], "option-missing", {"option": "exact_tie"}),
    ("no map to choose", [("options.map", None)], "option-missing", {"option": "map"}),
    ("a map by number", [("options.map.default", 1)], "option-text", {"option": "map"}),
    ("a switch in words", [("options.chain_runs.default", "no")], "option-switch", {"option": "chain_runs"}),
    ("a switch by number", [("options.common_roll.default", 0)], "option-switch", {"option": "common_roll"}),
    (
        "an end without its runs",
        [("options.end.choices", ["target", "24-runs"])],
        "option-choices",
        {"option": "end", "known": ("target", "18-runs", "36-runs")},
    ),
    (
        "three dice",
        [("options.build_dice.choices", [1, 3])],
        "option-choices",
        {"option": "build_dice", "known": (1, 2)},
    ),
    (
        "dice by yes and no",
        [("options.build_dice.default", True)],
        "option-choices",
        {"option": "build_dice", "known": (1, 2)},
    ),
    (
        "any expansion",
        [("options.expansion.choices", [])],
        "option-choices",
        {"option": "expansion", "known": ("income", "ten-percent")},
    ),
    (
        "any tie",
        [("options.exact_tie.choices", ["share", "fight"])],
        "option-choices",
        {"option": "exact_tie", "known": ("share", "roll-off")},
    ),
    ("two names for one id", [("maps.france.names", NAME)], "two-names", {"id": "france"}),
]


@pytest.mark.parametrize(
    ("changes", "key", "values"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_ruleset_that_does_not_hold_together_is_refused(
    changes: list[tuple[str, object]], key: str, values: dict[str, object]
) -> None:
    assert fault_of(changed(*changes)) == (f"dampfross.ruleset.{key}", {"key": "", **values})


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("segments.plain.points", 0, "form.at-least"),
        ("segments", {}, "form.at-least-items"),
        ("fees.half", -1, "form.at-least"),
        ("prizes.first", 0, "form.at-least"),
        ("fares.field", 0, "form.at-least"),
        ("joint.denominator", 0, "form.at-least"),
        ("expansion.percent", 101, "form.at-most"),
        ("targets.4", 0, "form.at-least"),
        ("runs.18-runs.uses", 0, "form.at-least"),
        ("numbers.high", 7, "form.at-most"),
        ("maps.germany.special.every", 1, "form.at-least"),
        ("maps.germany.special.dice", "three", "form.choice"),
        ("maps.germany.ferries_per_player", 0, "form.at-least"),
        ("premium.city", 6.5, "form.whole-number"),
        ("money.start", "20", "form.whole-number"),
        ("fees.tunnel", 1, "form.unknown-key"),
        ("premium.city", None, "form.missing"),
    ],
)
def test_a_number_out_of_its_bounds_is_refused_under_its_key(path: str, value: object, key: str) -> None:
    said, values = fault_of(changed((path, value)))
    assert (said, values["key"]) == (key, path)


def test_a_map_under_two_spellings_is_refused() -> None:
    assert fault_of(changed(("maps.GERMANY", {"names": NAME})))[0] == "form.name-twice"


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param([("players.most", 4)], id="fewer players"),
        pytest.param([("options.end.choices", ["target"])], id="one end only"),
        pytest.param([("maps.hungary", {"names": NAME})], id="a map of one's own"),
        pytest.param([("fees.join", 0)], id="joins for nothing"),
        pytest.param(
            [
                ("runs.9-runs", {"runs": 9, "uses": 1}),
                ("options.end.choices", ["target", "9-runs"]),
            ],
            id="another length",
        ),
    ],
)
def test_house_rules_that_hold_together_are_sound(changes: list[tuple[str, object]]) -> None:
    assert validated(DampfrossRuleset, changed(*changes)).id == "dampfross"
