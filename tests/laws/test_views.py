"""Laws of tables, clock, reminders and pages over random sessions of every game."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.views import Cell, Mark, TableRow, TableView
from companion.draw.terminal import small_chart_lines
from companion.report.chart_data import curve_of
from companion.report.spans import plain
from companion.report.table_lines import clock_lines, legend_lines, reminder_lines, table_lines
from companion.report.text_width import width
from companion.report.words import Speaker
from companion.session import Session
from companion.words import LANGUAGES
from tests.laws.test_laws import SEEDS, every_session
from tests.random_play import ending, whole
from tests.tui.desk import model_of, page_lines

WIDTHS = (40, 80, 120)
TABS: list[dict[str, Any]] = [{}, {"tab": "gain"}, {"tab": "chart"}, {"tab": "chart", "figures": 1}]
EVERY = 20
"""One of so many states is checked, and the first and last ones."""


def some_states(session: Session) -> Iterator[Any]:
    yield session.record.opening.state
    for step in session.record.steps[::EVERY]:
        yield step.outcome.state
    yield session.record.state


def ended(game: str, seed: int) -> Session:
    session, _ = whole(game, seed)
    if not session.record.is_over:
        session.enter(ending(session))
    return session


@every_session
def test_no_line_of_a_view_or_page_is_wider_than_its_width(game: str, seed: int) -> None:
    session = ended(game, seed)
    rules, speaker = session.record.game, Speaker(session.record.ruleset, LANGUAGES[seed % len(LANGUAGES)])
    for most in WIDTHS:
        lines = list[str]()
        for state in some_states(session):
            tables = rules.views.tables(state)
            lines += clock_lines(rules.views.clock(state), speaker, most)
            lines += reminder_lines(rules.views.reminders(state), speaker, most)
            lines += legend_lines(tables, speaker, most)
            lines += [line for table in tables for line in table_lines(table, speaker, most)]
        for stage in (whole(game, seed)[0], session.as_of(len(session.record.steps) // 2), session):
            model = model_of(stage)
            drawn = [page_lines(model, "scores", most, 24, **tab) for tab in TABS]
            drawn.append(small_chart_lines(model, most, 10))
            lines += [plain(line) for page in drawn for line in page]
        assert max(map(width, lines)) <= most


@every_session
def test_the_score_curve_ends_with_the_scores(game: str, seed: int) -> None:
    session = ended(game, seed)
    curve = curve_of(session)
    if session.record.game.scores_only_at_end:
        assert curve is None
        return
    assert curve is not None
    assert curve.scores[-1] == session.record.scores
    rules, steps = session.record.game, session.record.steps
    settled = sum(rules.is_settled(step.outcome.state) or step is steps[-1] for step in steps)
    assert len(curve.scores) == len(curve.entries) == settled + 1 + (curve.final is not None)
    assert [one.at for one in curve.marks] == sorted(one.at for one in curve.marks)
    assert [one.milestone.what.key for one in curve.marks].count("chart.end") == 1


@every_session
def test_tables_are_whole_and_belong_to_players_who_are_there(game: str, seed: int) -> None:
    session = ended(game, seed)
    players = {None, *session.record.roster.players}
    tables = session.record.game.views.tables(session.record.state)
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert len({row.key for row in table.rows}) == len(table.rows)
        assert {column.owner for column in table.columns} <= players
        for row in table.rows:
            assert len(row.cells) == len(table.columns)
            assert {cell.owner for cell in row.cells} <= players


@every_session
def test_a_mark_is_for_one_majority_or_several_who_tie(game: str, seed: int) -> None:
    """In one row, among columns with the same label."""
    session, _ = whole(game, seed)
    for state in some_states(session):
        for table in session.record.game.views.tables(state):
            for row in table.rows:
                for cells in by_label(table, row):
                    marks = [cell.mark for cell in cells if cell.mark is not Mark.NONE]
                    assert marks in ([], [Mark.MAJORITY]) or (set(marks) == {Mark.TIE} and len(marks) > 1)


def by_label(table: TableView, row: TableRow) -> list[list[Cell]]:
    labels = [column.label for column in table.columns if column.owner]
    cells = [cell for column, cell in zip(table.columns, row.cells, strict=True) if column.owner]
    return [
        [cell for at, cell in zip(labels, cells, strict=True) if at == label]
        for place, label in enumerate(labels)
        if label not in labels[:place]
    ]


def rows_of(tables: Any, key: str) -> dict[str, list[Any]]:
    """Return the cells of each row of a table, without the one that names it."""
    table = next(found for found in tables if found.key == key)
    return {row.key: [cell.value for cell in row.cells[1:]] for row in table.rows}


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_of_stephensons_rocket_show_the_stations_that_json_prints(seed: int) -> None:
    session = ended("stephensons-rocket", seed)
    for step in session.record.steps:
        state: Any = step.outcome.state
        stations: Any = session.record.game.views.snapshot(state)["stations"]
        rows = rows_of(session.record.game.views.tables(state), "stations")
        for key in ("supply", "loose"):
            assert rows[key] == [stations[name][key] for name in state.players]


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_of_dampfross_show_the_order_and_first_connections_that_json_prints(seed: int) -> None:
    session = ended("dampfross", seed)
    for step in session.record.steps:
        state: Any = step.outcome.state
        tables, shown = (
            session.record.game.views.tables(state),
            dict[str, Any](session.record.game.views.snapshot(state)),
        )
        if shown["phase"] == "building":
            places = {name: place for place, name in enumerate(shown["turn"]["order"], 1)}
            order = [places.get(name, 0) for name in state.players]  # 0 without a turn
            assert rows_of(tables, "holdings")["order"] == order
        if shown["cities"]:
            first = {number: ", ".join(city["first"]) for number, city in shown["cities"].items()}
            assert {number: cells[0] or "" for number, cells in rows_of(tables, "cities").items()} == first
