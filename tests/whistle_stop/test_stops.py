"""Every stop and every upgrade used: what changes hands, and the receipt. whistle-stop.md, "Stops", "Upgrades"."""

from typing import Any, NamedTuple

import pytest

from companion.core.board_notes import Lesson
from companion.core.messages import say
from companion.report.words import Speaker
from tests.corrections import insert, recount
from tests.results import only_receipt, paid, receipts, scores, state_of, warnings
from tests.support import ANTON, BEATE, FILE, library, refused, text_of
from tests.whistle_stop import moves
from tests.whistle_stop.moves import (
    FULL,
    Fields,
    buy,
    buy_from,
    denver,
    done,
    held,
    move,
    played,
    player_of,
    share,
    town,
    trade,
    use,
)

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
    visit("gold of no value yet", move("gold-mine"), {"gold": [None], "points": 0}),
    # Rules, "Handels-Posten": up to two deals, also the same one twice.
    traded("nothing traded", goods={"wood": 2, "steel": 1}),
    traded("basic for coal", trade("wood", "coal", "coal"), coal=5, goods={"wood": 1, "steel": 1}),
    traded("rare for two", trade("steel", "cotton", "stone"), goods={"cotton": 1, "stone": 1, "wood": 2}),
    traded("rare for two alike", trade("steel", "wood", "wood"), goods={"wood": 4}),
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
    # whistle-stop.md, "Exchange": 3 shares of all companies; the one given up counts, unless an option says no.
    exchanged("exchange at 4", 12, rate=4, end=False),
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
    """whistle-stop.md, "Town": a price of this session; what is spent before, on the move too, is gone."""
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


# How upgrades are bought. whistle-stop.md, "Buying upgrades"; what their use brings is in test_stops.


def test_an_upgrade_of_the_display_is_paid_in_goods_and_its_worth_is_kept() -> None:
    position = held(Anton={"goods": {"wood": 2, "steel": 1}})
    session = played(buy("caboose", worth=5, pay={"wood": 1, "steel": 1}), **position)
    anton = player_of(session)
    assert (anton["upgrades"], anton["goods"]) == (["caboose"], {"wood": 1})
    assert state_of(session)["worth"] == {"caboose": 5}
    assert only_receipt(session) == ("purchase", "caboose", {})


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


# Slips that cost points: what is booked with a warning, or refused. whistle-stop.md, "Town", "End tile".


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


# Rulebook, "Schwarzer Stadt-STOP": the price, the points and the company are printed on the town.


def differs(what: str, entry: int = 2, name: str = "Denver") -> list[str]:
    return [f"{name} {what} in entry {entry}. This entry replaces that."]


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
        (end(points=6), True),
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


# Rulebook, set-up 5: as many upgrades as players and 2 more. "Ressourcen-STOP": no more than 10 goods.

FOUR = ["coal-car", "open-wagon", "mine-cart", "safe"]
SIX_OF_FIVE = "Only 5 upgrades are in play, not 6."


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
