"""What an entry would do, before it is booked."""

from companion.core.ledger import BANK, Posting, player
from companion.games.stephensons_rocket.units import MONEY
from companion.report.preview import preview_sentences
from companion.report.words import Speaker
from companion.session import Preview, Session
from tests.corrections import amend, insert, setup, strike
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]


def said(session: Session, preview: Preview) -> list[str]:
    return [said.text for said in preview_sentences(preview, Speaker(session.ruleset))]


def test_a_preview_has_receipts_postings_and_the_balances_before_and_after() -> None:
    """Worked example 1: one token of a metropolis held by one player pays him 2,000."""
    session = sound_session(READING)
    preview = session.preview(extend(BEATE, "LSWR", metropolises=["Reading"]))
    (step,) = preview.steps
    assert [receipt.total for receipt in step.outcome.receipts] == [2000]
    assert Posting(MONEY, BANK, player(ANTON), 2000) in step.outcome.postings
    assert ([one[ANTON] for one in preview.scores], preview.violations) == ([2000, 4000], ())


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
        "Undone: 1  Anton takes steel from Reading",
        "Undone: 2  Anton extends GWR to Reading",
        "After this: Anton 0 (-2,000)",
    ]


def test_a_redo_says_what_it_restores() -> None:
    session = sound_session([*READING, {"do": "undo"}])
    preview = session.preview({"do": "redo"})
    assert preview.returns == (2,)
    assert said(session, preview) == [
        "PAY  Anton 2,000",
        "Redone: 2  Anton extends GWR to Reading",
        "After this: Anton 2,000 (+2,000)",
    ]


def test_a_correction_names_the_entries_that_pay_otherwise() -> None:
    """Without Anton's token entry 2 pays nobody."""
    session = sound_session(READING)
    preview = session.preview(amend(1, skip(ANTON)))
    assert (preview.changes, preview.removals, [step.number for step in preview.steps]) == ((2,), (), [1])
    told = [" ".join(text.split()) for text in said(session, preview)]
    assert told[:3] == [
        "COLLECT Anton 2,000",
        "Entry 2: Anton 2,000 → 0",
        "What changes Before After",
    ]
    assert "Anton, pounds 2,000 0" in told
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


def test_warnings_rulings_and_what_they_overrule_are_part_of_it() -> None:
    session = sound_session()
    preview = session.preview(token(BEATE, "Leeds", ruling="she was quick"))
    assert said(session, preview) == [
        "! On the printed board Leeds is a railway town.",
        "New metropolis: Leeds.",
        "House ruling: she was quick",
        "Allowed anyway: It's Anton's turn, not Beate's.",
    ]


def test_an_undo_of_a_rename_and_a_correction_with_the_new_name_can_be_previewed() -> None:
    """The correction names somebody whom nobody knows once the rename is undone."""
    session = sound_session([*READING, setup(rename={ANTON: "Toni"}), amend(1, token("Toni", "York"))])
    preview = session.preview({"do": "undo", "to": 2})
    told = [one.text for one in preview_sentences(preview, Speaker(session.ruleset))]
    assert any("York" in one for one in told)
