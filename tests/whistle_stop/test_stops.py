"""Every stop and every upgrade that is used: what changes hands, which receipt it leaves. Spec, "move" and "use"."""

from typing import Any, NamedTuple

import pytest

from companion.report.words import Speaker
from tests.results import only_receipt, paid, receipts, state_of
from tests.support import ANTON, BEATE
from tests.whistle_stop import moves
from tests.whistle_stop.moves import FULL, Fields, held, move, played, player_of, share, town, trade, use

GOODS = ("cotton", "stone", "wood", "cattle", "whiskey", "steel")
EXCHANGED = {"shares": {"A": [1, 4], "C": [2]}}
TRADER = held(Anton={"goods": {"wood": 2, "steel": 1}})
OWNER = held(Anton={"upgrades": ["caboose"], "points": 5, "goods": {"wood": 1}, "shares": {"A": [1]}})
RICH = held(Anton={"goods": FULL})
TOLL: Fields = {"toll": {"to": BEATE, "good": "wood"}}


class Visit(NamedTuple):
    """One entry of Anton, what he has after it, and its only receipt."""

    rule: str
    entry: Fields
    expected: Fields
    receipt: tuple[str, Any, dict[str, int]]
    more: Fields


def visit(rule: str, entry: Fields, expected: Fields, receipt: Any = None, **more: Any) -> Visit:
    kind: Any = ("stop", entry["stop"], {}) if entry["do"] == "move" else ("upgrade", entry["upgrade"], {})
    return Visit(rule, entry, expected, receipt or kind, more)


def traded(rule: str, *trades: Fields, **expected: Any) -> Visit:
    usual = {"coal": 3, "whistle": 0}
    return visit(rule, move("trading-post", trades=[*trades]), {**usual, **expected}, **TRADER)


def exchanged(rule: str, expected: int, *, counts_paid: bool = True, **fields: Any) -> Visit:
    options = {"exchange_counts_paid": counts_paid}
    has = {"points": expected, "shares": {"A": [4], "C": [2]}, "trains_home": 0}
    entry = move("exchange", share=share("A", 1), **fields)
    receipt = ("exchange", fields.get("tile"), {ANTON: expected})
    return visit(rule, entry, has, receipt, **held(Anton=EXCHANGED), options=options)


def used(upgrade: str, expected: Fields, **fields: Any) -> Visit:
    return visit(upgrade, use(upgrade, **fields), expected, **moves.owning(upgrade, coal=1))


def again(stop: str, expected: Fields, receipt: Any = None, **fields: Any) -> Visit:
    receipt = receipt or ("upgrade", stop, {})
    entry = use("caboose", stop=stop, **fields)
    return visit(f"caboose at {stop}", entry, {"trains_home": 0, **expected}, receipt, **OWNER)


VISITS = [
    # Rules, "Ressourcen-STOP", "Kohlenlager", "Pfeifenfabrik"; of Anton's 4 coal one moves the train.
    *(visit(good, move(good), {"goods": {good: 1}}) for good in GOODS),
    visit("coal yard", move("coal-yard"), {"coal": 4 - 1 + 2}),
    visit("whistle factory", move("whistle-factory"), {"whistle": 2}),
    visit("store", move("store", good="whiskey"), {"goods": {"whiskey": 1}}),
    visit("start", move("start"), {"coal": 3, "whistle": 1, "goods": {}}),
    visit("gold of a value", move("gold-mine", gold=4), {"gold": [4], "points": 0}),
    visit("gold of no value yet", move("gold-mine"), {"gold": [None], "points": 0}),
    # Rules, "Handels-Posten": up to two deals, also the same one twice.
    traded("nothing traded", goods={"wood": 2, "steel": 1}),
    traded("basic for a whistle", trade("wood", "whistle"), whistle=1, goods={"wood": 1, "steel": 1}),
    traded("basic for coal", trade("wood", "coal", "coal"), coal=5, goods={"wood": 1, "steel": 1}),
    traded("basic for basic", trade("wood", "cotton"), goods={"cotton": 1, "wood": 1, "steel": 1}),
    traded("rare for two", trade("steel", "cotton", "stone"), goods={"cotton": 1, "stone": 1, "wood": 2}),
    traded("rare for two alike", trade("steel", "wood", "wood"), goods={"wood": 4}),
    traded("rare for rare", trade("steel", "cattle"), goods={"wood": 2, "cattle": 1}),
    traded("the same twice", *[trade("wood", "whistle")] * 2, whistle=2, goods={"steel": 1}),
    traded(
        "what the first brought",
        trade("steel", "cotton", "stone"),
        trade("cotton", "whistle"),
        whistle=1,
        goods={"stone": 1, "wood": 2},
    ),
    # Rules, "Schwarzer Stadt-STOP": pay in goods and markers, take the uppermost share.
    visit(
        "a town that is supplied",
        town(ANTON, 7, "B", {"wood": 1, "steel": 2, "coal": 1, "whistle": 1}),
        {"points": 7, "shares": {"B": [2]}, "goods": {"wood": 1}, "coal": 4 - 1 - 1, "whistle": 0},
        ("town", "Denver", {ANTON: 7}),
        **held(Anton={"goods": {"wood": 2, "steel": 2}, "whistle": 1}, Beate={"shares": {"B": [1]}}),
    ),
    visit(
        "a town whose shares are gone",
        town(ANTON, 7, "B"),
        {"points": 7, "shares": {}},
        ("town", "Denver", {ANTON: 7}),
        **held(Beate={"shares": {"B": [1, 2, 3, 4, 5, 6]}}, Anton={}),
    ),
    # Spec, "exchange": 3 shares of all companies; the one that leaves the game is counted, unless an option says no.
    exchanged("exchange at 3", 9, rate=3, end=False),
    exchanged("exchange at 4", 12, rate=4, end=False),
    exchanged("exchange at 3, the paid share not counted", 6, counts_paid=False, rate=3, tile="Börse"),
    exchanged("exchange at 4, the paid share not counted", 8, counts_paid=False, rate=4, tile="Börse"),
    visit("no share", move("exchange", rate=4), {"points": 0}, ("exchange", None, {})),
    visit(
        "an exchange among the end tiles",
        move("exchange", rate=3, share=share("C", 2), end=True, rewards=["coal", "wood", "gold"], gold=5),
        {"points": 9, "shares": {"A": [1, 4]}, "trains_home": 1, "coal": 4, "goods": {"wood": 1}, "gold": [5]},
        ("exchange", None, {ANTON: 9}),
        **held(Anton=EXCHANGED),
    ),
    # Rules, "Bewegung mit Kohle": supplied or not, the train goes to the resource track.
    visit(
        "an end tile that is supplied",
        moves.home(ANTON, "coal", "whistle", "steel", points=11, pay={"wood": 2, "coal": 1}, tile="West"),
        {"points": 11, "trains_home": 1, "coal": 4 - 1 - 1 + 1, "whistle": 1, "goods": {"wood": 1, "steel": 1}},
        ("end-tile", "West", {ANTON: 11}),
        **held(Anton={"goods": {"wood": 3}}),
    ),
    visit(
        "an end tile that is not supplied costs points down to nothing",
        moves.home(ANTON, "coal", "coal", "coal", penalty=6),
        {"points": 0, "trains_home": 1, "coal": 4 - 1 + 3},
        ("end-tile", None, {ANTON: -4}),
        **held(Anton={"points": 4}),
    ),
    *(
        visit(
            f"gold among the rewards: {values}",
            moves.home(ANTON, "gold", "coal", "gold", **given),
            {"gold": values},
            ("end-tile", None, {}),
        )
        for given, values in (({"gold": [3, 5]}, [3, 5]), ({"gold": 4}, [4, None]), ({}, [None, None]))
    ),
    # Rules, "Ressourcen-STOP": reduce to 10 after receiving, looked at once, at the end of the action.
    visit("an eleventh good", move("wood", discard={"steel": 1}), {"goods": {"wood": 7, "steel": 3}}, **RICH),
    visit("the good just taken", move("wood", discard={"wood": 1}), {"goods": FULL}, **RICH),
    visit("ten goods", move("wood"), {"goods": FULL}, **held(Anton={"goods": {"wood": 5, "steel": 4}})),
    visit(
        "eleven between two trades",
        move("trading-post", trades=[trade("steel", "cotton", "cotton"), trade("cotton", "whistle")]),
        {"goods": {"cotton": 1, "wood": 6, "steel": 3}},
        **RICH,
    ),
    visit(
        "three rewards too many",
        moves.home(ANTON, "cattle", "cattle", "cattle", discard={"wood": 2, "cattle": 1}),
        {"goods": {"wood": 4, "cattle": 2, "steel": 4}},
        ("end-tile", None, {}),
        **RICH,
    ),
    # Rules, "Upgrades", for the 1 coal that a use costs, even the last one.
    used("coal-car", {"coal": 2}),
    used("new-whistle", {"coal": 0, "whistle": 1}),
    used("warehouse", {"coal": 0, "goods": {"cattle": 1}}, good="cattle"),
    used("mine-cart", {"coal": 0, "gold": [5]}, gold=5),
    used("mine-cart", {"coal": 0, "gold": [None]}),
    visit(
        "open wagon",
        use("open-wagon", trades=[trade("wood", "whistle"), trade("steel", "wood", "stone")]),
        {"goods": {"stone": 1, "wood": 1}, "whistle": 1, "coal": 3},
        **moves.owning("open-wagon", goods={"wood": 1, "steel": 1}),
    ),
    visit(
        "safe: the lowest share left of another company",
        use("safe", share=share("A", 1), company="B"),
        {"shares": {"A": [2], "B": [2]}},
        **held(Anton={"upgrades": ["safe"], "shares": {"A": [1, 2]}}, Beate={"shares": {"B": [1]}}),
    ),
    visit(
        "an eleventh good by an upgrade",
        use("warehouse", good="steel", discard={"wood": 1}),
        {"goods": {"wood": 5, "steel": 5}},
        **moves.owning("warehouse", goods=FULL),
    ),
    # The caboose uses a stop again, with the receipt of the stop where there are points.
    again("steel", {"goods": {"wood": 1, "steel": 1}}),
    again("coal-yard", {"coal": 4 - 1 + 2}),
    again("gold-mine", {"gold": [3]}, gold=3),
    again("trading-post", {"goods": {}, "whistle": 1}, trades=[trade("wood", "whistle")]),
    again(
        "town",
        {"points": 9, "goods": {}, "shares": {"A": [1], "B": [1]}},
        ("town", "Denver", {ANTON: 4}),
        town="Denver",
        pay={"wood": 1},
        points=4,
        company="B",
    ),
    again("town", {"points": 3, "shares": {"A": [1]}}, ("town", "Denver", {ANTON: -2}), town="Denver", penalty=2),
    again("exchange", {"points": 9, "shares": {}}, ("exchange", None, {ANTON: 4}), rate=4, share=share("A", 1)),
]  # fmt: skip


@pytest.mark.parametrize("case", VISITS, ids=[one.rule for one in VISITS])
def test_a_stop_or_upgrade_brings_what_the_rules_say_for_one_action_space(case: Visit) -> None:
    session = played(case.entry, **case.more)
    anton, turn = player_of(session), state_of(session)["turn"]
    assert {key: anton[key] for key in case.expected} == case.expected
    assert only_receipt(session) == case.receipt
    assert (turn["spaces_left"], turn["moved"]) == (3, case.entry["do"] == "move")


def test_a_move_spends_the_marker_it_is_made_with_and_one_action_space() -> None:
    """Anton starts with 2 coal, gets 2 more in round 1, and has 1 whistle."""
    session = played(move("wood"), move("wood", marker="whistle"))
    anton, turn = player_of(session), state_of(session)["turn"]
    assert (anton["coal"], anton["whistle"]) == (3, 0)
    assert turn == {"player": ANTON, "spaces_left": 2, "moved": True, "rested": False, "bought": 0}


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
def test_a_needless_penalty_has_a_warning(wood: int, coal: int, pay: dict[str, int], is_warned: bool) -> None:
    """Spec, town: a price of this session; what is spent before, on the move too, is not in hand any more."""
    position = held(Anton={"points": 8, "coal": coal, "goods": {"wood": wood}})
    session = played(town(ANTON, 1, "A", pay), moves.penalty(ANTON, 3), **position)
    warnings = [Speaker(session.record.ruleset).say(one) for one in session.record.steps[-1].outcome.warnings]
    asked = " ".join(f"{count} {name}" for name, count in pay.items())
    assert warnings == [f"Denver cost {asked} before. Anton can pay that."] * is_warned
    assert receipts(session)[-1]["text"] == "Anton takes the penalty at Denver and loses 3 points."


def test_a_share_given_to_an_exchange_or_for_the_safe_never_comes_back() -> None:
    given = move("exchange", rate=3, share=share("A", 1))
    session = played(given, town(ANTON, 2, "A"), **held(Anton=EXCHANGED))
    assert player_of(session)["shares"]["A"] == [4, 5]
    assert state_of(session)["companies"]["A"] == {"next": 6, "left": 1}
    changed = use("safe", share=share("A", 1), company="B")
    assert state_of(played(changed, **moves.owning("safe", shares={"A": [1, 2]})))["companies"]["A"] == {
        "next": 3,
        "left": 4,
    }


def test_a_toll_goes_to_the_owner_of_the_toll_station() -> None:
    """Rules, "Toll Station": one good of choice for leaving a black tile."""
    position = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"]})
    session = played(move("steel", toll={"to": "beate", "good": "wood"}), **position)
    assert (player_of(session)["goods"], player_of(session, BEATE)["goods"]) == ({"steel": 1}, {"wood": 1})
    found = [(one["kind"], one["subject"], paid(one)) for one in receipts(session)]
    assert found == [("toll", BEATE, {}), ("stop", "steel", {})]


def test_a_toll_is_paid_before_the_stop_takes_effect_and_makes_room_for_the_good() -> None:
    position = held(Anton={"goods": FULL}, Beate={"upgrades": ["toll-station"]})
    assert player_of(played(move("steel", **TOLL), **position))["goods"] == {"wood": 5, "steel": 5}


def test_who_receives_an_eleventh_good_by_a_toll_discards() -> None:
    position = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"], "goods": FULL})
    session = played(move("coal-yard", **TOLL, receiver_discard={"steel": 1}), **position)
    assert player_of(session, BEATE)["goods"] == {"wood": 7, "steel": 3}
