"""Sessions of many entries: what an entry or a key costs does not grow with their number. Counted, not timed."""

from types import ModuleType
from typing import Any

import pytest

from companion.core.journal import Amend, Correction, JournalCommand, Play, effective_actions
from companion.games.registry import engines
from companion.report.words import Speaker
from companion.session import played
from companion.tui.models import history
from companion.tui.models.table import TableModel
from companion.tui.screens import history as history_screen
from tests.memory_disk import MemoryDisk
from tests.random_play.long import FIRST, SLIP, long_text
from tests.support import FILE, library, shipped
from tests.tui.driving import DIE, MOMENT, Table, app_of, driven

ENTRIES = 300


def counted(patch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[object]:
    """Grows by one with every call of a function."""
    calls: list[object] = []
    whole = getattr(module, name)

    def called(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return whole(*given, **named)

    patch.setattr(module, name, called)
    return calls


@pytest.mark.parametrize("game", engines())
def test_only_the_new_entry_is_played(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = library({FILE: long_text(game, ENTRIES).encode()}).open(FILE)
    assert (session.failure, session.entry_count) == (None, ENTRIES)
    plays = counted(monkeypatch, played, "step_of")
    session.book_preview(session.preview(FIRST))
    assert len(plays) == 1
    session.enter({"do": "undo"})
    assert len(plays) == 1, "an undo plays nothing"
    assert library({FILE: long_text(game, ENTRIES).encode()}).read(FILE).state == session.state


class Compared(int):
    """A number of an entry that counts how often it is looked at."""

    count = 0

    def __eq__(self, other: object) -> bool:
        Compared.count += 1
        return int(self) == other

    __hash__ = int.__hash__


def test_a_correction_finds_its_entry_without_going_through_the_others() -> None:
    numbers = range(1, ENTRIES + 1)
    commands: list[JournalCommand[str]] = [Play(("said",)) for _ in numbers]
    commands += [Correction((Amend(Compared(number), ("meant",)),)) for number in numbers]
    found = effective_actions(commands)
    assert [(one.number, one.action) for one in found] == [(number, "meant") for number in numbers]
    assert Compared.count <= 10 * ENTRIES


def test_what_was_undone_is_looked_up_among_what_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the first entry every fourth is a slip that was undone; each is read once, not once for each other."""
    text = long_text("stephensons-rocket", 1 + ENTRIES, stands=False)
    session = library({FILE: text.encode()}).open(FILE)
    session.enter({**SLIP, "amount": 3})
    session.enter({"do": "undo"})
    model = TableModel(session, Speaker(session.ruleset), lambda: DIE, lambda: MOMENT)
    undone = history.HistoryModel(model)
    undone.is_abandoned = True
    written = counted(monkeypatch, history, "entry_block")
    slips = [row for row in undone.rows if "beate" in row.text]
    assert len(slips) == ENTRIES // 4 + 1
    assert len(written) <= session.entry_count


def test_moving_the_mark_in_the_history_draws_no_row_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = MemoryDisk({**shipped(), FILE: long_text("whistle-stop", ENTRIES).encode()})
    drawn = counted(monkeypatch, history_screen, "history_rows")

    async def doing(table: Table) -> None:
        await table.press("h")
        before = len(drawn)
        assert f" {ENTRIES} " in table.text()
        await table.press("up", "pageup", "home")
        assert " 1 " in table.text()
        assert len(drawn) == before

    driven(app_of(disk), doing)
