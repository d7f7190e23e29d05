"""A whole session of each game, made by keys alone, is the session that the same lines of the notation make."""

import io
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.games.registry import engines
from tests.tui.driving import Doing, Table, app_of, driven

FOLDER = Path(__file__).parent / "whole"
KEYS = frozenset({"enter", "tab", "backspace", "escape", "space", "up", "down"})

Watching = Callable[[Table], None]


class Row(NamedTuple):
    keys: tuple[str, ...]
    line: str
    """What it books; empty where it books nothing."""
    hidden: frozenset[int]
    """Which of the keys nobody at the table may know of."""


class Script(NamedTuple):
    new: list[str]
    dice: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def lines(self) -> list[str]:
        return [row.line for row in self.rows if row.line]


def script_of(game: str) -> Script:
    new: list[str] = []
    dice: tuple[int, ...] = ()
    rows = []
    for text in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if text.startswith("new "):
            new = shlex.split(text)
        elif text.startswith("dice "):
            dice = tuple(map(int, text.split()[1:]))
        elif not text.startswith("#"):
            keys, _, line = text.partition("|")
            rows.append(row_of(keys.split(), line.strip()))
    return Script(new, dice, tuple(rows))


def row_of(words: list[str], line: str) -> Row:
    keys: list[str] = []
    hidden = set()
    for word in words:
        if word.startswith("*"):
            hidden.add(len(keys))
        keys += [word] if word in KEYS else list(word.removeprefix("*"))
    return Row(tuple(keys), line, frozenset(hidden))


async def played(table: Table, rows: Sequence[Row], watch: Watching = lambda table: None) -> None:
    """Presses the keys; every row that has a line books one entry, any other none.

    Watched is what its last key but one shows, and the last; every key where one is hidden.
    """
    for row in rows:
        before = table.session.entry_count
        watched = row.keys if row.hidden else row.keys[-2:]
        await table.press(*row.keys[: -len(watched)])
        for key in watched:
            await table.press(key)
            watch(table)
        assert table.session.entry_count == before + bool(row.line), f"{row.line}\n{table.text()}"


def made(companion: Any, script: Script, folder: str) -> Path:
    """A new session in a folder of its own, so that nobody reads another one's copy book."""
    path = Path(folder, "session.toml").resolve()
    path.parent.mkdir()
    assert companion(*script.new, "--out", str(path)).code == 0
    return path


@pytest.fixture
def same_by_lines(companion: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[Script, Path], None]:
    """That a session made by keys is the one that the same lines make."""

    def compare(script: Script, by_keys: Path) -> None:
        by_lines = made(companion, script, "lines")
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(script.lines)))
        assert companion("enter", str(by_lines)).code == 0
        shown = [companion("show", str(path), "--json").json for path in (by_keys, by_lines)]
        assert shown[0] == shown[1]
        assert shown[0]["finished"]
        assert 30 <= shown[0]["actions"] <= 60

    return compare


@pytest.mark.parametrize("game", sorted(set(engines()) - {"stephensons-rocket", "whistle-stop"}))
def test_a_whole_session_made_by_keys_shows_what_the_same_lines_show(
    game: str, companion: Any, same_by_lines: Callable[[Script, Path], None]
) -> None:
    """Those two games have a test of their own below, which shows this too."""
    script = script_of(game)
    by_keys = made(companion, script, "keys")

    async def doing(table: Table) -> None:
        await played(table, script.rows)
        assert table.session.notation.entry_lines() == script.lines

    driven(app_of(None, by_keys, script.dice), doing)
    same_by_lines(script, by_keys)


SUM = re.compile(r"\d,\d{3}|\d{4,}")
"""Every sum of this game is in thousands."""


def balances(table: Table) -> list[str]:
    """Sums among the scores, and those that a preview says of them."""
    lines = [
        one for one in table.text().splitlines() if one.startswith(("now", "if over")) or "after it:" in one
    ]
    return SUM.findall("\n".join(lines))


def test_a_whole_session_with_hidden_money_shows_no_balance_before_the_end_but_in_a_peek(
    companion: Any, same_by_lines: Callable[[Script, Path], None]
) -> None:
    """Spec: option hidden_money masks the balances until the end. A peek shows one until the next key."""
    script = script_of("stephensons-rocket")
    by_keys = made(companion, script, "keys")
    *rows, last = script.rows

    def watch(table: Table) -> None:
        assert balances(table) == []

    async def doing(table: Table) -> None:
        await played(table, rows, watch)
        await table.press("k", "b")
        beate = {name: score for name, score, _ in table.session.record.standings()}["Beate"]
        assert balances(table) == [f"{beate:,}"[-5:]]
        await table.press("escape")
        watch(table)
        *asked, booking = last.keys
        await played(table, [last._replace(keys=tuple(asked), line="")], watch)
        await table.press(booking)
        await table.past_the_end()
        assert len(balances(table)) == len(table.session.table.players)

    driven(app_of(None, by_keys, script.dice), doing)
    same_by_lines(script, by_keys)


OTHER_GOLD = {"3": "5", "4": "3", "5": "4"}


def test_a_whole_session_shows_the_same_before_the_end_whatever_gold_is_worth(
    companion: Any, same_by_lines: Callable[[Script, Path], None]
) -> None:
    """Spec: on screens a player's gold is only counted, not valued, until `final`."""
    script = script_of("whistle-stop")
    *rows, last = script.rows
    others = [
        row._replace(
            keys=tuple(OTHER_GOLD[key] if at in row.hidden else key for at, key in enumerate(row.keys))
        )
        for row in rows
    ]
    screens: list[list[str]] = []
    ends: list[str] = []

    def playing(rows: Sequence[Row]) -> Doing:
        async def doing(table: Table) -> None:
            drawn: list[str] = []
            await played(table, rows, lambda table: drawn.append(table.text()))
            screens.append(drawn)
            await played(table, [last])
            ends.append(table.text())

        return doing

    by_keys, otherwise = (made(companion, script, folder) for folder in ("keys", "otherwise"))
    for path, pressed in ((by_keys, rows), (otherwise, others)):
        driven(app_of(None, path, script.dice), playing(pressed))
    same_by_lines(script, by_keys)
    for one, other in zip(*screens, strict=True):
        assert one == other
    assert ends[0] != ends[1]
