"""Changes by every entry of Dampfross to accounts, runs and numbers. Spec, section "Invariants"."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from companion.core.game import Step
from companion.core.receipts import PayoutRow
from tests.random_play import recorded, whole

SEEDS, ENTRIES = (0, 2, 6, 9, 12, 13), 150
"""Together they hold everything the laws are about; the last test asserts that."""

POINTS = {"plain": 1, "river": 3, "slope": 3, "ridge": 5, "hill_river": 5}


class Change(NamedTuple):
    """One entry that counts, with the game as it is shown before and after it."""

    action: Any
    before: dict[str, Any]
    after: dict[str, Any]
    step: Step[Any, Any]

    @property
    def total(self) -> int:
        return _sum(self.after["accounts"]) - _sum(self.before["accounts"])


def _sum(table: Mapping[str, int]) -> int:
    return sum(table.values())


@lru_cache
def changes(seed: int) -> tuple[Change, ...]:
    session, _ = whole("dampfross", seed, ENTRIES)
    before = dict(session.record.game.snapshot(session.record.opening.state))
    found = []
    for step in session.record.steps:
        after = dict(session.record.game.snapshot(step.outcome.state))
        found.append(Change(step.action, before, after, step))
        before = after
    return tuple(found)


def done(seed: int, *verbs: str) -> Iterator[Change]:
    return (change for change in changes(seed) if change.action.do in verbs)


TOTALS: dict[str, Callable[[Any], int]] = {
    "depart": lambda action: 20 if len(action.trains) == 1 else 0,
    "build": lambda action: 6 * len(action.cities),
    "joint-build": lambda action: 6 * len(action.cities),
    "expand": lambda action: -sum(POINTS[kind] * count for kind, count in action.track.items()),
    "buy-ferry": lambda action: -6,
    "adjust": lambda action: int(action.amount),
    "join": lambda action: 20 if action.amount is None else int(action.amount),
    **dict.fromkeys(("race-roll", "end-building", "finish", "setup", "remark", "seats"), lambda action: 0),
}


@pytest.mark.parametrize("seed", SEEDS)
def test_an_entry_changes_the_sum_of_all_accounts_by_what_the_bank_pays_or_gets(seed: int) -> None:
    """Fares and fees pass between players. An arrival brings 30, less than a unit of rounding for each who is paid."""
    for change in changes(seed):
        verb = change.action.do
        if verb in TOTALS:
            assert change.total == TOTALS[verb](change.action)
        for receipt in change.step.outcome.receipts:
            is_purchase = receipt.kind == "ferry" and verb == "buy-ferry"
            if receipt.kind in ("fares", "build-fees", "ferry") and not is_purchase:
                assert sum(row.amount for row in receipt.rows) == 0
        if verb == "arrive" and not change.step.overruled:
            (receipt,) = change.step.outcome.receipts
            assert 30 - len(receipt.rows) < change.total <= 30


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_expansions_and_used_numbers_follow_the_entries(seed: int) -> None:
    """A run counts its goal, if it has one, and its start, unless that was the goal of a chained run before it."""
    _, _, more = recorded("dampfross", seed, ENTRIES)
    last_goal = None
    for change in changes(seed):
        action, before, after = change.action, change.before, change.after
        assert min(after["may_build"].values()) >= 0
        counted = 0
        if action.do == "depart":
            assert (after["run"] is None) == (len(action.trains) < 2)
            is_chained = more["options"]["chain_runs"] and action.start == last_goal
            counted = (not is_chained) + (action.goal is not None)
            last_goal = action.goal
        elif action.do == "arrive":
            assert after["runs_done"] == before["runs_done"] + 1
        elif action.do == "expand" and not change.step.overruled:
            left = before["may_build"][action.by] + change.total
            assert left >= 0
            assert after["may_build"][action.by] == left or after["phase"] == "finished"
        if action.do == "recount":
            last_goal = action.position.last_goal or last_goal
        else:
            assert _sum(after["used"]) - _sum(before["used"]) == counted


def test_the_sessions_hold_every_number_of_players_and_all_that_the_laws_speak_of() -> None:
    tables = [recorded("dampfross", seed, ENTRIES) for seed in SEEDS]
    assert {len(players) for _, players, _ in tables} == {2, 3, 4, 5, 6}
    departures = [change.action for seed in SEEDS for change in done(seed, "depart")]
    trains = [train for action in departures for train in action.trains]
    assert any(not action.trains for action in departures)
    assert any(len(action.trains) == 1 for action in departures)
    assert any(action.special is not None for action in departures)
    assert any(len(train.players) == 2 and train.fares for train in trains)
    assert any(len(train.players) == 2 and train.ferries for train in trains)
    prizes = [
        receipt.rows
        for seed in SEEDS
        for change in done(seed, "arrive")
        for receipt in change.step.outcome.receipts
    ]
    totals = {sum(row.amount for row in rows) for rows in prizes}
    assert 30 in totals
    assert len(totals) > 1, "no prize was rounded"
    assert any(_are_tied_firsts(rows) for rows in prizes), "nobody was tied"
    assert any(change.action.fees for seed in SEEDS for change in done(seed, "joint-build"))
    expanding = {
        more["options"]["expansion"]
        for seed, (_, _, more) in zip(SEEDS, tables, strict=True)
        if any(change.total for change in done(seed, "expand"))
    }
    assert expanding == {"income", "ten-percent"}
    assert any(True for seed in SEEDS for _ in done(seed, "buy-ferry"))


def _are_tied_firsts(rows: Sequence[PayoutRow]) -> bool:
    """Whether both prizes were paid to players who tied for first."""
    return {row.place for row in rows} == {1} and sum(row.amount for row in rows) > 20
