"""Every upgrade: how it is bought, what its use brings. Spec, sections "buy" and "use"."""

from typing import Any

import pytest

from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import (
    buy,
    buy_from,
    done,
    gained,
    held,
    move,
    played,
    player_of,
    points,
    receipts,
    share,
    state_of,
    trade,
    use,
)

FULL = {"wood": 6, "steel": 4}


def owning(upgrade: str, **more: Any) -> Any:
    return held(Anton={"upgrades": [upgrade], **more})


def only_receipt(session: Any) -> tuple[str, Any, dict[str, int]]:
    (receipt,) = receipts(session)
    return receipt["kind"], receipt["subject"], gained(receipt)


# Buying


def test_an_upgrade_of_the_display_is_paid_in_goods_and_its_worth_is_kept() -> None:
    session = played(
        buy(ANTON, "caboose", 5, pay={"wood": 1, "steel": 1}),
        **held(Anton={"goods": {"wood": 2, "steel": 1}}),
    )
    anton = player_of(session)
    assert (anton["upgrades"], anton["goods"], state_of(session)["worth"]) == (
        ["caboose"],
        {"wood": 1},
        {"caboose": 5},
    )
    assert only_receipt(session) == ("purchase", "caboose", {})


def test_a_purchase_takes_no_action_space() -> None:
    turn = state_of(played(buy(ANTON, "caboose"), buy(ANTON, "safe")))["turn"]
    assert (turn["spaces_left"], turn["bought"], turn["moved"]) == (4, 2, False)


def test_bought_from_a_player_the_price_goes_to_the_supply_and_the_tribute_to_the_player() -> None:
    """Rules, "Upgrade kaufen": the owner cannot refuse, and gets one rare good."""
    session = played(
        buy_from(ANTON, "beate", "caboose", "steel", pay={"wood": 1}),
        **held(Anton={"goods": {"wood": 1, "steel": 1}}, Beate={"upgrades": ["caboose"]}),
    )
    anton, beate = player_of(session), player_of(session, BEATE)
    assert (anton["upgrades"], anton["goods"]) == (["caboose"], {})
    assert (beate["upgrades"], beate["goods"]) == ([], {"steel": 1})
    assert only_receipt(session) == ("purchase", "caboose", {})


def test_who_receives_an_eleventh_good_as_tribute_discards() -> None:
    session = played(
        buy_from(ANTON, BEATE, "caboose", "cattle", receiver_discard={"wood": 1}),
        **held(Anton={"goods": {"cattle": 1}}, Beate={"upgrades": ["caboose"], "goods": FULL}),
    )
    assert player_of(session, BEATE)["goods"] == {"wood": 5, "cattle": 1, "steel": 4}


def test_the_worth_is_asked_with_the_first_purchase_only_and_may_be_repeated() -> None:
    blocks = (buy(ANTON, "caboose", 5), done(ANTON))
    position = held(Beate={"goods": {"steel": 2}})
    silent = played(*blocks, buy_from(BEATE, ANTON, "caboose", "steel"), **position)
    again = {**buy_from(BEATE, ANTON, "caboose", "steel"), "worth": 5}
    repeated = played(*blocks, again, **position)
    assert state_of(silent)["worth"] == state_of(repeated)["worth"] == {"caboose": 5}


def test_one_player_may_own_all_upgrades_in_play() -> None:
    """Rules, "Spielzug" 2: there is no limit. Three players: five are in play."""
    names = ["coal-car", "open-wagon", "mine-cart", "caboose"]
    session = played(buy(ANTON, "safe"), **held(Anton={"upgrades": names}))
    assert player_of(session)["upgrades"] == [*names, "safe"]


def test_an_upgrade_that_changes_hands_does_not_count_as_one_more_in_play() -> None:
    names = ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]
    session = played(
        buy_from(ANTON, BEATE, "safe", "steel"),
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": names}),
    )
    assert player_of(session)["upgrades"] == ["safe"]


# Using


def test_a_use_costs_a_coal_and_an_action_space_and_is_no_move() -> None:
    session = played(use(ANTON, "new-whistle"), **owning("new-whistle"))
    assert player_of(session)["coal"] == 3
    turn = state_of(session)["turn"]
    assert (turn["spaces_left"], turn["moved"], turn["rested"]) == (3, False, False)


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        ({"upgrade": "coal-car"}, {"coal": 2}),
        ({"upgrade": "new-whistle"}, {"coal": 0, "whistle": 1}),
        ({"upgrade": "warehouse", "good": "cattle"}, {"coal": 0, "goods": {"cattle": 1}}),
        ({"upgrade": "mine-cart", "gold": 5}, {"coal": 0, "gold": [5]}),
        ({"upgrade": "mine-cart"}, {"coal": 0, "gold": [None]}),
    ],
    ids=lambda value: value.get("upgrade", ""),
)
def test_an_upgrade_brings_what_the_rules_say_for_the_1_coal_it_costs_even_the_last_one(
    used: dict[str, Any], expected: dict[str, Any]
) -> None:
    """Rules, "Upgrades"; the gold of a mine cart has the value that is said, or none yet."""
    session = played(use(ANTON, **used), **owning(used["upgrade"], coal=1))
    anton = player_of(session)
    assert {key: anton[key] for key in expected} == expected
    assert only_receipt(session) == ("upgrade", used["upgrade"], {})


def test_the_open_wagon_trades_twice_like_a_trading_post() -> None:
    trades = [trade("wood", "whistle"), trade("steel", "wood", "stone")]
    session = played(
        use(ANTON, "open-wagon", trades=trades), **owning("open-wagon", goods={"wood": 1, "steel": 1})
    )
    anton = player_of(session)
    assert (anton["goods"], anton["whistle"], anton["coal"]) == ({"stone": 1, "wood": 1}, 1, 3)
    assert only_receipt(session) == ("upgrade", "open-wagon", {})


def test_the_first_class_cabin_can_be_used_again_in_a_turn() -> None:
    session = played(
        *[use(ANTON, "first-class-cabin")] * 4, **owning("first-class-cabin", shares={"A": [1, 2, 3]})
    )
    assert (points(session)[ANTON], state_of(session)["turn"]["spaces_left"]) == (16, 0)


def test_the_safe_changes_a_share_for_the_lowest_left_of_another_company() -> None:
    session = played(
        use(ANTON, "safe", share=share("A", 1), company="B"),
        **held(Anton={"upgrades": ["safe"], "shares": {"A": [1, 2]}}, Beate={"shares": {"B": [1]}}),
    )
    assert player_of(session)["shares"] == {"A": [2], "B": [2]}
    assert state_of(session)["companies"]["A"] == {"next": 3, "left": 4}
    assert only_receipt(session) == ("upgrade", "safe", {})


def test_an_eleventh_good_by_an_upgrade_is_discarded_too() -> None:
    session = played(
        use(ANTON, "warehouse", good="steel", discard={"wood": 1}), **owning("warehouse", goods=FULL)
    )
    assert player_of(session)["goods"] == {"wood": 5, "steel": 5}


# The caboose


CABOOSE = {"upgrades": ["caboose"], "points": 5, "goods": {"wood": 1}, "shares": {"A": [1]}}


@pytest.mark.parametrize(
    ("stop", "expected", "receipt"),
    [
        ({"stop": "steel"}, {"goods": {"wood": 1, "steel": 1}}, ("upgrade", "steel", {})),
        ({"stop": "coal-yard"}, {"coal": 4 - 1 + 2}, ("upgrade", "coal-yard", {})),
        ({"stop": "gold-mine", "gold": 3}, {"gold": [3]}, ("upgrade", "gold-mine", {})),
        (
            {"stop": "trading-post", "trades": [trade("wood", "whistle")]},
            {"goods": {}, "whistle": 1},
            ("upgrade", "trading-post", {}),
        ),
        (
            {"stop": "town", "town": "Denver", "pay": {"wood": 1}, "points": 4, "company": "B"},
            {"points": 9, "goods": {}, "shares": {"A": [1], "B": [1]}},
            ("town", "Denver", {ANTON: 4}),
        ),
        (
            {"stop": "town", "town": "Denver", "penalty": 2},
            {"points": 3, "shares": {"A": [1]}},
            ("town", "Denver", {ANTON: -2}),
        ),
        (
            {"stop": "exchange", "rate": 4, "share": share("A", 1)},
            {"points": 9, "shares": {}},
            ("exchange", None, {ANTON: 4}),
        ),
    ],
    ids=lambda value: value.get("stop", "") if isinstance(value, dict) else "",
)
def test_the_caboose_uses_a_stop_again_without_a_move_with_the_receipt_of_the_stop_where_there_is_fame(
    stop: dict[str, Any], expected: dict[str, Any], receipt: Any
) -> None:
    session = played(use(ANTON, "caboose", **stop), **held(Anton=CABOOSE))
    anton = player_of(session)
    assert {key: anton[key] for key in expected} == expected
    assert (state_of(session)["turn"]["moved"], anton["trains_home"]) == (False, 0)
    assert only_receipt(session) == receipt


def test_the_next_player_has_all_action_spaces_and_purchases_again() -> None:
    session = played(buy(ANTON, "safe"), move(ANTON, "wood"), done(ANTON))
    turn = state_of(session)["turn"]
    assert (turn["player"], turn["spaces_left"], turn["bought"]) == (BEATE, 4, 0)
    assert player_of(session, CLAUS)["upgrades"] == []
