"""Laws of calling something otherwise everywhere, over random sessions of every game."""

from typing import Any

from companion.games.models import PLAYER
from companion.session import Session
from companion.session.renaming import (
    NotedName,
    display_name,
    is_in_position,
    names_in,
    rename_block,
    where_used,
)
from tests.laws.test_hindsight import result
from tests.laws.test_laws import every_game, few_sessions
from tests.memory_disk import MemoryDisk
from tests.random_play import whole
from tests.support import FILE, library

OTHER = "Entirely otherwise"


def names_of(session: Session) -> list[NotedName]:
    """All that the standing entries name, each as it was written first."""
    found: dict[tuple[str, str], NotedName] = {}
    for step in session.steps:
        for named in names_in(session.record, step.number):
            found.setdefault(named.key, named)
    return [one for one in found.values() if not is_in_position(session.record, one)]


def rename(session: Session, named: NotedName, new: str) -> None:
    block = rename_block(session.record, named, new)
    assert block is not None
    session.enter(block)
    session.session_notes.rename_with(session.entry_count, named.page, named.name, new)


@few_sessions
def test_a_name_changed_everywhere_and_back_gives_the_same_game(game: str, seed: int) -> None:
    session, disk = whole(game, seed)
    before, names = result(session), names_of(session)
    assert seed or {named.page == PLAYER for named in names} == {True, False}, "some name nothing else"
    for named in names:
        rename(session, named, OTHER)
        used = where_used(session.record)
        assert named.key not in used, "an entry that stands still holds the old name"
        assert (named.page, OTHER.casefold()) in used
        rename(session, NotedName(named.page, OTHER), named.name)
        assert result(session) == before
    again = library(disk=MemoryDisk(disk.files)).read(FILE)
    assert again.failure is None
    assert result(again) == before


@few_sessions
def test_one_undo_takes_a_name_back_in_all_entries(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    before, used = result(session), where_used(session.record)
    for named in names_of(session):
        session.enter(rename_block(session.record, named, OTHER) or {})
        session.enter({"do": "undo"})
        assert where_used(session.record) == used
    assert result(session) == before


@every_game
def test_the_file_with_a_renamed_thing_is_sound(game: str, companion: Any, tmp_path: Any) -> None:
    session, disk = whole(game, 0)
    for named in names_of(session):
        rename(session, named, f"{named.name} otherwise")
    path = tmp_path / "renamed.toml"
    path.write_bytes(disk.files[FILE])
    assert companion("check", str(path)).code == 0


@few_sessions
def test_what_was_renamed_is_called_so_in_the_copy_book_too(game: str, seed: int) -> None:
    """But for a number that was called otherwise later: the book has its last name."""
    session, _ = whole(game, seed)
    for named in names_of(session):
        was_there = named.name in called_on(session, named.page)
        rename(session, named, OTHER)
        assert (OTHER in called_on(session, named.page)) == was_there
        assert named.name not in called_on(session, named.page)
        rename(session, NotedName(named.page, OTHER), named.name)


def called_on(session: Session, page: str) -> set[str]:
    return {display_name(*one) for one in session.board_notes.pages.get(page, {}).values()}
