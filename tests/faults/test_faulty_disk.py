"""The plug pulled at every call, and calls that fail: what was acknowledged is there, all else whole or not at all."""

import pytest

from tests.faults.faulty_disk import fail_calls, pull_the_plug
from tests.faults.scripts import SCRIPTS, Script

every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)


@every_script
def test_a_power_cut_at_any_call_leaves_all_before_it_and_the_step_whole_or_not_at_all(
    script: Script,
) -> None:
    calls, disks = pull_the_plug(script, guesses=3)
    assert calls < disks * 10


@every_script
@pytest.mark.parametrize("lasting", [False, True], ids=["once", "until the step gives up"])
def test_after_a_call_that_failed_nothing_is_shown_that_is_not_safe_and_a_retry_goes_on(
    script: Script, lasting: bool
) -> None:
    assert fail_calls(script, 19, lasting).total() > 0
