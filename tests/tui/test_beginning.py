"""One way to begin an action, whichever way it is asked for, with the same guards."""

from collections.abc import Callable

import pytest

from companion.core.messages import Message
from companion.report.words import Speaker
from companion.tui.models.table import TableModel
from tests.stephensons_rocket.moves import FINISH
from tests.support import FILE, library, sound_session, text_of
from tests.tui.driving import DIE, MOMENT, Table, app_of, disk_of, driven

WAYS: list[Callable[[TableModel], object]] = [
    lambda model: model.press("e"),
    lambda model: model.point("verb:extend"),
    lambda model: model.start("extend"),
    lambda model: model.start("extend", {"line": "GWR"}),
]


@pytest.mark.parametrize("way", WAYS, ids=["key", "menu or mouse", "palette", "with answers"])
def test_after_the_end_no_action_of_the_game_is_begun(way: Callable[[TableModel], object]) -> None:
    session = sound_session([FINISH])
    model = TableModel(session, Speaker(session.ruleset), lambda: DIE, lambda: MOMENT)
    way(model)
    assert not model.is_entering
    assert [said.text for said in model.said] == [model.speaker.say(refusal_of(model))]


def refusal_of(model: TableModel) -> Message:
    (violation,) = model.session.preview({"do": "pass", "by": "Anton"}).violations
    return violation.message


@pytest.mark.parametrize("way", WAYS, ids=["key", "menu or mouse", "palette", "with answers"])
def test_in_a_session_that_is_only_read_none_is_begun(way: Callable[[TableModel], object]) -> None:
    session = library({FILE: text_of(()).encode()}).read(FILE)
    model = TableModel(session, Speaker(session.ruleset), lambda: DIE, lambda: MOMENT)
    way(model)
    assert (model.is_entering, len(model.said)) == (False, 1)


def test_what_every_game_has_is_begun_after_the_end_too() -> None:
    session = sound_session([FINISH])
    model = TableModel(session, Speaker(session.ruleset), lambda: DIE, lambda: MOMENT)
    model.start("adjust")
    assert model.is_entering


def test_the_palette_begins_no_action_after_the_end() -> None:
    async def doing(table: Table) -> None:
        await table.past_the_end()
        await table.press("ctrl+p", *"take-token", "enter")
        await table.app.workers.wait_for_complete()
        await table.press("enter")
        assert "the game is over" in table.text()
        assert "commodity" not in table.text()

    driven(app_of(disk_of([FINISH])), doing)


def test_a_preview_made_before_another_entry_is_not_booked() -> None:
    """What was shown is what is booked: the session has moved on since."""
    session = sound_session([])
    early = session.preview({"do": "pass", "by": "Anton"})
    session.enter({"do": "remark", "note": "x"})
    with pytest.raises(Exception, match=r"save\.moved-on"):
        session.book_preview(early)
    assert session.entry_count == 1
