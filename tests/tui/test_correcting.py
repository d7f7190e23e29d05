"""Earlier entries edited, deleted and inserted by keys, in every game, and what the screen says.

Figures by hand, after stephensons-rocket.md, "Actions A", "Actions C", 6 for a city in Dampfross, a good or
a coal for each stop of Whistle Stop.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.corrections import recount
from tests.dampfross.moves import END_BUILDING, build, depart, train
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA, shown
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, missing
from tests.tui.driving import LARGE, SMALL, Size, app_of, running
from tests.tui.entries import DENVER, ROUND, Entry, read_entries, table
from tests.tui.entries import ROCKET as TABLE
from tests.whistle_stop.moves import END_TURN, denver, move

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
FILLED_IN = TABLE._replace(blocks=[token(CLAUS, "York", first=[skip(BEATE), skip(BEATE)])])
COUNTED = ROCKET._replace(blocks=[*ROCKET.blocks, recount(cash={ANTON: 5000})])
COUNTED_TWICE = COUNTED._replace(blocks=[*COUNTED.blocks, recount(cash={ANTON: 7000, BEATE: 900})])
HELD_5000 = "Anton's money was counted in entry 6 and stays at 5,000."

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

RAILS_COUNTED, RAILS_LISTED = (
    RAILS._replace(blocks=[*RAILS.blocks, recount(**counted)])
    for counted in ({"accounts": {BEATE: 2}}, {"connected": [12, 23, 66]})
)

WHISTLE = Start("whistle-stop", blocks=[move("wood"), move("stone"), END_TURN, move("cotton", BEATE)])
"""Anton has 2 coal left of 4, Beate 3."""
ENDED = WHISTLE._replace(blocks=[move("wood"), {**move("stone", BEATE), "first": [END_TURN]}])
LATE = WHISTLE._replace(blocks=[move("wood"), move("stone"), move("cotton")])
"""Anton's turn ended before the second one, and nobody entered that."""
OTHER_PRICE = denver(BEATE, pay={"cotton": 1}, points=3, company="C")
KNOWN = table(denver(), *ROUND, END_TURN, OTHER_PRICE, beate={"goods": {"cotton": 2}})
"""Denver for 2 wood and 5 points in entry 1, for something else in entry 6."""
GOODS = {"coal": 5, "goods": {"cotton": 2}}
GOODS_COUNTED = WHISTLE._replace(blocks=[*WHISTLE.blocks, recount(players={BEATE: GOODS})])


@pytest.mark.parametrize(
    "flow", read_entries(Path(__file__).with_name("corrections.txt"), globals()), ids=str
)
def test_a_correction_says_all_it_changes_is_one_step_and_goes_with_one_undo(flow: Entry) -> None:
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


RENAMED = {"do": "setup", "rename": {ANTON: "Toni"}}


CHANGED = "change:1 tab R e enter"
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
         "Undone: Entry 5, edited: Claus passes; Dora takes a steel token from York"),
        ("strike:3 p enter u U", "Redone: Deleted: Claus passes"),
        ("strike:5 escape", "Nothing changed."),
        ("strike:5 escape strike:5", "!Nothing changed.", "Deleted: Dora takes a steel token from York"),
        # Once the pass is deleted it is still the turn of Claus at Dora's entry
        ("strike:3 c ctrl+b", "c Claus, whose turn it is d Dora"),
        ("strike:3 c ctrl+b d", "Entry 5, edited: Claus passes; Dora takes a steel token from York"),
        ("c enter", "Nothing changed."),
        ("change:1", "Nobody's score or pieces change."),
        # Backspace after Esc opens the correction again, not a new entry
        ("c J o r k enter enter escape backspace", "Edit entry 5: Take token", "Metropolis Jork"),
    ]),
    (COUNTED, [(f"{CHANGED} enter u", HELD_5000, "COLLECT B Beate 1,000")]),
    (HIDDEN, [
        (CHANGED, "Anton's money was counted in entry 6 and stays as it is.", "!5,000", "!4,000"),
    ]),
    # An entry is no evidence for itself, not even as it was before it was edited
    (KNOWN, [("change:1 ask:points 6 enter change:1 ask:points 7", "What changes", "!brought 6 points")]),
    (EMPTY, [("insert:1 b 1 2 enter enter x enter", "Inserted: Anton builds and reaches 12")]),
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


@pytest.mark.parametrize(
    ("keys", "paid"),
    [
        ("s", {"wood": 2, "steel": 1}),
        ("s s", {"wood": 2, "steel": 2}),
        ("w", {"wood": 3}),
        ("s backspace", {"wood": 2}),
    ],
)
def test_counts_of_an_earlier_entry_are_added_to_as_in_one_just_typed(
    keys: str, paid: dict[str, int]
) -> None:
    """Docs, entering, "Editing", as in a list. Beate paid 2 wood."""
    paying = DENVER.desk("change:2 ask:pay")
    assert "what you type is added, Delete clears it" in paying.entry
    assert paying.press(keys).model.form.draft["pay"] == paid


# A small screen


async def test_a_warning_takes_one_line_below_what_changes_and_is_whole_further_down() -> None:
    async with running(app_of(KNOWN.disk()), SMALL) as keyed:
        await keyed.press("h", "6", "c", "tab", "tab", "tab", "4")
        assert "What changes" in keyed.text()
        assert "Denver cost" not in keyed.text()
        await keyed.press("pagedown", "pagedown")
        short, whole = re.findall(r"! Denver cost .*", keyed.text())
        assert short.endswith("…")
        assert whole in keyed.text().partition("Beate gets 4 points")[2]
        assert "entry replaces that." in keyed.text()


# The tables while a preview is shown


@pytest.mark.parametrize(("size", "keys"), [(LARGE, "h 1 c s"), (LARGE, "h 1 x"), (SMALL, "h 1 x")], ids=str)
async def test_tables_below_the_scores_after_an_entry_are_those_after_it_too(size: Size, keys: str) -> None:
    """Anton's first stop was wood: 1 wood, no steel. It becomes steel, or it is deleted."""
    async with running(app_of(WHISTLE.disk()), size) as table:
        await table.press(*keys.split())
        seen = "\n".join(table.lines())
        assert re.search(r"^[│ ]*(Points after|After) ", seen, re.MULTILINE)
        anton = {name: re.search(rf"{name} +(\S)", seen)[1] for name in ("Wood", "Steel")}  # type: ignore[index]
        assert anton == {"Wood": "·", "Steel": "1" if keys.endswith("s") else "·"}
        await table.press("escape", "escape")
        assert re.search(r"Wood +1", "".join(table.lines())), "as it was"
