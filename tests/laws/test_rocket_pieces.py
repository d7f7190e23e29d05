"""Pieces of Stephenson's Rocket after every entry of random sessions, counted from the state as shown."""

from typing import Any

import pytest

from companion.core.messages import Message
from tests.laws.test_laws import SEEDS
from tests.random_play import whole


@pytest.mark.parametrize("seed", SEEDS)
def test_no_passenger_or_station_is_ever_lost_or_found(seed: int) -> None:
    session, _ = whole("stephensons-rocket", seed)
    for step in session.record.steps:
        state: Any = session.record.game.views.snapshot(step.outcome.state)
        assert sum(state["passengers"].values()) + state["passengers_left"] == 9
        for name, stations in state["stations"].items():
            placed = sum(line["stations"].get(name, 0) for line in state["lines"].values())
            assert stations["supply"] + stations["loose"] + placed == 7


@pytest.mark.parametrize("seed", SEEDS)
def test_stand_ins_in_the_ledger_mirror_the_supplementary_shares_in_service(seed: int) -> None:
    session, _ = whole("stephensons-rocket", seed)
    for step in session.record.steps:
        ledger = step.outcome.state.ledger
        for line in step.outcome.state.lines:
            in_service = ledger.of(("supplementary",), ("line", line))
            assert in_service == -ledger.of(("shares", line), ("stand-in",))


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
