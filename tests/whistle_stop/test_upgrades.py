"""How upgrades are bought. Spec, section "buy"; what their use brings is in test_stops."""

from tests.results import only_receipt, state_of
from tests.support import ANTON, BEATE
from tests.whistle_stop.moves import FULL, buy, buy_from, done, held, played, player_of

FIVE = ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]


def test_an_upgrade_of_the_display_is_paid_in_goods_and_its_worth_is_kept() -> None:
    position = held(Anton={"goods": {"wood": 2, "steel": 1}})
    session = played(buy("caboose", worth=5, pay={"wood": 1, "steel": 1}), **position)
    anton = player_of(session)
    assert (anton["upgrades"], anton["goods"]) == (["caboose"], {"wood": 1})
    assert state_of(session)["worth"] == {"caboose": 5}
    assert only_receipt(session) == ("purchase", "caboose", {})


def test_a_purchase_takes_no_action_space() -> None:
    turn = state_of(played(buy("caboose"), buy("safe")))["turn"]
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
    bought = buy_from(BEATE, ANTON, "caboose", "steel")
    for entry in (bought, {**bought, "worth": 5}):
        session = played(buy("caboose", worth=5), done(ANTON), entry, **held(Beate={"goods": {"steel": 2}}))
        assert state_of(session)["worth"] == {"caboose": 5}


def test_one_player_may_own_all_upgrades_in_play() -> None:
    """Rules, "Spielzug" 2: there is no limit. Three players: five are in play."""
    session = played(buy("safe"), **held(Anton={"upgrades": FIVE[:4]}))
    assert player_of(session)["upgrades"] == FIVE


def test_an_upgrade_that_changes_hands_does_not_count_as_one_more_in_play() -> None:
    position = held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": FIVE})
    assert player_of(played(buy_from(ANTON, BEATE, "safe", "steel"), **position))["upgrades"] == ["safe"]
