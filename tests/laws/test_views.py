"""Laws of tables, clock, reminders and pages over random sessions of every game."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.views import Cell, Mark, TableRow, TableView
from companion.draw.page import small_chart_lines
from companion.report.curve import curve_of
from companion.report.layout import width
from companion.report.spans import plain
from companion.report.tables import clock_lines, legend_lines, reminder_lines, table_lines
from companion.report.words import Speaker
from companion.session import Session
from companion.words import LANGUAGES
from tests.laws.test_laws import SEEDS, every_session
from tests.random_play import ending, whole
from tests.tui.desk import model_of, page_lines

WIDTHS = (40, 80, 120)
PAGES: list[tuple[str, dict[str, Any]]] = [("leads", {}), ("evening", {}), ("evening", {"figures": 1})]
EVERY = 10
"""One of so many states is checked, and the first and last ones."""


def some_states(session: Session) -> Iterator[Any]:
    yield session.opening.state
    for step in session.steps[::EVERY]:
        yield step.outcome.state
    yield session.state


def ended(game: str, seed: int) -> Session:
    session, _ = whole(game, seed)
    if not session.is_over:
        session.enter(ending(game, session))
    return session


@every_session
def test_no_line_of_a_view_or_page_is_wider_than_its_width(game: str, seed: int) -> None:
    session = ended(game, seed)
    rules, speaker = session.game, Speaker(session.ruleset, LANGUAGES[seed % len(LANGUAGES)])
    for most in WIDTHS:
        lines = list[str]()
        for state in some_states(session):
            tables = rules.tables(state)
            lines += clock_lines(rules.clock(state), speaker, most)
            lines += reminder_lines(rules.reminders(state), speaker, most)
            lines += legend_lines(tables, speaker, most)
            lines += [line for table in tables for line in table_lines(table, speaker, most)]
        for stage in (whole(game, seed)[0], session.as_of(len(session.steps) // 2), session):
            model = model_of(stage)
            drawn = [page_lines(model, page, most, 24, **args) for page, args in PAGES]
            drawn.append(small_chart_lines(model, most, 10))
            lines += [plain(line) for page in drawn for line in page]
        assert max(map(width, lines)) <= most


@every_session
def test_the_score_curve_ends_with_the_scores(game: str, seed: int) -> None:
    session = ended(game, seed)
    curve = curve_of(session)
    assert curve is not None
    assert curve.scores[-1] == session.game.scores(session.state)
    assert len(curve.scores) == len(curve.entries) == len(session.steps) + 1 + (curve.final is not None)
    assert [one.at for one in curve.marks] == sorted(one.at for one in curve.marks)
    assert [one.milestone.what.key for one in curve.marks].count("evening.end") == 1


@every_session
def test_tables_are_whole_and_belong_to_players_who_are_there(game: str, seed: int) -> None:
    session = ended(game, seed)
    players = {None, *session.table.players}
    tables = session.game.tables(session.state)
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert len({row.key for row in table.rows}) == len(table.rows)
        assert {column.owner for column in table.columns} <= players
        for row in table.rows:
            assert len(row.cells) == len(table.columns)
            assert {cell.owner for cell in row.cells} <= players


@every_session
def test_a_mark_is_for_one_majority_or_several_who_tie(game: str, seed: int) -> None:
    """Marks of one row and one kind of column, by the column's label."""
    session, _ = whole(game, seed)
    for state in some_states(session):
        for table in session.game.tables(state):
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
    """The numbers of each row, after the cell that names it."""
    table = next(found for found in tables if found.key == key)
    return {row.key: [cell.value for cell in row.cells[1:]] for row in table.rows}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tables_of_stephensons_rocket_agree_with_the_state_that_json_prints(seed: int) -> None:
    session = ended("stephensons-rocket", seed)
    for state in (session.opening.state, *(step.outcome.state for step in session.steps)):
        tables, shown = session.game.tables(state), session.game.snapshot(state)
        assert isinstance(shown, dict)
        assert_lines_agree(rows_of(tables, "lines"), shown, state.players)
        assert_tokens_agree(tables, shown, state.players)
        supply, loose = (rows_of(tables, "stations")[key] for key in ("supply", "loose"))
        assert supply == [shown["stations"][name]["supply"] for name in state.players]
        assert loose == [shown["stations"][name]["loose"] for name in state.players]
        tiles, _, passengers, supplementary = session.game.clock(state).gauges
        counted = [gauge.left for gauge in (tiles, passengers, supplementary)]
        assert counted == [shown[f"{key}_left"] for key in ("tracks", "passengers", "supplementary")]


def assert_lines_agree(rows: dict[str, list[Any]], shown: Any, players: tuple[str, ...]) -> None:
    assert list(rows) == list(shown["lines"])
    for name, line in shown["lines"].items():
        towns, pile, *counts = rows[name]
        if line["status"] == "merged":
            assert {towns, pile, *counts} == {None}
            continue
        assert towns == line["town_count"]
        assert line["status"] == "isolated" or pile == line["pile"]
        assert counts[::2] == [line["shares"].get(player, 0) for player in players]
        assert counts[1::2] == [line["stations"].get(player, 0) for player in players]


def assert_tokens_agree(tables: Any, shown: Any, players: tuple[str, ...]) -> None:
    by_kind: dict[str, dict[str, int]] = {"passengers": shown["passengers"]}
    by_city: dict[str, dict[str, int]] = {}
    left: dict[str, int | None] = {}
    for row in shown["tokens"]:
        city = row["city"] or ""
        left[city] = row["left"]
        for name, count in row["held"].items():
            for sums in (by_kind.setdefault(row["commodity"], {}), by_city.setdefault(city, {})):
                sums[name] = sums.get(name, 0) + count
    for kind, counts in rows_of(tables, "tokens").items():
        assert counts[:-1] == [by_kind.get(kind, {}).get(name, 0) for name in players]
    cities = rows_of(tables, "metropolises")
    assert {city for city, held in by_city.items() if any(held.values())} <= set(cities)
    for city, counts in cities.items():
        assert counts[:-2] == [by_city.get(city, {}).get(name, 0) for name in players]
        assert counts[-2] == left.get(city, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tables_of_dampfross_agree_with_the_state_that_json_prints(seed: int) -> None:
    session = ended("dampfross", seed)
    for state in (session.opening.state, *(step.outcome.state for step in session.steps)):
        tables, shown = session.game.tables(state), session.game.snapshot(state)
        assert isinstance(shown, dict)
        assert_holdings_agree(rows_of(tables, "holdings"), shown, state.players)
        keys = {table.key for table in tables}
        if "cities" in keys:
            first = {number: ", ".join(city["first"]) for number, city in shown["cities"].items()}
            assert {number: cells[0] or "" for number, cells in rows_of(tables, "cities").items()} == first
        assert ("cities" in keys) == bool(shown["cities"])
        if "grid" in keys:
            assert_grid_agrees(rows_of(tables, "grid"), shown["used"])
        if "race" in keys:
            running = [" + ".join(train) for train in shown["run"]["trains"]]
            assert list(rows_of(tables, "race")) == running


def assert_holdings_agree(rows: dict[str, list[Any]], shown: Any, players: tuple[str, ...]) -> None:
    firsts = [city["first"] for city in shown["cities"].values()]
    owners = list(shown["ferries"].values())
    assert rows["cities"] == [sum(name in first for first in firsts) for name in players]
    assert rows.get("ferries", [0] * len(players)) == [owners.count(name) for name in players]
    if shown["phase"] == "operating":
        assert rows["may-build"] == [shown["may_build"][name] for name in players]
    if shown["phase"] == "building":
        order = shown["turn"]["order"]
        assert rows["order"] == [order.index(name) + 1 for name in players]


def assert_grid_agrees(rows: dict[str, list[Any]], used: dict[str, int]) -> None:
    """36 runs use each number twice; a ruling may have used one more often."""
    for ones, cells in rows.items():
        assert cells == [max(0, 2 - used.get(f"{tens}{ones}", 0)) for tens in range(1, 7)]
