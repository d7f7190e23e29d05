"""A position as a grid: which rows and columns it has, and what a text in a cell does to the draft."""

from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.errors import Refusal, Violation
from companion.core.game import positions_of
from companion.core.messages import say
from companion.forms.drafts import Path, RowOf
from companion.forms.grid_cells import Grid, GridCell
from companion.report.words import Speaker
from tests.support import CLAUS, session_of

NER = RowOf("line", "NER")


def rocket(draft: Draft | None = None, board_notes: BoardNotes | None = None) -> Grid:
    session = session_of()
    return Grid(
        lambda given: positions_of(session.record.game).questions(
            session.record.state, given, board_notes or BoardNotes()
        ),
        draft or {},
    )


def cell(grid: Grid, *path: Any) -> GridCell:
    return next(one for one in grid.cells if one.path == path)


def put(grid: Grid, path: Path, text: str) -> dict[str, Any]:
    return grid.put(cell(grid, *path), text)


def refused(grid: Grid, path: Path, text: str) -> str:
    with pytest.raises(Refusal) as refusal:
        put(grid, path, text)
    return Speaker(session_of().record.ruleset).say(refusal.value.message)


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("position.lines[2].shares.Claus", "Claus, shares of NER must be at least 1."),
        ("position.lines[2].railway_towns[3]", "Railway town of NER must be at least 1."),
        ("position.cash", "Anton, money must be at least 1."),
        ("position.elsewhere", "position.elsewhere must be at least 1."),
        (None, "None must be at least 1."),
    ],
)
def test_a_fault_names_the_cell_and_no_path(field: str | None, sentence: str) -> None:
    grid = rocket({"lines": [{"line": "GWR"}, {"line": "NER", "shares": {CLAUS: 0}}]})
    fault = grid.fault(Violation(say("form.at-least", key=str(field), wanted=1), field))
    assert Speaker(session_of().record.ruleset).say(fault.message) == sentence
    assert (fault.path is None) == (field is None or "elsewhere" in field)


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        (("tracks_laid",), "many", '"many" isn\'t a whole number. The question is: track tiles.'),
        (("turn", "player"), "Emil", '"Emil" doesn\'t fit here. The question is: Player.'),
        (("turn", "extended"), "gwr xyz", '"xyz" doesn\'t fit here. The question is: Extended.'),
        (("turn", "extended"), "l", '"l" can mean L&Y, LNWR or LSWR. Type more of it.'),
        (("lines", NER, "status"), "sold", '"sold" doesn\'t fit here. The question is: Status of NER.'),
        (("lines", NER, "moved"), "perhaps", '"perhaps" isn\'t yes or no. The question is: Moved of NER.'),
        (("lines", NER, "metropolises"), '"York', 'The closing quote (") is missing. Add it.'),
    ],
)
def test_a_text_that_does_not_fit_is_refused_with_one_sentence(path: Path, text: str, sentence: str) -> None:
    assert refused(rocket(), path, text) == sentence
