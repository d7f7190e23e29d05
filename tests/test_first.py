"""Actions booked together with one that they come before. Spec: "The save file", `first`."""

import pytest

from companion.core.errors import Refusal
from companion.report.words import Speaker
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, sound_session

READING = {**extend(BEATE, "GWR", metropolises=["Reading"]), "first": [skip(ANTON)]}
"""Anton's second action was never entered: he passes."""


def test_actions_that_come_first_are_played_before_it_under_its_number() -> None:
    session = sound_session([token(ANTON, "Reading"), READING])
    assert [(step.number, step.action.do, step.action.by) for step in session.steps] == [
        (1, "take-token", ANTON),
        (2, "pass", ANTON),
        (2, "extend", BEATE),
    ]
    assert [(number, receipt.kind) for number, receipt in session.record.receipts()] == [(2, "metropolis")]
    assert session.game.up(session.state) == BEATE


def test_they_stand_in_the_line_before_then_and_are_read_from_it() -> None:
    session = sound_session([token(ANTON, "Reading")])
    assert session.notation.line(READING) == 'pass then extend gwr "Reading"'.replace('"Reading"', "reading")
    assert session.read("pass then extend gwr reading") == READING
    session.enter(READING)
    assert session.notation.entry_lines()[-1] == "pass then extend gwr reading"
    told = [Speaker(session.ruleset).say(one) for one in session.notation.headlines()[-2:]]
    assert told == ["Anton passes", "Beate extends GWR to Reading"]
    assert session.notation.entry_lines(is_public=True)[1] == "pass then extend gwr reading"
    amended = session.read("amend 2 pass then extend ner")
    assert amended["action"] == {**extend(BEATE, "NER"), "first": [skip(ANTON)]}


def test_what_is_refused_in_one_of_them_is_refused_under_the_number_of_the_block() -> None:
    session = sound_session([token(ANTON, "Reading")])
    with pytest.raises(Refusal) as refusal:
        session.enter({**extend(BEATE, "GWR"), "first": [skip(BEATE)]})
    assert (refusal.value.number, refusal.value.message.key) == (2, "table.not-up")
    assert session.entry_count == 1


@pytest.mark.parametrize(
    "block",
    [
        {**extend(BEATE, "GWR"), "first": [{"do": "remark", "note": "x"}]},
        {**extend(BEATE, "GWR"), "first": [{**skip(ANTON), "first": [skip(ANTON)]}]},
        {"do": "remark", "note": "x", "first": [skip(ANTON)]},
    ],
)
def test_only_actions_of_the_game_come_first_or_behind_others(block: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refusal:
        sound_session([token(ANTON, "Reading")]).enter(block)
    assert refusal.value.message.key == "form.first-actions-only"
