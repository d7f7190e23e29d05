"""What can be entered in Dampfross at each moment, what the table does next, and turns that nobody entered."""

from typing import Any

import pytest

from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import END_BUILDING, FINISH, build, depart, operating, played, race_roll, train
from tests.support import ANTON, BEATE, CLAUS

RUN = depart({**train(ANTON), "length": 11}, {**train(BEATE, CLAUS), "length": 8})
ENTRIES = {
    "build": build(ANTON),
    "joint-build": moves.joint_build((ANTON, BEATE), (4, 4)),
    "buy-ferry": moves.ferry(CLAUS, "Gedser 1"),
    "end-building": END_BUILDING,
    "depart": depart(train(ANTON), start=22, goal=44),
    "race-roll": race_roll(ANTON, 4),
    "arrive": moves.arrivals((ANTON, 2, 0), (BEATE, 3, 0)),
    "expand": moves.expand(ANTON, track={"plain": 1}),
    "finish": FINISH,
    "join": {"player": "Dora", "do": "join"},
}
"""Each of them is in order in one phase at least."""


@pytest.mark.parametrize(
    ("blocks", "possible"),
    [
        ([], {"build", "joint-build", "buy-ferry", "end-building", "finish", "join"}),
        ([END_BUILDING], {"buy-ferry", "depart", "finish", "join"}),
        ([END_BUILDING, RUN], {"race-roll", "arrive", "finish"}),
        ([END_BUILDING, depart(train(ANTON))], {"buy-ferry", "depart", "expand", "finish", "join"}),
        ([END_BUILDING, depart()], {"buy-ferry", "depart", "finish", "join"}),
        ([FINISH], set()),
    ],
    ids=[
        "building", "before the first run", "during a run", "after a run", "after a run of nobody", "finished",
    ],
)  # fmt: skip
def test_an_action_is_refused_in_any_other_phase(blocks: list[dict[str, Any]], possible: set[str]) -> None:
    """Spec: build while building, depart between runs, roll and arrive during one, expand with the income of one."""
    session = played(*blocks)
    reasons = {
        verb: session.record.game.verb_violations(session.record.state, verb)
        for verb in session.record.game.rules
    }
    assert {verb for verb, found in reasons.items() if not found} == possible
    for verb, entry in ENTRIES.items():
        refused = [one.message for one in session.preview(entry).violations]
        assert bool(refused) == bool(reasons[verb]), verb
        assert {one.message.key for one in reasons[verb]} <= {message.key for message in refused}, verb


def said_next(session: Session) -> str | None:
    message = session.record.clock.next
    return None if message is None else Speaker(session.record.ruleset).say(message)


def test_while_players_build_and_after_the_end_the_table_does_nothing_next() -> None:
    assert said_next(played()) is None
    assert said_next(played(END_BUILDING, FINISH)) is None


@pytest.mark.parametrize(
    ("options", "position", "expected"),
    [
        ({}, {}, "Run 3: roll for start and goal"),
        ({"chain_runs": True}, {"last_goal": 65}, "Run 3 starts in 65 München: roll for the goal"),
        ({"special_runs": True}, {"runs_done": 3}, "Run 4 (special): roll for start and target"),
        (
            {"special_runs": True, "chain_runs": True},
            {"runs_done": 3, "last_goal": 12},
            "Run 4 (special) starts in 12: roll for the target",
        ),
    ],
)
def test_between_runs_the_table_rolls(
    options: dict[str, Any], position: dict[str, Any], expected: str
) -> None:
    assert said_next(played(position=operating(**{"runs_done": 2, **position}), **options)) == expected


def test_during_a_run_the_table_tells_who_arrived_or_rolls_where_the_race_is_kept() -> None:
    """Anton's route has 11 points, that of Beate and Claus 8: 6 + 2 bring them in, and Anton must still roll."""
    assert said_next(played(END_BUILDING, depart(train(ANTON), train(BEATE)))) == ("Run 1: who arrived?")
    rolls = [race_roll(ANTON, 6), race_roll(BEATE, 6), race_roll(ANTON, 1), race_roll(BEATE, 2)]
    assert said_next(played(END_BUILDING, RUN)) == "Run 1: Anton rolls"
    assert said_next(played(END_BUILDING, RUN, *rolls[:1])) == "Run 1: Beate rolls"
    assert said_next(played(END_BUILDING, RUN, *rolls)) == "Run 1: Anton rolls"
    both = [*rolls, race_roll(ANTON, 4)]
    assert said_next(played(END_BUILDING, RUN, *both)) == "Run 1: who arrived?"


def test_turns_between_that_count_nothing_lead_to_a_players_turn() -> None:
    """The second round begins with Beate: Beate, Claus, Anton."""
    session = played(build(ANTON), build(BEATE), build(CLAUS))
    between = {
        name: session.record.game.passes_until(session.record.state, name) for name in (ANTON, BEATE, CLAUS)
    }
    nothing = [{"by": name, "do": "build"} for name in (BEATE, CLAUS)]
    assert {name: list(found) for name, found in between.items()} == {
        BEATE: [],
        CLAUS: nothing[:1],
        ANTON: nothing,
    }
    session.enter({"first": nothing, "by": ANTON, "cities": [65], "do": "build"})
    assert session.record.up == CLAUS


def test_who_has_had_the_turn_of_this_round_waits_for_the_next_one() -> None:
    """Claus is the last of the first round; the second one is Beate, Claus, Anton."""
    session = played(build(ANTON), build(BEATE))
    between = {name: session.record.game.passes_until(session.record.state, name) for name in (ANTON, BEATE)}
    assert [one["by"] for one in between[BEATE]] == [CLAUS]
    assert [one["by"] for one in between[ANTON]] == [CLAUS, BEATE, CLAUS]


def test_nothing_leads_to_a_turn_while_the_trains_run() -> None:
    running = played(END_BUILDING)
    assert list(running.record.game.passes_until(running.record.state, BEATE)) == []
