"""Entries made key by key, with Stephenson's Rocket as the game; key counts as the product promises them."""

from dataclasses import replace

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
    form = EntryForm(begun().context()).about(verb)
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
        # Backspace takes the last key back, whatever it did: one of several, an arrow
        ("e 5 tab tab a a a backspace enter", extend(BEATE, "GWR", veto=[bid(ANTON, 2)])),
        (
            "e 5 tab tab a a a b left left backspace backspace backspace 2 enter",
            extend(BEATE, "GWR", veto=[bid(ANTON, 2)]),
        ),
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


def test_backspace_is_the_form_before_the_last_key_until_the_entry_begins_again() -> None:
    """Also before a key that went to another question, marked a choice or fitted nothing."""
    keys = ("5", "l", "e", ENTER, "down", "o", "x", "delete", TAB, "x", "a", "delete", "b")
    forms = [typed("e")]
    for key in keys:
        forms.append(press(forms[-1], key))
    back = forms.pop()
    while forms:
        back, earlier = press(back, BACK), forms.pop()
        assert (back, back.origins) == (replace(earlier, problem=back.problem), earlier.origins)
    assert press(back, BACK).problem == Problem(say("entry.first-question"))


def test_escape_leaves_an_entry_from_any_question_and_backspace_does_not() -> None:
    for keys in ("e", "e 5", "e 5 Y o r k enter", "e 5 tab tab a 1"):
        assert typed(f"{keys} escape").status == "left"
    back = typed("e backspace")
    assert (back.status, back.verb, back.problem is not None) == ("asking", "extend", True)


def test_a_key_that_is_no_answer_goes_to_no_other_question() -> None:
    """A digit at the veto is no line to merge into, nor a letter a number."""
    for keys, cursor in (("e 5 tab tab 2", ("veto",)), ("e 5 tab 2", ("station",)), ("e x", ("line",))):
        form = typed(keys)
        assert (form.cursor, form.problem is not None) == (cursor, True)
        assert set(form.draft) <= {"line"}


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


def test_enter_right_after_a_key_that_was_no_answer_books_nothing() -> None:
    """Whoever types on without looking would book an entry without what was typed."""
    for keys in (
        "x enter enter",
        "x tab enter",
        "x left enter",
        "R e a d i n g enter enter",
        "x shift+tab enter",
    ):
        form = typed(f"e 5 tab {keys}")
        assert (form.status, form.stray[:1]) == ("asking", keys[0]), keys
    assert press(press(form, BACK), ENTER).status == "saving"


def test_going_back_never_leads_to_where_nothing_is_asked() -> None:
    form = typed("e 5 tab tab tab tab tab shift+tab")
    assert form.hand.question is not None
