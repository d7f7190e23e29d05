"""Sessions of Dampfross that start from a position, and recounts. notation.md, "Dampfross"."""

from typing import Any

import pytest

from tests.corrections import recount
from tests.dampfross import moves
from tests.results import state_of
from tests.support import ANTON, BEATE, CLAUS, FILE, THREE, library, refused, text_of


def test_a_position_of_the_building_phase_says_who_is_up_in_which_round() -> None:
    """In round 2 Beate goes first; Claus is up, so she has had her turn and Anton comes last."""
    session = moves.played(position={"round": 2, "turn": {"player": CLAUS}})
    state = state_of(session)
    assert state["phase"] == "building"
    assert state["turn"] == {"player": CLAUS, "order": [BEATE, CLAUS, ANTON]}
    session = moves.played(
        moves.build(CLAUS), moves.build(ANTON), position={"round": 2, "turn": {"player": CLAUS}}
    )
    assert (state_of(session)["round"], state_of(session)["turn"]["player"]) == (3, CLAUS)


def test_the_last_goal_of_a_position_chains_the_next_run() -> None:
    where: dict[str, Any] = {"position": moves.operating(last_goal=31), "chain_runs": True}
    sentence = moves.refusal_of(moves.depart(start=65, goal=12), **where)
    assert sentence == "This run must start where the last one ended: 31."
    assert state_of(moves.played(moves.depart(start=31, goal=12), **where))["used"] == {"12": 1}


NOBODY = 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'

UNSOUND: list[tuple[moves.Fields, str]] = [
    ({"turn": {"player": "Zoe"}}, NOBODY),
    ({"used": {"70": 1}}, "70 isn't a city number. Both digits go from 1 to 6."),
    ({"used": {"65": 1, "065": 2}}, "065 isn't a city number. Both digits go from 1 to 6."),
    ({"phase": "operating", "turn": {"player": ANTON}}, "There are no turns while the trains run."),
    ({"ferries": {"one": ANTON, "two": BEATE, "three": CLAUS}}, "This map has only 2 ferries."),
]


@pytest.mark.parametrize(("position", "sentence"), UNSOUND, ids=[sentence for _, sentence in UNSOUND])
def test_no_ruling_books_an_impossible_position(position: moves.Fields, sentence: str) -> None:
    session = moves.played()
    before = session.record.state
    rulesets = library({FILE: text_of((), THREE, game=moves.GAME, position=position).encode()})
    assert refused(lambda: rulesets.read(FILE), session).startswith(sentence)
    entry = {**recount(**position), "ruling": "we say so"}
    assert refused(lambda: session.enter(entry), session).startswith(sentence)
    assert session.record.state is before


BEFORE = moves.operating(
    round=3,
    runs_done=2,
    accounts={ANTON: 50, BEATE: 60},
    connected=[65],
    ferries={"Gedser 1": ANTON},
    used={"65": 1},
    may_build={ANTON: 4},
)

SET: dict[str, tuple[moves.Fields, moves.Fields]] = {
    "accounts": ({"accounts": {BEATE: 7}}, {"accounts": {ANTON: 50, BEATE: 7, CLAUS: 20}}),
    "runs_done": ({"runs_done": 0}, {"runs_done": 0}),
    "connected": ({"connected": [12]}, {"cities": {"12": {"name": None, "first": []}}}),
    "a ferry's owner": ({"ferries": {"gedser 1": CLAUS}}, {"ferries": {"Gedser 1": CLAUS}}),
    "a further ferry": (
        {"ferries": {"Gedser 2": BEATE}},
        {"ferries": {"Gedser 1": ANTON, "Gedser 2": BEATE}},
    ),
    "not used after all": ({"used": {"65": 0}}, {"used": {}}),
    "may_build": ({"may_build": {BEATE: 9}}, {"may_build": {ANTON: 4, BEATE: 9, CLAUS: 0}}),
    "back to building": (
        {"phase": "building", "turn": {"player": ANTON}},
        {"phase": "building", "turn": {"player": ANTON, "order": [CLAUS, ANTON, BEATE]}},
    ),
}


@pytest.mark.parametrize(("given", "changed"), SET.values(), ids=SET)
def test_a_recount_sets_what_it_names_and_nothing_else(given: moves.Fields, changed: moves.Fields) -> None:
    before = state_of(moves.played(position=BEFORE))
    assert state_of(moves.played(recount(**given), position=BEFORE)) == {**before, **changed}


def test_a_recounted_city_keeps_who_connected_it_first() -> None:
    session = moves.played(moves.build(ANTON, cities=[65, 31]), recount(connected=[65, 12]))
    assert state_of(session)["cities"] == {
        "12": {"name": None, "first": []},
        "65": {"name": "München", "first": [ANTON]},
    }


def test_a_recount_of_the_runs_while_one_is_under_way_counts_that_one_after_them() -> None:
    run = moves.depart(moves.train(ANTON), moves.train(BEATE))
    under_way = moves.played(run, recount(runs_done=6), position=moves.operating())
    assert state_of(under_way)["run"]["number"] == 7
    over = moves.played(run, recount(runs_done=6), moves.places([ANTON], [BEATE]), position=moves.operating())
    assert state_of(over)["runs_done"] == 7


def test_a_run_under_way_cannot_be_recounted_into_the_building_phase() -> None:
    session = moves.played(moves.depart(moves.train(ANTON), moves.train(BEATE)), position=moves.operating())
    assert refused(lambda: session.enter(recount(phase="building")), session) == (
        "Run 1 is under way. End it first."
    )


def test_a_round_that_is_as_it_was_leaves_who_has_built_in_it() -> None:
    """notation.md, "In every game": `recount` sets part of the position; the rest stays."""
    session = moves.played(moves.build(ANTON), recount(round=1))
    assert state_of(session)["turn"]["player"] == BEATE
