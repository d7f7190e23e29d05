"""Entries of Dampfross by keys and as lines: few keys, dependent questions, shortest lines."""

from typing import Any

import pytest

from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import END_BUILDING, arrivals, build, depart, joint_build, played, train
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


@pytest.mark.parametrize(
    ("line", "word"),
    [("depart 65 31 train anton beate claus", "claus"), ("depart 65 31 train anton length 9 beate", "beate")],
)
def test_a_third_player_is_none_of_a_train_and_begins_no_other(line: str, word: str) -> None:
    """Spec, `depart`: a train has one or two players, a third is refused."""
    session = between_runs()
    assert refused(lambda: session.read(line), session) == (
        f'"{word}" is one answer too many for a train in run 2. The next one starts with "train".'
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
        'Companion doesn\'t know the number of "Nowhere" yet. Type it.'
    )
