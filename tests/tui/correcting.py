"""Corrections made by keys: a session, the keys from the idle table on, and what they must come to."""

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Any, NamedTuple

import pytest

from companion.tui.screens.table import TableScreen
from tests.support import shown
from tests.tui.acting import Seen, Start, booked, called, collapsed, table_screen, whole_preview
from tests.tui.driving import MOMENT, SMALL, Table, app_of, driven

NARROW = (40, 30)
SIZES = (SMALL, NARROW)
every_size = pytest.mark.parametrize("size", SIZES, ids=called)
MOST_ESCAPES = 6


class Flow(NamedTuple):
    name: str
    start: Start
    keys: str
    """With blanks between them; the last one books."""
    block: dict[str, Any]
    """What is booked."""
    shows: tuple[str, ...]
    """What is said before the last key, with figures worked out by hand."""
    asks: tuple[str, ...] = ()
    """What was said on the way, such as which entry no longer fits."""

    def __str__(self) -> str:
        return f"{self.start.game}-{self.name}"


def at_sizes_in_turn(flows: Sequence[Flow]) -> pytest.MarkDecorator:
    """Each of them at one size, every other one at the other."""
    return sizes_in_turn("flow", [(flow,) for flow in flows], map(str, flows))


def sizes_in_turn(names: str, cases: Sequence[tuple[Any, ...]], ids: Iterable[str]) -> pytest.MarkDecorator:
    """Each case at one size, every other one at the other."""
    sized = [
        pytest.param(*case, size, id=f"{name}-{called(size)}")
        for case, name, size in zip(cases, ids, cycle(SIZES), strict=False)
    ]
    return pytest.mark.parametrize(f"{names},size", sized)


def is_idle(table: Table) -> bool:
    """Whether nothing is on its way at the table."""
    screen = table.app.screen
    return isinstance(screen, TableScreen) and not screen.model.is_busy and screen.model.aim is None


def without_count(table: Table) -> Any:
    """All that `show --json` prints but the number of blocks, which grows with every correction."""
    seen = shown(table.session)
    return {key: seen[key] for key in seen if key != "actions"}


def corrected(flow: Flow, size: tuple[int, int]) -> None:
    """Makes a correction, and looks at everything on the way: nothing is written before its last key, and one undo
    takes all of it back."""
    disk = flow.start.disk()
    before = booked(disk)
    *keys, last = flow.keys.split()

    async def doing(table: Table) -> None:
        state, said = without_count(table), ""
        for key in keys:
            await table.press(key)
            said += f" {collapsed(table.text())}" if flow.asks else ""
        assert booked(disk) == before, "it was booked before its last key"
        for text in flow.asks:
            assert text in said, f"nobody said {text!r} but {said!r}"
        seen = collapsed(await whole_preview(Seen(table)))
        for text in flow.shows:
            assert text in seen, f"the screen does not say {text!r} but {seen!r}"
        await table.press(last)
        assert booked(disk) == [*before, {**flow.block, "at": MOMENT}]
        assert is_idle(table)
        assert table.session.failure is None
        count_is_the_last_number(table)
        await table.press("u")
        assert without_count(table) == state
        count_is_the_last_number(table)

    driven(app_of(disk), doing, size)


def count_is_the_last_number(table: Table) -> None:
    """The number at the top is that of the last entry that stands."""
    model = table_screen(table).model
    steps, numbers = table.session.steps, table.session.record.numbers
    last = model.session.record.place_of(steps[-1].number)
    assert last == len(set(numbers)) == len(numbers)
    assert f" #{last} " in f"{table.lines()[0]} "


async def leave(table: Table) -> None:
    """From whatever was begun at the table back to it; the next history opens at its last entry."""
    for _ in range(MOST_ESCAPES):
        if not is_idle(table):
            await table.press("escape")
    table_screen(table)._left_history_at = (None, -1)  # else it opens where it was left


def stages(flows: Sequence[Flow]) -> list[Any]:
    """For each flow the keys that lead to its stages, all but the last; those of one before it are not there again."""
    cases, known = [], list[tuple[Start, list[str]]]()
    for flow in flows:
        keys = flow.keys.split()
        found = [keys[:end] for end in range(1, len(keys)) if (flow.start, keys[:end]) not in known]
        known += [(flow.start, stage) for stage in found]
        cases.append(pytest.param(flow.start, found, id=str(flow)))
    return cases


def left_at_every_stage(start: Start, stages: Sequence[Sequence[str]]) -> None:
    """Esc at each of them leads back to the table, and the file has the same bytes as before."""
    disk = start.disk()

    async def doing(table: Table) -> None:
        count, content = table.session.entry_count, disk.files.copy()
        for keys in stages:
            await table.rattle(*keys)
            await leave(table)
            assert is_idle(table), f"no way out after {keys}"
            assert table.session.entry_count == count
            assert disk.files == content, keys

    driven(app_of(disk), doing)
