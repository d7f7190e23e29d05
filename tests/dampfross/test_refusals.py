"""Each refusal of the spec: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from companion.session import Session
from tests.dampfross.moves import RUNS, build, depart, expand, fee, places, played, train
from tests.dampfross.refused import AFTERWARDS, BUILDING, DEPARTING, FOUR, RACING, RUN
from tests.refusals import Case, assert_refused, assert_ruled, every
from tests.results import scores, state_of
from tests.support import ANTON, BEATE, CLAUS

CASES = [*BUILDING, *DEPARTING, *RACING, *AFTERWARDS]


def session_before(case: Case) -> Session:
    return played(*case.before, players=FOUR, **case.more)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_booked_by_a_ruling_unless_it_cannot_be(case: Case) -> None:
    session = session_before(case)
    assert_refused(session, case)
    assert_ruled(session, case)


def test_a_ruling_by_a_player_who_is_not_up_leaves_the_turn_where_it_is() -> None:
    state = state_of(played(build(CLAUS, cities=[65], ruling="he was forgotten")))
    assert (state["accounts"][CLAUS], state["turn"]["player"]) == (26, ANTON)
    session = played(build(CLAUS, ruling="he was forgotten"), build(ANTON), build(BEATE))
    assert (state_of(session)["round"], state_of(session)["turn"]["player"]) == (1, CLAUS)


def test_a_ruling_on_more_than_ten_pays_the_whole_net() -> None:
    session = played(depart(train(ANTON, pays={BEATE: 15}), train(CLAUS), ruling="agreed"), position=RUNS)
    assert scores(session) == {ANTON: 5, BEATE: 35, CLAUS: 20}


def test_a_ruling_on_one_arrival_pays_the_first_prize_only() -> None:
    session = played(RUN, places([BEATE], ruling="the others gave up"), position=RUNS)
    assert scores(session) == {ANTON: 20, BEATE: 40, CLAUS: 20}


def test_a_ruling_on_an_expansion_too_dear_leaves_nothing_to_build_with() -> None:
    session = played(depart(train(ANTON)), expand(ANTON, track={"plain": 25}, ruling="agreed"), position=RUNS)
    assert (scores(session)[ANTON], state_of(session)["may_build"][ANTON]) == (15, 0)


def test_every_problem_is_found_at_once() -> None:
    session = played()
    preview = session.preview(
        build(BEATE, 7, track={"plain": 8}, cities=[17, 31, 31], fees=[fee(BEATE, joins=1)])
    )
    assert [problem.field for problem in preview.violations] == [
        "by", "roll", "track", "cities[1]", "cities[3]", "fees[1].to",
    ]  # fmt: skip
