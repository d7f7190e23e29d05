"""Sessions teach the board notes after the entry is on the disk, and never at its cost."""

from typing import Any

import pytest

from companion.core.board_notes import BoardNotes, Lesson, learn
from companion.desk.following import follow
from companion.report.words import Speaker
from companion.session import Session
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.web.guest_pages import GuestPages
from tests.corrections import amend, insert, strike
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, FILE, SAVES, book_text, library, refused, shipped, text_of
from tests.tui.desk import AtDesk
from tests.web.visiting import hub_of

NOTES = board_notes_path(SAVES, "stephensons-rocket")
DAMAGED = b"format = 1\n[metropolis\n"
STEEL = {"commodities": ("steel",)}


def disk_with(*blocks: dict[str, Any], board_notes: bytes | None = None, **more: Any) -> MemoryDisk:
    files = {**shipped(), FILE: text_of(blocks, **more).encode()}
    return MemoryDisk(files if board_notes is None else {**files, NOTES: board_notes})


def begun(*blocks: dict[str, Any], **more: Any) -> tuple[MemoryDisk, Session]:
    disk = disk_with(*blocks, **more)
    return disk, library(disk=disk).open(FILE)


def stored(disk: MemoryDisk) -> BoardNotes:
    return BoardNotesFile(disk, NOTES).read()


def written(*lessons: Lesson) -> bytes:
    return book_text(learn(BoardNotes(), lessons)).encode()


def notices(session: Session) -> list[str]:
    return [Speaker().say(notice) for notice in session.notices]


READING, LEEDS = Lesson("metropolis", "Reading", STEEL), Lesson("railway-town", "Leeds")


DOVER, LEATHER = Lesson("metropolis", "Dover", STEEL), {"commodities": ("leather",)}
UNDO, REDO = {"do": "undo"}, {"do": "redo"}
KNOWN = Lesson("metropolis", "Reading", LEATHER)
IN_DOVER, IN_READING, SLIP = token(ANTON, "Dover"), token(ANTON, "Reading"), token(ANTON, "Raeding")
RAEDING, HIDES = Lesson("metropolis", "Raeding", STEEL), token(ANTON, "Dover", "leather")
IN_LEATHER = token(BEATE, "Dover", "leather", ruling="forgotten")
Blocks = list[dict[str, Any]]
LEARNED: dict[str, tuple[Blocks, tuple[Lesson, ...], Blocks, tuple[Lesson, ...]]] = {
    "an undo takes its lesson along": ([], (), [IN_DOVER, IN_READING, UNDO], (DOVER,)),
    "a redo brings it back": ([], (), [IN_DOVER, IN_READING, UNDO, REDO], (DOVER, READING)),
    "an edit": ([], (), [SLIP, amend(1, IN_DOVER)], (DOVER,)),
    "an edit with an insertion": (
        [SLIP, skip(ANTON)],
        (),
        [amend(1, IN_READING, also=[insert(2, IN_LEATHER)])],
        (READING, Lesson("metropolis", "Dover", LEATHER)),
    ),
    "another entry teaches it": ([], (), [IN_READING, token(ANTON, "Reading", "leather"), UNDO], (READING,)),
    "the notes had other facts": ([], (KNOWN,), [IN_READING, UNDO], (KNOWN,)),
    "an edit of an earlier evening": ([SLIP], (RAEDING,), [amend(1, IN_READING)], (READING,)),
    "what it taught of a name that stays": (
        [IN_DOVER],
        (DOVER,),
        [amend(1, HIDES)],
        (Lesson("metropolis", "Dover", LEATHER),),
    ),
    "another entry says it too": ([SLIP, SLIP], (RAEDING,), [amend(1, IN_READING)], (RAEDING, READING)),
    "an edit that is undone": ([SLIP], (RAEDING,), [amend(1, IN_READING), UNDO], (RAEDING,)),
    "the notes knew more of it": (
        [SLIP],
        (Lesson("metropolis", "Raeding", LEATHER),),
        [amend(1, IN_READING)],
        (Lesson("metropolis", "Raeding", LEATHER), READING),
    ),
    "entries of an earlier evening": ([IN_DOVER, IN_READING], (DOVER,), [{"do": "undo", "to": 0}], (DOVER,)),
}
"""Entries and notes before, what is entered, and the notes after it."""


@pytest.mark.parametrize("name", LEARNED)
def test_board_notes_follow_the_entries_that_count(name: str) -> None:
    before, known, entered, lessons = LEARNED[name]
    disk, session = begun(*before, board_notes=written(*known) if known else None)
    for block in entered:
        session.enter(block)
    assert session.board_notes.lessons() == stored(disk).lessons() == lessons


def test_what_another_session_or_a_person_said_too_outlives_a_correction() -> None:
    """Nobody knows from the notes alone who taught a name."""
    disk = disk_with(SLIP, board_notes=written(RAEDING))
    disk.files[SAVES / "last week.toml"] = text_of([SLIP]).encode()
    library(disk=disk).open(FILE).enter(amend(1, IN_READING))
    assert stored(disk).lessons() == (RAEDING, READING)
    del disk.files[SAVES / "last week.toml"]
    by_hand = library(disk=disk_with(SLIP, board_notes=written(RAEDING))).open(FILE)
    by_hand.session_notes.note("metropolis", "Raeding", {"colour": "red"})
    by_hand.enter(amend(1, IN_READING))
    assert by_hand.board_notes.has("metropolis", "Raeding")


def test_a_name_that_another_session_gave_is_shown_at_once_at_the_table_and_on_phones() -> None:
    disk, other = disk_with(game="whistle-stop"), SAVES / "other.toml"
    disk.files[other] = text_of(game="whistle-stop").encode()
    here, there = (library(disk=disk).open(path) for path in (FILE, other))
    desk, hub = AtDesk(disk, session=here), hub_of(library(disk=disk).open(FILE))
    pages, version = GuestPages(hub), hub.waiting.version
    assert not follow(desk.model)
    assert "Union" not in desk.text + pages.public.part("tables")
    there.session_notes.note("company", "A", {"name": "Union"})
    assert follow(desk.model), "the screen is drawn again"
    assert not follow(desk.model)
    hub.follow()
    assert hub.waiting.version > version
    assert "Union" in desk.text
    assert "Union" in pages.public.part("tables")


def test_what_was_put_in_order_by_hand_stays_so_through_undo_and_redo() -> None:
    disk, session = begun(token(ANTON, "Dover"))
    session.enter(token(ANTON, "Raeding"))
    session.session_notes.call("metropolis", "Raeding", "Reading")
    session.session_notes.forget("metropolis", "Dover")
    for correction in ({"do": "undo", "to": 0}, REDO):
        session.enter(correction)
        assert session.board_notes.lessons() == stored(disk).lessons() == (READING,)


@pytest.mark.parametrize("new", ["Reading", "Dover"], ids=["renamed", "merged"])
@pytest.mark.parametrize("is_old", [True, False], ids=["known before", "taught here"])
def test_undo_of_a_rename_brings_the_board_notes_back_and_redo_renames_them(new: str, is_old: bool) -> None:
    dover, raeding = Lesson("metropolis", "Dover"), Lesson("metropolis", "Raeding", STEEL)
    disk, session = begun(board_notes=written(dover, raeding) if is_old else written(dover))
    session.enter(token(ANTON, "Raeding"))
    session.enter(amend(1, token(ANTON, new)))
    session.session_notes.rename_with(2, "metropolis", "Raeding", new)
    renamed = stored(disk)
    assert renamed.names("metropolis") == (("Dover",) if new == "Dover" else ("Dover", new))
    session.enter(UNDO)
    assert session.board_notes.names("metropolis") == stored(disk).names("metropolis") == ("Dover", "Raeding")
    session.enter(REDO)
    assert session.board_notes == stored(disk) == renamed


def test_what_was_told_beside_an_entry_goes_and_comes_with_it() -> None:
    """The name of a start town: the entry itself has its line."""
    disk, session = begun()
    liverpool = Lesson("start-town", "Liverpool", {"line": "L&Y"})
    session.enter(extend(ANTON, "GWR"))
    session.teach([liverpool])
    session.enter(amend(1, extend(ANTON, "GER")))
    assert stored(disk).lessons() == (liverpool,)
    session.enter(strike(1))
    assert session.board_notes.lessons() == stored(disk).lessons() == ()
    session.enter(UNDO)
    assert session.board_notes.lessons() == stored(disk).lessons() == (liverpool,)


def test_a_session_that_is_only_read_has_no_notes_and_writes_none() -> None:
    disk = disk_with(token(ANTON, "Reading"), board_notes=DAMAGED)
    session = library(disk=disk).read(FILE)
    sentence = refused(lambda: session.session_notes.forget("metropolis", "Reading"), session)
    session.close()
    assert (session.board_notes, session.notices, disk.calls) == (BoardNotes(), [], [])
    assert sentence == "You can look at the board notes here, but not change them."


def test_damaged_notes_are_reported_once_kept_and_cost_no_entry() -> None:
    disk, session = begun(board_notes=DAMAGED)
    (unread,) = notices(session)
    assert unread.startswith(
        f"Companion can't use the board notes in {NOTES} and leaves them as they are. Companion can't read this file"
    )
    session.enter(token(ANTON, "Reading"))
    session.enter(token(ANTON, "Dover"))
    assert disk.files[NOTES] == DAMAGED
    assert session.record.entry_count == 2
    assert session.board_notes.names("metropolis") == ("Reading", "Dover")
    assert len(notices(session)) == 2
    assert notices(session)[1].startswith(
        f"Your entry is saved, but Companion couldn't update the board notes in {NOTES}: Companion can't read this file"
    )


def test_what_damaged_notes_missed_is_learned_once_they_are_fixed() -> None:
    disk, session = begun(board_notes=DAMAGED)
    session.enter(token(ANTON, "Reading"))
    disk.files[NOTES] = written(LEEDS)
    session.enter(skip(ANTON))
    assert stored(disk).lessons() == (LEEDS, READING)
    assert session.board_notes.has("railway-town", "Leeds")


def test_what_could_not_be_written_is_tried_again_when_the_session_is_closed() -> None:
    disk, session = begun()
    disk.full_at = 1
    session.enter(token(ANTON, "Reading"))
    assert NOTES not in disk.files
    session.close()
    assert stored(disk).lessons() == (READING,)


def test_renaming_merging_and_forgetting_change_the_notes_here_and_in_the_file() -> None:
    dover, raeding = Lesson("metropolis", "Dover"), Lesson("metropolis", "Raeding", STEEL)
    disk, session = begun(board_notes=written(raeding, dover, LEEDS))
    session.session_notes.call("railway-town", "leeds", "Hull")
    session.session_notes.call("metropolis", "Raeding", "Dover")
    session.session_notes.call("metropolis", "Dover", " Reading ")
    assert (
        session.board_notes.lessons() == stored(disk).lessons() == (READING, Lesson("railway-town", "Hull"))
    )
    session.session_notes.forget("railway-town", "Hull")
    assert session.board_notes.lessons() == stored(disk).lessons() == (READING,)


def test_a_forgotten_name_is_learned_again_from_the_next_entry_that_uses_it() -> None:
    disk, session = begun()
    session.enter(token(ANTON, "Reading"))
    session.session_notes.forget("metropolis", "Reading")
    session.enter({"do": "remark", "note": "no more of that"})
    assert session.board_notes == stored(disk) == BoardNotes()
    session.enter(token(ANTON, "reading"))
    assert session.board_notes.lessons() == stored(disk).lessons() == (READING,)
