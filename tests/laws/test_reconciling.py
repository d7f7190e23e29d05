"""Laws of counting what lies on the table, over random sessions of every game."""

import os
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.copybook import Book
from companion.core.forms import Draft
from companion.forms.grid import GridCell, GridRow
from companion.games.models import validated
from companion.games.registry import engine, engines
from companion.session.reconciling import Known, Reconciling, reconciling
from companion.session.record import Record
from tests.random_play import ending, whole

SEEDS = range(int(os.environ["COMPANION_TEST_SEEDS"]))
every_seed = pytest.mark.parametrize("seed", SEEDS)
every_game = pytest.mark.parametrize("game", engines())


@every_game
@every_seed
def test_a_recount_of_what_is_there_changes_nothing(game: str, seed: int) -> None:
    """Spec, README: `recount` sets part of the position as of now; what is not otherwise stays as it is."""
    session, _ = whole(game, seed)
    states = [step.outcome.state for step in session.steps]
    session.enter(ending(game, session)) if not session.is_over else None
    for state in (*states, session.state):
        position = validated(engine(game).position, session.game.position_now(state))
        assert not session.game.recount_violations(state, position)
        assert session.game.recount(state, position).state == state


def rows_of(sheet: Reconciling) -> Iterator[GridRow]:
    return (row for section in sheet.grid().sections for row in section.rows)


def counted_as(sheet: Reconciling, table: Record) -> Reconciling:
    """All that lies on a table which stands as another record has it, typed cell by cell."""
    lies = reconciling(table, Book())
    for row in rows_of(lies):
        for cell in row.cells:
            if cell.known:
                sheet, cell_here = found(sheet, lies, cell)
                sheet = sheet.put(cell_here, cell.known)
    names = {row.labels for row in rows_of(lies)}
    gone = (row for row in rows_of(sheet) if row.labels and row.labels not in names)
    for cell in (cell for row in gone for cell in row.cells if cell.known):
        sheet = sheet.put(cell, "0")
    return sheet


def found(sheet: Reconciling, lies: Reconciling, cell: GridCell) -> tuple[Reconciling, GridCell]:
    """The cell of the same thing; a row that is not there yet is begun."""
    table, *rest = path = cell.path
    if rest and isinstance(rest[0], int):
        named = names_of(lies.draft[str(table)][rest[0]])
        rows = [names_of(row) for row in sheet.draft[str(table)]]
        if named not in rows:
            for field, text in named.items():
                sheet = sheet.put(at(sheet, (table, len(rows), field)), f'"{text}"')
            rows.append(named)
        path = (table, rows.index(named), *rest[1:])
    return sheet, at(sheet, path)


def names_of(row: Draft) -> dict[str, str]:
    """What a row is about: all in it that is a name."""
    return {field: value for field, value in row.items() if isinstance(value, str)}


def at(sheet: Reconciling, path: object) -> GridCell:
    return next(cell for cell in sheet.grid().cells if cell.path == path)


@every_game
@every_seed
def test_after_a_recount_of_what_was_counted_companion_and_table_are_equal(game: str, seed: int) -> None:
    """The table stands as it did some entries before, as if those had never been made."""
    session, luck = whole(game, seed)[0], random.Random(seed)
    record = session.record
    for _ in range(6):
        table = record.as_of(luck.randrange(len(record.steps) + 1))
        sheet = counted_as(reconciling(record, Book()), table)
        while sheet.faults:  # such as a phase after the end: what cannot be set is emptied again
            sheet = sheet.put(at(sheet, sheet.faults[0].path), "")
        if sheet.differences:
            block = sheet.recount("counted")
            after = record.with_entry(record.entry(block), block)
            assert replace(sheet, known=Known(after, Book())).differences == ()
