"""What each entry of Dampfross is in one sentence."""

import pytest

from companion.report.entries import entry_lines
from companion.report.words import speaker_of
from tests.dampfross.moves import RUNS, depart, operating, places, played, train
from tests.support import ANTON, BEATE, CLAUS

BUILDING = {
    "build 4 plain 1 slope 1": "Anton builds for 4 points (1 plain and 1 slope)",
    "build 6 river 1": "Anton rolls 6 and builds for 3 points (1 river)",
    "build 6 river 2 city 11": "Anton builds for 6 points (2 rivers) and reaches 11",
    "build 6 track": "Anton rolls 6 and builds nothing",
    "build 6": "Anton rolls 6 and builds",
    "build": "Anton reaches no new city",
    "build fee beate joins 1": "Anton builds",
    'build city 65 12 name 12 "Bonn" 13 "bonn" 21 "Köln" one-left': "Anton builds, reaches 65 München and 12 Bonn, "
    "names 21 Köln and says only one city is left",
    "joint-build anton beate 4 4 plain 6 city 65": "Anton and Beate roll 4 and 4, "
    "build for 6 points (6 plain) and reach 65 München",
    'buy-ferry anton "Gedser 1"': "Anton buys the ferry Gedser 1",
    "end-building": "The building phase ends",
    "finish": "The players end the game",
    'join "Dora"': "Dora joins the game",
    'join "Dora" because "half the game"': "Dora joins the game: half the game",
}
TWO, THREE = "depart 65 31 train anton train beate claus", "depart 65 31 train anton train beate train claus"
RUNNING = {
    TWO: "Anton and Beate + Claus run from 65 München to 31",
    "depart 65 31 train beate claus": "Beate and Claus run from 65 München to 31",
    "depart 65 31 train claus": "Claus runs from 65 München to 31",
    "depart 65 31 train": "Nobody runs from 65 München to 31",
    "depart 65 31 train; depart 65 denmark train anton": "Anton runs from 65 München to Denmark (special run)",
    "depart 65 31 train; depart 65 denmark train": "Nobody runs from 65 München to Denmark (special run)",
    f"{TWO}; race-roll anton 5": "Anton rolls 5",
    f"{TWO}; arrive place beate place anton": "Beate and Claus arrive first together, then Anton",
    f"{TWO}; arrive place anton beate": "Anton and Beate + Claus arrive first, tied",
    f"{TWO}; arrive place claus beate place anton": "Beate and Claus arrive first together, then Anton",
    f"{TWO}; arrive claus 4 1 anton 3 0": "Anton arrives first, then Beate and Claus together",
    f"{THREE}; arrive claus 4 1 anton 3 0 beate 4 1": "Anton arrives first, then Claus and Beate tied",
    "expand anton plain 2 river 1": "Anton expands by 2 plain and 1 river",
    "expand anton fee beate joins 1": "Anton pays fees for building",
    "expand anton": "Anton doesn't expand",
}


@pytest.mark.parametrize(("lines", "headline"), [*BUILDING.items(), *RUNNING.items()])
def test_an_entry_is_told_in_one_sentence(lines: str, headline: str) -> None:
    position = None if lines in BUILDING else operating(may_build={ANTON: 9})
    session = played(position=position, special_runs="denmark" in lines)
    for line in lines.split("; "):
        session.enter(session.read(line))
    assert entry_lines(session, speaker_of(session))[-1] == headline


def test_partners_share_where_their_place_is_told() -> None:
    """20 and 10 each; a tied train of partners gets 15, of which 1 is left over."""
    run = depart(train(ANTON), train(BEATE, CLAUS))
    session = played(run, places([BEATE], [ANTON]), run, places([ANTON, BEATE]), position=RUNS)
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
