"""The television: text that can be read from the sofa, and nothing cut where nobody can scroll."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.web.guests import Guest
from companion.web.pages import Pages
from tests.support import ROOT, sound_session, text_of
from tests.web.browsing import PHONE, Phones
from tests.web.visiting import hub_of

FIVE = ("Maximilian-Alexander", "Beate", "Anna-Katharina", "Dora", "Emil")
CITIES = [10 * first + second for first in range(1, 7) for second in range(1, 7)]
COUNTED = {"do": "recount", "position": {"connected": CITIES}, "reason": "counted again"}
FINED = {"do": "adjust", "player": FIVE[0], "amount": 12, "reason": "a train was lost"}
SHOWN = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "companion/examples").glob("*.toml"))}
SHOWN |= {
    "36 cities": text_of([COUNTED], FIVE, game="dampfross"),
    "five players": text_of([FINED], FIVE, game="whistle-stop"),
    "long names": text_of([], FIVE[:4]),
}
SELDOM = [one for one in SHOWN if "finished" in one or one in ("whistle-stop-running", "long names")]
LETTER = 20
"""Pixels of a letter at 1920 by 1080, at the least."""
READ = (ROOT / "tests/web/board.js").read_text(encoding="utf-8")


def board(phones: Phones, text: str, **screen: Any) -> Any:
    table = phones.table_of(text, "it")
    assert table.session.record.failure is None
    page = phones.joined(table, **screen, locale="it")
    page.goto(f"{table.address}/board")
    page.wait_for_function("() => shown.tables !== undefined")
    return page


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.long] if one in SELDOM else []) for one in SHOWN]
)
def test_a_television_shows_all_of_it_in_large_letters(name: str, phones: Phones) -> None:
    """In Italian, whose words are long: every line of text is whole on one of the pages, which turn by themselves."""
    page = board(phones, SHOWN[name], viewport={"width": 1920, "height": 1080})
    assert page.evaluate(READ, LETTER) == []


def test_on_a_phone_the_board_is_as_wide_as_the_phone_uncut_and_has_one_heading(phones: Phones) -> None:
    page = board(phones, SHOWN["five players"], **PHONE)
    assert page.locator("[style*=clip]").count() == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    assert page.locator("h1").count() == 1


def parts_of(blocks: list[dict[str, Any]], game: str, **more: Any) -> dict[str, Any]:
    hub = hub_of(sound_session(blocks, game=game, **more))
    guest = hub.guests.join(hub.guests.code, "here", 0.0)
    assert isinstance(guest, Guest)
    return Pages(hub).parts("board", guest)


ENDS = [{"do": "end-turn", "by": "Anton"}, {"do": "end-turn", "by": "Beate"}]
THEN = [
    ("stephensons-rocket", [], "Then Beate."),
    ("stephensons-rocket", [{"do": "leave", "player": "Beate", "reason": "the last bus"}], "Then Claus."),
    ("whistle-stop", [], "Then Beate."),
    ("whistle-stop", ENDS, "Then Anton."),
    ("dampfross", [], "Then Beate."),
]


@pytest.mark.parametrize(("game", "blocks", "then"), THEN)
def test_a_television_says_who_is_next(game: str, blocks: list[dict[str, Any]], then: str) -> None:
    """Clockwise, past those who left; Anton, Beate, Claus, and Anton starts."""
    assert then in parts_of(blocks, game)["turn"]


def test_the_number_of_an_entry_and_its_time_are_told_apart() -> None:
    entered = {"do": "end-turn", "by": "Anton", "at": datetime(2026, 1, 9, 20, 30, tzinfo=UTC)}
    assert re.search(r">1 · \d\d:\d\d<", parts_of([entered], "whistle-stop")["last"])


def test_on_a_television_nothing_is_there_to_be_opened() -> None:
    """What nobody has is a line of text: at the start there is coal, but no cotton."""
    tables = parts_of([], "whistle-stop")["tables"]
    assert "Nobody has any of these: cotton" in tables
    assert "<details" not in tables
