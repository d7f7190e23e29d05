"""What every entry of Dampfross does to the sum of all accounts. Spec, section "Invariants"."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from companion.core.receipts import PayoutRow
from companion.core.replay import Step
from tests.random_play import recorded, whole

SEEDS, ENTRIES = (0, 2, 6, 9, 12, 13), 150
"""Together they hold all that the laws speak of, which the last test asserts."""

POINTS = {"plain": 1, "river": 3, "slope": 3, "ridge": 5, "hill_river": 5}

every_seed = pytest.mark.parametrize("seed", SEEDS)


class Change(NamedTuple):
    """One entry that stands, with the game as it is shown before and after it."""

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
    before = dict(session.game.snapshot(session.opening.state))
    found = []
    for step in session.steps:
        after = dict(session.game.snapshot(step.outcome.state))
        found.append(Change(step.action, before, after, step))
        before = after
    return tuple(found)


def done(seed: int, *verbs: str) -> Iterator[Change]:
    return (change for change in changes(seed) if change.action.do in verbs)


@every_seed
def test_fares_and_fees_and_the_use_of_ferries_change_no_total(seed: int) -> None:
    for change in changes(seed):
        for receipt in change.step.outcome.receipts:
            is_purchase = receipt.kind == "ferry" and change.action.do == "buy-ferry"
            if receipt.kind in ("fares", "build-fees", "ferry") and not is_purchase:
                assert sum(row.amount for row in receipt.rows) == 0


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


@every_seed
def test_an_entry_changes_the_sum_of_all_accounts_by_what_the_bank_pays_or_gets(seed: int) -> None:
    for change in done(seed, *TOTALS):
        assert change.total == TOTALS[change.action.do](change.action)


@every_seed
def test_a_run_is_under_way_while_two_trains_or_more_are(seed: int) -> None:
    for change in done(seed, "depart"):
        assert (change.after["run"] is None) == (len(change.action.trains) < 2)


@every_seed
def test_an_arrival_adds_30_less_only_what_rounding_leaves(seed: int) -> None:
    """Of so many who are paid, each loses less than one unit."""
    for change in done(seed, "arrive"):
        (receipt,) = change.step.outcome.receipts
        if not change.step.overruled:
            assert 30 - len(receipt.rows) < change.total <= 30
        assert change.after["runs_done"] == change.before["runs_done"] + 1


@every_seed
def test_nobody_may_ever_build_with_less_than_nothing(seed: int) -> None:
    for change in changes(seed):
        assert min(change.after["may_build"].values()) >= 0


@every_seed
def test_an_expansion_without_a_ruling_keeps_within_what_was_allowed(seed: int) -> None:
    for change in done(seed, "expand"):
        if not change.step.overruled:
            who, spent = change.step.action.by, -change.total
            assert spent <= change.before["may_build"][who]
            left = change.after["may_build"][who]
            assert left == change.before["may_build"][who] - spent or change.after["phase"] == "finished"


@every_seed
def test_the_numbers_used_are_those_that_runs_counted(seed: int) -> None:
    """A run counts its start, if that was not the goal of a chained run before it, and its goal, if it has one."""
    _, _, more = recorded("dampfross", seed, ENTRIES)
    is_chained = more["options"]["chain_runs"]
    last_goal = None
    for change in changes(seed):
        counted = 0
        if change.action.do == "recount":
            last_goal = change.action.position.last_goal or last_goal
            continue
        if change.action.do == "depart":
            counted = (not is_chained or change.action.start != last_goal) + (change.action.goal is not None)
            last_goal = change.action.goal
        assert _sum(change.after["used"]) - _sum(change.before["used"]) == counted


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
    """Both prizes were paid, and all of it to firsts."""
    return {row.place for row in rows} == {1} and sum(row.amount for row in rows) > 20
