"""Each refusal of the spec: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from typing import Any

from companion.session import Session
from tests.refusals import Case, assert_refused, assert_ruled, case, every
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import (
    FULL,
    around,
    buy,
    buy_from,
    done,
    final,
    held,
    home,
    move,
    owning,
    penalty,
    played,
    rest,
    share,
    town,
    trade,
    use,
)

THREE_COAL = ["coal"] * 3
GOODS = "cotton, stone, wood, cattle, whiskey and steel"
PIECES = "cotton, stone, wood, cattle, whiskey, steel, coal and whistle"
NOBODY = 'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus'
DUE = "the last round is over; enter the final scoring with: final"
ONE_ROUND: dict[str, Any] = {"options": {"rounds": 1}}
ROUND = around(ANTON, BEATE, CLAUS)
FIVE = ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]

TURNS = [
    case("turn", move("wood", BEATE), "it is the turn of Anton, not of Beate", ruling=True),
    case("unknown by", rest("Zoe"), NOBODY),
    case(
        "a fifth action",
        move("wood", marker="whistle"),
        "Anton has no action space left in this turn",
        *[move("wood")] * 4,
        ruling=True,
    ),
    case(
        "a use as fifth action",
        use("coal-car"),
        "Anton has no action space left in this turn",
        *[use("coal-car")] * 4,
        ruling=True,
        **owning("coal-car"),
    ),
    case(
        "moving after a rest",
        move("wood"),
        "Anton has rested in this turn and cannot move any more",
        rest(ANTON),
        ruling=True,
    ),
    case(
        "resting after a move",
        rest(ANTON),
        "Anton has moved in this turn, so this is no rest",
        move("wood"),
        ruling=True,
    ),
    case("resting twice", rest(ANTON), "Anton has rested in this turn already", rest(ANTON), ruling=True),
    case("no coal", move("wood"), "Anton has 0 coal and needs 1", **held(Anton={"coal": 0})),
    case(
        "no whistle",
        move("wood", marker="whistle"),
        "Anton has 0 whistle and needs 1",
        **held(Anton={"whistle": 0}),
    ),
    case(
        "unknown marker", move("wood", marker="steam"), 'trains move with coal or whistle, not with "steam"'
    ),
    case(
        "moving with all trains home",
        move("wood"),
        "all trains of Anton are home",
        ruling=True,
        **held(Anton={"trains_home": 5}),
    ),
    case(
        "bringing home one train more than there are",
        home(ANTON, *THREE_COAL),
        "all trains of Anton are home",
        **held(Anton={"trains_home": 5}),
    ),
    case("moving after the last round", move("wood"), DUE, *ROUND, ruling=True, **ONE_ROUND),
    case("ending a turn after the last round", done(ANTON), DUE, *ROUND, **ONE_ROUND),
]

FAIR = {
    "wood": "a whistle, two coal or one other basic good",
    "steel": "two basic goods or one other rare good",
}

STOPS = [
    case(
        "unknown stop",
        move("saloon"),
        f'there is no stop "saloon"; there are {GOODS.replace(" and", ",")}, coal-yard, whistle-factory, store, '
        "gold-mine, trading-post, town, exchange, end and start",
    ),
    case("a store without a good", move("store"), "good is missing"),
    case(
        "a store with an unknown good",
        move("store", good="coal"),
        f'there is no good "coal"; there are {GOODS}',
    ),
    case(
        "a field that the stop does not ask for",
        move("coal-yard", good="wood"),
        "coal yard does not ask for good; take it out",
    ),
    case("an end that is a town", penalty(ANTON, 1, end=True), "town does not ask for end; take it out"),
    case("gold of 6", move("gold-mine", gold=6), "a gold token is worth 3, 4 or 5"),
    case(
        "two values for one token",
        move("gold-mine", gold=[3, 4]),
        "2 values are given for 1 gold token",
    ),
    case(
        "a 21st gold token",
        move("gold-mine"),
        "all 20 gold tokens are taken",
        **held(Anton={}, Beate={"gold": [3] * 12}, Claus={"gold": [4] * 8}),
    ),
    case(
        "a 21st gold token as reward",
        home(ANTON, "gold", "coal", "gold"),
        "all 20 gold tokens are taken",
        **held(Anton={}, Beate={"gold": [3] * 19}),
    ),
    case(
        "a third trade",
        move("trading-post", trades=[trade("wood", "whistle")] * 3),
        "at most 2 trades are made at once",
        ruling=True,
        **held(Anton={"goods": {"wood": 3}}),
    ),
    *(
        case(
            f"{give} for {' '.join(get) or 'nothing'}",
            move("trading-post", trades=[trade(give, *get)]),
            f"{give} is traded for {FAIR[give]}, not for {', '.join(get)}",
            ruling=True,
            **held(Anton={"goods": {"wood": 1, "steel": 1}}),
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
    case(
        "trading what is not there",
        move("trading-post", trades=[trade("wood", "whistle")]),
        "Anton has 0 wood and needs 1",
    ),
    case(
        "a town paid with what is not there",
        town(ANTON, 5, "A", {"wood": 2}),
        "Anton has 1 wood and needs 2",
        **held(Anton={"goods": {"wood": 1}}),
    ),
    case(
        "a town paid with the coal of the move",
        town(ANTON, 5, "A", {"coal": 1}),
        "Anton has 0 coal and needs 1",
        **held(Anton={"coal": 1}),
    ),
    case(
        "a town paid with gold",
        town(ANTON, 5, "A", {"gold": 1}),
        f'there is no piece "gold"; there are {PIECES}',
        **held(Anton={"gold": [3]}),
    ),
    case(
        "a town without fame or penalty",
        move("town", town="Denver", company="A"),
        "still to say: the fame that was gained, or the penalty",
    ),
    case("a town without company", move("town", town="Denver", points=2), "company is missing"),
    case("an unknown company", town(ANTON, 2, "F"), 'there is no company "F"; there are A, B, C, D and E'),
    case(
        "a town supplied and not",
        {**penalty(ANTON, 2), "points": 3},
        "either what is asked for is paid or the penalty is taken, not both",
    ),
    case(
        "a share for a penalty",
        penalty(ANTON, 2, company="A"),
        "either what is asked for is paid or the penalty is taken, not both",
    ),
    case("an exchange without rate", move("exchange"), "rate is missing"),
    case(
        "an exchange at 5",
        move("exchange", rate=5),
        "an exchange pays 3 or 4 for a share, not 5",
        ruling=True,
    ),
    case(
        "an exchange without the share",
        move("exchange", rate=3),
        "Anton must give up a share: say which one",
        ruling=True,
        **held(Anton={"shares": {"A": [1]}}),
    ),
    case(
        "an exchange of somebody else's share",
        move("exchange", rate=3, share=share("A", 2)),
        "Anton has no share 2 of A",
        **held(Anton={"shares": {"A": [1]}}, Beate={"shares": {"A": [2]}}),
    ),
    case(
        "rewards of an exchange that is no end tile",
        move("exchange", rate=3, rewards=THREE_COAL),
        "rewards come only at an end tile; say that this exchange is one, or take them out",
    ),
    case(
        "an end tile without rewards",
        move("end", penalty=0),
        "an end tile brings 3 rewards, and 0 are given",
    ),
    case(
        "two rewards",
        home(ANTON, "coal", "coal"),
        "an end tile brings 3 rewards, and 2 are given",
        ruling=True,
    ),
    case(
        "an unknown reward",
        home(ANTON, "coal", "coal", "share"),
        f'there is no piece "share"; there are {PIECES.replace(" and", ",")} and gold',
    ),
    case("gold values without gold", home(ANTON, *THREE_COAL, gold=4), "1 value is given for 0 gold tokens"),
    case(
        "an end tile paid with what is not there",
        home(ANTON, *THREE_COAL, points=5, pay={"steel": 1}),
        "Anton has 0 steel and needs 1",
    ),
    case(
        "an end tile without fame or penalty",
        move("end", rewards=THREE_COAL),
        "still to say: the fame that was gained, or the penalty",
    ),
]

TOLL = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"]})

TOLLS_AND_LIMITS = [
    case(
        "a toll to who does not own the toll station",
        move("wood", toll={"to": CLAUS, "good": "wood"}),
        "Claus does not own the toll station",
        ruling=True,
        **TOLL,
    ),
    case(
        "a toll to oneself",
        move("wood", toll={"to": ANTON, "good": "wood"}),
        "Anton owns the toll station and pays no toll",
        ruling=True,
        **held(Anton={"goods": {"wood": 1}, "upgrades": ["toll-station"]}),
    ),
    case(
        "a toll with what the stop would bring",
        move("steel", toll={"to": BEATE, "good": "steel"}),
        "Anton has 0 steel and needs 1",
        **TOLL,
    ),
    case(
        "no discard of an eleventh good",
        move("wood"),
        "Anton must discard 1 good and not 0: 10 may be kept",
        ruling=True,
        **held(Anton={"goods": FULL}),
    ),
    case(
        "discarding too much",
        move("wood", discard={"wood": 2}),
        "Anton must discard 1 good and not 2: 10 may be kept",
        ruling=True,
        **held(Anton={"goods": FULL}),
    ),
    case(
        "discarding without need",
        move("wood", discard={"wood": 1}),
        "Anton need not discard anything: 10 goods may be kept",
        ruling=True,
    ),
    case(
        "discarding what is not there",
        move("wood", discard={"cattle": 1}),
        "Anton has 0 cattle and needs 1",
        **held(Anton={"goods": FULL}),
    ),
    case(
        "a receiver who does not discard",
        move("coal-yard", toll={"to": BEATE, "good": "wood"}),
        "Beate must discard 1 good and not 0: 10 may be kept",
        ruling=True,
        **held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"], "goods": FULL}),
    ),
    case(
        "a discard of nobody",
        move("coal-yard", receiver_discard={"wood": 1}),
        "nobody received a good, so nobody discards one",
    ),
]

UPGRADES = [
    case(
        "unknown upgrade",
        buy("dining-car"),
        'there is no upgrade "dining-car"; there are coal-car, open-wagon, mine-cart, first-class-cabin, caboose, '
        "safe, warehouse, new-whistle, toll-station, compass, blocking-signal and extra-boiler",
    ),
    case(
        "a third purchase",
        buy("compass"),
        "Anton has bought 2 upgrades in this turn already",
        buy("safe"),
        buy("caboose"),
        ruling=True,
    ),
    case("a purchase without worth", buy("safe", worth=None), "worth is missing"),
    case("a worth of 4", buy("safe", worth=4), "an upgrade is worth 3 or 5 at the end"),
    case(
        "another worth than before",
        {**buy_from(ANTON, BEATE, "safe", "steel"), "worth": 5},
        "Safe is worth 3, as was said before",
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case("a price that is not there", buy("safe", pay={"wood": 1}), "Anton has 0 wood and needs 1"),
    case("one's own upgrade", buy("safe"), "Anton owns Safe already", **owning("safe")),
    case(
        "an upgrade of the display that somebody owns",
        buy("safe"),
        "Safe belongs to Beate, so it is bought from Beate",
        **held(Beate={"upgrades": ["safe"]}),
    ),
    case(
        "an upgrade from who does not own it",
        {**buy_from(ANTON, BEATE, "safe", "steel"), "worth": 3},
        "nobody owns Safe; it is bought from the display",
        **held(Anton={"goods": {"steel": 1}}),
    ),
    case(
        "a sixth upgrade in play of three players",
        buy("compass"),
        "Compass cannot be in play: 5 others are",
        **held(Anton={"upgrades": FIVE[:3]}, Beate={"upgrades": FIVE[3:]}),
    ),
    case(
        "no tribute",
        {"by": ANTON, "upgrade": "safe", "from": BEATE, "do": "buy"},
        "tribute is missing",
        ruling=True,
        **held(Anton={}, Beate={"upgrades": ["safe"]}),
    ),
    case(
        "a tribute that is not rare",
        buy_from(ANTON, BEATE, "safe", "wood"),
        "wood is no rare good, and a tribute is one",
        ruling=True,
        **held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(
        "a tribute that went into the price",
        buy_from(ANTON, BEATE, "safe", "steel", pay={"steel": 1}),
        "Anton has 0 steel and needs 1",
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case(
        "a tribute to nobody",
        buy("safe", tribute="steel"),
        "a tribute is paid only for an upgrade that is bought from another player",
        **held(Anton={"goods": {"steel": 1}}),
    ),
    case(
        "using what somebody else owns",
        use("coal-car"),
        "Anton does not own Coal Car",
        ruling=True,
        **held(Anton={}, Beate={"upgrades": ["coal-car"]}),
    ),
    case(
        "using without coal",
        use("coal-car"),
        "Anton has 0 coal and needs 1",
        **owning("coal-car", coal=0),
    ),
    *(
        case(
            f"using {upgrade}",
            use(upgrade),
            f"{name} works by itself and is never used",
            **owning(upgrade),
        )
        for upgrade, name in (
            ("toll-station", "Toll Station"),
            ("compass", "Compass"),
            ("blocking-signal", "Blocking Signal"),
            ("extra-boiler", "Extra Boiler"),
        )
    ),
    case(
        "a field that the upgrade does not ask for",
        use("coal-car", good="wood"),
        "Coal Car does not ask for good; take it out",
        **owning("coal-car"),
    ),
    case(
        "the open wagon paid with the coal it brings",
        use("open-wagon", trades=[trade("wood", "coal", "coal")]),
        "Anton has 0 coal and needs 1",
        **owning("open-wagon", coal=0, goods={"wood": 1}),
    ),
    case("a warehouse without a good", use("warehouse"), "good is missing", **owning("warehouse")),
    case("a caboose without a stop", use("caboose"), "stop is missing", **owning("caboose")),
    case(
        "a caboose at an end tile",
        use("caboose", stop="end", penalty=0, rewards=THREE_COAL),
        "the caboose does not use an end tile again",
        **owning("caboose"),
    ),
    case(
        "a stop for another upgrade than the caboose",
        use("warehouse", good="wood", stop="wood"),
        "Warehouse does not ask for stop; take it out",
        **owning("warehouse"),
    ),
    case(
        "a caboose at an exchange among the end tiles",
        use("caboose", stop="exchange", rate=3, end=True, rewards=THREE_COAL),
        "the caboose does not use an end tile again",
        **owning("caboose"),
    ),
    case(
        "a safe without a share",
        use("safe", company="B"),
        "Anton must give up a share: say which one",
        **owning("safe", shares={"A": [1]}),
    ),
    case(
        "a safe with a share that is not there",
        use("safe", share=share("A", 1), company="B"),
        "Anton has no share of A",
        **owning("safe"),
    ),
    case(
        "a safe with another share than those that are there",
        use("safe", share=share("A", 1), company="B"),
        "Anton has no share 1 of A",
        **owning("safe", shares={"A": [2]}),
    ),
    case(
        "a safe for the same company",
        use("safe", share=share("A", 1), company="A"),
        "the safe changes for another company, not for A again",
        ruling=True,
        **owning("safe", shares={"A": [1]}),
    ),
    case(
        "a safe for a company that is sold out",
        use("safe", share=share("A", 1), company="B"),
        "no share of B is left",
        **held(
            Anton={"upgrades": ["safe"], "shares": {"A": [1]}}, Beate={"shares": {"B": [1, 2, 3, 4, 5, 6]}}
        ),
    ),
    case(
        "a safe without a company",
        use("safe", share=share("A", 1)),
        "company is missing",
        **owning("safe", shares={"A": [1]}),
    ),
]

FINALS = [
    case(
        "scoring in the middle of the game",
        final(),
        "the game goes on; the final scoring comes after the last round",
        ruling=True,
    ),
    case(
        "a hand of four black tiles",
        final(black_tiles={ANTON: 4}),
        "Anton cannot hold 4 tiles; 3 is the most",
        ruling=True,
        **held(Anton={"points": 50}),
    ),
    case(
        "a hand of six black tiles with the extra boiler",
        final(black_tiles={ANTON: 6}),
        "Anton cannot hold 6 tiles; 5 is the most",
        ruling=True,
        **owning("extra-boiler"),
    ),
    case(
        "gold that was never valued",
        final(gold={ANTON: [3]}),
        "Anton has 2 gold tokens of unknown value, and 1 value is given",
        **held(Anton={"gold": [4, 0, 0]}),
    ),
    case(
        "gold that nobody has",
        final(gold={ANTON: [3]}),
        "Anton has 0 gold tokens of unknown value, and 1 value is given",
        **held(Anton={"gold": [4]}),
    ),
    case(
        "a final gold of 6",
        final(gold={ANTON: [6]}),
        "a gold token is worth 3, 4 or 5",
        **held(Anton={"gold": [0]}),
    ),
    case(
        "an adjustment below nothing",
        {"player": ANTON, "amount": -1, "reason": "a slip", "do": "adjust"},
        "-1 would leave Anton less than nothing; adjust by less",
    ),
]

CASES = [*TURNS, *STOPS, *TOLLS_AND_LIMITS, *UPGRADES, *FINALS]


def session_before(case: Case) -> Session:
    return played(*case.before, **case.more)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_number_and_the_state_stays(case: Case) -> None:
    assert_refused(session_before(case), case)


@every(CASES)
def test_a_ruling_books_it_unless_it_cannot_be(case: Case) -> None:
    assert_ruled(session_before(case), case)
