"""Drafts that killed programs left beside the files they were to become."""

from pathlib import Path

import pytest

from companion.session.recovering import opened_at_table
from companion.storage import disk as seam
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import token
from tests.support import ANTON, FILE, SAVES, library, shipped, text_of

HERE, ENDED = seam._HOST, 7
STAYS = {
    ".session.toml.7.new": False,
    f".session.toml.{HERE}-7.new": False,
    f".session.toml.torn.{HERE}-7.new": False,
    ".session.toml.8.new": True,
    f".session.toml.{HERE}-8.new": True,
    f".session.toml.{HERE}x-7.new": True,
    ".notes.7.new": True,
    "session.toml.7.new": True,
}
"""Whether a name stays: that of a living program, of another machine, of no draft."""


@pytest.mark.parametrize(
    "folder", [SAVES, SAVES / "backups", SAVES / "board-notes"], ids=lambda one: one.name
)
def test_only_a_program_that_enters_sweeps_dead_drafts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seam, "has_ended", lambda pid: pid == ENDED)
    disk = MemoryDisk({**shipped(), FILE: text_of().encode(), **{folder / name: b"x" for name in STAYS}})
    before = dict(disk.files)
    library(disk=disk).read(FILE)
    assert disk.files == before
    session = opened_at_table(library(disk=disk), None, FILE)
    session.enter(token(ANTON, "Leeds"))
    session.close()
    assert {name: folder / name in disk.files for name in STAYS} == STAYS
