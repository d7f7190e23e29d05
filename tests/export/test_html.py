"""The page of HTML: what it shows, that nothing in it is more than text, and that it asks for nothing from outside."""

import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.core.messages import say
from companion.core.player_colours import PLAIN_CHIPS, is_bright
from companion.core.views import Cell, Column, Mark, TableRow, TableView
from companion.draw.html import PageHtml
from companion.draw.svg import SMALL, WIDE, Size, chart_svg
from companion.pages.session_view import SessionView
from companion.report.chart_data import curve_of
from companion.report.words import Speaker, speaker_of
from companion.session import Session
from tests.corrections import amend, insert, strike
from tests.export.nasty import golden, session_with
from tests.export.pages import Element, contrast, leads_outside, page_of, read, rows_of, shown, with_look
from tests.stephensons_rocket.moves import FINISH, extend, line, played, skip, started, token
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE
from tests.support import ANTON, BEATE, CLAUS, ROOT, THREE, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]

# All that a page is made of; a name that became more than text would bring in another kind.


def test_the_winner_stands_large_above_ranks_scores_and_bars_of_one_scale() -> None:
    """stephensons-rocket.md, "Final scoring 3": Beate 75,000, Anton 72,000, Claus 65,000."""
    page = page_of(golden("rulebook-table"))
    assert shown(with_look(page, "winner")) == "B Beate wins with 75,000 pounds"
    table = with_look(page, "standings")
    assert rows_of(table) == [
        ["place", "player", "score", ""],
        ["1", "B Beate", "75,000", ""],
        ["2", "A Anton", "72,000", ""],
        ["3", "C Claus", "65,000", ""],
    ]
    bars = [one.get("style") for one in table.iter("span") if "bar" in one.get("class", "").split()]
    assert bars == ["width:100.0%", "width:96.0%", "width:86.7%"]  # 72 of 75 is 96 %, 65 of 75 86.67 %


def test_title_game_day_length_and_players_are_in_the_head() -> None:
    """Two entries, 30 and 95 minutes after the beginning: 1 h 35."""
    blocks = [
        {**READING[0], "at": datetime(2026, 3, 5, 20, 0, tzinfo=UTC)},
        {**READING[1], "at": datetime(2026, 3, 5, 21, 5, tzinfo=UTC)},
    ]
    begun = datetime(2026, 3, 5, 19, 30, tzinfo=UTC)
    page = page_of(sound_session(blocks, title="Thursday", created=begun))
    (header,) = page.iter("header")
    assert [shown(one) for one in header] == [
        "Stephenson's Rocket",
        "Thursday",
        "2026-03-05 · 1 h 35 min · 2 entries",
        "A AntonB BeateC Claus",
    ]
    assert page.findtext("head/title") == "Thursday"


def test_every_entry_is_folded_with_who_line_receipts_reasons_and_remarks() -> None:
    page = page_of(session_with(THREE, note="late\nagain", reason="house rule"))
    folds = [one for one in with_look(page, "log") if one.tag == "details"]
    assert all(one.get("open") is None for one in folds)
    assert [shown(one[0]) for one in folds[:2]] == [
        "1 A Anton takes a steel token from house rule",
        "2 A Anton extends GWR to house rule A Anton +2,000",
    ]
    said = shown(folds[1])
    assert "house rule tokens: Anton 1. Anton is first: " in said
    assert rows_of(next(folds[1].iter("table"))) == [
        ["player", "amount", "count", "place"],
        ["A Anton", "2,000", "1", "1"],
    ]
    assert "Note: late" in shown(folds[0])
    assert any("House ruling: house rule" in shown(one) for one in folds)


def section(page: Element, heading: str) -> Element:
    (found,) = [one for one in page.iter("section") if heading in map(shown, one.iter("h2"))]
    return found


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
    assert rows_of(section(page_of(sound_session(blocks)), "Undone and edited entries")) == [
        ["entry", "original", "what happened"],
        ["1", "Anton takes a steel token from Reading", "edited: Anton takes a steel token from Dover"],
        ["3", "Anton passes", "undone by Beate; redone"],
        ["-", "Note: who is up?", "deleted"],
        ["2", "Inserted: Note: late", "inserted"],
        ["-", "Beate passes", "undone"],
        ["-", "Deleted: Anton passes", "undone"],
    ]


def test_no_name_asks_for_something_from_outside_and_the_policy_of_the_page_allows_nothing() -> None:
    page = page_of(golden("nasty-names"))
    (policy,) = [one.get("content") for one in page.iter("meta") if one.get("http-equiv")]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    worse = "</style><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "--></details><!--"
    assert list(leads_outside(page_of(session_with(worse, "]]> &lt; </summary>\n<b>", "</title><b>")))) == []


def test_headings_come_in_order_heads_of_tables_have_a_scope_and_the_language_is_said() -> None:
    for session in (golden("rulebook-table"), golden("nasty-names")):
        page = page_of(session)
        assert page.get("lang") == "en"
        depths = [int(one.tag[1]) for one in page.iter() if re.fullmatch("h[1-6]", one.tag)]
        assert depths[0] == 1
        assert depths.count(1) == 1
        assert all(later - earlier <= 1 for earlier, later in pairwise(depths))
        assert all(one.get("scope") in ("col", "row", "colgroup") for one in page.iter("th"))
        assert all(shown(one) for one in page.iter("th")), "an empty head is no head"


def table_of(columns: tuple[Column, ...], *rows: tuple[Cell, ...], **more: Any) -> TableView:
    named = Column(None, is_right=False), *columns
    return TableView(
        "lines", "Lines", named, tuple(TableRow(str(at), row) for at, row in enumerate(rows)), **more
    )


def drawn(reader: str | None, *tables: TableView, folds: bool = False) -> Element:
    draw = PageHtml(SessionView(sound_session(), Speaker()), lambda link: "", WIDE, reader)
    markup = draw.tables(tables) if folds else draw.tables([], tables)
    return read(f"<!DOCTYPE html>\n<html lang=''>{markup}</html>")


def test_any_table_becomes_one_with_heads_marks_and_chips_for_each_thing_that_players_have() -> None:
    columns = (
        Column("towns"),
        Column("shares", owner=ANTON),
        Column("stn.", owner=ANTON, whole="stations"),
        Column("shares", owner=BEATE),
    )
    cells = (Cell("<NER>"), Cell(None), Cell(2, Mark.MAJORITY, ANTON), Cell(0), Cell(1500, Mark.TIE, BEATE))
    page = drawn(None, table_of(columns, cells, legend=say("show.hidden")))
    assert [shown(one) for one in page.iter("caption")] == ["Lines: shares", "Lines: stations"]
    assert [rows_of(one) for one in page.iter("table")] == [
        [["", "A Anton", "B Beate", "towns"], ["<NER>", "2*", "1,500=", ""]],
        [["", "A Anton"], ["<NER>", "0"]],
    ]
    assert "Money is hidden until the end." in shown(page)


def test_the_column_of_who_reads_comes_first_then_the_main_one_then_the_other_players() -> None:
    columns = (
        Column("left"),
        Column(None, owner=ANTON),
        Column(None, owner=BEATE),
        Column("in all", is_main=True),
    )
    table = table_of(columns, (Cell("NER"), *map(Cell, (1, 2, 3, 4))))
    for reader, heads, figures in (
        (BEATE, ["B Beate", "in all", "A Anton", "left"], ["3", "4", "2", "1"]),
        (None, ["in all", "A Anton", "B Beate", "left"], ["4", "2", "3", "1"]),
    ):
        page = drawn(reader, table)
        assert rows_of(page) == [["", *heads], ["NER", *figures]]
        own = [shown(one) for one in page.iter() if "me" in one.get("class", "").split()]
        assert own == (["B Beate", "3"] if reader else [])


def test_rows_in_which_nobody_has_anything_are_folded_into_one_line() -> None:
    """A row with nothing counted in it, such as a line that was merged, is none of them, and runs over all columns."""
    columns = (Column(None, owner=ANTON), Column(None, owner=BEATE), Column("left"))
    rows = [(Cell(name), *map(Cell, cells)) for name, *cells in (
        ("coal", 0, 1, 5), ("wood", 0, 0, 5), ("steel", 0, 0, 0), ("gold is gone", None, None, None),
    )]  # fmt: skip
    page = drawn(None, table_of(columns, *rows), folds=True)
    (fold,) = page.iter("details")
    assert shown(fold[0]) == "Nobody has: wood and steel"
    assert rows_of(fold)[1:] == [["wood", "0", "0", "5"], ["steel", "0", "0", "0"]]
    assert rows_of(page)[1:3] == [["coal", "0", "1", "5"], ["gold is gone"]]


def test_text_stands_out_from_its_ground_by_day_and_by_night_and_letters_from_their_chips() -> None:
    """WCAG 2, 1.4.3: 4.5 to 1."""
    css = (ROOT / "companion/draw/report.css").read_text(encoding="utf-8")
    themes = [
        dict(re.findall(r"--(\w+): (#\w{6})", part))
        for part in re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    ]
    for theme in themes[:2]:  # the third is for paper
        for ground in ("ground", "glow"):
            for ink in ("text", "quiet", "accent"):
                assert contrast(theme[ink], theme[ground]) >= 4.5, (ink, ground)
    for name, chip in PLAIN_CHIPS.items():
        assert contrast("#000000" if is_bright(chip) else "#ffffff", chip) >= 4.5, name


# The chart as an element of a page: everybody is named, and no name in it does anything.


def parsed(session: Session, size: Size = WIDE) -> ElementTree.Element:
    curve = curve_of(session)
    assert curve is not None
    return ElementTree.fromstring(chart_svg(curve, speaker_of(session), size))


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter("text")]


def finished() -> Session:
    gift = {"do": "adjust", "player": ANTON, "amount": 1_000, "reason": "found"}
    return sound_session([gift, FINISH], **FINAL_TABLE)


def test_lines_names_round_heights_and_marks() -> None:
    """stephensons-rocket.md, "Final scoring 3", 1,000 more for Anton: 73, 75, 65; 1 + 73,000 and so on at the ends."""
    root = parsed(finished())
    assert len(root.findall("polyline")) == 3
    found = texts(root)
    assert {"Anton 73,000", "Beate 75,000", "Claus 65,000", "end", "0", "20,000", "60,000"} <= set(found)
    assert root.findtext("title") == "Chart"


def test_players_have_the_colours_they_named_and_lines_differ_without_colour() -> None:
    colours = {ANTON: "red", BEATE: "yellow", CLAUS: "blue"}
    session = finished()
    session.enter({"do": "setup", "colours": colours})
    (style,) = page_of(session).iter("style")
    light, _, dark = (style.text or "").rpartition("@media screen")
    assert "svg .s0{stroke:#c4122f}" in light
    assert "svg .s1{stroke:#6e6400}" in light, "yellow that can be read on white"
    assert "svg .s1{stroke:#f5dd42}" in dark
    root = parsed(session)
    assert len({one.get("stroke-dasharray") for one in root.iter("polyline")}) == 3
    assert {one.get("class") for one in root.iter("polyline")} == {"s0", "s1", "s2"}


@pytest.mark.parametrize("size", [WIDE, SMALL])
def test_mergers_close_to_each_other_are_all_named(size: Size) -> None:
    """Ten quiet entries, then four mergers in a row: too close for one row of words on a phone."""
    gone, turns = ("NER", "L&Y", "LNWR", "GER"), (ANTON, ANTON, BEATE, BEATE)
    quiet = [{"do": "adjust", "player": ANTON, "amount": 1_000, "reason": "found"}] * 10
    merged = [extend(who, name, into="GWR") for who, name in zip(turns, gone, strict=True)]
    start = started(*(line(name, unnamed_towns=1) for name in (*gone, "LSWR", "SER", "GWR")), up=ANTON)
    found = texts(parsed(played(*quiet, *merged, **start), size))
    named = [name for name in gone if {f"{name}→GWR", f"{name} merges into GWR"} & {*found}]
    assert named == [*gone]
