"""A new session planned step by step, without a screen; its position follows the players."""

from pathlib import Path

import pytest

from companion.core.errors import Refusal
from companion.forms.drafts import RowOf
from companion.report.words import Speaker
from companion.session.planning import Plan
from tests.planned import plan, put, said
from tests.random_play import GAMES
from tests.support import ANTON, BEATE, CLAUS, DORA, RAILWAYS, SAVES, THREE, library, loaded, shipped


def values(planned: Plan) -> dict[str, object]:
    return {option.key: option.value for option in planned.options}


def test_without_any_sound_ruleset_there_is_nothing_to_plan() -> None:
    hidden = dict.fromkeys(shipped(), b"nonsense")
    with pytest.raises(Refusal, match=r"plan\.no-ruleset"):
        library(hidden).plan()


def test_a_ruleset_that_is_not_sound_is_said_and_the_others_are_on_offer() -> None:
    found, faults = library({Path("/own/bad.toml"): b'id = "bad"\n'}).plan()
    assert [one.ruleset.id for one in found.rulesets] == sorted(RAILWAYS)
    assert [fault.path for fault in faults] == [Path("/own/bad.toml")]


@pytest.mark.parametrize("game", GAMES)
def test_as_many_names_as_a_game_needs_are_enough_for_a_session(game: str) -> None:
    names = [ANTON, BEATE, CLAUS, DORA][: loaded(game).ruleset.players.least]
    planned = plan(*names, game=game)
    assert planned.faults == ()
    assert planned.header() == {"format": 2, "game": game, "players": [{"name": name} for name in names]}


def test_players_of_one_colour_are_a_hint_and_no_obstacle() -> None:
    planned = plan(*THREE)._change_seat(0, colour="red")._change_seat(2, colour="RED")
    (hint,) = planned.hints
    assert Speaker().say(hint) == (
        "Anton and Claus have the same colour, red. That's allowed, but it makes them hard to tell apart."
    )
    assert planned.faults == ()
    assert plan(*THREE).hints == ()


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ((), "Stephenson's Rocket is for 2 to 4 players, not 0."),
        ((ANTON,), "Stephenson's Rocket is for 2 to 4 players, not 1."),
        ((ANTON, BEATE, CLAUS, DORA, "Emil"), "Stephenson's Rocket is for 2 to 4 players, not 5."),
        ((ANTON, " anton"), "Two players would be called anton. Give each a different name."),
        ((ANTON, " "), "players[2].name can't be empty."),
        ((ANTON, "x" * 81), "players[2].name can't be longer than 80 characters."),
    ],
)
def test_a_fault_is_said_as_making_the_session_would(players: tuple[str, ...], sentence: str) -> None:
    planned = plan(*players)
    assert said(planned) == [sentence]
    with pytest.raises(Refusal) as refusal:
        library().create(SAVES / "x.toml", planned.header())
    assert Speaker(planned.ruleset).say(refusal.value.message) == sentence


def test_only_what_differs_from_its_default_goes_into_the_header() -> None:
    planned = plan(*THREE, game="dampfross").with_option("build_dice", 2).with_option("special_runs", True)
    assert planned.header()["options"] == {"build_dice": 2, "special_runs": True}
    assert planned.with_option("build_dice", 1).header()["options"] == {"special_runs": True}
    assert planned.without_option("special_runs").header()["options"] == {"build_dice": 2}


def test_defaults_follow_the_number_of_players_and_the_other_options() -> None:
    """whistle-stop.md, "Set-up": 11 rounds with 3 players, 10 with 4; whistles two before the last."""
    planned = plan(*THREE, game="whistle-stop")
    assert (values(planned)["rounds"], values(planned)["whistle_round"]) == (11, 9)
    assert values(planned.add(DORA))["rounds"] == 10
    shorter = planned.with_option("rounds", 6)
    assert values(shorter)["whistle_round"] == 4
    assert shorter.with_option("whistle_round", 4).header()["options"] == {"rounds": 6}
    assert "options" not in planned.with_option("rounds", 11).header()


def test_a_look_at_another_game_loses_neither_options_nor_position() -> None:
    planned = plan(*THREE, game="whistle-stop").with_option("rounds", 6)
    planned = planned.with_position({"round": 3})
    there = planned.with_game("dampfross").step_option("common_roll").with_position({"runs_done": 2})
    assert there.header() == {
        "format": 2,
        "game": "dampfross",
        "options": {"common_roll": True},
        "players": [{"name": name} for name in THREE],
        "position": {"runs_done": 2},
    }
    assert there.with_game("whistle-stop").header() == planned.header()


def test_a_position_follows_players_who_are_renamed_moved_or_leave() -> None:
    planned = plan(*THREE)
    for name in THREE:
        planned = put(planned, "2", "cash", name)
    planned = put(planned, "Anton", "turn", "player")
    planned = put(planned, "1", "lines", RowOf("line", "NER"), "shares", ANTON)
    planned = put(planned, "Anton", "lines", RowOf("line", "NER"), "metropolises")
    changed = planned.rename(0, DORA).move(0, 1).remove(2)
    assert changed.position == {
        "cash": {DORA: 2, BEATE: 2},
        "turn": {"player": DORA},
        "lines": [{"line": "NER", "shares": {DORA: 1}, "metropolises": [ANTON]}],
    }
    assert changed.faults == ()
