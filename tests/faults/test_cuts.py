"""Sessions cut off at any byte. Spec: never read as a different entry, `amount = 125` cut to `12` must not pass."""

from pathlib import Path

import pytest

from tests.faults.cuts import (
    GOLDEN,
    ORDINARY,
    SMALL,
    cut,
    cut_and_go_on,
    cut_last_two,
    small_session,
    written_session,
)


@pytest.mark.parametrize("name", SMALL)
def test_a_cut_anywhere_in_the_last_entry_loses_that_entry_or_nothing(name: str) -> None:
    """Among them a correction of each game, which has several parts: it is there as a whole or not at all."""
    file = small_session(name)
    assert cut(file, file.ends[-2], 5 * ORDINARY) >= ORDINARY


def test_a_number_cut_at_any_byte_is_never_a_smaller_one() -> None:
    file = small_session("adjust")
    assert cut(file, file.ends[-2], len(file.content)) > 300


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_cut_in_the_last_two_entries_leaves_all_before_them(path: Path) -> None:
    assert cut_last_two(path, ORDINARY) >= ORDINARY


def test_a_cut_anywhere_in_a_session_leaves_all_that_was_whole() -> None:
    path = next(path for path in GOLDEN if path.stem == "stephensons-rocket-nasty-names")
    assert cut(written_session(path), 0, 2 * ORDINARY) >= ORDINARY


@pytest.mark.parametrize("name", SMALL)
def test_after_a_cut_the_next_entry_is_saved_and_the_torn_rest_set_aside(name: str) -> None:
    assert cut_and_go_on(small_session(name), 4) >= 4
