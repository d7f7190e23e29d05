"""Who gets what by an entry: the first line that is said of it, and the notes to hand out."""

from typing import Any

import pytest

from companion.report.paid import last_paid
from companion.report.preview import preview_sentences
from companion.report.words import Speaker
from companion.session import Session
from tests.corrections import amend, insert, strike
from tests.stephensons_rocket.moves import extend, line, skip, started, token
from tests.support import ANTON, BEATE, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
"""Worked example 1: one token of a metropolis held by one player pays him 2,000."""


def paid(session: Session) -> list[str]:
    speaker = Speaker(session.ruleset)
    return [speaker.say(message) for message in last_paid(session, speaker)]


def booked(session: Session, block: dict[str, Any]) -> list[str]:
    session.enter(block)
    return paid(session)


def first_said(session: Session, block: dict[str, Any]) -> str:
    return preview_sentences(session.preview(block), Speaker(session.ruleset))[0].text


def test_all_that_an_entry_pays_is_one_sum_for_each_player_the_most_first() -> None:
    """Merger of a line with 3 towns: 3,000 and 1,000; the metropolis reached in the same move pays 2,000."""
    gwr = line("GWR", unnamed_towns=2, shares={ANTON: 1, BEATE: 3})
    session = sound_session((), **started(gwr, line("LSWR"), tokens=[held("Reading", ANTON)]))
    merger = extend(ANTON, "GWR", metropolises=["Reading"], into="LSWR")
    paid = "PAY  Anton 3,000 (notes: 2,000 + 1,000)  Beate 3,000 (notes: 2,000 + 1,000)"
    assert first_said(session, merger) == paid
    assert booked(session, merger) == [paid]


def held(city: str, who: str) -> dict[str, Any]:
    return {"commodity": "steel", "city": city, "held": {who: 1}}


def test_an_entry_that_pays_nobody_says_nothing_of_it() -> None:
    session = sound_session(READING)
    assert booked(session, skip(BEATE)) == []


def test_a_payment_inserted_last_is_not_said_above_another_entry() -> None:
    """The session is opened again: its last entry is Anton's pass, which paid nothing."""
    gift = {"do": "adjust", "player": ANTON, "amount": 2000, "reason": "found"}
    assert paid(sound_session([skip(ANTON), insert(1, gift)])) == []


@pytest.mark.parametrize(
    "block", [{"do": "undo"}, strike(2), amend(2, skip(ANTON))], ids=lambda block: block["do"]
)
def test_what_is_taken_back_is_said_and_not_what_was_paid_before(block: dict[str, Any]) -> None:
    session = sound_session(READING)
    assert booked(session, block) == ["COLLECT  Anton 2,000"]


def test_a_correction_pays_the_difference() -> None:
    """With Beate's token, first and second money are paid: 2,000 to Anton as before, 1,000 more to Beate."""
    second = [
        token(ANTON, "Reading", "leather"),
        token(ANTON, "Dover"),
        token(BEATE, "Dover", "leather"),
        skip(BEATE),
    ]
    session = sound_session(
        [token(ANTON, "Reading"), *second[:1], *second[2:], extend("Claus", "GWR", metropolises=["Reading"])]
    )
    change = amend(3, token(BEATE, "Reading", "textiles"))
    assert booked(session, change) == ["PAY  Beate 1,000"]


def test_a_session_that_is_opened_says_what_its_last_entry_paid() -> None:
    assert paid(sound_session(READING)) == ["PAY  Anton 2,000"]
    assert paid(sound_session([*READING, {"do": "undo"}])) == []


def test_a_recount_hands_out_nothing() -> None:
    """It says what the players have already; while money is hidden its sum would be a balance."""
    recount = {"do": "recount", "reason": "counted", "position": {"cash": {BEATE: 8000}}}
    session = sound_session(READING, options={"hidden_money": True})
    assert booked(session, recount) == []
    assert booked(session, {"do": "undo"}) == []
