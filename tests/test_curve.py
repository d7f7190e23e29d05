"""The score curve and its chart of dots: points, marks and places worked out by hand."""

import pytest

from companion.core.messages import say
from companion.core.views import Milestone
from companion.report.braille_chart import chart_lines
from companion.report.chart_data import Curve, CurveMark, curve_of, plot_of
from companion.report.spans import Line, plain
from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross import moves as dampfross
from tests.dampfross.moves import END_BUILDING, build, depart, places, train
from tests.stephensons_rocket.moves import FINISH, extend, line, played, started
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE
from tests.support import ANTON, BEATE, CLAUS, sound_session


def known(session: Session) -> Curve:
    found = curve_of(session)
    assert found is not None
    return found


def marks(session: Session) -> list[tuple[int, str]]:
    return [(one.at, Speaker(session.record.ruleset).say(one.milestone.what)) for one in known(session).marks]


def columns(curve: Curve) -> list[tuple[int, ...]]:
    return [tuple(one[name] for name in (ANTON, BEATE, CLAUS)) for one in curve.scores]


def test_the_final_scoring_is_a_step_of_its_own() -> None:
    """stephensons-rocket.md, "Final scoring 3": earned before 28, 30, 25; total 72, 75, 65."""
    session = sound_session([FINISH], **FINAL_TABLE)
    curve = known(session)
    assert columns(curve) == [(28_000, 30_000, 25_000)] * 2 + [(72_000, 75_000, 65_000)]
    assert curve.final == 2
    assert curve.entries == (0, 1, 1)
    assert marks(session) == [(2, "end")]


def test_mergers_are_marked_where_they_were() -> None:
    """stephensons-rocket.md, "Scoring 2": 3 towns, 3,000 to Anton and 1,500 to Beate, rounded to 1,000."""
    start = started(line("LSWR", unnamed_towns=3, shares={ANTON: 3, BEATE: 2}), line("GWR"), up=CLAUS)
    session = played(extend(CLAUS, "LSWR", into="GWR"), **start)
    assert columns(known(session)) == [(0, 0, 0), (3_000, 1_000, 0)]
    assert marks(session) == [(1, "LSWR merges into GWR")]
    (mark,) = known(session).marks
    assert Speaker(session.record.ruleset).text(mark.milestone.short) == "LSWR→GWR", (
        "the second one on a chart"
    )
    assert known(session).final is None


def test_building_and_runs_are_marked_when_they_are_over() -> None:
    """20 each; 6 for a city; then Beate pays Anton 4, 20 for the first and 10 for the second."""
    run = (depart(train(ANTON), train(BEATE, pays={ANTON: 4})), places([BEATE], [ANTON]))
    session = dampfross.played(build(ANTON, cities=[12]), END_BUILDING, *run)
    assert columns(known(session)) == [(20, 20, 20), (26, 20, 20), (26, 20, 20), (30, 16, 20), (40, 36, 20)]
    assert marks(session) == [(2, "building"), (4, "run 1")]


def test_what_is_undone_or_hidden_is_no_part_of_it() -> None:
    gift = {"do": "adjust", "player": ANTON, "amount": 5, "reason": "found"}
    assert columns(known(sound_session([gift, gift, {"do": "undo"}]))) == [(0, 0, 0), (5, 0, 0)]
    assert curve_of(sound_session([gift], options={"hidden_money": True})) is None
    over = sound_session([gift, FINISH], options={"hidden_money": True})
    assert known(over).scores[1][ANTON] == 5, "after the end all of it"


def test_a_small_chart_has_a_few_points_evenly_spaced_and_the_end() -> None:
    """Eleven gifts of 1, at most 4 points: every third one, and the end, in which nobody scores."""
    gifts = [{"do": "adjust", "player": ANTON, "amount": 1, "reason": "found"}] * 11
    curve = curve_of(sound_session([*gifts, FINISH]), most=4)
    assert curve is not None
    assert [scores[ANTON] for scores in curve.scores] == [0, 1, 4, 7, 10, 11]
    assert [mark.at for mark in curve.marks] == [5]


def test_places_of_a_game_that_goes_on() -> None:
    plot = plot_of(curve_with({"Anton": [0, 5, 10], "Beate": [10, -10, 0]}, marks={1: "run 1"}), 5)
    assert plot.lines["Anton"] == (((0, 0.5), (0.5, 0.75), (1, 1)),)
    assert plot.lines["Beate"] == (((0, 1), (0.5, 0), (1, 0.5)),)
    assert plot.heights == ((0, -10), (0.25, -5), (0.5, 0), (0.75, 5), (1, 10))
    assert [place for place, _ in plot.marks] == [0.5]
    assert plot.end is None


def test_the_end_is_on_the_same_scale_unless_that_would_press_the_game_flat() -> None:
    """Up to three times as high; beyond that the game has all the height, and the end begins anew on its own scale."""
    same = plot_of(curve_with({"Anton": [0, 10, 30]}, final=2), 5)
    ((_, before, after),) = same.lines["Anton"]
    assert list(before) == pytest.approx([0.86, 1 / 3])
    assert after == (1, 1)
    own = plot_of(curve_with({"Anton": [0, 10, 40]}, final=2), 5)
    game, end = own.lines["Anton"]
    assert [*game[0], *game[1]] == pytest.approx([0, 0, 0.82, 1])
    assert [*end[0], *end[1]] == pytest.approx([0.86, 0.25, 1, 1])
    assert own.end == pytest.approx(0.84)
    assert [score for _, score in own.heights][-1] == 10


LETTERS = {"Anton": "A", "Beate": "B"}
SPEAKER = Speaker()


def curve_with(
    scores: dict[str, list[int]], final: int | None = None, marks: dict[int, str] | None = None
) -> Curve:
    """Return a curve; a mark's short name is its last word."""
    points = [dict(zip(scores, one, strict=True)) for one in zip(*scores.values(), strict=True)]
    found = tuple(CurveMark(at, named(what)) for at, what in (marks or {}).items())
    return Curve(tuple(scores), tuple(scores), tuple(points), tuple(range(len(points))), found, final)


def named(what: str) -> Milestone:
    """Marks that begin alike are of one kind."""
    kind, _, last = what.rpartition(" ")
    return Milestone(say("words.text" if kind else "chart.end", text=what), last)


def drawn(curve: Curve, room: int = 14, height: int = 4, with_scores: bool = False) -> list[Line]:
    return chart_lines(curve, SPEAKER, LETTERS, room, height, with_scores)


def chart(curve: Curve, room: int = 14, height: int = 4, with_scores: bool = False) -> list[str]:
    return [plain(line) for line in drawn(curve, room, height, with_scores)]


def test_round_scores_stand_at_the_side_and_letters_on_the_lines_and_behind_them() -> None:
    """Eight rows of dots: 8 in the uppermost one, 0 in the lowest one; of two labels at most 0 and 5 are round, and 5
    is in the third row of dots. Letters at a third and two thirds of nine columns.
    """
    assert chart(curve_with({"Anton": [8, 8], "Beate": [0, 0]})) == [
        "5 ┤⠉⠉⠉A⠉⠉⠉⠉⠉ A",
        "0 ┤⣀⣀⣀⣀⣀⣀B⣀⣀ B",
        "  └─────────",
        "",
    ]


def test_marks_have_ticks_and_words_and_those_of_a_kind_are_short_where_room_is_scarce() -> None:
    """40 dots across: 2, 4 and 6 tenths of 39 are 8, 16 and 23, in columns 4, 8 and 11. "run 2" would touch "run 1"."""
    marks = {2: "run 1", 4: "run 2", 6: "run 3", 10: "end"}
    found = chart(curve_with({"Anton": list(range(11))}, marks=marks), room=26)
    assert found[-2:] == ["   └────┴───┴──┴───────┴", "      run 1 2  3      end"]
