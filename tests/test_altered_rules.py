"""Sentences under rules that differ from the shipped ones in a few numbers: they say what those rules say."""

from typing import Any

import pytest

from companion.report.words import Speaker
from companion.session import Session
from tests.stephensons_rocket.moves import extend, line, started
from tests.support import ANTON, BEATE, FILE, RULESETS, library, said, text_of

OWN = "our-rules"


def session_by(game: str, numbers: str, *blocks: dict[str, Any], **more: Any) -> Session:
    ruleset = f'format = 1\nid = "{OWN}"\nextends = "{game}"\n{numbers}'
    files = {RULESETS / f"{OWN}.toml": ruleset.encode(), FILE: text_of(blocks, game=OWN, **more).encode()}
    return library(files).read(FILE)


def receipts_said(session: Session) -> list[str]:
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
        (2, "two", "Anton 7 → 3. Beate 8 → 4. Odd shares lost: Anton 1"),
        (3, "three", "Anton 7 → 2. Beate 8 → 2. Odd shares lost: Anton 1, Beate 2"),
        (13, "13", "nobody has enough. Odd shares lost: Anton 7, Beate 8"),
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
        f"Swap LSWR for GWR, {rule} for one: {exchanged}.",
        f"Rulebook, scoring 3: one new share for every {rule} old ones",
    ]


def test_an_explanation_has_the_numbers_of_the_rules_in_every_language() -> None:
    session = session_by("whistle-stop", "[upgrades.coal-car.gains]\ncoal = 4")
    coal_car = session.ruleset.upgrades["coal-car"].help  # type: ignore[attr-defined]
    assert Speaker(session.ruleset).help(coal_car) == "Brings 4 coal for the 1 it costs."
    assert Speaker(session.ruleset, "de").help(coal_car) == "Bringt 4 Kohle für die 1, die er kostet."


def test_an_explanation_that_asks_for_a_number_that_is_not_there_stays_as_it_is_written() -> None:
    written = "one in {rules.nothing.here} {"
    session = session_by("stephensons-rocket", f'[options.hidden_money.help]\nen = "{written}"')
    assert Speaker(session.ruleset).help(session.ruleset.options["hidden_money"].help) == written
