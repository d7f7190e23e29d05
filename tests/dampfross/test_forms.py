"""Entries of Dampfross by keys and as lines: few keys, dependent questions, shortest lines."""

from typing import Any

import pytest

from companion.session import Session
from tests.corrections import recount
from tests.dampfross import moves
from tests.dampfross.moves import END_BUILDING, arrivals, build, depart, joint_build, played, special, train
from tests.support import ANTON, BEATE, CLAUS, refused
from tests.tui.desk import AtDesk
from tests.tui.driving import disk_of

RUNNING = depart({**train(ANTON), "length": 20}, {**train(BEATE, CLAUS), "length": 21})


def building() -> Session:
    return played()


def between_runs() -> Session:
    """Anton has run alone and may build for 20; Claus owns a ferry."""
    return played(moves.ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON)))


def running() -> Session:
    return played(END_BUILDING, RUNNING)


# Others are in the table of entries by keys.
LINES = [
    (building, "build 5 fee beate joins 0", build(ANTON, 5, fees=[{"to": BEATE, "joins": 0}])),
    (building, "build 5", build(ANTON, 5)),
    (building, "build 5 by claus", build(CLAUS, 5)),
    (building, "build city 65 one-left", {"by": ANTON, "cities": [65], "one_left": True, "do": "build"}),
    (building, 'build 5 city 12 name 12 "Bad Ems"', build(ANTON, 5, cities=[12], names={"12": "Bad Ems"})),
    (
        building,
        "build 5 fee beate joins 1 halves 3 fee claus crossings 2",
        build(ANTON, 5, fees=[{"to": BEATE, "joins": 1, "halves": 3}, {"to": CLAUS, "crossings": 2}]),
    ),
    (building, "build 5 track city fee", build(ANTON, 5, track={}, cities=[], fees=[])),
    (between_runs, "depart 65 32", {"start": 65, "goal": 32, "do": "depart"}),
    (
        between_runs,
        "depart 65 32 train anton fare beate 5 ferry claus 1 train beate claus fare anton 7",
        depart(
            train(ANTON, pays={BEATE: 5}, ferries={CLAUS: 1}), train(BEATE, CLAUS, pays={ANTON: 7}), goal=32
        ),
    ),
    (
        between_runs,
        "depart 65 32 train anton beate fare claus 5",
        depart(train(ANTON, BEATE, pays={CLAUS: 5}), goal=32),
    ),
    (between_runs, "depart 65 special denmark train anton", special(train(ANTON))),
    (running, "arrive anton 3 2 beate 4 0", arrivals((ANTON, 3, 2), (BEATE, 4, 0))),
    (
        between_runs,
        'recount runs 3 accounts anton 30 beate -2 connected 65 12 used 65 1 turn anton because "counted again"',
        recount(
            runs_done=3,
            accounts={ANTON: 30, BEATE: -2},
            connected=[65, 12],
            used={"65": 1},
            turn={"player": ANTON},
        ),
    ),
]


@pytest.mark.parametrize(("session", "line", "fields"), LINES)
def test_entries_print_as_lines_that_read_back(session: Any, line: str, fields: dict[str, Any]) -> None:
    assert session().notation.line(fields) == line
    assert session().read(line) == fields


@pytest.mark.parametrize(
    ("session", "line", "fields"),
    [
        (building, "b 5 p 3", build(ANTON, 5, track={"plain": 3})),
        (building, "b 5 ebene 3", build(ANTON, 5, track={"plain": 3})),
        (building, "b 5 city münchen", build(ANTON, 5, cities=[65])),
        (building, "b 5 city munchen", build(ANTON, 5, cities=[65])),
        (building, "j a b 4 4 p 6", joint_build((ANTON, BEATE), (4, 4), track={"plain": 6})),
        (building, "joint-build anton", None),
        (building, "joint-build anton beate 4", None),
        (between_runs, "d munch 32 train a", depart(train(ANTON), goal=32)),
        (between_runs, "d 65 32 train a f", None),
        (
            between_runs,
            "d 65 32 train a fare b 5 train b c fare a 7",
            depart(train(ANTON, pays={BEATE: 5}), train(BEATE, CLAUS, pays={ANTON: 7}), goal=32),
        ),
        (running, "a a 3 2, b 4 0", arrivals((ANTON, 3, 2), (BEATE, 4, 0))),
        (running, "arrive arrivals a 3 2 b 4 0", arrivals((ANTON, 3, 2), (BEATE, 4, 0))),
        (between_runs, "x a p 4", moves.expand(ANTON, track={"plain": 4})),
        (between_runs, "x p 4 by a", None),
    ],
)
def test_short_words_are_read_or_refused(session: Any, line: str, fields: dict[str, Any] | None) -> None:
    if fields is None:
        assert refused(lambda: session().read(line), session())
    else:
        assert session().read(line) == fields


def test_parts_of_a_fee_that_are_nothing_are_not_printed() -> None:
    assert (
        building().notation.line(build(ANTON, 5, fees=[moves.fee(BEATE, joins=1)]))
        == "build 5 fee beate joins 1"
    )


@pytest.mark.parametrize(
    ("line", "word"),
    [("depart 65 31 train anton beate claus", "claus"), ("depart 65 31 train anton length 9 beate", "beate")],
)
def test_a_third_player_is_none_of_a_train_and_begins_no_other(line: str, word: str) -> None:
    """Spec, `depart`: a train has one or two players, a third is refused."""
    session = between_runs()
    assert refused(lambda: session.read(line), session) == (
        f'"{word}" is one answer too many for a train in run 2. To start the next row, type "train".'
    )


@pytest.mark.parametrize("line", ["build city 12 fee beate", "build fee claus halves 1 fee beate"])
def test_a_fee_that_is_for_nothing_is_asked_what_it_is_for(line: str) -> None:
    """It is booked where a file holds it, or somebody says 0."""
    assert "that Anton joins, 1 unit each" in refused(lambda: building().read(line), building())
    assert building().read(f"{line} joins 0")["fees"][-1] == {"to": BEATE, "joins": 0}
    assert building().read(f"{line} crossings 2")["fees"][-1] == {"to": BEATE, "crossings": 2}
    played(build(ANTON, 5, fees=[{"to": BEATE}]))


def test_enter_on_a_line_asks_for_what_is_missing() -> None:
    desk = AtDesk(disk_of(game="dampfross")).enter_line("build city 12 fee beate")
    assert "Missing: Beate's lines that Anton joins, 1 unit each" in desk.entry
    assert desk.blocks == []


def test_a_name_that_no_city_has_is_refused_in_one_sentence() -> None:
    session = between_runs()
    assert refused(lambda: session.read("d Nowhere 31"), session) == (
        'Companion doesn\'t know the number of "Nowhere" yet. Type the number from the board.'
    )
