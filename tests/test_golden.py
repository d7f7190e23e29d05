"""Golden sessions, written and worked out by hand: one at least for each way in which a game can end.

And the sessions that come with the program: sound by the shipped rules, a finished and a running one of every game.
"""

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from companion.report.session_json import session_structure
from companion.session import Library
from companion.session.summary import summary_of
from companion.storage.places import examples_folder
from tests.catalogs.files import SHIPPED
from tests.memory_disk import MemoryDisk
from tests.results import ranks, receipt_lines, tie, warnings
from tests.support import FILE, RAILWAYS, ROOT, library, loaded, shipped

FOLDER = Path(__file__).parent / "golden"
LIBRARY = Library(folders=(ROOT / "rulesets",))
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
SESSIONS = sorted(path for path in FOLDER.glob("*.toml") if path.stem != "expected")


def test_every_golden_session_has_its_result() -> None:
    assert [path.stem for path in SESSIONS] == sorted(EXPECTED)


def test_every_shipped_ruleset_has_a_golden_session() -> None:
    played = {tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in SESSIONS}
    rulesets = [one.ruleset for one in LIBRARY.rulesets.all()[0]]
    assert played >= {one.id for one in rulesets if one.engine in SHIPPED}


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_golden_session_ends_as_worked_out_by_hand(path: Path) -> None:
    session = LIBRARY.read(path)
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


# Examples

EXAMPLES = sorted(examples_folder().glob("*.toml"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_is_an_evening_that_plays_to_its_end_by_the_shipped_rules(file: Path) -> None:
    session = LIBRARY.read(file)
    summary = summary_of(session)
    is_finished = file.stem.endswith("-finished")
    assert session.record.failure is None
    assert session.notices == [], "it is played with the current ruleset"
    assert summary.is_over == is_finished
    assert set(summary.colours) == set(summary.players)
    assert summary.entries <= 90
    assert summary.entries >= (40 if is_finished else 30) or not file.stem.startswith(RAILWAYS)
    assert timedelta(minutes=30) < timedelta(seconds=summary.seconds) < timedelta(hours=5)
    assert not any(step.overruled for step in session.record.steps), "nothing in it needs a ruling"


@pytest.mark.parametrize("game", RAILWAYS)
def test_a_session_entered_again_is_written_as_its_example(game: str) -> None:
    """Whoever changes the form of the file changes its format."""
    path, disk = examples_folder() / f"{game}-running.toml", MemoryDisk(shipped())
    example, written = LIBRARY.read(path), library(disk=disk)
    header = tomllib.loads(path.read_text(encoding="utf-8"))
    del header["actions"]
    written.create(FILE, header)
    session = written.open(FILE)
    for block in example.record.blocks:
        session.enter({key: value for key, value in block.items() if key != "at"}, block["at"])
    begun = b'ruleset = "%s"\n' % loaded(game).digest.encode()
    assert disk.files[FILE].replace(begun, b"") == path.read_bytes()


def test_examples_show_a_slip_that_was_mended() -> None:
    mended = {block["do"] for file in EXAMPLES for block in LIBRARY.read(file).record.blocks}
    assert {"undo", "amend"} <= mended
