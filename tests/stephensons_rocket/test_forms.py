"""What the actions of Stephenson's Rocket ask: whose, what, and how much is possible."""

from typing import Any

import pytest

from companion.forms.questions import Question
from companion.report.words import Speaker
from companion.session import Session
from tests.stephensons_rocket.moves import extend, line, move, place, skip, started, token
from tests.support import ANTON, BEATE, CLAUS, refused, sound_session

HELD = line("GWR", shares={ANTON: 2, BEATE: 3, CLAUS: 1})


def asked(session: Session, verb: str, **draft: Any) -> dict[str, Question]:
    return {one.field: one for one in session.context().ask(verb)(draft)}


def said(session: Session, question: Question) -> str:
    return Speaker(session.record.ruleset).say(question.ask)


def bids(*pairs: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"player": name, "shares": count} for name, count in pairs]


def possible(veto: Question) -> dict[Any, tuple[int, int | None]]:
    return {one.value: (one.low, one.high) for one in veto.questions[0].choices if one.refusal is None}


def test_a_bidder_is_offered_with_what_he_can_bid_the_mover_with_the_new_share() -> None:
    """Spec, veto: at least 1, no more than is held; the mover's new share counts."""
    veto = asked(sound_session((), **started(HELD)), "extend", line="GWR")["veto"]
    assert veto.is_tally
    assert possible(veto) == {BEATE: (1, 3), CLAUS: (1, 1), ANTON: (1, 3)}


def test_who_bid_already_is_offered_as_at_the_place_of_that_bid() -> None:
    """Each bid is higher than the last, the mover need only equal: one who raises a bid raises it there."""
    session = sound_session((), **started(HELD))
    veto = asked(session, "extend", line="GWR", veto=bids((BEATE, 2)))["veto"]
    assert possible(veto) == {BEATE: (1, 3), ANTON: (2, 3)}
    assert said(session, veto) == "how many shares Beate bids (1 to 3), or the next bidder"
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
    """Spec, extend: reaching a start town whose locomotive hasn't left it is the merger."""
    towns = asked(sound_session(), "extend", line="GWR", into=into)["towns"]
    (ser,) = (one for one in towns.routes[2].choices if one.value == "SER")
    assert (ser.refusal is not None) == is_refused


def test_the_line_a_station_leaves_is_asked_where_one_stands_on_a_line() -> None:
    assert not asked(sound_session([place(ANTON)]), "move-station")["from"].applies
    gwr = started(line("GWR", stations={ANTON: 1}))
    for blocks, is_expected in (([], True), ([place(ANTON)], False)):
        question = asked(sound_session(blocks, **gwr), "move-station")["from"]
        assert question.need == ("expected" if is_expected else "optional")


def test_a_line_that_names_a_start_town_of_the_board_is_asked_which_it_is() -> None:
    """Spec, "Known for certain of the board": Liverpool is a start town, of which line is not known to us."""
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


def against(session: Session, verb: str) -> list[str]:
    speaker = Speaker(session.record.ruleset)
    return [
        speaker.say(one.message) for one in session.record.game.verb_violations(session.record.state, verb)
    ]


ALL_TAKEN = [{"commodity": kind, "held": {ANTON: 9}} for kind in ("steel", "textiles", "brewing", "leather")]


@pytest.mark.parametrize(
    ("block", "more", "sentence"),
    [
        (
            place(ANTON),
            {"loose_stations": {ANTON: 7}},
            "Anton has no station left to place. Move one instead.",
        ),
        (move(ANTON), {}, "Anton has no station on the board. Place one instead."),
        (token(ANTON, "Reading"), {"tokens": ALL_TAKEN}, "All tokens are taken. Choose another action."),
    ],
)
def test_an_action_that_cannot_be_is_spoken_against_as_the_rules_do(
    block: dict[str, Any], more: dict[str, Any], sentence: str
) -> None:
    session = sound_session((), **started(**more))
    assert against(session, block["do"]) == [sentence]
    assert refused(lambda: session.enter(block), session) == sentence


def test_nothing_speaks_against_the_actions_of_a_game_in_its_middle() -> None:
    session = sound_session([place(ANTON), extend(ANTON, "GWR"), place(BEATE)])
    assert [verb for verb in session.record.game.rules if against(session, verb)] == []


@pytest.mark.parametrize(("who", "passes"), [(ANTON, []), (BEATE, [ANTON]), (CLAUS, [ANTON, BEATE, BEATE])])
def test_who_is_not_up_comes_to_turn_by_a_pass_for_every_action_left(who: str, passes: list[str]) -> None:
    """Spec, turn: two actions each; Anton has one left."""
    session = sound_session([skip(ANTON)])
    between = session.record.game.passes_until(session.record.state, who)
    assert [(one["do"], one["by"]) for one in between] == [("pass", name) for name in passes]
    session.enter({**skip(who), "first": [*between]})
    assert session.record.up == (BEATE if who == ANTON else who)
