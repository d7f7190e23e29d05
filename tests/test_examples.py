"""The sessions that come with the program: sound by the shipped rules, a finished and a running one of every game."""

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from companion.session import Library
from companion.session.summary import summary_of
from companion.storage.places import examples_folder
from tests.memory_disk import MemoryDisk
from tests.support import FILE, RAILWAYS, ROOT, library, loaded, shipped

LIBRARY = Library(folders=(ROOT / "rulesets",))
FILES = sorted(examples_folder().glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
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
    mended = {block["do"] for file in FILES for block in LIBRARY.read(file).record.blocks}
    assert {"undo", "amend"} <= mended
