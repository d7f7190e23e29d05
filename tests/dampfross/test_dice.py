"""Dice that the companion throws when asked, from a fixed source; proposals that follow from a race."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.cli.prompt import Prompt
from companion.core.forms import Roll
from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross.moves import END_BUILDING, depart, operating, played, race_roll, train
from tests.support import ANTON, BEATE, CLAUS, refused

RACE = depart({**train(ANTON), "length": 11}, {**train(BEATE, CLAUS), "length": 8})


def thrown(*faces: int) -> Callable[[], int]:
    """A die that shows these, one after the other, and fails when it is thrown once more."""
    return iter(faces).__next__


def rolled(session: Session, what: str, *faces: int) -> Roll:
    """The roll; every throw must be used."""
    left = list(faces)
    roll = session.game.roll(session.state, what, lambda: left.pop(0))
    assert left == []
    return roll


def said(session: Session, roll: Roll) -> str:
    return Speaker(session.ruleset).say(roll.text)


def test_a_build_roll_is_one_die() -> None:
    session = played()
    assert session.game.rolls(session.state) == ("build",)
    roll = rolled(session, "build", 4)
    assert (roll.verb, roll.draft, said(session, roll)) == ("build", {"roll": 4}, "Rolled: 4.")


def test_two_dice_are_added_where_the_table_builds_with_two() -> None:
    session = played(build_dice=2)
    roll = rolled(session, "build", 4, 6)
    assert (roll.draft, said(session, roll)) == ({"roll": 10}, "Rolled: 10.")


def test_a_run_is_rolled_with_the_red_die_as_tens_and_the_white_one_as_units() -> None:
    """Rulebook, start and goal: red 6, white 5 is 65."""
    session = played(END_BUILDING)
    assert session.game.rolls(session.state) == ("run", "goal")
    roll = rolled(session, "run", 6, 5, 3, 1)
    assert (roll.verb, roll.draft) == ("depart", {"start": 65, "goal": 31})
    assert (
        said(session, roll)
        == "From 65 München to 31. If they're less than six fields apart, roll for the goal again."
    )


def test_only_the_goal_is_rolled_again_when_it_is_too_near() -> None:
    roll = rolled(played(END_BUILDING), "goal", 1, 2)
    assert (roll.verb, roll.draft) == ("depart", {"goal": 12})


def test_a_chained_run_rolls_its_goal_only() -> None:
    """Spec, dice: the goal of a run is the start of the next and only a goal is rolled."""
    session = played(END_BUILDING, depart(goal=31), chain_runs=True)
    for what in ("run", "goal"):
        assert rolled(session, what, 3, 1, 1, 2).draft == {"start": 31, "goal": 12}


def test_numbers_that_are_used_up_are_rolled_again() -> None:
    """65 and 31 were start and goal; in 18 runs each number is used once."""
    session = played(END_BUILDING, depart(), end="18-runs")
    assert rolled(session, "run", 6, 5, 1, 1, 3, 1, 1, 2).draft == {"start": 11, "goal": 12}


def test_when_no_number_is_left_that_is_said() -> None:
    used = {f"{tens}{ones}": 1 for tens in range(1, 7) for ones in range(1, 7)}
    session = played(position=operating(used=used), end="18-runs")
    assert (
        refused(lambda: session.game.roll(session.state, "run", lambda: 1), session)
        == "No city number is left to roll."
    )


def test_the_places_that_a_row_names_are_told() -> None:
    """Spec, special runs: each train may pick its own place among those a row names."""
    session = played(position=operating(runs_done=1), special_runs=True)
    assert said(session, rolled(session, "run", 1, 1, 5, 4)) == (
        "Special run from 11 to Baltic ports (each train chooses Rostock, Lübeck or Kiel)."
    )


def test_a_map_of_the_players_own_rolls_ordinary_runs() -> None:
    session = played(END_BUILDING, map="Moonland", special_runs=True)
    assert rolled(session, "run", 1, 1, 1, 2).draft == {"start": 11, "goal": 12}


def test_what_cannot_be_rolled_now_is_refused_with_what_can() -> None:
    session = played()
    assert refused(lambda: session.game.roll(session.state, "race", lambda: 1), session) == (
        "You can't roll that now. You can roll build."
    )


def at_prompt(
    capsys: pytest.CaptureFixture[str], session: Session, answers: Iterable[str], *faces: int
) -> list[str]:
    given = iter(answers)

    def ask(question: str) -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    Prompt(session, Speaker(session.ruleset), ask, thrown(*faces)).run()
    return capsys.readouterr().out.splitlines()[1:-1]


def test_roll_tells_the_dice_and_how_the_line_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert at_prompt(capsys, played(), ["roll"], 4) == ["Rolled: 4.", "Begin your line with: build 4"]


def test_roll_goal_keeps_the_start_that_was_rolled_before(capsys: pytest.CaptureFixture[str]) -> None:
    said = at_prompt(capsys, played(END_BUILDING), ["roll run", "roll goal"], 6, 5, 3, 1, 1, 2)
    assert said[1::2] == ["Begin your line with: depart 65 31", "Begin your line with: depart 65 12"]


def test_a_roll_is_forgotten_when_an_entry_is_booked(capsys: pytest.CaptureFixture[str]) -> None:
    session = played(END_BUILDING)
    said = at_prompt(capsys, session, ["roll run", "d 65 31", "roll goal"], 6, 5, 3, 1, 1, 2)
    assert said[-1] == "Begin your line with: depart goal 12"


def test_roll_alone_asks_what_where_there_are_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert at_prompt(capsys, played(END_BUILDING), ["roll"]) == ["Roll what? run or goal"]


def test_an_empty_line_books_the_proposal_after_confirmation(capsys: pytest.CaptureFixture[str]) -> None:
    rolls = [race_roll(BEATE, 6), race_roll(ANTON, 5), race_roll(ANTON, 6)]
    session = played(END_BUILDING, RACE, *rolls)
    said = at_prompt(capsys, session, ["race-roll beate 4", "", "n", "", "y"])
    assert said.count("Press Enter for: arrive anton 2 0 beate 2 2") == 1
    assert said.count("Nothing saved.") == 1
    assert booked(session) == ["race-roll", "arrive"]


def test_an_entry_with_a_warning_is_booked_only_after_confirmation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = played()
    said = at_prompt(capsys, session, ["end-building", "n"])
    assert any("36 of 36 numbers have no line yet." in one for one in said)
    assert session.entry_count == 0


def booked(session: Session) -> list[Any]:
    return [step.action.do for step in session.steps][-2:]
