"""The pages in docs/rules: numbers are those of the rulesets, examples add up, receipts name their headings."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.payouts import WHOLE, Rounding, Ties, award, half, ranks_by, split
from companion.games.score_pad.ruleset import Rounds
from tests.catalogs.files import texts
from tests.support import RAILWAYS, ROOT, loaded

RULES = ROOT / "docs" / "rules"
PADS = "any-other-game"
Rows = list[list[str]]


def page(game: str) -> str:
    return (RULES / f"{game}.md").read_text(encoding="utf-8")


def headings(game: str) -> list[str]:
    return re.findall(r"^##+ (.*)$", page(game), re.MULTILINE)


def table(game: str, head: str) -> Rows:
    """The rows of the table whose header row begins with these words."""
    lines = page(game).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"| {head}"))
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def numbers(text: str) -> list[int]:
    return [
        int(number.replace(",", "").replace("−", "-"))
        for number in re.findall(r"−?\d+(?:,\d{3})*(?!\d)", text)
    ]


def column(rows: Rows, at: int = 1) -> list[int]:
    return [number for row in rows for number in numbers(row[at])]


def ruleset(game: str) -> Any:
    return loaded(game).ruleset


def test_no_page_is_longer_than_a_player_reads() -> None:
    """At most 1,300 words."""
    found = {path.stem: len(path.read_text(encoding="utf-8").split()) for path in RULES.glob("*.md")}
    assert {*found} == {*RAILWAYS, PADS}
    assert {name: count for name, count in found.items() if count > 1300} == {}


@pytest.mark.parametrize("game", RAILWAYS)
def test_the_place_that_a_receipt_names_is_a_heading(game: str) -> None:
    """Those of the rules in brief too. A heading may go on after a colon, a place after "for"."""
    found, named = {title.partition(":")[0].lower() for title in headings(game)}, []
    for key, said in texts("en").items():
        if key.startswith((f"{game}.rule.", f"{game}.brief.")):
            line = said.splitlines()[-1]
            if line.startswith("Rulebook, "):
                named += line.removeprefix("Rulebook, ").split("; ")
    places = [
        one.partition(":")[0].partition(" for ")[0] for one in named if not re.search(r"our decisions?$", one)
    ]
    assert len(places) >= 20
    assert {one for one in places if one.lower() not in found} == set()


def test_the_payouts_of_stephensons_rocket() -> None:
    rules = ruleset("stephensons-rocket")
    pays, pieces = rules.payouts, rules.pieces
    rows = [row[1:] for row in table("stephensons-rocket", "pays")]
    a_town = [f"{pays.per_town:,} a town", "half"]
    assert rows == [
        [f"{pays.metropolis_first:,}", f"{pays.metropolis_second:,}"],
        a_town,
        a_town,
        [f"{pays.tokens_first:,}", f"{pays.tokens_second:,}"],
        a_town,
    ]
    told = " ".join(page("stephensons-rocket").split())
    for said in (
        f"{len(rules.lines)} lines with {pieces.shares} shares each",
        f"{pieces.supplementary_shares} supplementary shares",
        f"{pieces.tiles} track tiles",
        f"{pieces.passengers} passengers",
        f"{pieces.stations} stations a player",
        f"{pieces.tokens_per_commodity} tokens of each of {len(rules.commodities)} kinds",
        f"{pieces.tokens_per_metropolis} on each metropolis",
        f"{rules.board.metropolises} metropolises, {rules.board.railway_towns} railway towns",
        f"{rules.board.start_towns} start towns make {rules.board.towns} towns",
        f"{rules.players.least} to {rules.players.most} play",
        f"{rules.turn.actions} actions a turn",
        f"every {rules.exchange.old_shares} shares one of the other line",
        f"at most {rules.end.lines_with_shares} line has shares in its pile, or all {pieces.tiles} tiles",
        *rules.board.known,
    ):
        assert said in told, said


def test_the_final_table_of_stephensons_rocket_is_divided_as_the_page_says() -> None:
    """Tokens pay 6 and 3, a line its towns and half of them, in thousands; the sums are the rulebook's."""
    rows, totals, towns = table("stephensons-rocket", "| they have"), [0, 0, 0], 0
    assert len(rows) == 11
    for name, held, paid in rows:
        towns = next(iter(numbers(name)), towns)
        is_line = name.endswith(("stations", "shares", "towns)"))
        first, second = (1000 * towns, half(1000 * towns)) if is_line else (6000, 3000)
        counts = dict(zip("ABC", numbers(held), strict=True))
        each = [row.amount // 1000 for row in split(first, second, counts, Rounding(1000)).parts]
        assert each == numbers(paid), name
        totals = [before + now for before, now in zip(totals, each, strict=True)]
    assert totals == [44, 45, 40]
    final, before, together = (
        numbers(re.search(rf"{what} (\d+, \d+, \d+)", page("stephensons-rocket"))[1])  # type: ignore[index]
        for what in ("Final scoring", "; before", "total")
    )
    assert (final, together) == (totals, [a + b for a, b in zip(totals, before, strict=True)])


def test_the_tables_of_whistle_stop() -> None:
    rules = ruleset("whistle-stop")
    players = [[int(cell) for cell in row] for row in table("whistle-stop", "players")]
    before_end = rules.rounds.whistle_before_end
    assert players == [
        [int(count), of.trains, of.rounds, of.rounds - before_end] for count, of in rules.by_players.items()
    ]
    final, low, high = rules.final, min(rules.gold.values), max(rules.gold.values)
    worth, black = [*rules.upgrade_rules.worth], [-final.black_tile]
    scored = [numbers(row[1]) for row in table("whistle-stop", "for")]
    assert scored == [
        [final.majority], worth, [low, high], [final.basic], [final.rare], [final.marker_points], black
    ]  # fmt: skip
    stops = column(table("whistle-stop", "stop"))
    assert stops == [1, rules.stops["coal-yard"].coal, rules.stops["whistle-factory"].whistle, 1, 1]
    basic, rare = table("whistle-stop", "give")
    trade = rules.trading
    assert numbers(basic[1]) == [trade.basic.whistle, trade.basic.coal, trade.basic.basic]
    assert numbers(rare[1]) == [trade.rare.basic, trade.rare.rare]
    used = {
        upgrade.names.of("en").long: numbers(" ".join(map(str, upgrade.gains.values())))
        for upgrade in rules.upgrades.values()
        if upgrade.coal
    }
    shown = {row[0]: numbers(row[1]) for row in table("whistle-stop", "upgrade")}
    assert shown.keys() == used.keys()
    assert {name: shown[name] for name, gains in used.items() if gains} == {
        name: gains for name, gains in used.items() if gains
    }
    assert shown["1st Class Cabin"] == [1, rules.cabin.points, rules.cabin.shares][1:]
    assert shown["Open Wagon"] == [trade.trades]


def test_the_numbers_of_whistle_stop_between_the_tables() -> None:
    rules = ruleset("whistle-stop")
    start, told = rules.start, " ".join(page("whistle-stop").split())
    cabin = {count: count // rules.cabin.shares * rules.cabin.points for count in (2, 3, 5, 6, 9)}
    coal = ", ".join(map(str, start.coal))
    for said in (
        f"{start.whistles} whistle, {start.points} points and, by seat, {coal} coal",
        f"{len(rules.companies)} companies with shares 1 to {rules.shares.numbers}",
        f"{rules.gold.tokens} gold tokens worth {min(rules.gold.values)} to {max(rules.gold.values)}",
        f"{rules.end_tiles.in_play} of {rules.end_tiles.all} end tiles",
        f"{rules.upgrade_rules.extra_in_play} upgrades more than players",
        f"{rules.income.coal} coal for everyone, the whistle round with {rules.income.whistle} whistle",
        f"{rules.turn.spaces} action spaces",
        f"At most {rules.turn.buys} purchases",
        f"at most {rules.limits.goods} goods",
        f"takes the {rules.end_tiles.rewards} rewards",
        f"every {rules.final.markers} markers",
        f"{rules.limits.hand_with_boiler} tiles instead of {rules.limits.hand}",
        f"2 shares bring {cabin[2]}, 3 or 5 bring {cabin[3]}, 6 bring {cabin[6]}, 9 bring {cabin[9]}",
        "4 + 8 × 2 = 20 coal",
        "2 + 11 × 2 = 24",
        "47 + 30 + 8 + 7 + 4 + 6 + 2 − 10 = 94",
    ):
        assert said in told, said
    assert (start.coal[4] + 8 * rules.income.coal, start.coal[0] + 11 * rules.income.coal) == (20, 24)


def test_the_tables_of_dampfross() -> None:
    rules = ruleset("dampfross")
    assert column(table("dampfross", "segment")) == [one.points for one in rules.segments.values()]
    fees = rules.fees
    assert column(table("dampfross", "for")) == [rules.premium.city, fees.join, fees.crossing, fees.half]
    prizes = rules.prizes
    assert column(table("dampfross", "arrives")) == [prizes.first, prizes.second, prizes.alone]
    targets = [(numbers(row[0]), int(row[1])) for row in table("dampfross", "players")]
    by_count = {str(count): target for counts, target in targets for count in counts}
    assert by_count == rules.targets
    maps = []
    for one in rules.maps.values():
        own = "" if one.ferries_per_player is None else str(one.ferries_per_player)
        ferries = {None: "as printed", 0: "none"}.get(one.ferries, str(one.ferries))
        maps.append([one.names.of("en").long, str(one.special.every), ferries, own])
    shown = [[row[0], *map(str, numbers(row[1])), *row[2:]] for row in table("dampfross", "map")]
    assert shown == maps


def test_the_numbers_of_dampfross_between_the_tables() -> None:
    rules = ruleset("dampfross")
    joint, expansion, told = rules.joint, rules.expansion, " ".join(page("dampfross").split())
    for said in (
        f"{rules.players.least} to {rules.players.most} players, each with {rules.money.start} units",
        f"{joint.numerator}/{joint.denominator} of both rolls",
        f"{rules.building.last_rounds} rounds after only one was left",
        f"at least {rules.numbers.apart} fields apart",
        f"A field on a rival's line costs {rules.fares.field},",
        f"More than {rules.fares.most_net} net",
        f"{rules.ferries.price} units to the bank",
        f"Each use pays the owner {rules.ferries.use}",
        f"up to {expansion.percent} % of the balance",
        f"or {expansion.least} if it's below {expansion.least_balance}",
        "20 + 18 − 12 + 8 = 34",
        "20 + 12 − 8 = 24",
    ):
        assert said in told, said


def test_the_published_runs_of_dampfross_add_up() -> None:
    """Seven runs from L 65, F 34, C 38, T 56, R 45; prizes are paid by the bank, fares by players."""
    accounts = {"L": 65, "F": 34, "C": 38, "T": 56, "R": 45}
    rows = table("dampfross", "run ")
    assert len(rows) == 7
    for _, prizes, fares in rows:
        for name, prize in re.findall(r"([A-Z]) (\d+)", prizes):
            accounts[name] += int(prize)
        for payer, owner, amount in re.findall(r"([A-Z]) to ([A-Z]) (\d+)", fares):
            accounts[payer] -= int(amount)
            accounts[owner] += int(amount)
    end = ", ".join(f"{name} {amount}" for name, amount in accounts.items())
    assert f"Now {end}." in page("dampfross")


def test_the_categories_of_score_pads_are_worth_what_the_page_says() -> None:
    told = " ".join(page(PADS).split())
    worth = {
        (pad, key, count): ruleset(pad).categories[key].worth(count)
        for pad, key, counts in (
            ("agricola", "stone", [3]),
            ("seven-wonders", "coins", [9, 11]),
            ("agricola", "sheep", [5]),
        )
        for count in counts
    }
    assert [*worth.values()] == [6, 3, 3, 2]
    for said in (
        "3 stone rooms at 2 each bring 6",
        "9 to 11 coins at 1 for every 3 bring 3",
        "5 sheep bring 2",
    ):
        assert said in told, said


WAYS: Sequence[Ties] = ("share", "split", "full", "lower", "none")


def test_the_ties_of_score_pads_pay_what_the_table_says() -> None:
    """Places of 10, 5 and 3, two tied for first and one after them."""
    rows = table(PADS, "players who tie")
    ranks = ranks_by({"A": 2, "B": 2, "C": 1})
    for ties, (_, each, skipped, following) in zip(WAYS, rows, strict=True):
        for skips, shown in ((True, skipped), (False, following)):
            if ties != "share" or skips:  # who shares all places leaves none to follow
                won = {
                    name: one.each
                    for one in award((10, 5, 3), ranks, ties, WHOLE, skips)
                    for name in one.names
                }
                assert [won["A"], won["B"], won["C"]] == [int(each), int(each), int(shown)], (ties, skips)
            else:
                assert shown == ""


def test_the_bids_of_score_pads_pay_what_the_table_says() -> None:
    """In round 4, with the numbers that a pad has if it gives no others."""
    rows = table(PADS, "formula")
    assert [row[0] for row in rows] == ["exact", "zero", "made", "tricks"]
    for formula, *shown in rows:
        rounds = Rounds.model_validate({"bid": formula})
        tried = [(2, 2), (2, 3), (2, 1), (0, 0), (0, 1)]
        assert [rounds.points(4, bid, won) for bid, won in tried] == [numbers(one)[0] for one in shown]


def test_the_table_of_pads_has_each_that_is_shipped() -> None:
    rows = table(PADS, "pad ")
    shown = {row[0]: row for row in rows}
    shipped = [loaded(path.stem) for path in sorted((ROOT / "rulesets").glob("*.toml"))]
    pads = [one.ruleset for one in shipped if one.ruleset.engine == "score-pad"]
    assert {*shown} == {one.names.of("en").long for one in pads}
    for pad in pads:
        _, players, _, tie = shown[pad.names.of("en").long]
        assert numbers(players) == [pad.players.least, pad.players.most]
        assert (tie == "none") == (not pad.tie_break)  # type: ignore[attr-defined]


def test_the_two_games_by_hand_add_up() -> None:
    rows = table(PADS, "| military")
    assert len(rows) == 3
    for _, *cells in rows:
        *parts, total = (numbers(cell)[0] for cell in cells)
        assert sum(parts) == total
    *rounds, last = table(PADS, "round ")
    wizard, totals = ruleset("wizard").rounds, [0, 0, 0]
    for number, (_, *cells) in enumerate(rounds, 1):
        for at, (bid, won, points) in enumerate(map(numbers, cells)):
            assert wizard.points(number, bid, won) == points
            totals[at] += points
    assert [numbers(cell)[0] for cell in last[1:]] == totals
