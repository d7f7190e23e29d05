"""A receipt on its page: who counted what, the division, balances, notes to hand out."""

from companion.report.spans import plain
from companion.session import Session
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, sound_session
from tests.tui.desk import model_of, page_lines


def receipt(session: Session, number: int, width: int = 80) -> list[str]:
    model = model_of(session)
    return [plain(line).rstrip() for line in page_lines(model, "entry", width, number=number)]


def tied() -> list[dict[str, object]]:
    """Anton and Beate have one token of Reading each when GWR reaches it."""
    return [
        token(ANTON, "Reading"),
        token(ANTON, "Oxford"),
        token(BEATE, "Reading", "textiles"),
        extend(BEATE, "GWR", metropolises=["Reading"]),
    ]


def test_a_tie_is_shown_with_its_division_the_balances_and_the_notes() -> None:
    """Rulebook, scoring 1: (2,000 + 1,000) / 2 = 1,500, rounded down to 1,000 each; 1,000 stays in the bank."""
    lines = receipt(sound_session(tied()), 4)
    assert lines[:2] == [
        "PAY  A  Anton 1,000    B  Beate 1,000",
        "   4 Beate extends GWR to Reading",
    ]
    assert "Reading tokens: Anton 1, Beate 1. Anton and Beate share first and second place:" in lines
    assert "  (2,000 + 1,000) ÷ 2, rounded down to 1,000 each. Rulebook, scoring 1" in lines
    assert " A  Anton      1      1   1,000" in lines
    assert "Total                     2,000" in lines
    assert " A  Anton       0  +1,000  1,000" in lines


def test_a_receipt_of_hidden_money_has_what_is_paid_in_which_notes_and_no_balance() -> None:
    """stephensons-rocket.md, "Options": the notes change hands in the open."""
    text = "\n".join(receipt(sound_session(tied(), options={"hidden_money": True}), 4))
    assert "A  Anton 1,000    B  Beate 1,000" in text
    assert "Cash" not in text


def test_all_steps_of_one_entry_stand_on_its_page_and_the_balances_once() -> None:
    """notation.md, "In every game": Anton's pass and Beate's extension are number 2. Anton gets 2,000."""
    reading = {**extend(BEATE, "GWR", metropolises=["Reading"]), "first": [skip(ANTON)]}
    lines = receipt(sound_session([token(ANTON, "Reading"), reading]), 2)
    assert "   2 Anton passes" in lines
    assert "   2 Beate extends GWR to Reading" in lines
    assert [line for line in lines if "+2,000" in line] == [" A  Anton       0  +2,000  2,000"]
