"""Refusals of purchases and uses."""

from tests.refusals import case
from tests.support import ANTON, BEATE
from tests.whistle_stop.moves import (
    buy,
    buy_from,
    held,
    share,
    trade,
    use,
)
from tests.whistle_stop.refusals import FIVE, THREE_COAL, owning

UPGRADES = [
    case(
        "unknown upgrade",
        buy(ANTON, "dining-car"),
        'there is no upgrade "dining-car"; there are coal-car, open-wagon, mine-cart, first-class-cabin, caboose, '
        "safe, warehouse, new-whistle, toll-station, compass, blocking-signal and extra-boiler",
    ),
    case(
        "a third purchase",
        buy(ANTON, "compass"),
        "Anton has bought 2 upgrades in this turn already",
        buy(ANTON, "safe"),
        buy(ANTON, "caboose"),
        ruling=True,
    ),
    case("a purchase without worth", buy(ANTON, "safe", None), "worth is missing"),
    case("a worth of 4", buy(ANTON, "safe", 4), "an upgrade is worth 3 or 5 at the end"),
    case(
        "another worth than before",
        {**buy_from(ANTON, BEATE, "safe", "steel"), "worth": 5},
        "Safe is worth 3, as was said before",
        **held(Anton={"goods": {"steel": 1}}, Beate={"upgrades": ["safe"]}),
    ),
    case("a price that is not there", buy(ANTON, "safe", pay={"wood": 1}), "Anton has 0 wood and needs 1"),
    case("one's own upgrade", buy(ANTON, "safe"), "Anton owns Safe already", **owning("safe")),
    case(
        "an upgrade of the display that somebody owns",
        buy(ANTON, "safe"),
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
        buy(ANTON, "compass"),
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
        buy(ANTON, "safe", tribute="steel"),
        "a tribute is paid only for an upgrade that is bought from another player",
        **held(Anton={"goods": {"steel": 1}}),
    ),
    case(
        "using what somebody else owns",
        use(ANTON, "coal-car"),
        "Anton does not own Coal Car",
        ruling=True,
        **held(Anton={}, Beate={"upgrades": ["coal-car"]}),
    ),
    case(
        "using without coal",
        use(ANTON, "coal-car"),
        "Anton has 0 coal and needs 1",
        **owning("coal-car", coal=0),
    ),
    *(
        case(
            f"using {upgrade}",
            use(ANTON, upgrade),
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
        use(ANTON, "coal-car", good="wood"),
        "Coal Car does not ask for good; take it out",
        **owning("coal-car"),
    ),
    case(
        "the open wagon paid with the coal it brings",
        use(ANTON, "open-wagon", trades=[trade("wood", "coal", "coal")]),
        "Anton has 0 coal and needs 1",
        **owning("open-wagon", coal=0, goods={"wood": 1}),
    ),
    case("a warehouse without a good", use(ANTON, "warehouse"), "good is missing", **owning("warehouse")),
    case("a caboose without a stop", use(ANTON, "caboose"), "stop is missing", **owning("caboose")),
    case(
        "a caboose at an end tile",
        use(ANTON, "caboose", stop="end", penalty=0, rewards=THREE_COAL),
        "the caboose does not use an end tile again",
        **owning("caboose"),
    ),
    case(
        "a stop for another upgrade than the caboose",
        use(ANTON, "warehouse", good="wood", stop="wood"),
        "Warehouse does not ask for stop; take it out",
        **owning("warehouse"),
    ),
    case(
        "a caboose at an exchange among the end tiles",
        use(ANTON, "caboose", stop="exchange", rate=3, end=True, rewards=THREE_COAL),
        "the caboose does not use an end tile again",
        **owning("caboose"),
    ),
    case(
        "a safe without a share",
        use(ANTON, "safe", company="B"),
        "Anton must give up a share: say which one",
        **owning("safe", shares={"A": [1]}),
    ),
    case(
        "a safe with a share that is not there",
        use(ANTON, "safe", share=share("A", 1), company="B"),
        "Anton has no share of A",
        **owning("safe"),
    ),
    case(
        "a safe with another share than those that are there",
        use(ANTON, "safe", share=share("A", 1), company="B"),
        "Anton has no share 1 of A",
        **owning("safe", shares={"A": [2]}),
    ),
    case(
        "a safe for the same company",
        use(ANTON, "safe", share=share("A", 1), company="A"),
        "the safe changes for another company, not for A again",
        ruling=True,
        **owning("safe", shares={"A": [1]}),
    ),
    case(
        "a safe for a company that is sold out",
        use(ANTON, "safe", share=share("A", 1), company="B"),
        "no share of B is left",
        **held(
            Anton={"upgrades": ["safe"], "shares": {"A": [1]}}, Beate={"shares": {"B": [1, 2, 3, 4, 5, 6]}}
        ),
    ),
    case(
        "a safe without a company",
        use(ANTON, "safe", share=share("A", 1)),
        "company is missing",
        **owning("safe", shares={"A": [1]}),
    ),
]
