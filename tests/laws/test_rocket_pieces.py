"""Pieces of Stephenson's Rocket after every entry of random sessions, counted from the state as shown."""

from typing import Any

import pytest

from companion.core.messages import Message
from tests.laws.test_laws import SEEDS
from tests.random_play import whole


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_log_says_is_left_is_what_the_table_shows_after_the_entry(seed: int) -> None:
    """A veto returns shares after one was taken, and a merger lays a second tile."""
    session, _ = whole("stephensons-rocket", seed)
    for step in session.record.steps:
        state: Any = session.record.game.views.snapshot(step.outcome.state)
        for said in step.outcome.log:
            if isinstance(said, Message) and "left" in said.values:
                if said.key.endswith(".takes-share"):
                    shown_left = state["lines"][said.values["line"]]["pile"]
                elif said.key.endswith(".stations-left"):
                    stations = state["stations"][said.values["player"]]
                    shown_left = stations["supply"]
                    assert said.values["loose"] == stations["loose"], said
                else:
                    is_tile = said.key.endswith((".tile-laid", ".tile-replaces"))
                    shown_left = state["tracks_left" if is_tile else "passengers_left"]
                assert said.values["left"] == shown_left, said
