"""Laws of the grid over every game: all that a position can say can be typed there, cell by cell."""

from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.errors import Refusal
from companion.forms.drafts import answers_of
from companion.forms.grid_cells import Grid
from companion.report.words import Speaker
from companion.session import Session
from tests.laws.test_laws import every_game, every_session
from tests.laws.test_views import EVERY
from tests.random_play import whole
from tests.support import has_variants, loaded, part_of, session_of

TEXTS = (
    "Le Havre", "Read", "-", "yes", 'the "old" port', "1", "12,000", "anton", "Łódź 🚂", "a, b", "NER", "'", '"',
    "x" * 300, "-5", "0", "anton 1 anton 2", ",", "\t", "1.5", "28.000", '""',
)  # fmt: skip


def grid_of(session: Session, draft: Draft) -> Grid:
    """Return the position as a grid; an empty one for a game without positions."""
    positions, state = session.record.game.positions, session.record.state
    if positions is None:
        return Grid(lambda given: (), draft)
    return Grid(lambda given: positions.questions(state, given, BoardNotes()), draft)


def typed_again(session: Session, draft: Draft) -> dict[str, Any]:
    """Type the text of every cell into an empty draft."""
    typed: dict[str, Any] = {}
    for cell in grid_of(session, draft).cells:
        typed = grid_of(session, typed).put(cell, cell.text)
    return typed


def answered(value: Any) -> Any:
    """Return a position without the parts that say nothing, which no cell shows."""
    if isinstance(value, dict):
        parts = {key: answered(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in (None, [], {})}
    return value


@every_session
def test_the_texts_of_all_cells_typed_into_an_empty_grid_give_the_position(game: str, seed: int) -> None:
    """As it is before and after some entries of a random session."""
    session, _ = whole(game, seed)
    for place in range(0, len(session.record.steps) + 1, EVERY):
        past = session.as_of(place)
        positions = past.record.game.positions
        now = {} if positions is None else positions.now(past.record.state)
        position = answered(answers_of(now))
        assert typed_again(past, position) == position
        for cell in reversed(grid_of(past, position).cells):
            position = grid_of(past, position).put(cell, "")
        assert position == {}, "every cell was emptied"


@every_game
def test_every_field_of_a_position_has_its_cell(game: str) -> None:
    session = session_of(game=game)
    fields = {info.alias or name for name, info in loaded(game).engine.position.model_fields.items()}
    cells = {cell.path[0] for cell in grid_of(session, {}).cells}
    assert cells <= fields if has_variants(game) else cells == fields


@every_game
def test_no_text_in_any_cell_breaks_the_grid_or_changes_what_it_was_made_from(game: str) -> None:
    session = session_of(game=game)
    grid = grid_of(session, {})
    speaker = Speaker(session.record.ruleset)
    for cell in {repr(one.question): one for one in grid.cells}.values():
        for text in part_of(TEXTS, 2):
            try:
                draft = grid.put(cell, text)
            except Refusal as refusal:
                speaker.say(refusal.message)
                continue
            again = grid_of(session, draft)
            text_now = next(one.text for one in again.cells if one.path == cell.path)
            assert grid.put(cell, text_now) == draft
    assert grid.draft == {}


@every_game
def test_captions_and_headings_can_be_said(game: str) -> None:
    session = session_of(game=game)
    speaker = Speaker(session.record.ruleset)
    for section in grid_of(session, {}).sections:
        assert section.caption is None or speaker.say(section.caption)
        assert section.rows
        for row in section.rows:
            assert len(row.cells) == len(section.columns)
            assert all(speaker.text(label) for label in row.labels)
            assert all(speaker.say(cell.name) for cell in row.cells)
        for column in section.columns:
            assert column.of is None or speaker.text(column.of)
