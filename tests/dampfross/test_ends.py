"""What can be entered in Dampfross at each moment, what the table does next, and turns that nobody entered."""

from typing import Any

import pytest

from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import (
    END_BUILDING,
    FINISH,
    NUMBERS,
    RUNS,
    Fields,
    build,
    depart,
    operating,
    places,
    played,
    race_roll,
    refusal_of,
    train,
)
from tests.results import scores, state_of
from tests.support import ANTON, BEATE, CLAUS, DORA, refused, shown

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
    """dampfross.md, "Building phase", "Expansion": build, depart between runs, arrive in one, expand after one."""
    session = played(*blocks)
    reasons = {
        verb: session.record.game.verb_violations(session.record.state, verb)
        for verb in session.record.game.rows
    }
    assert {verb for verb, found in reasons.items() if not found} == possible
    for verb, entry in ENTRIES.items():
        refused = [one.message for one in session.preview(entry).violations]
        assert bool(refused) == bool(reasons[verb]), verb
        assert {one.message.key for one in reasons[verb]} <= {message.key for message in refused}, verb


def said_next(session: Session) -> str | None:
    message = session.record.clock.next
    return None if message is None else Speaker(session.record.ruleset).say(message)


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


# How a game of Dampfross ends. dampfross.md, "End of the game"; the whole results are in the golden sessions.


SIX = (ANTON, BEATE, CLAUS, DORA, "Emil", "Frida")
TARGETS = [(2, 250), (3, 250), (4, 225), (5, 200), (6, 200)]
OVER = "The game is over. You can still undo, edit, adjust or count."


def adjust(player: str, amount: int) -> Fields:
    return {"player": player, "amount": amount, "reason": "a slip", "do": "adjust"}


@pytest.mark.parametrize(("count", "target"), TARGETS)
def test_reaching_the_target_ends_the_game_and_one_unit_less_does_not(count: int, target: int) -> None:
    """Rulebook, "Ende des Spiels": 250 with 2 or 3 players, 225 with 4, 200 with 5 or 6."""
    for held, is_over in ((target - 21, False), (target - 20, True)):
        session = played(
            depart(train(ANTON)), players=SIX[:count], position=operating(accounts={ANTON: held})
        )
        result = shown(session)
        assert (result["finished"], result["winners"]) == (is_over, [ANTON] if is_over else [])


def test_the_target_is_not_looked_for_while_a_run_is_under_way() -> None:
    """Anton has 251 after the fares; the run goes on, and Beate's first prize brings her to 268."""
    run = depart(train(ANTON), train(BEATE, pays={ANTON: 6}))
    position = operating(accounts={ANTON: 245, BEATE: 254 - 20 + 20})
    under_way = played(run, position=position)
    assert (scores(under_way)[ANTON], shown(under_way)["finished"]) == (251, False)
    result = shown(played(run, places([BEATE], [ANTON]), position=position))
    assert (result["finished"], result["winners"]) == (True, [BEATE])
    assert result["state"]["accounts"] == {ANTON: 261, BEATE: 254 - 6 + 20, CLAUS: 20}


LONE, LAST = depart(train(ANTON)), moves.expand(BEATE, fees=[moves.fee(ANTON, joins=1)])
CITY = moves.build(ANTON, cities=[65])
AT_249 = operating(accounts={ANTON: 249}, may_build={BEATE: 5})


@pytest.mark.parametrize(
    ("position", "options", "blocks", "is_over"),
    [
        # the target does not end the building phase
        ({"accounts": {ANTON: 249}}, {}, [CITY], False),
        ({"accounts": {ANTON: 249}}, {}, [CITY, moves.END_BUILDING], True),
        # dampfross.md, "End of the game": checked after every action of the operating phase
        (AT_249, {}, [], False),
        (AT_249, {}, [adjust(ANTON, 1)], True),
        (AT_249, {}, [LAST], True),
        # Rulebook, "Ende des Spiels": after the last run, and by no balance
        (operating(runs_done=16), {"end": "18-runs"}, [LONE], False),
        (operating(runs_done=17), {"end": "18-runs"}, [LONE], True),
        (operating(runs_done=35), {"end": "36-runs"}, [LONE], True),
        (operating(accounts={ANTON: 400}), {"end": "18-runs"}, [LONE], False),
    ],
)
def test_when_the_game_is_over(
    position: Fields, options: Fields, blocks: list[Fields], is_over: bool
) -> None:
    session = played(*blocks, position=position, **options)
    assert shown(session)["finished"] == is_over
    assert not is_over or refused(lambda: session.enter(moves.expand(ANTON)), session) == OVER


@pytest.mark.parametrize(("end", "uses"), [("18-runs", 1), ("36-runs", 2)])
def test_each_number_is_start_or_goal_as_often_as_the_end_says(end: str, uses: int) -> None:
    """Rulebook, "Ende des Spiels": once in 18 runs, twice in 36; 65 is the goal, then the start."""
    goals = [12, 13, 14]
    blocks = [depart(start=goals[turn], goal=65) for turn in range(uses)]
    state = state_of(played(*blocks, position=RUNS, end=end))
    assert state["used"] == {**{str(number): 1 for number in goals[:uses]}, "65": uses}
    sentence = refusal_of(*blocks, depart(start=65, goal=66), position=RUNS, end=end)
    assert sentence == "65 München can't be a start or goal again. Roll again."


BERLIN = moves.build(ANTON, names={"23": "Berlin", "24": "Berlin"})
ONLY_ONE = "Only numbers of one city are left: end the game."


def used(*left: int, uses: int = 1) -> dict[str, int]:
    """All 36 numbers used up, but those that are left."""
    return {str(number): uses for number in NUMBERS if number not in left}


@pytest.mark.parametrize(
    ("position", "options", "is_over"),
    [
        ({"used": used(23, 24)}, {"end": "18-runs"}, True),
        ({"used": used(23, 24, 31)}, {"end": "18-runs"}, False),
        ({"used": used(65, uses=2)}, {"end": "36-runs"}, True),
        ({"used": used(24), "last_goal": 23}, {"end": "18-runs", "chain_runs": True}, True),
        ({"used": used(24), "last_goal": 31}, {"end": "18-runs", "chain_runs": True}, False),
        # The 18th run goes to a special target, and needs a start only.
        ({"used": used(23)}, {"end": "18-runs", "special_runs": True}, False),
        ({"used": used(23, 24)}, {}, False),
    ],
)
def test_the_game_ends_when_only_numbers_of_one_city_are_left(
    position: Fields, options: Fields, is_over: bool
) -> None:
    """Rulebook, "Ende des Spiels": each number once, or twice. dampfross.md, "Start and goal": not within one city."""
    session = played(BERLIN, moves.END_BUILDING, position={"runs_done": 17, **position}, **options)
    record, speaker = session.record, Speaker(session.record.ruleset)
    assert record.game.proposals(record.state) == ([FINISH] if is_over else [])
    assert (record.clock.next is not None and speaker.say(record.clock.next) == ONLY_ONE) == is_over


@pytest.mark.parametrize("run", [(23, 24), (23, 23), (23, 31), (31, 24)])
def test_no_roll_helps_when_only_numbers_of_one_city_are_left(run: tuple[int, int]) -> None:
    """dampfross.md, "End of the game"."""
    start, goal = run
    position = {"runs_done": 17, "used": used(23, 24)}
    blocks = [BERLIN, moves.END_BUILDING, depart(start=start, goal=goal)]
    assert refusal_of(*blocks, position=position, end="18-runs") == ONLY_ONE
    played(*blocks[:2], {**blocks[2], "ruling": "one more"}, position=position, end="18-runs")


@pytest.mark.parametrize("position", [None, operating()], ids=["building", "operating"])
def test_the_table_can_stop_a_game_early(position: Fields | None) -> None:
    result = shown(played(FINISH, position=position))
    assert (result["finished"], result["winners"]) == (True, [ANTON, BEATE, CLAUS])
    assert [row["rank"] for row in result["standings"]] == [1, 1, 1]


def test_a_run_under_way_when_the_table_stops_pays_no_prize_and_its_fares_stay() -> None:
    session = played(depart(train(ANTON, pays={BEATE: 4}), train(CLAUS)), FINISH, position=RUNS)
    assert scores(session) == {ANTON: 16, BEATE: 24, CLAUS: 20}
    assert (state_of(session)["run"], state_of(session)["runs_done"]) == (None, 0)


def test_after_the_end_an_adjustment_changes_the_result_but_never_reopens_the_game() -> None:
    session = played(
        depart(train(ANTON)), adjust(ANTON, -200), position=operating(accounts={ANTON: 240, BEATE: 100})
    )
    result = shown(session)
    assert (result["finished"], result["winners"]) == (True, [BEATE])
