"""The text for a chat: how many entries count, and how long they took."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.draw.export import export_bytes
from companion.report.session_text import summary_text
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import summary_of
from tests.corrections import gift
from tests.dampfross.moves import END_BUILDING, depart, train
from tests.dampfross.moves import FINISH as LAST
from tests.score_pad.pads import bid, played, scored, won
from tests.stephensons_rocket.moves import FINISH, skip
from tests.support import ANTON, BEATE, CLAUS, sound_session

BEGUN = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)


def when(session: Session) -> str:
    return summary_text(session, Speaker(session.record.ruleset)).splitlines()[1]


def test_the_number_of_entries_is_that_of_the_last_one_wherever_they_are_counted() -> None:
    """A title and a remark have a number too, so five entries are five; an undone one is none."""
    talk = [{"do": "setup", "title": "Friday"}, {"do": "remark", "note": "pizza"}]
    entries = [talk[0], gift(BEATE), gift(ANTON, 10), gift(CLAUS), {"do": "undo"}, FINISH, talk[1]]
    blocks = [{**entry, "at": BEGUN + timedelta(minutes=at)} for at, entry in enumerate(entries)]
    session = sound_session(blocks, created=BEGUN)
    assert session.record.numbers_by_step == [1, 2, 3, 4, 5]
    assert summary_of(session).entries == 5
    assert when(session) == "2026-11-14, 5 min, 5 entries", "the remark after the end is no part of the game"
    assert "5 entries (7 in the file, with undos and edits)" in export_bytes(session, "html", "en").decode()


@pytest.mark.parametrize(
    ("minutes", "length"), [(45, "45 min"), (125, "2 h 5 min"), (4.52, "5 min"), (0.2, "1 min")]
)
def test_how_long_it_took_is_said_where_the_file_knows(minutes: float, length: str) -> None:
    """The time from the beginning to the last entry of the game; the file may have no times at all."""
    half, later = BEGUN + timedelta(minutes=minutes / 2), BEGUN + timedelta(minutes=minutes)
    session = sound_session([{**skip(ANTON), "at": half}, {**skip(ANTON), "at": later}], created=BEGUN)
    assert when(session) == f"2026-11-14, {length}, 2 entries"
    assert when(sound_session([gift(ANTON)])) == "1 entry"


def test_a_game_that_stopped_early_says_in_which_round() -> None:
    """With three players, Whistle Stop has eleven rounds and Wizard twenty; other games say nothing of rounds."""
    whistle_stop = sound_session([{"do": "final", "ruling": "late"}], game="whistle-stop")
    wizard = played(bid(1, 0, 0), won(1, 0, 0), {"do": "finish"}, pad="wizard")
    for session, rounds in ((whistle_stop, "Round 1 of 11"), (wizard, "Round 1 of 20")):
        text = summary_text(session, Speaker(session.record.ruleset))
        assert f"Ended early: {rounds}." in text.splitlines()
    rocket = sound_session([FINISH])
    target = played(scored(10, 2, 3), pad="[rounds]\ncount = 5\n[end]\ntarget = 10\n")
    for session in (rocket, target):
        assert session.record.is_over
        assert "Ended early" not in summary_text(session, Speaker(session.record.ruleset))


@pytest.mark.parametrize(
    ("options", "how_far"), [({}, "best 40 of 250 units"), ({"end": "18-runs"}, "1 of 18 runs")]
)
def test_a_game_of_dampfross_that_stopped_early_says_how_far_it_came(
    options: dict[str, str], how_far: str
) -> None:
    """Three players play until one has 250; Anton began with 20 and ran alone for 20."""
    blocks = [END_BUILDING, depart(train(ANTON)), LAST]
    session = sound_session(blocks, game="dampfross", options=options)
    text = summary_text(session, Speaker(session.record.ruleset))
    assert f"Ended early: {how_far}." in text.splitlines()
