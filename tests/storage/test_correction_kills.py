"""The machine may stop at any instant of a correction: the game stands as before it or as after it, never between."""

from typing import Any

import pytest

from companion.storage.errors import FileError
from tests.corrections import amend, insert, strike
from tests.dampfross.moves import build, ferry
from tests.memory_disk import MemoryDisk, PowerCut
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, FILE, library, shipped, shown, text_of
from tests.whistle_stop.table import move

Fields = dict[str, Any]

CORRECTIONS: dict[str, tuple[list[Fields], Fields]] = {
    "stephensons-rocket": (
        [
            token(ANTON, "York"),
            extend(ANTON, "GWR"),
            skip(BEATE),
            token(BEATE, "Reading"),
            extend(CLAUS, "NER"),
        ],
        strike(
            3,
            also=[
                amend(5, {**extend(CLAUS, "NER"), "first": [skip(BEATE)]}),
                amend(1, token(ANTON, "Jórvík", "brewing")),
            ],
        ),
    ),
    "dampfross": (
        [build(ANTON, cities=[12]), build(BEATE, cities=[31]), build(CLAUS, cities=[45])],
        amend(
            1,
            build(ANTON, cities=[13], names={"13": "Ems"}),
            also=[amend(2, build(BEATE, cities=[12])), insert(3, ferry(CLAUS, "Gedser"))],
        ),
    ),
    "whistle-stop": (
        [move("wood"), move("stone"), move("cotton")],
        insert(
            2,
            {"by": ANTON, "do": "end-turn"},
            also=[amend(2, move("stone", BEATE)), amend(3, move("cattle", BEATE))],
        ),
    ),
}

every_correction = pytest.mark.parametrize("game", CORRECTIONS)


def disk_before(game: str) -> MemoryDisk:
    entries, _ = CORRECTIONS[game]
    return MemoryDisk({**shipped(), FILE: text_of(entries, game=game).encode()})


def correct(disk: MemoryDisk, game: str) -> None:
    session = library(disk=disk).open(FILE)
    session.enter(CORRECTIONS[game][1])
    session.close()


def stands(disk: MemoryDisk) -> Any:
    """What the session shows when it is opened again."""
    session = library(disk=MemoryDisk(disk.files)).open(FILE)
    assert session.failure is None
    return shown(session)


def before_and_after(game: str) -> tuple[Any, Any, MemoryDisk]:
    disk = disk_before(game)
    before = stands(disk)
    correct(disk, game)
    after = stands(disk)
    assert before["state"] != after["state"]
    return before, after, disk


@every_correction
def test_a_correction_cut_off_at_any_byte_is_there_or_not(game: str) -> None:
    before, after, whole = before_and_after(game)
    content, first = whole.files[FILE], len(disk_before(game).files[FILE])
    disk = MemoryDisk(whole.files)
    shelf = library(disk=disk)
    for length in range(first, len(content) + 1):
        disk.files[FILE] = content[:length]
        session = shelf.read(FILE)
        assert session.failure is None
        is_whole = length >= len(content) - 1  # only the very last line break may be missing
        assert shown(session) == (after if is_whole else before), content[:length][-40:]


@every_correction
@pytest.mark.parametrize("kept", [0, 1, 60, 10_000], ids=lambda kept: f"{kept} bytes kept")
def test_a_power_cut_at_any_call_leaves_the_game_before_the_correction_or_after_it(
    game: str, kept: int
) -> None:
    """Writing the copy book is part of it: a cut there comes after the correction."""
    before, after, whole = before_and_after(game)
    at = whole.calls.index("append")
    for number in range(len(whole.calls)):
        disk = disk_before(game)
        disk.stop_at, disk.bytes_kept = number, kept
        with pytest.raises(PowerCut):
            correct(disk, game)
        is_booked = number > at or (number == at and kept == 10_000)
        assert stands(disk) == (after if is_booked else before), whole.calls[number]


@every_correction
def test_a_full_disk_leaves_the_game_as_it_was_and_the_correction_can_be_booked_again(game: str) -> None:
    before, after, whole = before_and_after(game)
    at = whole.calls.index("append")
    for kept in (0, 1, 60, 200):
        disk = disk_before(game)
        session = library(disk=disk).open(FILE)
        content = disk.files[FILE]
        disk.full_at, disk.bytes_kept = at, kept
        with pytest.raises(FileError):
            session.enter(CORRECTIONS[game][1])
        assert disk.files[FILE] == content
        assert shown(session) == before
        session.enter(CORRECTIONS[game][1])
        assert shown(session) == after == stands(disk)
