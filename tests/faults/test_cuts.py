"""Sessions cut off at any byte. Spec: never read as a different entry, `amount = 125` cut to `12` must not pass."""

import pytest

from tests.faults import cuts


@pytest.mark.parametrize("name", cuts.SMALL)
def test_a_cut_anywhere_in_the_last_entry_loses_that_entry_or_nothing(name: str) -> None:
    """Also a correction of each game, which has several parts. A number is cut at every byte."""
    file = cuts.small_session(name)
    most = len(file.content) if name == "adjust" else 5 * cuts.ORDINARY
    assert cuts.cut(file, file.ends[-2], most) >= cuts.ORDINARY


def test_a_cut_anywhere_in_a_session_leaves_all_that_was_whole() -> None:
    path = next(path for path in cuts.SESSIONS if path.stem == "stephensons-rocket-nasty-names")
    assert cuts.cut(cuts.written_session(path), 0, 2 * cuts.ORDINARY) >= cuts.ORDINARY


@pytest.mark.parametrize("name", cuts.SMALL)
def test_after_a_cut_the_next_entry_is_saved_and_the_torn_rest_set_aside(name: str) -> None:
    assert cuts.cut_and_go_on(cuts.small_session(name), 4) >= 4
