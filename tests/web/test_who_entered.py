"""Every screen names who entered what on a phone: in the file, in the log, in reports and on other phones."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from companion.desk.desk import Desk
from companion.draw.export import export_bytes
from companion.draw.log import log_lines
from companion.report.session_text import session_text
from companion.report.words import speaker_of
from tests.support import ANTON, BEATE, CLAUS, session_of
from tests.web.phones import Page
from tests.web.visiting import House

ADJUST = {"do": "adjust", "player": CLAUS, "amount": 500, "reason": "slip"}
PASS = {"do": "pass", "by": ANTON}
EDIT = {"do": "amend", "entry": 1, "action": {**ADJUST, "amount": 700}}
Do = Callable[[Desk], None]
_MARKUP = re.compile(r'<span class="chip[^>]*>.</span>\s|<[^>]*>')


def entered(block: dict[str, Any]) -> Do:
    def do(desk: Desk) -> None:
        (desk.offer if block["do"] == "amend" else desk.open_block)(block)
        desk.press("enter")

    return do


def screens(house: House) -> dict[str, str]:
    """What people read of the whole session, on paper, in a terminal and on a phone."""
    session = house.hub.session
    speaker = speaker_of(session, "en")
    looker = house.visitor()
    found = {"html": unescape(export_bytes(session, "html", "en").decode())}
    found["show"] = session_text(session, speaker)
    found["phone"] = unescape(looker.get("/page/entries").text + looker.get("/").text)
    return {to: _MARKUP.sub("", text.replace("</td>", "\n")) for to, text in found.items()}


@pytest.mark.parametrize(
    ("before", "do", "field", "said", "where"),
    [
        ((), entered(ADJUST), ("by", BEATE), "adjusts Claus's score", "html show phone"),
        ((), entered({"do": "seats", "order": [BEATE, ANTON, CLAUS]}), ("by", BEATE),
         "Entered by Beate: From now on, clockwise: Beate, Anton, Claus", "html show phone"),
        ((ADJUST,), entered(EDIT), ("by", BEATE), "(edited by Beate)", "html show phone"),
        ((ADJUST,), lambda desk: desk.take("undo"), ("by", BEATE), "undone by Beate", "html"),
        ((PASS,), lambda desk: desk.take("undo"), ("by", BEATE), "Beate undid: Anton passes (entry 1)", "phone"),
        ((), entered(PASS), ("note", "Entered by Beate"), "Entered by Beate", "html show phone"),
        ((PASS, PASS), entered({**PASS, "by": BEATE}), ("note", None), "Beate", "show"),
        ((), entered({**PASS, "note": "x; Entered by Beate"}), ("note", "x; Entered by Beate"), "by Beate", "show"),
        ((PASS, PASS), entered({**PASS, "by": BEATE, "note": "Entered by Anton"}),
         ("note", "Entered by Anton; Entered by Beate"), "Entered by Anton; Entered by Beate", "show"),
        ((), entered({"do": "isolate", "line": "GWR"}), ("by", BEATE), "Entered by Beate: GWR", "html show phone"),
        ((), entered({"do": "isolate", "line": "GWR", "by": CLAUS}), ("by", BEATE), "Entered by Beate: GWR", "show"),
    ],
    ids=["adjust", "seats", "edit", "undo", "undo on phones", "for another", "own", "again", "forged", "of the table",
         "forged table"],
)  # fmt: skip
def test_what_a_phone_enters_names_its_player_everywhere(
    before: Any, do: Do, field: tuple[str, Any], said: str, where: str
) -> None:
    house = House(session_of(before))
    beate, host = house.visitor(seat=1), house.host()
    house.hub.act(beate.guest, do)
    session = house.hub.session
    assert session.record.entry_count == len(before) + 1, house.hub.numbered_desk(
        beate.guest
    ).desk.sayings.shown
    block = session.record.blocks[-1]
    assert block.get(field[0]) == field[1]
    if block["do"] == "pass":
        assert block["by"] == (BEATE if before else ANTON), "who acts, not who taps"
    found = screens(house)
    assert [one for one in where.split() if said not in found[one]] == []
    house.hub.act(host.guest, entered({"do": "remark", "note": "y"}))
    assert "by" not in session.record.blocks[-1], "the host has no seat"
    desk: Any = house.hub.numbered_desk(host.guest).desk
    app = "\n".join("".join(span.text for span in line) for line in log_lines(desk, 100, 10))
    assert said in app or block["do"] in ("undo", "pass")


def test_others_are_told_who_undid_what_and_the_phone_itself_what_it_undid() -> None:
    house = House(session_of([PASS]))
    beate, claus = house.visitor(seat=1), house.visitor(seat=2)
    claus.get("/")
    undone = beate.tap("command:undo").entry
    assert in_toast(undone) == "Undone: Anton passes (entry 1) Redo"
    assert in_toast(claus.get("/").text) == "Beate undid: Anton passes (entry 1)", (
        "in sight, without a way back"
    )
    assert in_toast(beate.tap("command:redo").entry) == "Redone: Anton passes (entry 1) Undo"
    assert in_toast(claus.get("/").text) == "Beate redid: Anton passes (entry 1)"
    undone = claus.taps("command:undo", "press:enter").entry
    assert in_toast(undone) == "Undone: Anton passes (entry 1) Redo", (
        "it was another's, so it was asked first"
    )
    assert Page(undone).text.count("Anton passes") == 1, "it is told twice"


def in_toast(html: str) -> str:
    """What the dock says above all else, and the button beside it."""
    found = re.search(r'<div class="toast[^>]*>(.*?</div>.*?)</div>', html)
    return Page(found[1]).text if found else ""


def test_the_note_is_in_the_language_of_the_host_and_names_follow_a_renaming() -> None:
    house = House(session_of())
    beate = house.visitor(seat=1, wished="de")
    house.hub.act(beate.guest, entered(PASS))
    house.hub.act(beate.guest, entered(ADJUST))
    house.hub.act(beate.guest, lambda desk: desk.take("undo"))
    house.hub.act(beate.guest, entered({"do": "setup", "rename": {BEATE: "Bea"}}))
    house.hub.act(beate.guest, lambda desk: desk.open_block(PASS))
    house.hub.act(house.host().guest, entered({"do": "setup", "rename": {"Bea": "Trix"}}))
    beate.tap("press:enter")
    assert house.hub.session.record.blocks[-1]["note"] == "Entered by Trix"
    assert house.hub.session.record.blocks[0]["note"] == "Entered by Beate"
    assert "undone by Trix\n" in screens(house)["html"]
