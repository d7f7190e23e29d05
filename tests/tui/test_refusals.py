"""What the rules refuse: said once, in red, beside the question at fault, to which Enter leads."""

from types import ModuleType

import pytest

from companion.desk.states import Entering
from companion.report.spans import plain
from companion.tui.draw.entry import EntryBlock
from tests.dampfross import test_refusals as dampfross
from tests.stephensons_rocket import test_refusals as rocket
from tests.tui.desk import AtDesk, model_of
from tests.tui.driving import disk_of
from tests.whistle_stop import test_refusals as whistle_stop

OF_THE_ACTION = {
    rocket: {"no-station-left", "no-station-on-board", "over"},
    whistle_stop: {"no-space", "rested", "moved", "rested-already", "final-due", "bought", "final-too-early"},
    dampfross: {"not-building", "not-operating", "run-under-way", "no-run"},
}
"""Refusals that no answer cures: the action itself is not possible now."""


@pytest.mark.parametrize("game", OF_THE_ACTION, ids=lambda one: one.__name__.split(".")[1])
def test_enter_on_a_refused_entry_leads_to_the_question_at_fault(game: ModuleType) -> None:
    """Every refusal of the game names the question whose answer is wrong, unless the action itself is."""
    of_the_action, astray = set[str](), list[str]()
    for case in game.CASES:
        if isinstance(case.action.get("gold"), int):  # no form has such an answer
            continue
        model = model_of(game.session_before(case))
        model.open_block(case.action)
        refusals = model.state.violations if isinstance(model.state, Entering) else []
        if model.preview is None or not refusals:  # something is missing in its form
            continue
        if refusals[0].field is None:
            of_the_action.add(refusals[0].message.key.rpartition(".")[2])
            continue
        fault = model.form.question_about(refusals[0].field)
        model.press("enter")
        if fault is None or model.form.cursor[:1] != (fault.field,):
            astray.append(f"{case.sentence} {refusals[0].field}: {model.form.cursor}")
    assert astray == []
    assert of_the_action == OF_THE_ACTION[game]


@pytest.mark.parametrize(
    ("game", "keys", "said", "way"),
    [
        ("stephensons-rocket", "m", "Anton has no station on the board.", "Esc Discard"),
        ("stephensons-rocket", "e 5 enter e 5", "GWR was already extended this turn.", "Enter Change: Line"),
        ("whistle-stop", "b c w w", "Anton has 0 wood but needs 2.", ""),
        ("whistle-stop", "b c w w enter", "Anton has 0 wood but needs 2.", ""),
        ("whistle-stop", "m p w", "Anton has 0 wood but needs 1.", ""),
        ("whistle-stop", "b c w enter 3", "Anton has 0 wood but needs 1.", "Enter Change: Price"),
    ],
)  # fmt: skip
def test_a_refusal_is_said_once_in_red_as_soon_as_its_answer_is_there(
    game: str, keys: str, said: str, way: str
) -> None:
    """Nobody starts with goods or stations; goods that one has not were refused only with the last answer."""
    desk = AtDesk(disk_of(game=game)).press(keys)
    lines = [one for one in EntryBlock(desk.model, 80).draw().lines(80) if said in plain(one)]
    assert [span.look for one in lines for span in one if span.text.strip()] == ["bad"]
    assert way in f"{desk.entry} {desk.hints}"
