"""What entries of Stephenson's Rocket teach: names and kinds of towns, and the commodities seen on a metropolis."""

from typing import Any

from companion.core.copybook import Lesson
from tests.corrections import recount
from tests.stephensons_rocket.moves import extend, line, started, token
from tests.support import ANTON, BEATE, CLAUS, sound_session

READING = Lesson("metropolis", "Reading", {"commodities": ("steel",)})


def taught(*blocks: dict[str, Any], **more: Any) -> tuple[Lesson, ...]:
    return sound_session(blocks, **more).book.lessons()


def test_a_token_teaches_its_metropolis_and_commodity() -> None:
    assert taught(token(ANTON, "Reading")) == (READING,)


def test_the_commodity_seen_last_is_offered_first() -> None:
    """Spec, "Known for certain of the board": a metropolis may mix commodities, offer the remembered one first."""
    entries = [token(ANTON, "Reading"), token(ANTON, "reading", "leather"), token(BEATE, "Dover")]
    assert taught(*entries) == (
        Lesson("metropolis", "Reading", {"commodities": ("leather", "steel")}),
        Lesson("metropolis", "Dover", {"commodities": ("steel",)}),
    )


def test_an_extension_teaches_its_towns_by_kind_and_no_start_towns() -> None:
    first = extend(ANTON, "LSWR")
    seen = extend(ANTON, "GWR", metropolises=["Reading"], railway_towns=["Leeds"], start_towns=["LSWR"])
    assert taught(first, seen) == (Lesson("metropolis", "Reading"), Lesson("railway-town", "Leeds"))


def test_the_spelling_of_the_session_is_taught() -> None:
    session = sound_session([token(ANTON, "Reading")])
    session.copybook.forget("metropolis", "Reading")
    session.enter(extend(ANTON, "GWR", metropolises=["READING"]))
    assert session.book.names("metropolis") == ("Reading",)


def test_a_position_teaches_its_named_towns_and_held_tokens() -> None:
    gwr = line("GWR", metropolises=["Dover"], railway_towns=["Leeds"], unnamed_towns=2)
    held = {"commodity": "steel", "city": "Reading", "held": {ANTON: 1}}
    unnamed = {"commodity": "steel", "held": {BEATE: 1}}
    assert taught(**started(gwr, tokens=[held, unnamed])) == (
        Lesson("metropolis", "Dover"),
        READING,
        Lesson("railway-town", "Leeds"),
    )


def test_a_recount_teaches_as_a_position_does() -> None:
    tokens = [{"commodity": "steel", "city": "Reading", "held": {CLAUS: 2}}]
    again = recount(tokens=tokens, lines=[line("GWR", railway_towns=["Leeds"])])
    assert taught(again) == (Lesson("railway-town", "Leeds"), READING)


def test_a_recount_that_takes_tokens_away_teaches_nothing() -> None:
    """Nobody holds steel of Reading: the booked commodity was a slip."""
    tokens = [{"commodity": "leather", "city": "Dover", "held": {ANTON: 0}}]
    assert taught(recount(tokens=tokens)) == ()


def test_a_name_the_session_knows_as_another_kind_teaches_nothing() -> None:
    ruled = token(ANTON, "Leeds", ruling="it is both")
    assert taught(extend(ANTON, "GWR", railway_towns=["Leeds"]), ruled) == (Lesson("railway-town", "Leeds"),)


def test_a_name_entered_as_two_kinds_at_once_teaches_nothing() -> None:
    both = extend(ANTON, "GWR", metropolises=["Leeds", "Dover"], railway_towns=["leeds"], ruling="it is both")
    assert taught(both) == (Lesson("metropolis", "Dover"),)
