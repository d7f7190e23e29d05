"""The shipped ruleset of Dampfross has what the rulebook says; one that does not hold together is refused."""

import tomllib

import pytest

from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.models import validate
from companion.words import LANGUAGES
from tests.dampfross.moves import played
from tests.ruleset_faults import NAME, Changes, fault_of
from tests.support import ROOT

TEXT = (ROOT / "rulesets" / "dampfross.toml").read_text(encoding="utf-8")
SHIPPED = validate(DampfrossRuleset, tomllib.loads(TEXT))


@pytest.mark.parametrize("spelling", ["usa-west", "USA-West", " usa-west "])
def test_a_map_is_found_by_its_id_however_it_is_spelt(spelling: str) -> None:
    assert played(map=spelling).record.state.options.map == "usa-west"


def test_no_two_targets_of_a_map_are_called_alike() -> None:
    """A name typed at the table must mean one target."""
    for rule in SHIPPED.maps.values():
        assert rule.special is not None
        targets = {row.target for row in rule.special.rows}
        for language in LANGUAGES:
            for short in (False, True):
                names = {SHIPPED.names_by_id()[target].of(language).form(short) for target in targets}
                assert len(names) == len(targets)


GAME = "dampfross"


def row(target: str = "spain", **dice: object) -> dict[str, object]:
    return {**dice, "target": target}


SIX = [row(die=die) for die in range(1, 7)]
TWELVE = [row(red=red, white=white) for red in range(1, 7) for white in ("even", "odd")]
ROWS = "maps.france.special.rows"
FRANCE = {"key": "maps.france.special"}

FAULTS: list[tuple[Changes, str, dict[str, object]]] = [
    ([("prizes.second", 21)], "form.at-most", {"key": "prizes.second", "wanted": 20}),
    ([("targets.5", None)], "form.missing", {"key": "targets.5"}),
    ([("targets.04", 225)], "form.unknown-key", {"key": "targets.04"}),
    ([("runs.target", {"runs": 9, "uses": 1})], "form.unfit", {"key": "runs.target"}),
    ([("runs.18-runs.runs", 19)], "form.at-most", {"key": "runs.18-runs.runs", "wanted": 18}),
    ([("maps.france.cities", {"17": "Lyon"})], "form.unknown-key", {"key": "maps.france.cities.17"}),
    ([(ROWS, [*SIX[:5], row("moon", die=6)])], "form.missing", {"key": "special_targets.moon"}),
    ([(ROWS, TWELVE)], "row-dice", {**FRANCE, "row": 1, "dice": "one"}),
    (
        [("maps.germany.special.rows", [*TWELVE[:11], row(red=6)])],
        "row-dice",
        {"key": "maps.germany.special", "row": 12, "dice": "red-and-parity"},
    ),
    ([(ROWS, [*SIX, row()])], "row-dice", {**FRANCE, "row": 7, "dice": "one"}),
    ([(ROWS, [*SIX[:5], row(die=3)])], "row-twice", {**FRANCE, "row": 6}),
    ([(ROWS, SIX[1:])], "row-missing", {**FRANCE, "rows": 5, "wanted": 6}),
    ([("options.exact_tie", None)], "form.missing", {"key": "options.exact_tie"}),
    ([("options.map.default", 1)], "form.text", {"key": "options.map.default"}),
    (
        [("options.end.choices", ["target", "24-runs"])],
        "form.one-of",
        {"key": "options.end", "choices": ("target", "18-runs", "36-runs")},
    ),
    ([("options.expansion.choices", [])], "form.missing", {"key": "options.expansion.choices"}),
    ([("maps.france.names", NAME)], "two-names", {"id": "france"}),
]


@pytest.mark.parametrize(("changes", "key", "values"), FAULTS, ids=[key for _, key, _ in FAULTS])
def test_inconsistent_rulesets_are_refused(changes: Changes, key: str, values: dict[str, object]) -> None:
    assert fault_of(GAME, changes) == (
        key if key.startswith("form.") else f"dampfross.ruleset.{key}",
        {"key": "", **values},
    )
