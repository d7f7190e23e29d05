"""What is between runs: expansion, special runs, chained runs. Spec, `expand`, "Special runs"."""

import pytest

from tests.dampfross import moves
from tests.dampfross.moves import (
    RUNS,
    Fields,
    depart,
    expand,
    fee,
    operating,
    played,
    refusal_of,
    special,
    train,
)
from tests.results import paid, receipts, scores, state_of, told
from tests.support import ANTON, BEATE, CLAUS

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
    """Spec, `expand`."""
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


def test_ten_per_cent_may_be_built_with_after_every_second_run_only() -> None:
    """Rulebook, the variant. After run 2: Anton 117 gives 11, Beate 50 gives 5, Claus 49 gives 5."""
    run = depart(train(ANTON))
    position = operating(accounts={ANTON: 77, BEATE: 50, CLAUS: 49})
    once = played(run, position=position, expansion="ten-percent")
    assert state_of(once)["may_build"] == {ANTON: 0, BEATE: 0, CLAUS: 0}
    twice = played(run, run, position=position, expansion="ten-percent")
    assert state_of(twice)["may_build"] == {ANTON: 11, BEATE: 5, CLAUS: 5}


@pytest.mark.parametrize(
    ("held", "allowed"), [(-3, 5), (0, 5), (49, 5), (50, 5), (59, 5), (60, 6), (199, 19), (200, 20)]
)
def test_ten_per_cent_is_rounded_down_and_below_50_it_is_5(held: int, allowed: int) -> None:
    session = played(
        depart(), position=operating(runs_done=1, accounts={ANTON: held}), expansion="ten-percent"
    )
    assert state_of(session)["may_build"][ANTON] == allowed


def test_ten_per_cent_does_not_move_with_what_comes_after_the_run() -> None:
    session = played(
        depart(),
        moves.ferry(ANTON, "Gedser 1"),
        position=operating(runs_done=1, accounts={ANTON: 100}),
        expansion="ten-percent",
    )
    assert (scores(session)[ANTON], state_of(session)["may_build"][ANTON]) == (94, 10)


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
BEFORE_A_SPECIAL_RUN = {"germany": (1, 3, 5, 7), "france": (3, 7), "usa-east": (3, 7), "usa-west": (3, 7)}


@pytest.mark.parametrize(("of_map", "done", "thrown", "target"), ROWS)
def test_the_dice_choose_a_special_run(of_map: str, done: int, thrown: tuple[int, ...], target: str) -> None:
    """Rulebook, tables of the four maps."""
    session = played(position=operating(runs_done=done), map=of_map, special_runs=True)
    block = session.read(f"depart 65 {''.join(map(str, thrown))} train anton")
    assert block["special"] == target
    session.enter(block)
    state = state_of(session)
    assert (state["runs_done"], state["used"], state["accounts"][ANTON]) == (done + 1, {"65": 1}, 40)


@pytest.mark.parametrize("of_map", BEFORE_A_SPECIAL_RUN)
def test_the_kind_of_run_that_is_due_is_required(of_map: str) -> None:
    """Rulebook: every second run in Germany, after every third one in France and the USA."""
    target = "denmark" if of_map == "germany" else ONE_DIE[of_map][0]
    for done in range(8):
        is_special = done in BEFORE_A_SPECIAL_RUN[of_map]
        due, other = special(to=target), depart()
        if not is_special:
            due, other = other, due
        where = {"position": operating(runs_done=done), "map": of_map, "special_runs": True}
        played(due, **where)  # type: ignore[arg-type]
        expected = "This is a special run. Enter its target instead of a goal."
        if not is_special:
            expected = "This isn't a special run. Enter a goal."
        assert refusal_of(other, **where) == expected  # type: ignore[arg-type]


def test_a_special_run_is_shown_with_its_target() -> None:
    session = played(
        special(train(ANTON), train(BEATE), to="denmark"), position=operating(runs_done=1), special_runs=True
    )
    run = state_of(session)["run"]
    assert (run["goal"], run["special"], run["number"]) == (None, "denmark", 2)


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
    """Rulebook, "Weitere Fahrten"; spec, "Dice"."""
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
