"""Sessions cut off at any byte. Spec: never read as a different entry, `amount = 125` cut to `12` must not pass."""

from pathlib import Path

import pytest

from tests.faults.cuts import (
    GOLDEN,
    LAST,
    SMALL,
    cut,
    cut_and_go_on,
    cut_last_two,
    small_session,
    written_session,
)


@pytest.mark.parametrize("name", SMALL)
def test_a_cut_at_every_byte_of_the_last_block_loses_that_entry_or_nothing(name: str) -> None:
    """Among them a correction of each game, which has several parts: it is there as a whole or not at all."""
    file = small_session(name)
    assert cut(file, file.ends[-2], 1 if name in LAST else 2) > 100


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_cut_in_the_last_two_blocks_leaves_all_before_them(path: Path) -> None:
    assert cut_last_two(path, 7) >= 5


@pytest.mark.parametrize(
    "name", ["stephensons-rocket-nasty-names", "whistle-stop-stopped", "dampfross-target"]
)
def test_a_cut_anywhere_in_a_session_leaves_all_that_was_whole(name: str) -> None:
    path = next(path for path in GOLDEN if path.stem == name)
    assert cut(written_session(path), 0, 29) > 20


@pytest.mark.parametrize("name", SMALL)
def test_after_a_cut_the_next_entry_is_booked_and_the_torn_rest_set_aside(name: str) -> None:
    assert cut_and_go_on(small_session(name), 31) > 2
