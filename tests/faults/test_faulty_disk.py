"""The plug pulled at every call, and calls that fail: what was acknowledged is there, all else whole or not at all."""

import pytest

from tests.faults.faulty_disk import FAULTS, ORDINARY, fail_call, fail_calls, play, pull_the_plug
from tests.faults.scripts import SCRIPTS, Script

every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
CORRECTED = next(script for script in SCRIPTS if script.name == "a correction of whistle-stop")


@every_script
def test_a_power_cut_at_any_call_leaves_the_step_whole_or_not_at_all(script: Script) -> None:
    assert min(pull_the_plug(script, guesses=ORDINARY)) >= len(script.steps), "a call and a disk for each"


def test_an_entry_that_could_neither_be_synced_nor_cut_off_again_is_not_saved() -> None:
    """As on a disk that turns read-only at the first error: the rest of the entry can be seen, and isn't safe."""
    played = play(CORRECTED, 0)
    syncs = [number for number, name in enumerate(played.calls) if name == "fsync"]
    assert len(syncs) == len(CORRECTED.steps) - 2, "one for each entry"
    for number in syncs:
        fail_call(CORRECTED, played, number, FAULTS["an I/O error"], lasting=True)


def test_a_write_that_takes_only_half_is_finished() -> None:
    played = play(CORRECTED, 0)
    fail_call(CORRECTED, played, played.calls.index("write"), FAULTS["a short write"], lasting=False)


@every_script
def test_after_a_failed_call_only_what_is_safe_is_shown_and_the_step_can_be_repeated(script: Script) -> None:
    assert fail_calls(script, ORDINARY).total() >= 2 * ORDINARY, "each once, and until the step gives up"
