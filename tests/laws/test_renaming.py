"""Laws of renaming something everywhere, over random sessions of every game."""

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
from tests.laws.test_laws import few_sessions, teaches
from tests.memory_disk import MemoryDisk
from tests.random_play import whole
from tests.support import FILE, library

OTHER = "Entirely otherwise"


def names_of(session: Session) -> list[NotedName]:
    """Return every name in the entries that count, each as it was written first."""
    found: dict[tuple[str, str], NotedName] = {}
    for step in session.record.steps:
        for named in names_in(session.record, step.number):
            found.setdefault(named.key, named)
    return [one for one in found.values() if not is_in_position(session.record, one)]


def rename(session: Session, named: NotedName, new: str) -> None:
    block = rename_block(session.record, named, new)
    assert block is not None
    session.enter(block)
    session.session_notes.rename_with(session.record.entry_count, named.page, named.name, new)


@few_sessions
def test_a_name_changed_everywhere_and_back_gives_the_same_game(game: str, seed: int) -> None:
    """The board notes follow, but for a number that got another name later: they have its last name."""
    session, disk = whole(game, seed)
    before, names = result(session), names_of(session)
    assert seed or bool(names) == bool(teaches(session))
    for noted in names:
        was_noted = noted.name in noted_on(session, noted.page)
        rename(session, noted, OTHER)
        used = where_used(session.record)
        assert noted.key not in used, "an entry that counts still holds the old name"
        assert (noted.page, OTHER.casefold()) in used
        assert (OTHER in noted_on(session, noted.page)) == was_noted
        assert noted.name not in noted_on(session, noted.page)
        rename(session, NotedName(noted.page, OTHER), noted.name)
        assert result(session) == before
    again = library(disk=MemoryDisk(disk.files)).read(FILE)
    assert again.record.failure is None
    assert result(again) == before


def noted_on(session: Session, page: str) -> set[str]:
    return {display_name(*one) for one in session.board_notes.pages.get(page, {}).values()}
