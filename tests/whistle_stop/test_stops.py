"""Every stop: what changes hands, which receipt it leaves. Spec, section "move"."""

from typing import Any

import pytest

from companion.report.words import Speaker
from tests.support import ANTON, BEATE
from tests.whistle_stop.moves import (
    gained,
    held,
    home,
    move,
    penalty,
    played,
    player_of,
    points,
    receipts,
    share,
    state_of,
    town,
    trade,
)

GOODS = ("cotton", "stone", "wood", "cattle", "whiskey", "steel")
FULL = {"wood": 6, "steel": 4}


def only_receipt(session: Any) -> tuple[str, Any, dict[str, int]]:
    (receipt,) = receipts(session)
    return receipt["kind"], receipt["subject"], gained(receipt)


@pytest.mark.parametrize(
    ("stop", "expected"),
    [
        *(({"stop": good}, {"goods": {good: 1}}) for good in GOODS),
        ({"stop": "coal-yard"}, {"coal": 4 - 1 + 2}),
        ({"stop": "whistle-factory"}, {"whistle": 2}),
        ({"stop": "store", "good": "whiskey"}, {"goods": {"whiskey": 1}}),
        ({"stop": "start"}, {"coal": 3, "whistle": 1, "goods": {}}),
    ],
    ids=lambda value: value.get("stop", ""),
)
def test_a_stop_brings_what_is_printed(stop: dict[str, str], expected: dict[str, Any]) -> None:
    """Rules, "Ressourcen-STOP", "Kohlenlager", "Pfeifenfabrik"; of Anton's 4 coal one moves the train."""
    session = played(move(ANTON, **stop))
    anton = player_of(session)
    assert {key: anton[key] for key in expected} == expected
    assert only_receipt(session) == ("stop", stop["stop"], {})


def test_a_move_spends_the_marker_it_is_made_with_and_one_action_space() -> None:
    """Anton starts with 2 coal, gets 2 more in round 1, and has 1 whistle."""
    session = played(move(ANTON, "wood"), move(ANTON, "wood", "whistle"))
    anton = player_of(session)
    assert (anton["coal"], anton["whistle"]) == (3, 0)
    assert state_of(session)["turn"] == {
        "player": ANTON,
        "spaces_left": 2,
        "moved": True,
        "rested": False,
        "bought": 0,
    }


def test_gold_of_a_gold_mine_has_the_value_that_is_said_or_none_yet() -> None:
    session = played(move(ANTON, "gold-mine", gold=4), move(ANTON, "gold-mine"))
    assert player_of(session)["gold"] == [4, None]
    assert [one["kind"] for one in receipts(session)] == ["stop", "stop"]
    assert points(session)[ANTON] == 0


@pytest.mark.parametrize(
    ("trades", "expected"),
    [
        ([], {"coal": 3, "whistle": 0, "goods": {"wood": 2, "steel": 1}}),
        ([trade("wood", "whistle")], {"coal": 3, "whistle": 1, "goods": {"wood": 1, "steel": 1}}),
        ([trade("wood", "coal", "coal")], {"coal": 5, "whistle": 0, "goods": {"wood": 1, "steel": 1}}),
        ([trade("wood", "cotton")], {"coal": 3, "whistle": 0, "goods": {"cotton": 1, "wood": 1, "steel": 1}}),
        (
            [trade("steel", "cotton", "stone")],
            {"coal": 3, "whistle": 0, "goods": {"cotton": 1, "stone": 1, "wood": 2}},
        ),
        ([trade("steel", "wood", "wood")], {"coal": 3, "whistle": 0, "goods": {"wood": 4}}),
        ([trade("steel", "cattle")], {"coal": 3, "whistle": 0, "goods": {"wood": 2, "cattle": 1}}),
        (
            [trade("wood", "whistle"), trade("wood", "whistle")],
            {"coal": 3, "whistle": 2, "goods": {"steel": 1}},
        ),
        (
            [trade("steel", "cotton", "stone"), trade("cotton", "whistle")],
            {"coal": 3, "whistle": 1, "goods": {"stone": 1, "wood": 2}},
        ),
    ],
    ids=[
        "nothing",
        "basic for a whistle",
        "basic for coal",
        "basic for basic",
        "rare for two basic",
        "rare for two alike",
        "rare for rare",
        "the same twice",
        "what the first brought",
    ],
)
def test_a_trading_post_trades(trades: list[Any], expected: dict[str, Any]) -> None:
    """Rules, "Handels-Posten": up to two deals, also the same one twice."""
    session = played(
        move(ANTON, "trading-post", trades=trades), **held(Anton={"goods": {"wood": 2, "steel": 1}})
    )
    anton = player_of(session)
    assert {key: anton[key] for key in expected} == expected
    assert only_receipt(session) == ("stop", "trading-post", {})


def test_a_town_that_is_supplied_brings_fame_and_the_lowest_share_left() -> None:
    """Rules, "Schwarzer Stadt-STOP": pay in goods and markers, take the uppermost share."""
    session = played(
        town(ANTON, 7, "B", {"wood": 1, "steel": 2, "coal": 1, "whistle": 1}),
        **held(Anton={"goods": {"wood": 2, "steel": 2}, "whistle": 1}, Beate={"shares": {"B": [1]}}),
    )
    anton = player_of(session)
    assert (anton["points"], anton["shares"], anton["goods"]) == (7, {"B": [2]}, {"wood": 1})
    assert (anton["coal"], anton["whistle"]) == (4 - 1 - 1, 0)
    assert state_of(session)["companies"]["B"] == {"next": 3, "left": 4}
    assert only_receipt(session) == ("town", "Denver", {ANTON: 7})


def test_a_town_whose_shares_are_gone_brings_fame_only() -> None:
    session = played(town(ANTON, 7, "B"), **held(Beate={"shares": {"B": [1, 2, 3, 4, 5, 6]}}, Anton={}))
    assert (player_of(session)["points"], player_of(session)["shares"]) == (7, {})
    assert state_of(session)["companies"]["B"] == {"next": None, "left": 0}
    assert only_receipt(session) == ("town", "Denver", {ANTON: 7})


@pytest.mark.parametrize(
    ("wood", "coal", "pay", "is_warned"),
    [
        (3, 9, {"wood": 2}, False),
        (4, 9, {"wood": 2}, True),
        (0, 4, {"coal": 1}, True),
        (0, 3, {"coal": 1}, False),
    ],
    ids=["goods lacking", "goods in hand", "a coal is left", "the coal that moves the train"],
)
def test_a_penalty_with_the_price_in_hand_is_booked_with_a_warning(
    wood: int, coal: int, pay: dict[str, int], is_warned: bool
) -> None:
    """Spec, town: a price of this session; what is spent before, on the move too, is not in hand any more."""
    position = held(Anton={"points": 8, "coal": coal, "goods": {"wood": wood}})
    session = played(town(ANTON, 1, "A", pay), penalty(ANTON, 3), **position)
    warnings = [Speaker(session.ruleset).say(one) for one in session.steps[-1].outcome.warnings]
    asked = " ".join(f"{name} {count}" for name, count in pay.items())
    assert warnings == [f"Denver asked for {asked} before, and Anton has that in hand"] * is_warned
    assert receipts(session)[-1]["text"] == "Anton does not supply Denver and loses 3 fame."


EXCHANGED = {"shares": {"A": [1, 4], "C": [2]}}


@pytest.mark.parametrize(("rate", "expected"), [(3, 9), (4, 12)])
def test_an_exchange_counts_every_share_before_the_payment(rate: int, expected: int) -> None:
    """3 shares of all companies; the one that leaves the game is still counted."""
    session = played(
        move(ANTON, "exchange", rate=rate, share=share("A", 1), end=False), **held(Anton=EXCHANGED)
    )
    assert (player_of(session)["points"], player_of(session)["shares"]) == (expected, {"A": [4], "C": [2]})
    assert player_of(session)["trains_home"] == 0, "this exchange is no end tile"
    assert only_receipt(session) == ("exchange", None, {ANTON: expected})


@pytest.mark.parametrize(("rate", "expected"), [(3, 6), (4, 8)])
def test_with_the_option_off_the_share_that_is_paid_does_not_count(rate: int, expected: int) -> None:
    session = played(
        move(ANTON, "exchange", rate=rate, share=share("A", 1), tile="Börse"),
        **held(Anton=EXCHANGED),
        options={"exchange_counts_paid": False},
    )
    assert player_of(session)["points"] == expected
    assert only_receipt(session) == ("exchange", "Börse", {ANTON: expected})


def test_a_share_given_to_an_exchange_never_comes_back() -> None:
    session = played(
        move(ANTON, "exchange", rate=3, share=share("A", 1)), town(ANTON, 2, "A"), **held(Anton=EXCHANGED)
    )
    assert player_of(session)["shares"]["A"] == [4, 5]
    assert state_of(session)["companies"]["A"] == {"next": 6, "left": 1}


def test_who_owns_no_share_gets_nothing_at_an_exchange() -> None:
    session = played(move(ANTON, "exchange", rate=4))
    assert player_of(session)["points"] == 0
    assert only_receipt(session) == ("exchange", None, {})


def test_an_exchange_among_the_end_tiles_brings_the_train_home_with_rewards() -> None:
    session = played(
        move(
            ANTON,
            "exchange",
            rate=3,
            share=share("C", 2),
            end=True,
            rewards=["coal", "wood", "gold"],
            gold=5,
        ),
        **held(Anton=EXCHANGED),
    )
    anton = player_of(session)
    assert (anton["points"], anton["shares"], anton["trains_home"]) == (9, {"A": [1, 4]}, 1)
    assert (anton["coal"], anton["goods"], anton["gold"]) == (4, {"wood": 1}, [5])
    assert only_receipt(session) == ("exchange", None, {ANTON: 9})


def test_an_end_tile_that_is_supplied_brings_fame_rewards_and_the_train_home() -> None:
    session = played(
        home(ANTON, "coal", "whistle", "steel", points=11, pay={"wood": 2, "coal": 1}, tile="West"),
        **held(Anton={"goods": {"wood": 3}}),
    )
    anton = player_of(session)
    assert (anton["points"], anton["trains_home"]) == (11, 1)
    assert (anton["coal"], anton["whistle"], anton["goods"]) == (4 - 1 - 1 + 1, 1, {"wood": 1, "steel": 1})
    assert only_receipt(session) == ("end-tile", "West", {ANTON: 11})


def test_an_end_tile_that_cannot_be_supplied_costs_fame_down_to_nothing_and_still_rewards() -> None:
    """Rules, "Bewegung mit Kohle": in both cases the train goes to the resource track."""
    session = played(home(ANTON, "coal", "coal", "coal", penalty=6), **held(Anton={"points": 4}))
    anton = player_of(session)
    assert (anton["points"], anton["trains_home"], anton["coal"]) == (0, 1, 4 - 1 + 3)
    assert only_receipt(session) == ("end-tile", None, {ANTON: -4})


@pytest.mark.parametrize(
    ("said", "expected"),
    [([3, 5], [3, 5]), (4, [4, None]), (None, [None, None])],
    ids=["both", "one", "none"],
)
def test_gold_among_the_rewards_has_the_values_that_are_said(said: Any, expected: list[Any]) -> None:
    given = {} if said is None else {"gold": said}
    session = played(home(ANTON, "gold", "coal", "gold", **given))
    assert player_of(session)["gold"] == expected


# The toll


TOLL = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"]})


def test_a_toll_goes_to_the_owner_of_the_toll_station() -> None:
    """Rules, "Toll Station": one good of choice for leaving a black tile."""
    session = played(move(ANTON, "steel", toll={"to": "beate", "good": "wood"}), **TOLL)
    assert (player_of(session)["goods"], player_of(session, BEATE)["goods"]) == ({"steel": 1}, {"wood": 1})
    assert [(one["kind"], one["subject"], one["rows"]) for one in receipts(session)] == [
        ("toll", BEATE, []),
        ("stop", "steel", []),
    ]


def test_a_toll_is_paid_before_the_stop_takes_effect_and_makes_room_for_the_good() -> None:
    position = held(Anton={"goods": FULL}, Beate={"upgrades": ["toll-station"]})
    session = played(move(ANTON, "steel", toll={"to": BEATE, "good": "wood"}), **position)
    assert player_of(session)["goods"] == {"wood": 5, "steel": 5}


def test_who_receives_an_eleventh_good_by_a_toll_discards() -> None:
    position = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"], "goods": FULL})
    session = played(
        move(ANTON, "coal-yard", toll={"to": BEATE, "good": "wood"}, receiver_discard={"steel": 1}),
        **position,
    )
    assert player_of(session, BEATE)["goods"] == {"wood": 7, "steel": 3}


# Ten goods


def test_an_eleventh_good_is_discarded_and_it_may_be_the_one_just_taken() -> None:
    """Rules, "Ressourcen-STOP": reduce to 10 after receiving."""
    position = held(Anton={"goods": FULL})
    other = played(move(ANTON, "wood", discard={"steel": 1}), **position)
    same = played(move(ANTON, "wood", discard={"wood": 1}), **position)
    assert player_of(other)["goods"] == {"wood": 7, "steel": 3}
    assert player_of(same)["goods"] == FULL


def test_ten_goods_may_stay() -> None:
    session = played(move(ANTON, "wood"), **held(Anton={"goods": {"wood": 5, "steel": 4}}))
    assert player_of(session)["goods"] == {"wood": 6, "steel": 4}


def test_the_limit_is_looked_at_once_at_the_end_of_the_action() -> None:
    """10 - 1 + 2 = 11 after the first trade, 10 after the second."""
    trades = [trade("steel", "cotton", "cotton"), trade("cotton", "whistle")]
    session = played(move(ANTON, "trading-post", trades=trades), **held(Anton={"goods": FULL}))
    assert player_of(session)["goods"] == {"cotton": 1, "wood": 6, "steel": 3}


def test_rewards_count_for_the_limit_too() -> None:
    """10 and three more: three go."""
    session = played(
        home(ANTON, "cattle", "cattle", "cattle", discard={"wood": 2, "cattle": 1}),
        **held(Anton={"goods": FULL}),
    )
    assert player_of(session)["goods"] == {"wood": 4, "cattle": 2, "steel": 4}
