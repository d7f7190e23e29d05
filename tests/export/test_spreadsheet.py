"""The receipts as CSV: one rectangular table, numbers as numbers, no text a formula."""

import csv
import re

import pytest
from hypothesis import given, settings

from companion.core.names import tidy
from companion.draw.export import export_bytes
from companion.session import Session
from tests.export.nasty import golden, names, session_with, tables

P, Q = '=1+1|"x"', "<script>*_a_*</script>"
HEAD = ["entry", "by", "kind", "subject", "player", "count", "place", "amount", "balance_after"]

# What the guard must see: a first sign that starts a formula, after any blanks and quotes, also in its wide form.
FORMULA = re.compile(r"""^(?:[\t\r\n]|[\s"'‘’“”„]*[=+\-@＝＋－＠])""")


def lines_of(session: Session) -> list[list[str]]:
    text = export_bytes(session, "csv", "en").decode()
    return list(csv.reader(text.splitlines(keepends=True), strict=True))


def without_guard(cell: str) -> str:
    return cell[1:] if cell.startswith("'") else cell


def test_every_row_of_every_receipt_is_a_line_with_the_balance_after_its_entry() -> None:
    """Figures from the hand calculation in the golden session."""
    reason = "'@SUM(1+1)*cmd|' /C calc'!A0"
    assert lines_of(golden("nasty-names")) == [
        HEAD,
        ["2", f"'{P}", "metropolis", "Reading", f"'{P}", "1", "1", "2000", "2000"],
        ["4", Q, "metropolis", "Reading", f"'{P}", "1", "1", "1000", "3000"],
        ["4", Q, "metropolis", "Reading", Q, "1", "1", "1000", "1000"],
        ["5", "", "adjust", reason, f"'{P}", "", "", "-500", "2500"],
        ["8", "", "final-tokens", "steel", f"'{P}", "1", "1", "6000", "10500"],
        ["8", "", "final-tokens", "leather", Q, "1", "1", "6000", "9000"],
        ["8", "", "final-shares", "GWR", f"'{P}", "1", "1", "2000", "10500"],
        ["8", "", "final-shares", "LSWR", Q, "1", "1", "2000", "9000"],
    ]


@pytest.mark.parametrize(
    "name",
    ["=1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x", "﹦1", "−1", "\"=1", "'=1", "' \" =1", "“=1”", "\u200d=1"],
)  # fmt: skip
def test_a_name_that_begins_like_a_formula_is_guarded(name: str) -> None:
    rows = lines_of(session_with((name, "B", "C")))[1:]
    assert rows[0][4] == f"'{tidy(name)}"


@pytest.mark.parametrize("name", ["Anton", "a=b", "1-2", "'t Hooft", "(-:", "O'Neill", "🚂"])
def test_a_name_that_is_no_formula_stays_as_it_is(name: str) -> None:
    assert lines_of(session_with((name, "B", "C")))[1][4] == name


@settings(max_examples=20)
@given(tables, names)
def test_any_names_give_a_rectangular_table_without_formulas(players: tuple[str, ...], reason: str) -> None:
    head, *rows = lines_of(session_with(players, reason=reason))
    assert {len(row) for row in rows} == {len(head)}
    assert [int(row[7]) for row in rows] == [2000, 5, -4]
    texts = [cell for row in rows for cell in row[1:5]]
    assert not [cell for cell in texts if FORMULA.match(cell) and not cell.startswith("'")]
    for row, player in zip(rows, (players[0], players[2], players[2]), strict=True):
        assert player in (row[4], without_guard(row[4]))
        assert reason in (row[3], without_guard(row[3]))
