"""Blocks of the wrong form, in a file or entered: a sentence with the number, never a traceback."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.storage.toml import inline
from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, FILE, library, said, sound_session, text_of

FORMS: list[tuple[dict[str, Any], str]] = [
    ({"do": "extnd", "by": ANTON}, 'there is no action "extnd"; "extend" is one'),
    ({"do": "frobnicate"}, 'there is no action "frobnicate"'),
    ({"do": 5}, "do must be a text in quotes"),
    ({"do": "pass"}, "by is missing"),
    ({"do": "pass", "by": ANTON, "x": 1}, "unknown key x"),
    ({"do": "pass", "by": ["Anton"]}, "by must be a text in quotes"),
    ({"do": "pass", "by": ANTON, "at": "now"}, "at must be a date with a time, like 2026-11-14T19:30:00Z"),
    ({"do": "pass", "by": ANTON, "ruling": " "}, "ruling must not be empty"),
    ({"do": "extend", "by": ANTON, "line": "GWR", "metropolises": "Reading"}, "metropolises must be a list"),
    (
        {"do": "extend", "by": ANTON, "line": "GWR", "metropolises": [3]},
        "metropolises[1] must be a text in quotes",
    ),
    ({"do": "extend", "by": ANTON, "line": "GWR", "veto": [{"player": ANTON}]}, "veto[1].shares is missing"),
    (
        {"do": "extend", "by": ANTON, "line": "GWR", "veto": [{"player": ANTON, "shares": True}]},
        "veto[1].shares must be a whole number",
    ),
    (
        {"do": "extend", "by": ANTON, "line": "GWR", "veto": [{"player": ANTON, "shares": 1, "x": 1}]},
        "unknown key veto[1].x",
    ),
    (
        {"do": "take-token", "by": ANTON, "city": "A\u0000", "commodity": "steel"},
        "city must not hold control",
    ),
    ({"do": "adjust", "player": ANTON, "amount": 1.5, "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": 1.0, "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": True, "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": "5", "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": 10**30, "reason": "x"}, "amount must be at most 1000000000"),
    ({"do": "adjust", "player": ANTON, "amount": 5}, "reason is missing"),
    ({"do": "undo", "to": -1}, "to must be at least 0"),
    ({"do": "undo", "ruling": "why"}, "unknown key ruling"),
    ({"do": "amend", "entry": 1}, "action is missing"),
    ({"do": "amend", "entry": 0, "action": {"do": "pass", "by": ANTON}}, "entry must be at least 1"),
    ({"do": "amend", "entry": 1, "action": {"do": "undo"}}, '"undo" cannot stand inside a correction'),
    ({"do": "amend", "entry": 1, "action": {"do": "pass", "by": ANTON, "y": 1}}, "unknown key y"),
    (
        {"do": "insert", "before": 1, "action": {"do": "pss", "by": ANTON}},
        'there is no action "pss"; "pass" is one',
    ),
    (
        {"do": "strike", "entry": 1, "also": [{"do": "pass", "by": ANTON}]},
        "also takes amend, strike and insert",
    ),
    (
        {"do": "strike", "entry": 1, "also": [{"do": "strike", "entry": 1, "also": []}]},
        "also takes amend, strike",
    ),
    ({"do": "remark"}, "note is missing"),
    ({"do": "remark", "note": "x" * 2001}, "note must not be longer than 2000 characters"),
    ({"do": "recount", "reason": "x", "position": {"foo": 1}}, "unknown key position.foo"),
    (
        {"do": "recount", "reason": "x", "position": {"cash": {"Zoe": 1}}},
        'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus',
    ),
]


@pytest.mark.parametrize(("fields", "sentence"), FORMS)
def test_a_block_of_the_wrong_form_is_refused_in_a_sentence_with_its_number(
    fields: dict[str, Any], sentence: str
) -> None:
    session = sound_session([skip(ANTON)])
    with pytest.raises(Refusal) as refusal:
        session.enter(fields)
    assert said(session, refusal.value).startswith(sentence)
    assert refusal.value.number == 2
    text = (
        text_of([skip(ANTON)])
        + "\n[[actions]]\n"
        + "".join(
            f"{key} = {value if isinstance(value, float) else inline(value)}\n"
            for key, value in fields.items()
        )
    )
    from_file = library({FILE: text.encode()}).read(FILE)
    assert from_file.failure is not None
    assert (from_file.failure.number, said(from_file, from_file.failure).startswith(sentence)) == (2, True)
