"""One name corrected in every entry that holds it, as one step, and in the board notes."""

import json
import re

import pytest

from companion.report.preview_sentences import correction_messages, preview_sentences
from companion.report.words import Speaker
from companion.session import Session
from companion.session.renaming import NotedName, is_in_position, rename_block, rename_in_notes, where_used
from tests.corrections import insert, setup, strike
from tests.misspelt import MISSPELT, RIGHT, WRONG, Misspelt
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, BEATE, CLAUS, FILE, library, refused, shown, sound_session

every_case = pytest.mark.parametrize("case", MISSPELT.values(), ids=list(MISSPELT))


def opened(case: Misspelt) -> Session:
    session = library(disk=case.start.disk()).open(FILE)
    assert session.record.failure is None
    return session


@every_case
def test_one_step_amends_every_entry_that_holds_the_name(case: Misspelt) -> None:
    session = opened(case)
    assert tuple(where_used(session.record)[case.named.key]) == case.places
    block = rename_block(session.record, case.named, RIGHT)
    assert block is not None
    changes = [block, *block.get("also", ())]
    assert [(one["do"], one["entry"]) for one in changes] == [("amend", place) for place in case.places]
    session.enter(block)
    rename_in_notes(session.session_notes, case.named, RIGHT)
    right = json.loads(re.sub(WRONG, RIGHT, json.dumps(case.start.blocks), flags=re.IGNORECASE))
    standing = {step.number: step.action for step in session.record.steps}
    assert [standing[number].note for number in standing] == [one.get("note") for one in case.start.blocks]
    assert WRONG.casefold() not in repr(shown(session)).casefold()
    assert WRONG.casefold() not in repr(session.board_notes).casefold()
    again = sound_session(right, game=case.start.game, **case.start.more)
    assert session.record.state == again.record.state


@every_case
def test_a_spelling_fix_is_one_sentence_and_no_then_and_now(case: Misspelt) -> None:
    """Only the name changes. If two names become one, more may change, and the preview says so."""
    session = opened(case)
    english = Speaker(session.record.ruleset)
    preview = session.preview(rename_block(session.record, case.named, RIGHT) or {})
    assert preview.entry is not None
    assert preview_sentences(preview, english) == []
    (told,) = correction_messages(session.record, preview.entry)
    entries = "1 entry" if len(case.places) == 1 else f"{len(case.places)} entries"
    assert english.say(told).casefold() == (
        f"{WRONG} becomes {RIGHT} in {entries}. No sums change.".casefold()
    )


def test_what_was_struck_or_undone_is_left_alone() -> None:
    blocks = [token(ANTON, "Yrok"), skip(ANTON), strike(1), token(BEATE, "Yrok"), {"do": "undo"}]
    assert rename_block(sound_session(blocks).record, NotedName("metropolis", "Yrok"), "York") is None


def test_players_are_called_as_now_in_what_is_amended() -> None:
    """An amended entry is read with the names of the moment at which it is amended."""
    swapped = setup(rename={ANTON: BEATE, BEATE: ANTON})
    session = sound_session([token(ANTON, "Yrok"), swapped])
    session.enter(rename_block(session.record, NotedName("metropolis", "Yrok"), "York") or {})
    assert session.record.steps[0].action.by == BEATE
    assert session.record.roster.players == (BEATE, ANTON, CLAUS)


def test_two_names_made_one_that_break_a_later_entry_are_refused_with_that_entry() -> None:
    """Three tokens lie on a metropolis; Yrok and York have four taken."""
    tokens = [token(who, city) for who in (ANTON, BEATE) for city in ("Yrok", "York")]
    session = sound_session(tokens)
    block = rename_block(session.record, NotedName("metropolis", "Yrok"), "York")
    assert refused(lambda: session.enter(block or {}), session) == (
        "This change makes entry 4 impossible: All 3 York tokens are taken. Take one from another metropolis."
    )


def test_an_entry_inserted_together_with_others_cannot_be_amended_and_that_is_said() -> None:
    twice = insert(1, token(ANTON, "Yrok"), also=[insert(1, skip(ANTON))])
    session = sound_session([{"do": "remark", "note": "x"}, twice])
    assert refused(
        lambda: rename_block(session.record, NotedName("metropolis", "Yrok"), "York"), session
    ) == ("Entry 1 inserted several actions at once. Undo it and insert them one by one.")


def test_a_name_of_the_position_is_not_parted_from_the_one_in_the_entries() -> None:
    """The position cannot be amended: with the entries alone amended, one town would be two."""
    position = {"lines": [{"line": "GWR", "metropolises": ["Yrok"]}]}
    session = sound_session([token(ANTON, "Yrok")], position=position)
    named = NotedName("metropolis", "Yrok")
    assert is_in_position(session.record, named)
    assert rename_block(session.record, named, "York") is None


def test_a_number_that_was_called_differently_later_keeps_its_last_name_in_the_board_notes() -> None:
    """The amended entry is written last and played first."""
    builds = [
        {"do": "build", "by": who, "names": {"25": name}} for who, name in ((ANTON, "Hof"), (BEATE, "Ulm"))
    ]
    session = sound_session(builds, game="dampfross")
    session.enter(rename_block(session.record, NotedName("city/germany", "Hof"), "Hamm") or {})
    session.session_notes.rename_with(session.record.entry_count, "city/germany", "Hof", "Hamm")
    assert session.record.state.name_of(25) == "Ulm"
    assert session.board_notes.facts("city/germany", "25") == {"name": "Ulm"}
