"""Laws of correcting the past and of renaming something everywhere, over random sessions of every game."""

import random
from typing import Any

from companion.core.errors import Refusal
from companion.games.actions import action_block
from companion.games.entries import block_of
from companion.session import Session
from companion.session.record import record_of
from companion.session.renaming import (
    NotedName,
    display_name,
    is_in_position,
    names_in,
    rename_block,
    where_used,
)
from companion.session.revision import Revision, failing_in, repairs_of
from tests.laws.test_laws import every_session, few_sessions, teaches
from tests.laws.walking import NEW_NAME
from tests.memory_disk import MemoryDisk
from tests.random_play import draw, whole
from tests.support import FILE, library, often, shown
from tests.tui.desk import model_of

TRIED = 12


def some_numbers(session: Session, luck: random.Random) -> list[int]:
    """Entries that can be called by their number: one correction may have put in several."""
    numbers = session.record.numbers
    single = [number for number in numbers if numbers.count(number) == 1]
    return luck.sample(single, min(TRIED, len(single)))


def result(session: Session) -> Any:
    """State and receipts; the number of blocks grows with every correction."""
    seen = shown(session)
    return {key: seen[key] for key in seen if key != "actions"}


@every_session
def test_an_entry_opened_in_its_form_and_taken_as_it_is_changes_nothing(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    count, model = session.record.entry_count, model_of(session)
    numbers = some_numbers(session, random.Random(seed))[:6]
    assert len(numbers) >= 5, numbers
    for number in numbers:
        model.change(number)
        assert model.is_entering
        model.press("enter")
        assert [one.text for one in model.sayings.shown] == ["Nothing changed."], (number, model.preview)
        assert session.record.entry_count == count


def drawn_for(session: Session, number: int, luck: random.Random) -> dict[str, Any]:
    """Another action that somebody could have made in place of an entry."""
    place = next(at for at, step in enumerate(session.record.steps) if step.number == number)
    return draw(session.as_of(place), luck)


@every_session
def test_changing_an_entry_and_back_gives_the_same_state_and_receipts(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    luck, before, changed = random.Random(seed), result(session), 0
    for number in some_numbers(session, luck)[:5]:
        old = block_of(session.record.actions_of(number))
        new = drawn_for(session, number, luck)
        try:
            session.enter({"do": "amend", "entry": number, "action": {**new, "note": "otherwise"}})
        except Refusal:
            noted = {**old, "note": "otherwise"}
            session.enter({"do": "amend", "entry": number, "action": noted})
        changed += 1
        session.enter({"do": "amend", "entry": number, "action": old})
        assert result(session) == before
    assert changed


@every_session
def test_whatever_no_longer_fits_can_be_repaired_until_the_list_plays(game: str, seed: int) -> None:
    """Every repair leads on, and deleting always to the end. What is saved opens again, and one undo takes it back."""
    session, disk = whole(game, seed)
    luck, before, count = random.Random(seed), result(session), session.record.entry_count
    for number in some_numbers(session, luck)[:4]:
        revision = Revision(session.record)
        if luck.random() < 0.5:
            revision = revision.delete(number)
        else:
            revision = revision.amend(number, drawn_for(session, number, luck))
        walked = set()
        while True:
            preview = session.preview(revision.block)
            failing = failing_in(preview.tried, preview.before)
            if failing is None:
                break
            repairs = repairs_of(revision, failing)
            is_stuck = failing.number in walked
            walked.add(failing.number)
            revision = (repairs[-1] if is_stuck else luck.choice(repairs)).revision
        if not revision.changes or preview.violations:
            continue  # the entry itself was struck again, or cannot be called by its number
        session.enter(revision.block)
        assert library(disk=MemoryDisk(disk.files)).read(FILE).record.failure is None
        session.enter({"do": "undo"})
        assert result(session) == before
    assert session.record.entry_count > count, "something was repaired"


def _of_header(setup: dict[str, Any]) -> dict[str, Any]:
    """Leave out sentences about newcomers: random play gives them names that begin alike."""
    kept: dict[str, Any] = {
        key: {name: new for name, new in setup[key].items() if not name.startswith(NEW_NAME)}
        for key in ("rename", "colours")
        if key in setup
    }
    return {**setup, **kept}


@every_session
def test_the_state_at_an_entry_is_that_of_a_session_which_ends_there(game: str, seed: int) -> None:
    """Corrections of the set-up hold from the start, so they come first there."""
    session, _ = whole(game, seed)
    record = session.record
    setups = [_of_header(action_block(step.action)) for step in record.steps if step.action.do == "setup"]
    luck = random.Random(seed)
    for place in luck.sample(range(len(record.steps)), 5):
        actions = [
            {**action_block(step.action), "first": []}
            for step in record.steps[: place + 1]
            if step.action.do != "setup"
        ]
        past = session.as_of(place + 1)
        again = record_of(record.config, [*setups, *actions])
        assert again.failure is None
        # who comes later has a letter from the start, so that a look back shows the table's letters
        assert again.state._replace(given=()) == past.record.state._replace(given=())
        assert again.standings() == past.record.standings()


# Renamed everywhere

OTHER, RENAMED = "Entirely otherwise", often(6, 99)
"""A name that no player has given, and how many names are changed into it."""


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
    while teaches(session) and not names_of(session):  # few random sessions name no town
        session, disk = whole(game, seed := seed + 1)
    before, names = result(session), names_of(session)[:RENAMED]
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
