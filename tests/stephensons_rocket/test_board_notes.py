"""What the copy book makes easier, and what it makes suspicious. Spec, "Known for certain of the board"."""

from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.report.preview import preview_sentences
from companion.report.words import Speaker
from companion.session import Session
from tests.stephensons_rocket.moves import extend, line, skip, started, token, warned
from tests.support import ANTON, BEATE, refused, sound_session


def with_liverpool(*blocks: dict[str, Any], **more: Any) -> Session:
    """The LNWR has left its start town, which the copy book knows as Liverpool."""
    session = sound_session([extend(ANTON, "LNWR"), *blocks], **more)
    session.session_notes.note("start-town", "Liverpool", {"line": "LNWR"})
    return session


def named(session: Session, kind: str) -> list[Any]:
    towns = session.context().ask("extend")({"line": "GWR"})[1]
    return [choice.value for route in towns.routes if route.field == kind for choice in route.choices]


@pytest.mark.parametrize("typed", ["liverpool", "start liverpool", 'start "Liverpool"', "start lnwr", "liv"])
def test_the_name_of_a_start_town_means_the_start_town_of_its_line(typed: str) -> None:
    assert with_liverpool().read(f"extend gwr {typed}")["start_towns"] == ["LNWR"]


def test_a_printed_line_names_the_line_and_reads_back_without_the_copy_book() -> None:
    session = with_liverpool()
    line = session.notation.line(session.read("extend gwr liverpool"))
    assert line == "extend gwr start lnwr"
    session.session_notes.board_notes = BoardNotes()
    assert session.read(line)["start_towns"] == ["LNWR"]


def test_a_start_town_that_was_not_left_is_refused_by_its_name_too() -> None:
    """Spec, "extend": until then touching it is a merger."""
    session = sound_session()
    session.session_notes.note("start-town", "Hull", {"line": "NER"})
    routes = session.context().ask("extend")({"line": "GWR"})[1].routes
    (hull,) = [choice for choice in routes[2].choices if choice.value == "Hull"]
    assert hull.refusal is not None
    assert hull.refusal.key == "stephensons-rocket.start-town-not-left"


def test_what_the_session_calls_a_metropolis_comes_before_the_copy_book() -> None:
    """A line reads the same with any copy book."""
    session = with_liverpool(token(ANTON, "Liverpool"), skip(BEATE))
    assert session.read("extend gwr liverpool")["metropolises"] == ["Liverpool"]


def test_a_start_town_called_like_another_line_leaves_that_line_its_name() -> None:
    session = with_liverpool()
    session.session_notes.note("start-town", "GER", {"line": "LNWR"})
    assert session.read("extend gwr start ger")["start_towns"] == ["GER"]


def test_a_line_alone_is_no_start_town() -> None:
    """Only a name of the town itself does without the word: a line may be meant as the one it merges into."""
    session = with_liverpool()
    sentence = refused(lambda: session.read("extend gwr lnwr"), session)
    assert sentence == '"lnwr" is new. Add what it is: metropolis lnwr or railway lnwr.'


def test_a_position_takes_start_towns_by_name() -> None:
    recount = with_liverpool().read("recount line gwr start liverpool ner because counted")
    assert recount["position"] == {"lines": [{"line": "GWR", "start_towns": ["LNWR", "NER"]}]}


def test_a_start_town_of_the_printed_board_is_offered_as_no_other_town() -> None:
    """Liverpool is a start town for certain, whatever an earlier session called it."""
    session = sound_session()
    session.session_notes.note("metropolis", "Liverpool", {})
    session.session_notes.note("railway-town", "Liverpool", {})
    assert named(session, "metropolises") == ["Guildford", "Manchester", "Reading"]
    assert named(session, "railway_towns") == ["Leeds"]


def doubted(session: Session, fields: dict[str, Any]) -> list[str]:
    """Warnings of the copy book, which are told before the entry is booked and never recorded."""
    preview = session.preview(fields)
    assert [warning for step in preview.steps for warning in step.outcome.warnings] == []
    speaker = Speaker(session.ruleset)
    return [
        said.text.removeprefix("! ") for said in preview_sentences(preview, speaker) if said.kind == "warning"
    ]


@pytest.mark.parametrize(
    ("page", "facts", "kind"),
    [("railway-town", {}, "railway town"), ("start-town", {"line": "NER"}, "start town")],
)
def test_a_token_of_what_the_copy_book_has_as_another_town(page: str, facts: Any, kind: str) -> None:
    session = sound_session()
    session.session_notes.note(page, "Hull", facts)
    assert doubted(session, token(ANTON, "hull")) == [f"Your board notes say hull is a {kind}."]
    session.enter(token(ANTON, "Hull"))
    assert warned(session) == []


def test_a_token_of_a_start_town_of_the_printed_board_is_warned_of_once() -> None:
    session = with_liverpool()
    (warning,) = session.preview(token(ANTON, "Liverpool")).steps[0].outcome.warnings
    assert warning.key == "stephensons-rocket.known-as"
    assert session.preview(token(ANTON, "Liverpool")).warnings == ()


def test_a_kind_of_token_that_is_not_among_the_three_that_the_copy_book_knows() -> None:
    three = [token(ANTON, "Dover"), token(ANTON, "dover", "leather"), token(BEATE, "Dover")]
    board_notes = sound_session(three).board_notes
    other = sound_session()
    other.session_notes.remember({0: board_notes.lessons()}, ())
    assert doubted(other, token(ANTON, "Dover", "brewing")) == [
        "Your board notes say all Dover tokens are steel, leather."
    ]
    assert doubted(other, token(ANTON, "Dover", "leather")) == []


def test_two_tokens_do_not_say_what_the_third_one_is() -> None:
    session = sound_session([token(ANTON, "Dover"), token(ANTON, "Dover", "leather")])
    assert doubted(session, token(BEATE, "Dover", "brewing")) == []


@pytest.mark.parametrize(("shares", "is_warned"), [({ANTON: 2}, True), ({ANTON: 2, BEATE: 1}, False)])
@pytest.mark.parametrize("veto", [[], [{"player": ANTON, "shares": 1}]])
def test_a_veto_only_the_mover_could_call(veto: list[Any], shares: dict[str, int], is_warned: bool) -> None:
    """Rulebook, "Die Veto-Runde": those with shares of the line have the right to a veto."""
    session = sound_session([extend(ANTON, "GWR", veto=veto)], **started(line("GWR", shares=shares)))
    assert warned(session) == ["veto-without-holder"] * is_warned
