"""Laws of counting what lies on the table, over random sessions of every game."""

import random
from dataclasses import replace

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.forms.drafts import Path
from companion.forms.grid_cells import GridCell
from companion.games.models import validate
from companion.session.reconciling import Reconciling, RecordedPosition, begin_count
from companion.session.record import Record
from tests.laws.test_laws import every_session
from tests.random_play import ending, whole
from tests.support import loaded


@every_session
def test_a_recount_of_what_is_there_changes_nothing(game: str, seed: int) -> None:
    """notation.md, "In every game": `recount` sets part of the position as of now."""
    session, _ = whole(game, seed)
    positions = session.record.game.positions
    if positions is None:
        return
    states = [step.outcome.state for step in session.record.steps]
    session.enter(ending(session)) if not session.record.is_over else None
    for state in (*states, session.record.state):
        position = validate(loaded(game).engine.position, positions.now(state))
        assert not positions.violations(state, position)
        assert positions.recount(state, position).state == state


def counted_as(sheet: Reconciling, table: Record) -> Reconciling:
    """Type the position of another record cell by cell."""
    lies = begin_count(table, BoardNotes())
    sheet, places = with_rows(sheet, lies)
    cells = {cell.path: cell for cell in sheet.cells}
    for cell in lies.cells:
        if cell.known:
            sheet = sheet.put(cells[places.get(cell.path[:2], cell.path[:2]) + cell.path[2:]], cell.known)
    for path, cell in cells.items():
        if cell.known and any(isinstance(step, int) for step in path) and path[:2] not in places.values():
            sheet = sheet.put(cell, "0")
    return sheet


def with_rows(sheet: Reconciling, lies: Reconciling) -> tuple[Reconciling, dict[Path, Path]]:
    """Add the rows that only the table has; return where each row of the table is in the sheet."""
    places: dict[Path, Path] = {}
    for field in {cell.path[0] for cell in lies.cells if isinstance(cell.path[-2:][0], int)}:
        for place, row in enumerate(lies.draft[str(field)]):
            named, rows = names_of(row), [names_of(one) for one in sheet.draft[str(field)]]
            if named not in rows:
                for head, text in named.items():
                    sheet = sheet.put(at(sheet, (field, len(rows), head)), f'"{text}"')
                rows.append(named)
            places[field, place] = (field, rows.index(named))
    return sheet, places


def names_of(row: Draft) -> dict[str, str]:
    return {field: value for field, value in row.items() if isinstance(value, str)}


def at(sheet: Reconciling, path: object) -> GridCell:
    return next(cell for cell in sheet.cells if cell.path == path)


@every_session
def test_after_a_recount_of_what_was_counted_companion_and_table_are_equal(game: str, seed: int) -> None:
    """The table is as it was some entries before."""
    session, luck = whole(game, seed)[0], random.Random(seed)
    record, counted = session.record, 0
    if record.game.positions is None:
        return
    for _ in range(2):
        table = record.as_of(luck.randrange(len(record.steps) + 1))
        sheet = counted_as(begin_count(record, BoardNotes()), table)
        while sheet.faults:  # such as a phase after the end: what cannot be set is emptied again
            fault = sheet.faults[0]
            assert fault.path in sheet.counted, fault
            sheet = sheet.put(at(sheet, fault.path), "")
        if sheet.differences:
            counted += 1
            block = sheet.recount()
            after = record.try_entry(record.entry(block), block)
            assert replace(sheet, known=RecordedPosition(after, BoardNotes())).differences == ()
    assert counted > 0


@every_session
def test_a_game_begun_from_the_position_has_the_same_pieces(game: str, seed: int) -> None:
    """notation.md, "In every game": `[position]` and `recount` have the same fields. After the end there is no turn."""
    session, _ = whole(game, seed)
    positions = session.record.game.positions
    if positions is None:
        return
    now = positions.now(session.record.state)
    begun = session.record.game.begin(session.record.roster, validate(loaded(game).engine.position, now))
    again = positions.now(begun.state)
    assert {field: again[field] for field in now} == now
