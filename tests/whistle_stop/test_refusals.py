"""Each refusal of the spec: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from typing import Any

from companion.session import Session
from tests.refusals import Case, assert_refused, assert_ruled, case, every, rulable
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop import moves
from tests.whistle_stop.moves import buy, final, held, home, move, owning, rest, share, town, trade, use

THREE_COAL = ["coal"] * 3
GOODS = "cotton, stone, wood, cattle, whiskey and steel"
PIECES = "cotton, stone, wood, cattle, whiskey, steel, coal and whistle"
NOBODY = 'Nobody here is called "Zoe". Players: Anton, Beate and Claus.'
DUE = "the last round is over; enter the final scoring with: final"
ONE_ROUND: dict[str, Any] = {"options": {"rounds": 1}}
ROUND = moves.around(ANTON, BEATE, CLAUS)
FIVE = ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]
NO_SPACE = "Anton has no action space left in this turn"
WHICH_SHARE = "Anton must give up a share: say which one"
NOT_BOTH = "either what is asked for is paid or the penalty is taken, not both"
NO_END = "the caboose does not use an end tile again"
NO_STEEL = "Anton has 0 steel and needs 1"
NO_WOOD = "Anton has 0 wood and needs 1"


def anton(**has: Any) -> dict[str, Any]:
    return held(Anton=has)


TURNS = [
    rulable(move("wood", BEATE), "It's Anton's turn, not Beate's."),
    case(rest("Zoe"), NOBODY),
    rulable(move("wood", marker="whistle"), NO_SPACE, *[move("wood")] * 4),
    rulable(use("coal-car"), NO_SPACE, *[use("coal-car")] * 4, **owning("coal-car")),
    rulable(move("wood"), "Anton has rested in this turn and cannot move any more", rest(ANTON)),
    rulable(rest(ANTON), "Anton has moved in this turn, so this is no rest", move("wood")),
    rulable(rest(ANTON), "Anton has rested in this turn already", rest(ANTON)),
    case(move("wood"), "Anton has 0 coal and needs 1", **anton(coal=0)),
    case(move("wood", marker="whistle"), "Anton has 0 whistle and needs 1", **anton(whistle=0)),
    case(move("wood", marker="steam"), 'trains move with coal or whistle, not with "steam"'),
    rulable(move("wood"), "all trains of Anton are home", **anton(trains_home=5)),
    case(home(ANTON, *THREE_COAL), "all trains of Anton are home", **anton(trains_home=5)),
    rulable(move("wood"), DUE, *ROUND, **ONE_ROUND),
    case(moves.done(ANTON), DUE, *ROUND, **ONE_ROUND),
]

FAIR = {
    "wood": "a whistle, two coal or one other basic good",
    "steel": "two basic goods or one other rare good",
}

STOPS = [
    case(
        move("saloon"),
        f'there is no stop "saloon"; there are {GOODS.replace(" and", ",")}, coal-yard, whistle-factory, store, '
        "gold-mine, trading-post, town, exchange, end and start",
    ),
    case(move("store"), "good is missing."),
    case(move("store", good="coal"), f'there is no good "coal"; there are {GOODS}'),
    case(move("coal-yard", good="wood"), "coal yard does not ask for good; take it out"),
    case(moves.penalty(ANTON, 1, end=True), "town does not ask for end; take it out"),
    case(move("gold-mine", gold=6), "a gold token is worth 3, 4 or 5"),
    case(move("gold-mine", gold=[3, 4]), "2 values are given for 1 gold token"),
    case(
        move("gold-mine"),
        "all 20 gold tokens are taken",
        **held(Anton={}, Beate={"gold": [3] * 12}, Claus={"gold": [4] * 8}),
    ),
    case(
        home(ANTON, "gold", "coal", "gold"),
        "all 20 gold tokens are taken",
        **held(Anton={}, Beate={"gold": [3] * 19}),
    ),
    rulable(
        move("trading-post", trades=[trade("wood", "whistle")] * 3),
        "at most 2 trades are made at once",
        **anton(goods={"wood": 3}),
    ),
    *(
        rulable(
            move("trading-post", trades=[trade(give, *get)]),
            f"{give} is traded for {FAIR[give]}, not for {', '.join(get)}",
            **anton(goods={"wood": 1, "steel": 1}),
        )
        for give, get in (
            ("wood", ("wood",)),
            ("wood", ("coal",)),
            ("wood", ("whistle", "whistle")),
            ("wood", ("steel",)),
            ("steel", ("steel",)),
            ("steel", ("whistle",)),
            ("steel", ("wood",)),
            ("steel", ("cattle", "whiskey")),
        )
    ),
    case(move("trading-post", trades=[trade("wood", "whistle")]), NO_WOOD),
    case(town(ANTON, 5, "A", {"wood": 2}), "Anton has 1 wood and needs 2", **anton(goods={"wood": 1})),
    case(town(ANTON, 5, "A", {"coal": 1}), "Anton has 0 coal and needs 1", **anton(coal=1)),
    case(
        town(ANTON, 5, "A", {"gold": 1}), f'there is no piece "gold"; there are {PIECES}', **anton(gold=[3])
    ),
    case(move("town", town="Denver", company="A"), "still to say: the fame that was gained, or the penalty"),
    case(move("town", town="Denver", points=2), "company is missing."),
    case(town(ANTON, 2, "F"), 'there is no company "F"; there are A, B, C, D and E'),
    case({**moves.penalty(ANTON, 2), "points": 3}, NOT_BOTH),
    case(moves.penalty(ANTON, 2, company="A"), NOT_BOTH),
    case(move("exchange"), "rate is missing."),
    rulable(move("exchange", rate=5), "an exchange pays 3 or 4 for a share, not 5"),
    rulable(move("exchange", rate=3), WHICH_SHARE, **anton(shares={"A": [1]})),
    case(
        move("exchange", rate=3, share=share("A", 2)),
        "Anton has no share 2 of A",
        **held(Anton={"shares": {"A": [1]}}, Beate={"shares": {"A": [2]}}),
    ),
    case(
        move("exchange", rate=3, rewards=THREE_COAL),
        "rewards come only at an end tile; say that this exchange is one, or take them out",
    ),
    case(move("end", penalty=0), "an end tile brings 3 rewards, and 0 are given"),
    rulable(home(ANTON, "coal", "coal"), "an end tile brings 3 rewards, and 2 are given"),
    case(
        home(ANTON, "coal", "coal", "share"),
        f'there is no piece "share"; there are {PIECES.replace(" and", ",")} and gold',
    ),
    case(home(ANTON, *THREE_COAL, gold=4), "1 value is given for 0 gold tokens"),
    case(home(ANTON, *THREE_COAL, points=5, pay={"steel": 1}), NO_STEEL),
    case(move("end", rewards=THREE_COAL), "still to say: the fame that was gained, or the penalty"),
]

TOLL = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"]})

TOLLS_AND_LIMITS = [
    rulable(move("wood", toll={"to": CLAUS, "good": "wood"}), "Claus does not own the toll station", **TOLL),
    rulable(
        move("wood", toll={"to": ANTON, "good": "wood"}),
        "Anton owns the toll station and pays no toll",
        **anton(goods={"wood": 1}, upgrades=["toll-station"]),
    ),
    case(move("steel", toll={"to": BEATE, "good": "steel"}), NO_STEEL, **TOLL),
    rulable(move("wood"), "Anton must discard 1 good and not 0: 10 may be kept", **anton(goods=moves.FULL)),
    rulable(
        move("wood", discard={"wood": 2}),
        "Anton must discard 1 good and not 2: 10 may be kept",
        **anton(goods=moves.FULL),
    ),
    rulable(move("wood", discard={"wood": 1}), "Anton need not discard anything: 10 goods may be kept"),
    case(move("wood", discard={"cattle": 1}), "Anton has 0 cattle and needs 1", **anton(goods=moves.FULL)),
    rulable(
        move("coal-yard", toll={"to": BEATE, "good": "wood"}),
        "Beate must discard 1 good and not 0: 10 may be kept",
        **held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"], "goods": moves.FULL}),
    ),
    case(move("coal-yard", receiver_discard={"wood": 1}), "nobody received a good, so nobody discards one"),
]

UPGRADES = [
    case(
        buy("dining-car"),
        'there is no upgrade "dining-car"; there are coal-car, open-wagon, mine-cart, first-class-cabin, caboose, '
        "safe, warehouse, new-whistle, toll-station, compass, blocking-signal and extra-boiler",
    ),
    rulable(buy("compass"), "Anton has bought 2 upgrades in this turn already", buy("safe"), buy("caboose")),
    case(buy("safe", worth=None), "worth is missing."),
    case(buy("safe", worth=4), "an upgrade is worth 3 or 5 at the end"),
    case(
        {**moves.buy_from(ANTON, BEATE, "safe", "steel"), "worth": 5},
        "Safe is worth 3, as was said before",
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(buy("safe", pay={"wood": 1}), NO_WOOD),
    case(buy("safe"), "Anton owns Safe already", **owning("safe")),
    case(
        buy("safe"), "Safe belongs to Beate, so it is bought from Beate", **held(Beate={"upgrades": ["safe"]})
    ),
    case(
        {**moves.buy_from(ANTON, BEATE, "safe", "steel"), "worth": 3},
        "nobody owns Safe; it is bought from the display",
        **anton(goods={"steel": 1}),
    ),
    case(
        buy("compass"),
        "Compass cannot be in play: 5 others are",
        **held(Anton={"upgrades": FIVE[:3]}, Beate={"upgrades": FIVE[3:]}),
    ),
    rulable(
        {"by": ANTON, "upgrade": "safe", "from": BEATE, "do": "buy"},
        "tribute is missing.",
        **held(Anton={}, Beate={"upgrades": ["safe"]}),
    ),
    rulable(
        moves.buy_from(ANTON, BEATE, "safe", "wood"),
        "wood is no rare good, and a tribute is one",
        **held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(
        moves.buy_from(ANTON, BEATE, "safe", "steel", pay={"steel": 1}),
        NO_STEEL,
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(
        buy("safe", tribute="steel"),
        "a tribute is paid only for an upgrade that is bought from another player",
        **anton(goods={"steel": 1}),
    ),
    rulable(
        use("coal-car"), "Anton does not own Coal Car", **held(Anton={}, Beate={"upgrades": ["coal-car"]})
    ),
    case(use("coal-car"), "Anton has 0 coal and needs 1", **owning("coal-car", coal=0)),
    *(
        case(use(upgrade), f"{name} works by itself and is never used", **owning(upgrade))
        for upgrade, name in (
            ("toll-station", "Toll Station"),
            ("compass", "Compass"),
            ("blocking-signal", "Blocking Signal"),
            ("extra-boiler", "Extra Boiler"),
        )
    ),
    case(use("coal-car", good="wood"), "Coal Car does not ask for good; take it out", **owning("coal-car")),
    case(
        use("open-wagon", trades=[trade("wood", "coal", "coal")]),
        "Anton has 0 coal and needs 1",
        **owning("open-wagon", coal=0, goods={"wood": 1}),
    ),
    case(use("warehouse"), "good is missing.", **owning("warehouse")),
    case(use("caboose"), "stop is missing.", **owning("caboose")),
    case(use("caboose", stop="end", penalty=0, rewards=THREE_COAL), NO_END, **owning("caboose")),
    case(
        use("warehouse", good="wood", stop="wood"),
        "Warehouse does not ask for stop; take it out",
        **owning("warehouse"),
    ),
    case(use("caboose", stop="exchange", rate=3, end=True, rewards=THREE_COAL), NO_END, **owning("caboose")),
    case(use("safe", company="B"), WHICH_SHARE, **owning("safe", shares={"A": [1]})),
    case(use("safe", share=share("A", 1), company="B"), "Anton has no share of A", **owning("safe")),
    case(
        use("safe", share=share("A", 1), company="B"),
        "Anton has no share 1 of A",
        **owning("safe", shares={"A": [2]}),
    ),
    rulable(
        use("safe", share=share("A", 1), company="A"),
        "the safe changes for another company, not for A again",
        **owning("safe", shares={"A": [1]}),
    ),
    case(
        use("safe", share=share("A", 1), company="B"),
        "no share of B is left",
        **held(
            Anton={"upgrades": ["safe"], "shares": {"A": [1]}}, Beate={"shares": {"B": [1, 2, 3, 4, 5, 6]}}
        ),
    ),
    case(use("safe", share=share("A", 1)), "company is missing.", **owning("safe", shares={"A": [1]})),
]

FINALS = [
    rulable(final(), "the game goes on; the final scoring comes after the last round"),
    rulable(final(black_tiles={ANTON: 4}), "Anton cannot hold 4 tiles; 3 is the most", **anton(points=50)),
    rulable(
        final(black_tiles={ANTON: 6}), "Anton cannot hold 6 tiles; 5 is the most", **owning("extra-boiler")
    ),
    case(
        final(gold={ANTON: [3]}),
        "Anton has 2 gold tokens of unknown value, and 1 value is given",
        **anton(gold=[4, 0, 0]),
    ),
    case(
        final(gold={ANTON: [3]}),
        "Anton has 0 gold tokens of unknown value, and 1 value is given",
        **anton(gold=[4]),
    ),
    case(final(gold={ANTON: [6]}), "a gold token is worth 3, 4 or 5", **anton(gold=[0])),
    case(
        {"player": ANTON, "amount": -1, "reason": "a slip", "do": "adjust"},
        "-1 would take Anton below zero. Adjust by less.",
    ),
]

CASES = [*TURNS, *STOPS, *TOLLS_AND_LIMITS, *UPGRADES, *FINALS]


def session_before(case: Case) -> Session:
    return moves.played(*case.before, **case.more)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_number_and_the_state_stays(case: Case) -> None:
    assert_refused(session_before(case), case)


@every(CASES)
def test_a_ruling_books_it_unless_it_cannot_be(case: Case) -> None:
    assert_ruled(session_before(case), case)
