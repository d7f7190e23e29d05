"""Refusals of stops, tolls and discards."""

from tests.refusals import case
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import (
    held,
    home,
    move,
    penalty,
    share,
    town,
    trade,
)
from tests.whistle_stop.refusals import FULL, GOODS, PIECES, THREE_COAL

FAIR = {
    "wood": "a whistle, two coal or one other basic good",
    "steel": "two basic goods or one other rare good",
}

STOPS = [
    case(
        "unknown stop",
        move(ANTON, "saloon"),
        f'there is no stop "saloon"; there are {GOODS.replace(" and", ",")}, coal-yard, whistle-factory, store, '
        "gold-mine, trading-post, town, exchange, end and start",
    ),
    case("a store without a good", move(ANTON, "store"), "good is missing"),
    case(
        "a store with an unknown good",
        move(ANTON, "store", good="coal"),
        f'there is no good "coal"; there are {GOODS}',
    ),
    case(
        "a field that the stop does not ask for",
        move(ANTON, "coal-yard", good="wood"),
        "coal yard does not ask for good; take it out",
    ),
    case(
        "an end that is a town",
        penalty(ANTON, 1, end=True),
        "town does not ask for end; take it out",
    ),
    case(
        "gold of 6",
        move(ANTON, "gold-mine", gold=6),
        "a gold token is worth 3, 4 or 5",
    ),
    case(
        "two values for one token",
        move(ANTON, "gold-mine", gold=[3, 4]),
        "2 values are given for 1 gold token",
    ),
    case(
        "a 21st gold token",
        move(ANTON, "gold-mine"),
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
        move(ANTON, "trading-post", trades=[trade("wood", "whistle")] * 3),
        "at most 2 trades are made at once",
        ruling=True,
        **held(Anton={"goods": {"wood": 3}}),
    ),
    *(
        case(
            f"{give} for {' '.join(get) or 'nothing'}",
            move(ANTON, "trading-post", trades=[trade(give, *get)]),
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
        move(ANTON, "trading-post", trades=[trade("wood", "whistle")]),
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
        move(ANTON, "town", town="Denver", company="A"),
        "still to say: the fame that was gained, or the penalty",
    ),
    case("a town without company", move(ANTON, "town", town="Denver", points=2), "company is missing"),
    case(
        "an unknown company",
        town(ANTON, 2, "F"),
        'there is no company "F"; there are A, B, C, D and E',
    ),
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
    case("an exchange without rate", move(ANTON, "exchange"), "rate is missing"),
    case(
        "an exchange at 5",
        move(ANTON, "exchange", rate=5),
        "an exchange pays 3 or 4 for a share, not 5",
        ruling=True,
    ),
    case(
        "an exchange without the share",
        move(ANTON, "exchange", rate=3),
        "Anton must give up a share: say which one",
        ruling=True,
        **held(Anton={"shares": {"A": [1]}}),
    ),
    case(
        "an exchange of somebody else's share",
        move(ANTON, "exchange", rate=3, share=share("A", 2)),
        "Anton has no share 2 of A",
        **held(Anton={"shares": {"A": [1]}}, Beate={"shares": {"A": [2]}}),
    ),
    case(
        "rewards of an exchange that is no end tile",
        move(ANTON, "exchange", rate=3, rewards=THREE_COAL),
        "rewards come only at an end tile; say that this exchange is one, or take them out",
    ),
    case(
        "an end tile without rewards",
        move(ANTON, "end", penalty=0),
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
    case(
        "gold values without gold",
        home(ANTON, *THREE_COAL, gold=4),
        "1 value is given for 0 gold tokens",
    ),
    case(
        "an end tile paid with what is not there",
        home(ANTON, *THREE_COAL, points=5, pay={"steel": 1}),
        "Anton has 0 steel and needs 1",
    ),
    case(
        "an end tile without fame or penalty",
        move(ANTON, "end", rewards=THREE_COAL),
        "still to say: the fame that was gained, or the penalty",
    ),
]

TOLL = held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"]})

TOLLS_AND_LIMITS = [
    case(
        "a toll to who does not own the toll station",
        move(ANTON, "wood", toll={"to": CLAUS, "good": "wood"}),
        "Claus does not own the toll station",
        ruling=True,
        **TOLL,
    ),
    case(
        "a toll to oneself",
        move(ANTON, "wood", toll={"to": ANTON, "good": "wood"}),
        "Anton owns the toll station and pays no toll",
        ruling=True,
        **held(Anton={"goods": {"wood": 1}, "upgrades": ["toll-station"]}),
    ),
    case(
        "a toll with what the stop would bring",
        move(ANTON, "steel", toll={"to": BEATE, "good": "steel"}),
        "Anton has 0 steel and needs 1",
        **TOLL,
    ),
    case(
        "no discard of an eleventh good",
        move(ANTON, "wood"),
        "Anton must discard 1 good and not 0: 10 may be kept",
        ruling=True,
        **held(Anton={"goods": FULL}),
    ),
    case(
        "discarding too much",
        move(ANTON, "wood", discard={"wood": 2}),
        "Anton must discard 1 good and not 2: 10 may be kept",
        ruling=True,
        **held(Anton={"goods": FULL}),
    ),
    case(
        "discarding without need",
        move(ANTON, "wood", discard={"wood": 1}),
        "Anton need not discard anything: 10 goods may be kept",
        ruling=True,
    ),
    case(
        "discarding what is not there",
        move(ANTON, "wood", discard={"cattle": 1}),
        "Anton has 0 cattle and needs 1",
        **held(Anton={"goods": FULL}),
    ),
    case(
        "a receiver who does not discard",
        move(ANTON, "coal-yard", toll={"to": BEATE, "good": "wood"}),
        "Beate must discard 1 good and not 0: 10 may be kept",
        ruling=True,
        **held(Anton={"goods": {"wood": 1}}, Beate={"upgrades": ["toll-station"], "goods": FULL}),
    ),
    case(
        "a discard of nobody",
        move(ANTON, "coal-yard", receiver_discard={"wood": 1}),
        "nobody received a good, so nobody discards one",
    ),
]
