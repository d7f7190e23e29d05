"""Laws of the grid over every game: all that a position can say can be typed there, cell by cell."""

import random
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.core.forms import Draft
from companion.forms.grid import Grid
from companion.forms.questions import Group, Number, Pairs, Pick, Question, Questions, Switch
from companion.report.words import Speaker
from companion.session import Session
from tests.laws.test_laws import every_game
from tests.support import has_variants, loaded, part_of, session_of

SEEDS = range(4)
NASTY = (
    "Le Havre", "Read", "-", "yes", 'the "old" port', "1", "12,000", "anton", "Łódź 🚂", "a, b", "NER", "'",
)  # fmt: skip
TEXTS = (*NASTY, '"', "x" * 300, "-5", "0", "anton 1 anton 2", ",", "\t", "1.5", "28.000", '""')


def fresh(game: str) -> Session:
    return session_of(game=game)


def grid_of(session: Session, draft: Draft) -> Grid:
    return Grid(
        lambda given: session.record.game.position_questions(session.record.state, given, BoardNotes()), draft
    )


def typed_again(session: Session, draft: Draft) -> dict[str, Any]:
    """Type the text of every cell into an empty draft."""
    typed: dict[str, Any] = {}
    for cell in grid_of(session, draft).cells:
        typed = grid_of(session, typed).put(cell, cell.text)
    return typed


UPGRADED = {"anew"}
"""Parts that only positions from format 1 have: a line can say them, and no sheet asks for them."""


def random_position(questions: Questions, luck: random.Random) -> dict[str, Any]:
    return {
        one.field: value
        for one in questions
        if one.field not in UPGRADED and luck.random() < 0.7 and (value := _answer(one, luck)) is not None
    }


def _answer(question: Question, luck: random.Random) -> Any:
    names: list[Any] = [choice.meaning for choice in question.choices]
    if question.is_open:
        names += NASTY
    if question.has_rows:
        return _rows(question, luck) or None
    if isinstance(question, Pick) and question.many:
        return luck.sample(names, luck.randrange(min(4, len(names)) + 1))
    if isinstance(question, Number) and question.many:
        return [luck.randrange(question.low or 0, (question.high or 9) + 1) for _ in range(luck.randrange(4))]
    if isinstance(question, Number):
        if question.left_of is not None:
            return luck.randrange(question.left_of + 1)
        return luck.choice((question.low or 0, 7, 65, 28_000, -3 if question.low is None else 1))
    if isinstance(question, Switch):
        return luck.random() < 0.5
    if isinstance(question, Pick):
        return luck.choice(names)
    if isinstance(question, Group):
        return random_position(question.questions, luck) or None
    assert isinstance(question, Pairs), question
    return _table(question, luck) or None


def _table(question: Question, luck: random.Random) -> dict[str, Any]:
    key, held = question.questions
    keys = [str(choice.value) for choice in key.choices] + (list(NASTY) if key.is_open else [])
    keys = keys or ["11", "23", "66"]
    found = {name: _answer(held, luck) for name in luck.sample(keys, min(3, len(keys)))}
    return {name: value for name, value in found.items() if value not in (None, [])}


def _rows(question: Question, luck: random.Random) -> list[dict[str, Any]]:
    head = question.questions[0]
    if head.heads_row:
        keys = [choice.value for choice in head.choices if luck.random() < 0.6]
        return [{**random_position(question.questions[1:], luck), head.field: key} for key in keys]
    rows = [random_position(question.questions, luck) for _ in range(luck.randrange(4))]
    return [row for row in rows if row]


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_texts_of_all_cells_typed_into_an_empty_grid_give_the_position(game: str, seed: int) -> None:
    session, luck = fresh(game), random.Random(seed)
    position = random_position(
        session.record.game.position_questions(session.record.state, {}, BoardNotes()), luck
    )
    assert typed_again(session, position) == position
    for cell in reversed(grid_of(session, position).cells):
        position = grid_of(session, position).put(cell, "")
    assert position == {}, "every cell was emptied"


@every_game
def test_every_field_of_a_position_has_its_cell(game: str) -> None:
    session = fresh(game)
    fields = {info.alias or name for name, info in loaded(game).engine.position.model_fields.items()}
    cells = {cell.path[0] for cell in grid_of(session, {}).cells}
    assert cells <= fields if has_variants(game) else cells == fields - UPGRADED


@every_game
def test_the_final_sheet_asks_for_fields_of_a_position_and_of_the_last_action(game: str) -> None:
    session = fresh(game)
    sheet = session.record.game.final_sheet(session.record.state, {}, BoardNotes())
    position = set(loaded(game).engine.position.model_fields)
    said = set(session.record.game.rules[session.record.game.end_verb].model.model_fields)
    fields = {question.field for question in sheet.questions}
    assert fields <= position | said
    assert session.record.game.has_position or not sheet.questions, "a new session offers both or neither"


@every_game
def test_no_text_in_any_cell_breaks_the_grid_or_changes_what_it_was_made_from(game: str) -> None:
    session = fresh(game)
    grid = grid_of(session, {})
    speaker = Speaker(session.record.ruleset)
    for cell in grid.cells:
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
    session = fresh(game)
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
