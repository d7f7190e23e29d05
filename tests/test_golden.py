"""Golden sessions, written and worked out by hand: one at least for each way in which a game can end."""

import tomllib
from pathlib import Path

import pytest

from companion.report.session_json import session_structure
from companion.session import Library
from tests.catalogs.files import SHIPPED
from tests.results import ranks, receipt_lines, tie, warnings
from tests.support import ROOT

FOLDER = Path(__file__).parent / "golden"
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
SESSIONS = sorted(path for path in FOLDER.glob("*.toml") if path.stem != "expected")


def test_every_golden_session_has_its_result() -> None:
    assert [path.stem for path in SESSIONS] == sorted(EXPECTED)


def test_every_shipped_ruleset_has_a_golden_session() -> None:
    played = {tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in SESSIONS}
    shelf = [one.ruleset for one in Library(folders=(ROOT / "rulesets",)).shelf.all()[0]]
    assert played >= {one.id for one in shelf if one.engine in SHIPPED}


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_golden_session_ends_as_worked_out_by_hand(path: Path) -> None:
    session = Library(folders=(ROOT / "rulesets",)).read(path)
    assert (session.record.failure, session.torn, session.notices) == (None, None, [])
    result = session_structure(session)
    expected = EXPECTED[path.stem]
    standings = result["standings"]
    assert isinstance(standings, list)
    assert {row["player"]: row["score"] for row in standings} == expected["scores"]
    assert (result["finished"], result["winners"]) == (True, expected["winners"])
    state = result["state"]
    assert isinstance(state, dict)
    assert {key: state[key] for key in expected["state"]} == expected["state"]
    told = {"ranks": ranks, "tie": tie, "warnings": warnings, "receipts": receipt_lines}
    for key, look in told.items():
        assert look(session) == expected.get(key, look(session))
