"""Sessions cut off at any byte. Spec: never read as a different entry, `amount = 125` cut to `12` must not pass."""

from pathlib import Path

import pytest

from tests.faults.cuts import GOLDEN, LAST, cut, cut_and_go_on, cut_last_two, small_session, written_session


@pytest.mark.parametrize("name", LAST)
def test_a_cut_at_every_byte_of_a_small_session_loses_the_entry_that_was_cut_or_nothing(name: str) -> None:
    assert cut(small_session(LAST[name]), 0, 1) > 800


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_cut_in_the_last_two_blocks_leaves_all_before_them(path: Path) -> None:
    assert cut_last_two(path, 7) >= 5


@pytest.mark.parametrize(
    "name", ["stephensons-rocket-nasty-names", "whistle-stop-stopped", "dampfross-target"]
)
def test_a_cut_anywhere_in_a_session_leaves_all_that_was_whole(name: str) -> None:
    path = next(path for path in GOLDEN if path.stem == name)
    assert cut(written_session(path), 0, 29) > 20


@pytest.mark.parametrize("name", LAST)
def test_after_a_cut_the_next_entry_is_booked_and_the_torn_rest_set_aside(name: str) -> None:
    assert cut_and_go_on(small_session(LAST[name]), 11) > 5
