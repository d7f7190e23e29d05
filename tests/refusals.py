"""A refusal as a case: what is entered when, what is said, and whether a ruling books it."""

from typing import Any, NamedTuple

import pytest

from companion.core.errors import Refusal
from companion.session import Session
from tests.support import imbalances, overdrawn, refused, said, shown

Fields = dict[str, Any]


class Case(NamedTuple):
    before: list[Fields]
    action: Fields
    sentence: str
    ruling_books_it: bool
    more: dict[str, Any]


def case(action: Fields, sentence: str, *before: Fields, **more: Any) -> Case:
    """An entry that no ruling books either; `before` it come other entries, `more` is of the session."""
    return Case(list(before), action, sentence, False, more)


def rulable(action: Fields, sentence: str, *before: Fields, **more: Any) -> Case:
    """An entry that a ruling books."""
    return Case(list(before), action, sentence, True, more)


def every(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case.sentence for case in cases])


def assert_refused(session: Session, case: Case) -> None:
    """It has its own sentence and the entry's number, and the state stays."""
    before, state = shown(session), session.state
    with pytest.raises(Refusal) as refusal:
        session.enter(case.action)
    assert said(session, refusal.value) == case.sentence
    assert refusal.value.number == len(case.before) + 1
    assert session.state is state
    assert shown(session) == before


def assert_ruled(session: Session, case: Case) -> None:
    """A ruling books it and creates nothing, or it is refused all the same."""
    ruled = {"ruling": "the table decides", **case.action}
    if not case.ruling_books_it:
        assert refused(lambda: session.enter(ruled), session) == case.sentence
        return
    assert session.enter(ruled)[-1].overruled
    assert imbalances(session.state.ledger) == {}
    assert overdrawn(session.state.ledger) == []
