"""Runs: fares, ferries, joint trains, the race, prizes. dampfross.md, "Route and fares", "Prizes"."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.core.views import TableView
from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import (
    RUNS,
    Fields,
    depart,
    expand,
    fee,
    operating,
    places,
    played,
    race_roll,
    special,
    train,
)
from tests.results import paid, receipts, scores, state_of, told
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


def test_without_a_train_the_run_is_over_and_its_numbers_are_used() -> None:
    """dampfross.md, "Course of the run"."""
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


# Below a departure is one table: what each pays, and what that is in all.


def at_departure(**accounts: int) -> Session:
    """Between runs; Claus owns a ferry."""
    return played(position=operating(accounts=accounts, ferries={"Gedser 1": CLAUS}))


def figures(table: TableView) -> dict[str, list[Any]]:
    return {row.key: [cell.value for cell in row.cells[1:]] for row in table.rows}


def matrix(*trains: Mapping[str, Any], **accounts: int) -> dict[str, dict[str, list[Any]]]:
    tables = at_departure(**accounts).preview(depart(*map(dict, trains))).workings
    return {table.key: figures(table) for table in tables}


def test_halves_of_a_joint_train_are_paid_by_both() -> None:
    """7 fields of Anton: Beate, richer, bears 4 and Claus 3. Anton owes Beate 5, less her 4: 1."""
    found = matrix(train(ANTON, pays={BEATE: 5}), train(BEATE, CLAUS, pays={ANTON: 7}), Beate=30, Claus=20)
    assert found == {
        "paid": {ANTON: [None, 1, 0, 2], BEATE: [0, None, 0, 1], CLAUS: [3, 0, None, -3]},
    }


def test_ferries_have_a_column_of_their_own() -> None:
    """Anton uses Claus's ferry twice, 3 each, and 4 fields of Beate: he pays 10 in all."""
    found = matrix(train(ANTON, pays={BEATE: 4}, ferries={CLAUS: 2}), train(BEATE))
    assert found == {
        "paid": {ANTON: [None, 4, 0, -6, -10], BEATE: [0, None, 0, 0, 4], CLAUS: [0, 0, None, 6, 6]},
    }


SAME = "Anton and Beate have the same balance"
RICHER = "Beate has more units and pays the odd one."
FIRST = f"{SAME}. Anton, named first, pays the odd unit."
RICHER_IN_TURN = "Beate has more units. Beate and Anton pay the odd ones in turn."
FIRST_IN_TURN = f"{SAME}. Anton, named first, and Beate pay the odd units in turn."


def told_of_odd_units(session: Session, kind: str) -> str:
    """What the receipt says last, if that is about odd units."""
    (receipt,) = receipts(session, kind)
    found = [one for one in (RICHER, FIRST, RICHER_IN_TURN, FIRST_IN_TURN) if receipt["text"].endswith(one)]
    assert found or "odd" not in receipt["text"], receipt["text"]
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("beate", "fields", "times", "told"),
    [
        (30, 5, 0, {"fares": RICHER}),
        (20, 5, 0, {"fares": FIRST}),
        (30, 4, 0, {"fares": ""}),
        (30, 0, 1, {"ferry": RICHER}),
        (30, 4, 1, {"fares": "", "ferry": RICHER}),
        (30, 5, 1, {"fares": RICHER_IN_TURN, "ferry": RICHER_IN_TURN}),
        (20, 5, 1, {"fares": FIRST_IN_TURN, "ferry": FIRST_IN_TURN}),
    ],
)
def test_a_receipt_says_who_pays_an_odd_unit_of_a_joint_train_and_why(
    beate: int, fields: int, times: int, told: dict[str, str]
) -> None:
    """dampfross.md, "Route and fares": odd units in turn, the richer one first; of equals the first named begins."""
    pays, ferries = {CLAUS: fields} if fields else None, {CLAUS: times} if times else None
    session = at_departure(Anton=20, Beate=beate)
    session.enter(depart(train(ANTON, BEATE, pays=pays, ferries=ferries), train(CLAUS)))
    assert {kind: told_of_odd_units(session, kind) for kind in told} == told


# What is between runs: expansion, special runs, chained runs. dampfross.md, "Expansion", "Additional rules".


RUN = depart(train(ANTON, pays={BEATE: 3}), train(BEATE))


WITH_FERRY = operating(ferries={"Gedser 1": CLAUS})
INCOMES = {
    # Anton 20 and 4 - 1 net from Claus; Beate 10 and 3; Claus, who paid 3 net, nothing.
    "prize and net receipts with nothing deducted": (
        [
            depart(train(ANTON, pays={BEATE: 3, CLAUS: 1}), train(BEATE), train(CLAUS, pays={ANTON: 4})),
            moves.places([ANTON], [BEATE]),
        ],
        RUNS,
        (20 + 3, 10 + 3, 0),
    ),
    "ferries received are income and ferries paid are not deducted": (
        [depart(train(ANTON, ferries={CLAUS: 2}))],
        WITH_FERRY,
        (20, 0, 6),
    ),
    "what was not built with lapses with the next departure": ([depart(train(ANTON)), RUN], RUNS, (0, 0, 0)),
}


@pytest.mark.parametrize(("blocks", "position", "incomes"), INCOMES.values(), ids=INCOMES)
def test_the_income_of_a_run_may_be_built_with(
    blocks: list[Fields], position: Fields, incomes: tuple[int, int, int]
) -> None:
    """dampfross.md, "Expansion"."""
    state = state_of(played(*blocks, position=position))
    assert tuple(state["may_build"].values()) == incomes


def test_an_expansion_pays_its_points_to_the_bank_and_its_fees_to_rivals() -> None:
    """Rulebook, "Ausbau des Streckennetzes": 1 + 3 + 5 = 9 points and 1 + 2 of fees."""
    session = played(
        depart(train(ANTON)),
        expand(ANTON, track={"plain": 1, "river": 1, "ridge": 1}, fees=[fee(BEATE, joins=1, halves=1)]),
        position=RUNS,
    )
    assert scores(session) == {ANTON: 40 - 9 - 3, BEATE: 23, CLAUS: 20}
    assert state_of(session)["may_build"][ANTON] == 20 - 12
    found = [(receipt["kind"], paid(receipt), receipt["total"]) for receipt in receipts(session)[1:]]
    assert found == [("expansion", {ANTON: -9}, -9), ("build-fees", {ANTON: -3, BEATE: 3}, 0)]


@pytest.mark.parametrize(
    ("held", "allowed"), [(-3, 5), (0, 5), (49, 5), (50, 5), (59, 5), (60, 6), (199, 19), (200, 20)]
)
def test_ten_per_cent_is_rounded_down_and_below_50_it_is_5(held: int, allowed: int) -> None:
    session = played(
        depart(), position=operating(runs_done=1, accounts={ANTON: held}), expansion="ten-percent"
    )
    assert state_of(session)["may_build"][ANTON] == allowed


GERMANY = {
    (1, 2): "denmark", (1, 1): "poland", (2, 4): "czechoslovakia", (2, 3): "austria", (3, 6): "switzerland",
    (3, 5): "france", (4, 2): "belgium-or-luxembourg", (4, 1): "netherlands", (5, 4): "baltic-ports",
    (5, 3): "large-ports", (6, 6): "port-town", (6, 5): "any-port",
}  # fmt: skip
ONE_DIE = {
    "france": ["england", "germany", "switzerland", "italy", "spain", "overseas"],
    "usa-east": ["canada", "lake-ports", "atlantic-ports", "gulf-ports", "west-link", "west-link"],
    "usa-west": ["pacific-port", "canada", "mexico", "eastern-port", "east-link", "east-link"],
}
ROWS = [("germany", 1, thrown, target) for thrown, target in GERMANY.items()] + [
    (name, 3, (face,), target)
    for name, targets in ONE_DIE.items()
    for face, target in enumerate(targets, start=1)
]


@pytest.mark.parametrize(("of_map", "done", "thrown", "target"), ROWS)
def test_the_dice_choose_a_special_run(of_map: str, done: int, thrown: tuple[int, ...], target: str) -> None:
    """Rulebook, tables of the four maps."""
    session = played(position=operating(runs_done=done), map=of_map, special_runs=True)
    block = session.read(f"depart 65 {''.join(map(str, thrown))} train anton")
    assert block["special"] == target
    session.enter(block)
    state = state_of(session)
    assert (state["runs_done"], state["used"], state["accounts"][ANTON]) == (done + 1, {"65": 1}, 40)


def test_each_train_says_where_it_goes_if_the_table_names_several_places() -> None:
    """Rulebook, "Zusatzregeln": each player chooses the place that suits them best. It changes no account."""
    ports = {ANTON: "Rostock", BEATE: "Travemünde"}
    trains = [{**train(name), "place": port} for name, port in ports.items()]
    entry = special(*trains, train(CLAUS), to="baltic-ports")
    session = played(entry, position=operating(runs_done=1), special_runs=True)
    assert told(session) == ["Anton runs to Rostock.", "Beate runs to Travemünde."]
    assert scores(session) == {ANTON: 20, BEATE: 20, CLAUS: 20}


def test_on_a_map_of_the_players_own_either_kind_may_be_run_to_any_target() -> None:
    session = played(depart(), special(to="the far side"), position=RUNS, map="Moonland", special_runs=True)
    assert state_of(session)["runs_done"] == 2


def test_a_chained_run_starts_at_the_last_goal_which_is_not_counted_again() -> None:
    """Rulebook, "Weitere Fahrten"; dampfross.md, "Start and goal"."""
    session = played(depart(start=65, goal=31), depart(start=31, goal=12), position=RUNS, chain_runs=True)
    assert state_of(session)["used"] == {"12": 1, "31": 1, "65": 1}


def test_the_chain_is_broken_by_a_special_run_which_has_no_goal_number() -> None:
    session = played(
        depart(start=65, goal=31),
        special(start=31),
        depart(start=44, goal=12),
        position=RUNS,
        chain_runs=True,
        special_runs=True,
    )
    assert state_of(session)["used"] == {"12": 1, "31": 1, "44": 1, "65": 1}
