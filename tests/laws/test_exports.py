"""Laws of the export over every registered game."""

import csv
from itertools import groupby
from typing import Any

from companion.draw.export import export_bytes
from companion.pages import make_page
from companion.pages.effects import link
from companion.pages.page import RowList
from companion.report.session_json import session_structure
from companion.report.session_text import session_text
from companion.report.words import Speaker
from tests.export.pages import page_of, shown, with_look
from tests.laws.test_laws import every_session
from tests.random_play import whole
from tests.tui.desk import model_of, view_of


@every_session
def test_an_entry_has_one_number_wherever_it_is_read(game: str, seed: int) -> None:
    """decisions.md, "Corrections": the visible number counts the entries that count now, from 1."""
    session, _ = whole(game, seed)
    runs = [
        (number, len([*run])) for number, run in groupby(session.record.steps, key=lambda step: step.number)
    ]
    seen = [str(place) for place, (_, steps) in enumerate(runs, 1) for _ in range(steps)]
    log = session_text(session, Speaker(session.record.ruleset)).partition("\nLog\n")[2]
    assert [line[:4].strip() for line in log.splitlines() if line[:4].strip()] == seen
    folds = [one for one in with_look(page_of(session), "log") if one.tag == "details"]
    assert [shown(one[0][0]) for one in folds if shown(one[0][0])] == list(dict.fromkeys(seen))
    view = view_of(model_of(session))
    rows = [
        row
        for block in make_page(view, link("entries")).blocks
        if isinstance(block, RowList)
        for row in block.rows
    ]
    assert [row.lead[1].text.strip() for row in rows] == list(dict.fromkeys(seen))
    for place, (number, _) in enumerate(runs, 1):
        if [one for one, _ in runs].count(number) == 1:  # one correction can insert entries in several places
            assert session.read(f"strike {place}")["entry"] == number
            assert make_page(view, link("entry", number=number)).title == f"Entry {place}"


@every_session
def test_the_table_for_a_spreadsheet_has_every_row_of_every_receipt(game: str, seed: int) -> None:
    """Entry numbers are those of the JSON."""
    session, _ = whole(game, seed)
    text = export_bytes(session, "csv", "en").decode()
    found = [(line["entry"], line["player"], line["amount"]) for line in csv.DictReader(text.splitlines())]
    receipts: Any = session_structure(session)["receipts"]
    assert [one["action"] for one in receipts] == [number for number, _ in session.record.receipts()]
    rows = [(str(one["entry"]), row["player"], str(row["amount"])) for one in receipts for row in one["rows"]]
    assert found == rows
    numbers = dict(enumerate(session.record.numbers, 1)) | {0: 0}
    assert all(numbers[one["entry"]] == one["action"] for one in receipts)
