"""What the pieces of Stephenson's Rocket add up to after every entry, counted from the state as shown."""

from typing import Any

import pytest

from companion.core.messages import Message
from tests.laws.test_laws import SEEDS
from tests.random_play import whole
from tests.support import shown


@pytest.mark.parametrize("seed", SEEDS)
def test_no_piece_is_ever_lost_or_found(seed: int) -> None:
    session, _ = whole("stephensons-rocket", seed)
    for step in session.steps:
        state = session.game.snapshot(step.outcome.state)
        assert isinstance(state, dict)
        passengers = sum(state["passengers"].values())
        assert passengers + state["passengers_left"] == 9
        for name, stations in state["stations"].items():
            placed = sum(line["stations"].get(name, 0) for line in state["lines"].values())
            assert stations["supply"] + stations["loose"] + placed == 7
        supplementary = 0
        for line in state["lines"].values():
            assert line["pile"] <= 16
            supplementary += max(0, line["pile"] + sum(line["shares"].values()) - 16)
            if line["status"] != "running":
                assert line["pile"] == 0
            if line["status"] == "merged":
                assert (line["shares"], line["stations"], line["town_count"]) == ({}, {}, 0)
        assert supplementary + state["supplementary_left"] <= 16
        assert 0 <= state["tracks_left"] <= 60
        for one in ("steel", "textiles", "brewing", "leather"):
            assert sum(sum(row["held"].values()) for row in state["tokens"] if row["commodity"] == one) <= 9
        assert all(row["left"] is None or 0 <= row["left"] <= 3 for row in state["tokens"])
    assert shown(session)["players"]


@pytest.mark.parametrize("seed", SEEDS)
def test_stand_ins_in_the_ledger_mirror_the_supplementary_shares_in_service(seed: int) -> None:
    session, _ = whole("stephensons-rocket", seed)
    for step in session.steps:
        ledger = step.outcome.state.ledger
        for line in step.outcome.state.lines:
            in_service = ledger.of(("supplementary",), ("line", line))
            assert in_service == -ledger.of(("shares", line), ("stand-in",))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_log_says_is_left_is_what_the_table_shows_after_the_entry(seed: int) -> None:
    """A veto returns shares after one was taken, and a merger lays a second tile."""
    session, _ = whole("stephensons-rocket", seed)
    for step in session.steps:
        state: Any = session.game.snapshot(step.outcome.state)
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
