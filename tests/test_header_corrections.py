"""Corrections of the header count as if it had been so from the start. Spec, `setup`."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from tests.corrections import amend, insert, setup, strike
from tests.stephensons_rocket.moves import extend, place, skip, token
from tests.support import ANTON, BEATE, CLAUS, refused, session_of, shown, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]


def test_a_rename_counts_as_if_it_had_been_so_from_the_start() -> None:
    session = sound_session([*READING, setup(rename={"anton": "Toni"}), skip(BEATE), skip(BEATE)])
    result = shown(session)
    assert result["players"] == ["Toni", BEATE, CLAUS]
    assert result["receipts"][0]["rows"][0]["player"] == "Toni"
    assert result["state"]["lines"]["GWR"]["shares"] == {"Toni": 1}


def test_after_a_rename_the_new_name_is_used_and_the_old_one_still_understood() -> None:
    session = sound_session([setup(rename={ANTON: "Toni"})])
    session.enter(skip("TONI"))
    session.enter(skip(ANTON))
    assert shown(session)["state"]["turn"]["player"] == BEATE


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
        'This change makes entry 2 impossible: Nobody here is called "Toni". Players: Anton, Beate and Claus.'
    )


ZOE = 'Nobody here is called "Zoe". Players: Anton, Beate and Claus.'


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (setup(rename={"Zoe": "Zora"}), ZOE),
        (setup(starts="Zoe"), ZOE),
        (setup(colours={"Zoe": "red"}), ZOE),
        (setup(rename={ANTON: "beate"}), "Two players would be called Beate. Give each a different name."),
        (setup(options={"blind": True}), "This game has no option blind. It has hidden_money."),
        (setup(options={"hidden_money": "yes"}), "options.hidden_money must be true or false."),
        (setup(rename={ANTON: "X", "anton ": "Y"}), "rename names anton twice. Once is enough."),
        (setup(name="x"), "name isn't a known key. Check the spelling or remove it."),
    ],
)
def test_a_setup_that_cannot_be_is_refused(change: dict[str, Any], sentence: str) -> None:
    session = sound_session(READING)
    assert refused(lambda: session.enter(change), session) == sentence


def test_a_setup_corrects_title_options_and_colours_without_costing_a_turn() -> None:
    session = sound_session(
        [setup(title="Thursday", options={"hidden_money": True}, colours={"beate": "blue"}), skip(ANTON)]
    )
    assert (session.table.title, session.table.options["hidden_money"]) == ("Thursday", True)
    assert session.table.colours == {BEATE: "blue"}


def test_a_setup_of_the_start_player_moves_the_seats_or_is_refused_when_entries_contradict() -> None:
    assert shown(sound_session([setup(starts=CLAUS)]))["state"]["turn"]["player"] == CLAUS
    session = sound_session(READING)
    assert refused(lambda: session.enter(setup(starts=CLAUS)), session) == (
        "This change makes entry 1 impossible: It's Claus's turn, not Anton's."
    )


def test_a_rename_made_by_a_correction_is_known_to_those_who_undo_later() -> None:
    rename = insert(1, setup(rename={ANTON: "Toni"}))
    sound_session([skip(ANTON), rename, {"do": "remark", "note": "x"}, {"do": "undo", "by": "Toni"}])


@pytest.mark.parametrize(
    "cure", [amend(2, setup(title="x")), strike(2), {"do": "undo", "to": 1}], ids=["amend", "strike", "undo"]
)
def test_a_bad_correction_of_the_header_can_be_mended(cure: dict[str, Any]) -> None:
    session = session_of([skip(ANTON), setup(rename={"Zoe": "Zora"}), skip(ANTON)])
    assert session.failure is not None
    assert session.failure.number == 2
    session.enter(cure)
    assert session.failure is None


@pytest.mark.parametrize(
    "block", [setup(), setup(note="nothing"), setup(options={})], ids=["empty", "a note", "no option"]
)
def test_a_correction_that_says_nothing_is_not_booked(block: dict[str, Any]) -> None:
    session = sound_session()
    sentence = "Choose what to edit in the set-up: title, starts, option, rename or colour."
    assert refused(lambda: session.enter(block), session) == sentence


def test_one_in_an_old_file_says_nothing_and_stays() -> None:
    session = sound_session([setup()])
    assert (session.entry_count, [*session.steps[-1].outcome.log]) == (1, [])


def test_the_entry_with_which_the_game_cannot_begin_is_named_and_not_a_later_title() -> None:
    """Four rounds are too few for a game that begins in its seventh."""
    blocks = [setup(title="a"), setup(options={"rounds": 4}), setup(title="b"), setup(title="c")]
    session = session_of(blocks, game="whistle-stop", position={"round": 7})
    assert session.failure is not None
    assert session.failure.number == 2
    assert session.table.title == "a", "it opens up to there"
    sound = sound_session(blocks[:1], game="whistle-stop", position={"round": 7})
    with pytest.raises(Refusal) as refusal:
        sound.enter(blocks[1])
    assert refusal.value.number == 2
