"""Blocks of the wrong form, in a file or entered: a sentence with the number, never a traceback."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.storage.toml import inline
from tests.corrections import amend, insert, recount, strike
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, FILE, library, said, sound_session, text_of

PASS = skip(ANTON)
NUMBER = "amount must be a whole number."


def bidding(**fields: Any) -> dict[str, Any]:
    return extend(ANTON, "GWR", veto=[{"player": ANTON, **fields}])


def adjust(**fields: Any) -> dict[str, Any]:
    return {"do": "adjust", "player": ANTON, **fields}


FORMS: list[tuple[dict[str, Any], str]] = [
    ({"do": "extnd", "by": ANTON}, 'There\'s no action "extnd". Did you mean "extend"?'),
    ({"do": "pass"}, "by is missing."),
    ({**PASS, "x": 1}, "x isn't a known key"),
    ({**PASS, "at": "now"}, "at must be a date with a time, like 2026-11-14T19:30:00Z."),
    ({**PASS, "ruling": " "}, "ruling can't be empty."),
    (extend(ANTON, "GWR", metropolises="Reading"), "metropolises must be a list"),
    (bidding(shares=True), "veto[1].shares must be a whole number."),
    (token(ANTON, "A\0"), "city can't contain line breaks"),
    *((adjust(amount=amount, reason="x"), NUMBER) for amount in (1.5, 1.0, True, "5")),
    (adjust(amount=10**30, reason="x"), "amount must be at most 1000000000."),
    ({"do": "undo", "to": -1}, "to must be at least 0."),
    ({"do": "undo", "ruling": "why"}, "ruling isn't a known key"),
    ({"do": "amend", "entry": 1}, "action is missing."),
    (amend(0, PASS), "entry must be at least 1."),
    (amend(1, {"do": "undo"}), '"undo" can\'t be part of an edit'),
    (insert(1, {**PASS, "do": "pss"}), 'There\'s no action "pss". Did you mean "pass"?'),
    (strike(1, also=[PASS]), '"also" takes only amend, strike and insert'),
    ({"do": "remark"}, "note is missing."),
    ({"do": "remark", "note": "x" * 2001}, "note can't be longer than 2,000 characters."),
    (recount(cash={"Zoe": 1}), 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'),
]


@pytest.mark.parametrize(("fields", "sentence"), FORMS)
def test_a_block_of_the_wrong_form_is_refused_with_its_number(fields: dict[str, Any], sentence: str) -> None:
    session = sound_session([PASS])
    with pytest.raises(Refusal) as refusal:
        session.enter(fields)
    assert said(session, refusal.value).startswith(sentence)
    assert refusal.value.number == 2
    written = ((key, value if isinstance(value, float) else inline(value)) for key, value in fields.items())
    text = text_of([PASS]) + "\n[[actions]]\n" + "".join(f"{key} = {value}\n" for key, value in written)
    from_file = library({FILE: text.encode()}).read(FILE)
    assert from_file.record.failure is not None
    assert (
        from_file.record.failure.number,
        said(from_file, from_file.record.failure).startswith(sentence),
    ) == (2, True)
