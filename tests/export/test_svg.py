"""The chart as an element of a page: everybody is named, and no name in it does anything."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.draw.svg import LINE, SMALL, WIDE, Size, chart_svg
from companion.report.curve import curve_of
from companion.report.words import speaker_of
from companion.session import Session
from tests.export.nasty import golden
from tests.export.pages import page_of
from tests.stephensons_rocket.moves import FINISH, extend, line, played, started
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE
from tests.support import ANTON, BEATE, CLAUS, sound_session

ALLOWED = {"svg", "title", "path", "polyline", "text"}


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
    """Spec, example 5, and 1,000 more for Anton: 73, 75, 65; 1 + 73,000 and so on at the ends of the lines."""
    root = parsed(finished())
    assert len(root.findall("polyline")) == 3
    found = texts(root)
    assert {"Anton 73,000", "Beate 75,000", "Claus 65,000", "end", "0", "20,000", "60,000"} <= set(found)
    assert root.findtext("title") == "Chart"


def test_names_do_not_touch_and_nothing_is_outside() -> None:
    root = parsed(sound_session([FINISH, FINISH | {"do": "remark", "note": "all alike"}], **FINAL_TABLE))
    heights = sorted(int(one.get("y") or 0) for one in root.iter("text") if one.get("class"))
    assert len(heights) == 3
    assert all(below - above >= LINE for above, below in pairwise(heights))
    for one in root.iter("polyline"):
        for point in (one.get("points") or "").split():
            x, y = map(int, point.split(","))
            assert 0 <= x <= WIDE.width
            assert 0 <= y <= WIDE.height


@pytest.mark.parametrize("session", [golden("nasty-names"), finished()], ids=["nasty", "plain"])
def test_no_name_is_markup(session: Session) -> None:
    root = parsed(session)
    assert {one.tag for one in root.iter()} == ALLOWED
    assert not [key for one in root.iter() for key in one.attrib if key.startswith("on") or "href" in key]


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
