"""Sessions cut off at any byte. Spec: never read as a different entry, `amount = 125` cut to `12` must not pass."""

from pathlib import Path

import pytest

from tests.faults import cuts


@pytest.mark.parametrize("name", cuts.SMALL)
def test_a_cut_anywhere_in_the_last_entry_loses_that_entry_or_nothing(name: str) -> None:
    """Among them a correction of each game, which has several parts: it is there as a whole or not at all."""
    file = cuts.small_session(name)
    assert cuts.cut(file, file.ends[-2], 5 * cuts.ORDINARY) >= cuts.ORDINARY


def test_a_number_cut_at_any_byte_is_never_a_smaller_one() -> None:
    file = cuts.small_session("adjust")
    assert cuts.cut(file, file.ends[-2], len(file.content)) > 300


@pytest.mark.parametrize("path", cuts.GOLDEN, ids=lambda path: path.stem)
def test_a_cut_in_the_last_two_entries_leaves_all_before_them(path: Path) -> None:
    assert cuts.cut_last_two(path, cuts.ORDINARY) >= cuts.ORDINARY


def test_a_cut_anywhere_in_a_session_leaves_all_that_was_whole() -> None:
    path = next(path for path in cuts.GOLDEN if path.stem == "stephensons-rocket-nasty-names")
    assert cuts.cut(cuts.written_session(path), 0, 2 * cuts.ORDINARY) >= cuts.ORDINARY


@pytest.mark.parametrize("name", cuts.SMALL)
def test_after_a_cut_the_next_entry_is_saved_and_the_torn_rest_set_aside(name: str) -> None:
    assert cuts.cut_and_go_on(cuts.small_session(name), 4) >= 4
