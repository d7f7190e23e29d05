"""The report in Markdown: everything in it, and nothing in it that a name put there."""

import re

import pytest
from hypothesis import given, settings

from companion.core.messages import say
from companion.core.receipts import PayoutRow, Receipt
from companion.draw.export import export_bytes
from companion.draw.markdown import block_texts, inline, paragraph
from companion.pages.page import Log
from companion.report.words import Speaker
from companion.session import Session
from tests.corrections import amend, insert, setup, strike
from tests.export.nasty import golden, names, notes, session_with, tables
from tests.export.pages import page_of, rows_of
from tests.export.reader import shown_text, tables_of, tokens_of
from tests.stephensons_rocket.moves import extend, line, played, skip, started, token
from tests.support import ANTON, BEATE, CLAUS, THREE, sound_session

P, Q, R = '=1+1|"x"', "<script>*_a_*</script>", "# [b](http://c.de) \\"
READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]

# All that a report is made of; a name that became more than text would bring in another kind.
OURS = {
    "heading_open", "heading_close", "paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close",
    "list_item_open", "list_item_close", "table_open", "table_close", "thead_open", "thead_close", "tbody_open",
    "tbody_close", "tr_open", "tr_close", "th_open", "th_close", "td_open", "td_close", "inline", "text",
    "strong_open", "strong_close", "hardbreak",
}  # fmt: skip


def report(session: Session, language: str = "en") -> str:
    return export_bytes(session, "md", language).decode()


def one_line(text: str) -> str:
    return re.sub("[ \t\r\n]+", " ", text).strip(" ")


def section(text: str, heading: str) -> str:
    """Return the text under a heading, up to the next one of any depth."""
    found = re.search(rf"^#+ {re.escape(heading)}\n\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"no heading {heading}"
    return found[1].rstrip()


def test_the_report_begins_with_title_game_date_start_player_and_options() -> None:
    text = report(golden("stopped"))
    assert text.startswith(
        "# Thursday at Beate's\n\n"
        "- game: Stephenson's Rocket (stephensons-rocket)\n"
        "- started: 2026-11-14 19:30 UTC\n"
        "- starting player: Anton\n"
        "- 11 entries\n"
        "- hidden money: no\n\n## Players\n"
    )


def test_a_receipt_that_moves_no_money_has_no_table_of_amounts() -> None:
    """Spec, example 2, with the exchange of shares after it: one table for the payout, none for the swap."""
    start = started(line("LSWR", unnamed_towns=3, shares={ANTON: 3, BEATE: 2}), line("GWR"), up=CLAUS)
    session = played(extend(CLAUS, "LSWR", into="GWR"), **start)
    entry = section(report(session), "1. Claus merges LSWR into GWR")
    assert [table[-1] for table in tables_of(entry)] == [["total", "", "", "4,000"]]
    assert "3 → 1" in entry
    amounts = [rows_of(one) for one in page_of(session).iter("table")]
    assert not [rows for rows in amounts if rows[-1][0] == "0"]


def test_players_are_listed_from_the_start_player_with_their_colours() -> None:
    session = sound_session([setup(starts=BEATE, colours={ANTON: "red", CLAUS: "blue"})])
    assert tables_of(section(report(session), "Players")) == [
        [["seat", "player", "colour"], ["1", BEATE, ""], ["2", CLAUS, "blue"], ["3", ANTON, "red"]]
    ]


def test_a_game_that_goes_on_shows_standings_and_projection() -> None:
    """Anton has 2,000; at the end 6,000 for steel and 2,000 for his share of GWR with 2 towns."""
    standing = section(report(sound_session(READING)), "Scores so far")
    assert standing.startswith("Beate is up.\n")
    assert tables_of(standing) == [
        [
            ["rank", "player", "now", "if it ended now", "rank"],
            ["1", ANTON, "2,000", "10,000", "1"],
            ["2", BEATE, "0", "0", "2"],
            ["2", CLAUS, "0", "0", "2"],
        ]
    ]


def test_an_entry_tells_what_happened_and_its_receipt_with_table_sentence_and_rule() -> None:
    assert section(report(golden("stopped")), "5. Claus extends LSWR to Reading") == (
        "Most Reading tokens: Anton 1, Beate 1. Anton and Beate share first and second place: "
        "(2,000 + 1,000) ÷ 2, rounded down to 1,000 each. "
        "(Rulebook, scoring 1: a line reaches a new metropolis)\n\n"
        "| player    | count | place |    amount |\n"
        "| --------- | ----: | ----: | --------: |\n"
        "| Anton     |     1 |     1 |     1,000 |\n"
        "| Beate     |     1 |     1 |     1,000 |\n"
        "| **total** |       |       | **2,000** |\n\n"
        "- Claus takes one LSWR share (15 left).\n"
        "- LSWR leaves its start town, which now counts as a town. No track tile is laid."
    )


def test_steps_of_a_calculation_that_the_sentence_leaves_out_are_listed() -> None:
    said, when_missing = say("payout.no-second", second=500), say("show.up", player="# Anton")
    text = say("payout.text", what=say("payout.split", first=7, second=500), how=(said,))
    receipt = Receipt("fares", None, (PayoutRow(ANTON, None, None, -7),), text, (said, when_missing))
    assert list(block_texts(Log([receipt]).blocks(Speaker()), Speaker())) == [
        "First 7, second 500: Nobody is second, so the 500 isn't paid.",
        "- \\# Anton is up",
        "| player    | count | place | amount |\n"
        "| --------- | ----: | ----: | -----: |\n"
        "| Anton     |       |       |     −7 |\n"
        "| **total** |       |       | **−7** |",
    ]


def test_final_receipts_that_pay_nobody_are_gathered_by_kind() -> None:
    final = section(report(golden("stopped")), "11. The players end the game")
    assert "Final scoring, tokens for textiles, brewing: Nobody has any, so nothing is paid. (" in final
    assert "Final scoring, stations on NER, L&Y, LNWR, GER, SER: Nobody has any, so nothing is paid" in final
    assert "Final scoring, shares in NER, L&Y, LNWR, GER, SER: Nobody has any, so nothing is paid" in final
    assert final.count("Nobody has any, so") == 3


def test_the_log_has_set_up_warnings_rulings_what_they_overruled_and_notes() -> None:
    text = report(
        sound_session(
            [skip(BEATE, ruling="in a hurry", note="at\nten"), token(ANTON, "Leeds")],
            THREE,
            position={"tracks_laid": 3},
        )
    )
    assert section(text, "Set-up") == "- This session starts mid-game."
    assert section(text, "1. Beate passes") == (
        "- House ruling: in a hurry\n- Allowed anyway: It's Anton's turn, not Beate's.\n- Note: at\\\n  ten"
    )
    assert section(text, "2. Anton takes steel from Leeds") == (
        "- ! On the printed board, Leeds is a railway town."
    )


def test_payouts_come_first_then_what_else_moved_each_in_the_order_of_events() -> None:
    """Spec, extend: the merger's last tile is laid after its payout."""
    merger = section(report(golden("stopped")), "7. Anton merges LSWR into GWR")
    order = ["merges into", "Swap LSWR for GWR", "Lay a track tile.", "57 left"]
    assert sorted(order, key=merger.index) == order


def test_what_was_corrected_shows_every_entry_that_does_not_stand_as_written() -> None:
    blocks = [
        token(ANTON, "Reading"),
        skip(ANTON, ruling="tired"),
        {"do": "undo", "by": BEATE, "note": "wrong"},
        {"do": "redo"},
        amend(1, token(ANTON, "Dover")),
        {"do": "remark", "note": "who is up?"},
        strike(6),
        insert(2, {"do": "remark", "note": "late"}),
        skip(BEATE),
        strike(2),
        {"do": "undo", "to": 8},
    ]
    assert tables_of(section(report(sound_session(blocks)), "Undone and edited entries")) == [
        [
            ["entry", "original", "what happened"],
            ["1", "Anton takes steel from Reading", "edited: Anton takes steel from Dover"],
            ["3", "Anton passes", "undone by Beate; redone"],
            ["-", "Note: who is up?", "deleted"],
            ["2", "Inserted: Note: late", "inserted"],
            ["-", "Beate passes", "undone"],
            ["-", "Deleted: Anton passes", "undone"],
        ]
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("http://a/b", r"http\:/\/a/b"),
        ("www.a.de", r"www\.a\.de"),
        ("a@b", r"a\@b"),
        ("[x](y)", r"\[x\](y)"),
        ("a|b<c", "a&#124;b&lt;c"),
        ("&lt; &#60; L&Y", r"&amp;lt; &amp;\#60; L&Y"),
        ("*_`~$\\", r"\*\_\`\~\$\\"),
        (
            "Anton 2 = Beate 2 > Claus 1, 1,000 (2 + 3) / 2.",
            "Anton 2 = Beate 2 > Claus 1, 1,000 (2 + 3) / 2.",
        ),
    ],
)
def test_signs_are_escaped_where_they_would_mean_something_and_only_there(text: str, written: str) -> None:
    assert inline(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("- a", r"\- a"),
        ("+ a", r"\+ a"),
        ("> a", r"\> a"),
        ("===", r"\==="),
        ("1. a", r"1\. a"),
        ("12) a", r"12\) a"),
    ],
)
def test_a_line_cannot_begin_a_list_a_quote_or_a_heading(text: str, written: str) -> None:
    assert paragraph(text) == written


def test_nasty_names_in_the_golden_session_stay_names() -> None:
    text = report(golden("nasty-names"))
    tokens = tokens_of(text)
    assert {token.type for token in tokens} <= OURS
    headings = [shown_text(tokens[at + 1]) for at, one in enumerate(tokens) if one.type == "heading_open"]
    assert headings == [
        "## ![x](y) &amp; | www.example.com", "Players", "Result", "Score sheet", "Log",
        f"1. {P} takes steel from Reading", f"2. {P} extends GWR to Reading",
        f"3. {Q} takes leather from Reading", f"4. {Q} extends LSWR to Reading",
        f"5. {P}'s score is adjusted",
        f"6. {R} passes", f"7. {R} places a station", "8. The players end the game", "Undone and edited entries",
    ]  # fmt: skip
    assert tables_of(text)[:2] == [
        [["seat", "player", "colour"], ["1", P, "**red**"], ["2", Q, ""], ["3", R, ""]],
        [["rank", "player", "now"], ["1", P, "10,500"], ["2", Q, "9,000"], ["3", R, "0"]],
    ]
    shown = [shown_text(token) for token in tokens if token.type == "inline"]
    assert "Note: one\n# two\n- three | four\n| a | b |\n|---|---|\n```" in shown
    assert "House ruling: `he` may <b>pass</b>" in shown


@settings(max_examples=8)  # each is a whole report
@given(tables, notes, names)
def test_any_names_are_text_in_whole_tables(players: tuple[str, ...], note: str, reason: str) -> None:
    text = report(session_with(players, note, reason))
    found = tables_of(text)
    for table in found:
        assert {len(row) for row in table} == {len(table[0])}
    assert [row[1] for row in found[0][1:]] == [one_line(name) for name in players]
    tokens = tokens_of(text)
    assert {token.type for token in tokens} <= OURS
    assert sum(token.type == "table_open" for token in tokens) == 7
    shown = [shown_text(token) for token in tokens if token.type == "inline"]
    assert shown[0] == one_line(reason)
    assert f"starting player: {one_line(players[0])}" in shown
