"""The examples of stephensons-rocket.md, "Scoring 1", "Scoring 2", "Scoring 3", figure by figure."""

import tomllib
from typing import Any

from tests.results import paid, receipts
from tests.stephensons_rocket.moves import FINISH, bid, extend, line, played, started
from tests.stephensons_rocket.test_rules import assert_after, case, check
from tests.support import ANTON, BEATE, CLAUS
from tests.test_golden import FOLDER

GWR_HELD = started(line("GWR", shares={ANTON: 1, BEATE: 2, CLAUS: 1}), up=CLAUS)
EXAMPLES = {
    '2, "Wertung der Bahnhöfe": Beate gets 3,000 for 3 towns': case(
        extend(ANTON, "GWR", railway_towns=["Leeds"]),
        at=started(line("GWR", unnamed_towns=2, stations={BEATE: 1})),
        paid=[("station", {BEATE: 3000})],
    ),
    '3, "Wertung der Aktienfusion": 3 towns pay 3,000 and 1,000': case(
        extend(CLAUS, "LSWR", into="GWR"),
        at=started(line("LSWR", unnamed_towns=3, shares={ANTON: 3, BEATE: 2}), line("GWR"), up=CLAUS),
        paid=[("merger", {ANTON: 3000, BEATE: 1000, CLAUS: 0}), ("exchange", {CLAUS: 0, ANTON: 0, BEATE: 0})],
    ),
    '4, "Veto-Runde": Claus passes, so Beate returns 2': case(
        extend(CLAUS, "GWR", veto=[bid(ANTON, 1), bid(BEATE, 2)]),
        at=GWR_HELD,
        GWR={"shares": {ANTON: 1, CLAUS: 2}, "pile": 16 - 3},
    ),
    '4, "Veto-Runde": Claus equals with the share just taken, and returns 2': case(
        extend(CLAUS, "GWR", veto=[bid(ANTON, 1), bid(BEATE, 2), bid(CLAUS, 2)]),
        at=GWR_HELD,
        GWR={"shares": {ANTON: 1, BEATE: 2}, "pile": 16 - 3},
    ),
}


@check(EXAMPLES)
def test_an_example_of_the_rulebook(blocks: Any, at: Any, after: Any) -> None:
    assert_after(blocks, at, after)


GOLDEN = tomllib.loads((FOLDER / "stephensons-rocket-rulebook-table.toml").read_text(encoding="utf-8"))
FINAL_TABLE: dict[str, Any] = {"position": GOLDEN["position"]}

# Rulebook, table of the final scoring, in pounds: kind, subject, Anton, Beate, Claus.
PRINTED = [
    ("final-tokens", "steel", 3000, 0, 6000),
    ("final-tokens", "textiles", 6000, 1000, 1000),
    ("final-tokens", "brewing", 3000, 3000, 3000),
    ("final-tokens", "leather", 1000, 6000, 1000),
    ("final-tokens", "passengers", 6000, 3000, 0),
    ("final-stations", "NER", 3000, 3000, 13000),
    ("final-stations", "LNWR", 0, 4000, 2000),
    ("final-stations", "GWR", 12000, 6000, 0),
    ("final-shares", "NER", 6000, 13000, 0),
    ("final-shares", "LNWR", 4000, 0, 2000),
    ("final-shares", "GWR", 0, 6000, 12000),
]


def test_example_5_every_line_of_the_rulebooks_final_table_is_paid_as_printed() -> None:
    found = [
        (receipt["kind"], receipt["subject"], *(paid(receipt).get(name, 0) for name in (ANTON, BEATE, CLAUS)))
        for receipt in receipts(played(FINISH, **FINAL_TABLE))
    ]
    assert found == PRINTED
