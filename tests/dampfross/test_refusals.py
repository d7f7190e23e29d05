"""Each refusal of the spec: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from companion.session import Session
from tests.corrections import amend
from tests.dampfross.moves import RUNS, build, depart, expand, fee, places, played, train
from tests.dampfross.refused import AFTERWARDS, BUILDING, DEPARTING, FOUR, RACING, RUN
from tests.refusals import Case, assert_refused, assert_ruled, every
from tests.results import scores, state_of
from tests.support import ANTON, BEATE, CLAUS, refused, shown

CASES = [*BUILDING, *DEPARTING, *RACING, *AFTERWARDS]


def session_before(case: Case) -> Session:
    return played(*case.before, players=FOUR, **case.more)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_number_and_the_state_stays(case: Case) -> None:
    assert_refused(session_before(case), case)


@every(CASES)
def test_a_ruling_books_it_unless_it_cannot_be(case: Case) -> None:
    assert_ruled(session_before(case), case)


def test_a_ruling_by_a_player_who_is_not_up_leaves_the_turn_where_it_is() -> None:
    state = state_of(played(build(CLAUS, cities=[65], ruling="he was forgotten")))
    assert (state["accounts"][CLAUS], state["turn"]["player"]) == (26, ANTON)
    session = played(build(CLAUS, ruling="he was forgotten"), build(ANTON), build(BEATE))
    assert (state_of(session)["round"], state_of(session)["turn"]["player"]) == (1, CLAUS)


def test_a_fee_to_oneself_that_an_earlier_version_saved_still_opens_and_pays_nobody() -> None:
    session = played(build(ANTON, fees=[fee(ANTON, joins=1)], ruling="so be it"))
    assert (scores(session)[ANTON], shown(session)["receipts"]) == (20, [])


def test_a_ruling_on_more_than_ten_pays_the_whole_net() -> None:
    session = played(depart(train(ANTON, pays={BEATE: 15}), train(CLAUS), ruling="agreed"), position=RUNS)
    assert scores(session) == {ANTON: 5, BEATE: 35, CLAUS: 20}


def test_a_ruling_on_one_arrival_pays_the_first_prize_only() -> None:
    session = played(RUN, places([BEATE], ruling="the others gave up"), position=RUNS)
    assert scores(session) == {ANTON: 20, BEATE: 40, CLAUS: 20}


def test_a_ruling_on_an_expansion_too_dear_leaves_nothing_to_build_with() -> None:
    session = played(depart(train(ANTON)), expand(ANTON, track={"plain": 25}, ruling="agreed"), position=RUNS)
    assert (scores(session)[ANTON], state_of(session)["may_build"][ANTON]) == (15, 0)


def test_a_fare_to_a_partner_that_an_earlier_version_saved_still_has_the_other_pay_his_half() -> None:
    """5 to Beate, halved: Anton, the first named, bears the odd unit and pays 3; Beate pays herself nothing."""
    session = played(
        depart(train(ANTON, BEATE, pays={BEATE: 5}), train(CLAUS), ruling="agreed"), position=RUNS
    )
    assert scores(session) == {ANTON: 17, BEATE: 23, CLAUS: 20}


def test_an_old_fee_to_oneself_is_kept_by_changes_to_other_entries_and_by_none_to_its_own() -> None:
    """Beate's city moves, 20 + 6; Anton's own entry is saved again only without the fee."""
    old = build(ANTON, fees=[fee(ANTON, joins=1)], ruling="so be it")
    session = played(old, build(BEATE))
    session.enter(amend(2, build(BEATE, cities=[31])))
    assert scores(session)[BEATE] == 26
    assert refused(lambda: session.enter(amend(1, {**old, "roll": 5})), session) == (
        "Anton builds this track, so no fee goes to Anton."
    )
    session.enter(amend(1, build(ANTON, 5)))


def test_every_problem_is_found_at_once() -> None:
    session = played()
    preview = session.preview(
        build(BEATE, 7, track={"plain": 8}, cities=[17, 31, 31], fees=[fee(BEATE, joins=1)])
    )
    assert [problem.field for problem in preview.violations] == [
        "by", "roll", "track", "cities[1]", "cities[3]", "fees[1].to",
    ]  # fmt: skip
