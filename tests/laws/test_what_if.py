"""Laws of what-ifs over random sessions of every game."""

import random
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.desk.what_if import Tried, adopt, entries_to_adopt
from companion.session import Session
from tests.laws.test_laws import every_game, few_sessions
from tests.memory_disk import MemoryDisk
from tests.random_play import correction, next_entry, player_of, whole
from tests.support import FILE, library, shown

BEFORE, TRIES = 20, 60
"""Entries before the what-if, and entries tried, some of which are refused."""
RULING = "tried out"


def begun(game: str, seed: int) -> tuple[Session, MemoryDisk]:
    return whole(game, seed, BEFORE)


def random_what_if(session: Session, game: str, seed: int) -> Session:
    """Enter random entries for any player, with undos and corrections."""
    module = player_of(game)
    luck, tried = random.Random(f"what if {game} {seed}"), session.what_if(RULING)
    for _ in range(TRIES):
        is_late = luck.random() < 0.3
        fields = correction(tried, luck, module) if is_late else next_entry(tried, luck, module)
        if "by" in fields and luck.random() < 0.4:
            fields = {**fields, "by": luck.choice(tried.record.table.players)}
        try:
            tried.enter(fields)
        except Refusal:
            continue
    return tried


def adopted(session: Session, tried: Session, base: Any) -> dict[int, int]:
    numbers: dict[int, int] = {}
    for preview in adopt(session, base, entries_to_adopt(base, tried.record), numbers, RULING):
        session.save_preview(preview)
    return numbers


def result(session: Session) -> tuple[Any, Any]:
    """Return the state, and what every entry that counts paid, whatever its number."""
    return session.record.state, [receipt for _, receipt in session.record.receipts()]


@few_sessions
def test_a_what_if_touches_nothing_and_adopted_it_is_what_was_tried_out(game: str, seed: int) -> None:
    """Adopting is the same as entering the entries directly."""
    session, disk = begun(game, seed)
    other, _ = begun(game, seed)
    files, base, notes = dict(disk.files), session.record, session.board_notes
    tried = random_what_if(session, game, seed)
    assert tried.record.entry_count > session.record.entry_count
    verbs = {block["do"] for block in tried.record.blocks[session.record.entry_count :]}
    assert seed or ("undo" in verbs and verbs & {"amend", "strike", "insert"}), "else this law says little"
    assert (disk.files, session.record, session.board_notes) == (files, base, notes)
    adopted(session, tried, base)
    assert result(session) == result(tried)
    assert session.record.table == tried.record.table
    for block in session.record.blocks[len(base.blocks) :]:
        other.enter(block)
    assert shown(other) == shown(session) == shown(library(disk=disk).read(FILE))


@every_game
@pytest.mark.parametrize("back", [1, 3])
def test_what_takes_entries_of_the_game_back_is_adopted_as_one_undo(game: str, back: int) -> None:
    session, _ = begun(game, 0)
    base, tried = session.record, session.what_if()
    for _ in range(back):
        tried.enter({"do": "undo"})
    adopted(session, tried, base)
    assert [block["do"] for block in session.record.blocks[len(base.blocks) :]] == ["undo"]
    assert session.record.state == tried.record.state


@every_game
def test_what_takes_entries_of_the_game_back_is_refused_once_the_game_has_moved_on(game: str) -> None:
    """Else the undo would take back what was entered meanwhile."""
    session, _ = begun(game, 0)
    base, tried = session.record, session.what_if()
    tried.enter({"do": "undo"})
    session.enter({"do": "remark", "note": "meanwhile"})
    (preview,) = adopt(session, base, entries_to_adopt(base, tried.record), {}, RULING)
    assert [one.message.key for one in preview.violations] == ["journal.moved-on"]


@every_game
def test_undone_entries_of_the_game_that_a_what_if_brings_back_are_brought_back(game: str) -> None:
    session, _ = begun(game, 0)
    session.enter({"do": "remark", "note": "one"})
    session.enter({"do": "remark", "note": "two"})
    session.enter({"do": "undo"})
    session.enter({"do": "undo"})
    base, tried = session.record, session.what_if()
    tried.enter({"do": "redo"})
    assert entries_to_adopt(base, tried.record) == [Tried(-1, {"do": "redo"})]
    tried.enter({"do": "redo"})
    adopted(session, tried, base)
    assert len(session.record.steps) == len(base.steps) + 2
    assert result(session) == result(tried)


@every_game
def test_a_ruling_at_hand_goes_where_the_rules_do_not_need_it(game: str) -> None:
    session, _ = begun(game, 0)
    base, tried = session.record, session.what_if(RULING)
    remark = {"do": "remark", "note": "all is well", "ruling": RULING}
    tried.enter(remark)
    adopted(session, tried, base)
    assert "ruling" not in session.record.blocks[-1]
