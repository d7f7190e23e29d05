"""Laws of the score sheet, over every registered game and its random sessions."""

from collections import Counter

from companion.core.score_sheet import COUNTED, START, ScoreSheet
from companion.report.score_sheet import final_sheet, sheet_table
from companion.session import Session
from tests.laws.test_laws import every_session
from tests.laws.test_views import ended
from tests.random_play import whole

Place = tuple[int | None, str, str]
"""An entry, one of its receipts, and a player in it."""


def sheets(game: str, seed: int) -> list[tuple[Session, ScoreSheet]]:
    """Return the sheets of a recorded session, and of the same session ended."""
    found = []
    for session in (whole(game, seed)[0], ended(game, seed)):
        sheet = final_sheet(session)
        if session.record.hides_money:
            assert sheet is None, "nothing is said while money is hidden"
        else:
            assert sheet is not None
            found.append((session, sheet))
    assert found[-1][0].record.is_over
    return found


@every_session
def test_the_figures_of_a_score_sheet_add_up_to_the_scores(game: str, seed: int) -> None:
    """After the end the result; before it the projection. Folded or not."""
    for session, sheet in sheets(game, seed):
        scores = {name: score for name, score, _ in session.record.public_projection}
        for one in (sheet, sheet.fold_groups(), sheet.without_empty_lines()):
            assert {name: one.total(name) for name in one.players} == scores
            *rows, total = sheet_table(one).rows
            for place, name in enumerate(one.players, 1):
                figures = [row.cells[place].value for row in rows]
                assert sum(one for one in figures if isinstance(one, int)) == scores[name]
                assert total.cells[place].value == scores[name]
            assert len({row.line.key for row in one.rows}) == len(one.rows)


@every_session
def test_every_row_of_every_receipt_is_behind_one_figure_and_nothing_else_is(game: str, seed: int) -> None:
    """Fares have two figures, paid and received, which together are the row. A count has no receipt."""
    for session, sheet in sheets(game, seed):
        booked = [(number, one) for number, one in session.record.receipts() if not one.is_restated]
        state = session.record.game.public_state(session.record.state)
        ahead = [(None, one) for one in session.record.game.final_receipts(state) if not one.is_restated]
        paid, shown, lines = Counter[Place](), Counter[Place](), Counter[Place]()
        for number, receipt in (*booked, *ahead):
            for name, amount in receipt.amounts.items():
                paid[number, repr(receipt), name] += amount
        counts = {step.number for step in session.record.steps if step.action.do == "recount"}
        for row in sheet.rows:
            for number, behind, amounts in row.behind:
                if behind is None:
                    assert row.line.key == (COUNTED if number else START)
                    assert number in {0, *counts}
                for name, amount in amounts.items() if behind is not None else ():
                    shown[number, repr(behind), name] += amount
                    lines[number, repr(behind), name] += row.line.key not in ("paid", "received")
        assert +shown == +paid
        assert -shown == -paid
        alike = Counter((number, repr(one)) for number, one in (*booked, *ahead))
        assert all(count <= alike[key[:2]] for key, count in lines.items())


@every_session
def test_every_line_of_a_score_sheet_has_its_words(game: str, seed: int) -> None:
    """A label that is no message and no word of the ruleset would be a kind that nobody named."""
    for _, sheet in sheets(game, seed):
        assert not [row.line.key for row in sheet.rows if isinstance(row.line.label, str)]
