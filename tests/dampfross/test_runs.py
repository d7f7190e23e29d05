"""Runs: fares, ferries, joint trains, the race, prizes. Spec, "Operating phase", `depart` and `arrive`."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.dampfross.moves import RUNS, Fields, depart, operating, places, played, race_roll, train
from tests.results import paid, receipts, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, DORA, ROOT

EMIL, FRIDA = "Emil", "Frida"
FIVE = (ANTON, BEATE, CLAUS, DORA, EMIL)
SIX = (*FIVE, FRIDA)


def test_a_run_of_two_trains_is_shown_while_it_is_under_way() -> None:
    state = state_of(
        played(depart(train(ANTON), train(BEATE, CLAUS)), position=operating(round=7, runs_done=4))
    )
    assert state["run"] == {
        "number": 5,
        "start": 65,
        "goal": 31,
        "special": None,
        "trains": [[ANTON], [BEATE, CLAUS]],
    }
    assert (state["runs_done"], state["used"]) == (4, {"31": 1, "65": 1})


def cases() -> Iterator[Any]:
    for block in (ROOT / "tests/dampfross/runs.txt").read_text(encoding="utf-8").split("\n\n"):
        name, *lines = (line.strip() for line in block.strip().split("\n"))
        if lines and not name.startswith("#"):
            *entries, changes = (line for line in lines if not line.startswith("#"))
            parts = (one.split() for one in changes.removeprefix("= ").split(", "))
            yield pytest.param(entries, {who: int(amount) for who, amount in parts}, id=name)


@pytest.mark.parametrize(("lines", "changes"), [*cases()])
def test_a_departure_or_an_arrival_pays(lines: list[str], changes: dict[str, int]) -> None:
    session = played(players=SIX, position=RUNS)
    before = scores(session)
    for line in lines:
        before = scores(session)
        session.enter(session.read(line))
    after = scores(session)
    assert {name: after[name] - before[name] for name in SIX if after[name] != before[name]} == changes


def test_fares_that_cancel_out_have_a_receipt_without_rows() -> None:
    session = played(depart(train(ANTON, pays={BEATE: 4}), train(BEATE, pays={ANTON: 4})), position=RUNS)
    (receipt,) = receipts(session)
    assert (receipt["kind"], receipt["rows"], receipt["total"]) == ("fares", [], 0)


def test_the_only_train_gets_20_at_once_and_the_run_is_over() -> None:
    """Rulebook, "Prämien"."""
    session = played(depart(train(ANTON)), position=RUNS)
    state = state_of(session)
    assert (state["run"], state["runs_done"], state["accounts"][ANTON]) == (None, 1, 40)
    (receipt,) = receipts(session)
    assert receipt["rows"] == [{"player": ANTON, "count": None, "place": 1, "amount": 20}]


def test_without_a_train_the_run_is_over_and_its_numbers_are_used() -> None:
    """Spec, `depart`, 2."""
    session = played(depart(), position=RUNS)
    state = state_of(session)
    assert (state["run"], state["runs_done"], state["used"]) == (None, 1, {"31": 1, "65": 1})
    assert (receipts(session), state["may_build"]) == ([], {ANTON: 0, BEATE: 0, CLAUS: 0})


def prize_of(trains: list[tuple[str, ...]], arrive: Fields, players: tuple[str, ...] = SIX) -> object:
    session = played(depart(*(train(*who) for who in trains)), arrive, players=players, position=RUNS)
    (receipt,) = receipts(session, "prize")
    return paid(receipt)


@pytest.mark.parametrize(("tied", "each"), [(2, 15), (3, 10), (4, 7), (5, 6), (6, 5)])
def test_tied_firsts_share_30_rounded_down(tied: int, each: int) -> None:
    who = SIX[:tied]
    assert prize_of([(name,) for name in who], places(list(who))) == dict.fromkeys(who, each)


@pytest.mark.parametrize(("tied", "each"), [(2, 5), (3, 3), (4, 2), (5, 2)])
def test_tied_seconds_share_10_rounded_down(tied: int, each: int) -> None:
    first, *seconds = SIX[: tied + 1]
    found = prize_of([(name,) for name in (first, *seconds)], places([first], seconds))
    assert found == {first: 20, **dict.fromkeys(seconds, each)}


def test_a_tie_that_touches_no_prize_needs_no_roll_off() -> None:
    session = played(
        depart(*(train(name) for name in FIVE)),
        places([ANTON], [BEATE], [CLAUS, DORA]),
        players=FIVE,
        position=RUNS,
        exact_tie="roll-off",
    )
    assert scores(session) == {ANTON: 40, BEATE: 30, CLAUS: 20, DORA: 20, EMIL: 20}


def test_a_player_called_as_two_partners_are_takes_nothing_from_them() -> None:
    who = ("A", "B", "A + B")
    found = prize_of([("A", "B"), ("A + B",)], places(["A"], ["A + B"]), who)
    assert found == {"A": 10, "B": 10, "A + B": 10}
    tied = prize_of([("A", "B"), ("A + B",)], places(["A", "A + B"]), who)
    assert tied == {"A": 7, "B": 7, "A + B": 15}


def lengths(*trains: tuple[str, int]) -> list[dict[str, object]]:
    return [{"players": [name], "length": length} for name, length in trains]


def test_race_rolls_pay_nothing_and_propose_the_arrival_that_follows() -> None:
    """Anton needs 8: 3 + 6, 1 left in turn 2. Beate needs 7: 4 + 3, 0 left. Claus has 9 of 12."""
    race = [(ANTON, 3), (BEATE, 4), (CLAUS, 5), (ANTON, 6), (BEATE, 3)]
    blocks = [
        depart(*lengths((ANTON, 8), (BEATE, 7), (CLAUS, 12))),
        *(race_roll(name, roll) for name, roll in race),
    ]
    early = played(*blocks, position=RUNS)
    assert (early.record.game.proposals(early.record.state), scores(early)) == (
        [],
        {ANTON: 20, BEATE: 20, CLAUS: 20},
    )
    session = played(*blocks, race_roll(CLAUS, 4), position=RUNS)
    came = [{"player": ANTON, "turn": 2, "left": 1}, {"player": BEATE, "turn": 2, "left": 0}]
    assert session.record.game.proposals(session.record.state) == [{"arrivals": came, "do": "arrive"}]
    session.enter(dict(session.record.game.proposals(session.record.state)[0]))
    assert scores(session) == {ANTON: 40, BEATE: 30, CLAUS: 20}


def test_a_train_that_has_arrived_rolls_no_more_while_the_second_is_on_its_way() -> None:
    """Anton is home in turn 1 with 1 left, Beate in turn 2 with 2 left."""
    session = played(
        depart(*lengths((ANTON, 4), (BEATE, 6))),
        race_roll(ANTON, 5),
        race_roll(BEATE, 5),
        race_roll(BEATE, 3),
        position=RUNS,
    )
    came = [{"player": ANTON, "turn": 1, "left": 1}, {"player": BEATE, "turn": 2, "left": 2}]
    assert session.record.game.proposals(session.record.state) == [{"arrivals": came, "do": "arrive"}]
