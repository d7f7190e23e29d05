"""Positions that cannot be. stephensons-rocket.md, "A game joined late"; what one sets is in test_rules."""

from typing import Any

import pytest

from companion.core.messages import say
from companion.draw.log import last_entry
from companion.games.models import validate
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import payout_by_towns
from companion.report.spans import plain
from companion.report.words import Speaker
from tests.corrections import recount
from tests.results import scores, state_of, warnings
from tests.ruleset_faults import Changes, changed
from tests.stephensons_rocket.moves import FINISH, extend, line, played, started, token
from tests.support import ANTON, BEATE, CLAUS, FILE, THREE, library, refused, text_of
from tests.tui.desk import model_of

UNSOUND: list[tuple[dict[str, Any], str]] = [
    ({"cash": {"Zoe": 1}}, 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'),
    ({"lines": [line("X")]}, 'There\'s no "X". Choose one of these: NER, L&Y, LNWR, GER, GWR, LSWR, SER.'),
    (
        {"tokens": [{"commodity": "coal", "held": {}}]},
        'There\'s no "coal". Choose one of these: steel, textiles, brewing, leather.',
    ),
    ({"lines": [line("NER"), line("NER")]}, "NER is listed twice. Once is enough."),
    ({"tracks_laid": 61}, "Not enough track tiles: 61 are needed from the supply, but there are only 60"),
    (
        {"loose_stations": {ANTON: 4}, "lines": [line("NER", stations={ANTON: 4})]},
        "Not enough stations: 4 are needed from the supply, but there are only 3",
    ),
    (
        {"tokens": [{"commodity": "steel", "held": {ANTON: 6, BEATE: 4}}]},
        "Not enough tokens: 6 are needed from the supply, but there are only 5",
    ),
    (
        {"tokens": [{"commodity": "steel", "city": "Reading", "held": {ANTON: 4}}]},
        "Reading has only 3 tokens. Check who has how many.",
    ),
    (
        {"lines": [line("NER", shares={ANTON: 33})]},
        "Not enough supplementary shares: 17 are needed from the supply, but there are only 16",
    ),
    ({"lines": [line("NER", status="merged")]}, "Enter which line NER merged into."),
    ({"lines": [line("NER", status="merged", into="NER")]}, "NER can't merge into itself."),
    (
        {"lines": [line("NER", status="merged", into="GWR"), line("GWR", status="merged", into="NER")]},
        "NER and another line are merged into each other.",
    ),
    (
        {"lines": [line("NER", status="merged", into="GWR", shares={ANTON: 1})]},
        "NER is merged, so it has no pile",
    ),
    ({"lines": [line("NER", status="isolated", pile=2)]}, "NER is isolated, so"),
    ({"turn": {"player": ANTON, "actions_left": 3}}, "A turn has at most 2 actions."),
    ({"lines": [line("NER", pile=17)]}, "NER has only 16 shares in all."),
    ({"lines": [line("NER", unnamed_towns=29)]}, "NER can have at most 28 towns."),
    ({"cash": {ANTON: 1, "anton ": 2}}, "position.cash names anton twice. Once is enough."),
    (
        {"lines": [line("NER", railway_towns=["Leeds"], metropolises=["leeds"])]},
        "Leeds can't be both a railway town and a metropolis",
    ),
]


@pytest.mark.parametrize(("position", "sentence"), UNSOUND, ids=[sentence for _, sentence in UNSOUND])
def test_an_impossible_position_is_refused_with_a_sentence(position: dict[str, Any], sentence: str) -> None:
    rulesets = library({FILE: text_of((), THREE, position=position).encode()})
    assert refused(lambda: rulesets.read(FILE), played()).startswith(sentence)


def test_a_recount_of_more_pieces_than_there_are_is_refused_even_with_a_ruling() -> None:
    session = played()
    entry = {**recount(passengers={ANTON: 10}), "ruling": "we found one"}
    assert refused(lambda: session.enter(entry), session).startswith("Not enough passengers")


# Towns without a name: what may be counted twice or lost. stephensons-rocket.md, "A game joined late".


READING = "Reading"
STEEL = {"commodity": "steel", "city": READING, "held": {ANTON: 1, BEATE: 2}}
NER = line("NER", unnamed_towns=12)
MAY_BE = "Reading may be one of NER's 12 unnamed towns. If it is, enter its name under Count."
KNOWN = "Reading was already on GER, so it pays nothing."
AGAIN = "If Reading is one of GER's 12 unnamed towns, leave it out: it already counts."


# Rulebook, "Schlusswertungen" 1: first all give up tokens of metropolises that no line is connected to.


@pytest.mark.parametrize(
    ("lines", "warned"),
    [
        ([NER], [MAY_BE]),
        ([line("NER", unnamed_towns=12, metropolises=["Reading"])], []),
        ([NER, line("GWR", metropolises=["READING"])], []),
        ([line("NER", railway_towns=["Leeds"], start_towns=["NER"])], []),
        # The one unnamed town is the start town that NER left.
        ([line("NER", unnamed_towns=1)], []),
        # They are the start towns of both lines.
        ([line("NER", unnamed_towns=2), line("GWR", status="merged", into="NER")], []),
        (
            [line("NER", unnamed_towns=3), line("GWR", status="merged", into="NER")],
            [MAY_BE.replace("12", "3")],
        ),
        (
            [NER, line("GWR", unnamed_towns=1, start_towns=["GWR"])],
            [MAY_BE.replace("towns.", "towns or GWR's unnamed town.")],
        ),
    ],
)
def test_a_token_of_a_metropolis_that_may_be_an_unnamed_town(
    lines: list[dict[str, Any]], warned: list[str]
) -> None:
    assert warnings(played(token(ANTON, READING), **started(*lines))) == warned


def test_the_end_warns_of_each_metropolis_whose_tokens_it_discards_and_pays_as_before() -> None:
    dover = {"commodity": "leather", "city": "Dover", "held": {ANTON: 1}}
    guildford = {"commodity": "steel", "city": "Guildford", "held": {CLAUS: 1}}
    lines = [NER, line("GWR", metropolises=["Guildford"], start_towns=["GWR"])]
    session = played(FINISH, **started(*lines, tokens=[STEEL, dover, guildford]))
    assert warnings(session) == [MAY_BE, MAY_BE.replace("Reading", "Dover")]
    assert scores(session) == {ANTON: 0, BEATE: 0, CLAUS: 6000}


def test_naming_an_unnamed_town_brings_its_tokens_back_and_is_no_town_more() -> None:
    """The tokens of the position: Beate 6,000 for two, Anton 3,000 for one."""
    named = recount(lines=[line("NER", metropolises=[READING])])
    for blocks in ([named, FINISH], [FINISH, named]):
        session = played(*blocks, **started(NER, tokens=[STEEL]))
        found = state_of(session)["lines"]["NER"]
        assert (found["metropolises"], found["unnamed_towns"], found["town_count"]) == ([READING], 11, 12)
        assert scores(session) == {ANTON: 3000, BEATE: 6000, CLAUS: 0}


@pytest.mark.parametrize(
    ("counted", "unnamed"),
    [
        ({"metropolises": [READING, "Dover"], "railway_towns": ["York"]}, 0),
        ({"metropolises": ["Guilford"]}, 2),  # another spelling of the one that has a name already
        ({"metropolises": []}, 2),
        ({"metropolises": [READING, "Guildford"], "unnamed_towns": 2}, 2),
    ],
)
def test_a_count_that_names_towns_takes_as_many_unnamed_ones_away(
    counted: dict[str, Any], unnamed: int
) -> None:
    start = started(line("NER", unnamed_towns=2, metropolises=["Guildford"]))
    session = played(recount(lines=[line("NER", **counted)]), **start)
    assert state_of(session)["lines"]["NER"]["unnamed_towns"] == unnamed


def test_a_start_town_that_a_count_lets_a_line_leave_is_one_town_more() -> None:
    """Rulebook, "Linie ausbauen": until then it is part of its line and no town. GWR's two are of a merged line."""
    counted = recount(lines=[line("GWR", moved=True, start_towns=["GWR"])])
    session = played(counted, **started(line("GWR", moved=False, unnamed_towns=2)))
    assert state_of(session)["lines"]["GWR"]["town_count"] == 3


# Rulebook, "Wertungen": a second connection of the same town to the same line pays nothing.


@pytest.mark.parametrize(
    ("seen", "ger", "warned"),
    [
        ({"metropolises": [READING]}, {"unnamed_towns": 12}, [AGAIN]),
        ({"railway_towns": ["Leeds"]}, {"unnamed_towns": 12}, [AGAIN.replace(READING, "Leeds")]),
        ({"start_towns": ["NER"]}, {"unnamed_towns": 12}, [AGAIN.replace(READING, "NER's start town")]),
        ({"metropolises": [READING]}, {"unnamed_towns": 12, "metropolises": [READING]}, [KNOWN]),
        ({"metropolises": [READING]}, {"unnamed_towns": 1}, []),  # the start town that GER left
        ({"metropolises": [READING]}, {"start_towns": ["GER"]}, []),
        ({"start_towns": ["GER"]}, {"unnamed_towns": 12}, []),
    ],
)
def test_a_line_with_unnamed_towns_that_reaches_a_named_one_may_be_paid_twice(
    seen: dict[str, Any], ger: dict[str, Any], warned: list[str]
) -> None:
    session = played(extend(ANTON, "GER", **seen), **started(line("GER", **ger), line("NER")))
    assert warnings(session) == warned


def test_both_ways_a_merger_may_count_a_town_twice() -> None:
    unnamed, named = line("LSWR", unnamed_towns=2), line("GWR", metropolises=[READING])
    for gone, left in (("LSWR", "GWR"), ("GWR", "LSWR")):
        session = played(extend(ANTON, gone, into=left), **started(unnamed, named))
        assert warnings(session) == [
            f"Not all towns of {gone} and {left} have names, so all count as different. "
            "If some are the same, count again."
        ]


MORE_THAN_BOARD = "NER can have at most 28 towns."


@pytest.mark.parametrize("counted", [{"unnamed_towns": 28}, {"metropolises": ["Dover"], "unnamed_towns": 27}])
def test_a_count_can_leave_no_line_with_more_towns_than_the_board(counted: dict[str, Any]) -> None:
    """stephensons-rocket.md, "Preparation": 28. The line has Leeds already."""
    session = played(**started(line("NER", unnamed_towns=20, railway_towns=["Leeds"])))
    assert refused(lambda: session.enter(recount(lines=[line("NER", **counted)])), session) == MORE_THAN_BOARD


def test_a_merger_into_more_towns_than_the_board_is_warned_of() -> None:
    start = started(line("GER", unnamed_towns=20), line("GWR", unnamed_towns=9))
    session = played(extend(ANTON, "GER", into="GWR"), **start)
    assert warnings(session)[1:] == ["GWR has 29 towns, but the board has only 28. Count its towns again."]
    session.enter(recount(lines=[line("GWR", shares={ANTON: 1})]))  # counts no towns, so it isn't refused
    assert state_of(session)["lines"]["GWR"]["shares"] == {ANTON: 1}


# Rulebook, "Linie ausbauen": once the locomotive has moved, the start town is a town that counts.

MOVED = "NER has moved, so add its own start town."


@pytest.mark.parametrize(
    ("towns", "warned"),
    [
        ({"railway_towns": ["Leeds"]}, [MOVED]),
        ({"start_towns": ["GWR"]}, [MOVED]),
        ({"start_towns": ["NER"]}, []),
        ({"unnamed_towns": 3}, []),
        ({"moved": False, "railway_towns": ["Leeds"]}, []),
        ({"status": "isolated", "railway_towns": ["Leeds"]}, [MOVED]),
        ({"status": "merged", "into": "GWR"}, []),
    ],
)
def test_a_moved_line_without_its_own_start_town_is_warned_of(
    towns: dict[str, Any], warned: list[str]
) -> None:
    session = played(**started(line("NER", **towns)))
    speaker = Speaker(session.record.ruleset)
    assert [speaker.say(one) for one in session.record.opening.warnings] == warned
    counted = played(recount(lines=[line("NER", moved=True) | line("NER", **towns)]))
    assert warnings(counted) == warned
    counted.enter(recount(lines=[line("NER", shares={ANTON: 1})])) if "status" not in towns else None
    assert warnings(counted) == warned, "a count of something else says it again"


def test_the_table_shows_the_warnings_of_its_position_before_the_first_entry() -> None:
    session = played(**started(line("NER", railway_towns=["Leeds"])))
    assert f"! {MOVED}" in map(plain, last_entry(model_of(session), 80).why)


@pytest.mark.parametrize(
    "block", [extend(ANTON, "NER", start_towns=["NER"]), recount(lines=[line("NER", start_towns=["NER"])])]
)
def test_the_own_start_town_named_later_is_one_of_the_unnamed_towns(block: dict[str, Any]) -> None:
    found = state_of(played(block, **started(NER)))["lines"]["NER"]
    assert (found["start_towns"], found["unnamed_towns"], found["town_count"]) == (["NER"], 11, 12)


# The rounding unit of mergers, which a ruleset may set apart from that of all other payouts.


GAME = "stephensons-rocket"


@pytest.mark.parametrize(
    ("changes", "merger", "station"),
    [
        ([], {"A": 5000, "B": 2000}, {"A": 5000, "B": 2000}),
        ([("payouts.merger_unit", 2000)], {"A": 4000, "B": 2000}, {"A": 5000, "B": 2000}),
        ([("payouts.merger_unit", 5000)], {"A": 5000, "B": 0}, {"A": 5000, "B": 2000}),
    ],
    ids=["one unit", "by 2,000", "by 5,000"],
)
def test_only_mergers_are_rounded_to_their_own_unit(
    changes: Changes, merger: dict[str, int], station: dict[str, int]
) -> None:
    """Five towns pay 5,000, and half of that, 2,500."""
    ruleset = validate(RocketRuleset, changed(GAME, changes))
    for kind, amounts in (("merger", merger), ("station", station)):
        receipt = payout_by_towns(ruleset, kind, "NER", 5, {"A": 2, "B": 1}, say("x"))
        assert receipt.amounts == amounts
