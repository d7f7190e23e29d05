"""Somebody leaves (manual.md, "At the table"): no more turns, the pieces stay and count, no win."""

from typing import Any

import pytest

from companion.report.session_text import summary_text
from companion.session import Session
from companion.session.statistics import statistics_of
from companion.session.summary import summary_of
from tests import refusals
from tests.dampfross.moves import build, depart, joint_build, operating, train
from tests.refusals import case, rulable
from tests.results import row
from tests.stephensons_rocket.moves import bid, extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, shown, sound_session
from tests.tui.desk import AtDesk
from tests.tui.driving import disk_of
from tests.web.visiting import House
from tests.whistle_stop.moves import around, done

FINISH = {"do": "finish"}
RUN_ALONE = depart(train("Anton", pays={"Beate": 6}))
ROCKET, WHISTLE_STOP, DAMPFROSS = "stephensons-rocket", "whistle-stop", "dampfross"


def leave(player: str) -> dict[str, Any]:
    return {"do": "leave", "player": player, "reason": "the last bus"}


def played(game: str, *blocks: dict[str, Any], **more: Any) -> Session:
    return sound_session(blocks, game=game, **more)


@pytest.mark.parametrize(
    ("game", "blocks", "up"),
    [
        (ROCKET, [leave(ANTON)], BEATE),
        (ROCKET, [leave(BEATE), skip(ANTON), skip(ANTON)], CLAUS),
        (ROCKET, [leave(CLAUS), leave(ANTON), skip(BEATE), skip(BEATE)], BEATE),
        (WHISTLE_STOP, [leave(ANTON)], BEATE),
        (WHISTLE_STOP, [leave(ANTON), *around(BEATE, CLAUS)], BEATE),
        (DAMPFROSS, [build(ANTON), leave(BEATE)], CLAUS),
        (DAMPFROSS, [build(ANTON), build(BEATE), leave(CLAUS)], BEATE),
    ],
)
def test_turns_are_skipped_from_now_on(game: str, blocks: list[dict[str, Any]], up: str) -> None:
    session = played(game, *blocks)
    assert session.record.up == up


def test_a_round_without_the_last_seat_ends_before_it_and_pays_no_income_to_who_left() -> None:
    """Whistle Stop, "Round": 2, 2 and 3 coal by seat and 2 each round, so 4, 4, 5 and then 2 more for two of them."""
    session = played(WHISTLE_STOP, leave(CLAUS), *around(ANTON, BEATE))
    state = shown(session)["state"]
    assert state["round"] == 2
    assert {name: one["coal"] for name, one in state["players"].items()} == {ANTON: 6, BEATE: 6, CLAUS: 5}


def test_the_pieces_count_and_the_leaver_is_last_and_does_not_win() -> None:
    """Rocket, worked example 1: one token of the metropolis is worth 2,000, whoever holds it."""
    blocks = [token(ANTON, "Reading"), leave(ANTON), extend(BEATE, "GWR", metropolises=["Reading"])]
    session = played(ROCKET, *blocks, FINISH)
    standings = shown(session)["standings"]
    assert [(one["player"], one["rank"]) for one in standings] == [(BEATE, 1), (CLAUS, 2), (ANTON, 3)]
    assert standings[2]["score"] > standings[1]["score"]
    assert shown(session)["winners"] == [BEATE]


def test_fares_to_their_lines_are_still_paid_and_their_account_ends_no_game() -> None:
    """Dampfross with three ends at 250; only those who play can get there."""
    accounts = {ANTON: 20, BEATE: 249, CLAUS: 20}
    blocks = [leave(BEATE), depart(train(ANTON, pays={BEATE: 3}))]
    session = played(DAMPFROSS, *blocks, position=operating(accounts=accounts))
    assert session.record.state.accounts == {ANTON: 37, BEATE: 252, CLAUS: 20}
    assert not session.record.is_over


def test_who_left_has_nothing_to_build_with() -> None:
    """dampfross.md, "Expansion": income. Anton pays 6 and gets 20; Beate's 6 go with her, before a leave and after."""
    for blocks in ([RUN_ALONE, leave(BEATE)], [leave(BEATE), RUN_ALONE]):
        session = played(DAMPFROSS, *blocks, position=operating())
        assert shown(session)["state"]["may_build"] == {ANTON: 20, BEATE: 0, CLAUS: 0}
        assert [cell.value for cell in row(session, "holdings", "may-build").cells[1:]] == [20, 0, 0]


def test_who_left_has_no_place_in_the_statistics_and_met_nobody() -> None:
    """Anton 20 - 6 + 20, Beate 20 + 6, Claus 20: Beate left, so Anton is first, Claus second."""
    session = played(DAMPFROSS, RUN_ALONE, leave(BEATE), FINISH, position=operating())
    found = statistics_of([summary_of(session)]).of(DAMPFROSS)
    places = {one.player: one.average_place for one in found.tallies}
    assert places == {ANTON: 1, CLAUS: 2, BEATE: None}
    assert [*places] == [ANTON, CLAUS, BEATE], "who has no place comes last"
    assert {(one.player, one.other, one.ahead) for one in found.meetings} == {
        (ANTON, CLAUS, 1),
        (CLAUS, ANTON, 0),
    }


LEFT = "Anton has left the game."
REFUSED = [
    rulable(skip(ANTON), LEFT, leave(ANTON), game=ROCKET),
    rulable(
        extend(BEATE, "GWR", veto=[bid(ANTON, 1), bid(BEATE, 1)]),
        LEFT,
        extend(ANTON, "GWR"),
        leave(ANTON),
        game=ROCKET,
    ),
    rulable(done(ANTON), LEFT, leave(ANTON), game=WHISTLE_STOP),
    rulable(joint_build([BEATE, ANTON], [3, 3]), LEFT, leave(ANTON), game=DAMPFROSS),
    rulable(depart(train(ANTON)), LEFT, leave(ANTON), game=DAMPFROSS, position=operating()),
    case(leave(ANTON), "Anton has already left the game.", leave(ANTON), game=ROCKET),
    case(
        leave(CLAUS),
        "Claus is the last one playing. End the game instead.",
        leave(ANTON),
        leave(BEATE),
        game=ROCKET,
    ),
    case(
        {"do": "recount", "reason": "?", "position": {"turn": {"player": ANTON}}},
        LEFT,
        leave(ANTON),
        game=DAMPFROSS,
    ),
]


@pytest.mark.parametrize("case", REFUSED, ids=[f"{one.more['game']}-{one.action['do']}" for one in REFUSED])
def test_who_left_does_nothing_any_more(case: refusals.Case) -> None:
    refusals.assert_refused(sound_session(case.before, **case.more), case)
    refusals.assert_ruled(sound_session(case.before, **case.more), case)


@pytest.mark.parametrize("game", [ROCKET, WHISTLE_STOP, DAMPFROSS])
def test_who_did_it_can_be_asked_with_somebody_gone(game: str) -> None:
    """Turns up to somebody's are filled in; Dampfross waited for ever for the turn of who left."""
    desk = AtDesk(disk_of([leave(BEATE)], game=game)).press("tab", "b")
    assert desk.model.acting == BEATE
    turns = desk.session.record.game.passes_until(desk.session.record.state, BEATE)
    assert BEATE not in [one["by"] for one in turns]


@pytest.mark.parametrize("blocks", [[leave(ANTON)], [leave(ANTON), FINISH]])
def test_left_is_told_in_place_of_the_rank_wherever_ranks_are(blocks: list[dict[str, Any]]) -> None:
    """Rocket: the others have 1,000 each, so they are first together."""
    found = [{"do": "adjust", "player": name, "amount": 1000, "reason": "found"} for name in (BEATE, CLAUS)]
    blocks = [*found, *blocks]
    session = played(ROCKET, *blocks)
    desk, phone = AtDesk(disk_of(blocks)), House(session).visitor(seat=1).get().text
    assert "×A Anton" in desk.text
    assert "0 – 1,000 1st 1,000 1st" in desk.text
    assert "3rd" not in desk.text
    assert [">3.<" in phone, ">left<" in phone] == [False, True]
    assert "Anton 0 (left the game)" in summary_text(session, desk.model.speaker)


def test_a_phone_of_who_left_can_look_but_not_enter() -> None:
    house = House(played(ROCKET, leave(ANTON)))
    left, staying = (house.visitor(seat=seat).get().text for seat in (0, 1))
    assert "left this game" in left
    assert "verb:" in staying
    assert "verb:" not in left
