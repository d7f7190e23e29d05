"""Entries of a session: corrections, actions that come first, changes of the header, and sessions that don't replay."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from tests import support
from tests.corrections import amend, setup, strike
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, place, skip, token
from tests.support import ANTON, BEATE, CLAUS, FILE, refused, said, session_of, shown, sound_session, text_of


def test_only_the_list_that_stands_must_replay() -> None:
    """Beate is not up; the entry was undone, and only its form is looked at."""
    sound_session([skip(BEATE), {"do": "undo"}, skip(ANTON)])
    session = session_of([{"do": "pass", "by": BEATE, "colour": "red"}, {"do": "undo"}, skip(ANTON)])
    assert session.record.failure is not None
    assert session.record.failure.number == 1
    assert (
        said(session, session.record.failure) == "colour isn't a known key. Check the spelling or remove it."
    )


def test_a_field_answered_with_nothing_is_as_good_as_not_there() -> None:
    disk = MemoryDisk({**support.shipped(), FILE: text_of().encode()})
    session = support.library(disk=disk).open(FILE)
    fields = extend(ANTON, "GWR", into=None, station=None)
    assert session.preview(fields).violations == ()
    session.enter(fields)
    assert support.blocks_in(session, disk) == [extend(ANTON, "GWR")]


def test_a_session_that_does_not_replay_stands_up_to_its_last_good_entry_and_can_be_mended() -> None:
    session = session_of([skip(ANTON), skip(ANTON), skip(ANTON), skip(BEATE)])
    assert session.record.failure is not None
    assert (session.record.failure.number, len(session.record.steps)) == (3, 2)
    assert refused(lambda: session.enter(skip(BEATE)), session) == (
        "You can't add entries until entry 3 is fixed: It's Beate's turn, not Anton's."
    )
    session.enter(amend(3, skip(BEATE)))
    assert session.record.failure is None
    assert len(session.record.steps) == 4


@pytest.mark.parametrize("do", ["undo", "redo", "strike", "remark", "isolate"])
def test_an_unknown_writer_is_an_error_on_any_block(do: str) -> None:
    answers: dict[str, dict[str, Any]] = {
        "strike": {"entry": 1},
        "remark": {"note": "x"},
        "isolate": {"line": "GWR"},
    }
    fields = {"do": do, "by": "Zoe", **answers.get(do, {})}
    blocks = [skip(ANTON), *([{"do": "undo"}] if do == "redo" else []), fields]
    session = session_of(blocks)
    assert session.record.failure is not None
    assert (session.record.failure.number, said(session, session.record.failure)) == (
        len(blocks),
        'Nobody here is called "Zoe". The players are Anton, Beate and Claus.',
    )


FIRST = {**extend(BEATE, "GWR", metropolises=["Reading"]), "first": [skip(ANTON)]}
"""Anton's second action was never entered: he passes."""


def test_actions_that_come_first_are_played_before_it_under_its_number() -> None:
    session = sound_session([token(ANTON, "Reading"), FIRST])
    assert [(step.number, step.action.do, step.action.by) for step in session.record.steps] == [
        (1, "take-token", ANTON),
        (2, "pass", ANTON),
        (2, "extend", BEATE),
    ]
    assert [(number, receipt.kind) for number, receipt in session.record.receipts()] == [(2, "metropolis")]
    assert session.record.up == BEATE


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


READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]


def test_names_can_be_swapped_and_every_entry_means_who_was_called_so_when_it_was_written() -> None:
    session = sound_session(
        [place(ANTON), setup(rename={ANTON: BEATE, BEATE: ANTON}), place(BEATE), skip(ANTON)]
    )
    result = shown(session)
    assert result["players"] == [BEATE, ANTON, CLAUS]
    assert result["state"]["stations"][BEATE]["loose"] == 2
    assert result["state"]["turn"] == {"player": ANTON, "actions_left": 1, "extended": []}


def test_striking_a_rename_that_later_entries_need_is_refused() -> None:
    session = sound_session([setup(rename={ANTON: "Toni"}), skip("Toni")])
    assert refused(lambda: session.enter(strike(1)), session) == (
        'This change makes entry 2 impossible: Nobody here is called "Toni". The players are Anton, Beate and Claus.'
    )


ZOE = 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (setup(rename={"Zoe": "Zora"}), ZOE),
        (setup(colours={"Zoe": "red"}), ZOE),
        (setup(rename={ANTON: "beate"}), "Two players would be called Beate. Give each a different name."),
        (setup(options={"blind": True}), "This game has no option blind. It has hidden_money."),
        (setup(options={"hidden_money": "yes"}), "options.hidden_money must be true or false."),
        (setup(rename={ANTON: "X", "anton ": "Y"}), "rename names anton twice. Once is enough."),
    ],
)
def test_a_setup_that_cannot_be_is_refused(change: dict[str, Any], sentence: str) -> None:
    session = sound_session(READING)
    assert refused(lambda: session.enter(change), session) == sentence


def test_a_setup_of_the_start_player_moves_the_seats_or_is_refused_when_entries_contradict() -> None:
    assert shown(sound_session([setup(starts=CLAUS)]))["state"]["turn"]["player"] == CLAUS
    session = sound_session(READING)
    assert refused(lambda: session.enter(setup(starts=CLAUS)), session) == (
        "This change makes entry 1 impossible: It's Claus's turn, not Anton's."
    )


@pytest.mark.parametrize(
    "cure", [amend(2, setup(title="x")), strike(2), {"do": "undo", "to": 1}], ids=["amend", "strike", "undo"]
)
def test_a_bad_correction_of_the_header_can_be_mended(cure: dict[str, Any]) -> None:
    session = session_of([skip(ANTON), setup(rename={"Zoe": "Zora"}), skip(ANTON)])
    assert session.record.failure is not None
    assert session.record.failure.number == 2
    session.enter(cure)
    assert session.record.failure is None


def test_the_entry_with_which_the_game_cannot_begin_is_named_and_not_a_later_title() -> None:
    """Four rounds are too few for a game that begins in its seventh."""
    blocks = [setup(title="a"), setup(options={"rounds": 4}), setup(title="b"), setup(title="c")]
    session = session_of(blocks, game="whistle-stop", position={"round": 7})
    assert session.record.failure is not None
    assert session.record.failure.number == 2
    assert session.record.roster.title == "a", "it opens up to there"
    sound = sound_session(blocks[:1], game="whistle-stop", position={"round": 7})
    with pytest.raises(Refusal) as refusal:
        sound.enter(blocks[1])
    assert refusal.value.number == 2


def test_of_several_entries_none_counts_if_one_is_refused() -> None:
    session = sound_session()
    with pytest.raises(Refusal):
        session.enter_all([skip(ANTON), skip(CLAUS)])
    assert session.record.steps == ()
