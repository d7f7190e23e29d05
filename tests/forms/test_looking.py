"""Looking at an entry copies none of its answers and works its questions out once."""

from dataclasses import replace
from typing import Any, NoReturn

import pytest

from companion.core.forms import Draft, Questions
from companion.forms.drafts import Cursor
from companion.forms.entry_form import EntryForm, answered_questions
from tests.forms.made_up import DESK, MadeUpContext


class Uncopied(dict[str, Any]):
    def __deepcopy__(self, memo: object) -> NoReturn:
        raise AssertionError("copied only to be read")

    def copy(self) -> NoReturn:
        raise AssertionError("copied only to be read")


IN_A_ROW = Uncopied(arrivals=[Uncopied(player="Anton", turn=3)])
IN_GROUPS = Uncopied(position=Uncopied(round=2, players=Uncopied(Anton=Uncopied(goods=Uncopied(wood=1)))))
IN_A_TABLE = Uncopied(roll=4, track=Uncopied(plain=1), cities=[11])


def looked_at(form: EntryForm) -> tuple[object, ...]:
    """All that a screen reads of an entry."""
    return (
        *(form.question, form.candidates, form.is_complete, form.is_answered, form.fields),
        *(form.pair, form.takes_text, form.has_next_row, answered_questions(form, form.fields)),
    )


@pytest.mark.parametrize(
    ("verb", "draft", "cursor"),
    [
        ("arrive", IN_A_ROW, ("arrivals", 0, "left")),
        ("arrive", IN_A_ROW, ("arrivals", 1, "player")),
        ("recount", IN_GROUPS, ("position", "players", "Anton", "goods", "wood")),
        ("build", IN_A_TABLE, ("track", "river")),
        ("build", IN_A_TABLE, ("cities",)),
    ],
)
def test_looking_and_moving_copy_no_answer_and_ask_once(
    verb: str, draft: dict[str, Any], cursor: Cursor
) -> None:
    asked = []

    def asking(given: Draft) -> Questions:
        asked.append(given)
        return DESK.forms[verb](given)

    form = replace(EntryForm(MadeUpContext({verb: asking}, DESK.verbs)).about(verb, draft), cursor=cursor)
    for key in ("down", "up", "tab", "shift+tab"):
        assert looked_at(form) == looked_at(form)
        form = form.press(key)
        assert form.problem is None
    assert form.draft is draft
    assert len(asked) == 1
