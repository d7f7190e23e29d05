"""Looking at an entry copies none of its answers and works its questions out once."""

from dataclasses import replace
from typing import Any, NoReturn

import pytest

from companion.core.forms import Ask, Draft, Questions
from companion.forms.drafts import Cursor
from companion.forms.entry_form import EntryForm, answered_questions
from companion.session.context import SessionContext
from tests.support import session_of


class Uncopied(dict[str, Any]):
    def __deepcopy__(self, memo: object) -> NoReturn:
        raise AssertionError("copied only to be read")

    def copy(self) -> NoReturn:
        raise AssertionError("copied only to be read")


class Counted(SessionContext):
    """Notes each draft for which questions are worked out."""

    drafts: list[Draft]

    def ask(self, verb: str) -> Ask:
        asked = super().ask(verb)

        def asking(draft: Draft) -> Questions:
            self.drafts.append(draft)
            return asked(draft)

        return asking


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
    ("game", "verb", "draft", "cursor"),
    [
        ("dampfross", "arrive", IN_A_ROW, ("arrivals", 0, "left")),
        ("dampfross", "arrive", IN_A_ROW, ("arrivals", 1, "player")),
        ("whistle-stop", "recount", IN_GROUPS, ("position", "players", "Anton", "goods", "wood")),
        ("dampfross", "build", IN_A_TABLE, ("track", "river")),
        ("dampfross", "build", IN_A_TABLE, ("cities",)),
    ],
)
def test_looking_and_moving_copy_no_answer_and_ask_once(
    game: str, verb: str, draft: dict[str, Any], cursor: Cursor
) -> None:
    context = Counted(*session_of(game=game).context())
    context.drafts = []
    form = replace(EntryForm(context).about(verb, draft), cursor=cursor)
    for key in ("down", "up", "tab", "shift+tab"):
        assert looked_at(form) == looked_at(form)
        form = form.press(key)
        assert form.problem is None
    assert form.draft is draft
    assert len(context.drafts) == 1
