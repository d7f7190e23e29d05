"""Runs: fares, ferries, joint trains, the race, prizes. Spec, "Operating phase", `depart` and `arrive`."""

from typing import Any

import pytest

from tests.dampfross.moves import RUNS, Fields, depart, operating, places, played, race_roll, train
from tests.results import paid, receipts, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, DORA

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


def cases(text: str) -> list[Any]:
    """A name, lines of the notation, and behind = what the last one changes in the accounts."""
    found = []
    for block in text.strip().split("\n\n"):
        name, *lines = (line.strip() for line in block.split("\n"))
        *entries, changes = (line for line in lines if not line.startswith("#"))
        parts = (one.split() for one in changes.removeprefix("= ").split(", "))
        found.append(pytest.param(entries, {who: int(amount) for who, amount in parts}, id=name))
    return found


PAYMENTS = """
fares between several are set off pair by pair
  # Anton owes Beate 6 and gets 4; he owes Claus 3; Beate and Claus owe each other 2.
  depart 65 31 train anton fare beate 6 claus 3 train beate fare anton 4 claus 2 train claus fare beate 2
  = Anton -5, Beate 2, Claus 3

fares to one owner entered twice are added up
  depart 65 31 train anton fare beate 4 beate 5 train claus
  = Anton -9, Beate 9

an owner who does not run receives fares too, and the only train its prize
  depart 65 31 train anton fare claus 10
  = Anton 10, Claus 10

odd units of a joint train go in turn to the richer and the other
  # 3 to Claus: Beate 2; 5 to Dora: Anton 3; 1 to Emil: Beate 1.
  recount accounts anton 30 beate 31 because "x"
  depart 65 31 train anton beate fare claus 3 dora 5 emil 1 train claus
  = Anton -4, Beate -5, Claus 3, Dora 5, Emil 1

even fares leave the turn of the odd unit where it is
  # 3 to Claus: Beate 2; 4 to Dora: 2 each; 1 to Emil: Anton, whose turn it is.
  recount accounts anton 30 beate 31 because "x"
  depart 65 31 train anton beate fare claus 3 dora 4 emil 1 train claus
  = Anton -4, Beate -4, Claus 3, Dora 4, Emil 1

of equally rich partners the first named pays the odd unit
  depart 65 31 train beate anton fare claus 1 train claus
  = Beate -1, Claus 1

who is richer is told by the accounts before departure
  # Beate gets 10 from Emil's train in the same departure, yet Anton is the richer.
  recount accounts anton 26 beate 25 because "x"
  depart 65 31 train emil fare beate 10 train anton beate fare claus 1
  = Anton -1, Beate 10, Claus 1, Emil -10

fares received belong to the owner of the track alone
  depart 65 31 train anton beate train claus fare anton 7
  = Anton 7, Claus -7

a partner's half is set off against what the owner owes that partner
  # 12 to Claus are 6 each; Claus owes Anton 4.
  depart 65 31 train anton beate fare claus 12 train claus fare anton 4
  = Anton -2, Beate -6, Claus 8

ferries are neither set off nor counted in the ten
  recount ferries "Gedser 1" anton "Gedser 2" beate because "x"
  depart 65 31 train anton fare beate 10 ferry beate 2 train beate ferry anton 1
  = Anton -13, Beate 13

a joint train's ferry is halved after its fares
  # 1 field to Claus is Anton's; the ferry's odd unit then is Beate's.
  recount ferries "Gedser 1" claus because "x"
  depart 65 31 train anton beate fare claus 1 ferry claus 1 train claus
  = Anton -2, Beate -2, Claus 4

the only train run jointly gets 10 each
  depart 65 31 train anton claus
  = Anton 10, Claus 10
"""
"""Rulebook, "Fahrtroute und Fahrkosten", "Fährlinien", "Prämien"; spec, `depart`, 1."""

PRIZES = """
20 and 10, and others nothing
  depart 65 31 train anton train beate train claus
  arrive place claus place anton place beate
  = Claus 20, Anton 10

an earlier turn comes first and then more pips left
  depart 65 31 train anton train beate train claus
  arrive anton 4 5 beate 3 0 claus 3 1
  = Claus 20, Beate 10

who is not named did not arrive
  depart 65 31 train anton train beate train claus
  arrive anton 4 0 claus 5 0
  = Anton 20, Claus 10

two tied firsts get 15 each and there is no second
  depart 65 31 train anton train beate train claus
  arrive anton 3 2 beate 3 2 claus 4 0
  = Anton 15, Beate 15

a joint train's prize is halved
  depart 65 31 train anton beate train claus dora
  arrive place anton place claus
  = Anton 10, Beate 10, Claus 5, Dora 5

a joint train's share of tied firsts, 15, is halved and rounded down again
  depart 65 31 train anton beate train claus
  arrive place beate claus
  = Anton 7, Beate 7, Claus 15

a joint train's share of tied seconds, 5, is halved and rounded down again
  depart 65 31 train anton beate train claus train emil
  arrive place emil place anton claus
  = Emil 20, Anton 2, Beate 2, Claus 5

naming both players of a train counts once
  depart 65 31 train anton beate train claus
  arrive anton 2 1 beate 2 1 claus 3 0
  = Anton 10, Beate 10, Claus 10

naming both players of a train in one place counts once
  depart 65 31 train anton beate train claus
  arrive place anton beate place claus
  = Anton 10, Beate 10, Claus 10
"""
"""Rulebook, "Prämien"; spec, `arrive`."""


@pytest.mark.parametrize(("lines", "changes"), cases(PAYMENTS + PRIZES))
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
