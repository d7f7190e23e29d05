"""The preview of an entry: what it does, whom it pays, and the notes to hand out."""

from typing import Any

import pytest

from companion.report.payments import last_payments
from companion.report.preview_sentences import preview_sentences
from companion.report.table_lines import sentence_texts
from companion.report.words import Speaker
from companion.session import Preview, Session
from tests.corrections import amend, insert, recount, strike
from tests.stephensons_rocket.moves import extend, line, place, skip, started, token
from tests.support import ANTON, BEATE, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
"""Worked example 1: one token of a metropolis held by one player pays them 2,000."""


def said(session: Session, preview: Preview) -> list[str]:
    speaker = Speaker(session.record.ruleset)
    return [text for one in preview_sentences(preview, speaker) for text in sentence_texts(one, speaker, 80)]


def test_all_problems_come_at_once_and_say_whether_a_ruling_would_lift_them() -> None:
    session = sound_session(READING)
    lifted = session.preview(skip(ANTON))
    assert (len(lifted.violations), lifted.can_be_ruled, lifted.steps) == (1, True, ())
    final = session.preview(extend(ANTON, "GWR", into="GWR"))
    assert (len(final.violations), final.can_be_ruled) == (2, False)
    assert said(session, final) == [
        "GWR can't merge into itself. Choose another line.",
        "It's Beate's turn, not Anton's.",
    ]
    formless = session.preview({"do": "extend", "by": BEATE})
    assert said(session, formless) == ["Line is missing."]


def test_an_undo_says_what_it_takes_back_and_what_becomes_of_the_balances() -> None:
    session = sound_session(READING)
    preview = session.preview({"do": "undo", "to": 0})
    assert (preview.removals, preview.steps) == ((1, 2), ())
    assert said(session, preview) == [
        "COLLECT  Anton 2,000",
        "Undone: Anton takes a steel token from Reading (entry 1)",
        "Undone: Anton extends GWR to Reading (entry 2)",
        "After this: Anton 0 (−2,000)",
    ]


def test_a_correction_names_the_entries_that_pay_otherwise() -> None:
    """Without Anton's token entry 2 pays nobody."""
    session = sound_session(READING)
    preview = session.preview(amend(1, place(ANTON)))
    assert (preview.changes, preview.removals, [step.number for step in preview.steps]) == ((2,), (), [1])
    told = [" ".join(text.split()) for text in said(session, preview)]
    assert told[:3] == [
        "COLLECT Anton 2,000",
        "Entry 2: Anton 2,000 → 0",
        "What changes Before After",
    ]
    assert "Anton, money 2,000 0" in told
    assert "Anton, Tokens steel 1 0" in told
    assert session.preview(strike(2)).removals == (2,)
    inserted = session.preview(insert(1, {"do": "remark", "note": "x"}))
    assert (inserted.changes, inserted.removals, inserted.returns) == ((), (), ())


def test_names_that_nobody_entered_before_are_new_with_the_known_one_they_may_be_a_slip_of() -> None:
    session = sound_session([token(ANTON, "Oxford")])
    preview = session.preview(token(ANTON, "Oxfrod"))
    (new,) = preview.news
    assert said(session, preview)[-1] == ("New metropolis: Oxfrod. Or did you mean Oxford?")
    assert (new.lesson.page, new.lesson.name, new.close) == ("metropolis", "Oxfrod", "Oxford")
    (slip,) = session.preview(token(ANTON, "Manchster")).news
    assert slip.close == "Manchester", "the ruleset knows it"
    assert session.preview(token(ANTON, "OXFORD")).news == ()
    assert session.preview(token(ANTON, "Reading")).news == ()
    (in_correction,) = session.preview(amend(1, token(ANTON, "York"))).news
    assert in_correction.lesson.name == "York"


def paid(session: Session) -> list[str]:
    speaker = Speaker(session.record.ruleset)
    return [payment.text for payment in last_payments(session, speaker)]


def booked(session: Session, block: dict[str, Any]) -> list[str]:
    session.enter(block)
    return paid(session)


def test_all_that_an_entry_pays_is_one_sum_for_each_player_the_most_first() -> None:
    """Merger of a line with 3 towns: 3,000 and 1,000; the metropolis reached in the same move pays 2,000."""
    gwr = line("GWR", unnamed_towns=2, shares={ANTON: 1, BEATE: 3})
    session = sound_session((), **started(gwr, line("LSWR"), tokens=[held("Reading", ANTON)]))
    merger = extend(ANTON, "GWR", metropolises=["Reading"], into="LSWR")
    paid = "PAY  Anton 3,000 (bank notes: 2,000 + 1,000)  Beate 3,000 (bank notes: 2,000 + 1,000)"
    assert preview_sentences(session.preview(merger), Speaker(session.record.ruleset))[0].text == paid
    assert booked(session, merger) == [paid]


def held(city: str, who: str) -> dict[str, Any]:
    return {"commodity": "steel", "city": city, "held": {who: 1}}


@pytest.mark.parametrize(
    "block", [{"do": "undo"}, strike(2), amend(2, skip(ANTON))], ids=lambda block: block["do"]
)
def test_what_is_taken_back_is_said_and_not_what_was_paid_before(block: dict[str, Any]) -> None:
    session = sound_session(READING)
    assert booked(session, block) == ["COLLECT  Anton 2,000"]


def test_a_recount_hands_out_nothing() -> None:
    """A recount counts what the players have already; while money is hidden its sum would be a balance."""
    session = sound_session(READING, options={"hidden_money": True})
    assert booked(session, recount(cash={BEATE: 8000})) == []
    assert booked(session, {"do": "undo"}) == []
