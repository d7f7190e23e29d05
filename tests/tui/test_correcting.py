"""Entries of the past changed, struck and put in by keys, in every game and at two sizes of the terminal.

Figures by hand, after the spec: "extend" and "take-token" of Stephenson's Rocket, 6 for a city in Dampfross, a good or
a coal for each stop of Whistle Stop.
"""

import pytest

from tests.corrections import amend, insert, strike
from tests.dampfross.moves import build
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA
from tests.tui.acting import Size, Start
from tests.tui.correcting import Flow, at_sizes_in_turn, corrected, left_at_every_stage, stages
from tests.tui.test_actions_stephensons_rocket import TABLE
from tests.whistle_stop.table import END_TURN, move

ROCKET = TABLE._replace(
    blocks=[
        extend(BEATE, "LSWR", metropolises=["Manchester"]),
        token(BEATE, "Reading"),
        skip(CLAUS),
        extend(CLAUS, "NER"),
        token(DORA, "York"),
    ]
)
"""For Manchester Anton got 2,000 and Claus 1,000: Anton 14,000, Beate 15,000, Claus 10,000, Dora 11,000."""
TWO_LINES = TABLE._replace(blocks=[extend(BEATE, "LSWR"), extend(BEATE, "GWR")])
OUT_OF_TURN = "no longer fits: it is the turn of"

FLOWS_OF_ROCKET = (
    Flow(
        "last-town",
        ROCKET,
        "c J o r k enter enter",
        amend(5, token(DORA, "Jork")),
        ('= take-token "Jork" steel', "Dora takes steel from Jork"),
    ),
    Flow(
        "three-back",
        ROCKET,
        "h up up up c G u enter enter",
        amend(2, token(BEATE, "Guildford")),
        ("entry 2: take-token", "Beate takes steel from Guildford"),
    ),
    # Of Reading Anton and Beate have a token each: (2,000 + 1,000) / 2, rounded down to 1,000 for each.
    Flow(
        "town-of-an-extension",
        ROCKET,
        "h up up up up c tab R e enter enter",
        amend(1, extend(BEATE, "LSWR", metropolises=["Reading"])),
        (
            "would pay Beate 1,000",
            "would take back Anton 1,000 Claus 1,000",
            "Anton, pounds 14,000 13,000",
            "Beate, pounds 15,000 16,000",
            "Claus, pounds 10,000 9,000",
        ),
    ),
    Flow(
        "strike-and-pass",
        ROCKET,
        "h up up x p enter",
        strike(3, also=[amend(5, {**token(DORA, "York"), "first": [skip(CLAUS)]})]),
        (
            "struck: Claus: pass",
            'entry 5 reads: Claus: pass then Dora: take-token "York" steel',
            "no balance and no holding changes",
        ),
        (f"{OUT_OF_TURN} Claus, not of Dora", "p put before it: Claus: pass"),
    ),
    Flow(
        "strike-and-give",
        ROCKET,
        "h up up x g enter",
        strike(3, also=[amend(5, token(CLAUS, "York"))]),
        ("Claus, Tokens steel 0 1", "Dora, Tokens steel 1 0"),
        ("g give it to Claus, whose turn it is",),
    ),
    Flow(
        "strike-and-rule",
        ROCKET,
        "h up up x r o k enter enter",
        strike(3, also=[amend(5, token(DORA, "York", ruling="ok"))]),
        ("ruling of the table: ok", "overruled: it is the turn of Claus, not of Dora"),
        ("r keep it as a ruling of the table", "the reason of a ruling:"),
    ),
    Flow(
        "strike-and-say-who-it-was",
        ROCKET,
        "h up up x c ctrl+b c enter",
        strike(3, also=[amend(5, token(CLAUS, "York"))]),
        ("Claus takes steel from York",),
        ("c Claus, who is up",),
    ),
    # A turn moves no line twice; the two were told the wrong way round.
    Flow(
        "correct-that-too",
        TWO_LINES,
        "h up c 5 enter c 6 enter",
        amend(1, extend(BEATE, "GWR"), also=[amend(2, extend(BEATE, "LSWR"))]),
        ("entry 2: extend", "= extend lswr", "no balance and no holding changes"),
        ("Entry 2, Beate: extend gwr, no longer fits", "c correct that entry too"),
    ),
    Flow(
        "forgotten-pass",
        ROCKET,
        "h up i p g enter",
        insert(4, skip(CLAUS), also=[amend(4, extend(DORA, "NER"))]),
        (
            "before entry 4 comes: Claus: pass",
            "entry 4 reads: Dora: extend ner",
            "Claus, shares NER 1 0",
            "Dora, shares NER 0 1",
            "whose turn Dora Anton",
        ),
        ("What happened before entry 4?", f"{OUT_OF_TURN} Dora, not of Claus"),
    ),
)

RAILS = Start(
    "dampfross",
    blocks=[
        build(ANTON, cities=[12]),
        build(BEATE, cities=[31]),
        build(CLAUS, cities=[45]),
        build(BEATE, cities=[23]),
    ],
)
"""20 at the start and 6 for each city: Anton 26, Beate 32, Claus 26. Beate begins the second round."""

FLOWS_OF_DAMPFROSS = (
    Flow(
        "last-city",
        RAILS,
        "c 2 4 enter enter",
        amend(4, build(BEATE, cities=[24])),
        ("= build 6 city 24", "Beate is the first to connect 24 and gets 6"),
    ),
    Flow(
        "three-back",
        RAILS,
        "h up up up c 1 3 enter enter",
        amend(1, build(ANTON, cities=[13])),
        ("entry 1: build", "Anton is the first to connect 13 and gets 6"),
    ),
    Flow(
        "correct-that-too",
        RAILS,
        "h up up up c 3 1 enter enter c 1 2 enter enter",
        amend(1, build(ANTON, cities=[31]), also=[amend(2, build(BEATE, cities=[12]))]),
        ("entry 2: build", "Anton is the first to connect 31", "Beate is the first to connect 12"),
        ("no longer fits: 31 is connected already", "c correct that entry too"),
    ),
    Flow(
        "strike-and-pass",
        RAILS,
        "h up up x p enter",
        strike(2, also=[amend(3, {**build(CLAUS, cities=[45]), "first": [{"by": BEATE, "do": "build"}]})]),
        (
            "struck: Beate: build 6 city 31",
            "entry 3 reads: Beate: build then Claus: build 6 city 45",
            "Beate, units 32 26",
            "the turn of Beate counts nothing",
        ),
        (f"{OUT_OF_TURN} Beate, not of Claus",),
    ),
    # Claus' 45 and Beate's 23 go to Beate and Claus: Beate loses 6 for 31, both keep one city each.
    Flow(
        "strike-and-give",
        RAILS,
        "h up up x g enter",
        strike(2, also=[amend(3, build(BEATE, cities=[45])), amend(4, build(CLAUS, cities=[23]))]),
        ("Beate, units 32 26", "Claus is the first to connect 23 and gets 6"),
        ("2 entries, the first to Beate",),
    ),
    Flow(
        "strike-and-rule",
        RAILS,
        "h up up x r o k enter enter",
        strike(2, also=[amend(3, build(CLAUS, cities=[45], ruling="ok"))]),
        ("Beate, units 32 26", "ruling of the table: ok"),
    ),
    Flow(
        "forgotten-build",
        RAILS,
        "h i b 3 2 tab enter g enter",
        insert(4, {"by": BEATE, "cities": [32], "do": "build"}, also=[amend(4, build(CLAUS, cities=[23]))]),
        ("before entry 4 comes: Beate: build city 32", "Claus, units 26 32", "whose turn Claus Anton"),
        ("What happened before entry 4?", f"{OUT_OF_TURN} Claus, not of Beate"),
    ),
)

WHISTLE = Start("whistle-stop", blocks=[move("wood"), move("stone"), END_TURN, move("cotton", BEATE)])
"""Anton has 2 coal left of 4, Beate 3."""
TRADED = Start(
    "whistle-stop",
    blocks=[move("wood"), move("trading-post", trades=[{"give": "wood", "get": ["coal", "coal"]}])],
)

FLOWS_OF_WHISTLE_STOP = (
    Flow(
        "last-stop",
        WHISTLE,
        "c w enter",
        amend(4, move("wood", BEATE)),
        ("Beate, In hand cotton 1 0", "Beate, In hand wood 0 1"),
    ),
    Flow(
        "three-back",
        WHISTLE,
        "h up up up c a enter",
        amend(1, move("cattle")),
        ("entry 1: move", "Anton, In hand wood 1 0", "Anton, In hand cattle 0 1"),
    ),
    Flow(
        "strike-and-end-the-turn",
        WHISTLE,
        "h up x p enter",
        strike(3, also=[amend(4, {**move("cotton", BEATE), "first": [END_TURN]})]),
        ("entry 4 reads: Anton: end-turn then Beate: move cotton", "no balance and no holding changes"),
        (f"{OUT_OF_TURN} Anton, not of Beate", "p put before it: Anton: end-turn"),
    ),
    Flow(
        "strike-and-give",
        WHISTLE,
        "h up x g enter",
        strike(3, also=[amend(4, move("cotton"))]),
        ("Anton, In hand coal 2 1", "Beate, In hand coal 3 4", "Anton, In hand cotton 0 1"),
        ("g give it to Anton, whose turn it is",),
    ),
    Flow(
        "strike-and-rule",
        WHISTLE,
        "h up x r o k enter enter",
        strike(3, also=[amend(4, move("cotton", BEATE, ruling="ok"))]),
        ("ruling of the table: ok",),
    ),
    # Without wood nothing can be traded: he stopped at the whistle factory instead.
    Flow(
        "correct-that-too",
        TRADED,
        "h up c s enter c shift+tab i enter",
        amend(1, move("steel"), also=[amend(2, move("whistle-factory"))]),
        ("entry 2: move", "Anton, In hand steel 0 1"),
        ("no longer fits: Anton has 0 wood and needs 1",),
    ),
    Flow(
        "forgotten-end-of-turn",
        WHISTLE._replace(blocks=[move("wood"), move("stone"), move("cotton")]),
        "h up i e g enter",
        insert(2, END_TURN, also=[amend(2, move("stone", BEATE)), amend(3, move("cotton", BEATE))]),
        ("before entry 2 comes: Anton: end-turn", "Anton, In hand coal 1 3", "Beate, In hand coal 4 2"),
        ("2 entries, the first to Beate",),
    ),
)
FLOWS = (*FLOWS_OF_ROCKET, *FLOWS_OF_DAMPFROSS, *FLOWS_OF_WHISTLE_STOP)


@at_sizes_in_turn(FLOWS)
def test_a_correction_says_all_it_changes_is_one_step_and_goes_with_one_undo(flow: Flow, size: Size) -> None:
    corrected(flow, size)


@pytest.mark.parametrize(("start", "stages"), stages(FLOWS))
def test_escape_at_every_stage_of_a_correction_writes_nothing(start: Start, stages: list[list[str]]) -> None:
    left_at_every_stage(start, stages)
