"""Corrections typed as a line: what is covered is not on the screen, and stays as it was."""

from companion.session import Session
from tests.support import ANTON, sound_session
from tests.tui.desk import model_of
from tests.whistle_stop.moves import move, played


def amended(session: Session, number: int, more: str = "") -> None:
    """An entry's own line typed again as its correction, with something behind it, and Enter."""
    model = model_of(session)
    model.open_line(f"amend {number} {session.notation.public_entry_lines()[number - 1]}{more}")
    model.enter_line()
    assert model.line is None, model.state


def test_the_worth_of_gold_outlives_a_note_added_to_its_entry() -> None:
    """Whistle Stop: gold is covered until the end; a token of 5 is still worth 5 after a note."""
    session = played(move("gold-mine", gold=[5]))
    assert "5" not in session.notation.public_entry_lines()[0]
    amended(session, 1, " note x")
    action = session.steps[0].action
    assert (action.gold, action.note) == ((5,), "x")  # type: ignore[attr-defined]


def test_a_value_that_is_typed_takes_the_place_of_the_covered_one() -> None:
    session = played(move("gold-mine", gold=[5]))
    amended(session, 1, " worth 3")
    assert session.steps[0].action.gold == (3,)  # type: ignore[attr-defined]


def test_covered_cash_of_a_recount_outlives_a_correction_of_its_tiles() -> None:
    counted = {"do": "recount", "reason": "x", "position": {"tracks_laid": 3, "cash": {ANTON: 7000}}}
    session = sound_session([counted], options={"hidden_money": True})
    amended(session, 1, " note y")
    assert session.game.scores(session.state)[ANTON] == 7000
