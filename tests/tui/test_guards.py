"""What would make the app slow again: modules before the first paint, blocks drawn that did not change, and questions
worked out more than once."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.core.forms import Questions
from companion.core.game import ActionRule
from companion.core.views import TableView
from companion.games.common import COMMON_ACTIONS
from companion.games.registry import engines
from companion.report.drawing import Worded
from companion.report.words import Speaker
from companion.session import Library, Session
from companion.tui.app import CompanionApp
from companion.tui.draw import tables
from companion.tui.draw.entry import entry_block
from companion.tui.draw.hints import busy_hints
from companion.tui.models.table import TableModel
from companion.tui.screens import table as screen
from companion.tui.widgets.lines import Lines
from tests.support import FILE, ROOT, SAVES, library, text_of
from tests.tui.driving import DIE, LARGE, MOMENT, SMALL, Table, app_of, disk_of, driven
from tests.tui.test_actions_are_complete import of
from tests.tui.test_sent import KEYS

START = """
import sys
from unittest.mock import patch
from companion.cli import app, main
def run(self):
    print(*sys.modules)
with patch("textual.app.App.run", run), patch.object(app, "_has_terminal", lambda: True):
    main.run([{file!r}])
"""
HEAVY = ("pydantic", "tomli_w", "companion.games", "companion.session", "companion.report", "companion.forms")
SLOW_WIDGETS = ("textual.widgets._data_table", "textual.widgets._rich_log")


def modules_at_start(folder: Path) -> set[str]:
    """What is imported when the app begins to run, in a fresh interpreter."""
    file = folder / "session.toml"
    file.write_text(text_of(), encoding="utf-8")
    probe = START.format(file=str(file))
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    found = modules_at_start(tmp_path)
    assert "companion.tui.app" in found
    assert not {name for name in found if name.startswith((*HEAVY, *SLOW_WIDGETS))}


def test_widgets_that_are_slow_to_draw_are_never_imported() -> None:
    for path in (ROOT / "companion").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "DataTable" not in text
        assert "RichLog" not in text


class Drawn:
    """How often each block was given lines, and other lines than before, and which of them drew a line."""

    def __init__(self) -> None:
        self.shown: Counter[str] = Counter()
        self.changed: Counter[str] = Counter()
        self.rendered: set[str] = set()
        self.worked_out: Counter[str] = Counter()


WORKED_OUT = (
    "heading_lines",
    "score_lines",
    "arranged",
    "log_lines",
    "last_receipt_lines",
    "evening_lines",
    "frame_of",
)
"""What follows from the entries alone."""


@contextmanager
def watched() -> Iterator[Drawn]:
    drawn = Drawn()
    show, render_line = Lines.show, Lines.render_line

    def showing(self: Lines, *given: Any) -> None:
        before = self.lines
        drawn.shown[str(self.id)] += 1
        show(self, *given)
        drawn.changed[str(self.id)] += before != self.lines

    def rendering(self: Lines, y: int) -> Any:
        drawn.rendered.add(str(self.id))
        return render_line(self, y)

    def counted(name: str) -> Any:
        function = getattr(screen, name)

        def counting(*given: Any, **more: Any) -> Any:
            drawn.worked_out[name] += 1
            return function(*given, **more)

        return patch.object(screen, name, counting)

    with patch.object(Lines, "show", showing), patch.object(Lines, "render_line", rendering):
        counts = [counted(name) for name in WORKED_OUT]
        for one in counts:
            one.start()
        try:
            yield drawn
        finally:
            for one in counts:
                one.stop()


SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])


@SIZES
def test_a_letter_of_a_name_draws_the_entry_and_nothing_else(size: tuple[int, int]) -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5", "Y", "o")
        with watched() as drawn:
            await table.press("r")
        assert drawn.rendered == {"entry"}
        assert not drawn.worked_out

    driven(app_of(disk_of()), doing, size, draws_always=True)


@SIZES
def test_a_booked_entry_draws_each_block_once(size: tuple[int, int]) -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        with watched() as drawn:
            await table.press("enter")
        assert table.session.entry_count == 1
        assert max(drawn.changed.values()) == 1
        assert max(drawn.worked_out.values()) == 1

    driven(app_of(disk_of()), doing, size, draws_always=True)


@SIZES
def test_a_key_that_means_nothing_draws_nothing(size: tuple[int, int]) -> None:
    async def doing(table: Table) -> None:
        with watched() as drawn:
            await table.press("z")
        assert (drawn.rendered, drawn.shown, drawn.worked_out) == (set(), Counter(), Counter())

    driven(app_of(disk_of()), doing, size, draws_always=True)


def test_the_app_has_one_library() -> None:
    """Else every page would read the rulesets again."""
    made = []

    def making() -> Library:
        made.append(library(disk=disk_of()))
        return made[-1]

    app = CompanionApp(None, SAVES, "en", die=lambda: DIE, library=making)
    assert app.library is app.library
    assert len(made) == 1


@contextmanager
def asked_of(session: Session) -> Iterator[list[str]]:
    """The actions whose questions the game works out, one after the other."""
    asked: list[str] = []

    def counted(rule: ActionRule) -> ActionRule:
        def asking(*given: Any) -> Questions:
            asked.append(rule.name)
            return rule.questions(*given)

        return replace(rule, questions=asking)

    rules, common = session.game.rules, dict(COMMON_ACTIONS)
    with (
        patch.dict(rules, {name: counted(rule) for name, rule in rules.items()}),
        patch.dict(COMMON_ACTIONS, {name: counted(rule) for name, rule in common.items()}),
    ):
        yield asked


@pytest.mark.parametrize("game", engines())
def test_a_key_works_questions_out_once_where_it_answers_and_else_not_at_all(game: str) -> None:
    """Once more where a whole entry is written without the copy book: when it is drawn, and when it is booked.

    A menu of the parts of an action asks them once, for it says what holds now; and so does =, for who may tie
    with the last place may not have the next one.
    """
    for entry in of(game):
        session = library(disk=entry.start.disk()).open(FILE)
        model = TableModel(session, Speaker(session.ruleset), lambda: DIE, lambda: MOMENT)
        count = session.entry_count
        with asked_of(session) as asked:
            for key in entry.keys.split():
                before = model.form
                if not model.press(key):
                    assert key == "+", key
                    model.offer_more()
                is_booked = session.entry_count > count
                was_answered = model.form.draft != before.draft or model.form.verb != before.verb
                has_parts = model.menu is not None and model.menu.title.key == "screen.menu.parts"
                most = (
                    1 + (before.verb is None) if is_booked else int(was_answered or has_parts or key == "=")
                )
                assert len(asked) <= most, (entry.name, key, "pressed")
                asked.clear()
                if model.is_entering:
                    entry_block(model, 80, with_log=False)
                    busy_hints(model, 80, most=4)
                    is_whole = model.preview is not None and not model.preview.violations
                    assert len(asked) <= int(is_whole), (entry.name, key, "drawn")
                asked.clear()
        assert session.entry_count > count, entry.name


@pytest.mark.parametrize("game", engines())
def test_a_key_is_drawn_once_so_that_it_asks_at_most_twice(game: str) -> None:
    """Once by what it does, once by what is drawn then."""
    entry = max(of(game), key=lambda one: len(one.keys))

    async def doing(table: Table) -> None:
        count = table.session.entry_count
        with asked_of(table.session) as asked:
            for key in entry.keys.split()[:-1]:
                asked.clear()
                await table.press(key)
                assert len(asked) <= 2, (entry.name, key, asked)
        await table.press(entry.keys.split()[-1])
        assert table.session.entry_count > count

    driven(app_of(entry.start.disk()), doing)


@pytest.mark.parametrize("game", engines())
def test_what_was_asked_to_draw_an_entry_is_not_asked_again_for_the_file_and_the_log(game: str) -> None:
    async def doing(table: Table) -> None:
        *keys, booking = KEYS[game]
        await table.press(*keys)
        with asked_of(table.session) as asked:
            await table.press(booking)
        assert table.session.entry_count == 1
        assert asked == []

    driven(app_of(disk_of(game=game)), doing)


@SIZES
@pytest.mark.parametrize("game", engines())
def test_a_booked_entry_puts_into_words_only_tables_that_changed(game: str, size: tuple[int, int]) -> None:
    async def doing(table: Table) -> None:
        session, worded = table.session, Counter[str]()

        def wording(view: TableView, *given: Any) -> Worded:
            worded[view.key] += 1
            return Worded(view, *given)

        before = {view.key: view for view in session.game.tables(session.state)}
        *keys, booking = KEYS[game]
        await table.press(*keys, booking, "u", *keys)  # then all tables were seen
        with patch.object(tables, "Worded", wording):
            await table.press(booking)
        assert len(session.steps) == 1
        views = session.game.tables(session.state)
        changed = {view.key for view in views if view != before.get(view.key)}
        assert set(worded) <= changed
        assert max(worded.values()) == 1

    driven(app_of(disk_of(game=game)), doing, size)


def test_a_table_that_is_opened_is_drawn_once() -> None:
    """Textual tells the size of a screen once more when it stands there already."""
    drawn: list[int] = []

    def noted(*given: Any, **more: Any) -> Any:
        drawn.append(1)
        return entry_block(*given, **more)

    async def looked(table: Table) -> None:
        assert "Anton" in table.text()

    with patch.object(screen, "entry_block", noted):
        driven(app_of(disk_of()), looked, LARGE)
    assert len(drawn) == 1
