"""Laws of the export over every registered game."""

import csv

from companion.draw.export import exported
from tests.export.pages import leads_outside, page_of, shown, with_look
from tests.export.reader import tables_of
from tests.laws.test_laws import every_session
from tests.random_play import whole


@every_session
def test_the_table_for_a_spreadsheet_has_every_row_of_every_receipt(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    text = exported(session, "csv", "en").decode()
    found = [(int(row["action"]), row["player"], row["amount"]) for row in csv.DictReader(text.splitlines())]
    rows = [(number, row) for number, receipt in session.record.receipts() for row in receipt.rows]
    assert found == [(number, row.player, str(row.amount)) for number, row in rows]


@every_session
def test_the_report_has_every_entry_in_the_log_or_among_the_corrections(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    text = exported(session, "md", "en").decode()
    headings = [line.split(".")[0] for line in text.splitlines() if line.startswith("### ")]
    logged = [heading.removeprefix("### ") for heading in headings if heading != "### Set-up"]
    assert logged == [str(step.number) for step in session.steps]
    corrected = [row[0] for row in tables_of(text)[-1][1:]]
    assert set(logged) | set(corrected) == {str(number) for number in range(1, session.entry_count + 1)}


@every_session
def test_the_page_is_well_formed_leads_nowhere_and_has_every_entry_folded(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    page = page_of(session)
    assert list(leads_outside(page)) == []
    folds = [one for one in with_look(page, "log") if one.tag == "details"]
    numbers = [shown(one[0][0]) for one in folds]
    assert [one for one in numbers if one] == list(dict.fromkeys(str(step.number) for step in session.steps))
