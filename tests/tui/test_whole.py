"""A whole session of each game, made by keys alone, is the session that the same lines of the notation make."""

import io
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.draw.scores import score_lines
from companion.draw.tables import every_table
from companion.session import Library
from tests.memory_disk import MemoryDisk
from tests.support import ROOT
from tests.tui.desk import AtDesk, page_lines, read

FOLDER = Path(__file__).parent / "whole"
PAGES = ("h", "w", "l", "?")
KEYS = frozenset({"enter", "tab", "backspace", "escape", "space", "up", "down"})

Watching = Callable[[AtDesk], None]


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


Same = Callable[[Script, Path], None]


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
        is_key = word in KEYS or word.startswith("change:")
        keys += [word] if is_key else list(word.removeprefix("*"))
    return Row(tuple(keys), line, frozenset(hidden))


def played(desk: AtDesk, rows: Sequence[Row], watch: Watching) -> None:
    """Presses the keys; every row that has a line books one entry, any other none.

    Watched is what its last key but one shows, and the last; every key where one is hidden. Rows that look at a page
    and leave it are for the app.
    """
    for row in rows:
        before = desk.session.entry_count
        watched = row.keys if row.hidden else row.keys[-2:]
        if row.keys[0] in PAGES and not row.line:
            continue
        if row.keys[0] == ":":
            typed = "".join(" " if key == "space" else key for key in row.keys[1:-1])
            desk.enter_line(typed)
            watched = ()
        else:
            desk.press(*row.keys[: -len(watched)])
        for key in watched:
            desk.press(key)
            watch(desk)
        assert desk.session.entry_count == before + bool(row.line), f"{row.line}\n{desk.text}"


def desk_of(path: Path, script: Script) -> AtDesk:
    session = Library(folders=(ROOT / "rulesets",)).open(path)
    return AtDesk(MemoryDisk(), session=session, dice=script.dice)


def made(companion: Any, script: Script, folder: str) -> Path:
    """A new session in a folder of its own, so that nobody reads another one's copy book."""
    path = Path(folder, "session.toml").resolve()
    path.parent.mkdir()
    assert companion(*script.new, "--out", str(path)).code == 0
    return path


@pytest.fixture
def same_by_lines(companion: Any, monkeypatch: pytest.MonkeyPatch) -> Same:
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


def test_a_session_by_keys_is_that_of_its_lines(companion: Any, same_by_lines: Same) -> None:
    """The other two games have a test of their own below, which shows this too."""
    script = script_of("dampfross")
    by_keys = made(companion, script, "keys")
    desk = desk_of(by_keys, script)
    played(desk, script.rows, lambda desk: None)
    assert desk.session.notation.entry_lines(is_public=True) == script.lines
    desk.session.close()
    same_by_lines(script, by_keys)


SUM = re.compile(r"\d,\d{3}|\d{4,}")
"""Every sum of this game is in thousands."""


def balances(desk: AtDesk) -> list[str]:
    """Sums among the scores, and those that a preview says of them."""
    after = [row for row in desk.rows if "after it:" in row]
    return SUM.findall("\n".join([read(score_lines(desk.model, desk.width)), *after]))


def test_hidden_money_shows_no_balance_before_the_end(companion: Any, same_by_lines: Same) -> None:
    """Spec: option hidden_money masks the balances until the end. A peek shows one until the next key."""
    script = script_of("stephensons-rocket")
    by_keys = made(companion, script, "keys")
    *rows, last = script.rows
    desk = desk_of(by_keys, script)

    def watch(desk: AtDesk) -> None:
        assert balances(desk) == []

    played(desk, rows, watch)
    pages = [
        read(page_lines(desk.model, "history")),
        read(every_table(desk.model, 80)),
        *(read(page_lines(desk.model, "entry", number=step.number)) for step in desk.session.steps),
    ]
    assert not [page for page in pages if "balance" in page]
    beate = {name: score for name, score, _ in desk.session.record.standings()}["Beate"]
    assert balances(desk.press("k b")) == [f"{beate:,}"[-5:]]
    watch(desk.press("escape"))
    *asked, booking = last.keys
    played(desk, [last._replace(keys=tuple(asked), line="")], watch)
    assert len(balances(desk.press(booking))) == len(desk.session.table.players)
    desk.session.close()
    same_by_lines(script, by_keys)


OTHER_GOLD = {"3": "5", "4": "3", "5": "4"}


def test_before_the_end_nothing_shows_what_gold_is_worth(companion: Any, same_by_lines: Same) -> None:
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
    by_keys, otherwise = (made(companion, script, folder) for folder in ("keys", "otherwise"))
    for path, pressed in ((by_keys, rows), (otherwise, others)):
        desk, drawn = desk_of(path, script), list[str]()
        played(desk, pressed, lambda desk, drawn=drawn: drawn.append(desk.text))  # type: ignore[misc]
        drawn.append(read(page_lines(desk.model, "history")))
        drawn += [read(page_lines(desk.model, "entry", number=step.number)) for step in desk.session.steps]
        screens.append(drawn)
        ends.append(desk.press(*last.keys).text)
        desk.session.close()
    same_by_lines(script, by_keys)
    for one, other in zip(*screens, strict=True):
        assert one == other
    assert ends[0] != ends[1]
