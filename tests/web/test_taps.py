"""A whole session of each game entered by taps is the same session as the same entries typed."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import engines
from companion.session import Session
from tests.laws.test_laws import FEW_SEEDS
from tests.memory_disk import MemoryDisk
from tests.random_play import text_and_blocks
from tests.support import FILE, library, part_of, shipped, shown
from tests.test_golden import SESSIONS
from tests.tui.test_actions_are_complete import ENTRIES as ENTRIES_BY_KEYS
from tests.web.phones import PlainPhone
from tests.web.tapping import correct, enter, is_offered, take

ENTRIES = 40


def opened(text: str) -> tuple[Session, Session]:
    """A session, and the same one opened by another program."""
    disk = MemoryDisk({**shipped(), FILE: text.encode()})
    return library(disk=disk).open(FILE), library(disk=disk).open(FILE)


def tapped(text: str, blocks: Sequence[Mapping[str, Any]]) -> tuple[Session, int]:
    """The session that taps make of these entries; what a phone does not offer comes from another program."""
    session, other = opened(text)
    phone, elsewhere = PlainPhone(session), 0
    for block in blocks:
        if not is_offered(session, block):
            other.follow()
            other.enter(block)
            phone.hub.follow()
            phone.look()
            elsewhere += 1
        elif block["do"] in ("undo", "redo"):
            take(phone, block["do"])
        elif block["do"] in ("amend", "strike", "insert"):
            correct(phone, block)
        else:
            enter(phone, block)
    return session, elsewhere


def typed(text: str, blocks: Sequence[Mapping[str, Any]]) -> Session:
    session, _ = opened(text)
    for block in blocks:
        session.enter(session.read(session.notation.line(block)))
    return session


@pytest.mark.parametrize("path", part_of(SESSIONS, 4), ids=lambda path: path.stem)
def test_a_golden_session_entered_by_taps_is_the_same_as_typed(path: Path) -> None:
    head, _, _ = path.read_text(encoding="utf-8").partition("[[actions]]")
    blocks = tomllib.loads(path.read_text(encoding="utf-8"))["actions"]
    session, elsewhere = tapped(head, blocks)
    assert elsewhere < 3, "an undo of several entries, and a correction of two in one, come from elsewhere"
    assert shown(session) == shown(typed(head, blocks))


@pytest.mark.parametrize("game", engines())
def test_every_action_stop_and_upgrade_is_entered_by_taps(game: str) -> None:
    """Those that are entered by keys, which are all there are; one of each kind that says the same things."""
    entries = [one for one in ENTRIES_BY_KEYS if one.start.game == game]
    kinds = {
        (entry.block.get("stop"), entry.block.get("upgrade"), *sorted(entry.block)): entry
        for entry in entries
    }
    for entry in kinds.values():
        session, other = (library(disk=entry.start.disk()).open(FILE) for _ in range(2))
        phone = PlainPhone(session)
        enter(phone, entry.block)
        other.enter(entry.block)
        assert shown(session) == shown(other), entry.name


@pytest.mark.long
@pytest.mark.parametrize("seed", FEW_SEEDS)
@pytest.mark.parametrize("game", engines())
def test_a_random_session_entered_by_taps_is_the_same_as_typed(game: str, seed: int) -> None:
    text, blocks = text_and_blocks(game, seed)
    session, elsewhere = tapped(text, blocks[:ENTRIES])
    assert elsewhere < ENTRIES // 5, "too much of it was not tapped"
    assert shown(session) == shown(typed(text, blocks[:ENTRIES]))
