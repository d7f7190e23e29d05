"""The examples of the rulebook and of the spec's section "Worked examples", figure by figure."""

import tomllib
from typing import Any

from tests.results import paid, receipts, scores, state_of
from tests.stephensons_rocket.moves import FINISH, bid, extend, line, played, skip, started, token
from tests.support import ANTON, BEATE, CLAUS, shown
from tests.test_golden import FOLDER


def test_example_1_one_token_of_a_metropolis_held_by_one_player_pays_2000() -> None:
    """Rulebook, "Beispiel: Wertung der Metropolenplättchen": Anton gets 2,000."""
    session = played(token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"]))
    (receipt,) = receipts(session, "metropolis")
    assert receipt["subject"] == "Reading"
    assert receipt["rows"] == [{"player": ANTON, "count": 1, "place": 1, "amount": 2000}]
    assert scores(session)[ANTON] == 2000


def test_example_2_the_only_station_owner_gets_3000_for_3_towns() -> None:
    """Rulebook, "Beispiel: Wertung der Bahnhöfe": Beate gets 3,000 for 3 towns."""
    session = played(
        extend(ANTON, "GWR", railway_towns=["Leeds"]),
        **started(line("GWR", unnamed_towns=2, stations={BEATE: 1})),
    )
    (receipt,) = receipts(session, "station")
    assert receipt["subject"] == "GWR"
    assert receipt["rows"] == [{"player": BEATE, "count": 1, "place": 1, "amount": 3000}]


def test_example_3_lswr_with_3_towns_meets_gwr_first_3000_second_1000() -> None:
    """Rulebook, "Beispiel: Wertung der Aktienfusion": 3 towns pay 3,000 and 1,000."""
    session = played(
        extend(CLAUS, "LSWR", into="GWR"),
        **started(line("LSWR", unnamed_towns=3, shares={ANTON: 3, BEATE: 2}), line("GWR"), up=CLAUS),
    )
    (receipt,) = receipts(session, "merger")
    assert receipt["subject"] == "LSWR"
    assert paid(receipt) == {ANTON: 3000, BEATE: 1000, CLAUS: 0}
    assert receipt["total"] == 4000


GWR_HELD = {ANTON: 1, BEATE: 2, CLAUS: 1}


def veto_round(*bids: dict[str, Any]) -> Any:
    session = played(extend(CLAUS, "GWR", veto=list(bids)), **started(line("GWR", shares=GWR_HELD), up=CLAUS))
    return state_of(session)["lines"]["GWR"]


def test_example_4_claus_passes_so_beate_returns_2() -> None:
    """Rulebook, "Beispiel: Veto-Runde": Anton bids 1, Beate 2, Claus passes."""
    gwr = veto_round(bid(ANTON, 1), bid(BEATE, 2))
    assert gwr["shares"] == {ANTON: 1, CLAUS: 2}
    assert gwr["pile"] == 16 - 3


def test_example_4_claus_equals_so_claus_returns_2_and_the_others_keep_theirs() -> None:
    """Rulebook, "Beispiel: Veto-Runde": the share just taken counts for Claus."""
    gwr = veto_round(bid(ANTON, 1), bid(BEATE, 2), bid(CLAUS, 2))
    assert gwr["shares"] == {ANTON: 1, BEATE: 2}
    assert gwr["pile"] == 16 - 3


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


def test_example_5_is_what_the_projection_says_before_the_end() -> None:
    before = shown(played(skip(ANTON), **FINAL_TABLE))
    assert before["projection"] == shown(played(FINISH, **FINAL_TABLE))["standings"]
    assert before["standings"][0] == {"player": BEATE, "score": 30000, "rank": 1}
