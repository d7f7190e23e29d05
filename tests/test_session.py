"""The one door: corrections, look-back, header changes, and sessions that do not replay."""

from typing import Any

import pytest

from tests import support
from tests.corrections import amend, insert, strike
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, FILE, refused, said, session_of, shown, sound_session, text_of


def test_an_insertion_that_breaks_a_later_entry_is_refused_naming_it() -> None:
    session = sound_session([*[token(ANTON, "Dover")] * 2, token(BEATE, "Dover"), skip(BEATE)])
    before = shown(session)
    entry = insert(3, token(support.CLAUS, "Dover", ruling="forgotten"))
    assert refused(lambda: session.enter(entry), session) == (
        "This change makes entry 3 impossible: All 3 Dover tokens are taken. Take one from another metropolis."
    )
    assert shown(session) == before


def test_only_the_list_that_stands_must_replay() -> None:
    """Beate is not up; the entry was undone, and only its form is looked at."""
    sound_session([skip(BEATE), {"do": "undo"}, skip(ANTON)])
    session = session_of([{"do": "pass", "by": BEATE, "colour": "red"}, {"do": "undo"}, skip(ANTON)])
    assert session.failure is not None
    assert session.failure.number == 1
    assert said(session, session.failure) == "colour isn't a known key. Check the spelling or remove it."


def test_a_field_answered_with_nothing_is_as_good_as_not_there() -> None:
    disk = MemoryDisk({**support.shipped(), FILE: text_of().encode()})
    session = support.library(disk=disk).open(FILE)
    fields = extend(ANTON, "GWR", into=None, station=None)
    assert session.preview(fields).violations == ()
    session.enter(fields)
    assert support.blocks_in(session, disk) == [extend(ANTON, "GWR")]


def test_a_session_that_does_not_replay_stands_up_to_its_last_good_entry_and_can_be_mended() -> None:
    session = session_of([skip(ANTON), skip(ANTON), skip(ANTON), skip(BEATE)])
    assert session.failure is not None
    assert (session.failure.number, len(session.steps)) == (3, 2)
    assert refused(lambda: session.enter(skip(BEATE)), session) == (
        "You can't add entries until entry 3 is fixed: It's Beate's turn, not Anton's."
    )
    session.enter(amend(3, skip(BEATE)))
    assert session.failure is None
    assert len(session.steps) == 4


def test_strangers_in_further_corrections_are_errors_unless_undone() -> None:
    stranger = strike(1, also=[{**strike(2), "by": "Zoe"}])
    session = session_of([skip(ANTON), skip(ANTON), stranger])
    assert session.failure is not None
    assert session.failure.number == 3
    sound_session([skip(ANTON), skip(ANTON), stranger, {"do": "undo"}])


@pytest.mark.parametrize("do", ["undo", "redo", "strike", "remark", "isolate"])
def test_an_unknown_writer_is_an_error_on_any_block(do: str) -> None:
    answers: dict[str, dict[str, Any]] = {
        "strike": {"entry": 1},
        "remark": {"note": "x"},
        "isolate": {"line": "GWR"},
    }
    fields = {"do": do, "by": "Zoe", **answers.get(do, {})}
    blocks = [skip(ANTON), *([{"do": "undo"}] if do == "redo" else []), fields]
    session = session_of(blocks)
    assert session.failure is not None
    assert (session.failure.number, said(session, session.failure)) == (
        len(blocks),
        'Nobody here is called "Zoe". Players: Anton, Beate and Claus.',
    )
