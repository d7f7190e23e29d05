"""Entries of Dampfross by keys and as lines: few keys, dependent questions, shortest lines."""

from typing import Any

import pytest

from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import END_BUILDING, arrivals, build, depart, played, train
from tests.support import ANTON, BEATE, CLAUS, refused
from tests.tui.acting import Start
from tests.tui.desk import AtDesk

RUNNING = depart({**train(ANTON), "length": 20}, {**train(BEATE, CLAUS), "length": 21})


def building() -> Session:
    return played()


def between_runs() -> Session:
    """Anton has run alone and may build for 20; Claus owns a ferry."""
    return played(moves.ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON)))


# Others are in the table of entries by keys; that every entry prints as a line that reads back is a law.


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("build 5 fee beate joins 0", build(ANTON, 5, fees=[{"to": BEATE, "joins": 0}])),
        ("build 5 track city fee", build(ANTON, 5, track={}, cities=[], fees=[])),
    ],
)
def test_what_is_nothing_and_said_prints_as_a_line_that_reads_back(line: str, fields: dict[str, Any]) -> None:
    assert building().notation.line(fields) == line
    assert building().read(line) == fields


@pytest.mark.parametrize("line", ["arrive a 3 2, b 4 0", "arrive arrivals a 3 2 b 4 0"])
def test_arrivals_are_read_with_and_without_their_word(line: str) -> None:
    session = played(END_BUILDING, RUNNING)
    assert session.read(line) == arrivals((ANTON, 3, 2), (BEATE, 4, 0))


@pytest.mark.parametrize("line", ["joint-build anton", "joint-build anton beate 4", "expand p 4 by a"])
def test_a_line_that_lacks_an_answer_or_has_it_in_another_place_is_refused(line: str) -> None:
    session = between_runs() if line.startswith("expand") else building()
    assert refused(lambda: session.read(line), session)


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


def test_a_name_that_no_city_has_is_refused_in_one_sentence() -> None:
    session = between_runs()
    assert refused(lambda: session.read("depart Nowhere 31"), session) == (
        'Companion doesn\'t know the number of "Nowhere" yet. Type the number from the board.'
    )


def test_of_two_trains_the_other_is_offered_as_second() -> None:
    """Rulebook, "Prämien": the race ends when the second is there. Either partner may be named."""
    desk = AtDesk(Start("dampfross", blocks=(END_BUILDING, RUNNING)).disk()).press("a b")
    assert "Who arrived after Beate: Beate (= for a tie, Enter: Anton)" in desk.entry
    assert desk.press("enter enter").blocks[-1] == moves.places([BEATE], [ANTON])
    first = AtDesk(Start("dampfross", blocks=(END_BUILDING, RUNNING)).disk()).press("a a")
    assert first.press("enter enter").blocks[-1] == moves.places([ANTON], [BEATE])


def test_of_three_trains_none_is_offered_as_second() -> None:
    three = depart(*(train(name) for name in (ANTON, BEATE, CLAUS)))
    desk = AtDesk(Start("dampfross", blocks=(END_BUILDING, three)).disk()).press("a b")
    assert "(= for a tie)" in desk.entry
    assert desk.press("enter enter").blocks[-1] == three
