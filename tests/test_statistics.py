"""Statistics of all finished sessions, worked out by hand."""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from companion.core.summary import Summary
from companion.report.statistics import game_messages, not_counted, statistics_csv
from companion.report.words import Speaker
from companion.session.statistics import ALL, GameStats, HeadToHead, PlayerStats, statistics_of
from tests.support import ANTON, BEATE, CLAUS, ROOT, text_of

GOLDEN = ROOT / "tests" / "golden"
ROCKET, WHISTLE = "stephensons-rocket", "whistle-stop"


def day(number: int) -> datetime:
    return datetime(2026, 11, number, 22, tzinfo=UTC)


def played(
    number: int | None,
    game: str,
    scores: dict[str, int],
    winners: Sequence[str] | None = None,
    minutes: int = 0,
    is_over: bool = True,
) -> Summary:
    """Return a session that ended on a day; the highest score won, unless `winners` are given."""
    most = [name for name, score in scores.items() if score == max(scores.values())]
    last, names = None if number is None else day(number), tuple(scores)
    won = tuple(most if winners is None else winners) if is_over else ()
    by = {name: (name in won, score) for name, score in scores.items()}
    places = {name: 1 + sum(other > by[name] for other in by.values()) for name in names}
    return Summary(
        game, "", names, names[0], {}, last, last, minutes * 60, 5, is_over, won, False, scores, places, False
    )


EVENINGS = (
    played(3, ROCKET, {ANTON: 20_000, BEATE: 30_000, CLAUS: 10_000}, minutes=90),
    played(5, ROCKET, {ANTON: 40_000, BEATE: 40_000}, minutes=151),
    played(4, WHISTLE, {"beate": 50, ANTON: 50, CLAUS: 7}, winners=[ANTON]),  # the tie-break is Anton's
    played(9, WHISTLE, {ANTON: 1, BEATE: 2}, is_over=False),
)
"""Anton: 2nd, shared first, first. Beate: first, shared first, second by the tie-break. Claus: third twice."""


def tally(statistics: Any, player: str, game: str) -> PlayerStats:
    found: PlayerStats
    (found,) = statistics.of(game, player).tallies
    return found


def test_plays_wins_averages_best_and_places_by_hand() -> None:
    found = statistics_of(EVENINGS)
    assert tally(found, ANTON, ROCKET) == PlayerStats(
        ANTON, ROCKET, 2, 1, 1, Fraction(30_000), 40_000, day(5), Fraction(3, 2), day(5)
    )
    assert tally(found, BEATE, ROCKET) == PlayerStats(
        BEATE, ROCKET, 2, 2, 1, Fraction(35_000), 40_000, day(5), Fraction(1), day(5)
    )
    assert tally(found, BEATE, WHISTLE).average_place == 2, "the tie-break put Beate behind Anton"
    assert tally(found, CLAUS, WHISTLE).average_place == 3
    assert tally(found, BEATE, ALL) == PlayerStats(
        BEATE, ALL, 3, 2, 1, None, None, None, Fraction(4, 3), day(5)
    ), "scores of two games are never mixed"
    assert found.of(ROCKET).players == (BEATE, ANTON, CLAUS), "who won most comes first"
    assert found.unfinished == 1


def test_who_finished_ahead_by_hand() -> None:
    met = {(one.player, one.other): one for one in statistics_of(EVENINGS).of(ALL).meetings}
    assert met[ANTON, BEATE] == HeadToHead(ANTON, BEATE, ALL, plays=3, ahead=1, behind=1, level=1)
    assert met[BEATE, CLAUS] == HeadToHead(BEATE, CLAUS, ALL, plays=2, ahead=2, behind=0, level=0)
    assert met[CLAUS, ANTON] == HeadToHead(CLAUS, ANTON, ALL, plays=2, ahead=0, behind=2, level=0)


def test_lengths_leave_out_sessions_without_times() -> None:
    """90 and 151 minutes are 120.5 on average; the Whistle Stop session has no times."""
    found = {one.game: one for one in statistics_of(EVENINGS).games}
    assert list(found) == [ALL, ROCKET, WHISTLE], "the game played last comes first"
    assert found[ROCKET] == GameStats(ROCKET, 2, 3, 1, 2, 7230, 5400, 9060, day(5))
    assert found[WHISTLE] == GameStats(WHISTLE, 1, 3, 0, 0, None, None, None, day(4))
    assert found[ALL] == GameStats(ALL, 3, 3, 1, 2, 7230, 5400, 9060, day(5))
    said = [Speaker().say(one) for one in game_messages(found[ROCKET], lambda moment: "that day")]
    assert said == [
        "2 finished sessions, 3 players. Last played: that day.",
        "1 session ended in a shared win.",
        "A session took 2 h 1 min on average, from 1 h 30 min to 2 h 31 min (2 sessions timed).",
    ]
    short = found[ROCKET]._replace(shared_wins=0, average_seconds=59 * 60, shortest_seconds=59 * 60)
    assert "took 59 min on average" in Speaker().say(game_messages(short, str)[-1])


def test_one_name_spelt_in_two_ways_is_one_player_under_the_newest_spelling() -> None:
    """manual.md, "Files and folders": names compare trimmed, case-folded and in NFC."""
    older = played(1, ROCKET, {"ZOË": 1, ANTON: 2})
    newer = played(2, ROCKET, {"Zoe\u0308 ": 3, "anton": 2})
    for order in ((older, newer), (newer, older)):
        found = statistics_of(order).of(ROCKET)
        assert [one.plays for one in found.tallies] == [2, 2]
        assert sorted(found.players) == ["Zoe\u0308 ", "anton"]


def test_copies_of_an_evening_count_once_and_that_is_said() -> None:
    """The one last entered in counts, but none that isn't finished; the header and the first entry tell copies."""
    first = played(3, ROCKET, {ANTON: 1, BEATE: 2}, minutes=6)._replace(trail="0123456789ab0000")
    copy = played(4, ROCKET, {"beate": 2, ANTON: 5}, minutes=6)._replace(trail="0123456789ab1111")
    running = played(5, ROCKET, {ANTON: 9, BEATE: 2}, is_over=False)._replace(trail="0123456789ab")
    others = [
        first._replace(trail="0123456789ff0000"),
        first._replace(trail="1123456789ab0000"),
        *[first._replace(trail="")] * 2,
    ]
    for copies in ([copy, first], [first, copy], [running, copy]):
        found = statistics_of([*copies, *others])
        assert (found.copies, found.unfinished, found.games[0].plays) == (1, 0, 5)
        assert tally(found, ANTON, ROCKET).best_score == 5
    said = not_counted(found)
    assert said is not None
    assert Speaker().say(said) == "Not counted: 1 copy of the same session."


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_a_row_for_each_player_and_game_and_no_formula() -> None:
    scores = {"=1+1": 2, 'say "x", y': 1}
    text = statistics_csv(statistics_of([played(1, ROCKET, scores), played(2, WHISTLE, scores)]))
    assert text.endswith("\r\n")
    rows = rows_of(text)
    assert [(row["player"], row["game"]) for row in rows] == [
        ("'=1+1", WHISTLE),
        ('say "x", y', WHISTLE),
        ("'=1+1", ROCKET),
        ('say "x", y', ROCKET),
    ]
    assert rows[0] == {
        "player": "'=1+1",
        "game": WHISTLE,
        "plays": "1",
        "wins": "1",
        "shared_wins": "0",
        "average_score": "2.0",
        "best_score": "2",
        "best_at": "2026-11-02T22:00:00+00:00",
        "average_place": "1.0",
        "last_played": "2026-11-02T22:00:00+00:00",
    }


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """The final table of the rulebook of Stephenson's Rocket, and a session that is not over."""
    name, folder = "stephensons-rocket-rulebook-table.toml", tmp_path / "saves"
    folder.mkdir()
    (folder / name).write_bytes((GOLDEN / name).read_bytes())
    (folder / "open.toml").write_text(text_of((), (ANTON, BEATE)), encoding="utf-8")
    return folder


def test_the_command_prints_players_pairs_and_what_is_not_counted(saves: Path, companion: Any) -> None:
    """stephensons-rocket.md, "Final scoring 3": Anton 72,000, Beate 75,000, Claus 65,000."""
    done = companion("stats")
    assert (done.code, done.err) == (0, "")
    said = " ".join(done.out.split())
    assert "1 finished session, 3 players. Last played: " in said
    assert "Beate 1 1 . 75,000 75,000 " in said
    assert "Claus 1 . . 65,000 65,000 " in said
    assert "Anton against Beate 1 . 1 . Anton against Claus 1 1 . . Beate against Claus 1 1 . ." in said
    assert said.endswith("Not counted: 1 unfinished session.")
    assert sorted(path.name for path in saves.iterdir()) == [
        "open.toml",
        "stephensons-rocket-rulebook-table.toml",
    ]


def test_the_command_writes_json_and_csv(saves: Path, companion: Any) -> None:
    found = json.loads(companion("stats", "--json").out)
    assert sorted(found) == ["games", "head_to_head", "not_counted", "players"]
    assert found["not_counted"] == {"unfinished": 1, "unreadable": 0, "archived": 0, "copies": 0}
    assert [(one["game"], one["plays"]) for one in found["games"]] == [(None, 1), (ROCKET, 1)]
    best = [(one["player"], one["game"], one["best_score"]) for one in found["players"]]
    assert (BEATE, ROCKET, 75_000) in best
    assert (BEATE, None, None) in best
    assert len(found["head_to_head"]) == 12, "six for each of all games and the one"
    rows = rows_of(companion("stats", "--csv", "--player", "anton").out)
    assert [(row["player"], row["wins"], row["best_score"]) for row in rows] == [(ANTON, "0", "72000")]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--game", "chess"), 'There\'s no ruleset "chess". The rulesets are '),
        (
            ("--player", "Emil"),
            "Emil hasn't finished a session. Players who have: Beate, Anton and Claus.",
        ),
    ],
)
def test_a_filter_that_finds_nothing_is_one_sentence(
    saves: Path, companion: Any, arguments: tuple[str, ...], sentence: str
) -> None:
    done = companion("stats", *arguments)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert done.err.count("\n") == 1
