"""A receipt on its page: who counted what, the division, balances, notes to hand out."""

from companion.report.spans import plain
from companion.report.words import Speaker
from companion.session import Session
from companion.tui.draw.receipt import receipt_lines
from companion.tui.models.table import TableModel
from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, BEATE, sound_session
from tests.tui.driving import DIE, MOMENT


def receipt(session: Session, number: int) -> list[str]:
    model = TableModel(session, Speaker(session.ruleset), lambda: DIE, lambda: MOMENT)
    return [plain(line).rstrip() for line in receipt_lines(model, number, 80)]


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
    assert lines[:3] == [
        "PAY Anton 1,000  Beate 1,000",
        "in notes: Anton 1 x 1,000  Beate 1 x 1,000",
        "   4 Beate extend gwr reading",
    ]
    assert "  Anton 1 = Beate 1" in lines
    rounded = "  Anton and Beate share first and second: (2,000 + 1,000) / 2, rounded to 1,000"
    assert rounded in lines
    assert "  A Anton      1      1   1,000" in lines
    assert "  total                   2,000" in lines
    assert "  Rulebook, scoring 1: a metropolis joins a line that is new to it" in lines
    assert "A Anton       0  +1,000  1,000" in lines


def test_notes_are_the_fewest_for_what_the_whole_entry_pays() -> None:
    """18,000 to one player: 10,000 + 5,000 + 2,000 + 1,000."""
    blocks = [{"do": "adjust", "player": ANTON, "amount": 18_000, "reason": "house rule"}]
    assert "in notes: Anton 1 x 10,000 + 1 x 5,000 + 1 x 2,000 + 1 x 1,000" in receipt(
        sound_session(blocks), 1
    )


def test_a_receipt_of_hidden_money_has_what_is_paid_in_which_notes_and_no_balance() -> None:
    """Spec, `hidden_money`: the notes change hands in the open."""
    text = "\n".join(receipt(sound_session(tied(), options={"hidden_money": True}), 4))
    assert "in notes: Anton 1 x 1,000  Beate 1 x 1,000" in text
    assert "balance" not in text


def test_an_entry_that_is_not_there_has_no_receipt() -> None:
    assert receipt(sound_session(tied()), 99) == []
