"""Each refusal: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from typing import Any

from companion.session import Session
from tests.refusals import Case, assert_refused, assert_ruled, case, every, rulable
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop import moves
from tests.whistle_stop.moves import buy, final, held, home, move, owning, rest, share, town, trade, use

THREE_COAL = ["coal"] * 3
GOODS = "cotton, stone, wood, cattle, whiskey, steel"
PIECES = f"{GOODS}, coal, whistle"
NOBODY = 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'
DUE = "The last round is over. Enter the final scoring."
ONE_ROUND: dict[str, Any] = {"options": {"rounds": 1}}
ROUND = moves.around(ANTON, BEATE, CLAUS)
FIVE = ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]
NO_SPACE = "Anton has no action space left this turn."
WHICH_SHARE = "Anton must give up a share. Choose which one."
NOT_BOTH = "Enter either the payment or the penalty, not both."
NO_END = "The Caboose can't use an end tile again."
NO_STEEL = "Anton has 0 steel but needs 1."
NO_WOOD = "Anton has 0 wood but needs 1."


def anton(**has: Any) -> dict[str, Any]:
    return held(Anton=has)


TURNS = [
    rulable(move("wood", BEATE), "It's Anton's turn, not Beate's."),
    case(rest("Zoe"), NOBODY),
    rulable(move("wood", marker="whistle"), NO_SPACE, *[move("wood")] * 4),
    rulable(use("coal-car"), NO_SPACE, *[use("coal-car")] * 4, **owning("coal-car")),
    rulable(move("wood"), "Anton rested this turn and can't move.", rest(ANTON)),
    rulable(rest(ANTON), "Anton moved this turn and can't rest.", move("wood")),
    rulable(rest(ANTON), "Anton already rested this turn.", rest(ANTON)),
    case(move("wood"), "Anton has 0 coal but needs 1.", **anton(coal=0)),
    case(move("wood", marker="steam"), 'There\'s no "steam". Choose one of these: coal, whistle.'),
    case({"by": ANTON, "stop": "wood", "do": "move"}, "with is missing."),
    rulable(move("wood"), "All of Anton's trains are home.", **anton(trains_home=5)),
    rulable(move("wood"), DUE, *ROUND, **ONE_ROUND),
]

FAIR = {
    "wood": "a whistle, two coal or one other basic good",
    "steel": "two basic goods or one other rare good",
}

STOPS = [
    case(
        move("saloon"),
        f'There\'s no "saloon". Choose one of these: {GOODS}, coal yard, whistle factory, store, '
        "gold mine, trading post, town, stock exchange, end tile, start space.",
    ),
    case(move("store"), "good is missing."),
    case(move("store", good="coal"), f'There\'s no "coal". Choose one of these: {GOODS}.'),
    case(move("coal-yard", good="wood"), "Good doesn't go with coal yard. Leave it out."),
    case(moves.penalty(ANTON, 1, end=True), "End tile doesn't go with town. Leave it out."),
    case(move("gold-mine", gold=6), "Each of Anton's gold tokens is worth 3, 4 or 5 points."),
    case(
        move("gold-mine", gold=[3, 4]),
        "2 values for 1 gold token is too many. Enter at most one for each token.",
    ),
    case(
        move("gold-mine"),
        "All 20 gold tokens are taken.",
        **held(Anton={}, Beate={"gold": [3] * 12}, Claus={"gold": [4] * 8}),
    ),
    case(
        home(ANTON, "gold", "coal", "gold"),
        "All 20 gold tokens are taken.",
        **held(Anton={}, Beate={"gold": [3] * 19}),
    ),
    rulable(
        move("trading-post", trades=[trade("wood", "whistle")] * 3),
        "You can make at most 2 trades at once.",
        **anton(goods={"wood": 3}),
    ),
    *(
        rulable(
            move("trading-post", trades=[trade(give, *get)]),
            f"1 {give} trades for {FAIR[give]}, not {got}.",
            **anton(goods={"wood": 1, "steel": 1}),
        )
        for give, get, got in (
            ("wood", ("wood",), "1 wood"),
            ("wood", ("whistle", "whistle"), "2 whistles"),
            ("steel", ("steel",), "1 steel"),
            ("steel", ("wood",), "1 wood"),
            ("steel", ("cattle", "whiskey"), "1 cattle and 1 whiskey"),
        )
    ),
    case(move("trading-post", trades=[trade("wood", "whistle")]), NO_WOOD),
    case(town(ANTON, 5, "A", {"wood": 2}), "Anton has 1 wood but needs 2.", **anton(goods={"wood": 1})),
    case(town(ANTON, 5, "A", {"coal": 1}), "Anton has 0 coal but needs 1.", **anton(coal=1)),
    case(
        town(ANTON, 5, "A", {"gold": 1}),
        f'There\'s no "gold". Choose one of these: {PIECES}.',
        **anton(gold=[3]),
    ),
    case(move("town", town="Denver", company="A"), "Enter the points or the penalty."),
    case(town(ANTON, 2, "F"), 'There\'s no "F". Choose one of these: A, B, C, D, E.'),
    case({**moves.penalty(ANTON, 2), "points": 3}, NOT_BOTH),
    case(move("exchange"), "rate is missing."),
    rulable(move("exchange", rate=5), "An exchange pays 3 or 4 points a share, not 5."),
    rulable(move("exchange", rate=3), WHICH_SHARE, **anton(shares={"A": [1]})),
    case(
        move("exchange", rate=3, share=share("A", 2)),
        "Anton doesn't have share no. 2 of A.",
        **held(Anton={"shares": {"A": [1]}}, Beate={"shares": {"A": [2]}}),
    ),
    case(
        move("exchange", rate=3, rewards=THREE_COAL),
        "Only a train that goes home takes rewards. Enter that it does, or remove the rewards.",
    ),
    case(move("end", penalty=0), "An end tile gives 3 rewards, not 0."),
    case(
        home(ANTON, "coal", "coal", "share"),
        f'There\'s no "share". Choose one of these: {PIECES}, gold.',
    ),
    case(
        home(ANTON, *THREE_COAL, gold=4),
        "1 value for 0 gold tokens is too many. Enter at most one for each token.",
    ),
    case(home(ANTON, *THREE_COAL, points=5, pay={"steel": 1}), NO_STEEL),
]

TOLL = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"]})

TOLLS_AND_LIMITS = [
    rulable(move("wood", toll={"to": CLAUS, "good": "wood"}), "Claus doesn't own the Toll Station.", **TOLL),
    rulable(
        move("wood", toll={"to": ANTON, "good": "wood"}),
        "Anton owns the Toll Station and pays no toll.",
        **anton(goods={"wood": 1}, upgrades=["toll-station"]),
    ),
    case(move("steel", toll={"to": BEATE, "good": "steel"}), NO_STEEL, **TOLL),
    rulable(move("wood"), "Anton must discard 1 good, not 0. The limit is 10.", **anton(goods=moves.FULL)),
    rulable(
        move("wood", discard={"wood": 2}),
        "Anton must discard 1 good, not 2. The limit is 10.",
        **anton(goods=moves.FULL),
    ),
    rulable(move("wood", discard={"wood": 1}), "Anton doesn't need to discard. The limit is 10 goods."),
    case(move("wood", discard={"cattle": 1}), "Anton has 0 cattle but needs 1.", **anton(goods=moves.FULL)),
    rulable(
        move("coal-yard", toll={"to": BEATE, "good": "wood"}),
        "Beate must discard 1 good, not 0. The limit is 10.",
        **held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"], "goods": moves.FULL}),
    ),
    case(move("coal-yard", receiver_discard={"wood": 1}), "Nobody received a good, so nobody discards one."),
]

UPGRADES = [
    case(
        buy("dining-car"),
        'There\'s no "dining-car". Choose one of these: Coal Car, Open Wagon, Mine Cart, 1st Class Cabin, Caboose, '
        "Safe, Warehouse, New Whistle, Toll Station, Compass, Blocking Signal, Extra Boiler.",
    ),
    rulable(buy("compass"), "Anton already bought 2 upgrades this turn.", buy("safe"), buy("caboose")),
    case(buy("safe", worth=4), "An upgrade is worth 3 or 5 points at the end."),
    case(
        {**moves.buy_from(ANTON, BEATE, "safe", "steel"), "worth": 5},
        "The Safe is worth 3 points, as entered before.",
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(buy("safe", pay={"wood": 1}), NO_WOOD),
    case(buy("safe"), "Anton already owns the Safe.", **owning("safe")),
    case(buy("safe"), "Beate owns the Safe. Buy it from Beate.", **held(Beate={"upgrades": ["safe"]})),
    case(
        {**moves.buy_from(ANTON, BEATE, "safe", "steel"), "worth": 3},
        "Nobody owns the Safe. Buy it from the display.",
        **anton(goods={"steel": 1}),
    ),
    case(
        buy("compass"),
        "The Compass can't be in play, because 5 others are.",
        **held(Anton={"upgrades": FIVE[:3]}, Beate={"upgrades": FIVE[3:]}),
    ),
    rulable(
        {"by": ANTON, "upgrade": "safe", "from": BEATE, "do": "buy"},
        "tribute is missing.",
        **held(Anton={}, Beate={"upgrades": ["safe"]}),
    ),
    rulable(
        moves.buy_from(ANTON, BEATE, "safe", "wood"),
        "Tribute is a rare good, and wood isn't one.",
        **held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(
        moves.buy_from(ANTON, BEATE, "safe", "steel", pay={"steel": 1}),
        NO_STEEL,
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(
        buy("safe", tribute="steel"),
        "Tribute is only for an upgrade bought from another player.",
        **anton(goods={"steel": 1}),
    ),
    rulable(
        use("coal-car"), "Anton doesn't own the Coal Car.", **held(Anton={}, Beate={"upgrades": ["coal-car"]})
    ),
    case(use("coal-car"), "Anton has 0 coal but needs 1.", **owning("coal-car", coal=0)),
    *(
        case(use(upgrade), f"The {name} works by itself, so you don't need to use it.", **owning(upgrade))
        for upgrade, name in (
            ("toll-station", "Toll Station"),
            ("compass", "Compass"),
            ("blocking-signal", "Blocking Signal"),
            ("extra-boiler", "Extra Boiler"),
        )
    ),
    case(use("coal-car", good="wood"), "Good doesn't go with Coal Car. Leave it out.", **owning("coal-car")),
    case(
        use("open-wagon", trades=[trade("wood", "coal", "coal")]),
        "Anton has 0 coal but needs 1.",
        **owning("open-wagon", coal=0, goods={"wood": 1}),
    ),
    case(use("caboose", stop="end", penalty=0, rewards=THREE_COAL), NO_END, **owning("caboose")),
    case(
        use("warehouse", good="wood", stop="wood"),
        "Stop doesn't go with Warehouse. Leave it out.",
        **owning("warehouse"),
    ),
    case(use("safe", company="B"), WHICH_SHARE, **owning("safe", shares={"A": [1]})),
    case(use("safe", share=share("A", 1), company="B"), "Anton has no A share.", **owning("safe")),
    case(
        use("safe", share=share("A", 1), company="B"),
        "Anton doesn't have share no. 1 of A.",
        **owning("safe", shares={"A": [2]}),
    ),
    rulable(
        use("safe", share=share("A", 1), company="A"),
        "The Safe needs a company other than A.",
        **owning("safe", shares={"A": [1]}),
    ),
    case(
        use("safe", share=share("A", 1), company="B"),
        "No B share is left.",
        **held(
            Anton={"upgrades": ["safe"], "shares": {"A": [1]}}, Beate={"shares": {"B": [1, 2, 3, 4, 5, 6]}}
        ),
    ),
]

COUNTED = "Goods, coal and whistles are already counted. Leave them out, or count again."

FINALS = [
    *(case(final(**{left: {ANTON: 1}}), COUNTED, **anton()) for left in ("basic", "rare", "markers")),
    rulable(final(), "The game isn't over. The final scoring comes after the last round."),
    rulable(final(black_tiles={ANTON: 4}), "Anton can't hold 4 tiles. The limit is 3.", **anton(points=50)),
    rulable(
        final(black_tiles={ANTON: 6}), "Anton can't hold 6 tiles. The limit is 5.", **owning("extra-boiler")
    ),
    case(
        final(gold={ANTON: [3]}),
        "Anton has 2 gold tokens without a value, but you entered 1 value.",
        **anton(gold=[4, 0, 0]),
    ),
    case(
        final(gold={ANTON: [3]}),
        "Anton has 0 gold tokens without a value, but you entered 1 value.",
        **anton(gold=[4]),
    ),
    case(
        final(gold={ANTON: [6]}), "Each of Anton's gold tokens is worth 3, 4 or 5 points.", **anton(gold=[0])
    ),
    case(
        {"player": ANTON, "amount": -1, "reason": "a slip", "do": "adjust"},
        "−1 would take Anton below zero. Adjust by less.",
    ),
]

CASES = [*TURNS, *STOPS, *TOLLS_AND_LIMITS, *UPGRADES, *FINALS]


def session_before(case: Case) -> Session:
    return moves.played(*case.before, **case.more)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_booked_by_a_ruling_unless_it_cannot_be(case: Case) -> None:
    session = session_before(case)
    assert_refused(session, case)
    assert_ruled(session, case)
