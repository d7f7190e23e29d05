"""What the actions of Stephenson's Rocket ask: whose, what, and how much is possible."""

from typing import Any

import pytest

from companion.core.board_notes import Lesson
from companion.forms.questions import Question
from companion.forms.questions.holders import CountRows, parts_of
from companion.forms.questions.pick import routes_of
from companion.report.preview_sentences import preview_sentences
from companion.report.words import Speaker
from companion.session import Session
from tests.corrections import recount
from tests.stephensons_rocket.moves import extend, line, place, skip, started, token, warned
from tests.support import ANTON, BEATE, CLAUS, refused, sound_session

HELD = line("GWR", shares={ANTON: 2, BEATE: 3, CLAUS: 1})


def asked(session: Session, verb: str, **draft: Any) -> dict[str, Question]:
    return {one.field: one for one in session.context().ask(verb)(draft)}


def said(session: Session, question: Question) -> str:
    return Speaker(session.record.ruleset).say(question.ask)


def bids(*pairs: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"player": name, "shares": count} for name, count in pairs]


def possible(veto: Question) -> dict[Any, tuple[int, int | None]]:
    return {one.value: (one.low, one.high) for one in parts_of(veto)[0].choices if one.refusal is None}


def test_a_bidder_is_offered_with_what_he_can_bid_the_mover_with_the_new_share() -> None:
    """stephensons-rocket.md, "Veto round": at least 1, no more than is held; the mover's new share counts."""
    veto = asked(sound_session((), **started(HELD)), "extend", line="GWR")["veto"]
    assert isinstance(veto, CountRows)
    assert possible(veto) == {BEATE: (1, 3), CLAUS: (1, 1), ANTON: (1, 3)}


def test_who_bid_already_is_offered_as_at_the_place_of_that_bid() -> None:
    """Each bid is higher than the last, the mover need only equal: one who raises a bid raises it there."""
    session = sound_session((), **started(HELD))
    veto = asked(session, "extend", line="GWR", veto=bids((BEATE, 2)))["veto"]
    assert possible(veto) == {BEATE: (1, 3), ANTON: (2, 3)}
    assert said(session, veto) == "Claus has only 1. Anton needs 2 to keep it. Who bids next?"
    veto = asked(session, "extend", line="GWR", veto=bids((BEATE, 2), (ANTON, 2)))["veto"]
    assert possible(veto) == {BEATE: (1, 3), ANTON: (2, 3)}


@pytest.mark.parametrize(("shares", "applies"), [({ANTON: 2}, False), ({ANTON: 2, BEATE: 1}, True)])
def test_a_veto_is_asked_where_somebody_else_holds_a_share(shares: dict[str, int], applies: bool) -> None:
    """Rulebook, "Die Veto-Runde": those with shares of the line have the right to a veto."""
    session = sound_session((), **started(line("GWR", shares=shares)))
    assert asked(session, "extend", line="GWR")["veto"].applies == applies


def test_a_station_is_asked_where_one_stands_loose() -> None:
    assert not asked(sound_session(), "extend", line="GWR")["station"].applies
    assert asked(sound_session([place(ANTON)]), "extend", line="GWR")["station"].applies


@pytest.mark.parametrize(("into", "is_refused"), [("SER", False), ("NER", True)])
def test_the_start_town_of_a_line_merged_into_is_no_contradiction(into: str, is_refused: bool) -> None:
    """stephensons-rocket.md, "Actions C": reaching a start town whose locomotive hasn't left it is the merger."""
    towns = asked(sound_session(), "extend", line="GWR", into=into)["towns"]
    (ser,) = (one for one in routes_of(towns)[2].choices if one.value == "SER")
    assert (ser.refusal is not None) == is_refused


def test_the_line_a_station_leaves_is_asked_where_one_stands_on_a_line() -> None:
    assert not asked(sound_session([place(ANTON)]), "move-station")["from"].applies
    gwr = started(line("GWR", stations={ANTON: 1}))
    for blocks, is_expected in (([], True), ([place(ANTON)], False)):
        question = asked(sound_session(blocks, **gwr), "move-station")["from"]
        assert question.need == ("expected" if is_expected else "optional")


def test_a_line_that_names_a_start_town_of_the_board_is_asked_which_it_is() -> None:
    """stephensons-rocket.md, "Preparation": Liverpool is a start town, of which line is not known to us."""
    session = sound_session()
    sentence = refused(lambda: session.read("extend gwr liverpool"), session)
    assert sentence.startswith('"liverpool" is a start town, but which one? Add start NER, ')


def test_a_pass_says_before_it_is_saved_that_both_actions_are_compulsory() -> None:
    """Rulebook, "Ablauf": whoever is up makes two of the actions. Passing is ours, for whoever can't."""
    session = sound_session()
    speaker, sentence = Speaker(session.record.ruleset), "Both actions are compulsory"
    for block in (skip(ANTON), {**skip(BEATE), "first": [skip(ANTON), skip(ANTON)]}):
        preview = session.preview(block)
        assert [speaker.say(one).partition(":")[0] for one in preview.warnings] == [sentence]
        assert [warning for step in preview.steps for warning in step.outcome.warnings] == []
    assert sentence in speaker.phrase("stephensons-rocket.brief.pass")


@pytest.mark.parametrize(("who", "passes"), [(ANTON, []), (BEATE, [ANTON]), (CLAUS, [ANTON, BEATE, BEATE])])
def test_who_is_not_up_comes_to_turn_by_a_pass_for_every_action_left(who: str, passes: list[str]) -> None:
    """stephensons-rocket.md, "Course of the game": two actions each; Anton has one left."""
    session = sound_session([skip(ANTON)])
    between = session.record.game.passes_until(session.record.state, who)
    assert [(one["do"], one["by"]) for one in between] == [("pass", name) for name in passes]
    session.enter({**skip(who), "first": [*between]})
    assert session.record.up == (BEATE if who == ANTON else who)


# What entries teach the board notes, what these make easier and suspicious. stephensons-rocket.md, "Actions A".


def with_liverpool(*blocks: dict[str, Any], **more: Any) -> Session:
    """The LNWR has left its start town, which the board notes know as Liverpool."""
    session = sound_session([extend(ANTON, "LNWR"), *blocks], **more)
    session.session_notes.note("start-town", "Liverpool", {"line": "LNWR"})
    return session


def named(session: Session, kind: str) -> list[Any]:
    towns = session.context().ask("extend")({"line": "GWR"})[1]
    return [choice.value for route in routes_of(towns) if route.field == kind for choice in route.choices]


@pytest.mark.parametrize("typed", ["liverpool", "start liverpool", 'start "Liverpool"', "start lnwr", "liv"])
def test_the_name_of_a_start_town_means_the_start_town_of_its_line(typed: str) -> None:
    assert with_liverpool().read(f"extend gwr {typed}")["start_towns"] == ["LNWR"]


def test_a_start_town_of_the_printed_board_is_offered_as_no_other_town() -> None:
    """Liverpool is a start town for certain, whatever an earlier session called it."""
    session = sound_session()
    session.session_notes.note("metropolis", "Liverpool", {})
    session.session_notes.note("railway-town", "Liverpool", {})
    assert named(session, "metropolises") == ["Guildford", "Manchester", "Reading"]
    assert named(session, "railway_towns") == ["Leeds"]


def doubted(session: Session, fields: dict[str, Any]) -> list[str]:
    """Warnings of the board notes, which are told before the entry is booked and never recorded."""
    preview = session.preview(fields)
    assert [warning for step in preview.steps for warning in step.outcome.warnings] == []
    speaker = Speaker(session.record.ruleset)
    return [
        said.text.removeprefix("! ") for said in preview_sentences(preview, speaker) if said.kind == "warning"
    ]


@pytest.mark.parametrize("page", ["railway-town", "start-town"])
@pytest.mark.parametrize("block", [token(ANTON, "hull"), extend(ANTON, "GWR", metropolises=["hull"])])
def test_a_metropolis_that_the_board_notes_have_as_another_town(block: dict[str, Any], page: str) -> None:
    session = sound_session()
    session.session_notes.note(page, "Hull", {})
    assert doubted(session, block) == [f"Your board notes say hull is a {page.replace('-', ' ')}."]
    session.enter(block)
    assert warned(session) == []


def test_a_kind_of_token_that_is_not_among_the_three_that_the_board_notes_know() -> None:
    three = [token(ANTON, "Dover"), token(ANTON, "dover", "leather"), token(BEATE, "Dover")]
    board_notes = sound_session(three).board_notes
    other = sound_session()
    other.session_notes.remember({0: board_notes.lessons()}, ())
    assert doubted(other, token(ANTON, "Dover", "brewing")) == [
        "Your board notes say all Dover tokens are steel, leather."
    ]
    assert doubted(other, token(ANTON, "Dover", "leather")) == []


READING = Lesson("metropolis", "Reading", {"commodities": ("steel",)})


LEEDS, DOVER = Lesson("railway-town", "Leeds"), Lesson("metropolis", "Dover")
STEEL_OF_READING = {"commodity": "steel", "city": "Reading", "held": {ANTON: 1}}
TAUGHT: dict[str, tuple[list[dict[str, Any]], tuple[Lesson, ...]]] = {
    "the commodity seen last is offered first": (
        [token(ANTON, "Reading"), token(ANTON, "reading", "leather"), token(BEATE, "Dover")],
        (
            Lesson("metropolis", "Reading", {"commodities": ("leather", "steel")}),
            Lesson("metropolis", "Dover", {"commodities": ("steel",)}),
        ),
    ),
    "an extension: its towns by kind, and no start towns": (
        [
            extend(ANTON, "LSWR"),
            extend(ANTON, "GWR", metropolises=["Dover"], railway_towns=["Leeds"], start_towns=["LSWR"]),
        ],
        (DOVER, LEEDS),
    ),
    "a recount, as a position does": (
        [recount(tokens=[STEEL_OF_READING], lines=[line("GWR", railway_towns=["Leeds"])])],
        (LEEDS, READING),
    ),
    "nothing of a recount that takes tokens away: the booked commodity was a slip": (
        [recount(tokens=[{"commodity": "leather", "city": "Dover", "held": {ANTON: 0}}])],
        (),
    ),
    "nothing of a name that the session knows as another kind": (
        [extend(ANTON, "GWR", railway_towns=["Leeds"]), token(ANTON, "Leeds", ruling="it is both")],
        (LEEDS,),
    ),
    "nothing of a name entered as two kinds at once": (
        [extend(ANTON, "GWR", metropolises=["Leeds", "Dover"], railway_towns=["leeds"], ruling="it is both")],
        (DOVER,),
    ),
}
"""stephensons-rocket.md, "Actions A": a metropolis may mix commodities, offer the remembered one first."""


@pytest.mark.parametrize(("blocks", "lessons"), TAUGHT.values(), ids=TAUGHT)
def test_entries_teach(blocks: list[dict[str, Any]], lessons: tuple[Lesson, ...]) -> None:
    assert sound_session(blocks).board_notes.lessons() == lessons
