"""`companion enter`: lines of the notation from its input."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.session import Library
from companion.storage.saves import Save
from tests.commands import write
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, ROOT

TYPED = ROOT / "tests" / "typed"


def test_a_whole_game_typed_line_by_line_gives_the_same_json_as_its_toml(companion: Any, enter: Any) -> None:
    """89 entries with vetoes, mergers and an isolated line, to the end."""
    toml = (TYPED / "whole-game.toml").read_text(encoding="utf-8")
    Path("toml.toml").write_text(toml, encoding="utf-8")
    Path("game.toml").write_text(toml.partition("[[actions]]")[0], encoding="utf-8")
    done = enter((TYPED / "whole-game.txt").read_text(encoding="utf-8"))
    assert (done.code, done.err) == (0, "")
    typed, written = companion("show", "game.toml", "--json"), companion("show", "toml.toml", "--json")
    assert typed.json == written.json
    kinds = {receipt["kind"] for receipt in typed.json["receipts"]}
    assert (typed.json["finished"], typed.json["actions"]) == (True, 89)
    assert {"metropolis", "station", "merger", "exchange", "final-shares"} <= kinds
    assert "isolated" in {line["status"] for line in typed.json["state"]["lines"].values()}


def test_each_saved_line_is_told_with_its_number_what_it_does_and_the_balances_after_it(enter: Any) -> None:
    write([token(ANTON, "Reading")])
    assert enter("extend gwr reading\n").out == (
        "2  Anton extends GWR to Reading\n"
        "    PAY  Anton 2,000\n"
        "    Reading tokens: Anton 1. Anton is first: 2,000. "
        "Nobody is second.\n"
        "    GWR leaves its start town, which now counts as a town.\n"
        "    After this: Anton 2,000 (+2,000)\n"
    )


def test_the_first_refusal_ends_it_with_the_number_of_its_line(companion: Any, enter: Any) -> None:
    """manual.md, "Commands": exit 1 with the line's number at the first refusal, everything before it booked."""
    file = write()
    done = enter("# a comment\n\npass\npass by claus\npass\n")
    assert (done.code, done.err) == (1, "game.toml: line 4: It's Anton's turn, not Claus's.\n")
    assert companion("show", file, "--json").json["actions"] == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("frobnicate", 'There\'s no action "frobnicate".'),
        ("remark " + "x" * 30_000, "The line has more than 20,000 characters"),
        ("take-token \udcff steel", "This isn't UTF-8 text"),
        ("undo", "There's nothing to undo."),
        ("adjust anton 99999999999 x", "Amount must be at most"),
    ],
)
def test_a_bad_line_gets_one_sentence_and_books_nothing(enter: Any, line: str, reason: str) -> None:
    write()
    before = Path("game.toml").read_bytes()
    done = enter(f"{line}\n")
    assert done.code == 1
    assert done.err.startswith(f"game.toml: line 1: {reason}")
    assert done.err.count("\n") == 1
    assert Path("game.toml").read_bytes() == before


def test_lines_are_utf_8_with_or_without_a_mark_and_of_any_line_ending(companion: Any, enter: Any) -> None:
    file = write()
    assert enter('\ufefftake-token "Győr" steel\r\npass\r\n').code == 0
    assert companion("show", file, "--json").json["state"]["tokens"][0]["city"] == "Győr"


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_lines_in_another_encoding_get_a_word_about_that(enter: Any, encoding: str) -> None:
    """As editors and shells of Windows may write them."""
    file = write()
    done = enter('take-token "München" steel\n'.encode(encoding))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"{file}: line 1: This isn't UTF-8 text. ")


def test_hidden_balances_are_not_told_until_the_end_is_saved(enter: Any) -> None:
    """stephensons-rocket.md, "Options": what an entry pays is seen, what somebody has is not."""
    write([token(ANTON, "Reading")], options={"hidden_money": True})
    lines = [
        "extend gwr reading",
        "adjust anton 4321 gift",
        "recount tiles 3 cash beate 8765 because x",
        "amend 3 remark x",
    ]
    out = enter("\n".join(lines)).out
    assert not any(sum_ in out for sum_ in ("6,321", "8765", "8,765"))
    assert "Anton is first: 2,000" in out
    assert "\n3  " in out
    assert "6,321" not in enter("adjust anton -99999 x\n").err
    assert "Anton wins\n" in enter("finish\n").out


@pytest.mark.parametrize("line", ["e gwr", "ext gwr", "extend gwr sta anton", "ausbauen gwr", "u", "passen"])
def test_the_words_of_the_notation_are_english_and_written_in_full(enter: Any, line: str) -> None:
    """So a script means the same in every language and whatever the session holds."""
    write([skip(ANTON)])
    assert enter(f"{line}\n", "game.toml", "--lang", "de").code == 1


def test_a_line_is_read_against_the_state_at_that_moment(enter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(write())
    other, appended = Library().open(file), Save.append

    def overtaken_once(save: Save, *given: Any) -> Any:
        monkeypatch.setattr(Save, "append", appended)
        other.enter({"note": "quicker", "do": "remark"})
        return appended(save, *given)

    monkeypatch.setattr(Save, "append", overtaken_once)
    assert enter("pass\n").code == 0
    assert [block["do"] for block in Library().read(file).record.blocks] == ["remark", "pass"]


def test_a_pipe_is_told_where_replaced_entries_are(enter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(stream: object) -> Iterator[tuple[int, str]]:
        yield 1, "pass"
        write()  # an older copy, put back
        yield 2, "pass"

    write()
    monkeypatch.setattr("companion.cli.enter._lines", lines)
    done = enter("")
    assert (done.code, "is kept in backups/game.replaced.toml" in done.err) == (0, True)
