"""Two copies of a session being settled while the power goes or the disk fails: both lists stay."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from companion.session.archiving import settle_copies
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.session_file import read_document
from tests.copies import HERE, THERE, content
from tests.faults.machine import Image, plugged_in
from tests.faults.scripts import FILE, SAVES, Evening, Script, Step
from tests.faults.test_power_cuts import FAULTS, machine_of, play, without_rules
from tests.support import counted, often

COPY = SAVES / "thursday.sync-conflict-20261119-201500-ABCDEFG.toml"
CHOICES = {"the session": FILE, "the copy": COPY}
LISTS = {FILE: content(HERE), COPY: content(THERE)}
BOTH = {str(path): file for path, file in LISTS.items()}


def settle(disk: Disk, chosen: str) -> None:
    settle_copies(disk, read_document(disk, FILE), read_document(disk, COPY), CHOICES[chosen])


def scripted(chosen: str) -> Script:
    def do(evening: Evening) -> None:
        settle(evening.library.disk, chosen)

    return Script(f"{chosen} goes on", dict(BOTH), [Step("settle", do)])


def check_image(image: Mapping[str, bytes | None], where: str) -> None:
    """Check that both lists are there, the session is one of them, and a copy that is left is as it was."""
    files = {Path(path): file for path, file in image.items() if file is not None}
    whole = {path: file for path, file in files.items() if path.suffix == ".toml" and path.name[0] != "."}
    assert {*whole.values()} == {*BOTH.values()}, f"{where}: {whole}"
    assert FILE in whole, where
    assert whole.get(COPY, LISTS[COPY]) == LISTS[COPY], where


@pytest.mark.parametrize("chosen", CHOICES)
def test_the_power_goes_before_any_call_and_both_lists_are_there(chosen: str) -> None:
    played = play(scripted(chosen), guesses=often(6, 60))
    for step, image in played.points:
        check_image(image, f"{chosen}, {step=}")
    assert len(played.points) >= 5, f"{len(played.points)} disks only"
    counted("power cuts")[chosen] += len(played.calls)
    counted("different disks")[chosen] += len(played.points)
    end = played.images[-1]
    assert end[str(FILE)] == LISTS[CHOICES[chosen]]
    assert str(COPY) not in end


def settle_with_fault(chosen: str, number: int, fault: int, lasting: bool) -> Collection[str]:
    """Let a call fail, or all from one on; then settle again if there is still a choice. Return what had failed."""
    machine, failed = machine_of(dict(BOTH)), list[str]()
    machine.fault = lambda call, name: (
        _failing(failed, name, fault) if (call >= number if lasting else call == number) else None
    )
    with plugged_in(machine):
        disk = Disk()
        with suppress(FileError):
            settle(disk, chosen)
        machine.fault = lambda call, name: None
        check_image(
            without_rules(machine.survivor()), f"{chosen}, call {number}, a power cut after the fault"
        )
        check_image(without_rules(machine.seen()), f"{chosen}, call {number}")
        if disk.is_file(COPY):
            settle(disk, chosen)
    end: Image = without_rules(machine.seen())
    check_image(end, f"{chosen}, call {number}, again")
    assert str(COPY) not in end
    assert end[str(FILE)] == LISTS[CHOICES[chosen]]
    assert not machine.handles, "a file was left open"
    return failed


def _failing(failed: list[str], name: str, fault: int) -> int | None:
    if fault == -1 and name != "write":
        return None
    failed.append(name)
    return fault


@pytest.mark.parametrize("chosen", CHOICES)
def test_a_call_fails_and_both_lists_are_there_and_the_choice_can_be_made_again(chosen: str) -> None:
    """Every call, once or from then on, by every fault."""
    calls, count = play(scripted(chosen), 0).calls, 0
    for number in range(len(calls)):
        for fault in FAULTS.values():
            for lasting in (False, True):
                count += bool(settle_with_fault(chosen, number, fault, lasting))
    assert count > 5 * len(calls), f"only {count} failures of {len(calls)} calls"
    counted("failing calls")[chosen] += count
