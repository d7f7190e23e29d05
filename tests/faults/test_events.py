"""Whatever keys, clicks, pastes and sizes come, nothing fails inside the app and the screen says what the file says."""

import pytest

from tests.faults.events import PLAYED, drive


@pytest.mark.parametrize("game", PLAYED)
def test_nothing_that_is_done_at_random_breaks_the_app(game: str) -> None:
    found = drive(game, seed=1, count=300)
    assert found.events >= 300
    assert found.looks > 10
