"""Earlier entries edited, deleted and inserted by keys, in every game, and what the screen says.

Figures by hand, after the spec: "extend" and "take-token" of Stephenson's Rocket, 6 for a city in Dampfross, a good or
a coal for each stop of Whistle Stop.
"""

import re
from typing import Any, NamedTuple

import pytest

from companion.session import Session
from tests.corrections import amend, insert, recount, strike
from tests.dampfross.moves import END_BUILDING, build, depart, train
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA, shown, sound_session
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, missing, model_of
from tests.tui.driving import LARGE, NARROW, SMALL, Size, app_of, running
from tests.tui.entries import ROCKET as TABLE
from tests.whistle_stop.moves import END_TURN, move, played

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
OUT_OF_TURN = "isn't possible: It's"


class Flow(NamedTuple):
    name: str
    start: Start
    keys: str
    """Keys with blanks between them; the last one saves. An entry is chosen by its number, as in the history."""
    block: dict[str, Any]
    """The saved block."""
    shows: tuple[str, ...]
    """Texts before the last key, with figures worked out by hand."""
    asks: tuple[str, ...] = ()
    """Texts on the way, such as which entry no longer fits."""

    def __str__(self) -> str:
        return f"{self.start.game}-{self.name}"


FLOWS_OF_ROCKET = (
    Flow(
        "last-town",
        ROCKET,
        "c J o r k enter enter",
        amend(5, token(DORA, "Jork")),
        ("Edit entry 5: Take token", "Metropolis Jork ▸Commodity steel", "The commodity Dora takes"),
    ),
    Flow(
        "three-back",
        ROCKET,
        "change:2 G u enter enter",
        amend(2, token(BEATE, "Guildford")),
        ("Edit entry 2: Take token", "Metropolis Guildford ▸Commodity steel", "The commodity Beate takes"),
    ),
    # Of Reading Anton and Beate have a token each: (2,000 + 1,000) / 2, rounded down to 1,000 for each.
    Flow(
        "town-of-an-extension",
        ROCKET,
        "change:1 tab R e enter enter",
        amend(1, extend(BEATE, "LSWR", metropolises=["Reading"])),
        (
            "PAY B Beate 1,000",
            "COLLECT A Anton 1,000 C Claus 1,000",
            "Anton, money 14,000 13,000",
            "Beate, money 15,000 16,000",
            "Claus, money 10,000 9,000",
        ),
    ),
    Flow(
        "strike-and-pass",
        ROCKET,
        "strike:3 p enter",
        strike(3, also=[amend(5, {**token(DORA, "York"), "first": [skip(CLAUS)]})]),
        (
            "Deleted: Claus passes",
            "Entry 5 becomes: Claus passes; Dora takes steel from York",
            "No score or holding changes.",
        ),
        (f"{OUT_OF_TURN} Claus's turn, not Dora's.", "p Insert before entry 5: Claus passes"),
    ),
    Flow(
        "strike-and-give",
        ROCKET,
        "strike:3 g enter",
        strike(3, also=[amend(5, token(CLAUS, "York"))]),
        ("Claus, Tokens steel 0 1", "Dora, Tokens steel 1 0"),
        ("g Move entry 5 to Claus, whose turn it is",),
    ),
    Flow(
        "strike-and-rule",
        ROCKET,
        "strike:3 r o k enter enter",
        strike(3, also=[amend(5, token(DORA, "York", ruling="ok"))]),
        ("House ruling: ok", "Allowed anyway: It's Claus's turn, not Dora's."),
        ("r Keep entry 5 as a house ruling", "Reason for the house ruling:"),
    ),
    # A turn moves no line twice; the two were told the wrong way round.
    Flow(
        "correct-that-too",
        TWO_LINES,
        "change:1 5 enter c 6 enter",
        amend(1, extend(BEATE, "GWR"), also=[amend(2, extend(BEATE, "LSWR"))]),
        (
            "Edit entry 2: Extend line",
            "Line LSWR",
            "Entry 2 becomes: Beate extends LSWR",
            "No score or holding changes.",
        ),
        ("Entry 2 (Beate extends GWR) isn't possible", "c Edit entry 2 too"),
    ),
    # A turn has two actions: of the two passes that were filled in one is left.
    Flow(
        "forgotten-action",
        TABLE._replace(blocks=[token(CLAUS, "York", first=[skip(BEATE), skip(BEATE)])]),
        "insert:1 t R e a enter enter d enter",
        insert(1, token(BEATE, "Reading"), also=[amend(1, token(CLAUS, "York", first=[skip(BEATE)]))]),
        ("Entry 1 becomes: Beate passes; Claus takes steel from York",),
    ),
    Flow(
        "forgotten-pass",
        ROCKET,
        "insert:4 p g enter",
        insert(4, skip(CLAUS), also=[amend(4, extend(DORA, "NER"))]),
        (
            "Inserted before entry 4: Claus passes",
            "Entry 4 becomes: Dora extends NER",
            "Claus, shares NER 1 0",
            "Dora, shares NER 0 1",
            "whose turn Dora Anton",
        ),
        ("What happened before entry 4?", f"{OUT_OF_TURN} Dora's turn, not Claus's."),
    ),
)

# Entry 1 was to pay for Reading, not Manchester: Anton 1,000 and not 2,000, Beate 1,000, Claus nothing.
COUNTED = ROCKET._replace(blocks=[*ROCKET.blocks, recount(cash={ANTON: 5000})])
COUNTED_TWICE = COUNTED._replace(blocks=[*COUNTED.blocks, recount(cash={ANTON: 7000, BEATE: 900})])
READING = amend(1, extend(BEATE, "LSWR", metropolises=["Reading"]))
HELD_5000 = "Anton's money was counted in entry 6 and stays 5,000."

FLOWS_BEFORE_COUNTS = (
    Flow(
        "count-changes-too",
        COUNTED,
        "change:1 tab R e enter enter d enter",
        {**READING, "also": [amend(6, recount(cash={ANTON: 4000}))]},
        ("PAY B Beate 1,000", "COLLECT A Anton 1,000 C Claus 1,000", "Anton, money 5,000 4,000"),
        (HELD_5000, "Enter: decide about the count", "d Also change the count: 5,000 becomes 4,000"),
    ),
    Flow(
        "count-is-kept",
        COUNTED,
        "change:1 tab R e enter enter k enter",
        READING,
        (HELD_5000, "PAY B Beate 1,000", "COLLECT C Claus 1,000"),
        ("Should the count change too?", "k Keep the count"),
    ),
    # The second count holds what the first one lets through; Beate gets 1,000 more before it.
    Flow(
        "two-counts",
        COUNTED_TWICE,
        "change:1 tab R e enter enter d enter",
        {
            **READING,
            "also": [
                amend(6, recount(cash={ANTON: 4000})),
                amend(7, recount(cash={ANTON: 6000, BEATE: 1900})),
            ],
        },
        ("Anton, money 7,000 6,000", "Beate, money 900 1,900", "Claus, money 10,000 9,000"),
        (HELD_5000, "Beate's money was counted in entry 7 and stays 900."),
    ),
    # Money can't fall below zero: there is nothing to decide.
    Flow(
        "count-cannot-change",
        COUNTED._replace(blocks=[*ROCKET.blocks, recount(cash={ANTON: 600})]),
        "change:1 tab R e enter enter",
        READING,
        ("Anton's money was counted in entry 6 and stays 600.", "COLLECT C Claus 1,000"),
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

EMPTY = Start("dampfross", blocks=[build(BEATE, cities=[34], first=[{"by": ANTON, "do": "build"}])])
"""Anton's first turn was left out: an empty one was filled in before Beate's."""

FLOWS_OF_DAMPFROSS = (
    # Each keeps what is theirs: Anton gets 6 for 12, Beate her 6 for 34.
    Flow(
        "forgotten-turn",
        EMPTY,
        "insert:1 b 1 2 enter enter d enter",
        insert(1, {"by": ANTON, "cities": [12], "do": "build"}, also=[amend(1, build(BEATE, cities=[34]))]),
        ("Entry 1 becomes: Beate rolls 6, builds and reaches 34", "Anton, units 20 26"),
        ("d Leave out the empty turn: entry 1 becomes Beate rolls 6, builds and reaches 34 c Edit entry 1",),
    ),
    # Claus' 45 and Beate's 23 go to Beate and Claus: Beate loses 6 for 31, both keep one city each.
    Flow(
        "strike-and-give",
        RAILS,
        "strike:2 g enter",
        strike(2, also=[amend(3, build(BEATE, cities=[45])), amend(4, build(CLAUS, cities=[23]))]),
        ("Beate, units 32 26", "Claus gets 6 units for reaching 23 first"),
        ("From entry 3 on, move 2 entries to the players whose turn it is, Beate first",),
    ),
    # Without 23 Beate has 6 less, and accounts may be below zero.
    Flow(
        "count-changes-too",
        RAILS._replace(blocks=[*RAILS.blocks, recount(accounts={BEATE: 2})]),
        "strike:4 d enter",
        strike(4, also=[amend(5, recount(accounts={BEATE: -4}))]),
        ("Beate, units 2 −4",),
        (
            "Beate's money was counted in entry 5 and stays 2.",
            "d Also change the count: 2 becomes −4 k Keep the count",
        ),
    ),
    Flow(
        "two-counts-change-too",
        RAILS._replace(blocks=[*RAILS.blocks, *(recount(accounts={BEATE: counted}) for counted in (2, 5))]),
        "strike:4 d enter",
        strike(
            4, also=[amend(number, recount(accounts={BEATE: then})) for number, then in ((5, -4), (6, -1))]
        ),
        ("Beate, units 5 −1",),
        ("d Also change the counts: Beate, balances in entry 5: 2 → −4; Beate, balances in entry 6: 5 → −1",),
    ),
    Flow(
        "whole-list-changes-too",
        RAILS._replace(blocks=[*RAILS.blocks, recount(connected=[12, 23, 66])]),
        "strike:4 d enter",
        strike(4, also=[amend(5, recount(connected=[12, 66]))]),
        ("Beate, units 32 26",),
        ("stays 12, 23, 66 because of the count in entry 5", "12, 23, 66 becomes 12, 66"),
    ),
)

WHISTLE = Start("whistle-stop", blocks=[move("wood"), move("stone"), END_TURN, move("cotton", BEATE)])
"""Anton has 2 coal left of 4, Beate 3."""
COUNTED_GOODS = {"coal": 5, "goods": {"cotton": 2}}

FLOWS_OF_WHISTLE_STOP = (
    Flow(
        "end-of-turn-twice",
        WHISTLE._replace(blocks=[move("wood"), {**move("stone", BEATE), "first": [END_TURN]}]),
        "insert:2 e d enter",
        insert(2, END_TURN, also=[amend(2, move("stone", BEATE))]),
        ("Entry 2 becomes: Beate moves to a stone stop",),
    ),
    Flow(
        "forgotten-end-of-turn",
        WHISTLE._replace(blocks=[move("wood"), move("stone"), move("cotton")]),
        "insert:2 e g enter",
        insert(2, END_TURN, also=[amend(2, move("stone", BEATE)), amend(3, move("cotton", BEATE))]),
        (
            "Inserted before entry 2: Anton ends their turn",
            "Anton, In hand coal 1 3",
            "Beate, In hand coal 4 2",
        ),
        ("From entry 2 on, move 2 entries to the players whose turn it is, Beate first",),
    ),
    # Without her move Beate has a coal more, and a cotton less.
    Flow(
        "count-changes-too",
        WHISTLE._replace(blocks=[*WHISTLE.blocks, recount(players={BEATE: COUNTED_GOODS})]),
        "strike:4 d enter",
        strike(4, also=[amend(5, recount(players={BEATE: {"coal": 6, "goods": {"cotton": 1}}}))]),
        ("Beate, In hand coal 5 6", "Beate, In hand cotton 2 1"),
        (
            "Beate, coal: stays 5 because of the count in entry 5.",
            "Also change the count: Beate, coal 5 → 6; Beate, goods of cotton 2 → 1",
        ),
    ),
)
FLOWS = (*FLOWS_OF_ROCKET, *FLOWS_BEFORE_COUNTS, *FLOWS_OF_DAMPFROSS, *FLOWS_OF_WHISTLE_STOP)


@pytest.mark.parametrize("flow", FLOWS, ids=str)
def test_a_correction_says_all_it_changes_is_one_step_and_goes_with_one_undo(flow: Flow) -> None:
    """Nothing is written before its last key; the number at the top is that of the last entry that stands."""
    desk = AtDesk(flow.start.disk())
    before, state, said = desk.blocks, without_count(desk), ""
    *keys, last = flow.keys.split()
    for key in keys:
        said += f" {desk.press(key).entry}"
    assert desk.blocks == before, "it was saved before its last key"
    for text in flow.asks:
        assert text in said, f"nobody said {text!r} but {said!r}"
    for text in flow.shows:
        assert text in desk.entry, f"the screen does not say {text!r} but {desk.entry!r}"
    desk.press(last)
    assert desk.blocks == [*before, flow.block]
    assert not desk.model.is_busy
    assert desk.model.aim is None
    assert desk.session.record.failure is None
    desk.press("u")
    assert without_count(desk) == state


def without_count(desk: AtDesk) -> Any:
    """All that `show --json` prints but the number of blocks, which grows with every correction."""
    seen = shown(desk.session)
    return {key: seen[key] for key in seen if key != "actions"}


def test_a_typed_correction_before_a_count_asks_about_the_count() -> None:
    desk = AtDesk(COUNTED.disk()).enter_line("amend 1 extend lswr reading")
    assert (len(desk.blocks), "d Also change the count: 5,000 becomes 4,000" in desk.entry) == (6, True)
    assert desk.press("d enter").blocks[-1]["also"] == [amend(6, recount(cash={ANTON: 4000}))]


MANCHESTER = TABLE._replace(blocks=[extend(BEATE, "LSWR", metropolises=["Manchester"])])
LATE = WHISTLE._replace(blocks=[move("wood"), move("stone"), move("cotton")])
"""Anton's turn ended before the second one, and nobody entered that."""


@pytest.mark.parametrize(
    ("start", "before", "answer", "after", "most"),
    [
        (ROCKET, "c", "J o r k", "enter enter", 4),
        (MANCHESTER, "c tab", "R e", "enter enter", 4),
        (MANCHESTER, "c tab", "S h e f f i e l d", "enter r enter", 5),
        (RAILS, "c", "2 4", "enter enter", 4),
        (WHISTLE, "c", "w", "enter", 4),
        (LATE, "tab 2", "", "enter", 5),
    ],
    ids=["a-token", "a-town", "a-new-town", "a-city", "a-stop", "a-forgotten-end-of-turn"],
)
def test_a_correction_takes_few_keys(start: Start, before: str, answer: str, after: str, most: int) -> None:
    """A town that was never named before is asked what it is, which is one key more."""
    desk = AtDesk(start.disk())
    assert len(before.split()) + len(after.split()) <= most
    *keys, last = f"{before} {answer} {after}".split()
    assert len(desk.press(*keys).blocks) == len(start.blocks)
    assert desk.press(last).blocks[-1]["do"] in ("amend", "insert")


RENAMED = {"do": "setup", "rename": {ANTON: "Toni"}}


CHANGED = "change:1 tab R e enter enter"
HIDDEN = COUNTED._replace(more={**COUNTED.more, "options": {"hidden_money": True}})
RENAMED_TRAIN = [RENAMED, END_BUILDING, depart(train("Toni"), train(BEATE))]
STRUCK: list[tuple[str, ...]] = [
    ("strike:1", 'isn\'t possible: Nobody here is called "Toni"'),
    ("strike:1 x", "Deleted: Set-up: Anton is now Toni"),
]
TOLD: list[tuple[Start, list[tuple[str, ...]]]] = [
    (ROCKET, [
        # Undo and redo of a deletion name the entry that was deleted
        ("strike:3 p enter u", "Undone: Deleted: Claus passes",
         "Undone: Entry 5 becomes: Claus passes; Dora takes steel from York"),
        ("strike:3 p enter u U", "Redone: Deleted: Claus passes"),
        ("strike:5 escape", "Nothing changed."),
        ("strike:5 escape strike:5", "!Nothing changed.", "Deleted: Dora takes steel from York"),
        # Once the pass is deleted it is still the turn of Claus at Dora's entry
        ("strike:3 c ctrl+b", "c Claus, whose turn it is d Dora"),
        ("strike:3 c ctrl+b d", "Entry 5 becomes: Claus passes; Dora takes steel from York"),
        ("c enter", "Nothing changed."),
        ("change:1", "No score or holding changes."),
        # Backspace after Esc opens the correction again, not a new entry
        ("c J o r k enter escape backspace", "Edit entry 5: Take token", "Metropolis Jork"),
    ]),
    (COUNTED, [
        # An undo carries no further changes, so there is nothing to ask
        (f"{CHANGED} k enter u", HELD_5000, "COLLECT B Beate 1,000"),
        (f"{CHANGED} enter enter", "Should the count change too?"),
    ]),
    (HIDDEN, [
        (CHANGED, "Anton's money was counted in entry 6 and stays as it is.",
         "d Also change the count by the same amount", "!5,000", "!4,000"),
        (f"{CHANGED} d", "!5,000", "!4,000"),
    ]),
    (EMPTY, [("insert:1 b 1 2 enter enter x enter", "── Inserted: Anton builds and reaches 12 ──")]),
    (Start("stephensons-rocket", blocks=[RENAMED, skip("Toni")]), STRUCK),
    (Start("dampfross", blocks=RENAMED_TRAIN), STRUCK),
]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "case"),
    [(start, case) for start, cases in TOLD for case in cases],
    ids=lambda value: value.game if isinstance(value, Start) else value[0],
)
def test_a_correction_tells_what_it_does_and_nothing_old(start: Start, case: tuple[str, ...]) -> None:
    """Texts on the screen after keys; after ! those that are not there."""
    keys, *texts = case
    assert missing(texts, start.desk(keys).entry) == []


def test_what_a_correction_pays_is_apart_from_the_last_entry_which_paid_nothing() -> None:
    """Worked example 1: Reading pays Anton 2,000; the extension that connects it was entered without it."""
    desk = AtDesk(
        Start(
            "stephensons-rocket", blocks=[token(ANTON, "Reading"), extend(ANTON, "GWR"), skip(BEATE)]
        ).disk()
    )
    seen = desk.enter_line("amend 2 extend gwr reading").entry
    parts = [
        "Entry 2 becomes: Anton extends GWR to Reading",
        "PAY A Anton 2,000",
        "3 Beate passes",
    ]
    assert sorted(parts, key=seen.index) == parts


def test_what_is_corrected_step_by_step_is_left_step_by_step() -> None:
    """Esc leads from the second entry to the choice, then to the first entry as answered, then out of it."""
    model = (desk := AtDesk(WHISTLE.disk()).press("insert:2 e c")).model
    assert model.aim is not None
    assert model.form.verb == "move"
    desk.press("escape")
    assert model.menu is not None
    desk.press("escape")
    assert model.menu is None
    assert (model.aim.is_insert, model.form.verb) == (True, "end-turn")
    desk.press("escape")
    assert (model.is_busy, model.aim) == (False, None)


def amend_again(session: Session, number: int, more: str = "") -> None:
    """An entry's own line typed again as its correction, with something behind it, and Enter."""
    model = model_of(session)
    model.open_line(f"amend {number} {session.notation.entry_lines(is_public=True)[number - 1]}{more}")
    model.enter_line()
    assert model.line is None, model.state


def test_the_worth_of_gold_outlives_a_note_added_to_its_entry() -> None:
    """Whistle Stop: gold is covered until the end; a token of 5 is still worth 5 after a note."""
    session = played(move("gold-mine", gold=[5]))
    assert "5" not in session.notation.entry_lines(is_public=True)[0]
    amend_again(session, 1, " note x")
    action = session.record.steps[0].action
    assert (action.gold, action.note) == ((5,), "x")  # type: ignore[attr-defined]


def test_a_value_that_is_typed_takes_the_place_of_the_covered_one() -> None:
    session = played(move("gold-mine", gold=[5]))
    amend_again(session, 1, " worth 3")
    assert session.record.steps[0].action.gold == (3,)  # type: ignore[attr-defined]


def test_covered_cash_of_a_recount_outlives_a_correction_of_its_tiles() -> None:
    counted = {"do": "recount", "reason": "x", "position": {"tracks_laid": 3, "cash": {ANTON: 7000}}}
    session = sound_session([counted], options={"hidden_money": True})
    amend_again(session, 1, " note y")
    assert session.record.scores[ANTON] == 7000


# The tables while a preview is shown


@pytest.mark.parametrize(
    ("size", "keys"), [(LARGE, "h 1 c s"), (LARGE, "h 1 x"), (SMALL, "h 1 x"), (NARROW, "h 1 x")], ids=str
)
async def test_tables_below_the_scores_after_an_entry_are_those_after_it_too(size: Size, keys: str) -> None:
    """Anton's first stop was wood: 1 wood, no steel. It becomes steel, or it is deleted."""
    async with running(app_of(WHISTLE.disk()), size) as table:
        await table.press(*keys.split())
        seen = "\n".join(table.lines())
        assert re.search(r"^ *(Points after|After) ", seen, re.MULTILINE)
        anton = {name: re.search(rf"{name} +(\S)", seen)[1] for name in ("Wood", "Steel")}  # type: ignore[index]
        assert anton == {"Wood": "·", "Steel": "1" if keys.endswith("s") else "·"}
        await table.press("escape")
        assert re.search(r"Wood +1", "".join(table.lines())), "as it was"
