"""What each entry of Dampfross is in one sentence."""

import pytest

from companion.report.entries import entry_lines
from companion.report.words import speaker_of
from tests.dampfross.moves import (
    END_BUILDING,
    FINISH,
    RUNS,
    Fields,
    arrivals,
    build,
    depart,
    expand,
    fee,
    ferry,
    joint_build,
    operating,
    places,
    played,
    race_roll,
    special,
    train,
)
from tests.support import ANTON, BEATE, CLAUS

RUN = depart(train(ANTON), train(BEATE, CLAUS))
THREE_TRAINS = depart(train(ANTON), train(BEATE), train(CLAUS))
CITIES = {"cities": [65, 12], "names": {"12": "Bonn", "13": "bonn", "21": "Köln"}}


@pytest.mark.parametrize(
    ("entry", "headline"),
    [
        (build(ANTON, 4, track={"plain": 1, "slope": 1}), "Anton builds for 4 (1 plain and 1 slope)"),
        (build(ANTON, 6, track={"river": 1}), "Anton rolls 6 and builds for 3 (1 river)"),
        (build(ANTON, 6, track={"river": 2}, cities=[11]), "Anton builds for 6 (2 rivers) and reaches 11"),
        (build(ANTON, 6, track={}), "Anton rolls 6 and builds nothing"),
        (build(ANTON, 6), "Anton rolls 6 and builds"),
        ({"by": ANTON, "do": "build"}, "Anton reaches no new city"),
        ({"by": ANTON, "fees": [fee(BEATE, joins=1)], "do": "build"}, "Anton builds"),
        (
            {"by": ANTON, **CITIES, "one_left": True, "do": "build"},
            "Anton builds, reaches 65 München and 12 Bonn, names 21 Köln and says only one city is left",
        ),
        (
            joint_build((ANTON, BEATE), (4, 4), track={"plain": 6}, cities=[65]),
            "Anton and Beate roll 4 and 4, build for 6 (6 plain) and reach 65 München",
        ),
        (ferry(ANTON, "Gedser 1"), "Anton buys the ferry Gedser 1"),
        (END_BUILDING, "The building phase ends"),
        (FINISH, "The players end the game"),
        ({"player": "Dora", "do": "join"}, "Dora joins the game"),
        ({"player": "Dora", "reason": "half the game", "do": "join"}, "Dora joins the game: half the game"),
    ],
)
def test_while_building(entry: Fields, headline: str) -> None:
    session = played(entry)
    assert entry_lines(session, speaker_of(session)) == [headline]


@pytest.mark.parametrize(
    ("blocks", "headline"),
    [
        ((RUN,), "Anton and Beate + Claus run from 65 München to 31"),
        ((depart(train(BEATE, CLAUS)),), "Beate and Claus run from 65 München to 31"),
        ((depart(train(CLAUS)),), "Claus runs from 65 München to 31"),
        ((depart(),), "Nobody runs from 65 München to 31"),
        ((depart(), special(train(ANTON))), "Anton runs from 65 München to Denmark (special run)"),
        ((depart(), special()), "Nobody runs from 65 München to Denmark (special run)"),
        ((RUN, race_roll(ANTON, 5)), "Anton rolls 5"),
        ((RUN, places([BEATE], [ANTON])), "Beate and Claus arrive first together, then Anton"),
        ((RUN, places([ANTON, BEATE])), "Anton and Beate + Claus arrive first, tied"),
        ((RUN, places([CLAUS, BEATE], [ANTON])), "Beate and Claus arrive first together, then Anton"),
        ((RUN, arrivals((CLAUS, 4, 1), (ANTON, 3, 0))), "Anton arrives first, then Beate and Claus together"),
        (
            (THREE_TRAINS, arrivals((CLAUS, 4, 1), (ANTON, 3, 0), (BEATE, 4, 1))),
            "Anton arrives first, then Claus and Beate tied",
        ),
        ((expand(ANTON, track={"plain": 2, "river": 1}),), "Anton expands by 2 plain and 1 river"),
        ((expand(ANTON, fees=[fee(BEATE, joins=1)]),), "Anton pays fees for building"),
        ((expand(ANTON),), "Anton doesn't expand"),
    ],
)
def test_while_the_trains_run(blocks: tuple[Fields, ...], headline: str) -> None:
    session = played(
        *blocks,
        position=operating(may_build={ANTON: 9}),
        special_runs=len(blocks) > 1 and "special" in blocks[1],
    )
    assert entry_lines(session, speaker_of(session))[-1] == headline


def test_partners_share_where_their_place_is_told() -> None:
    """20 and 10 each; a tied train of partners gets 15, of which 1 is left over."""
    session = played(RUN, places([BEATE], [ANTON]), RUN, places([ANTON, BEATE]), position=RUNS)
    speaker = speaker_of(session)
    first, tied = (
        speaker.say(step.outcome.receipts[-1].text)
        for step in session.record.steps
        if step.action.do == "arrive"
    )
    assert (
        first
        == "Prizes for run 1 (65-31): Beate and Claus come first: 20 units, 10 each. Anton is second: 10."
    )
    assert "Beate and Claus share 15 units, 7 each. 1 unit stays in the bank" in tied
