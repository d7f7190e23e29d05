"""Runs: fares, ferries, joint trains, the race, prizes. Spec, "Operating phase", `depart` and `arrive`."""

import pytest

from tests.dampfross.moves import (
    accounts,
    arrivals,
    depart,
    ferry,
    operating,
    paid,
    places,
    played,
    race_roll,
    receipts,
    state_of,
    train,
)
from tests.support import ANTON, BEATE, CLAUS, DORA

EMIL, FRIDA = "Emil", "Frida"
FIVE = (ANTON, BEATE, CLAUS, DORA, EMIL)
SIX = (*FIVE, FRIDA)


def prize_of(*trains: tuple[str, ...], arrive: dict[str, object], players: tuple[str, ...] = SIX) -> object:
    session = played(depart(*(train(*who) for who in trains)), arrive, players=players, position=operating())
    (receipt,) = receipts(session, "prize")
    return paid(receipt)


# Fares


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


def test_fares_to_several_owners_and_from_several_trains_are_set_off_pair_by_pair() -> None:
    """Anton owes Beate 6 and gets 4; he owes Claus 3; Beate and Claus owe each other 2."""
    session = played(
        depart(
            train(ANTON, pays={BEATE: 6, CLAUS: 3}),
            train(BEATE, pays={ANTON: 4, CLAUS: 2}),
            train(CLAUS, pays={BEATE: 2}),
        ),
        position=operating(),
    )
    (receipt,) = receipts(session)
    assert paid(receipt) == {ANTON: -5, BEATE: 2, CLAUS: 3}
    assert accounts(session) == {ANTON: 15, BEATE: 22, CLAUS: 23}


def test_fares_of_one_owner_entered_twice_are_added_up() -> None:
    fares = [{"to": BEATE, "fields": 4}, {"to": BEATE, "fields": 5}]
    session = played(depart({"players": [ANTON], "fares": fares}, train(CLAUS)), position=operating())
    assert accounts(session) == {ANTON: 11, BEATE: 29, CLAUS: 20}


def test_fares_that_cancel_out_have_a_receipt_without_rows() -> None:
    session = played(
        depart(train(ANTON, pays={BEATE: 4}), train(BEATE, pays={ANTON: 4})), position=operating()
    )
    (receipt,) = receipts(session)
    assert (receipt["kind"], receipt["rows"], receipt["total"]) == ("fares", [], 0)


def test_an_owner_who_does_not_run_receives_fares_too() -> None:
    session = played(depart(train(ANTON, pays={CLAUS: 10})), position=operating())
    assert accounts(session) == {ANTON: 20 - 10 + 20, BEATE: 20, CLAUS: 30}


# Joint trains


def test_odd_units_of_a_joint_train_go_in_turn_to_the_richer_and_the_other() -> None:
    """Spec, `depart`, 1. Beate is the richer. 3 to Claus: Beate 2; 5 to Dora: Anton 3; 1 to Emil: Beate 1."""
    session = played(
        depart(train(ANTON, BEATE, pays={CLAUS: 3, DORA: 5, EMIL: 1}), train(CLAUS)),
        players=FIVE,
        position=operating(accounts={ANTON: 30, BEATE: 31}),
    )
    assert accounts(session) == {ANTON: 30 - 1 - 3, BEATE: 31 - 2 - 2 - 1, CLAUS: 23, DORA: 25, EMIL: 21}


def test_even_fares_leave_the_turn_of_the_odd_unit_where_it_is() -> None:
    """3 to Claus: Beate 2, Anton 1; 4 to Dora: 2 each; 1 to Emil: Anton, whose turn it is."""
    session = played(
        depart(train(ANTON, BEATE, pays={CLAUS: 3, DORA: 4, EMIL: 1}), train(CLAUS)),
        players=FIVE,
        position=operating(accounts={ANTON: 30, BEATE: 31}),
    )
    assert accounts(session) == {ANTON: 30 - 1 - 2 - 1, BEATE: 31 - 2 - 2, CLAUS: 23, DORA: 24, EMIL: 21}


@pytest.mark.parametrize(("partners", "payer"), [((ANTON, BEATE), ANTON), ((BEATE, ANTON), BEATE)])
def test_of_equally_rich_partners_the_first_named_pays_the_odd_unit(
    partners: tuple[str, str], payer: str
) -> None:
    session = played(depart(train(*partners, pays={CLAUS: 1}), train(CLAUS)), position=operating())
    assert accounts(session) == {**dict.fromkeys((ANTON, BEATE), 20), payer: 19, CLAUS: 21}


def test_who_is_richer_is_told_by_the_accounts_before_departure() -> None:
    """Beate (25) gets 10 from Emil's train in the same departure, yet Anton (26) is the richer."""
    session = played(
        depart(train(EMIL, pays={BEATE: 10}), train(ANTON, BEATE, pays={CLAUS: 1})),
        players=FIVE,
        position=operating(accounts={ANTON: 26, BEATE: 25}),
    )
    assert accounts(session) == {ANTON: 25, BEATE: 35, CLAUS: 21, DORA: 20, EMIL: 10}


def test_fares_received_belong_to_the_owner_of_the_track_alone() -> None:
    """Anton and Beate run together; Claus uses Anton's line only."""
    session = played(depart(train(ANTON, BEATE), train(CLAUS, pays={ANTON: 7})), position=operating())
    assert accounts(session) == {ANTON: 27, BEATE: 20, CLAUS: 13}


def test_a_partners_half_is_set_off_against_what_the_owner_owes_that_partner() -> None:
    """12 to Claus are 6 each; Claus owes Anton 4: Anton pays 2, Beate 6."""
    session = played(
        depart(train(ANTON, BEATE, pays={CLAUS: 12}), train(CLAUS, pays={ANTON: 4})), position=operating()
    )
    assert accounts(session) == {ANTON: 18, BEATE: 14, CLAUS: 28}


# Ferries


def test_a_ferry_costs_3_to_its_owner_for_each_use() -> None:
    """Rulebook, "Fährlinien"."""
    session = played(
        ferry(BEATE, "Gedser 1"), depart(train(ANTON, ferries={BEATE: 2}), train(CLAUS)), position=operating()
    )
    assert [(receipt["kind"], paid(receipt)) for receipt in receipts(session)] == [
        ("ferry", {BEATE: -6}),
        ("ferry", {ANTON: -6, BEATE: 6}),
    ]
    assert accounts(session) == {ANTON: 14, BEATE: 20, CLAUS: 20}


def test_ferries_are_neither_set_off_nor_counted_in_the_ten() -> None:
    """Spec, `depart`, 1: 10 fields and two ferries to Beate, who owes Anton nothing for fields."""
    session = played(
        depart(train(ANTON, pays={BEATE: 10}, ferries={BEATE: 2}), train(BEATE, ferries={ANTON: 1})),
        position=operating(ferries={"Gedser 1": ANTON, "Gedser 2": BEATE}),
    )
    fares, ferries = receipts(session)
    assert (paid(fares), paid(ferries)) == ({ANTON: -10, BEATE: 10}, {ANTON: -6 + 3, BEATE: 6 - 3})
    assert accounts(session) == {ANTON: 7, BEATE: 33, CLAUS: 20}


def test_a_joint_trains_ferry_is_halved_as_one_amount_after_its_fares() -> None:
    """Equal partners: 1 field to Claus is Anton's; the ferry's odd unit then is Beate's: 1 and 2."""
    session = played(
        depart(train(ANTON, BEATE, pays={CLAUS: 1}, ferries={CLAUS: 1}), train(CLAUS)),
        position=operating(ferries={"Gedser 1": CLAUS}),
    )
    assert accounts(session) == {ANTON: 20 - 1 - 1, BEATE: 20 - 2, CLAUS: 24}


def test_two_uses_by_a_joint_train_are_one_amount_of_6() -> None:
    session = played(
        depart(train(ANTON, BEATE, ferries={CLAUS: 2}), train(CLAUS)),
        position=operating(ferries={"Gedser 1": CLAUS}),
    )
    assert accounts(session) == {ANTON: 17, BEATE: 17, CLAUS: 26}


# One train, or none


def test_the_only_train_gets_20_at_once_and_the_run_is_over() -> None:
    """Rulebook, "Prämien"."""
    session = played(depart(train(ANTON)), position=operating())
    state = state_of(session)
    assert (state["run"], state["runs_done"], state["accounts"][ANTON]) == (None, 1, 40)
    (receipt,) = receipts(session)
    assert receipt["rows"] == [{"player": ANTON, "count": None, "place": 1, "amount": 20}]


def test_the_only_train_run_jointly_gets_10_each() -> None:
    assert accounts(played(depart(train(ANTON, CLAUS)), position=operating())) == {
        ANTON: 30,
        BEATE: 20,
        CLAUS: 30,
    }


def test_without_a_train_the_run_is_over_and_its_numbers_are_used() -> None:
    """Spec, `depart`, 2."""
    session = played(depart(), position=operating())
    state = state_of(session)
    assert (state["run"], state["runs_done"], state["used"]) == (None, 1, {"31": 1, "65": 1})
    assert (receipts(session), state["may_build"]) == ([], {ANTON: 0, BEATE: 0, CLAUS: 0})


# Prizes


def test_the_first_gets_20_the_second_10_and_others_nothing() -> None:
    """Rulebook, "Prämien"."""
    assert prize_of((ANTON,), (BEATE,), (CLAUS,), arrive=places([CLAUS], [ANTON], [BEATE])) == {
        CLAUS: 20,
        ANTON: 10,
    }


def test_an_earlier_turn_comes_first_and_then_more_pips_left() -> None:
    """Rulebook, "Prämien": of those who arrive in one turn the one with most pips left wins."""
    came = arrivals((ANTON, 4, 5), (BEATE, 3, 0), (CLAUS, 3, 1))
    assert prize_of((ANTON,), (BEATE,), (CLAUS,), arrive=came) == {CLAUS: 20, BEATE: 10}


def test_trains_that_are_not_named_did_not_arrive() -> None:
    came = arrivals((ANTON, 4, 0), (CLAUS, 5, 0))
    assert prize_of((ANTON,), (BEATE,), (CLAUS,), arrive=came) == {ANTON: 20, CLAUS: 10}


def test_two_tied_firsts_get_15_each_and_there_is_no_second_prize() -> None:
    """Spec, `arrive`."""
    came = arrivals((ANTON, 3, 2), (BEATE, 3, 2), (CLAUS, 4, 0))
    assert prize_of((ANTON,), (BEATE,), (CLAUS,), arrive=came) == {ANTON: 15, BEATE: 15}
    same = places([BEATE, ANTON], [CLAUS])
    assert prize_of((ANTON,), (BEATE,), (CLAUS,), arrive=same) == {ANTON: 15, BEATE: 15}


@pytest.mark.parametrize(("tied", "each"), [(3, 10), (4, 7), (5, 6), (6, 5)])
def test_tied_firsts_share_30_rounded_down(tied: int, each: int) -> None:
    who = SIX[:tied]
    assert prize_of(*((name,) for name in who), arrive=places(list(who))) == dict.fromkeys(who, each)


@pytest.mark.parametrize(("tied", "each"), [(2, 5), (3, 3), (4, 2), (5, 2)])
def test_tied_seconds_share_10_rounded_down(tied: int, each: int) -> None:
    who = SIX[1 : 1 + tied]
    found = prize_of((ANTON,), *((name,) for name in who), arrive=places([ANTON], list(who)))
    assert found == {ANTON: 20, **dict.fromkeys(who, each)}


def test_a_joint_trains_prize_is_halved() -> None:
    came = places([ANTON], [CLAUS])
    assert prize_of((ANTON, BEATE), (CLAUS, DORA), arrive=came) == {ANTON: 10, BEATE: 10, CLAUS: 5, DORA: 5}


def test_a_joint_trains_share_of_a_tie_is_halved_and_rounded_down_again() -> None:
    """Tied firsts 15: 7 each. Tied seconds 5: 2 each."""
    assert prize_of((ANTON, BEATE), (CLAUS,), arrive=places([BEATE, CLAUS])) == {
        ANTON: 7,
        BEATE: 7,
        CLAUS: 15,
    }
    came = places([EMIL], [ANTON, CLAUS])
    assert prize_of((ANTON, BEATE), (CLAUS,), (EMIL,), arrive=came) == {
        EMIL: 20,
        ANTON: 2,
        BEATE: 2,
        CLAUS: 5,
    }


def test_naming_both_players_of_a_train_counts_once() -> None:
    """Spec, `arrive`: a train is named by any one of its players."""
    came = arrivals((ANTON, 2, 1), (BEATE, 2, 1), (CLAUS, 3, 0))
    assert prize_of((ANTON, BEATE), (CLAUS,), arrive=came) == {ANTON: 10, BEATE: 10, CLAUS: 10}
    same = places([ANTON, BEATE], [CLAUS])
    assert prize_of((ANTON, BEATE), (CLAUS,), arrive=same) == {ANTON: 10, BEATE: 10, CLAUS: 10}


def test_a_tie_that_touches_no_prize_needs_no_roll_off() -> None:
    session = played(
        depart(*(train(name) for name in FIVE)),
        places([ANTON], [BEATE], [CLAUS, DORA]),
        players=FIVE,
        position=operating(),
        exact_tie="roll-off",
    )
    assert accounts(session) == {ANTON: 40, BEATE: 30, CLAUS: 20, DORA: 20, EMIL: 20}


def test_a_player_called_as_two_partners_are_takes_nothing_from_them() -> None:
    who = ("A", "B", "A + B")
    found = prize_of(("A", "B"), ("A + B",), arrive=places(["A"], ["A + B"]), players=who)
    assert found == {"A": 10, "B": 10, "A + B": 10}
    tied = prize_of(("A", "B"), ("A + B",), arrive=places(["A", "A + B"]), players=who)
    assert tied == {"A": 7, "B": 7, "A + B": 15}


# The race


def lengths(*trains: tuple[str, int]) -> list[dict[str, object]]:
    return [{"players": [name], "length": length} for name, length in trains]


def test_race_rolls_pay_nothing_and_propose_the_arrival_that_follows() -> None:
    """Anton needs 8: 3 + 6, 1 left in turn 2. Beate needs 7: 4 + 3, 0 left. Claus has 9 of 12."""
    race = [(ANTON, 3), (BEATE, 4), (CLAUS, 5), (ANTON, 6), (BEATE, 3)]
    blocks = [
        depart(*lengths((ANTON, 8), (BEATE, 7), (CLAUS, 12))),
        *(race_roll(name, roll) for name, roll in race),
    ]
    early = played(*blocks, position=operating())
    assert (early.game.proposals(early.state), accounts(early)) == ([], {ANTON: 20, BEATE: 20, CLAUS: 20})
    session = played(*blocks, race_roll(CLAUS, 4), position=operating())
    came = [{"player": ANTON, "turn": 2, "left": 1}, {"player": BEATE, "turn": 2, "left": 0}]
    assert session.game.proposals(session.state) == [{"arrivals": came, "do": "arrive"}]
    session.enter(dict(session.game.proposals(session.state)[0]))
    assert accounts(session) == {ANTON: 40, BEATE: 30, CLAUS: 20}


def test_a_train_that_has_arrived_rolls_no_more_while_the_second_is_on_its_way() -> None:
    """Anton is home in turn 1 with 1 left, Beate in turn 2 with 2 left."""
    session = played(
        depart(*lengths((ANTON, 4), (BEATE, 6))),
        race_roll(ANTON, 5),
        race_roll(BEATE, 5),
        race_roll(BEATE, 3),
        position=operating(),
    )
    came = [{"player": ANTON, "turn": 1, "left": 1}, {"player": BEATE, "turn": 2, "left": 2}]
    assert session.game.proposals(session.state) == [{"arrivals": came, "do": "arrive"}]
