"""Dice that the companion throws when asked, from a fixed source; proposals that follow from a race."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.cli.prompt import Prompt
from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross.moves import END_BUILDING, FINISH, Fields, depart, operating, played, race_roll, train
from tests.support import ANTON, BEATE, CLAUS, refused

RACE = depart({**train(ANTON), "length": 11}, {**train(BEATE, CLAUS), "length": 8})


def thrown(*faces: int) -> Callable[[], int]:
    """A die that shows these, one after the other, and fails when it is thrown once more."""
    return iter(faces).__next__


SPECIAL = {"position": operating(runs_done=1), "special_runs": True}
NEAR = "If they're less than six fields apart, roll for the goal again."
USED_UP = {f"{tens}{ones}": 1 for tens in range(1, 7) for ones in range(1, 7)}

ROLLS: dict[str, tuple[Fields, list[Fields], str, tuple[int, ...], Fields, str]] = {
    "a build roll is one die": ({}, [], "build", (4,), {"roll": 4}, "Rolled: 4."),
    "two are added if the players build with two": (
        {"build_dice": 2}, [], "build", (4, 6), {"roll": 10}, "Rolled: 10.",
    ),
    "the red die is the tens of start and goal, the white one the ones": (
        {}, [END_BUILDING], "run", (6, 5, 3, 1), {"start": 65, "goal": 31}, f"From 65 München to 31. {NEAR}",
    ),
    "a goal that is the start is rolled again": (
        {}, [END_BUILDING], "run", (6, 5, 6, 5, 3, 1), {"start": 65, "goal": 31}, "",
    ),
    "only the goal is rolled again when it is too near": ({}, [END_BUILDING], "goal", (1, 2), {"goal": 12}, ""),
    # Spec, dice: the goal of a run is the start of the next and only a goal is rolled.
    "a chained run rolls its goal only": (
        {"chain_runs": True}, [END_BUILDING, depart(goal=31)], "run", (3, 1, 1, 2), {"start": 31, "goal": 12}, "",
    ),
    "a chained goal keeps its start": (
        {"chain_runs": True}, [END_BUILDING, depart(goal=31)], "goal", (3, 1, 1, 2), {"start": 31, "goal": 12}, "",
    ),
    # 65 and 31 were start and goal; in 18 runs each number is used once.
    "numbers that are used up are rolled again": (
        {"end": "18-runs"}, [END_BUILDING, depart()], "run", (6, 5, 1, 1, 3, 1, 1, 2), {"start": 11, "goal": 12}, "",
    ),
    "a chained start need not be left over": (
        {"end": "18-runs", "chain_runs": True}, [END_BUILDING, depart()], "run", (6, 5, 1, 1),
        {"start": 31, "goal": 11}, "",
    ),
    # Spec, special runs: each train may pick its own place among those a row names.
    "the places that a row names are told": (
        SPECIAL, [], "run", (1, 1, 5, 4), {"start": 11, "special": "baltic-ports"},
        "Special run from 11 to Baltic ports (each train chooses Rostock, Lübeck or Kiel).",
    ),
    "a map of the players' own rolls ordinary runs": (
        {"map": "Moonland", "special_runs": True}, [END_BUILDING], "run", (1, 1, 1, 2), {"start": 11, "goal": 12}, "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("options", "blocks", "what", "faces", "draft", "sentence"), ROLLS.values(), ids=ROLLS
)
def test_a_roll(
    options: Fields, blocks: list[Fields], what: str, faces: tuple[int, ...], draft: Fields, sentence: str
) -> None:
    """Every throw is used, and no other."""
    session, left = played(*blocks, **options), list(faces)
    roll = session.record.game.roll(session.record.state, what, lambda: left.pop(0))
    assert (roll.draft, left) == (draft, [])
    assert roll.verb == ("build" if what == "build" else "depart")
    assert what in session.record.game.rolls(session.record.state)
    assert Speaker(session.record.ruleset).say(roll.text).endswith(sentence)


@pytest.mark.parametrize(
    ("options", "blocks", "what", "known", "sentence"),
    [
        (
            {"position": operating(used=USED_UP), "end": "18-runs"}, [], "run", ("run", "goal"),
            "No city number is left to roll.",
        ),
        ({}, [], "race", ("build",), "You can't roll that now. You can roll build."),
        ({}, [FINISH], "build", (), "The game is over. You can still undo, edit, adjust or count."),
    ],
)  # fmt: skip
def test_a_roll_that_cannot_be_made_is_refused(
    options: Fields, blocks: list[Fields], what: str, known: tuple[str, ...], sentence: str
) -> None:
    session = played(*blocks, **options)
    assert session.record.game.rolls(session.record.state) == known
    assert (
        refused(lambda: session.record.game.roll(session.record.state, what, lambda: 1), session) == sentence
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

    Prompt(session, Speaker(session.record.ruleset), ask, thrown(*faces)).run()
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
    assert session.record.entry_count == 0


def booked(session: Session) -> list[Any]:
    return [step.action.do for step in session.record.steps][-2:]
