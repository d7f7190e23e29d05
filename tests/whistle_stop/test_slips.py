"""Slips that cost points: what is booked with a warning, or refused. Spec, "Read cold"."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.board_notes import Lesson
from companion.core.messages import say
from companion.report.words import Speaker
from tests.corrections import insert, recount
from tests.planned import plan
from tests.results import only_receipt, scores, state_of, warnings
from tests.support import ANTON, BEATE, FILE, library, refused, text_of
from tests.tui.acting import Start
from tests.tui.desk import AtDesk
from tests.whistle_stop import moves
from tests.whistle_stop.moves import buy, denver, held, move, played, share, use

LIGHT: dict[str, Any] = {"options": {"track": "score"}}
COALS = ["coal"] * 3
SHARE: dict[str, Any] = {"position": {"players": {ANTON: {"coal": 4, "shares": {"A": [1]}}}}}
LIGHT_SHARE = {**LIGHT, "position": {"players": {ANTON: {"shares": {"A": [1]}}}}}
NOT_HOME = "An exchange is an end tile, so enter that Anton's train goes home."


# Rulebook, set-up 6: of the end tiles; its 18 special tiles are complete without an exchange.


@pytest.mark.parametrize("more", [SHARE, LIGHT_SHARE])
def test_a_train_that_stays_on_the_board_at_an_exchange_is_warned_of(more: dict[str, Any]) -> None:
    given: dict[str, Any] = {"rate": 3, "share": share("A", 1)}
    assert warnings(played(move("exchange", **given), **more)) == [NOT_HOME]
    assert warnings(played(move("exchange", **given, end=True, rewards=COALS), **more)) == []


def test_the_caboose_at_an_exchange_moves_no_train() -> None:
    owner = moves.owning("caboose", shares={"A": [1]})
    assert warnings(played(use("caboose", stop="exchange", rate=3, share=share("A", 1)), **owner)) == []


def test_an_exchange_entered_by_keys_brings_the_train_home_in_the_line_too() -> None:
    desk = AtDesk(Start(moves.GAME).disk())
    desk.press("m x 3 enter l l l enter")
    assert state_of(desk.session)["players"][ANTON]["trains_home"] == 1
    assert " ends " in desk.session.notation.line(desk.session.record.blocks[-1])
    assert warnings(desk.session) == []


# Rulebook, "Caboose": uses a stop again on which one of your trains stands.

ALL_HOME = {"upgrades": ["caboose"], "trains_home": 5}


def test_the_caboose_needs_a_train_on_the_board_but_for_a_ruling() -> None:
    session = played(**held(Anton=ALL_HOME))
    sentence = "All of Anton's trains are home."
    assert refused(lambda: session.enter(use("caboose", stop="wood")), session) == sentence
    upgrades = session.context().ask("use")({})[0].choices
    said = {one.value: one.refusal and one.refusal.key for one in upgrades}
    assert said["caboose"] == "whistle-stop.all-home"
    assert [one.message for one in session.record.game.verb_violations(session.record.state, "use")] == [
        say("whistle-stop.all-home", player=ANTON)
    ]
    session.enter(use("caboose", stop="wood", ruling="it was moved wrongly"))
    assert moves.player_of(session)["goods"] == {"wood": 1}
    assert played(use("caboose", stop="wood"), **held(Anton={**ALL_HOME, "trains_home": 4})).record.steps


# Rulebook, "Bewegung mit Kohle": only who can't pay at an end tile loses the points in the red star.

NORTH: dict[str, Any] = {"tile": "North", "points": 6, "pay": {"wood": 2}}


def end(by: str = ANTON, *rewards: str, **more: Any) -> dict[str, Any]:
    return move("end", by, rewards=[*(rewards or COALS)], **more)


@pytest.mark.parametrize(
    ("wood", "rewards", "tile", "is_warned"),
    [
        (4, COALS, "north", True),
        (3, COALS, "North", False),
        (3, ["wood", "coal", "coal"], "North", False),  # rewards come after the payment
        (4, COALS, "South", False),
    ],
)
def test_a_needless_penalty_at_an_end_tile_is_warned_of(
    wood: int, rewards: list[str], tile: str, is_warned: bool
) -> None:
    position = held(Anton={"points": 8, "goods": {"wood": wood}})
    session = played(end(**NORTH), end(ANTON, *rewards, tile=tile, penalty=3), **position)
    assert warnings(session) == [f"{tile} cost 2 wood before. Anton can pay that."] * is_warned


@pytest.mark.parametrize(("wood", "rewards", "is_warned"), [(1, ["wood"], False), (2, ["coal"], True)])
def test_a_needless_penalty_at_an_end_tile_of_the_board_notes(
    wood: int, rewards: list[str], is_warned: bool
) -> None:
    session = played(**held(Anton={"goods": {"wood": wood}}))
    session.session_notes.note("end-tile", "North", {"pay": {"wood": 2}})
    preview = session.preview(end(ANTON, *rewards, "coal", "coal", tile="North", penalty=3))
    assert [one.key for one in preview.warnings] == ["whistle-stop.could-pay"] * is_warned


def test_where_no_goods_are_kept_nobody_is_told_to_be_able_to_pay() -> None:
    session = played(**LIGHT)
    session.session_notes.note("town", "Denver", {"pay": {"wood": 2}})
    assert (
        session.preview({"by": ANTON, "stop": "town", "town": "Denver", "penalty": 3, "do": "move"}).warnings
        == ()
    )


# Rulebook, "Schwarzer Stadt-STOP": the price, the points and the company are printed on the town.


def differs(what: str, entry: int = 2, name: str = "Denver", other: str = "town") -> list[str]:
    return [f"{name} {what} in entry {entry}. Is it another {other}, or a mistake?"]


@pytest.mark.parametrize(
    ("second", "warned"),
    [
        ({}, []),
        ({"company": "C"}, differs("brought a share of B")),
        ({"points": 8}, differs("brought 5 points")),
        ({"pay": {"stone": 2}}, differs("cost 2 wood")),
        ({"pay": {}}, differs("cost 2 wood")),
        ({"pay": {"wood": 3}, "company": "C"}, differs("cost 2 wood and brought a share of B")),
        ({"town": "Boise", "company": "C"}, []),
    ],
)
def test_a_town_that_gave_something_else_before_is_warned_of_with_the_entry(
    second: dict[str, Any], warned: list[str]
) -> None:
    """Entry 2 is the visit before, though block 2 was undone; a correction moves it to 3."""
    undo = {"do": "undo"}
    note = {"note": "x", "do": "remark"}
    blocks = [note, note, undo, denver(), moves.done(ANTON), denver(BEATE, **second)]
    position = held(Anton={"goods": {"wood": 2}}, Beate={"goods": {"wood": 5, "stone": 5}})
    session = played(*blocks, **position)
    assert warnings(session) == warned
    session.enter(insert(1, note))
    assert warnings(session) == [one.replace("entry 2", "entry 3") for one in warned]


def test_an_end_tile_that_gave_something_else_before_is_warned_of() -> None:
    session = played(end(**NORTH), end(**{**NORTH, "points": 5}), **held(Anton={"goods": {"wood": 9}}))
    assert warnings(session) == differs("brought 6 points", 1, "North", "tile")


def test_what_this_session_knows_is_not_warned_of_by_the_board_notes_again() -> None:
    session = played(denver(), **held(Anton={"goods": {"wood": 9}}))
    preview = session.preview(denver(company="C"))
    assert [one.key for one in preview.steps[0].outcome.warnings] == ["whistle-stop.differs-here"]
    assert preview.warnings == ()
    other = played(**held(Anton={"goods": {"wood": 9}}))
    other.session_notes.note("town", "Denver", {"company": "B"})
    assert [one.key for one in other.preview(denver(company="C")).warnings] == ["whistle-stop.differs"]


# Rulebook, "Schwarzer Stadt-STOP", "Upgrade kaufen": points, shares and upgrades are for what is asked on them.


@pytest.mark.parametrize(
    ("entry", "is_free"),
    [
        (denver(pay={}), True),
        ({key: value for key, value in denver().items() if key != "pay"}, True),
        (denver(pay={"wood": 0}, points=0), True),
        (denver(), False),
        (denver(pay={"coal": 1}), False),
        (end(points=6), True),
        (end(points=6, pay={"wood": 1}), False),
        (end(points=0), False),
        (end(penalty=3), False),
        (buy("safe"), True),
        (buy("safe", pay={"wood": 1}), False),
        (moves.buy_from(ANTON, BEATE, "caboose", "steel"), True),
    ],
)
def test_what_is_paid_for_with_nothing_is_warned_of(entry: dict[str, Any], is_free: bool) -> None:
    position = held(Anton={"goods": {"wood": 3, "steel": 1}}, Beate={"upgrades": ["caboose"]})
    sentence = "Anton gets this for nothing. If it had a price, enter it."
    assert warnings(played(entry, **position)) == [sentence] * is_free


def test_where_no_goods_are_kept_nothing_is_paid() -> None:
    stop = {"by": ANTON, "stop": "town", "points": 5, "company": "B", "do": "move"}
    assert warnings(played(stop, buy("safe"), **LIGHT)) == []


# Rulebook, set-up 5: as many upgrades as players and 2 more. "Ressourcen-STOP": no more than 10 goods.

FOUR = ["coal-car", "open-wagon", "mine-cart", "safe"]
SIX_OF_FIVE = "Only 5 upgrades are in play, but these would be 6."


def test_a_position_has_no_more_upgrades_than_are_in_play() -> None:
    position = held(Anton={"upgrades": FOUR}, Beate={"upgrades": ["caboose", "compass"]})
    file = {FILE: text_of((), game=moves.GAME, **position).encode()}
    assert refused(lambda: library(file).read(FILE), played()) == SIX_OF_FIVE
    session = played(**held(Anton={"upgrades": FOUR}, Beate={"upgrades": ["caboose"]}))
    worth = {"compass": 3}
    more = recount(worth=worth, players={BEATE: {"upgrades": ["caboose", "compass"]}})
    assert refused(lambda: session.enter(more), session) == SIX_OF_FIVE
    session.enter(recount(players={BEATE: {"upgrades": ["caboose", "safe"]}}))  # Anton's, counted as hers
    assert moves.player_of(session)["upgrades"] == FOUR[:3]


def test_nobody_has_more_than_ten_goods_at_an_end_that_counts_them_alone() -> None:
    session = played(**LIGHT)
    eleven = moves.final(basic={ANTON: 7, BEATE: 10}, rare={ANTON: 4})
    assert refused(lambda: session.enter(eleven), session) == "Anton can hold at most 10 goods."
    session.enter({**eleven, "ruling": "we play so"})
    assert scores(session)[ANTON] == 7 * 1 + 4 * 3
    assert played(moves.final(basic={ANTON: 6}, rare={ANTON: 4}), **LIGHT).record.is_over


def test_the_sheet_of_the_final_scoring_names_the_cell_with_too_many_goods() -> None:
    planned = replace(plan(ANTON, BEATE, game=moves.GAME), begins="end")
    planned = planned.with_position({"basic": {ANTON: 7}, "rare": {ANTON: 4}})
    (fault,) = planned.faults
    sentence = Speaker(planned.ruleset).say(fault.message)
    assert (fault.path, sentence.endswith("Anton can hold at most 10 goods.")) == (("rare", ANTON), True)


# Rulebook, "Bewegung mit Kohle": who can't pay at an end tile loses the points in the red star.
# "Börse": what is paid there is a share.


@pytest.mark.parametrize(("points", "lost"), [(8, 3), (2, 2)])
def test_a_player_without_shares_may_lose_points_at_an_exchange(points: int, lost: int) -> None:
    entry = move("exchange", rate=4, penalty=3, end=True, rewards=COALS, tile="West")
    session = played(entry, **held(Anton={"points": points}))
    assert only_receipt(session) == ("exchange", "West", {ANTON: -lost})
    anton = moves.player_of(session)
    assert (anton["points"], anton["trains_home"]) == (points - lost, 1)
    facts = {"rate": 4, "penalty": 3}
    assert session.board_notes.lessons() == (Lesson("end-tile", "West", facts),)


def test_who_owns_a_share_gives_it_up_and_pays_no_penalty() -> None:
    session = played(**SHARE)
    penalty = move("exchange", rate=3, penalty=3, end=True, rewards=COALS)
    assert refused(lambda: session.enter(penalty), session) == "Anton must give up a share. Choose which one."
    both = {**penalty, "share": share("A", 1)}
    sentence = "Enter either the payment or the penalty, not both."
    assert refused(lambda: session.enter(both), session) == sentence


@pytest.mark.parametrize(("more", "is_asked"), [({}, True), (SHARE, False)])
def test_the_penalty_of_an_exchange_is_asked_of_who_owns_no_share_and_costs_no_key(
    more: dict[str, Any], is_asked: bool
) -> None:
    desk = AtDesk(Start(moves.GAME, more=more).disk()).press("m x 3")
    penalty = next(one for one in desk.model.form.questions if one.field == "penalty")
    assert penalty.applies == is_asked
    if is_asked:
        desk.press("- 2 enter enter l l l enter")
        assert desk.session.record.blocks[-1]["penalty"] == 2
        line = desk.session.notation.line(desk.session.record.blocks[-1])
        assert desk.session.read(line)["penalty"] == 2
