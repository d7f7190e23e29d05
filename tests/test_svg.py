"""The chart as svg: whole by itself, readable by anybody, and no name in it does anything."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.report.svg import FLAT, LINE, SMALL, WIDE, Size, chart_svg
from companion.session import Session
from tests.export.nasty import golden
from tests.stephensons_rocket.moves import FINISH, extend, line, played, started
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE
from tests.support import ANTON, BEATE, CLAUS, sound_session

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "style", "rect", "path", "polyline", "text"}


def parsed(session: Session) -> ElementTree.Element:
    return ElementTree.fromstring(chart_svg(session, "en"))


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def finished() -> Session:
    gift = {"do": "adjust", "player": ANTON, "amount": 1_000, "reason": "found"}
    return sound_session([gift, FINISH], **FINAL_TABLE)


def test_lines_names_round_heights_and_marks() -> None:
    """Spec, example 5, and 1,000 more for Anton: 73, 75, 65; 1 + 73,000 and so on at the ends of the lines."""
    root = parsed(finished())
    assert len(root.findall(f"{SVG}polyline")) == 3
    found = texts(root)
    assert {"Anton 73,000", "Beate 75,000", "Claus 65,000", "end", "0", "20,000", "60,000"} <= set(found)
    assert "Beate won with 75,000 pounds, 2,000 ahead of Anton." in (root.findtext(f"{SVG}desc") or "")


def test_names_do_not_touch_and_nothing_is_outside() -> None:
    root = parsed(sound_session([FINISH, FINISH | {"do": "remark", "note": "all alike"}], **FINAL_TABLE))
    names = [one for one in root.iter(f"{SVG}text") if "name" in (one.get("class") or "")]
    heights = sorted(int(one.get("y") or 0) for one in names)
    assert all(below - above >= LINE for above, below in pairwise(heights))
    for one in root.iter(f"{SVG}polyline"):
        for point in (one.get("points") or "").split():
            x, y = map(int, point.split(","))
            assert 0 <= x <= WIDE.width
            assert 0 <= y <= WIDE.height


@pytest.mark.parametrize("session", [golden("nasty-names"), finished()], ids=["nasty", "plain"])
def test_it_is_whole_by_itself_and_no_name_is_markup(session: Session) -> None:
    svg = chart_svg(session, "en")
    root = ElementTree.fromstring(svg)
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= ALLOWED
    assert not [key for one in root.iter() for key in one.attrib if key.startswith("on") or "href" in key]
    style = root.findtext(f"{SVG}style") or ""
    assert not re.search(r"url|@import|//", style)
    assert "prefers-color-scheme:dark" in style
    assert chart_svg(session, "en") == svg


def test_players_have_the_colours_they_named_and_lines_differ_without_colour() -> None:
    colours = {ANTON: "red", BEATE: "yellow", CLAUS: "blue"}
    session = finished()
    session.enter({"do": "setup", "colours": colours})
    root = parsed(session)
    style = root.findtext(f"{SVG}style") or ""
    light, dark = style.split("@media")
    assert ".s0{stroke:#c4122f}" in light
    assert ".s1{stroke:#6e6400}" in light, "yellow that can be read on white"
    assert ".s1{stroke:#f5dd42}" in dark
    assert len({one.get("stroke-dasharray") for one in root.iter(f"{SVG}polyline")}) == 3


def test_while_there_is_nothing_to_draw_it_says_so() -> None:
    assert texts(parsed(sound_session([]))) == ["Not enough entries for a chart yet."]
    hidden = sound_session([], options={"hidden_money": True}, **FINAL_TABLE)
    found = chart_svg(hidden, "en")
    assert "Money is hidden until the end" in found
    assert "28,000" not in found


@pytest.mark.parametrize("size", [WIDE, SMALL, FLAT])
def test_mergers_close_to_each_other_are_all_named(size: Size) -> None:
    """Ten quiet entries, then four mergers in a row: too close for one row of words on a phone."""
    gone, turns = ("NER", "L&Y", "LNWR", "GER"), (ANTON, ANTON, BEATE, BEATE)
    quiet = [{"do": "adjust", "player": ANTON, "amount": 1_000, "reason": "found"}] * 10
    merged = [extend(who, name, into="GWR") for who, name in zip(turns, gone, strict=True)]
    start = started(*(line(name, unnamed_towns=1) for name in (*gone, "LSWR", "SER", "GWR")), up=ANTON)
    found = texts(ElementTree.fromstring(chart_svg(played(*quiet, *merged, **start), "en", size)))
    named = [name for name in gone if {f"{name}→GWR", f"{name} merges into GWR"} & {*found}]
    assert named == [*gone]
