"""Entries made key by key, with Stephenson's Rocket as the game; key counts as the product promises them."""

import pytest

from companion.core.messages import say
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.questions.meaning import Problem
from companion.session import Session
from tests.results import pressed
from tests.stephensons_rocket.moves import bid, extend, place, skip, token
from tests.support import ANTON, BEATE, CLAUS, sound_session

ENTER, TAB, BACK = "enter", "tab", "backspace"


def begun() -> Session:
    """Beate is up, Anton has a loose station and a share of GWR; steel was taken from Oxford."""
    return sound_session(
        [
            *(extend(ANTON, "GWR"), place(ANTON)),
            *(token(BEATE, "Oxford"), skip(BEATE)),
            *(skip(CLAUS), skip(CLAUS)),
            *(skip(ANTON), skip(ANTON)),
        ]
    )


def typed(keys: str) -> EntryForm:
    return pressed(begun(), keys)


def about(verb: str, *keys: str) -> EntryForm:
    form = EntryForm(begun().context()).for_action(verb)
    for key in keys:
        form = press(form, key)
    return form


@pytest.mark.parametrize(
    ("keys", "fields"),
    [
        ("t o enter b enter", token(BEATE, "Oxford", "brewing")),
        ("e 5 Y o r k enter r l e enter enter", extend(BEATE, "GWR", railway_towns=["York", "Leeds"])),
        # an old answer is replaced
        ("e 5 tab a backspace b enter", extend(BEATE, "GWR", station=BEATE)),
        # a new name that begins like a known one is typed in quotes
        ('t " O x " enter enter b enter', token(BEATE, "Ox", "brewing")),
        # Backspace takes back the last change of what is shown: one of several
        ("e 5 tab tab a b backspace enter", extend(BEATE, "GWR", veto=[bid(ANTON, 1)])),
        # Delete empties the current question and nothing else: a line, towns of all kinds, a whole veto, a station
        ("e 5 shift+tab delete 6 enter", extend(BEATE, "LSWR")),
        ("e 5 l e enter o x enter delete enter", extend(BEATE, "GWR")),
        ("e 5 l e enter tab tab a 1 b 2 delete enter", extend(BEATE, "GWR", railway_towns=["Leeds"])),
        ("e 5 tab a shift+tab delete enter", extend(BEATE, "GWR")),
    ],
)
def test_keys_book_an_entry(keys: str, fields: dict[str, object]) -> None:
    form = typed(keys)
    assert (form.status, form.fields) == ("saving", fields)


def test_going_back_loses_no_answer() -> None:
    """The station stays answered when a town before it is deleted, and is then given to another player."""
    back = typed("e 5 l e enter tab a shift+tab shift+tab")
    assert back.cursor == ("towns",)
    assert press(back, "delete").fields == extend(BEATE, "GWR", station=ANTON)
    again = press(press(back, TAB), "b")
    assert again.fields == extend(BEATE, "GWR", railway_towns=["Leeds"], station=BEATE)


def test_backspace_leads_from_question_to_question_to_the_beginning_and_forward_is_the_same_entry() -> None:
    """What is shown is taken back first: Anton's station, then both towns, then the line."""
    keys = "5 l e enter Y o r k enter r tab a"
    form = typed(f"e {keys}")
    seen = []
    while form.problem is None:
        seen.append((form.cursor, len(form.draft.get("railway_towns", ())), "station" in form.draft))
        form = press(form, BACK)
    assert (form.draft, form.problem) == ({}, Problem(say("entry.first-question")))
    assert list(dict.fromkeys((cursor, towns) for cursor, towns, _ in seen)) == [
        *[((), 2), (("station",), 2), (("towns",), 2), (("towns",), 1), (("towns",), 0), (("line",), 0)]
    ], "what is typed of a name is taken back too"
    for key in keys.split():
        form = press(form, key)
    assert form.fields == typed(f"e {keys}").fields


def test_escape_leaves_an_entry_from_any_question_and_backspace_does_not() -> None:
    for keys in ("e", "e 5", "e 5 Y o r k enter", "e 5 tab tab a 1"):
        assert typed(f"{keys} escape").status == "left"
    back = typed("e backspace")
    assert (back.status, back.verb, back.problem is not None) == ("asking", "extend", True)


def test_the_arrows_mark_another_candidate() -> None:
    session = sound_session([token(ANTON, "Oxford"), token(ANTON, "Oxley")])
    asked = pressed(session, "t o enter")
    assert (asked.draft, asked.problem) == ({}, Problem(say("entry.which", names=("Oxford", "Oxley")))), (
        "several fit: none is taken unmarked"
    )
    assert pressed(session, "t o down enter").fields["city"] == "Oxford"
    assert pressed(session, "t o down down enter").fields["city"] == "Oxley"
    assert pressed(session, "t o down down up enter").fields["city"] == "Oxford"


def test_a_pair_without_its_value_is_not_left_out_silently() -> None:
    form = about("setup", "tab", "tab", "tab", "a", ENTER)
    assert (form.status, form.problem is not None) == ("asking", True)


@pytest.mark.parametrize(
    ("keys", "word"),
    [
        ("e 5 tab R e a d i n g enter", "Reading"),
        ("s R e a d i n g", "Reading"),
        ("s 2", "2"),
        ("e 5 tab x enter", "x"),
        ("e 5 - c x 2 enter", "x2"),
        ("e 5 - 2 c enter", "2c"),
        ("e 5 tab x enter tab c", "x"),
    ],
)
def test_an_entry_is_saved_without_what_did_not_fit_only_if_somebody_says_so(keys: str, word: str) -> None:
    """Enter alone doesn't answer; Backspace, Delete, Shift+Tab and "no" lead back, and Enter asks again."""
    asked = typed(f"{keys} enter")
    assert asked.nav.question is not None
    assert asked.nav.question.ask == say("screen.save-without", word=word)
    for key in (ENTER, ENTER, TAB, "x", "5", "-"):
        asked = press(asked, key)
        assert (asked.status, asked.aside is not None) == ("asking", True), key
    for key in (BACK, "delete", "shift+tab", "n"):
        back = press(typed(f"{keys} enter"), key)
        assert (back.status, back.aside) == ("asking", None), key
        if key != BACK:
            assert press(back, ENTER).aside is not None, key
    assert press(typed(f"{keys} enter"), "y").status == "saving"


def test_a_letter_pressed_twice_rings_and_enter_saves() -> None:
    """The first s places the station; the second one is no word."""
    form = typed("s s")
    assert form.problem is not None
    assert press(form, ENTER).status == "saving"
