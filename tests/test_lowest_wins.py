"""A game in which the lowest score wins: ranks, leads, result, story and statistics, worked out by hand."""

from typing import Any

import pytest

from companion.core.summary import Summary
from companion.games.stephensons_rocket.rules import StephensonsRocket
from companion.report.standings import result_of
from companion.report.words import Speaker
from companion.session.statistics import statistics_of
from companion.session.summary import summary_of
from companion.storage.summaries import read_summaries, write_summaries
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import FINISH
from tests.support import ANTON, BEATE, CLAUS, FILE, sound_session
from tests.test_leading import said
from tests.test_statistics import ROCKET, day, played, tally
from tests.test_story import gift, told

GIFTS = (gift(ANTON, 7), gift(BEATE, 3), gift(CLAUS, 5))
LEAVE = {"do": "leave", "player": BEATE, "reason": "the last bus"}


@pytest.fixture(autouse=True)
def lowest_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StephensonsRocket, "wins_lowest", True)


@pytest.mark.parametrize(
    ("more", "ranks", "winners"),
    [
        ([], [(BEATE, 3, 1), (CLAUS, 5, 2), (ANTON, 7, 3)], ()),
        ([FINISH], [(BEATE, 3, 1), (CLAUS, 5, 2), (ANTON, 7, 3)], (BEATE,)),
        ([LEAVE, FINISH], [(CLAUS, 5, 1), (ANTON, 7, 2), (BEATE, 3, 3)], (CLAUS,)),
        ([gift(BEATE, 2), FINISH], [(BEATE, 5, 1), (CLAUS, 5, 1), (ANTON, 7, 3)], (BEATE, CLAUS)),
    ],
    ids=["before the end", "at the end", "without who left", "a tie"],
)
def test_the_lowest_score_is_first(more: list[Any], ranks: list[Any], winners: tuple[str, ...]) -> None:
    session = sound_session([*GIFTS, *more])
    assert session.record.standings() == ranks
    assert session.record.public_projection == ranks
    assert session.record.game.winners(session.record.state) == winners
    tie = session.record.game.tie(session.record.state)
    text = "Beate and Claus have 5 each, and no rule breaks the tie."
    assert (tie and Speaker().say(tie)) == (text if len(winners) == 2 else None)


def test_leads_are_by_the_difference() -> None:
    session = sound_session(GIFTS)
    assert told(session)[0] == "So far Beate is ahead with 3 pounds, 2 less than Claus."
    lines = [" ".join(one.split()) for one in said(session)]
    assert "B Beate leads by 2 pounds." in lines
    assert "Trails by 4 · 2" in lines
    first = "The game isn't over. If it ended now, Beate would have the lowest score:"
    assert Speaker().say(result_of(session).text) == first


def test_the_story_of_a_finished_game_calls_no_points_a_payout() -> None:
    """Anton has 7: two are level. Beate has 3: Claus leads with 0. Claus has 5: Beate leads, for two entries."""
    assert told(sound_session([*GIFTS, FINISH])) == [
        "Beate won with 3 pounds, 2 ahead of Claus.",
        "The lead changed once.",
        "Beate was the last to take the lead, from Claus in entry 3.",
        "Beate led longest, for 2 of 4 entries.",
        "Beate's biggest lead over Claus: adjustments, 3 to 5.",
    ]


def test_the_best_score_of_the_statistics_is_the_lowest_and_of_equal_ones_the_earlier() -> None:
    evenings = [played(number, ROCKET, {ANTON: score}) for number, score in ((1, 40), (2, 20), (3, 20))]
    found = statistics_of([one._replace(wins_lowest=True) for one in evenings])
    assert (tally(found, ANTON, ROCKET).best_score, tally(found, ANTON, ROCKET).best_at) == (20, day(2))


def test_a_kept_summary_says_so_and_an_older_one_means_the_highest() -> None:
    disk, summary = MemoryDisk(), summary_of(sound_session([*GIFTS, FINISH]))
    assert summary.wins_lowest

    def kept(content: Any) -> Summary:
        write_summaries(disk, FILE.parent, {"x.toml": ((1,), content)})
        return read_summaries(disk, FILE.parent)["x.toml"][1]

    assert kept(summary) == summary
    assert not kept(tuple(summary)[:-1]).wins_lowest
