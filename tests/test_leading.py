"""Who would win, and the cheapest gains on a rival, with figures from the rulebooks and worked out by hand."""

from typing import Any

from companion.report.spans import plain
from companion.session import Session
from tests.dampfross import moves as dampfross
from tests.dampfross.moves import depart, operating, places, train
from tests.stephensons_rocket.moves import line, played, started
from tests.support import ANTON, BEATE, THREE
from tests.tui.desk import model_of, page_lines
from tests.whistle_stop.moves import played as whistle_stop

WIDE = 200


def said(session: Session, tab: str = "") -> list[str]:
    return [plain(one) for one in page_lines(model_of(session), "scores", WIDE, tab=tab)]


def of(session: Session, what: str) -> list[str]:
    return [" ".join(one.split()) for one in said(session, "gain") if what in one]


def rows(session: Session) -> dict[str, list[str]]:
    cells = [one.split("  ") for one in said(session)]
    return {row[0]: [cell.strip() for cell in row[1:] if cell.strip()] for row in cells if len(row) > 1}


# Stephenson's Rocket: first 1,000 for each town, second half of it


def holding(shares: dict[str, int], towns: int = 4) -> Session:
    """Everything but shares is dealt out, the same to each: nobody can gain anything else."""
    alike = {count: dict.fromkeys(THREE, count) for count in (3, 7)}
    tokens = [{"commodity": one, "held": alike[3]} for one in ("steel", "textiles", "brewing", "leather")]
    ger = line("GER", unnamed_towns=towns, shares=shares, stations=alike[7])
    return played(**started(ger, passengers=alike[3], tokens=tokens))


def test_two_more_shares_to_be_first_where_the_other_has_one() -> None:
    """4 towns: first 4,000, second 2,000. Anton has none: 1 share ties with Beate, (4,000 + 2,000) / 2 = 3,000."""
    assert of(holding({BEATE: 1}), "GER shares") == []
    assert of(holding({BEATE: 1}), "GER share") == ["A, C 1 GER share: ties for first +3,000"]


OWNING, WORTH = {"upgrades": ["caboose"], "coal": 1}, {"caboose": 5}


def without_shares(companies: str, players: dict[str, Any]) -> Session:
    """A position in which no share of these companies is left."""
    empty = {company: {"next": 7} for company in companies}
    return whistle_stop(position={"players": players, "companies": empty, "worth": WORTH})


def test_fame_goes_to_the_majority_and_a_tie_to_the_lowest_share() -> None:
    """Anton has share 1 of A: the next one is 2, so a tie is no help and Claus needs two."""
    session = without_shares("BCDE", {ANTON: {"shares": {"A": [1]}}, BEATE: {"points": 20}})
    assert said(session)[0].split("  ")[0] == "If it ended now, Beate would win with 20 points."
    assert of(session, "A share") == ["B, C 2 A shares: first +15"], "the leader too"
    assert not [one for one in of(session, "A share") if one.startswith("A ")]


def test_an_upgrade_bought_from_another_player_costs_that_player_its_worth() -> None:
    """Rules, end: upgrades count 3 or 5. Gold and goods are not listed."""
    session = without_shares("ABCDE", {ANTON: OWNING})
    assert of(session, "+") == ["B, C Anton's Caboose +5"]


def test_what_the_accounts_are_made_of() -> None:
    """20 at the start; Beate's fare of 3 fields goes to Anton, then 20 for the first and 10 for the second."""
    run = (depart(train(ANTON), train(BEATE, pays={ANTON: 3})), places([BEATE], [ANTON]))
    session = dampfross.played(*run, position=operating())
    found = rows(session)
    assert found["Start position"] == ["20", "20", "20"]
    assert found["Prizes"] == ["10", "20", "·"]
    assert found["Fares received"] == ["3", "·", "·"]
    assert found["Fares paid"] == ["·", "−3", "·"]
    assert found["Total"] == ["33", "37", "20"]
    assert found["Trails by"] == ["4", "·", "17"]
    assert found["Needed to reach 250"] == ["217", "213", "230"], "250 units with three players"
    assert found["Can build"] == ["13", "20", "·"], "what the run brought"
    by_runs = dampfross.played(*run, position=operating(), end="18-runs")
    assert "Needed to reach 250" not in rows(by_runs), "no target there"
