"""What taps can do besides plain entries: repairs, somebody else's turn, dice. No sentence there names a key."""

import re

import pytest

from companion.games.registry import engines
from companion.words import LANGUAGES
from tests.catalogs.files import texts
from tests.support import session_of
from tests.web.phones import PlainPhone
from tests.web.tapping import BOOK, Tap


def tapped(phone: PlainPhone, *taps: str | Tap) -> None:
    for one in taps:
        phone.tap(*one) if isinstance(one, Tap) else phone.tap(one)


def named(phone: PlainPhone, value: str) -> str:
    place = next(at for at, one in enumerate(phone.desk.form.candidates) if one.value == value)
    return f"pick:{place}"


def test_what_no_longer_fits_behind_a_change_is_repaired_by_taps_in_one_step() -> None:
    """In a turn no line is extended twice, so the second entry cannot stay once the first says the same line."""
    extended = [{"do": "extend", "by": "Anton", "line": line} for line in ("NER", "GWR")]
    session = session_of(extended)
    phone = PlainPhone(session)
    tapped(phone, "entries:1", "change:1")
    tapped(phone, named(phone, "GWR"), "press:enter")
    assert "Entry 2" in phone.page.text or "entry 2" in phone.page.text
    tapped(phone, "repair:strike", "press:enter")
    assert [getattr(step.action, "line", None) for step in session.steps] == ["GWR"]
    assert session.entry_count == 3
    tapped(phone, "command:undo")
    assert [getattr(step.action, "line", None) for step in session.steps] == ["NER", "GWR"]


def test_a_refused_entry_says_why_and_is_booked_once_the_table_overrules_it() -> None:
    """Rulebook of Stephenson's Rocket: in a turn no line is extended twice."""
    session = session_of([{"do": "extend", "by": "Anton", "line": "NER"}])
    phone = PlainPhone(session)
    tapped(phone, "verb:extend")
    tapped(phone, named(phone, "NER"))
    assert "already extended in this turn" in phone.page.text
    assert session.entry_count == 1
    tapped(phone, "press:!", Tap("say", "a gift of the table"), BOOK)
    assert session.record.blocks[-1]["ruling"] == "a gift of the table"


def test_an_entry_for_somebody_else_fills_in_what_lies_between() -> None:
    session = session_of()
    phone = PlainPhone(session)
    tapped(phone, "press:tab", "for:Claus", "verb:place-station", "press:enter")
    assert [step.action.by for step in session.steps][-1] == "Claus"
    assert {step.action.do for step in session.steps[:-1]} == {"pass"}


def test_dice_are_thrown_by_a_tap_and_begin_their_entry() -> None:
    session = session_of(game="dampfross")
    phone = PlainPhone(session)
    roll = next(one for one in phone.targets if one.startswith("roll:"))
    phone.tap(roll)
    assert phone.desk.form.verb == "build"
    assert phone.desk.form.draft["roll"] == 3
    tapped(phone, "press:escape", "press:backspace")
    assert phone.desk.form.draft["roll"] == 3


def test_a_name_that_only_begins_like_a_known_one_is_a_new_one() -> None:
    """Whoever means the known one taps it."""
    session = session_of(({"do": "take-token", "by": "Anton", "city": "Yorkshire", "commodity": "steel"},))
    phone = PlainPhone(session)
    tapped(phone, "verb:take-token", Tap("say", "York"))
    assert phone.desk.form.draft["city"] == "York"
    tapped(phone, "ask:city", Tap("say", "yorkshire"))
    assert phone.desk.form.draft["city"] == "Yorkshire"


KEYS = re.compile(
    r"\b(Esc|Tab|Backspace|Delete|Shift|Rücktaste|Taste|Entf|billentyű|tasto|Invio|Enterrel)\b|[:(,;] Enter\b"
)
AT_A_KEYBOARD = {"entry.asks-nothing", "followed.look"}
"""What completes a line that is typed, and what is said of a key that came too soon."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_about_an_entry_names_a_key(language: str) -> None:
    rooms = (
        "entry.",
        "ask.",
        "repair.",
        "preview.",
        "followed.",
        "web.",
        *(f"{game}." for game in engines()),
    )
    found = {
        key: text
        for key, text in texts(language).items()
        if key.startswith(rooms) and key not in AT_A_KEYBOARD and KEYS.search(text)
    }
    assert not found
