"""`companion sheet`: an empty score sheet with the rows of the game, to print and to write on."""

from pathlib import Path
from typing import Any

import pytest

from tests.commands import write
from tests.export.pages import leads_outside, read, rows_of, shown

ROWS = {
    # Rulebook: four commodities and passengers, then stations and shares of each of the seven lines.
    "stephensons-rocket": [
        *("before the end", "steel", "textiles", "brewing", "leather", "passengers"),
        *(f"stations {line}" for line in ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")),
        *(f"shares {line}" for line in ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")),
        "total",
    ],
    # Rulebook, end of the game: shares of five companies, upgrades, gold, goods, coal and whistles, black tiles.
    "whistle-stop": [
        *("before the end", *(f"most shares {company}" for company in "ABCDE")),
        *("upgrades", "gold", "goods", "coal, whistles", "black tiles", "total"),
    ],
    "dampfross": ["at the start", "prizes", "fares paid", "fares received", "building", "total"],
}


@pytest.mark.parametrize("game", ROWS)
def test_the_sheet_has_the_rows_of_the_game_and_a_column_for_each_player(companion: Any, game: str) -> None:
    done = companion("sheet", game, "--players", "3")
    assert (done.code, done.err) == (0, "")
    page = read(done.out)
    assert list(leads_outside(page)) == []
    *_, sheet = page.iter("table")
    head, *rows = rows_of(sheet)
    assert head == ["", "1", "2", "3"]
    assert [row[0] for row in rows] == ROWS[game]
    assert {cell for row in rows for cell in row[1:]} == {""}


def test_dampfross_has_lines_for_as_many_runs_as_there_may_be(companion: Any) -> None:
    """Ruleset: 18 or 36 runs; six players at most."""
    first, _ = read(companion("sheet", "dampfross").out).iter("table")
    head, *rows = rows_of(first)
    assert head == ["", *"123456"]
    assert [row[0] for row in rows] == ["at the start", "building", *(f"{run}." for run in range(1, 37))]


def test_words_of_the_game_are_in_the_language_asked_for_and_out_writes_a_file(companion: Any) -> None:
    printed = companion("sheet", "stephensons-rocket", "--lang", "de").out
    assert "Stahl" in shown(read(printed))
    done = companion("sheet", "stephensons-rocket", "--lang", "de", "--out", "sheet.html")
    assert (done.code, done.out, Path("sheet.html").read_text(encoding="utf-8")) == (0, "", printed)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["chess"], 2, 'companion sheet: there is no ruleset "chess"'),
        (["whistle-stop", "--players", "9"], 2, "companion sheet: Whistle Stop takes 2 to 5 players, not 9"),
        (["whistle-stop", "--out", "game.toml"], 1, "game.toml: there is a session"),
    ],
)
def test_what_cannot_be_gets_one_sentence(
    companion: Any, arguments: list[str], code: int, sentence: str
) -> None:
    write([])
    done = companion("sheet", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
    assert done.err.startswith(sentence)
