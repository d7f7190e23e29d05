"""Runs: fares, ferries, joint trains, the race, prizes. Spec, "Operating phase", `depart` and `arrive`."""

import pytest

from tests.dampfross.moves import RUNS, Fields, arrivals, depart, operating, places, played, race_roll, train
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


RICHER_BEATE = operating(accounts={ANTON: 30, BEATE: 31})
FERRY_OF_CLAUS = operating(ferries={"Gedser 1": CLAUS})

PAYMENTS: dict[str, tuple[list[Fields], Fields, dict[str, int]]] = {
    "fares between several are set off pair by pair": (
        # Anton owes Beate 6 and gets 4; he owes Claus 3; Beate and Claus owe each other 2.
        [
            train(ANTON, pays={BEATE: 6, CLAUS: 3}),
            train(BEATE, pays={ANTON: 4, CLAUS: 2}),
            train(CLAUS, pays={BEATE: 2}),
        ],
        operating(),
        {ANTON: -5, BEATE: 2, CLAUS: 3},
    ),
    "fares to one owner entered twice are added up": (
        [
            {"players": [ANTON], "fares": [{"to": BEATE, "fields": 4}, {"to": BEATE, "fields": 5}]},
            train(CLAUS),
        ],
        operating(),
        {ANTON: -9, BEATE: 9},
    ),
    "an owner who does not run receives fares too, and the only train its prize": (
        [train(ANTON, pays={CLAUS: 10})],
        operating(),
        {ANTON: -10 + 20, CLAUS: 10},
    ),
    "odd units of a joint train go in turn to the richer and the other": (
        # 3 to Claus: Beate 2; 5 to Dora: Anton 3; 1 to Emil: Beate 1.
        [train(ANTON, BEATE, pays={CLAUS: 3, DORA: 5, EMIL: 1}), train(CLAUS)],
        RICHER_BEATE,
        {ANTON: -1 - 3, BEATE: -2 - 2 - 1, CLAUS: 3, DORA: 5, EMIL: 1},
    ),
    "even fares leave the turn of the odd unit where it is": (
        # 3 to Claus: Beate 2; 4 to Dora: 2 each; 1 to Emil: Anton, whose turn it is.
        [train(ANTON, BEATE, pays={CLAUS: 3, DORA: 4, EMIL: 1}), train(CLAUS)],
        RICHER_BEATE,
        {ANTON: -1 - 2 - 1, BEATE: -2 - 2, CLAUS: 3, DORA: 4, EMIL: 1},
    ),
    "of equally rich partners the first named pays the odd unit": (
        [train(BEATE, ANTON, pays={CLAUS: 1}), train(CLAUS)],
        operating(),
        {BEATE: -1, CLAUS: 1},
    ),
    "who is richer is told by the accounts before departure": (
        # Beate gets 10 from Emil's train in the same departure, yet Anton is the richer.
        [train(EMIL, pays={BEATE: 10}), train(ANTON, BEATE, pays={CLAUS: 1})],
        operating(accounts={ANTON: 26, BEATE: 25}),
        {ANTON: -1, BEATE: 10, CLAUS: 1, EMIL: -10},
    ),
    "fares received belong to the owner of the track alone": (
        [train(ANTON, BEATE), train(CLAUS, pays={ANTON: 7})],
        operating(),
        {ANTON: 7, CLAUS: -7},
    ),
    "a partner's half is set off against what the owner owes that partner": (
        # 12 to Claus are 6 each; Claus owes Anton 4.
        [train(ANTON, BEATE, pays={CLAUS: 12}), train(CLAUS, pays={ANTON: 4})],
        operating(),
        {ANTON: -2, BEATE: -6, CLAUS: 8},
    ),
    "ferries are neither set off nor counted in the ten": (
        [train(ANTON, pays={BEATE: 10}, ferries={BEATE: 2}), train(BEATE, ferries={ANTON: 1})],
        operating(ferries={"Gedser 1": ANTON, "Gedser 2": BEATE}),
        {ANTON: -10 - 6 + 3, BEATE: 10 + 6 - 3},
    ),
    "a joint train's ferry is halved after its fares": (
        # 1 field to Claus is Anton's; the ferry's odd unit then is Beate's.
        [train(ANTON, BEATE, pays={CLAUS: 1}, ferries={CLAUS: 1}), train(CLAUS)],
        FERRY_OF_CLAUS,
        {ANTON: -1 - 1, BEATE: -2, CLAUS: 1 + 3},
    ),
    "the only train run jointly gets 10 each": ([train(ANTON, CLAUS)], operating(), {ANTON: 10, CLAUS: 10}),
}
"""Rulebook, "Fahrtroute und Fahrkosten", "Fährlinien", "Prämien"; spec, `depart`, 1: by what it changes accounts."""


@pytest.mark.parametrize(("trains", "position", "changes"), PAYMENTS.values(), ids=PAYMENTS)
def test_a_departure_pays(trains: list[Fields], position: Fields, changes: dict[str, int]) -> None:
    before = scores(played(players=FIVE, position=position))
    after = scores(played(depart(*trains), players=FIVE, position=position))
    assert {name: after[name] - before[name] for name in FIVE if after[name] != before[name]} == changes


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


ALONE: list[tuple[str, ...]] = [(ANTON,), (BEATE,), (CLAUS,)]

PRIZES: dict[str, tuple[list[tuple[str, ...]], Fields, dict[str, int]]] = {
    "20 and 10, and others nothing": (ALONE, places([CLAUS], [ANTON], [BEATE]), {CLAUS: 20, ANTON: 10}),
    "an earlier turn comes first and then more pips left": (
        ALONE,
        arrivals((ANTON, 4, 5), (BEATE, 3, 0), (CLAUS, 3, 1)),
        {CLAUS: 20, BEATE: 10},
    ),
    "who is not named did not arrive": (
        ALONE,
        arrivals((ANTON, 4, 0), (CLAUS, 5, 0)),
        {ANTON: 20, CLAUS: 10},
    ),
    "two tied firsts get 15 each and there is no second": (
        ALONE,
        arrivals((ANTON, 3, 2), (BEATE, 3, 2), (CLAUS, 4, 0)),
        {ANTON: 15, BEATE: 15},
    ),
    "two tied firsts told by places": (ALONE, places([BEATE, ANTON], [CLAUS]), {ANTON: 15, BEATE: 15}),
    "a joint train's prize is halved": (
        [(ANTON, BEATE), (CLAUS, DORA)],
        places([ANTON], [CLAUS]),
        {ANTON: 10, BEATE: 10, CLAUS: 5, DORA: 5},
    ),
    "a joint train's share of tied firsts, 15, is halved and rounded down again": (
        [(ANTON, BEATE), (CLAUS,)],
        places([BEATE, CLAUS]),
        {ANTON: 7, BEATE: 7, CLAUS: 15},
    ),
    "a joint train's share of tied seconds, 5, is halved and rounded down again": (
        [(ANTON, BEATE), (CLAUS,), (EMIL,)],
        places([EMIL], [ANTON, CLAUS]),
        {EMIL: 20, ANTON: 2, BEATE: 2, CLAUS: 5},
    ),
    "naming both players of a train counts once": (
        [(ANTON, BEATE), (CLAUS,)],
        arrivals((ANTON, 2, 1), (BEATE, 2, 1), (CLAUS, 3, 0)),
        {ANTON: 10, BEATE: 10, CLAUS: 10},
    ),
    "naming both players of a train in one place counts once": (
        [(ANTON, BEATE), (CLAUS,)],
        places([ANTON, BEATE], [CLAUS]),
        {ANTON: 10, BEATE: 10, CLAUS: 10},
    ),
    **{
        f"{tied} tied firsts share 30 rounded down": (
            [(name,) for name in SIX[:tied]],
            places(list(SIX[:tied])),
            dict.fromkeys(SIX[:tied], each),
        )
        for tied, each in ((3, 10), (4, 7), (5, 6), (6, 5))
    },
    **{
        f"{tied} tied seconds share 10 rounded down": (
            [(name,) for name in SIX[: tied + 1]],
            places([ANTON], list(SIX[1 : tied + 1])),
            {ANTON: 20, **dict.fromkeys(SIX[1 : tied + 1], each)},
        )
        for tied, each in ((2, 5), (3, 3), (4, 2), (5, 2))
    },
}
"""Rulebook, "Prämien"; spec, `arrive`."""


def prize_of(trains: list[tuple[str, ...]], arrive: Fields, players: tuple[str, ...] = SIX) -> object:
    session = played(depart(*(train(*who) for who in trains)), arrive, players=players, position=RUNS)
    (receipt,) = receipts(session, "prize")
    return paid(receipt)


@pytest.mark.parametrize(("trains", "arrive", "prizes"), PRIZES.values(), ids=PRIZES)
def test_prizes(trains: list[tuple[str, ...]], arrive: Fields, prizes: dict[str, int]) -> None:
    assert prize_of(trains, arrive) == prizes


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
    assert (early.game.proposals(early.state), scores(early)) == ([], {ANTON: 20, BEATE: 20, CLAUS: 20})
    session = played(*blocks, race_roll(CLAUS, 4), position=RUNS)
    came = [{"player": ANTON, "turn": 2, "left": 1}, {"player": BEATE, "turn": 2, "left": 0}]
    assert session.game.proposals(session.state) == [{"arrivals": came, "do": "arrive"}]
    session.enter(dict(session.game.proposals(session.state)[0]))
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
    assert session.game.proposals(session.state) == [{"arrivals": came, "do": "arrive"}]
