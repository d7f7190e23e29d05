"""Sentences under rules that differ from the shipped ones in a few numbers: they say what those rules say."""

from typing import Any

import pytest

from companion.report.words import Speaker
from companion.session import Session
from tests.stephensons_rocket.moves import extend, line, started
from tests.support import ANTON, BEATE, CLAUS, FILE, RULESETS, library, said, text_of

OWN = "our-rules"


def session_by(game: str, numbers: str, *blocks: dict[str, Any], **more: Any) -> Session:
    """A session by rules that extend a shipped ruleset and alter some of its numbers."""
    ruleset = f'format = 1\nid = "{OWN}"\nextends = "{game}"\n{numbers}'
    files = {
        RULESETS / f"{OWN}.toml": ruleset.encode(),
        FILE: text_of(blocks, game=OWN, **more).encode(),
    }
    return library(files).read(FILE)


def receipts_said(session: Session) -> list[str]:
    """What receipts say, each with its rule."""
    assert session.failure is None, said(session, session.failure)
    speaker = Speaker(session.ruleset)
    return [
        speaker.say(message)
        for _, receipt in session.record.receipts()
        for message in (receipt.text, receipt.rule)
        if message is not None
    ]


@pytest.mark.parametrize(
    ("old_shares", "rule", "exchanged"),
    [
        (2, "two", "Anton 7 -> 3; an odd one of Anton is lost; Beate 8 -> 4"),
        (3, "three", "Anton 7 -> 2; an odd one of Anton is lost; Beate 8 -> 2; 2 odd ones of Beate are lost"),
        (13, "13", "Anton 7 -> 0; 7 odd ones of Anton are lost; Beate 8 -> 0; 8 odd ones of Beate are lost"),
    ],
)
def test_an_exchange_names_the_rate_it_is_made_at(old_shares: int, rule: str, exchanged: str) -> None:
    session = session_by(
        "stephensons-rocket",
        f"[exchange]\nold_shares = {old_shares}",
        extend(ANTON, "LSWR", into="GWR"),
        **started(line("LSWR", shares={ANTON: 6, BEATE: 8}, pile=2), line("GWR")),
    )
    assert receipts_said(session)[-2:] == [
        f"LSWR shares become GWR shares, one for {rule}: {exchanged}.",
        f"Rulebook, scoring 3: one share of the survivor for each {rule} of the dissolved line",
    ]


NUMBERS_FROM_22 = """
[numbers]
low = 2
[runs]
18-runs = { runs = 12, uses = 1 }
36-runs = { runs = 25, uses = 2 }
"""


def test_city_numbers_go_as_far_as_the_digits_of_the_rules() -> None:
    build = {"by": ANTON, "roll": 3, "cities": [16], "do": "build"}
    session = session_by("dampfross", NUMBERS_FROM_22, build)
    assert session.failure is not None
    assert said(session, session.failure).endswith("16 is no city number: both digits are from 2 to 6")
    asked = [session.context().ask(verb)({}) for verb in ("build", "depart")]
    numbers = [one for form in asked for one in form if one.field in ("cities", "start", "goal")]
    assert [(one.field, one.low, one.high) for one in numbers] == [
        ("cities", 22, 66),
        ("start", 22, 66),
        ("goal", 22, 66),
    ]


def test_a_prize_for_an_only_train_of_its_own_is_named_beside_the_others() -> None:
    session = session_by(
        "dampfross",
        "[prizes]\nalone = 15\n[numbers]\napart = 4",
        {"do": "end-building"},
        {"start": 65, "goal": 31, "trains": [{"players": [CLAUS]}], "do": "depart"},
    )
    rule = "Rulebook, prizes: 20 to the first train, 10 to the second, 15 to an only one"
    assert receipts_said(session)[-1] == rule
    dice = iter((6, 5, 3, 1))
    roll = session.game.roll(session.state, "run", lambda: next(dice))
    assert (
        Speaker(session.ruleset).say(roll.text).endswith("less than four fields apart, roll the goal again")
    )


def test_an_explanation_has_the_numbers_of_the_rules_in_every_language() -> None:
    session = session_by("whistle-stop", "[upgrades.coal-car.gains]\ncoal = 4")
    coal_car = session.ruleset.upgrades["coal-car"].help  # type: ignore[attr-defined]
    assert Speaker(session.ruleset).help(coal_car) == "Gives 4 coal for the 1 it costs."
    assert Speaker(session.ruleset, "de").help(coal_car) == "Bringt 4 Kohle für die 1, die er kostet."


def test_an_explanation_that_asks_for_a_number_that_is_not_there_stays_as_it_is_written() -> None:
    written = "one in {rules.nothing.here} {"
    session = session_by("stephensons-rocket", f'[options.hidden_money.help]\nen = "{written}"')
    assert Speaker(session.ruleset).help(session.ruleset.options["hidden_money"].help) == written
